/**
 * V8's flags for the web process, the worker and its processes of the exchange with 1C. By itself V8 sizes the space of
 * young objects by the machine's memory, 90 MB more on a large one, and lets the heap grow to four times what is alive
 * before it looks for garbage. With a growth of 25 % a process that renders pages does so three times a second
 * (`--trace-gc`), and in `npm run bench -- next 3000` a page was made 1.56 times as fast as in Next.js; with 40 % 1.69
 * to 1.80. 16 MB of young space instead of 8 are no faster.
 */
export const processFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40'];

/**
 * How glibc's malloc keeps memory, for the same processes; what the operator has set stands. Page bodies and the
 * columns of the catalogue live outside V8's heap. By default glibc raises its threshold for returning a freed block to
 * the system up to 32 MB and keeps an arena per thread, so a block that is still used holds a hundred freed ones. A
 * cached page is some 20 KB: from 16 KB on a block is given back when it is freed. Smaller ones share one arena, which
 * is asked for without a reserve (128 KB by default) and given back from 64 KB on: that makes up for a heap that grows
 * by 40 %. Names from mallopt(3).
 */
export const processMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '0',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

/** Those that a process has itself, for one that it starts with an environment of its own. */
export function memorySettings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.keys(processMemory).flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

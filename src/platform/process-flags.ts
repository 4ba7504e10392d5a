/**
 * V8's flags for the web process, the worker and its processes of the exchange with 1C. By itself V8 sizes the space of
 * young objects by the machine's memory, 90 MB more on a large one, and lets the heap grow to four times what is alive
 * before it looks for garbage. With a growth of 25 % a process that renders pages looked for garbage three times a
 * second, and a page took the processor 8.3 ms (40 %: 7.8; 60 %: 7.4 and 20 MB more). 16 MB of young space instead of 8
 * are no faster.
 */
export const processFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40'];

/**
 * How glibc's malloc keeps memory, for the same processes; what the operator has set stands. Page bodies and the
 * columns of the catalogue live outside V8's heap. By default glibc raises its threshold for returning a freed block to
 * the system up to 32 MB and keeps an arena per thread, so a block that is still used holds a hundred freed ones. A
 * cached page is some 20 KB: from 16 KB on a block is given back when it is freed. With one arena, which is given back
 * from 64 KB of free memory on, `npm run bench -- table 3000` took the process to 424 MB; with two, from 128 KB on, and
 * a heap that grows by 25 %, to 444. Names from mallopt(3).
 */
export const processMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TOP_PAD_: '0',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

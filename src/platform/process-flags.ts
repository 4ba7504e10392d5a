/**
 * V8's flags for the web process, the worker and its processes of the exchange with 1C. By itself V8 sizes the space of
 * young objects by the machine's memory, 90 MB more on a large one, and lets the heap grow to four times what is alive
 * before it looks for garbage. `npm run bench -- api` at 10,000 goods took the process to 438 MB with 16 MB of young
 * space and a growth of 40 %, to 374 with 25 %, to 363 with 8 MB and 25 %; a page costs the processor the same.
 */
export const processFlags = ['--max-semi-space-size=8', '--heap-growing-percent=25'];

/**
 * How glibc's malloc keeps memory, for the same processes; what the operator has set stands. Page bodies and the
 * columns of the catalogue live outside V8's heap. By default glibc raises its threshold for returning a freed block to
 * the system up to 32 MB and keeps an arena per thread, so a block that is still used holds a hundred freed ones. With
 * the flags above a process stood at 317 MB instead of 460 after `npm run bench -- pages` and `api` at 10,000 goods. A
 * cached page is some 20 KB: from 16 KB on a block is given back when it is freed. With that, and with 40 + 24 MB of
 * cached pages and responses instead of 64 + 32, half an hour of `bench -- load` stayed at 403 MB; it had been seen at
 * 535. (Pages have 32 MB since.) Names from mallopt(3).
 */
export const processMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

import { maxParallelPreloads } from '#shared/constants.ts';

type Connection = { saveData?: boolean; effectiveType?: string };

/** S9-06: no prefetch for those who save data or sit on 2g (`slow-2g` too). */
export function isSlow(connection: Connection | undefined): boolean {
  return Boolean(connection?.saveData || connection?.effectiveType?.includes('2g'));
}

/** Each path once; at most five at a time, the others wait for a place; failures are swallowed. */
export function createPrefetchQueue(
  load: (path: string) => Promise<unknown>,
  connection: () => Connection | undefined,
) {
  const seen = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  function add(path: string): void {
    if (seen.has(path) || isSlow(connection())) return;
    seen.add(path);
    waiting.push(path);
    next();
  }

  function next(): void {
    while (running < maxParallelPreloads) {
      const path = waiting.shift();
      if (path === undefined) return;
      running++;
      load(path)
        .catch(() => {})
        .finally(() => {
          running--;
          next();
        });
    }
  }

  return { add };
}

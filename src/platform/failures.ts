import type { Log } from './log.ts';

/**
 * What failed: `fault` is an error that nobody foresaw, reported to the visitor as 500; the others are readings of a
 * part, or cart saves, that are not reported (S8-08). Counted since the process began, for /metrics.
 */
export type Failure = 'fault' | 'departments' | 'menu' | 'product' | 'content' | 'cart_save';

const counts: Record<Failure, number> = { fault: 0, departments: 0, menu: 0, product: 0, content: 0, cart_save: 0 };

export function countFailure(what: Failure): void {
  counts[what]++;
}

/** Logs and counts what is not reported to the visitor; give it to `catch` or as `onFailure` of a cached copy. */
export function quietly(log: Log, what: Failure, message: string, details: object = {}): (error: unknown) => void {
  return (error) => {
    countFailure(what);
    log.error({ err: error, ...details }, message);
  };
}

/** A part of a page that may be missing fails alone: logged, counted, and `nothing` stands in its place. */
export async function orNothing<T>(part: Promise<T>, nothing: T, failed: (error: unknown) => void): Promise<T> {
  try {
    return await part;
  } catch (error) {
    failed(error);
    return nothing;
  }
}

export function failureCounts(): Readonly<Record<Failure, number>> {
  return counts;
}

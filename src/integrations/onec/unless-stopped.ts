import { setTimeout as sleep } from 'node:timers/promises';

/** How soon a process learns that its work was stopped. */
const lookMs = 1_000;

/**
 * Waits for work that is one transaction, or until `isStopped` says that somebody has ended it meanwhile; then it comes
 * back with null and leaves the work as it is: its process ends now, and with it the transaction. Work that comes to
 * its end first finds that out itself, where it says what came of it.
 */
export async function unlessStopped<Result>(
  work: Promise<Result>,
  isStopped: () => Promise<boolean>,
): Promise<Result | null> {
  const ended = new AbortController();
  const looking = async () => {
    while (!ended.signal.aborted) {
      await sleep(lookMs, undefined, { signal: ended.signal });
      // An answer that does not come is no reason to break off the work.
      if (await isStopped().catch(() => false)) return null;
    }
    return null;
  };
  const stopped = looking();
  stopped.catch(() => {}); // the work was first
  try {
    return await Promise.race([work, stopped]);
  } finally {
    ended.abort();
  }
}

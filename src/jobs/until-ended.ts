import type { Runner, WorkerEvents } from 'graphile-worker';

/**
 * Resolves when the runner has ended, or `jobsGoOnMs` after its pool began to end, whichever comes first; throws what
 * the runner ended with. `events` lives longer than the runner: nothing of this round keeps listening there.
 */
export async function untilEnded(
  { promise }: Pick<Runner, 'promise'>,
  events: WorkerEvents,
  jobsGoOnMs: number,
): Promise<void> {
  const { promise: ending, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(resolve, jobsGoOnMs);
  };
  events.once('pool:gracefulShutdown', begin);
  try {
    await Promise.race([promise, ending]);
  } finally {
    events.off('pool:gracefulShutdown', begin);
    clearTimeout(timer);
  }
}

/** Something did not end within its time; whoever waited is let go, the work itself may still end some day. */
export class DeadlinePassed extends Error {
  /** As a socket's: what is waited for is the database, and `isDatabaseUnavailable` knows it by this. */
  readonly code = 'ETIMEDOUT';
}

/** What `work` gives, or DeadlinePassed after `ms`. An error of `work` that comes later is nobody's. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const passed = Promise.withResolvers<never>();
  const timer = setTimeout(() => passed.reject(new DeadlinePassed(`no answer within ${ms} ms`)), ms);
  timer.unref();
  try {
    return await Promise.race([work, passed.promise]);
  } finally {
    clearTimeout(timer);
  }
}

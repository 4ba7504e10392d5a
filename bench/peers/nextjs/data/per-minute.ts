const freshMs = 60_000;

/** What `read` gave, for a minute; then it is read again. A failure is not remembered. */
export function perMinute<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let held: { until: number; result: Promise<Result> } | null = null;
  return () => {
    if (held && Date.now() < held.until) return held.result;
    const result = read();
    held = { until: Date.now() + freshMs, result };
    result.catch(() => {
      held = null;
    });
    return result;
  };
}

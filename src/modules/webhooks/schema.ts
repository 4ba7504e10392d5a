export const webhookLimits = {
  /** Rows of prices or stock in one message. */
  rows: 500,
  /** How long a message is tried, and how long an address may fail before it is switched off. */
  tryMs: 3 * 24 * 3_600_000,
  /** What has happened, and what was sent, is kept for replaying. */
  keepMs: 14 * 24 * 3_600_000,
  /** Of one message; it doubles with each failure. */
  firstPauseMs: 30_000,
  longestPauseMs: 6 * 3_600_000,
  /** Of the whole address while it fails. */
  firstLinePauseMs: 5_000,
  longestLinePauseMs: 10 * 60_000,
  /** A worker that was killed while it sent is not waited for any longer. */
  claimMs: 60_000,
  webhooks: 20,
};

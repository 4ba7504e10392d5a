/**
 * Of the web process, milliseconds: requests that began before the end are answered within `drainMs`, everything else
 * is closed within `closeMs`.
 */
export const drainMs = 8_000;
export const closeMs = 1_500;
/** What a process takes to notice that it is asked to end, on a busy machine. */
const marginMs = 10_000;
/** The embedded database writes down what it holds, or is ended by its guard. */
const databaseMs = 30_000;

/**
 * How long the web process may take to end, from being asked: the delay of STOP_DELAY_SECONDS, the answers it has
 * begun, the rest. Milliseconds.
 */
export function webStopMs(delaySeconds: number): number {
  return delaySeconds * 1_000 + drainMs + closeMs;
}

/** How long the launcher waits for a process of the shop before it kills it. Milliseconds. */
export function childPatienceMs(delaySeconds: number): number {
  return webStopMs(delaySeconds) + marginMs;
}

/** How long the launcher itself may take: its processes, then the database. Milliseconds. */
export function launcherStopMs(delaySeconds: number): number {
  return childPatienceMs(delaySeconds) + databaseMs;
}

/** `p75_ms`: three quarters of the last `count` took no longer. */
export type TimesSeen = { count: number; p75_ms: number };

/** How long the last `most` of something took, in milliseconds; null: there was none yet. */
export function createRecentTimes(most: number): { note(ms: number): void; seen(): TimesSeen | null } {
  const times = new Float64Array(most);
  let total = 0;
  return {
    note(ms) {
      times[total++ % most] = ms;
    },
    seen() {
      const count = Math.min(total, most);
      if (count === 0) return null;
      return { count, p75_ms: times.slice(0, count).sort()[Math.ceil(count * 0.75) - 1] ?? 0 };
    },
  };
}

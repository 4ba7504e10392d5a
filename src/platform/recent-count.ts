/** How often something happened of late: in the running window and the one before it. */
export type RecentCount = {
  /** It happened; returns the how-manieth time in this window. */
  note(): number;
  recent(): number;
};

/** Counts in windows of so many milliseconds, in this process. */
export function createRecentCount(windowMs: number): RecentCount {
  let [windowStart, inWindow, inWindowBefore] = [0, 0, 0];

  function turnWindow(): void {
    const passed = Date.now() - windowStart;
    if (passed < windowMs) return;
    inWindowBefore = passed < 2 * windowMs ? inWindow : 0;
    inWindow = 0;
    windowStart = Date.now();
  }

  return {
    note() {
      turnWindow();
      return ++inWindow;
    },
    recent() {
      turnWindow();
      return inWindow + inWindowBefore;
    },
  };
}

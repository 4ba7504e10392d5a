/** Reports a goal to the counter (S7-28, S2-43). Without a counter, or before consent to it, nothing happens. */
export function reachGoal(goal: string, params?: Record<string, string | number>): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent('goal', { detail: { goal, params } }));
}

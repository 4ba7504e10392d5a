export type Goal = { goal: string; params?: Record<string, string | number> };

declare global {
  interface Window {
    /** Goals reached before the counter's script was there; start.ts takes them over. */
    shopGoals?: { push(goal: Goal): unknown };
  }
}

/** Reports a goal to the counter (S7-28, S2-43). Without a counter, or before consent to it, nothing happens. */
export function reachGoal(goal: string, params?: Goal['params']): void {
  if (typeof window === 'undefined') return;
  window.shopGoals ??= [];
  window.shopGoals.push({ goal, ...(params && { params }) });
  window.dispatchEvent(new CustomEvent('goal', { detail: { goal, params } }));
}

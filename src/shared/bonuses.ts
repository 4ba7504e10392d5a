/** Whole bonuses for a sum in kopecks: rounded down once, for the whole purchase. */
export function bonusesFor(eligible_kopecks: number, percent: number): number {
  return Math.floor((eligible_kopecks * percent) / 10_000);
}

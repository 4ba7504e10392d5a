/** What one cannot have here is worth this share of its match. */
const soldOutShare = 0.42;
/** Matches nearer than this are equally good, and what people buy decides. */
const step = 0.04;

/**
 * What a list is sorted by, the greatest first: the quality of the match in steps, less when the product cannot be had
 * here, then popularity. Equal numbers are told apart by id.
 */
export function relevanceOf(score: number, isAvailable: boolean, popularity: number): number {
  const steps = Math.round((isAvailable ? score : score * soldOutShare) / step);
  return steps + popularity / (popularity + 1_000);
}

/** No product with this score is more relevant than this, whatever its stock and popularity. */
export function mostRelevance(score: number): number {
  return score / step + 1.5;
}

/** What the rule needs to know of a prize; `left` null: as many as the budget lasts for. Kopecks. */
export type PrizeOnWheel = { sum_kopecks: number; left: number | null; is_consolation: boolean };

/**
 * The drawn prize while it lasts and what is left of the budget covers it, else the consolation prize: the rule
 * everybody reads before. null: not even that, the wheel is over.
 */
export function givenPrize<Prize extends PrizeOnWheel>(
  prizes: readonly Prize[],
  left_kopecks: number,
  drawn: Prize,
): Prize | null {
  if (drawn.left !== 0 && drawn.sum_kopecks <= left_kopecks) return drawn;
  const consolation = prizes.find((prize) => prize.is_consolation);
  return consolation && consolation.sum_kopecks <= left_kopecks ? consolation : null;
}

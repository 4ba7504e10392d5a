import { randomInt } from 'node:crypto';
import { ensure } from '#shared/ensure.ts';
import { prizeAt } from '#shared/fair-draw.ts';
import { givenPrize } from './given-prize.ts';

/** A prize as it is planned; `stock` null: as many as the budget lasts for. Kopecks. */
export type PlannedPrize = { weight: number; sum_kopecks: number; stock: number | null; is_consolation: boolean };

export type Simulation = {
  /** How many spins were made before the budget was over, or all. */
  spins: number;
  /** By the place of the prize: how often it was drawn, and how often given. */
  prizes: { drawn: number; given: number }[];
  spent_kopecks: number;
  /** The spin at which not even the consolation prize was left; null: the budget lasted. */
  over_at: number | null;
};

/** So many spins of a wheel by its own rules, with chance in place of a seed: what its budget would come to. Pure. */
export function simulateSpins(
  planned: readonly PlannedPrize[],
  budget_kopecks: number,
  spins: number,
  roll: (total: number) => number = (total) => randomInt(total),
): Simulation {
  const prizes = planned.map((prize) => ({ ...prize, left: prize.stock, drawn: 0, given: 0 }));
  const weights = planned.map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let spent_kopecks = 0;
  let over_at: number | null = null;
  let made = 0;
  for (; made < spins && over_at === null; made++) {
    const drawn = ensure(prizes[prizeAt(roll(total), weights)]);
    drawn.drawn += 1;
    const prize = givenPrize(prizes, budget_kopecks - spent_kopecks, drawn);
    if (!prize) {
      over_at = made + 1;
      continue;
    }
    prize.given += 1;
    if (prize.left !== null) prize.left -= 1;
    spent_kopecks += prize.sum_kopecks;
  }
  return {
    spins: made,
    prizes: prizes.map(({ drawn, given }) => ({ drawn, given })),
    spent_kopecks,
    over_at,
  };
}

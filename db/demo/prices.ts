import { discountPercent } from '#shared/money.ts';
import { b2bColumnOf, branches, columnOf, type DemoBranch } from './branches.ts';
import { randomOf } from './random.ts';

export type DemoPrice = {
  column: string;
  price: number | null;
  old_price: number | null;
  history: [days: number, price: number][];
};

export type Pricing = {
  /** Number of the product: the source of all its chances. */
  number: number;
  root: string;
  /** Roubles in Vologda before rounding, or exact kopecks for the goods that the design shows. */
  roubles: number;
  exact?: { price: number; old_price?: number };
  /** Percent of the action the product takes part in, or null. */
  action_percent: number | null;
};

/** Kopecks that look like a price: 96,5 ₽, 489 ₽, 3 290 ₽, 12 900 ₽. */
export function nicePrice(roubles: number): number {
  if (roubles < 10) return Math.max(10, Math.round(roubles * 10) * 10);
  if (roubles < 100) return Math.round(roubles * 2) * 50;
  if (roubles < 1_000) return Math.round(roubles) * 100;
  if (roubles < 10_000) return Math.round(roubles / 10) * 1_000;
  return Math.round(roubles / 100) * 10_000 - (Math.round(roubles / 100) % 10 === 0 ? 1_000 : 0);
}

/**
 * The product's price in every column that sells it: retail of the branch at the city's level, business a little lower.
 * A branch without the product's root category, or with a narrower assortment, has no row; one in a hundred has a row
 * without a price. An old price that was really charged comes with its history; one in twelve has none
 * and must not be shown.
 */
export function pricesOf(pricing: Pricing): DemoPrice[] {
  const common = randomOf(`price ${pricing.number}`);
  const isOnRequest = !pricing.exact && common.chance(0.01);
  const age = common.int(60, 200);
  const lowered = common.int(2, 24);
  const isHonest = Boolean(pricing.exact) || !common.chance(0.085);
  return branches.flatMap((branch) => {
    const chances = randomOf(`price ${pricing.number} ${branch.id_1c}`);
    if (!isSoldBy(branch, pricing, chances.next())) return [];
    if (isOnRequest) return [{ column: columnOf(branch), price: null, old_price: null, history: [] }];
    const level = branch.price_level * (branch.id_1c === '00131' ? 1 : 0.985 + chances.next() * 0.03);
    const isMain = branch.id_1c === '00131';
    const price =
      isMain && pricing.exact
        ? pricing.exact.price
        : nicePrice((pricing.exact ? pricing.exact.price / 100 : pricing.roubles) * level);
    const percent = pricing.action_percent;
    const old_price =
      isMain && pricing.exact?.old_price
        ? pricing.exact.old_price
        : percent === null
          ? null
          : formerPrice(price, percent);
    const retail: DemoPrice = {
      column: columnOf(branch),
      price,
      old_price,
      history: historyOf(price, old_price, isHonest, age, lowered),
    };
    if (!chances.chance(0.7)) return [retail];
    const business = nicePrice((price / 100) * (0.9 + chances.next() * 0.05));
    if (business >= price) return [retail];
    return [retail, { column: b2bColumnOf(branch), price: business, old_price: null, history: [[age, business]] }];
  });
}

/**
 * The price it fell from: a nice one, and never more than `percent` away (the page rounds percents up); null when
 * nothing is left.
 */
function formerPrice(price: number, percent: number): number | null {
  for (let share = percent; share > 0; share--) {
    const former = nicePrice(price / (100 - share));
    if (former > price && discountPercent(former, price) <= percent) return former;
  }
  return null;
}

/** It fell within the last 30 days, so that its old price may be shown. */
export function isLowered({ old_price, history }: DemoPrice): boolean {
  const last = history.at(-1);
  return old_price !== null && history.length > 1 && last !== undefined && last[0] <= 30;
}

/** Days ago and what was charged from then on. */
function historyOf(
  price: number,
  old_price: number | null,
  isHonest: boolean,
  age: number,
  lowered: number,
): [number, number][] {
  if (old_price === null) return [[age, price]];
  // Charged until `lowered` days ago: shown. Otherwise it was given up 31–60 days ago, or never asked for: not shown.
  if (isHonest)
    return [
      [age, old_price],
      [lowered, price],
    ];
  return age % 2 === 0
    ? [
        [age + 60, old_price],
        [31 + lowered, price],
      ]
    : [[age, price]];
}

function isSoldBy(branch: DemoBranch, pricing: Pricing, chance: number): boolean {
  if (branch.without.includes(pricing.root)) return false;
  return branch.id_1c === '00131' || Boolean(pricing.exact) || chance < 0.9 + branch.assortment * 0.1;
}

/** Quantity tiers of a price, rounded like prices; only steps that are cheaper. */
export function tiersOf(
  price: number,
  tiers: [from: number, share: number][],
): { from_count: number; price: number }[] {
  return tiers
    .map(([from_count, share]) => ({ from_count, price: nicePrice((price / 100) * (1 - share)) }))
    .filter((tier) => tier.price < price);
}

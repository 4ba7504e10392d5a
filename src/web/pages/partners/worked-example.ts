import type { Offer } from '#modules/catalogue/offers.ts';
import { discountPercent, formatPrice } from '#shared/money.ts';
import { shownAmount } from '#shared/unit-words.ts';

type Priced = Pick<Offer, 'slug' | 'name' | 'price' | 'tiers' | 'shown_unit'>;

/**
 * One purchase counted at the prices of the branch: as many as a price by quantity asks for, each at the usual price
 * and at that one. Of the given goods the one that saves most; null where none has such a price.
 */
export function workedExample(goods: Priced[]) {
  const counted = goods.flatMap(({ slug, name, price, tiers, shown_unit }) => {
    const tier = tiers.at(-1);
    if (price === null || !tier || tier.price >= price) return [];
    const usual = price * tier.from_count;
    const sum = tier.price * tier.from_count;
    const amount = shownAmount(tier.from_count, shown_unit);
    return [{ slug, name, amount, usual, sum, percent: discountPercent(price, tier.price) }];
  });
  const best = counted.toSorted((a, b) => b.usual - b.sum - (a.usual - a.sum))[0];
  return best
    ? {
        slug: best.slug,
        name: best.name,
        amount: best.amount,
        percent: best.percent,
        usual: formatPrice(best.usual),
        sum: formatPrice(best.sum),
        saved: formatPrice(best.usual - best.sum),
      }
    : null;
}

export type WorkedExample = NonNullable<ReturnType<typeof workedExample>>;

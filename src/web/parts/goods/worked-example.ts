import type { Offer } from '#modules/catalogue/offers.ts';
import { formatPrice, savedPercent } from '#shared/money.ts';
import { priceAt } from '#shared/tiers.ts';
import { perUnit, type ShownUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';

type Priced = Pick<Offer, 'slug' | 'name' | 'price' | 'buyer_price' | 'tiers' | 'shown_unit'>;

/**
 * One purchase counted at the prices of the branch: as many as a price by quantity asks for, each at the usual price
 * and at that one. Of the given goods the one that saves most; null where none has such a price.
 */
export function workedExample(goods: Omit<Priced, 'buyer_price'>[]) {
  return mostSaving(
    goods.map((one) => {
      const tier = one.tiers.at(-1);
      return { ...one, count: tier?.from_count ?? 1, usual: one.price, charged: tier?.price ?? null };
    }),
  );
}

/**
 * The same purchase at everybody's price for so many, and at a firm's: `firms`, by product, are the same goods with its
 * column. null where it buys nothing cheaper.
 */
export function firmExample(goods: (Priced & { product_id: number })[], firms: ReadonlyMap<number, Priced>) {
  return mostSaving(
    goods.map((one) => {
      const count = one.tiers.at(-1)?.from_count ?? 1;
      const firm = firms.get(one.product_id);
      return { ...one, count, usual: chargedAt(one, count), charged: firm ? chargedAt(firm, count) : null };
    }),
  );
}

function chargedAt({ price, buyer_price, tiers }: Priced, count: number): number | null {
  const one = buyer_price ?? price;
  return one === null ? null : priceAt(one, tiers, count);
}

type Counted = {
  slug: string;
  name: string;
  shown_unit: ShownUnit;
  count: number;
  usual: number | null;
  charged: number | null;
};

/** Kopecks of one sales unit in, words out. */
function mostSaving(goods: Counted[]) {
  const cheaper = goods.flatMap(({ usual, charged, ...one }) =>
    usual !== null && charged !== null && charged < usual ? { ...one, usual, charged } : [],
  );
  const [best] = cheaper.toSorted((a, b) => (b.usual - b.charged) * b.count - (a.usual - a.charged) * a.count);
  if (!best) return null;
  const { slug, name, shown_unit, count, usual, charged } = best;
  const percent = savedPercent(usual, charged);
  const saved = `Дешевле на ${formatPrice((usual - charged) * count)}`;
  const each = (kopecks: number) => `${formatPrice(shownPrice(kopecks, shown_unit))} ${perUnit(shown_unit)}`;
  return {
    slug,
    name,
    amount: shownAmount(count, shown_unit),
    /** «от 40 мешков», where the price is that of a number. */
    from_words: count > 1 ? `от\u00a0${shownAmount(count, shown_unit, 'genitive')}` : null,
    /** «Дешевле на 1 160 ₽, это 6 %»; less than one percent is shown by the sum alone. */
    saved_words: percent === 0 ? saved : `${saved}, это\u00a0${percent}\u00a0%`,
    usual_each: each(usual),
    each: each(charged),
    usual: formatPrice(usual * count),
    sum: formatPrice(charged * count),
  };
}

export type WorkedExample = NonNullable<ReturnType<typeof mostSaving>>;

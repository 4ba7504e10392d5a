import { formatPrice } from './money.ts';
import { perUnit, plainUnit, type ShownUnit, shownPrice } from './unit-words.ts';
import { type SaleUnits, unitPrice } from './units.ts';

/** Goods with what is charged for one sales unit of them, kopecks; null: on request. */
export type PricedGoods = Pick<SaleUnits, 'unit' | 'base_unit' | 'factor'> & {
  shown_unit: ShownUnit;
  price: number | null;
};

/** How much more (or less) goods cost than others: kopecks for one sales unit of `per`, and the same as a share. */
export type PriceGap = { kopecks: number; per: ShownUnit; share: number };

/**
 * By what is sold where both are sold in the same pack, else by what they are measured in; null: not to be compared.
 * One rule for the product's page and the cart, so that both name the same sum.
 */
export function priceGap(own: PricedGoods, other: PricedGoods): PriceGap | null {
  if (own.price === null || other.price === null || own.base_unit !== other.base_unit) return null;
  const isSame = own.unit === other.unit && isSameFactor(own, other);
  const [before, after] = isSame
    ? [own.price, other.price]
    : [unitPrice(own.price, own.factor), unitPrice(other.price, other.factor)];
  const per = isSame ? other.shown_unit : plainUnit(own.base_unit);
  return { kopecks: after - before, per, share: Math.abs(after - before) / Math.max(before, 1) };
}

/** «дешевле на 51 ₽ за мешок», «та же цена за м²». */
export function priceGapWords(gap: Pick<PriceGap, 'kopecks' | 'per'>): string {
  return `${gapWords(gap)} ${perUnit(gap.per)}`;
}

/** The same on a card, whose price is of a piece unless it says otherwise: «дешевле на 70 ₽», «та же цена». */
export function cardGapWords(gap: Pick<PriceGap, 'kopecks' | 'per'>): string {
  return gap.per.short === 'шт.' ? gapWords(gap) : priceGapWords(gap);
}

function gapWords({ kopecks, per }: Pick<PriceGap, 'kopecks' | 'per'>): string {
  if (kopecks === 0) return 'та\u00a0же цена';
  return `${kopecks > 0 ? 'дороже' : 'дешевле'} на\u00a0${formatPrice(shownPrice(Math.abs(kopecks), per))}`;
}

/** Both packs hold the same amount. */
export function isSameFactor(a: Pick<SaleUnits, 'factor'>, b: Pick<SaleUnits, 'factor'>): boolean {
  return a.factor[0] * b.factor[1] === b.factor[0] * a.factor[1];
}

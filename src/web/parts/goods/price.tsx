import type { ProductCard } from '#modules/catalogue/card.ts';
import { formatPrice } from '#shared/money.ts';
import { perUnit, type ShownUnit, shownPrice } from '#shared/unit-words.ts';

type Priced = Pick<ProductCard, 'price' | 'old_price' | 'buyer_price' | 'unit_price' | 'shown_unit' | 'is_on_sale_now'>;

/**
 * Price, old price, price of a base unit and the business price, in that order. Heights are kept when a line is empty.
 */
export function CardPrice({ product }: { product: Priced }) {
  const { price, old_price, buyer_price, unit_price, shown_unit } = product;
  return (
    <>
      <p className="card__price">
        {price === null ? (
          <b className="price price--ask">Цена по запросу</b>
        ) : (
          <b className={`price${old_price ? ' price--now' : ''}${product.is_on_sale_now ? '' : ' soft'}`}>
            {formatPrice(shownPrice(price, shown_unit))}
          </b>
        )}
        {old_price ? <OldPrice kopecks={shownPrice(old_price, shown_unit)} /> : null}
      </p>
      <p className="card__unit">
        {price !== null && !product.is_on_sale_now
          ? 'последняя цена'
          : priceStandsFor(price === null ? null : unit_price, shown_unit)}
      </p>
      {buyer_price === null ? null : <BusinessPrice kopecks={shownPrice(buyer_price, shown_unit)} />}
    </>
  );
}

/** «16,3 ₽/кг»: the price of a base unit, where that is another than what the price stands for. */
export function basePriceWords(unit_price: ProductCard['unit_price'], shown: ShownUnit): string | null {
  return unit_price && unit_price.unit !== shown.short ? `${formatPrice(unit_price.price)}/${unit_price.unit}` : null;
}

/** Under a price: «16,3 ₽/кг», else «за пару»; both where the price is of no whole sales unit: «за метр · 120 ₽/м²». */
export function priceStandsFor(unit_price: ProductCard['unit_price'], shown: ShownUnit): string {
  const perBase = basePriceWords(unit_price, shown);
  if (perBase === null) return perUnit(shown);
  return shown.parts > 1 ? `${perUnit(shown)} · ${perBase}` : perBase;
}

/** What the buyer's own column asks: this price is charged, the one above is the shop's. */
export function BusinessPrice({ kopecks }: { kopecks: number }) {
  return (
    <p className="card__biz">
      <b className="b">{formatPrice(kopecks)}</b> для бизнеса, с&nbsp;НДС
    </p>
  );
}

/** The struck price; a screen reader hears what it is. */
export function OldPrice({ kopecks, className = '' }: { kopecks: number; className?: string }) {
  return (
    <s className={`was ${className}`}>
      <span className="sr">Прежняя цена </span>
      {formatPrice(kopecks)}
    </s>
  );
}

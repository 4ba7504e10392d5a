import type { ReactNode } from 'react';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { formatPrice } from '#shared/money.ts';
import { productState, type Stated } from '#shared/product-state.ts';
import { basePriceWords, perUnit, type ShownUnit, shownPrice } from '#shared/unit-words.ts';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';

type Priced = Stated & Pick<ProductCard, 'old_price' | 'unit_price' | 'buyer_unit_price'>;

/** «последняя цена за мешок»: said of the price of goods that are not there, which is no offer. */
export function pastPriceWords(shown: ShownUnit, basePrice: string | null = null): string {
  return [`последняя цена ${perUnit(shown)}`, basePrice].filter(Boolean).join('\u00a0· ');
}

/**
 * What the buyer is charged, an old price where the branch has really lowered its own, and the price of a base unit; a
 * firm reads the retail price, or that there is no other, in a line of its own. Heights are kept when a line is empty.
 * `children`: said beside the price while it is an offer.
 */
export function CardPrice({ product, children }: { product: Priced; children?: ReactNode }) {
  const { price, old_price, buyer_price, unit_price, buyer_unit_price, shown_unit } = product;
  const isFirm = useShellIfAny()?.business_scope;
  const charged = buyer_price ?? price;
  const isOffer = !['none', 'gone'].includes(productState(product).kind);
  const isLowered = isOffer && old_price !== null && buyer_price === null;
  return (
    <>
      <p className="card__price">
        {charged === null ? (
          <b className="price price--ask">Цена по запросу</b>
        ) : (
          <b className={`price${isLowered ? ' price--now' : ''}${isOffer ? '' : ' soft'}`}>
            {formatPrice(shownPrice(charged, shown_unit))}
          </b>
        )}
        {isLowered ? <OldPrice kopecks={shownPrice(old_price, shown_unit)} /> : null}
        {isOffer ? children : null}
      </p>
      <p className="card__unit">
        {charged === null
          ? null
          : isOffer
            ? priceStandsFor(buyer_price === null ? unit_price : buyer_unit_price, shown_unit)
            : pastPriceWords(shown_unit)}
      </p>
      {buyer_price !== null ? (
        <p className="card__biz num">{firmPriceWords(price, shown_unit)}</p>
      ) : isFirm && isOffer && charged !== null ? (
        <p className="card__biz soft">цена как в рознице</p>
      ) : null}
    </>
  );
}

/** Beside a price that a firm is charged. */
export const businessWords = 'для бизнеса';

/** «для бизнеса · в рознице 489 ₽»: under a firm's own price, on cards and on the product's page. */
export function firmPriceWords(price: number | null, shown: ShownUnit): string {
  return price === null ? businessWords : `${businessWords} · в\u00a0рознице ${formatPrice(shownPrice(price, shown))}`;
}

/** Under a price, of all goods alike: «за мешок · 16,3 ₽/кг»; «за пару» where there is no price of a base unit. */
export function priceStandsFor(unit_price: ProductCard['unit_price'], shown: ShownUnit): string {
  return [perUnit(shown), basePriceWords(unit_price, shown)].filter(Boolean).join('\u00a0· ');
}

/** The struck price; a screen reader says what it is. */
export function OldPrice({ kopecks, className = '' }: { kopecks: number; className?: string }) {
  return (
    <s className={`was ${className}`}>
      <span className="sr">Прежняя цена </span>
      {formatPrice(kopecks)}
    </s>
  );
}

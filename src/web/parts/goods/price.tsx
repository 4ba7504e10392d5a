import type { ProductCard } from '#modules/catalogue/card.ts';
import { formatPrice } from '#shared/money.ts';

type Priced = Pick<ProductCard, 'price' | 'old_price' | 'buyer_price' | 'unit_price' | 'unit' | 'is_on_sale_now'>;

/**
 * Price, old price, price of a base unit and the business price, in that order. Heights are kept when a line is empty.
 */
export function CardPrice({ product }: { product: Priced }) {
  const { price, old_price, buyer_price, unit_price } = product;
  return (
    <>
      <p className="card__price">
        {price === null ? (
          <b className="price price--ask">Цена по запросу</b>
        ) : (
          <b className={`price${old_price ? ' price--now' : ''}${product.is_on_sale_now ? '' : ' soft'}`}>
            {formatPrice(price)}
          </b>
        )}
        {old_price ? <OldPrice kopecks={old_price} /> : null}
      </p>
      <p className="card__unit">
        {price === null ? (
          <>за 1&nbsp;{product.unit}</>
        ) : product.is_on_sale_now ? (
          unit_price ? (
            `${formatPrice(unit_price.price)}/${unit_price.unit}`
          ) : (
            `за 1 ${product.unit}`
          )
        ) : (
          'последняя цена'
        )}
      </p>
      {buyer_price === null ? null : <BusinessPrice kopecks={buyer_price} />}
    </>
  );
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

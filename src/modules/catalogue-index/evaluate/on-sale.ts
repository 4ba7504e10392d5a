import type { PriceContext } from '#modules/departments/queries.ts';
import { priceAt } from '../columns/prices.ts';
import { leftAt } from '../columns/stock.ts';
import type { Segment } from '../segment.ts';

/** Whether a row of the segment can be bought now: the rule of `isOnSale` over the columns. */
export function onSaleIn({ prices, stock, minCount }: Segment, priceContext: PriceContext): (row: number) => boolean {
  const retail = prices.get(priceContext.price_column);
  const buyer = priceContext.buyer_price_column === null ? undefined : prices.get(priceContext.buyer_price_column);
  const own = stock.get(priceContext.store);
  return (row) =>
    ((buyer && priceAt(buyer, row)) || (retail && priceAt(retail, row)) || 0) > 0 &&
    (own ? leftAt(own, row) : -1) >= (minCount[row] ?? 1);
}

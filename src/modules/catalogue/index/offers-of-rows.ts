import type { Shelf } from '#modules/departments/queries.ts';
import type { CatalogueIndex, Part } from './parts.ts';
import { oldPriceAt, priceAt } from './prices.ts';
import { leftAt } from './stock.ts';

/** What of a card the arrays know: taken down before anything is awaited, for they change. Kopecks. */
export type RowOffer = {
  id: number;
  price: number | null;
  old_price: number | null;
  buyer_price: number | null;
  available: number | null;
  pickup_points_today: number;
  variants_count: number;
};

/** `stores`: of the points that could hand goods over today. */
export function offersOfRows(
  index: CatalogueIndex,
  shelf: Shelf,
  cards: { part: number; row: number }[],
  stores: string[],
  now: number,
): RowOffer[] {
  return cards.map(({ part: number, row }) => {
    const part = index.parts[number]!;
    const { segment } = part;
    const retail = segment.prices.get(shelf.price_column);
    const buyer = shelf.buyer_price_column === null ? undefined : segment.prices.get(shelf.buyer_price_column);
    const leftIn = (store: string) => {
      const stock = segment.stock.get(store);
      return stock ? leftAt(stock, row) : -1;
    };
    const available = leftIn(shelf.store);
    return {
      id: segment.id[row]!,
      price: (retail && priceAt(retail, row)) || null,
      old_price: (retail && oldPriceAt(retail, row, now / 1000)) || null,
      buyer_price: (buyer && priceAt(buyer, row)) || null,
      available: available === -1 ? null : available,
      pickup_points_today: stores.filter((store) => leftIn(store) >= segment.minCount[row]!).length,
      variants_count: variantsOf(part, row),
    };
  });
}

function variantsOf({ segment: { model, size }, dead }: Part, row: number): number {
  let count = 0;
  for (let at = row; at >= 0 && model[at] === model[row]; at--) count += 1 - dead[at]!;
  for (let at = row + 1; at < size && model[at] === model[row]; at++) count += 1 - dead[at]!;
  return count;
}

import type { Database } from '#platform/database.ts';

/** A price in kopecks that no other number of a test looks like. */
const purchasePrice = 7_731_913;

/** What tells it: as it lies in the table, as pages, calls, feeds and tables write it, and its column. */
export const purchasePriceWords = [
  String(purchasePrice),
  '77319.13',
  '77319,13',
  ...[' ', '\u00a0', '\u202f', '&nbsp;'].map((space) => `77${space}319,13`),
  'zakupka',
  'Закупочная',
];

/** The product's price in a column of purchase prices. */
export async function makePurchasePrice(db: Database, { id }: { id: number }): Promise<void> {
  const column = { price_column: 'zakupka', name: 'Закупочная', is_cost: true };
  await db.insertInto('price_columns').values(column).execute();
  await db
    .insertInto('prices')
    .values({ price_column: column.price_column, product_id: id, price: purchasePrice })
    .execute();
}

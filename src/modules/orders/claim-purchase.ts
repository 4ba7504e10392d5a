import { type Db, preparedStatement } from '#platform/database.ts';
import type { OrderView } from './queries.ts';

/** An order as a counter of visits may know it: goods and sums, nobody's name. Kopecks. */
export type Purchase = {
  number: number;
  total: number;
  coupon: string | null;
  products: {
    id: number;
    name: string;
    brand: string | null;
    category: string | null;
    price: number;
    count: number;
  }[];
};

/** Later than this nothing is reported any more: opening an old order is no purchase. */
const reportedWithinMs = 86_400_000;

const claim = preparedStatement<{ id: string }>(
  'claim_purchase',
  `update orders set purchase_reported_at = $2::timestamptz
  where id = $1::uuid and purchase_reported_at is null and created_at > $3::timestamptz returning id`,
);
const selectKinds = preparedStatement<{ id: number; brand: string | null; category: string | null }>(
  'purchase_products',
  `select p.id, b.name as brand, c.code as category from products p
  left join brands b on b.id = p.brand_id
  left join product_categories pc on pc.product_id = p.id and pc.is_main
  left join categories c on c.id = pc.category_id
  where p.id = any($1::int[])`,
);

/**
 * S7-28: the purchase to report, for the first who asks within a day of the order; null for everybody after. Reload, a
 * second tab and another device therefore report nothing. Call with an order its reader may see.
 */
export async function claimPurchase(db: Db, order: OrderView, now = new Date()): Promise<Purchase | null> {
  const [claimed] = await claim(db, [order.id, now, new Date(now.getTime() - reportedWithinMs)]);
  if (!claimed) return null;
  const kinds = new Map(
    (await selectKinds(db, [order.lines.map(({ product_id }) => product_id)])).map((row) => [row.id, row]),
  );
  return {
    number: order.number,
    total: order.total,
    coupon: order.coupon,
    products: order.lines.map(({ product_id, name, price, count }) => ({
      id: product_id,
      name,
      brand: kinds.get(product_id)?.brand ?? null,
      category: kinds.get(product_id)?.category ?? null,
      price,
      count,
    })),
  };
}

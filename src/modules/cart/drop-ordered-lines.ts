import { type Db, preparedStatement } from '#platform/database.ts';
import type { CartCount } from './cart.ts';

/**
 * Takes exactly the ordered goods out of a signed-in person's cart, and the coupon if it is the one that was used
 * (S7-32). Of those named in `left` so many stay. Call in the order's transaction; a person without a cart loses
 * nothing.
 */
export async function dropOrderedLines(
  db: Db,
  user_id: string,
  { product_ids, left, coupon }: { product_ids: number[]; left: CartCount[]; coupon: string | null },
  now: Date,
): Promise<void> {
  const leftIds = left.map((line) => line.product_id);
  const dropped = product_ids.filter((id) => !leftIds.includes(id));
  await dropLines(db, [user_id, coupon, now, dropped, leftIds, left.map((line) => line.count)]);
}

const dropLines = preparedStatement(
  'drop_ordered_lines',
  `with cart as (
    update carts set version = version + 1, changed_at = $3::timestamptz, coupon = nullif(coupon, $2::text) where id = $1::uuid
    returning id
  ), shrunk as (
    update cart_lines l set count = r.count
    from cart, unnest($5::int[], $6::int[]) as r (product_id, count)
    where l.cart_id = cart.id and l.product_id = r.product_id
  )
  delete from cart_lines l using cart where l.cart_id = cart.id and l.product_id = any ($4::int[])`,
);

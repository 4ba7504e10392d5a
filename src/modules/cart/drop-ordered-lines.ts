import { type Db, preparedStatement } from '#platform/database.ts';

/**
 * Takes exactly the ordered goods out of a signed-in person's cart, and the coupon if it is the one that was used
 * (S7-32). Call in the order's transaction; a person without a cart loses nothing.
 */
export async function dropOrderedLines(
  db: Db,
  user_id: string,
  ordered: { product_ids: number[]; coupon: string | null },
  now: Date,
): Promise<void> {
  await dropLines(db, [user_id, ordered.coupon, now, ordered.product_ids]);
}

const dropLines = preparedStatement(
  'drop_ordered_lines',
  `with cart as (
    update carts set version = version + 1, changed_at = $3::timestamptz, coupon = nullif(coupon, $2::text) where id = $1::uuid
    returning id
  )
  delete from cart_lines l using cart where l.cart_id = cart.id and l.product_id = any ($4::int[])`,
);

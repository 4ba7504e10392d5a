import { type Db, preparedStatement } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AccountCart, CartContents } from './cart.ts';

/** S7-14: empty, of version 0, when this person never had a cart. One statement. */
export async function readAccountCart(db: Db, user_id: string): Promise<AccountCart> {
  const [row] = await selectCart(db, [user_id]);
  return { kept: 'account', user_id, is_whole: true, ...(row ?? { version: 0, lines: [], coupon: null }) };
}

/**
 * The same, made if missing and locked: whoever changes a cart waits here, so that nothing is changed unseen. Call in a
 * transaction, before any other row of the cart is touched.
 */
export async function lockAccountCart(db: Db, user_id: string, now: Date): Promise<AccountCart> {
  await lockCart(db, [user_id, now]);
  // A statement of its own: what the wait was for is seen only by a later one.
  return readAccountCart(db, user_id);
}

/**
 * Makes the stored cart these lines, in this order for new ones, and this coupon. The cart must be locked. Returns the
 * new version. `department_id_1c`: the branch where goods were put into it; null: it stays as it was.
 */
export async function writeAccountCart(
  db: Db,
  user_id: string,
  { lines, coupon }: CartContents,
  now: Date,
  department_id_1c: string | null = null,
): Promise<number> {
  const ids = lines.map((line) => line.product_id);
  const counts = lines.map((line) => line.count);
  const [row] = await writeCart(db, [user_id, coupon, now, ids, counts, department_id_1c]).catch(throwCartFull);
  if (!row) throw new Error('Корзина не записана');
  return row.version;
}

const selectCart = preparedStatement<CartContents & { version: number }>(
  'read_cart',
  `select c.version, c.coupon, coalesce(
    (select json_agg(json_build_object('product_id', l.product_id, 'count', l.count) order by l.position)
      from cart_lines l where l.cart_id = c.id), '[]') as lines
  from carts c where c.id = $1::uuid`,
);

const lockCart = preparedStatement(
  'lock_cart',
  `insert into carts (id, changed_at) values ($1::uuid, $2::timestamptz)
  on conflict (id) do update set changed_at = excluded.changed_at`,
);

// Every statement takes the cart's own row first: lines locked before it would deadlock with a parallel change.
const writeCart = preparedStatement<{ version: number }>(
  'write_cart',
  `with cart as (
    update carts set coupon = $2::text, version = version + 1, changed_at = $3::timestamptz,
      department_id_1c = coalesce($6::text, department_id_1c) where id = $1::uuid
    returning id, version
  ), gone as (
    delete from cart_lines l using cart where l.cart_id = cart.id and l.product_id <> all ($4::int[])
  ), kept as (
    insert into cart_lines (cart_id, product_id, count, added_at)
    select cart.id, p.id, given.count, $3::timestamptz
    from cart, unnest($4::int[], $5::int[]) with ordinality given (product_id, count, at) join products p on p.id = given.product_id
    order by given.at
    on conflict (cart_id, product_id) do update set count = excluded.count, added_key = null where cart_lines.count <> excluded.count
  )
  select version from cart`,
);

/** The trigger that bounds a cart, as a refusal. */
export function throwCartFull(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'cart_lines_limit') {
    throw new Refusal('cart_full');
  }
  throw error;
}

import { isOnSaleSql, offerJoins, shelfStatement } from '#modules/catalogue/offers.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Cart } from './lines.ts';
import type { CartLineInput } from './schema.ts';

/** A signed-in person's cart as its rows keep it. */
export type UserCart = Pick<Cart, 'lines' | 'coupon'> & { version: number };

/** S7-14: null when this person never had a cart. One statement. */
export async function readUserCart(db: Db, user_id: string): Promise<UserCart | null> {
  const [row] = await selectCart(db, [user_id]);
  return row ?? null;
}

/**
 * The same, made if missing and locked: whoever changes a cart waits here, so that nothing is changed unseen. Call in a transaction, before
 * any other row of the cart is touched.
 */
export async function lockUserCart(db: Db, user_id: string, now: Date): Promise<UserCart> {
  await lockCart(db, [user_id, now]);
  // A statement of its own: what the wait was for is seen only by a later one.
  const [row] = await selectCart(db, [user_id]);
  if (!row) throw new Error('Корзина исчезла под замком');
  return row;
}

/** Makes the stored cart these lines, in this order for new ones, and this coupon. The cart must be locked. Returns the new version. */
export async function writeUserCart(
  db: Db,
  user_id: string,
  { lines, coupon }: Pick<Cart, 'lines' | 'coupon'>,
  now: Date,
): Promise<number> {
  const ids = lines.map((line) => line.product_id);
  const counts = lines.map((line) => line.count);
  const [row] = await writeCart(db, [user_id, coupon, now, ids, counts]).catch(throwCartFull);
  if (!row) throw new Error('Корзина не записана');
  return row.version;
}

export type AddedLine = {
  version: number;
  coupon: string | null;
  /** What lies in the line now; null: it would have broken the bounds, and the line stayed as it was. */
  count: number | null;
};

/**
 * S4-07 in one statement: what the branch sells now goes in, the count grows if the line exists, also when two devices add at once. The sum
 * stays within step, minimum and maximum; `key` names the press, and the same press sent again adds nothing. null: this pair of id and idcode
 * is not on sale here, or the count alone breaks the bounds; then nothing is written. Throws cart_full.
 */
export async function addUserLine(
  db: Db,
  shelf: Shelf,
  user_id: string,
  { product_id, product_idcode, count }: CartLineInput,
  key: string | null,
  now: Date,
): Promise<AddedLine | null> {
  const values = [user_id, now, product_id, product_idcode, count, key];
  const [row] = await addLine(db, shelf, values).catch(throwCartFull);
  return row ?? null;
}

/**
 * Takes exactly the ordered goods out, and the coupon if it is the one that was used (S7-32). Call in the order's transaction; a person
 * without a cart loses nothing.
 */
export async function dropOrderedLines(
  db: Db,
  user_id: string,
  ordered: { product_ids: number[]; coupon: string | null },
  now: Date,
): Promise<void> {
  await dropLines(db, [user_id, ordered.coupon, now, ordered.product_ids]);
}

const selectCart = preparedStatement<UserCart>(
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

// Every statement takes the cart's own row first: lines locked before it would close a ring with a parallel change.
const writeCart = preparedStatement<{ version: number }>(
  'write_cart',
  `with cart as (
    update carts set coupon = $2::text, version = version + 1, changed_at = $3::timestamptz where id = $1::uuid
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

const addLine = shelfStatement<AddedLine>(
  'add_to_cart',
  (shelf) => `with offer as (
    select p.id, p.step, p.min_count, p.max_count
    from products p ${offerJoins(shelf)}
    where p.id = $3::int and p.idcode = $4::text and ${isOnSaleSql} and $5::int % p.step = 0 and $5::int <= p.max_count
  ), cart as (
    insert into carts (id, changed_at) select $1::uuid, $2::timestamptz from offer
    on conflict (id) do update set version = carts.version + 1, changed_at = excluded.changed_at
    returning id, version, coupon
  ), line as (
    insert into cart_lines (cart_id, product_id, count, added_at, added_key)
    select cart.id, offer.id, $5::int, $2::timestamptz, $6::text from cart, offer
    where $5::int >= offer.min_count or exists (select from cart_lines l where l.cart_id = $1::uuid and l.product_id = $3::int)
    on conflict (cart_id, product_id) do update
    set count = cart_lines.count + case when cart_lines.added_key = excluded.added_key then 0 else excluded.count end,
      added_key = excluded.added_key
    where cart_lines.added_key = excluded.added_key
      or exists (select from offer where cart_lines.count + excluded.count <= offer.max_count
        and (cart_lines.count + excluded.count) % offer.step = 0)
    returning count
  )
  select cart.version, cart.coupon, line.count from cart left join line on true`,
);

const dropLines = preparedStatement(
  'drop_ordered_lines',
  `with cart as (
    update carts set version = version + 1, changed_at = $3::timestamptz, coupon = nullif(coupon, $2::text) where id = $1::uuid
    returning id
  )
  delete from cart_lines l using cart where l.cart_id = cart.id and l.product_id = any ($4::int[])`,
);

function throwCartFull(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'cart_lines_limit') {
    throw new Refusal('cart_full');
  }
  throw error;
}

import { isOnSaleSql, offerJoins, orderableOf, priceContextStatement } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { readAccountCart, throwCartFull } from './account-cart.ts';
import { type Cart, type CartRef, countInCart, withLine } from './cart.ts';
import { checkCount, checkOrderable } from './check-line.ts';
import type { CartLineInput } from './schema.ts';

/**
 * Puts goods into the cart; the count grows if the line exists (S4-07). Throws wrong_pair, not_orderable, bad_count,
 * cart_full. More than is left may lie in a cart: getCart names it. A signed-in person's line is checked and written by
 * one statement, and of the cart that is returned only this line is known; a guest's cart is kept by the answer's
 * cookies. `key`: the request key; sent again with it, nothing is added.
 */
export async function addToCart(
  db: Db,
  priceContext: PriceContext,
  cart: CartRef,
  line: CartLineInput,
  { key = null, now = new Date() }: { key?: string | null; now?: Date } = {},
): Promise<Cart> {
  const { product_id, product_idcode, count } = line;
  if (cart.kept === 'cookie') {
    const offer = checkOrderable(await orderableOf(db, priceContext, product_id), line);
    const changed = withLine(cart, product_id, count);
    checkCount(offer, countInCart(changed, product_id));
    return changed;
  }
  const values = [cart.user_id, now, product_id, product_idcode, count, key, priceContext.department_id_1c];
  const [added] = await addLine(db, priceContext, values).catch(throwCartFull);
  if (added?.count == null) throw await whyNotAdded(db, priceContext, cart.user_id, line);
  const { version, coupon } = added;
  return { ...cart, version, coupon, lines: [{ product_id, count: added.count }], is_whole: false };
}

type AddedLine = {
  version: number;
  coupon: string | null;
  /** What lies in the line now; null: it would have broken the bounds, and the line stayed as it was. */
  count: number | null;
};

/**
 * S4-07 in one statement: what the branch sells now goes in, the count grows if the line exists, also when two devices
 * add at once. The sum stays within step, minimum and maximum; the same request key sent again adds nothing. No row:
 * this pair of id and idcode is not on sale here, or the count alone breaks the bounds; then nothing is written. The
 * cart's own row is taken first: lines locked before it would deadlock with a parallel change.
 */
const addLine = priceContextStatement<AddedLine>(
  'add_to_cart',
  (priceContext) => `with offer as (
    select p.id, p.step, p.min_count, p.max_count
    from products p ${offerJoins(priceContext)}
    where p.id = $3::int and p.idcode = $4::text and ${isOnSaleSql} and $5::int % p.step = 0 and $5::int <= p.max_count
  ), cart as (
    insert into carts (id, changed_at, department_id_1c) select $1::uuid, $2::timestamptz, $7::text from offer
    on conflict (id) do update set version = carts.version + 1, changed_at = excluded.changed_at,
      department_id_1c = excluded.department_id_1c
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

/** The statement only says that nothing was added; asked afterwards, what it found has a name. */
async function whyNotAdded(db: Db, priceContext: PriceContext, user_id: string, line: CartLineInput): Promise<Refusal> {
  const { product_id, count } = line;
  try {
    const offer = checkOrderable(await orderableOf(db, priceContext, product_id), line);
    if (count % offer.step !== 0 || count > offer.max_count) checkCount(offer, count);
    checkCount(offer, countInCart(await readAccountCart(db, user_id), product_id) + count);
    return new Refusal('bad_count', { product_id });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

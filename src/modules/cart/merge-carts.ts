import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { couponCode } from '#modules/pricing/coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { cartLimits } from '#shared/constants.ts';
import { formatCount, plural } from '#shared/plurals.ts';
import { lockAccountCart, readAccountCart, writeAccountCart } from './account-cart.ts';
import { type AccountCart, type CartContents, type CartCount, countInCart, withLine } from './cart.ts';

/** A guest's cart on its way into an account. */
export type GuestLines = CartContents & { visitor: string; department_id_1c?: string };

export type MergeResult = {
  /** What came into the account's cart now; empty when it had come before. */
  added: CartCount[];
  cart: AccountCart;
};

/**
 * S4-10, S7-16: the account's cart takes the guest's lines, summed per line, nothing cut. The same guest's cart again
 * brings nothing; grown since (its answer was lost, and the guest went on) it brings what is new. The guest's coupon is
 * taken where the account's cart has none. Throws cart_full or bad_count when the sum does not fit: then nothing is
 * merged, and the entry point keeps the guest's cookie. Call in a transaction.
 */
export async function mergeGuestCart(
  db: Db,
  user_id: string,
  guest: GuestLines,
  now = new Date(),
): Promise<MergeResult> {
  const stored = await lockAccountCart(db, user_id, now);
  const lines = await existing(db, guest.lines);
  const lines_hash = hashOf(lines);
  const earlier = await earlierMerges(db, user_id, guest.visitor);
  if (earlier.some((merge) => merge.lines_hash.equals(lines_hash))) return { added: [], cart: stored };
  const came = broughtBy(earlier);
  const added = lines.flatMap(({ product_id, count }) => {
    const fresh = count - (came.get(product_id) ?? 0);
    return fresh > 0 ? [{ product_id, count: fresh }] : [];
  });
  const merged = { lines: sumOf(stored.lines, added), coupon: stored.coupon ?? couponCode(guest.coupon ?? '') };
  const brought = JSON.stringify(Object.fromEntries(added.map(({ product_id, count }) => [product_id, count])));
  await sql`insert into cart_merges (cart_id, guest, lines_hash, lines, created_at)
    values (${user_id}, ${guest.visitor}, ${lines_hash}, ${brought}::jsonb, ${now})`.execute(db);
  return {
    added,
    cart: { ...stored, ...merged, version: await writeAccountCart(db, user_id, merged, now, guest.department_id_1c) },
  };
}

/**
 * The two carts as one, in the order of the first. Throws cart_full naming how many lines it would be, bad_count naming
 * the product.
 */
export function sumOf(lines: CartCount[], added: CartCount[]): CartCount[] {
  const fresh = added.filter(({ product_id }) => countInCart({ lines }, product_id) === 0).length;
  const together = lines.length + fresh;
  if (together > cartLimits.lines) {
    throw new Refusal(
      'cart_full',
      { lines: together, max_lines: cartLimits.lines },
      `Вместе получается ${together} ${plural(together, 'позиция', 'позиции', 'позиций')}, а в корзине помещается ${cartLimits.lines}`,
    );
  }
  return added.reduce<Pick<CartContents, 'lines'>>(
    (cart, { product_id, count }) => {
      const sum = countInCart(cart, product_id) + count;
      if (sum <= cartLimits.maxCount) return withLine(cart, product_id, count);
      throw new Refusal(
        'bad_count',
        { product_id, max_count: cartLimits.maxCount },
        `Одного из товаров вместе получается ${formatCount(sum)}, а в строке помещается ${formatCount(cartLimits.maxCount)}`,
      );
    },
    { lines },
  ).lines;
}

/** A cookie may name what never was in the shop; such a line has nothing to be lost. */
async function existing(db: Db, lines: CartCount[]): Promise<CartCount[]> {
  const ids = lines.map((line) => line.product_id);
  const { rows } = await sql<{ id: number }>`select id from products where id = any(${ids}::int[])`.execute(db);
  const known = new Set(rows.map((row) => row.id));
  return lines.filter((line) => known.has(line.product_id));
}

/** Of lines in any order. */
function hashOf(lines: CartCount[]): Buffer {
  const text = lines.map(({ product_id, count }) => `${product_id}-${count}`).toSorted();
  return createHash('sha256').update(text.join('.')).digest();
}

type EarlierMerge = { lines_hash: Buffer; lines: Record<string, number> };

async function earlierMerges(db: Db, cart_id: string, guest: string): Promise<EarlierMerge[]> {
  const { rows } = await sql<EarlierMerge>`
    select lines_hash, lines from cart_merges where cart_id = ${cart_id} and guest = ${guest}`.execute(db);
  return rows;
}

function broughtBy(merges: EarlierMerge[]): Map<number, number> {
  const came = new Map<number, number>();
  for (const { lines } of merges) {
    for (const [id, count] of Object.entries(lines)) came.set(Number(id), (came.get(Number(id)) ?? 0) + count);
  }
  return came;
}

/** Why `moveCartOf` would refuse, in words; null: it would not. */
export async function moveCartObstacle(db: Db, from: string, to: string): Promise<string | null> {
  const [gone, stored] = await Promise.all([readAccountCart(db, from), readAccountCart(db, to)]);
  try {
    sumOf(stored.lines, gone.lines);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/**
 * The cart of an account that becomes another (`to`) is added to that one's, summed per line. Throws cart_full or
 * bad_count when the sum does not fit. Call in a transaction.
 */
export async function moveCartOf(db: Db, from: string, to: string, now = new Date()): Promise<void> {
  const gone = await lockAccountCart(db, from, now);
  if (gone.lines.length > 0 || gone.coupon) {
    const stored = await lockAccountCart(db, to, now);
    const lines = sumOf(stored.lines, gone.lines);
    await writeAccountCart(db, to, { lines, coupon: stored.coupon ?? gone.coupon }, now);
  }
  await sql`delete from carts where id = ${from}::uuid`.execute(db);
}

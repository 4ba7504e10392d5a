import { sql } from 'kysely';
import { ordersOf } from '#modules/orders/branch-scope.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { isOrderInScope, isOrderOf, type OrderScope } from '#modules/orders/staff-orders.ts';
import type { Db } from '#platform/database.ts';
import { returnTry, takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { listActs } from './acts.ts';
import { findByCode, type Pass, readPass } from './pass.ts';

/**
 * What was scanned or typed, and what it opens. `pass` null: found by its number alone, the code is still to be
 * dictated.
 */
export type AtDesk = { order: OrderView; pass: Pass | null; proof: 'pass' | 'code' | null };

/** Who stands at the desk, and which orders they may read without being shown a pass or told a code. */
export type Desk = OrderScope & { user_id: string };

/** Wrong codes of one person: after so many the desk waits. A right one is not counted, and forgets no wrong one. */
const tries = { max: 20, seconds: 900 } as const;

/**
 * The order behind a scanned pass, a dictated six-digit code of an order that waits here, a number, or a number with
 * its code. A number alone opens what the person may read anyway. Throws wrong_pass, with the reason in words: nobody's
 * code, another branch's order, handed out already; pass_used, pass_revoked; too_many. Not inside a transaction.
 */
export async function findAtDesk(db: Db, keys: SecretKeys, desk: Desk, typed: string): Promise<AtDesk> {
  await countTry(db, desk);
  const found = await read(db, keys, desk, wordOf(typed));
  await returnTry(db, 'desk', desk.user_id);
  return found;
}

/**
 * The pass behind what was read at the desk before, for handing over in the transaction that `db` is; tries are counted
 * outside of it, in `pool`. Throws as findAtDesk, and wrong_pass for a number alone.
 */
export async function passAtDesk(
  { db, pool }: { db: Db; pool: Db },
  keys: SecretKeys,
  desk: Desk,
  typed: string,
): Promise<{ pass: Pass; proof: 'pass' | 'code' }> {
  await countTry(pool, desk);
  const { pass, proof } = await read(db, keys, desk, wordOf(typed));
  if (!pass || !proof) throw new Refusal('wrong_pass', {}, 'Попросите у получателя пропуск или код из шести цифр');
  await returnTry(pool, 'desk', desk.user_id);
  return { pass, proof };
}

async function countTry(db: Db, { user_id }: Desk): Promise<void> {
  const wait = await takeLimit(db, 'desk', user_id, tries.max, tries.seconds);
  if (wait > 0) throw tooMany(wait, 'Слишком много неверных кодов. Попробуйте через 15 минут');
}

/** A scanner gives the whole link; people type with spaces. */
function wordOf(typed: string): string {
  const link = /\/qr\/o\/([^/?#]+)/.exec(typed);
  return (link?.[1] ?? typed).trim();
}

async function read(db: Db, keys: SecretKeys, desk: Desk, word: string): Promise<AtDesk> {
  const token = await readPass(db, keys, word);
  if (token) return opened(db, desk, token, 'pass');
  const both = /^([1-9]\d{5,14})[\s,;/-]+(\d{3}[\s-]?\d{3})$/.exec(word);
  if (both) {
    const pass = await findByCode(db, Number(both[1]), ensure(both[2]).replace(/\D/g, ''));
    if (pass) return opened(db, desk, pass, 'code');
    throw new Refusal('wrong_pass', {}, 'Номер и код не подходят друг другу');
  }
  const digits = word.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) {
    const pass = await findWaiting(db, desk, digits);
    if (pass) return opened(db, desk, pass, 'code');
  }
  if (/^[1-9]\d{5,14}$/.test(digits)) {
    const order_id = await findNumber(db, Number(digits));
    if (order_id) return opened(db, desk, { order_id, code: '', delegated: null }, null);
  }
  throw new Refusal('wrong_pass');
}

async function opened(db: Db, desk: Desk, pass: Pass, proof: AtDesk['proof']): Promise<AtDesk> {
  // Whoever holds a pass or the code is told the way; a number alone tells nothing of what is not theirs to read.
  if (proof === null && !(await isOrderInScope(db, desk, pass.order_id))) throw new Refusal('wrong_pass');
  const order = ensure(await getOrder(db, pass.order_id));
  const point = order.receiving.department;
  if (!(await isOrderOf(db, desk.branches, order.id))) {
    const where = point ? `${point.city}, ${point.address}` : order.branch.city;
    throw new Refusal('wrong_pass', {}, `Заказ другого пункта: ${where}`);
  }
  const zone = order.branch.time_zone;
  if (pass.delegated?.state === 'revoked') throw new Refusal('pass_revoked');
  const acts = await listActs(db, order.id);
  const last = acts.at(-1);
  if (pass.delegated?.state === 'used' || (order.state === 'completed' && last)) {
    const at = last ? ` ${formatDateTime(last.at, zone)}` : '';
    throw new Refusal('pass_used', {}, `Пропуск уже использован${at}`);
  }
  if (order.state === 'cancelled') throw new Refusal('wrong_pass', {}, `Заказ ${order.number} отменён`);
  return { order, pass: proof === null ? null : pass, proof };
}

/** Six digits alone open the one order that waits in these branches with them; of two none. */
async function findWaiting(db: Db, { branches }: Desk, code: string): Promise<Pass | null> {
  const { rows } = await sql<{ number: number }>`
    select o.number from orders o
    where o.state in ('ready', 'in_delivery') and ${ordersOf(branches)}
      and (o.pickup_code = ${code} or exists (
        select from delegated_passes d
        where d.order_id = o.id and d.code = ${code} and d.revoked_at is null and d.used_at is null))
    order by o.number limit 2`.execute(db);
  const [row, other] = rows;
  if (other) throw new Refusal('wrong_pass', {}, 'Таких кодов два: введите номер заказа и код через пробел');
  return row ? findByCode(db, row.number, code) : null;
}

async function findNumber(db: Db, number: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from orders where number = ${number}`.execute(db);
  return rows[0]?.id ?? null;
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { bonusesFor } from '#shared/bonuses.ts';
import { cleanText } from '#shared/clean-text.ts';
import { daysAfter } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { type Card, readCard, readSums } from './cards.ts';
import { freeBalance, lockCard, overdue } from './ledger.ts';
import { findProgramme, levelOf } from './programmes.ts';
import { remainingLines } from './remaining-lines.ts';
import type { CardKind } from './schema.ts';

export type Adjustment = {
  /** Whole bonuses, up or down. */
  amount: number;
  /** A purchase at the cash desk that the ladder counts, in kopecks; down: taken back. */
  purchase_kopecks: number;
  reason: 'adjusted' | 'spent';
  who: string;
  note: string;
};

/**
 * Staff changes a card by hand, always with a reason; it stays in the ledger. Throws bad_input, not_enough_bonuses;
 * card_blocked where bonuses of a blocked card would pay.
 */
export async function adjustCard(db: Db, card: Card, change: Adjustment, now = new Date()): Promise<void> {
  const { amount, purchase_kopecks, reason, who } = change;
  const note = cleanText(change.note).slice(0, 500);
  if (!note) throw new Refusal('bad_input', {}, 'Нужна причина');
  const isWhole =
    Number.isSafeInteger(amount) && Math.abs(amount) <= 1_000_000 && Number.isSafeInteger(purchase_kopecks);
  if (!isWhole || (amount === 0 && purchase_kopecks === 0) || (reason === 'spent' && amount >= 0))
    throw new Refusal('bad_input', {}, 'Нужно целое число бонусов или сумма покупки');
  const programme = await findProgramme(db, card.kind);
  if (!programme || (amount !== 0 && programme.expiry_days === null))
    throw new Refusal('bad_input', {}, 'На этой карте бонусов не бывает');
  const expires_at = amount > 0 ? daysAfter(now, ensure(programme.expiry_days)) : null;
  await lockCard(db, card.id);
  if (reason === 'spent' && (await readCard(db, card.id))?.blocked_at) throw new Refusal('card_blocked');
  if (amount < 0 && (await freeBalance(db, card.id)) + amount < 0) throw new Refusal('not_enough_bonuses');
  await sql`
    insert into card_movements (card_id, at, reason, amount, purchase_kopecks, expires_at, who, note)
    values (${card.id}::uuid, ${now}, ${reason}, ${amount}, ${purchase_kopecks}, ${expires_at}, ${who}, ${note})`.execute(
    db,
  );
}

/** A purchase at the cash desk: kopecks that the ladder counts, whole bonuses that it earned and that paid for it. */
export type TillPurchase = { sum: number; earned: number; spent: number; who: string; note: string };

/**
 * Writes a purchase at the cash desk on a card: what bonuses paid for is taken first. Throws as `adjustCard` does. Call
 * in a transaction.
 */
export async function notePurchase(
  db: Db,
  card: Card,
  { sum, earned, spent, who, note }: TillPurchase,
  now = new Date(),
): Promise<void> {
  if (spent > 0) await adjustCard(db, card, { amount: -spent, purchase_kopecks: 0, reason: 'spent', who, note }, now);
  await adjustCard(db, card, { amount: earned, purchase_kopecks: sum, reason: 'adjusted', who, note }, now);
}

type Earning = { card_id: string; kind: CardKind; order_id: string; completed_at: Date; eligible_kopecks: number };

/**
 * Completed orders of people with cards that are not in the ledger yet: the purchase counts for the ladder, a bonus
 * card earns by the level it had before. Goods at a reduced price, delivery and purchases of firms earn nothing. Run as
 * often as one likes: one movement per card and order. Returns how many were written.
 */
export async function earnForOrders(db: Db, now = new Date(), limit = 200): Promise<number> {
  const rows = await dueEarnings(db, null, now, limit);
  let written = 0;
  for (const earning of rows) if (await db.transaction().execute((db) => earn(db, earning))) written++;
  return written;
}

/** The same for these people at once, within the transaction of the entry point. */
export async function earnDue(db: Db, user_ids: string[], now: Date): Promise<void> {
  for (const earning of await dueEarnings(db, user_ids, now, 10_000)) await earn(db, earning);
}

/** `user_ids`: of these people alone; null: of everybody. An order that earned on a card joined to another is done. */
async function dueEarnings(db: Db, user_ids: string[] | null, now: Date, limit: number): Promise<Earning[]> {
  const { rows } = await sql<Earning>`
    select c.id as card_id, c.kind, o.id as order_id, done.at as completed_at,
      (select coalesce(sum(l.sum), 0) from order_lines l where l.order_id = o.id and l.old_price is null)::int8 as eligible_kopecks
    from cards c join orders o on o.user_id = c.user_id and o.company_id is null and o.state = 'completed'
    cross join lateral (select max(m.at) as at from order_moves m where m.order_id = o.id and m.state = 'completed') done
    where (${user_ids}::uuid[] is null or c.user_id = any(${user_ids}::uuid[]))
      and done.at >= c.attached_at and done.at <= ${now}::timestamptz and not exists (
        select from card_movements m join cards e on e.id = m.card_id
        where m.order_id = o.id and m.reason = 'earned' and c.id in (e.id, e.joined_to))
      and exists (select from order_lines l where l.order_id = o.id and l.old_price is null and l.sum > 0)
      and exists (select from loyalty_levels rung where rung.kind = c.kind)
    order by done.at limit ${limit}`.execute(db);
  return rows;
}

async function earn(db: Db, { card_id, kind, order_id, completed_at, eligible_kopecks }: Earning): Promise<boolean> {
  const programme = await findProgramme(db, kind);
  if (!programme) return false;
  await lockCard(db, card_id);
  const { purchases_kopecks } = await readSums(db, card_id, programme, completed_at);
  const percent = kind === 'bonus' ? (levelOf(programme, purchases_kopecks)?.percent ?? 0) : 0;
  const amount = bonusesFor(eligible_kopecks, percent);
  const expires_at = amount > 0 ? daysAfter(completed_at, ensure(programme.expiry_days)) : null;
  const { numAffectedRows } = await sql`
    insert into card_movements (card_id, at, reason, amount, purchase_kopecks, percent, order_id, expires_at, who)
    values (${card_id}::uuid, ${completed_at}, 'earned', ${amount}, ${eligible_kopecks}, ${percent || null}, ${order_id}::uuid, ${expires_at},
      'магазин')
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** `from_id`: the card that earned; `card_id`: the one it was joined to since, or the same. */
type Return = { from_id: string; card_id: string; order_id: string; refund_id: string; percent: number | null };

/**
 * Money that went back for an order takes the bonuses it earned: after it the order has earned what it would have
 * earned without the returned goods. What has been spent meanwhile is not taken: a balance is never below zero. One
 * movement per card and refund.
 */
export async function takeBackForRefunds(db: Db, now = new Date(), limit = 200): Promise<number> {
  const { rows } = await sql<Return>`
    select m.card_id as from_id, coalesce(c.joined_to, c.id) as card_id, m.order_id, r.id as refund_id, m.percent
    from refunds r join payments p on p.id = r.payment_id
    join card_movements m on m.order_id = p.order_id and m.reason = 'earned' join cards c on c.id = m.card_id
    where r.state = 'succeeded' and r.reason <> 'duplicate' and not exists (
      select from card_movements back
      where back.card_id in (c.id, c.joined_to) and back.refund_id = r.id and back.reason = 'returned')
    order by r.changed_at limit ${limit}`.execute(db);
  for (const refund of rows) await db.transaction().execute((db) => takeBack(db, refund, now));
  return rows.length;
}

async function takeBack(db: Db, { from_id, card_id, order_id, refund_id, percent }: Return, now: Date): Promise<void> {
  await lockCard(db, card_id);
  const { rows } = await sql<{ earned: number; counted: number; left_kopecks: number }>`
    select
      (select coalesce(sum(amount), 0) from card_movements
        where card_id in (${from_id}::uuid, ${card_id}::uuid) and order_id = ${order_id}::uuid
          and reason in ('earned', 'returned'))::int as earned,
      (select coalesce(sum(purchase_kopecks), 0) from card_movements
        where card_id in (${from_id}::uuid, ${card_id}::uuid) and order_id = ${order_id}::uuid)::int8 as counted,
      (select coalesce(sum(floor(kept.sum * kept.count::numeric / kept.ordered)), 0)
        from (${remainingLines(order_id)}) kept where kept.old_price is null)::int8 as left_kopecks`.execute(db);
  const { earned, counted, left_kopecks } = ensure(rows[0]);
  const due = Math.max(earned - bonusesFor(left_kopecks, percent ?? 0), 0);
  const amount = Math.min(due, Math.max(await freeBalance(db, card_id), 0));
  await sql`
    insert into card_movements (card_id, at, reason, amount, purchase_kopecks, order_id, refund_id, who)
    values (${card_id}::uuid, ${now}, 'returned', ${-amount}, ${Math.min(left_kopecks - counted, 0)}, ${order_id}::uuid, ${refund_id}::uuid, 'магазин')
    on conflict do nothing`.execute(db);
}

/**
 * Bonuses whose term is over go; what was spent or taken back took the oldest first. Returns how many cards lost some.
 */
export async function expireBonuses(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<{ card_id: string }>`
    select card_id from (${overdue(now)}) o where due > 0 limit 1000`.execute(db);
  for (const { card_id } of rows) {
    await db.transaction().execute(async (db) => {
      await lockCard(db, card_id);
      await sql`
        insert into card_movements (card_id, at, reason, amount, who)
        select card_id, ${now}, 'expired', -due, 'магазин' from (${overdue(now)}) o where due > 0 and card_id = ${card_id}::uuid`.execute(
        db,
      );
    });
  }
  return rows.length;
}

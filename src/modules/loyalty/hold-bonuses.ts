import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { freeBalance, lastExpiry, lockCard, overdue, readLots } from './ledger.ts';
import { type Purchase, readSpending } from './spending.ts';

/** Bonuses that are about to pay a part of an order. */
export type TakenBonuses = {
  card_id: string;
  /** Whole bonuses, and kopecks of one. */
  amount: number;
  bonus_kopecks: number;
  /** What they take off each line of the purchase, kopecks. */
  shares: number[];
};

/**
 * Judges so many bonuses of the person's card by the rules and the balance as they are now. The card stays locked until
 * the transaction ends, so that two orders do not spend the same bonuses: hold them in it. Throws bonuses_refused
 * {most}, not_enough_bonuses {available}.
 */
export async function takeBonuses(db: Db, user_id: string, amount: number, purchase: Purchase): Promise<TakenBonuses> {
  const { rows } = await sql<{ id: string }>`
    select id from cards where user_id = ${user_id}::uuid and kind = 'bonus' for update`.execute(db);
  const spending = rows[0] && (await readSpending(db, rows[0].id, purchase));
  if (!rows[0] || !spending) throw new Refusal('bonuses_refused', { most: 0 }, 'В кабинете нет бонусной карты');
  const { balance, most, why_none, bonus_kopecks } = spending;
  if (amount > balance) {
    const now = `На карте сейчас ${countOf(balance, 'бонус', 'бонуса', 'бонусов')}`;
    throw new Refusal('not_enough_bonuses', { available: balance, most }, `${now}: проверьте, сколько списать`);
  }
  if (amount > most) {
    const detail = why_none ?? `На этот заказ можно списать не больше ${countOf(most, 'бонуса', 'бонусов', 'бонусов')}`;
    throw new Refusal('bonuses_refused', { most }, detail);
  }
  return { card_id: rows[0].id, amount, bonus_kopecks, shares: spending.share(amount) };
}

/** Puts what was taken aside for its order, in the transaction that took it. */
export async function holdBonuses(
  db: Db,
  order_id: string,
  { card_id, amount, bonus_kopecks }: TakenBonuses,
  now: Date,
): Promise<void> {
  const expires_at = lastExpiry(await readLots(db, card_id), amount);
  await sql`
    insert into bonus_holds (order_id, card_id, amount, bonus_kopecks, held_at, expires_at)
    values (${order_id}::uuid, ${card_id}::uuid, ${amount}, ${bonus_kopecks}, ${now}, ${expires_at})`.execute(db);
}

/** The order is received: what was held for it is spent. Nothing is held: nothing happens. */
export async function spendHold(db: Db, order_id: string, now: Date): Promise<void> {
  const hold = await lockHold(db, order_id);
  if (!hold) return;
  await sql`update bonus_holds set ended_at = ${now}, outcome = 'spent' where order_id = ${order_id}::uuid`.execute(db);
  await sql`
    insert into card_movements (card_id, at, reason, amount, order_id, who)
    values (${hold.card_id}::uuid, ${now}, 'spent', ${-hold.amount}, ${order_id}::uuid, 'магазин')`.execute(db);
}

/**
 * Only goods with `kept_kopecks` of the bonuses' discount stay with the buyer: of the hold stays what they make in
 * whole bonuses, the rest goes back to the card. Returns that in kopecks.
 */
export async function keepOfHold(db: Db, order_id: string, kept_kopecks: number, now: Date): Promise<number> {
  const hold = await lockHold(db, order_id);
  if (!hold) return 0;
  const amount = Math.min(Math.floor(kept_kopecks / hold.bonus_kopecks), hold.amount);
  await sql`
    update bonus_holds set ${amount > 0 ? sql`amount = ${amount}` : sql`ended_at = ${now}, outcome = 'released'`}
    where order_id = ${order_id}::uuid`.execute(db);
  await prolongOverdue(db, order_id, hold.card_id, hold.amount - amount, now);
  return amount * hold.bonus_kopecks;
}

/**
 * A cancelled order goes on after all: what was held is held again. False, and nothing changed, when the card has too
 * few of them by now.
 */
export async function holdAgain(db: Db, order_id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ card_id: string; amount: number }>`
    select card_id, amount from bonus_holds where order_id = ${order_id}::uuid and outcome = 'released'`.execute(db);
  const [hold] = rows;
  if (!hold) return true;
  await lockCard(db, hold.card_id);
  if ((await freeBalance(db, hold.card_id)) < hold.amount) return false;
  const expires_at = lastExpiry(await readLots(db, hold.card_id), hold.amount);
  await sql`
    update bonus_holds set ended_at = null, outcome = null, held_at = ${now}, expires_at = ${expires_at}
    where order_id = ${order_id}::uuid`.execute(db);
  return true;
}

type OpenHold = { card_id: string; amount: number; bonus_kopecks: number };

/** What is held for the order, its card locked; null: nothing. The order is locked by the caller. */
async function lockHold(db: Db, order_id: string): Promise<OpenHold | null> {
  const { rows } = await sql<OpenHold>`
    select card_id, amount, bonus_kopecks from bonus_holds where order_id = ${order_id}::uuid and ended_at is null`.execute(
    db,
  );
  const [hold] = rows;
  if (!hold) return null;
  await lockCard(db, hold.card_id);
  return hold;
}

/**
 * What outlived its term while it was held does not expire in the moment it comes back: it lives so many days more as
 * the programme says. In the ledger the old term ends and a new one begins.
 */
async function prolongOverdue(db: Db, order_id: string, card_id: string, freed: number, now: Date): Promise<void> {
  await sql`
    with late as (
      select c.id as card_id, least(o.due, ${freed}::int) as amount, p.grace_days
      from (${overdue(now)}) o join cards c on c.id = o.card_id join loyalty_programmes p on p.kind = c.kind
      where o.card_id = ${card_id}::uuid and least(o.due, ${freed}::int) > 0
    )
    insert into card_movements (card_id, at, reason, amount, order_id, expires_at, who)
    select card_id, ${now}::timestamptz, reason, sign * amount, ${order_id}::uuid,
      case when sign > 0 then ${now}::timestamptz + make_interval(days => grace_days) end, 'магазин'
    from late, (values ('expired', -1), ('prolonged', 1)) as turn (reason, sign)`.execute(db);
}

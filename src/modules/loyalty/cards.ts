import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { daysBefore } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { type Lots, readLots } from './ledger.ts';
import { findProgramme, type Level, levelOf, nextLevel, type Programme } from './programmes.ts';
import type { CardKind, MovementReason } from './schema.ts';

export type Card = {
  id: string;
  number: string;
  kind: CardKind;
  user_id: string | null;
  phone: string | null;
  attached_at: Date | null;
  issued_at: Date;
  /** It opens nothing and pays for nothing since then; null: it is not blocked. */
  blocked_at: Date | null;
};

/** A card with what the ledger makes of it at a moment. */
export type CardState = Card & {
  /** Whole bonuses that can be spent. */
  balance: number;
  /** Put aside for orders that are not received yet. */
  held: number;
  /** What the ladder counts now. */
  purchases_kopecks: number;
  level: Level | null;
  next: Level | null;
  /** The bonuses that expire first, and when; null: none will. */
  expiring: { amount: number; at: Date } | null;
  programme: Programme;
};

export type Movement = {
  id: number;
  at: Date;
  reason: MovementReason;
  amount: number;
  purchase_kopecks: number;
  percent: number | null;
  order_id: string | null;
  order_number: number | null;
  expires_at: Date | null;
  /** Some goods of its order were at a lowered price, which brings none. */
  leaves_out: boolean;
  who: string;
  note: string;
};

/** Of statements over `cards c`: a `Card`. */
export const cardColumns = sql.raw(
  'c.id, c.number, c.kind, c.user_id, c.phone, c.attached_at, c.issued_at, c.blocked_at',
);

/** By its present number. */
export async function findCard(db: Db, number: string): Promise<Card | null> {
  return (await sql<Card>`select ${cardColumns} from cards c where c.number = ${number}`.execute(db)).rows[0] ?? null;
}

/** By its id, which stays when a lost card gets another number. */
export async function readCard(db: Db, id: string): Promise<Card | null> {
  return (await sql<Card>`select ${cardColumns} from cards c where c.id = ${id}::uuid`.execute(db)).rows[0] ?? null;
}

/** A person's cards with their state, the bonus card first. */
export async function cardsOf(db: Db, user_id: string, now = new Date()): Promise<CardState[]> {
  const { rows } = await sql<Card>`
    select ${cardColumns} from cards c where c.user_id = ${user_id}::uuid order by c.kind`.execute(db);
  const states = await Promise.all(rows.map((card) => stateOf(db, card, now)));
  return states.filter((state) => state !== null);
}

/** The id of a person's bonus card; null: none. */
export async function ownBonusCard(db: Db, user_id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from cards where user_id = ${user_id}::uuid and kind = 'bonus'`.execute(db);
  return rows[0]?.id ?? null;
}

/** Balance, level and what expires next; null when the kind's programme is gone. */
export async function stateOf(db: Db, card: Card, now = new Date()): Promise<CardState | null> {
  const programme = await findProgramme(db, card.kind);
  if (!programme) return null;
  const [sums, lots] = await Promise.all([readSums(db, card.id, programme, now), readLots(db, card.id)]);
  return {
    ...card,
    ...sums,
    level: levelOf(programme, sums.purchases_kopecks),
    next: nextLevel(programme, sums.purchases_kopecks),
    expiring: firstToExpire(lots, now),
    programme,
  };
}

/** Balance, what is held, and what the ladder counts at a moment. */
export async function readSums(
  db: Db,
  card_id: string,
  { counting_days }: Programme,
  now: Date,
): Promise<{ balance: number; held: number; purchases_kopecks: number }> {
  const since = daysBefore(now, counting_days);
  const { rows } = await sql<{ balance: number; held: number; purchases_kopecks: number }>`
    select (coalesce(sum(m.amount), 0) - held.amount)::int as balance, held.amount as held,
      greatest(coalesce(sum(m.purchase_kopecks) filter (where m.at > ${since}::timestamptz), 0), 0)::int8 as purchases_kopecks
    from (select coalesce(sum(h.amount), 0)::int as amount from bonus_holds h
      where card_id = ${card_id}::uuid and ended_at is null) held
    left join card_movements m on m.card_id = ${card_id}::uuid and m.at <= ${now}::timestamptz group by held.amount`.execute(
    db,
  );
  return ensure(rows[0]);
}

/** Newest first. */
export async function movementsOf(db: Db, card_id: string, limit: number): Promise<Movement[]> {
  return (
    await sql<Movement>`
      select m.id, m.at, m.reason, m.amount, m.purchase_kopecks, m.percent, m.order_id, o.number as order_number, m.expires_at, m.who, m.note,
        coalesce((select bool_or(l.old_price is not null) from order_lines l where l.order_id = m.order_id), false) as leaves_out
      from card_movements m left join orders o on o.id = m.order_id
      where m.card_id = ${card_id}::uuid and (m.amount <> 0 or m.purchase_kopecks <> 0)
      order by m.at desc, m.id desc limit ${limit}`.execute(db)
  ).rows;
}

/** Bonuses put aside for an order that is neither received nor cancelled. */
export type Hold = { order_id: string; order_number: number; amount: number; at: Date };

/** Newest first. */
export async function openHolds(db: Db, card_id: string): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select h.order_id, o.number as order_number, h.amount, h.held_at as at
    from bonus_holds h join orders o on o.id = h.order_id
    where h.card_id = ${card_id}::uuid and h.ended_at is null order by h.held_at desc`.execute(db);
  return rows;
}

function firstToExpire({ up, down }: Lots, now: Date): CardState['expiring'] {
  let used = down;
  for (const { amount, expires_at } of up) {
    const left = amount - used;
    used = Math.max(used - amount, 0);
    if (left <= 0) continue;
    if (!expires_at) return null;
    if (expires_at > now) return { amount: left, at: expires_at };
  }
  return null;
}

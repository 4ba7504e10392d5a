import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { lockCard } from './ledger.ts';
import { earnDue } from './move-bonuses.ts';
import type { CardKind } from './schema.ts';

type Own = { id: string; number: string; kind: CardKind };

/**
 * Cards of an account that becomes another (`to`). Completed orders of both earn first, by the cards they had then;
 * afterwards an order of one does not earn on a card of the other. A card of a kind that `to` has not moves as it is.
 * Where both have one, the other's bonuses with their terms, its holds for open orders and the purchases that the
 * ladder counts are written onto the card of `to`, and the old card is nobody's: the sums of both stay. `who`: the
 * member of staff. Call in a transaction, before the orders move.
 */
export async function moveCardsOf(db: Db, from: string, to: string, who: string, now = new Date()): Promise<void> {
  await earnDue(db, [from, to], now);
  const [gone, kept] = [await ownCards(db, from), await ownCards(db, to)];
  await sql`update cards set attached_at = ${now} where user_id = ${to}::uuid`.execute(db);
  for (const card of gone) {
    const same = kept.find(({ kind }) => kind === card.kind);
    if (same) await joinCard(db, card, same, who, now);
    else
      await sql`update cards set user_id = ${to}::uuid, attached_at = ${now} where id = ${card.id}::uuid`.execute(db);
  }
}

async function ownCards(db: Db, user_id: string): Promise<Own[]> {
  const { rows } = await sql<Own>`
    select id, number, kind from cards where user_id = ${user_id}::uuid order by id for update`.execute(db);
  return rows;
}

async function joinCard(db: Db, from: Own, to: Own, who: string, now: Date): Promise<void> {
  await lockCard(db, from.id);
  await lockCard(db, to.id);
  const came = `с карты ${from.number}: кабинеты объединены`;
  const went = `на карту ${to.number}: кабинеты объединены`;
  // What went down took the lots that expire first; what is left keeps its term.
  await sql`
    with lot as (
      select amount, expires_at, sum(amount) over (order by expires_at nulls last, id) as upto
      from card_movements where card_id = ${from.id}::uuid and amount > 0
    ), down as (
      select coalesce(-sum(amount), 0)::int as amount from card_movements where card_id = ${from.id}::uuid and amount < 0
    )
    insert into card_movements (card_id, at, reason, amount, expires_at, who, note)
    select ${to.id}::uuid, ${now}, 'adjusted', least(lot.amount, lot.upto - down.amount)::int, lot.expires_at, ${who}, ${came}
    from lot, down where lot.upto > down.amount order by lot.upto`.execute(db);
  await sql`
    insert into card_movements (card_id, at, reason, purchase_kopecks, who, note)
    select ${to.id}::uuid, at, 'adjusted', purchase_kopecks, ${who}, ${came} from card_movements
    where card_id = ${from.id}::uuid and purchase_kopecks <> 0 order by id`.execute(db);
  await sql`
    update bonus_holds set card_id = ${to.id}::uuid
    where card_id = ${from.id}::uuid and outcome is distinct from 'spent'`.execute(db);
  await sql`
    insert into card_movements (card_id, at, reason, amount, purchase_kopecks, who, note)
    select ${from.id}::uuid, ${now}, 'adjusted', -sum(amount)::int, -sum(purchase_kopecks)::int8, ${who}, ${went}
    from card_movements where card_id = ${from.id}::uuid having sum(amount) <> 0 or sum(purchase_kopecks) <> 0`.execute(
    db,
  );
  await sql`update cards set user_id = null, phone = null, joined_to = ${to.id}::uuid where id = ${from.id}::uuid`.execute(
    db,
  );
  await sql`update cards set joined_to = ${to.id}::uuid where joined_to = ${from.id}::uuid`.execute(db);
}

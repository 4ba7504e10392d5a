import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { daysAfter } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { lockCard } from './ledger.ts';
import { remainingLines } from './remaining-lines.ts';

type Return = { order_id: string; refund_id: string; card_id: string };

/**
 * Money that went back for a received order brings back the bonuses that had paid for the same goods: after it the
 * order has cost as many as it would have without them, in whole bonuses. One movement per refund; they live at least
 * as long as they would have, and no shorter than the programme's days of grace. Returns how many were written.
 */
export async function giveBackForRefunds(db: Db, now = new Date(), limit = 200): Promise<number> {
  const { rows } = await sql<Return>`
    select h.order_id, r.id as refund_id, coalesce(c.joined_to, c.id) as card_id
    from refunds r join payments p on p.id = r.payment_id
    join bonus_holds h on h.order_id = p.order_id and h.outcome = 'spent' join cards c on c.id = h.card_id
    where r.state = 'succeeded' and r.reason <> 'duplicate' and not exists (
      select from card_movements back where back.refund_id = r.id and back.reason = 'given_back')
    order by r.changed_at limit ${limit}`.execute(db);
  for (const refund of rows) await db.transaction().execute((db) => giveBack(db, refund, now));
  return rows.length;
}

type Spent = {
  spent: number;
  bonus_kopecks: number;
  kept_kopecks: number;
  expires_at: Date | null;
  grace_days: number;
};

async function giveBack(db: Db, { order_id, refund_id, card_id }: Return, now: Date): Promise<void> {
  await lockCard(db, card_id);
  const { rows } = await sql<Spent>`
    select h.amount - (select coalesce(sum(m.amount), 0) from card_movements m
        where m.order_id = h.order_id and m.reason = 'given_back')::int as spent,
      h.bonus_kopecks, h.expires_at, g.grace_days,
      (select coalesce(sum(floor(kept.bonus_discount * kept.count::numeric / kept.ordered)), 0)
        from (${remainingLines(order_id)}) kept)::int8 as kept_kopecks
    from bonus_holds h join cards c on c.id = h.card_id join loyalty_programmes g on g.kind = c.kind
    where h.order_id = ${order_id}::uuid`.execute(db);
  const { spent, bonus_kopecks, kept_kopecks, expires_at, grace_days } = ensure(rows[0]);
  const amount = Math.max(spent - Math.floor(kept_kopecks / bonus_kopecks), 0);
  const soonest = daysAfter(now, grace_days);
  const until = amount === 0 || expires_at === null ? null : expires_at > soonest ? expires_at : soonest;
  await sql`
    insert into card_movements (card_id, at, reason, amount, order_id, refund_id, expires_at, who)
    values (${card_id}::uuid, ${now}, 'given_back', ${amount}, ${order_id}::uuid, ${refund_id}::uuid, ${until}, 'магазин')
    on conflict do nothing`.execute(db);
}

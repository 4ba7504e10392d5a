import { sql } from 'kysely';
import { isUnpaidSql } from '#modules/orders/unpaid.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { keepConfirmedReserves, reservesOfOrder } from './confirmed-reserves.ts';
import { type Goods, goodsOf } from './known-goods.ts';
import { DocumentFault, orderDocument, saleFile } from './order-document.ts';
import { readOrderFor1c } from './read-orders.ts';
import { reportRefusal } from './report-refusal.ts';
import { within1251 } from './xml-text.ts';

/** Who asks for orders: the node, its session and what it reads. */
export type OrdersAsked = {
  node_id: number;
  session_id: string;
  encoding: 'utf-8' | 'windows-1251';
  /** What 1C named at init; null: an old module that names none. */
  version: string | null;
  now?: Date;
};

type Handed = { order_id: string; revision: number; goods: Goods; is_cancelled: boolean };

/** Of one answer; what does not fit goes with the next exchange. */
const most = { orders: 200, characters: 8_000_000 };

/**
 * `mode=query`: the file with the orders that wait for this node, and how many they are. They wait on until
 * `confirmOrders`: without it the next query hands over the same. An order that no document can be made of is noted
 * with the reason and left out. Call it in a transaction.
 */
export async function handOverOrders(db: Db, asked: OrdersAsked): Promise<{ xml: string; orders: number }> {
  const { node_id, session_id, encoding, now = new Date() } = asked;
  const documents: string[] = [];
  const handed: Handed[] = [];
  let characters = 0;
  for (const order_id of await waitingOrders(db, node_id)) {
    const made = await documentOf(db, order_id, node_id);
    if (made.fault !== null) {
      await noteRefusal(db, { node_id, order_id, why: made.fault, now });
      continue;
    }
    const { document, revision, goods, is_cancelled } = made;
    if (documents.length > 0 && characters + document.length > most.characters) break;
    characters += document.length;
    documents.push(document);
    handed.push({ order_id, revision, goods, is_cancelled });
  }
  const query = await sql<{ id: number }>`
    insert into onec_order_queries (node_id, session_id, at, orders)
    values (${node_id}, ${session_id}::uuid, ${now}, ${handed.length}) returning id`.execute(db);
  await sql`
    insert into onec_orders as x
      (node_id, order_id, handed_revision, handed_in, handed_at, handed_goods, known_goods, handed_reserves,
       handed_cancelled_at)
    select ${node_id}, h.order_id, h.revision, ${ensure(query.rows[0]).id}, ${now}, h.goods, h.goods,
      case when o.revision = h.revision then ${reservesOfOrder} end,
      case when h.is_cancelled then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(handed)}::jsonb) as h (order_id uuid, revision int, goods jsonb, is_cancelled boolean)
    join orders o on o.id = h.order_id
    on conflict (node_id, order_id) do update set handed_revision = excluded.handed_revision,
      handed_in = excluded.handed_in, handed_at = excluded.handed_at, handed_goods = excluded.handed_goods,
      handed_reserves = excluded.handed_reserves,
      handed_cancelled_at = coalesce(excluded.handed_cancelled_at, x.handed_cancelled_at),
      known_goods = case when x.handed_revision is null then excluded.known_goods else x.known_goods end,
      refused_at = null, refused_why = null, is_disputed = false`.execute(db);
  const zone = await mainZone(db);
  const xml = saleFile(documents.join(''), { version: versionFor(asked.version), now, zone });
  return { xml: encoding === 'utf-8' ? xml : within1251(xml), orders: handed.length };
}

/**
 * `mode=success`: 1C has the orders of the session's last query. Returns how many; a second call changes nothing. What
 * it had before is kept for the rest of the session: some bases write their files before they confirm.
 */
export async function confirmOrders(db: Db, session_id: string, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: number; orders: number }>`
    update onec_order_queries set confirmed_at = coalesce(confirmed_at, ${now}) where id = (
      select max(id) from onec_order_queries where session_id = ${session_id}::uuid)
    returning id, orders`.execute(db);
  const [query] = rows;
  if (!query) return 0;
  const isNews = sql<boolean>`(known_goods <> handed_goods)`;
  const livesAgain = sql<boolean>`(handed_cancelled_at < handed_at)`;
  const isSame = sql<boolean>`(caught_up_in is not distinct from ${session_id}::uuid)`;
  await sql`
    update onec_orders set confirmed_revision = handed_revision, confirmed_at = ${now},
      caught_up_in = case when ${isNews} or ${livesAgain} then ${session_id}::uuid else caught_up_in end,
      former_goods = case when ${isNews} then known_goods when ${isSame} then former_goods end,
      was_cancelled = coalesce(${livesAgain}, false) or (was_cancelled and ${isSame}),
      known_goods = coalesce(handed_goods, known_goods),
      handed_cancelled_at = case when handed_cancelled_at >= handed_at then handed_cancelled_at end,
      wanted_at = case when wanted_at > handed_at then wanted_at end
    where handed_in = ${query.id} and confirmed_revision is distinct from handed_revision
      or handed_in = ${query.id} and wanted_at <= handed_at`.execute(db);
  await keepConfirmedReserves(db, query.id, now);
  return query.orders;
}

/** The order waits for its node and was not confirmed in this state: of orders `o` and the node's ledger `x`. */
export const isWaiting = sql<boolean>`(
  (o.revision > coalesce(x.confirmed_revision, 0) or x.wanted_at is not null)
  and o.unconfirmed_since is null and not awaits_approval(o.id)
  and not (o.user_id is null and o.state = 'new' and o.payment_method = 'online' and ${isUnpaidSql})
  and (o.state <> 'cancelled' or x.handed_revision is not null or x.wanted_at is not null))`;

/** The node that an order `o` goes to; null: none has asked for orders yet. */
export const nodeOfOrder = sql<number | null>`coalesce(
  (select b.node_id from onec_order_branches b where b.department_id_1c = o.department_id_1c),
  (select q.node_id from onec_order_queries q order by q.id limit 1))`;

/**
 * Orders that somebody stands for: confirmed, paid, or placed from an account. A base that asks for the first time gets
 * the ones that still go on; later ones all.
 */
async function waitingOrders(db: Db, node_id: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o left join onec_orders x on x.node_id = ${node_id} and x.order_id = o.id
    where ${isWaiting} and coalesce(${nodeOfOrder}, ${node_id}) = ${node_id}
      and (x.order_id is not null or o.state not in ('completed', 'cancelled')
        or o.created_at >= (select min(at) from onec_order_queries where node_id = ${node_id}))
    order by x.refused_at is not null, o.number limit ${most.orders}`.execute(db);
  return rows.map(({ id }) => id);
}

async function documentOf(
  db: Db,
  order_id: string,
  node_id: number,
): Promise<(Omit<Handed, 'order_id'> & { document: string; fault: null }) | { fault: string }> {
  const data = ensure(await readOrderFor1c(db, order_id, node_id));
  try {
    const { order, revision } = data;
    const is_cancelled = order.state === 'cancelled';
    return { document: orderDocument(data), revision, goods: goodsOf(order), is_cancelled, fault: null };
  } catch (error) {
    if (error instanceof DocumentFault) return { fault: error.message };
    throw error;
  }
}

async function noteRefusal(
  db: Db,
  { node_id, order_id, why, now }: { node_id: number; order_id: string; why: string; now: Date },
): Promise<void> {
  await sql`
    insert into onec_orders (node_id, order_id, refused_at, refused_why) values (${node_id}, ${order_id}::uuid, ${now}, ${why})
    on conflict (node_id, order_id) do update set refused_at = excluded.refused_at, refused_why = excluded.refused_why`.execute(
    db,
  );
  await reportRefusal(db, { order_id, document: '', kind: 'not_handed', why, now });
}

async function mainZone(db: Db): Promise<string> {
  const row = await db.selectFrom('departments').select('time_zone').where('is_main', '=', true).executeTakeFirst();
  return row?.time_zone ?? 'Europe/Moscow';
}

/**
 * Documents are the same from 2.08 to 2.10; a newer 1C reads 2.10, an older one names less, or nothing, and reads 2.08.
 */
export function versionFor(asked: string | null): string {
  return asked === null || /^(?:[01]\.|2\.0)/.test(asked) ? '2.08' : '2.10';
}

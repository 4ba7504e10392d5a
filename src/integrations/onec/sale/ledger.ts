import { type RawBuilder, sql } from 'kysely';
import { ordersOf } from '#modules/orders/branch-scope.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isWaiting, nodeOfOrder } from './hand-over-orders.ts';

/** Where an order stands with 1C. */
export const exchangeStates = ['waiting', 'handed_over', 'confirmed', 'came_back', 'refused'] as const;
export type ExchangeState = (typeof exchangeStates)[number];

export const exchangeStateWords: Record<ExchangeState, string> = {
  waiting: 'Ждёт передачи',
  handed_over: 'Передан, 1С не подтвердила',
  confirmed: 'Подтверждён 1С',
  came_back: 'Пришёл из 1С',
  refused: 'Не передан или не принят',
};

export type OrderInExchange = {
  order_id: string;
  department_id_1c: string;
  number: number;
  node_id: number | null;
  /** What the owner calls the node; null: none has asked for orders yet. */
  node: string | null;
  state: ExchangeState;
  handed_at: Date | null;
  confirmed_at: Date | null;
  came_back_at: Date | null;
  number_1c: string | null;
  date_1c: string | null;
  /** Why the last document of it was not made or not taken. */
  refused_why: string | null;
};

/** Later refusals than what came after them; a new handing over ends one. */
const stateOf = sql<ExchangeState>`case
  when x.refused_at is not null then 'refused'
  when ${isWaiting} and x.handed_revision = o.revision and x.wanted_at is null then 'handed_over'
  when ${isWaiting} then 'waiting'
  when x.came_back_at is not null then 'came_back'
  else 'confirmed' end`;

/** The operator's list, newest orders first: those that a node knows or that wait for one. */
export async function listOrdersInExchange(
  db: Db,
  given: {
    state?: ExchangeState | undefined;
    order_id?: string | undefined;
    /** id_1c: orders that belong to these; null: of all. */
    branches?: string[] | null;
    limit: number;
    offset?: number;
  },
): Promise<OrderInExchange[]> {
  const { state, order_id, branches = null, limit, offset = 0 } = given;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state) conditions.push(sql`state = ${state}`);
  if (order_id) conditions.push(sql`order_id = ${order_id}::uuid`);
  const { rows } = await sql<OrderInExchange>`
    select listed.*, n.name as node from (
      select o.id as order_id, o.number, coalesce(x.node_id, ${nodeOfOrder}) as node_id, ${stateOf} as state, x.handed_at,
        x.confirmed_at, x.came_back_at, x.number_1c, x.date_1c, x.refused_why, o.department_id_1c
      from orders o left join onec_orders x on x.order_id = o.id
      where ${ordersOf(branches)}
        and (x.order_id is not null or (${isWaiting} and o.state not in ('completed', 'cancelled')))
    ) listed left join onec_nodes n on n.id = listed.node_id where ${sql.join(conditions, sql` and `)}
    order by number desc, listed.node_id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** When a base of 1C was last given the order; null: none has it. What is changed then goes to it again by itself. */
export async function handedOverAt(db: Db, order_id: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(handed_at) as at from onec_orders where order_id = ${order_id}::uuid`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * «Отправить ещё раз»: the order waits for its node again, whatever that has confirmed, and whatever was refused is
 * tried again; the next document of 1C that bears the order's number is taken for the order's. Throws not_found, and
 * wrong_move where nobody has confirmed the order or no base of 1C asks for orders.
 */
export async function sendAgain(db: Db, order_id: string, now = new Date()): Promise<void> {
  const { rows } = await sql<{ node_id: number | null; is_unconfirmed: boolean; awaits_approval: boolean }>`
    select ${nodeOfOrder} as node_id, o.unconfirmed_since is not null as is_unconfirmed,
      awaits_approval(o.id) as awaits_approval
    from orders o where o.id = ${order_id}::uuid`.execute(db);
  const [order] = rows;
  if (!order) throw new Refusal('not_found');
  if (order.is_unconfirmed)
    throw new Refusal('wrong_move', {}, 'Заказ не подтверждён покупателем: в 1С он не передаётся');
  if (order.awaits_approval)
    throw new Refusal('wrong_move', {}, 'Заказ ещё согласует владелец организации: в 1С он не передаётся');
  if (order.node_id === null)
    throw new Refusal('wrong_move', {}, 'Ни одна база 1С ещё не забирала заказы: сначала подключите обмен');
  await sql`
    insert into onec_orders (node_id, order_id, wanted_at) values (${order.node_id}, ${order_id}::uuid, ${now})
    on conflict (node_id, order_id) do update set wanted_at = excluded.wanted_at, refused_at = null, refused_why = null,
      is_disputed = false, id_1c = null`.execute(db);
}

export type OrderLogLine = { at: Date; node_id: number; document: string; is_refused: boolean; words: string };

/** What documents of 1C did to the order, newest first. */
export async function orderLog(db: Db, order_id: string, limit = 100): Promise<OrderLogLine[]> {
  return db
    .selectFrom('onec_order_log')
    .select(['at', 'node_id', 'document', 'is_refused', 'words'])
    .where('order_id', '=', order_id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * What was sent and said is kept for 90 days; where an order stands, and a base's first query, for good. Returns how
 * many lines went.
 */
export async function forgetOldExchanges(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - 90 * 86_400_000);
  const { numAffectedRows } = await sql`
    delete from onec_order_log where at < ${before} and coalesce(last_at, at) < ${before}`.execute(db);
  await sql`
    delete from onec_order_queries q where at < ${before} and exists (
      select from onec_order_queries first where first.node_id = q.node_id and first.id < q.id)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

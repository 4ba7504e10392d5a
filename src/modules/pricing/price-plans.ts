import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { daysAfter } from '#shared/dates.ts';
import { plural } from '#shared/plurals.ts';
import type { PlanCounts } from './rehearse-plan.ts';

const undoDays = 30;

export const planStates = [
  'rehearsed',
  'waiting',
  'running',
  'done',
  'stopped',
  'undoing',
  'undone',
  'cancelled',
] as const;
export type PlanState = (typeof planStates)[number];

export type PricePlan = {
  id: number;
  name: string;
  state: PlanState;
  columns: string[];
  uses_cost: boolean;
  counts: PlanCounts;
  hash: string;
  starts_on: string | null;
  starts_minute: number | null;
  author: string;
  created_at: Date;
  done_at: Date | null;
  undone_at: Date | null;
  /** Of its cells now. */
  waiting: number;
  applied: number;
  skipped: number;
  /** It was stopped before it came to them. */
  stopped: number;
  undone: number;
  kept: number;
};

/**
 * Plans whose columns are all among `columns`, the newest first. `isCostShown` false: without those of purchase prices;
 * `ids`: these alone.
 */
export async function listPricePlans(
  db: Db,
  { columns, isCostShown, ids }: { columns: string[]; isCostShown: boolean; ids?: number[] | undefined },
  limit: number,
): Promise<PricePlan[]> {
  const { rows } = await sql<PricePlan>`
    select p.id, p.name, p.state, p.columns, p.uses_cost, p.counts, p.hash, p.starts_on, p.starts_minute, p.author,
      p.created_at, p.done_at, p.undone_at, r.waiting, r.applied, r.skipped, r.stopped, r.undone,
      r.kept
    from price_plans p cross join lateral (
      select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'applied')::int as applied,
        count(*) filter (where state = 'skipped')::int as skipped,
        count(*) filter (where state = 'stopped')::int as stopped,
        count(*) filter (where state = 'undone')::int as undone,
        count(*) filter (where state = 'kept')::int as kept
      from price_plan_rows where plan_id = p.id
    ) r
    where p.columns <@ ${columns}::text[] and (${isCostShown} or not p.uses_cost)
      and (${ids ?? null}::int[] is null or p.id = any(${ids ?? null}::int[]))
    order by p.id desc limit ${limit}`.execute(db);
  return rows;
}

export type PlanRow = {
  price_column: string;
  product_id: number;
  name: string;
  before_price: number | null;
  after_price: number;
  kind: 'change' | 'pinned' | 'floor' | 'tiers';
  state: 'waiting' | 'applied' | 'skipped' | 'stopped' | 'undone' | 'kept' | null;
};

/** Cells of the first `goods` goods of a plan, those with a cell that needs a decision first, then by name. */
export async function planRows(db: Db, plan_id: number, goods: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    with first as materialized (
      select p.id, p.name, r.is_settled from (
        select product_id, bool_and(kind = 'change') as is_settled from price_plan_rows
        where plan_id = ${plan_id} group by product_id
      ) r join products p on p.id = r.product_id
      order by r.is_settled, p.name, p.id limit ${goods}
    )
    select r.price_column, r.product_id, f.name, r.before_price, r.after_price, r.kind, r.state
    from first f join price_plan_rows r on r.plan_id = ${plan_id} and r.product_id = f.id
    order by f.is_settled, f.name, f.id, r.price_column`.execute(db);
  return rows;
}

/** A cell of a plan with the price that stands there now; kopecks. */
export type PlanCell = Omit<PlanRow, 'name'> & { product: string; column: string; price: number | null };

/**
 * Cells of a plan by product and column, with how many there are, counted to `count_to` + 1. `states`: in these alone,
 * [] all of them.
 */
export async function listPlanCells(
  db: Db,
  plan_id: number,
  { states, q }: { states: NonNullable<PlanRow['state']>[]; q: string },
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
): Promise<{ cells: PlanCell[]; count: number }> {
  const part = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`r.plan_id = ${plan_id} and (${states.length === 0} or r.state = any(${states}::text[]))
    and (p.name ilike ${part} or p.article = ${q.trim()})`;
  const [cells, counts] = await Promise.all([
    sql<PlanCell>`
      select r.price_column, r.product_id, p.name as product, c.name as column, r.before_price, r.after_price, s.price,
        r.kind, r.state
      from price_plan_rows r join products p on p.id = r.product_id
      join price_columns c on c.price_column = r.price_column
      left join prices s on s.product_id = r.product_id and s.price_column = r.price_column
      where ${where} order by p.name, p.id, r.price_column limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from price_plan_rows r join products p on p.id = r.product_id where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { cells: cells.rows, count: counts.rows[0]?.count ?? 0 };
}

/**
 * The cells of the rehearsal are to change, at its time. `hash`: of what the person saw; `accepts_floor`: prices below
 * the lowest allowed too. Throws plan_changed when the prices are others by now, plan_meets when another plan waits for
 * one of the cells, not_undoable for a plan that is confirmed already. Call in a transaction.
 */
export async function confirmPlan(
  db: Db,
  id: number,
  { hash, accepts_floor }: { hash: string; accepts_floor: boolean },
  now = new Date(),
): Promise<number> {
  const plan = await lockPlan(db, id, ['rehearsed']);
  const { rows: moved } = await sql<{ count: number }>`
    select count(distinct r.product_id)::int as count from price_plan_rows r
    left join prices s on s.price_column = r.price_column and s.product_id = r.product_id
    where r.plan_id = ${id} and (s.price is distinct from r.before_price or s.old_price is distinct from r.before_old_price)`.execute(
    db,
  );
  const count = moved[0]?.count ?? 0;
  if (plan.hash !== hash || count > 0) {
    const goods = `${count} ${plural(count, 'товар', 'товара', 'товаров')}`;
    throw new Refusal(
      'bad_input',
      {},
      `За это время ${plural(count, 'изменился', 'изменились', 'изменилось')} ${goods}. Посчитайте ещё раз`,
    );
  }
  const { rows: met } = await sql<{ name: string; count: number }>`
    select p.name, count(*)::int as count from price_plan_rows r
    join price_plan_rows o on o.price_column = r.price_column and o.product_id = r.product_id and o.state = 'waiting'
    join price_plans p on p.id = o.plan_id
    where r.plan_id = ${id} and (r.kind = 'change' or ${accepts_floor} and r.kind = 'floor') group by p.name limit 1`.execute(
    db,
  );
  const [other] = met;
  if (other) throw new Refusal('bad_input', {}, `Эти цены уже меняет план «${other.name}»: общих цен ${other.count}`);
  const { rows } = await sql<{ product_id: number }>`
    update price_plan_rows r set state = 'waiting', due_at = coalesce((
      select min((p.starts_on + make_interval(mins => p.starts_minute)) at time zone d.time_zone) from departments d
      where d.branch_id_1c is null and r.price_column in (d.base_price, d.b2b_price)
    ), (p.starts_on + make_interval(mins => p.starts_minute)) at time zone 'Europe/Moscow', ${now})
    from price_plans p
    where p.id = r.plan_id and r.plan_id = ${id} and (r.kind = 'change' or ${accepts_floor} and r.kind = 'floor')
    returning r.product_id`.execute(db);
  await sql`update price_plans set state = 'waiting', confirmed_at = ${now} where id = ${id}`.execute(db);
  await enqueue(db, 'apply_price_plans', {});
  return rows.length;
}

/**
 * A plan that has not begun is given up; one whose prices are being changed, or put back, stops after the portion that
 * the worker is at: none follows the answer. What was changed stays and can be put back (`undoPlan`). Throws not_found,
 * already_stopped, nothing_to_stop. Call in a transaction.
 */
export async function cancelPlan(db: Db, id: number, now = new Date()): Promise<void> {
  const { state } = await lockPlan(db, id);
  switch (state) {
    case 'rehearsed':
    case 'waiting':
      await sql`update price_plan_rows set state = null, due_at = null where plan_id = ${id}`.execute(db);
      await sql`update price_plans set state = 'cancelled' where id = ${id}`.execute(db);
      return;
    case 'running':
      await sql`
        update price_plan_rows set state = 'stopped', due_at = null
        where plan_id = ${id} and state = 'waiting'`.execute(db);
      await sql`update price_plans set state = 'stopped', done_at = ${now} where id = ${id}`.execute(db);
      return;
    case 'undoing':
      await sql`update price_plans set state = 'stopped' where id = ${id}`.execute(db);
      return;
    default:
      throw new Refusal(state === 'stopped' ? 'already_stopped' : 'nothing_to_stop');
  }
}

/** Until when `undoPlan` would take it; null: it would not. */
export function planUndoneUntil({ state, done_at }: Pick<PricePlan, 'state' | 'done_at'>): Date | null {
  return (state === 'done' || state === 'stopped') && done_at ? daysAfter(done_at, undoDays) : null;
}

/** Its cells are to be put back, by the worker. Within 30 days. Throws not_found, bad_input. Call in a transaction. */
export async function undoPlan(db: Db, id: number, now = new Date()): Promise<void> {
  const until = planUndoneUntil(await lockPlan(db, id, ['done', 'stopped']));
  if (until && now > until) throw new Refusal('bad_input', {}, 'Отменить план можно в течение 30 дней');
  await sql`update price_plans set state = 'undoing' where id = ${id}`.execute(db);
  await enqueue(db, 'apply_price_plans', {});
}

async function lockPlan(db: Db, id: number, states: readonly PlanState[] = planStates) {
  const { rows } = await sql<{ state: PlanState; hash: string; done_at: Date | null }>`
    select state, hash, done_at from price_plans where id = ${id} for update`.execute(db);
  const [plan] = rows;
  if (!plan) throw new Refusal('not_found');
  if (!states.includes(plan.state))
    throw new Refusal('bad_input', {}, 'План уже в другом состоянии: обновите страницу');
  return plan;
}

import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { type Department, listDepartments, publicParent } from './queries.ts';

const Column = z.string().trim().min(1, 'Выберите колонку').max(60);

/** By which price columns a branch and its points sell; `b2b_price` null: firms pay what everybody pays. */
export const BranchColumns = z.object({ base_price: Column, b2b_price: Column.nullable() });
export type BranchColumns = z.output<typeof BranchColumns>;

/** What other price columns would mean for a branch, in goods that are switched on and have a price in either. */
export type ColumnsPlan = {
  same: number;
  dearer: number;
  cheaper: number;
  /** They had no price and would get one. */
  appear: number;
  /** They would have none and could not be bought. */
  disappear: number;
  /** Active orders: they keep the prices at which they were placed. */
  orders: number;
  /** Planned changes of prices of the columns left, which the branch would not take part in. */
  plans: number;
};

/** What these price columns would mean for the branch. Throws not_found, bad_input with `fields`. */
export async function planColumns(db: Db, id_1c: string, wanted: BranchColumns): Promise<ColumnsPlan> {
  const branch = await branchOf(db, id_1c);
  await refuseColumns(db, branch, wanted);
  const left = [branch.base_price, branch.b2b_price].filter(
    (column) => column !== null && column !== wanted.base_price && column !== wanted.b2b_price,
  );
  const { rows } = await sql<ColumnsPlan>`
    select coalesce(sum((now.price = next.price)::int), 0)::int as same,
      coalesce(sum((now.price < next.price)::int), 0)::int as dearer,
      coalesce(sum((now.price > next.price)::int), 0)::int as cheaper,
      coalesce(sum((now.price is null)::int), 0)::int as appear,
      coalesce(sum((next.price is null)::int), 0)::int as disappear,
      (select count(*)::int from orders o where o.department_id_1c = ${id_1c}
        and o.state in ('new', 'assembling', 'ready', 'in_delivery')) as orders,
      (select count(distinct r.plan_id)::int from price_plan_rows r join price_plans w on w.id = r.plan_id
        where w.state in ('waiting', 'running') and r.price_column = any(${left}::text[])) as plans
    from (select product_id, price from prices where price_column = ${branch.base_price} and price is not null) now
    full join (select product_id, price from prices where price_column = ${wanted.base_price} and price is not null) next
      using (product_id)
    join products p on p.id = product_id
    where p.switched_off_at is null`.execute(db);
  return ensure(rows[0]);
}

/**
 * Sets by which columns the branch and its points sell; pages, carts and new orders go by them at once, placed orders
 * keep their prices. `seen`: the columns at which whoever asks was looking. Throws not_found, bad_input with `fields`,
 * or without when somebody was faster. Call in a transaction.
 */
export async function changeColumns(
  db: Db,
  id_1c: string,
  wanted: BranchColumns,
  seen: BranchColumns,
): Promise<{ branch: Department; before: BranchColumns }> {
  await sql`select from departments where id_1c = ${id_1c} for update`.execute(db);
  const branch = await branchOf(db, id_1c);
  const before = { base_price: branch.base_price, b2b_price: branch.b2b_price };
  if (before.base_price !== seen.base_price || before.b2b_price !== seen.b2b_price)
    throw new Refusal('bad_input', {}, 'Колонки филиала уже поменяли. Посмотрите, какие они теперь');
  await refuseColumns(db, branch, wanted);
  await db
    .updateTable('departments')
    .set(wanted)
    .where((eb) => eb.or([eb('id_1c', '=', id_1c), eb('branch_id_1c', '=', id_1c)]))
    .execute();
  await invalidate(db, ['*']);
  return { branch, before };
}

async function branchOf(db: Db, id_1c: string): Promise<Department> {
  const branch = (await listDepartments(db)).find((other) => other.id_1c === id_1c && other.branch_id_1c === null);
  if (!branch) throw new Refusal('not_found');
  return branch;
}

/** A column of purchase prices, one for firms in place of the retail one, or an empty one would break the branch. */
async function refuseColumns(db: Db, branch: Department, { base_price, b2b_price }: BranchColumns): Promise<void> {
  const { rows } = await sql<{ price_column: string; purpose: string; has_prices: boolean }>`
    select price_column, purpose, exists (select from prices p
      where p.price_column = c.price_column and p.price is not null) as has_prices
    from price_columns c where price_column = any(${[base_price, b2b_price]}::text[])`.execute(db);
  const found = (column: string) => rows.find(({ price_column }) => price_column === column);
  const fields: Record<string, string> = {};
  const retail = found(base_price);
  if (retail?.purpose !== 'retail') fields.base_price = 'Это не колонка розничных цен';
  else if (!retail.has_prices && branch.parent === publicParent)
    fields.base_price = 'В этой колонке нет ни одной цены: в филиале нечего было бы купить';
  if (b2b_price !== null && found(b2b_price)?.purpose !== 'b2b') fields.b2b_price = 'Это не колонка цен для фирм';
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}

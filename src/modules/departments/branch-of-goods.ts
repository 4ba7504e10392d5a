import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * id_1c of the branch to which all these price columns and stores belong, those of its points too; null: several
 * branches, or one of them belongs to none.
 */
export async function branchOfGoods(
  db: Db,
  { price_columns = [], stores = [] }: { price_columns?: string[]; stores?: string[] },
): Promise<string | null> {
  const { rows } = await sql<{ branch: string | null }>`
    select distinct d.branch from (
      select 'price' as kind, unnest(${price_columns}::text[]) as code
      union select 'store', unnest(${stores}::text[])) named
    left join lateral (
      select coalesce(d.branch_id_1c, d.id_1c) as branch from departments d
      where case named.kind
        when 'price' then d.branch_id_1c is null and named.code in (d.base_price, d.b2b_price)
        else d.store = named.code end) d on true`.execute(db);
  return rows.length === 1 ? (rows[0]?.branch ?? null) : null;
}

/**
 * Of each of these price columns, id_1c of every branch that sells by it; [null] of one that is common: of purchase
 * prices, or of no branch (back-office.md 1.2).
 */
export async function branchesOfColumns(db: Db, price_columns: string[]): Promise<Map<string, (string | null)[]>> {
  const { rows } = await sql<{ price_column: string; branches: (string | null)[] }>`
    select c.price_column, array_agg(distinct coalesce(d.branch_id_1c, d.id_1c)) as branches from price_columns c
    left join departments d on not c.is_cost and c.price_column in (d.base_price, d.b2b_price)
    where c.price_column = any(${price_columns}::text[])
    group by c.price_column`.execute(db);
  return new Map(rows.map(({ price_column, branches }) => [price_column, branches]));
}

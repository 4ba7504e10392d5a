import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

export type Target = { code: string; name: string };
/** Price columns and stores that may be written. */
export type Targets = { price_columns: Target[]; stores: Target[] };

/**
 * `departments`: id_1c of branches; their columns, and the stores of them and of their points. Empty: every one there
 * is, columns of purchase prices only when `isCostShown`.
 */
export async function readTargets(db: Db, departments: string[], isCostShown: boolean): Promise<Targets> {
  const isAll = departments.length === 0;
  const { rows: price_columns } = await sql<Target>`
    select c.price_column as code, c.name from price_columns c
    where (${isAll} and (${isCostShown} or not c.is_cost)) or exists (
      select from departments d where d.id_1c = any(${departments}::text[]) and c.price_column in (d.base_price, d.b2b_price))
    order by c.price_column`.execute(db);
  const { rows: stores } = await sql<Target>`
    select s.store as code, s.name from stores s
    where ${isAll} or exists (
      select from departments d where s.store = d.store
        and (d.id_1c = any(${departments}::text[]) or d.branch_id_1c = any(${departments}::text[])))
    order by s.store`.execute(db);
  return { price_columns, stores };
}

/** Why a row may not go there, in Russian; null: it may. */
export function targetProblem(what: string, code: string | undefined, targets: Target[]): string | null {
  if (code !== undefined && targets.some((target) => target.code === code)) return null;
  const known = targets.map((target) => target.code).join(', ') || 'нет ни одной';
  return code === undefined
    ? `не указано: ${what}`
    : `${what} «${code}»: такого нет или ключ туда не пишет. Есть: ${known}`;
}

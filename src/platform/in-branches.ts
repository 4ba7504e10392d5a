import { type RawBuilder, sql } from 'kysely';

/** Rows of these branches (id_1c) alone, of a table with `department_id_1c`; null: of all. */
export function inBranches(table: string, branches: string[] | null): RawBuilder<boolean> {
  return branches === null ? sql`true` : sql`${sql.ref(`${table}.department_id_1c`)} = any(${branches}::text[])`;
}

/** Rows of these branches and those that are common to all. */
export function commonOrInBranches(table: string, branches: string[] | null): RawBuilder<boolean> {
  return sql`(${sql.ref(`${table}.department_id_1c`)} is null or ${inBranches(table, branches)})`;
}

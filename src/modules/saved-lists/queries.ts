import { sql } from 'kysely';
import type { CartCount } from '#modules/cart/cart.ts';
import type { Db } from '#platform/database.ts';
import { isUuid } from '#shared/uuid.ts';
import type { SavedCalculation } from './schema.ts';

/** A list in the person's overview. */
export type SavedListRow = {
  id: string;
  name: string;
  changed_at: Date;
  count: number;
  is_calculation: boolean;
};

/** All of a person's lists, the last changed first. */
export async function listSavedLists(db: Db, user_id: string): Promise<SavedListRow[]> {
  const { rows } = await sql<SavedListRow>`
    select l.id, l.name, l.changed_at, (select count(*)::int from saved_list_lines where list_id = l.id) as count, l.calculator_numbers is not null as is_calculation
    from saved_lists l where l.user_id = ${user_id}::uuid order by l.changed_at desc, l.id`.execute(db);
  return rows;
}

/** What stands on all of a person's lists, by list; counts in sales units. */
export async function linesOfSavedLists(db: Db, user_id: string): Promise<Map<string, CartCount[]>> {
  const { rows } = await sql<CartCount & { list_id: string }>`
    select g.list_id, g.product_id, g.count from saved_lists l join saved_list_lines g on g.list_id = l.id
    where l.user_id = ${user_id}::uuid order by g.list_id, g.position`.execute(db);
  const lines = Map.groupBy(rows, ({ list_id }) => list_id);
  return new Map([...lines].map(([id, own]) => [id, own.map(({ product_id, count }) => ({ product_id, count }))]));
}

/** The ids of a person's lists that have the product. */
export async function listsWith(db: Db, user_id: string, product_id: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from saved_lists l join saved_list_lines g on g.list_id = l.id
    where l.user_id = ${user_id}::uuid and g.product_id = ${product_id}::int`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Counts in sales units, in the order they were saved. `calculation`: what they came out of; null: they were chosen, or
 * the product whose calculator it was is gone.
 */
export type SavedList = {
  id: string;
  name: string;
  changed_at: Date;
  lines: CartCount[];
  calculation: SavedCalculation | null;
};

/** One list; null: this person has no such list. */
export async function readSavedList(db: Db, user_id: string, id: string): Promise<SavedList | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<SavedList>`
    select l.id, l.name, l.changed_at, coalesce(
      (select json_agg(json_build_object('product_id', g.product_id, 'count', g.count) order by g.position)
        from saved_list_lines g where g.list_id = l.id), '[]'::json) as lines,
      case when l.calculator_product_id is not null then
        json_build_object('product_id', l.calculator_product_id, 'numbers', l.calculator_numbers) end as calculation
    from saved_lists l where l.id = ${id}::uuid and l.user_id = ${user_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { plural } from '#shared/plurals.ts';
import { nameTaken, type SavedCalculation, savedListLimits } from './schema.ts';

/** `count` in sales units; null: the smallest that is sold. */
export type GoodsToSave = { product_id: number; count: number | null };

export type ListToSave = {
  name: string;
  goods: readonly GoodsToSave[];
  replaces: boolean;
  /** A list whose goods are put on it later; it takes the place of none. */
  isEmpty?: boolean;
  /** What the goods came out of. */
  calculation?: SavedCalculation;
};

/**
 * Keeps goods under a name; `replaces`: a list of this person with this name gets them instead of its own. Products the
 * catalogue no longer knows are left out. Returns the list's id. Throws bad_input: nothing to keep, too many lists, or
 * the name is taken (at `replace`, of an empty list at `name`). Call in a transaction.
 */
export async function saveList(
  db: Db,
  user_id: string,
  { name, goods, replaces, isEmpty = false, calculation }: ListToSave,
  now = new Date(),
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into saved_lists (user_id, name, created_at, changed_at, calculator_product_id, calculator_numbers)
    values (${user_id}::uuid, ${name}, ${now}, ${now}, ${calculation?.product_id ?? null}::int,
      ${calculation ? JSON.stringify(calculation.numbers) : null}::jsonb)
    on conflict (user_id, lower(name)) do update set name = excluded.name, changed_at = excluded.changed_at,
      calculator_product_id = excluded.calculator_product_id, calculator_numbers = excluded.calculator_numbers
      where ${replaces && !isEmpty}::boolean
    returning id`
    .execute(db)
    .catch(throwMany);
  const [list] = rows;
  if (!list) throw new Refusal('bad_input', { fields: { [isEmpty ? 'name' : 'replace']: nameTaken } });
  if (isEmpty) return list.id;
  await sql`delete from saved_list_lines where list_id = ${list.id}::uuid`.execute(db);
  const kept = goods.slice(0, savedListLimits.lines);
  const { numAffectedRows } = await sql`
    insert into saved_list_lines (list_id, position, product_id, count)
    select ${list.id}::uuid, row_number() over (order by given.at), p.id, coalesce(given.count, p.min_count)
    from unnest(${kept.map(({ product_id }) => product_id)}::int[], ${kept.map(({ count }) => count)}::int[])
      with ordinality as given (product_id, count, at)
    join products p on p.id = given.product_id`.execute(db);
  if (!numAffectedRows) throw new Refusal('bad_input', {}, 'Сохранять пока нечего: список пуст');
  return list.id;
}

/** The trigger that bounds a person's lists, as a refusal. */
function throwMany(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'saved_lists_limit')
    throw new Refusal(
      'bad_input',
      {},
      `Больше ${savedListLimits.lists} ${plural(savedListLimits.lists, 'списка', 'списков', 'списков')} сохранить нельзя: удалите лишние`,
    );
  throw error;
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';

/** Keys and values as the address of the list has them: `{"osnova": ["123"], "in_stock": ["1"]}`. */
export type ShortFilters = Record<string, string[]>;

export type StaffShort = {
  id: number;
  category_id: number;
  category_code: string;
  category_name: string;
  /** The last part of the page's address. */
  code: string;
  name: string;
  /** Of the page in search engines; null: by the rule. */
  title: string | null;
  description: string | null;
  /** Clean HTML. */
  text: string | null;
  faq: { question: string; answer: string }[];
  filters: ShortFilters;
  position: number;
};

export type ShortChange = Partial<Omit<StaffShort, 'id' | 'category_id' | 'category_code' | 'category_name'>>;

/** Short listings of a category in their order; of all categories for null. */
export async function listStaffShorts(db: Db, category_id: number | null): Promise<StaffShort[]> {
  const { rows } = await sql<StaffShort>`
    ${shortColumns} where ${category_id}::int is null or s.category_id = ${category_id}::int
    order by c.name, c.id, s.position, s.id`.execute(db);
  return rows.map(withLists);
}

/** null: there is none. `isLocked`: until the end of the transaction. */
export async function readStaffShort(db: Db, id: number, isLocked = false): Promise<StaffShort | null> {
  const lock = isLocked ? sql`for update of s` : sql``;
  const { rows } = await sql<StaffShort>`${shortColumns} where s.id = ${id}::int ${lock}`.execute(db);
  return rows[0] ? withLists(rows[0]) : null;
}

const shortColumns = sql`
  select s.id, s.category_id, c.code as category_code, c.name as category_name, s.code, s.name, s.title, s.description,
    s.text, s.faq, s.filters, s.position
  from shorts s join categories c on c.id = s.category_id`;

/** Rows written before keep a lone value as a text. */
function withLists(short: StaffShort): StaffShort {
  const filters = Object.entries(short.filters).map(([key, values]) => [key, [values].flat().map(String)]);
  return { ...short, filters: Object.fromEntries(filters) };
}

/** Behind the others of its category. Throws bad_input. Call in a transaction. */
export async function createShort(
  db: Db,
  { category_id, name, filters }: { category_id: number; name: string; filters: ShortFilters },
): Promise<{ id: number; code: string }> {
  const category = await db.selectFrom('categories').select('id').where('id', '=', category_id).executeTakeFirst();
  if (!category) throw new Refusal('bad_input', { fields: { category_id: 'Такого раздела нет' } });
  const code = slugOf(name);
  if (!code) throw new Refusal('bad_input', { fields: { name: 'В названии нужны буквы или цифры' } });
  await refuseTaken(db, category_id, code, 0);
  const { rows } = await sql<{ id: number; code: string }>`
    insert into shorts (category_id, code, name, filters, position)
    select ${category_id}, ${code}, ${name}, ${JSON.stringify(filters)}::jsonb, coalesce(max(position) + 1, 0)
    from shorts where category_id = ${category_id}
    returning id, code`.execute(db);
  await invalidate(db, ['catalogue']);
  return ensure(rows[0]);
}

/** Throws bad_input. Call in a transaction. */
export async function saveShort(db: Db, before: StaffShort, change: ShortChange): Promise<void> {
  const { faq, filters, ...columns } = change;
  if (change.code !== undefined && change.code !== before.code)
    await refuseTaken(db, before.category_id, change.code, before.id);
  await db
    .updateTable('shorts')
    .set({
      ...columns,
      ...(faq && { faq: JSON.stringify(faq) }),
      ...(filters && { filters: JSON.stringify(filters) }),
    })
    .where('id', '=', before.id)
    .execute();
  await invalidate(db, ['catalogue']);
}

/** Call in a transaction. */
export async function removeShort(db: Db, id: number): Promise<void> {
  await db.deleteFrom('shorts').where('id', '=', id).execute();
  await invalidate(db, ['catalogue']);
}

async function refuseTaken(db: Db, category_id: number, code: string, id: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from shorts where category_id = ${category_id} and code = ${code} and id <> ${id}`.execute(db);
  const [owner] = rows;
  if (owner) throw new Refusal('bad_input', { fields: { code: `Адрес занят подборкой «${owner.name}»` } });
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { goodsKinds, type PricesCall } from './schema.ts';
import { readTargets } from './targets.ts';

export const fileFields = [...goodsKinds, 'price', 'old_price', 'stock'] as const;
export type FileField = (typeof fileFields)[number];

/** A column of the owner's table: what stands over it, what it holds, and of which price column or store. */
export type FileColumn = { heading: string; field: FileField; target: string | null };

export type FileMap = {
  name: string;
  columns: FileColumn[];
  unit: PricesCall['unit'];
  /** A price that moves by more percent than this is suspicious… */
  moved_percent: number;
  /** …and more percent of such prices, of zero prices, or of stock that comes to nothing hold a file up. */
  moved_share: number;
};

/**
 * Keeps a map under its name, in place of the one that was there. Throws bad_input with what is wrong, in Russian: no
 * column names the goods, none holds anything, one thing stands in two columns, a price column or store is not there.
 * Unless `isCostShown`, columns of purchase prices are not there, and a map that holds one is not replaced.
 */
export async function saveFileMap(db: Db, map: FileMap, isCostShown: boolean): Promise<void> {
  const problem = (await mapProblem(db, map.columns, isCostShown)) ?? (await nameProblem(db, map.name, isCostShown));
  if (problem !== null) throw new Refusal('bad_input', {}, problem);
  const { name, columns, ...settings } = map;
  const values = { columns: JSON.stringify(columns), ...settings, changed_at: new Date() };
  await db
    .insertInto('file_maps')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}

/** A map that the person is not shown is not replaced by one of its name. */
async function nameProblem(db: Db, name: string, isCostShown: boolean): Promise<string | null> {
  const named = (maps: { name: string }[]) => maps.some((map) => map.name === name);
  const isHidden = named(await listFileMaps(db, true)) && !named(await listFileMaps(db, isCostShown));
  return isHidden ? 'такое название уже занято, выберите другое' : null;
}

async function mapProblem(db: Db, columns: FileColumn[], isCostShown: boolean): Promise<string | null> {
  const { price_columns, stores } = await readTargets(db, [], isCostShown);
  for (const { field, target, heading } of columns) {
    const known = field === 'stock' ? stores : field === 'price' || field === 'old_price' ? price_columns : null;
    const codes = known?.map(({ code }) => code);
    if (codes && (target === null || !codes.includes(target)))
      return `«${heading}»: после ${field} укажите через двоеточие одно из: ${codes.join(', ')}`;
    if (!codes && target !== null) return `«${heading}»: после ${field} ничего указывать не нужно`;
  }
  if (!columns.some(({ field }) => goodsKinds.some((kind) => kind === field)))
    return `нет столбца, по которому находят товар: ${goodsKinds.join(', ')}`;
  if (!columns.some(({ field }) => field === 'price' || field === 'stock'))
    return 'нет ни одного столбца с ценой или остатком';
  for (const column of columns.filter(({ field }) => field === 'old_price'))
    if (!columns.some(({ field, target }) => field === 'price' && target === column.target))
      return `«${column.heading}»: старая цена без цены той же колонки`;
  const seen = new Set<string>();
  for (const { field, target } of columns) {
    const key = `${field}:${target ?? ''}`;
    if (seen.has(key)) return `${target === null ? field : key} указано в двух столбцах`;
    seen.add(key);
  }
  return null;
}

/** Of those that `listFileMaps` shows. Throws not_found. */
export async function readFileMap(db: Db, name: string, isCostShown: boolean): Promise<FileMap> {
  const map = (await listFileMaps(db, isCostShown)).find((known) => known.name === name);
  if (!map) throw new Refusal('not_found');
  return map;
}

/** By name; those that hold purchase prices only when `isCostShown`. */
export async function listFileMaps(db: Db, isCostShown: boolean): Promise<FileMap[]> {
  const { rows } = await sql<FileMap>`
    select name, columns, unit, moved_percent, moved_share from file_maps
    where ${isCostShown} or not exists (
      select from price_columns c
      where c.is_cost and columns @> jsonb_build_array(jsonb_build_object('target', c.price_column)))
    order by name`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { withinTransaction } from '#platform/within-transaction.ts';
import { lockHeld } from './lock-held.ts';

/** What of a package stands or falls together: all of a good but prices and stock, its prices, its stock; a group. */
const rowParts = ['good', 'prices', 'stock', 'group'] as const;
type RowPart = (typeof rowParts)[number];

/** The id of a row of a held package: `prices:123` are all prices of product 123. It outlives comparing it again. */
export type RowId = `${RowPart}:${number}`;

const mostRows = 10_000;

/**
 * The owner keeps rows out of a package that waits: approved, it is taken without them, as if 1C had not sent them. Ids
 * are those of `listChanges`; more than once says nothing new. Throws not_found, bad_input {fields.package} (it does
 * not wait), {fields.rows} (no such row).
 */
export async function keepRowsOut(db: Db, package_id: number, row_ids: string[]): Promise<void> {
  const rows = parseRows(row_ids);
  await withinTransaction(db, async (db) => {
    await lockHeld(db, package_id);
    const [stranger] = await findStrangers(db, package_id, rows);
    if (stranger)
      throw new Refusal('bad_input', { fields: { rows: `Записи ${stranger} в пакете № ${package_id} нет` } });
    await db
      .insertInto('onec_kept_out')
      .values(rows.map((row) => ({ package_id, ...row })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/**
 * The rows are taken with the package after all. Throws as `keepRowsOut` does; rows that were not kept out are none.
 */
export async function takeRowsIn(db: Db, package_id: number, row_ids: string[]): Promise<void> {
  const rows = parseRows(row_ids);
  await withinTransaction(db, async (db) => {
    await lockHeld(db, package_id);
    for (const { part, record } of rows)
      await db
        .deleteFrom('onec_kept_out')
        .where('package_id', '=', package_id)
        .where('part', '=', part)
        .where('record', '=', record)
        .execute();
  });
}

export type KeptOut = { row: RowId; name: string };

/** What was kept out of a package by hand, with the names of goods and groups. */
export async function listKeptOut(db: Db, package_id: number): Promise<KeptOut[]> {
  const { rows } = await sql<{ part: string; record: number; name: string | null }>`
    select k.part, k.record, coalesce(p.name, c.name) as name from onec_kept_out k
    left join products p on k.part <> 'group' and p.id = k.record
    left join categories c on k.part = 'group' and c.id = k.record
    where k.package_id = ${package_id} order by k.part, k.record`.execute(db);
  return rows.map(({ part, record, name }) => ({ row: rowId(part as RowPart, record), name: name ?? '' }));
}

export function rowId(part: RowPart, record: number): RowId {
  return `${part}:${record}`;
}

function parseRows(row_ids: string[]): { part: RowPart; record: number }[] {
  if (row_ids.length === 0 || row_ids.length > mostRows)
    throw new Refusal('bad_input', { fields: { rows: `Записей: от 1 до ${mostRows}` } });
  return row_ids.map((id) => {
    const [, part, record] = /^(good|prices|stock|group):(\d{1,9})$/.exec(id) ?? [];
    if (!part) throw new Refusal('bad_input', { fields: { rows: `Записи «${id.slice(0, 40)}» не бывает` } });
    return { part: part as RowPart, record: Number(record) };
  });
}

/** Of these rows the ids that the package does not change. */
async function findStrangers(db: Db, package_id: number, rows: { part: RowPart; record: number }[]): Promise<string[]> {
  const parts = rows.map(({ part }) => part);
  const records = rows.map(({ record }) => record);
  const { rows: strangers } = await sql<{ row: string }>`
    with journal as (
      select case when kind = 'group' then 'group' else 'good' end as part, record from onec_changes
      where package_id = ${package_id} and kind in ('product', 'categories', 'group')
      union select 'prices', unnest(product_ids) from onec_price_changes where package_id = ${package_id}
      union select 'stock', unnest(product_ids) from onec_stock_changes where package_id = ${package_id}
    )
    select asked.part || ':' || asked.record as row
    from unnest(${parts}::text[], ${records}::int[]) asked (part, record)
    where not exists (select from journal j where j.part = asked.part and j.record = asked.record)`.execute(db);
  return strangers.map(({ row }) => row);
}

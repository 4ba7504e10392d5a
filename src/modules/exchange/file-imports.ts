import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { ImportState, TableSummary } from './import-table.ts';
import type { ImportRow } from './table-words.ts';

const keepMs = 90 * 24 * 3_600_000;

export type FileImport = {
  id: number;
  map_name: string;
  source: string;
  at: Date;
  state: ImportState;
  summary: TableSummary;
};

/** Tables that came, the newest first. */
export async function listFileImports(db: Db, limit: number): Promise<FileImport[]> {
  const { rows } = await sql<FileImport>`
    select id, map_name, source, at, state, summary from file_imports order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** What became of the rows of a table, in its order. */
export async function readImportRows(db: Db, import_id: number, limit: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select row, is_refused, words from file_import_rows where import_id = ${import_id}
    order by position limit ${limit}`.execute(db);
  return rows;
}

/** Nightly: tables of a quarter ago, with what became of their rows. */
export async function forgetOldFileImports(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom('file_imports')
    .where('at', '<', new Date(now.getTime() - keepMs))
    .execute();
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import type { ReleaseKey } from './kinds.ts';
import { mostItems } from './releases.ts';
import { allKinds } from './rows/all-kinds.ts';

/** Forms, vacancies and wheels that wait as drafts and that a look at the shop shows. */
export async function rowsOfLook(db: Db, drafts: ShownDrafts): Promise<ReleaseKey[]> {
  const { rows } = await sql<ReleaseKey>`
    select d.kind, d.id from (
      select 'forms' as kind, code as id from form_schemas where published_at is null
      union all select 'vacancies', id::text from vacancies where is_draft
      union all select 'wheels', id::text from fortune_campaigns where published_at is null) d
    where shows_draft(d.kind, d.id, ${drafts}::int) order by d.kind, d.id limit ${mostItems}`.execute(db);
  return rows;
}

/**
 * Publishes them at `now` in a transaction that the caller rolls back, so that their reads know of no drafts; one that
 * would be refused is left out, as its release would refuse it.
 */
export async function showRows(db: Db, keys: ReleaseKey[], now: Date): Promise<void> {
  for (const { kind, id } of keys) {
    await sql`savepoint shown`.execute(db);
    try {
      await allKinds[kind].publish(db, id, { now, imageHosts: [], by: 'просмотр' });
      await sql`release savepoint shown`.execute(db);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint shown`.execute(db);
    }
  }
}

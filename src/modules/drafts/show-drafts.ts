import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ShopLook } from '#shared/shop-look.ts';
import { layDraft } from './publish-draft.ts';

/** As many as a release has at most: each is a change that is made and put back for every page. */
const mostShown = 200;

/**
 * Numbers of the drafts that a look at the shop shows: those whose own moment has come by then, and those it was asked
 * to show. `left`: how many more there are than are shown.
 */
export async function draftsOfLook(db: Db, { at, drafts }: ShopLook): Promise<{ ids: number[]; left: number }> {
  const { rows } = await sql<{ id: number; count: number }>`
    select d.id, count(*) over ()::int as count from drafts d
    where d.published_at is null and d.discarded_at is null
      and ((d.failure is null and d.publish_at <= ${at})
        or shows_draft(d.resource, d.id::text, ${drafts}::int))
    order by d.publish_at nulls last, d.id limit ${mostShown}`.execute(db);
  return { ids: rows.map(({ id }) => id), left: (rows[0]?.count ?? 0) - rows.length };
}

/**
 * Puts these drafts into their records in a transaction that the caller rolls back; one that would be refused is left
 * out, as it would be at its moment.
 */
export async function showDrafts(db: Db, ids: number[], now = new Date()): Promise<void> {
  for (const id of ids) {
    await sql`savepoint shown`.execute(db);
    try {
      await layDraft(db, id, now);
      await sql`release savepoint shown`.execute(db);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint shown`.execute(db);
    }
  }
}

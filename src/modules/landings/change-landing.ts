import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { LandingInput, LandingPageInput } from './schema.ts';

/**
 * Makes a landing page, or sets dates, redirect and split of one. Nothing of it is seen before a text is published.
 * Call in a transaction.
 */
export async function saveLanding(db: Db, given: LandingInput, now = new Date()): Promise<{ id: number }> {
  const landing = LandingInput.parse(given);
  const row = { ...landing, changed_at: now };
  const { id } = await db
    .insertInto('landings')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return { id };
}

/** Writes the next version of a text; a draft until `publishLanding`. Throws not_found. Call in a transaction. */
export async function writeLandingPage(
  db: Db,
  slug: string,
  given: LandingPageInput,
  now = new Date(),
): Promise<{ version: number }> {
  const page = LandingPageInput.parse(given);
  const landing_id = await lockLanding(db, slug);
  const { rows } = await sql<{ version: number }>`
    insert into landing_pages (landing_id, department_id_1c, variant, version, title, description, blocks, created_at)
    select ${landing_id}, ${page.department_id_1c}, ${page.variant}, coalesce(max(version), 0) + 1, ${page.title},
      ${page.description}, ${JSON.stringify(page.blocks)}::jsonb, ${now}
    from landing_pages
    where landing_id = ${landing_id} and variant = ${page.variant}
      and department_id_1c is not distinct from ${page.department_id_1c}
    returning version`.execute(db);
  return { version: ensure(rows[0]).version };
}

/**
 * Shows the newest version of every text of the page. Throws not_found, also when nothing was written. Call in a
 * transaction.
 */
export async function publishLanding(db: Db, slug: string, now = new Date()): Promise<void> {
  const landing_id = await lockLanding(db, slug);
  const { rows } = await sql`
    update landing_pages set published_at = ${now}
    where published_at is null and id in (
      select distinct on (variant, department_id_1c) id from landing_pages where landing_id = ${landing_id}
      order by variant, department_id_1c, version desc)
    returning id`.execute(db);
  const { rows: published } = await sql`
    select from landing_pages where landing_id = ${landing_id} and published_at is not null limit 1`.execute(db);
  if (rows.length === 0 && published.length === 0) throw new Refusal('not_found');
  await sql`update landings set changed_at = ${now} where id = ${landing_id}`.execute(db);
  await invalidate(db, ['content']);
}

/** Ends the page at once: its address leads to `redirect_to` from now on. Throws not_found. Call in a transaction. */
export async function endLanding(db: Db, slug: string, now = new Date()): Promise<void> {
  const landing_id = await lockLanding(db, slug);
  await sql`
    update landings set ends_at = least(ends_at, ${now}), changed_at = ${now},
      starts_at = case when starts_at < ${now} then starts_at end
    where id = ${landing_id}`.execute(db);
  await invalidate(db, ['content']);
}

async function lockLanding(db: Db, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from landings where slug = ${slug} for update`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row.id;
}

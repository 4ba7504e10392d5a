import { sql } from 'kysely';
import type { z } from 'zod';
import { picturesOfBlocks } from '#modules/content/blocks-schema.ts';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { inputFields } from '#shared/input-messages.ts';
import { LandingInput, LandingPageInput } from './schema.ts';

/**
 * Makes a landing page, or sets dates, redirect and split of one. Nothing of it is seen before a text is published.
 * Throws bad_input. Call in a transaction.
 */
export async function saveLanding(db: Db, given: LandingInput, now = new Date()): Promise<{ id: number }> {
  const landing = read(LandingInput, given);
  if (landing.starts_at && landing.ends_at && landing.ends_at <= landing.starts_at)
    throw new Refusal('bad_input', { fields: { ends_at: 'Конец раньше начала' } });
  const row = { ...landing, changed_at: now };
  const inserted = { ...row, share_b_since: now };
  const { id } = await db
    .insertInto('landings')
    .values(inserted)
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((known) => ({
        ...row,
        // What was shown under another share is not compared with what follows.
        share_b_since: sql`case when landings.share_b = ${known.ref('excluded.share_b')} then landings.share_b_since
          else ${now} end`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return { id };
}

/**
 * Writes the next version of a text; a draft until `publishLanding`. Returns its id and number. Throws not_found,
 * bad_input. Call in a transaction.
 */
export async function writeLandingPage(
  db: Db,
  slug: string,
  given: LandingPageInput,
  now = new Date(),
): Promise<{ id: number; version: number }> {
  const page = read(LandingPageInput, given);
  await linkUploads(db, picturesOfBlocks(page.blocks), now);
  const landing_id = await lockLanding(db, slug);
  const { rows } = await sql<{ id: number; version: number }>`
    insert into landing_pages (landing_id, department_id_1c, variant, version, title, description, blocks, created_at)
    select ${landing_id}, ${page.department_id_1c}, ${page.variant}, coalesce(max(version), 0) + 1, ${page.title},
      ${page.description}, ${JSON.stringify(page.blocks)}::jsonb, ${now}
    from landing_pages
    where landing_id = ${landing_id} and variant = ${page.variant}
      and department_id_1c is not distinct from ${page.department_id_1c}
    returning id, version`.execute(db);
  return ensure(rows[0]);
}

/** Writes a draft again. Throws not_found for what is no draft, bad_input. Call in a transaction. */
export async function changeLandingDraft(
  db: Db,
  id: number,
  given: Pick<LandingPageInput, 'title' | 'description' | 'blocks'>,
  now = new Date(),
): Promise<void> {
  const { title, description, blocks } = read(LandingPageInput, given);
  await linkUploads(db, picturesOfBlocks(blocks), now);
  const changed = await db
    .updateTable('landing_pages')
    .set({ title, description, blocks: JSON.stringify(blocks) })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('not_found');
}

/** A draft is gone. Throws not_found for what was published. */
export async function removeLandingDraft(db: Db, id: number): Promise<void> {
  const gone = await db
    .deleteFrom('landing_pages')
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
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

/**
 * Shows one draft: of its branch and variant it stands from now on. Throws page_published for what is no draft, or one
 * that a later version already shown would cover. Call in a transaction.
 */
export async function publishLandingText(db: Db, id: number, now = new Date()): Promise<void> {
  await sql`select from landings where id = (select landing_id from landing_pages where id = ${id}) for update`.execute(
    db,
  );
  const { rows } = await sql`
    update landing_pages p set published_at = ${now}
    where id = ${id} and published_at is null and not exists (
      select from landing_pages later where later.landing_id = p.landing_id and later.variant = p.variant
        and later.department_id_1c is not distinct from p.department_id_1c and later.version > p.version
        and later.published_at is not null)
    returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('page_published');
  await invalidate(db, ['content']);
}

/**
 * What `publishLanding` showed first at `published_at` is a draft again; what stood before is shown. Throws not_found.
 * Call in a transaction.
 */
export async function recallLanding(db: Db, slug: string, published_at: Date, now = new Date()): Promise<void> {
  const landing_id = await lockLanding(db, slug);
  const { rows } = await sql`
    update landing_pages set published_at = null
    where landing_id = ${landing_id} and published_at = ${published_at} returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
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

function read<Schema extends z.ZodType>(schema: Schema, given: z.input<Schema>): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new Refusal('bad_input', { fields: inputFields(parsed.error) });
  return parsed.data;
}

async function lockLanding(db: Db, slug: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from landings where slug = ${slug} for update`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row.id;
}

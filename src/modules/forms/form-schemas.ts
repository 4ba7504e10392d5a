import { sql } from 'kysely';
import { consentPlaceWords } from '#modules/consents/schema.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { fixedForms } from './fixed-forms.ts';
import { type FormSchema, schemaMistakes } from './schema.ts';

/** A form that can be filled in at `now`; `schema_id` null: it stands in the code. */
export type OpenForm = { schema: FormSchema; schema_id: number | null };

/** By its code: a fixed one, or the latest published version of a dynamic one unless it is closed. Else null. */
export async function findForm(db: Db, code: string, now = new Date()): Promise<OpenForm | null> {
  if (Object.hasOwn(fixedForms, code)) return { schema: fixedForms[code as keyof typeof fixedForms], schema_id: null };
  const { rows } = await sql<{ id: number; schema: FormSchema; is_closed: boolean }>`
    select id, schema, coalesce(closed_at <= ${now}, false) as is_closed from form_schemas
    where code = ${code} and published_at <= ${now} order by version desc limit 1`.execute(db);
  const [row] = rows;
  return row && !row.is_closed ? { schema: { ...row.schema, code }, schema_id: row.id } : null;
}

/**
 * A new version of a dynamic form, in force from `published_at`; a draft that waits becomes it. `based_on`: the version
 * that was changed; null: the form is new; not given: whatever there is by now. Throws bad_input with what is wrong
 * with it, changed {version} when there is a newer version than the one that was changed.
 */
export async function publishForm(
  db: Db,
  schema: FormSchema,
  published_at = new Date(),
  based_on?: number | null,
): Promise<{ id: number; version: number }> {
  const written = await writeVersion(db, schema, published_at, based_on);
  await invalidate(db, ['content']);
  return written;
}

/** The same as a draft, which visitors do not see; one that waits is replaced. Call in a transaction. */
export function saveFormDraft(db: Db, schema: FormSchema, based_on: number | null): Promise<{ version: number }> {
  return writeVersion(db, schema, null, based_on);
}

async function writeVersion(
  db: Db,
  schema: FormSchema,
  published_at: Date | null,
  based_on?: number | null,
): Promise<{ id: number; version: number }> {
  const mistakes = schemaMistakes(schema);
  if (Object.hasOwn(fixedForms, schema.code)) mistakes.push(`Код «${schema.code}» занят встроенной формой`);
  // A consent given in a form is stored by the form's code, beside those that the shop asks for elsewhere.
  if (Object.hasOwn(consentPlaceWords, schema.code)) mistakes.push(`Код «${schema.code}» занят магазином`);
  if (mistakes.length > 0) throw new Refusal('bad_input', { mistakes }, mistakes.join('. '));
  const newest = await newestVersion(db, schema.code);
  if (based_on !== undefined) needNewest(newest, based_on);
  const version = (newest?.version ?? 0) + 1;
  const text = JSON.stringify(schema);
  // A draft gets a number of its own each time, so that whoever saves second is told.
  const { rows } = await (newest?.published_at === null
    ? sql<{ id: number; version: number }>`
        update form_schemas set version = ${version}, schema = ${text}::jsonb, published_at = ${published_at}
        where id = ${newest.id} returning id, version`
    : sql<{ id: number; version: number }>`
        insert into form_schemas (code, version, schema, published_at)
        values (${schema.code}, ${version}, ${text}::jsonb, ${published_at}) returning id, version`
  ).execute(db);
  return ensure(rows[0]);
}

type Version = { id: number; version: number; published_at: Date | null };

/** Two who write a form at once come one after the other, until the end of the transaction. */
export async function holdForm(db: Db, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form ${code}`}, 0))`.execute(db);
}

/** null: there is no such form. It is held. */
async function newestVersion(db: Db, code: string): Promise<Version | null> {
  await holdForm(db, code);
  const { rows } = await sql<Version>`
    select id, version, published_at from form_schemas where code = ${code} order by version desc limit 1`.execute(db);
  return rows[0] ?? null;
}

function needNewest(newest: Version | null, based_on: number | null): void {
  const version = newest?.version ?? null;
  if (version === based_on) return;
  if (based_on === null)
    throw new Refusal('bad_input', { fields: { 'schema.code': 'Форма с таким кодом уже есть: откройте её в списке' } });
  throw new Refusal('changed', { version });
}

/**
 * A draft, or a version that is still to come, is in force from `published_at`. Throws not_found when there is none,
 * bad_input for a moment that is over. Call in a transaction.
 */
export async function publishFormDraft(db: Db, code: string, published_at: Date, now: Date): Promise<void> {
  if (published_at < now) throw new Refusal('bad_input', { fields: { published_at: 'Это время уже прошло' } });
  const newest = await newestVersion(db, code);
  if (!newest || (newest.published_at && newest.published_at <= now)) throw new Refusal('not_found');
  await sql`update form_schemas set published_at = ${published_at} where id = ${newest.id}`.execute(db);
  await invalidate(db, ['content']);
}

/** A draft is gone; what is in force stays. Throws not_found. Call in a transaction. */
export async function removeFormDraft(db: Db, code: string): Promise<void> {
  const newest = await newestVersion(db, code);
  if (newest?.published_at !== null) throw new Refusal('not_found');
  await sql`delete from form_schemas where id = ${newest.id}`.execute(db);
}

/**
 * What was published last is a draft again, and what stood before it is in force: the version before it, or no form at
 * all. What has been sent by it stays with it: the draft is a copy. Throws not_found for a draft and for a form that is
 * closed. Call in a transaction.
 */
export async function recallForm(db: Db, code: string, now: Date): Promise<void> {
  const newest = await newestVersion(db, code);
  if (!newest?.published_at) throw new Refusal('not_found');
  if (newest.published_at > now)
    await sql`update form_schemas set published_at = null where id = ${newest.id}`.execute(db);
  else {
    const closed = await sql`
      update form_schemas set closed_at = ${now} where id = ${newest.id} and closed_at is null returning id`.execute(
      db,
    );
    if (closed.rows.length === 0) throw new Refusal('not_found');
    await sql`
      insert into form_schemas (code, version, schema, published_at, closed_at)
      select code, ${newest.version + 1}, schema, ${now}, closed_at from form_schemas
      where code = ${code} and version < ${newest.version} and published_at <= ${now}
      order by version desc limit 1`.execute(db);
    await sql`
      insert into form_schemas (code, version, schema, published_at)
      select code, ${newest.version + 2}, schema, null from form_schemas where id = ${newest.id}`.execute(db);
  }
  await invalidate(db, ['content']);
}

/** Takes no more from `now`; a version that is published opens it again. Throws not_found. */
export async function closeForm(db: Db, code: string, now = new Date()): Promise<void> {
  const { rows } = await sql`
    update form_schemas set closed_at = ${now}
    where id = (select id from form_schemas where code = ${code} and published_at <= ${now} order by version desc limit 1)
      and closed_at is null returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

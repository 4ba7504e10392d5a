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
 * A new version of a dynamic form, in force from `published_at`. `based_on`: the version that was changed; null: the
 * form is new; not given: whatever there is by now. Throws bad_input with what is wrong with it, changed {version} when
 * there is a newer version than the one that was changed.
 */
export async function publishForm(
  db: Db,
  schema: FormSchema,
  published_at = new Date(),
  based_on?: number | null,
): Promise<{ id: number; version: number }> {
  const mistakes = schemaMistakes(schema);
  if (Object.hasOwn(fixedForms, schema.code)) mistakes.push(`Код «${schema.code}» занят встроенной формой`);
  // A consent given in a form is stored by the form's code, beside those that the shop asks for elsewhere.
  if (Object.hasOwn(consentPlaceWords, schema.code)) mistakes.push(`Код «${schema.code}» занят магазином`);
  if (mistakes.length > 0) throw new Refusal('bad_input', { mistakes }, mistakes.join('. '));
  if (based_on !== undefined) await needNewest(db, schema.code, based_on);
  const { rows } = await sql<{ id: number; version: number }>`
    insert into form_schemas (code, version, schema, published_at)
    select ${schema.code}, coalesce(max(version), 0) + 1, ${JSON.stringify(schema)}::jsonb, ${published_at}
    from form_schemas where code = ${schema.code} returning id, version`.execute(db);
  await invalidate(db, ['content']);
  return ensure(rows[0]);
}

/** Two who publish at once come one after the other. */
async function needNewest(db: Db, code: string, based_on: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`form ${code}`}, 0))`.execute(db);
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from form_schemas where code = ${code}`.execute(db);
  const version = rows[0]?.version ?? null;
  if (version === based_on) return;
  if (based_on === null)
    throw new Refusal('bad_input', { fields: { 'schema.code': 'Форма с таким кодом уже есть: откройте её в списке' } });
  throw new Refusal('changed', { version });
}

/** Takes no more from `now`; publishing a version opens it again. Throws not_found. */
export async function closeForm(db: Db, code: string, now = new Date()): Promise<void> {
  const { rows } = await sql`
    update form_schemas set closed_at = ${now}
    where id = (select id from form_schemas where code = ${code} order by version desc limit 1) and closed_at is null
    returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

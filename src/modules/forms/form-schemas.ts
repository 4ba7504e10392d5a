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

/** A new version of a dynamic form, in force from `published_at`. Throws bad_input with what is wrong with it. */
export async function publishForm(
  db: Db,
  schema: FormSchema,
  published_at = new Date(),
): Promise<{ id: number; version: number }> {
  const mistakes = schemaMistakes(schema);
  if (Object.hasOwn(fixedForms, schema.code)) mistakes.push(`Код «${schema.code}» занят встроенной формой`);
  // A consent given in a form is stored by the form's code, beside those that the shop asks for elsewhere.
  if (Object.hasOwn(consentPlaceWords, schema.code)) mistakes.push(`Код «${schema.code}» занят магазином`);
  if (mistakes.length > 0) throw new Refusal('bad_input', { mistakes }, mistakes.join('. '));
  const { rows } = await sql<{ id: number; version: number }>`
    insert into form_schemas (code, version, schema, published_at)
    select ${schema.code}, coalesce(max(version), 0) + 1, ${JSON.stringify(schema)}::jsonb, ${published_at}
    from form_schemas where code = ${schema.code} returning id, version`.execute(db);
  await invalidate(db, ['content']);
  return ensure(rows[0]);
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

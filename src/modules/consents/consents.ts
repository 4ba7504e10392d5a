import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { consentGiven } from '#shared/form-fields.ts';
import { isOfContact } from './contact.ts';
import type { ConsentPlace } from './schema.ts';

export type ConsentPurpose = 'personal_data' | 'advertising';

/** Pages whose current version a consent names. */
const slugs: Record<ConsentPurpose, string> = {
  personal_data: 'consent-personal-data',
  advertising: 'consent-advertising',
};

/** A consent of a person with what was agreed to, when and where. */
export type Consent = {
  id: number;
  purpose: ConsentPurpose;
  /** A `ConsentPlace`, or the code of a form of the site. */
  form: string;
  /** Of a form that staff put together; null: of none. */
  form_name: string | null;
  order_number: number | null;
  page_slug: string;
  page_version: number;
  /** When it was given; of a row under an earlier consent when something was sent under it. */
  given_at: Date;
  /** When the earlier consent was given that this one only names; null: it was given here. */
  under_given_at: Date | null;
  /** What was sent under it later and still stands. */
  uses: number;
  withdrawn_at: Date | null;
};

/** Everything this person agreed to, own orders included, newest first. */
export async function listConsents(db: Db, user_id: string): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select c.id, c.purpose, c.form, ${formName} as form_name, o.number as order_number, p.slug as page_slug, p.version as page_version, c.given_at, c.withdrawn_at,
      earlier.given_at as under_given_at,
      (select count(*)::int from consents sent where sent.under_id = c.id and sent.withdrawn_at is null) as uses
    from consents c join pages p on p.id = c.page_id left join orders o on o.id = c.order_id
    left join consents earlier on earlier.id = c.under_id
    where ${isOwn(user_id)} order by c.given_at desc, c.id desc`.execute(db);
  return rows;
}

/** What the form with the code of the consent `c` is called now; null: it is none that staff put together. */
export const formName = sql<string | null>`(
  select f.schema ->> 'name' from form_schemas f where f.code = c.form and f.published_at is not null
    order by f.version desc limit 1)`;

/** The consent to processing a person has given already. */
export type StandingConsent = { id: number; given_at: Date; page_version: number };

/**
 * The consent to processing this person gave to the text in force and has not taken back; null: it is to be asked for.
 * A new edition of the text asks again.
 */
export async function standingConsent(db: Db, user_id: string, now = new Date()): Promise<StandingConsent | null> {
  const { rows } = await sql<StandingConsent>`
    select c.id, c.given_at, p.version as page_version from consents c join pages p on p.id = c.page_id
    where c.id = standing_consent(${user_id}::uuid, text_in_force(${slugs.personal_data}, ${now}))`.execute(db);
  return rows[0] ?? null;
}

/**
 * A form that was sent with `consentGiven` stands on a consent of its sender: throws bad_input at its tick when there
 * is none any more (withdrawn in another window, a new edition of the text).
 */
export async function requireStanding(
  db: Db,
  user_id: string | null,
  sent: string | undefined,
  now = new Date(),
): Promise<void> {
  if (sent !== consentGiven || (user_id && (await standingConsent(db, user_id, now)))) return;
  throw new Refusal('bad_input', {
    fields: { consent_personal_data: 'Нужно ваше согласие: текст изменился или согласие отозвано' },
  });
}

/**
 * Places of one statement that keeps the consents of an order: parameters, and the rows `order` (id, user_id) of the
 * order just placed.
 */
type OrderConsents = { order: string; purposes: string; slugs: string; subject: string; address: string; now: string };

/**
 * The consents of an order as a part of the statement that places it, each with the version of its text in force; a row
 * for each that was kept.
 */
export function insertOrderConsents({ order, purposes, slugs, subject, address, now }: OrderConsents): string {
  return `insert into consents (page_id, purpose, form, subject, order_id, address, given_at, user_id, under_id)
    select text.id, given.purpose, 'order', ${subject}::text, ${order}.id, ${address}::text::inet, ${now}::timestamptz,
      ${order}.user_id, case given.purpose when 'personal_data' then standing_consent(${order}.user_id, text.id) end
    from ${order}, unnest(${purposes}::text[], ${slugs}::text[]) as given (purpose, slug)
    cross join lateral text_in_force(given.slug, now()) as text (id)
    where text.id is not null
    returning 1`;
}

/** Consents given in these guest orders become the person's own. */
export async function attachConsents(db: Db, user_id: string, order_ids: string[]): Promise<void> {
  await sql`
    update consents set user_id = ${user_id}::uuid where order_id = any(${order_ids}::uuid[]) and user_id is null`.execute(
    db,
  );
}

/** Who agreed to processing in these sent forms is forgotten with them; that somebody did stays provable. */
export async function forgetWhoConsented(db: Db, submission_ids: string[]): Promise<void> {
  await sql`
    update consents set subject = '', address = null
    where submission_id = any(${submission_ids}::uuid[]) and purpose = 'personal_data'`.execute(db);
}

/**
 * Keeps a consent with the version of its text in force; one to processing names the person's standing consent where
 * there is one. `subject`: whose, as typed; `submission_id`: the sent form it stood in.
 */
export async function giveConsent(
  db: Db,
  consent: {
    purpose: ConsentPurpose;
    subject: string;
    address: string;
    user_id: string | null;
  } & ({ form: ConsentPlace; submission_id?: undefined } | { form: string; submission_id: string }),
  now = new Date(),
): Promise<void> {
  const { purpose, form, subject, address, user_id, submission_id = null } = consent;
  const { rows } = await sql`
    insert into consents (page_id, purpose, form, subject, address, given_at, user_id, submission_id, under_id)
    select text.id, given.purpose, ${form}, ${subject}, nullif(${address.replace(/%.*$/, '')}, '')::inet, ${now}, given.user_id,
      ${submission_id}::uuid, case given.purpose when 'personal_data' then standing_consent(given.user_id, text.id) end
    from (select ${purpose}::text as purpose, ${user_id}::uuid as user_id) given
    cross join lateral text_in_force(${slugs[purpose]}, ${now}) as text (id)
    where text.id is not null
    returning id`.execute(db);
  if (rows.length === 0) throw new Error(`Нет текста согласия ${slugs[purpose]}`);
}

/**
 * One press, as it was given by one (152-ФЗ, art. 9); what was sent under it ends with it. Returns what it was for.
 * Throws not_found for another person's or a withdrawn one.
 */
export async function withdrawConsent(db: Db, user_id: string, id: number, now = new Date()): Promise<ConsentPurpose> {
  const { rows } = await sql<{ purpose: ConsentPurpose }>`
    update consents c set withdrawn_at = ${now}
    where ${Number.isSafeInteger(id) ? id : -1} in (c.id, c.under_id) and c.withdrawn_at is null and (c.user_id = ${user_id}::uuid
      or c.order_id in (select o.id from orders o where o.user_id = ${user_id}::uuid))
    returning purpose`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row.purpose;
}

/** Ends every consent of this purpose that the person gave. */
export async function withdrawConsents(
  db: Db,
  user_id: string,
  purpose: ConsentPurpose,
  now = new Date(),
): Promise<void> {
  await sql`
    update consents c set withdrawn_at = ${now}
    where c.purpose = ${purpose} and c.withdrawn_at is null and (c.user_id = ${user_id}::uuid
      or c.order_id in (select o.id from orders o where o.user_id = ${user_id}::uuid))`.execute(db);
}

/** Whether the person agreed to advertising and has not taken it back. */
export async function hasConsent(db: Db, user_id: string, purpose: ConsentPurpose): Promise<boolean> {
  const { rows } = await sql`
    select from consents c left join orders o on o.id = c.order_id
    where c.purpose = ${purpose} and c.withdrawn_at is null and ${isOwn(user_id)} limit 1`.execute(db);
  return rows.length > 0;
}

/** The same of an address that subscribed without signing in. */
export async function hasConsentOf(db: Db, subject: string, purpose: ConsentPurpose): Promise<boolean> {
  const { rows } = await sql`
    select from consents where subject = ${subject} and purpose = ${purpose} and withdrawn_at is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Ends what was agreed to for this address without signing in; a person's own consents end in the profile. */
export async function withdrawConsentsOf(
  db: Db,
  subject: string,
  purpose: ConsentPurpose,
  now = new Date(),
): Promise<void> {
  await sql`
    update consents set withdrawn_at = ${now}
    where subject = ${subject} and purpose = ${purpose} and withdrawn_at is null and user_id is null`.execute(db);
}

/**
 * Ends what was agreed to before `at` with this email or phone, or by these people, and what was sent under it.
 * Returns whose each was, as it was typed.
 */
export async function withdrawConsentsByContact(
  db: Db,
  { contact, user_ids, purpose }: { contact: string; user_ids: string[]; purpose: ConsentPurpose },
  at: Date,
): Promise<{ id: number; subject: string }[]> {
  const { rows } = await sql<{ id: number; subject: string }>`
    with own as (
      select c.id from consents c left join orders o on o.id = c.order_id
      where c.given_at <= ${at} and (
        ${isOfContact(contact)} or c.user_id = any(${user_ids}::uuid[]) or o.user_id = any(${user_ids}::uuid[]))
    )
    update consents c set withdrawn_at = ${at}
    where c.purpose = ${purpose} and c.withdrawn_at is null and c.given_at <= ${at}
      and (c.id in (select own.id from own) or c.under_id in (select own.id from own))
    returning c.id, c.subject`.execute(db);
  return rows;
}

const isOwn = (user_id: string) => sql<boolean>`(c.user_id = ${user_id}::uuid or o.user_id = ${user_id}::uuid)`;

/** What was consented to and withdrawn in an account that becomes another (`to`). Call in a transaction. */
export async function moveConsentsOf(db: Db, from: string, to: string): Promise<void> {
  await sql`update consents set user_id = ${to}::uuid where user_id = ${from}::uuid`.execute(db);
}

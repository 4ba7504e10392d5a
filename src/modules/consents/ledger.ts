import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type ConsentPurpose, formName } from './consents.ts';
import { isOfContact } from './contact.ts';

/** A consent as an inspection asks for it: who agreed to which text, when, where, and whether it still stands. */
export type LedgerEntry = {
  id: number;
  purpose: ConsentPurpose;
  /** A `ConsentPlace`, or the code of a form of the site. */
  form: string;
  /** Of a form that staff put together; null: of none. */
  form_name: string | null;
  /** As it was typed: email, phone, with the name where a form asked for it; '' once the person is forgotten. */
  subject: string;
  /** The network address it came from. */
  address: string | null;
  order_number: number | null;
  page_slug: string;
  page_version: number;
  page_title: string;
  given_at: Date;
  withdrawn_at: Date | null;
};

export type LedgerFilter = {
  purpose?: ConsentPurpose | undefined;
  /** A whole email or phone, in any writing. */
  subject?: string | undefined;
  page_slug?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  is_withdrawn?: boolean | undefined;
};

/** Consents, newest first, older than `after` (an id), at most `limit`. */
export async function listLedger(
  db: Db,
  { purpose, subject, page_slug, from, to, is_withdrawn }: LedgerFilter,
  { after, limit }: { after: number | null; limit: number },
): Promise<LedgerEntry[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (purpose) conditions.push(sql`c.purpose = ${purpose}`);
  if (subject) conditions.push(isOfContact(subject));
  if (page_slug) conditions.push(sql`c.page_id in (select id from pages where slug = ${page_slug})`);
  if (from) conditions.push(sql`c.given_at >= ${from}`);
  if (to) conditions.push(sql`c.given_at < ${to}`);
  if (is_withdrawn !== undefined) conditions.push(sql`(c.withdrawn_at is not null) = ${is_withdrawn}`);
  if (after !== null) conditions.push(sql`c.id < ${after}`);
  const { rows } = await sql<LedgerEntry>`
    select c.id, c.purpose, c.form, ${formName} as form_name, c.subject, host(c.address) as address, o.number as order_number, p.slug as page_slug,
      p.version as page_version, p.title as page_title, c.given_at, c.withdrawn_at
    from consents c join pages p on p.id = c.page_id left join orders o on o.id = c.order_id
    where ${sql.join(conditions, sql` and `)} order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** An email about something, as a list names it. */
export type MailAbout = {
  id: number;
  subject: string;
  to_address: string;
  created_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
};

/** Emails about an order: those whose keys begin with it, and those of `keys`. Oldest first. */
export async function mailsOfOrder(db: Db, order_id: string, keys: string[]): Promise<MailAbout[]> {
  const { rows } = await sql<MailAbout>`
    select id, subject, to_address, created_at, sent_at, failed_at, failure from mails
    where (key like 'order %' and substr(key, 7, 36) = ${order_id}) or key = any(${keys}::text[])
    order by created_at, id`.execute(db);
  return rows;
}

/** Its words, when it is one of these; null: it is not. */
export async function readMailOfOrder(
  db: Db,
  order_id: string,
  keys: string[],
  mail_id: number,
): Promise<(MailAbout & { text: string }) | null> {
  const { rows } = await sql<MailAbout & { text: string }>`
    select id, subject, to_address, created_at, sent_at, failed_at, failure, text from mails
    where id = ${mail_id} and ((key like 'order %' and substr(key, 7, 36) = ${order_id}) or key = any(${keys}::text[]))`.execute(
    db,
  );
  return rows[0] ?? null;
}

import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { hiddenEmail } from '#shared/hidden-contact.ts';

/** `kept`: it stays here on purpose. */
export const mailStates = ['waiting', 'sent', 'failed', 'kept'] as const;
export type MailState = (typeof mailStates)[number];

/** An email in the log: whose it is by half, nothing of its words. */
export type LoggedMail = {
  id: number;
  to: string;
  subject: string;
  created_at: Date;
  sent_at: Date | null;
  failure: string | null;
  attempts: number;
  attachments: number;
  state: MailState;
  /** It still has its words: secret ones lose them. */
  has_words: boolean;
};

type Row = Omit<LoggedMail, 'to' | 'state'> & { to_address: string; kept_at: Date | null; failed_at: Date | null };

/**
 * Emails, newest first, older than `after` (an id), at most `limit`. `to`: a whole address, whatever its letters.
 */
export async function listLoggedMails(
  db: Db,
  { state, to }: { state?: MailState | undefined; to?: string | undefined },
  { after, limit }: { after: number | null; limit: number },
): Promise<LoggedMail[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state) conditions.push(conditionsOf[state]);
  if (to) conditions.push(sql`lower(m.to_address) = ${to.toLowerCase()}`);
  if (after !== null) conditions.push(sql`m.id < ${after}`);
  const { rows } = await sql<Row>`
    select m.id, m.to_address, m.subject, m.created_at, m.sent_at, m.kept_at, m.failed_at, m.failure, m.attempts, m.text <> '' as has_words,
      (select count(*)::int from mail_attachments a where a.mail_id = m.id) as attachments
    from mails m where ${sql.join(conditions, sql` and `)} order by m.id desc limit ${limit}`.execute(db);
  return rows.map(present);
}

/** One of them; null: there is none. */
export async function getLoggedMail(db: Db, id: number): Promise<LoggedMail | null> {
  const [mail] = await listLoggedMails(db, {}, { after: id + 1, limit: 1 });
  return mail?.id === id ? mail : null;
}

const conditionsOf: Record<MailState, RawBuilder<unknown>> = {
  waiting: sql`m.sent_at is null and m.kept_at is null and m.failed_at is null`,
  sent: sql`m.sent_at is not null`,
  failed: sql`m.sent_at is null and m.failed_at is not null`,
  kept: sql`m.sent_at is null and m.kept_at is not null and m.failed_at is null`,
};

function present({ to_address, kept_at, failed_at, ...row }: Row): LoggedMail {
  const state = row.sent_at ? 'sent' : failed_at ? 'failed' : kept_at ? 'kept' : 'waiting';
  return { ...row, to: hiddenEmail(to_address), state };
}

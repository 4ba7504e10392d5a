import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { enqueue } from '#platform/queue.ts';
import { daysBefore } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { drawEmail, type EmailMessage } from './email.ts';
import { wordedEmail } from './email-texts.ts';

/** A paper that travels with an email. */
export type MailAttachment = { name: string; type: string; content: Buffer };

export type Mail = {
  id: number;
  to_address: string;
  from_address: string | null;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Date;
  sent_at: Date | null;
  /** Since then a worker is handing it over. */
  sending_at: Date | null;
  /** Since then it stays here on purpose. */
  kept_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
  attachment_names: string[];
  /** Headers of its own beside the usual ones. */
  headers: Record<string, string>;
};

/** The pauses between attempts grow as eⁿ seconds: the eighth comes after about half an hour. */
const secretAttempts = 8;

/**
 * Keeps an email and queues its sending, both in the caller's transaction. `key` names event and reader: an email whose
 * key is already there is not written again, so the job that writes it may run twice. It says what the shop has set
 * for its kind. A secret email (a code, a link that opens something) loses its words once it has been sent, and is
 * tried for half an hour only: later nothing in it would be good.
 */
export async function storeMail(
  db: Db,
  key: string,
  to_address: string,
  emailMessage: EmailMessage,
  reply_to: string | null = null,
  is_secret = false,
  attachments: MailAttachment[] = [],
): Promise<void> {
  // Whoever ordered by phone may have none.
  if (to_address === '') return;
  const worded = await wordedEmail(db, emailMessage);
  const { text, html } = drawEmail(worded, await readSetting(db, 'company'));
  const { rows } = await sql<{ id: number }>`
    insert into mails (key, to_address, reply_to, subject, text, html, is_secret, headers)
    values (${key}, ${to_address}, ${reply_to || (await readSetting(db, 'mail')).reply_to}, ${worded.subject}, ${text}, ${html}, ${is_secret},
      ${JSON.stringify(worded.headers ?? {})}::jsonb)
    on conflict (key) do nothing returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return;
  if (attachments.length > 0) {
    await db
      .insertInto('mail_attachments')
      .values(attachments.map((attachment, position) => ({ mail_id: id, position, ...attachment })))
      .execute();
  }
  await queueMail(db, id, is_secret);
}

/**
 * The same email to people of the shop, once to each address: under `key` to the first, under `key copy` to the second.
 * null among the addresses is nobody. Otherwise as `storeMail`.
 */
export async function storeMails(
  db: Db,
  key: string,
  addresses: [string | null, string | null],
  emailMessage: EmailMessage,
  reply_to: string | null = null,
): Promise<void> {
  const [first, second] = addresses;
  if (first) await storeMail(db, key, first, emailMessage, reply_to);
  if (second && second !== first?.toLowerCase()) await storeMail(db, copyKey(key), second, emailMessage, reply_to);
}

const copyKey = (key: string) => `${key} copy`;

/** The key tells who looks for emails that wait which of them have a job. */
async function queueMail(db: Db, id: number, is_secret: boolean): Promise<void> {
  const jobKey = `send mail ${id}`;
  await enqueue(db, 'send_mail', { mail_id: id }, { jobKey, ...(is_secret && { maxAttempts: secretAttempts }) });
}

/** Whether an email of this key was written. */
export async function mailExists(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from mails where key = ${key}`.execute(db);
  return rows.length > 0;
}

/**
 * A worker that was killed while it handed an email over is not waited for any longer: SMTP answers or is given up
 * within this.
 */
const claimMs = 120_000;
/** What a sign-in code or a link opens is over by then. */
const secretLivesMs = 3_600_000;
/** Once the server has taken the email, so long is tried to write it down: a database that restarts is back by then. */
const notedWithinMs = 60_000;

/**
 * Sends an email: it is marked as under way, handed over by `deliver` outside any transaction, and marked as sent. One
 * that was sent, is kept on purpose, or is a secret out of date is left alone; one that another worker is handing over
 * throws, so that the queue looks again. When `deliver` throws the failure is noted and thrown on. Only a worker killed
 * between the server's word and the mark beneath sends an email twice, with the same Message-ID (decision 415).
 */
export async function sendMail(
  db: Db,
  mail_id: number,
  deliver: (mail: Mail, attachments: MailAttachment[]) => Promise<void>,
  now = new Date(),
): Promise<void> {
  const mail = await claimMail(db, mail_id, now);
  if (!mail) return;
  try {
    await deliver(mail, await readAttachments(db, mail_id));
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await sql`
      update mails set sending_at = null, failed_at = now(), failure = ${failure.slice(0, 1000)} where id = ${mail_id}`.execute(
      db,
    );
    throw error;
  }
  await noteSent(db, mail_id);
}

async function claimMail(db: Db, mail_id: number, now: Date): Promise<Mail | null> {
  const abandoned = new Date(now.getTime() - claimMs);
  const { rows } = await sql<Mail>`
    update mails set sending_at = ${now}, attempts = attempts + 1
    where id = ${mail_id} and sent_at is null and kept_at is null and (sending_at is null or sending_at < ${abandoned})
      and not ${isOutOfDate(now)}
    returning ${mailColumns}`.execute(db);
  if (rows[0]) return rows[0];
  const late = await sql`
    update mails set failed_at = ${now}, kept_at = ${now}, failure = 'Не отправлено вовремя: код или ссылка в письме уже не действуют'
    where id = ${mail_id} and sent_at is null and kept_at is null and ${isOutOfDate(now)}`.execute(db);
  if (late.numAffectedRows) return null;
  const { rows: busy } = await sql`
    select from mails where id = ${mail_id} and sent_at is null and kept_at is null`.execute(db);
  if (busy.length > 0) throw new Error(`Письмо ${mail_id} отправляет другой обработчик`);
  return null;
}

const isOutOfDate = (now: Date) => sql`(is_secret and created_at < ${new Date(now.getTime() - secretLivesMs)})`;

/** The email is with its reader's server: this is written down however long the database takes to come back. */
async function noteSent(db: Db, mail_id: number): Promise<void> {
  for (const last = Date.now() + notedWithinMs; ; await sleep(500)) {
    try {
      await sql`
        update mails set sent_at = now(), sending_at = null, failed_at = null, failure = null,
          text = case when is_secret then '' else text end, html = case when is_secret then '' else html end
        where id = ${mail_id}`.execute(db);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > last) throw error;
    }
  }
}

/** Keeps emails here for good: one, or all that wait. Returns how many. */
export async function keepUnsent(db: Db, mail_id?: number): Promise<number> {
  const which = mail_id === undefined ? sql`true` : sql`id = ${mail_id}`;
  const { numAffectedRows } = await sql`
    update mails set kept_at = now(), sending_at = null where ${which} and sent_at is null and kept_at is null`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** An email younger than this has its job, or is being sent. */
const sweptAfterMs = 5 * 60_000;
/** As long as the queue itself tries; later an email says what is no longer so. */
const sweptWithinMs = 3 * 86_400_000;

/**
 * Queues emails that wait to be sent and have no job: theirs was lost, or completed by a version that threw it away.
 * Returns how many.
 */
export async function requeueUnsent(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: number; is_secret: boolean }>`
    select id, is_secret from mails m
    where sent_at is null and kept_at is null and created_at between ${new Date(now.getTime() - sweptWithinMs)} and ${new Date(now.getTime() - sweptAfterMs)}
      and not exists (select from graphile_worker.jobs j where j.key = 'send mail ' || m.id)
    order by created_at limit 1000`.execute(db);
  for (const { id, is_secret } of rows) await queueMail(db, id, is_secret);
  return rows.length;
}

/** An email that has not left after this time is late. */
export const lateEmailMs = 15 * 60_000;

/** How many emails have waited for more than a quarter of an hour, and since when the oldest. */
export async function countUnsent(db: Db, now = new Date()): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(created_at) as oldest from mails
    where sent_at is null and kept_at is null and created_at < ${new Date(now.getTime() - lateEmailMs)}`.execute(db);
  return ensure(rows[0]);
}

/** How many emails have not left yet, however short they wait. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where sent_at is null and kept_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export type ResendOutcome = 'queued' | 'unknown' | 'without_words';

/** Sends an email again, whatever became of it, except one whose secret words have been taken away. */
export async function resendMail(db: Db, mail_id: number): Promise<ResendOutcome> {
  const { rows } = await sql<{ is_secret: boolean; has_words: boolean }>`
    select is_secret, text <> '' as has_words from mails where id = ${mail_id} for update`.execute(db);
  if (!rows[0]) return 'unknown';
  const { is_secret, has_words } = rows[0];
  if (!has_words) return 'without_words';
  await sql`
    update mails set sent_at = null, sending_at = null, kept_at = null, failed_at = null, failure = null
    where id = ${mail_id}`.execute(db);
  await queueMail(db, mail_id, is_secret);
  return 'queued';
}

/** Takes the words of secret emails away a day after they were written, also of those that were never sent. */
export async function forgetSecretWords(db: Db, now = new Date()): Promise<void> {
  const yesterday = daysBefore(now, 1);
  await sql`
    update mails set text = '', html = '' where is_secret and text <> '' and created_at < ${yesterday}`.execute(db);
}

/** Newest first; `isWaiting`: only those that are to be sent yet. */
export async function listMails(db: Db, limit: number, { isWaiting = false } = {}): Promise<Mail[]> {
  const which = isWaiting ? sql`where sent_at is null and kept_at is null` : sql``;
  return (
    await sql<Mail>`select ${mailColumns} from mails ${which} order by created_at desc, id desc limit ${limit}`.execute(
      db,
    )
  ).rows;
}

/** null: there is none. */
export async function getMail(db: Db, id: number): Promise<Mail | null> {
  return (await sql<Mail>`select ${mailColumns} from mails where id = ${id}`.execute(db)).rows[0] ?? null;
}

/** The papers of an email in their order. */
export async function readAttachments(db: Db, mail_id: number): Promise<MailAttachment[]> {
  return db
    .selectFrom('mail_attachments')
    .select(['name', 'type', 'content'])
    .where('mail_id', '=', mail_id)
    .orderBy('position')
    .execute();
}

const mailColumns = sql.raw(
  `id, to_address, from_address, reply_to, subject, text, html, created_at, sent_at, sending_at, kept_at, failed_at, failure, headers,
    (select coalesce(array_agg(name order by position), '{}') from mail_attachments where mail_id = mails.id) as attachment_names`,
);

/** Emails that were written to these addresses go; one that is still waiting to be sent goes unsent. */
export async function forgetMails(db: Db, addresses: string[]): Promise<void> {
  await sql`delete from mails where lower(to_address) = any(${addresses}::text[])`.execute(db);
}

/** Takes the words of these emails and of their copies away, by key; one that still waits to be sent goes unsent. */
export async function forgetWords(db: Db, keys: string[]): Promise<void> {
  const all = keys.flatMap((key) => [key, copyKey(key)]);
  await sql`delete from mails where key = any(${all}::text[]) and sent_at is null`.execute(db);
  await sql`update mails set text = '', html = '', reply_to = null where key = any(${all}::text[])`.execute(db);
}

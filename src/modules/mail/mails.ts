import { sql } from 'kysely';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { drawLetter, type Letter } from './letter.ts';

/** A paper that travels with a letter. */
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
  failed_at: Date | null;
  failure: string | null;
  attachment_names: string[];
  /** Headers of its own beside the usual ones. */
  headers: Record<string, string>;
};

/** The pauses between attempts grow as eⁿ seconds: the eighth comes after about half an hour. */
const secretAttempts = 8;

/**
 * Keeps a letter and queues its sending, both in the caller's transaction. `key` names event and reader: a letter whose key is already
 * there is not written again, so the job that writes it may run twice. A secret letter (a code, a link that opens something) loses its words
 * once it has been sent, and is tried for half an hour only: later nothing in it would be good.
 */
export async function keepMail(
  db: Db,
  key: string,
  to_address: string,
  letter: Letter,
  reply_to: string | null = null,
  is_secret = false,
  attachments: MailAttachment[] = [],
): Promise<void> {
  const { text, html } = drawLetter(letter, await readSetting(db, 'company'));
  const { rows } = await sql<{ id: number }>`
    insert into mails (key, to_address, reply_to, subject, text, html, is_secret, headers)
    values (${key}, ${to_address}, ${reply_to}, ${letter.subject}, ${text}, ${html}, ${is_secret},
      ${JSON.stringify(letter.headers ?? {})}::jsonb)
    on conflict (key) do nothing returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return;
  if (attachments.length > 0) {
    await db
      .insertInto('mail_attachments')
      .values(attachments.map((attachment, position) => ({ mail_id: id, position, ...attachment })))
      .execute();
  }
  await enqueue(db, 'send_mail', { mail_id: id }, is_secret ? { maxAttempts: secretAttempts } : {});
}

/** Whether a letter of this key was written. */
export async function mailExists(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from mails where key = ${key}`.execute(db);
  return rows.length > 0;
}

/**
 * Sends a kept letter once: the row is locked meanwhile, a letter already sent is left alone. `deliver` hands it to the post and throws when
 * it was not taken; the failure is noted and thrown on, so that the queue tries again.
 */
export async function sendMail(
  db: Db,
  mail_id: number,
  deliver: (mail: Mail, attachments: MailAttachment[]) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction().execute(async (db) => {
      const { rows } =
        await sql<Mail>`select ${mailColumns} from mails where id = ${mail_id} and sent_at is null for update`.execute(
          db,
        );
      const [mail] = rows;
      if (!mail) return;
      await deliver(mail, await readAttachments(db, mail_id));
      await sql`
        update mails set sent_at = now(), failed_at = null, failure = null, attempts = attempts + 1,
          text = case when is_secret then '' else text end, html = case when is_secret then '' else html end
        where id = ${mail_id}`.execute(db);
    });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await sql`update mails set failed_at = now(), failure = ${failure.slice(0, 1000)}, attempts = attempts + 1 where id = ${mail_id}`.execute(
      db,
    );
    throw error;
  }
}

/** Takes the words of secret letters away a day after they were written, also of those that were never sent. */
export async function forgetSecretWords(db: Db, now = new Date()): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000);
  await sql`
    update mails set text = '', html = '' where is_secret and text <> '' and created_at < ${yesterday}`.execute(db);
}

/** Newest first. */
export async function listMails(db: Db, limit: number): Promise<Mail[]> {
  return (
    await sql<Mail>`select ${mailColumns} from mails order by created_at desc, id desc limit ${limit}`.execute(db)
  ).rows;
}

/** null: there is none. */
export async function getMail(db: Db, id: number): Promise<Mail | null> {
  return (await sql<Mail>`select ${mailColumns} from mails where id = ${id}`.execute(db)).rows[0] ?? null;
}

/** The papers of a letter in their order. */
export async function readAttachments(db: Db, mail_id: number): Promise<MailAttachment[]> {
  return db
    .selectFrom('mail_attachments')
    .select(['name', 'type', 'content'])
    .where('mail_id', '=', mail_id)
    .orderBy('position')
    .execute();
}

const mailColumns = sql.raw(
  `id, to_address, from_address, reply_to, subject, text, html, created_at, sent_at, failed_at, failure, headers,
    (select coalesce(array_agg(name order by position), '{}') from mail_attachments where mail_id = mails.id) as attachment_names`,
);

/** Letters that were written to these addresses go; one that is still waiting to be sent goes unsent. */
export async function forgetMails(db: Db, addresses: string[]): Promise<void> {
  await sql`delete from mails where lower(to_address) = any(${addresses}::text[])`.execute(db);
}

/** Takes the words of these letters away, by key; one that is still waiting to be sent goes unsent. */
export async function forgetWords(db: Db, keys: string[]): Promise<void> {
  await sql`delete from mails where key = any(${keys}::text[]) and sent_at is null`.execute(db);
  await sql`update mails set text = '', html = '', reply_to = null where key = any(${keys}::text[])`.execute(db);
}

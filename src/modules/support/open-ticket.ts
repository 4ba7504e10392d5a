import { sql } from 'kysely';
import { ownedBy } from '#modules/orders/order-access.ts';
import { endOfWorkingDay, readTerms } from '#modules/orders/working-days.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { isUuid } from '#shared/uuid.ts';
import { addMessage } from './messages/add-message.ts';
import { writeBranchEmail, writeReceivedEmail } from './messages/emails.ts';
import { type StoredFile, type TicketTheme, ticketForm } from './schema.ts';

/** Who writes and from where; `user_id` null: somebody who is not signed in. */
export type TicketRequester = {
  user_id: string | null;
  department_id_1c: string;
  /** scheme://host[:port] the person sees. */
  origin: string;
};

export type NewTicket = {
  theme: string;
  name: string;
  email: string;
  /** E.164, when a phone was given. */
  phone?: string;
  text?: string;
  order_id?: string | null;
  files?: StoredFile[];
  /** Made by the form (uuid): filed again under it, the request is not doubled. */
  request_key?: string;
  /** The sender gets an email with number and term. */
  tells_sender?: boolean;
};

/** `is_new`: it was not filed before under the same key; the files of one that was are not taken again. */
export type OpenedTicket = { id: string; number: number; answer_due_at: Date; is_new: boolean };

/** When a request of now to the department is promised an answer: the end of a working day of its branch. */
export async function answerDue(db: Db, department_id_1c: string, now = new Date()): Promise<Date> {
  const [{ calendar }, { answer_working_days }] = await Promise.all([
    readTerms(db, department_id_1c),
    readSetting(db, 'support_terms'),
  ]);
  return endOfWorkingDay(calendar, now, answer_working_days);
}

/**
 * A new request to the shop: ticket, first message with its files, the email to the branch. `text` may be empty when
 * the form has none (the footer's dialog). Throws bad_input with the words of S5-09 by field, not_found for an order
 * that is not the person's own.
 */
export async function openTicket(
  db: Db,
  requester: TicketRequester,
  ticket: NewTicket,
  now = new Date(),
): Promise<OpenedTicket> {
  const { theme, name, email, text } = checkForm(ticketForm, ticket);
  const order_id = ticket.order_id || null;
  if (order_id !== null) await requireOwnOrder(db, requester.user_id, order_id);
  const answer_due_at = await answerDue(db, requester.department_id_1c, now);
  const opened = await db
    .insertInto('tickets')
    .values({
      user_id: requester.user_id,
      department_id_1c: requester.department_id_1c,
      origin: requester.origin,
      theme: theme as TicketTheme,
      order_id,
      name,
      email: email.toLowerCase(),
      phone: ticket.phone || null,
      answer_due_at,
      created_at: now,
      changed_at: now,
      request_key: ticket.request_key ?? null,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning(['id', 'number'])
    .executeTakeFirst();
  if (!opened) return readFiledBefore(db, ticket);
  const { id, number } = opened;
  const files = ticket.files ?? [];
  if (text !== '' || files.length > 0)
    await addMessage(db, id, { author: 'customer', author_name: name, text, files }, now);
  await writeBranchEmail(db, id, `ticket ${id} opened`);
  if (ticket.tells_sender) await writeReceivedEmail(db, id);
  return { id, number, answer_due_at, is_new: true };
}

/** The ticket a repeated request has already made. Somebody else's key tells nothing. */
async function readFiledBefore(db: Db, { request_key = '', email }: NewTicket): Promise<OpenedTicket> {
  const { rows } = await sql<Omit<OpenedTicket, 'is_new'>>`
    select id, number, answer_due_at from tickets
    where request_key = ${request_key}::uuid and email = ${email.trim().toLowerCase()}`.execute(db);
  if (!rows[0]) throw new Refusal('bad_input');
  return { ...rows[0], is_new: false };
}

const dailyLimit = { max: 20, windowSeconds: 86_400 } as const;

/**
 * Counts one message of this person (user id or address); throws too_many. Call it outside the transaction that stores
 * the message.
 */
export async function takeTicketLimit(db: Db, who: string): Promise<void> {
  const wait = await takeLimit(db, 'tickets', who, dailyLimit.max, dailyLimit.windowSeconds);
  if (wait > 0) throw tooMany(wait, 'Слишком много сообщений за сутки. Позвоните в филиал или напишите завтра');
}

async function requireOwnOrder(db: Db, user_id: string | null, order_id: string): Promise<void> {
  if (user_id === null || !isUuid(order_id)) throw new Refusal('not_found');
  const { rows } = await sql`select from orders o where o.id = ${order_id}::uuid and ${ownedBy(user_id)}`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
}

import { sql } from 'kysely';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { addMessage } from './messages/add-message.ts';
import { writeAnswerEmail, writeBranchEmail } from './messages/emails.ts';
import { answerDue } from './open-ticket.ts';
import { getTicket } from './queries.ts';
import { type StoredFile, type TicketState, ticketForm } from './schema.ts';

/**
 * The owner writes again: the ticket waits for an answer again, closed or not. Throws not_found for a stranger's,
 * bad_input.
 */
export async function writeToTicket(
  db: Db,
  user_id: string,
  ticket_id: string,
  { text: typed, files }: { text: string; files: StoredFile[] },
  now = new Date(),
): Promise<void> {
  const text = readText(typed, files.length > 0);
  const { rows } = await sql<{ name: string; department_id_1c: string }>`
    select name, department_id_1c from tickets where id = ${ticket_id}::uuid and user_id = ${user_id}::uuid for update`.execute(
    db,
  );
  const [ticket] = rows;
  if (!ticket) throw new Refusal('not_found');
  const due = await answerDue(db, ticket.department_id_1c, now);
  const message = await addMessage(db, ticket_id, { author: 'customer', author_name: ticket.name, text, files }, now);
  await db
    .updateTable('tickets')
    .set({ state: 'open', answer_due_at: due, changed_at: now })
    .where('id', '=', ticket_id)
    .execute();
  await writeBranchEmail(db, ticket_id, `ticket message ${message}`);
}

/** The owner needs no answer any more. Throws not_found for a stranger's. */
export async function closeOwnTicket(db: Db, user_id: string, ticket_id: string, now = new Date()): Promise<void> {
  const { numAffectedRows } = await sql`
    update tickets set state = 'closed', changed_at = ${now}
    where id = ${ticket_id}::uuid and user_id = ${user_id}::uuid`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}

/** Staff answers: the message in the talk, the email to the customer. Throws not_found, bad_input. */
export async function answerTicket(
  db: Db,
  ticket_id: string,
  { text: typed, who }: { text: string; who: string },
  now = new Date(),
): Promise<void> {
  const text = readText(typed, false);
  await setState(db, ticket_id, 'answered', now);
  const message = await addMessage(db, ticket_id, { author: 'staff', author_name: who, text, files: [] }, now);
  await writeAnswerEmail(db, ticket_id, message);
}

/** Staff closes a ticket that needs no more words. */
export async function closeTicket(db: Db, ticket_id: string, now = new Date()): Promise<void> {
  await setState(db, ticket_id, 'closed', now);
}

async function setState(db: Db, ticket_id: string, state: TicketState, now: Date): Promise<void> {
  if (!(await getTicket(db, ticket_id))) throw new Refusal('not_found');
  await db.updateTable('tickets').set({ state, changed_at: now }).where('id', '=', ticket_id).execute();
}

function readText(typed: string, hasFiles: boolean): string {
  return checkForm({ text: { ...ticketForm.text, required: !hasFiles } }, { text: typed }).text;
}

/**
 * Removes every request of a person with its talk. Returns the ids of the files whose bytes are to be removed after the
 * commit.
 */
export async function forgetTickets(db: Db, user_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from ticket_files f join ticket_messages m on m.id = f.message_id join tickets t on t.id = m.ticket_id
    where t.user_id = ${user_id}::uuid`.execute(db);
  await sql`delete from tickets where user_id = ${user_id}::uuid`.execute(db);
  return rows.map(({ id }) => id);
}

/** Requests of an account that becomes another (`to`). Call in a transaction. */
export async function moveTicketsOf(db: Db, from: string, to: string): Promise<void> {
  await sql`update tickets set user_id = ${to}::uuid where user_id = ${from}::uuid`.execute(db);
}

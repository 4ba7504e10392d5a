import { giveConsent, requireStanding } from '#modules/consents/consents.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit } from '#platform/limits.ts';
import { toE164 } from '#shared/phone.ts';
import { type OpenedTicket, openTicket, type TicketRequester } from './open-ticket.ts';
import { type StoredFile, supportForm } from './schema.ts';

/**
 * S4-16, the footer's support form: a ticket with its emails to the branch and to the sender. `request_key` is the
 * form's own uuid: filed again under it (the answer was lost), the request is the same one. `tells_sender`: see
 * `takeReceiptLimit`; `files`: kept on disk already. Throws bad_input with the words of S5-09. Call in a transaction.
 */
export async function fileRequest(
  db: Db,
  requester: TicketRequester & { address: string },
  request: Partial<Record<keyof typeof supportForm, unknown>> & {
    request_key: string;
    tells_sender: boolean;
    files?: StoredFile[];
  },
  now = new Date(),
): Promise<Omit<OpenedTicket, 'id'>> {
  const { consent_personal_data, ...typed } = checkForm(supportForm, request);
  await requireStanding(db, requester.user_id, consent_personal_data, now);
  const { request_key, tells_sender, files = [] } = request;
  const { email } = typed;
  const ticket = { ...typed, phone: toE164(typed.phone) ?? '', request_key, tells_sender, files };
  const { number, answer_due_at, is_new } = await openTicket(db, requester, ticket, now);
  const consent = { purpose: 'personal_data', form: 'support', subject: email.toLowerCase() } as const;
  await giveConsent(db, { ...consent, address: requester.address, user_id: requester.user_id }, now);
  return { number, answer_due_at, is_new };
}

const receipts = { max: 3, windowSeconds: 86_400 } as const;

/** Whether this address may get one more email of receipt today: through the form anybody can name anybody's. */
export async function takeReceiptLimit(db: Db, email: string, now = new Date()): Promise<boolean> {
  const wait = await takeLimit(
    db,
    'ticket_receipt',
    email.trim().toLowerCase(),
    receipts.max,
    receipts.windowSeconds,
    now,
  );
  return wait === 0;
}

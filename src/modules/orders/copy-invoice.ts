import { sql } from 'kysely';
import { type MailAttachment, storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { personalOrderUrl } from '#shared/urls.ts';
import { accountantEmail } from './accountant-email.ts';
import type { OrderView } from './queries.ts';

/**
 * Sends the invoice to the accountants of the firm that ordered, besides the buyer, who gets an email of their own;
 * nobody but members of that firm is written to. `isNew`: it came in place of a former one. Each is sent once, by the
 * name of its paper: a second run writes nothing more. Call it in a transaction.
 */
export async function copyInvoice(
  db: Db,
  order: OrderView,
  papers: MailAttachment[],
  { isNew }: { isNew: boolean },
): Promise<void> {
  const [paper] = papers;
  if (!paper) return;
  const link = order.origin === null ? null : `${order.origin}${personalOrderUrl(order.id)}`;
  for (const email of await accountantsOf(db, order))
    await storeMail(
      db,
      `order ${order.id} invoice ${paper.name} ${email}`,
      email,
      accountantEmail(order, link, { isNew }),
      order.branch.email,
      false,
      papers,
    );
}

/** Proven addresses of the firm's accountants, each once, without that of the order. */
export async function accountantsOf(db: Db, order: Pick<OrderView, 'company_id' | 'contact'>): Promise<string[]> {
  if (order.company_id === null) return [];
  const { rows } = await sql<{ email: string }>`
    select distinct c.value as email from company_members m
    join lateral (select value from contacts where user_id = m.user_id and type = 'email' and confirmed_at is not null
      order by id limit 1) c on true
    where m.company_id = ${order.company_id} and m.role = 'accountant' and c.value <> lower(${order.contact.email})
    order by email`.execute(db);
  return rows.map(({ email }) => email);
}

import { sql } from 'kysely';
import { z } from 'zod';
import { type MailAttachment, storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { limitWait, takeLimit, tooMany } from '#platform/limits.ts';
import { enqueue } from '#platform/queue.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { personalOrderUrl } from '#shared/urls.ts';
import { approvalEmail } from './approval-email.ts';
import { branchEmail } from './branch-email.ts';
import { buyerEmail } from './buyer-email.ts';
import { copyInvoice } from './copy-invoice.ts';
import { addressKey, waitsForBranch, waitsForBuyer } from './gather-emails.ts';
import { linkToken, orderLink } from './order-access.ts';
import { findOrderId, getOrder, type OrderView } from './queries.ts';

/**
 * What happened to an order that somebody should read of; `link`: the buyer asked for a fresh link, `short`: 1C took
 * stock away from it, `receiving`: how or when it is received has changed, `arrived`: the buyer stands at the point,
 * `confirmed`: the buyer confirmed it, `approved`: an owner of the firm let it go, `edited`: its goods or sums are
 * others now, `added`: the buyer added goods to it.
 */
export const OrderEvent = z.enum([
  'placed',
  'confirmed',
  'approved',
  'ready',
  'in_delivery',
  'cancelled',
  'link',
  'short',
  'receiving',
  'arrived',
  'edited',
  'added',
]);
export type OrderEvent = z.infer<typeof OrderEvent>;

type Happened = { order_id: string; event: OrderEvent; asked_at?: string };

/**
 * Writes the emails of an event: to the buyer, and to the branch when an order came, was confirmed, went, lost its
 * stock, got more goods from its buyer or is received otherwise. A second run writes nothing more. `papers` go to the
 * buyer and, of a firm, to its accountants.
 */
export async function writeOrderEmails(
  db: Db,
  keys: SecretKeys,
  { order_id, event, asked_at }: Happened,
  now = new Date(),
  papers: MailAttachment[] = [],
): Promise<void> {
  const order = await getOrder(db, order_id);
  if (!order) return;
  const link = order.origin === null ? null : orderLink(order.origin, order.id, linkToken(keys, order.id, now));
  const name = `order ${order.id} ${event}${asked_at ? ` ${asked_at}` : ''}`;
  if (event === 'placed' && order.awaits_approval) await askOwners(db, order, name);
  if (event !== 'short' && event !== 'arrived' && event !== 'confirmed') {
    if (!(await waitsForBuyer(db, order, { event, asked_at }, `${name} buyer`, now))) {
      const isOfGoods = event === 'edited' || event === 'added';
      const since = isOfGoods && asked_at ? { since: new Date(asked_at) } : {};
      const emailMessage = buyerEmail(order, event, link, { hasInvoice: papers.length > 0, ...since });
      await storeMail(db, `${name} buyer`, order.contact.email, emailMessage, order.branch.email, false, papers);
      await copyInvoice(db, order, papers, { isNew: event !== 'placed' && event !== 'approved' });
    }
  }
  if (event === 'ready' || event === 'in_delivery' || event === 'link' || event === 'edited') return;
  if (isUnknownToBranch(order)) return;
  // Whoever arrived is met by the people of the point itself.
  const address = (event === 'arrived' && order.receiving.department?.email) || order.branch.email;
  if (!address || (await waitsForBranch(db, order, { event, asked_at }, `${name} branch`, now))) return;
  const since = event === 'added' && asked_at ? new Date(asked_at) : undefined;
  const emailMessage = branchEmail(order, event === 'approved' ? 'placed' : event, since);
  await storeMail(db, `${name} branch`, address, emailMessage, order.contact.email);
}

/** The branch is written to about an order when an owner of the firm has let it go. */
function isUnknownToBranch({ approval }: OrderView): boolean {
  return approval !== null && approval.outcome !== 'approved';
}

/** To every owner of the firm but whoever placed the order. */
async function askOwners(db: Db, order: OrderView, name: string): Promise<void> {
  const { rows } = await sql<{ user_id: string; email: string }>`
    select m.user_id, c.value as email from company_members m
    join lateral (select value from contacts where user_id = m.user_id and type = 'email' and confirmed_at is not null
      order by id limit 1) c on true
    where m.company_id = ${order.company_id} and m.role = 'owner' and m.user_id is distinct from ${order.user_id}::uuid
    order by m.created_at, m.user_id`.execute(db);
  const link = order.origin === null ? null : `${order.origin}${personalOrderUrl(order.id)}`;
  for (const { user_id, email } of rows)
    await storeMail(db, `${name} owner ${user_id}`, email, approvalEmail(order, link), order.branch.email);
}

const linkLimit = { max: 3, windowSeconds: 900 } as const;
/** Of all orders that name it: whoever places many may not send links of each to one address. */
const linksToAddress = { max: 10, windowSeconds: 86_400 } as const;

/**
 * A guest who lost the browser asks for a fresh link by the order's number and email address. The email goes out only
 * when both belong together, and the caller learns nothing either way. Throws too_many for an address that asks too
 * often; an order asked for too often, or an email that has got ten links within a day, is passed over in silence.
 */
export async function requestFreshLink(
  db: Db,
  typed: { number: string; email: string },
  address: string,
  now = new Date(),
): Promise<void> {
  const wait = await takeLimit(db, 'order link', `address ${address}`, linkLimit.max, linkLimit.windowSeconds);
  if (wait > 0) throw tooMany(wait);
  const order_id = await findOrderId(db, typed.number.trim().toLowerCase(), typed.email.trim().toLowerCase());
  if (order_id === null) return;
  const key = `order ${order_id}`;
  if ((await limitWait(db, 'order link', [key], linkLimit.max, linkLimit.windowSeconds)) > 0) return;
  await takeLimit(db, 'order link', key, linkLimit.max, linkLimit.windowSeconds);
  const { max, windowSeconds } = linksToAddress;
  if ((await takeLimit(db, 'order links to address', addressKey(typed.email.trim()), max, windowSeconds)) > 0) return;
  await enqueue(db, 'write_order_emails', { order_id, event: 'link', asked_at: now.toISOString() });
}

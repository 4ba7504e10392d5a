import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type MailAttachment, mailExists, storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit } from '#platform/limits.ts';
import { enqueue } from '#platform/queue.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { branchEmail } from './branch-email.ts';
import { buyerEmail, jointEmail, type OrderNews } from './buyer-email.ts';
import { copyInvoice } from './copy-invoice.ts';
import { linkToken, orderLink } from './order-access.ts';
import { getOrder, type OrderView } from './queries.ts';

/** How long a reader who has just been written to is left alone; what happens meanwhile is sent in one email. */
const gatherSeconds = 600;

type Gathered = OrderNews['event'];
type News = { event: string; asked_at?: string | undefined };

/**
 * Anybody may name any address in an order. So an order that was placed, and what its buyer does with it later as long
 * as nobody has proved that the address is theirs, is emailed at once only when the address has not been sent anything
 * so for ten minutes; otherwise it waits for the rest (`writeGatheredEmails`) and true comes back. `key` is the email's
 * own. Sent or waiting already, a second run changes nothing. Call it in a transaction.
 */
export async function waitsForBuyer(db: Db, order: OrderView, news: News, key: string, now: Date): Promise<boolean> {
  if (!isOfBuyersDoing(news.event)) return false;
  if (news.event !== 'placed' && (await isEmailProved(db, order.id))) return false;
  if (await mailExists(db, key)) return false;
  const address = addressKey(order.contact.email);
  return waits(db, order.id, 'buyer', news, now, `order emails ${address}`, () =>
    takeLimit(db, 'order email', address, 1, gatherSeconds, now),
  );
}

/** The same for the branch, by order: changes of how it is received wait for ten minutes after any email about it. */
export async function waitsForBranch(db: Db, order: OrderView, news: News, key: string, now: Date): Promise<boolean> {
  if (await mailExists(db, key)) return false;
  const take = () => takeLimit(db, 'branch order email', order.id, 1, gatherSeconds, now);
  if (news.event !== 'receiving') {
    await take();
    return false;
  }
  return waits(db, order.id, 'branch', news, now, `branch emails ${order.id}`, take);
}

/** «Готов» and «в пути» are written once per order, and by staff; a fresh link has limits of its own. */
function isOfBuyersDoing(event: string): event is Gathered {
  return event === 'placed' || event === 'cancelled' || event === 'receiving';
}

/** The link of the order's own email was used, or the email is a confirmed one of whom the order belongs to. */
async function isEmailProved(db: Db, order_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders o where o.id = ${order_id}::uuid and (o.email_proved_at is not null or exists (
      select from contacts c where c.user_id = o.user_id and c.type = 'email' and c.confirmed_at is not null
        and c.value = lower(o.contact_email)
    ))`.execute(db);
  return rows.length > 0;
}

async function waits(
  db: Db,
  order_id: string,
  reader: 'buyer' | 'branch',
  { event, asked_at }: News,
  now: Date,
  jobKey: string,
  takeTurn: () => Promise<number>,
): Promise<boolean> {
  const since = asked_at ?? null;
  // Locked: news that come while the email about earlier ones is being written are either in it or wait again.
  const { rows } = await sql`
    select from waiting_order_emails where order_id = ${order_id}::uuid and reader = ${reader} and event = ${event}
      and (written_at is null or ${since}::timestamptz is null or written_at >= ${since}::timestamptz) for update`.execute(
    db,
  );
  if (rows.length > 0) return true;
  const seconds = await takeTurn();
  if (seconds === 0) return false;
  await sql`
    insert into waiting_order_emails (order_id, reader, event, waits_since)
    values (${order_id}::uuid, ${reader}, ${event}, coalesce(${since}::timestamptz, ${now}::timestamptz))
    on conflict (order_id, reader, event) do update set waits_since = excluded.waits_since, written_at = null`.execute(
    db,
  );
  const runAt = new Date(now.getTime() + seconds * 1_000);
  await enqueue(db, 'write_gathered_emails', { order_id, reader }, { runAt, jobKey });
  return true;
}

/**
 * Writes one email about everything that waits for the address of this order. An order that was cancelled meanwhile is
 * not reported as placed. A second run writes nothing more. Call it in a transaction. `papersOf` makes what travels
 * with a placed order, or came with its change.
 */
export async function writeGatheredEmails(
  db: Db,
  keys: SecretKeys,
  order_id: string,
  papersOf: (news: { order_id: string; event: string; asked_at: string }) => Promise<MailAttachment[]>,
  now = new Date(),
): Promise<void> {
  const { rows } = await sql<{ order_id: string; event: Gathered; waits_since: Date }>`
    select w.order_id, w.event, w.waits_since from waiting_order_emails w join orders o on o.id = w.order_id
    where w.reader = 'buyer' and w.written_at is null
      and lower(o.contact_email) = (select lower(contact_email) from orders where id = ${order_id}::uuid)
    order by o.number, w.waits_since for update of w`.execute(db);
  const news: OrderNews[] = [];
  const papers: MailAttachment[] = [];
  for (const { order_id, event, waits_since } of rows) {
    const order = await getOrder(db, order_id);
    await sql`
      update waiting_order_emails set written_at = ${now}
      where order_id = ${order_id}::uuid and reader = 'buyer' and event = ${event}`.execute(db);
    if (!order || (order.state === 'cancelled' && event !== 'cancelled')) continue;
    const own = await papersOf({ order_id, event, asked_at: waits_since.toISOString() });
    papers.push(...own.filter(({ name }) => !papers.some((other) => other.name === name)));
    await copyInvoice(db, order, own, { isNew: event !== 'placed' });
    const link = order.origin === null ? null : orderLink(order.origin, order_id, linkToken(keys, order_id, now));
    news.push({ order, event, link, hasInvoice: own.length > 0, since: waits_since });
  }
  const [first] = news;
  if (!first) return;
  const { contact, branch } = first.order;
  await takeLimit(db, 'order email', addressKey(contact.email), 1, gatherSeconds, now);
  const emailMessage = news.length === 1 ? buyerEmail(first.order, first.event, first.link, first) : jointEmail(news);
  const key = `orders of ${first.order.id} ${now.toISOString()} buyer`;
  await storeMail(db, key, contact.email, emailMessage, branch.email, false, papers);
}

/**
 * Writes one email to the branch about all changes of this order that wait; none when it was cancelled meanwhile, which
 * the branch was emailed at once. A second run writes nothing more. Call it in a transaction.
 */
export async function writeGatheredToBranch(db: Db, order_id: string, now = new Date()): Promise<void> {
  const { rows } = await sql<{ waits_since: Date }>`
    update waiting_order_emails set written_at = ${now}
    where order_id = ${order_id}::uuid and reader = 'branch' and written_at is null
    returning waits_since`.execute(db);
  const order = rows[0] && (await getOrder(db, order_id));
  if (!order || order.state === 'cancelled' || !order.branch.email) return;
  await takeLimit(db, 'branch order email', order_id, 1, gatherSeconds, now);
  const emailMessage = branchEmail(order, 'receiving', ensure(rows[0]).waits_since);
  const key = `changes of ${order_id} ${now.toISOString()} branch`;
  await storeMail(db, key, order.branch.email, emailMessage, order.contact.email);
}

/** Names an address where it is only compared: in the key of a job and of a limit. */
export function addressKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

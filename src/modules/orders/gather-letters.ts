import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { keepMail, type MailAttachment, mailExists } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit } from '#platform/limits.ts';
import { enqueue } from '#platform/queue.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { buyerLetter, jointLetter, type OrderNews } from './letters.ts';
import { linkToken, orderLink } from './order-access.ts';
import { getOrder, type OrderView } from './queries.ts';

/** How long an address that has just been written to is left alone; what happens meanwhile is told in one e-mail. */
const gatherSeconds = 600;

type Gathered = OrderNews['event'];

/**
 * Anybody may name any address in an order. So an order that was placed, and whatever happens to one that nobody has confirmed, is told at
 * once only when its address has not been told anything so for ten minutes; otherwise it waits for the rest (`writeGatheredLetters`) and
 * true comes back. `key` is the e-mail's own. Told or waiting already, a second run changes nothing. Call it in a transaction.
 */
export async function isGathered(
  db: Db,
  order: OrderView,
  { event, asked_at }: { event: string; asked_at?: string | undefined },
  key: string,
  now: Date,
): Promise<boolean> {
  if (!isOfGathered(order, event) || (await mailExists(db, key))) return false;
  const { rows } = await sql`
    select from waiting_order_emails where order_id = ${order.id}::uuid and event = ${event}
      and (written_at is null or ${asked_at ?? null}::timestamptz is null or written_at >= ${asked_at ?? null}::timestamptz)`.execute(
    db,
  );
  if (rows.length > 0) return true;
  const address = addressKey(order.contact.email);
  const wait = await takeLimit(db, 'order email', address, 1, gatherSeconds, now);
  if (wait === 0) return false;
  await sql`
    insert into waiting_order_emails (order_id, event, waits_since) values (${order.id}::uuid, ${event}, ${now})
    on conflict (order_id, event) do update set waits_since = excluded.waits_since, written_at = null`.execute(db);
  const runAt = new Date(now.getTime() + wait * 1_000);
  await enqueue(db, 'write_gathered_letters', { order_id: order.id }, { runAt, jobKey: `order emails ${address}` });
  return true;
}

function isOfGathered({ unconfirmed_since }: OrderView, event: string): event is Gathered {
  if (event === 'placed') return true;
  return unconfirmed_since !== null && (event === 'cancelled' || event === 'receiving');
}

/**
 * Writes one e-mail about everything that waits for the address of this order. An order that was cancelled meanwhile is not told of as
 * placed. A second run writes nothing more. Call it in a transaction. `papersOf` makes what travels with a placed order.
 */
export async function writeGatheredLetters(
  db: Db,
  keys: SecretKeys,
  order_id: string,
  papersOf: (news: { order_id: string; event: string }) => Promise<MailAttachment[]>,
  now = new Date(),
): Promise<void> {
  const { rows } = await sql<{ order_id: string; event: Gathered }>`
    select w.order_id, w.event from waiting_order_emails w join orders o on o.id = w.order_id
    where w.written_at is null
      and lower(o.contact_email) = (select lower(contact_email) from orders where id = ${order_id}::uuid)
    order by o.number, w.waits_since for update of w`.execute(db);
  const news: OrderNews[] = [];
  const papers: MailAttachment[] = [];
  for (const { order_id, event } of rows) {
    const order = await getOrder(db, order_id);
    await sql`
      update waiting_order_emails set written_at = ${now}
      where order_id = ${order_id}::uuid and event = ${event}`.execute(db);
    if (!order || (order.state === 'cancelled' && event !== 'cancelled')) continue;
    const own = await papersOf({ order_id, event });
    papers.push(...own);
    const link = order.origin === null ? null : orderLink(order.origin, order_id, linkToken(keys, order_id, now));
    news.push({ order, event, link, hasInvoice: own.length > 0 });
  }
  const [first] = news;
  if (!first) return;
  const { contact, branch } = first.order;
  await takeLimit(db, 'order email', addressKey(contact.email), 1, gatherSeconds, now);
  const letter =
    news.length === 1 ? buyerLetter(first.order, first.event, first.link, first.hasInvoice) : jointLetter(news);
  const key = `orders of ${first.order.id} ${now.toISOString()} buyer`;
  await keepMail(db, key, contact.email, letter, branch.email, false, papers);
}

/** Names an address where it is only compared: in the key of a job and of a limit. */
function addressKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

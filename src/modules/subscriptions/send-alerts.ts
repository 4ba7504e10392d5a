import { sql } from 'kysely';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import { type Department, priceContextOf } from '#modules/departments/queries.ts';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { productUrl, subscriptionUrl } from '#shared/urls.ts';
import { isInStock } from './alert-on-product.ts';
import { alertEmail, type EmailProduct } from './emails.ts';
import type { AlertTopic, Frequency } from './schema.ts';
import { subscriptionKey, unsubscribeHeaders } from './subscription-link.ts';

/** How long after an email the next may come, in hours. */
export const pauseHours: Record<Frequency, number> = { at_once: 0, daily: 24, weekly: 168 };

/**
 * Addresses of this branch for which something has come true and whose pause is over. Alerts are looked at, not
 * products: they are few, and each meets its price and stock by primary key.
 */
export async function dueAlerts(db: Db, branch: Department, now = new Date()): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select ready.email from (${readyAlerts(branch)}) ready
    left join lateral (
      select max(sent_at) as at from subscription_emails l where l.email = ready.email and l.kind = 'alerts') latest on true
    group by ready.email, latest.at
    having bool_or(latest.at is null or latest.at <= ${now}::timestamptz - ${pause('ready.frequency')})
    order by ready.email`.execute(db);
  return rows.map(({ email }) => email);
}

/** What came true, as the cheap test sees it; the email asks the catalogue itself. */
function readyAlerts({ id_1c, base_price, store }: Department) {
  const living = sql`s.department_id_1c = ${id_1c} and s.product_id is not null and s.ended_at is null and s.confirmed_at is not null`;
  return sql`
    select s.email, s.frequency from subscriptions s
    join prices retail on retail.price_column = ${base_price} and retail.product_id = s.product_id
    where ${living} and s.topic = 'price_drops' and retail.price < s.known_price
    union all
    select s.email, s.frequency from subscriptions s
    join stock on stock.store = ${store} and stock.product_id = s.product_id
    where ${living} and s.topic = 'back_in_stock' and stock.on_hand - stock.reserved > 0`;
}

/**
 * One email to one address with everything that has come true for it in this branch; returns whether one was written.
 * The rows are locked and read again, so of two runs at once the second finds nothing left. A product is named once: a
 * price then counts as known, an alert on a return ends. Call in a transaction.
 */
export async function writeAlertEmail(
  db: Db,
  keys: SecretKeys,
  branch: Department,
  email: string,
  now = new Date(),
): Promise<boolean> {
  const alerts = await lockAlerts(db, branch.id_1c, email);
  const offers = await offersOf(
    db,
    priceContextOf(branch),
    alerts.map(({ product_id }) => product_id),
  );
  const ready = alerts.flatMap((alert) => {
    const offer = offers.get(alert.product_id);
    return offer && isTrue(alert, offer) ? [{ alert, offer }] : [];
  });
  if (
    !(await mayWrite(
      db,
      email,
      ready.map(({ alert }) => alert.frequency),
      now,
    ))
  )
    return false;
  const origin = ready.find(({ alert }) => alert.origin !== null)?.alert.origin;
  if (!origin) return false;
  const goods = (topic: AlertTopic) =>
    ready.filter(({ alert }) => alert.topic === topic).map(({ alert, offer }) => productOf(origin, alert, offer));
  const manage = origin + subscriptionUrl(subscriptionKey(keys, email));
  const emailMessage = alertEmail(branch, { drops: goods('price_drops'), returned: goods('back_in_stock') }, manage);
  const id = await rememberEmail(db, email, branch.id_1c, 'alerts', now);
  await storeMail(db, `alerts ${id}`, email, { ...emailMessage, headers: unsubscribeHeaders(keys, origin, email) });
  for (const { alert, offer } of ready) await markReported(db, alert, offer, now);
  return true;
}

type Alert = {
  id: number;
  topic: AlertTopic;
  product_id: number;
  known_price: number | null;
  frequency: Frequency;
  origin: string | null;
};

async function lockAlerts(db: Db, department_id_1c: string, email: string): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    select id, topic, product_id, known_price, frequency, origin from subscriptions
    where email = ${email} and department_id_1c = ${department_id_1c} and product_id is not null and ended_at is null
      and confirmed_at is not null
    order by id for update`.execute(db);
  return rows;
}

function isTrue({ topic, known_price }: Alert, offer: Offer): boolean {
  if (offer.switched_off || offer.price === null) return false;
  return topic === 'back_in_stock' ? isInStock(offer) : known_price !== null && offer.price < known_price;
}

/** An email that goes anyway takes everything along; it goes when the pause of at least one alert is over. */
async function mayWrite(db: Db, email: string, frequencies: Frequency[], now: Date): Promise<boolean> {
  if (frequencies.length === 0) return false;
  const { rows } = await sql<{ at: Date | null }>`
    select max(sent_at) as at from subscription_emails where email = ${email} and kind = 'alerts'`.execute(db);
  const latest = rows[0]?.at;
  return frequencies.some((one) => !latest || now.getTime() - latest.getTime() >= pauseHours[one] * 3_600_000);
}

function productOf(origin: string, { known_price }: Alert, offer: Offer): EmailProduct {
  const { name, slug, price, available, shown_unit } = offer;
  const most = 10 * shown_unit.parts;
  const left = available ?? 0;
  const amount = left > most ? `больше ${shownAmount(most, shown_unit, 'genitive')}` : shownAmount(left, shown_unit);
  const stock = isInStock(offer) ? `в наличии ${amount}` : 'сейчас нет в наличии';
  return { name, url: origin + productUrl(slug), price: price ?? 0, was: known_price, shown_unit, stock };
}

async function markReported(db: Db, alert: Alert, offer: Offer, now: Date): Promise<void> {
  if (alert.topic === 'back_in_stock')
    await sql`update subscriptions set ended_at = ${now} where id = ${alert.id}`.execute(db);
  else await sql`update subscriptions set known_price = ${offer.price} where id = ${alert.id}`.execute(db);
}

/** Keeps that an email goes to this address now; its id makes the email's key. */
export async function rememberEmail(
  db: Db,
  email: string,
  department_id_1c: string,
  kind: 'alerts' | 'news',
  now: Date,
  content_hash: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into subscription_emails (email, department_id_1c, kind, content_hash, sent_at)
    values (${email}, ${department_id_1c}, ${kind}, ${content_hash}, ${now}) returning id`.execute(db);
  return ensure(rows[0]).id;
}

/** The pause of a row's own frequency as an interval. */
const pause = (column: string) =>
  sql`make_interval(hours => case ${sql.raw(column)} when 'at_once' then ${pauseHours.at_once}::int
    when 'daily' then ${pauseHours.daily}::int else ${pauseHours.weekly}::int end)`;

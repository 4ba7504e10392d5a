import { sql } from 'kysely';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import { giveConsent, requireStanding } from '#modules/consents/consents.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { type AlertTopic, alertForm, type Frequency } from './schema.ts';
import { subscribe } from './subscribe.ts';
import { isOwnAddress, type NewsRequester } from './subscribe-to-news.ts';

/**
 * The branch whose price and stock are watched: its retail price context, whoever asks, since the email may be read by
 * anybody.
 */
export type AlertRequester = NewsRequester & { priceContext: PriceContext };

export type AlertRequest = {
  product_id: number;
  topic: AlertTopic;
  email: string;
  frequency: string;
  /** The tick's value, or `consentGiven`. */
  consent_personal_data: string;
};

/** More than this at one address watch nothing a person still remembers. */
const mostAlerts = 200;

/**
 * Whether this alert can come true for the product as it stands: a sold-out one can return, a priced one can become
 * cheaper.
 */
export function canAlert(offer: Watched, topic: AlertTopic): boolean {
  if (offer.switched_off || offer.price === null) return false;
  return topic === 'price_drops' || !isInStock(offer);
}

type Watched = Pick<Offer, 'price' | 'available' | 'min_count' | 'switched_off'>;

/** There is enough for the smallest order. */
export function isInStock({ available, min_count }: Pick<Offer, 'available' | 'min_count'>): boolean {
  return available !== null && available >= Math.max(1, min_count);
}

/**
 * One product is watched for one address. An address nobody has proven gets an email that asks first. Throws bad_input
 * with words by field, not_found, cannot_alert, too_many_alerts. Call in a transaction.
 */
export async function alertOnProduct(
  db: Db,
  keys: SecretKeys,
  { priceContext, ...requester }: AlertRequester,
  request: AlertRequest,
  now = new Date(),
): Promise<{ is_confirmed: boolean }> {
  const { product_id, topic } = request;
  const typed = checkForm(alertForm, request);
  const email = typed.email.toLowerCase();
  const offer = (await offersOf(db, { ...priceContext, buyer_price_column: null }, [product_id])).get(product_id);
  if (!offer) throw new Refusal('not_found');
  if (!canAlert(offer, topic)) throw new Refusal('cannot_alert');
  await refuseTooMany(db, email);
  const { user_id, department_id_1c, origin, address } = requester;
  await requireStanding(db, user_id, typed.consent_personal_data, now);
  await giveConsent(db, { purpose: 'personal_data', form: 'alert', subject: email, address, user_id }, now);
  const is_proven = user_id !== null && (await isOwnAddress(db, user_id, email));
  const frequency = typed.frequency as Frequency;
  const known_price = topic === 'price_drops' ? offer.price : null;
  const subscriber = { email, is_proven, user_id, department_id_1c, form: 'alert', origin };
  return subscribe(db, keys, subscriber, { topic, frequency, product_id, known_price }, now);
}

async function refuseTooMany(db: Db, email: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from subscriptions where email = ${email} and product_id is not null and ended_at is null`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= mostAlerts) throw new Refusal('too_many_alerts');
}

import { sql } from 'kysely';
import { withdrawConsentsOf } from '#modules/consents/consents.ts';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { daysBefore } from '#shared/dates.ts';
import { subscriptionUrl } from '#shared/urls.ts';
import { confirmEmail } from './emails.ts';
import { type Frequency, type SubscriptionTopic, topics } from './schema.ts';
import { subscriptionKey } from './subscription-link.ts';

/** Who subscribes, from where; `is_proven`: the address is a confirmed contact of the signed-in person. */
export type Subscriber = {
  email: string;
  is_proven: boolean;
  user_id: string | null;
  /** The branch whose actions are meant. */
  department_id_1c: string;
  /** The form it was asked in. */
  form: string;
  /** scheme://host[:port] for the email's link. */
  origin: string;
};

/**
 * This address receives exactly these topics from now on, alerts on products aside. An address nobody has proven
 * receives nothing but one email that asks (double opt-in). Call in a transaction.
 */
export async function setTopics(
  db: Db,
  keys: SecretKeys,
  subscriber: Subscriber,
  wanted: SubscriptionTopic[],
  frequency: Frequency,
  now = new Date(),
): Promise<void> {
  const dropped = topics.filter((topic) => !wanted.includes(topic));
  await endTopics(db, subscriber.email, dropped, now);
  // How often is asked once per address: alerts of a wanted topic follow it.
  await sql`
    update subscriptions set frequency = ${frequency}
    where email = ${subscriber.email.trim().toLowerCase()} and topic = any(${wanted}::text[]) and product_id is not null and ended_at is null`.execute(
    db,
  );
  for (const topic of wanted) await subscribe(db, keys, subscriber, { topic, frequency }, now);
}

/**
 * One topic, or an alert on one product, for one address; asked for again it takes the new frequency. Returns whether
 * emails will come at once, or only after the address is confirmed.
 */
export async function subscribe(
  db: Db,
  keys: SecretKeys,
  { email: typed, is_proven, user_id, department_id_1c, form, origin }: Subscriber,
  {
    topic,
    frequency,
    product_id = null,
    known_price = null,
  }: {
    topic: SubscriptionTopic;
    frequency: Frequency;
    product_id?: number | null;
    /** Kopecks the person saw, for an alert on a price. */
    known_price?: number | null;
  },
  now = new Date(),
): Promise<{ is_confirmed: boolean }> {
  const email = typed.trim().toLowerCase();
  const { rows } = await sql<{ confirmed_at: Date | null }>`
    insert into subscriptions (email, topic, product_id, department_id_1c, frequency, user_id, form, origin, known_price, created_at, confirmed_at)
    values (${email}, ${topic}, ${product_id}, ${department_id_1c}, ${frequency}, ${user_id}::uuid, ${form}, ${origin}, ${known_price}, ${now}, ${is_proven ? now : null})
    on conflict (email, topic, channel, coalesce(product_id, 0)) where ended_at is null do update set
      frequency = excluded.frequency, department_id_1c = excluded.department_id_1c, origin = excluded.origin, known_price = excluded.known_price,
      -- Whose it is stands by proof: whoever merely names somebody's address must not end or erase their alert with an account of their own.
      user_id = case when excluded.confirmed_at is not null or subscriptions.confirmed_at is null
        then coalesce(excluded.user_id, subscriptions.user_id) else subscriptions.user_id end,
      confirmed_at = coalesce(subscriptions.confirmed_at, excluded.confirmed_at)
    returning confirmed_at`.execute(db);
  if (rows[0]?.confirmed_at) return { is_confirmed: true };
  const link = origin + subscriptionUrl(subscriptionKey(keys, email));
  // One email a day, however often it is asked for: a stranger cannot fill somebody's box with them.
  await storeMail(db, `subscription ${email} ${now.toISOString().slice(0, 10)}`, email, confirmEmail(link));
  return { is_confirmed: false };
}

/**
 * The reader of the email agrees: everything asked for at this address begins. Returns how many subscriptions that
 * were.
 */
export async function confirmSubscriptions(db: Db, email: string, now = new Date()): Promise<number> {
  const { numAffectedRows } = await sql`
    update subscriptions set confirmed_at = ${now} where email = ${email} and ended_at is null and confirmed_at is null`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Nothing more to this address, and the consent to advertising that was given for it without signing in ends too; `id`:
 * one subscription of it. Throws not_found for one of another address.
 */
export async function unsubscribe(db: Db, email: string, id: number | null = null, now = new Date()): Promise<void> {
  const one = id === null ? sql`` : sql`and id = ${Number.isSafeInteger(id) ? id : -1}`;
  const { numAffectedRows } = await sql`
    update subscriptions set ended_at = ${now} where email = ${email.toLowerCase()} and ended_at is null ${one}`.execute(
    db,
  );
  if (id !== null && !numAffectedRows) throw new Refusal('not_found');
  if (id === null) await withdrawConsentsOf(db, email.toLowerCase(), 'advertising', now);
}

/**
 * A person took the consent to advertising back, or is being erased: nothing more to any of these addresses or in their
 * name.
 */
export async function unsubscribePerson(db: Db, user_id: string, emails: string[], now = new Date()): Promise<void> {
  await unsubscribePeople(db, [user_id], emails, now);
}

/** The same of several accounts, or of a guest: of none. */
export async function unsubscribePeople(db: Db, user_ids: string[], emails: string[], now = new Date()): Promise<void> {
  await sql`
    update subscriptions set ended_at = ${now}
    where ended_at is null and (user_id = any(${user_ids}::uuid[]) or email = any(${emails}::text[]))`.execute(db);
}

/** Emails that no pause asks about any more, and alerts that ended a year ago. */
export async function forgetOldSubscriptions(db: Db, now = new Date()): Promise<void> {
  await sql`delete from subscription_emails where sent_at < ${daysBefore(now, 60)}`.execute(db);
  await sql`delete from subscriptions where product_id is not null and ended_at < ${daysBefore(now, 365)}`.execute(db);
  // Asked for and never confirmed: the address is not kept for nothing.
  await sql`delete from subscriptions where confirmed_at is null and created_at < ${daysBefore(now, 30)}`.execute(db);
}

/** Removes what a person ever subscribed to. */
export async function forgetSubscriptions(db: Db, user_id: string, emails: string[]): Promise<void> {
  await sql`delete from subscriptions where user_id = ${user_id}::uuid or email = any(${emails}::text[])`.execute(db);
  await sql`delete from subscription_emails where email = any(${emails}::text[])`.execute(db);
}

async function endTopics(db: Db, email: string, dropped: SubscriptionTopic[], now: Date): Promise<void> {
  await sql`
    update subscriptions set ended_at = ${now}
    where email = ${email.toLowerCase()} and topic = any(${dropped}::text[]) and product_id is null and ended_at is null`.execute(
    db,
  );
}

/** Subscriptions go by address; the account they were made in becomes another (`to`). Call in a transaction. */
export async function moveSubscriptionsOf(db: Db, from: string, to: string): Promise<void> {
  await sql`update subscriptions set user_id = ${to}::uuid where user_id = ${from}::uuid`.execute(db);
}

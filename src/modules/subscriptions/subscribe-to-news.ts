import { listContacts } from '#modules/accounts/contacts.ts';
import { giveConsent, hasConsent, hasConsentOf } from '#modules/consents/consents.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { isSubscribed } from './queries.ts';
import { newsEmail } from './schema.ts';
import { subscribe } from './subscribe.ts';

/** Who sits at the form. */
export type NewsRequester = {
  user_id: string | null;
  department_id_1c: string;
  /** scheme://host[:port] for the email's link. */
  origin: string;
  /** IP address, for the proof of consent. */
  address: string;
};

/** What was ticked under the form; each is kept with the version of its text. */
export type NewsConsents = { personal_data: boolean; advertising: boolean };

/**
 * S7-23, the footer's form: news and discounts of the branch once a week. A signed-in person's own confirmed address
 * begins at once; any other receives an email that asks (double opt-in), and where advertising was not agreed to here,
 * its page asks for that too. Throws bad_input with the words of S5-08, already_subscribed (S8-07). Call in a
 * transaction.
 */
export async function subscribeToNews(
  db: Db,
  keys: SecretKeys,
  { user_id, department_id_1c, origin, address }: NewsRequester,
  { email: typed, consents }: { email: string; consents: NewsConsents },
  now = new Date(),
): Promise<void> {
  const email = checkForm(newsEmail, { email: typed }).email.toLowerCase();
  if (await isSubscribed(db, email)) throw new Refusal('already_subscribed');
  for (const purpose of ['personal_data', 'advertising'] as const)
    if (consents[purpose])
      await giveConsent(db, { purpose, form: 'subscription', subject: email, address, user_id }, now);
  const is_agreed = consents.advertising || (user_id !== null && (await hasConsent(db, user_id, 'advertising')));
  const is_proven = is_agreed && user_id !== null && (await isOwnAddress(db, user_id, email));
  const subscriber = { email, is_proven, user_id, department_id_1c, form: 'subscription', origin };
  await subscribe(db, keys, subscriber, { topic: 'actions', frequency: 'weekly' }, now);
}

/** Whether the page of the email must still ask for the consent to advertising (38-ФЗ, art. 18). */
export async function needsAdvertisingConsent(db: Db, email: string): Promise<boolean> {
  return !(await hasConsentOf(db, email, 'advertising'));
}

/** Is this a confirmed address of this person's account? */
export async function isOwnAddress(db: Db, user_id: string, email: string): Promise<boolean> {
  const contacts = await listContacts(db, user_id);
  return contacts.some(({ type, value, confirmed_at }) => type === 'email' && value === email && confirmed_at !== null);
}

/**
 * Both calls tell whether an address is subscribed (S7-22, S8-07); so many of either per address of the network in ten
 * minutes.
 */
const tries = { max: 30, windowSeconds: 600 } as const;

/** Counts one question about a subscription; throws too_many. Call it outside the transaction. */
export async function takeSubscriptionTry(db: Db, address: string, now = new Date()): Promise<void> {
  const wait = await takeLimit(db, 'subscription', address, tries.max, tries.windowSeconds, now);
  if (wait > 0) throw tooMany(wait);
}

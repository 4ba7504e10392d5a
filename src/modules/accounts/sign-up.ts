import { sql } from 'kysely';
import { giveConsent } from '#modules/consents/consents.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { addCompany } from './companies.ts';
import { emailOwners } from './company-members.ts';
import { findUserByEmail } from './create-user.ts';
import { findUserByIdentity, linkIdentity } from './identities.ts';
import { claimLink, type Identity } from './proof/one-time-links.ts';
import { startSession } from './proof/start-session.ts';
import type { Requester } from './requester.ts';
import type { SignUpInput } from './schema.ts';
import type { OpenedSession } from './sign-in-result.ts';

/**
 * Makes the account of a proven email or Yandex account, keeps the consents with the version of their texts, and signs
 * in. Should the account have come to be meanwhile, it signs in to that one. The firm of a given ИНН is added, or asked
 * to let this person in. Throws link_expired. Call in a transaction.
 */
export async function signUp(
  db: Db,
  keys: SecretKeys,
  input: SignUpInput,
  requester: Requester,
  now = new Date(),
): Promise<OpenedSession> {
  const link = await claimLink(db, 'sign_up', input.proof, now);
  if (!link) throw new Refusal('link_expired');
  const { email, identity } = link;
  const existing = identity
    ? await findUserByIdentity(db, identity.provider, identity.subject)
    : ((await findUserByEmail(db, email ?? ''))?.id ?? null);
  if (existing) return startSession(db, keys, existing, identity ? 'yandex' : 'signup', requester, now);
  const { id } = await db
    .insertInto('users')
    .values({ full_name: input.full_name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (identity) await keepIdentity(db, id, identity, now);
  else if (!(await keepEmail(db, id, ensure(email), 'main', now))) throw new Refusal('link_expired');
  await keepConsents(db, id, input, email ?? '', requester, now);
  if (input.inn) {
    const { company_id, outcome } = await addCompany(db, id, { inn: input.inn }, now);
    if (outcome === 'requested') await emailOwners(db, company_id, id, requester.origin);
  }
  return startSession(db, keys, id, 'signup', requester, now);
}

/**
 * An address of Yandex's own mail is proven by having signed in there; any other is kept, but signs in only once it is
 * confirmed here.
 */
async function keepIdentity(db: Db, user_id: string, identity: Identity, now: Date): Promise<void> {
  const { email } = identity;
  if (email && isYandexMail(email)) await keepEmail(db, user_id, email, 'Yandex', now);
  await linkIdentity(db, user_id, identity, now);
}

/** False when the address signs somebody else in. */
async function keepEmail(db: Db, user_id: string, email: string, purpose: 'main' | 'Yandex', now: Date) {
  const { rows } = await sql`
    insert into contacts (user_id, type, value, purpose, confirmed_at, created_at)
    values (${user_id}::uuid, 'email', ${email}, ${purpose}, ${now}, ${now})
    on conflict (value) where type = 'email' and confirmed_at is not null do nothing returning id`.execute(db);
  return rows.length > 0;
}

async function keepConsents(
  db: Db,
  user_id: string,
  input: SignUpInput,
  email: string,
  requester: Requester,
  now: Date,
) {
  const given = { form: 'signup' as const, subject: email, address: requester.address, user_id };
  await giveConsent(db, { ...given, purpose: 'personal_data' }, now);
  if (input.consent_advertising) await giveConsent(db, { ...given, purpose: 'advertising' }, now);
}

function isYandexMail(email: string): boolean {
  return /@(yandex\.(ru|com|by|kz|uz|com\.tr)|ya\.ru|narod\.ru)$/.test(email);
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { newSecret, readSecret } from '../requester.ts';

export const linkMinutes = 30;

/** An account at another service, as its owner showed it. */
export type Identity = {
  provider: 'yandex';
  subject: string;
  login: string | null;
  email: string | null;
  phone: string | null;
};

export type LinkPurpose = 'password' | 'sign_up' | 'yandex';

export type OneTimeLink = { user_id: string | null; email: string | null; identity: Identity | null };

/** Makes a secret that opens one thing once within 30 minutes; only its hash is kept. */
export async function issueLink(
  db: Db,
  purpose: LinkPurpose,
  { user_id, email, identity }: OneTimeLink,
  now: Date,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto('one_time_links')
    .values({
      hash: hashSecret(secret),
      purpose,
      user_id,
      email,
      identity: identity && JSON.stringify(identity),
      created_at: now,
      expires_at: new Date(now.getTime() + linkMinutes * 60_000),
    })
    .execute();
  return secret;
}

/** Uses the secret up and says what it stands for; null when it is unknown, used or has run out. */
export async function claimLink(
  db: Db,
  purpose: LinkPurpose,
  typed: string | null,
  now: Date,
): Promise<OneTimeLink | null> {
  const link = openLink(purpose, typed, now);
  if (!link) return null;
  const { rows } = await sql<OneTimeLink>`
    update one_time_links set used_at = ${now} where ${link} returning user_id, email, identity`.execute(db);
  return rows[0] ?? null;
}

/** The same without using it up. */
export async function readLink(
  db: Db,
  purpose: LinkPurpose,
  typed: string | null,
  now: Date,
): Promise<OneTimeLink | null> {
  const link = openLink(purpose, typed, now);
  if (!link) return null;
  const { rows } = await sql<OneTimeLink>`select user_id, email, identity from one_time_links where ${link}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The row of a secret that is good now; null for what no secret looks like. */
function openLink(purpose: LinkPurpose, typed: string | null, now: Date) {
  const secret = readSecret(typed);
  return (
    secret && sql`hash = ${hashSecret(secret)} and purpose = ${purpose} and used_at is null and expires_at > ${now}`
  );
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Identity } from './proof/one-time-links.ts';

/** Who has this account at another service; null: nobody. */
export async function findUserByIdentity(db: Db, provider: 'yandex', subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select('u.id')
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Links the account of another service, and keeps its email and phone as contacts that cannot be changed here (S6-04).
 * One that is linked already stays whose it is.
 */
export async function linkIdentity(db: Db, user_id: string, identity: Identity, now: Date): Promise<void> {
  const { provider, subject, login, email, phone } = identity;
  await db
    .insertInto('identities')
    .values({ provider, subject, user_id, login, created_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .execute();
  const contacts = [
    ...(email ? [{ type: 'email', value: email }] : []),
    ...(phone ? [{ type: 'phone', value: phone }] : []),
  ];
  for (const { type, value } of contacts) {
    await sql`
      insert into contacts (user_id, type, value, purpose, created_at) values (${user_id}::uuid, ${type}, ${value}, 'Yandex', ${now})
      on conflict (user_id, type, value) do nothing`.execute(db);
  }
}

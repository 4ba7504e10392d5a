import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

export type NewUser = {
  full_name: string;
  /** Lower case; counts as confirmed, so it signs in from now on. */
  email: string;
  /** +7… */
  phone?: string | undefined;
  /** argon2id in PHC form. */
  password_hash?: string | undefined;
};

/**
 * A user made by staff, not by signing up. Throws email_taken when the address signs somebody else in. Call in a
 * transaction.
 */
export async function createUser(
  db: Db,
  { full_name, email, phone, password_hash }: NewUser,
  now = new Date(),
): Promise<{ id: string }> {
  const user = await db
    .insertInto('users')
    .values({
      full_name,
      created_at: now,
      ...(password_hash && { password_hash, password_changed_at: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql`
    insert into contacts (user_id, type, value, confirmed_at, created_at) values (${user.id}, 'email', ${email}, ${now}, ${now})
    on conflict (value) where type = 'email' and confirmed_at is not null do nothing returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('email_taken');
  if (phone)
    await db
      .insertInto('contacts')
      .values({ user_id: user.id, type: 'phone', value: phone, created_at: now })
      .execute();
  return user;
}

/** Who signs in with this address: lower case, confirmed; null: nobody. */
export async function findUserByEmail(db: Db, email: string): Promise<{ id: string; full_name: string } | null> {
  const user = await db
    .selectFrom('contacts as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.full_name'])
    .where('c.type', '=', 'email')
    .where('c.value', '=', email)
    .where('c.confirmed_at', 'is not', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return user ?? null;
}

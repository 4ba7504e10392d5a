import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Where emails about the account go: its main confirmed email address, else another confirmed one, else null. */
export async function mainEmail(db: Db, user_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('contacts')
    .select('value')
    .where('user_id', '=', user_id)
    .where('type', '=', 'email')
    .where('confirmed_at', 'is not', null)
    .orderBy(sql`purpose = 'main'`, 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return row?.value ?? null;
}

import { openSession } from '#modules/accounts/sessions.ts';
import type { Database } from '#platform/database.ts';
import { secretKeys } from '#platform/secret-keys.ts';

/** People with a living session each, as their browsers would send it. */
export async function signInPeople(db: Database, count: number): Promise<{ cookie: string }[]> {
  const keys = await secretKeys(db, undefined);
  const place = { city: 'Вологда', device: 'bench', address: '127.0.0.1' };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const user = await db
        .insertInto('users')
        .values({ full_name: 'Анна Смирнова' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { access, refresh } = await openSession(db, keys, user.id, 'code', place);
      return { cookie: `access=${access}; refresh=${refresh}; signed=user` };
    }),
  );
}

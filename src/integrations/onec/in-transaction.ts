import { ensure } from '#shared/ensure.ts';
import { type Connection, openConnection } from './connection.ts';
import { FileRefusal } from './file-refusal.ts';

/**
 * One transaction on a connection of its own, one at a time in the whole shop: a second exchange is refused, not
 * queued. Throwing rolls back.
 */
export async function inTransaction<T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await openConnection(url);
  try {
    await client.query('begin');
    const lock = await client.query<{ is_taken: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('idd-shop 1C')) as is_taken`,
    );
    if (!ensure(lock.rows[0]).is_taken) throw new FileRefusal('', null, 'другой обмен с 1С ещё идёт');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end(); // what was not committed is rolled back with the connection
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/database.ts';

const longestMs = 120_000;

/**
 * Returns when PostgreSQL has nothing to do of its own: it writes down what a start, a migration or a load before has
 * changed (a checkpoint), and its autovacuum has ended. Both would take one of the cores from whatever is measured
 * first, and more of it the larger the shop.
 */
export async function untilQuiet(url: string): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  try {
    await db.pool.query('checkpoint').catch(() => {}); // a database of one's own may not allow it
    for (const end = Date.now() + longestMs; Date.now() < end; await sleep(500)) {
      const { rowCount } = await db.pool.query(`select from pg_stat_activity where backend_type = 'autovacuum worker'`);
      if (rowCount === 0) return;
    }
  } finally {
    await db.destroy();
  }
}

import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import { migrate } from './migrate.ts';

/** Names of the shop's processes that work with this database now, this one left out: `web`, `worker`, … */
export async function findShopProcesses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct substr(application_name, 10) as name from pg_stat_activity
    where datname = current_database() and application_name ~ '^idd-shop (web|worker|dev|start)' order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/**
 * Makes the database what a new one is: everything goes, then the migrations are applied. A process that ends in
 * between leaves an empty database, which the next start migrates.
 */
export async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'idd-shop emptying' });
  await client.connect();
  try {
    // Of a transaction, in one statement: nobody meets half of it.
    await client.query(`
      set lock_timeout = '10s';
      drop schema if exists graphile_worker cascade;
      drop schema public cascade;
      create schema public;
      reset lock_timeout`);
  } finally {
    await client.end();
  }
  await migrate(url);
}

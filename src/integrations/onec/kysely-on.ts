import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from '#platform/database.ts';
import type { DB } from '#platform/database-types.ts';
import type { Connection } from './connection.ts';

/** Kysely over one connection and so inside its transaction: verbs that take `db` run beside COPY. */
export function kyselyOn(client: Connection): Db {
  // What PostgresDialect calls of a pool and of a client; PoolClient names much more.
  const lent = { query: client.query, release: () => {} } as unknown as PoolClient;
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => lent, end: async () => {} } }),
  });
}

import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '#platform/database.ts';
import type { DB } from '#platform/database-types.ts';

/** Kysely over one client and so inside that client's transaction: verbs that take `db` run beside COPY. */
export function kyselyOn(client: pg.Client): Db {
  const lent = {
    query: client.query.bind(client) as pg.PoolClient['query'],
    release: () => {},
  };
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: { connect: async () => lent as pg.PoolClient, end: async () => {} } as unknown as pg.Pool,
    }),
  });
}

import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { putBackup, writeBackup } from '#platform/postgres/backup.ts';
import type { Embedded } from '#platform/postgres/embedded.ts';
import { preparePlace } from '#platform/postgres/place.ts';
import { startServer } from '#platform/postgres/server.ts';

export type Replica = {
  url: string;
  /**
   * How far behind the primary it is: bytes of the log not yet replayed, and milliseconds as the primary sees them
   * (null while nothing is written).
   */
  lag(): Promise<{ bytes: number; ms: number | null } | null>;
  stop(): Promise<void>;
};

const slot = 'bench_replica';

/**
 * A second embedded server in `folder` that follows `primary` as a hot standby: a copy of its folder taken between
 * pg_backup_start and pg_backup_stop, then the log streamed over the unix socket. What stood in `folder` is replaced.
 * The slot keeps the log for it until `stop`.
 */
export async function startReplica(primary: Embedded, folder: string): Promise<Replica> {
  await rm(folder, { recursive: true, force: true });
  const place = await preparePlace(folder);
  await rm(place.cluster, { recursive: true, force: true });
  await asking(primary.url, async (client) => {
    await dropSlot(client);
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot]);
  });
  const copy = join(folder, 'copy');
  const silent = () => {};
  await writeBackup(
    { url: primary.url, place: primary.place, filesDir: join(folder, 'no-files'), folder: copy },
    silent,
  );
  await putBackup({ place, filesDir: join(folder, 'files'), folder: copy, aside: '.before' }, silent);
  await rm(copy, { recursive: true });
  await writeFile(join(place.cluster, 'standby.signal'), '');
  const socket = new URL(primary.url).searchParams.get('host');
  await appendFile(
    join(place.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${socket} user=postgres application_name=${slot}'\nprimary_slot_name = '${slot}'\n`,
  );
  const server = await startServer(place);
  return {
    url: server.url,
    lag: () =>
      asking(primary.url, async (client) => {
        const { rows } = await client.query<{ bytes: number; ms: number | null }>(
          `select pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes, extract(epoch from replay_lag)::float8 * 1000 as ms
          from pg_stat_replication where application_name = '${slot}' and state = 'streaming'`,
        );
        return rows[0] ?? null;
      }),
    async stop() {
      await server.stop('fast');
      await asking(primary.url, dropSlot);
    },
  };
}

async function dropSlot(client: pg.Client) {
  // The sender lets go of the slot a moment after its reader has gone.
  for (let tries = 0; tries < 50; tries++) {
    const { rows } = await client.query('select active from pg_replication_slots where slot_name = $1', [slot]);
    if (rows.length === 0) return;
    if (!rows[0].active) return void (await client.query('select pg_drop_replication_slot($1)', [slot]));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Over a connection of its own: the primary may have been restarted since the last question. */
async function asking<T>(url: string, question: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the question fails with it
  await client.connect();
  try {
    return await question(client);
  } finally {
    await client.end().catch(() => {});
  }
}

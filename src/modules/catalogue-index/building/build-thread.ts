import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { openDatabase } from '#platform/database.ts';
import { connectDatabase } from '#platform/database-servers.ts';
import { ensure } from '#shared/ensure.ts';
import { buffersOfPricesAndStock, transferablesOf } from '../segment.ts';
import type { Built, BuiltOf, Sources, Task } from './build-beside.ts';
import { buildSegment } from './build-segment.ts';
import { readModelsOf } from './changes.ts';
import { type Moment, readPricesAndStock, readSegment } from './read-source.ts';

/** A replica so far behind is not asked: what was deleted meanwhile is not kept for ever (forget-losses.ts). */
const mostBehindSeconds = 3_600;

const applicationName = 'idd-shop catalogue thread';
const { sources, task } = workerData as { sources: Sources; task: Task };
const built = await build(task);
parentPort?.postMessage(
  built,
  built.kind === 'prices and stock' ? built.columns.flatMap(buffersOfPricesAndStock) : transferablesOf(built.segment),
);

function build(task: Task): Promise<Built> {
  switch (task.kind) {
    case 'models':
      return buildModels(task.moment, task.product_ids);
    case 'prices and stock': {
      const { kind, segments } = task;
      return fromReplicaFirst(async (client) => ({ kind, ...(await readPricesAndStock(client, segments)) }));
    }
    case 'everything': {
      const { kind } = task;
      return fromReplicaFirst(async (client) => ({ kind, ...(await readSegment(client)) }));
    }
  }
}

async function buildModels(moment: Moment, product_ids: number[]): Promise<BuiltOf<'models'>> {
  const db = openDatabase(sources.primary, { applicationName, max: 2 });
  try {
    const begun = performance.now();
    const source = await readModelsOf(db, moment, product_ids);
    const read = performance.now();
    const segment = buildSegment(source);
    const seconds = secondsOf(begun, read);
    return { kind: 'models', segment, moment, from: 'primary', replica_refused: null, seconds };
  } finally {
    await db.destroy();
  }
}

type Read<T> = (client: pg.Client) => Promise<T>;
type AsRead = { moment: Moment };
type From = Pick<Built, 'from' | 'replica_refused'>;

async function fromReplicaFirst<T extends AsRead>(read: Read<T>): Promise<T & From> {
  const { primary, replica } = sources;
  let replica_refused: string | null = null;
  if (replica) {
    try {
      return { ...(await readFrom(replica, read, true)), from: 'replica', replica_refused };
    } catch (error) {
      replica_refused = String(error);
    }
  }
  return { ...(await readFrom(primary, read, false)), from: 'primary', replica_refused };
}

async function readFrom<T extends AsRead>(url: string, read: Read<T>, isReplica: boolean): Promise<T> {
  const client = await open(url);
  try {
    if (isReplica) await refuseStranger(client);
    const result = await read(client);
    const { moment } = result;
    return isReplica ? { ...result, moment: { ...moment, snapshot: onlyFinished(moment.snapshot) } } : result;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * 'xmin:xmax:…' of a standby does not name the transactions that run on the primary: only those before xmin are known
 * to be over.
 */
function onlyFinished(snapshot: string): string {
  const [xmin] = snapshot.split(':', 1);
  return `${xmin}:${xmin}:`;
}

/** Throws when this is no standby of the primary, or one that has fallen far behind. */
async function refuseStranger(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; is_standby: boolean; behind: number | null }>(`
    select system_identifier::text as id, pg_is_in_recovery() as is_standby,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as behind
    from pg_control_system()`);
  const { id, is_standby, behind } = ensure(rows[0]);
  if (!is_standby) throw new Error('not a standby');
  if (behind !== null && behind > mostBehindSeconds) throw new Error(`${Math.round(behind)} s behind`);
  const first = await open(sources.primary);
  try {
    const own = await first.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
    if (ensure(own.rows[0]).id !== id) throw new Error('a standby of another server');
  } finally {
    await first.end();
  }
}

function open(connectionString: string): Promise<pg.Client> {
  return connectDatabase(connectionString, { application_name: applicationName, options: '-c jit=off' });
}

function secondsOf(begun: number, read: number): Built['seconds'] {
  return { read: (read - begun) / 1_000, build: (performance.now() - read) / 1_000 };
}

import { setVersionSource } from '#modules/catalogue/categories.ts';
import { type Database, type Db, databaseOf } from '#platform/database.ts';
import { perObject } from '#shared/per-object.ts';
import { buildSegment } from './building/build-segment.ts';
import { readChanges, readModelsOf } from './building/changes.ts';
import { readSegment } from './building/read-source.ts';
import {
  applyChanges,
  type CatalogueIndex,
  compactSegments,
  indexOf,
  isStale,
  productsToCompact,
  withChanges,
} from './segments.ts';

/** What keeps a pool's index up to date by itself, so that nobody has to ask the database before an answer. */
export type Follower = {
  /** The index as it is now; while there is none yet it may be waited for, then is refused (`catalogue_loading`). */
  current(): CatalogueIndex | Promise<CatalogueIndex>;
  /** Of the index as it is now; null while there is none yet. */
  revision(): number | null;
};

type State = {
  follower: Follower | null;
  index: CatalogueIndex | null;
  /** The reading under way, and the one that those wait for who came after it began. */
  running: Promise<CatalogueIndex> | null;
  next: Promise<CatalogueIndex> | null;
  /** Lets an index go that nobody has asked for long. */
  idle: NodeJS.Timeout | null;
};

/** A worker asks now and then; between its jobs it holds no index. */
const idleMs = 300_000;

const stateOfDatabase = perObject(
  (_database: Database): State => ({ follower: null, index: null, running: null, next: null, idle: null }),
);

/** A transaction shares its database's. */
function stateOf(db: Db): State {
  return stateOfDatabase(databaseOf(db));
}

/**
 * From now on this pool's lists are answered from the follower's index, and its version is the catalogue's. Returns
 * what ends that.
 */
export function setFollower(db: Db, follower: Follower): () => void {
  const state = stateOf(db);
  state.follower = follower;
  state.index = null;
  const forget = setVersionSource(db, () => followedIndex(db)?.moment.version ?? null);
  return () => {
    state.follower = null;
    forget();
  };
}

/**
 * The catalogue in memory. Where it is followed: as it stands, no query to the database. Elsewhere (a command, a job,
 * most tests) it is built at the first query and before each result brought to what the database holds, so it is never
 * older; in a transaction with that transaction's own changes. Between two awaits it does not change.
 */
export async function catalogueIndex(db: Db): Promise<CatalogueIndex> {
  const state = stateOf(db);
  if (state.follower) return state.follower.current();
  const database = databaseOf(db);
  const shared = await upToDate(database, state);
  if (!db.isTransaction) return shared;
  const changes = await readChanges(db, shared.moment, { isPrivate: true });
  return changes.needsRebuild ? await built(database.pool) : withChanges(shared, changes);
}

/** The same for who can answer without it: null while this process follows but has not read it yet. */
export async function catalogueIndexIfRead(db: Db): Promise<CatalogueIndex | null> {
  const { follower } = stateOf(db);
  return follower && follower.revision() === null ? null : catalogueIndex(db);
}

/** The index of a process that follows, as it stands; null elsewhere, and while it is being read. */
export function followedIndex(db: Db): CatalogueIndex | null {
  const current = followedRevision(db) === null ? null : stateOf(db).follower?.current();
  return current && 'segments' in current ? current : null;
}

/**
 * `revision` of the index this process follows: while it stays the same, so do the answers. null: nobody follows here,
 * or not yet.
 */
export function followedRevision(db: Db): number | null {
  return stateOf(db).follower?.revision() ?? null;
}

/**
 * Whoever asks gets an index read after the asking: a reading that already runs may have missed what the asker just
 * wrote.
 */
function upToDate(db: Database, state: State): Promise<CatalogueIndex> {
  if (!state.running) return run();
  state.next ??= state.running.then(run, run);
  return state.next;

  function run(): Promise<CatalogueIndex> {
    state.next = null;
    const reading = broughtUpToDate(db, state.index);
    state.running = reading;
    return reading
      .then((index) => {
        // Whoever has begun to follow meanwhile has an index of its own.
        if (!state.follower) keep(state, index);
        return index;
      })
      .finally(() => {
        if (state.running === reading) state.running = null;
      });
  }
}

function keep(state: State, index: CatalogueIndex): void {
  state.index = index;
  clearTimeout(state.idle ?? undefined);
  state.idle = setTimeout(() => {
    state.index = null;
  }, idleMs).unref();
}

async function broughtUpToDate(db: Database, index: CatalogueIndex | null): Promise<CatalogueIndex> {
  if (!index) return built(db.pool);
  const changes = await readChanges(db, index.moment);
  if (changes.needsRebuild) return built(db.pool);
  applyChanges(index, changes);
  if (isStale(index)) return built(db.pool);
  const many = productsToCompact(index);
  if (many) compactSegments(index, many, buildSegment(await readModelsOf(db, index.moment, many)));
  return index;
}

/** Reads and builds everything, on this thread. */
async function built(pool: Database['pool']): Promise<CatalogueIndex> {
  const client = await pool.connect();
  try {
    const { segment, moment } = await readSegment(client);
    return indexOf(segment, moment);
  } finally {
    client.release();
  }
}

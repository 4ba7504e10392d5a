import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, openDatabase } from '#platform/database.ts';
import { connectDatabase } from '#platform/database-servers.ts';
import { within } from '#platform/deadline.ts';
import type { Log } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Invalidation } from '#shared/cache-tags.ts';
import { type Built, buildBeside, type Sources } from './build/build-beside.ts';
import { readChanges } from './build/changes.ts';
import { countChanged, type Progress, slicesOf, tagsOf } from './build/slices.ts';
import { type CatalogueIndex, trustFollower } from './catalogue-index.ts';
import { applyChanges, indexOf, isWorn, joinParts, productsToJoin } from './parts.ts';
import { type Segment, transferablesOf } from './segment.ts';

export type FollowOptions = {
  /** A streaming replica that everything is read from when there is one. */
  replicaUrl?: string | undefined;
  log: Log;
  /** Lists answer otherwise from now on: whatever was built from their former answers and carries one of the tags is to be dropped. */
  changed: (tags: Invalidation[]) => void;
};

/** How a process keeps up with the catalogue, for /readyz and /metrics. */
export type FollowState = {
  isLoaded: boolean;
  /** Everything is being read beside. */
  isReading: boolean;
  /** Seconds since the index was last known to hold everything the database held; Infinity before it is loaded. */
  behindSeconds: number;
  revision: number;
  products: number;
  /** Products that stand in later parts, or died in the first: what the next rebuild clears away. */
  changedProducts: number;
  parts: number;
  bytes: number;
  /** Catchings-up that brought something; readings of everything after the first; failures of either. */
  updates: number;
  rebuilds: number;
  failures: number;
  /** Of the last reading of everything. */
  buildSeconds: number;
};

export type CatalogueFollower = {
  /** Resolves when lists can be answered. */
  loaded: Promise<void>;
  state(): FollowState;
  /** Resolves when everything committed before the call is in the answers. */
  caughtUp(): Promise<void>;
  /** The invalidations this process hears: they wake it, and are repeated (`changed`) when the index has what they spoke of. */
  hear(tags: Invalidation[]): void;
  stop(): Promise<void>;
};

/** NOTIFY wakes at once; what says nothing (reservations) and what was not heard is found by asking. */
const pollMs = 1_000;
/** A list asked for during the first loading waits so long before it is refused: a small catalogue is there sooner. */
const patienceMs = 2_000;
/** One catching-up that takes longer has lost its database without being told. */
const longestTurnMs = 120_000;
/** A reading of everything takes half a minute at a million goods. */
const longestReadingMs = 600_000;
const retryMs = 1_000;
/** More changed products than this are laid out in a thread: each takes a millisecond at first. */
const mostHere = 8;

/**
 * Keeps the catalogue of this pool in memory for as long as the process lives: read at once in a thread beside, then brought up to date at
 * every word of the database and each second besides. Returns at once; lists wait for `loaded`, then are refused. See decision 305.
 */
export function followCatalogue(db: Database, { replicaUrl, log, changed }: FollowOptions): CatalogueFollower {
  const { url } = db.pool;
  const sources: Sources = { primary: url, replica: replicaUrl };
  const loaded = Promise.withResolvers<void>();
  const ended = new AbortController();
  const counts = { updates: 0, rebuilds: 0, failures: 0 };

  let index: CatalogueIndex | null = null;
  let buildSeconds = 0;
  let syncedAt = Number.NEGATIVE_INFINITY;
  /** The index leaves changes out that only the reading under way will bring. */
  let isIncomplete = false;
  let reading: { end: () => Promise<void> } | null = null;
  let arrived: Built | null = null;
  let isReplicaRefused = false;
  let known: Progress | null = null;
  let heardTags = new Set<Invalidation>();

  let listener: pg.Client | null = null;
  let reader: Database | null = null;

  let asked = 0;
  let waiting: { number: number; resolve: () => void }[] = [];
  let isWoken = false;
  let endPause: () => void = () => {};

  const distrust = trustFollower(db, {
    async current() {
      if (!index) await Promise.race([loaded.promise, sleep(patienceMs, undefined, { ref: false })]);
      if (!index) throw new Refusal('catalogue_loading', { retry_after: 5 });
      return index;
    },
    revision: () => index?.revision ?? null,
  });
  const living = live();

  async function live(): Promise<void> {
    while (!ended.signal.aborted) {
      const number = asked;
      isWoken = false;
      try {
        await within(longestTurnMs, turn());
        if (index && !isIncomplete) {
          for (const one of waiting) if (one.number <= number) one.resolve();
          waiting = waiting.filter((one) => one.number > number);
        }
        await pause(pollMs);
      } catch (error) {
        if (ended.signal.aborted) break;
        noteFailure(error, 'the catalogue could not be followed; trying again');
        await disconnect();
        isWoken = false;
        await pause(retryMs);
      }
    }
  }

  /** One catching-up; what it needs it opens first. */
  async function turn(): Promise<void> {
    if (!index || isIncomplete) readEverything();
    reader ??= openDatabase(url, { applicationName: 'idd-shop catalogue', max: 1 });
    if (!listener) await listen();
    const tags = heardTags;
    heardTags = new Set();
    const begun = Date.now();
    try {
      if (arrived) await takeOver(arrived, tags);
      else if (index) await catchUp(index, tags);
    } catch (error) {
      for (const tag of tags) heardTags.add(tag);
      throw error;
    }
    if (!index) return;
    if (!isIncomplete) syncedAt = begun;
    // Dropped when the index has the change, so that nothing built from its former answers is kept.
    if (tags.size > 0) changed([...tags]);
  }

  /** Brings an index to what the database holds; what is too much for that is left out, for a reading of everything to bring. */
  async function catchUp(target: CatalogueIndex, tags: Set<Invalidation>): Promise<void> {
    const size = await countChanged(reader!, target.moment);
    const isElsewhere = known !== null && (size.server !== known.server || size.xmax < known.xmax);
    known = size;
    if (isElsewhere || size.isAnew) {
      target.moment = size.moment;
      isIncomplete = true;
      // What is being read now may be older than that, or of the former server.
      if (isElsewhere) await stopReading();
      readEverything();
      return;
    }
    if (size.products === 0 && size.rows === 0) {
      if (size.moment.version !== target.moment.version) tags.add('catalogue');
      target.moment = size.moment;
      return;
    }
    const changes = await reader!
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((db) => readChanges(db, target.moment, { withModels: size.products <= mostHere }));
    if (changes.isAnew) return; // the next count says so too
    for (const tag of tagsOf(target, changes)) tags.add(tag);
    if (!changes.source && changes.productIds.length > 0) await layOut(target, changes.productIds);
    for (const slice of slicesOf(target, changes)) {
      applyChanges(target, slice);
      await breathe();
    }
    counts.updates++;
    const many = productsToJoin(target);
    if (isWorn(target)) readEverything();
    else if (many) await layOut(target, many);
  }

  /** Models as they are now, laid out in a thread, in place of what the index knew of them. */
  async function layOut(target: CatalogueIndex, product_ids: number[]): Promise<void> {
    const thread = buildBeside(sources, { kind: 'models', moment: target.moment, product_ids });
    try {
      joinParts(target, product_ids, (await thread.built).segment);
    } finally {
      await thread.end();
    }
  }

  /** Puts what a thread has read in the place of the index, once it has caught up. */
  async function takeOver(built: Built, tags: Set<Invalidation>): Promise<void> {
    const next = indexOf(built.segment, built.moment);
    isIncomplete = false;
    await catchUp(next, tags);
    arrived = null;
    // A replica that far behind gives no better answer a second time.
    isReplicaRefused = isIncomplete && built.from === 'replica';
    // A table exchanged while it was read may have looked empty: what came of it is not answered from.
    if (next.moment.epoch !== built.moment.epoch) return readEverything();
    next.revision = (index?.revision ?? 0) + 1;
    if (index) counts.rebuilds++;
    tags.add(index ? 'catalogue' : '*');
    index = next;
    buildSeconds = built.seconds.read + built.seconds.build;
    const { from, seconds, replica_refused } = built;
    if (replica_refused) log.warn({ why: replica_refused }, 'the replica was not used');
    log.info({ from, seconds, products: built.segment.size }, 'the catalogue has been read');
    if (!isIncomplete) loaded.resolve();
  }

  function readEverything(): void {
    if (reading || arrived || ended.signal.aborted) return;
    const thread = buildBeside(isReplicaRefused ? { primary: url } : sources, { kind: 'everything' });
    reading = thread;
    within(longestReadingMs, thread.built)
      .then(
        (built) => {
          if (reading === thread) arrived = built;
        },
        (error) => {
          if (reading === thread && !ended.signal.aborted) noteFailure(error, 'the catalogue could not be read');
        },
      )
      .finally(async () => {
        await thread.end();
        if (reading !== thread) return;
        reading = null;
        if (arrived) wakeUp();
      });
  }

  async function stopReading(): Promise<void> {
    const former = reading;
    reading = null;
    arrived = null;
    await former?.end();
  }

  async function listen(): Promise<void> {
    const client = await connectDatabase(url, { application_name: 'idd-shop catalogue' });
    client.on('notification', wakeUp);
    client.on('error', () => lose());
    client.on('end', () => lose());
    const lose = () => {
      if (listener === client) listener = null;
    };
    await client.query('listen catalogue');
    listener = client;
  }

  async function disconnect(): Promise<void> {
    const [formerListener, formerReader] = [listener, reader];
    listener = null;
    reader = null;
    // A connection that hangs is not waited for.
    await Promise.race([
      Promise.allSettled([formerListener?.end(), formerReader?.destroy()]),
      sleep(1_000, undefined, { ref: false }),
    ]);
  }

  function noteFailure(err: unknown, message: string): void {
    counts.failures++;
    log.warn({ err }, message);
  }

  function wakeUp(): void {
    isWoken = true;
    endPause();
  }

  async function pause(ms: number): Promise<void> {
    if (isWoken || ended.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    loaded: loaded.promise,
    state: () => ({
      isLoaded: index !== null,
      behindSeconds: (Date.now() - syncedAt) / 1_000,
      isReading: reading !== null,
      buildSeconds,
      ...(index ? sizeOf(index) : emptySize),
      ...counts,
    }),
    caughtUp() {
      asked++;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ number: asked, resolve });
      wakeUp();
      return promise;
    },
    hear(tags) {
      const own = tags.filter((tag) => /^(\*|catalogue|products|product:.+)$/.test(tag));
      if (own.length === 0) return;
      for (const tag of own) heardTags.add(tag);
      wakeUp();
    },
    async stop() {
      ended.abort();
      wakeUp();
      distrust();
      await Promise.all([stopReading(), disconnect()]);
      await living;
    },
  };
}

const emptySize = { revision: 0, products: 0, changedProducts: 0, parts: 0, bytes: 0 };

function sizeOf({ parts, revision }: CatalogueIndex): typeof emptySize {
  const rows = parts.reduce((sum, { segment }) => sum + segment.size, 0);
  const dead = parts.reduce((sum, { deadRows }) => sum + deadRows, 0);
  return {
    revision,
    products: rows - dead,
    changedProducts: rows - dead - (parts[0]!.segment.size - parts[0]!.deadRows) + parts[0]!.deadRows,
    parts: parts.length,
    bytes: parts.reduce((sum, { segment, dead }) => sum + dead.byteLength + bytesOf(segment), 0),
  };
}

function bytesOf(segment: Segment): number {
  return [...new Set(transferablesOf(segment))].reduce((sum, buffer) => sum + buffer.byteLength, 0);
}

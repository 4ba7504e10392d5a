import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Database, openDatabase } from '#platform/database.ts';
import { within } from '#platform/deadline.ts';
import type { Log } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Invalidation } from '#shared/cache-tags.ts';
import { ensure } from '#shared/ensure.ts';
import { buildBeside, type Sources } from './building/build-beside.ts';
import { type Changes, readChanges } from './building/changes.ts';
import type { Moment } from './building/read-source.ts';
import { countChanged, type Progress, type Size, slicesOf, tagsOf } from './building/slices.ts';
import { setFollower } from './catalogue-index.ts';
import { Pause } from './follow/pause.ts';
import { type Reading, Rebuild } from './follow/rebuild.ts';
import { Waiters } from './follow/waiters.ts';
import { type Segment, transferablesOf } from './segment.ts';
import {
  applyChanges,
  type CatalogueIndex,
  compactSegments,
  indexOf,
  isStale,
  productsToCompact,
  withPricesAndStock,
} from './segments.ts';

export type FollowOptions = {
  /** A streaming replica that everything is read from when there is one. */
  replicaUrl?: string | undefined;
  log: Log;
  /**
   * Lists answer otherwise from now on: whatever was built from their former answers and carries one of the tags is to
   * be dropped.
   */
  changed: (tags: Invalidation[]) => void;
};

/** How a process keeps up with the catalogue, for /readyz and /metrics. */
export type FollowState = {
  isLoaded: boolean;
  /** Everything, or all prices and stock, is being read beside. */
  isReading: boolean;
  /** Seconds since the index was last known to hold everything the database held; Infinity before it is loaded. */
  behindSeconds: number;
  revision: number;
  products: number;
  /**
   * Products that stand in later segments, or whose rows in the first are tombstones: what the next rebuild clears
   * away.
   */
  changedProducts: number;
  segments: number;
  bytes: number;
  /** Catchings-up that brought something; readings of everything after the first; failures of either. */
  updates: number;
  rebuilds: number;
  failures: number;
  /** Of the last reading of everything. */
  buildSeconds: number;
};

/** What says nothing (reservations), and what was missed, is found by asking. */
const pollMs = 1_000;
/** A list asked for during the first loading waits so long before it is refused: a small catalogue is there sooner. */
const patienceMs = 2_000;
/** One catching-up that takes longer has lost its database without being told. */
const longestTurnMs = 120_000;
const retryMs = 1_000;
/** More changed products than this are laid out in a thread: each takes a millisecond at first. */
const mostHere = 8;

/**
 * Keeps the catalogue of this pool in memory for as long as the process lives: read at once in a thread beside, then
 * brought up to date at every word of the database (`onNotification`) and each second besides. Returns at once; lists
 * wait for `loaded`, then are refused. See decision 305.
 */
export function followCatalogue(db: Database, options: FollowOptions): CatalogueFollower {
  return new CatalogueFollower(db, options);
}

export class CatalogueFollower {
  /** Resolves when lists can be answered. */
  readonly loaded: Promise<void>;
  readonly #resolveLoaded: () => void;
  readonly #log: Log;
  readonly #changed: FollowOptions['changed'];
  readonly #sources: Sources;
  readonly #rebuild: Rebuild;
  readonly #pause = new Pause();
  readonly #waiters = new Waiters();
  readonly #unfollow: () => void;
  readonly #living: Promise<void>;
  readonly #counts = { updates: 0, rebuilds: 0, failures: 0 };

  #index: CatalogueIndex | null = null;
  #buildSeconds = 0;
  #syncedAt = Number.NEGATIVE_INFINITY;
  /** The index leaves changes out that only a reading of so much will bring. */
  #missing: Size['readAgain'] = null;
  #isReplicaRefused = false;
  #isEnded = false;
  #progress: Progress | null = null;
  #notifiedTags = new Set<Invalidation>();
  #reader: Database | null = null;

  constructor(db: Database, { replicaUrl, log, changed }: FollowOptions) {
    const loaded = Promise.withResolvers<void>();
    this.loaded = loaded.promise;
    this.#resolveLoaded = loaded.resolve;
    this.#log = log;
    this.#changed = changed;
    this.#sources = { primary: db.pool.url, replica: replicaUrl };
    this.#rebuild = new Rebuild(this.#sources, {
      arrived: () => this.#pause.wake(),
      failed: (error) => this.#noteFailure(error, 'the catalogue could not be read'),
    });
    this.#unfollow = setFollower(db, {
      current: () => this.#index ?? this.#firstIndex(),
      revision: () => this.#index?.revision ?? null,
    });
    this.#living = this.#live();
  }

  state(): FollowState {
    return {
      isLoaded: this.#index !== null,
      behindSeconds: (Date.now() - this.#syncedAt) / 1_000,
      isReading: this.#rebuild.isUnderWay,
      buildSeconds: this.#buildSeconds,
      ...(this.#index ? sizeOf(this.#index) : emptySize),
      ...this.#counts,
    };
  }

  /** Resolves when everything committed before the call is in the answers. */
  caughtUp(): Promise<void> {
    const caughtUp = this.#waiters.ask();
    this.#pause.wake();
    return caughtUp;
  }

  /**
   * The invalidations this process receives: they wake it, and are repeated (`changed`) when the index has what they
   * spoke of.
   */
  onNotification(tags: Invalidation[]): void {
    const own = tags.filter((tag) => /^(\*|revision|catalogue|products|product:.+)$/.test(tag));
    if (own.length === 0) return;
    for (const tag of own) if (tag !== 'revision') this.#notifiedTags.add(tag);
    this.#pause.wake();
  }

  async stop(): Promise<void> {
    this.#isEnded = true;
    this.#pause.wake();
    this.#unfollow();
    await Promise.all([this.#rebuild.stop(), this.#disconnect()]);
    await this.#living;
  }

  async #firstIndex(): Promise<CatalogueIndex> {
    await Promise.race([this.loaded, sleep(patienceMs, undefined, { ref: false })]);
    if (!this.#index) throw new Refusal('catalogue_loading', { retry_after: 5 });
    return this.#index;
  }

  async #live(): Promise<void> {
    while (!this.#isEnded) {
      const serve = this.#waiters.begin();
      this.#pause.begin();
      try {
        await within(longestTurnMs, this.#turn());
        if (this.#index && !this.#missing) serve();
        await this.#pause.take(pollMs);
      } catch (error) {
        if (this.#isEnded) break;
        this.#noteFailure(error, 'the catalogue could not be followed; trying again');
        await this.#disconnect();
        this.#pause.begin();
        if (!this.#isEnded) await this.#pause.take(retryMs);
      }
    }
  }

  /** One catching-up; what it needs it opens first. */
  async #turn(): Promise<void> {
    if (!this.#index) this.#readEverything();
    else this.#readMissing(this.#index);
    const tags = this.#notifiedTags;
    this.#notifiedTags = new Set();
    const begun = Date.now();
    try {
      const { read } = this.#rebuild;
      if (read) await this.#takeOver(read, tags);
      else if (this.#index) await this.#catchUp(this.#index, tags);
    } catch (error) {
      for (const tag of tags) this.#notifiedTags.add(tag);
      throw error;
    }
    if (!this.#index) return;
    if (!this.#missing) this.#syncedAt = begun;
    // Dropped when the index has the change, so that nothing built from its former answers is cached.
    if (tags.size > 0) this.#changed([...tags]);
  }

  /**
   * Brings an index to what the database holds; what is too much for that is left out, for a reading beside to bring.
   */
  async #catchUp(target: CatalogueIndex, tags: Set<Invalidation>): Promise<void> {
    this.#reader ??= openDatabase(this.#sources.primary, { applicationName: 'idd-shop catalogue', max: 1 });
    const size = await countChanged(this.#reader, target.moment);
    const former = this.#progress;
    const isElsewhere = former !== null && (size.server !== former.server || size.xmax < former.xmax);
    this.#progress = size;
    if (isElsewhere || size.readAgain === 'everything') {
      target.moment = size.moment;
      // What is being read now may be of the former server, or not enough.
      if (isElsewhere || this.#missing === 'prices and stock') await this.#rebuild.stop();
      this.#missing = 'everything';
      this.#readEverything();
      return;
    }
    const withRows = size.readAgain === null;
    if (!withRows) this.#missing ??= 'prices and stock';
    if (size.products === 0 && (size.rows === 0 || !withRows)) {
      if (size.moment.version !== target.moment.version) tags.add('catalogue');
      target.moment = size.moment;
    } else {
      const changes = await this.#reader
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((db) => readChanges(db, target.moment, { withModels: size.products <= mostHere, withRows }));
      if (changes.needsRebuild) return; // the next count says so too
      await this.#apply(target, changes, tags);
    }
    this.#readMissing(target);
  }

  async #apply(target: CatalogueIndex, changes: Changes, tags: Set<Invalidation>): Promise<void> {
    for (const tag of tagsOf(target, changes)) tags.add(tag);
    if (!changes.source && changes.productIds.length > 0) await this.#layOut(target, changes.productIds);
    for (const slice of slicesOf(target, changes)) {
      applyChanges(target, slice);
      await yieldToEventLoop();
    }
    this.#counts.updates++;
    const many = productsToCompact(target);
    if (isStale(target)) this.#readEverything();
    else if (many) await this.#layOut(target, many);
  }

  /** Models as they are now, laid out in a thread, in place of what the index knew of them. */
  async #layOut(target: CatalogueIndex, product_ids: number[]): Promise<void> {
    const thread = buildBeside(this.#sources, { kind: 'models', moment: target.moment, product_ids });
    try {
      compactSegments(target, product_ids, (await thread.built).segment);
    } finally {
      await thread.end();
    }
  }

  /** Puts what a thread has read in the place of the index, once it has caught up. */
  async #takeOver(read: Reading, tags: Set<Invalidation>): Promise<void> {
    this.#missing = null;
    const next = await this.#indexWith(read, tags);
    if (!next) return this.#rebuild.done();
    await this.#catchUp(next, tags);
    this.#rebuild.done();
    // A replica that far behind gives no better answer a second time.
    this.#isReplicaRefused = this.#missing !== null && read.from === 'replica';
    // A table exchanged while it was read may have looked empty: what came of it is not answered from.
    if (isExchanged(read.moment, next.moment)) {
      this.#missing = read.kind;
      return;
    }
    next.revision = (this.#index?.revision ?? 0) + 1;
    if (this.#index) this.#counts.rebuilds++;
    tags.add(this.#index ? 'catalogue' : '*');
    this.#index = next;
    this.#buildSeconds = read.seconds.read + read.seconds.build;
    const { kind, from, seconds, replica_refused } = read;
    if (replica_refused) this.#log.warn({ why: replica_refused }, 'the replica was not used');
    this.#log.info({ kind, from, seconds, products: sizeOf(next).products }, 'the catalogue has been read');
    if (!this.#missing) this.#resolveLoaded();
  }

  /** As of the moment that was read; null: it does not suffice any more. */
  async #indexWith(read: Reading, tags: Set<Invalidation>): Promise<CatalogueIndex | null> {
    if (read.kind === 'everything') return indexOf(read.segment, read.moment);
    const former = ensure(this.#index);
    // Segments laid out since the reading began keep their prices and stock, which are brought past its moment first.
    await this.#catchUp(former, tags);
    if (this.#missing === 'everything') return null;
    const columns = new Map(read.segments.map((segment, at) => [segment, ensure(read.columns[at])]));
    return { ...withPricesAndStock(former, columns), moment: read.moment };
  }

  #readEverything(): void {
    if (!this.#isEnded) this.#rebuild.start({ usesReplica: !this.#isReplicaRefused });
  }

  /** Begins to read what an index leaves out, unless that is under way. */
  #readMissing(index: CatalogueIndex): void {
    if (this.#missing === 'everything') this.#readEverything();
    if (this.#missing !== 'prices and stock' || this.#isEnded) return;
    const pricesAndStockOf = index.segments.map(({ segment }) => segment);
    this.#rebuild.start({ usesReplica: !this.#isReplicaRefused, pricesAndStockOf });
  }

  async #disconnect(): Promise<void> {
    const former = this.#reader;
    this.#reader = null;
    // A connection that hangs is not waited for.
    await Promise.race([former?.destroy().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
  }

  #noteFailure(err: unknown, message: string): void {
    this.#counts.failures++;
    this.#log.warn({ err }, message);
  }
}

function isExchanged(before: Moment, after: Moment): boolean {
  return before.epoch !== after.epoch || before.prices_epoch !== after.prices_epoch;
}

const emptySize = { revision: 0, products: 0, changedProducts: 0, segments: 0, bytes: 0 };

function sizeOf({ segments, revision }: CatalogueIndex): typeof emptySize {
  const rows = segments.reduce((sum, { segment }) => sum + segment.size, 0);
  const tombstones = segments.reduce((sum, { tombstoneCount }) => sum + tombstoneCount, 0);
  const [base] = segments;
  // What is gone from the first segment has changed, too.
  const unchanged = base ? base.segment.size - 2 * base.tombstoneCount : 0;
  return {
    revision,
    products: rows - tombstones,
    changedProducts: rows - tombstones - unchanged,
    segments: segments.length,
    bytes: segments.reduce((sum, { segment, tombstones }) => sum + tombstones.byteLength + bytesOf(segment), 0),
  };
}

function bytesOf(segment: Segment): number {
  return [...new Set(transferablesOf(segment))].reduce((sum, buffer) => sum + buffer.byteLength, 0);
}

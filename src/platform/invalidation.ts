import { sql } from 'kysely';
import type pg from 'pg';
import type { Invalidation } from '#shared/cache-tags.ts';
import type { Database, Db } from './database.ts';
import { connectDatabase } from './database-servers.ts';
import { within } from './deadline.ts';
import type { Log } from './log.ts';

/** Longest payload PostgreSQL takes is 7999 bytes; a longer list drops everything instead. */
const payloadLimit = 7_500;

/**
 * Tells every process that what was built from these data is out of date. Call once per transaction, inside it: the
 * message goes out at commit. Every process that follows drops it from its caches (`invalidateCaches`).
 */
export async function invalidate(db: Db, tags: readonly Invalidation[]): Promise<void> {
  if (tags.length === 0) return;
  const list = JSON.stringify([...new Set(tags)]);
  const payload = Buffer.byteLength(list) > payloadLimit ? '["*"]' : list;
  await sql`select pg_notify('invalidated', ${payload})`.execute(db);
}

/** Pools whose invalidations this process receives, so that what is cached of them is dropped when it changes. */
const followed = new WeakSet<Db>();

/** False while invalidations may be missed: what is cached need not be dropped, but is not to be relied on for long. */
export function isFollowed(db: Db): boolean {
  return followed.has(db);
}

/** This process receives the pool's invalidations from now on. Returns what ends that. */
export function markFollowed(db: Db): () => void {
  followed.add(db);
  return () => void followed.delete(db);
}

export type Following = { caughtUp(): Promise<void>; stop(): Promise<void> };

/** Another channel on the same connection; `onLost`: from now on messages may be missed, until `isFollowed` again. */
export type OtherChannel = { channel: string; onMessage: (payload: string) => void; onLost: () => void };

/** So often the connection is asked whether it still lives: one that died in silence would never say so. */
const heartbeatMs = 10_000;
const longestAnswerMs = 5_000;
const reconnectMs = 1_000;

/**
 * Listens to the invalidations of every process on a connection of its own and hands the tags over. While the
 * connection is lost the pool is not followed (`isFollowed`); it is opened again until it is there, and then anything
 * may have changed: '*'. `other`: what else is listened to on it. Throws when the first connection fails.
 */
export async function followInvalidations(
  db: Database,
  onInvalidation: (tags: Invalidation[]) => void,
  log: Log,
  other?: OtherChannel,
): Promise<Following> {
  let client: pg.Client | null = null;
  let asked = Promise.resolve();
  let ended = false;
  let unfollow = () => {};
  let retry: NodeJS.Timeout | undefined;

  async function connect(isAgain: boolean): Promise<void> {
    const next = await connectDatabase(db.pool.url, {
      application_name: 'idd-shop invalidations',
      query_timeout: longestAnswerMs,
    });
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === other?.channel) other.onMessage(payload);
      else onInvalidation(readTags(payload));
    });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, null));
    const listen = other ? `listen invalidated; listen ${next.escapeIdentifier(other.channel)}` : 'listen invalidated';
    await next.query(listen).catch((error: unknown) => {
      leave(next);
      throw error;
    });
    if (ended) return leave(next);
    client = next;
    if (isAgain) onInvalidation(['*']);
    unfollow = markFollowed(db);
  }

  function lose(lost: pg.Client, error: Error | null): void {
    if (ended || lost !== client) return;
    log.warn({ err: error }, 'listening to invalidations was interrupted');
    client = null;
    leave(lost);
    unfollow();
    other?.onLost();
    reconnect();
  }

  function reconnect(): void {
    retry = setTimeout(async () => {
      try {
        await connect(true);
      } catch (error) {
        log.warn({ err: error }, 'invalidations are not received yet');
        if (!ended) reconnect();
      }
    }, reconnectMs);
  }

  async function feelPulse(): Promise<void> {
    const current = client;
    if (current) await current.query('select').catch((error: Error) => lose(current, error));
  }

  await connect(false);
  const heartbeat = setInterval(() => void feelPulse(), heartbeatMs);
  heartbeat.unref();
  return {
    // PostgreSQL hands over what was notified before a statement no later than with its answer.
    caughtUp() {
      asked = asked.then(async () => {
        await client?.query('select').catch(() => {}); // a lost connection says so by itself
      });
      return asked;
    },
    async stop() {
      ended = true;
      unfollow();
      clearTimeout(retry);
      clearInterval(heartbeat);
      if (client) await within(longestAnswerMs, client.end()).catch(() => {});
    },
  };
}

/** What a connection that was given up still says is nobody's. */
function leave(client: pg.Client): void {
  client.removeAllListeners('notification');
  client.end().catch(() => {});
}

/** A tag that only another version of the program knows concerns nothing here. */
function readTags(payload: string): Invalidation[] {
  try {
    const tags: unknown = JSON.parse(payload);
    return Array.isArray(tags) ? (tags.map(String) as Invalidation[]) : ['*'];
  } catch {
    return ['*'];
  }
}

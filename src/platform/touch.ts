import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from './database.ts';
import { DatabaseClient } from './database-client.ts';
import { within } from './deadline.ts';
import type { Log } from './log.ts';

/** Longest payload PostgreSQL takes is 7999 bytes; a longer list drops everything instead. */
const payloadLimit = 7_500;

/**
 * Tells every process that pages built from these data are out of date. Call once per transaction, inside it: the word goes out at commit.
 * Tags: 'catalogue', 'departments', 'content', 'product:ID'; '*' drops all.
 */
export async function touch(db: Db, tags: string[]): Promise<void> {
  if (tags.length === 0) return;
  const list = JSON.stringify([...new Set(tags)]);
  const payload = Buffer.byteLength(list) > payloadLimit ? '["*"]' : list;
  await sql`select pg_notify('touched', ${payload})`.execute(db);
}

export type Touches = { caughtUp(): Promise<void>; stop(): Promise<void> };

export type TouchListener = {
  hear(tags: string[]): void;
  /** The connection is lost: touches may be missed until `found`. What is cached need not be dropped, but is not to be trusted for long. */
  lost(): void;
  /** Touches are heard again; anything may have changed meanwhile. */
  found(): void;
};

/** So often the connection is asked whether it still lives: one that died in silence would never say so. */
const heartbeatMs = 10_000;
const longestAnswerMs = 5_000;
const reconnectMs = 1_000;

/**
 * Hears every touch of every process on a connection of its own and hands the tags over. A lost connection is opened again, until it is there.
 * Returns what ends the listening. Throws when the first connection fails.
 */
export async function followTouches(db: Database, listener: TouchListener, log: Log): Promise<Touches> {
  let client: pg.Client | null = null;
  let asked = Promise.resolve();
  let ended = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new DatabaseClient({ ...db.pool.options, application_name: 'idd-shop touches' });
    next.on('notification', ({ payload }) => listener.hear(readTags(payload)));
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, null));
    await within(longestAnswerMs, open(next)).catch((error: unknown) => {
      leave(next);
      throw error;
    });
    if (ended) leave(next);
    else client = next;
  }

  async function open(next: pg.Client): Promise<void> {
    await next.connect();
    await next.query('listen touched');
  }

  function lose(lost: pg.Client, error: Error | null): void {
    if (ended || lost !== client) return;
    log.warn({ err: error }, 'listening to touches was interrupted');
    client = null;
    leave(lost);
    listener.lost();
    reconnect();
  }

  function reconnect(): void {
    retry = setTimeout(async () => {
      try {
        await connect();
        listener.found();
      } catch (error) {
        log.warn({ err: error }, 'touches are not heard yet');
        if (!ended) reconnect();
      }
    }, reconnectMs);
  }

  async function feelPulse(): Promise<void> {
    const current = client;
    if (current) await within(longestAnswerMs, current.query('select')).catch((error: Error) => lose(current, error));
  }

  await connect();
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

function readTags(payload: string | undefined): string[] {
  try {
    const tags: unknown = JSON.parse(payload ?? '');
    return Array.isArray(tags) ? tags.map(String) : ['*'];
  } catch {
    return ['*'];
  }
}

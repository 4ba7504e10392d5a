import { sql } from 'kysely';
import pg from 'pg';
import type { Database, Db } from './database.ts';
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

/**
 * Hears every touch of every process on a connection of its own and hands the tags over. A lost connection is opened again; because words may
 * have been missed meanwhile, it then says '*'. Returns what ends the listening.
 */
export async function followTouches(db: Database, hear: (tags: string[]) => void, log: Log): Promise<Touches> {
  let client: pg.Client | null = null;
  let asked = Promise.resolve();
  let ended = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...db.pool.options, application_name: 'idd-shop touches' });
    next.on('notification', ({ payload }) => hear(readTags(payload)));
    next.on('error', (error) => lose(error));
    next.on('end', () => lose(null));
    await next.connect();
    await next.query('listen touched');
    client = next;
  }

  function lose(error: Error | null): void {
    if (ended || retry) return;
    log.warn({ err: error }, 'listening to touches was interrupted');
    client = null;
    hear(['*']);
    retry = setTimeout(async () => {
      retry = undefined;
      try {
        await connect();
        hear(['*']);
      } catch (failure) {
        lose(failure as Error);
      }
    }, 1_000);
  }

  await connect();
  return {
    // PostgreSQL hands over what was notified before a statement no later than with its answer.
    caughtUp() {
      asked = asked.then(async () => {
        await client?.query('select').catch(() => {}); // a lost connection says '*' by itself
      });
      return asked;
    },
    async stop() {
      ended = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}

function readTags(payload: string | undefined): string[] {
  try {
    const tags: unknown = JSON.parse(payload ?? '');
    return Array.isArray(tags) ? tags.map(String) : ['*'];
  } catch {
    return ['*'];
  }
}

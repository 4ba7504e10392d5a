import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from './database-servers.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/**
 * Resolves when the database can be worked with. As long as it is away it is asked again after growing pauses, each
 * told to `waiting` beforehand with the reason. What waiting does not mend (a wrong password, no such database) is
 * thrown.
 */
export async function awaitDatabase(url: string, waiting: (reason: string, pauseMs: number) => void): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const client = await connectDatabase(url, { query_timeout: 5_000 });
      await client.query('select').finally(() => client.end().catch(() => {}));
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      waiting(reasonOf(error), pauseMs);
    }
    await sleep(pauseMs);
  }
}

/** What an error of a connection says; several addresses of one host leave the message empty and say it each. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error.message;
}

import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { createLoadingCache } from '#platform/loading-cache.ts';

/** A page that says what failed waits no longer than this for anything. */
const longestMs = 300;

/**
 * Phones of the contact centre; those read last when they cannot be read at once, so that they are named while the
 * database is away too.
 */
export function contactPhones(db: Db): () => Promise<string[]> {
  const cache = createLoadingCache<string[]>({
    name: 'contact_phones',
    max: 1,
    freshMs: 0,
    awayMs: Number.POSITIVE_INFINITY,
    retryMs: 0,
    loadMs: longestMs,
  });
  const read = async () => (await readSetting(db, 'contact_centre')).phones;
  return () => cache.load('', read).catch(() => []);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';

/** A page that says what failed waits no longer than this for anything. */
const longestMs = 300;

/**
 * Phones of the contact centre; those read last when they cannot be read at once, so that they are named while the
 * database is away too.
 */
export function contactPhones(db: Db): () => Promise<string[]> {
  let known: string[] = [];
  return async () => {
    const read = readSetting(db, 'contact_centre').then(
      ({ phones }) => {
        known = phones;
      },
      () => {},
    );
    await Promise.race([read, sleep(longestMs, undefined, { ref: false })]);
    return known;
  };
}

import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database.ts';
import { atEnd } from './at-end.ts';
import { administer, databaseUrl } from './global-setup.ts';

let clones = 0;

/**
 * A database of this test file's own, cloned from the migrated template and dropped afterwards. Call at the top of the
 * file.
 */
export function testDatabase(): Promise<{ db: Database; url: string }> {
  return cloneOf(inject('templateName'));
}

/** The same of another template. */
export async function cloneOf(template: string): Promise<{ db: Database; url: string }> {
  const serverUrl = inject('serverUrl');
  const name = `test_${process.pid}_${Date.now()}_${clones++}`;
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(serverUrl, name);
  const db = openDatabase(url);
  atEnd(async () => {
    await db.destroy();
    await administer(serverUrl, `drop database ${name} with (force)`);
  });
  return { db, url };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { loadDemo } from '#demo/load.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { cloneOf } from './database.ts';
import { administer, databaseUrl, demoTemplate } from './global-setup.ts';

/** The demo shop's clock in tests: what counts from it (promotions, «new») is the same on any day. */
const shopOpened = new Date('2026-11-21T09:00:00Z');

/**
 * A database of this test file's own with the demo shop of 3,000 goods, without its files. Loading takes ten seconds, so the first file that asks loads a
 * template and the others clone it.
 */
export async function demoDatabase(): Promise<{ db: Database; url: string }> {
  const serverUrl = inject('serverUrl');
  const template = demoTemplate(inject('templateName'));
  const client = new pg.Client({ connectionString: databaseUrl(serverUrl, 'postgres') });
  await client.connect();
  try {
    // Test files run in processes of their own: one loads, the rest wait here.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rows.length === 0) await load(serverUrl, template);
  } finally {
    await client.end();
  }
  return cloneOf(template);
}

async function load(serverUrl: string, template: string): Promise<void> {
  const name = `${template}_loading`;
  await administer(serverUrl, `drop database if exists ${name} with (force)`);
  await administer(serverUrl, `create database ${name} template ${inject('templateName')} strategy file_copy`);
  const filesDir = await mkdtemp(join(tmpdir(), 'idd-demo-'));
  const db = openDatabase(databaseUrl(serverUrl, name));
  try {
    await loadDemo(db, { products: 3_000, filesDir, now: shopOpened });
  } finally {
    await db.destroy();
    await rm(filesDir, { recursive: true, force: true });
  }
  await administer(serverUrl, `alter database ${name} rename to ${template}`);
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { loadDemo } from '#demo/load.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { cloneOf } from './database.ts';
import { testFolder } from './folder.ts';
import { administer, type DemoSize, databaseUrl, demoFiles, demoTemplate } from './global-setup.ts';

const run = promisify(execFile);

/**
 * The demo shop's clock where its size is the full one: what counts from it (promotions, «new») is the same on any day.
 */
const shopOpened = new Date('2026-11-21T09:00:00Z');

/**
 * A database of this test file's own with the demo shop of 3,000 goods, without its files. Loading takes ten seconds,
 * so the first file that asks loads a template and the others clone it.
 */
export async function demoDatabase(): Promise<{ db: Database; url: string }> {
  const template = demoTemplate(inject('templateName'), 3_000);
  await loadOnce(template, async (db) => {
    const filesDir = await mkdtemp(join(tmpdir(), 'idd-demo-'));
    await loadDemo(db, { products: 3_000, filesDir, now: shopOpened });
    await rm(filesDir, { recursive: true, force: true });
  });
  return cloneOf(template);
}

/**
 * A demo shop, opened just now, with its files in a data folder of its own. What all shops of a size have in common is
 * made once: the template, the drawings, and each size of a picture that one of them has asked for.
 */
export async function demoShop(products: DemoSize = 300): Promise<{ db: Database; url: string; dataDir: string }> {
  const templateName = inject('templateName');
  const template = demoTemplate(templateName, products);
  const shared = demoFiles(templateName, products);
  await loadOnce(template, (db) => loadDemo(db, { products, filesDir: join(shared, 'files') }));
  const dataDir = await testFolder();
  // Links keep the times of the files, by which the picture cache knows them.
  await run('cp', ['-al', join(shared, 'files'), join(dataDir, 'files')]);
  await mkdir(join(dataDir, 'cache'));
  await mkdir(join(shared, 'images'), { recursive: true });
  await symlink(join(shared, 'images'), join(dataDir, 'cache', 'images'));
  return { ...(await cloneOf(template)), dataDir };
}

/** Test files run in processes of their own: one loads, the rest wait here. */
async function loadOnce(template: string, load: (db: Database) => Promise<unknown>): Promise<void> {
  const serverUrl = inject('serverUrl');
  const client = new pg.Client({ connectionString: databaseUrl(serverUrl, 'postgres') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rows.length > 0) return;
    const name = `${template}_loading`;
    await administer(serverUrl, `drop database if exists ${name} with (force)`);
    await administer(serverUrl, `create database ${name} template ${inject('templateName')} strategy file_copy`);
    const db = openDatabase(databaseUrl(serverUrl, name));
    try {
      await load(db);
    } finally {
      await db.destroy();
    }
    await administer(serverUrl, `alter database ${name} rename to ${template}`);
  } finally {
    await client.end();
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { makeBranches } from '#test/support/shop.ts';
import { readSchema } from './schema-text.ts';

const { db, url } = await testDatabase();

test('partitions made while the shop works do not show in the schema', async () => {
  const before = await readSchema(url);
  await makeBranches(db);
  expect(await readSchema(url)).toBe(before);
  expect(before).toContain('create table prices (');
});

test('db/schema.sql runs on an empty database and gives the same schema', async () => {
  const name = `schema_${process.pid}`;
  await administer(inject('serverUrl'), `create database ${name}`);
  const copyUrl = databaseUrl(inject('serverUrl'), name);
  try {
    const text = readFileSync(join(import.meta.dirname, '../db/schema.sql'), 'utf8');
    const client = new pg.Client({ connectionString: copyUrl });
    await client.connect();
    await client.query(text);
    await client.end();
    expect(await readSchema(copyUrl)).toBe(text);
  } finally {
    await administer(inject('serverUrl'), `drop database ${name} with (force)`);
  }
});

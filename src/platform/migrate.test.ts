import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { migrate, readMigrations } from './migrate.ts';

const { db, url } = await testDatabase();
const folder = await testFolder();

beforeEach(async () => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  for (const { name, text } of await readMigrations()) await writeFile(join(folder, name), text);
});

test('a migration runs once, also when two processes start at the same moment', async () => {
  await writeFile(join(folder, '9001_one.sql'), 'create table one (n int); insert into one values (1);');
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toEqual(['9001_one.sql']);
  expect((await sql`select n from one`.execute(db)).rows).toEqual([{ n: 1 }]);
});

test('a migration that fails leaves nothing of itself', async () => {
  await writeFile(join(folder, '9001_one.sql'), 'create table one (n int); insert into one values (1);');
  await writeFile(join(folder, '9002_two.sql'), 'create table two (n int); select 1 / 0;');
  await expect(migrate(url, folder)).rejects.toThrow('division by zero');
  expect((await sql`select to_regclass('two') as two`.execute(db)).rows).toEqual([{ two: null }]);
});

test('a migration changed after it was applied is refused', async () => {
  await writeFile(join(folder, '9001_one.sql'), 'create table one (n bigint);');
  await expect(migrate(url, folder)).rejects.toThrow('9001_one.sql');
});

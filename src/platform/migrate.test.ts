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
  const applied = await Promise.all([migrate(url, { folder }), migrate(url, { folder })]);
  expect(applied.flat()).toEqual(['9001_one.sql']);
  expect((await sql`select n from one`.execute(db)).rows).toEqual([{ n: 1 }]);
});

test('a migration that fails leaves nothing of itself', async () => {
  await writeFile(join(folder, '9001_one.sql'), 'create table one (n int); insert into one values (1);');
  await writeFile(join(folder, '9002_two.sql'), 'create table two (n int); select 1 / 0;');
  await expect(migrate(url, { folder })).rejects.toThrow('division by zero');
  expect((await sql`select to_regclass('two') as two`.execute(db)).rows).toEqual([{ two: null }]);
});

test('a migration changed after it was applied is refused', async () => {
  await writeFile(join(folder, '9001_one.sql'), 'create table one (n bigint);');
  await expect(migrate(url, { folder })).rejects.toThrow('9001_one.sql');
});

test('a baseline is remembered and not run where every file it replaces was applied', async () => {
  const baseline = await beforeBaseline();
  expect(await migrate(url, { folder })).toEqual([]);
  expect((await sql`select hash from migrations where name = ${baseline.name}`.execute(db)).rows).toEqual([
    { hash: baseline.hash },
  ]);
  expect(await migrate(url, { folder })).toEqual([]);
});

test('a database that lacks one of the replaced files is refused, with the version to go through', async () => {
  const { name, from, replaces } = await beforeBaseline();
  const last = replaces.at(-1)!;
  await sql`delete from migrations where name = ${last}`.execute(db);
  await expect(migrate(url, { folder })).rejects.toThrow(
    `База данных старее, чем может обновить эта версия магазина: ${last} не применена, а ${name} её заменяет. Сначала обновите базу версией ${from} `,
  );
  await sql`insert into migrations (name, hash) values (${last}, 'former')`.execute(db);
  expect(await migrate(url, { folder })).toEqual([]);
});

/** The test's database as a former version left it: the replaced files are remembered, the baseline is not. */
async function beforeBaseline() {
  const baseline = (await readMigrations()).find(({ replaces }) => replaces.length > 0)!;
  await sql`delete from migrations where name = ${baseline.name} or name = any(${baseline.replaces})`.execute(db);
  await sql`insert into migrations (name, hash) select name, 'former' from unnest(${baseline.replaces}::text[]) name`.execute(
    db,
  );
  return baseline;
}

test('a migration that waits for a table does not hold up others who want it, and is applied when the table is free', async () => {
  await sql`delete from migrations where name like '9%'`.execute(db);
  await writeFile(join(folder, '9001_one.sql'), 'alter table orders add column extra int;');
  const reader = await db.pool.connect();
  await reader.query('begin; select count(*) from orders');
  const waits: string[] = [];
  const migrating = migrate(url, { folder, waiting: (words) => waits.push(words) });
  const slowest = { ms: 0 };
  while (waits.length < 2) {
    const begun = performance.now();
    await sql`select count(*) from orders`.execute(db);
    slowest.ms = Math.max(slowest.ms, performance.now() - begun);
  }
  await reader.query('commit');
  reader.release();
  expect(await migrating).toEqual(['9001_one.sql']);
  expect(waits[0]).toBe('Миграция 9001_one.sql ждёт таблиц, с которыми работают другие…');
  // The lock is asked for during a second at a time; before, whoever came waited for as long as the reader read.
  expect(slowest.ms).toBeLessThan(2_500);
});

test('a migration that never gets its table gives up in words and leaves the others applied', async () => {
  await sql`delete from migrations where name like '9%'; alter table orders drop column if exists extra`.execute(db);
  await writeFile(join(folder, '9001_one.sql'), 'create table first_of_two (n int);');
  await writeFile(join(folder, '9002_two.sql'), 'alter table orders add column extra int;');
  const reader = await db.pool.connect();
  await reader.query('begin; select count(*) from orders');
  await expect(migrate(url, { folder, patienceMs: 1_000 })).rejects.toThrow('не дождалась таблиц');
  reader.release(true);
  expect((await sql`select name from migrations where name like '9%'`.execute(db)).rows).toEqual([
    { name: '9001_one.sql' },
  ]);
});

test('whoever finds another process at the migrations says so, waits for it, and gives up in words', async () => {
  const other = await db.pool.connect();
  await other.query(`select pg_advisory_lock(hashtext('idd-shop migrations'))`);
  const waits: string[] = [];
  const waiting = (words: string) => waits.push(words);
  const words = 'Миграции применяет другой процесс, и он не закончил. Повторите позже: npm run shop -- migrate';
  await expect(migrate(url, { folder, waiting, patienceMs: 1_000 })).rejects.toThrow(words);
  expect(waits).toEqual(['Миграции применяет другой процесс: ждём его…']);
  const migrating = migrate(url, { folder });
  other.release(true);
  await expect(migrating).resolves.toEqual(expect.any(Array));
});

test('a table of the job queue that others hold is waited for in words too, and not for ever', async () => {
  const other = await db.pool.connect();
  await other.query('begin; lock table graphile_worker.migrations in access exclusive mode');
  await expect(migrate(url, { folder, patienceMs: 1_000 })).rejects.toThrow(
    'Миграция очереди заданий не дождалась таблиц, с которыми работают другие',
  );
  await other.query('rollback');
  other.release();
  await expect(migrate(url, { folder })).resolves.toEqual(expect.any(Array));
});

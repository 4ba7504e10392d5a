import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { runCommand, startShop, temporaryFolder } from '#test/support/processes.ts';
import { socketUrl } from './server.ts';

const folder = await temporaryFolder();
const dataDir = join(folder, 'var');
const backup = join(folder, 'backup');

test('a backup taken while the shop is writing is restored whole, with its files', async () => {
  await mkdir(join(dataDir, 'files/products'), { recursive: true });
  await writeFile(join(dataDir, 'files/products/mix.webp'), 'a picture');
  const shop = await startShop(dataDir);
  const client = await connect(dataDir);
  await client.query('create table pairs (side text, n int, primary key (side, n))');
  let isWriting = true;
  const writing = (async () => {
    for (let n = 1; isWriting; n++) {
      await client.query(
        `with a as (insert into pairs values ('left', ${n})) insert into pairs values ('right', ${n})`,
      );
      if (n % 50 === 0) await client.query('checkpoint');
    }
  })();
  const made = await runCommand(dataDir, ['backup', backup]);
  isWriting = false;
  await writing;
  await client.query(`insert into pairs values ('after', 1)`);
  const noted = await client.query(`select value from settings where key = 'last_backup'`);
  await client.end();
  shop.launcher.kill('SIGTERM');
  await shop.exited;
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('Резервная копия готова') });
  const note = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
  // the picture and the mark
  expect(note).toMatchObject({ files: 2 });
  const { made_at, bytes, files } = note;
  expect(noted.rows).toEqual([{ value: { made_at, bytes, files } }]);

  const elsewhere = join(folder, 'elsewhere');
  expect(await runCommand(elsewhere, ['restore', backup])).toMatchObject({ code: 0 });
  expect(await readFile(join(elsewhere, 'files/products/mix.webp'), 'utf8')).toBe('a picture');
  const restored = await startShop(elsewhere);
  const reader = await connect(elsewhere);
  const { rows } = await reader.query(
    `select count(*) filter (where side = 'left')::int as left, count(*) filter (where side = 'right')::int as right,
            count(*) filter (where side = 'after')::int as after from pairs`,
  );
  const held = await reader.query(`select value from settings where key = 'outgoing_held'`);
  const known = await reader.query(`select value from settings where key = 'last_backup'`);
  await reader.end();
  restored.launcher.kill('SIGTERM');
  await restored.exited;
  expect(known.rows).toEqual(noted.rows);
  expect(rows[0].left).toBeGreaterThan(0);
  expect(rows[0]).toMatchObject({ right: rows[0].left, after: 0 });
  // The living shop sends what waited in the copy.
  expect(held.rows).toEqual([
    { value: { why: expect.stringContaining('восстановлен из копии'), since: expect.any(String) } },
  ]);
}, 180_000);

test('restoring over a shop keeps what was there beside it', async () => {
  expect(await runCommand(dataDir, ['restore', backup])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('before-'),
  });
  const names = await readdir(dataDir);
  expect(names.filter((name) => name.startsWith('postgres.before-'))).toHaveLength(1);
  expect(names.filter((name) => name.startsWith('files.before-'))).toHaveLength(1);
}, 180_000);

test('a running shop, a folder that is no backup and a damaged backup are refused and nothing changes', async () => {
  const before = await readdir(dataDir);
  expect(await runCommand(dataDir, ['restore', folder])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('нет законченной резервной копии'),
  });
  const shop = await startShop(dataDir);
  const refused = await runCommand(dataDir, ['restore', backup]);
  shop.launcher.kill('SIGTERM');
  await shop.exited;
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Остановите магазин') });
  await writeFile(join(backup, 'files/products/mix.webp'), 'A picture'); // one letter is another
  expect(await runCommand(dataDir, ['restore', backup])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Копия повреждена, всё оставлено как было: files/products/mix.webp'),
  });
  expect(await readdir(dataDir)).toEqual(before);
  expect(await runCommand(dataDir, ['migrate'])).toMatchObject({ code: 0 });
}, 180_000);

test('an existing folder is not overwritten, and a foreign server is not the business of backup', async () => {
  expect(await runCommand(dataDir, ['backup', folder])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('уже существует'),
  });
  const env = { DATABASE_URL: 'postgres://localhost/elsewhere' };
  expect(await runCommand(dataDir, ['backup', join(folder, 'no')], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATABASE_URL'),
  });
  expect(existsSync(join(folder, 'no'))).toBe(false);
  await rm(backup, { recursive: true });
});

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: socketUrl(join(dataDir, 'postgres')) });
  await client.connect();
  return client;
}

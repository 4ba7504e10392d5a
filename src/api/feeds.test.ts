import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { ask } from '#test/support/http.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeProduct(db);
const dataDir = await testFolder();
const cache = join(dataDir, 'cache');
const app = await testApp(db, { DATA_DIR: dataDir });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

test('a branch has one sitemap and one feed, whatever port its Host header names, so that nobody can keep them from robots', async () => {
  const first = await ask(port, '/sitemap.xml');
  const feed = await ask(port, '/yml.xml');
  const files = (await readdir(join(cache, 'feeds'))).length;
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      ask(port, at % 2 ? '/sitemap.xml' : '/yml.xml', { host: `idd.localhost:${10_000 + at}` }),
    ),
  );
  for (const [at, { status, headers }] of answers.entries())
    expect([status, headers.etag]).toEqual([200, (at % 2 ? first : feed).headers.etag]);
  expect((await readdir(join(cache, 'feeds'))).length).toBe(files);
  expect((await ask(port, '/robots.txt', { host: 'idd.localhost:12345' })).text).not.toContain('12345');
});

test('the cache folder may be deleted at any time: what is asked for then is made again, compressed or not', async () => {
  for (const headers of [{ 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip' }]) {
    const before = await ask(port, '/sitemap.xml', headers);
    await rm(cache, { recursive: true });
    const after = await ask(port, '/sitemap.xml', headers);
    expect([after.status, after.text]).toEqual([200, before.text]);
    expect((await ask(port, '/sitemap-1.xml', headers)).status).toBe(200);
    await rm(cache, { recursive: true });
    expect((await ask(port, '/sitemap-1.xml', headers)).status).toBe(200);
  }
});

test('where the cache cannot be written a feed answers 503 in words, and is back when the disk is', async () => {
  await rm(cache, { recursive: true });
  await mkdir(cache);
  await writeFile(join(cache, 'feeds'), 'no folder');
  for (const path of ['/sitemap.xml', '/yml.xml']) {
    const { status, headers, text } = await ask(port, path);
    expect([status, headers['retry-after'], text]).toEqual([
      503,
      '60',
      'Файл сейчас не собрать. Попробуйте через минуту',
    ]);
  }
  await rm(cache, { recursive: true });
  expect((await ask(port, '/yml.xml')).status).toBe(200);
});

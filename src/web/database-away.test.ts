import { sql } from 'kysely';
import { expect, inject, test, vi } from 'vitest';
import { openDatabase } from '#platform/database.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { atEnd } from '#test/support/at-end.ts';
import { testDatabase } from '#test/support/database.ts';
import { administer } from '#test/support/global-setup.ts';
import { ask } from '#test/support/http.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { openTcpProxy } from '#test/support/tcp-proxy.ts';

const { db: direct, url } = await testDatabase();
await makeBranches(direct);
const product = await makeProduct(direct);
const { header: anna } = await signedIn(direct, await makeUser(direct));
const proxy = await openTcpProxy(url);
const db = openDatabase(proxy.url);
atEnd(() => db.destroy());
const app = await testApp(db);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const html = { accept: 'text/html' };
const productPath = `/product/${product.slug}/`;

test('[S8-08] while the database is away cached pages are served, to the signed in too; what is not cached says so in words, calls in JSON', async () => {
  const before = await ask(port, '/', html);
  expect(before.status).toBe(200);
  expect((await ask(port, productPath, html)).status).toBe(200);
  proxy.refuse();
  for (const headers of [html, { ...html, cookie: anna }]) {
    const cached = await ask(port, '/', headers);
    expect([cached.status, cached.text === before.text]).toEqual([200, true]);
  }
  // Older than a page is ever served while it can be made again, younger than what is stated for a database that is
  // away.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * 60_000 });
  for (const headers of [html, html, { ...html, cookie: anna }]) {
    const cached = await ask(port, productPath, headers);
    expect(cached.status).toBe(200);
    expect(cached.text).toContain(product.name);
  }
  vi.setSystemTime(Date.now() + 2 * 60_000);
  for (const path of [productPath, '/cart/', '/delivery/', '/personal/']) {
    const gone = await ask(port, path, { ...html, cookie: anna });
    expect([path, gone.status, gone.headers['retry-after']]).toEqual([path, 503, '60']);
    expect(gone.headers['content-type']).toMatch('text/html');
    expect(gone.text).toContain('Каталог сейчас недоступен');
    expect(gone.text).toMatch(/Контактный центр: <a [^>]*href="tel:/);
  }
  vi.useRealTimers();
  for (const path of [`/api/ecm/idd/products/${product.id}/`, '/api/ecm/idd/cart/', '/api/_visitor/state']) {
    const gone = await ask(port, path, { cookie: anna });
    expect([path, gone.status, gone.headers['retry-after']]).toEqual([path, 503, '5']);
    expect(JSON.parse(gone.text).error).toEqual({
      code: 'unavailable',
      message: 'Магазин временно не отвечает. Попробуйте через минуту',
    });
  }
  proxy.admit();
  await expect.poll(async () => (await ask(port, productPath, html)).status, { timeout: 10_000 }).toBe(200);
  expect((await ask(port, '/delivery/', { ...html, cookie: anna })).status).not.toBe(503);
});

test('what changed while no invalidation arrived stands on pages that were cached before', async () => {
  const at = { ...html, cookie: '' };
  expect((await ask(port, productPath, at)).text).toContain(product.name);
  proxy.refuse();
  await sql`update products set name = 'Переименована, пока никто не слышал' where id = ${product.id}`.execute(direct);
  expect((await ask(port, productPath, at)).text).toContain(product.name);
  proxy.admit();
  await expect
    .poll(async () => (await ask(port, productPath, at)).text)
    .toContain('Переименована, пока никто не слышал');
});

test('a database that has no connection to spare is 503 with words, JSON for calls, and the shop is back when it has one', async () => {
  const role = `few_connections_${process.pid}`;
  const server = inject('serverUrl');
  await administer(server, `create role ${role} login in role pg_read_all_data, pg_write_all_data`);
  atEnd(() => administer(server, `drop role ${role}`));
  const few = openDatabase(url.replace('postgres@', `${role}@`));
  atEnd(() => few.destroy());
  const other = await testApp(few);
  await other.listen({ port: 0, host: '127.0.0.1' });
  const { port } = other.server.address() as { port: number };
  expect((await ask(port, '/personal/', { ...html, cookie: anna })).status).toBe(200);
  await administer(server, `alter role ${role} connection limit 0`);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(direct);
  await expect.poll(() => few.pool.query('select').catch(({ code }) => code)).toBe('53300');
  const page = await ask(port, '/personal/', { ...html, cookie: anna });
  expect([page.status, page.headers['retry-after']]).toEqual([503, '60']);
  expect(page.text).toContain('Каталог сейчас недоступен');
  const call = await ask(port, '/api/ecm/idd/cart/', { cookie: anna });
  expect([call.status, JSON.parse(call.text).error.code]).toEqual([503, 'unavailable']);
  expect((await ask(port, '/readyz')).status).toBe(503);
  await administer(server, `alter role ${role} connection limit -1`);
  await expect.poll(async () => (await ask(port, '/personal/', { ...html, cookie: anna })).status).toBe(200);
});

import { createHash } from 'node:crypto';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { startActing } from '#modules/staff/acting.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { invalidate } from '#platform/invalidation.ts';
import type { Invalidation, Tag } from '#shared/cache-tags.ts';
import { businessCookie, makeStaff, makeUser } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { ask, userAgents } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { withStarter } from './deferred-scripts.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

const uuid = '0f4c1a52-7d0e-4b3f-9a57-3f2f1a7a9c11';
const secret = 'b64d7c2e-visitor-secret';
const visitorCookies = `visitor=${uuid}; Basket_idd_${uuid}=1.9ix-2~NOYABR; myCity=00052; orders=${secret}; compare_${uuid}=9ix`;

afterEach(() => void vi.useRealTimers());

/** A figure of the page store, as /metrics tells it. */
async function counted(what: string): Promise<number> {
  const { body } = await app.inject({ url: '/metrics', headers: { host: 'x' } });
  return Number(new RegExp(`cache\\{name="pages",what="${what}"\\} (\\d+)`).exec(body)?.[1]);
}
const cachedPages = () => counted('entries');

test('[S7-25] a page and its payload come from the store the second time, byte for byte', async () => {
  const caching = { '/': 'private, no-cache', '/_.data': 'private, max-age=60' };
  for (const [path, rule] of Object.entries(caching)) {
    const first = await ask(port, path, { 'accept-encoding': 'gzip' });
    const second = await ask(port, path, { 'accept-encoding': 'gzip' });
    expect(second.body.equals(first.body)).toBe(true);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.headers['content-encoding']).toBe('gzip');
    expect(second.headers['cache-control']).toBe(rule);
    expect(second.headers.vary).toBe('User-Agent, Cookie, Accept-Encoding');
    expect(second.headers['content-security-policy'] ?? '').toBe(first.headers['content-security-policy'] ?? '');
    expect((await ask(port, path, { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    expect((await ask(port, path, { 'accept-encoding': 'identity' })).text).toBe(second.text);
  }
});

test('every script of React Router is held until the first screen stands, behind it what starts them', async () => {
  const { text } = await ask(port, '/');
  const [, held = ''] =
    /<noscript id="held-scripts">(.*?)<\/noscript><script data-entry="[^"]*\/entry\.client/s.exec(text) ?? [];
  // What the starter tells apart: modules to be run one by one, data for them at once, what begins to hydrate last.
  expect(held.replace(/(<script[^>]*>).*?<\/script>/gs, '$1')).toMatch(
    /^(?:<link rel="modulepreload" href="\/[^"]+\.js"\/>){3,}<script><script type="module" async="">$/,
  );
  expect(text.replace(held, '')).not.toMatch(/<link[^>]*"modulepreload"|<script[^>]* (?:type="module"|src=)/);
  const plain = Buffer.from('<html><head></head><body><script type="module">import "/a.js"</script></body></html>');
  expect(withStarter(plain, '/a.js')).toBe(plain);
});

test('[S9-06] a browser may use for 60 s what everybody is told, not that a page is missing or what one visitor is told', async () => {
  expect((await ask(port, '/info/no-such-page/_.data')).headers['cache-control']).toBe('private, no-cache');
  expect((await ask(port, '/favorites/_.data')).headers['cache-control']).toBe('private, no-store');
});

test('[S7-25] no visitor’s data reach another: a page first rendered for one with cookies is the page of one without', async () => {
  await invalidate(db, ['*']);
  await expect
    .poll(async () => (await app.inject({ url: '/metrics', headers: { host: 'x' } })).body)
    .toMatch(/cache\{name="pages",what="entries"\} 0/);
  const withCookies = await ask(port, '/', { cookie: visitorCookies, referer: 'http://idd.localhost/order/secret/' });
  await invalidate(db, ['*']);
  const without = await ask(port, '/');
  const after = await ask(port, '/', { cookie: visitorCookies });
  expect(withCookies.text).toBe(without.text);
  expect(after.text).toBe(without.text);
  for (const own of [uuid, secret, 'NOYABR', '/order/secret/']) expect(withCookies.text).not.toContain(own);
  expect(withCookies.headers['set-cookie']).toBeUndefined();
});

test('[S1-02] branches, devices and hosts never share a page', async () => {
  const texts = await Promise.all([
    ask(port, '/'),
    ask(port, '/', { host: 'cherepovets.idd.localhost' }),
    ask(port, '/', { 'user-agent': userAgents.mobile }),
  ]);
  const again = await Promise.all([
    ask(port, '/'),
    ask(port, '/', { host: 'cherepovets.idd.localhost' }),
    ask(port, '/', { 'user-agent': userAgents.mobile }),
  ]);
  expect(again.map(({ text }) => text)).toEqual(texts.map(({ text }) => text));
  expect(texts[0]?.text).toContain('Вологда');
  expect(texts[1]?.text).toContain('Череповец');
  expect(texts[0]?.headers.etag).not.toBe(texts[1]?.headers.etag);
});

test('[S7-25] a page first asked for by HEAD is cached whole for whoever gets it next', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/catalog/', headers: { host: 'idd.localhost' } });
  const { status, text } = await ask(port, '/catalog/');
  expect(status).toBe(200);
  expect(text).toMatch(/^<!DOCTYPE html>[\s\S]*streamController\.close\(\)[\s\S]*<\/html>$/);
  expect([head.body, head.headers['content-length']]).toEqual(['', String(Buffer.byteLength(text))]);
});

test('marks of campaigns do not make another page', async () => {
  const plain = await ask(port, '/');
  const marked = await ask(port, '/?utm_source=vk&yclid=1&from=email');
  expect(marked.headers.etag).toBe(plain.headers.etag);
});

test('[S7-25] parameters that nobody knows, in any order, fill no place in the store; an address asked for twice is cached', async () => {
  const before = await cachedPages();
  for (let at = 0; at < 20; at++) {
    await ask(port, `/?x=${at}&y=${at}`);
    await ask(port, `/?y=${at}&x=${at}`);
  }
  expect(await cachedPages()).toBe(before);
  const first = await ask(port, '/catalog/?sort=new');
  expect(await cachedPages()).toBe(before);
  const second = await ask(port, '/catalog/?sort=new');
  expect(await cachedPages()).toBe(before + 1);
  expect((await ask(port, '/catalog/?sort=new&utm_source=vk')).headers.etag).toBe(second.headers.etag);
  expect(first.headers.etag, 'what is not cached has no version').toBeUndefined();
  expect(second.text).toBe(first.text);
});

test('[S7-25] made-up ports and letters of the host make no other page, nor do they stand in one', async () => {
  const plain = await ask(port, '/', { host: 'idd.localhost' });
  const before = await cachedPages();
  for (const host of [
    'IDD.localhost',
    'idd.localhost.',
    ...Array.from({ length: 50 }, (_, at) => `idd.localhost:${10_000 + at}`),
  ])
    expect([host, (await ask(port, '/', { host })).headers.etag]).toEqual([host, plain.headers.etag]);
  expect(await cachedPages()).toBe(before);
  const first = await ask(port, '/catalog/?sort=-price', { host: 'idd.localhost:31337' });
  expect([first.status, first.text.includes('31337')]).toEqual([200, false]);
});

test('only a proxy of ours is believed that a page was asked for by https', async () => {
  const trusting = await testApp(db, { TRUST_PROXY: '203.0.113.7' });
  await trusting.listen({ port: 0, host: '127.0.0.1' });
  const address = trusting.server.address() as { port: number };
  await ask(address.port, '/');
  const { text } = await ask(address.port, '/metrics', { host: 'x' });
  await ask(address.port, '/', { 'x-forwarded-proto': 'https' });
  const again = await ask(address.port, '/metrics', { host: 'x' });
  const pages = (metrics: string) => /cache\{name="pages",what="entries"\} (\d+)/.exec(metrics)?.[1];
  expect(pages(again.text)).toBe(pages(text));
});

test('[S6-05] staff who act, business buyers and whoever sends a form never get a cached page, nor leave one', async () => {
  await invalidate(db, ['*']);
  await expect.poll(cachedPages).toBe(0);
  for (const cookie of [await businessCookie(db), await actingCookie()]) {
    const { headers } = await ask(port, '/', { cookie });
    expect([headers['cache-control'], headers.etag]).toEqual(['private, no-store', undefined]);
  }

  await app.inject({ method: 'POST', url: '/', headers: { host: 'idd.localhost' }, payload: '' });
  for (const path of ['/cart/', '/personal/', '/favorites/', '/compare/', '/order/']) await ask(port, path);
  expect(await cachedPages()).toBe(0);
  await ask(port, '/', { cookie: 'signed=user' });
  expect(await cachedPages()).toBe(1);
});

test('[S9-06] pages are dropped by the tags of what they show: a product by its own word, every page by the words of all', async () => {
  const category = await makeCategory(db, 'smesi', 'Смеси');
  const shown = await makeProduct(db, { category_id: category.id });
  const other = await makeProduct(db);
  const paths = {
    product: `/product/${shown.slug}/`,
    list: '/category/smesi/',
    home: '/',
    catalog: '/catalog/',
    payload: '/_.data',
  };
  const droppedBy = async (tag: Invalidation) => {
    for (const path of Object.values(paths)) await ask(port, path);
    await invalidate(db, [tag]);
    await app.invalidations.caughtUp();
    const dropped: string[] = [];
    for (const [kind, path] of Object.entries(paths)) {
      const misses = await counted('misses');
      await ask(port, path);
      if ((await counted('misses')) > misses) dropped.push(kind);
    }
    return dropped;
  };
  expect(await droppedBy(`product:${shown.id}`)).toContain('product');
  expect(await droppedBy(`product:${other.id}`)).not.toContain('product');
  const all = Object.keys(paths);
  for (const tag of ['catalogue', 'departments', 'content', '*'] as const) expect(await droppedBy(tag)).toEqual(all);
  expect(await droppedBy('coupons' as Tag)).toEqual([]);
});

test('a made-up mark of business or staff, without the session behind it, gets the cached page: nothing is rendered for it', async () => {
  const { headers } = await ask(port, '/');
  const misses = await counted('misses');
  for (const cookie of ['signed=b2b', 'myCity=00131; signed=staff', 'signed=b2b; access=a.b.c; refresh=d'])
    expect([cookie, (await ask(port, '/', { cookie })).headers.etag]).toEqual([cookie, headers.etag]);
  expect(await counted('misses')).toBe(misses);
});

/** The cookies of a member of staff who acts as a customer now. */
async function actingCookie(): Promise<string> {
  const maria = await makeStaff(db, ['login_by_user']);
  const anna = await makeUser(db);
  const account = await readSignedIn(db, maria.session_id, new Date());
  const staff = requireStaff({ account }, 'login_by_user');
  await db.transaction().execute((db) => startActing(db, staff, { user_id: anna.id, reason: 'Просит помочь' }));
  return `${maria.header}; signed=staff`;
}

test('an invalidated tag drops the page in every process that listens', async () => {
  await ask(port, '/');
  await db
    .updateTable('departments')
    .set({ name_for_site: 'Вологда-Новая', city: 'Вологда-Новая' })
    .where('id_1c', '=', '00131')
    .execute();
  await db.transaction().execute((db) => invalidate(db, ['departments']));
  await expect.poll(async () => (await ask(port, '/')).text, { timeout: 10_000 }).toContain('Вологда-Новая');
});

test('every inline script of a page is allowed by its hash and nothing else is', async () => {
  const { text, headers } = await ask(port, '/');
  const policy = String(headers['content-security-policy']);
  expect(policy).not.toContain("script-src 'self' 'unsafe");
  expect(policy.match(/'sha256-/g)?.length ?? 0).toBeGreaterThan(0);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(text).not.toMatch(/\son(click|load|error|change)=/);
});

test('a script that came into a page as data is neither shown nor allowed, the page’s own scripts are', async () => {
  const hidden = `window.__reactRouterContext.streamController.close();alert(document.domain)`;
  const product = await makeProduct(db);
  await db
    .updateTable('products')
    .set({ description_html: `<p onclick="alert(1)">Смесь</p><script>${hidden}</script>` })
    .where('id', '=', product.id)
    .execute();
  const { text, headers } = await ask(port, `/product/${product.slug}/`);
  expect(text).toContain('Смесь');
  for (const brought of ['alert(', 'onclick']) expect(text).not.toContain(brought);
  const policy = String(headers['content-security-policy']);
  const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  expect(policy).not.toContain(hashOf(hidden));
  const scripts = [...text.matchAll(/<script(?![^>]*(?:ld\+json|src=))[^>]*>([\s\S]*?)<\/script>/g)];
  expect(scripts.length).toBeGreaterThan(3);
  for (const [, script] of scripts) expect(policy).toContain(hashOf(script!));
  expect(text).not.toContain('nonce=');
});

test('a page that hangs, a cached one or a visitor’s own, is given up after 20 s and says so in words', async () => {
  const product = await makeProduct(db);
  const cart = `visitor=${uuid}; Basket_idd_${uuid}=1.${product.id.toString(36)}-2`;
  const html = { accept: 'text/html' };
  const holder = await db.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin; lock table prices, products');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
  let answered = 0;
  const asked = [ask(port, `/product/${product.slug}/`, html), ask(port, '/cart/', { ...html, cookie: cart })].map(
    (answer) => answer.finally(() => answered++),
  );
  await expect
    .poll(async () => (await holder.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThanOrEqual(2);
  // One page may hold both locks while the other is not begun: its 20 s begin later.
  await expect
    .poll(() => {
      vi.advanceTimersByTime(20_000);
      return answered;
    })
    .toBe(2);
  for (const { status, headers, text } of await Promise.all(asked)) {
    expect([status, headers['retry-after']]).toEqual([503, '60']);
    expect(text).toContain('Каталог сейчас недоступен');
  }
  vi.useRealTimers();
  await holder.query('rollback');
  expect((await ask(port, `/product/${product.slug}/`, html)).status).toBe(200);
});

import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { ListAnswer, ProductDetails } from '#api/ecm/products.ts';
import { SuggestAnswer } from '#api/ecm/search.ts';
import { createResponseCache } from '#api/response-cache.ts';
import { setFollower } from '#modules/catalogue-index/catalogue-index.ts';
import { cacheCounts } from '#platform/cache.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'smesi', 'Сухие смеси');
const product = await makeProduct(db, { category_id: category.id, price: 48_900, on_hand: 500 });
await makeProduct(db, { category_id: category.id, price: 52_000 });
/** One with everything a product's answer may hold, in a category of its own. */
const beside = await makeCategory(db, 'krepezh', 'Крепёж');
const documented = await makeProduct(db, { category_id: beside.id, price: 30_000 });
await makeProduct(db, { category_id: beside.id, model_id: documented.model_id });
await makeProduct(db, { category_id: beside.id });
await db
  .insertInto('product_documents')
  .values({ product_id: documented.id, position: 1, name: 'Паспорт', kind: 'passport', file: 'p.pdf', size_bytes: 10 })
  .execute();
await db
  .insertInto('product_links')
  .values({ product_id: documented.id, linked_product_id: product.id, kind: 'for_job' })
  .execute();
await db
  .insertInto('price_tiers')
  .values({ price_column: 'vologda', product_id: documented.id, from_count: 10, price: 29_000 })
  .execute();
const app = await testApp(db, {}, undefined, { followsCatalogue: true });

const one = `/api/ecm/idd/products/${product.id}/`;
const list = '/api/ecm/idd/products/?category=smesi';

async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers: { host: 'idd.localhost', ...headers } });
  return { status: answer.statusCode, headers: answer.headers, raw: answer.rawPayload, json: () => answer.json() };
}

/**
 * Waits until earlier writes have invalidated what is cached: the catalogue repeats the invalidations it has received.
 */
async function settled(): Promise<void> {
  await app.invalidations.caughtUp();
  await app.catalogue?.caughtUp();
}

/** Statements the request sends; reads of who follows the catalogue come over connections of their own. */
async function connectionsOf(url: string): Promise<number> {
  const spy = vi.spyOn(db.pool, 'connect');
  await ask(url);
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

test('[S7-11] the second question of the same product, list or suggestion asks the database nothing and answers the same bytes', async () => {
  await settled();
  for (const url of [one, list, '/api/ecm/idd/search/suggest/?q=%D1%88%D1%82%D1%83']) {
    const first = await ask(url);
    expect(first.status).toBe(200);
    expect(await connectionsOf(url)).toBe(0);
    const second = await ask(url);
    expect(second.raw.equals(first.raw)).toBe(true);
    expect(second.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(second.headers['cache-control']).toBe('private, no-cache');
    const unchanged = await ask(url, { 'if-none-match': String(first.headers.etag) });
    expect([unchanged.status, unchanged.raw.length]).toEqual([304, 0]);
  }
});

test('[S7-30] a product, a list and suggestions, written without going through their schemas, are what these describe and nothing more', async () => {
  const shown = (await ask(`/api/ecm/idd/products/${documented.id}/`)).json();
  for (const part of ['variants', 'documents', 'points', 'analogues', 'for_job', 'breadcrumbs', 'tiers'])
    expect(shown[part].length, part).toBeGreaterThan(0);
  expect(ProductDetails.parse(shown)).toEqual(shown);
  const found = (await ask(`${list}&price_from=100&in_stock=1`)).json();
  expect(found.items).toHaveLength(2);
  expect(ListAnswer.parse(found)).toEqual(found);
  const coded = await app.inject({
    method: 'POST',
    url: '/api/ecm/idd/products/idcodes/',
    headers: { host: 'idd.localhost' },
    payload: found.items.map(({ idcode }: { idcode: string }) => idcode),
  });
  expect(found.items).toEqual(coded.json());
  const suggested = (await ask('/api/ecm/idd/search/suggest/?q=%D1%88%D1%82%D1%83')).json();
  expect(suggested.products.length).toBeGreaterThan(0);
  expect(SuggestAnswer.parse(suggested)).toEqual(suggested);
});

test('[S7-30] the order of parameters, their unknown neighbours and marks of campaigns make no other question; another filter does', async () => {
  await settled();
  await ask(`${list}&in_stock=1&price_from=100`);
  for (const same of ['price_from=100&in_stock=1', 'in_stock=1&price_from=100&utm_source=vk']) {
    expect(await connectionsOf(`${list}&${same}`)).toBe(0);
  }
  expect((await ask(`${list}&price_from=500`)).json().total).toBe(1);
  expect((await ask(list)).json().total).toBe(2);
});

test('[S7-10] another branch has an answer of its own', async () => {
  await ask(one);
  const elsewhere = await ask(one, { host: 'cherepovets.idd.localhost' });
  expect(elsewhere.json().price).not.toBe((await ask(one)).json().price);
});

test('[S7-10] price, stock and name committed a moment ago are in the next answer of a product and of a list', async () => {
  await Promise.all([ask(one), ask(list)]);
  await db.updateTable('prices').set({ price: 39_900 }).where('product_id', '=', product.id).execute();
  await app.catalogue?.caughtUp();
  expect((await ask(one)).json().price).toBe(399);
  await db.updateTable('stock').set({ reserved: 3 }).where('product_id', '=', product.id).execute();
  await app.catalogue?.caughtUp();
  expect((await ask(one)).json().available).toBe(497);
  expect((await ask(list)).json().items.find(({ id }: { id: number }) => id === product.id).available).toBe(497);
  await db.updateTable('products').set({ name: 'Штукатурка новая' }).where('id', '=', product.id).execute();
  await app.catalogue?.caughtUp();
  expect((await ask(one)).json().name).toBe('Штукатурка новая');
});

test('[S7-30] a card made for one list stands in another; a price, a name and a minute make it again', async () => {
  const cardIn = async (filter: string) => {
    const { items } = (await ask(`${list}${filter}`)).json();
    return items.find(({ id }: { id: number }) => id === product.id);
  };
  await settled();
  expect(await cardIn('&price_to=900')).toEqual(await cardIn('&price_to=901'));
  await db.updateTable('prices').set({ price: 41_100 }).where('product_id', '=', product.id).execute();
  await settled();
  expect((await cardIn('&price_to=902')).price).toBe(411);
  await db.updateTable('products').set({ name: 'Штукатурка старая' }).where('id', '=', product.id).execute();
  await settled();
  expect((await cardIn('&price_to=903')).name).toBe('Штукатурка старая');
  const other = await ask(`${list}&price_to=904`, { host: 'cherepovets.idd.localhost' });
  expect(other.json().items).toEqual([]);
  // What a card says of the clock is a minute old at most.
  const reads = vi.spyOn(Buffer, 'from');
  const made = async (filter: string) => {
    reads.mockClear();
    await ask(`${list}${filter}`);
    const calls = reads.mock.calls as unknown[][];
    return calls.filter(([text, encoding]) => encoding === 'latin1' && String(text).startsWith('{"id":')).length;
  };
  expect(await made('&price_to=905')).toBe(0);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  expect(await made('&price_to=906')).toBe(2);
  clock.mockRestore();
  reads.mockRestore();
});

test('what an invalidation tells of is asked for again, and so is everything after a minute', async () => {
  await settled();
  await ask(one);
  expect(await connectionsOf(one)).toBe(0);
  await db.transaction().execute((db) => invalidate(db, ['departments']));
  await expect.poll(() => connectionsOf(one)).toBeGreaterThan(0);
  await ask(one);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  expect(await connectionsOf(one)).toBeGreaterThan(0);
  clock.mockRestore();
});

test('an unknown product stays unknown and a refusal is never cached', async () => {
  expect((await ask('/api/ecm/idd/products/999999/')).status).toBe(404);
  const late = await makeProduct(db, { category_id: category.id });
  await ask(`/api/ecm/idd/products/${late.id}/`);
  expect((await ask(`/api/ecm/idd/products/${late.id}/`)).status).toBe(200);
});

test('compressed from the second hit on for whoever takes it', async () => {
  await settled();
  const plain = await ask(one);
  await ask(one, { 'accept-encoding': 'gzip' });
  const zipped = await ask(one, { 'accept-encoding': 'gzip' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.raw).equals(plain.raw)).toBe(true);
});

test('[S7-11] while the catalogue is still being read a product is answered from the database, and nothing is cached', async () => {
  const stop = setFollower(db, {
    current: () => Promise.reject(new Refusal('catalogue_loading')),
    revision: () => null,
  });
  expect((await ask(one)).status).toBe(200);
  expect(await connectionsOf(one)).toBeGreaterThan(0);
  stop();
});

test('[S7-30] more answers than there is room for: those asked for once more are cached compressed and answer the same bytes', async () => {
  const stop = setFollower(db, {
    current: () => Promise.reject(new Refusal('catalogue_loading')),
    revision: () => 1,
  });
  await settled();
  const cache = createResponseCache(db, 42_000);
  const server = Fastify();
  let worked = 0;
  server.get<{ Params: { n: string } }>('/:n', (request, reply) =>
    cache.respond(
      request,
      reply,
      { department_id_1c: '', price_column: '', buyer_price_column: null, store: '' },
      request.params.n,
      async () => {
        worked++;
        return JSON.stringify(Array.from({ length: 1_500 }, (_, at) => `${request.params.n}-${at % 10}`));
      },
    ),
  );
  const round = async () => {
    const before = worked;
    const answers: string[] = [];
    for (let n = 0; n < 5; n++) answers.push((await server.inject({ url: `/${n}` })).body);
    return { worked: worked - before, answers };
  };
  const first = await round();
  expect(first.worked).toBe(5);
  const { entries, bytes } = cache.size();
  expect(entries).toBe(4);
  // Asked for once more, it takes the place of one asked once, and stands whole like that one.
  expect((await server.inject({ url: '/4' })).body).toBe(first.answers[4]);
  expect(cache.size()).toEqual({ entries, bytes });
  expect((await server.inject({ url: '/4' })).body).toBe(first.answers[4]);
  expect(worked).toBe(6);
  expect((await round()).answers).toEqual(first.answers);
  await expect.poll(async () => (await round()).worked).toBe(0);
  expect(cache.size().bytes).toBeLessThan(42_000);
  expect((await round()).answers).toEqual(first.answers);
  const zipped = await server.inject({ url: '/3', headers: { 'accept-encoding': 'gzip' } });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(first.answers[3]);
  // Asked for once and not cached: nothing could be answered with 304.
  const once = await server.inject({ url: '/5' });
  expect([once.headers.etag, once.headers['content-length']]).toEqual([undefined, String(once.rawPayload.length)]);
  expect((await server.inject({ url: '/5' })).headers.etag).toBeDefined();
  stop();
  await server.close();
});

test('a response made again while the older one is compressed stays', async () => {
  const stop = setFollower(db, {
    current: () => Promise.reject(new Refusal('catalogue_loading')),
    revision: () => 1,
  });
  await settled();
  const cache = createResponseCache(db);
  const server = Fastify();
  let worked = 0;
  server.get('/', (request, reply) =>
    cache.respond(
      request,
      reply,
      { department_id_1c: '', price_column: '', buyer_price_column: null, store: '' },
      'one',
      async () =>
        JSON.stringify(Array.from({ length: 300_000 }, (_, at) => (worked === 0 ? at : -at))) + ' '.repeat(worked++),
    ),
  );
  const plain = async () => (await server.inject({ url: '/' })).body;
  const older = await plain();
  const hits = () => cacheCounts().get('api_responses')?.hits ?? 0;
  const before = hits();
  const compressing = server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  while (hits() === before) await setImmediate();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  const younger = await plain();
  expect(worked).toBe(2);
  expect(gunzipSync((await compressing).rawPayload).toString() === older).toBe(true);
  expect((await plain()) === younger).toBe(true);
  expect(worked).toBe(2);
  clock.mockRestore();
  stop();
  await server.close();
});

import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { invalidateCaches } from '#platform/cache.ts';
import { supportNumber } from '#shared/support-number.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const product = await makeProduct(db, { category_id: category.id });
await db.insertInto('dynamic_menus').values({ department_id_1c: '00131', category_id: category.id }).execute();
const logged: { level: number; msg: string; err?: object }[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const app = await testApp(db, {}, log);
const uuid = '0f4c1a52-7d0e-4b3f-9a57-3f2f1a7a9c11';

afterEach(() => void vi.useRealTimers());

const open = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'idd.localhost', accept: 'text/html', ...headers } });

/** How often something has failed, as /metrics tells it. */
async function failed(what: string): Promise<number> {
  const { body } = await app.inject({ url: '/metrics', headers: { host: 'x' } });
  return Number(new RegExp(`failures_total\\{what="${what}"\\} (\\d+)`).exec(body)?.[1]);
}

/** What `look` makes fail is written down with its error, and counted. */
async function isLoggedAndCounted(what: string, look: () => Promise<void>): Promise<void> {
  const before = await failed(what);
  const lines = logged.length;
  await look();
  await expect.poll(() => failed(what)).toBeGreaterThan(before);
  expect(logged.slice(lines)).toContainEqual(expect.objectContaining({ level: 50, err: expect.any(Object) }));
}

/** Every reading of the table fails meanwhile, as a fault of the database's would have it. */
async function without(table: string, look: () => Promise<void>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(db);
  try {
    await look();
  } finally {
    await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(db);
  }
}

test('[S8-08] departments that cannot be read are not told of: the last ones known serve, the failure is logged and counted', async () => {
  expect((await open('/login/')).statusCode).toBe(200);
  await isLoggedAndCounted('departments', () =>
    without('departments', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 });
      const before = await failed('departments');
      const { statusCode, body } = await open('/login/');
      expect(statusCode).toBe(200);
      expect(body).toContain('Вологда');
      await expect.poll(() => failed('departments')).toBeGreaterThan(before);
    }),
  );
});

test('[S8-08] [S7-20] a menu that cannot be read is no menu, the page stands, the failure is logged and counted', async () => {
  const link = '/category/suhie-smesi/';
  invalidateCaches(['*']);
  expect((await open('/login/')).body).toContain(link);
  await isLoggedAndCounted('menu', () =>
    without('dynamic_menus', async () => {
      invalidateCaches(['*']);
      const { statusCode, body } = await open('/login/');
      expect(statusCode).toBe(200);
      expect(body).toContain('class="site-head"');
      expect(body).not.toContain(link);
    }),
  );
  invalidateCaches(['*']);
  expect((await open('/login/')).body).toContain(link);
});

test('[S8-08] goods that cannot be read leave a gap in a page, which stands; the failure is logged and counted', async () => {
  await isLoggedAndCounted('product', () =>
    without('products', async () => {
      invalidateCaches(['*']);
      const { statusCode, body } = await open('/?goods=away');
      expect(statusCode).toBe(200);
      expect(body).toContain('class="site-head"');
    }),
  );
});

test('[S8-08] a cart that could not be saved is logged and counted, and is saved when it is sent again', async () => {
  const save = () =>
    app.inject({
      method: 'POST',
      url: '/cart/',
      headers: {
        host: 'idd.localhost',
        cookie: `visitor=${uuid}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `intent=add&product_id=${product.id}&product_idcode=${product.idcode}&count=1`,
    });
  await isLoggedAndCounted('cart_save', () =>
    without('products', async () => {
      expect((await save()).statusCode).toBe(500);
    }),
  );
  expect((await save()).statusCode).toBe(303);
});

test('[S8-02] a cart fetched without a uuid is 500 in words and no fault, while a table that is gone is one', async () => {
  const before = await failed('fault');
  const call = () => app.inject({ url: '/api/ecm/idd/cart/', headers: { host: 'idd.localhost' } });
  const answer = await call();
  expect([answer.statusCode, JSON.parse(answer.body).error.code]).toEqual([500, 'no_cart_uuid']);
  expect(await failed('fault')).toBe(before);
  await without('products', async () => {
    expect((await open(`/api/ecm/idd/products/${product.id}/`)).statusCode).toBe(500);
  });
  expect(await failed('fault')).toBe(before + 1);
});

test('[S8-09] what stands before every page and fails in a way nobody knows is an error page, never the page', async () => {
  const { header: cookie } = await signedIn(db, await makeUser(db));
  const before = await failed('fault');
  await without('sessions', async () => {
    const { statusCode, headers, body } = await open('/catalog/', { cookie });
    expect([statusCode, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(body).toContain('Что-то сломалось');
    expect(body).toContain(supportNumber(String(headers['x-request-id'])));
    expect(body).not.toMatch(/relation|sessions/);
  });
  expect(await failed('fault')).toBe(before + 1);
});

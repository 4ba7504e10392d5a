import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setRequisites } from '#modules/documents/seller-requisites.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeCoupon, orderBody } from '#test/support/orders.ts';
import { makeRequisites, requisites } from '#test/support/requisites.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await db
  .insertInto('price_columns')
  .values([
    { price_column: 'stroyka', name: 'ООО «Стройка»', is_b2b: true },
    { price_column: 'cherepovets_b2b', name: 'Череповец, для бизнеса', is_b2b: true },
  ])
  .execute();
await db.updateTable('departments').set({ b2b_price: 'cherepovets_b2b' }).where('id_1c', '=', '00052').execute();
const category = await makeCategory(db, 'mixtures', 'Смеси');
const mixture = await makeProduct(db, { name: 'Смесь сухая М300', price: 48_900, category_id: category.id });
await makeProduct(db, { name: 'Смесь лёгкая М150', price: 51_100, category_id: category.id });
const prices = { vologda_b2b: 41_300, stroyka: 37_700, cherepovets: 50_100, cherepovets_b2b: 43_300 };
for (const [price_column, price] of Object.entries(prices))
  await db.insertInto('prices').values({ price_column, product_id: mixture.id, price }).execute();
await db
  .insertInto('price_tiers')
  .values({ price_column: 'vologda_b2b', product_id: mixture.id, from_count: 10, price: 39_900 })
  .execute();
await db
  .insertInto('stock')
  .values({ store: 'store52', product_id: mixture.id, on_hand: 50, on_hand_base: 1_500 })
  .execute();
await makeCoupon(db, 'PYAT', { percent: 5 });
const app = await testApp(db);

const buyer = await makeUser(db, { full_name: 'Пётр Иванов' });
await joinCompany(db, buyer, await makeCompany(db));
const [pending, retail] = [await makeUser(db), await makeUser(db)];
await joinCompany(db, pending, await makeCompany(db, { inn: '7736207543', activated_at: null }));

async function cookieOf(who: 'guest' | 'user' | 'b2b' | 'firm not checked'): Promise<string> {
  if (who === 'guest') return `visitor=${randomUUID()}`;
  const kind = { user: 'user', b2b: 'b2b', 'firm not checked': 'user' }[who];
  const user = { user: retail, b2b: buyer, 'firm not checked': pending }[who];
  return `${(await signedIn(db, user)).header}; signed=${kind}`;
}

const get = async (url: string, cookie = '', device: keyof typeof userAgents = 'desktop') =>
  app.inject({ url, headers: { host: 'idd.localhost', cookie, 'user-agent': userAgents[device] } });
const words = (html: string) => html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ').replace(/[\s\u00a0]+/g, ' ');
const pages = [`/product/${mixture.slug}/`, '/category/mixtures/', `/catalog/?q=${encodeURIComponent('смесь')}`, '/'];

test('[S1-03] [S6-03] a firm sees both prices on product, list, search and favourites; others see the retail one only', async () => {
  const cookie = await cookieOf('b2b');
  const lists = `${cookie}; favourites=${mixture.id.toString(36)}; viewed=${mixture.id.toString(36)}; compare_${buyer.id}=${mixture.id.toString(36)}`;
  for (const url of [...pages.slice(0, 3), '/favorites/', '/viewed/', '/compare/']) {
    const page = words((await get(url, lists)).body);
    expect(page, url).toContain('489 ₽');
    expect(page, url).toContain('413 ₽');
    expect(page.toLowerCase(), url).toContain('для бизнеса');
  }
  const product = words((await get(pages[0]!, cookie)).body);
  expect(product).toMatch(/от 1 мешка 413 ₽ от 10 мешков 399 ₽/);
  expect(product).toContain('для бизнеса · в рознице 489 ₽ С НДС 22 %, без НДС — 338,52 ₽');
  expect(product).toContain('Счёт и КП — в корзине, УПД при получении');
  expect(product, 'goods without a price for firms say so').toMatch(
    /Аналоги .*511 ₽ за мешок · [\d,]+ ₽\/\S*кг цена как в рознице Смесь лёгкая/,
  );
  expect(product, 'a firm plans by the whole amount').toMatch(/Где забрать .*100 мешков/);
  expect(product, 'a firm orders by its cart').not.toContain('Купить в 1 клик');
  for (const who of ['guest', 'user', 'firm not checked'] as const) {
    const own = await cookieOf(who);
    expect(words((await get(pages[0]!, own)).body), who).toMatch(/Где забрать .*более 10 мешков/);
    for (const url of pages) {
      const { body } = await get(url, own);
      expect(body, `${who} ${url}`).not.toContain('цена как в рознице');
      expect(body, `${who} ${url}`).not.toMatch(/413|41300|39900/);
    }
  }
});

test('[S6-03] a cart compares the firm’s price with the retail one for as many', async () => {
  await db
    .insertInto('price_tiers')
    .values([
      { price_column: 'vologda', product_id: mixture.id, from_count: 20, price: 46_000 },
      { price_column: 'vologda', product_id: mixture.id, from_count: 30, price: 39_000 },
    ])
    .execute();
  const cookie = await cookieOf('b2b');
  const lineOf = async (count: number) => {
    await sql`delete from cart_lines`.execute(db);
    const fields = {
      intent: 'add',
      product_id: String(mixture.id),
      product_idcode: mixture.idcode,
      count: String(count),
    };
    await app.inject({
      method: 'POST',
      url: '/cart/',
      headers: {
        host: 'idd.localhost',
        cookie,
        origin: 'http://idd.localhost',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    });
    return /[\d ]+ ₽ за мешок · для бизнеса( · в рознице \d+ ₽)?/
      .exec(words((await get('/cart/', cookie)).body))?.[0]
      .trim();
  };
  expect(await lineOf(1)).toBe('413 ₽ за мешок · для бизнеса · в рознице 489 ₽');
  expect(await lineOf(20)).toBe('399 ₽ за мешок · для бизнеса · в рознице 460 ₽');
  expect(await lineOf(30), 'that is no advantage').toBe('399 ₽ за мешок · для бизнеса');
  await sql`delete from cart_lines`.execute(db);
});

test('a seller free of VAT names none beside the price for firms', async () => {
  await setRequisites(db, { ...requisites, is_vat_payer: false });
  const product = words((await get(pages[0]!, await cookieOf('b2b'))).body);
  expect(product).toContain('для бизнеса');
  expect(product).not.toContain('НДС');
  await makeRequisites(db);
});

test('[S6-03] the product page leads to the firm’s prices: a guest by way of signing in, a signed-in person at once', async () => {
  const { body } = await get(pages[0]!);
  const href =
    /<a [^>]*href="(\/login\/[^"]*)"[^>]*>Цена для организаций/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await get(href)).statusCode).toBe(200);
  const signed = await get(href, await cookieOf('user'));
  expect([signed.statusCode, signed.headers.location]).toEqual([302, '/personal/profile/company/']);
  expect((await get(pages[0]!, await cookieOf('b2b'))).body).not.toContain('Цена для организаций');
});

test('[S6-03] the list opens as a table for a firm at a desk, as cards for everybody else', async () => {
  const cookie = await cookieOf('b2b');
  expect((await get('/category/mixtures/', cookie)).body).toContain('class="table-box"');
  expect((await get('/category/mixtures/?view=grid', cookie)).body).not.toContain('class="table-box"');
  expect((await get('/category/mixtures/', cookie, 'mobile')).body).not.toContain('class="table-box"');
  expect((await get('/category/mixtures/')).body).not.toContain('class="table-box"');
});

test('[S1-03] markup for search engines names the retail price, for a firm too', async () => {
  const { body } = await get(pages[0]!, await cookieOf('b2b'));
  const offers = [...body.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  );
  const product = offers.find((ld) => ld['@type'] === 'Product');
  expect(product.offers.price).toBe('489.00');
  expect(JSON.stringify(offers)).not.toContain('413');
});

test('[S6-03] nothing a firm was shown is cached for others: neither page nor payload, whoever asks first', async () => {
  const cookie = await cookieOf('b2b');
  const fresh = await makeProduct(db, { name: 'Смесь новая', price: 60_000, category_id: category.id });
  await db.insertInto('prices').values({ price_column: 'vologda_b2b', product_id: fresh.id, price: 52_700 }).execute();
  const url = `/product/${fresh.slug}/`;
  for (const path of [url, `${url.slice(0, -1)}.data`, `${url}_.data`]) {
    for (const device of ['desktop', 'mobile'] as const) {
      const own = await get(path, cookie, device);
      if (own.statusCode === 200) {
        expect(own.headers['cache-control'], path).toBe('private, no-store');
        expect(own.headers.etag, path).toBeUndefined();
        expect(own.body, path).toMatch(/52[\s\u00a0]?700|527/);
      }
      for (const who of ['', await cookieOf('guest'), await cookieOf('user')]) {
        const anonymous = await get(path, who, device);
        expect(anonymous.body, path).not.toMatch(/52[\s\u00a0]?700|527[\s\u00a0]₽/);
      }
      // And the other way round: the cached page does not reach the firm.
      if (own.statusCode === 200) expect((await get(path, cookie, device)).body, path).toMatch(/52[\s\u00a0]?700|527/);
    }
  }
});

test('[S6-03] a mark in a cookie, without the session behind it, shows nothing', async () => {
  for (const mark of ['signed=b2b', 'signed=staff', 'signed=b2b; access=x.y.z; refresh=abc']) {
    const { body } = await get(pages[0]!, `visitor=${randomUUID()}; ${mark}`);
    expect(body).not.toMatch(/413[\s\u00a0]₽|41300/);
  }
});

const forged = [
  'buyer_price_column=vologda_b2b',
  'buyer_price_column=stroyka&price_column=stroyka',
  'price_column=stroyka',
  'price_column=vologda_b2b&store=store52',
  'store=store52',
  'domain_id_1c=00131_b2b',
  'domain_id_1c=00131_b2b&buyer_price_column=vologda_b2b&price_column=vologda_b2b&store=store132',
];
const line = { product_id: mixture.id, product_idcode: mixture.idcode, count: 12 };
type Call = { name: string; method: 'GET' | 'POST'; url: string; body?: unknown };
const calls: Call[] = [
  { name: 'S7-10', method: 'POST', url: '/api/ecm/idd/products/idcodes/', body: [mixture.idcode] },
  { name: 'S7-11', method: 'GET', url: `/api/ecm/idd/products/${mixture.id}/` },
  { name: 'S7-12', method: 'POST', url: `/api/ecm/idd/products/${mixture.id}/specifications/`, body: {} },
  { name: 'S7-13', method: 'GET', url: `/api/ecm/idd/products/${mixture.id}/features/` },
  { name: 'S7-18', method: 'POST', url: '/api/ecm/idd/cart/coupons/PYAT/anonymous/', body: [line] },
  { name: 'S7-30', method: 'GET', url: '/api/ecm/idd/products/?q=%D1%81%D0%BC%D0%B5%D1%81%D1%8C&sort=price' },
  { name: 'S7-30 by price', method: 'GET', url: '/api/ecm/idd/products/?category=mixtures&price_to=450' },
  { name: 'S7-31', method: 'GET', url: '/api/ecm/idd/search/suggest/?q=%D1%81%D0%BC%D0%B5%D1%81%D1%8C' },
];

test.each(calls)(
  '[S7-10] [S6-03] a forged column, store or branch suffix changes nothing in the answer of $name',
  async ({ method, url, body }) => {
    const call = async (query: string, cookie: string) => {
      const answer = await app.inject({
        method,
        url: query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url,
        headers: { host: 'idd.localhost', cookie },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    for (const who of ['guest', 'user', 'firm not checked', 'b2b'] as const) {
      const cookie = await cookieOf(who);
      const honest = await call('', cookie);
      expect(honest.status, who).toBe(url.includes('PYAT') && who === 'b2b' ? 409 : 200);
      for (const query of forged) expect(await call(query, cookie), `${who} ${query}`).toEqual(honest);
      if (who !== 'b2b') expect(JSON.stringify(honest.body)).not.toMatch(/buyer_price|:(413|377|399)[,.}]/);
    }
  },
);

test('[S7-10] another branch is read by its own columns: retail for all, its business column for the firm', async () => {
  const url = '/api/ecm/idd/products/idcodes/?domain_id_1c=00052_b2b&buyer_price_column=stroyka';
  const ask = async (cookie: string) =>
    (
      await app.inject({ method: 'POST', url, headers: { host: 'idd.localhost', cookie }, payload: [mixture.idcode] })
    ).json();
  expect((await ask(await cookieOf('guest')))[0]).toMatchObject({ price: 501 });
  expect((await ask(await cookieOf('guest')))[0]).not.toHaveProperty('buyer_price');
  expect((await ask(await cookieOf('b2b')))[0]).toMatchObject({ price: 501, buyer_price: 433 });
});

test('[S7-10] pages and forms obey no column either: list, cart and order charge the session’s price', async () => {
  for (const query of forged) {
    for (const path of [`/product/${mixture.slug}/?${query}`, `/category/mixtures/?${query}`, `/cart/?${query}`]) {
      const { body } = await get(path, await cookieOf('user'));
      expect(body, path).not.toMatch(/413[\s\u00a0]₽|377[\s\u00a0]₽/);
    }
  }
  const columns = {
    buyer_price_column: 'vologda_b2b',
    price_column: 'stroyka',
    store: 'store52',
    domain_id_1c: '00131_b2b',
    price: 1,
  };
  const order = async (cookie: string) =>
    app.inject({
      method: 'POST',
      url: `/api/ecm/idd/orders/?${forged.at(-1)}`,
      headers: { host: 'idd.localhost', cookie, 'idempotency-key': randomUUID() },
      payload: { ...orderBody([[mixture, 12]]), ...columns, products: [{ ...line, ...columns }] },
    });
  const totals = { guest: 12 * 489, user: 12 * 489, 'firm not checked': 12 * 489, b2b: 12 * 399 };
  for (const [who, total] of Object.entries(totals)) {
    const answer = await order(await cookieOf(who as keyof typeof totals));
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().total, who).toBe(total);
  }
});

test('[S3-04] the current user says whether they buy for a firm and from which column', async () => {
  const ask = async (who: Parameters<typeof cookieOf>[0]) =>
    (
      await app.inject({ url: '/api/auth/user', headers: { host: 'idd.localhost', cookie: await cookieOf(who) } })
    ).json();
  expect((await ask('b2b')).data.currentUser).toMatchObject({ is_b2b_buyer: true, buyer_price_column: 'vologda_b2b' });
  for (const who of ['user', 'firm not checked'] as const)
    expect((await ask(who)).data.currentUser).toMatchObject({ is_b2b_buyer: false, buyer_price_column: null });
});

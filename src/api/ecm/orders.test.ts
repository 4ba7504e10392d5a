import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { guestCartCookie, serializeGuestCart } from '#modules/cart/cookie-cart.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { writeVariantCounts } from '#modules/landings/count-variants.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeCoupon, type OrderedProduct, orderBody, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db, { FLOOD_PER_MINUTE: '10000' });
const host = 'idd.localhost';
beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

function post(url: string, payload: unknown, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url, headers: { host, ...headers }, payload: payload as object });
}
function place(
  lines: [OrderedProduct, number][],
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return post('/api/ecm/idd/orders/', orderBody(lines, more), { 'idempotency-key': randomUUID(), ...headers });
}
function coupon(code: string, lines: [OrderedProduct, number][], headers: Record<string, string> = {}, query = '') {
  return post(
    `/api/ecm/idd/cart/coupons/${encodeURIComponent(code)}/anonymous/${query}`,
    orderBody(lines).products,
    headers,
  );
}
const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat() as string[];

describe('placing an order', () => {
  test('[S7-32] answers 201 with id, number, state, total and products in roubles', async () => {
    const mix = await makeProduct(db, { price: 48_950 });
    const answer = await place([[mix, 3]]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      number: expect.any(Number),
      state: 'new',
      payment_state: 'unpaid',
      total: 1468.5,
      goods_sum: 1468.5,
      delivery_price: 0,
      products: [{ product_id: mix.id, product_idcode: mix.idcode, count: 3, price: 489.5, discount: 0, sum: 1468.5 }],
    });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  test('an order counts once for the landing page that its browser saw, which then is forgotten', async () => {
    const mix = await makeProduct(db);
    const { id } = await saveLanding(db, { slug: 'zima', name: 'Зима', share_b: 5 });
    for (const variant of ['a', 'b'] as const)
      await writeLandingPage(db, 'zima', { variant, title: variant, blocks: [{ type: 'html', html: '<p>x</p>' }] });
    await publishLanding(db, 'zima');
    const [page, product] = [{ host, accept: 'text/html', 'user-agent': userAgents.desktop }, [mix, 1] as const];
    const seen = await app.inject({ url: '/lp/zima/', headers: page });
    const given = cookiesOf(seen).map((cookie) => cookie.split(';')[0]!);
    expect(given).toEqual([expect.stringMatching(/^split=\d$/), expect.stringMatching(/^landings=zima\.\d+$/)]);
    const cookie = given.join('; ');
    expect(cookiesOf(await app.inject({ url: '/lp/zima/', headers: { ...page, cookie } }))).toEqual([]);
    const ahead = { ...page, 'sec-purpose': 'prefetch', cookie: given[0]! };
    expect(cookiesOf(await app.inject({ url: '/lp/zima/', headers: ahead }))).toEqual([]);
    const refused = { ...page, cookie: `${given[0]}; analytics=no` };
    expect(cookiesOf(await app.inject({ url: '/lp/zima/', headers: refused }))).toEqual([]);
    const robot = { ...page, 'user-agent': userAgents.robot };
    expect(cookiesOf(await app.inject({ url: '/lp/zima/', headers: robot }))).toEqual([]);

    const key = { 'idempotency-key': randomUUID(), cookie: `${cookie}; visitor=${randomUUID()}` };
    const placed = await place([[...product]], {}, key);
    expect(cookiesOf(placed)).toContainEqual(expect.stringMatching(/^landings=; .*Max-Age=0/));
    expect((await place([[...product]], {}, key)).json().id).toBe(placed.json().id);
    await writeVariantCounts(db);
    const counts = await db
      .selectFrom('landing_days')
      .select(['seen', 'ordered'])
      .where('landing_id', '=', id)
      .execute();
    expect(counts).toEqual([{ seen: 1, ordered: 1 }]);
  });

  test('[S7-32] sets the guest’s secret HttpOnly and drops exactly the ordered lines from the cart', async () => {
    const [a, b, c] = await Promise.all([makeProduct(db), makeProduct(db), makeProduct(db)]);
    const visitor = randomUUID();
    const lines = [a, b, c].map((product) => ({ product_id: product.id, count: 2 }));
    const cookie = `visitor=${visitor}; ${guestCartCookie(visitor)}=${serializeGuestCart({ lines, coupon: null })}`;
    const cookies = cookiesOf(
      await place(
        [
          [a, 2],
          [c, 1],
        ],
        {},
        { cookie },
      ),
    );
    expect(cookies.find((text) => text.startsWith('orders='))).toMatch(
      /^orders=[\w-]{43}; .*Domain=idd\.localhost.*HttpOnly/,
    );
    const left = serializeGuestCart({ lines: [lines[1]!], coupon: null });
    expect(cookies).toContainEqual(expect.stringMatching(`^${guestCartCookie(visitor)}=${left};`));
    expect(cookies.some((text) => text.startsWith('visitor='))).toBe(false);
  });

  test('[S7-32] the same key again answers the same order with the same secret, without a second reservation', async () => {
    const mix = await makeProduct(db, { on_hand: 10 });
    const headers = { cookie: `visitor=${randomUUID()}`, 'idempotency-key': randomUUID() };
    const first = await place([[mix, 2]], {}, headers);
    const second = await place([[mix, 2]], {}, headers);
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(cookiesOf(second)).toEqual(cookiesOf(first));
    expect(await stockOf(db, mix)).toMatchObject({ reserved: 2 });
    const other = await place([[mix, 3]], {}, headers);
    expect(other.statusCode).toBe(422);
    expect(other.json().error.code).toBe('key_reused');
  });

  test('[S7-32] too little stock is 409 not_enough naming each line, a changed total is 409 total_changed in roubles', async () => {
    const mix = await makeProduct(db, { on_hand: 2, price: 48_950, name: 'Последние мешки' });
    const short = await place([[mix, 3]]);
    expect(short.statusCode).toBe(409);
    expect(short.json().error).toMatchObject({
      code: 'not_enough',
      message: 'Товара не хватает',
      lines: [{ product_id: mix.id, product_idcode: mix.idcode, name: 'Последние мешки', count: 3, available: 2 }],
    });
    const changed = await place([[mix, 2]], { accepted_total: 900 });
    expect(changed.statusCode).toBe(409);
    expect(changed.json().error).toMatchObject({ code: 'total_changed', total: 979, delivery_price: 0 });
    expect((await place([[mix, 2]], { accepted_total: 979 })).statusCode).toBe(201);
  });

  test('[S7-35] a malformed body is 422 with fields in Russian; a missing key is named', async () => {
    const mix = await makeProduct(db);
    const answer = await place([[mix, 0]], {
      contact: { name: '', phone: '1', email: 'x' },
      consent_personal_data: false,
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.fields).toMatchObject({
      'products.0.count': 'Минимальное значение 1',
      'contact.name': 'Обязательно для заполнения',
      'contact.phone': 'Неверный формат телефона',
      'contact.email': 'Неверный формат',
      consent_personal_data: 'Обязательно для выбора',
    });
    const noKey = await post('/api/ecm/idd/orders/', orderBody([[mix, 1]]));
    expect(noKey.statusCode).toBe(422);
    expect(JSON.stringify(noKey.json())).toContain('Idempotency-Key');
  });

  test('[S7-35] an unknown product code is 404', async () => {
    const mix = await makeProduct(db);
    const answer = await post('/api/ecm/nobody/orders/', orderBody([[mix, 1]]), { 'idempotency-key': randomUUID() });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe('unknown_product_code');
  });

  test('the branch is the host’s: another branch’s price and stock', async () => {
    const mix = await makeProduct(db, { price: 10_000 });
    await sql`insert into prices (price_column, product_id, price) values ('cherepovets', ${mix.id}, 12000)`.execute(
      db,
    );
    await sql`insert into stock (store, product_id, on_hand, on_hand_base) values ('store52', ${mix.id}, 5, 150)`.execute(
      db,
    );
    const answer = await place([[mix, 1]], {}, { host: 'cherepovets.idd.localhost' });
    expect(answer.json().total).toBe(120);
    expect(await stockOf(db, mix, 'store52')).toMatchObject({ reserved: 1 });
  });

  test('strange texts are kept or refused, never a fault', async () => {
    const mix = await makeProduct(db);
    const strange = await place([[mix, 1]], { comment: 'a\u0000b\ud800c' });
    expect(strange.statusCode).toBe(201);
    const contact = { name: '\u0000\u0001', phone: '89210001234', email: 'anna@pochta.example' };
    expect((await place([[mix, 1]], { contact })).json().error.fields).toEqual({
      'contact.name': 'Обязательно для заполнения',
    });
    const odd = await coupon('\u0000%', [[mix, 1]]);
    expect(odd.statusCode).toBe(409);
  });

  test('[S7-34] the order call stands in the API description', async () => {
    const { paths } = (await app.inject({ url: '/api/openapi.json', headers: { host } })).json();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/ecm/{product}/orders/',
        '/api/ecm/{product}/cart/',
        '/api/ecm/{product}/cart/coupons/{coupon}/',
        '/api/ecm/{product}/cart/coupons/{coupon}/anonymous/',
      ]),
    );
  });

  test('an order sent from a sister branch’s page is refused', async () => {
    const mix = await makeProduct(db);
    const answer = await place([[mix, 1]], {}, { origin: 'http://cherepovets.idd.localhost' });
    expect(answer.statusCode).toBe(403);
  });
});

describe('the anonymous coupon call', () => {
  test('[S7-18] answers the repriced products in roubles', async () => {
    const mix = await makeProduct(db, { price: 48_990, weight_grams: 30_000 });
    const sand = await makeProduct(db, { price: 10_000 });
    await makeCoupon(db, 'НОЯБРЬ5');
    const answer = await coupon('ноябрь5', [
      [mix, 2],
      [sand, 1],
    ]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([
      {
        id: mix.id,
        idcode: mix.idcode,
        product_id: mix.id,
        product_idcode: mix.idcode,
        count: 2,
        price: 489.9,
        old_price: null,
        coupon_price: 465.4,
        discount: 49,
        sum: 930.8,
        weight: 30,
      },
      expect.objectContaining({ id: sand.id, coupon_price: 95, sum: 95 }),
    ]);
  });

  test('[S4-12] [S8-04] a failure carries the message as detail, one wording for unknown, expired and used up', async () => {
    const mix = await makeProduct(db);
    await makeCoupon(db, 'СТАРЫЙ', { ends_at: '2020-01-01' });
    await makeCoupon(db, 'КОНЧИЛСЯ', { max_uses: 1, used_count: 1 });
    const answers = await Promise.all(['НЕТТАКОГО', 'СТАРЫЙ', 'КОНЧИЛСЯ'].map((code) => coupon(code, [[mix, 1]])));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toEqual({
        error: {
          code: 'coupon_refused',
          message: 'Такого купона нет или он уже не действует',
          detail: 'Такого купона нет или он уже не действует',
        },
        detail: 'Такого купона нет или он уже не действует',
      });
    }
  });

  test('[S4-12] conditions of a good code are named precisely', async () => {
    const paints = await makeCategory(db, 'kraski', 'Краски');
    const enamels = await makeCategory(db, 'emali', 'Эмали', paints.id);
    const enamel = await makeProduct(db, { price: 100_000, category_id: enamels.id });
    const mix = await makeProduct(db);
    await makeCoupon(db, 'КРАСКИ', { category_id: paints.id, min_sum_kopecks: 150_000 });
    await makeCoupon(db, 'ЧЕРЕПОВЕЦ', { department_id_1c: '00052' });
    const detailOf = async (code: string, lines: [OrderedProduct, number][]) =>
      (await coupon(code, lines)).json().detail;
    expect(await detailOf('КРАСКИ', [[mix, 1]])).toBe('Купон действует только на товары раздела «Краски»');
    expect(
      await detailOf('КРАСКИ', [
        [enamel, 1],
        [mix, 9],
      ]),
    ).toBe('Купон действует при покупке на товары раздела «Краски» от 1\u00a0500\u00a0₽, не хватает 500\u00a0₽');
    expect(await detailOf('ЧЕРЕПОВЕЦ', [[mix, 1]])).toBe('Купон действует только в городе Череповец');
    expect((await coupon('КРАСКИ', [[enamel, 2]])).json()[0].coupon_price).toBe(950);
  });

  test('[S7-18] the sixth wrong code in ten minutes is 429 with Retry-After, also for a good code nobody has tried yet; good codes cost nothing', async () => {
    const mix = await makeProduct(db);
    await makeCoupon(db, 'ХОРОШИЙ');
    await makeCoupon(db, 'НОВЫЙ');
    for (let i = 0; i < 8; i++) expect((await coupon('ХОРОШИЙ', [[mix, 1]])).statusCode).toBe(200);
    for (let i = 0; i < 5; i++) expect((await coupon(`ГАДАЮ${i}`, [[mix, 1]])).statusCode).toBe(409);
    for (const code of ['ГАДАЮ5', 'НОВЫЙ']) {
      const answer = await coupon(code, [[mix, 1]]);
      expect(answer.statusCode).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590);
      expect(answer.json().error.code).toBe('too_many');
      expect(answer.json().detail).toMatch(/Слишком много попыток/);
    }
    await sql`update limits set window_start = window_start - interval '10 minutes'`.execute(db);
    expect((await coupon('ХОРОШИЙ', [[mix, 1]])).statusCode).toBe(200);
  });

  test('[S7-18] the limit is per visitor too: a changed address does not help', async () => {
    const mix = await makeProduct(db);
    const cookie = `visitor=${randomUUID()}`;
    for (let i = 0; i < 5; i++) await coupon(`ГАДАЮ${i}`, [[mix, 1]], { cookie });
    await sql`delete from limits where key like 'address%'`.execute(db);
    expect((await coupon('ЕЩЁ', [[mix, 1]], { cookie })).statusCode).toBe(429);
    expect((await coupon('ЕЩЁ', [[mix, 1]], { cookie: `visitor=${randomUUID()}` })).statusCode).toBe(409);
  });

  test('[S7-18] the same wrong code sent again costs one try, from the call and from the cart’s page alike', async () => {
    const mix = await makeProduct(db);
    for (let i = 0; i < 8; i++)
      expect((await coupon(i % 2 ? 'ОПЕЧЯТКА' : 'опечятка', [[mix, 1]])).statusCode).toBe(409);
    const cookie = `visitor=${randomUUID()}`;
    expect((await coupon('ОПЕЧЯТКА', [[mix, 1]], { cookie })).statusCode).toBe(409);
    for (let i = 1; i < 5; i++) expect((await coupon(`ГАДАЮ${i}`, [[mix, 1]])).statusCode).toBe(409);
    expect((await coupon('ГАДАЮ5', [[mix, 1]])).statusCode).toBe(429);
  });

  test('a code with ё is found by е and the other way round, in prices and in orders; two spellings are not two coupons', async () => {
    const mix = await makeProduct(db, { price: 10_000 });
    await makeCoupon(db, 'ЁЛКА5');
    await makeCoupon(db, 'ЗЕЛЕНЬ5');
    for (const [typed, stored] of [
      ['елка5', 'ЁЛКА5'],
      ['Ёлка5', 'ЁЛКА5'],
      ['зелёнь5', 'ЗЕЛЕНЬ5'],
      ['ЗЕЛЕНЬ5', 'ЗЕЛЕНЬ5'],
    ] as const) {
      const answer = await coupon(typed, [[mix, 1]]);
      expect([typed, answer.statusCode, answer.json()[0]?.coupon_price]).toEqual([typed, 200, 95]);
      const placed = await place([[mix, 1]], { coupon: typed });
      const order = await db
        .selectFrom('orders')
        .select('coupon')
        .where('id', '=', placed.json().id)
        .executeTakeFirst();
      expect([typed, order?.coupon]).toEqual([typed, stored]);
    }
    await expect(makeCoupon(db, 'ЕЛКА5')).rejects.toThrow('coupons_code_key_key');
  });

  test('[S7-18] thirty parallel wrong codes: five are answered, the rest are too many', async () => {
    const mix = await makeProduct(db);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => coupon(`ПАР${index}`, [[mix, 1]])));
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(5);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(25);
  });

  test('[S7-10] a wrong pair is 422, a foreign price column changes nothing, an unknown branch is 404', async () => {
    const mix = await makeProduct(db, { price: 10_000 });
    await sql`insert into prices (price_column, product_id, price) values ('vologda_b2b', ${mix.id}, 100)`.execute(db);
    await makeCoupon(db, 'ПАРА');
    expect((await coupon('ПАРА', [[{ id: mix.id, idcode: 'other' }, 1]])).statusCode).toBe(422);
    const query = '?domain_id_1c=00131&price_column=vologda_b2b&store=store52';
    expect((await coupon('ПАРА', [[mix, 1]], {}, query)).json()[0].price).toBe(100);
    expect((await coupon('ПАРА', [[mix, 1]], {}, '?domain_id_1c=99999')).statusCode).toBe(404);
  });
});

describe('a guest’s cart by its uuid', () => {
  test('[S8-02] without a uuid: status 500, exactly the message, code no_cart_uuid', async () => {
    const answer = await app.inject({ url: '/api/ecm/idd/cart/', headers: { host } });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ error: { code: 'no_cart_uuid', message: 'Not user uuid fetchBasket' } });
  });

  test('[S7-14] [S8-03] an unknown cart is 404, the guest’s own answers id, coupon and products', async () => {
    const mix = await makeProduct(db);
    const visitor = randomUUID();
    const value = serializeGuestCart({ lines: [{ product_id: mix.id, count: 3 }], coupon: 'НОЯБРЬ5' });
    const cookie = `visitor=${visitor}; ${guestCartCookie(visitor)}=${value}`;
    const fetchCart = (uuid: string) =>
      app.inject({ url: `/api/ecm/idd/cart/?cart_uuid=${uuid}`, headers: { host, cookie } });
    expect((await fetchCart(randomUUID())).statusCode).toBe(404);
    expect((await fetchCart(visitor)).json()).toEqual({
      version: expect.any(String),
      id: visitor,
      coupon: 'НОЯБРЬ5',
      products: [{ product_id: mix.id, product_idcode: mix.idcode, count: 3 }],
    });
  });

  test('[S7-17] the kept cart is repriced with a coupon', async () => {
    const mix = await makeProduct(db, { price: 10_000 });
    await makeCoupon(db, 'СЕМНАДЦАТЬ', { percent: 10 });
    const visitor = randomUUID();
    const value = serializeGuestCart({ lines: [{ product_id: mix.id, count: 3 }], coupon: null });
    const cookie = `visitor=${visitor}; ${guestCartCookie(visitor)}=${value}`;
    const url = `/api/ecm/idd/cart/coupons/${encodeURIComponent('СЕМНАДЦАТЬ')}/`;
    const answer = await app.inject({
      url: `${url}?cart_uuid=${visitor}&domain_id_1c=00131`,
      headers: { host, cookie },
    });
    expect(answer.json()).toMatchObject([{ product_id: mix.id, count: 3, price: 100, coupon_price: 90, sum: 270 }]);
    expect((await app.inject({ url: `${url}?cart_uuid=${randomUUID()}`, headers: { host, cookie } })).statusCode).toBe(
      404,
    );
  });
});

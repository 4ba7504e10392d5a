import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseGuestCart } from '#modules/cart/cookie-cart.ts';
import { startActing } from '#modules/staff/acting.ts';
import { joinCompany, makeCompany, makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastCode } from '#test/support/emails.ts';
import { type FormVisitor, formVisitor } from '#test/support/form-visitor.ts';
import { userAgents } from '#test/support/http.ts';
import { makeCoupon, orderBody } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db, { FLOOD_PER_MINUTE: '100000' });
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_900 });
const primer = await makeProduct(db, { name: 'Грунтовка Основа', price: 62_000 });
const pack = await makeProduct(db, { name: 'Саморезы', step: 5, min_count: 5 });

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});
afterEach(() => {
  vi.useRealTimers();
});

const url = '/api/ecm/idd/cart/';
const lineOf = ({ id, idcode }: { id: number; idcode: string }, count: number) => {
  return { product_id: id, product_idcode: idcode, count };
};

/** A device: its own cookies, asked through the API and through pages alike. */
function device() {
  const visitor = formVisitor(app);
  const { cookies } = visitor;
  return Object.assign(visitor, { call });

  async function call(method: 'GET' | 'PUT' | 'POST', path: string, payload?: object, headers = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method,
      url: path,
      headers: { host: 'idd.localhost', 'user-agent': userAgents.desktop, ...(cookie && { cookie }), ...headers },
      ...(payload && { payload }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }
}
type Device = ReturnType<typeof device>;

async function deviceOf(user: { id: string }): Promise<Device> {
  const made = device();
  const { cookies } = await signedIn(db, user);
  for (const [name, value] of Object.entries(cookies)) made.cookies.set(name, value);
  return made;
}

async function anna() {
  const user = await makeUser(db);
  const phone = await deviceOf(user);
  return { user, phone, fetchCart: () => phone.call('GET', `${url}?cart_uuid=${user.id}`) };
}

const basketOf = ({ cookies }: FormVisitor) => [...cookies].find(([name]) => name.startsWith('Basket_idd_')) ?? null;

describe('GET and PUT', () => {
  test('a signed-in person without a cart gets 404, and PUT creates a new one', async () => {
    const { user, phone, fetchCart } = await anna();
    expect((await fetchCart()).status).toBe(404);
    const made = await phone.call('PUT', url, { id: user.id, products: [], coupon: null });
    expect(made).toMatchObject({ status: 200, body: { id: user.id, products: [], coupon: null } });
    expect(await fetchCart()).toMatchObject({ status: 200, body: { id: user.id, coupon: null, products: [] } });
  });

  test('[S7-14] [S7-15] PUT replaces the whole cart and answers it, GET answers the same, no cookie is set', async () => {
    const { user, phone, fetchCart } = await anna();
    await makeCoupon(db, 'ПЯТЬ');
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 2)] });
    const put = await phone.call('PUT', url, {
      id: user.id,
      products: [lineOf(primer, 3), lineOf(pack, 10)],
      coupon: 'пять',
    });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ id: user.id, coupon: 'ПЯТЬ', products: [lineOf(primer, 3), lineOf(pack, 10)] });
    expect(put.headers.etag).toBe(`"${put.body.version}"`);
    const got = await fetchCart();
    expect(got.body).toEqual(put.body);
    expect(got.headers.etag).toBe(put.headers.etag);
    expect(basketOf(phone)).toBeNull();
    expect((await phone.get('/cart/')).text).toContain('Купон ПЯТЬ');
  });

  test('[S7-15] If-Match: a stale version is 412 and changes nothing, the present one is taken', async () => {
    const { user, phone, fetchCart } = await anna();
    const first = await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 1)] });
    const second = await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 2)] });
    const body = { id: user.id, products: [lineOf(primer, 1)] };
    const stale = await phone.call('PUT', url, body, { 'if-match': first.headers.etag });
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'cart_changed' } } });
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 2)]);
    expect((await phone.call('PUT', url, body, { 'if-match': second.headers.etag })).status).toBe(200);
    expect((await fetchCart()).body.products).toEqual([lineOf(primer, 1)]);
    expect((await phone.call('PUT', url, body, { 'if-match': '*' })).status).toBe(200);
  });

  test('[S7-15] of ten parallel writes with one version exactly one is taken', async () => {
    const { user, phone } = await anna();
    const { headers } = await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 1)] });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        phone.call('PUT', url, { id: user.id, products: [lineOf(mix, turn + 2)] }, { 'if-match': headers.etag }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
  });

  test('[S7-15] [S7-10] pairs that do not belong together, wrong steps, doubled and too many lines are 422, nothing is changed', async () => {
    const { user, phone, fetchCart } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 1)] });
    const codeOf = async (products: object[]) => {
      const { status, body } = await phone.call('PUT', url, { id: user.id, products });
      return [status, body.error.code];
    };
    expect(await codeOf([{ ...lineOf(mix, 1), product_idcode: primer.idcode }])).toEqual([422, 'wrong_pair']);
    expect(await codeOf([lineOf(pack, 7)])).toEqual([422, 'bad_count']);
    expect(await codeOf([lineOf(mix, 1), lineOf(mix, 2)])).toEqual([422, 'bad_input']);
    expect(await codeOf([lineOf(mix, 100_000)])).toEqual([422, 'bad_input']);
    const many = Array.from({ length: 151 }, (_, index) => ({ product_id: index + 1, product_idcode: 'x', count: 1 }));
    expect(await codeOf(many)).toEqual([422, 'bad_input']);
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 1)]);
  });

  test('[S7-15] [S8-04] a coupon that does not act is refused with the server’s detail', async () => {
    const { user, phone } = await anna();
    const put = await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 1)], coupon: 'НЕТ-ТАКОГО' });
    expect(put).toMatchObject({ status: 409, body: { detail: 'Такого купона нет или он уже не действует' } });
  });

  test('[S7-14] [S7-15] [S7-16] somebody else’s cart is 404 for a stranger and a guest', async () => {
    const { user, phone } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 1)] });
    const { phone: stranger } = await anna();
    const data = { id: user.id, products: [lineOf(primer, 9)], coupon: null };
    for (const other of [stranger, device()]) {
      expect((await other.call('GET', `${url}?cart_uuid=${user.id}`)).status).toBe(404);
      expect((await other.call('PUT', url, data)).status).toBe(404);
      const concat = { old_cart_id: randomUUID(), new_cart_data: data };
      expect((await other.call('POST', '/api/ecm/idd/cart-concat/new/', concat)).status).toBe(404);
      expect((await other.call('GET', `/api/ecm/idd/cart/coupons/X1Y2/?cart_uuid=${user.id}`)).status).toBe(404);
    }
    expect((await phone.call('GET', `${url}?cart_uuid=${user.id}`)).body.products).toEqual([lineOf(mix, 1)]);
  });

  test('[S7-15] [S7-32] what a cart answers can be sent back as it is: a cart without a coupon says coupon null', async () => {
    const { user, phone } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 1)] });
    const { body } = await phone.call('GET', `${url}?cart_uuid=${user.id}`);
    expect(body.coupon).toBeNull();
    expect(await phone.call('PUT', url, body)).toMatchObject({ status: 200, body });
    const concat = { old_cart_id: randomUUID(), new_cart_data: body };
    expect((await phone.call('POST', '/api/ecm/idd/cart-concat/new/', concat)).status).toBe(200);
    const { products, coupon } = body;
    const order = { ...orderBody([]), products, coupon };
    const placed = await phone.call('POST', '/api/ecm/idd/orders/', order, { 'idempotency-key': randomUUID() });
    expect(placed).toMatchObject({ status: 201, body: { coupon: null } });
  });

  test('[S4-06] [S7-15] a guest’s cart is put into the cookie of their uuid, with a mark of its own', async () => {
    const guest = device();
    const { user } = (await guest.call('GET', '/api/_auth/cookie')).body;
    const put = await guest.call('PUT', url, { id: user.uuid, products: [lineOf(mix, 2)] });
    expect(put.status).toBe(200);
    expect(parseGuestCart(basketOf(guest)![1]).lines).toEqual([{ product_id: mix.id, count: 2 }]);
    const stale = { 'if-match': '"other"' };
    expect((await guest.call('PUT', url, { id: user.uuid, products: [] }, stale)).status).toBe(412);
    const { headers } = await guest.call('GET', `${url}?cart_uuid=${user.uuid}`);
    expect(headers.etag).toBe(put.headers.etag);
    const ifMatch = { 'if-match': headers.etag };
    expect((await guest.call('PUT', url, { id: user.uuid, products: [] }, ifMatch)).status).toBe(200);
  });

  test('[S7-17] the stored cart is repriced with a coupon', async () => {
    const { user, phone } = await anna();
    await makeCoupon(db, 'ДЕСЯТЬ', { percent: 10 });
    await phone.call('PUT', url, { id: user.id, products: [lineOf(primer, 3)] });
    const { body } = await phone.call(
      'GET',
      `/api/ecm/idd/cart/coupons/${encodeURIComponent('ДЕСЯТЬ')}/?cart_uuid=${user.id}`,
    );
    expect(body).toMatchObject([{ product_id: primer.id, count: 3, price: 620, coupon_price: 558, sum: 1674 }]);
  });

  test('[S1-03] a firm’s cart has its own price, in the cart and with the coupon call, whatever the query says', async () => {
    const company = await makeCompany(db);
    const { user, phone } = await anna();
    await joinCompany(db, user, company);
    const { b2b_price } = await db
      .selectFrom('departments')
      .select('b2b_price')
      .where('id_1c', '=', '00131')
      .executeTakeFirstOrThrow();
    await db.insertInto('prices').values({ price_column: b2b_price!, product_id: mix.id, price: 41_000 }).execute();
    await makeCoupon(db, 'ФИРМЕ', { percent: 10, allows_b2b: true });
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 2)] });
    expect((await phone.get('/cart/')).text).toContain('Итого 820 ₽');
    const asked = (other: Device, id: string) =>
      other.call(
        'GET',
        `/api/ecm/idd/cart/coupons/${encodeURIComponent('ФИРМЕ')}/?cart_uuid=${id}&buyer_price_column=${b2b_price}&price_column=${b2b_price}`,
      );
    expect((await asked(phone, user.id)).body).toMatchObject([{ price: 410, coupon_price: 369 }]);
    const retail = await anna();
    await retail.phone.call('PUT', url, { id: retail.user.id, products: [lineOf(mix, 2)] });
    expect((await asked(retail.phone, retail.user.id)).body).toMatchObject([{ price: 489 }]);
  });
});

describe('a session that has run out', () => {
  test('[S4-06] an access token that ran out is renewed on the way, and the cart is the account’s', async () => {
    const { user, phone, fetchCart } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 4)] });
    phone.cookies.set('access', 'stale');
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 4)]);
    expect(phone.cookies.get('access')).not.toBe('stale');
    phone.cookies.delete('access');
    expect((await phone.addToCart(mix, 1)).status).toBe(303);
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 5)]);
    expect(basketOf(phone)).toBeNull();
  });

  test('[S3-05] the state of a page names cartId, cartItems and cartCoupon; when the token ran out it asks the browser to renew and never answers as if the cart were empty', async () => {
    const { user, phone } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 4)] });
    const reported = await phone.call('GET', '/api/_visitor/state');
    expect(reported.body).toMatchObject({
      must_renew: false,
      cart: { cartId: user.id, cartItems: [{ id: mix.id, count: 4 }], cartCoupon: null },
    });
    phone.cookies.delete('access');
    expect((await phone.call('GET', '/api/_visitor/state')).body).toMatchObject({ must_renew: true });
  });
});

describe('a cart that is gone', () => {
  const gone = (user: { id: string }) => db.deleteFrom('carts').where('id', '=', user.id).execute();
  const restore = (phone: Device, known: object) => phone.call('PUT', '/api/_visitor/cart/', known);

  test('[S4-09] [S8-03] is replaced by a new one with the lines and the coupon that the browser still knows', async () => {
    const { user, phone, fetchCart } = await anna();
    await makeCoupon(db, 'ВЕРНЁТСЯ');
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 4), lineOf(primer, 1)], coupon: 'ВЕРНЁТСЯ' });
    const { cart: known } = (await phone.call('GET', '/api/_visitor/state')).body;
    expect(known).toMatchObject({ cartId: user.id, cartCoupon: 'ВЕРНЁТСЯ' });
    await gone(user);
    expect((await fetchCart()).status).toBe(404);
    expect((await phone.call('GET', '/api/_visitor/state')).body.cart).toMatchObject({ version: 0, cartItems: [] });
    const answer = await restore(phone, known);
    expect(answer.body).toMatchObject({ cartId: user.id, cartItems: known.cartItems, cartCoupon: 'ВЕРНЁТСЯ' });
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 4), lineOf(primer, 1)]);
  });

  test('two tabs that miss it at once make one; a cart that was never gone, or what was changed since, stays', async () => {
    const { user, phone, fetchCart } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 4)] });
    const { cart: known } = (await phone.call('GET', '/api/_visitor/state')).body;
    await phone.call('PUT', url, { id: user.id, products: [lineOf(primer, 2)] });
    expect((await restore(phone, known)).body.cartItems).toEqual([{ id: primer.id, count: 2 }]);
    await gone(user);
    await Promise.all([restore(phone, known), restore(phone, known)]);
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 4)]);
    // It began again with another product before this tab noticed.
    await gone(user);
    await phone.addToCart(primer, 1);
    await restore(phone, { ...known, version: 9 });
    expect((await fetchCart()).body.products).toEqual([lineOf(primer, 1), lineOf(mix, 4)]);
  });

  test('a guest has none to restore; what is no cart, and goods that left the catalogue, are refused or left out', async () => {
    expect((await restore(device(), { version: 0, cartItems: [], cartCoupon: null })).status).toBe(401);
    const { phone, fetchCart } = await anna();
    const wrong = await restore(phone, { version: -1, cartItems: [{ id: 'x', count: 0 }], cartCoupon: '' });
    expect(wrong.status).toBe(422);
    const strange = { version: 5, cartItems: [{ id: 2_000_000_000, count: 1 }], cartCoupon: 'НЕТ-ТАКОГО' };
    expect((await restore(phone, strange)).body).toMatchObject({ cartItems: [], cartCoupon: null });
    expect((await fetchCart()).status).toBe(200);
  });
});

describe('two devices of one person', () => {
  test('what one adds the other sees at its next load, in the page and in the counters', async () => {
    const { user, phone } = await anna();
    const laptop = await deviceOf(user);
    await Promise.all([phone.addToCart(mix, 1), laptop.addToCart(mix, 2), laptop.addToCart(primer, 1)]);
    for (const one of [phone, laptop]) {
      expect((await one.get('/cart/')).text).toContain('Итого 2 087 ₽');
      const state = await one.call('GET', '/api/_visitor/state');
      // Which of two devices came first is chance, and so is the order of the lines.
      const { cartItems } = state.body.cart as { cartItems: { id: number }[] };
      expect(cartItems.toSorted((one, two) => one.id - two.id)).toMatchObject([
        { id: mix.id, count: 3 },
        { id: primer.id, count: 1 },
      ]);
    }
  });

  test('one product more asks the database twice: who it is, and for the line if the branch sells it', async () => {
    const { phone } = await anna();
    await phone.addToCart(mix, 1);
    const connections = vi.spyOn(db.pool, 'connect');
    await phone.call('POST', '/api/cart/lines/', lineOf(mix, 1));
    expect(connections).toHaveBeenCalledTimes(2);
    connections.mockRestore();
  });
});

describe('[S4-10] [S7-16] merging', () => {
  const concat = (phone: Device, old_cart_id: string, id: string, products: object[], coupon: string | null = null) =>
    phone.call('POST', '/api/ecm/idd/cart-concat/new/', { old_cart_id, new_cart_data: { id, products, coupon } });

  test('the call sums the lines, answers the merged cart, ends the guest, and repeated ten times changes nothing', async () => {
    const { user, phone, fetchCart } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 1)] });
    const guest = randomUUID();
    phone.cookies.set('visitor', guest);
    phone.cookies.set(`Basket_idd_${guest}`, `1.${mix.id.toString(36)}-2.${primer.id.toString(36)}-1`);
    const lines = [lineOf(mix, 2), lineOf(primer, 1)];
    const merged = await concat(phone, guest, user.id, lines);
    expect(merged).toMatchObject({ status: 200, body: { products: [lineOf(mix, 3), lineOf(primer, 1)] } });
    expect(basketOf(phone)).toBeNull();
    expect(phone.cookies.get('visitor')).not.toBe(guest);
    await Promise.all(Array.from({ length: 10 }, () => concat(phone, guest, user.id, lines)));
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 3), lineOf(primer, 1)]);
  });

  test('a foreign pair is 422 and more than fits is 409, both leave both carts as they were', async () => {
    const { user, phone, fetchCart } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 99_000)] });
    const wrong = await concat(phone, randomUUID(), user.id, [{ ...lineOf(mix, 1), product_idcode: primer.idcode }]);
    expect(wrong).toMatchObject({ status: 422, body: { error: { code: 'wrong_pair' } } });
    const tooMany = await concat(phone, randomUUID(), user.id, [lineOf(mix, 1_000)]);
    expect(tooMany.body.error).toMatchObject({ code: 'bad_count', product_id: mix.id });
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 99_000)]);
  });

  test('signing in merges the guest’s cart, begins a new uuid, carries the comparison, and the cart says once what came', async () => {
    const user = await makeUser(db);
    const laptop = await deviceOf(user);
    await laptop.addToCart(mix, 1);
    const phone = device();
    await phone.addToCart(mix, 2);
    await phone.addToCart(primer, 1);
    const guest = phone.cookies.get('visitor')!;
    phone.cookies.set(`compare_${guest}`, mix.id.toString(36));
    await signIn(phone, user);
    expect(basketOf(phone)).toBeNull();
    expect(phone.cookies.get('visitor')).not.toBe(guest);
    expect(phone.cookies.get(`compare_${user.id}`)).toBe(mix.id.toString(36));
    expect(phone.cookies.has(`compare_${guest}`)).toBe(false);
    const words = 'В корзину добавлено из гостевой: Штукатурка Гладь — 2 мешка, Грунтовка Основа — 1 мешок';
    const first = await phone.get('/cart/');
    expect(first.text).toContain(words);
    expect(first.text).toContain('Итого 2 087 ₽');
    expect((await phone.get('/cart/')).text).not.toContain('из гостевой');
    expect((await laptop.get('/cart/')).text).toContain('Итого 2 087 ₽');
  });

  test('a page that is open after signing in learns what came from its one call, and drops the note when it was read', async () => {
    const user = await makeUser(db);
    const phone = device();
    await phone.addToCart(primer, 3);
    await signIn(phone, user);
    // The first answer may have come to a page on its way out.
    for (const _ of ['the page left', 'the next page'])
      expect((await phone.call('GET', '/api/_visitor/state')).body).toMatchObject({
        cart: { cartItems: [{ id: primer.id, count: 3 }] },
        note: { lines: [{ name: 'Грунтовка Основа', amount: '3\u00a0мешка' }] },
      });
    phone.cookies.delete('cart_note');
    expect((await phone.call('GET', '/api/_visitor/state')).body.note).toBeNull();
  });

  test('a sign-in whose answer was lost is repeated: nothing is doubled', async () => {
    const user = await makeUser(db);
    const phone = device();
    await phone.addToCart(mix, 2);
    const before = new Map(phone.cookies);
    await signIn(phone, user);
    phone.cookies.clear();
    for (const [name, value] of before) phone.cookies.set(name, value);
    await phone.addToCart(primer, 1);
    await signIn(phone, user);
    const { body } = await phone.call('GET', `${url}?cart_uuid=${user.id}`);
    expect(body.products).toEqual([lineOf(mix, 2), lineOf(primer, 1)]);
  });

  test('a guest’s cookie met by somebody who is signed in is merged, not deleted', async () => {
    const { user, phone, fetchCart } = await anna();
    const stray = randomUUID();
    phone.cookies.set(`Basket_idd_${stray}`, `1.${primer.id.toString(36)}-2`);
    expect((await phone.get('/cart/')).text).toContain('добавлено из гостевой: Грунтовка Основа — 2 мешка');
    expect(basketOf(phone)).toBeNull();
    expect((await fetchCart()).body).toMatchObject({ id: user.id, products: [lineOf(primer, 2)] });
  });

  test('what does not fit waits in its cookie, is announced, and comes when there is room; or is given up', async () => {
    const { user, phone, fetchCart } = await anna();
    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 99_998)] });
    const stray = randomUUID();
    phone.cookies.set(`Basket_idd_${stray}`, `1.${mix.id.toString(36)}-5.${primer.id.toString(36)}-1`);
    const waiting = 'Корзина, собранная до входа, ждёт в этом браузере';
    const page = await phone.get('/cart/');
    expect(page.text).toContain(waiting);
    expect(basketOf(phone)).not.toBeNull();
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 99_998)]);
    const room = await phone.press(page, '/cart/', 'update', { [`count_${mix.id}`]: 10 });
    expect(room.text).toContain('добавлено из гостевой: Штукатурка Гладь — 5 мешков, Грунтовка Основа — 1 мешок');
    expect(basketOf(phone)).toBeNull();
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 15), lineOf(primer, 1)]);

    await phone.call('PUT', url, { id: user.id, products: [lineOf(mix, 99_998)] });
    phone.cookies.set(`Basket_idd_${randomUUID()}`, `1.${mix.id.toString(36)}-5`);
    const given = await phone.press(await phone.get('/cart/'), '/cart/', 'drop-guest');
    expect(given.text).not.toContain(waiting);
    expect(basketOf(phone)).toBeNull();
  });

  test('[S6-05] while staff act as a customer, what lies in their own browser stays out of the customer’s cart', async () => {
    const { user, phone, fetchCart } = await anna();
    await phone.addToCart(mix, 1);
    const maria = await makeStaff(db, ['login_by_user']);
    const desk = device();
    for (const [name, value] of Object.entries(maria.cookies)) desk.cookies.set(name, value);
    const given = { user_id: user.id, reason: 'Просит помочь с заказом' };
    const staff = { user_id: maria.id, session_id: maria.session_id };
    await db.transaction().execute((db) => startActing(db, staff, given));
    desk.cookies.set(`Basket_idd_${randomUUID()}`, `1.${primer.id.toString(36)}-2`);
    expect((await desk.get('/cart/')).text).toContain('Итого 489 ₽');
    expect((await fetchCart()).body.products).toEqual([lineOf(mix, 1)]);
    expect(basketOf(desk)).not.toBeNull();
  });

  test('signing out leaves the cart with the account; the browser begins a guest’s empty one and keeps its comparison', async () => {
    const { user, phone } = await anna();
    await phone.addToCart(mix, 2);
    phone.cookies.set(`compare_${user.id}`, mix.id.toString(36));
    await phone.post('/login/', { intent: 'sign-out' });
    expect((await phone.get('/cart/')).text).toContain('В корзине пока ничего нет');
    await phone.addToCart(primer, 1);
    const uuid = phone.cookies.get('visitor')!;
    expect(uuid).not.toBe(user.id);
    expect(phone.cookies.get(`compare_${uuid}`)).toBe(mix.id.toString(36));
    expect(phone.cookies.has(`compare_${user.id}`)).toBe(false);
    const laptop = await deviceOf(user);
    expect((await laptop.call('GET', `${url}?cart_uuid=${user.id}`)).body.products).toEqual([lineOf(mix, 2)]);
  });

  async function signIn(phone: Device, user: { id: string; email: string }) {
    await sql`delete from limits`.execute(db);
    await phone.call('POST', '/api/ecm/idd/users/auth-code/', { email: user.email });
    const entered = await phone.call('POST', '/api/auth/email/', {
      email: user.email,
      auth_code: await lastCode(db, user.email),
    });
    expect(entered.status).toBe(200);
  }
});

import { describe, expect, test } from 'vitest';
import { makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const mix = await makeProduct(db, { name: 'Штукатурка Гладь' });
const pack = await makeProduct(db, { name: 'Саморезы', step: 5, min_count: 5 });
const soldOut = await makeProduct(db, { on_hand: 0 });
const lineOf = ({ id, idcode }: { id: number; idcode: string }, count: number) => {
  return { product_id: id, product_idcode: idcode, count };
};

/** A browser whose scripts press buttons of products. */
function browser() {
  const visitor = formVisitor(app);
  return Object.assign(visitor, { call });

  async function call(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: visitor.host, ...(cookie && { cookie }) };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) visitor.cookies.delete(name);
      else visitor.cookies.set(name, value);
    }
    return { status: answer.statusCode, body: answer.json(), caching: answer.headers['cache-control'] };
  }
}

describe.for(['a guest', 'a signed-in person'] as const)('a product’s button of %s', (kind) => {
  async function visitorOf() {
    const visitor = browser();
    if (kind === 'a signed-in person') await signInVisitor(db, visitor, await makeUser(db));
    return visitor;
  }

  test('[S4-07] adds, changes the count and removes; what is missing of several goods comes at once', async () => {
    const visitor = await visitorOf();
    expect(await visitor.call('POST', '/api/cart/lines/', lineOf(mix, 2))).toMatchObject({
      status: 200,
      body: { error: null },
      caching: 'private, no-store',
    });
    await visitor.call('POST', '/api/cart/lines/', lineOf(mix, 3));
    expect((await visitor.get('/cart/')).html).toContain(`name="was_${mix.id}" value="5"`);
    await visitor.call('PUT', '/api/cart/lines/', lineOf(mix, 4));
    await visitor.call('POST', '/api/cart/goods/', [lineOf(mix, 1), lineOf(pack, 10)]);
    const page = await visitor.get('/cart/');
    expect(page.html).toContain(`name="was_${mix.id}" value="4"`);
    expect(page.html).toContain(`name="was_${pack.id}" value="10"`);
    await visitor.call('POST', '/api/cart/goods/', [lineOf(mix, 6), lineOf(pack, 10)]);
    expect((await visitor.get('/cart/')).html, 'raised to the count').toContain(`name="was_${mix.id}" value="6"`);
    await visitor.call('DELETE', `/api/cart/lines/${mix.id}/`);
    expect((await visitor.get('/cart/')).html).not.toContain(`name="was_${mix.id}"`);
  });

  test('[S7-10] a refusal is words in an answer that is no error, and the cart stays as it was', async () => {
    const visitor = await visitorOf();
    const pressed = [
      visitor.call('POST', '/api/cart/lines/', { ...lineOf(mix, 1), product_idcode: pack.idcode }),
      visitor.call('POST', '/api/cart/lines/', lineOf(soldOut, 1)),
      visitor.call('PUT', '/api/cart/lines/', lineOf(pack, 7)),
      visitor.call('POST', '/api/cart/goods/', [lineOf(soldOut, 1)]),
    ];
    const codes = (await Promise.all(pressed)).map(({ status, body }) => [status, body.error.code, body.cart]);
    expect(codes).toEqual([
      [200, 'wrong_pair', null],
      [200, 'not_orderable', null],
      [200, 'bad_count', null],
      [200, 'not_orderable', null],
    ]);
    expect((await visitor.call('POST', '/api/cart/lines/', lineOf(mix, 0))).status).toBe(422);
    expect((await visitor.get('/cart/')).text).toContain('В корзине пока ничего нет');
  });
});

test('[S3-05] a signed-in person’s answer names the state of the cart: only the added line, else all of it', async () => {
  const visitor = browser();
  const user = await makeUser(db);
  await signInVisitor(db, visitor, user);
  await visitor.call('POST', '/api/cart/lines/', lineOf(mix, 2));
  const added = await visitor.call('POST', '/api/cart/lines/', lineOf(pack, 5));
  const state = { cartId: user.id, cartCoupon: null };
  expect(added.body.cart).toEqual({ ...state, version: 2, cartItems: [{ id: pack.id, count: 5 }], is_whole: false });
  const removed = await visitor.call('DELETE', `/api/cart/lines/${pack.id}/`);
  expect(removed.body.cart).toEqual({ ...state, version: 3, cartItems: [{ id: mix.id, count: 2 }], is_whole: true });
});

test('[S8-08] the same request sent again after a lost answer adds nothing', async () => {
  const visitor = browser();
  await signInVisitor(db, visitor, await makeUser(db));
  const pressed = { ...lineOf(mix, 2), request_key: 'press-number-one' };
  const [, again] = [
    await visitor.call('POST', '/api/cart/lines/', pressed),
    await visitor.call('POST', '/api/cart/lines/', pressed),
  ];
  expect(again.body.cart.cartItems).toEqual([{ id: mix.id, count: 2 }]);
});

test('[S4-06] an access token that ran out is renewed on the way: the line goes into the account’s cart', async () => {
  const visitor = browser();
  const user = await makeUser(db);
  await signInVisitor(db, visitor, user);
  visitor.cookies.delete('access');
  const { body } = await visitor.call('POST', '/api/cart/lines/', lineOf(mix, 1));
  expect(body.cart).toMatchObject({ cartId: user.id });
  expect([...visitor.cookies.keys()].filter((name) => name.startsWith('Basket_'))).toEqual([]);
});

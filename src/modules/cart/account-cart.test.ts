import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import type { Refusal } from '#platform/refusal.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { addToCart } from './add-to-cart.ts';
import { applyCoupon } from './apply-coupon.ts';
import { type Cart, withCount } from './cart.ts';
import { changeCart } from './change-cart.ts';
import { clearCart } from './clear-cart.ts';
import { cartOf, openCart } from './open-cart.ts';
import { removeCoupon } from './remove-coupon.ts';
import { removeLine } from './remove-line.ts';
import { setCount } from './set-count.ts';

const { db } = await testDatabase();
await makeBranches(db);
const priceContext = priceContextOf((await listDepartments(db)).find((department) => department.id_1c === '00131')!);
const goods = await Promise.all(Array.from({ length: 6 }, () => makeProduct(db, { on_hand: 1_000 })));
const [mix, primer, paint] = [goods[0]!, goods[1]!, goods[2]!];
type Product = { id: number; idcode: string };

let anna: { id: string };
beforeEach(async () => {
  anna = await makeUser(db);
  await sql`delete from limits`.execute(db);
});

/** The requester of a device of this person. */
function requesterOf(user: { id: string }) {
  return {
    host: 'idd.localhost',
    isSecure: false,
    visitor: user.id,
    cookies: {},
    account: { user_id: user.id },
    address: '127.0.0.1',
  };
}
const opened = (user = anna) => openCart(db, requesterOf(user));
const add = (product: Product, count: number, key?: string) =>
  addToCart(db, priceContext, cartOf(requesterOf(anna)), lineOf(product, count), { key });
const lineOf = ({ id, idcode }: Product, count: number) => ({ product_id: id, product_idcode: idcode, count });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: Refusal) => error.code,
  );
const countsOf = (cart: Pick<Cart, 'lines'>) => cart.lines.map(({ product_id, count }) => [product_id, count]);

describe('[S4-06] the signed-in person’s cart lies on the server', () => {
  test('[S4-07] lines are added, the count grows if the line exists, they are changed, deleted and cleared', async () => {
    await add(mix, 2);
    await add(primer, 1);
    await add(mix, 3);
    expect(countsOf(await opened())).toEqual([
      [mix.id, 5],
      [primer.id, 1],
    ]);
    await setCount(db, priceContext, await opened(), lineOf(mix, 1));
    await removeLine(db, await opened(), primer.id);
    expect(countsOf(await opened())).toEqual([[mix.id, 1]]);
    await clearCart(db, await opened());
    expect(await opened()).toMatchObject({ lines: [], coupon: null });
  });

  test('[S4-11] a coupon is set and deleted', async () => {
    await makeCoupon(db, 'ПЯТЬ');
    await applyCoupon(db, priceContext, await opened(), 'пять', requesterOf(anna));
    expect((await opened()).coupon).toBe('ПЯТЬ');
    await removeCoupon(db, await opened());
    expect((await opened()).coupon).toBeNull();
  });

  test('somebody else’s cart is never touched', async () => {
    const boris = await makeUser(db);
    await add(mix, 2);
    expect(await opened(boris)).toMatchObject({ user_id: boris.id, lines: [], version: 0 });
  });
});

describe('limits are the guest’s', () => {
  test('counts keep to step, minimum and maximum; a refused one leaves the line as it was', async () => {
    const pack = await makeProduct(db, { step: 5, min_count: 10, max_count: 40, on_hand: 500 });
    expect(await codeOf(add(pack, 5))).toBe('bad_count');
    expect(await codeOf(add(pack, 12))).toBe('bad_count');
    await add(pack, 10);
    await add(pack, 5);
    expect(await codeOf(add(pack, 30))).toBe('bad_count');
    expect(countsOf(await opened())).toEqual([[pack.id, 15]]);
  });

  test('a line ends at 99999, a cart at 150 lines, also when the last places are fought for at once', async () => {
    const many = await Promise.all(Array.from({ length: 148 }, () => makeProduct(db)));
    const ids = many.map(({ id }) => id);
    await changeCart(db, await opened(), (cart) => ids.reduce((grown, id) => withCount(grown, id, 1), cart));
    const answers = await Promise.all(goods.map((product) => codeOf(add(product, 1))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(2);
    expect(answers.filter((answer) => answer === 'cart_full')).toHaveLength(4);
    expect((await opened()).lines).toHaveLength(150);
    expect(await codeOf(changeCart(db, await opened(), (cart) => withCount(cart, ids[0]!, 100_000)))).toBe('bad_count');
  });

  test('[S7-10] a foreign idcode and goods that cannot be ordered are refused', async () => {
    const soldOut = await makeProduct(db, { on_hand: 0 });
    expect(await codeOf(add({ id: mix.id, idcode: primer.idcode }, 1))).toBe('wrong_pair');
    expect(await codeOf(add(soldOut, 1))).toBe('not_orderable');
    expect(await opened()).toMatchObject({ lines: [], version: 0 });
  });
});

describe('two tabs and two devices', () => {
  test('[S4-07] all that is added at the same moment is there, once', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, turn) => add(goods[turn % goods.length]!, 1 + (turn % 2))));
    const cart = await opened();
    expect(cart.lines.reduce((sum, line) => sum + line.count, 0)).toBe(45);
    expect(cart).toMatchObject({ version: 30 });
  });

  test('changes of different lines do not undo each other', async () => {
    await Promise.all(goods.map((product) => add(product, 1)));
    const stale = await opened();
    await Promise.all(goods.map(({ id }, index) => changeCart(db, stale, (cart) => withCount(cart, id, index + 2))));
    expect(countsOf(await opened()).toSorted(byId)).toEqual(
      goods.map(({ id }, index) => [id, index + 2]).toSorted(byId),
    );
  });

  test('[S8-08] the same request sent again after a lost answer adds nothing, another request does', async () => {
    await add(mix, 2, 'request-one');
    await add(mix, 2, 'request-one');
    expect(countsOf(await opened())).toEqual([[mix.id, 2]]);
    await add(mix, 2, 'request-two');
    expect(countsOf(await opened())).toEqual([[mix.id, 4]]);
  });
});

describe('[S7-32] an order', () => {
  const buyer = () => ({ user_id: anna.id, company: null, placed_by: null });

  test('takes exactly the ordered lines and its coupon out of the cart', async () => {
    await makeCoupon(db, 'ЗАКАЗ');
    await add(mix, 2);
    await add(primer, 1);
    await applyCoupon(db, priceContext, await opened(), 'ЗАКАЗ', requesterOf(anna));
    const place = await orderPlace(db, { visitor: anna.id, buyer: buyer() });
    await submitOrder(db, place, orderInput([[mix, 2]], { coupon: 'ЗАКАЗ' }));
    expect(await opened()).toMatchObject({ lines: [{ product_id: primer.id, count: 1 }], coupon: null });
  });

  test('that is refused leaves the cart as it was, and one sent twice takes nothing more', async () => {
    await makeCoupon(db, 'ДРУГОЙ');
    await add(mix, 2);
    await add(paint, 2);
    await applyCoupon(db, priceContext, await opened(), 'ДРУГОЙ', requesterOf(anna));
    const place = await orderPlace(db, { visitor: anna.id, buyer: buyer() });
    const before = await opened();
    expect(await codeOf(submitOrder(db, place, orderInput([[mix, 2]], { accepted_total: 1 })))).toBe('total_changed');
    expect(await opened()).toEqual(before);
    await submitOrder(db, place, orderInput([[mix, 2]]));
    await add(mix, 7);
    await submitOrder(db, place, orderInput([[mix, 2]]));
    expect(await opened()).toMatchObject({ coupon: 'ДРУГОЙ' });
    expect(countsOf(await opened())).toEqual([
      [paint.id, 2],
      [mix.id, 7],
    ]);
  });

  test('placed while another device adds loses nothing of what was added', async () => {
    await add(mix, 1);
    const place = await orderPlace(db, { visitor: anna.id, buyer: buyer() });
    await Promise.all([
      submitOrder(db, place, orderInput([[mix, 1]])),
      ...Array.from({ length: 10 }, () => add(primer, 1)),
    ]);
    expect(countsOf(await opened())).toEqual([[primer.id, 10]]);
  });
});

function byId(a: number[], b: number[]): number {
  return a[0]! - b[0]!;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { type CookieCart, withCount, withCoupon, withLine, withoutLines } from './cart.ts';
import {
  guestCartCookie,
  guestCartCookies,
  parseGuestCart,
  readCookieCart,
  serializeGuestCart,
} from './cookie-cart.ts';

const anna = '6f8a0c1e-3b55-4c1e-9d1a-0a7f2f6a1b11';
const stranger = '11111111-1111-4111-8111-111111111111';
const empty: CookieCart = {
  kept: 'cookie',
  visitor: anna,
  is_new: false,
  lines: [],
  coupon: null,
  is_repaired: false,
  foreign: [],
};
const requester = { host: 'cherepovets.idd.localhost', isSecure: false, visitor: anna, cookies: {} };

test('[S4-07] adding the same mixture twice raises the count, changing sets it, deleting takes it away', () => {
  const twice = withLine(withLine(empty, 7, 3), 7, 2);
  expect(twice.lines).toEqual([{ product_id: 7, count: 5 }]);
  const changed = withCount(withLine(twice, 8, 1), 7, 1);
  expect(changed.lines).toEqual([
    { product_id: 7, count: 1 },
    { product_id: 8, count: 1 },
  ]);
  expect(withoutLines(changed, [7]).lines).toEqual([{ product_id: 8, count: 1 }]);
});

test('[S4-11] a coupon can be set and deleted', () => {
  const cart = withCoupon(withLine(empty, 7, 1), 'НОЯБРЬ5');
  expect(parseGuestCart(serializeGuestCart(cart)).coupon).toBe('НОЯБРЬ5');
  expect(withCoupon(cart, null).coupon).toBeNull();
});

test('[S9-01] the cart is the cookie Basket_idd_{uuid} on the parent domain for 1296000 seconds', () => {
  const cart = withLine(empty, 1295, 36);
  expect(guestCartCookies(requester, 'idd.localhost', cart)).toEqual([
    `Basket_idd_${anna}=1.zz-10; Path=/; SameSite=Lax; Domain=idd.localhost; Max-Age=1296000`,
  ]);
});

test('[S4-06] the first mutation makes the visitor, and the cart of a guest lives in the cookie alone', () => {
  const cart = withLine({ ...empty, is_new: true }, 7, 1);
  const cookies = guestCartCookies({ ...requester, visitor: null }, 'idd.localhost', cart);
  expect(cookies[0]).toMatch(new RegExp(`^visitor=${anna}; .*HttpOnly`));
  expect(cookies[1]).toMatch(/^Basket_idd_/);
});

test('an emptied cart deletes its cookie; one that stayed as it came is not sent again', () => {
  const brought = { ...requester, cookies: { [guestCartCookie(anna)]: '1.7-1' } };
  expect(guestCartCookies(brought, 'idd.localhost', empty)[0]).toMatch(/^Basket_idd_[^=]+=;.*Max-Age=0/);
  expect(guestCartCookies(brought, 'idd.localhost', withLine(empty, 7, 1))).toEqual([]);
});

test('foreign Basket cookies are not read and are deleted when seen', () => {
  const cookies = { [guestCartCookie(anna)]: '1.7-1', [guestCartCookie(stranger)]: '1.8-1', 'Basket_idd_<x>': '1.9-1' };
  const cart = readCookieCart(cookies, anna);
  expect(cart.lines).toEqual([{ product_id: 7, count: 1 }]);
  const set = guestCartCookies({ ...requester, cookies }, 'idd.localhost', cart);
  expect(set).toEqual([`Basket_idd_${stranger}=; Path=/; SameSite=Lax; Domain=idd.localhost; Max-Age=0`]);
});

test('[S4-07] a full cart is 150 lines: the next one is refused in words and nothing is half-written', () => {
  let cart = empty;
  for (let id = 1; id <= 150; id++) cart = withLine(cart, 2_147_483_000 + id, 99_999);
  const full = withCoupon(cart, 'Ё'.repeat(30));
  expect(serializeGuestCart(full).length).toBeLessThanOrEqual(3000);
  expect(() => withLine(full, 5, 1)).toThrow(Refusal);
  expect(() => withLine(full, 5, 1)).toThrow('больше 150 позиций не помещается');
  expect(withLine(full, 2_147_483_001, -1).lines).toHaveLength(150);
  expect(parseGuestCart(serializeGuestCart(full))).toMatchObject({ lines: full.lines, is_repaired: false });
});

test('[S7-10] counts are 1…99999', () => {
  for (const count of [0, -1, 1.5, 100_000, Number.NaN])
    expect(() => withCount(empty, 7, count)).toThrow('Недопустимое количество');
  expect(() => withLine(withLine(empty, 7, 99_999), 7, 1)).toThrow('Недопустимое количество');
});

test('a malformed cookie is repaired line by line or is an empty cart', () => {
  const cases: [string, [number, number][]][] = [
    ['', []],
    ['2.7-1', []],
    ['garbage', []],
    ['1.7-1.x.8-', [[7, 1]]],
    ['1.7-1.7-2', [[7, 3]]],
    ['1.0-1.7-0.7-255t', []],
    ['1.zzzzzz-1.zik0zj-1', [[2_147_483_647, 1]]],
    ['1.7-1~<script>', [[7, 1]]],
    ['1.7-1~%E0%A4', [[7, 1]]],
    ['1.7-1~A~B', [[7, 1]]],
  ];
  for (const [value, lines] of cases) {
    const cart = parseGuestCart(value);
    expect(cart.lines.map(({ product_id, count }) => [product_id, count])).toEqual(lines);
    expect(cart.is_repaired).toBe(value !== '');
  }
});

const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2_147_483_647);
console.info(`guest-cart: seed ${seed}`);

test('[S4-06] what is written is read back, and no string whatever breaks the reading', () => {
  const anyLines = fc.uniqueArray(
    fc.record({ product_id: fc.integer({ min: 1, max: 2_147_483_647 }), count: fc.integer({ min: 1, max: 99_999 }) }),
    { maxLength: 150, selector: (line) => line.product_id },
  );
  const anyCode = fc.option(fc.stringMatching(/^[0-9A-ZА-ЯЁ-]{3,30}$/));
  fc.assert(
    fc.property(anyLines, anyCode, fc.string(), (lines, coupon, noise) => {
      const value = serializeGuestCart({ lines, coupon });
      expect(parseGuestCart(value)).toEqual({ lines, coupon, is_repaired: false });
      const again = parseGuestCart(`1.${noise}`);
      expect(parseGuestCart(serializeGuestCart(again)).lines).toEqual(again.lines);
    }),
    { seed, numRuns: 2_000 },
  );
});

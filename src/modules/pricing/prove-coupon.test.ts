import { expect, test } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches } from '#test/support/shop.ts';
import { type CouponRequester, proveCoupon } from './prove-coupon.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeCoupon(db, 'ЁЛКА10');
let last = 0;
const requesterOf = (): CouponRequester => ({ visitor: null, address: `192.0.2.${++last}`, account: null });

async function judged(requester: CouponRequester, code: string): Promise<string> {
  return proveCoupon(db, code, '00131', requester, new Date()).then(
    () => 'good',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  );
}

test('of forty codes sent at once no more are judged than there are tries; the good one among the others is not found', async () => {
  const requester = requesterOf();
  const codes = Array.from({ length: 40 }, (_, n) => (n === 35 ? 'ЁЛКА10' : `КОД${n}`));
  const answers = await Promise.all(codes.map((code) => judged(requester, code)));
  expect(answers.filter((answer) => answer !== 'too_many').length).toBeLessThanOrEqual(5);
  expect(await judged(requester, 'ДРУГОЙ')).toBe('too_many');
});

test('a good code costs no try, however often a cart asks, and goes on when the tries are used up', async () => {
  const requester = requesterOf();
  for (let n = 0; n < 8; n++) expect(await judged(requester, 'елка10')).toBe('good');
  const wrong = [];
  for (let n = 0; n < 6; n++) wrong.push(await judged(requester, `НЕТ${n}`));
  expect(wrong).toEqual([...Array(5).fill('coupon_refused'), 'too_many']);
  expect(await judged(requester, 'ЁЛКА10')).toBe('good');
});

test('a typing error costs one try however often it is sent, at once or one after another', async () => {
  const requester = requesterOf();
  for (let n = 0; n < 7; n++) expect(await judged(requester, 'ОПЕЧАТКА')).toBe('coupon_refused');
  const other = requesterOf();
  await Promise.all(Array.from({ length: 4 }, () => judged(other, 'ОПЕЧАТКА')));
  for (const code of ['НЕТ1', 'НЕТ2', 'НЕТ3', 'НЕТ4']) expect(await judged(other, code)).toBe('coupon_refused');
  expect(await judged(other, 'НЕТ5')).toBe('too_many');
});

test('a code that was refused because the visitor or the address had no try left is not free for the other one afterwards', async () => {
  const visitor = '0f4c1a52-7d0e-4b3f-9a57-3f2f1a7a9c11';
  const elsewhere = { ...requesterOf(), visitor };
  for (let n = 0; n < 5; n++) await judged(elsewhere, `НЕТ${n}`);
  const here = requesterOf();
  for (let n = 0; n < 9; n++) expect(await judged({ ...here, visitor }, `ЕЩЁ${n}`)).toBe('too_many');
  const answers = [];
  for (let n = 0; n < 9; n++) answers.push(await judged(here, `ЕЩЁ${n}`));
  expect(answers).toEqual([...Array(5).fill('coupon_refused'), ...Array(4).fill('too_many')]);
});

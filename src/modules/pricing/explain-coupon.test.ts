import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RepricedLine, repriceWithCoupon } from '#modules/cart/reprice-with-coupon.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { Refusal } from '#platform/refusal.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { takeCoupon } from './coupon.ts';
import { type CouponExplanation, explainCoupon } from './explain-coupon.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixtures = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const paints = await makeCategory(db, 'kraski', 'Краски');
const [plaster, paint, putty, unpriced] = [
  await makeProduct(db, { name: 'Штукатурка', category_id: mixtures.id, price: 48_950 }),
  await makeProduct(db, { name: 'Краска', category_id: paints.id, price: 129_000 }),
  await makeProduct(db, { name: 'Шпатлёвка', category_id: mixtures.id, price: 35_000 }),
  await makeProduct(db, { name: 'Грунт', category_id: mixtures.id, price: null }),
];
// A firm has its own price for some of them.
for (const [product, price] of [[plaster, 45_000] as const, [paint, 120_000] as const])
  await db.insertInto('prices').values({ price_column: 'vologda_b2b', product_id: product.id, price }).execute();
const anna = await makeUser(db);
const pyotr = await makeUser(db);
const vologda = priceContextOf((await listDepartments(db)).find(({ id_1c }) => id_1c === '00131')!);
const now = new Date('2026-11-25T09:00:00Z');
const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000);
let last = 0;

type Line = { product_id: number; product_idcode: string; count: number };

function lineOf({ id, idcode }: { id: number; idcode: string }, count = 1): Line {
  return { product_id: id, product_idcode: idcode, count };
}

async function explain(typed: string, lines: Line[], { buyer = null as string | null, at = now } = {}) {
  return explainCoupon(db, vologda, { typed, lines, buyer }, at);
}

const failed = ({ steps }: CouponExplanation) => steps.filter((step) => !step.is_passed).map(({ step }) => step);
const wordsOf = ({ steps }: CouponExplanation, name: string) => steps.find(({ step }) => step === name)?.words;

test('each step is named in the words of what stands in the coupon and in the cart', async () => {
  await makeCoupon(db, 'СМЕСИ10', {
    percent: 10,
    category_id: mixtures.id,
    min_sum_kopecks: 300_000,
    max_uses: 3,
    used_count: 1,
    ends_at: day(1),
  });
  const lines = [lineOf(plaster), lineOf(paint), lineOf(putty)];
  const few = await explain('смеси10', lines);
  expect(failed(few)).toEqual(['min_sum', 'discount']);
  expect(few.steps.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    'Код СМЕСИ10 есть, скидка 10 %',
    'Действует до 26.11.2026 12:00',
    'Использован 1 раз из 3',
    'Для всех покупателей',
    'Действует в этом филиале',
    'Строк по ценам для бизнеса нет',
    'Раздел «Сухие смеси»: подходят 2 из 3 строк',
    'Минимум 3 000 ₽, есть 839,50 ₽',
    'Скидки не будет',
  ]);
  expect(few.refusal).toContain('не хватает');
  const enough = await explain('СМЕСИ10', [lineOf(plaster, 10), lineOf(paint)]);
  expect([failed(enough), enough.refusal, enough.priced.discount]).toEqual([[], null, 48_950]);
  expect([...enough.untouched]).toEqual([[paint.id, 'category']]);
});

test('a code that is unknown, over, used up or somebody else’s is told apart here, and in one wording to the buyer', async () => {
  await makeCoupon(db, 'ВЧЕРА', { ends_at: day(-1) });
  await makeCoupon(db, 'ЗАВТРА', { starts_at: day(1) });
  await makeCoupon(db, 'КОНЧИЛСЯ', { max_uses: 1, used_count: 1 });
  await makeCoupon(db, 'ЛИЧНЫЙ', { is_personal: true, owner_user_id: anna.id, max_uses: 1, ends_at: day(9) });
  await makeCoupon(db, 'ЧЕРЕПОВЕЦ', { department_id_1c: '00052' });
  const lines = [lineOf(plaster)];
  const seen = [];
  for (const code of ['НЕТ', 'ВЧЕРА', 'ЗАВТРА', 'КОНЧИЛСЯ', 'ЛИЧНЫЙ']) {
    const explained = await explain(code, lines, { buyer: pyotr.id });
    seen.push([code, failed(explained)[0]]);
    expect(explained.refusal).toBe('Такого купона нет или он уже не действует');
  }
  expect(seen).toEqual([
    ['НЕТ', 'found'],
    ['ВЧЕРА', 'dates'],
    ['ЗАВТРА', 'dates'],
    ['КОНЧИЛСЯ', 'uses'],
    ['ЛИЧНЫЙ', 'owner'],
  ]);
  expect(wordsOf(await explain('ЛИЧНЫЙ', lines), 'owner')).toBe('Личный: покупатель должен войти');
  expect(failed(await explain('ЛИЧНЫЙ', lines, { buyer: anna.id }))).toEqual([]);
  expect(failed(await explain('ЗАВТРА', lines, { at: day(2) }))).toEqual([]);
  expect((await explain('ЧЕРЕПОВЕЦ', lines)).refusal).toBe('Купон действует только в городе Череповец');
});

const coupons = fc.record({
  off: fc.oneof(
    fc.record({ kind: fc.constant('percent'), percent: fc.integer({ min: 1, max: 99 }) }),
    fc.record({ kind: fc.constant('sum'), sum_kopecks: fc.integer({ min: 1, max: 900_000 }) }),
  ),
  min_sum_kopecks: fc.constantFrom(0, 0, 100_000, 300_000),
  category_id: fc.constantFrom(null, null, mixtures.id, paints.id),
  department_id_1c: fc.constantFrom(null, null, '00131', '00052'),
  allows_b2b: fc.boolean(),
  starts_at: fc.constantFrom(null, day(-5), day(-5), day(1)),
  ends_at: fc.constantFrom(null, null, day(2), day(3)),
  uses: fc.constantFrom<[number | null, number]>([null, 0], [null, 7], [5, 4], [1, 1]),
  owner: fc.constantFrom(null, null, anna.id, pyotr.id),
});
const carts = fc.uniqueArray(
  fc.record({ product: fc.constantFrom(plaster, paint, putty, unpriced), count: fc.integer({ min: 1, max: 12 }) }),
  { minLength: 1, maxLength: 4, selector: ({ product }) => product.id },
);
const moments = fc.constantFrom(day(-6), now, now, now, day(2.5), day(5));

test('what is explained is what the shop does, whatever the coupon, the cart, the buyer and the moment', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      ...([coupons, carts, fc.constantFrom(null, anna.id, pyotr.id), fc.boolean(), moments] as const),
      async (given, cart, buyer, isBusiness, at) => {
        const code = `СЛУЧАЙ-${++last}`;
        const { off, uses, owner, starts_at, ...rest } = given;
        const [max_uses, used_count] = owner === null ? uses : [1, uses[1] === 0 ? 0 : 1];
        const ends_at = owner === null ? given.ends_at : (given.ends_at ?? day(3));
        await makeCoupon(db, code, {
          ...rest,
          ...off,
          starts_at,
          ends_at,
          max_uses,
          used_count,
          ...(owner !== null && { is_personal: true, owner_user_id: owner }),
        });
        const priceContext = { ...vologda, buyer_price_column: isBusiness ? 'vologda_b2b' : null };
        const lines = cart.map(({ product, count }) => lineOf(product, count));
        const requester = {
          visitor: null,
          address: `192.0.2.${last % 250}`,
          account: buyer === null ? null : { user_id: buyer },
        };
        const shop = await repriceWithCoupon(db, priceContext, code, lines, requester, at).then(
          (repriced): { refusal: string | null; lines: RepricedLine[] } => ({ refusal: null, lines: repriced }),
          (error) => {
            if (error instanceof Refusal) return { refusal: error.message, lines: [] };
            throw error;
          },
        );
        const explained = await explainCoupon(db, priceContext, { typed: code, lines, buyer }, at);
        expect(explained.refusal).toBe(shop.refusal);
        const steps = failed(explained).filter((step) => step !== 'discount');
        expect(steps.length === 0).toBe(shop.refusal === null);
        if (shop.refusal === null) {
          const discounts = explained.priced.lines.map(({ product_id, discount }) => [product_id, discount]);
          const charged = shop.lines.filter(({ price }) => price !== null);
          expect(discounts).toEqual(charged.map(({ product_id, discount }) => [product_id, discount]));
        } else expect(explained.priced.discount).toBe(0);
        // The order counts the use by the same steps.
        const taken = await takenAndGivenBack(code, buyer, at);
        expect(taken).toBe(!steps.some((step) => ['dates', 'uses', 'owner'].includes(step)));
        for (const step of steps.length > 0 ? steps : ['taken']) outcomes.add(step);
      },
    ),
    { numRuns: 150 },
  );
  // Every way to fail was met, and success: a test that meets one outcome alone would say little.
  expect([...outcomes].sort()).toEqual([
    'branch',
    'business',
    'category',
    'dates',
    'min_sum',
    'owner',
    'taken',
    'uses',
  ]);
}, 60_000);

async function takenAndGivenBack(code: string, buyer: string | null, at: Date): Promise<boolean> {
  const back = new Error('back');
  let isTaken = false;
  await db
    .transaction()
    .execute(async (db) => {
      isTaken = (await takeCoupon(db, code, '00131', buyer, at)) !== null;
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  return isTaken;
}

import { expect, test } from 'vitest';
import { firmExample, workedExample } from './worked-example.ts';

const bag = { short: 'меш.', parts: 1, is_counted_short: true, forms: null };
const plain = (words: string | undefined) => words?.replaceAll('\u00a0', ' ');

test('the example is counted from the branch’s own prices, of the purchase that saves most', () => {
  const example = workedExample([
    { slug: 'a', name: 'Грунтовка', price: 62_000, tiers: [{ from_count: 2, price: 61_000 }], shown_unit: bag },
    {
      slug: 'b',
      name: 'Штукатурка',
      price: 48_900,
      shown_unit: bag,
      tiers: [
        { from_count: 20, price: 47_200 },
        { from_count: 40, price: 46_100 },
      ],
    },
  ]);
  expect(example?.slug).toBe('b');
  expect(plain(example?.amount)).toBe('40 меш.');
  expect([example?.usual, example?.sum, example?.saved_words].map(plain)).toEqual([
    '19 560 ₽',
    '18 440 ₽',
    'Дешевле на 1 120 ₽, это 5 %',
  ]);
});

test('without a price or a price by quantity there is no example', () => {
  expect(workedExample([])).toBeNull();
  expect(
    workedExample([
      { slug: 'a', name: 'А', price: null, tiers: [{ from_count: 2, price: 1 }], shown_unit: bag },
      { slug: 'b', name: 'Б', price: 100, tiers: [], shown_unit: bag },
    ]),
  ).toBeNull();
});

test('a firm’s example sets its price against everybody’s for the same number, not against the price of one', () => {
  const goods = [
    {
      product_id: 7,
      slug: 'b',
      name: 'Штукатурка',
      price: 48_900,
      buyer_price: null,
      shown_unit: bag,
      tiers: [{ from_count: 40, price: 46_100 }],
    },
  ];
  const firm = (buyer_price: number | null) =>
    new Map([[7, { ...goods[0]!, buyer_price, tiers: [{ from_count: 40, price: 43_600 }] }]]);
  const example = firmExample(goods, firm(45_000));
  expect([example?.usual_each, example?.each].map(plain)).toEqual(['461 ₽ за меш.', '436 ₽ за меш.']);
  expect([example?.usual, example?.sum].map(plain)).toEqual(['18 440 ₽', '17 440 ₽']);
  expect(plain(example?.saved_words)).toBe('Дешевле на 1 000 ₽, это 5 %');
  expect(plain(example?.from_words ?? '')).toBe('от 40 меш.');
  expect(firmExample(goods, new Map()), 'the firm’s column has no price').toBeNull();
});

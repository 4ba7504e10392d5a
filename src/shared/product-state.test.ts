import { expect, test } from 'vitest';
import { mostToBuy, productState, type Stated } from './product-state.ts';
import { plainUnit } from './unit-words.ts';

const product: Stated = {
  price: 48_900,
  buyer_price: null,
  available: 100,
  min_count: 1,
  shown_unit: plainUnit('меш.'),
  lead_days: null,
  pickup_points_today: 6,
  pickup_points_later: 6,
  switched_off: false,
};
const said = (more: Partial<Stated>) => productState({ ...product, ...more });

test('what is there says where it can be taken, today or, after closing, tomorrow', () => {
  expect(said({})).toEqual({ kind: 'now', words: 'Сегодня в 6 пунктах' });
  expect(said({ pickup_points_today: 0 })).toEqual({ kind: 'now', words: 'Завтра в 6 пунктах' });
  expect(said({ pickup_points_today: 0, pickup_points_later: 0 }).words).toBe('В наличии');
  expect(said({ pickup_points_today: 1 }).words).toBe('Сегодня в 1 пункте');
});

test('few pieces are counted; they are the last ones only where no other point has any', () => {
  expect(said({ available: 10 }).words).toBe('Здесь 10\u00a0меш., ещё\u00a0в\u00a05\u00a0пунктах');
  expect(said({ available: 3, pickup_points_today: 2 }).words).toBe('Здесь 3\u00a0меш., ещё\u00a0в\u00a01\u00a0пункте');
  expect(said({ available: 3, pickup_points_today: 1 }).words).toBe('Осталось 3\u00a0меш.');
  expect(said({ available: 3, pickup_points_today: 0 }).words).toBe('В наличии 3\u00a0меш.');
});

test('a product is said to be there exactly when it can be bought: with a price and enough of it', () => {
  expect(said({ price: null })).toEqual({ kind: 'ask', words: 'Есть в наличии, цену назовёт оператор' });
  expect(said({ price: null, available: 0 })).toEqual({ kind: 'ask', words: 'Цену и срок назовёт оператор' });
  expect(said({ price: null, buyer_price: 45_000 }).kind).toBe('now');
  const gone = (more: Partial<Stated> = {}) => said({ available: 0, pickup_points_later: 0, ...more });
  expect(gone()).toEqual({ kind: 'none', words: 'Нет в наличии' });
  expect(gone({ available: 4, min_count: 5 }).kind).toBe('none');
  expect(gone({ available: null }).kind).toBe('none');
  expect(gone({ lead_days: [3, 5] })).toEqual({ kind: 'order', words: 'Под заказ, 3–5 дней' });
  expect(gone({ lead_days: [1, 1] }).words).toBe('Под заказ, 1 день');
  expect(said({ switched_off: true })).toEqual({ kind: 'gone', words: 'Снят с продажи' });
});

test('what points alone have is said to be there, not in the cart of the branch, before what could be brought', () => {
  const shelved = (more: Partial<Stated> = {}) => said({ available: 0, pickup_points_later: 1, ...more });
  expect(shelved()).toEqual({ kind: 'point', words: 'Есть в 1 пункте' });
  expect(shelved({ pickup_points_later: 2, lead_days: [3, 5] }).words).toBe('Есть в 2 пунктах');
  expect(shelved({ price: null }).kind).toBe('ask');
});

test('a cart takes what is there in whole steps, and never more than one order may have', () => {
  const limits = { min_count: 5, max_count: 1_000, step: 5 };
  expect(mostToBuy({ ...limits, available: 23 })).toBe(20);
  expect(mostToBuy({ ...limits, available: 5_000 })).toBe(1_000);
  for (const available of [null, 4]) expect(mostToBuy({ ...limits, available }), 'told, not sold').toBe(1_000);
});

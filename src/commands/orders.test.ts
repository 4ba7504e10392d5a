import { beforeAll, expect, test } from 'vitest';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { CommandFailure } from './command.ts';
import { commands } from './orders.ts';

const { db, url } = await testDatabase();
await makeBranches(db);

const shop = commandRunner(commands, { db, url });

const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 100 });
let first = 0;
let second = 0;
beforeAll(async () => {
  await makeCoupon(db, 'НОЯБРЬ5');
  first = (await submitOrder(db, await orderPlace(db), orderInput([[mix, 2]], { coupon: 'НОЯБРЬ5' }))).number;
  const contact = { name: 'Борис Иванов', phone: '89215556677', email: 'boris@pochta.example' };
  second = (await submitOrder(db, await orderPlace(db), orderInput([[mix, 1]], { contact }))).number;
});

test('the list shows orders in Russian, newest first, by state, branch, words and dates', async () => {
  const all = await shop('orders list');
  expect(all.text.split('\n').map((line) => line.slice(0, 7))).toEqual([String(second), String(first)]);
  expect(all.text).toContain('Принят');
  expect(all.text).toContain('489,50\u00a0₽');
  expect(all.text).toContain('Борис Иванов, +7-921-555-66-77');
  expect((await shop('orders list', [], { search: 'борис' })).text).toContain(String(second));
  expect((await shop('orders list', [], { search: String(first) })).text).not.toContain(String(second));
  expect((await shop('orders list', [], { branch: 'Череповец' })).text).toBe('Заказов нет.');
  expect((await shop('orders list', [], { state: 'completed,cancelled' })).text).toBe('Заказов нет.');
  expect((await shop('orders list', [], { state: 'active', branch: '00131' })).text.split('\n')).toHaveLength(2);
  expect((await shop('orders list', [], { from: '2999-01-01' })).text).toBe('Заказов нет.');
  expect((await shop('orders list', [], { json: true })).json).toMatchObject([{ total: 489.5 }, { number: first }]);
});

test('one order is shown whole: lines, coupon, sums, history, next states', async () => {
  const { text } = await shop('orders show', [String(first)]);
  for (const part of [
    'Штукатурка Гладь',
    '2\u00a0мешка',
    'Купон НОЯБРЬ5: −48,96\u00a0₽',
    'Итого: 930,04\u00a0₽',
    'дальше: assembling, cancelled',
    'заказ оформлен на сайте',
  ]) {
    expect(text).toContain(part);
  }
  expect((await shop('orders show', [String(first)], { json: true })).json).toMatchObject({
    total: 930.04,
    discount: 48.96,
  });
});

test('an order is moved step by step and cancelled with a reason; stock follows', async () => {
  expect((await shop('orders move', [String(first), 'assembling'], { who: 'Пётр, склад' })).text).toBe(
    `Заказ ${first}: Собирается.`,
  );
  expect((await shop('orders cancel', [String(second)], { why: 'нет связи' })).text).toContain('отменён');
  expect(await stockOf(db, mix)).toEqual({ on_hand: 100, reserved: 2 });
  const { text } = await shop('orders show', [String(second)]);
  expect(text).toContain('Отменён — сотрудник: нет связи');
});

test('mistakes are told in Russian', async () => {
  const failureOf = async (name: string, positionals: string[], values = {}) => {
    const error = await shop(name, positionals, values).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CommandFailure);
    return error.message as string;
  };
  expect(await failureOf('orders show', ['1'])).toBe('Заказ не найден: 1');
  expect(await failureOf('orders move', [String(first), 'shipped'])).toMatch(/Нет такого состояния: shipped/);
  expect(await failureOf('orders move', [String(first), 'completed'])).toMatch(
    /сейчас «Собирается»; можно: «Готов к выдаче», «Отменён»/,
  );
  expect(await failureOf('orders list', [], { branch: 'Урюпинск' })).toMatch(/Филиал не найден/);
  expect(await failureOf('orders list', [], { from: '21.11.2026' })).toMatch(/2026-11-21/);
});

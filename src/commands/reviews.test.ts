import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeUser } from '#test/support/accounts.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { commands } from './reviews.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const product = await makeProduct(db, { name: 'Штукатурка для проверки' });
const anna = await makeUser(db);
await orderBy(db, anna, [[product, 1]]);
const { rows: lines } = await sql<{ id: number }>`select id from order_lines`.execute(db);
const { rows: made } = await sql<{ id: number }>`
  insert into reviews (product_id, user_id, order_line_id, author_name, rating, text, department_id_1c)
  values (${product.id}, ${anna.id}::uuid, ${lines[0]!.id}, 'Анна С.', 4, 'Тянется хорошо, пылит мало.', '00131') returning id`.execute(
  db,
);
const id = String(made[0]!.id);
const { rows: asked } = await sql<{ id: number }>`
  insert into product_questions (product_id, user_id, author_name, text, department_id_1c)
  values (${product.id}, ${anna.id}::uuid, 'Анна С.', 'Сколько сохнет?', '00131') returning id`.execute(db);
const question = String(asked[0]!.id);

const shop = wordsRunner(commands, { db, url });

test('reviews are listed, read, published, answered and taken down from the terminal', async () => {
  expect(await shop('reviews list', [], { state: 'new' })).toMatch(
    new RegExp(`^${id}  На проверке  .*  Вологда  4 из 5  Штукатурка для проверки  Анна С\\.$`),
  );
  expect(await shop('reviews show', [id])).toContain('Тянется хорошо, пылит мало.');
  expect(await shop('reviews approve', [id])).toBe(`Отзыв ${id} опубликован.`);
  await shop('reviews reply', [id, 'Спасибо!']);
  expect(await shop('reviews show', [id])).toContain('Ответ магазина: Спасибо!');
  expect(await shop('reviews list', [], { state: 'new' })).toBe('Отзывов нет.');
  await shop('reviews refuse', [id, 'Ошибка']);
  expect(await shop('reviews show', [id])).toContain('Не опубликован (Ошибка)');
  const { rows } = await sql<{ n: number }>`select rating_count as n from products where id = ${product.id}`.execute(
    db,
  );
  expect(rows[0]!.n).toBe(0);
});

test('questions are listed, answered and refused from the terminal', async () => {
  expect(await shop('questions list')).toContain('Сколько сохнет?');
  await shop('questions answer', [question, 'Сутки.']);
  expect(await shop('questions show', [question])).toContain('Ответ магазина: Сутки.');
  await shop('questions refuse', [question, 'Повтор']);
  expect(await shop('questions show', [question])).toContain('Не опубликован (Повтор)');
});

test('mistakes are said in a sentence', async () => {
  expect(await shop('reviews show', ['999'])).toBe('Отзыв не найден: 999');
  expect(await shop('reviews refuse', [id, ' '])).toContain('Напишите причину');
  expect(await shop('reviews list', [], { state: 'мимо' })).toContain('Нет такого состояния');
  expect(await shop('questions answer', ['x', 'Да'])).toContain('Вопрос не найден: x');
});

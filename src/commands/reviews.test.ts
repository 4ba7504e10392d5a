import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import { readConfig } from '#src/config.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { CommandFailure } from './command.ts';
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

/** What a command prints. */
async function shop(name: string, positionals: string[] = [], values: Record<string, string | boolean> = {}) {
  const said: string[] = [];
  const command = commands.find((other) => other.name === name)!;
  await command.run({
    db,
    url,
    config: readConfig({}),
    log: openLog('silent'),
    args: { positionals, values },
    out: { line: (text) => said.push(text), json: (value) => said.push(JSON.stringify(value)), progress: () => {} },
  });
  return said.join('\n');
}

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
  await expect(shop('reviews show', ['999'])).rejects.toThrow(new CommandFailure('Отзыв не найден: 999'));
  await expect(shop('reviews refuse', [id, ' '])).rejects.toThrow('Напишите причину');
  await expect(shop('reviews list', [], { state: 'мимо' })).rejects.toThrow('Нет такого состояния');
  await expect(shop('questions answer', ['x', 'Да'])).rejects.toThrow('Вопрос не найден: x');
});

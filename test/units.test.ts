import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from './support/app.ts';
import { testDatabase } from './support/database.ts';
import { makeBranches, makeProduct } from './support/shop.ts';
import { type UnitRow, unitRules } from './support/unit-rules.ts';
import { walkUnits } from './support/unit-walk.ts';
import type { Ask } from './support/unit-walk-parts.ts';

const { db } = await testDatabase();
await makeBranches(db);
const { rows } = await sql<UnitRow>`select * from units`.execute(db);

const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 1_000_000);
console.info(`units: seed ${seed}`);

/** All that are shown in parts, a third of the others by the seed, and two that nobody described. */
const names = [
  ...rows.filter(({ parts }, at) => parts > 1 || (at + seed) % 3 === 0).map(({ name }) => name),
  ...['рюк.', 'шпуля'],
];

test('units in several counts agree with their numbers in lists, filter, suggestions, product page, cart, proposal, order, papers, emails and feed', async () => {
  const categories = await db
    .insertInto('categories')
    .values({ code: 'vse', name: 'Всё', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [at, name] of names.entries())
    await makeProduct(db, {
      name: `Товар ${name.replace(/[\d,]+ /, '')} пробный`,
      unit: name,
      base_unit: 'кг',
      factor_base: 1 + ((seed + at) % 7),
      factor_sales: 3,
      price: 100 + ((seed * (at + 3)) % 90_000),
      images: ['drawn/1.webp'],
      category_id: categories.id,
    });
  const app = await testApp(db, { FLOOD_PER_MINUTE: '100000' });
  const ask: Ask = async (url, cookies = {}) => {
    const headers = { host: 'idd.localhost', accept: 'text/html' };
    const { statusCode, body, rawPayload } = await app.inject({ url, cookies, headers });
    return { status: statusCode, body, bytes: rawPayload };
  };
  const counts = [22, 1 + (seed % 999)];
  const report = await walkUnits({ db, ask, counts, seed });
  expect(report.problems).toEqual([]);
  expect(report.lines).toBe(names.length * counts.length);
}, 240_000);

test('the rule beside the code finds what is wrong', () => {
  const { problems } = unitRules(rows);
  for (const wrong of [
    '6 ₽ за 1 0,1 м',
    'Осталось 470 из 1500 0,1 м',
    '20 пара',
    '22 лист',
    'Осталось 7 бухта',
    'от 20 лист',
    'за 1 пара',
    '24 месяцев',
    '3 месяцев',
    '22 дней',
    '21 пар',
    '1,5 мешков',
  ])
    expect([wrong, problems(wrong)]).not.toEqual([wrong, []]);
  for (const right of [
    '60 ₽ за метр',
    'Осталось 47 м из 150 м',
    '20 пар, 22 листа, 7 бухт',
    'от 20 листов',
    'от 2 мешков, из 21 пары',
    'положить 21 пару',
    '24 месяца, 22 дня, 42 дня, 15 лет',
    'в 2026 году',
    '1,5 мешка',
  ])
    expect([right, problems(right)]).toEqual([right, []]);
});

import { expect, test } from 'vitest';
import { createShort } from '#modules/catalogue/save-short.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { openLog } from '#platform/log.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { forgetSearchFinds, listSearchFinds, markUnwanted, noteSearchFind, writeSearchFinds } from './finds.ts';
import { proposeShorts } from './propose-shorts.ts';

const { db } = await testDatabase();
await makeBranches(db);
const priceContext = priceContextOf((await listDepartments(db)).find(({ id_1c }) => id_1c === '00131')!);
const log = openLog('silent');
const now = new Date('2026-11-26T12:00:00Z');
const [colour] = await db
  .insertInto('attributes')
  .values({ code: 'cvet', name: 'Цвет', type: 'enum', filter: 'values', position: 1 })
  .returning('id')
  .execute();
const values = await db
  .insertInto('attribute_values')
  .values(['Белый', 'Серый', 'Красный'].map((value) => ({ attribute_id: colour!.id, value })))
  .returning('id')
  .execute();
const [white, grey, red] = values.map(({ id }) => id);
const tiles = await makeCategory(db, 'plitka', 'Плитка');
for (const [at, facet] of [white, white, white, white, grey, grey, grey, red].entries())
  await makeProduct(db, { name: `Плитка Узор ${at + 1}`, category_id: tiles.id, facets: [facet!] });

async function search(words: string, times: number, day = '2026-11-20', department_id_1c = '00131') {
  for (let n = 0; n < times; n++) noteSearchFind(db, { day, department_id_1c, words }, log);
  await writeSearchFinds(db);
}
const proposed = async (branches: string[] | null = null) =>
  (await proposeShorts(db, priceContext, branches, now)).map(({ words, times }) => [times, ...words]);

test('a page is proposed for what is often searched for and stands in one category; spellings of it are one', async () => {
  await search('плитка белая', 6);
  await search('Белая плитка', 5, '2026-11-21', '00052');
  await search('серая плитка', 5);
  // Twice is one person's wish, of one product no page is made, and without a value there is no filter.
  await search('белую плитку', 2);
  await search('красная плитка', 9);
  await search('плитка узор', 9);
  const [first, second, ...others] = await proposeShorts(db, priceContext, null, now);
  expect(first).toEqual({
    ...{ words: ['плитка белая', 'белая плитка'], times: 11, branches: 1, total: 4 },
    category: { id: tiles.id, code: 'plitka', name: 'Плитка' },
    ...{ filters: { cvet: [String(white)] }, labels: ['Цвет: Белый'] },
  });
  expect(second).toMatchObject({ words: ['серая плитка'], filters: { cvet: [String(grey)] } });
  expect(others).toEqual([]);
});

test('what words beside the value mean is no page of its filters alone', async () => {
  for (const name of ['Плитка Мрамор, белая', 'Плитка Мрамор светлый', 'Плитка Мрамор тёплый', 'Плитка Мрамор матовый'])
    await makeProduct(db, { name, category_id: tiles.id, facets: [white!] });
  await search('плитка мрамор белая', 20);
  expect((await proposed()).flat()).not.toContain('плитка мрамор белая');
});

test('a page that exists, or that nobody wants, is not proposed; its queries are counted on', async () => {
  expect(await proposed(['00052'])).toEqual([[5, 'белая плитка']]);
  await createShort(db, { category_id: tiles.id, name: 'Белая плитка', filters: { cvet: [String(white)] } });
  expect(await proposed()).toEqual([[5, 'серая плитка']]);
  await markUnwanted(db, { words: ['серая плитка'], isUnwanted: true, who: 'Инна Осипова' }, now);
  expect(await proposed()).toEqual([]);
  await search('серая плитка', 1);
  expect(await listSearchFinds(db, null, true, now)).toEqual([{ words: 'серая плитка', times: 6, branches: 1 }]);
  await markUnwanted(db, { words: ['серая плитка'], isUnwanted: false, who: 'Инна Осипова' }, now);
  expect(await proposed()).toEqual([[6, 'серая плитка']]);
});

test('nobody’s address or number is counted, and a quarter later nothing is left', async () => {
  const before = await db.selectFrom('search_finds').selectAll().execute();
  for (const words of ['anna@pochta.example белая', '+7 921 123-45-67', '!']) await search(words, 5);
  expect(await db.selectFrom('search_finds').selectAll().execute()).toEqual(before);
  await forgetSearchFinds(db, new Date('2027-02-18T12:00:00Z'));
  expect(await db.selectFrom('search_finds').selectAll().execute()).not.toEqual([]);
  await forgetSearchFinds(db, new Date('2027-02-20T12:00:00Z'));
  expect(await db.selectFrom('search_finds').selectAll().execute()).toEqual([]);
});

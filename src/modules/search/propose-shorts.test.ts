import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createShort } from '#modules/catalogue/save-short.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { openLog } from '#platform/log.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { forgetSearchFinds, noteSearchFind, writeSearchFinds } from './finds.ts';
import { proposeShorts } from './propose-shorts.ts';
import { allowShort, forgetUnwantedShorts, listUnwantedShorts, refuseShort } from './unwanted-shorts.ts';

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
    words: ['плитка белая', 'белая плитка'],
    times: 11,
    branches: 1,
    total: 4,
    category: { id: tiles.id, code: 'plitka', name: 'Плитка' },
    filters: { cvet: [String(white)] },
    labels: ['Цвет: Белый'],
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
  const filters = { cvet: [String(grey)] };
  const refused = { category_id: tiles.id, filters, words: ['серая плитка'], labels: ['Цвет: Серый'] };
  await refuseShort(db, refused, 'Инна Осипова', now);
  expect(await proposed()).toEqual([]);
  // Refused is the page, not a spelling of it.
  await search('плитка серая', 30);
  await search('серая плитка', 1);
  expect(await proposed()).toEqual([]);
  const page = `cvet=${grey}`;
  expect(await listUnwantedShorts(db, null, now)).toEqual([
    {
      category_id: tiles.id,
      category: 'Плитка',
      page,
      words: ['серая плитка'],
      labels: ['Цвет: Серый'],
      times: 6,
      who: 'Инна Осипова',
      decided_at: now,
    },
  ]);
  expect(await allowShort(db, { category_id: tiles.id, page })).toEqual(['серая плитка']);
  expect(await proposed()).toEqual([[36, 'плитка серая', 'серая плитка']]);
  await expect(allowShort(db, { category_id: tiles.id, page })).rejects.toMatchObject({ code: 'not_found' });
  await expect(refuseShort(db, { ...refused, category_id: 999_999 }, 'Инна')).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a refusal ends after 90 days, with the words of visitors in it', async () => {
  const filters = { cvet: [String(red)] };
  await refuseShort(db, { category_id: tiles.id, filters, words: ['красная'], labels: ['Цвет: Красный'] }, 'Инна', now);
  await forgetUnwantedShorts(db, new Date(now.getTime() + 89 * 86_400_000));
  expect(await listUnwantedShorts(db, null, now)).toHaveLength(1);
  await forgetUnwantedShorts(db, new Date(now.getTime() + 91 * 86_400_000));
  expect(await listUnwantedShorts(db, null, now)).toEqual([]);
});

test('a brand is a page too, and queries that can have none do not stand in the way of one', async () => {
  const brand = await db
    .insertInto('brands')
    .values({ slug: 'mastak', name: 'МАСТАК' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const drills = await makeCategory(db, 'dreli', 'Дрели');
  for (const model of ['Вихрь', 'Буря', 'Гром', 'Шквал'])
    await makeProduct(db, { name: `Дрель МАСТАК ${model}`, category_id: drills.id, brand_id: brand.id });
  await sql`
    insert into search_finds (day, department_id_1c, words, times)
    select '2026-11-20', '00131', 'плитка узор ' || n, 50 from generate_series(1, 300) n`.execute(db);
  await search('дрель мастак', 5);
  const proposals = await proposeShorts(db, priceContext, null, now);
  const drill = proposals.find(({ category }) => category.code === 'dreli');
  expect(drill).toMatchObject({ words: ['дрель мастак'], total: 4, filters: { brand: ['mastak'] } });
  const { filters, words, labels } = drill!;
  await refuseShort(db, { category_id: drills.id, filters, words, labels }, 'Инна Осипова', now);
  await search('мастак дрель', 5);
  const left = await proposeShorts(db, priceContext, null, now);
  expect(left.filter(({ category }) => category.code === 'dreli')).toEqual([]);
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

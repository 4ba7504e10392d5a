import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory } from '#test/support/shop.ts';
import { lintSeo } from './lint-seo.ts';
import { seoSample } from './seo-samples.ts';
import type { SeoTexts } from './seo-texts.ts';
import { readSeoWorld, type SeoPlace } from './seo-world.ts';
import { lintAllSeo } from './staff-seo.ts';

const { db } = await testDatabase();
await makeBranches(db);
const root = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await makeCategory(db, 'shtukaturki', 'Штукатурки', root.id);
beforeEach(() => db.deleteFrom('seo_texts').execute());

const home: SeoPlace = { kind: 'home', key: '', department_id_1c: null };

async function lint(texts: Partial<SeoTexts>, place: SeoPlace = home) {
  const { title = '', description = '', unique_title = '' } = texts;
  const world = await readSeoWorld(db, { ...place, title, description, unique_title });
  return lintSeo(world, place, texts, await seoSample(db, place.kind, place.key)).map(
    ({ field, code, words }) => `${field} ${code}: ${words.replaceAll('\u00a0', ' ')}`,
  );
}

test('a text in order has no problems', async () => {
  expect(
    await lint({
      title: 'Товары для стройки в {region_prepositional}',
      description: 'Смеси, краски, плитка: {address}, телефон {phone}, {schedule}.',
      unique_title: 'ИДД в {region_prepositional}',
    }),
  ).toEqual([]);
});

test('a placeholder that there is not, one of another kind and a lone brace are found in every field', async () => {
  expect(await lint({ text: '<p>{regoin}</p>', keywords: '{product}, { }', title: '{region} {' })).toEqual([
    'text unknown_placeholder: Подстановки {regoin} нет',
    'keywords unknown_placeholder: Подстановки {product} нет на страницах вида «Главная»',
    'keywords raw_braces: Скобка без подстановки: такой текст не покажется',
    'title raw_braces: Скобка без подстановки: такой текст не покажется',
  ]);
});

test('the words of a template are read for Russian as well, whichever thing and branch they are filled with', async () => {
  expect(await lint({ title: 'Клей "Волма" в {region_prepositional}', keywords: 'клей, {address}' })).toEqual([
    'title doubt: Прямые кавычки: «Клей "Волма" в Вологде»',
  ]);
});

test('a placeholder without a value is found, a missing case by its name', async () => {
  expect(
    await lint({ title: 'Раздел {parent_category}: {region}' }, { ...home, kind: 'category', key: 'suhie-smesi' }),
  ).toEqual(['title empty_placeholder: Подстановка {parent_category} пуста: «Сухие смеси»']);
  const { names_cases } = await db
    .selectFrom('departments')
    .select('names_cases')
    .where('id_1c', '=', '00052')
    .executeTakeFirstOrThrow();
  const set = (cases: object) =>
    db
      .updateTable('departments')
      .set({ names_cases: JSON.stringify(cases), phones: JSON.stringify({}) })
      .where('id_1c', '=', '00052')
      .execute();
  await set({ ...(names_cases as object), prepositional: '' });
  expect(await lint({ title: 'Магазин в {region_prepositional}', description: 'Звоните: {phone}' })).toEqual([
    'title missing_case: Нет предложного падежа: Череповец',
    'description empty_placeholder: Подстановка {phone} пуста: Череповец',
  ]);
  await set(names_cases as object);
});

test('lengths are those that the branches show; a template of a kind is not blamed for names of things', async () => {
  const long = 'Строительный магазин с большим выбором товаров, {region}';
  expect(await lint({ title: `${long} и` })).toEqual([]);
  expect(await lint({ title: `${long}: смеси` })).toEqual([
    'title too_long: Длиннее 60 знаков: Вологда — 62 и ещё 1 филиал',
  ]);
  const description = `{region}: ${'а'.repeat(150)}`;
  expect((await lint({ description }))[0]).toContain('description too_long: Длиннее 155 знаков');
  await makeCategory(db, 'long', 'Очень длинное название раздела, которое никому не сократить');
  const template = { title: '{category}: цены, {region}' };
  expect(await lint(template, { ...home, kind: 'category' })).toEqual([]);
  expect((await lint(template, { ...home, kind: 'category', key: 'long' }))[0]).toContain('title too_long');
});

test('a title of another page of the host, one that is the same on all hosts and a word said thrice are found', async () => {
  const place: SeoPlace = { kind: 'category', key: 'shtukaturki', department_id_1c: null };
  expect(await lint({ title: 'Каталог товаров в {region_prepositional}' }, place)).toEqual([
    'title duplicate: Такой же заголовок у страницы «Каталог»: Вологда и ещё 1 филиал',
  ]);
  expect(await lint({ title: 'Штукатурки', description: 'Все штукатурки здесь' }, place)).toEqual([
    'title no_region: Одинаков во всех филиалах: добавьте город',
    'description no_region: Одинаков во всех филиалах: добавьте город',
  ]);
  expect(await lint({ title: 'Штукатурка, штукатурки, штукатурку — {region}' }, place)).toEqual([
    'title repeated_word: «штукатурка» больше двух раз: Вологда и ещё 1 филиал',
  ]);
  expect(await lint({ title: 'Штукатурки', description: '' }, { ...place, department_id_1c: '00131' })).toEqual([]);
});

test('all texts of the shop are gone through', async () => {
  await db
    .insertInto('seo_texts')
    .values([
      { kind: 'home', title: 'Один на всех' },
      { kind: 'page', key: 'about', title: 'О магазине {regoin}' },
      { kind: 'contacts', title: 'Контакты в {region_prepositional}' },
    ])
    .execute();
  const faults = await lintAllSeo(db, await readSeoWorld(db));
  expect(faults.map(({ kind, key, problems }) => [kind, key, problems.map(({ code }) => code)])).toEqual([
    ['home', '', ['no_region']],
    ['page', 'about', ['unknown_placeholder']],
  ]);
});

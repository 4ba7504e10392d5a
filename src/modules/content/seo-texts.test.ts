import { expect, test } from 'vitest';
import { listDepartments } from '#modules/departments/queries.ts';
import { keysOf } from '#shared/keys-of.ts';
import { testDatabase } from '#test/support/database.ts';
import { seeded } from '#test/support/random.ts';
import { makeBranches } from '#test/support/shop.ts';
import { fillTemplate, ownTemplates, type SeoValues, seoTexts } from './seo-texts.ts';

const { db } = await testDatabase();
await makeBranches(db);
const vologda = (await listDepartments(db)).find((department) => department.id_1c === '00131')!;

test('[S3-11] every placeholder is replaced: region in six forms, host, phone, address, schedule, names', async () => {
  await db
    .insertInto('seo_texts')
    .values({
      kind: 'product',
      key: 'all',
      title:
        '{region}|{region_genitive}|{region_dative}|{region_accusative}|{region_instrumental}|{region_prepositional}',
      keywords: '{host}|{phone}|{address}|{schedule}',
      description: '{parent_category}|{product}|{root_category}|{brand}',
      text: '<p>{product}</p>',
      unique_title: '{product} в {region_prepositional}',
    })
    .execute();
  const texts = await seoTexts(db, vologda, 'product', 'all', {
    host: 'idd.example',
    parent_category: 'Штукатурки',
    product: 'Смесь <5 кг>',
    root_category: 'Сухие смеси',
    brand: 'СУХОНА',
  });
  expect(texts.title).toBe('Вологда|Вологды|Вологде|Вологду|Вологдой|Вологде');
  expect(texts.keywords).toBe('idd.example|+7-817-200-35-35|ул. Гончарная, 2|Пн–Пт 09:00–20:00, Сб–Вс 10:00–20:00');
  expect(texts.description).toBe('Штукатурки|Смесь <5 кг>|Сухие смеси|СУХОНА');
  expect(texts.text, 'the text is HTML').toBe('<p>Смесь &#60;5 кг&#62;</p>');
  expect(texts.unique_title).toBe('Смесь <5 кг> в Вологде');
});

test('[S3-11] a template with an empty value falls back to the next one; a placeholder is never printed raw', async () => {
  await db
    .insertInto('seo_texts')
    .values([
      { kind: 'category', key: 'shtukaturki', title: 'Штукатурки {brand}', description: '{unknown} в {region}' },
      {
        kind: 'category',
        key: '',
        title: '{root_category}: {parent_category}',
        description: 'Цены в {region_prepositional}',
      },
    ])
    .execute();
  const texts = await seoTexts(db, vologda, 'category', 'shtukaturki', { category: 'Штукатурки', brand: '' });
  expect(texts.title).toBe('Штукатурки: цены в Вологде');
  expect(texts.description).toBe('Цены в Вологде');
  expect(JSON.stringify(texts)).not.toMatch(/[{]\w+[}]/);
});

test('a branch’s own text stands before the common one, a page without any has a title all the same', async () => {
  await db
    .insertInto('seo_texts')
    .values([
      { kind: 'brand', key: 'suhona', title: 'СУХОНА' },
      { kind: 'brand', key: 'suhona', department_id_1c: '00131', title: 'СУХОНА в Вологде' },
    ])
    .execute();
  expect((await seoTexts(db, vologda, 'brand', 'suhona')).title).toBe('СУХОНА в Вологде');
  expect((await seoTexts(db, vologda, 'home', '')).title).toBe('Товары для стройки, дома и сезона в Вологде');
});

test('every kind of page has a title of its own even when nothing is written and no name is known', async () => {
  for (const kind of keysOf(ownTemplates)) {
    await db.deleteFrom('seo_texts').where('kind', '=', kind).execute();
    const texts = await seoTexts(db, vologda, kind, 'nothing-of-this-key');
    expect(texts.title, kind).not.toBe('');
    expect(JSON.stringify(texts), kind).not.toMatch(/[{}]\w/);
    // The database takes a record of every kind that the code knows.
    await db.insertInto('seo_texts').values({ kind, key: 'taken', title: 'Взят' }).execute();
    expect((await seoTexts(db, vologda, kind, 'taken')).title).toBe('Взят');
  }
});

test('[S3-11] property: whatever is written in a template and whatever is missing, no placeholder is printed raw', () => {
  const seed = Date.now() % 2 ** 31;
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const placeholders = [
    ...[
      'region',
      'region_genitive',
      'region_dative',
      'region_accusative',
      'region_instrumental',
      'region_prepositional',
    ],
    ...['host', 'phone', 'address', 'schedule', 'parent_category', 'product', 'root_category', 'brand'],
  ];
  const pieces = [
    'Смеси ',
    ', ',
    '«',
    '» ',
    '25 кг',
    ' — ',
    '<b>',
    '&',
    '{',
    '}',
    '{{',
    '{нет}',
    '{ }',
    '{constructor}',
    '{Регион}',
  ];
  const words = ['Вологда', '', ' ', undefined, 'Ключ {brand} 10', '}{', 'idd.example', 'Кирпич $& $1'];
  for (let round = 0; round < 5_000; round++) {
    const template = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      random() < 0.6 ? pick([`{${pick(placeholders)}}`, `{ ${pick(placeholders).toUpperCase()} }`]) : pick(pieces),
    ).join('');
    const values = Object.fromEntries(placeholders.map((name) => [name, pick(words)]));
    const text = fillTemplate(template, values);
    const about = `${template} with ${JSON.stringify(values)}, seed ${seed}`;
    if (text !== null) expect(text, about).not.toMatch(/[{}]/);
    const asked = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!.trim().toLowerCase());
    const isMissing = asked.some((name) => !new Map(Object.entries(values)).get(name)?.replace(/[{}]/g, '').trim());
    if (isMissing) expect(text, about).toBeNull();
  }
});

test('[S3-11] a page whose every name is empty takes the next template, field by field, down to the shop’s own', async () => {
  await db
    .insertInto('seo_texts')
    .values([
      { kind: 'short', key: 'gips', title: '{product} {region}', description: '{brand}', unique_title: '{Brand}' },
      { kind: 'short', key: '', title: '{root_category}: {region}', description: 'Адрес: {address}', text: '{oops' },
    ])
    .execute();
  const values: SeoValues = { name: 'Гипсовая штукатурка', product: '', brand: ' ', root_category: '' };
  const texts = await seoTexts(db, vologda, 'short', 'gips', values);
  expect(texts).toEqual({
    title: 'Гипсовая штукатурка в Вологде',
    description: 'Адрес: ул. Гончарная, 2',
    keywords: '',
    text: '',
    unique_title: 'Гипсовая штукатурка',
  });
});

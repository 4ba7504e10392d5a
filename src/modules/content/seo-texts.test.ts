import { expect, test } from 'vitest';
import { listDepartments } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { seoTexts } from './seo-texts.ts';

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
  expect(texts.keywords).toBe('idd.example|+7 (8172) 00-35-35|ул. Гончарная, 2|Пн–Пт 09:00–20:00, Сб–Вс 10:00–20:00');
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

import type { JobHelpers } from 'graphile-worker';
import { expect, test } from 'vitest';
import { workOnGoodsImports } from '#jobs/work-on-goods-imports.ts';
import { followQuality } from '#modules/catalogue/quality.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { jobContext } from '#test/support/jobs.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const brand = await db
  .insertInto('brands')
  .values({ slug: 'gipsar', name: 'Гипсар' })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('attributes')
  .values([
    { code: 'osnova', name: 'Основа', type: 'text' },
    { code: 'rashod', name: 'Расход', type: 'number', unit: 'кг/м²' },
  ])
  .execute();
for (let n = 0; n < 12; n++)
  await makeProduct(db, {
    name: `Штукатурка ${n}`,
    category_id: mixes.id,
    brand_id: brand.id,
    specs: { osnova: 'Гипс', rashod: n + 1 },
    barcode: `46000000000${n + 10}`,
    images: ['a.webp'],
    description: 'Слой до 50 мм за один проход. '.repeat(8),
  });
const poor = await makeProduct(db, { name: '=Клей «Держись»', category_id: mixes.id, weight_grams: null });
const from1c = await makeProduct(db, { name: 'Грунт из 1С', category_id: mixes.id, id_1c: 'guid-1' });
await db.transaction().execute((db) => followQuality(db));
const { address } = await testSite(db);
const browser = await testBrowser();

const work = async () => workOnGoodsImports({}, await jobContext(db), {} as JobHelpers);

test('goods are taken away by the filter of quality, mended in the table, looked at, taken and put back', {
  timeout: 240_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ксения Титова' });
  const { page, problems } = await openOffice({ browser, address, cookies }, '/home');
  await page.getByRole('link', { name: /Качество ниже 70/ }).click();
  await page.getByRole('link', { name: '=Клей «Держись»' }).waitFor();
  expect(await page.getByRole('link', { name: 'Штукатурка 1', exact: true }).count()).toBe(0);
  await looks(page, 'goods-quality');

  await page.getByRole('link', { name: '=Клей «Держись»' }).click();
  const quality = page.getByRole('region', { name: 'Качество' });
  await quality.getByText('Вес', { exact: true }).click();
  expect(await page.evaluate(() => document.activeElement?.closest('.goods-field')?.id)).toBe('product-weight');
  await looks(page, 'product-quality');
  await page.goBack();

  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^tovary-\d{4}-\d\d-\d\d\.csv$/);
  const pieces: Buffer[] = [];
  for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer);
  const table = Buffer.concat(pieces).toString();
  expect(table).toContain("'=Клей «Держись»");

  await page.getByRole('navigation', { name: 'Каталог' }).getByRole('link', { name: 'Импорт и экспорт' }).click();
  await page.getByRole('button', { name: 'Товары', exact: true }).click();
  await page.getByText('Таблиц товаров ещё не было').waitFor();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'фото.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await page.getByText('таблица читается из CSV, TXT или XLSX').waitFor();
  await looks(page, 'goods-table-wrong');

  // The row of the glue: its weight and brand; a new product; the name of what 1C keeps; a category that is not there.
  const [head = '', ...rows] = table.replace('\uFEFF', '').trim().split('\r\n');
  const headings = head.split(';');
  const edited = (row: string, cells: Record<string, string>) =>
    row
      .split(';')
      .map((cell, at) => cells[headings[at] ?? ''] ?? cell)
      .join(';');
  const rowOf = (idcode: string) => rows.find((row) => row.startsWith(`${idcode};`)) ?? '';
  const blank = headings.map(() => '').join(';');
  const sent = [
    head,
    edited(rowOf(poor.idcode), { 'Вес, г': '25000', Бренд: 'Гипсар' }),
    edited(rowOf(from1c.idcode), { Название: 'Грунт по-нашему' }),
    edited(blank, { Артикул: 'NEW-1', Название: 'Пена монтажная', Раздел: 'Сухие смеси', 'Вес, г': '900' }),
    edited(blank, { Артикул: 'NEW-2', Название: 'Клей-пена', Раздел: 'Нет такого раздела' }),
  ].join('\r\n');
  await input.setInputFiles({ name: 'поправлено.csv', mimeType: 'text/csv', buffer: Buffer.from(sent) });
  expect(await page.getByLabel('Что в столбце «Вес, г»').inputValue()).toBe('weight');
  await looks(page, 'goods-table-columns');
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByText('Читаем таблицу и сравниваем').waitFor();
  await work();
  await page.getByText('Пока ничего не изменено').waitFor();
  await page.getByText('1 ячейка не принята: поле ведёт 1С').waitFor();
  await looks(page, 'goods-import');
  await page.getByRole('button', { name: /^Не приняты/ }).click();
  await page.getByText(/раздела «Нет такого раздела» нет/).waitFor();
  await looks(page, 'goods-table-refused');

  await page.getByRole('button', { name: /^Завести\s1\sи\sизменить\s1/ }).click();
  await page.getByText(/Записываем: 0 из 2/).waitFor();
  await work();
  await page.getByText('Записано 2 из 2').waitFor();
  const weight = () => db.selectFrom('products').select('weight_grams').where('id', '=', poor.id).executeTakeFirst();
  expect(await weight()).toEqual({ weight_grams: 25_000 });
  await looks(page, 'goods-table-done');
  await page.getByRole('button', { name: 'Вернуть как было' }).click();
  await page.getByText(/Возвращаем: 0 из 2/).waitFor();
  await work();
  await page.getByText('Возвращено 2').waitFor();
  expect(await weight()).toEqual({ weight_grams: null });
  const made = await db.selectFrom('products').select('switched_off_at').where('article', '=', 'NEW-1').execute();
  expect(made[0]?.switched_off_at).not.toBeNull();

  await page.reload();
  await page.getByText('Возвращено 2').waitFor();
  await input.setInputFiles({ name: 'как есть.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByRole('heading', { name: 'как есть.csv' }).waitFor();
  await work();
  await page.getByText('Изменений нет: 2 строки без изменений').waitFor();
  // The file that is no table.
  expect(problems).toEqual([expect.stringContaining('422')]);
});

import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deriveProducts } from '#modules/catalogue/product-words.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await makeCategory(db, 'shtukaturki', 'Штукатурки', mixes.id);
const paints = await makeCategory(db, 'kraski', 'Краски');
await db.insertInto('attributes').values({ code: 'osnova', name: 'Основа', type: 'enum', filter: 'values' }).execute();
const products: { id: number }[] = [];
for (const osnova of ['Гипс', 'Гипс', 'гипс ', 'Цемент'])
  products.push(await makeProduct(db, { category_id: mixes.id, specs: { osnova } }));
await db.transaction().execute((db) =>
  deriveProducts(
    db,
    products.map(({ id }) => id),
  ),
);
const { address } = await testSite(db);
const browser = await testBrowser();

/** The back office as the owner has it open. */
async function office(path: string): Promise<Page> {
  const { cookies } = await makeStaff(db, ['owner'], { full_name: 'Ольга Кузнецова' });
  return (await openOffice({ browser, address, cookies }, path)).page;
}

test('a category is made, moved by keys and by drag, put out of a menu; spellings become one; a brand and a unit are described', async () => {
  const page = await office('/catalogue');
  await page.getByRole('navigation', { name: 'Каталог' }).getByRole('link', { name: 'Категории' }).click();
  await page.getByRole('button', { name: 'Новая категория' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await dialog.getByText('Обязательно для заполнения').waitFor();
  await dialog.getByLabel('Название').fill('Ёлки живые');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Ёлки живые' }).waitFor();
  await page.getByRole('checkbox', { name: 'Череповец' }).uncheck();
  await page.getByLabel('Описание').fill('Ели и пихты - в Вологда');
  await page.getByText('между словами ставим —').waitFor();
  await page.getByText('падеж: нужно «Вологде» или «Вологду»').waitFor();
  await page.getByLabel('Описание').fill('Ели и пихты в горшках');
  await page.getByText('между словами ставим —').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'category');
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('Изменён раздел «Ёлки живые»').waitFor();

  await page.getByRole('navigation', { name: 'Путь' }).getByRole('link', { name: 'Категории' }).click();
  const rows = page.getByRole('list', { name: 'Категории' }).getByRole('listitem');
  await expect.poll(() => rows.getByRole('link').allTextContents()).toEqual(['Краски', 'Сухие смеси', 'Ёлки живые']);
  const tick = page.getByRole('checkbox', { name: 'Череповец: Ёлки живые' });
  expect(await tick.isChecked()).toBe(false);
  const menusOf = async (code: string) => {
    const { rows } = await sql<{ id: string }>`
      select m.department_id_1c as id from dynamic_menus m join categories c on c.id = m.category_id
      where c.code = ${code} order by 1`.execute(db);
    return rows.map(({ id }) => id);
  };
  await tick.check();
  await page.getByText('«Ёлки живые»: в меню филиала «Череповец».').waitFor();
  expect(await menusOf('elki-zhivye')).toEqual(['00052', '00131']);
  await page.getByRole('button', { name: 'Отменить', exact: true }).click();
  await expect.poll(() => menusOf('elki-zhivye')).toEqual(['00131']);
  await expect.poll(() => tick.isChecked()).toBe(false);
  await tick.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  const above = page.getByRole('checkbox', { name: 'Вологда: Сухие смеси' });
  await page.getByText('«Сухие смеси»: в меню филиала «Вологда».').waitFor();
  await above.uncheck();
  await page.getByText('«Сухие смеси»: вне меню филиала «Вологда».').waitFor();
  await page.getByLabel('Отмечать вместе с подразделами').check();
  await above.check();
  await page.getByText(/^2\sраздела: в меню филиала «Вологда»/).waitFor();
  expect(await menusOf('shtukaturki')).toEqual(['00131']);
  await looks(page, 'categories-menus');
  await page.getByRole('button', { name: 'Выше: Ёлки живые' }).click();
  await expect.poll(() => rows.getByRole('link').allTextContents()).toEqual(['Краски', 'Ёлки живые', 'Сухие смеси']);
  await page.getByRole('button', { name: 'Переместить: Краски' }).click();
  await dialog.getByLabel('В каком разделе').selectOption({ label: 'Сухие смеси' });
  await dialog.getByLabel('На какое место').selectOption({ label: 'После «Штукатурки»' });
  await dialog.getByRole('button', { name: 'Переместить' }).click();
  await page.getByRole('button', { name: 'Развернуть: Сухие смеси' }).click();
  await expect
    .poll(() => rows.getByRole('link').allTextContents())
    .toEqual(['Ёлки живые', 'Сухие смеси', 'Штукатурки', 'Краски']);
  await looks(page, 'categories');
  await rows.filter({ hasText: 'Краски' }).dragTo(rows.filter({ hasText: 'Ёлки живые' }));
  await expect
    .poll(() => db.selectFrom('categories').select('parent_id').where('id', '=', paints.id).executeTakeFirstOrThrow())
    .not.toEqual({ parent_id: mixes.id });
  // Let go on the edge of a row it stands beside it.
  await page.getByRole('button', { name: 'Развернуть: Ёлки живые' }).click();
  const upperEdge = { targetPosition: { x: 200, y: 2 } };
  await rows.filter({ hasText: 'Краски' }).dragTo(rows.filter({ hasText: 'Ёлки живые' }), upperEdge);
  await expect
    .poll(() => rows.getByRole('link').allTextContents())
    .toEqual(['Краски', 'Ёлки живые', 'Сухие смеси', 'Штукатурки']);
  await page.getByLabel('Название или адрес').fill('штук');
  await expect.poll(() => rows.getByRole('link').allTextContents()).toEqual(['Сухие смеси', 'Штукатурки']);

  await page.getByRole('link', { name: 'Свойства' }).click();
  await page.getByRole('link', { name: 'Основа' }).click();
  await page.getByRole('button', { name: 'Значения' }).click();
  await page.getByRole('button', { name: 'Выбрать все написания' }).first().click();
  await page.getByRole('button', { name: 'Объединить', exact: true }).click();
  await page.getByText('Объединено: изменилось').waitFor();
  await expect.poll(() => page.getByText('записано по-разному').count()).toBe(0);
  await looks(page, 'attribute-values');

  await page.goto(address('/admin/catalogue/brands'));
  await page.getByText('Брендов пока нет').waitFor();
  await page.getByRole('button', { name: 'Новый бренд' }).click();
  await dialog.getByLabel('Название').fill('Гипсар');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Гипсар' }).waitFor();
  await page.getByLabel('О бренде').fill('Смеси - с 1998 года');
  await page.getByText('между словами ставим —').waitFor();
  await page.getByLabel('О бренде').fill('Смеси с 1998 года');
  await page.getByRole('checkbox', { name: 'Магазин — дилер бренда' }).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Укажите день').waitFor();
  await page.getByLabel('С какого дня').fill('2026-01-01');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'brand');

  await page.goto(address('/admin/catalogue/units'));
  await page.getByRole('link', { name: 'меш.' }).click();
  await page.getByLabel('Сокращение', { exact: true }).fill('мешок');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'unit');
});

test('an attribute becomes a number after its values are looked at, two goods agree to lose theirs, and the history brings all back', async () => {
  const longest = 'Не указана производителем, спросите у продавца-консультанта в отделе сухих смесей';
  const names = ['Клей А', 'Клей Б', 'Клей В', 'Штукатурка с очень длинным названием для наружных и внутренних работ'];
  const values = ['10 мм', '12,5 мм', 'тонкая', longest];
  await db.insertInto('attributes').values({ code: 'sloy', name: 'Слой', type: 'text', filter: 'values' }).execute();
  const ids: number[] = [];
  for (const [at, name] of names.entries())
    ids.push((await makeProduct(db, { name, category_id: mixes.id, specs: { sloy: values[at] ?? '' } })).id);
  const said = async () => {
    const rows = await db.selectFrom('products').select('specs').where('id', 'in', ids).orderBy('id').execute();
    return rows.map(({ specs }) => (specs as Record<string, unknown>).sloy);
  };
  const page = await office('/catalogue/attributes');
  await page.getByRole('link', { name: 'Слой', exact: true }).click();
  await page.getByRole('button', { name: 'Изменить вид' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вид свойства «Слой»' });
  await looks(page, 'attribute-type-begun');
  await dialog.getByLabel('Новый вид').selectOption({ label: 'список' });
  await dialog.getByText('Читаются все значения: 4.').waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBe(0);
  await dialog.getByLabel('Новый вид').selectOption({ label: 'число' });
  await dialog.getByText('0 из 4 значений читаются.').waitFor();
  await dialog.getByLabel('Единица').fill('мм');
  await dialog.getByLabel('Единица').press('Tab');
  await dialog.getByText('2 из 4 значений читаются.').waitFor();
  await dialog.getByText(longest).waitFor();
  const done = dialog.getByRole('button', { name: 'Изменить вид' });
  expect(await done.isDisabled()).toBe(true);
  await looks(page, 'attribute-type');
  await dialog.getByRole('checkbox', { name: /^Оставить 2.товара без значения$/ }).check();

  // Somebody writes another value meanwhile: what was agreed to is no more what would be done.
  await sql`update products set specs = '{"sloy": "толстая"}' where id = ${ids[0] ?? 0}`.execute(db);
  await done.click();
  await dialog.getByText(/значения свойства изменились/).waitFor();
  await looks(page, 'attribute-type-refused');
  await dialog.getByRole('button', { name: 'Проверить ещё раз' }).click();
  await dialog.getByText('1 из 4 значений читается.').waitFor();
  expect(await done.isDisabled()).toBe(true);
  await sql`update products set specs = '{"sloy": "10 мм"}' where id = ${ids[0] ?? 0}`.execute(db);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Изменить вид' }).click();
  await dialog.getByLabel('Новый вид').selectOption({ label: 'число' });
  await dialog.getByLabel('Единица').fill('мм');
  await dialog.getByLabel('Единица').press('Tab');
  await dialog.getByRole('checkbox', { name: /^Оставить 2.товара без значения$/ }).check();
  await done.click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.page-head').getByText('число', { exact: true }).waitFor();
  expect(await said()).toEqual([10, 12.5, undefined, undefined]);
  expect(await page.getByLabel('Единица').inputValue()).toBe('мм');
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText(/Вид свойства «Слой»: был текст, стал число/).waitFor();
  await looks(page, 'attribute-type-history');
  await page.getByRole('button', { name: /^Вернуть как было: Вид свойства/ }).click();
  await page.getByText(/Отменено: Вид свойства «Слой»/).waitFor();
  expect(await said()).toEqual(values);
});

test('a short listing is put together by ticks, described, and stands in the shop; removed, its address leads to the category', async () => {
  const page = await office(`/catalogue/categories/${mixes.id}?tab=shorts`);
  await page.getByText('Подборок пока нет').waitFor();
  await page.getByRole('button', { name: 'Новая подборка' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill('Смеси из гипса');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await dialog.getByText('Отметьте хотя бы один фильтр').waitFor();
  await dialog.getByRole('checkbox', { name: /^Гипс/ }).first().check();
  await dialog.getByText(/: [23] по этим фильтрам/).waitFor();
  await looks(page, 'short-new');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Смеси из гипса', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Добавить вопрос' }).click();
  await page.getByLabel('Вопрос 1').fill('Сколько сохнет?');
  await page.getByLabel('Ответ 1').fill('Сутки - при двадцати градусах.');
  await page.getByText('между словами ставим —').waitFor();
  await page.getByLabel('Ответ 1').fill('Сутки при двадцати градусах.');
  await page.getByLabel('Порядок').fill('2');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'short');
  const path = '/category/suhie-smesi/shorts/smesi-iz-gipsa/';
  const read = () => page.evaluate(async (path) => (await fetch(path)).text(), path);
  await expect.poll(read).toContain('Сутки');
  await page.getByRole('button', { name: 'Удалить' }).click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await page.getByText('Подборок пока нет').waitFor();
  const url = () => page.evaluate(async (path) => new URL((await fetch(path)).url).pathname, path);
  await expect.poll(url).toBe('/category/suhie-smesi/');
});

test('title, description and H1 of a category are written beside the rest, and stand in the shop', async () => {
  const page = await office(`/catalogue/categories/${mixes.id}?tab=seo`);
  await page.getByLabel('Заголовок в поиске (title)').fill('Сухие смеси с доставкой');
  await page.getByLabel('Заголовок страницы (H1)').fill('Смеси для стен');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'category-seo');
  const read = () => page.evaluate(async (path) => (await fetch(path)).text(), '/category/suhie-smesi/');
  await expect.poll(read).toContain('<title>Сухие смеси с доставкой');
  expect((await read()).replaceAll('\u00a0', ' ')).toContain('>Смеси для стен</h1>');
});

test('a table of prices is looked at, taken and put back', async () => {
  const product = await makeProduct(db, { name: 'Клей плиточный', price: 40_000 });
  const page = await office('/catalogue/import');
  await page.getByText('Таблиц ещё не было').waitFor();
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'фото.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await page.getByText('таблица читается из CSV, TXT или XLSX').waitFor();
  const table = `Прайс поставщика\n\nАртикул;Код;Название;Опт\n;${product.idcode};Клей плиточный;425,50\n;НЕТ-ТАКОГО;Пена;100`;
  const given = { name: 'прайс.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await input.setInputFiles(given);
  expect(await page.getByLabel('Что в столбце «Код»').inputValue()).toBe('idcode');
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByText('нет ни одного столбца с ценой или остатком').waitFor();
  await page.getByLabel('Что в столбце «Опт»').selectOption({ label: 'Цена: Вологда' });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByText(/цена\svologda:\s400\s₽\s→\s425,50\s₽/).waitFor();
  await looks(page, 'import');
  // Somebody else changes the price meanwhile: it is looked at again before it is taken.
  const become = (price: number) =>
    db.updateTable('prices').set({ price }).where('product_id', '=', product.id).execute();
  await become(39_000);
  await page.getByRole('button', { name: /^Принять\s1\sизменение/ }).click();
  await page.getByText(/За это время изменилось то, с чем сравнивали таблицу/).waitFor();
  await become(40_000);
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByRole('button', { name: /^Принять\s1\sизменение/ }).click();
  await page.getByText(/Изменено: цен 1/).waitFor();
  await page.getByRole('button', { name: 'Вернуть цены' }).click();
  await page.getByText('цены возвращены').waitFor();
  const price = await db.selectFrom('prices').select('price').where('product_id', '=', product.id).execute();
  expect(price).toEqual([{ price: 40_000 }]);

  // Guards that were set elsewhere stay with the map.
  const guards = { moved_percent: 10, moved_share: 2 };
  await db.updateTable('file_maps').set(guards).execute();
  await page.reload();
  await input.setInputFiles(given);
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByText(/цена\svologda:\s400\s₽\s→\s425,50\s₽/).waitFor();
  expect(await db.selectFrom('file_maps').select(['moved_percent', 'moved_share']).execute()).toEqual([guards]);
});

test('[rule 6] a category of 1C is unlocked field by field and given back, and so is the name of an attribute', async () => {
  const { id } = await makeCategory(db, 'laki', 'Лаки');
  await db.updateTable('categories').set({ id_1c: 'g-laki' }).where('id', '=', id).execute();
  const group = { id_1c: 'g-laki', classifier_id_1c: '', name: 'Лаки', category_id: id };
  await db.insertInto('onec_groups').values(group).execute();
  const page = await office(`/catalogue/categories/${id}`);
  const name = page.getByLabel('Название', { exact: true });
  expect(await name.isEditable()).toBe(false);
  expect(await page.getByRole('checkbox', { name: 'На сайте' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Править здесь: название' }).click();
  await name.fill('Лаки и морилки');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Обмен с 1С эти поля не трогает.').waitFor();
  await looks(page, 'category-of-1c');
  await page.getByRole('button', { name: 'Вернуть 1С: название' }).click();
  await page.getByRole('heading', { name: 'Лаки', exact: true, level: 1 }).waitFor();
  await page.getByText('Правятся в магазине').waitFor({ state: 'detached' });
  expect(await name.isEditable(), 'unlocked for the change that was given back, not for the next').toBe(false);

  const osnova = db.selectFrom('attributes').select('id').where('code', '=', 'osnova');
  const { id: attribute_id } = await osnova.executeTakeFirstOrThrow();
  const property = { id_1c: 'p-osnova', name: 'Основание', type: 'enum', attribute_id };
  await db.insertInto('onec_properties').values(property).execute();
  const other = await office(`/catalogue/attributes/${attribute_id}`);
  await other.getByText('В 1С это «Основание»').waitFor();
  await other.getByRole('button', { name: 'Вернуть 1С' }).click();
  await other.getByRole('heading', { name: 'Основание', level: 1 }).waitFor();
  await other.getByText('Название и единицу ведёт 1С').waitFor();
});

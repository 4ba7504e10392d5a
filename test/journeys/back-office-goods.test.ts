import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { keepUpload } from '#modules/uploads/uploads.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { readPdf } from '#test/support/pdf.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
const dataDir = await testFolder();
await makeBranches(db);
const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const plasters: { slug: string }[] = [];
for (let n = 0; n < 200; n++)
  plasters.push(
    await makeProduct(db, {
      name: `Штукатурка ${String(n).padStart(3, '0')}`,
      category_id: category.id,
      price: 40_000 + n * 100,
    }),
  );
const { address } = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser({ drawsPictures: true });

test('a picture is cropped square; 600 prices are pasted, stand in the shop and are taken back; 200 are raised by a plan at once', {
  timeout: 240_000,
}, async () => {
  const { cookies, id: staff_user_id } = await makeStaff(db, ['owner'], { full_name: 'Ольга Кузнецова' });
  const { page } = await openOffice({ browser, address, cookies }, '/catalogue');
  await page.getByRole('heading', { name: 'Товары' }).waitFor();
  await page.getByRole('link', { name: 'Штукатурка 199' }).waitFor();
  await looks(page, 'goods-list');

  const id = await makePictured(staff_user_id);
  await page.goto(address(`/admin/catalogue/${id}`));
  await page.getByRole('button', { name: 'Обрезать изображение 1' }).click();
  const crop = page.getByRole('dialog');
  await crop.getByRole('button', { name: 'Квадрат' }).click();
  await looks(page, 'picture-crop');
  await crop.getByRole('button', { name: 'Оставить выделенное' }).click();
  await crop.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'product');
  // The description stands whole above the pictures, however low the window is.
  await page.setViewportSize({ width: 1440, height: 500 });
  const form = page.locator('.goods-form').first();
  expect(await form.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  const stored = await db.selectFrom('products').select('images').where('id', '=', id).executeTakeFirstOrThrow();
  expect(stored.images).toHaveLength(1);
  const { width, height } = await sharp(join(dataDir, 'files', stored.images[0] ?? '')).metadata();
  expect(width).toBe(height);

  await page.goto(address(`/admin/prices?q=${encodeURIComponent('Штукатурка')}&per_page=250`));
  const first = page.getByRole('textbox', { name: 'Штукатурка 000, Вологда', exact: true });
  await first.waitFor();
  await looks(page, 'prices');
  await page.getByRole('button', { name: 'Цены от количества и история: Штукатурка 000' }).click();
  const details = page.getByRole('dialog');
  await details.getByLabel('Колонка цен').selectOption({ label: 'Вологда' });
  await details.getByRole('button', { name: 'Добавить' }).click();
  await details.getByRole('button', { name: 'Записать цены от количества' }).click();
  await details.getByText('нужны количество от 2 и цена больше 0').waitFor();
  await details.getByLabel('Строка 1: от какого количества').fill('10');
  await details.getByLabel('Строка 1: цена в рублях').fill('390');
  await looks(page, 'price-details');
  await details.getByRole('button', { name: 'Записать цены от количества' }).click();
  await expect
    .poll(() => db.selectFrom('price_tiers').select(['from_count', 'price']).execute())
    .toEqual([{ from_count: 10, price: 39_000 }]);
  await details.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByText('От количества', { exact: true }).waitFor();
  const unchanged = await countPrices();
  // More than one call takes: three columns of 200 goods.
  const raised = Array.from({ length: 200 }, (_, n) => [450 + n, 460 + n, 470 + n].join('\t')).join('\n');
  await first.evaluate((input, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, raised);
  await page.getByRole('button', { name: 'Сохранить 600 цен' }).click();
  await page.getByRole('button', { name: 'Отменить сохранённое' }).waitFor();
  const saved = Date.now();
  const shop = await page.context().newPage();
  await shop.goto(address(`/product/${plasters.at(-1)?.slug}/`));
  await shop.getByRole('main').getByText('649').first().waitFor();
  expect(Date.now() - saved).toBeLessThan(20_000);
  await shop.close();
  expect(await countPrices()).toBe(unchanged + 400);
  expect(await pricesOf()).toEqual(Array.from({ length: 200 }, (_, n) => 45_000 + n * 100));
  await page.getByRole('button', { name: 'Отменить сохранённое' }).click();
  await page.getByRole('button', { name: 'Отменить сохранённое' }).waitFor({ state: 'detached' });
  expect(await pricesOf()).toEqual(Array.from({ length: 200 }, (_, n) => 40_000 + n * 100));
  expect(await countPrices()).toBe(unchanged);

  await page.getByRole('button', { name: 'Изменить все' }).click();
  await page.getByLabel('Изменить на, %').fill('10');
  await page.getByRole('button', { name: 'Посчитать' }).click();
  await page.getByRole('button', { name: /^Изменить\s200\sцен/ }).waitFor();
  const preview = page.getByRole('region', { name: 'Новые цены' });
  expect(await preview.getByRole('row', { name: /Штукатурка 000/ }).innerText()).toMatch(/400\s₽\s+440\s₽/);
  await page.getByText(/Здесь 100\sтоваров из\s200/).waitFor();
  await looks(page, 'mass-change');
  await page.getByRole('button', { name: /^Изменить\s200\sцен/ }).click();
  await page.getByRole('heading', { name: 'Массовые изменения' }).waitFor();
  await workOnPlans();
  await page.getByRole('button', { name: 'Вернуть цены' }).waitFor();
  expect((await pricesOf())[0]).toBe(44_000);
  await looks(page, 'price-plans');
  await changeMarkedBySum(page);
  await crossOut(page);

  await page.goto(address('/admin/stock'));
  await page.getByLabel('Место: Штукатурка 000, Вологда').fill('А-12');
  await page.getByLabel('Место: Штукатурка 000, Вологда').press('Enter');
  await expect.poll(() => db.selectFrom('stock').select('shelf').where('shelf', '=', 'А-12').execute()).toHaveLength(1);
  await looks(page, 'stock');
});

/** Prices of two goods alone in one column, by a sum from another. */
async function changeMarkedBySum(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Вернуть цены' }).click();
  await page.getByText('Возвращается').waitFor();
  await workOnPlans();
  await page.goto(address(`/admin/prices?q=${encodeURIComponent('Штукатурка')}`));
  const mark = (name: string) => page.getByLabel(`Отметить «${name}»`).check();
  await mark('Штукатурка 003');
  // What is marked stays so when it is filtered out of sight, hence the way to take it back.
  await page.getByLabel('Категория').selectOption({ label: 'Сухие смеси' });
  await page.waitForURL(/category_id=\d+/);
  await page.getByRole('button', { name: 'Изменить отмеченные: 1' }).waitFor();
  await page.getByRole('button', { name: 'Снять отметки' }).click();
  await page.getByRole('button', { name: 'Изменить все' }).waitFor();
  for (const name of ['Штукатурка 001', 'Штукатурка 002']) await mark(name);
  await tagsArePrinted(page);
  await page.getByRole('button', { name: 'Изменить отмеченные: 2' }).click();
  await page.getByRole('dialog').getByLabel('Вологда', { exact: true }).uncheck();
  await page.getByLabel('От чего считать').selectOption({ label: 'Вологда' });
  await page.getByLabel('Что сделать').selectOption({ label: 'Изменить на сумму' });
  await page.getByLabel('Изменить на, ₽').fill('-12,50');
  await page.getByLabel('Округлить').selectOption({ label: 'Не округлять' });
  await page.getByRole('button', { name: 'Посчитать' }).click();
  await page.getByRole('button', { name: /^Изменить\s2\sцены/ }).click();
  await page.getByRole('heading', { name: 'Массовые изменения' }).waitFor();
  await workOnPlans();
  expect((await pricesOf()).slice(0, 3)).toEqual([40_000, 40_100, 40_200]);
  expect(await pricesOf('cherepovets')).toEqual([38_850, 38_950]);
}

/** The tags of the marked goods are a PDF with the prices of the branch that is asked for. */
async function tagsArePrinted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ценники' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ценники' });
  await dialog.getByLabel('Филиал').selectOption({ label: 'Вологда' });
  await looks(page, 'price-tags');
  const href = await dialog.getByRole('link', { name: 'Ценники, PDF' }).getAttribute('href');
  const { type, bytes } = await page.evaluate(async (href) => {
    const answer = await fetch(href);
    return { type: answer.headers.get('content-type'), bytes: [...new Uint8Array(await answer.arrayBuffer())] };
  }, href ?? '');
  expect(type).toBe('application/pdf');
  expect(readPdf(Buffer.from(bytes)).text).toMatch(/Штукатурка 001 401 ₽.*Штукатурка 002 402 ₽/);
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
}

/** [2.5] The price before is crossed out when a lower one is typed, changed and taken away beside the history. */
async function crossOut(page: Page): Promise<void> {
  const crossed = async () =>
    (
      await db
        .selectFrom('prices as r')
        .innerJoin('products as p', 'p.id', 'r.product_id')
        .select(['r.price', 'r.old_price'])
        .where('r.price_column', '=', 'vologda')
        .where('p.name', '=', 'Штукатурка 003')
        .execute()
    )[0];
  await page.goto(address(`/admin/prices?q=${encodeURIComponent('Штукатурка 003')}`));
  const cell = page.getByRole('textbox', { name: 'Штукатурка 003, Вологда', exact: true });
  await cell.fill('500');
  expect(await page.getByLabel(/^Зачеркнуть/).count()).toBe(0);
  await cell.fill('350');
  await page.getByLabel(/^Зачеркнуть прежнюю цену/).check();
  await page.getByRole('button', { name: 'Сохранить 1 цену' }).click();
  await page.getByTitle(/^Зачёркнута 403\s₽$/).waitFor();
  expect(await crossed()).toEqual({ price: 35_000, old_price: 40_300 });
  await looks(page, 'prices-crossed');
  const shop = await page.context().newPage();
  await shop.goto(address(`/product/${plasters[3]?.slug}/`));
  await shop.getByRole('main').locator('s, del').getByText('403').first().waitFor();
  await shop.close();

  await page.getByRole('button', { name: 'Цены от количества и история: Штукатурка 003' }).click();
  const details = page.getByRole('dialog');
  await details.getByLabel('Колонка цен').selectOption({ label: 'Вологда' });
  const field = details.getByLabel('Зачёркнутая цена в рублях, Вологда');
  const save = details.getByRole('group', { name: 'Зачёркнутая цена' }).getByRole('button', { name: 'Записать' });
  await field.fill('300');
  await save.click();
  await details.getByText(/Старая цена должна быть выше 350\s₽/).waitFor();
  await field.fill('');
  await looks(page, 'price-crossed-details');
  await save.click();
  await expect.poll(crossed).toEqual({ price: 35_000, old_price: null });
  await details.getByRole('button', { name: 'Закрыть' }).click();
  expect(await db.selectFrom('audit_log').select('words').orderBy('id', 'desc').limit(2).execute()).toEqual([
    { words: expect.stringMatching(/^Зачёркнутая цена «Штукатурка 003»: 403\s₽ → нет$/) },
    { words: expect.stringMatching(/^Цена «Штукатурка 003»: 403\s₽ → 350\s₽$/) },
  ]);
}

test('[17] a product gets its units, a variant, a document, an analogue, a second category, and its history goes back', {
  timeout: 240_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ксения Титова' });
  await makeCategory(db, 'gruntovki', 'Грунтовки');
  const { page, problems } = await openOffice({ browser, address, cookies }, '/catalogue?sort=name');
  await page.getByRole('link', { name: 'Штукатурка 005' }).click();
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Части товара' }).getByRole('button', { name }).click();
  const save = async () => {
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText(/^Сохранено\sв/).waitFor();
  };
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const stored = () => db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  await page.getByLabel('Ещё в категориях').selectOption({ label: 'Грунтовки' });
  await page.getByRole('button', { name: 'Убрать из категории «Грунтовки»' }).waitFor();

  await tab('Единицы');
  await page.getByLabel('Чем продаём').fill('меш.');
  await page.getByLabel('Чем считаем остаток').fill('кг');
  await page.getByLabel('Сколько, кг').fill('30');
  await page.getByText(/^Например: 14\sмеш\. = 420\sкг = /).waitFor();
  await page.getByLabel('Наименьшее количество, меш.').fill('3');
  await page.getByLabel('Шаг продажи, меш.').fill('2');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Наименьшее количество должно делиться на шаг 2').waitFor();
  await looks(page, 'product-units');
  await page.getByLabel('Наименьшее количество, меш.').fill('4');
  await save();
  expect(await stored()).toMatchObject({ unit: 'меш.', base_unit: 'кг', factor_base: 30, step: 2, min_count: 4 });
  const places = await db.selectFrom('product_categories').select('is_main').where('product_id', '=', id).execute();
  expect(places).toHaveLength(2);

  await tab('Документы');
  await page.getByText('Документов пока нет').waitFor();
  const input = page.getByLabel('Загрузить документ PDF');
  await input.setInputFiles({ name: 'не документ.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
  await page.getByRole('alert').waitFor();
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
  await input.setInputFiles({ name: 'Сертификат соответствия.pdf', mimeType: 'application/pdf', buffer: pdf });
  expect(await page.getByLabel('Название документа 1').inputValue()).toBe('Сертификат соответствия');
  await page.getByLabel('Выдан').fill('2026-03-01');
  await looks(page, 'product-documents');
  await save();

  await tab('Связи');
  await page.getByLabel('Добавить аналог').fill('Штукатурка 006');
  await page.getByRole('option', { name: 'Штукатурка 006' }).click();
  await page.getByLabel('Добавить аналог').fill('Штукатурка 007');
  await page.getByRole('option', { name: 'Штукатурка 007' }).click();
  await page.getByRole('button', { name: 'Выше: Штукатурка 007' }).click();
  await page.getByLabel('Назначить замену').fill('Штукатурка 008');
  await page.getByRole('option', { name: 'Штукатурка 008' }).click();
  await looks(page, 'product-links');
  await save();
  const links = await db
    .selectFrom('product_links as l')
    .innerJoin('products as p', 'p.id', 'l.linked_product_id')
    .select(['p.name', 'l.kind'])
    .where('l.product_id', '=', id)
    .orderBy('l.position')
    .execute();
  expect(links.map(({ name }) => name)).toEqual(['Штукатурка 007', 'Штукатурка 006']);
  await page.getByRole('link', { name: 'Штукатурка 008' }).waitFor();

  await tab('Варианты');
  await page.getByLabel('Как назвать этот вариант на кнопке').fill('30 кг');
  await save();
  await page.getByRole('button', { name: 'Добавить вариант' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill('Штукатурка 005, 5 кг');
  await dialog.getByLabel('Как назвать на кнопке').fill('5 кг');
  await dialog.getByLabel('Как назвать на кнопке').press('Enter');
  await page.getByRole('heading', { name: 'Штукатурка 005, 5 кг' }).waitFor();
  await tab('Варианты');
  await looks(page, 'product-variants');
  await page.getByRole('link', { name: 'Штукатурка 005', exact: true }).click();
  await page.getByRole('heading', { name: 'Штукатурка 005', exact: true }).waitFor();

  const written = { author_name: 'Анна', department_id_1c: '00131', is_demo: true };
  const [other] = await db.selectFrom('products').select('id').where('id', '<>', id).limit(1).execute();
  await db
    .insertInto('reviews')
    .values([
      { ...written, product_id: id, rating: 4, text: 'Ложится ровно' },
      { ...written, product_id: other?.id ?? 0, rating: 1, text: 'Не про этот товар' },
    ])
    .execute();
  await tab('Отзывы');
  await page.getByText('Ложится ровно').waitFor();
  await page.getByText('Вопросов нет').waitFor();
  expect(await page.getByText('Не про этот товар').count()).toBe(0);
  await looks(page, 'product-reviews');
  await tab('SEO');
  await page.getByText('Заголовок в поиске (title)').waitFor();
  await looks(page, 'product-seo');

  await tab('История');
  await looks(page, 'product-history');
  await page.getByRole('button', { name: /^Вернуть как было: .*замена/ }).click();
  await expect.poll(async () => (await stored()).successor_id).toBeNull();
  expect(problems.filter((words) => !/422/.test(words))).toEqual([]);
});

/** A product whose picture is no square. */
async function makePictured(staff_user_id: string): Promise<number> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b08050' } })
    .jpeg()
    .toBuffer();
  const { file } = await keepUpload(db, filesFolder(dataDir), { name: 'плинтус.jpg', bytes, staff_user_id });
  const { id } = await makeProduct(db, {
    name: 'Плинтус тёплый',
    category_id: category.id,
    price: 129_000,
    description: 'Держит тепло у пола.',
    images: [file],
  });
  return id;
}

async function countPrices(): Promise<number> {
  const { count } = await db
    .selectFrom('prices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('price', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What the worker does each minute. */
async function workOnPlans() {
  for (let at = 0; at < 10; at++) if (!(await db.transaction().execute((db) => applyPortion(db)))) return;
}

async function pricesOf(price_column = 'vologda') {
  const rows = await db
    .selectFrom('prices as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select('r.price')
    .where('r.price_column', '=', price_column)
    .where('r.price', 'is not', null)
    .where('p.name', 'like', 'Штукатурка%')
    .orderBy('p.name')
    .execute();
  return rows.map(({ price }) => price);
}

test('[1.2] a column by which another branch sells too is looked at alone, and it is said why; one’s own is typed into', async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ксения Лукина', departments: ['00131'] });
  const sellBy = (base_price: string) =>
    db.updateTable('departments').set({ base_price }).where('id_1c', '=', '00052').execute();
  await sellBy('vologda');
  try {
    const path = `/prices?q=${encodeURIComponent('Штукатурка 004')}`;
    const { page } = await openOffice({ browser, address, cookies }, path);
    const words = /^Вологда: только просмотр\. По этой колонке продают и другие филиалы/;
    await page.getByText(words).waitFor();
    expect(await page.getByRole('textbox', { name: 'Штукатурка 004, Вологда', exact: true }).count()).toBe(0);
    const own = page.getByRole('textbox', { name: 'Штукатурка 004, Вологда, для бизнеса', exact: true });
    await own.fill('390');
    await page.getByRole('button', { name: 'Сохранить 1 цену' }).click();
    await page.getByRole('button', { name: 'Отменить сохранённое' }).waitFor();
    await page.getByRole('button', { name: 'Изменить все' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('checkbox', { name: 'Вологда', exact: true }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'Вологда, для бизнеса' }).isEnabled()).toBe(true);
    await page.context().close();
  } finally {
    await sellBy('cherepovets');
  }
});

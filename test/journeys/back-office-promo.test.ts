import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixtures = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const plaster = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, category_id: mixtures.id });
const paints = await makeCategory(db, 'kraski', 'Краски');
await db.insertInto('attributes').values({ code: 'cvet', name: 'Цвет', type: 'text' }).execute();
await makeProduct(db, { name: 'Краска Белая', price: 99_000, category_id: paints.id, specs: { cvet: 'белый' } });
const buyer = await makeUser(db, { full_name: 'Анна Смирнова', phone: '+79210001234' });
const browser = await testBrowser();
const site = await testSite(db, { DATA_DIR: await testFolder() });

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(path: string): Promise<{ page: Page; problems: string[] }> {
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Мария Отделова' });
  return openOffice({ browser, address: site.address, cookies }, path);
}

/** A page of the shop, as it is sent; words that are held together stand apart. */
async function textOf(page: Page, path: string): Promise<string> {
  const html = await page.evaluate(async (path) => (await fetch(path)).text(), path);
  return html.replaceAll('\u00a0', ' ');
}

// A request that the server refuses is written to the console by the browser itself.
const serious = (problems: string[]) => problems.filter((problem) => !/status of (404|422)/.test(problem));

test('a coupon is made, the bench tells why it does not work, an order uses it, a batch is saved, and it is ended', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await open('/promo');
  await page.getByText('Купонов пока нет').waitFor();
  await looks(page, 'coupons-empty');
  await page.getByRole('link', { name: 'Новый купон' }).click();
  await page.getByRole('button', { name: 'Создать купон' }).click();
  await page.getByText('Исправьте отмеченные поля').waitFor();
  await page.getByLabel('Код').fill('ёлка10');
  await page.getByLabel('Процент').fill('10');
  await page.getByLabel('Минимум, ₽').fill('2 000');
  await page.getByLabel('Раздел', { exact: true }).selectOption({ label: 'Сухие смеси' });
  await page.getByLabel('Заметка').fill('Листовка в филиалах');
  await looks(page, 'coupon-new');
  await page.getByRole('button', { name: 'Создать купон' }).click();
  await page.getByRole('heading', { name: 'ЁЛКА10' }).waitFor();
  await page.getByLabel('Использований').fill('3');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'coupon');

  await page.goto(site.address('/admin/promo/bench'));
  await page.getByLabel('Код').fill('елка10');
  await page.getByLabel('Добавить товар').fill('Гладь');
  await page.getByRole('option', { name: /Штукатурка Гладь/ }).click();
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByRole('heading', { name: 'Купон не сработал' }).waitFor();
  await page.getByText(/Минимум 2\s000\s₽, есть 489,50\s₽/).waitFor();
  await looks(page, 'bench-refused');
  await page.getByLabel('Сколько: Штукатурка Гладь').fill('5');
  await page.getByLabel('Покупатель').fill('9210001234');
  await page.getByRole('option', { name: /Анна Смирнова/ }).click();
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByRole('heading', { name: /^Купон принят, скидка 244,75/ }).waitFor();
  await looks(page, 'bench-taken');
  await page.goBack();
  await page.getByRole('heading', { name: 'Купон не сработал' }).waitFor();

  await orderBy(db, buyer, [[plaster, 5]], { input: { coupon: 'ЁЛКА10' } });
  await page.goto(site.address('/admin/promo?state=running&q=елка'));
  await page.getByText('1 из 3').waitFor();
  await looks(page, 'coupons');
  await page.getByRole('link', { name: 'ЁЛКА10' }).click();
  await page.getByText('скидка и её условия больше не меняются').waitFor();
  await page.getByRole('button', { name: 'Заказы' }).click();
  await page.getByRole('cell', { name: /^244,75/ }).waitFor();
  await looks(page, 'coupon-uses');
  await page.getByRole('button', { name: 'Завершить купон' }).click();
  await page.getByText('закончился').waitFor();

  await page.goto(site.address('/admin/promo/coupons/batch'));
  await page.getByLabel('Сколько кодов').fill('12');
  await page.getByLabel('Приставка').fill('нг26');
  await page.getByLabel('Процент').fill('5');
  await page.getByRole('button', { name: 'Выпустить коды' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const codes = await readFile(await (await download).path(), 'utf8');
  expect(codes.match(/НГ26-[2-9A-Z]{8}/g)).toHaveLength(12);
  await looks(page, 'batch');
  expect(serious(problems)).toEqual([]);
});

test('whoever works in some branches alone gives what is new to one of them: the only one stands chosen', async () => {
  const choiceOf = async (path: string, departments: string[]) => {
    const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Ольга Местная', departments });
    const { page } = await openOffice({ browser, address: site.address, cookies }, path);
    const field = page.getByLabel('Филиал', { exact: true });
    const shown = [
      await field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
      await field.locator('option', { hasText: 'Все филиалы' }).count(),
    ];
    await page.context().close();
    return shown;
  };
  for (const path of [
    '/promo/coupons/new',
    '/promo/coupons/batch',
    '/promo/actions/new',
    '/promo/slides/new',
    '/promo/wobblers/new',
  ])
    expect(await choiceOf(path, ['00131']), path).toEqual(['Вологда', 0]);
  expect(await choiceOf('/promo/coupons/new', ['00131', '00052'])).toEqual(['Выберите филиал', 0]);
  expect(await choiceOf('/promo/coupons/new', [])).toEqual(['Все филиалы', 1]);
});

test('a promotion with goods, a slide and a wobbler are made, looked at and stand in the shop', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await open('/promo/actions');
  await page.getByText('Акций пока нет').waitFor();
  await page.getByRole('link', { name: 'Новая акция' }).click();
  // Not the filter of the list that is being left.
  await page.getByLabel('Название', { exact: true }).fill('Смеси до −25 %');
  await page.getByLabel('Начало').fill('2026-01-01T00:00');
  await page.getByLabel('Конец').fill('2099-01-01T00:00');
  await page.getByLabel('Полные правила').fill('Скидка уже стоит в цене товара.');
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#b08050' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel('Изображение').setInputFiles({ name: 'акция.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByAltText('Сейчас: изображение').waitFor();
  await looks(page, 'action-new');
  await page.getByRole('button', { name: 'Создать акцию' }).click();
  await page.getByText('В акции нет товаров').waitFor();
  await page.getByLabel('Раздел', { exact: true }).selectOption({ label: 'Сухие смеси' });
  await page.getByRole('button', { name: 'Добавить весь раздел' }).click();
  await page.getByText(/Добавлен[оы]? 1\sтовар/).waitFor();
  await page.getByRole('link', { name: 'Штукатурка Гладь' }).waitFor();
  await page.getByRole('button', { name: 'Добавить условие' }).click();
  const condition = page.getByRole('group', { name: 'Условие 1' });
  await condition.getByText('Выберите раздел, бренд, свойство или цену').waitFor();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await condition.getByText('Выберите раздел, бренд, свойство или цену', { exact: true }).waitFor();
  await condition.getByLabel('Раздел', { exact: true }).selectOption({ label: 'Краски' });
  await condition.getByText('Подходит 1 товар').waitFor();
  await condition.getByText('Краска Белая').waitFor();
  await condition.getByLabel('Свойство').selectOption({ label: 'Цвет (Основные)' });
  await condition.getByLabel('Цвет', { exact: true }).selectOption('белый');
  await condition.getByLabel('Цена от, ₽').fill('500,50');
  await condition.getByText('Подходит 1 товар').waitFor();
  await looks(page, 'action-conditions');
  await condition.getByLabel('Цена до, ₽').fill('100');
  await condition.getByText('Верхняя цена ниже нижней').waitFor();
  await condition.getByLabel('Цена до, ₽').fill('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page
    .getByRole('row', { name: /Краска Белая/ })
    .getByText('по условиям')
    .waitFor();
  await looks(page, 'action-goods');
  await page.getByText('черновик', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText('идёт', { exact: true }).waitFor();
  const address = await page.getByRole('link', { name: 'Посмотреть' }).getAttribute('href');
  expect(await textOf(page, String(address))).toContain('Скидка уже стоит в цене товара.');
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('Создана акция').first().waitFor();

  await page.goto(site.address('/admin/promo/slides/new'));
  await page.getByLabel('Заголовок').fill('Смеси до конца недели дешевле на четверть');
  await page.getByLabel('Текст').fill('Штукатурки - скидка в цене');
  await page.getByText('между словами ставим —').waitFor();
  await page.getByLabel('Текст').fill('Штукатурки, шпатлёвки и клей: скидка в цене');
  await page.getByText('между словами ставим —').waitFor({ state: 'hidden' });
  await page.getByLabel('Куда ведёт').fill('/actions/net-takoy/');
  await page.getByText('Такой страницы в магазине нет (404)').waitFor();
  await page.getByLabel('Куда ведёт').fill(String(address));
  await page.getByText('Страница открывается').waitFor();
  await looks(page, 'slide-new');
  await page.getByLabel(/^Черновик/).uncheck();
  await page.getByRole('button', { name: 'Создать слайд' }).click();
  await page.getByText('показывается').waitFor();
  await page.locator('.look').last().scrollIntoViewIfNeeded();
  await looks(page, 'slide');
  expect(await textOf(page, '/')).toContain('Смеси до конца недели');

  await page.goto(site.address('/admin/promo/wobblers/new'));
  await page.getByLabel('Текст').fill('<b>Скидка 25 %</b> на смеси<script>alert(1)</script>');
  await page.getByLabel('Куда ведёт').fill(String(address));
  await page.getByLabel('Место').selectOption({ label: 'Справа внизу' });
  await page.locator('.look').getByText('Скидка 25 %').waitFor();
  await page.locator('.look').scrollIntoViewIfNeeded();
  await looks(page, 'wobbler-new');
  await page.getByRole('button', { name: 'Создать плашку' }).click();
  await page.getByText('черновик', { exact: true }).waitFor();
  await page.goto(site.address('/admin/promo/wobblers'));
  await page.getByRole('link', { name: /Скидка 25 % на смеси/ }).waitFor();
  await looks(page, 'wobblers');
  expect(serious(problems)).toEqual([]);
});

test('a credit programme is drafted, counted as the shop counts it, published, stands on the page of credit, and is taken away', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await open('/promo/credit');
  await page.getByText('Кредитных программ пока нет').waitFor();
  await looks(page, 'credit-empty');
  await page.getByRole('link', { name: 'Новая программа' }).first().click();
  await page.getByRole('button', { name: 'Завести программу' }).click();
  await page.getByText('Исправьте отмеченные поля').waitFor();
  await looks(page, 'credit-refused');
  const fill = (label: string, words: string) => page.getByLabel(label, { exact: true }).fill(words);
  await fill('Банк', 'АО «Северный банк»');
  await fill('Название программы', 'Ремонт');
  await fill('Сумма от, ₽', '3 000');
  await fill('Сумма до, ₽', '200 000');
  await fill('Сроки, месяцев', '6, 12');
  await fill('Ставка от, % годовых', '24');
  await fill('Ставка до, % годовых', '24');
  await fill('Полная стоимость от, % годовых', '24,9');
  await fill('Полная стоимость до, % годовых', '26,5');
  await fill('Условия', 'Без первого взноса. Погасить досрочно можно в любой день без платы.');
  await fill('Документы', 'паспорт');
  await fill('Сумма для примера, ₽', '100 000');
  await page.getByRole('row', { name: /12.месяцев 9.456.₽/ }).waitFor();
  await page.getByRole('button', { name: 'Завести программу' }).click();
  await page.getByRole('heading', { name: 'Ремонт' }).waitFor();
  await page.getByText('черновик', { exact: true }).waitFor();
  await looks(page, 'credit-draft');
  expect(await textOf(page, '/kredit/?sum=100000&months=12')).not.toContain('Северный банк');
  await page.goto(site.address('/admin/promo/credit?state=draft'));
  await page.getByRole('link', { name: 'Ремонт' }).waitFor();
  await looks(page, 'credit-drafts');
  await page.getByRole('link', { name: 'Ремонт' }).click();
  await page.getByRole('button', { name: 'В выпуск' }).click();
  await page.getByRole('dialog').waitFor();
  await looks(page, 'credit-release');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText('показывается').waitFor();
  await fill('Полная стоимость до, % годовых', '26,9');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  expect(await page.getByLabel('Полная стоимость от, % годовых').inputValue()).toBe('24,9');
  await looks(page, 'credit');
  await page.getByRole('row', { name: /12.месяцев/ }).scrollIntoViewIfNeeded();
  await looks(page, 'credit-look');
  const shown = await textOf(page, '/kredit/?sum=100000&months=12');
  for (const words of ['АО «Северный банк»', '9 456 ₽', '24,9–26,9 %']) expect(shown).toContain(words);

  await page.goto(site.address('/admin/promo/credit'));
  await page.getByRole('link', { name: 'Ремонт' }).waitFor();
  await looks(page, 'credit-list');
  await page.getByRole('link', { name: 'Ремонт' }).click();
  await page.getByRole('button', { name: 'Снять с показа' }).click();
  await page.getByText('снят', { exact: true }).waitFor();
  expect(await textOf(page, '/kredit/?sum=100000&months=12')).not.toContain('Северный банк');
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('Кредит «Ремонт» снят с показа').waitFor();
  expect(serious(problems)).toEqual([]);
});

test('rules of bonuses are made and tried on past purchases; a wheel is drafted, spun 10,000 times and published', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await open('/promo/bonuses');
  await page.getByText('У этой карты правил ещё нет').waitFor();
  await page.getByLabel('Название').first().fill('Бонусы ИДД');
  await page.getByRole('button', { name: 'Добавить ступень' }).click();
  await page.getByLabel('Название').nth(2).fill('Мастер');
  await looks(page, 'bonuses-new');
  await page.getByRole('button', { name: 'Завести правила' }).click();
  await page.getByRole('button', { name: 'Посчитать по набранным правилам' }).click();
  await page.getByText('За эти дни по картам ничего не купили.').waitFor();
  await looks(page, 'bonuses');

  await page.goto(site.address('/admin/promo/wheels'));
  await page.getByText('Розыгрышей пока нет').waitFor();
  await page.getByRole('link', { name: 'Новый розыгрыш' }).click();
  await page.getByLabel('Код').fill('zima-2090');
  await page.getByLabel('Название').first().fill('Зимнее колесо');
  await page.getByLabel('Организатор').fill('ООО «ИДД», Вологда');
  await page.getByLabel('Начало').fill('2090-01-01T00:00');
  await page.getByLabel('Конец').fill('2090-02-01T00:00');
  await page.getByLabel('Правила').fill('Одно вращение в неделю.');
  await page.getByRole('button', { name: 'Прокрутить' }).click();
  await page.getByText(/Фонд кончился на вращении/).waitFor();
  await looks(page, 'wheel-new');
  await page.getByRole('button', { name: 'Создать черновик' }).click();
  await page.getByRole('heading', { name: 'Зимнее колесо' }).waitFor();
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText('ждёт начала').waitFor();
  await page.getByText('Опубликованный розыгрыш не меняется').waitFor();
  await looks(page, 'wheel');
  expect(serious(problems)).toEqual([]);
});

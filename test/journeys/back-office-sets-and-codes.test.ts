import { afterEach, expect, test } from 'vitest';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const trees = await makeCategory(db, 'iskusstvennye-eli', 'Искусственные ели');
const made = { category_id: trees.id, on_hand: 40, unit: 'шт.' };
await makeProduct(db, { ...made, name: 'Ель Таёжная 180 см', price: 499_000 });
await makeProduct(db, { ...made, name: 'Шары стеклянные красные, 6 шт.', price: 39_900 });
await makeProduct(db, { ...made, name: 'Гирлянда «Тёплый свет», 10 м', price: 89_000 });
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(path: string, role: 'marketing' | 'content') {
  const { cookies } = await makeStaff(db, [role], { full_name: 'Мария Отделова' });
  return openOffice({ browser, address: site.address, cookies }, path);
}

// A request that the server refuses is written to the console by the browser itself.
const serious = (problems: string[]) => problems.filter((problem) => !/status of (404|422)/.test(problem));

test('a set is put together, refused without goods, sold on its page, switched off, taken away and brought back', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await open('/promo/sets', 'marketing');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const inShop = async () =>
    page.evaluate(async () => (await (await fetch('/lp/magic/')).text()).includes('Ёлка в гостиную'));
  await page.getByText('Наборов пока нет').waitFor();
  await looks(page, 'ready-sets-empty');
  await page.getByRole('link', { name: 'Новый набор' }).click();
  await press('Собрать набор');
  await page.getByText('В наборе хотя бы два товара').waitFor();
  await page.getByText('Обязательно для заполнения').waitFor();
  await looks(page, 'ready-set-refused');
  await page.getByLabel('Название', { exact: true }).fill('Ёлка в гостиную');
  await page.getByLabel('Описание').fill('Гостиная с обычным потолком: 36 шаров и гирлянда.');
  for (const product of ['Таёжная', 'Шары', 'Гирлянда']) {
    await page.getByLabel('Добавить товар').fill(product);
    await page.getByRole('option', { name: new RegExp(product) }).click();
  }
  await page.getByLabel('Сколько: Шары стеклянные красные, 6 шт.').fill('60');
  await page.getByText('не хватает').first().waitFor();
  await page.getByLabel('Сколько: Шары стеклянные красные, 6 шт.').fill('6');
  await page.getByText('всё есть').first().waitFor();
  await press('Выше: Гирлянда «Тёплый свет», 10 м');
  await looks(page, 'ready-set-new');
  await press('Собрать набор');
  await page.getByRole('heading', { name: 'Ёлка в гостиную', level: 1 }).waitFor();
  await expect.poll(inShop, { timeout: 2_000 }).toBe(true);
  await looks(page, 'ready-set');

  await page.getByLabel('Показывать покупателям').uncheck();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await expect.poll(inShop, { timeout: 2_000 }).toBe(false);
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByRole('button', { name: /^Вернуть как было/ }).click();
  await expect.poll(inShop, { timeout: 2_000 }).toBe(true);

  await page.goto(site.address('/admin/promo/sets'));
  await page.getByText('показывается', { exact: true }).waitFor();
  await looks(page, 'ready-sets');
  await press('Убрать набор Ёлка в гостиную');
  await page.getByText('Набор «Ёлка в гостиную» убран').waitFor();
  await expect.poll(inShop, { timeout: 2_000 }).toBe(false);
  await press('Отменить');
  await page.getByRole('link', { name: 'Ёлка в гостиную' }).waitFor();
  await expect.poll(inShop, { timeout: 2_000 }).toBe(true);
  expect(serious(problems)).toEqual([]);
});

test('codes are made for marked goods, printed, ended and brought back; a campaign gets a code of its own', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await open('/catalogue', 'content');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  for (const product of ['Ель Таёжная 180 см', 'Гирлянда «Тёплый свет», 10 м'])
    await page.getByRole('checkbox', { name: `Отметить «${product}»` }).check();
  await press('Коды на полку');
  await page.getByLabel('Где висит').selectOption({ index: 1 });
  await page.getByLabel('Пометка').fill('Стеллаж у входа');
  await looks(page, 'shelf-codes-dialog');
  await press('Сделать коды');
  await page.getByText(/Готово: 2\sкода, из них 2\sновых/).waitFor();
  const href = String(await page.getByRole('link', { name: 'Напечатать, PDF' }).getAttribute('href'));
  const type = await page.evaluate(async (href) => (await fetch(href)).headers.get('content-type'), href);
  expect(type).toBe('application/pdf');

  await page.goto(site.address('/admin/catalogue/shelf-codes'));
  await page.getByRole('link', { name: 'Ель Таёжная 180 см' }).waitFor();
  await looks(page, 'shelf-codes');
  await page
    .getByRole('button', { name: /^Отключить код/ })
    .first()
    .click();
  await page.getByText(/больше никуда не ведёт/).waitFor();
  await looks(page, 'shelf-code-ended');
  await press('Отменить');
  await page.getByText('отключён', { exact: true }).waitFor({ state: 'detached' });
  expect(serious(problems)).toEqual([]);

  const promo = await open('/promo/codes', 'marketing');
  const { page: office } = promo;
  await office.getByText('Кодов кампаний пока нет').waitFor();
  await office.getByRole('button', { name: 'Новый код' }).click();
  await office.getByRole('button', { name: 'Создать код' }).click();
  await office.getByText('От 2 до 40 знаков').waitFor();
  await office.getByLabel('Код', { exact: true }).fill('listovka-dekabr');
  await office.getByLabel('Куда ведёт').fill('/actions/');
  await office.getByText('Страница открывается').waitFor();
  await office.getByLabel('Конец').fill('2099-01-31T23:59');
  await office.getByRole('textbox', { name: 'Пометка' }).fill('Листовка в почтовые ящики, 5 000 шт.');
  await looks(office, 'campaign-code-new');
  await office.getByRole('button', { name: 'Создать код' }).click();
  await office.getByRole('link', { name: 'listovka-dekabr', exact: true }).waitFor();
  await looks(office, 'campaign-codes');
  await office.getByRole('button', { name: 'Отключить код listovka-dekabr' }).click();
  await office.getByText('отключён', { exact: true }).waitFor();
  await office.getByRole('button', { name: 'Включить снова код listovka-dekabr' }).click();
  await office.getByRole('button', { name: 'Включить снова', exact: true }).last().click();
  await office.getByText('без срока').waitFor();
  expect(serious(promo.problems)).toEqual([]);
});

import { afterEach, expect, test } from 'vitest';
import type { DemandCause } from '#shared/demand-causes.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const today = localTime(new Date(), 'Europe/Moscow').date;
const browser = await testBrowser();
const { address } = await testSite(db);
const owner = await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' });
const long = 'Клей для керамогранита и натурального камня усиленный эластичный морозостойкий, серый, мешок 25 кг';
const glue = await makeProduct(db, { name: long, article: 'KG-25', price: 48_900, on_hand: 40 });
const saw = await makeProduct(db, { name: 'Пила циркулярная МАСТАК ПЦ-185', price: 899_000, on_hand: 0 });
const wool = await makeProduct(db, { name: 'Минеральная вата ТЕПЛО, 50 мм', price: 159_000, on_hand: 3 });
const grill = await makeProduct(db, { name: 'Мангал разборный', price: 249_000, on_hand: 0 });

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** Three months of two branches: a few rows of each cause on every day. */
async function makeLosses() {
  const causes: [DemandCause, number | null, string | null, number, number][] = [
    ['out_of_stock', saw.id, null, 341_250, 0.38],
    ['asked_more', glue.id, null, 97_800, 2],
    ['left_cart', wool.id, null, 52_470, 1],
    ['waiting', grill.id, null, 62_250, 1],
    ['not_found', null, 'болгарка', 18_300, 0],
    ['not_found', null, 'гирлянда бахрома на дом 3 метра', 9_120, 0],
  ];
  const rows = Array.from({ length: 90 }, (_, ago) => ago).flatMap((ago) =>
    ['00131', '00052'].flatMap((department_id_1c, branch) =>
      causes
        .filter((_, at) => (ago + at + branch) % 3 === 0)
        .map(([cause, product_id, words, sum, units], at) => ({
          day: addDays(today, -ago),
          department_id_1c,
          cause,
          product_id,
          words,
          units,
          detail: '{}',
          times: 1 + ((ago + at) % 5),
          sum: Math.round(sum / (1 + branch)),
        })),
    ),
  );
  await db.insertInto('demand_losses').values(rows).execute();
  const visits = Array.from({ length: 56 }, (_, ago) => ({
    day: addDays(today, -ago),
    department_id_1c: '00131',
    visits: 40 + (ago % 9),
    product_views: 90 + (ago % 13),
  }));
  await db.insertInto('visit_days').values(visits).execute();
  await db.insertInto('price_columns').values({ price_column: 'zakupka', name: 'Закупка', is_cost: true }).execute();
  await db.insertInto('prices').values({ price_column: 'zakupka', product_id: glue.id, price: 39_500 }).execute();
  const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
  for (let ago = 1; ago <= 20; ago++) {
    const { id } = await orderBy(db, anna, [[glue, 1 + (ago % 2)]]);
    const at = (days: number) => new Date(Date.now() + (days - ago) * 86_400_000);
    const done = { state: 'completed', completed_at: at(1), created_at: at(0) };
    await db
      .updateTable('orders')
      .set({ ...done, receiving_date: addDays(today, (ago % 4 === 0 ? 0 : 2) - ago) })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('order_moves')
      .values({ order_id: id, at: at(1), state: 'ready', who: 'Пётр Кладов' })
      .execute();
  }
}

test('the owner sees what was not sold, why, and goes to where it is mended; takes the table away', {
  timeout: 180_000,
}, async () => {
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/losses');
  await page.getByText('Потерь пока нет').waitFor();
  await looks(page, 'losses-none');
  await makeLosses();

  await page.goto(address('/admin/home'));
  const home = page.getByRole('region', { name: 'Потерянный спрос' });
  await home.getByText('Пила циркулярная').first().waitFor();
  expect(await home.innerText()).toMatch(/оценка, [\d\s]+,?\d*\s?% от продаж/);
  await page.getByText('Дошли до заказа').first().waitFor();
  await looks(page, 'home-losses');
  await home.getByRole('link', { name: 'Разобрать' }).click();

  await page.getByRole('heading', { name: 'Потерянный спрос' }).waitFor();
  const sums = page.getByRole('region', { name: 'Оценка потерь' });
  await sums.getByText('Брошенные корзины').waitFor();
  await page.getByRole('button', { name: '28 дней' }).click();
  await page
    .getByRole('row', { name: /Клей для керамогранита/ })
    .first()
    .waitFor();
  await looks(page, 'losses');
  await sums.getByRole('button', { name: 'Что такое «Нет в наличии»' }).click();
  await page.getByText(/^Часы без товара ÷ часы/).waitFor();
  await looks(page, 'losses-formula');
  await page.keyboard.press('Escape');

  const month = await sums.innerText();
  await page.getByRole('button', { name: '90 дней' }).click();
  await page.waitForURL(/from=/);
  await expect.poll(() => sums.innerText()).not.toBe(month);
  await page.getByRole('button', { name: /^Не нашли/ }).click();
  await page
    .getByRole('row', { name: /«болгарка»/ })
    .first()
    .waitFor();
  await page
    .getByRole('row', { name: /Пила циркулярная/ })
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Дней', exact: true }).click();
  await looks(page, 'losses-not-found');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Выгрузить' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Потерянный спрос .+\.xlsx$/);
  const taken = await db
    .selectFrom('audit_log')
    .select('words')
    .where('resource', '=', 'losses')
    .executeTakeFirstOrThrow();
  expect(taken.words).toMatch(/: 4.строки$/);

  await page.getByLabel('Название, артикул, код, запрос').fill('нет такого');
  await page.getByText('Ничего не подошло').waitFor();
  await looks(page, 'losses-nothing-fits');
  await page.getByRole('button', { name: 'Сбросить фильтры' }).click();
  await page
    .getByRole('row', { name: /Пила циркулярная/ })
    .first()
    .waitFor();

  await page
    .getByRole('row', { name: /«болгарка»/ })
    .first()
    .getByRole('link', { name: 'Разобрать запрос' })
    .click();
  await page.waitForURL(/\/search\?q=/);
  await page.goBack();
  await page
    .getByRole('button', { name: /^Отметить, что сделали: «болгарка»/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Отметить', exact: true }).click();
  await dialog.getByText('Напишите, что сделали, от 3 знаков').waitFor();
  await dialog.getByLabel('Что сделали').fill('Завели синоним «шлифмашина»');
  await looks(page, 'loss-measure');
  await dialog.getByRole('button', { name: 'Отметить', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Что сделали', exact: true }).click();
  await page.getByText('Будет видно через 14 дней').waitFor();
  // Three weeks pass.
  await db
    .updateTable('loss_measures')
    .set({ day: addDays(new Date().toISOString().slice(0, 10), -21) })
    .execute();
  await page.reload();
  await page.getByText(/^Теряем (?:на\s.+\s(?:больше|меньше)|столько же)$/).waitFor();
  await looks(page, 'loss-measures');
  await page.getByRole('button', { name: 'Убрать отметку: болгарка' }).click();
  await page.getByText('Отметок пока нет').waitFor();
  await page.goto(address('/admin/losses'));
  await page
    .getByRole('row', { name: /Пила циркулярная/ })
    .first()
    .getByRole('link', { name: 'Назначить аналог' })
    .click();
  await page.getByRole('heading', { name: 'Пила циркулярная МАСТАК ПЦ-185' }).waitFor();
  await page.getByRole('button', { name: 'Связи', exact: true }).and(page.locator('[aria-current]')).waitFor();
  await page.goBack();
  await page
    .getByRole('row', { name: /Мангал/ })
    .first()
    .getByRole('link', { name: 'В закупку' })
    .click();
  await page.getByRole('heading', { name: 'Закупка' }).waitFor();
  await page
    .getByRole('row', { name: /Мангал/ })
    .first()
    .waitFor();
  await page.getByLabel('Название, артикул, код').fill('');
  await page
    .getByRole('row', { name: /Пила циркулярная/ })
    .first()
    .waitFor();
  await looks(page, 'goods-to-buy');
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Выгрузить' }).click(),
  ]);
  expect(list.suggestedFilename()).toMatch(/^Закупка .+\.xlsx$/);
  // A request that the server refuses is written to the console by the browser itself.
  expect(problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
});

test('sales by day, branch and category with their sums; the table is taken away', {
  timeout: 120_000,
}, async () => {
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/home');
  await page.getByRole('heading', { name: 'Здоровье' }).waitFor();
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Отчёты' }).click();
  const sums = page.getByRole('region', { name: 'Всего' });
  await sums.getByText('Наценка').waitFor();
  await page.getByRole('button', { name: 'По филиалам' }).click();
  await page.getByRole('cell', { name: 'Вологда' }).waitFor();
  await looks(page, 'sales-by-branch');
  await page.getByRole('button', { name: 'По дням' }).click();
  const yesterday = addDays(today, -1).split('-').toReversed().join('.');
  await page.getByRole('row', { name: new RegExp(yesterday) }).waitFor();
  await looks(page, 'sales-report');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Выгрузить' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Продажи .+\.xlsx$/);
  await page.getByRole('button', { name: 'По категориям' }).click();
  await page.getByRole('cell', { name: 'Без категории' }).waitFor();
  await page.getByLabel('по', { exact: true }).fill('2026-01-31');
  await page.getByLabel('Дни с').fill('2026-01-01');
  await page.getByText('За эти дни ничего не продали').waitFor();
  await looks(page, 'sales-none');
  expect(problems).toEqual([]);
});

test('losses that do not come are asked for again; whoever may not see money has no such section', async () => {
  const { page } = await openOffice({ browser, address, cookies: owner.cookies }, '/home');
  await page.getByRole('heading', { name: 'Здоровье' }).waitFor();
  await page.route('**/api/admin/losses?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Потерянный спрос' }).click();
  await page.getByText('Не удалось загрузить').waitFor();
  await looks(page, 'losses-failed');
  await page.unroute('**/api/admin/losses?*');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page
    .getByRole('row', { name: /Пила циркулярная/ })
    .first()
    .waitFor();

  const support = await makeStaff(db, ['support'], { full_name: 'Олег Серов' });
  const other = await openOffice({ browser, address, cookies: support.cookies }, '/home');
  const menu = other.page.getByRole('navigation', { name: 'Разделы' });
  await menu.getByRole('link', { name: /^Заказы/ }).waitFor();
  expect(await menu.getByRole('link', { name: 'Потерянный спрос' }).count()).toBe(0);
  expect(await other.page.getByRole('region', { name: 'Потерянный спрос' }).count()).toBe(0);
});

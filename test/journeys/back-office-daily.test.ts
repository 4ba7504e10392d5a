import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { joinCompany, makeCompany, makeStaff, makeUser } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
await loadProgrammes(db);
const { address } = await testSite(db);
const browser = await testBrowser();
const owner = await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' });
const glue = await makeProduct(db, { name: 'Клей Гранит усиленный, 25 кг', on_hand: 400, price: 48_900 });
const open = (path: string) => openOffice({ browser, address, cookies: owner.cookies }, path);

test('[2.2] from the invoices that wait, the overdue first, the accountant marks what the bank says', async () => {
  const company = await makeCompany(db, { name: 'ООО «Северный двор»', inn: '7707083893', deferral_days: 14 });
  const buyer = await makeUser(db, { full_name: 'Сергей Дворов' });
  await joinCompany(db, buyer, company);
  const buys = (count: number) =>
    orderBy(db, buyer, [[glue, count]], {
      company: { ...company, role: 'owner' },
      input: { payment: { method: 'invoice' }, company: { name: company.name, inn: company.inn } },
    });
  const [fresh, late] = [await buys(2), await buys(10)];
  await sql`
    update orders set state = 'completed', completed_at = now() - interval '20 days' where id = ${late.id}::uuid`.execute(
    db,
  );
  const { page, problems } = await open('/payments');
  await page.getByRole('button', { name: 'Переводом' }).click();
  await page.getByText('Ничего не подошло').waitFor();
  await page.getByRole('button', { name: 'Счета', exact: true }).click();
  const rows = page.locator('tbody tr');
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).innerText()).toMatch(new RegExp(`${late.number}[\\s\\S]+просрочен`));
  expect(await rows.nth(1).innerText()).toContain(String(fresh.number));
  await looks(page, 'invoices');
  await page.getByRole('button', { name: `Деньги пришли: заказ ${late.number}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номер платёжного поручения').fill('17');
  await dialog.getByLabel('Сумма перевода, ₽').fill('100');
  await dialog.getByRole('button', { name: 'Отметить оплату' }).click();
  await dialog.getByText(/не хватает.*Попросите доплатить/).waitFor();
  await dialog.getByLabel('Сумма перевода, ₽').fill('4890');
  await dialog.getByRole('button', { name: 'Отметить оплату' }).click();
  await rows.nth(1).waitFor({ state: 'detached' });
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});

test('[2.6] the list of branches says what is filled in; the owner gives one other prices and reads what it means', async () => {
  await db.insertInto('price_columns').values({ price_column: 'north', name: 'Север' }).execute();
  await db.insertInto('prices').values({ price_column: 'north', product_id: glue.id, price: 52_000 }).execute();
  const { page, problems } = await open('/branches');
  await page
    .getByRole('row', { name: /Вологда/ })
    .getByText(/^\d+ из 13$/)
    .waitFor();
  await looks(page, 'branches');
  await page.goto(address('/admin/branches/00131?tab=supply'));
  await page.getByRole('button', { name: 'Другие колонки цен' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Розничные цены').selectOption('north');
  await dialog.getByText(/останутся без цены/).waitFor();
  await looks(page, 'branch-columns');
  await dialog.getByRole('button', { name: 'Поменять' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.facts').getByText('Север', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Другие колонки цен' }).click();
  await dialog.getByLabel('Розничные цены').selectOption('vologda');
  await dialog.getByRole('button', { name: 'Поменять' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(address('/admin/branches/00131?tab=history'));
  await page.getByText('другие колонки цен').nth(1).waitFor();
  expect(problems).toEqual([]);
});

test('[2.5] from the stock of a product to the reservations that ended, and to their orders', async () => {
  const buyer = await makeUser(db, { full_name: 'Анна Смирнова' });
  const order = await orderBy(db, buyer, [[glue, 2]]);
  await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'Пётр Кладов', why: '' }));
  const { page, problems } = await open('/stock?q=Клей');
  await page
    .getByRole('button', { name: /^Кто держит: Клей Гранит/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Показать завершённые' }).click();
  const ended = page.getByRole('region', { name: 'Завершённые резервы' });
  await ended.getByText('отменён или убран из заказа').waitFor();
  await looks(page, 'stock-ended');
  await ended.getByRole('link', { name: String(order.number) }).click();
  await page.getByRole('heading', { name: new RegExp(String(order.number)) }).waitFor();
  expect(problems).toEqual([]);
});

test('[2.0] the bar says how the exchange is and the bell what went wrong, each leading to its list', async () => {
  await sql`
    insert into onec_packages (source, state, summary, guards, received_at, finished_at)
    values ('проба', 'held', '{}', '[]', now(), now())`.execute(db);
  await sql`
    insert into releases (name, state, failure, author, changed_at)
    values ('Зима', 'failed', 'Слайд уже снят', 'Инна Осипова', now())`.execute(db);
  const { page, problems } = await open('/home');
  await page.getByRole('link', { name: '1С: посмотрите' }).waitFor();
  await page.getByRole('button', { name: /^Что случилось: \d+\sсообщени/ }).click();
  await page
    .locator('.notices')
    .getByRole('link', { name: /Пакеты 1С/ })
    .waitFor();
  await looks(page, 'bell');
  await page
    .locator('.notices')
    .getByRole('link', { name: /Выпуски не вышли/ })
    .click();
  await page.getByRole('heading', { name: 'Календарь' }).or(page.getByText('Зима')).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/calendar/releases');
  await page.getByRole('link', { name: '1С: посмотрите' }).click();
  await page.getByText('ждёт решения').first().waitFor();
  await sql`delete from releases where name = 'Зима'`.execute(db);
  await sql`delete from onec_packages where source = 'проба'`.execute(db);
  expect(problems).toEqual([]);
});

test('[2.4] a price of 1C is pinned until a day from its history', async () => {
  const product = await makeProduct(db, { name: 'Грунт Глубокий, 10 л', id_1c: crypto.randomUUID(), price: 61_200 });
  const { page, problems } = await open('/prices?q=Грунт');
  await page.getByRole('button', { name: 'История' }).first().click();
  await page.getByLabel(/^Закрепить цену до дня/).fill('2099-12-31');
  await looks(page, 'price-pin');
  await page.getByRole('button', { name: 'Закрепить', exact: true }).click();
  await page.getByText(/ведёт магазин до 31.12.2099/).waitFor();
  const pins = await db.selectFrom('price_pins').select('until').where('product_id', '=', product.id).execute();
  expect(pins).toEqual([{ until: new Date('2099-12-31T20:59:59.999Z') }]);
  expect(problems).toEqual([]);
});

test('[2.4] whoever sees purchase prices sees the mark-up too, also of a price that is typed; others have no such column', async () => {
  await db.insertInto('price_columns').values({ price_column: 'zakupka', name: 'Закупка', is_cost: true }).execute();
  const screws = await makeProduct(db, { name: 'Саморезы оцинкованные', price: 48_900 });
  await db.insertInto('prices').values({ price_column: 'zakupka', product_id: screws.id, price: 40_000 }).execute();
  const path = `/prices?branch=00131&q=${encodeURIComponent(screws.name)}`;
  const { page } = await open(path);
  const row = page.getByRole('row', { name: new RegExp(screws.name) });
  await row.getByRole('cell', { name: '22\u00a0%' }).waitFor();
  await looks(page, 'prices-mark-up');
  await row.getByRole('textbox', { name: `${screws.name}, Вологда`, exact: true }).fill('300');
  await row.getByRole('cell', { name: '−25\u00a0%' }).waitFor();
  await page.getByRole('button', { name: 'Сбросить правку' }).click();

  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ольга Кузнецова' });
  const { page: other } = await openOffice({ browser, address, cookies }, path);
  await other.getByRole('textbox', { name: `${screws.name}, Вологда`, exact: true }).waitFor();
  expect(await other.getByRole('columnheader').allTextContents()).not.toContain('Наценка');
  expect(await other.getByText('Закупка').count()).toBe(0);
});

test('[2.0] Space marks an order, all of the filter are taken at once; a filter is shared with a role', async () => {
  const buyer = await makeUser(db, { full_name: 'Пётр Лесной' });
  const orders = [];
  for (let i = 0; i < 3; i++) orders.push((await orderBy(db, buyer, [[glue, 1]])).id);
  await db.updateTable('orders').set({ contact_name: 'Пётр Лесной' }).where('id', 'in', orders).execute();
  const { page, problems } = await open('/orders?view=list&q=Лесной&per_page=25');
  const rows = page.locator('tbody tr');
  await rows.nth(2).waitFor();
  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.getByText('1 заказ', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Выбрать все 3 по отбору/ }).click();
  await page.getByText(/Все по отбору: 3/).waitFor();
  await looks(page, 'orders-all');
  await page.getByRole('button', { name: 'Взять себе' }).click();
  await page.getByText('Взято: 3').waitFor();
  const taken = await db
    .selectFrom('orders')
    .select('assigned_to')
    .distinct()
    .where('contact_name', '=', 'Пётр Лесной')
    .execute();
  expect(taken).toEqual([{ assigned_to: owner.id }]);

  await page.getByRole('button', { name: 'Сохранить отбор' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill('Лесной');
  await dialog.getByRole('button', { name: 'заказы' }).click();
  await looks(page, 'view-shared');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  const operator = await makeStaff(db, ['orders'], { full_name: 'Олег Смирнов' });
  const other = await openOffice({ browser, address, cookies: operator.cookies }, '/orders?view=list');
  await other.page.getByRole('button', { name: /^Лесной/ }).click();
  await other.page.locator('tbody tr').nth(2).waitFor();
  expect(await other.page.getByRole('button', { name: 'Удалить отбор «Лесной»' }).count()).toBe(0);
  expect([...problems, ...other.problems]).toEqual([]);
});

test('[2.2] beside the goods that are added to an order stands what the other points of the branch have', async () => {
  const buyer = await makeUser(db, { full_name: 'Мария Полевая' });
  const order = await orderBy(db, buyer, [[glue, 1]]);
  const point = await db
    .selectFrom('departments')
    .select(['store', 'name_for_site'])
    .where('branch_id_1c', '=', '00131')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('stock')
    .values({ store: point.store, product_id: glue.id, on_hand: 7, on_hand_base: 7 })
    .execute();
  const { page, problems } = await open(`/orders/${order.id}`);
  await page.getByRole('button', { name: 'Изменить состав' }).first().click();
  await page.getByRole('button', { name: 'Добавить товар' }).click();
  await page.getByLabel('Что добавить').fill('Клей Гранит');
  await page
    .getByRole('option', { name: /Клей Гранит/ })
    .getByText(new RegExp(`${point.name_for_site}: 7`))
    .waitFor();
  await looks(page, 'order-points');
  expect(problems).toEqual([]);
});

test('[2.7] a purchase at the cash desk is written on a card, with what it earned', async () => {
  const card = await db
    .transaction()
    .execute((db) => issueCard(db, { kind: 'bonus', user_id: null, phone: null, who: 'касса' }));
  const { page, problems } = await open(`/customers/cards/${card.id}`);
  await page.getByRole('button', { name: 'Покупка на кассе' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Сумма покупки, ₽').fill('4 500');
  await dialog.getByLabel('Начислить бонусов').fill('45');
  await dialog.getByRole('button', { name: 'Записать покупку' }).click();
  await dialog.getByText('Назовите чек').waitFor();
  await dialog.getByLabel('Чек').fill('Чек 4411 от 28.11.2026');
  await looks(page, 'card-purchase');
  await dialog.getByRole('button', { name: 'Записать покупку' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Чек 4411 от 28.11.2026').waitFor();
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});

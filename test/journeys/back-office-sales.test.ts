import { expect, test } from 'vitest';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { setSeoText } from '#modules/content/seo-texts.ts';
import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const { address } = await testSite(db);
const browser = await testBrowser();
const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
const owner = await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' });
const glue = await makeProduct(db, {
  name: 'Клей для керамогранита и натурального камня усиленный, серый, мешок 25 кг',
  on_hand: 40,
  price: 48_900,
});
const compound = await makeProduct(db, { name: 'Состав плиточный', on_hand: 50, price: 45_000 });
await db
  .insertInto('product_links')
  .values({ product_id: glue.id, linked_product_id: compound.id, kind: 'analogue' })
  .execute();

test('[2.5] from the stock of a product to the orders that hold it, one kept longer; what lacks, with its orders', async () => {
  const ready = await orderBy(db, anna, [[glue, 4]]);
  await orderBy(db, anna, [[glue, 20]]);
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, ready.id, state, { who: 'Пётр Кладов', why: '' }));
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/stock');
  await page.getByRole('button', { name: /^Кто держит: Клей для керамогранита/ }).click();
  const held = page.getByRole('dialog', { name: /^В резерве: Клей/ });
  await held.getByText('Готов к выдаче').waitFor();
  await looks(page, 'stock-held');
  const prolong = held.getByRole('button', { name: `Продлить резерв заказа ${ready.number}` });
  await prolong.click();
  await prolong.waitFor({ state: 'detached' });
  const { prolonged_at } = await db
    .selectFrom('orders')
    .select('prolonged_at')
    .where('id', '=', ready.id)
    .executeTakeFirstOrThrow();
  expect(prolonged_at).not.toBeNull();
  await page.keyboard.press('Escape');

  const tabs = page.getByRole('navigation', { name: 'Остатки' });
  await tabs.getByRole('link', { name: 'Нехватка' }).click();
  await page.getByText('Всего хватает').waitFor();
  await db.updateTable('stock').set({ on_hand: 6 }).where('product_id', '=', glue.id).execute();
  await markShortOrders(db, [{ store: 'store12', product_id: glue.id }]);
  await page.reload();
  const row = page.getByRole('row', { name: /Клей для керамогранита/ });
  expect(await row.innerText()).toMatch(/18/);
  await looks(page, 'stock-short');
  await page.getByRole('button', { name: 'Предложить замену всем: Клей для керамогранита' }).click();
  const replacing = page.getByRole('dialog', { name: /^Предложить замену всем/ });
  await replacing.getByRole('button', { name: 'Состав плиточный' }).click();
  await replacing.getByRole('button', { name: 'Другой товар' }).click();
  await replacing.getByLabel('Чем заменить').fill('Состав плиточный');
  await replacing.getByRole('option', { name: /Состав плиточный/ }).click();
  await looks(page, 'stock-replace');
  await replacing.getByRole('button', { name: 'Предложить', exact: true }).click();
  await replacing.getByText('Предложение № 1 отправлено').waitFor();
  await looks(page, 'stock-replaced');
  await replacing.getByRole('button', { name: 'Готово' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Выгрузить' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Нехватка .+\.xlsx$/);
  await row.getByRole('link', { name: String(ready.number) }).click();
  await page.getByRole('heading', { name: new RegExp(String(ready.number)) }).waitFor();
  expect(problems).toEqual([]);
});

test('[2.2] the deliveries of a day on one sheet for the driver, from the list of orders', async () => {
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/orders?view=list');
  await page.getByRole('button', { name: 'Маршрутный лист' }).click();
  const dialog = page.getByRole('dialog', { name: 'Маршрутный лист' });
  await dialog.getByLabel('День доставки').fill('2026-12-01');
  await looks(page, 'route-sheet');
  const link = await dialog.getByRole('link', { name: 'Открыть лист' }).getAttribute('href');
  expect(link).toBe('/api/admin/orders/route-sheet?date=2026-12-01');
  const type = await page.evaluate(async (url) => (await fetch(url)).headers.get('content-type'), String(link));
  expect(type).toBe('application/pdf');
  expect(problems).toEqual([]);
});

test('[2.6] a change of the delivery zones stands in the history of its branch, beside those of the branch', async () => {
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/branches/00131');
  const url = '/api/admin/delivery/00131';
  const status = await page.evaluate(async (url) => {
    const mark = (await fetch(url)).headers.get('etag') ?? '';
    const zone = {
      id: null,
      name: 'По городу',
      places: ['Вологда'],
      days_min: 1,
      days_max: 2,
      slots: [],
      rates: [{ up_to_grams: 1_500_000, price_kopecks: 70_000, vehicle: 'Газель' }],
    };
    const headers = { 'content-type': 'application/json', 'if-match': mark };
    return (await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ zones: [zone] }) })).status;
  }, url);
  expect(status).toBe(200);
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('Доставка филиала «Вологда» изменена').waitFor();
  await looks(page, 'branch-history');
  expect(problems).toEqual([]);
});

test('[17] two people who have one record open see each other there', async () => {
  const petr = await makeStaff(db, ['content'], { full_name: 'Пётр Кладов' });
  const first = await openOffice({ browser, address, cookies: owner.cookies }, '/branches/00131');
  await first.page.getByRole('heading', { name: 'Вологда', exact: true }).waitFor();
  const second = await openOffice({ browser, address, cookies: petr.cookies }, '/branches/00131');
  await second.page.getByText('Сейчас здесь: Инна Осипова').waitFor();
  await looks(second.page, 'branch-others');
  await first.page.getByText('Сейчас здесь: Пётр Кладов').waitFor({ timeout: 20_000 });
  await second.page.getByRole('navigation', { name: 'Путь' }).getByRole('link', { name: 'Филиалы' }).click();
  await second.page.getByRole('heading', { name: 'Филиалы' }).waitFor();
  expect([...first.problems, ...second.problems]).toEqual([]);
});

test('[2.6] a branch shows what it sells by, what stands in its menus and by which texts it is found', async () => {
  for (const [name, url, department_id_1c] of [
    ['Склад на Ленина', '/contacts/', '00131'],
    ['Только в Кирове', '/delivery/', '00052'],
    ['Оптовикам', '/b2b/', null],
  ] as const)
    await addMenuLink(db, { place: 'header', name, url, department_id_1c });
  await setSeoText(db, { kind: 'home', department_id_1c: '00131' }, { title: 'Купить в Вологде' });
  await setSeoText(db, { kind: 'home', department_id_1c: '00052' }, { title: 'Купить в Кирове' });
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/branches/00131');
  await page.getByRole('button', { name: 'Цены и склад' }).click();
  await page.getByText('Розничные цены').waitFor();
  await page.getByText('Из 1С сюда ничего не идёт').waitFor();
  await looks(page, 'branch-supply');
  await page.getByRole('button', { name: 'Меню и блоки' }).click();
  const menu = page.getByRole('region', { name: 'Меню' });
  await menu.getByText('Склад на Ленина').waitFor();
  await menu.getByText('Оптовикам').waitFor();
  expect(await menu.getByText('Только в Кирове').count()).toBe(0);
  await looks(page, 'branch-blocks');
  await page.getByRole('button', { name: 'SEO', exact: true }).click();
  await page.getByText('Только у этого филиала').waitFor();
  await looks(page, 'branch-seo');
  expect(await page.locator('main').innerText()).not.toContain('Купить в Кирове');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('textbox', { name: /title/i }).first().waitFor();
  expect(page.url()).toContain('~00131');
  expect(problems).toEqual([]);
});

test('[2.6] when buyers may come is set beside the hours, and told when it cannot be', async () => {
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/branches/00131');
  await page.getByRole('button', { name: 'Часы' }).click();
  await page.getByLabel('Промежуток, минут').fill('20');
  await page.getByLabel('Заказов в промежутке').fill('3');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('От 30 минут').waitFor();
  await page.getByLabel('Промежуток, минут').fill('60');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  const point = await db
    .selectFrom('departments')
    .select(['pickup_slot_minutes', 'pickup_slot_places'])
    .where('id_1c', '=', '00131')
    .executeTakeFirstOrThrow();
  expect(point).toEqual({ pickup_slot_minutes: 60, pickup_slot_places: 3 });
  await looks(page, 'branch-pickup-slots');
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('60 минут').waitFor();
  // A request that the server refuses is written to the console by the browser itself.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});

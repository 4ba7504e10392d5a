import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { joinCompany, makeCompany, makeStaff, makeUser } from '#test/support/accounts.ts';
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
  await dialog.getByText(/суммы должны совпасть/).waitFor();
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

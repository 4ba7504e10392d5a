import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { joinCompany, letIn, makeCompany, makeUser } from '#test/support/accounts.ts';
import { isLive, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastCode } from '#test/support/emails.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeDeliveryZone } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const zone = await makeDeliveryZone(db, { name: 'Вологда', days_max: 2 });
await sql`insert into delivery_slots values (${zone.id}, 540, 720, 4), (${zone.id}, 900, 1080, 4)`.execute(db);
await db.updateTable('departments').set({ pickup_slot_minutes: 120 }).execute();
// Late in the evening no hours of today are left.
await db.updateTable('department_hours').set({ opens_minute: 0, closes_minute: 1_440 }).execute();
const { address } = await testSite(db);
const browser = await testBrowser();
const soon = { timeout: 15_000 };

beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

async function openCart(page: Page) {
  await page.goto(address('/category/shtukaturki/'));
  await isLive(page, '.card form, .card .step');
  await page
    .locator('.card')
    .getByRole('button', { name: /В\sкорзину/ })
    .first()
    .click();
  await expect.poll(() => page.locator('.card .step').count(), soon).toBe(1);
  await visit(page);
}

async function visit(page: Page) {
  await page.goto(address('/cart/'));
  await isLive(page, '.checkout');
}

async function again(page: Page) {
  await page.reload();
  await isLive(page, '.checkout');
}

const field = (page: Page, name: string) => page.locator(`.checkout [name="${name}"]`);

/** What would be sent of these fields. */
const stands = (page: Page, ...names: string[]) =>
  page.locator('main').evaluate((main, names) => {
    const data = new FormData(main.querySelector<HTMLFormElement>('form[action="/cart/"]') ?? undefined);
    return Object.fromEntries(names.map((name) => [name, data.get(name)]));
  }, names);

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('form_draft')));

/** Until the caller lets them go, the page has no scripts; what is pressed meanwhile goes without them. */
async function holdScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  return release;
}

const filled = { name: 'Иван Петров', phone: '+7 (921)-000-12-34', address: 'ул. Мира, 12', comment: 'За час' };

test('[S2-05] what a guest filled in stays after a reload and after a look at the goods, and is gone once it is ordered', async () => {
  const { page, context, problems } = await openPage(browser);
  await openCart(page);
  await page.locator('.checkout').getByText('Доставка', { exact: true }).first().click();
  for (const [name, value] of Object.entries(filled)) await field(page, name).fill(value);
  const expected = { ...filled, receiving: 'delivery' };
  const now = () => stands(page, ...Object.keys(expected));

  await page.reload();
  await expect.poll(now, soon).toEqual(expected);
  await page.locator('.kv').getByText('Иван Петров').waitFor();
  await page.locator('.sumrow').getByText('Доставка').first().waitFor();

  await page.locator('.cline a').first().click();
  await page.waitForURL(/\/product\//);
  await page.goBack();
  await expect.poll(now, soon).toEqual(expected);

  await field(page, 'email').fill('ivan@pochta.example');
  await page
    .locator('.checkout')
    .getByLabel(/Согласен\sна\sобработку/)
    .check();
  await page
    .getByRole('button', { name: /^Оформить\sзаказ/ })
    .last()
    .click();
  await page.waitForURL(/\/order\/./);
  await expect.poll(() => drafts(page), soon).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('[S2-05] the day and the hours that were chosen stand after a reload, and after what is filled in next', async () => {
  const { page, context, problems } = await openPage(browser);
  await openCart(page);
  const pickup = () => stands(page, 'pickup_date', 'pickup_slot');
  const delivery = () => stands(page, 'delivery_date', 'delivery_slot');
  const choose = (group: string, nth: number) =>
    page.getByRole('group', { name: group }).filter({ visible: true }).locator('label').nth(nth).click();
  const first = await pickup();
  await choose('Когда приедете', 1);
  await expect.poll(() => page.locator('#pickup_slot label').count(), soon).toBeGreaterThan(3);
  await page.locator('.buybar, .sumbox').first().and(page.locator(':not([aria-busy="true"])')).waitFor();
  await page.locator('#pickup_slot label').nth(1).click();
  const come = await pickup();
  expect(come.pickup_date).not.toBe(first.pickup_date);
  expect(come.pickup_slot).toMatch(/^\d/);
  await again(page);
  await expect.poll(pickup, soon).toEqual(come);

  await page.locator('.checkout').getByText('Доставка', { exact: true }).first().click();
  await field(page, 'address').fill(filled.address);
  await field(page, 'name').click();
  await page.getByText(/Вологда:\s390\s₽/).waitFor();
  const soonest = await delivery();
  await choose('Когда привезти', 1);
  await page.getByRole('radio', { name: '15:00–18:00' }).check();
  const brought = await delivery();
  expect(brought.delivery_date).not.toBe(soonest.delivery_date);
  expect(brought.delivery_slot).toBe('15:00-18:00');
  for (const comment of ['За час', 'За два часа']) {
    await again(page);
    await expect.poll(delivery, soon).toEqual(brought);
    await field(page, 'comment').fill(comment);
  }
  await again(page);
  await expect
    .poll(() => stands(page, 'delivery_date', 'comment'), soon)
    .toEqual({
      delivery_date: brought.delivery_date,
      comment: 'За два часа',
    });
  expect(problems).toEqual([]);
  await context.close();
});

test('[S2-05] what a guest filled in goes with whoever signs in from the checkout, and nothing of it stays when he signs out', async () => {
  const user = await makeUser(db, { phone: '+79210001234' });
  const { page, context, problems } = await openPage(browser);
  await openCart(page);
  await field(page, 'name').fill('Иван Петров');
  await field(page, 'comment').fill('За час');
  const consent = page.locator('.checkout').getByLabel(/Согласен\sна\sобработку/);
  await consent.check();
  await page.locator('.checkout').getByRole('link', { name: 'Войдите' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
  await dialog.getByRole('link', { name: 'По коду из письма' }).click();
  await dialog.getByLabel('Почта').fill(user.email);
  await dialog.locator('#signin-consent_personal_data').check();
  await dialog.getByRole('button', { name: 'Получить код' }).click();
  await dialog.getByLabel('Код из письма, 6 цифр').waitFor();
  await dialog.getByLabel('Код из письма, 6 цифр').fill(await lastCode(db, user.email));
  const taken = { name: 'Иван Петров', comment: 'За час', email: user.email };
  const now = () => stands(page, ...Object.keys(taken));
  await expect.poll(now, soon).toEqual(taken);
  expect(await consent.isChecked(), 'a consent is given again').toBe(false);
  expect((await drafts(page)).filter((key) => key.includes('guest'))).toEqual([]);
  await again(page);
  await expect.poll(now, soon).toEqual(taken);

  const other = await context.newPage();
  await other.goto(address('/personal/'));
  await isLive(other, '.lknav form');
  await other.getByRole('button', { name: 'Выйти' }).filter({ visible: true }).first().click();
  await other.waitForURL(({ pathname }) => pathname === '/');
  await expect.poll(() => drafts(page), soon).toEqual([]);
  await expect.poll(() => page.getByText('Иван Петров').count(), soon).toBe(0);
  await openCart(page);
  expect(await stands(page, 'name', 'comment', 'email')).toEqual({ name: '', comment: '', email: '' });
  expect(problems).toEqual([]);
  await context.close();
});

test('[S2-05] what was filled in for one firm stands in no order of another', async () => {
  const user = await makeUser(db);
  const [other, firm] = [await makeCompany(db, { inn: '3525123453', name: 'ООО «Север»' }), await makeCompany(db)];
  for (const company of [other, firm]) await joinCompany(db, user, company);
  const buysFor = ({ id }: { id: number }) =>
    db.updateTable('users').set({ company_id: id }).where('id', '=', user.id).execute();
  const { page, context } = await openPage(browser);
  await letIn(db, context, user);
  await openCart(page);
  await field(page, 'building_site').fill('ЖК «Северный»');
  await buysFor(other);
  await visit(page);
  expect(await stands(page, 'company_inn', 'building_site')).toEqual({ company_inn: other.inn, building_site: '' });
  await buysFor(firm);
  await visit(page);
  await expect.poll(() => stands(page, 'building_site'), soon).toEqual({ building_site: 'ЖК «Северный»' });
  await context.close();
});

test('[S2-05] what was sent before the scripts came stands, whatever was filled in earlier', async () => {
  const { page, context } = await openPage(browser);
  await openCart(page);
  await field(page, 'name').fill('Иван Петров');
  const release = await holdScripts(page);
  await Promise.all([page.waitForEvent('domcontentloaded'), page.evaluate(() => window.location.assign('/cart/'))]);
  await field(page, 'name').fill('Анна Смирнова');
  await page.getByText('Получит другой человек').click();
  await page
    .getByRole('button', { name: /^Больше/ })
    .first()
    .click();
  await expect
    .poll(
      () =>
        page
          .getByLabel(/^Количество/)
          .first()
          .inputValue(),
      soon,
    )
    .toBe('2');
  release();
  await isLive(page, '.checkout');
  const sent = { name: 'Анна Смирнова', is_other_recipient: '1' };
  expect(await stands(page, 'name', 'is_other_recipient')).toEqual(sent);
  await field(page, 'comment').fill('За час');
  await visit(page);
  await expect
    .poll(() => stands(page, 'name', 'is_other_recipient', 'comment'), soon)
    .toEqual({
      ...sent,
      comment: 'За час',
    });
  await context.close();
});

test('[S2-05] a field emptied on purpose stays empty, and the invoice that a firm was offered stays chosen', async () => {
  const user = await makeUser(db);
  const { page, context } = await openPage(browser);
  await letIn(db, context, user);
  await openCart(page);
  await field(page, 'name').fill('');
  await page.getByText(/^Покупаю\sкак\sорганизация/).click();
  const expected = { name: '', email: user.email, is_company: '1', payment: 'invoice' };
  const now = () => stands(page, ...Object.keys(expected));
  expect(await now()).toEqual(expected);
  await again(page);
  await expect.poll(now, soon).toEqual(expected);
  await context.close();
});

test('[S2-05] an order that was left while it was being sent leaves what was filled in', async () => {
  const { page, context } = await openPage(browser);
  await openCart(page);
  for (const name of ['name', 'phone'] as const) await field(page, name).fill(filled[name]);
  await field(page, 'email').fill('ivan@pochta.example');
  await page
    .locator('.checkout')
    .getByLabel(/Согласен\sна\sобработку/)
    .check();
  await page.route('**/cart/form/**', () => {});
  const sent = page.waitForRequest('**/cart/form/**');
  await page
    .getByRole('button', { name: /^Оформить\sзаказ/ })
    .last()
    .click();
  await sent;
  await page.locator('.cline a').first().click();
  await page.waitForURL(/\/product\//);
  await expect.poll(() => page.locator('.checkout').count(), soon).toBe(0);
  expect(await drafts(page)).toHaveLength(1);
  await context.close();
});

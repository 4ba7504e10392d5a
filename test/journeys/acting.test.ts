import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { hydrated, isLive, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 100 });
await makeUser(db, { full_name: 'Анна Смирнова', email: 'anna@pochta.example', phone: '+79215550101' });
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  vi.useRealTimers();
  for (const context of browser.contexts()) await context.close();
});

/** A browser in which a member of staff is signed in. */
async function openStaff(options: Parameters<typeof openPage>[1] = {}, secondFactor = true) {
  const staff = await makeStaff(db, ['login_by_user'], { full_name: 'Мария Отделова', secondFactor });
  const opened = await openPage(browser, options);
  const cookies = { ...staff.cookies, signed: 'user', isConfirmCity: 'true' };
  await opened.context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, domain: '.idd.localhost', path: '/' })),
  );
  return { ...opened, staff };
}

/** Finds Anna by her phone and enters, as the forms lead. */
async function enter(page: Page) {
  await page.goto(site.address('/login-by-user/'));
  await page.getByLabel('Покупатель').fill('+7 921 555-01-01');
  await page.getByRole('button', { name: 'Найти', exact: true }).last().click();
  await page.getByText('a•••@pochta.example').waitFor();
  await page.getByLabel('Причина').fill('Просит помочь с заказом');
  await page.getByRole('button', { name: 'Войти в кабинет покупателя' }).click();
  await page.waitForURL('**/personal/');
}

const strip = (page: Page) => page.getByRole('complementary', { name: 'Работа за покупателя' });

async function kindOf(context: BrowserContext) {
  return (await context.cookies()).find(({ name }) => name === 'signed')?.value;
}

for (const device of ['desktop', 'mobile'] as const)
  test(`[S2-09] [S6-05] a manager enters as a customer, works under the red strip and leaves, on ${device}`, async () => {
    const { page, context, staff, problems } = await openStaff({ device }, false);
    await page.goto(site.address('/login-by-user/'));
    expect(await findings(page, { isWhole: true })).toEqual([]);
    await page.getByLabel('Код из приложения').fill(staff.code());
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await page.getByLabel('Покупатель').fill('смирн');
    await page.getByLabel('Покупатель').press('Enter');
    await page.getByText('Кто из них').waitFor();
    expect(await findings(page, { isWhole: true })).toEqual([]);
    await page.getByLabel('Причина').fill('Просит помочь с заказом');
    await page.getByRole('button', { name: 'Войти в кабинет покупателя' }).click();
    await page.waitForURL('**/personal/');
    expect(await strip(page).innerText()).toMatch(/^Вы\sработаете\sкак\sАнна\sСмирнова\s—\s+Выйти\s+до\s\d\d:\d\d$/);
    expect(await findings(page, { isWhole: true })).toEqual([]);

    // A navigation within the page keeps it, and it stays in sight over the compact header.
    await page.evaluate(() => {
      document.querySelector('main')!.style.minHeight = '3000px';
      window.scrollTo(0, 600);
    });
    expect((await strip(page).boundingBox())?.y).toBe(0);
    if (device === 'desktop') {
      await page.locator('.head.compact').waitFor();
      await page.waitForFunction(() => document.querySelector('.head.compact')!.getBoundingClientRect().top === 44);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await page
      .getByRole('link', { name: /^Корзина/ })
      .first()
      .click();
    await page.waitForURL('**/cart/');
    await strip(page).waitFor();
    expect(await kindOf(context)).toBe('staff');

    await strip(page).getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL('**/login-by-user/');
    expect(await strip(page).count()).toBe(0);
    expect(await kindOf(context)).toBe('user');
    expect(problems).toEqual([]);
  });

test('[S6-05] without JavaScript the same forms lead in and out', async () => {
  const { page } = await openStaff({ javaScriptEnabled: false });
  await enter(page);
  await page.goto(site.address('/'));
  await strip(page).getByRole('button', { name: 'Выйти' }).click();
  await page.waitForURL('**/login-by-user/');
  expect(await strip(page).count()).toBe(0);
});

test('[S6-05] when the half hour is over the open page returns to the staff’s own account by itself', async () => {
  const { page, context } = await openStaff();
  await page.clock.install();
  await enter(page);
  await page.goto(site.address('/'));
  await isLive(page, '.acting');
  // The server's clock and the browser's go on by the same half hour.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_801_000 });
  await page.clock.fastForward(1_802_000);
  await strip(page).waitFor({ state: 'detached' });
  expect(await kindOf(context)).toBe('user');
});

test('[S6-05] a page opened before is loaded again at its next step when acting began in another tab', async () => {
  const { page, context } = await openStaff();
  const other = await context.newPage();
  await other.goto(site.address('/'));
  await hydrated(other);
  await enter(page);
  expect(await strip(other).count()).toBe(0);
  await other
    .getByRole('link', { name: /^Корзина/ })
    .first()
    .click();
  await strip(other).waitFor();
});

test('[S6-05] nobody else’s page moves or knows of the strip', async () => {
  const { page } = await openPage(browser);
  await page.goto(site.address('/'));
  expect(await page.locator('.acting').count()).toBe(0);
  expect((await page.locator('.site-head').boundingBox())?.y).toBe(0);
  expect(await page.content()).not.toContain('seconds_left');
});

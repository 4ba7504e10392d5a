import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice, ownerWithPassword, signInToOffice } from '#test/support/back-office.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const { address } = await testSite(db);
const browser = await testBrowser();

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** The session ends elsewhere; whoever saves then signs in over the page. */
async function continueSession(page: Page, { password, code }: { password: string; code: (now: Date) => string }) {
  const cover = page.locator('dialog.cover');
  await cover.waitFor({ timeout: 5_000 });
  expect(await cover.getByLabel('Почта').inputValue()).toBe('maria@idd.example');
  await cover.getByLabel('Пароль', { exact: true }).fill(password);
  await cover.getByRole('button', { name: 'Войти' }).click();
  // The code of this half minute has been used.
  await cover.getByLabel('Код из приложения').fill(code(new Date(Date.now() + 30_000)));
  await cover.waitFor({ state: 'detached' });
}

test('[17] two save one field, and a session that is over covers the page at the press that meets it: what was typed is saved', {
  timeout: 180_000,
}, async () => {
  const owner = await ownerWithPassword(db, 'Мария Отделова', 'maria@idd.example');
  const { page } = await openPage(browser, { isFolded: true });
  await signInToOffice(page, address('/admin/'), owner);
  await page.getByRole('button', { name: /Меню сотрудника/ }).click();
  await page.getByText('maria@idd.example').waitFor();
  await page.goto(address('/admin/settings'));
  await page.getByLabel('Название магазина').fill('Моё');

  const { cookies } = await makeStaff(db, ['owner'], { full_name: 'Вера Соснина' });
  const other = await openOffice({ browser, address, cookies }, '/settings');
  await other.page.getByLabel('Название магазина').fill('Её');
  await other.page.getByRole('button', { name: 'Сохранить' }).click();
  await other.page.getByText(/^Сохранено\sв/).waitFor();

  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('heading', { name: 'Пока вы правили' }).waitFor();
  await looks(page, 'clash');
  await page.getByRole('button', { name: 'Продолжить правку' }).click();

  await page.context().clearCookies({ name: /access|refresh|signed/ });
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await continueSession(page, owner);
  expect(await page.getByLabel('Название магазина').inputValue()).toBe('Моё');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
});

test('what was typed and not saved is there after a reload: an order by phone, prices; more goods than a call takes are not marked in silence', {
  timeout: 180_000,
}, async () => {
  for (let n = 0; n < 205; n++) await makeProduct(db, { name: `Гипс ${String(n).padStart(3, '0')}`, price: 40_000 });
  const { cookies } = await makeStaff(db, ['owner'], { full_name: 'Ольга Кузнецова' });
  const { page } = await openOffice({ browser, address, cookies }, '/orders/new');
  await page.getByRole('combobox', { name: 'Филиал', exact: true }).selectOption({ label: 'Вологда' });
  await page.getByLabel('Добавить товар').fill('Гипс 007');
  await page.getByRole('option', { name: /Гипс\s007/ }).click();
  await page.getByLabel('Имя').fill('Ольга Жукова');
  await page.getByText('Гипс 007').first().waitFor();
  await page.reload();
  await page.getByText('Гипс 007').first().waitFor();
  expect(await page.getByLabel('Имя').inputValue()).toBe('Ольга Жукова');
  await page.getByRole('button', { name: 'Начать заново' }).click();
  await page.getByText('Корзина пуста').waitFor();
  expect(await page.getByLabel('Имя').inputValue()).toBe('');

  await page.goto(address('/admin/prices'));
  await page.getByRole('textbox', { name: 'Гипс 000, Вологда', exact: true }).fill('410');
  await page.reload();
  const cell = page.getByRole('textbox', { name: 'Гипс 000, Вологда', exact: true });
  await cell.waitFor();
  expect(await cell.inputValue()).toBe('410');
  await page.goto(address(`/admin/prices?q=${encodeURIComponent('Гипс 001')}`));
  await page.getByText('Ещё 1 цена набрана для товаров вне этой страницы').waitFor();
  await page.goto(address('/admin/prices'));
  await page.getByRole('button', { name: 'Сохранить 1 цену' }).click();
  await page.getByRole('button', { name: 'Отменить сохранённое' }).waitFor();

  await page.goto(address('/admin/catalogue?per_page=250'));
  const boxes = page.locator('main table input[type="checkbox"]');
  await boxes.nth(204).waitFor();
  await boxes.nth(0).click();
  await boxes.nth(204).click({ modifiers: ['Shift'] });
  await page.getByText('Больше 200 товаров сразу не отметить').waitFor();
});

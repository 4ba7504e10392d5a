import { expect, test } from 'vitest';
import { makeAdminCast } from '#test/admin/cast.ts';
import { findings } from '#test/support/axe.ts';
import { looks, openOffice, ownerWithPassword } from '#test/support/back-office.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { addressesOfOffice, goInOffice, screenOf } from '#test/support/office-screens.ts';
import { makeRequisites } from '#test/support/requisites.ts';

const { db } = await testDatabase();
const cast = await makeAdminCast(db);
await makeRequisites(db);
const browser = await testBrowser();
const { address } = await testSite(db);
const owner = { browser, address, cookies: cast.staff.owner.cookies };

test('[17] on every screen of the back office axe finds nothing, and nothing scrolls sideways at 1440 and 768 px', {
  timeout: 400_000,
}, async () => {
  const { page, problems } = await openOffice(owner, '/nowhere');
  await page.getByRole('heading', { name: 'Такой страницы нет' }).waitFor();
  await looks(page, 'not-found', { isFirst: true });
  // The menu, which the other looks leave out.
  expect(await findings(page, { isWhole: true })).toEqual([]);
  const patterns = addressesOfOffice();
  expect(patterns.length).toBeGreaterThan(80);
  for (const pattern of patterns) {
    const path = await screenOf(cast, pattern);
    await goInOffice(page, path);
    await page.waitForFunction(() => {
      const heading = document.querySelector('main h1')?.textContent ?? '';
      return heading !== '' && heading !== 'Такой страницы нет';
    });
    await looks(page, `screen${pattern.replaceAll(/[/:]+/g, '-')}`, { isFirst: true });
  }
  expect(problems).toEqual([]);
  await page.context().close();
});

test('[17] signing in, its code, the list of keys and the search of commands are as legible', {
  timeout: 60_000,
}, async () => {
  const { email, password } = await ownerWithPassword(db, 'Вера Соснина', 'vera@idd.example');
  const { page: entry, context } = await openPage(browser, { isFolded: true });
  await entry.goto(address('/admin/'));
  await entry.getByLabel('Почта').waitFor();
  await looks(entry, 'sign-in', { isFirst: true });
  await entry.getByLabel('Почта').fill(email);
  await entry.getByLabel('Пароль', { exact: true }).fill(password);
  await entry.getByRole('button', { name: 'Войти' }).click();
  await entry.getByLabel('Код из приложения').waitFor();
  await looks(entry, 'sign-in-code', { isFirst: true });
  await context.close();

  const { page } = await openOffice(owner, '/orders');
  await page.getByRole('heading', { name: 'Заказы' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await looks(page, 'commands', { isFirst: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Клавиши' }).waitFor();
  await looks(page, 'keys-dialog', { isFirst: true });
  await page.context().close();
});

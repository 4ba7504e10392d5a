import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { storeMail } from '#modules/mail/mails.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const product = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 100 });
const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
for (const count of [1, 2, 3]) await orderBy(db, anna, [[product, count]]);
await storeMail(db, 'a-mail', 'anna@pochta.example', {
  subject: 'Заказ принят',
  heading: 'Заказ принят',
  blocks: [],
  footer: () => [],
});
const browser = await testBrowser();
const { address } = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const office = async (path: string, full_name: string) => {
  const { cookies } = await makeStaff(db, ['owner'], { full_name });
  return openOffice({ browser, address, cookies }, path);
};
const headings = async (page: Page) =>
  (await page.locator('main thead th').allInnerTexts()).map((words) => words.trim().replaceAll('\u00a0', ' '));
const opener = (page: Page) => page.getByRole('button', { name: /^Столбцы/ });

/** Notes every heading that has ever stood in the page, also for a moment. */
async function noteHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeadings: seen });
    new MutationObserver(() => {
      for (const th of document.querySelectorAll('main thead th')) seen.add(th.textContent?.trim() ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenHeadings: Set<string> }).seenHeadings]);
}

test('[2.0] a person chooses the columns of a list by keys; they are so on every visit, without a flash, and for nobody else', async () => {
  const { page, problems } = await office('/orders?view=list', 'Инна Осипова');
  await page.getByRole('columnheader', { name: 'Телефон' }).waitFor();
  const all = await headings(page);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Столбцы списка' });
  const choices = await dialog.getByRole('checkbox').count();
  expect(choices).toBe(all.length - 2);
  await dialog.getByText('Всегда видно: Выбор, №').waitFor();
  for (const name of ['Телефон', 'Способ', 'Откуда']) {
    await dialog.getByRole('checkbox', { name, exact: true }).focus();
    await page.keyboard.press('Space');
  }
  await looks(page, 'columns-dialog');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const left = all.filter((name) => !['Телефон', 'Способ', 'Откуда'].includes(name));
  expect(await headings(page)).toEqual(left);
  expect(await opener(page).innerText()).toBe(`Столбцы: ${left.length} из ${all.length}`);
  expect(await opener(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await looks(page, 'columns-orders');

  const seen = await noteHeadings(page);
  await page.reload();
  await page.getByRole('columnheader', { name: 'Состояние' }).waitFor();
  expect(await headings(page)).toEqual(left);
  expect(await seen()).not.toContain('Телефон');

  const other = await office('/orders?view=list', 'Пётр Кладов');
  await other.page.getByRole('columnheader', { name: 'Телефон' }).waitFor();
  expect(await headings(other.page)).toEqual(all);

  await opener(page).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await opener(page).click();
  await dialog.getByRole('button', { name: 'Показать все' }).click();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('columnheader', { name: 'Телефон' }).waitFor();
  expect(await headings(page)).toEqual(all);
  expect(await db.selectFrom('staff_columns').selectAll().execute()).toEqual([]);
  expect([...problems, ...other.problems]).toEqual([]);
});

test('[2.0] lists that come whole and lists that go on have the same choice; what was not stored is said, and stays ticked off', async () => {
  const { page, problems } = await office('/branches', 'Вера Соснина');
  for (const [path, gone] of [
    ['/branches', 'Склад'],
    ['/content/mails', 'Попыток'],
    ['/customers', 'Почта'],
  ] as const) {
    await page.goto(address(`/admin${path}`));
    await page.getByRole('columnheader', { name: gone }).waitFor();
    await opener(page).click();
    const dialog = page.getByRole('dialog');
    const box = dialog.getByRole('checkbox', { name: gone, exact: true });
    await box.uncheck();
    await page.route('**/api/admin/columns/*', (route) => route.abort('internetdisconnected'), { times: 1 });
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByText('Нет связи с магазином').waitFor();
    expect(await box.isChecked(), path).toBe(false);
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await headings(page), path).not.toContain(gone);
    await looks(page, `columns${path.replaceAll('/', '-')}`);
  }
  expect(problems.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('[2.0] a filter under a name brings its own columns, also by a link to it', async () => {
  const { page, problems } = await office('/orders?view=list&state=new', 'Ольга Жукова');
  await page.getByRole('columnheader', { name: 'Ведёт' }).waitFor();
  const choose = async (name: string, isShown: boolean) => {
    await opener(page).click();
    await page.getByRole('checkbox', { name, exact: true }).setChecked(isShown);
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await choose('Ведёт', false);
  await page.getByRole('button', { name: 'Сохранить отбор' }).click();
  await page.getByLabel('Название').fill('Новые');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('button', { name: 'Новые', exact: true, pressed: true }).last().waitFor();
  // Of the list itself it is shown again; the filter keeps its own.
  await page.getByRole('button', { name: 'Сбросить' }).click();
  await choose('Ведёт', true);
  expect(await headings(page)).toContain('Ведёт');
  await page.locator('.views').getByRole('button', { name: 'Новые' }).click();
  await expect.poll(() => headings(page)).not.toContain('Ведёт');
  await opener(page).click();
  await page.getByRole('dialog', { name: 'Столбцы отбора «Новые»' }).waitFor();
  await page.keyboard.press('Escape');
  await choose('Оплата', false);
  await looks(page, 'columns-view');

  const seen = await noteHeadings(page);
  await page.reload();
  await page.getByRole('columnheader', { name: 'Состояние' }).waitFor();
  for (const name of ['Ведёт', 'Оплата']) expect(await seen(), name).not.toContain(name);
  await page.getByRole('button', { name: 'Сбросить' }).click();
  await page.getByRole('columnheader', { name: 'Оплата' }).waitFor();
  expect(problems).toEqual([]);
});

import { afterEach, expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const anna = await makeUser(db, { full_name: 'Анна Смирнова', phone: '+79215550101' });
await issueCard(db, { kind: 'bonus', user_id: anna.id, phone: null, who: 'касса, Вологда' });
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

// A request that the server refuses is written to the console by the browser itself.
const serious = (problems: string[]) => problems.filter((problem) => !/status of (404|422)/.test(problem));

test('[S1-05] support hands out a card, finds it by phone, gives bonuses, replaces it, blocks and releases it', {
  timeout: 120_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['support'], { full_name: 'Инна Осипова' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/customers');
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const pressThere = (name: string) => dialog.getByRole('button', { name, exact: true }).last().click();
  await page.getByRole('navigation', { name: 'Покупатели и фирмы' }).getByRole('link', { name: 'Карты' }).click();
  await page.getByRole('link', { name: 'Анна Смирнова' }).waitFor();
  await press('Выдать карту');
  await dialog.getByLabel('Телефон покупателя').fill('12345');
  await pressThere('Выдать карту');
  await dialog.getByText('Неверный формат телефона').waitFor();
  await looks(page, 'card-issue');
  await dialog.getByLabel('Телефон покупателя').fill('8 921 555-07-07');
  await pressThere('Выдать карту');
  await dialog.getByText('Код показан один раз').waitFor();
  await pressThere('Готово');
  await page.getByText('нет: карту ещё не привязали').waitFor();

  await press('Начислить или списать');
  await dialog.getByLabel('Сколько бонусов').fill('150');
  await dialog.getByLabel('Причина').fill('Покупка на кассе, чек 4411');
  await pressThere('Начислить');
  await page.getByText('+150').waitFor();
  await press('Заменить');
  await pressThere('Заменить карту');
  await dialog.getByText('Код показан один раз').waitFor();
  await pressThere('Готово');
  await page.getByText('Прежние номера').waitFor();
  await press('Заблокировать');
  await pressThere('Заблокировать');
  await dialog.getByText('Напишите причину').waitFor();
  await looks(page, 'card-block');
  await dialog.getByLabel('Причина').fill('Покупательница сообщила о краже сумки');
  await pressThere('Заблокировать');
  await page.getByText('заблокирована', { exact: true }).waitFor();
  await looks(page, 'card');

  await page.goto(site.address('/admin/customers/cards'));
  await page.getByText('заблокирована', { exact: true }).waitFor();
  await looks(page, 'cards');
  await page.getByLabel('Номер карты или телефон').fill('+7 921 555-07-07');
  await page.getByRole('link', { name: 'Анна Смирнова' }).waitFor({ state: 'detached' });
  await page.getByText('без кабинета', { exact: true }).waitFor();
  await page.getByLabel('Номер карты или телефон').fill('2 0000 0000 0000');
  await page.getByText('Ничего не подошло').waitFor();
  await looks(page, 'cards-none');
  await page.goBack();
  await page.goto(site.address('/admin/customers/cards?flag=is_blocked'));
  await page.getByRole('link', { name: /^2\s\d{4}/ }).click();
  await press('Снять блокировку');
  await page.getByText('работает', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'История' }).click();
  await page
    .getByText(/снова работает/)
    .first()
    .waitFor();
  expect(serious(problems)).toEqual([]);
});

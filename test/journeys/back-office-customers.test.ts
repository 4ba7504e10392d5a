import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { joinCompany, makeCompany, makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const product = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 100 });
const anna = await makeUser(db, { full_name: 'Анна Смирнова', phone: '+79215550101' });
for (const count of [1, 2]) await orderBy(db, anna, [[product, count]]);
await issueCard(db, { kind: 'bonus', user_id: anna.id, phone: null, who: 'касса, Вологда' });
await signedIn(db, anna);
const twin = await makeUser(db, { full_name: 'Нюра Двойная', phone: '+79215550101' });
await orderBy(db, twin, [[product, 1]]);
await issueCard(db, { kind: 'bonus', user_id: twin.id, phone: null, who: 'касса, Вологда' });
const leaving = await makeUser(db, { full_name: 'Зоя Прощальная' });
const firm = await makeCompany(db, { name: 'ООО «Стройка и ремонт»', activated_at: null });
const pyotr = await makeUser(db, { full_name: 'Пётр Закупкин' });
await joinCompany(db, pyotr, firm);
const rival = await makeUser(db, { full_name: 'Роман Второй' });
await sql`insert into company_requests (company_id, user_id) values (${firm.id}, ${rival.id}::uuid)`.execute(db);
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const email = 'maria@idd.example';

test('[S6-05] the owner finds a customer, notes, restricts, gives bonuses, checks a firm, erases and acts for people', {
  timeout: 180_000,
}, async () => {
  const owner = await makeStaff(db, ['owner', 'login_by_user'], { full_name: 'Мария Отделова', email });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies: owner.cookies }, '/');
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const tab = (name: string) => page.getByRole('navigation', { name: /^О / }).getByRole('button', { name }).click();

  await page.getByRole('heading', { name: 'Здоровье' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /покупатель/ }).fill('Анна Смир');
  await page.getByRole('option', { name: /^Анна Смирнова/ }).click();
  await page.getByRole('heading', { name: 'Анна Смирнова', level: 1 }).waitFor();
  await page.getByLabel('Новая заметка').fill('Просит звонить после обеда');
  await press('Записать');
  await page.getByText('Просит звонить после обеда').waitFor();
  await page.getByLabel(/^Не предлагать/).check();
  await press('Сохранить');
  await page.getByText('Напишите причину').waitFor();
  await looks(page, 'customer');
  await page.getByLabel('Причина').fill('Трижды не забрала заказ');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'customer-saved');

  await tab('Заказы');
  await page.getByRole('region', { name: 'Заказы покупателя' }).getByRole('link').first().waitFor();
  await looks(page, 'customer-orders');
  await tab('Карты и бонусы');
  await press('Начислить или списать');
  await page.getByLabel('Сколько бонусов').fill('100');
  await press('Начислить');
  await page.getByText('Напишите причину').waitFor();
  await looks(page, 'customer-bonuses');
  await page.getByLabel('Причина').fill('Извинение за задержку');
  await press('Начислить');
  await page.getByText('+100').waitFor();
  await looks(page, 'customer-cards');
  await tab('Обращения и отзывы');
  await page.getByText('В поддержку не писал.').waitFor();
  await looks(page, 'customer-requests');
  await tab('Согласия и подписки');
  await page.getByText('Обработка персональных данных').first().waitFor();
  await looks(page, 'customer-agreements');
  await tab('Сеансы');
  await looks(page, 'customer-sessions');
  await press('Завершить все');
  await page.getByText('Открытых сеансов нет').waitFor();
  await tab('История');
  await page.getByText('Анна Смирнова: оплата при получении отключена').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), press('Выгрузить данные')]);
  expect(file.suggestedFilename()).toMatch(/\.json$/);

  await page
    .getByRole('navigation', { name: 'Разделы' })
    .getByRole('link', { name: /Покупатели и фирмы/ })
    .click();
  await page.getByRole('link', { name: 'Анна Смирнова' }).waitFor();
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('sort=total')),
    page.getByRole('button', { name: 'Сумма' }).click(),
  ]);
  await looks(page, 'customers');
  await page.getByLabel('Имя, телефон, почта, карта').fill('никого такого');
  await page.getByText('Ничего не подошло').waitFor();
  await looks(page, 'customers-none');

  await page.getByRole('navigation', { name: 'Покупатели и фирмы' }).getByRole('link', { name: 'Фирмы' }).click();
  await page.getByRole('link', { name: firm.name }).waitFor();
  await looks(page, 'firms');
  await page.getByRole('link', { name: firm.name }).click();
  await page.getByLabel('ИНН', { exact: true }).fill('7707083890');
  await page.getByText('В ИНН неверная контрольная цифра').waitFor();
  await looks(page, 'firm');
  await page.getByLabel('ИНН', { exact: true }).fill(firm.inn);
  await page.getByLabel('Договор').fill('№ 7 от 01.11.2026');
  await page.getByLabel('Кредитный лимит, ₽').fill('100 000');
  await page.getByLabel('Отсрочка, дней').fill('14');
  await press('Сохранить');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await tab('Люди');
  await page.getByText('Принимают после проверки фирмы').waitFor();
  await looks(page, 'firm-people');
  await press('Проверена');
  await page.getByLabel(/^Пётр Закупкин/).check();
  await looks(page, 'firm-check');
  await press('Открыть цены');
  await page.getByRole('button', { name: 'Приостановить' }).waitFor();
  await press('Отказать');
  await page.getByText('Просят присоединиться').waitFor({ state: 'detached' });
  await tab('Долг и документы');
  await page.getByText('Все счета оплачены.').waitFor();
  await looks(page, 'firm-money');
  await tab('История');
  await page.getByText(/организация проверена, владелец Пётр Закупкин/).waitFor();

  await page.goto(site.address(`/admin/customers/${anna.id}`));
  await press('Объединить двойников: 1');
  const merging = page.getByRole('dialog');
  await looks(page, 'customer-merge-choice');
  await merging.getByLabel('Второй кабинет').fill('Мария Отделова');
  await merging.getByText('Ничего не нашлось').waitFor();
  await merging.getByRole('button', { name: 'Нюра Двойная' }).click();
  await merging.getByText('Останется', { exact: true }).waitFor();
  await merging.getByRole('button', { name: 'Объединить' }).click();
  await merging.getByText('Напишите, кто попросил').waitFor();
  await looks(page, 'customer-merge');
  await merging.getByLabel(twin.email).check();
  await merging.getByLabel('Кто попросил').fill('Просит сама, оба адреса подтвердила');
  await merging.getByRole('button', { name: 'Объединить' }).click();
  await merging.waitFor({ state: 'detached' });
  await page.getByText(/^Кабинет «Нюра Двойная»/).waitFor();
  await page.getByRole('button', { name: 'Объединить двойников', exact: true }).waitFor();
  await looks(page, 'customer-merged');
  await page.goto(site.address(`/admin/customers/${twin.id}`));
  await page.getByText('Такого покупателя нет').waitFor();

  await page.goto(site.address(`/admin/customers/${leaving.id}`));
  await press('Удалить кабинет');
  const window = page.getByRole('dialog');
  await window.getByLabel(/^Чтобы подтвердить/).fill('Зоя');
  await window.getByRole('button', { name: 'Удалить кабинет' }).click();
  await page.getByText('Наберите, чтобы подтвердить: Зоя Прощальная').waitFor();
  await looks(page, 'customer-erase');
  await window.getByLabel(/^Чтобы подтвердить/).fill('Зоя Прощальная');
  await window.getByRole('button', { name: 'Удалить кабинет' }).click();
  await page.waitForURL('**/admin/customers');

  await page.getByRole('link', { name: 'Анна Смирнова' }).click();
  await press('Войти в кабинет');
  await looks(page, 'customer-act');
  await window.getByLabel('Причина').fill('Просит помочь с заказом');
  await window.getByRole('button', { name: 'Войти в кабинет' }).click();
  await page.waitForURL('**/login-by-user/?link=*');
  await page.getByText('Анна Смирнова').first().waitFor();
  // A request that the server refuses is written to the console by the browser itself.
  expect(problems.filter((problem) => !/status of (401|403|404|422)/.test(problem))).toEqual([]);
});

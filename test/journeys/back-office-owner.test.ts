import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paymentOf } from '#modules/payments/queries.ts';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { totpCode } from '#modules/staff/totp.ts';
import { commands as staffCommands } from '#src/commands/staff.ts';
import { looks, prepareBranch, signInToOffice } from '#test/support/back-office.ts';
import { hydrated, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { fillContacts, placeOrder, putInCart } from '#test/support/checkout.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastLink } from '#test/support/emails.ts';
import { exchangeAll } from '#test/support/onec.ts';
import { startOnecJobs } from '#test/support/onec-jobs.ts';
import { temporaryFolder } from '#test/support/processes.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { scanPass } from '#test/support/scan-pass.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const dataDir = await temporaryFolder();
const base = { login: 'base', password: 'гвоздь-и-молоток-17' };
const { app, address } = await testSite(db, {
  DATA_DIR: dataDir,
  ONEC_LOGIN: base.login,
  ONEC_PASSWORD: base.password,
});
await startOnecJobs(db, url, dataDir);
const browser = await testBrowser();

test('[S6-05] the owner makes a branch and a product, sells, hands over and refunds it, raises 200 prices and takes them back, approves 1C and rolls it back', {
  timeout: 300_000,
}, async () => {
  const { page, problems } = await openPage(browser, { isFolded: true });
  await signInFirst(page);
  await menuOf(page).getByRole('link', { name: 'Филиалы' }).click();
  await prepareBranch(page, 'Котлас');
  await makeCategory(page);
  const id = await makeGood(page);
  await givePriceAndStock(page, id);
  await openBranch(page);
  const { number, guest } = await buy();
  await takePaymentAndAssemble(page, number);
  await handOver(page, number, guest);
  await refund(page, number);
  await raisePrices(page);
  await approveAndRollBack(page);
  await readJournal(page);
  // A request that the server refuses is written to the console by the browser itself.
  expect(problems.filter((problem) => !/status of (401|403|422)/.test(problem))).toEqual([]);
});

/** Hired by the command of the terminal, with a password of their own choice and the code of their application. */
async function signInFirst(page: Page) {
  const [email, password] = ['vera@idd.example', 'Ochen-dlinnyi-parol-1'];
  const shop = commandRunner(staffCommands, { db, url });
  const { text } = await shop('staff create', [], { email, name: 'Вера Соснина', roles: 'owner' });
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(text) ?? [];
  await page.goto(address('/forgotpassword/'));
  await page.getByRole('main').getByLabel('Почта').fill(email);
  await page.getByRole('button', { name: 'Прислать ссылку' }).click();
  await page.getByText(/на\sнеё\sпридёт\sссылка/).waitFor();
  await page.goto(address(await lastLink(db, email, '/password-restore/')));
  await page.locator('#signin-password').fill(password);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await page.getByText('Пароль изменён. Войдите с новым паролем.').waitFor();
  await signInToOffice(page, address('/admin/'), { email, password, code: () => totpCode(secret, new Date()) });
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Разделы' });
const saved = (page: Page) => page.getByText(/^Сохранено\sв/).waitFor();

async function makeCategory(page: Page) {
  await menuOf(page).getByRole('link', { name: 'Каталог' }).click();
  await page.getByRole('navigation', { name: 'Каталог' }).getByRole('link', { name: 'Категории' }).click();
  await page.getByRole('button', { name: 'Новая категория' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill('Тёплый пол');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Тёплый пол' }).waitFor();
}

async function makeGood(page: Page): Promise<number> {
  await page.goto(address('/admin/catalogue'));
  await page.getByRole('button', { name: 'Новый товар' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название').fill('Плинтус тёплый');
  await dialog.getByLabel('Категория').selectOption({ label: 'Тёплый пол' });
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Плинтус тёплый' }).waitFor();
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b08050' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('.pictures input[type=file]')
    .setInputFiles({ name: 'плинтус.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('img', { name: 'Изображение 1' }).waitFor();
  await page.getByRole('button', { name: 'Абзац', exact: true }).click();
  await page.getByRole('textbox', { name: 'Абзац, часть 1' }).fill('Держит **тепло** у пола.');
  await page.getByRole('checkbox', { name: 'На сайте' }).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await saved(page);
  await looks(page, 'owner-product');
  return Number(new URL(page.url()).pathname.split('/').at(-1));
}

async function givePriceAndStock(page: Page, id: number) {
  await page.goto(address(`/admin/prices?q=${encodeURIComponent('Плинтус тёплый')}`));
  await page.getByRole('textbox', { name: 'Плинтус тёплый, Котлас', exact: true }).fill('1 290');
  await page.getByRole('button', { name: 'Сохранить 1 цену' }).click();
  await page.getByRole('button', { name: 'Отменить сохранённое' }).waitFor();
  const { idcode } = await db.selectFrom('products').select('idcode').where('id', '=', id).executeTakeFirstOrThrow();
  await page.goto(address('/admin/catalogue/import'));
  await page.locator('input[type=file]').setInputFiles({
    name: 'остатки.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Код;Склад Котлас\n${idcode};12\n`),
  });
  expect(await page.getByLabel('Что в столбце «Код»').inputValue()).toBe('idcode');
  await page.getByLabel('Что в столбце «Склад Котлас»').selectOption({ label: 'Остаток: Котлас: ул. Ленина, 1' });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByRole('button', { name: /^Принять\s1\sизменение/ }).click();
  await page
    .getByRole('status')
    .getByText(/остатков\s1/)
    .waitFor();
}

async function openBranch(page: Page) {
  await menuOf(page).getByRole('link', { name: 'Филиалы' }).click();
  await page.getByRole('link', { name: 'Котлас' }).click();
  await page.getByRole('button', { name: 'Открыть филиал' }).click();
  await page.getByText(/^(Открыто|Закрыто|Откроется)/).waitFor();
  await looks(page, 'owner-branch');
}

/** As a guest who orders for a firm, in the shop of the new branch. */
async function buy() {
  const { page } = await openPage(browser);
  await page.goto(address('/category/teplyy-pol/', 'kotlas'));
  await page.locator('.card__name a').first().click();
  await page.getByRole('heading', { level: 1, name: 'Плинтус тёплый' }).waitFor();
  await page.getByText('1 290').first().waitFor();
  await looks(page, 'owner-shop');
  await putInCart(page);
  await fillContacts(page, { name: 'Анна Смирнова', email: 'anna@pochta.example' });
  await page.getByLabel(/Покупаю\sкак\sорганизация/).check();
  await page.getByLabel('Название организации').fill('ООО «Ремонт»');
  await page.getByRole('textbox', { name: /^ИНН/ }).fill('7707083893');
  await page.getByRole('radio', { name: /Счёт\sдля\sорганизации/ }).check();
  await placeOrder(page);
  const order = await db.selectFrom('orders').select(['number', 'department_id_1c']).executeTakeFirstOrThrow();
  expect(order.department_id_1c).toBe('00777');
  return { number: order.number, guest: page };
}

async function openOrder(page: Page, number: number) {
  await page.goto(address('/admin/orders?view=list'));
  await page.getByRole('link', { name: String(number) }).click();
  await page.getByRole('heading', { level: 1, name: String(number) }).waitFor();
}

async function takePaymentAndAssemble(page: Page, number: number) {
  await openOrder(page, number);
  await page.getByRole('button', { name: 'Деньги пришли' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номер платёжного поручения').fill('17');
  await dialog.getByLabel('Сумма перевода, ₽').fill('1 290');
  await dialog.getByRole('button', { name: 'Отметить оплату' }).click();
  await page.getByRole('button', { name: 'Деньги пришли' }).waitFor({ state: 'detached' });
  await page.goto(address('/admin/orders'));
  const card = (state: RegExp) =>
    page.getByRole('region', { name: state }).getByRole('article', { name: `Заказ ${number}` });
  await card(/^Принят/).focus();
  await page.keyboard.press('ArrowRight');
  await card(/^Собирается/).focus();
  await page.keyboard.press('ArrowRight');
  await card(/^Готов\sк\sвыдаче/).waitFor();
  await looks(page, 'owner-assembled');
}

async function handOver(page: Page, number: number, guest: Page) {
  await guest.reload();
  await guest.getByRole('link', { name: 'Открыть пропуск' }).click();
  await guest.getByRole('heading', { name: /^Пропуск/ }).waitFor();
  await hydrated(guest);
  const pass = await scanPass(guest);
  await page.goto(address('/admin/handover'));
  await page.getByRole('heading', { name: 'Ждут выдачи' }).waitFor();
  await page.keyboard.type(pass);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: String(number) }).waitFor();
  await page.getByRole('button', { name: 'Выдать 1 из 1' }).click();
  await page.getByText(`Заказ ${number} выдан`).waitFor();
  await looks(page, 'owner-handed-over');
}

async function refund(page: Page, number: number) {
  await openOrder(page, number);
  await page.getByRole('button', { name: 'Вернуть деньги' }).click();
  await page.getByLabel('Сколько вернуть: Плинтус тёплый').fill('1');
  await page.getByLabel('Причина, её прочитает покупатель').fill('не подошёл');
  await page.getByRole('button', { name: /^Вернуть\s1\s290/ }).click();
  await page.getByText('Возврат: готовится').waitFor();
  const { id } = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirstOrThrow();
  expect(await paymentOf(db, id)).toMatchObject({ refunds: [{ amount: 129_000, note: 'не подошёл' }] });
  await looks(page, 'owner-refunded');
}

/** For tomorrow morning, and what the worker does then. */
async function raisePrices(page: Page) {
  for (let n = 0; n < 200; n++)
    await makeProduct(db, { name: `Штукатурка ${String(n).padStart(3, '0')}`, price: 40_000 + n * 100 });
  await page.goto(address(`/admin/prices?q=${encodeURIComponent('Штукатурка')}`));
  await page.getByRole('button', { name: 'Изменить все' }).click();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await page.getByLabel('Изменить на, %').fill('10');
  await page.getByLabel('Начать').fill(tomorrow.toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Посчитать' }).click();
  await page.getByRole('button', { name: /^Запланировать\s200\sцен/ }).click();
  await page.getByRole('heading', { name: 'Массовые изменения' }).waitFor();
  await workOnPlans(new Date());
  expect(await dearest()).toBe(59_900);
  await workOnPlans(new Date(Date.now() + 2 * 86_400_000));
  expect(await dearest()).toBe(65_900);
  await page.getByRole('button', { name: 'Вернуть цены' }).click();
  await page.getByText('Возвращается').waitFor();
  await workOnPlans(new Date());
  await page.getByText('Возвращён').waitFor();
  await looks(page, 'owner-plan');
  expect(await dearest()).toBe(59_900);
}

async function workOnPlans(now: Date) {
  for (let at = 0; at < 10; at++) if (!(await db.transaction().execute((db) => applyPortion(db, now)))) return;
}

async function dearest(): Promise<number> {
  const { price } = await db
    .selectFrom('prices as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(({ fn }) => fn.max('r.price').as('price'))
    .where('p.name', 'like', 'Штукатурка%')
    .executeTakeFirstOrThrow();
  return Number(price);
}

async function approveAndRollBack(page: Page) {
  const all = Array.from({ length: 60 }, (_, n) => `h${n}`);
  expect((await exchangeAll(app, base, all)).failed).toBeNull();
  expect((await exchangeAll(app, base, all.slice(0, 40))).failed).toContain('ждёт решения');
  await menuOf(page).getByRole('link', { name: 'Обмен с 1С' }).click();
  await page
    .getByRole('row', { name: /Ждёт решения/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Принять целиком' }).waitFor();
  await looks(page, 'owner-package');
  await page.getByRole('button', { name: 'Принять целиком' }).click();
  await page.getByText('Принят', { exact: true }).waitFor();
  expect(await switchedOff()).toBe(20);
  await page.getByRole('button', { name: 'Откатить пакет' }).click();
  await page.getByRole('dialog').getByText('товары 20').waitFor();
  await looks(page, 'onec-rollback');
  expect(await switchedOff()).toBe(20);
  await page.getByRole('button', { name: 'Откатить', exact: true }).click();
  await page.getByText('Отменён', { exact: true }).waitFor();
  await page.getByText(/Возвращено,\sкак\sбыло:\sтовары\s20/).waitFor();
  await page.getByText('Отменено: Вера Соснина').waitFor();
  await looks(page, 'owner-rolled-back');
  expect(await switchedOff()).toBe(0);
}

async function switchedOff(): Promise<number> {
  const rows = await db.selectFrom('products').select('id').where('switched_off_at', 'is not', null).execute();
  return rows.length;
}

/** Everything stands there in words. */
async function readJournal(page: Page) {
  await menuOf(page).getByRole('link', { name: 'Журнал' }).click();
  await page
    .getByText(/Пакет\s№\s\d+\sиз\s1С:\sотменён/)
    .first()
    .waitFor();
  await looks(page, 'owner-journal');
  const lines = await db.selectFrom('audit_log').select(['who', 'words']).orderBy('id').execute();
  const words = lines.map((line) => line.words.replaceAll('\u00a0', ' ')).join('\n');
  for (const part of ['Котлас', 'Создан раздел «Тёплый пол»', 'Плинтус тёплый', 'План', 'принят целиком'])
    expect(words).toContain(part);
  for (const part of ['посмотрели, что вернёт откат', 'откат начат', 'отменён'])
    expect(words).toContain(`из 1С: ${part}`);
  expect(new Set(lines.map(({ who }) => who))).toEqual(new Set(['терминал', 'Вера Соснина']));
}

import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import { totpCode } from '#modules/staff/totp.ts';
import { ensure } from '#shared/ensure.ts';
import { signedIn } from '#test/support/accounts.ts';
import { looks, openOffice, prepareBranch, signInToOffice } from '#test/support/back-office.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { fillContacts, putInCart } from '#test/support/checkout.ts';
import { demoShop } from '#test/support/demo-database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { linkIn, testMailbox } from '#test/support/mailbox.ts';
import { ownDomain } from '#test/support/own-domain.ts';
import { startWebProcess } from '#test/support/web-process.ts';
import { testYookassa } from '#test/support/yookassa.ts';

const { db, url, dataDir } = await demoShop();
const site = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser();
const mailbox = await testMailbox(db, url);
const bank = await testYookassa();
const domain = await ownDomain();

const email = 'lidia@lavka.ru';
const password = 'Ochen-dlinnyi-parol-1';
const shopName = 'ООО «Лавка»';

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

test('an owner goes from the demonstration to a shop of their own and sells the first thing', {
  timeout: 400_000,
}, async () => {
  const secret = await inviteOneself();
  await setPassword(email, site.address);
  const { page } = await openPage(browser, { isFolded: true });
  await signIn(page, site.address('/admin/'), secret);
  await nameTheShop(page);
  await page.goto(site.address('/admin/branches'));
  await prepareBranch(page, 'Каргополь');
  const product = await sellSomething(page);
  await openBranch(page);
  await writeTexts(page);
  await removeDemonstration(page);

  // Another start, behind a proxy that ends TLS: from now on it is a shop of its own, with keys of its own too.
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'Лавка <zakaz@lavka.ru>' };
  const { address, environment } = domain;
  const settings = { ...environment, ...mail, ...bank.environment, SECRET_KEYS: 'klyuch-lavki-nomer-odin' };
  const { port } = await startWebProcess(url, { ...settings, DATA_DIR: dataDir });
  domain.leadTo(port);
  const { page: own } = await openPage(browser, { isFolded: true });
  await signIn(own, address('/admin/'), secret);
  await passDomain(own);
  await passMail(own, mail);
  await step(own, 'Оплата').waitFor();
  await isPassed(own, 'Оплата');
  await passStaff(own);
  await open(own);
  const number = await buy(product);

  await own.goto(address('/admin/orders?view=list'));
  await own
    .getByRole('link', { name: String(number) })
    .first()
    .click();
  await own.getByText('Верёвка льняная').first().waitFor();
  await own
    .getByText(/^Оплачен\s\d/)
    .first()
    .waitFor();
  await looks(own, 'first-run-order');
});

/** The demonstration's owner lets the real one in. Returns the secret of the second factor. */
async function inviteOneself(): Promise<string> {
  const vera = ensure(await findUserByEmail(db, 'vera@idd.example'));
  const { cookies, session_id } = await signedIn(db, vera);
  await db.updateTable('sessions').set({ second_factor_at: new Date() }).where('id', '=', session_id).execute();
  const { page } = await openOffice({ browser, address: site.address, cookies }, '/home');
  await page.getByRole('heading', { name: 'Первый запуск' }).waitFor();
  await looks(page, 'first-run-home');
  await page.getByRole('link', { name: 'Продолжить' }).click();
  await page.getByText('Своего владельца нет').waitFor();
  await looks(page, 'first-run');
  await openStep(page, 'Убрать демонстрацию');
  await page.getByRole('button', { name: 'Посмотреть, что уйдёт' }).click();
  await page.getByText('Вы вошли человеком демонстрации').waitFor();
  await looks(page, 'first-run-obstacles');
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).last().click();

  await page.getByRole('link', { name: 'Сотрудники' }).first().click();
  return invite(page, 'Лидия Котова', email, /^владелец/);
}

/** From the list of staff. Returns the secret of the second factor, as an application would take it from the screen. */
async function invite(page: Page, name: string, email: string, role: RegExp): Promise<string> {
  await page.getByRole('button', { name: 'Пригласить' }).click();
  await page.getByLabel('Имя и фамилия').fill(name);
  await page.getByRole('textbox', { name: 'Почта' }).fill(email);
  await page.getByRole('checkbox', { name: role }).check();
  await page.getByRole('button', { name: 'Пригласить и отправить письмо' }).click();
  const key = await page.locator('.factor-key').innerText();
  await page.getByLabel('Код сохранён в приложении').check();
  await page.getByRole('button', { name: 'Готово' }).click();
  return key.replace(/\s/g, '');
}

/** By the link of an email, as whoever was invited does. */
async function setPassword(email: string, address: (path: string) => string) {
  const { page } = await openPage(browser);
  await page.goto(address('/forgotpassword/'));
  await page.getByRole('main').getByLabel('Почта').fill(email);
  await page.getByRole('button', { name: 'Прислать ссылку' }).click();
  await page.getByText(/на\sнеё\sпридёт\sссылка/).waitFor();
  let received = await mailbox.emailTo(email);
  if (!received.includes('/password-restore/')) received = await mailbox.emailTo(email);
  await page.goto(address(linkIn(received, '/password-restore/')));
  await page.locator('#signin-password').fill(password);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await page.getByText('Пароль изменён. Войдите с новым паролем.').waitFor();
}

async function signIn(page: Page, address: string, secret: string, who = email) {
  // A code opens once: the one of this half-minute may have been shown already.
  await db.updateTable('staff').set({ totp_step: 1 }).where('totp_step', '>', 1).execute();
  await signInToOffice(page, address, { email: who, password, code: () => totpCode(secret, new Date()) });
}

async function nameTheShop(page: Page) {
  await page.goto(site.address('/admin/settings'));
  await page.getByLabel('Название магазина').fill(shopName);
  await page.getByRole('textbox', { name: 'ИНН' }).fill('0012345673');
  await page.getByRole('textbox', { name: 'ОГРН' }).fill('1020000123450');
  await page.getByLabel('Почта для покупателей').fill('zakaz@lavka.ru');
  await page.getByLabel('Страница ВКонтакте').fill('');
  await save(page);
  await page.goto(site.address('/admin/settings?tab=contact_centre'));
  await page.getByLabel('Телефоны').fill('+7 (81837) 2-00-35');
  await save(page);
  await page.goto(site.address('/admin/settings?tab=requisites'));
  await page.getByLabel('БИК').fill('123');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('БИК — 9 цифр, первые 04').waitFor();
  await page.getByLabel('БИК').fill('041999999');
  await page.getByLabel('Юридический адрес').fill('165300, г. Каргополь, ул. Ленина, д. 1');
  await page.getByLabel('Руководитель', { exact: true }).fill('Котова Л. П.');
  await looks(page, 'requisites');
  await save(page);
}

/** A category, a product on the site, its price and stock from a table. Returns the product's address. */
async function sellSomething(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await page.goto(site.address('/admin/catalogue/categories'));
  await page.getByRole('button', { name: 'Новая категория' }).click();
  await dialog.getByLabel('Название').fill('Льняные верёвки');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Льняные верёвки' }).waitFor();
  await page.goto(site.address('/admin/catalogue'));
  await page.getByRole('button', { name: 'Новый товар' }).click();
  await dialog.getByLabel('Название').fill('Верёвка льняная');
  const choice = dialog.getByLabel('Категория');
  const own = choice.locator('option', { hasText: 'Льняные верёвки' });
  await own.waitFor({ state: 'attached' });
  await choice.selectOption(await own.getAttribute('value'));
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Верёвка льняная' }).waitFor();
  await page.getByRole('checkbox', { name: 'На сайте' }).check();
  await save(page);
  const { idcode, slug } = await db
    .selectFrom('products')
    .select(['idcode', 'slug'])
    .where('name', '=', 'Верёвка льняная')
    .executeTakeFirstOrThrow();

  await page.goto(site.address('/admin/catalogue/import'));
  const table = `Код;Наша цена;Склад\n${idcode};123,50;40`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'первые.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await page.getByLabel('Что в столбце «Наша цена»').selectOption({ label: 'Цена: Каргополь' });
  await page.getByLabel('Что в столбце «Склад»').selectOption({ label: 'Остаток: Каргополь: ул. Ленина, 1' });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await page.getByRole('button', { name: /^Принять\s2\sизменения/ }).click();
  await page.getByText(/Изменено: цен 1, остатков 1/).waitFor();
  return `/product/${slug}/`;
}

async function openBranch(page: Page) {
  await page.goto(site.address('/admin/branches/00777'));
  await page.getByRole('button', { name: 'Открыть филиал' }).click();
  await page.getByText(/^(Открыто|Закрыто|Откроется)/).waitFor();
}

/** Each in the editor; one of the consents stays as the shop has it, for it names the page about the seller. */
async function writeTexts(page: Page) {
  await page.goto(site.address('/admin/start'));
  await openStep(page, 'Свои тексты');
  await page.getByText('«Публичная оферта»: показан текст демонстрации').waitFor();
  await page.getByText('«Согласие на обработку персональных данных»: общий текст').waitFor();
  const seller = 'ООО «Лавка», г. Каргополь, ул. Ленина, 1';
  await writeText(page, 'offer', `Продавец: ${seller}. Настоящий текст — предложение заключить договор.`);
  await writeText(page, 'privacy-policy', `Оператор: ${seller}. Обрабатываем имя, телефон и адрес доставки.`);
  await writeText(page, 'about', `Продаём льняные верёвки с 2026 года. Продавец: ${seller}.`);
  await writeText(page, 'consent-personal-data', `Я даю продавцу, ${seller}, согласие на обработку моих данных.`);
  await page.goto(site.address('/admin/start'));
  await openStep(page, 'Свои тексты');
  await page.getByText('«Согласие на обработку персональных данных»: свой текст').waitFor();
  await page.getByText('«Согласие на получение рекламных сообщений»: общий текст').waitFor();
  await looks(page, 'first-run-texts');
}

/** A new edition of this page, put in force. */
async function writeText(page: Page, slug: string, text: string) {
  await page.goto(site.address(`/admin/content/pages/${slug}`));
  await page.getByRole('button', { name: 'Новая редакция' }).click();
  await page.getByRole('button', { name: 'Создать черновик' }).click();
  await page.getByRole('textbox', { name: 'Абзац, часть 1', exact: true }).fill(text);
  // The words are those of the demonstration further down: what names its seller is written again.
  const ofDemo = page
    .getByRole('main')
    .getByRole('textbox')
    .filter({ hasText: /@idd\.example|ООО «ИДД»/ });
  for (let left = await ofDemo.count(); left > 0; left = await ofDemo.count()) {
    await ofDemo.first().fill('Вопросы и отзыв согласия: zakaz@lavka.ru.');
    await expect.poll(() => ofDemo.count()).toBe(left - 1);
  }
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText('Действует', { exact: true }).first().waitFor();
}

async function removeDemonstration(page: Page) {
  await page.goto(site.address('/admin/start'));
  await step(page, 'Убрать демонстрацию').waitFor();
  for (const title of [
    'Свой владелец',
    'Название и реквизиты',
    'Филиал',
    'Первые товары',
    '1С или таблица',
    'Свои тексты',
  ])
    await expect.poll(() => step(page, title).innerText(), { message: title }).not.toContain('не пройден');
  await looks(page, 'first-run-before');
  await page.getByRole('button', { name: 'Посмотреть, что уйдёт' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Главным станет филиал «Каргополь».').waitFor();
  await dialog.getByLabel(/^Чтобы подтвердить/).fill('Лавка');
  await dialog.getByRole('button', { name: 'Убрать демонстрацию' }).click();
  await dialog.getByText(`Наберите название магазина: ${shopName}`).waitFor();
  await looks(page, 'first-run-removal');
  await dialog.getByLabel(/^Чтобы подтвердить/).fill('ооо лавка');
  await dialog.getByRole('button', { name: 'Убрать демонстрацию' }).click();
  await dialog.waitFor({ state: 'detached' });
  await step(page, 'Домен').waitFor();
  await page.getByText('Магазин ещё работает как демонстрация').waitFor();
  await looks(page, 'first-run-after');
  const { rows } = await sql<{ products: number; people: number; marks: number }>`
    select (select count(*)::int from products) as products, (select count(*)::int from users) as people,
      (select count(*)::int from demonstration_rows) as marks`.execute(db);
  expect(rows).toEqual([{ products: 1, people: 1, marks: 0 }]);
}

/** The shop asks DNS, the certificate and itself: everything is right. */
async function passDomain(page: Page) {
  await page.goto(domain.address('/admin/start'));
  await openStep(page, 'Домен');
  await page.getByText('MAIN_DOMAIN = lavka.test').waitFor();
  await page
    .getByRole('button', { name: /^Проверить домен/ })
    .first()
    .click();
  for (const words of ['Домен ведёт на 127.0.0.1', 'Сертификат действует до 01.01.2120', 'Отвечает этот магазин'])
    await page.getByText(words).waitFor();
  await looks(page, 'first-run-domain');
  await isPassed(page, 'Домен');
}

async function passMail(page: Page, mail: { SMTP_URL: string; MAIL_FROM: string }) {
  await openStep(page, 'Почта');
  await page.getByRole('button', { name: 'Отправить пробное письмо' }).click();
  await page.getByText(`Письмо отправлено: ${email}`).waitFor();
  await runJobs(db, url, mail);
  await page.reload();
  await openStep(page, 'Почта');
  await page.getByText('Пробное письмо ушло').waitFor();
  await looks(page, 'first-run-mail');
}

/** A colleague is invited by email, sets a password and enters with a code. */
async function passStaff(page: Page) {
  const inna = { name: 'Инна Сорокина', email: 'inna@lavka.ru' };
  await openStep(page, 'Сотрудники');
  await page.getByText('Кроме владельца никого нет: пригласите').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Сотрудники' }).click();
  const secret = await invite(page, inna.name, inna.email, /^заказы/);
  await page.goto(domain.address('/admin/start'));
  await openStep(page, 'Сотрудники');
  await page.getByText(`Ещё не входили: ${inna.name}`).waitFor();
  await setPassword(inna.email, domain.address);
  const { page: theirs } = await openPage(browser, { isFolded: true });
  await signIn(theirs, domain.address('/admin/'), secret, inna.email);
  await theirs.getByRole('link', { name: 'Заказы' }).first().waitFor();
  await page.reload();
  await openStep(page, 'Сотрудники');
  await page.getByText('Все входили с кодом второго фактора').waitFor();
}

/** Nothing was put off. */
async function open(page: Page) {
  await openStep(page, 'Открыть магазин');
  await page.getByText('Остальные шаги пройдены или отложены').waitFor();
  expect(await page.getByText('отложен', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Открыть магазин' }).click();
  await page.getByText('Первый запуск закончен').waitFor();
  await looks(page, 'first-run-open');
}

/** Somebody from Kargopol buys and pays online, at the bank that the owner has connected. Returns the number. */
async function buy(product: string): Promise<number> {
  const { page } = await openPage(browser);
  await page.route('https://yoomoney.example/**', (route) => route.fulfill({ body: 'Банк' }));
  await page.goto(domain.address(product));
  await page.getByRole('heading', { level: 1, name: /Верёвка\sльняная/ }).waitFor();
  await putInCart(page);
  await fillContacts(page, { name: 'Иван Белов', email: 'ivan@pochta.ru' });
  await page.getByLabel(/^Онлайн/).check();
  await page
    .getByRole('main')
    .getByLabel(/Согласен\sна/)
    .check();
  await page
    .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
    .last()
    .click();
  await page.waitForURL(/\/order\/[0-9a-f-]{36}\/payment\/$/);
  const place = page.url();
  await page.getByRole('radio', { name: /^Банковская\sкарта/ }).check();
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  // On a busy machine the page that leads there is replaced while it loads, and its own loading ends as aborted.
  await expect.poll(() => page.url()).toMatch(/^https:\/\/yoomoney\.example\//);
  const [made] = await bank.objects();
  await bank.pay(made.id);
  await page.goto(place);
  await page.getByText('Оплачено', { exact: false }).first().waitFor();
  const { number } = await db.selectFrom('orders').select('number').executeTakeFirstOrThrow();
  return Number(number);
}

/** The first step that is not passed is open by itself. */
async function openStep(page: Page, title: string) {
  const line = step(page, title);
  await line.waitFor().catch(async (cause) => {
    throw new Error(`No step «${title}»; the page says: ${await page.locator('body').innerText()}`, { cause });
  });
  if (!(await line.evaluate((node) => node.parentElement?.hasAttribute('open')))) await line.click();
}

async function isPassed(page: Page, title: string) {
  await expect.poll(() => step(page, title).innerText(), { message: title }).toMatch(/\nпройден$/);
}

/** The line of a step; a press opens and closes it. */
function step(page: Page, title: string) {
  return page.locator('summary', { has: page.getByRole('heading', { name: title, exact: true }) });
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
}

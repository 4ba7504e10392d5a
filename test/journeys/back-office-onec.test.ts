import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getReviewForStaff } from '#modules/reviews/queries.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import { getTicket } from '#modules/support/queries.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { catalog, commerceml, good, mainGroup } from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { exchangeAll, onec, products } from '#test/support/onec.ts';
import { startOnecJobs } from '#test/support/onec-jobs.ts';
import { temporaryFolder } from '#test/support/processes.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { exchangeGoods } from '../../bench/onec-client.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const dataDir = await temporaryFolder();
const base = { login: 'base', password: 'гвоздь-и-молоток-17' };
const { app, address } = await testSite(db, {
  DATA_DIR: dataDir,
  ONEC_LOGIN: base.login,
  ONEC_PASSWORD: base.password,
});
await startOnecJobs(db, url, dataDir, { importsHere: true });
const browser = await testBrowser();
const owner = await makeStaff(db, ['owner'], { full_name: 'Мария Отделова' });

const all = Array.from({ length: 60 }, (_, n) => `h${n}`);

const switchedOff = async () =>
  (await db.selectFrom('products').select('name').where('switched_off_at', 'is not', null).execute()).length;

test('[2.14] a package that waits is looked at and approved without one good', {
  timeout: 180_000,
}, async () => {
  expect((await exchangeAll(app, base, all)).failed).toBeNull();
  expect((await exchangeAll(app, base, all.slice(0, 40))).failed).toContain('ждёт решения');
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/onec');
  const rows = page.getByRole('region', { name: 'Пакеты' });
  await rows.getByText('Ждёт решения').waitFor();
  await looks(page, 'onec-packages');
  await rows.getByRole('link').first().click();
  await page.getByText(/выключаются\sтовары:\s20\sиз\s60/).waitFor();
  await page.getByRole('checkbox', { name: 'Товар h40: выключается' }).click();
  await page.getByText('не принимается', { exact: true }).waitFor();
  await looks(page, 'onec-package');
  expect(await switchedOff()).toBe(0);
  await page.getByRole('button', { name: 'Принять без отмеченного' }).click();
  await page.getByText('Принят', { exact: true }).waitFor();
  expect(await switchedOff()).toBe(19);
  await page.getByText('Решение: Мария Отделова').waitFor();
  await looks(page, 'onec-accepted');
  const lines = await db.selectFrom('audit_log').select(['who', 'words']).orderBy('id').execute();
  expect(lines.map(({ who, words }) => [who, words.replaceAll('\u00a0', ' ').replace(/№ \d+/, '№ N')])).toEqual([
    ['Мария Отделова', 'Пакет № N из 1С: 1 строка не принимается'],
    ['Мария Отделова', 'Пакет № N из 1С: принят целиком'],
  ]);
  expect(problems).toEqual([]);
});

/** The orders of all branches go to the second base. */
async function chooseBase(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Куда идут заказы' });
  await looks(page, 'onec-order-branches');
  await panel.getByRole('button', { name: 'Выбрать для всех филиалов' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Базе 1С').selectOption({ label: 'Вторая база' });
  await looks(page, 'onec-order-branch');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await panel
    .getByText(/: «Вторая база»/)
    .first()
    .waitFor();
  await dialog.waitFor({ state: 'detached' });
  await db.deleteFrom('onec_order_branches').execute();
}

/** What is wrong is said at its field, what is right is saved and stands on the card and in the database. */
async function changeNode(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Вторая база' });
  await card.getByRole('button', { name: 'Изменить узел' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Откуда разрешён обмен').fill('не адрес');
  await dialog.getByLabel('Часть файла, КБ').fill('50');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.getByText('Размер части файла: от 100 КБ').waitFor();
  await dialog.getByText('Адреса и сети через запятую: 203.0.113.7, 198.51.100.0/24', { exact: true }).waitFor();
  await looks(page, 'onec-node-change');
  await dialog.getByLabel('Откуда разрешён обмен').fill('203.0.113.0/24');
  await dialog.getByLabel('Часть файла, КБ').fill('1024');
  await dialog.getByLabel('Кодировка').selectOption('windows-1251');
  await dialog.getByLabel('Остатки из 1С').selectOption({ label: 'Без отложенного для заказов' });
  await dialog.getByLabel('День оплаты без суммы').selectOption({ label: 'Сколько пришло, проверяют люди' });
  await dialog.getByLabel('Принимать архивы ZIP').uncheck();
  for (const field of ['Описание', 'Изображения']) await dialog.getByRole('checkbox', { name: field }).check();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.getByText(/^Сохранено\sв/).waitFor();
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await card.getByText(/только с 203\.0\.113\.0\/24.*windows-1251.*1\s024\sКБ.*без архивов/).waitFor();
  await card.getByText('Магазин ведёт сам, обмен не меняет: описание, изображения').waitFor();
  const row = await db.selectFrom('onec_nodes').selectAll().where('login', '=', 'second').executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    encoding: 'windows-1251',
    file_limit: 1_048_576,
    takes_zip: false,
    stock_excludes_reserves: true,
    day_pays_whole: false,
  });
  await chooseBase(page);
}

test('[2.14] a node is made, its password shown once; what prices go where is set', async () => {
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/onec/nodes');
  await page.getByRole('button', { name: 'Создать узел' }).click();
  await page.getByLabel('Название').fill('Вторая база');
  await page.getByLabel('Имя пользователя').fill('second');
  await looks(page, 'onec-node');
  await page.getByRole('dialog').getByRole('button', { name: 'Создать узел' }).click();
  const password = await page.locator('code').textContent();
  expect(password?.length).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Записано' }).click();
  await page.getByRole('region', { name: 'Вторая база' }).waitFor();
  expect(await page.content()).not.toContain(password);
  await looks(page, 'onec-nodes');
  await changeNode(page);
  await page.getByRole('link', { name: 'Сопоставление' }).click();
  const column = page.getByRole('combobox', { name: /^Колонка\sдля/ }).first();
  await column.selectOption('cherepovets');
  await expect
    .poll(async () => (await db.selectFrom('onec_price_types').select('price_column').execute())[0]?.price_column)
    .toBe('cherepovets');
  await page.getByText('Готово: цены и остатки пересчитаны.').waitFor();
  await looks(page, 'onec-mapping');
  // Another base, copied from the first, has a price type of the same id and name.
  const second = await db.selectFrom('onec_nodes').select('id').where('login', '=', 'second').executeTakeFirstOrThrow();
  const { id_1c, name } = await db
    .selectFrom('onec_price_types')
    .select(['id_1c', 'name'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('onec_price_types').values({ node_id: second.id, id_1c, name }).execute();
  await page.reload();
  const columnOfSecond = page.getByRole('combobox', { name: /^Колонка\sдля\s.*,\sузел\s«Вторая\sбаза»/ });
  await columnOfSecond.selectOption('vologda');
  await page.getByText('Готово: цены и остатки пересчитаны.').waitFor();
  const columns = db.selectFrom('onec_price_types').select('price_column').orderBy('id');
  expect((await columns.execute()).map(({ price_column }) => price_column)).toEqual(['cherepovets', 'vologda']);
  await page.getByRole('button', { name: 'Группы' }).click();
  await page.getByRole('button', { name: 'Скрыть' }).first().click();
  await page.getByText(/Готово:\sизменилось\sтоваров\s\d+/).waitFor();
  await page.getByText('скрыта', { exact: true }).waitFor();
  await looks(page, 'onec-mapping-groups');
  await page.getByRole('button', { name: 'Как в 1С' }).click();
  await page.getByText('скрыта', { exact: true }).waitFor({ state: 'detached' });
  await decideOfRequisites(page);
  await decideOfValues(page);
  await decideOfUnits(page);
  await page.getByRole('link', { name: 'Заказы в 1С' }).click();
  await page.getByText('В обмене заказов пока нет').waitFor();
  await looks(page, 'onec-orders');
  await retakeFile(page);
  await lookAtUnknown(page);
  // What was refused at its fields.
  expect(problems.filter((words) => !words.includes('422'))).toEqual([]);
});

/** A file on which the shop failed is in the list with why; people have it taken again. */
async function retakeFile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Файлы заказов' }).click();
  await page.getByText('Файлов пока нет').waitFor();
  const { id } = await db.selectFrom('onec_sessions').select('id').limit(1).executeTakeFirstOrThrow();
  const at = new Date('2026-11-28T09:30:00Z');
  const file = { session_id: id, batch: 9, received_at: at, heartbeat_at: at, finished_at: at };
  const torn = 'файл обрывается: элемент «Документ» не закрыт';
  await db
    .insertInto('onec_order_files')
    .values([
      { ...file, name: 'orders-1.xml', state: 'taken', done: 14, applied: 12, unchanged: 1, refused: 1 },
      { ...file, name: 'orders-2.xml', state: 'refused', done: 3, applied: 3, reason: torn },
      { ...file, name: 'orders-3.xml', state: 'failed', reason: 'сбой магазина, повторите обмен' },
    ])
    .execute();
  await page.reload();
  const rows = page.getByRole('region', { name: 'Файлы' });
  await rows.getByText('Сбой магазина, повторите обмен').waitFor();
  await rows.getByText('Файл обрывается: элемент «Документ» не закрыт').waitFor();
  await looks(page, 'onec-order-files');
  await rows.getByRole('button', { name: 'Принять ещё раз: orders-3.xml' }).click();
  await rows.getByText('Нет такого файла или папки').waitFor();
  expect(await rows.getByRole('button', { name: /^Принять ещё раз/ }).count()).toBe(0);
}

/** Money of an order that the shop does not know stands with its sum, both moments and what to do. */
async function lookAtUnknown(page: Page): Promise<void> {
  const { id: node_id } = await db.selectFrom('onec_nodes').select('id').limit(1).executeTakeFirstOrThrow();
  const line = { node_id, is_refused: true, at: new Date('2026-11-27T09:30:00Z') };
  const unknown = 'заказа с Ид «4b1f…c2» нет в магазине';
  await db
    .insertInto('onec_order_log')
    .values([
      { ...line, document: 'заказ товара № УТ-118 от 26.11.2026', words: unknown },
      {
        ...{ ...line, document: 'выплата безналичных денег № П-77 от 27.11.2026', words: unknown },
        ...{ sum: 1_234_500, last_at: new Date('2026-11-28T09:30:00Z') },
      },
    ])
    .execute();
  await page.getByRole('link', { name: 'Неизвестные заказы' }).click();
  const money = page.getByRole('row', { name: /Выплата безналичных денег/ });
  await money.getByText(/12\s345\s₽/).waitFor();
  await money.getByText(/отметьте\sв\sнём\sоплату/).waitFor();
  await page
    .getByRole('row', { name: /Заказ товара №\sУТ-118/ })
    .getByText('—')
    .waitFor();
  await looks(page, 'onec-unknown');
}

/** One is shown, one hidden; neither waits any more. */
async function decideOfRequisites(page: Page): Promise<void> {
  const requisite = (name: string, value: string) =>
    `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`;
  const series = `<ЗначенияРеквизитов>${requisite('Серия', 'Север')}${requisite('Учёт', 'да')}</ЗначенияРеквизитов>`;
  const goods = commerceml(mainGroup + catalog([good('h1', 'Товар h1', series)], { changes: true }));
  const files = { 'import.xml': Buffer.from(goods) };
  expect((await exchangeGoods(onec(app, base, products.old), products.old, files)).failed).toBeNull();
  await page.reload();
  await page.getByRole('button', { name: 'Свойства' }).click();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name} новый реквизит`) });
  await row('Серия').waitFor();
  await looks(page, 'onec-mapping-requisites');
  await row('Серия').getByRole('button', { name: 'Показывать' }).click();
  await row('Серия').waitFor({ state: 'detached' });
  await row('Учёт').getByRole('button', { name: 'Скрыть' }).click();
  await row('Учёт').waitFor({ state: 'detached' });
  await page.getByText('скрыто', { exact: true }).waitFor();
  const { specs } = await db.selectFrom('products').select('specs').where('id_1c', '=', 'h1').executeTakeFirstOrThrow();
  expect(specs).toEqual({ seriya: 'Север' });
}

/** «Север» is read as «Северная», and as 1C says again. */
async function decideOfValues(page: Page): Promise<void> {
  const shown = async () =>
    (await db.selectFrom('products').select('specs').where('id_1c', '=', 'h1').executeTakeFirstOrThrow()).specs;
  await page.getByRole('button', { name: 'Значения: Серия' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Показывать иначе…' }).click();
  await dialog.getByLabel('Что показывать вместо «Север»').fill('Северная');
  await looks(page, 'onec-mapping-values');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await dialog.getByText('показывается «Северная»').waitFor();
  expect(await shown()).toEqual({ seriya: 'Северная' });
  await dialog.getByRole('button', { name: 'Как в 1С' }).click();
  await dialog.getByText('показывается «Северная»').waitFor({ state: 'detached' });
  expect(await shown()).toEqual({ seriya: 'Север' });
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
}

/** A unit that nobody described is called as the shop calls it; a good gets a sales unit of its own. */
async function decideOfUnits(page: Page): Promise<void> {
  const unitOf = async (id_1c: string) =>
    (await db.selectFrom('products').select('unit').where('id_1c', '=', id_1c).executeTakeFirstOrThrow()).unit;
  const before = await unitOf('h1');
  await page.getByRole('button', { name: 'Единицы' }).click();
  const rows = page.getByRole('list', { name: 'Единицы 1С' }).getByRole('listitem');
  await rows.first().getByRole('button', { name: 'Называть…' }).click();
  await page.getByLabel(`Как называть «${before}»`).fill('пачка');
  await page.getByRole('button', { name: 'Назвать', exact: true }).click();
  await page.getByText('в магазине «пачка»').waitFor();
  await looks(page, 'onec-mapping-units');
  expect(await unitOf('h1')).toBe('пачка');
  const own = page.getByRole('region', { name: 'Чем продают отдельные товары' });
  await own.getByLabel('Товар: код, артикул или Ид').fill('h2');
  await own.getByLabel('Единица', { exact: true }).fill('коробка');
  await own.getByLabel('Единиц 1С в одной').fill('12');
  await own.getByRole('button', { name: 'Назначить' }).click();
  await own.getByText('1 коробка = 12').waitFor();
  expect(await unitOf('h2')).toBe('коробка');
  await own.getByRole('button', { name: 'Как в 1С: Товар h2' }).click();
  await own.getByText('1 коробка = 12').waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'в магазине «пачка»' }).getByRole('button', { name: 'Как в 1С' }).click();
  await page.getByText('в магазине «пачка»').waitFor({ state: 'detached' });
  expect([await unitOf('h1'), await unitOf('h2')]).toEqual([before, before]);
}

test('[2.13] a review is approved by a key, a ticket answered by another', async () => {
  const product = await makeProduct(db, { name: 'Штукатурка гипсовая' });
  const due_at = new Date(Date.now() - 3_600_000);
  const texts = {
    author_name: 'Анна',
    text: 'Ложится ровно, сохнет быстро',
    is_demo: true,
    department_id_1c: '00131',
    due_at,
  };
  const { id } = await db
    .insertInto('reviews')
    .values({ product_id: product.id, rating: 5, ...texts })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ticket = await db
    .transaction()
    .execute((db) =>
      openTicket(
        db,
        { user_id: null, department_id_1c: '00131', origin: address('') },
        { theme: 'delivery', name: 'Пётр Иванов', email: 'petr@idd.example', text: 'Когда привезут заказ?' },
      ),
    );
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/requests/reviews');
  await page.getByRole('heading', { name: /Штукатурка\sгипсовая/ }).waitFor();
  await page.getByText(/просрочено,\sрешить\sдо/).waitFor();
  await page.getByRole('button', { name: 'Анна, спасибо за отзыв.' }).click();
  expect(await page.getByRole('textbox', { name: 'Ответ магазина' }).inputValue()).toBe('Анна, спасибо за отзыв.');
  await looks(page, 'reviews');
  await page.getByRole('list', { name: 'Отзывы' }).getByRole('button').first().press('a');
  await page.getByText('Отзывов нет').waitFor();
  expect((await getReviewForStaff(db, id))?.state).toBe('approved');
  await page.getByRole('link', { name: 'Поддержка' }).click();
  // A slow network: the answer is begun before the ticket has come.
  await page.route(/\/api\/admin\/tickets\/[^/?]+$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole('list', { name: 'Обращения' }).getByRole('button').first().press('r');
  await page.getByRole('textbox', { name: 'Ответ' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Завтра с девяти до двенадцати');
  await looks(page, 'tickets');
  await page.getByRole('button', { name: 'Ответить', exact: true }).click();
  await page.getByText('Обращений нет').waitFor();
  const answered = await getTicket(db, ticket.id);
  expect(answered?.state).toBe('answered');
  expect(answered?.messages.at(-1)).toMatchObject({
    author: 'staff',
    author_name: 'Мария Отделова',
    text: 'Завтра с девяти до двенадцати',
  });
  const asked = { author_name: 'Ольга', text: 'Подходит для ванной?', is_demo: true, department_id_1c: '00131' };
  await db
    .insertInto('product_questions')
    .values({ product_id: product.id, ...asked })
    .execute();
  const now = new Date();
  await db
    .insertInto('leads')
    .values({
      origin_id: randomUUID(),
      form: 'callback',
      title: 'Обратный звонок',
      name: 'Ирина Белова',
      phone: '+79210004790',
      department_id_1c: '00131',
      created_at: now,
      next_try_at: now,
      due_at,
    })
    .execute();
  await page.getByRole('link', { name: 'Вопросы', exact: true }).click();
  await page.getByRole('textbox', { name: 'Ответ' }).waitFor();
  await looks(page, 'questions');
  await page.getByRole('textbox', { name: 'Ответ' }).fill('Да, после шпатлёвки');
  await page.getByRole('button', { name: 'Ответить и опубликовать' }).click();
  await page.getByText('Вопросов нет').waitFor();
  await page.getByRole('link', { name: 'Шаблоны' }).click();
  const answers = page.getByRole('region', { name: 'Ответы на вопросы' });
  await answers.getByRole('button', { name: 'Добавить шаблон' }).click();
  await answers.getByRole('textbox', { name: 'Шаблон 1' }).fill('Здравствуйте, {фамилия}!');
  await answers.getByRole('button', { name: 'Сохранить' }).click();
  await answers.getByText('Нет поля {фамилия}. Есть: {имя}, {товар}').waitFor();
  await answers.getByRole('textbox', { name: 'Шаблон 1' }).fill('Здравствуйте, {имя}!');
  await answers.getByText('Нет поля {фамилия}').waitFor({ state: 'detached' });
  await looks(page, 'reply-templates');
  await answers.getByRole('button', { name: 'Сохранить' }).click();
  await answers.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('link', { name: 'Заявки', exact: true }).click();
  await page.getByRole('button', { name: 'Передать сейчас' }).waitFor();
  await page.getByText(/просрочено,\sсвязаться\sдо/).waitFor();
  await looks(page, 'leads');
  // What the form of templates refuses on purpose.
  expect(problems.filter((words) => !words.includes('422'))).toEqual([]);
});

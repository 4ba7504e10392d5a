import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const { address, app } = await testSite(db);
const browser = await testBrowser();
const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
const owner = await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' });
const plaster = await makeProduct(db, { name: 'Штукатурка гипсовая', on_hand: 80, price: 48_900 });

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** Sooner than the board asks by the clock. */
const soon = { timeout: 6_000 };

test('[17] the board, the counters of the menu and whoever has a record open are told at once; the tabs of a browser share one stream', async () => {
  const { id, number } = await orderBy(db, anna, [[plaster, 2]]);
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/orders');
  const card = (state: string) =>
    page.getByRole('region', { name: new RegExp(`^${state}`) }).getByRole('article', { name: `Заказ ${number}` });
  await card('Принят').waitFor();
  await expect.poll(() => app.officeStreams.count).toBe(1);
  const second = await page.context().newPage();
  await second.goto(address('/admin/orders'));
  await second.getByRole('article', { name: `Заказ ${number}` }).waitFor();
  expect(app.officeStreams.count).toBe(1);
  await db.transaction().execute((db) => moveOrder(db, id, 'assembling', { who: 'сотрудник Пётр Кладов' }));
  await card('Собирается').waitFor(soon);
  await second
    .getByRole('region', { name: /^Собирается/ })
    .getByRole('article', { name: `Заказ ${number}` })
    .waitFor(soon);
  // The tab that holds the stream is closed: the other one opens its own.
  await page.close();
  await expect.poll(() => app.officeStreams.count, { timeout: 5_000 }).toBe(1);
  await second.goto(address(`/admin/orders/${id}`));
  const petr = await makeStaff(db, ['orders'], { full_name: 'Пётр Кладов' });
  const other = await openOffice({ browser, address, cookies: petr.cookies }, `/orders/${id}`);
  await other.page.getByText('Сейчас здесь: Инна Осипова').waitFor();
  await second.getByText('Сейчас здесь: Пётр Кладов').waitFor(soon);
  await other.page.goto(address('/admin/orders'));
  await second.getByText('Сейчас здесь').waitFor({ state: 'detached', ...soon });
  expect([...problems, ...other.problems]).toEqual([]);
}, 120_000);

test('[18] two who meet at a request see each other, and who of them has begun the answer', async () => {
  const sender = { user_id: null, department_id_1c: '00131', origin: address('') };
  const words = { theme: 'delivery', name: 'Зоя Кленова', email: 'zoya@pochta.example' } as const;
  for (const text of ['Где мой заказ?', 'Когда привезут?'])
    await db.transaction().execute((db) => openTicket(db, sender, { ...words, text }));
  const petr = await makeStaff(db, ['support'], { full_name: 'Пётр Кладов' });
  const inna = await openOffice({ browser, address, cookies: owner.cookies }, '/requests/tickets');
  await inna.page.getByRole('heading', { name: /^Обращение/ }).waitFor();
  const other = await openOffice({ browser, address, cookies: petr.cookies }, '/requests/tickets');
  await other.page.getByText('Сейчас здесь: Инна Осипова').waitFor(soon);
  await inna.page.getByText('Сейчас здесь: Пётр Кладов').waitFor(soon);
  const answer = inna.page.getByRole('textbox', { name: 'Ответ' });
  await answer.fill('Завтра с девяти до двенадцати');
  await other.page.getByText('Отвечает Инна Осипова').waitFor(soon);
  await inna.page.getByText('Сейчас здесь: Пётр Кладов').waitFor();
  await answer.fill('');
  await other.page.getByText('Сейчас здесь: Инна Осипова').waitFor(soon);
  await other.page.getByRole('list', { name: 'Обращения' }).getByRole('button').nth(1).click();
  await inna.page.getByText('Сейчас здесь').waitFor({ state: 'detached', ...soon });
  expect([...inna.problems, ...other.problems]).toEqual([]);
}, 120_000);

test('[17] the open tab of somebody who is dismissed asks to sign in at once', async () => {
  const petr = await makeStaff(db, ['orders'], { full_name: 'Пётр Кладов' });
  const { page } = await openOffice({ browser, address, cookies: petr.cookies }, '/orders');
  await page.getByRole('heading', { name: 'Заказы' }).waitFor();
  await expect.poll(() => app.officeStreams.count).toBe(1);
  await sql`update sessions set ended_at = now(), why = 'signed_out' where id = ${petr.session_id}::uuid`.execute(db);
  await page.getByText('Войдите ещё раз, чтобы продолжить').waitFor(soon);
}, 60_000);

test('[17] behind the last page of a long list «Следующая страница» goes on, and back', async () => {
  await sql`
    insert into users (full_name) select 'Покупатель ' || to_char(n, 'FM00000') from generate_series(1, 10100) n`.execute(
    db,
  );
  const { page, problems } = await openOffice(
    { browser, address, cookies: owner.cookies },
    '/customers?page=200&sort=full_name',
  );
  const next = page.getByRole('button', { name: 'Следующая страница' });
  const previous = page.getByRole('button', { name: 'Предыдущая страница' });
  /** Anna stands before all of them. */
  const shows = async (rows: string, first: string) => {
    await page.getByText(`${rows} из более чем 10 000`).waitFor();
    await page.getByText(`Покупатель ${first}`).waitFor();
  };
  await shows('9 951–10 000', '09950');
  await next.click();
  await shows('10 001–10 050', '10000');
  await next.click();
  await shows('10 051–10 100', '10050');
  await page.reload();
  await shows('10 051–10 100', '10050');
  await previous.click();
  await shows('10 001–10 050', '10000');
  await previous.click();
  await shows('9 951–10 000', '09950');
  expect(problems).toEqual([]);
}, 120_000);

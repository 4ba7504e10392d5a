import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { assignOrder } from '#modules/orders/assign-order.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { makeCompany, makeStaff, makeUser } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeProduct } from '#test/support/shop.ts';
import { countTaps } from '#test/support/taps.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const { address } = await testSite(db);
const browser = await testBrowser();
const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
const owner = await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' });
const plaster = await makeProduct(db, { name: 'Штукатурка гипсовая', on_hand: 80, price: 48_900 });
const roller = await makeProduct(db, { name: 'Валик', on_hand: 30, price: 31_700 });
await makeProduct(db, { name: 'Гипсар Белая', on_hand: 10, price: 61_200 });
const company = { name: 'ООО «Ремонт»', inn: '7707083893' };

const anOrder = (input: Record<string, unknown> = {}) =>
  orderBy(
    db,
    anna,
    [
      [plaster, 4],
      [roller, 2],
    ],
    { input },
  );

/** Orders of other people, so that lists and board are looked at as they are on a working day. */
async function makeWorkingDay() {
  const orders = [
    { name: 'Пётр Иванов', phone: '+7 (921) 000-22-11', count: 6, states: [] },
    { name: 'Ирина Белова', phone: '+7 (921) 000-47-90', count: 1, states: ['assembling'] },
    { name: 'Сергей Кораблёв', phone: '+7 (921) 000-81-35', count: 12, states: ['assembling'] },
    { name: 'Наталья Громова', phone: '+7 (921) 000-63-02', count: 2, states: ['assembling', 'ready'] },
  ] as const;
  for (const { name, phone, count, states } of orders) {
    const contact = { name, phone, email: 'buyer@pochta.example' };
    const { id } = await orderBy(db, anna, [[plaster, count]], { input: { contact } });
    for (const state of states)
      await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'сотрудник Инна Осипова' }));
  }
}

test('[2.2] 1.1/2 an operator moves an order over the board by dragging, in 1 t', async () => {
  await makeWorkingDay();
  const { id, number } = await anOrder();
  await db.transaction().execute((db) => moveOrder(db, id, 'assembling', { who: 'сотрудник Инна Осипова' }));
  const operator = await makeStaff(db, ['orders'], { full_name: 'Инна Осипова' });
  const { page, problems } = await openOffice({ browser, address, cookies: operator.cookies }, '/orders');
  const { begin, drag, count } = countTaps(page);
  const card = (state: string) =>
    page.getByRole('region', { name: new RegExp(`^${state}`) }).getByRole('article', { name: `Заказ ${number}` });
  await card('Собирается').waitFor();
  await looks(page, 'order-board');
  begin();
  await drag(card('Собирается'), page.getByRole('region', { name: /^Готов\sк\sвыдаче/ }));
  await card('Готов к выдаче').waitFor();
  expect(count()).toBeLessThanOrEqual(1);
  expect(await getOrder(db, id)).toMatchObject({ state: 'ready' });
  // The twin of dragging says what is closed, and why.
  await page.getByRole('button', { name: `Переместить заказ ${number}` }).click();
  const way = page.getByRole('dialog').getByRole('button', { name: /В\sпути/ });
  expect(await way.isDisabled()).toBe(true);
  expect(await way.textContent()).toContain('Самовывоз');
  await looks(page, 'order-move');
  expect(problems).toEqual([]);
});

test('[2.2] a card that waits for its payment says what to do first, and leads there', async () => {
  const { id, number } = await anOrder();
  await sql`update orders set payment_method = 'online' where id = ${id}::uuid`.execute(db);
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'сотрудник Инна Осипова' }));
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/orders?branch=00131');
  const card = page.getByRole('article', { name: `Заказ ${number}` });
  await card.dragTo(page.getByRole('region', { name: /^Выдан\sсегодня/ }));
  const dialog = page.getByRole('dialog');
  const way = dialog.getByRole('link', { name: 'Примите оплату на странице заказа' });
  await way.waitFor();
  await looks(page, 'order-unpaid');
  await page.keyboard.press('Escape');
  // The same by the keyboard: nothing is left to move on to.
  await card.press('ArrowRight');
  await way.click();
  await page.waitForURL(/\?branch=00131#payment$/);
  const payment = page.getByRole('region', { name: 'Оплата', exact: true });
  await expect.poll(() => payment.evaluate((region) => region === document.activeElement)).toBe(true);
  await payment.getByRole('button', { name: 'Заплатит при получении' }).waitFor();
  await looks(page, 'order-page-unpaid');
  await payment.getByRole('button', { name: 'Напомнить об оплате' }).click();
  await expect.poll(() => dialog.getByLabel('Тема').inputValue()).toBe(`Заказ ${number} ждёт оплаты`);
  await dialog.getByRole('button', { name: 'Закрыть' }).first().click();
  await payment.getByRole('button', { name: 'Заплатит при получении' }).click();
  await payment.getByText('При получении', { exact: true }).waitFor();
  expect(await getOrder(db, id)).toMatchObject({ state: 'ready', payment_method: 'on_receipt' });
  expect(problems).toEqual([]);
});

test('[2.2] marked orders are assembled together; one that cannot be stays as it is and is counted', async () => {
  const [fresh, ready] = [await anOrder(), await anOrder()];
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, ready.id, state, { who: 'сотрудник Инна Осипова' }));
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/orders?view=list');
  for (const { number } of [fresh, ready])
    await page.getByRole('checkbox', { name: `Выбрать заказ ${number}` }).check();
  await looks(page, 'order-list-marked');
  await page.getByRole('button', { name: 'Собрать' }).click();
  await page.getByText('Собирается: 1, сборку не начать: 1').waitFor();
  expect((await getOrder(db, fresh.id))?.state).toBe('assembling');
  expect((await getOrder(db, ready.id))?.state).toBe('ready');
  expect(problems).toEqual([]);
});

test('[2.2] money goes back by a line, and is shown before', async () => {
  const { id, number } = await anOrder({ payment: { method: 'invoice' }, company });
  await db.transaction().execute((db) => markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' }));
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, `/orders/${id}`, 768);
  await page.getByRole('heading', { level: 1, name: String(number) }).waitFor();
  await looks(page, 'order-page');
  await page.getByRole('button', { name: 'Вернуть деньги' }).click();
  await page.getByLabel('Сколько вернуть: Валик').fill('1');
  await page.getByLabel('Причина, её прочитает покупатель').fill('брак');
  await page.getByText('Переводом на счёт покупателя').waitFor();
  await looks(page, 'order-refund');
  await page.getByRole('button', { name: /^Вернуть\s317/ }).click();
  await page.getByText('Возврат: готовится').waitFor();
  expect(await paymentOf(db, id)).toMatchObject({
    refunds: [{ amount: 31_700, note: 'брак', who: 'сотрудник Инна Осипова' }],
  });
  expect(problems).toEqual([]);
});

test('[2.2] other goods are proposed, and the buyer agrees on the page of the email', async () => {
  const { id, number } = await anOrder();
  await sql`insert into onec_nodes (id, name, login) overriding system value values (1, 'База', 'base')`.execute(db);
  await sql`
    insert into onec_orders (node_id, order_id, handed_revision, handed_at) values (1, ${id}::uuid, 1, now())`.execute(
    db,
  );
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, `/orders/${id}`);
  await page.getByRole('button', { name: 'Изменить состав' }).click();
  const said = page.getByText('Заказ уже передан в 1С: после изменения он уйдёт ещё раз.');
  await said.waitFor();
  expect(await said.getByRole('link').getAttribute('href')).toContain('/onec/orders');
  await page.getByLabel('Количество: Штукатурка гипсовая').fill('3');
  await page.getByText('Станет 3').waitFor();
  await looks(page, 'order-edit');
  await page.getByRole('button', { name: 'Отправить предложение' }).click();
  await page.getByRole('heading', { name: 'Предложение изменить состав, № 1' }).waitFor();
  await looks(page, 'order-proposal');
  expect(problems).toEqual([]);

  const { text } = await db
    .selectFrom('mails')
    .select('text')
    .where('key', '=', `order ${id} proposal 1`)
    .executeTakeFirstOrThrow();
  const link = /\/order\/\S+\/change\/\?token=\S+/.exec(text)?.[0] ?? '';
  const guest = await openPage(browser);
  await guest.page.goto(address(link));
  await guest.page.getByRole('heading', { level: 1, name: `Предложение изменить заказ ${number}` }).waitFor();
  expect(await findings(guest.page)).toEqual([]);
  await guest.page.getByRole('button', { name: 'Согласиться' }).click();
  await guest.page.getByText('Покупатель согласился').waitFor();
  expect(await getOrder(db, id)).toMatchObject({ total: 3 * 48_900 + 2 * 31_700 });
});

test('[2.2] goods leave by a dictated code', async () => {
  const { id, number } = await anOrder();
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  const { pickup_code } = (await getOrder(db, id))!;
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/handover', 768);
  await page.getByRole('heading', { name: 'Ждут выдачи' }).waitFor();
  await looks(page, 'handover-queue');
  // The scanner types without a press into the field.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('scan');
  await page.keyboard.type('000000-wrong');
  await page.keyboard.press('Enter');
  await page.getByText('По этому коду заказа нет').waitFor();
  await page.keyboard.type(`${number} ${pickup_code}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: String(number) }).waitFor();
  await looks(page, 'handover-order');
  await page.getByRole('button', { name: 'Выдать 2 из 2' }).click();
  await page.getByText(`Заказ ${number} выдан`).waitFor();
  expect(await getOrder(db, id)).toMatchObject({ state: 'completed', payment_state: 'paid' });
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('[2.2] money for an order that was to be paid on the site is taken at the desk', async () => {
  const { id, number, total } = await anOrder();
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  await db.updateTable('orders').set({ payment_method: 'online' }).where('id', '=', id).execute();
  const { pickup_code } = (await getOrder(db, id))!;
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, `/orders/${id}`);
  await page.getByRole('button', { name: 'Заплатит при получении' }).waitFor();
  await page.goto(address('/admin/handover'));
  await page.getByRole('heading', { name: 'Ждут выдачи' }).waitFor();
  await page.keyboard.type(`${number} ${pickup_code}`);
  await page.keyboard.press('Enter');
  await page.getByText(/^Не оплачен: .* Покупатель заплатит здесь\?$/).waitFor();
  const give = page.getByRole('button', { name: 'Выдать 2 из 2' });
  expect(await give.isDisabled()).toBe(true);
  await page.getByRole('button', { name: /^Заплатит здесь/ }).click();
  await page.getByText('Примите оплату').waitFor();
  const due = async () => (await page.locator('.due b').innerText()).replace(/\D/g, '');
  expect(await due()).toBe(String(total / 100));
  // Of a part only the part is taken.
  const [line] = (await getOrder(db, id))!.lines;
  await page
    .getByRole('button', { name: /^Меньше:/ })
    .first()
    .click();
  expect(await due()).toBe(String((total - line!.sum / line!.count) / 100));
  await page
    .getByRole('button', { name: /^Больше:/ })
    .first()
    .click();
  expect(await due()).toBe(String(total / 100));
  // Some of it was taken meanwhile: the sum that the refusal names is asked for from now on.
  await db.updateTable('orders').set({ taken_kopecks: 10_000 }).where('id', '=', id).execute();
  await give.click();
  await page.getByText('Примите эту сумму и нажмите «Выдать» ещё раз').waitFor();
  await expect.poll(due).toBe(String((total - 10_000) / 100));
  await give.click();
  await page.getByText(`Заказ ${number} выдан`).waitFor();
  const given = { state: 'completed', payment_state: 'paid', payment_method: 'on_receipt', total };
  expect(await getOrder(db, id)).toMatchObject(given);
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

/** What is said beside it; null: nothing. */
const describedBy = (target: Locator) =>
  target.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? null,
  );

test('[2.2] an order by phone without an email, and the lists of money', async () => {
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/orders/new');
  const branch = page.getByRole('combobox', { name: 'Филиал', exact: true });
  const place = page.getByRole('button', { name: 'Оформить заказ' });
  // Of several branches none is taken that nobody chose, and the closed button says what is missing.
  await branch.and(page.locator(':focus')).waitFor();
  expect(await branch.inputValue()).toBe('');
  expect(await page.getByLabel('Добавить товар').count()).toBe(0);
  expect([await place.isDisabled(), await describedBy(place)]).toEqual([true, 'Выберите филиал']);
  await branch.selectOption({ label: 'Вологда' });
  await page.getByLabel('Добавить товар').and(page.locator(':focus')).waitFor();
  expect([await place.isDisabled(), await describedBy(place)]).toEqual([true, 'Добавьте товары']);
  await page.getByLabel('Добавить товар').fill('Гипсар');
  await page.getByRole('option', { name: /Гипсар\sБелая/ }).click();
  await page.getByLabel('Телефон').fill('+7 (921) 000-55-66');
  await page.getByLabel('Имя').fill('Ольга Жукова');
  await page.getByText('612').first().waitFor();
  const count = page.getByLabel(/^Количество: Гипсар/);
  await count.fill('99999');
  await page.locator('.phone-total ~ p', { hasText: 'Измените количество или уберите строку' }).waitFor();
  expect(await place.isDisabled()).toBe(true);
  await count.fill('1');
  await page.waitForFunction(() => document.querySelector('button[type=submit]:not([disabled])'));
  expect(await describedBy(place)).toBeNull();
  await looks(page, 'order-phone');
  // The first day at the branch is too early at a point that the goods are brought to: it is taken back, and said.
  const wished = page.getByRole('combobox', { name: 'День', exact: true });
  await wished.selectOption({ index: 1 });
  await page
    .getByRole('combobox', { name: 'Пункт', exact: true })
    .selectOption({ label: 'Вологда, Окружное шоссе, 13' });
  await page.getByText('уже не получится: выберите другой день').waitFor();
  expect(await wished.inputValue()).toBe('');
  await page.waitForFunction(() => document.querySelector('button[type=submit]:not([disabled])'));
  await place.click();
  await page.waitForURL(/orders\/[0-9a-f-]{36}/);
  await page.getByText('по телефону', { exact: true }).waitFor();
  const placed = await db
    .selectFrom('orders')
    .select(['department_id_1c', 'contact_email', 'is_by_phone', 'total', 'placed_by'])
    .select(['pickup_department_id_1c', 'receiving_date'])
    .where('contact_name', '=', 'Ольга Жукова')
    .executeTakeFirstOrThrow();
  expect(placed).toEqual({
    department_id_1c: '00131',
    contact_email: null,
    is_by_phone: true,
    total: 61_200,
    placed_by: owner.id,
    pickup_department_id_1c: '00132',
    receiving_date: null,
  });
  await page.goto(address('/admin/orders?view=list'));
  const today = page.getByRole('button', { name: 'Сегодня', exact: true });
  await today.click();
  await page.locator('main [aria-pressed=true]', { hasText: 'Сегодня' }).waitFor();
  const day = await page.getByLabel('Создан с').inputValue();
  expect([day, await page.getByLabel('по', { exact: true }).first().inputValue()]).toEqual([day, day]);
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  await page.getByRole('button', { name: '7 дней' }).click();
  await page.waitForFunction(
    (before) => (document.querySelector<HTMLInputElement>('input[type=date]')?.value ?? '') < before,
    day,
  );
  await page.getByRole('button', { name: '7 дней' }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=date]')?.value === '');
  for (const [name, path] of [
    ['order-list', '/orders?view=list'],
    ['payments', '/payments'],
    ['refunds', '/payments?tab=refunds'],
    ['receipts', '/payments?tab=receipts'],
    ['payment-events', '/payments?tab=events'],
  ] as const) {
    await page.goto(address(`/admin${path}`));
    await page.locator('.panel').first().waitFor();
    await looks(page, name);
  }
  await page.goto(address('/admin/orders?view=list&state=completed'));
  await page.getByRole('button', { name: 'Сохранить отбор' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Назовите отбор').waitFor();
  await page.getByLabel('Название').fill('Выданные');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  const view = page.getByRole('button', { name: 'Выданные', exact: true });
  await view.waitFor();
  await page.goto(address('/admin/orders?view=list&state=new'));
  await view.click();
  // Drawn together with the list that it asks for.
  await page.getByRole('button', { name: 'Выданные', exact: true, pressed: true }).waitFor();
  await looks(page, 'order-views');
  await page.getByRole('button', { name: 'Удалить отбор «Выданные»' }).click();
  await view.waitFor({ state: 'detached' });
  const { rows } = await sql<{ words: string }>`
    select words from audit_log where resource = 'views' order by id`.execute(db);
  expect(rows.map(({ words }) => words)).toEqual(['Сохранён отбор «Выданные»', 'Удалён отбор «Выданные»']);
  await page.goto(address('/admin/payments'));
  await page.getByRole('button', { name: 'Сверка' }).click();
  const registry = (text: string) => ({ name: 'реестр.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.locator('input[type=file]').setInputFiles(registry('Товар;Цена\nШтукатурка;489'));
  await page.getByText('В файле не нашлось столбцов с номером платежа и суммой').waitFor();
  const lines = 'Дата;Идентификатор платежа;Сумма платежа\n21.11.2026;2d-77;489,00';
  await page.locator('input[type=file]').setInputFiles(registry(lines));
  await page.getByText('Не сошлось: 1').waitFor();
  await looks(page, 'payments-compare');
  // What the form refuses on purpose.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});

test('[2.2] the list is narrowed to one operator and to one firm, and says whose it is when the address is opened again', async () => {
  const firm = await makeCompany(db, { name: 'ООО «Ремонт и стройка»' });
  const [led, ofFirm] = [await anOrder(), await anOrder()];
  const vera = await makeStaff(db, ['orders'], { full_name: 'Вера Соснина' });
  await assignOrder(db, led.id, vera.id);
  await db.updateTable('orders').set({ company_id: firm.id }).where('id', '=', ofFirm.id).execute();
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, '/orders?view=list');
  const numbers = () => page.getByRole('checkbox', { name: /^Выбрать\sзаказ/ });
  await page.getByText('Ещё отборы').click();
  await page.getByLabel('Ведёт').selectOption({ label: 'Вера Соснина' });
  await page.getByRole('checkbox', { name: `Выбрать заказ ${led.number}` }).waitFor();
  await expect.poll(() => numbers().count()).toBe(1);
  await page.getByRole('button', { name: 'Сбросить' }).click();
  await page.getByText('Ещё отборы').click();
  await page.getByRole('combobox', { name: 'Фирма' }).fill('Ремонт');
  await page.getByRole('option', { name: /Ремонт\sи\sстройка/ }).waitFor();
  await looks(page, 'order-list-filters');
  await page.getByRole('option', { name: /Ремонт\sи\sстройка/ }).click();
  await page.getByRole('checkbox', { name: `Выбрать заказ ${ofFirm.number}` }).waitFor();
  await expect.poll(() => numbers().count()).toBe(1);
  await page.reload();
  await page.getByText('ООО «Ремонт и стройка»').first().waitFor();
  await looks(page, 'order-list-of-firm');
  await page.getByRole('button', { name: 'Убрать отбор по фирме' }).click();
  await expect.poll(() => numbers().count()).toBeGreaterThan(1);
  expect(problems).toEqual([]);
});

test('[2.2] more orders than a call takes are not marked in silence: the bar says so, and what it counts is what is done', async () => {
  const { id } = await anOrder();
  const many = 205;
  await sql`
    insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
      'id', gen_random_uuid(), 'number', o.number + 1000 + n, 'contact_name', 'Борис Много'))).*
    from orders o, generate_series(1, ${many}::int) n where o.id = ${id}::uuid`.execute(db);
  const of = `/orders?view=list&per_page=250&q=${encodeURIComponent('Борис Много')}`;
  const { page, problems } = await openOffice({ browser, address, cookies: owner.cookies }, of);
  const boxes = page.getByRole('checkbox', { name: /^Выбрать\sзаказ/ });
  await boxes.nth(many - 1).waitFor();
  await boxes.nth(0).click();
  await boxes.nth(49).click({ modifiers: ['Shift'] });
  await page.getByRole('link', { name: 'Листы сборки' }).waitFor();
  await boxes.nth(many - 1).click({ modifiers: ['Shift'] });
  await page.getByText('Больше 200 заказов сразу не отметить').waitFor();
  await page.getByText('Листы сборки: до 50 заказов сразу').waitFor();
  await page.locator('.bulk').getByText('200 заказов', { exact: true }).waitFor();
  await looks(page, 'order-list-full');
  await page.getByRole('button', { name: 'Взять себе' }).click();
  await page.getByText('Взято: 200', { exact: true }).waitFor();
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from orders where contact_name = 'Борис Много' and assigned_to = ${owner.id}::uuid`.execute(
    db,
  );
  expect(rows).toEqual([{ taken: 200 }]);
  expect(problems).toEqual([]);
});

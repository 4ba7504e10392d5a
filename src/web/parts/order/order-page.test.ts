import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { earnForOrders } from '#modules/loyalty/move-bonuses.ts';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { factsOf } from '#modules/orders/email-parts.ts';
import { handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { markAccountPayment, markAccountRefund } from '#modules/payments/account-payment.ts';
import { closeShortByStaff } from '#modules/payments/close-short.ts';
import type { Db } from '#platform/database.ts';
import { formatDay } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import type { OrderState } from '#shared/order-states.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { joinCompany, makeCompany, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { userAgents } from '#test/support/http.ts';
import { orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { unzip } from '#test/support/zip.ts';
import { calendarOf } from './calendar.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const mix = await makeProduct(db, { name: 'Смесь сухая', price: 48_905 });
const gone = await makeProduct(db, { name: 'Краска белая', price: 10_000 });
const late = await makeProduct(db, { name: 'Кисть плоская', price: 5_000 });
const app = await testApp(db);

const firm = { payment: { method: 'invoice' }, company: { name: 'ООО «Стройка»', inn: '7707083893' } };
const delivery = { receiving: { type: 'delivery', address: 'Вологда, Мира, 10' } };

/** A guest's order, confirmed and moved through these states, and how to look at its page and its pass. */
async function guestOrder(states: OrderState[] = [], more: Record<string, unknown> = {}) {
  const order = await submitOrder(db, await orderPlace(db), orderInput([[mix, 2]], more));
  await db.transaction().execute((db) => confirmOrder(db, order.id, { who: 'покупатель' }));
  const move = (state: OrderState) =>
    db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  for (const state of states) await move(state);
  const visitor = formVisitor(app);
  visitor.cookies.set('orders', 'A'.repeat(43));
  const { pickup_code } = (await getOrder(db, order.id))!;
  const code = spelledCode(pickup_code);
  const look = (path = '') => visitor.get(`/order/${order.id}/${path}`);
  return { order, move, look, code };
}

test('[S2-06] a new order is thanked for and says what comes next, by when it is open and how it is paid; no code yet', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T20:30:00Z') });
  try {
    const { order, look, code } = await guestOrder();
    const page = await look();
    for (const words of [
      `Спасибо, заказ ${order.number} принят`,
      'Письма о нём приходят на anna@pochta.example',
      '978,10 ₽ · при получении',
      'Оплатите при получении картой или наличными, или онлайн в любой момент до выдачи.',
      'Соберём заказ и пришлём письмо. Пункт сейчас закрыт: откроется завтра в 09:00.',
      'Заберите его: г. Вологда, ул. Гончарная, 2, Пн–Пт 09:00–20:00, Сб–Вс 10:00–20:00. Готовый заказ храним',
      'Оплатить онлайн 978,10 ₽',
      'Код получения появится здесь и в письме, когда заказ будет готов к выдаче.',
      'В том числе НДС 22 % 176,38 ₽',
    ])
      expect(page.text.replaceAll('\u2060', '')).toContain(words);
    expect(page.text).not.toContain(code);
    const pass = await look('pass/');
    expect(pass.text).toContain('Код появится здесь, когда заказ будет готов к выдаче: мы пришлём об этом письмо.');
    expect(pass.text).not.toContain(code);
  } finally {
    vi.useRealTimers();
  }
});

test('[S2-06] the code stands on the page as long as the goods can be handed over: ready at the point, with the driver', async () => {
  const pickup = await guestOrder(['assembling']);
  expect((await pickup.look()).text).not.toContain(pickup.code);
  await pickup.move('ready');
  expect((await pickup.look()).text).toContain(`Покажите код на выдаче ${pickup.code}`);
  const pass = await pickup.look('pass/');
  expect(pass.text).toContain(pickup.code);
  expect(pass.text, 'where it can be paid at once').toMatch(/К оплате при получении 978,10\s₽\. Оплатить онлайн/);
  await pickup.move('completed');
  expect((await pickup.look()).text).not.toContain(pickup.code);
  const brought = await guestOrder(['assembling', 'ready'], delivery);
  const ready = await brought.look();
  expect(ready.text).toContain('Код получения появится здесь и в письме, когда машина с заказом выедет.');
  expect(ready.text).not.toContain(brought.code);
  await brought.move('in_delivery');
  expect((await brought.look()).text).toContain(`Назовите код водителю ${brought.code}`);
});

test('[S2-06] on a phone the code of a ready order stands right under its number, before what can be paid', async () => {
  const { order, code } = await guestOrder(['assembling', 'ready']);
  const { body } = await app.inject({
    url: `/order/${order.id}/`,
    headers: { host: 'idd.localhost', cookie: `orders=${'A'.repeat(43)}`, 'user-agent': userAgents.mobile },
  });
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
  expect(main.indexOf(`>${code}<`)).toBeGreaterThan(0);
  expect(main.indexOf('Оплатить онлайн')).toBeGreaterThan(main.indexOf(`>${code}<`));
  expect(main.indexOf('Заказ собран и ждёт вас')).toBeGreaterThan(main.indexOf(`>${code}<`));
});

test('[S2-06] [S2-19] a delivered order asks for nothing of a pickup: no car, nobody who comes', async () => {
  const { look } = await guestOrder([], delivery);
  expect((await look()).text).toContain(
    'Оператор позвонит на +7-921-000-12-34, назовёт цену доставки и согласует время.',
  );
  expect((await look('pass/')).text).toContain('Кто встретит водителя');
  const { move, look: later } = await guestOrder(['assembling', 'ready'], delivery);
  await move('in_delivery');
  const receiving = await later('receiving/');
  expect(receiving.text).toContain('Пожелания к разгрузке');
  expect(receiving.text, 'what is changed by phone alone').toMatch(/Адрес доставки .*Филиал: \+7-817-200-35-35/);
  expect(receiving.html, 'the code comes first').toMatch(/btn--primary"[^>]*>(<[^>]*>)*Код для водителя/);
  expect(receiving.text).not.toContain('Номер автомобиля');
});

test('[S2-06] a firm’s order begins with its invoice; unpaid, it is not handed over, and its УПД comes last', async () => {
  const { order, move, look, code } = await guestOrder([], firm);
  const page = await look();
  expect(page.text).toContain('Оплатите счёт банковским переводом: счёт здесь и в письме.');
  expect(page.text).toContain('УПД — после выдачи');
  expect(page.text, 'the same badge as in the list').toContain('Ждёт оплаты');
  expect(page.text).toMatch(/Принят \d+\s[а-я]+, \d\d:\d\d Оплата до \d+\s[а-я]+ Собирается/);
  expect(page.html.indexOf('Скачать счёт'), 'before what comes next').toBeLessThan(page.html.indexOf('Что дальше'));
  const [first] = /<p class="row order__ways">[\s\S]*?<\/p>/.exec(page.html)!;
  expect(first).toMatch(/^[^>]*><a class="btn btn--lg btn--primary" href="[^"]*\/documents\/invoice\.pdf"/);
  const { look: lookThere } = await guestOrder([], {
    ...firm,
    receiving: { type: 'pickup', department_id_1c: '00132' },
  });
  expect((await lookThere()).text).toContain(
    'Когда придут деньги, соберём заказ и привезём в пункт на следующий рабочий день. Затем пришлём письмо.',
  );
  const payment = await look('payment/');
  expect(payment.text).toContain('К оплате 978,10 ₽');
  expect(payment.text).toContain('Переведите деньги по реквизитам из счёта.');
  await move('assembling');
  await move('ready');
  expect((await look()).text).toContain('Заказ собран. Выдадим его, когда поступит оплата.');
  expect((await look()).text).not.toContain(code);
  await db.transaction().execute((db) => markAccountPayment(db, order.id, { who: 'бухгалтер', document: 'п/п 12' }));
  expect((await look()).text).toContain(code);
  expect((await look('payment/')).text).toContain('Деньги поступили на счёт магазина.');
  await move('completed');
  expect((await look()).html).toContain('/documents/upd.pdf');
});

test('[S2-06] a firm with a deferral is told until when it pays, and gets its goods before', async () => {
  const company = { ...(await makeCompany(db, { deferral_days: 14 })), role: 'owner' as const };
  const anna = await makeUser(db);
  await joinCompany(db, anna, company);
  const order = await orderBy(db, anna, [[mix, 2]], { company, input: { payment: { method: 'invoice' } } });
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  const look = async () => (await visitor.get(`/personal/orders/${order.id}/`)).text;
  const list = async () => (await visitor.get('/personal/orders/active/')).text;
  const later = 'Счёт оплатите в течение 14 дней после получения';
  expect(await look()).toContain(`${later}: счёт здесь и в письме.`);
  expect(await look()).not.toContain('Когда придут деньги');
  const payment = (await visitor.get(`/personal/orders/${order.id}/payment/`)).text;
  expect(payment).toContain(later);
  expect(payment).not.toContain('мы соберём заказ');
  expect(await list()).toMatch(new RegExp(`Соберём .*и напишем. ${later}`));
  expect(await list()).not.toContain('Скачать счёт');
  const move = (state: OrderState) =>
    db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  await move('assembling');
  await move('ready');
  const { pickup_code, branch } = ensure(await getOrder(db, order.id));
  expect(await look()).toContain(spelledCode(pickup_code));
  expect(await look()).toContain(later);
  expect(await list()).toContain(`Заберите заказ. ${later}`);
  await move('completed');
  const last = addDays(localTime(new Date(), branch.time_zone).date, 14);
  expect(await look()).toContain(`Счёт оплатите до ${formatDay(last)}`);
  expect(await look()).toContain('Скачать счёт');
});

test('[S2-06] [S2-18] a new order says in its row what its page says: closed, the point begins when it opens', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T20:30:00Z') });
  try {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 2]]);
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, anna);
    const list = async () => (await visitor.get('/personal/orders/active/')).text;
    expect(await list()).toContain('Соберём после открытия завтра в 09:00 и напишем');
    vi.setSystemTime(new Date('2026-11-24T09:00:00Z'));
    expect(await list()).toContain('Соберём и напишем');
    await db.transaction().execute((db) => moveOrder(db, order.id, 'assembling', { who: 'склад' }));
    expect(await list()).toContain('Собираем, о готовности напишем');
  } finally {
    vi.useRealTimers();
  }
});

test('[S2-06] [S2-18] what is paid on receipt says when it is ready, the hour that the checkout named, until it passes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T08:03:00Z') });
  try {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 2]]);
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, anna);
    const look = async (path: string) =>
      (await visitor.get(`/personal/orders/${path}/`)).text.replaceAll('\u00a0', ' ');
    expect(await look('active')).toContain('Соберём сегодня примерно к 12:10 и напишем');
    expect(await look(order.id)).toContain('Соберём заказ сегодня примерно к 12:10 и пришлём письмо.');
    vi.setSystemTime(new Date('2026-11-24T09:10:00Z'));
    expect(await look('active')).toContain('Соберём и напишем');
    expect(await look(order.id)).toContain('Соберём заказ и пришлём письмо.');
  } finally {
    vi.useRealTimers();
  }
});

test('[S2-06] what an order earns stands under its sum for whoever has a card, and for nobody else', async () => {
  const anna = await makeUser(db);
  const order = await orderBy(db, anna, [[mix, 2]]);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  const look = async () => (await visitor.get(`/personal/orders/${order.id}/`)).text;
  expect(await look()).not.toContain('Начислим');
  await loadProgrammes(db);
  await issueCard(db, { kind: 'bonus', user_id: anna.id, phone: null, who: 'покупатель' });
  expect(await look()).toMatch(/К оплате 978,10 ₽ .*Начислим \d+ бонус\S*, когда получите заказ\.(?! Товары)/);
  await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'склад' }));
  expect(await look()).not.toContain('Начислим');
  const mixed = await orderBy(db, anna, [
    [mix, 2],
    [gone, 1],
  ]);
  await db
    .updateTable('order_lines')
    .set({ old_price: 12_000 })
    .where('order_id', '=', mixed.id)
    .where('product_id', '=', gone.id)
    .execute();
  const { text } = await visitor.get(`/personal/orders/${mixed.id}/`);
  expect(text).toMatch(/Начислим \d+ бонус\S*, когда получите заказ\. Товары со сниженной ценой не учитываем/);
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, mixed.id, state, { who: 'склад' }));
  await earnForOrders(db);
  const card = await visitor.get('/personal/cards/');
  expect(card.text, 'the history says of which sum').toMatch(
    /заказ \d+ \d+\s[а-я]+\s· \d+ % с 978,10 ₽, без товаров со сниженной ценой · действуют до/,
  );
});

test('[S4-08] hours at the point are named from when the goods are ready, as at the checkout: on the page, in lists, letters and calendars', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T06:05:00Z') });
  try {
    const anna = await makeUser(db);
    const receiving = { type: 'pickup', date: '2026-11-24', slot: { from: '09:00', to: '11:00' } };
    const { id } = await orderBy(db, anna, [[mix, 2]], { input: { receiving }, now: new Date() });
    const order = ensure(await getOrder(db, id));
    expect(order.receiving).toMatchObject({ hours: { from: 540, to: 660 }, named_hours: { from: 610, to: 660 } });
    expect(factsOf(order)).toContainEqual({ name: 'День получения', value: expect.stringMatching(/, 10:10–11:00$/) });
    expect(calendarOf(order)).toContain('DTSTART:20261124T071000Z');
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, anna);
    for (const path of [`/personal/orders/${id}/`, '/personal/orders/active/', '/personal/']) {
      const { text } = await visitor.get(path);
      expect(text, path).toContain('10:10–11:00');
      expect(text, path).not.toContain('09:00–11:00');
    }
    const form = await visitor.get(`/personal/orders/${id}/receiving/`);
    expect(form.html, 'the same slot').toMatch(/<option value="09:00-11:00" selected="">10:10–11:00/);
  } finally {
    vi.useRealTimers();
  }
});

describe('[S2-06] [S2-18] of an order that was given out in part', () => {
  const mover = { who: 'пункт' };

  /** Both mixes and one of two paints have left; the other paint and the brush go on waiting. */
  async function partGiven(input: Record<string, unknown> = {}) {
    const user = await makeUser(db);
    const { id } = await orderBy(
      db,
      user,
      [
        [mix, 2],
        [gone, 2],
        [late, 1],
      ],
      { input },
    );
    const inside = (change: (db: Db) => Promise<unknown>) => db.transaction().execute(change);
    if (input.payment) await inside((db) => markAccountPayment(db, id, { ...mover, document: '77', amount: 122_810 }));
    for (const state of ['assembling', 'ready'] as const) await inside((db) => moveOrder(db, id, state, mover));
    await inside(async (db) => {
      const lines = await waitingLines(db, id);
      const given = lines.map(({ order_line_id }, at) => ({ order_line_id, count: [2, 1, 0][at] ?? 0 }));
      await handOverLines(db, id, given, mover);
    });
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, user);
    const look = async (path = `/personal/orders/${id}/`) => (await visitor.get(path)).text.replaceAll('\u2060', '');
    const end = () => inside((db) => closeShortByStaff(db, id, { who: 'пункт', most: null, seen_amount: null }));
    /** Of the one row of the file of one's own orders, its numbers in their order. */
    const sheet = async (group: 'active' | 'completed') => {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { host: 'idd.localhost', cookie };
      const { rawPayload } = await app.inject({ url: `/personal/orders/${group}/export/`, headers });
      const rows = String(unzip(rawPayload).get('xl/worksheets/sheet1.xml'));
      return [...rows.matchAll(/<c r="[H-K]2"[^>]*><v>([\d.]+)<\/v>/g)].map(([, value]) => Number(value));
    };
    return { id, look, end, sheet };
  }

  /** The transfer that goes back for the missing has left. */
  async function refundSent(order_id: string) {
    const { rows } = await sql<{ id: string }>`
      select f.id from refunds f join payments p on p.id = f.payment_id where p.order_id = ${order_id}::uuid`.execute(
      db,
    );
    await db.transaction().execute((db) => markAccountRefund(db, ensure(rows[0]).id));
  }

  test('the page and the list say so, line by line, and ask at the desk for the rest of the money alone', async () => {
    const { look } = await partGiven();
    const page = await look();
    for (const words of [
      'Выдан частично',
      'Часть заказа уже выдана, остальное ждёт вас: назовите или покажите код.',
      'Уже выдано',
      'Выдано 1 мешок из 2',
      'Оплачено при выдаче части −1 078,10 ₽',
      'Осталось оплатить 150 ₽',
    ])
      expect(page).toContain(words);
    expect(page).toMatch(/Собирается [^А-Я]*Готов к выдаче [^А-Я]*Выдан частично/);
    const list = await look('/personal/orders/active/');
    expect(list).toContain('Выдан частично');
    expect(list).toContain('Заберите остальное');
    expect(list).toMatch(/ 150\s₽ Осталось оплатить из\s1 228,10\s₽/);
  });

  test('[S2-18] the file of one’s orders tells the sums of the pages: the price, what went back, what is left to pay', async () => {
    const open = await partGiven();
    expect(await open.sheet('active')).toEqual([3, 1_228.1, 0, 150]);
    expect(await open.look('/personal/orders/active/')).toMatch(/ 150\s₽ Осталось оплатить из\s1 228,10\s₽/);
    const { id, look, end, sheet } = await partGiven({ payment: { method: 'invoice' }, company: firm.company });
    await end();
    expect(await sheet('completed')).toEqual([3, 1_228.1, 0, 0]);
    await refundSent(id);
    expect(await sheet('completed')).toEqual([3, 1_228.1, 150, 0]);
    const list = await look('/personal/orders/completed/');
    expect(list).toMatch(/ 1 228,10\s₽ Возвращено 150\s₽/);
    expect(await look()).toContain('Возвращено 150 ₽');
  });

  test('[S2-18] a line that has left says until when its warranty lasts, and in the list of those under warranty so does the order', async () => {
    await db
      .insertInto('attributes')
      .values({ code: 'garantiya', name: 'Гарантия', type: 'number', unit: 'мес.' })
      .execute();
    await sql`update products set specs = '{"garantiya": 36}' where id = any(${[mix.id, late.id]}::int[])`.execute(db);
    const { id, look, end } = await partGiven();
    const until = await db
      .selectFrom('reservations')
      .innerJoin('order_lines', 'order_lines.id', 'reservations.order_line_id')
      .select(
        sql<string>`to_char((ended_at at time zone 'Europe/Moscow')::date + interval '36 months', 'DD.MM.YYYY')`.as(
          'day',
        ),
      )
      .where('order_lines.order_id', '=', id)
      .where('reservations.why', '=', 'handed_over')
      .where('order_lines.product_id', '=', mix.id)
      .executeTakeFirstOrThrow();
    const words = `Гарантия 3 года: до ${until.day}`;
    expect((await look()).split('Гарантия 3 года')).toHaveLength(2);
    expect(await look()).toContain(words);
    await end();
    const list = await look('/personal/orders/completed/');
    expect(list).toContain('На гарантии 1');
    const found = await look('/personal/orders/completed/?warranty=on');
    expect(found).toContain(`Смесь сухая На гарантии до ${until.day}`);
  });

  test('what was taken above a sum that has become less leaves nothing to pay', async () => {
    const { id, look } = await partGiven();
    await db.updateTable('orders').set({ taken_kopecks: 122_820 }).where('id', '=', id).execute();
    expect(await look()).toContain('Осталось оплатить 0 ₽');
    expect(await look('/personal/orders/active/')).toMatch(/ 0\s₽ Осталось оплатить из\s1 228,10\s₽/);
  });

  test('every page and list names its one state', async () => {
    const { id, look } = await partGiven();
    expect(await look(`/personal/orders/${id}/receiving/`)).toContain('Выдан частично');
    expect(await look('/personal/support/')).toMatch(/Заказ \d+ от [^,]+, выдан частично/);
  });

  test('what was never handed over is named when the order ends, without a link to review it, and its refund is announced', async () => {
    const { id, look, end } = await partGiven({ payment: { method: 'invoice' }, company: firm.company });
    await end();
    const page = await look();
    for (const words of [
      'Выдано не всё, что было в заказе. За остальное вернём 150 ₽ тем же способом.',
      'Не выдано: 1 мешок',
    ])
      expect(page).toContain(words);
    expect(page).not.toContain('Уже выдано');
    expect(page.match(/Оставить отзыв/g)).toHaveLength(2);
    expect(page).not.toContain('Возвращено');
    await refundSent(id);
    const refunded = await look();
    expect(refunded).toContain('Возвращено 150 ₽');
    expect(refunded).not.toContain('вернём');
  });
});

test('[S2-06] nobody is asked for the money of a cancelled order', async () => {
  const { look } = await guestOrder(['cancelled']);
  const page = await look();
  expect(page.text).toContain('Заказ отменён');
  for (const words of ['Не оплачен', 'К оплате', 'Оплатить']) expect(page.text).not.toContain(words);
});

test('[S2-06] an order is repeated by the lines that are ticked; what cannot be bought is named and cannot be', async () => {
  const anna = await makeUser(db);
  const order = await orderBy(db, anna, [
    [mix, 2],
    [gone, 1],
  ]);
  await db.updateTable('products').set({ switched_off_at: new Date() }).where('id', '=', gone.id).execute();
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  const url = `/personal/orders/${order.id}/`;
  expect((await visitor.get(url)).text).toContain('Краска белая, 1 мешок : снят с продажи');
  const none = await visitor.post(url, { intent: 'repeat', chosen: 1 });
  expect([none.status, none.text]).toEqual([422, expect.stringContaining('Отметьте, что повторить')]);
  expect((await visitor.post(url, { intent: 'repeat', chosen: 1, line: mix.id })).location).toBe('/cart/');
  const cart = await visitor.get('/cart/');
  expect(cart.text).toContain('Смесь сухая');
  expect(cart.text).not.toContain('Краска белая');
});

test('[S2-06] [S2-19] a guest’s order on credit says until when it is to be confirmed, what happens else and what then', async () => {
  const place = await orderPlace(db, { payment_methods: ['credit'] });
  const order = await submitOrder(db, place, orderInput([[mix, 1]], { payment: { method: 'credit' } }));
  const visitor = formVisitor(app);
  visitor.cookies.set('orders', 'A'.repeat(43));
  const page = await visitor.get(`/order/${order.id}/`);
  expect(page.text).toMatch(/нажмите в нём «Подтвердить заказ» до \d\d:\d\d (сегодня|завтра|во?\s[а-я]+), \d+\s[а-я]+/);
  expect(page.text).toContain('иначе он отменится и товары смогут купить другие.');
  expect(page.text).toMatch(
    /Когда подтвердите, заполните заявку на кредит или дождитесь звонка оператора\. С подтверждения товары ждут оплаты \d+ рабочи/,
  );
  const payment = await visitor.get(`/order/${order.id}/payment/`);
  expect(payment.text).toMatch(/Подтвердите заказ до \d\d:\d\d (сегодня|завтра|во?\s[а-я]+), \d+\s[а-я]+ ?\./);
  expect(payment.text).toContain('иначе заказ отменится и товары смогут купить другие.');
  expect(payment.text).toContain('Когда подтвердите заказ, оператор позвонит на');
  await db.transaction().execute((db) => confirmOrder(db, order.id, { who: 'покупатель' }));
  expect((await visitor.get(`/order/${order.id}/payment/`)).text).toContain('Оператор позвонит на');
});

test('[S2-19] the payment page has one way back, and lines with prices that add up to the sum', async () => {
  const { order, look } = await guestOrder([], { ...firm, ...delivery });
  const page = await look('payment/');
  expect(page.text).toContain('Смесь сухая 2 мешка × 489,05 ₽ 978,10 ₽');
  expect(page.text).toContain('Сумма заказа 978,10 ₽');
  const main = page.html.slice(page.html.indexOf('<h1'));
  expect(main.match(new RegExp(`href="/order/${order.id}/"`, 'g'))).toHaveLength(1);
  expect(page.text).not.toContain('Попытки оплаты');
});

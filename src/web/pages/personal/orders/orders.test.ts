import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { startActing } from '#modules/staff/acting.ts';
import { ensure } from '#shared/ensure.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { joinCompany, makeCompany, makeStaff, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { userAgents } from '#test/support/http.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { unzip } from '#test/support/zip.ts';

const { db } = await testDatabase();
await makeBranches(db);
await sql`update departments set latitude = 59.20917, longitude = 39.86653`.execute(db);
const app = await testApp(db);
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', article: 'Б-0012', price: 48_900, on_hand: 10_000 });
const paint = await makeProduct(db, { name: 'Краска Мат', price: 329_000, on_hand: 10_000 });

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

async function visitorOf(user: { id: string }) {
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  return visitor;
}

describe('the lists', () => {
  test('[S2-18] [S6-02] a guest is led to login and back to the very list', async () => {
    for (const url of [
      '/personal/orders/active/?q=1000001',
      '/personal/orders/completed/',
      '/personal/orders/active/export/',
    ]) {
      const page = await formVisitor(app).get(url);
      expect(page.status).toBe(302);
      expect(page.location).toBe(`/login/?back=${encodeURIComponent(url)}`);
    }
  });

  test('[S2-18] no orders yet: says so and leads to the catalogue', async () => {
    const visitor = await visitorOf(await makeUser(db));
    const page = await visitor.get('/personal/orders/active/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Заказов пока нет');
    expect(page.html, 'no way to another empty list').not.toContain('href="/personal/orders/completed/"');
    expect(page.html).toMatch(/href="\/catalog\/".*Собрать по списку или смете.*Найти заказ по номеру/s);
    expect((await visitor.get('/personal/orders/')).location).toBe('/personal/orders/active/');
  });

  test('[S2-18] a row names number, date, state, point, sum and the next step; «Повторить» fills the cart', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 2]], { now: new Date('2026-11-20T09:12:00Z') });
    const visitor = await visitorOf(anna);
    const { text, html } = await visitor.get('/personal/orders/active/');
    expect(text).toContain(`Заказ ${order.number}`);
    expect(text).toMatch(/от 20\sноября( 2026)?, 12:12/);
    expect(text).toContain('Штукатурка Гладь');
    expect(text).toContain('Принят');
    expect(text).toContain('Вологда, ул. Гончарная, 2');
    expect(text).toContain('978 ₽');
    expect(text).toMatch(/Соберём (после открытия .*)?и напишем/);
    expect(html).toContain(`href="/personal/orders/${order.id}/"`);
    const repeated = await visitor.post(`/personal/orders/${order.id}/`, { intent: 'repeat' });
    expect(repeated.location).toBe('/cart/');
    expect((await visitor.get('/cart/')).text).toContain('Штукатурка Гладь');
  });

  test('[S2-18] a product of two stores is two lines, and one of the goods that a row counts and names', async () => {
    const anna = await makeUser(db);
    const lath = await makeProduct(db, { name: 'Рейка', images: ['/upload/lath.jpg'] });
    const { id } = await orderBy(db, anna, [
      [lath, 1],
      [mix, 1],
      [paint, 1],
    ]);
    await sql`insert into order_lines (order_id, position, product_id, product_idcode, name, unit, base_unit, factor_base,
        factor_sales, price_column, store, vat_rate, count, price, sum)
      select order_id, 9, product_id, product_idcode, name, unit, base_unit, factor_base, factor_sales, price_column,
        'store132', vat_rate, count, price, sum
      from order_lines where order_id = ${id}::uuid and product_id = ${lath.id}`.execute(db);
    const lines = ensure(await getOrder(db, id)).lines.map(({ position, product_id }) => [position, product_id]);
    expect(lines.filter(([, product]) => product === lath.id).map(([position]) => position)).toEqual([1, 9]);
    const visitor = await visitorOf(anna);
    expect((await visitor.get('/personal/orders/active/')).text).toMatch(
      /Рейка Штукатурка Гладь и ещё\s1\sтовар(?!\S)/,
    );
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: visitor.host, cookie, 'user-agent': userAgents.mobile };
    const { body } = await app.inject({ url: '/personal/', headers });
    expect(body, 'on a phone the overview names the first alone').toMatch(/и ещё\s2\sтовара/);
  });

  test('the newest order is told to whoever placed it, and to nobody else', async () => {
    const anna = await makeUser(db);
    const visitor = await visitorOf(anna);
    const asked = async (one: typeof visitor) => (await one.get('/api/_visitor/last-order')).text;
    expect(JSON.parse(await asked(visitor))).toEqual({ order: null });
    await orderBy(db, anna, [[mix, 1]], { now: new Date('2026-11-18T09:12:00Z') });
    const second = await orderBy(db, anna, [[mix, 2]], { now: new Date('2026-11-20T09:12:00Z') });
    expect(JSON.parse(await asked(visitor))).toEqual({
      order: { id: second.id, number: second.number, date: '20.11.2026' },
    });
    expect(JSON.parse(await asked(formVisitor(app)))).toEqual({ order: null });
    expect(JSON.parse(await asked(await visitorOf(await makeUser(db))))).toEqual({ order: null });
  });

  test('[S2-18] a ready order says until when and where it waits, whether it is open, and shows its pass', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 1]]);
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, order.id, state, { who: 'Пётр' });
    const visitor = await visitorOf(anna);
    const page = await visitor.get('/personal/orders/active/');
    expect(page.text).toMatch(/Заберите заказ до (\d\d:\d\d|конца\sдня) \S+ \S+/);
    expect(page.text).toMatch(/Пункт выдачи: Вологда, .*(Открыто|Откроется|закрыто).* Маршрут/);
    expect(page.text).toContain('Оплата при получении Показать пропуск Оплатить онлайн Повторить');
    expect(page.html).toContain(`href="/personal/orders/${order.id}/receiving/confirmation/"`);
    await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', order.id).execute();
    await sql`update reservations set expires_at = null`.execute(db);
    const paid = await visitor.get('/personal/orders/active/');
    expect(paid.text).toContain('Заберите заказ: храним без срока');
  });

  test('[S2-18] an order to be paid on the site leads to its payment from the list', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 1]]);
    const visitor = await visitorOf(anna);
    const url = `/personal/orders/${order.id}/payment/`;
    const onReceipt = await visitor.get('/personal/orders/active/');
    expect(onReceipt.text, 'on receipt it may be').toContain('Оплатить онлайн');
    expect(onReceipt.text).not.toContain('Оплатите заказ');
    expect(onReceipt.html).toContain(`href="${url}"`);
    await db.updateTable('orders').set({ payment_method: 'online' }).where('id', '=', order.id).execute();
    const page = await visitor.get('/personal/orders/active/');
    expect(page.html).toContain(`href="${url}"`);
    expect(page.text).toContain('Оплатите заказ');
    await moveOrder(db, order.id, 'cancelled', { who: 'Пётр' });
    const cancelled = await visitor.get('/personal/orders/completed/');
    expect(cancelled.html, 'nobody is asked for it').toMatch(/<s class="soft num nowrap">[^<]*₽<\/s>/);
    expect(cancelled.text).not.toMatch(/Оплатить|Оплата при получении|Не оплачен/);
  });

  test('[S2-18] search and filters live in the address; nothing found is said with a way back', async () => {
    const anna = await makeUser(db);
    const first = await orderBy(db, anna, [[mix, 1]]);
    const second = await orderBy(db, anna, [[paint, 1]]);
    const visitor = await visitorOf(anna);
    const found = await visitor.get('/personal/orders/active/?q=краска');
    expect(found.text).toContain(`Заказ ${second.number}`);
    expect(found.text).not.toContain(`Заказ ${first.number}`);
    expect(found.text, 'both lists are counted whole').toMatch(/Активные 2 Завершённые [^0-9]/);
    expect(found.html).toMatch(/name="q"[^>]*value="краска"|value="краска"[^>]*name="q"/);
    const dear = await visitor.get('/personal/orders/active/?sum_from=3 000&state=new&from=2020-01-01&to=нет');
    expect(dear.text).toContain('1 заказ');
    const none = await visitor.get('/personal/orders/active/?q=нетакого');
    expect(none.status).toBe(200);
    expect(none.text).toContain('Таких заказов нет');
    expect(none.html).toContain('href="/personal/orders/active/"');
  });

  test('[S2-18] an order is found by the end of its number, by who receives it and by their phone', async () => {
    const anna = await makeUser(db);
    const recipient = { name: 'Семён Ёлкин', phone: '+79217654321' };
    const own = await orderBy(db, anna, [[mix, 1]]);
    const his = await orderBy(db, anna, [[mix, 1]], { input: { receiving: { type: 'pickup', recipient } } });
    const visitor = await visitorOf(anna);
    const found = async (q: string) => {
      const { text } = await visitor.get(`/personal/orders/active/?q=${encodeURIComponent(q)}`);
      return [own, his].filter(({ number }) => text.includes(`Заказ ${number}`));
    };
    for (const q of ['семен елкин', '765-43-21', '8 (921) 765-43-21', `№ ${his.number}`, `заказ ${his.number}`])
      expect(await found(q), q).toEqual([his]);
    expect(await found(String(own.number).slice(-4))).toEqual([own]);
    expect(await found('99')).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect((await visitor.get('/personal/orders/active/')).text).toContain('Получатель: Семён Ёлкин');
  });

  test('[S2-18] what the other list holds is said where this one has nothing', async () => {
    const anna = await makeUser(db);
    await orderBy(db, anna, [[mix, 1]]);
    const done = await orderBy(db, anna, [[paint, 1]]);
    await moveOrder(db, done.id, 'cancelled', { who: 'магазин' });
    const visitor = await visitorOf(anna);
    const page = await visitor.get('/personal/orders/active/?q=краска&state=new');
    expect(page.text).toContain('Таких заказов нет');
    expect(page.text).toContain('В завершённых: 1 заказ');
    const [, url = ''] = /href="(\/personal\/orders\/completed\/\?[^"]*)"/.exec(page.html) ?? [];
    expect((await visitor.get(url.replaceAll('&amp;', '&'))).text).toContain(`Заказ ${done.number}`);
  });

  test('[S2-18] pages are links, a page beyond the last is no page', async () => {
    const anna = await makeUser(db);
    for (let n = 0; n < 21; n++) await orderBy(db, anna, [[mix, 1]]);
    const visitor = await visitorOf(anna);
    const page = await visitor.get('/personal/orders/active/?q=штукатурка');
    expect(page.html).toMatch(/href="\/personal\/orders\/active\/\?q=[^"]*&amp;page=2"/);
    expect((await visitor.get('/personal/orders/active/?page=2')).html.match(/class="sheet orow"/g)).toHaveLength(1);
    for (const wrong of ['3', '0', '-1', '1.5', 'x']) {
      expect((await visitor.get(`/personal/orders/active/?page=${wrong}`)).status).toBe(404);
    }
  });

  test('[S2-18] a cancelled order stands among the completed', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 1]]);
    await moveOrder(db, order.id, 'cancelled', { who: 'магазин' });
    const visitor = await visitorOf(anna);
    const active = await visitor.get('/personal/orders/active/');
    expect(active.text).toMatch(/Активные Завершённые 1 .*Активных заказов нет/);
    expect(active.text, 'below, to be repeated').toMatch(
      new RegExp(`Последние завершённые Заказ ${order.number} .* Повторить`),
    );
    expect((await visitor.get('/personal/orders/completed/')).text).toContain(`Заказ ${order.number}`);
    const first = await visitor.get('/personal/');
    expect(first.text).toMatch(
      new RegExp(`Сейчас нет заказов в работе.* Прошлый заказ Заказ ${order.number} Отменён от `),
    );
    expect((await visitor.post(`/personal/orders/${order.id}/`, { intent: 'repeat' })).location).toBe('/cart/');
    expect(first.html).toContain(`action="/personal/orders/${order.id}/"`);
  });

  test('[S2-18] a received order leads to its return and to reviews, one that was cancelled to neither', async () => {
    const anna = await makeUser(db);
    const [got, cancelled] = [await orderBy(db, anna, [[mix, 1]]), await orderBy(db, anna, [[paint, 1]])];
    for (const state of ['assembling', 'ready', 'completed'] as const)
      await moveOrder(db, got.id, state, { who: 'Пётр' });
    await moveOrder(db, cancelled.id, 'cancelled', { who: 'магазин' });
    const { html } = await (await visitorOf(anna)).get('/personal/orders/completed/');
    const links = ({ id }: { id: string }) =>
      [`/personal/support/?theme=return&amp;order=${id}`, `/reviews/order/${id}/`].map((url) =>
        html.includes(`"${url}"`),
      );
    expect(links(got)).toEqual([true, true]);
    expect(links(cancelled)).toEqual([false, false]);
  });

  test('[S2-18] what a firm has still to pay leads to those orders; of several firms each order names its own', async () => {
    const [firm, second] = [
      await makeCompany(db, { inn: '7706107510', name: 'ООО «Первый дом»' }),
      await makeCompany(db, { inn: '5003052454', name: 'ООО «Второй дом»' }),
    ];
    const boris = await makeUser(db, { full_name: 'Борис' });
    await joinCompany(db, boris, firm, 'owner');
    const company = { ...firm, role: 'owner' as const };
    const due = await orderBy(db, boris, [[mix, 1]], { company });
    const paid = await orderBy(db, boris, [[mix, 1]], { company });
    await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', paid.id).execute();
    const visitor = await visitorOf(boris);
    const all = await visitor.get('/personal/orders/active/');
    expect(all.html).toMatch(/href="\/personal\/orders\/active\/\?money=due"[^>]*>Не оплачено .*489/);
    expect(all.text).toContain('Заказчик: Борис');
    expect(all.text, 'of one firm its name says nothing').not.toContain('«Первый дом», заказчик');
    const unpaid = await visitor.get('/personal/orders/active/?money=due');
    expect(unpaid.text).toContain(`Заказ ${due.number}`);
    expect(unpaid.text).not.toContain(`Заказ ${paid.number}`);
    expect(unpaid.text).toMatch(/1\sзаказ, не оплачено 489\s₽/);
    await joinCompany(db, boris, second, 'purchaser');
    expect((await visitor.get('/personal/orders/active/')).text).toContain('ООО «Первый дом», заказчик: Борис');
  });

  test('[S2-18] the filtered list is exported as XLSX with sums as numbers', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 2]]);
    const other = await orderBy(db, anna, [[paint, 1]]);
    const visitor = await visitorOf(anna);
    const { statusCode, headers, rawPayload } = await app.inject({
      url: '/personal/orders/active/export/?q=штукатурка',
      headers: { host: 'idd.localhost', cookie: [...visitor.cookies].map(([k, v]) => `${k}=${v}`).join('; ') },
    });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers['content-disposition']).toBe('attachment; filename="orders-active.xlsx"');
    const files = unzip(rawPayload);
    const sheet = files.get('xl/worksheets/sheet1.xml')!.toString();
    expect(sheet).toContain(`<v>${order.number}</v>`);
    expect(sheet).toContain('<v>978</v>');
    expect(sheet).not.toContain(`<v>${other.number}</v>`);
    expect(files.get('xl/sharedStrings.xml')!.toString()).toContain('Анна Смирнова');
  });
});

describe('the order', () => {
  test('[S2-18] [S2-06] its owner sees the whole order with its history; anybody else a 404', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 2]], { now: new Date('2026-11-20T09:12:00Z') });
    await moveOrder(db, order.id, 'assembling', {
      who: 'Пётр',
      why: 'на складе',
      now: new Date('2026-11-20T10:00:00Z'),
    });
    const visitor = await visitorOf(anna);
    const page = await visitor.get(`/personal/orders/${order.id}/`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Штукатурка Гладь');
    expect(page.text).toContain('К оплате 978 ₽');
    expect(page.text).toMatch(
      /История изменений 20\sноября[\d\s]*, 13:00 Собирается : на складе \(Пётр\) 20\sноября[\d\s]*, 12:12 Принят/,
    );
    expect((await visitor.get(`/order/${order.id}/`)).status).toBe(200);
    const stranger = await visitorOf(await makeUser(db));
    for (const url of [`/personal/orders/${order.id}/`, `/order/${order.id}/`, '/personal/orders/1000001/']) {
      expect((await stranger.get(url)).status).toBe(404);
    }
    expect((await stranger.post(`/personal/orders/${order.id}/`, { intent: 'cancel' })).status).toBe(404);
    const guest = await formVisitor(app).get(`/personal/orders/${order.id}/`);
    expect(guest.location).toBe(`/login/?back=${encodeURIComponent(`/personal/orders/${order.id}/`)}`);
  });

  test('[S2-18] a received order takes whole packs back for seven days, and leads to the right request', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 1]]);
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, order.id, state, { who: 'Пётр' });
    const visitor = await visitorOf(anna);
    const url = `/personal/orders/${order.id}/`;
    expect((await visitor.get(url)).text).not.toContain('Остались лишние упаковки?');
    await moveOrder(db, order.id, 'completed', { who: 'Пётр', now: new Date(Date.now() - 7 * 86_400_000) });
    const page = await visitor.get(url);
    const today = zonedDayWords(new Date(), 'Europe/Moscow').replace('\u00a0', ' ');
    expect(page.text).toContain(`Примем обратно до ${today} включительно`);
    expect(page.html).toContain(`href="/personal/support/?theme=return&amp;order=${order.id}"`);
    expect((await visitor.get(`/personal/support/?theme=return&order=${order.id}`)).text).toContain(
      String(order.number),
    );
    await db
      .updateTable('order_moves')
      .set({ at: new Date(Date.now() - 8 * 86_400_000) })
      .where('order_id', '=', order.id)
      .execute();
    expect((await visitor.get(url)).text).not.toContain('Остались лишние упаковки?');
  });

  test('[S2-18] its owner cancels it while that is allowed, and no longer when it is ready', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 1]]);
    const ready = await orderBy(db, anna, [[mix, 1]]);
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, ready.id, state, { who: 'Пётр' });
    const visitor = await visitorOf(anna);
    const done = await visitor.post(`/personal/orders/${order.id}/`, { intent: 'cancel' });
    expect(done.location).toBe(`/personal/orders/${order.id}/`);
    expect((await visitor.get(`/personal/orders/${order.id}/`)).text).toContain('Вы отменили заказ. Товары');
    const refused = await visitor.post(`/personal/orders/${ready.id}/`, { intent: 'cancel' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Этот заказ уже нельзя отменить');
  });

  test('[S2-18] a cancelled order says whose decision it was', async () => {
    const anna = await makeUser(db);
    const visitor = await visitorOf(anna);
    const own = await orderBy(db, anna, [[mix, 1]]);
    await visitor.post(`/personal/orders/${own.id}/`, { intent: 'cancel' });
    expect((await visitor.get('/personal/orders/completed/')).text).toMatch(/, отменён вами \d+\s[а-я]+ /);
    const late = await orderBy(db, anna, [[mix, 1]]);
    await moveOrder(db, late.id, 'cancelled', { who: 'магазин', why: 'не получен в срок' });
    expect((await visitor.get('/personal/orders/completed/')).text).toMatch(
      /, отменён магазином \d+\s[а-я]+: не получен в срок/,
    );
    expect((await visitor.get(`/personal/orders/${late.id}/`)).text).toContain(
      'Заказ отменён магазином: не получен в срок.',
    );
  });

  test('[S2-18] a purchaser sees and cancels their own order of the firm, an accountant sees it and cancels nothing', async () => {
    const firm = await makeCompany(db, { inn: '3525000013' });
    const [zoya, boris, other] = [await makeUser(db, { full_name: 'Зоя' }), await makeUser(db), await makeUser(db)];
    await joinCompany(db, zoya, firm, 'purchaser');
    await joinCompany(db, boris, firm, 'accountant');
    await joinCompany(db, other, firm, 'purchaser');
    const order = await orderBy(db, zoya, [[mix, 1]], { company: { ...firm, role: 'purchaser' } });
    const url = `/personal/orders/${order.id}/`;
    const accountant = await visitorOf(boris);
    const page = await accountant.get(url);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('Отменить заказ');
    expect(page.text).not.toContain('Повторить заказ');
    const refused = await accountant.post(url, { intent: 'cancel' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Бухгалтер видит и оплачивает');
    const list = await accountant.get('/personal/orders/active/');
    expect(list.text).toContain(`Заказчик: Зоя`);
    expect(list.text).toContain('Не оплачено 489 ₽');
    expect((await (await visitorOf(other)).get(url)).status).toBe(404);
    expect((await (await visitorOf(zoya)).post(url, { intent: 'cancel' })).location).toBe(url);
    await expect(orderBy(db, boris, [[mix, 1]], { company: { ...firm, role: 'accountant' } })).rejects.toMatchObject({
      code: 'role_forbids',
      status: 403,
    });
  });
});

describe('orders placed as a guest', () => {
  async function guestOrdered() {
    const visitor = formVisitor(app);
    await visitor.addToCart(mix, 1);
    const page = await visitor.get('/cart/');
    const placed = await visitor.press(page, '/cart/', 'place', {
      name: 'Анна Смирнова',
      phone: '8 (921) 000-12-34',
      email: 'guest@pochta.example',
      consent_personal_data: '1',
    });
    return { visitor, url: placed.location! };
  }

  test('[S2-06] are offered, not taken: after signing in one press attaches them, also without JavaScript', async () => {
    const { visitor, url } = await guestOrdered();
    const asGuest = await visitor.get(url);
    expect(asGuest.html).toContain(`href="/login/?back=${encodeURIComponent(url)}"`);
    const anna = await makeUser(db);
    await signInVisitor(db, visitor, anna);
    const offered = await visitor.get(url);
    expect(offered.text).toContain('Привязать заказ');
    expect(offered.text).toMatch(
      /Заказ \d+ Не подтверждён от \d+\s[а-я]+(\s\d{4})? · \d+ товара? · [\d ,]+ ₽ · оплата при получении/,
    );
    expect(offered.text, 'until when and where it waits').toMatch(/Товары отложены до .+ Пункт выдачи: [^ ]+/);
    expect((await visitor.get('/personal/')).text).toContain('Привязать заказ');
    const active = await visitor.get('/personal/orders/active/');
    expect(active.text).not.toContain('Активных заказов нет');
    expect(active.text, 'it is counted where it stands').toContain('Активные 1 Завершённые');
    // This browser opens it already; among the completed it has no place yet.
    expect(active.html).toContain(`href="${url}"`);
    expect((await visitor.get('/personal/orders/completed/')).text).not.toContain('Привязать заказ');
    const byEmail = await visitorOf(await makeUser(db, { email: 'guest@pochta.example' }));
    const offeredByEmail = await byEmail.get('/personal/orders/active/');
    expect(offeredByEmail.text).toContain('Привязать заказ');
    expect(offeredByEmail.html, 'an email alone opens nothing').not.toContain(`href="${url}"`);
    const attached = await visitor.post('/personal/orders/attach/', { back: url });
    // The one order opens in the account at once.
    expect(attached).toMatchObject({ status: 303, location: `/personal${url.replace('order', 'orders')}` });
    expect((await visitor.get(url)).text).not.toContain('Привязать заказ');
    expect((await visitor.get('/personal/orders/active/')).html).toContain(
      `href="/personal${url.replace('order', 'orders')}"`,
    );
    // The browser's secret opens it no longer: whoever sits here next is a stranger.
    for (const name of ['access', 'refresh', 'signed']) visitor.cookies.delete(name);
    expect((await visitor.get(url)).status).toBe(404);
  });

  test('attaching asks for an account, and leads nowhere else', async () => {
    const { visitor } = await guestOrdered();
    const back = `/login/?back=${encodeURIComponent('/personal/orders/attach/')}`;
    expect((await visitor.post('/personal/orders/attach/', {})).location).toBe(back);
    // A script sends the same form to the address of the data.
    expect((await visitor.post('/personal/orders/attach/_.data', {})).html).toContain(back);
    await signInVisitor(db, visitor, await makeUser(db));
    const attach = () => visitor.post('/personal/orders/attach/', { back: 'https://evil.example/' });
    expect((await attach()).location).toMatch(/^\/personal\/orders\/[0-9a-f-]{36}\/$/);
    expect((await attach()).location, 'nothing was left to attach').toBe('/personal/orders/active/');
  });

  test('[S6-05] staff who act as a customer attach nothing; what they cancel bears their name', async () => {
    const maria = await makeStaff(db, ['login_by_user'], { full_name: 'Мария Отделова' });
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 1]]);
    const staff = { user_id: maria.id, session_id: maria.session_id };
    await db.transaction().execute((db) => startActing(db, staff, { user_id: anna.id, reason: 'Просит помочь' }));
    const { visitor, url } = await guestOrdered();
    for (const [name, value] of Object.entries(maria.cookies)) visitor.cookies.set(name, value);
    expect((await visitor.get(url)).text).not.toContain('Привязать заказ');
    const refused = await visitor.post('/personal/orders/attach/', { back: url });
    expect(refused.status).toBe(403);
    expect((await visitor.get('/personal/orders/active/')).text).toContain(`Заказ ${order.number}`);
    await visitor.post(`/personal/orders/${order.id}/`, { intent: 'cancel' });
    const page = await visitor.get(`/personal/orders/${order.id}/`);
    expect(page.text).toContain('по просьбе покупателя (сотрудник Мария Отделова)');
  });

  test('[S6-05] staff who act switch no invitations to reviews; the customer does', async () => {
    const anna = await makeUser(db);
    const { id } = await orderBy(db, anna, [[mix, 1]]);
    for (const state of ['assembling', 'ready', 'completed'] as const)
      await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр' }));
    const staff = await makeStaff(db, ['login_by_user'], { full_name: 'Мария Отделова' });
    const { id: user_id, session_id } = staff;
    await db
      .transaction()
      .execute((db) => startActing(db, { user_id, session_id }, { user_id: anna.id, reason: 'Просит помочь' }));
    const maria = formVisitor(app);
    for (const [name, value] of Object.entries(staff.cookies)) maria.cookies.set(name, value);
    expect((await maria.get(`/reviews/order/${id}/`)).text).toContain('Отзывы о покупке');
    expect((await maria.post(`/reviews/order/${id}/`, { intent: 'silence' })).status).toBe(403);
    const own = await visitorOf(anna);
    const page = async () => (await own.get(`/reviews/order/${id}/`)).text;
    expect(await page()).toContain('Не присылать приглашений');
    expect((await own.post(`/reviews/order/${id}/`, { intent: 'silence' })).text).toContain('Больше не будем');
    expect(await page()).not.toContain('Не присылать приглашений');
  });
});

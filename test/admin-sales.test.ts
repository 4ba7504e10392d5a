import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { handOverOrders } from '#integrations/onec/sale/hand-over-orders.ts';
import { assignOrder } from '#modules/orders/assign-order.ts';
import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeCompany, makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { orderBy, stockOf } from './support/orders.ts';
import { readPdf } from './support/pdf.ts';
import { makeProduct } from './support/shop.ts';

type Named = { full_name: string };

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  const zone = await db
    .insertInto('delivery_zones')
    .values({ department_id_1c: branches.own, name: 'По Вологде', places: ['Вологда'], days_min: 1, days_max: 2 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('delivery_zone_rates')
    .values({ zone_id: zone.id, up_to_grams: 50_000_000, price_kopecks: 70_000, vehicle: 'Газель' })
    .execute();
});

const ask = (url: string, cookie = cast.headers.owner) => call(cast, cookie, { method: 'GET', url });
const listOf = async (path: string, filter: object, more = '') =>
  (await ask(`/api/admin/${path}?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`)).json();
const numbersBy = async (q: string): Promise<number[]> =>
  (await listOf('orders', { q })).items.map(({ number }: { number: number }) => number);

test('orders are found by the beginnings of names, firm, email and own number, the end of a phone, the number', async () => {
  const { id, number } = await cast.anOrder();
  await db
    .updateTable('orders')
    .set({
      contact_name: 'Фёдор Соловьёв',
      contact_email: 'Fedor.S@pochta.example',
      contact_phone: '+79115557788',
      company_name: 'ООО «Стройка 17»',
      company_inn: '7707083893',
      buyer_number: 'ЗК-17/4',
    })
    .where('id', '=', id)
    .execute();
  for (const q of [
    ...['соловьев', 'СОЛОВЬЁВ фед', 'стройка 17', '«Стройка', 'fedor.s@', 'зк-17/4', String(number)],
    ...['7788', '8 (911) 555-77-88', '+79115557788'],
  ])
    expect(await numbersBy(q), q).toEqual([number]);
  for (const q of ['ловьев', 'соловьев пётр', 'pochta', '88', '%', "'; drop", ':* | !'])
    expect(await numbersBy(q), q).not.toContain(number);
});

test('orders are filtered by who looks after them and by their firm; who does is listed for whoever sees the orders', async () => {
  const olga = await makeStaff(db, ['orders'], { full_name: 'Ольга Ведёт' });
  const irina = await makeStaff(db, ['orders'], { full_name: 'Ирина Ведёт' });
  const firm = await makeCompany(db);
  const [hers, other, ofFirm] = [await cast.anOrder(), await cast.anOrder(), await cast.anOrder()];
  const foreign = await cast.anOrder(branches.foreign);
  for (const [order, { id }] of [
    [hers, olga],
    [other, irina],
    [foreign, irina],
  ] as const)
    await assignOrder(db, order.id, id);
  await db.updateTable('orders').set({ company_id: firm.id }).where('id', '=', ofFirm.id).execute();
  const found = async (filter: object, cookie = cast.headers.owner) => {
    const asked = `/api/admin/orders?sort=number&filter=${encodeURIComponent(JSON.stringify(filter))}`;
    return (await ask(asked, cookie)).json().items.map(({ number }: { number: number }) => number);
  };
  expect(await found({ assigned_to: [olga.id] })).toEqual([hers.number]);
  expect(await found({ assigned_to: [olga.id, irina.id] })).toEqual([hers.number, other.number, foreign.number]);
  expect(await found({ assigned_to: [irina.id], is_mine: true }, olga.header)).toEqual([
    hers.number,
    other.number,
    foreign.number,
  ]);
  expect(await found({ company_id: firm.id })).toEqual([ofFirm.number]);
  expect(await found({ is_unassigned: true, company_id: firm.id })).toEqual([ofFirm.number]);

  const names = async (cookie: string) =>
    (await ask('/api/admin/orders/assignees', cookie))
      .json()
      .items.flatMap(({ full_name }: Named) => (full_name.endsWith('Ведёт') ? [full_name] : []));
  expect(await names(cast.headers.owner)).toEqual(['Ирина Ведёт', 'Ольга Ведёт']);
  const elsewhere = await makeStaff(db, ['orders'], { departments: [branches.foreign] });
  expect(await names(elsewhere.header), 'of orders of the other branch').toEqual(['Ирина Ведёт']);
});

test('an order that 1C has been given says so where it is changed', async () => {
  const { id } = await cast.anOrder();
  const handedAt = async () => (await ask(`/api/admin/orders/${id}`)).json().onec_handed_at;
  expect(await handedAt()).toBe(null);
  const node = await db
    .insertInto('onec_nodes')
    .values({ name: 'База', login: 'base' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const now = new Date('2026-11-28T09:00:00Z');
  const asked = { node_id: node.id, session_id: crypto.randomUUID(), encoding: 'utf-8', version: '2.10', now } as const;
  await db.transaction().execute((db) => handOverOrders(db, asked));
  expect(await handedAt()).toBe(now.toISOString());
});

test('a list of orders goes by the day promised both ways, those without a day last', async () => {
  const days = ['2026-12-03', null, '2026-12-01'];
  for (const receiving_date of days) {
    const { id } = await cast.anOrder();
    await db.updateTable('orders').set({ receiving_date }).where('id', '=', id).execute();
  }
  for (const [sort, first] of [
    ['promised_at', '2026-12-01'],
    ['-promised_at', '2026-12-03'],
  ] as const) {
    const { items } = await listOf('orders', {}, `&sort=${sort}`);
    const shown = items.map(({ receiving_date }: { receiving_date: string | null }) => receiving_date);
    expect(shown[0], sort).toBe(first);
    expect(shown.at(-1), sort).toBe(null);
  }
});

test('what does not suffice is listed with the orders that hold it, for the branch, and given out as a table', async () => {
  const product = await makeProduct(db, { name: '=Клей Гранит', price: 10_000, on_hand: 10 });
  const first = await orderBy(db, cast.buyer, [[product, 4]]);
  const second = await orderBy(db, cast.buyer, [[product, 5]]);
  expect((await listOf('stock/short', {})).items).toEqual([]);
  await db.updateTable('stock').set({ on_hand: 3 }).where('product_id', '=', product.id).execute();
  await markShortOrders(db, [{ store: 'store12', product_id: product.id }]);
  const { items, total } = await listOf('stock/short', {});
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    product_id: product.id,
    store: 'store12',
    on_hand: 3,
    reserved: 9,
    missing: 6,
    orders_count: 2,
    orders: [
      { id: first.id, number: first.number, count: 4 },
      { id: second.id, number: second.number, count: 5 },
    ],
  });
  expect((await listOf('stock', { is_over: true })).items).toHaveLength(1);
  expect((await listOf('stock/short', {}, `&branch=${branches.foreign}`)).items).toEqual([]);
  expect((await listOf('stock/short', { q: 'нет такого' })).items).toEqual([]);
  const table = await ask('/api/admin/stock/short/export?format=csv');
  expect(table.headers['content-disposition']).toContain('attachment');
  expect(table.body).toContain(`'=Клей Гранит`);
  expect(table.body).toContain(`${first.number} — 4, ${second.number} — 5`);
});

test('[S7-36] who holds a product says whose reserve may be prolonged, once, by whom it may', async () => {
  const order = await cast.anOrder();
  const path = `/api/admin/stock/${cast.product.id}/reservations`;
  const held = async (cookie?: string) =>
    (await ask(path, cookie)).json().items.find(({ order_id }: { order_id: string }) => order_id === order.id);
  expect(await held()).toMatchObject({ number: order.number, count: 2, may_prolong: false });
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'Пётр Кладов', why: '' }));
  const { expires_at: before } = await held();
  expect(await held()).toMatchObject({ state_words: 'Готов к выдаче', may_prolong: true });
  expect(await held(cast.headers.content), 'may not change orders').toMatchObject({ may_prolong: false });
  const url = `/api/admin/orders/${order.id}/prolong`;
  expect((await call(cast, cast.headers.owner, { method: 'POST', url, body: {} })).statusCode).toBe(200);
  const after = await held();
  expect(after.may_prolong).toBe(false);
  expect(after.expires_at > before).toBe(true);
  expect((await stockOf(db, cast.product)).reserved).toBeGreaterThan(0);
});

test('[2.5] the last reservations of a product that ended say why, with their orders, in own stores alone', async () => {
  const product = await makeProduct(db, { name: 'Лента малярная', on_hand: 20 });
  const [cancelled, given] = [
    await orderBy(db, cast.buyer, [[product, 2]]),
    await orderBy(db, cast.buyer, [[product, 3]]),
  ];
  const ended = async (cookie?: string) =>
    ask(`/api/admin/stock/${product.id}/ended-reservations?store=store12`, cookie);
  expect((await ended()).json().items).toEqual([]);
  await db.transaction().execute((db) => moveOrder(db, cancelled.id, 'cancelled', { who: 'Пётр Кладов', why: '' }));
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, given.id, state, { who: 'Пётр Кладов', why: '' }));
  expect((await ended()).json().items).toMatchObject([
    { number: given.number, count: 3, why_words: 'выдан', state_words: 'Выдан' },
    { number: cancelled.number, count: 2, why_words: 'отменён или убран из заказа' },
  ]);
  const { header } = await makeStaff(db, ['pickup'], { departments: [branches.foreign] });
  expect((await ended(header)).statusCode).toBe(404);
});

test('a route sheet holds the deliveries of its day and branch: addresses, goods, weight and what is to be taken', async () => {
  const delivered = async (address: string, more: object = {}) =>
    orderBy(db, cast.buyer, [[cast.product, 10]], {
      input: { receiving: { type: 'delivery', address, ...more } },
    });
  const one = await delivered('Вологда, улица Мира, 10');
  const other = await delivered('Вологда, Советский проспект, 2');
  const paid = await delivered('Вологда, Окружное шоссе, 13');
  const date = '2026-12-01';
  for (const { id } of [one, paid])
    await db.updateTable('orders').set({ receiving_date: date }).where('id', '=', id).execute();
  await db.updateTable('orders').set({ receiving_date: '2026-12-02' }).where('id', '=', other.id).execute();
  await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', paid.id).execute();
  const sheet = await ask(`/api/admin/orders/route-sheet?date=${date}&branch=${branches.own}`);
  expect(sheet.headers['content-type']).toBe('application/pdf');
  const words = readPdf(sheet.rawPayload).text.replaceAll(/\s+/g, ' ');
  expect(words).toContain('Маршрутный лист на 01.12.2026');
  for (const part of [String(one.number), 'Мира, 10', '+7-921-000-12-34', 'Штукатурка Гладь', 'оплачен', '2 доставки'])
    expect(words, part).toContain(part);
  expect(words).not.toContain(String(other.number));
  const empty = await ask(`/api/admin/orders/route-sheet?date=${date}&branch=${branches.foreign}`);
  expect(readPdf(empty.rawPayload).text).toContain('Доставок на этот день нет');
  expect((await ask('/api/admin/orders/route-sheet?date=завтра')).statusCode).toBe(422);
});

test('[2.0] all orders of a filter are taken at once, unless there are others than were seen', async () => {
  const orders = [await cast.anOrder(), await cast.anOrder()];
  const name = `Отбор ${orders[0]?.number}`;
  for (const { id } of orders)
    await db.updateTable('orders').set({ contact_name: name }).where('id', '=', id).execute();
  const take = (body: object) =>
    call(cast, cast.headers.orders, { method: 'POST', url: '/api/admin/orders/assign', body });
  const refused = await take({ filter: { q: name }, count: 5 });
  expect(refused.json().error.message).toContain('По отбору теперь другие заказы, их 2');
  expect((await take({ filter: { nothing: true }, count: 2 })).statusCode).toBe(422);
  expect((await take({ filter: { q: name }, count: 501 })).statusCode).toBe(422);
  expect((await take({ filter: { q: name }, count: 2 })).json()).toEqual({ taken: 2, skipped: 0 });
  expect((await take({ filter: { q: name }, count: 2 })).json()).toEqual({ taken: 0, skipped: 2 });
});

test('[3.8] who opened papers with addresses of buyers stands in the audit log, and of which orders', async () => {
  const lines = () =>
    db.selectFrom('audit_log').select(['record_id', 'words', 'after']).orderBy('id', 'desc').limit(2).execute();
  const [one, other] = [await cast.anOrder(), await cast.anOrder()];
  const sheet = await ask(`/api/admin/orders/route-sheet?date=2026-12-01&branch=${branches.own}`);
  expect(sheet.headers['content-disposition']).toContain('inline');
  expect((await lines())[0]).toMatchObject({
    record_id: null,
    words: expect.stringMatching(/2\sдоставки с адресами/),
  });
  await ask(`/api/admin/orders/picking-lists?ids=${one.id},${other.id}`);
  await ask(`/api/admin/orders/picking-lists?ids=${one.id}`);
  expect(await lines()).toEqual([
    { record_id: one.id, words: `Заказ ${one.number}: открыт лист сборки`, after: null },
    {
      record_id: null,
      words: expect.stringMatching(/Открыты листы сборки 2\sзаказов/),
      after: { orders: [one.number, other.number] },
    },
  ]);
});

test('a proposal waits for its answer as long as the settings say, unless staff name another time', async () => {
  const order = await cast.anOrder();
  const path = `/api/admin/orders/${order.id}/proposals`;
  const lines = [{ product_id: cast.product.id, count: 1 }];
  await db.transaction().execute((db) => saveSetting(db, 'orders', { refund_limit: 10_000, proposal_hours: 40 }));
  const plan = await call(cast, cast.headers.orders, { method: 'POST', url: `${path}/plan`, body: { lines } });
  expect(plan.json().hours).toBe(40);
  const asked = async (hours: object) => {
    const made = await call(cast, cast.headers.orders, { method: 'POST', url: path, body: { lines, ...hours } });
    const { id, expires_at } = made.json();
    await call(cast, cast.headers.orders, { method: 'POST', url: `${path}/${id}/withdraw` });
    return Date.parse(expires_at) - Date.now();
  };
  expect(await asked({})).toBeGreaterThan(await asked({ hours: 1 }));
});

test('a list of orders says what its filter comes to without cancelled ones, and is narrowed by sum, way and payment', async () => {
  const [small, large, cancelled] = [
    await orderBy(db, cast.buyer, [[cast.product, 1]]),
    await orderBy(db, cast.buyer, [[cast.product, 3]]),
    await orderBy(db, cast.buyer, [[cast.product, 1]]),
  ];
  await db
    .transaction()
    .execute((db) => moveOrder(db, cancelled.id, 'cancelled', { who: 'Пётр Кладов', why: 'Двойник' }));
  const ids = [small.id, large.id, cancelled.id].join(',');
  const of = async (filter: object) =>
    (await listOf('orders', filter, `&ids=${ids}`)) as { total: number; totals: { sum: number } };
  const { sum } = (await of({})).totals;
  expect((await of({})).total).toBe(3);
  expect((await of({ state: ['new'] })).totals.sum).toBe(sum);
  const dear = await of({ total_gte: 100_000 });
  expect(dear.total).toBe(1);
  expect(dear.totals.sum).toBeLessThan(sum);
  expect((await of({ receiving_type: ['delivery'] })).total).toBe(0);
  expect((await of({ payment_state: ['paid'] })).totals.sum).toBe(0);
});

test('what is out says since which day and who waits for it; a day on which the branch was closed breaks nothing', async () => {
  const product = await makeProduct(db, { name: 'Грунт глубокий', on_hand: 0 });
  const hours = sql<string>`1::bit(24)`;
  const of = { department_id_1c: branches.own, hours };
  for (const day of ['2026-11-02', '2026-11-04', '2026-11-07'])
    await db
      .insertInto('stock_checks')
      .values({ ...of, day })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const day of ['2026-11-01', '2026-11-04', '2026-11-07'])
    await db
      .insertInto('stock_outs')
      .values({ ...of, day, product_id: product.id })
      .execute();
  for (const confirmed_at of [new Date(), null])
    await db
      .insertInto('subscriptions')
      .values({
        email: `${crypto.randomUUID()}@pochta.example`,
        topic: 'back_in_stock',
        product_id: product.id,
        department_id_1c: branches.own,
        form: 'alert',
        confirmed_at,
      })
      .execute();
  const { items } = await listOf('stock', { q: 'Грунт глубокий' });
  expect(items).toMatchObject([{ store: 'store12', available: 0, out_since: '2026-11-04', awaited: 1 }]);
  expect((await listOf('stock', { q: 'Грунт', in_stock: true })).items).toEqual([]);
});

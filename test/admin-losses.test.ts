import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { forgetOldReports } from '#modules/reports/forget-reports.ts';
import { listMeasures, takeMeasure } from '#modules/reports/loss-measures.ts';
import { addDays } from '#shared/zoned-time.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
let cast: AdminCast;
let glue: { id: number; name: string };

beforeAll(async () => {
  cast = await makeAdminCast(db);
  glue = await makeProduct(db, { name: '=Клей Гранит', article: 'KG-25' });
  const none = { units: 0, detail: '{}' };
  await db
    .insertInto('demand_losses')
    .values([
      loss(0, branches.own, 'out_of_stock', { product_id: glue.id, times: 7, units: 1.5, sum: 73_351 }),
      loss(3, branches.own, 'out_of_stock', { product_id: glue.id, times: 2, units: 0.25, sum: 12_001 }),
      loss(3, branches.foreign, 'left_cart', { product_id: glue.id, times: 1, units: 3, sum: 40_000 }),
      loss(1, branches.own, 'waiting', { product_id: cast.product.id, times: 2, units: 2, sum: 24_475 }),
      { ...loss(2, branches.own, 'not_found', { times: 4, sum: 9_990, ...none }), words: 'болгарка' },
      { ...loss(40, branches.own, 'not_found', { times: 9, sum: 50_000, ...none }), words: 'болгарка' },
    ])
    .execute();
  await db
    .insertInto('visit_days')
    .values([
      { day: today, department_id_1c: branches.own, visits: 30, product_views: 44 },
      { day: addDays(today, -8), department_id_1c: branches.foreign, visits: 10, product_views: 0 },
    ])
    .execute();
});

function loss(ago: number, department_id_1c: string, cause: string, more: object) {
  return { day: addDays(today, -ago), department_id_1c, cause, detail: '{}', times: 0, units: 0, sum: 0, ...more };
}

const ask = (url: string, cookie = cast.headers.owner) => call(cast, cookie, { method: 'GET', url });
const list = async (filter: object = {}, more = '', cookie = cast.headers.owner) =>
  (await ask(`/api/admin/losses?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`, cookie)).json();

test('losses are summed by cause, product and branch over the days, the largest first', async () => {
  const { items, total, totals } = await list();
  expect(total).toBe(4);
  expect(items[0]).toMatchObject({
    cause: 'out_of_stock',
    product_id: glue.id,
    name: '=Клей Гранит',
    branch: 'Вологда',
    days: 2,
    times: 9,
    units: 1.75,
    sum: 85_352,
    last_day: today,
  });
  expect(items.map(({ cause }: { cause: string }) => cause)).toEqual([
    ...['out_of_stock', 'left_cart', 'waiting', 'not_found'],
  ]);
  expect(totals).toEqual({
    from: addDays(today, -27),
    to: today,
    sum: 159_817,
    causes: [
      { cause: 'out_of_stock', sum: 85_352, rows: 1 },
      { cause: 'left_cart', sum: 40_000, rows: 1 },
      { cause: 'waiting', sum: 24_475, rows: 1 },
      { cause: 'not_found', sum: 9_990, rows: 1 },
    ],
  });
});

test('the filter narrows rows and sums, and what is no filter is refused in words', async () => {
  expect((await list({ cause: ['waiting', 'not_found'] })).totals.sum).toBe(34_465);
  for (const q of ['гранит', 'kg-25', 'KG-25']) expect((await list({ q })).total, q).toBe(2);
  expect((await list({ q: 'БОЛГ' })).items).toMatchObject([{ name: 'болгарка', times: 4 }]);
  for (const q of ['%', "'; drop", '__']) expect((await list({ q })).total, q).toBe(0);
  expect((await list({ from: addDays(today, -60) })).totals.sum).toBe(209_817);
  expect((await list({}, '&sort=name&per_page=2&page=2')).items).toHaveLength(2);
  const refused: [object, RegExp][] = [
    [{ from: '2026-11-02', to: '2026-11-01' }, /Первый день позже последнего/],
    [{ from: '2020-01-01', to: '2026-11-01' }, /Не больше 396.дней/],
    [{ from: 'вчера' }, /./],
    [{ cause: ['lazy'] }, /./],
    [{ visitor: 'x' }, /./],
  ];
  for (const [filter, words] of refused) {
    const answer = await ask(`/api/admin/losses?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    expect(answer.statusCode, JSON.stringify(filter)).toBe(422);
    expect(answer.body).toMatch(words);
  }
});

test('[18] the list for purchasing has goods that lacked, by branch, with what there is and what was sold', async () => {
  const rows = async (filter: object, cookie = cast.headers.owner, more = '') => {
    const url = `/api/admin/goods-to-buy?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
    return (await ask(url, cookie)).json();
  };
  const { items, total } = await rows({});
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { product_id: glue.id, branch: 'Вологда', article: 'KG-25', lost_units: 1.75, sum: 85_352, awaited: 0 },
    { product_id: cast.product.id, lost_units: 2, sum: 24_475 },
  ]);
  expect((await rows({}, cast.headers.owner, '&sort=-lost_units')).items[0].product_id).toBe(cast.product.id);
  expect((await rows({ q: 'kg-25' })).items).toHaveLength(1);
  expect((await rows({ from: addDays(today, -1) })).items[0]).toMatchObject({ product_id: glue.id, sum: 73_351 });
  const store = sql`(select store from departments where id_1c = ${branches.own})`;
  await sql`insert into stock (store, product_id, on_hand_base, on_hand, reserved)
    values (${store}, ${glue.id}, 9, 9, 2)
    on conflict (store, product_id) do update set on_hand = 9, reserved = 2`.execute(db);
  expect((await rows({ q: 'гранит' })).items).toMatchObject([{ available: 7 }]);
  const abroad = await makeStaff(db, ['marketing'], { departments: [branches.foreign] });
  expect((await rows({}, abroad.header)).total).toBe(0);
  const file = await ask('/api/admin/goods-to-buy/export?format=csv');
  const [head, first] = file.body.split('\r\n');
  expect(head).toContain('Не хватило, оценка');
  expect(first).toContain('KG-25');
  expect(first).not.toMatch(/^"?=/);
});

test('a file that is cut says so', async () => {
  await sql`
    insert into demand_losses (day, department_id_1c, cause, words, times, units, sum, detail)
    select '2025-03-03', ${branches.own}, 'not_found', 'слово ' || n, 1, 0, n, '{}' from generate_series(1, 10001) n`.execute(
    db,
  );
  const filter = encodeURIComponent(JSON.stringify({ from: '2025-03-03', to: '2025-03-03' }));
  const { body } = await ask(`/api/admin/losses/export?format=csv&filter=${filter}`);
  const rows = body.trimEnd().split('\r\n');
  expect(rows).toHaveLength(10_002);
  expect(rows.at(-1)).toMatch(/^Это не всё: в файле первые 10.000 строк/);
  await db.deleteFrom('demand_losses').where('day', '=', '2025-03-03').execute();
});

test('a member of staff sees the losses of their branches alone', async () => {
  const own = await makeStaff(db, ['marketing'], { departments: [branches.own] });
  expect((await list({}, '', own.header)).totals.sum).toBe(119_817);
  expect((await list({}, `&branch=${branches.foreign}`)).totals.sum).toBe(40_000);
  const dashboard = (await ask('/api/admin/dashboard?days=28', own.header)).json();
  expect(dashboard.sales.losses.sum).toBe(119_817);
  expect(dashboard.sales.reached).toMatchObject({ visits: 30 });
  expect((await ask('/api/admin/losses', cast.headers.support)).statusCode).toBe(403);
});

test('the table has the rows of the filter, nothing in it is a formula, and who took it is written down', async () => {
  const filter = encodeURIComponent(JSON.stringify({ cause: ['out_of_stock'] }));
  const table = await ask(`/api/admin/losses/export?format=csv&filter=${filter}`);
  expect(table.headers['content-disposition']).toContain('attachment');
  expect(table.body).toContain(`Нет в наличии;'=Клей Гранит;KG-25;`);
  expect(table.body).toContain(';1,75;меш.;853,52;');
  expect(table.body).not.toContain('Брошенные');
  const line = await db
    .selectFrom('audit_log')
    .select(['words', 'permission'])
    .where('resource', '=', 'losses')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(line.permission).toBe('reports.money');
  expect(line.words).toMatch(/^Выгружен потерянный спрос за .+: 1.строка$/);
});

test('the start page shows the sum of the days, the largest losses, and visits that ended in an order', async () => {
  await cast.anOrder();
  const { sales } = (await ask('/api/admin/dashboard?days=7')).json();
  expect(sales.losses).toMatchObject({
    sum: 159_817,
    from: addDays(today, -6),
    to: today,
    largest: [
      { cause: 'out_of_stock', name: '=Клей Гранит', sum: 85_352 },
      { cause: 'left_cart', sum: 40_000 },
      { cause: 'waiting', sum: 24_475 },
    ],
  });
  expect(sales.reached).toEqual({ visits: 30, product_views: 44, orders: 1 });
  expect(sales.reached_before).toEqual({ visits: 10, product_views: 0, orders: 0 });
  const own = sales.branches.find(({ department_id_1c: id }: { department_id_1c: string }) => id === branches.own);
  expect(own).toMatchObject({ lost: 119_817, reached: { visits: 30, orders: 1 } });
});

test('fourteen days after something was done its losses before and after tell what it brought', async () => {
  const at = (day: string) => new Date(`${day}T09:00:00Z`);
  const drill = await makeProduct(db, { name: 'Дрель Вихрь' });
  const lost = (day: string, sum: number, department_id_1c: string = branches.own) => ({
    day,
    department_id_1c,
    cause: 'out_of_stock',
    product_id: drill.id,
    times: 1,
    units: 1,
    sum,
    detail: '{}',
  });
  await db
    .insertInto('demand_losses')
    .values([
      // Outside of the fourteen days, of the day itself, of another branch: none of them counts.
      ...[lost('2026-06-15', 9_000), lost('2026-06-30', 9_000), lost('2026-07-15', 9_000)],
      lost('2026-06-20', 9_000, branches.foreign),
      ...[lost('2026-06-16', 40_000), { ...lost('2026-06-29', 2_000), cause: 'left_cart' }, lost('2026-07-14', 5_000)],
    ])
    .execute();
  const subject = { department_id_1c: branches.own, product_id: drill.id, words: null };
  // At eleven in the evening by UTC it is the next day in Vologda.
  const taken = { what: 'Заказали 10 штук', who: 'Инна Осипова' };
  const { id, name } = await takeMeasure(db, subject, taken, new Date('2026-06-29T23:00:00Z'));
  expect(name).toBe('Дрель Вихрь');
  const again = await takeMeasure(db, subject, { ...taken, what: 'Заказали 20 штук' }, at('2026-06-30'));
  expect(again.id).toBe(id);

  const read = async (day: string) =>
    (await listMeasures(db, [branches.own], { limit: 10, offset: 0 }, at(day))).measures.find((one) => one.id === id);
  expect(await read('2026-07-05')).toMatchObject({ day: '2026-06-30', days_after: 4, before: 42_000, after: 0 });
  expect(await read('2026-07-15')).toMatchObject({ days_after: 14, before: 42_000, after: 5_000 });
  expect(await read('2026-12-01')).toMatchObject({ what: 'Заказали 20 штук', days_after: 14, after: 5_000 });
  expect((await listMeasures(db, [branches.foreign], { limit: 10, offset: 0 })).count).toBe(0);

  const never = { department_id_1c: branches.own, product_id: null, words: 'никогда не терялось' };
  await expect(takeMeasure(db, never, taken)).rejects.toMatchObject({ code: 'not_found' });
  const { items } = await list({ from: '2026-06-01', to: '2026-07-31', q: 'Дрель' });
  const own = items.filter((item: { branch: string }) => item.branch === 'Вологда');
  expect(own[0].measure).toEqual({ day: '2026-06-30', what: 'Заказали 20 штук' });
  expect(items.find((item: { branch: string }) => item.branch === 'Череповец').measure).toBeNull();
});

test('what a measure brought is told for 400 days: its sums stay when the words of the query are forgotten', async () => {
  const taken_on = '2026-06-30';
  const at = (days: number) => new Date(`${addDays(taken_on, days)}T02:00:00Z`);
  const lost = (days: number, sum: number) => ({
    day: addDays(taken_on, days),
    department_id_1c: branches.own,
    cause: 'not_found',
    words: 'пила дисковая',
    times: 5,
    units: 0,
    sum,
    detail: '{}',
  });
  await db
    .insertInto('demand_losses')
    .values([lost(-14, 70_000), lost(-2, 9_000), lost(14, 4_000)])
    .execute();
  const subject = { department_id_1c: branches.own, product_id: null, words: 'пила дисковая' };
  const what = 'Завели синоним';
  const { id } = await takeMeasure(db, subject, { what, who: 'Инна Осипова' }, at(0));
  for (const days of [15, 28, 29, 40, 75, 76, 90, 91, 120, 200, 395]) {
    await forgetOldReports(db, at(days));
    const { measures } = await listMeasures(db, [branches.own], { limit: 50, offset: 0 }, at(days));
    const own = measures.find((one) => one.id === id);
    expect(own, String(days)).toMatchObject({ what, before: 79_000, after: 4_000, days_after: 14 });
    const named = days <= 90 ? 'пила дисковая' : null;
    expect([own?.words, own?.name], String(days)).toEqual([named, named]);
  }
  await forgetOldReports(db, at(400));
  const left = await listMeasures(db, [branches.own], { limit: 50, offset: 0 }, at(400));
  expect(left.measures.find((one) => one.id === id)).toBeUndefined();
});

test('whoever opens the shop is counted by the application itself, robots and staff are not', async () => {
  const { app } = cast;
  await db.deleteFrom('visit_days').execute();
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
  const open = (url: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'GET',
      url,
      headers: { host: 'idd.localhost', accept: 'text/html', 'user-agent': chrome, ...headers },
    });
  const page = `/product/${cast.product.slug}/`;
  const inside = { referer: 'http://idd.localhost/' };
  await open('/');
  await open(page, inside);
  await open(page, { ...inside, 'accept-encoding': 'gzip' });
  await open(page, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  await open('/product/no-such-thing/');
  await open(page, { cookie: cast.headers.acting });
  await app.close();
  expect(await db.selectFrom('visit_days').selectAll().execute()).toEqual([
    { day: today, department_id_1c: branches.own, visits: 1, product_views: 2 },
  ]);
});

import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff, makeUser } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeCoupon, orderBy } from './support/orders.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const ask = (given: Call, cookie = cast.headers.marketing) => call(cast, cookie, given);
const get = (url: string, cookie?: string) => ask({ method: 'GET', url }, cookie);
const post = (url: string, body?: object, cookie?: string) =>
  ask({ method: 'POST', url, ...(body && { body }) }, cookie);
async function patch(url: string, body: object, cookie?: string) {
  const etag = String((await get(url, cookie)).headers.etag);
  return ask({ method: 'PATCH', url, body, headers: { 'if-match': etag } }, cookie);
}
const couponUrl = (code: string) => `/api/admin/coupons/${encodeURIComponent(code)}`;
const listed = async (filter: object, cookie?: string) =>
  (await get(`/api/admin/coupons?filter=${encodeURIComponent(JSON.stringify(filter))}`, cookie)).json().items;
const lastLine = async (cookie = cast.headers.owner) =>
  (await get('/api/admin/audit?per_page=1', cookie)).json().items[0];

const inCart = (code: string) =>
  cast.app.inject({
    method: 'POST',
    url: `/api/ecm/idd/cart/coupons/${encodeURIComponent(code)}/anonymous/`,
    headers: { host: 'idd.localhost', origin: 'http://idd.localhost' },
    payload: [{ product_id: cast.product.id, product_idcode: cast.product.idcode, count: 2 }],
  });

test('a coupon is made, works in the shop at once, and stops at the moment in which staff end it', async () => {
  const made = await post('/api/admin/coupons', { code: 'ёлка 7', kind: 'percent', percent: 7, note: 'Листовка' });
  expect([made.statusCode, made.json().id]).toEqual([201, 'ЁЛКА7']);
  expect((await inCart('елка7')).json()[0].discount).toBeGreaterThan(0);
  expect((await listed({ q: 'елка' })).map(({ id }: { id: string }) => id)).toEqual(['ЁЛКА7']);
  expect((await listed({ q: 'листов' })).map(({ id }: { id: string }) => id)).toEqual(['ЁЛКА7']);

  const ended = await post(`${couponUrl('ЁЛКА7')}/end`);
  expect(ended.json().state).toBe('ended');
  expect((await inCart('ЁЛКА7')).json().error.code).toBe('coupon_refused');
  expect((await post(`${couponUrl('ЁЛКА7')}/end`)).json().error.message).toBe('Купон уже закончился');

  // The journal takes the ending back.
  const line = await lastLine();
  expect(line).toMatchObject({ words: 'Купон ЁЛКА7 завершён', before: { ends_at: null }, can_be_undone: true });
  expect((await post(`/api/admin/audit/${line.id}/undo`, undefined, cast.headers.owner)).statusCode).toBe(200);
  expect((await get(couponUrl('ЁЛКА7'))).json().state).toBe('running');
});

test('one that has not begun is ended too, and its journal line gives its days back', async () => {
  const starts_at = '2099-01-01T00:00:00.000Z';
  await post('/api/admin/coupons', { code: 'ПОТОМ', kind: 'percent', percent: 5, starts_at });
  expect((await get(couponUrl('ПОТОМ'))).json().state).toBe('waiting');
  expect((await post(`${couponUrl('ПОТОМ')}/end`)).json().state).toBe('ended');
  const line = await lastLine();
  expect((await post(`/api/admin/audit/${line.id}/undo`, undefined, cast.headers.owner)).statusCode).toBe(200);
  expect((await get(couponUrl('ПОТОМ'))).json().fields).toMatchObject({ starts_at, ends_at: null });
});

test('what cannot be is refused in words at its field', async () => {
  const fieldsOf = async (body: object) =>
    (await post('/api/admin/coupons', { kind: 'percent', percent: 5, ...body })).json().error.fields;
  await makeCoupon(db, 'ЕСТЬ');
  expect(await fieldsOf({ code: 'Ё' })).toEqual({ code: 'От 3 до 30 знаков: буквы, цифры и дефисы' });
  expect(await fieldsOf({ code: '<b>КОД</b>' })).toEqual({ code: 'От 3 до 30 знаков: буквы, цифры и дефисы' });
  expect(await fieldsOf({ code: 'есть' })).toEqual({ code: 'Такой код уже есть' });
  expect(await fieldsOf({ code: 'НОВЫЙ', percent: null })).toEqual({ percent: 'Обязательно для заполнения' });
  expect(await fieldsOf({ code: 'НОВЫЙ', percent: 100 })).toEqual({ percent: 'От 1 до 99' });
  expect(await fieldsOf({ code: 'НОВЫЙ', kind: 'sum', sum_kopecks: 'много' })).toEqual({
    sum_kopecks: 'Укажите сумму',
  });
  expect(await fieldsOf({ code: 'НОВЫЙ', starts_at: '2026-12-02T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' })).toEqual(
    { ends_at: 'Конец должен быть позже начала' },
  );
  expect(await fieldsOf({ code: 'НОВЫЙ', category_id: 999_999 })).toEqual({ category_id: 'Такого раздела нет' });
  expect(await fieldsOf({ code: 'НОВЫЙ', department_id_1c: '00132' })).toEqual({
    department_id_1c: 'Такого филиала нет',
  });
  expect(await fieldsOf({ code: 'НОВЫЙ', owner_user_id: cast.buyer.id })).toEqual({
    max_uses: 'Личный купон используют один раз',
    ends_at: 'Личному купону нужен конец срока',
  });
  expect(await fieldsOf({ code: 'НОВЫЙ', owner_user_id: crypto.randomUUID(), max_uses: 1 })).toMatchObject({
    owner_user_id: 'Такого покупателя нет',
  });
  expect((await post('/api/admin/coupons', { code: 'НОВЫЙ', kind: 'percent', is_free: true })).statusCode).toBe(422);
  expect(await listed({ q: 'НОВЫЙ' })).toEqual([]);
});

test('the terms of a coupon that was used stay, since its orders are computed by them; its days and uses change', async () => {
  await makeCoupon(db, 'В-ДЕЛЕ', { max_uses: 5 });
  await orderBy(db, cast.buyer, [[cast.product, 2]], { input: { coupon: 'В-ДЕЛЕ' } });
  const refused = await patch(couponUrl('В-ДЕЛЕ'), { percent: 50, note: 'x' });
  expect(refused.json().error.fields).toEqual({ percent: 'Уже использован 1\u00a0раз: условия не меняются' });
  expect((await patch(couponUrl('В-ДЕЛЕ'), { max_uses: 3, note: '<i>Акция</i>' })).json()).toMatchObject({
    max_uses: 3,
    note: '<i>Акция</i>',
    used_count: 1,
  });
  const { items } = (await get(`${couponUrl('В-ДЕЛЕ')}/uses`)).json();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ state: 'new', discount: 4_896 });
  expect(Object.keys(items[0])).not.toContain('contact_phone');
});

test('a batch of ten thousand codes is made once, however often it is asked for, without signs that are taken for others', async () => {
  const body = { prefix: 'нг26', count: 10_000, kind: 'percent', percent: 10, ends_at: '2099-01-01T00:00:00Z' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = () => ask({ method: 'POST', url: '/api/admin/coupon-batches', body, headers });
  const [first, second] = await Promise.all([send(), send()]);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.body).toBe(first.body);
  const { id, count, csv } = first.json();
  const codes = csv.trim().split('\r\n').slice(1);
  expect([count, codes.length, new Set(codes).size]).toEqual([10_000, 10_000, 10_000]);
  for (const code of codes) expect(code).toMatch(/^НГ26-[23456789DFGJLNRVW]{8}$/);
  const { rows, total } = await counted({ batch_id: id });
  expect([rows[0].max_uses, rows[0].batch_id, total]).toEqual([1, id, 10_000]);
  expect((await inCart(codes[17])).statusCode).toBe(200);

  expect((await post(`/api/admin/coupon-batches/${id}/end`)).json()).toEqual({ ended: 10_000 });
  expect((await inCart(codes[17])).json().error.code).toBe('coupon_refused');
  const wrong = await post('/api/admin/coupon-batches', { ...body, prefix: '-НГ', count: 10_001 });
  expect(Object.keys(wrong.json().error.fields).sort()).toEqual(['count', 'prefix']);
}, 60_000);

async function counted(filter: object) {
  const answer = (await get(`/api/admin/coupons?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json();
  return { rows: answer.items, total: answer.total };
}

test('staff of one branch see its coupons and the common ones, and change theirs alone', async () => {
  await makeCoupon(db, 'ФИЛИАЛ-ВОЛОГДА', { department_id_1c: branches.own });
  await makeCoupon(db, 'ФИЛИАЛ-ЧЕРЕПОВЕЦ', { department_id_1c: branches.foreign });
  await makeCoupon(db, 'ФИЛИАЛ-ВСЕ');
  const { header } = await makeStaff(db, ['marketing'], { departments: [branches.own] });
  const seen = (await listed({ q: 'ФИЛИАЛ-' }, header)).map(({ id }: { id: string }) => id).sort();
  expect(seen).toEqual(['ФИЛИАЛ-ВОЛОГДА', 'ФИЛИАЛ-ВСЕ']);
  expect((await get(couponUrl('ФИЛИАЛ-ЧЕРЕПОВЕЦ'), header)).statusCode).toBe(404);
  expect((await patch(couponUrl('ФИЛИАЛ-ВСЕ'), { note: 'моё' }, header)).statusCode).toBe(403);
  expect((await post(`${couponUrl('ФИЛИАЛ-ВСЕ')}/end`, undefined, header)).statusCode).toBe(403);
  expect((await patch(couponUrl('ФИЛИАЛ-ВОЛОГДА'), { note: 'моё' }, header)).statusCode).toBe(200);
  const words = 'Общее для всех филиалов меняет тот, кто работает во всех';
  const made = { code: 'ОБЩИЙ', kind: 'percent', percent: 5 };
  for (const common of [
    await patch(couponUrl('ФИЛИАЛ-ВОЛОГДА'), { department_id_1c: null }, header),
    await post('/api/admin/coupons', made, header),
  ]) {
    expect(common.statusCode).toBe(403);
    expect(common.json().error).toMatchObject({ message: words, fields: { department_id_1c: words } });
  }
  const foreign = await post('/api/admin/coupons', { ...made, department_id_1c: branches.foreign }, header);
  expect(foreign.statusCode).toBe(404);
});

test('the bench reads a cart of a customer, an order or goods by hand, and names the step that failed', async () => {
  await makeCoupon(db, 'СТЕНД', { min_sum_kopecks: 200_000 });
  const asked = (cart: object, more: object = {}) =>
    post('/api/admin/coupon-bench', {
      code: 'стенд',
      department_id_1c: branches.own,
      user_id: null,
      at: null,
      cart,
      ...more,
    });
  const goods = { from: 'goods', lines: [{ product_id: cast.product.id, count: 2 }] };
  const few = (await asked(goods)).json();
  expect(few.steps.filter((step: { is_passed: boolean }) => !step.is_passed)[0].step).toBe('min_sum');
  expect(few).toMatchObject({ code: 'СТЕНД', discount: 0, lines: [{ name: 'Штукатурка Гладь', count: 2 }] });

  const anna = await makeUser(db, { full_name: 'Анна Заказова' });
  const order = await orderBy(db, anna, [[cast.product, 5]]);
  const ofOrder = (await asked({ from: 'order', number: order.number })).json();
  expect(ofOrder).toMatchObject({ refusal: null, discount: 12_240, buyer: { name: 'Анна Заказова' } });

  expect((await asked({ from: 'customer' }, { user_id: anna.id })).json().error.fields).toEqual({
    user_id: 'Корзина этого покупателя пуста',
  });
  await db.insertInto('carts').values({ id: anna.id, changed_at: new Date() }).execute();
  await db.insertInto('cart_lines').values({ cart_id: anna.id, product_id: cast.product.id, count: 6 }).execute();
  const ofCart = (await asked({ from: 'customer' }, { user_id: anna.id })).json();
  expect(ofCart).toMatchObject({ refusal: null, lines: [{ count: 6 }] });
  // Nothing was counted: neither a use nor a try.
  expect((await get(couponUrl('СТЕНД'))).json().used_count).toBe(0);

  const { header } = await makeStaff(db, ['marketing'], { departments: [branches.foreign] });
  const fromThere = async () => {
    const cart = { from: 'order', number: order.number };
    const body = { code: 'СТЕНД', department_id_1c: branches.foreign, user_id: null, at: null, cart };
    return (await post('/api/admin/coupon-bench', body, header)).json();
  };
  expect((await fromThere()).error.fields).toEqual({ 'cart.number': 'Такого заказа нет' });
  // Where it is picked up it is theirs too, and is tried in the branch in which it was placed.
  await db
    .updateTable('orders')
    .set({ pickup_department_id_1c: branches.foreign })
    .where('number', '=', order.number)
    .execute();
  expect(await fromThere()).toMatchObject({ department_id_1c: branches.own, discount: 12_240 });
});

test('two who edit one coupon: the second is told what the first one changed', async () => {
  await makeCoupon(db, 'ВДВОЁМ');
  const etag = String((await get(couponUrl('ВДВОЁМ'))).headers.etag);
  const send = (body: object) =>
    ask({ method: 'PATCH', url: couponUrl('ВДВОЁМ'), body, headers: { 'if-match': etag } });
  expect((await send({ percent: 7 })).statusCode).toBe(200);
  const late = await send({ percent: 9 });
  expect([late.statusCode, late.json().error.current.percent]).toEqual([412, 7]);
});

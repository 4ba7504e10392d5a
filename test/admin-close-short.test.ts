import { beforeAll, expect, test } from 'vitest';
import { handOverLines } from '#modules/orders/hand-over.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { formatPrice } from '#shared/money.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

/** Two of the plaster at 489.50 ₽ are ordered, one is given out. */
async function partlyGiven(isPaid: boolean) {
  const firm = { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт»', inn: '7707083893' } };
  const { id } = await orderBy(db, cast.buyer, [[cast.product, 2]], {
    branch: branches.own,
    input: isPaid ? firm : {},
  });
  await db.transaction().execute(async (db) => {
    if (isPaid) await markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' });
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, id, state, { who: 'склад' });
    const line = db.selectFrom('order_lines').select('id').where('order_id', '=', id);
    const { id: order_line_id } = await line.executeTakeFirstOrThrow();
    await handOverLines(db, id, [{ order_line_id, count: 1 }], { who: 'склад' });
  });
  return id;
}

const planOf = async (id: string) =>
  (await call(cast, cast.headers.owner, { method: 'GET', url: `/api/admin/handover/${id}/close-plan` })).json();
const close = (id: string, amount: number) =>
  call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/handover/${id}/close`, body: { amount } });
const stateOf = async (id: string) =>
  (await db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const refundsOf = async (id: string) => (await paymentOf(db, id))?.refunds.map(({ amount }) => amount);

test('[2.2] an order given out in part is called so by every screen and file of the back office', async () => {
  const id = await partlyGiven(false);
  const get = (url: string) => call(cast, cast.headers.owner, { method: 'GET', url });
  const { number } = (await get(`/api/admin/orders/${id}`)).json();
  const filter = encodeURIComponent(JSON.stringify({ q: String(number) }));
  const words = 'Выдан частично';
  expect((await get(`/api/admin/orders/${id}`)).json()).toMatchObject({ state: 'ready', state_words: words });
  expect((await get(`/api/admin/orders?filter=${filter}`)).json().items).toMatchObject([{ state_words: words }]);
  const board: { columns: { state: string; orders: { number: number }[] }[] } = (
    await get('/api/admin/orders/board')
  ).json();
  const card = board.columns.find(({ state }) => state === 'ready')?.orders.find((order) => order.number === number);
  expect(card).toMatchObject({ state_words: words, has_given: true });
  expect((await get(`/api/admin/search?q=${number}`)).json().items[0].note).toContain('выдан частично');
  expect((await get(`/api/admin/orders/export?format=csv&filter=${filter}`)).body).toContain(words);
  const find = { method: 'POST', url: '/api/admin/handover/find', body: { key: String(number) } } as const;
  expect((await call(cast, cast.headers.owner, find)).json()).toMatchObject({ state_words: words });
  const held = (await get(`/api/admin/stock/${cast.product.id}/reservations`)).json().items;
  expect(held.find((one: { number: number }) => one.number === number)).toMatchObject({ state_words: words });
  expect((await close(id, 0)).statusCode).toBe(200);
  expect((await get(`/api/admin/orders/${id}`)).json(), 'when it ends, that is over').toMatchObject({
    state_words: 'Выдан',
  });
});

test('[2.2] what goes back for the missing is seen at the desk before the order is closed, and another sum is refused', async () => {
  const id = await partlyGiven(true);
  expect(await planOf(id)).toMatchObject({
    refund: { amount: 48_950, destination: 'Переводом на счёт покупателя: его отправит бухгалтер' },
  });
  expect([await stateOf(id), await refundsOf(id)]).toEqual(['ready', []]);
  const refused = await close(id, 0);
  expect([refused.statusCode, refused.json().error]).toMatchObject([409, { code: 'refund_changed' }]);
  expect([await stateOf(id), await refundsOf(id)]).toEqual(['ready', []]);
  expect((await close(id, 48_950)).statusCode).toBe(200);
  expect([await stateOf(id), await refundsOf(id)]).toEqual(['completed', [48_950]]);
});

test('[2.2] of an order that is paid at the desk nothing goes back, and it is said what was given costs and what was taken', async () => {
  const id = await partlyGiven(false);
  expect(await planOf(id)).toEqual({ refund: null, total: 48_950, taken: 48_950, obstacle: null });
  expect((await close(id, 48_950)).json().error).toMatchObject({ code: 'refund_changed' });
  expect((await close(id, 0)).statusCode).toBe(200);
  expect([await stateOf(id), await refundsOf(id)]).toEqual(['completed', []]);
});

test('[2.2] whoever may refund up to a limit gives back no more by closing an order', async () => {
  const limit = (refund_limit: number) =>
    db.transaction().execute((db) => saveSetting(db, 'orders', { refund_limit, proposal_hours: 4 }));
  const storekeeper = cast.headers.pickup;
  const at = (id: string, path: string) => `/api/admin/handover/${id}/${path}`;
  await limit(100);
  const id = await partlyGiven(true);
  const obstacle = `Закрыть заказ, по которому вернётся больше ${formatPrice(10_000)}, может владелец`;
  const plan = await call(cast, storekeeper, { method: 'GET', url: at(id, 'close-plan') });
  expect(plan.json()).toMatchObject({ refund: { amount: 48_950 }, obstacle });
  const asked = { method: 'POST', url: at(id, 'close'), body: { amount: 48_950 } } as const;
  const refused = await call(cast, storekeeper, asked);
  expect([refused.statusCode, refused.json().error]).toMatchObject([
    403,
    { code: 'over_refund_limit', message: obstacle },
  ]);
  expect([await stateOf(id), await refundsOf(id)]).toEqual(['ready', []]);
  await limit(500);
  expect((await call(cast, storekeeper, asked)).statusCode).toBe(200);
  expect(await refundsOf(id)).toEqual([48_950]);
});

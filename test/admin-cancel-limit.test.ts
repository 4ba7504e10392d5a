import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { answerProposal } from '#modules/payments/answer-proposal.ts';
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

const words = `Отменить заказ, по которому вернётся больше ${formatPrice(10_000)}, может владелец`;

async function setLimit(refund_limit: number) {
  await db.transaction().execute((db) => saveSetting(db, 'orders', { refund_limit, proposal_hours: 4 }));
}

async function paidOrder() {
  const { id } = await orderBy(db, cast.buyer, [[cast.product, 2]], {
    branch: branches.own,
    input: { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт»', inn: '7707083893' } },
  });
  const paid = { who: 'бухгалтер', document: 'п/п 1' };
  await db.transaction().execute((db) => markAccountPayment(db, id, paid));
  return id;
}

function cancel(id: string, role: 'orders' | 'owner') {
  const body = { state: 'cancelled', why: 'передумал' };
  return call(cast, cast.headers[role], { method: 'POST', url: `/api/admin/orders/${id}/move`, body });
}

async function planOf(id: string, role: 'orders' | 'owner') {
  return (await call(cast, cast.headers[role], { method: 'GET', url: `/api/admin/orders/${id}/cancel-plan` })).json();
}

async function refundsOf(id: string) {
  const { rows } = await sql<{ amount: number }>`
    select r.amount from refunds r join payments p on p.id = r.payment_id where p.order_id = ${id}::uuid`.execute(db);
  return rows.map(({ amount }) => amount);
}

test('[2.2] a paid order is not cancelled past the limit of refunds, and it is said beforehand who can', async () => {
  await setLimit(100);
  const id = await paidOrder();
  expect(await planOf(id, 'orders')).toMatchObject({ refunds: [{ amount: 97_900 }], obstacle: words });
  const refused = await cancel(id, 'orders');
  expect([refused.statusCode, refused.json().error]).toMatchObject([
    403,
    { code: 'over_refund_limit', message: words },
  ]);
  const { state } = await db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  expect([state, await refundsOf(id)]).toEqual(['new', []]);
  expect((await planOf(id, 'owner')).obstacle).toBeNull();
  expect((await cancel(id, 'owner')).statusCode).toBe(200);
});

test('within the limit it is cancelled, and its money goes back once', async () => {
  await setLimit(1_000);
  const id = await paidOrder();
  expect((await planOf(id, 'orders')).obstacle).toBeNull();
  expect((await cancel(id, 'orders')).statusCode).toBe(200);
  expect(await refundsOf(id)).toEqual([97_900]);
});

test('an order that nobody paid is cancelled whatever the limit is', async () => {
  await setLimit(0);
  const { id } = await cast.anOrder();
  expect((await planOf(id, 'orders')).obstacle).toBeNull();
  expect((await cancel(id, 'orders')).statusCode).toBe(200);
});

test('[2.2] a refused refund is sent again within what a person may give back of the order in all', async () => {
  await setLimit(500);
  const id = await paidOrder();
  const post = (url: string, body: object, role: 'orders' | 'owner' = 'orders') =>
    call(cast, cast.headers[role], { method: 'POST', url, body });
  const refund = () =>
    post(`/api/admin/orders/${id}/refunds`, {
      lines: [{ position: 1, count: 1 }],
      note: 'брак',
      amount: 48_950,
    });
  const first = (await refund()).json().id;
  const refused = { state: 'canceled', cancellation_reason: 'insufficient_funds' } as const;
  await db.updateTable('refunds').set(refused).where('id', '=', first).execute();
  expect((await refund()).statusCode).toBe(201);
  const again = await post(`/api/admin/refunds/${first}/repeat`, {});
  expect([again.statusCode, again.json().error]).toMatchObject([403, { code: 'over_refund_limit' }]);
  expect(await refundsOf(id)).toEqual([48_950, 48_950]);
  expect((await post(`/api/admin/refunds/${first}/repeat`, {}, 'owner')).statusCode).toBe(201);
  expect(await refundsOf(id)).toEqual([48_950, 48_950, 48_950]);
});

test('[2.2] who answers for the buyer by phone gives back no more than the limit; the buyer’s own word has none', async () => {
  await setLimit(100);
  const id = await paidOrder();
  const orders = (path: string, body: object) =>
    call(cast, cast.headers.orders, { method: 'POST', url: `/api/admin/orders/${id}/proposals${path}`, body });
  const { id: proposal } = (await orders('', { lines: [{ product_id: cast.product.id, count: 1 }] })).json();
  const yes = { isAccepted: true, note: 'да' };
  const refused = await orders(`/${proposal}/answer`, yes);
  expect([refused.statusCode, refused.json().error]).toMatchObject([403, { code: 'over_refund_limit' }]);
  expect(await refundsOf(id)).toEqual([]);
  const byLink = { isAccepted: true, how: 'link', who: 'покупатель', note: '', most: null } as const;
  await db.transaction().execute((db) => answerProposal(db, id, proposal, byLink));
  expect(await refundsOf(id)).toEqual([48_950]);

  await setLimit(500);
  const other = await paidOrder();
  const url = `/api/admin/orders/${other}/proposals`;
  const ask = (path: string, body: object) =>
    call(cast, cast.headers.orders, { method: 'POST', url: `${url}${path}`, body });
  const within = (await ask('', { lines: [{ product_id: cast.product.id, count: 1 }] })).json().id;
  expect((await ask(`/${within}/answer`, yes)).statusCode).toBe(200);
  expect(await refundsOf(other)).toEqual([48_950]);
});

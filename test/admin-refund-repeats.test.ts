import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { refundDifference } from '#modules/payments/refund-payment.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const firm = { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт»', inn: '7707083893' } };

/** A paid order of four lines, each one piece at 489.50 ₽. */
async function paidOrder() {
  const products = [];
  for (const name of ['Клей', 'Грунт', 'Валик', 'Кисть'])
    products.push(await makeProduct(db, { name, price: 48_950, on_hand: 5 }));
  const lines = products.map((product) => [product, 1] as [typeof product, number]);
  const { id } = await orderBy(db, cast.buyer, lines, { branch: branches.own, input: firm });
  await db.transaction().execute((db) => markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' }));
  return id;
}

type Role = 'owner' | 'orders';

function refundLine(order: string, position: number, role: Role = 'owner') {
  const body = { lines: [{ position, count: 1 }], note: 'брак', amount: 48_950 };
  return call(cast, cast.headers[role], { method: 'POST', url: `/api/admin/orders/${order}/refunds`, body });
}

const repeat = (refund: string, role: Role = 'owner') =>
  call(cast, cast.headers[role], { method: 'POST', url: `/api/admin/refunds/${refund}/repeat`, body: {} });

async function refuse(id: string) {
  const refused = { state: 'canceled', cancellation_reason: 'insufficient_funds' } as const;
  await db.updateTable('refunds').set(refused).where('id', '=', id).execute();
  return id;
}

const refuseLine = async (order: string, position: number) => refuse((await refundLine(order, position)).json().id);

/** What the page of the order and the list of refunds say may be repeated, by id. */
async function repeatable(order: string) {
  const ask = async (url: string) => (await call(cast, cast.headers.owner, { method: 'GET', url })).json();
  type Shown = { id: string; may_repeat: boolean; order_id?: string };
  const idsOf = (shown: Shown[]) =>
    shown
      .filter(({ may_repeat }) => may_repeat)
      .map(({ id }) => id)
      .toSorted();
  const here = idsOf((await ask(`/api/admin/orders/${order}`)).payment.refunds);
  const listed = (await ask('/api/admin/refunds?per_page=100')).items as Shown[];
  expect(idsOf(listed.filter(({ order_id }) => order_id === order))).toEqual(here);
  return here;
}

async function given(order: string) {
  const { rows } = await sql<{ amount: number; lines: { position: number }[] }>`
    select r.amount, r.lines from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${order}::uuid and r.state <> 'canceled' order by r.created_at`.execute(db);
  return rows.map(({ amount, lines }) => [amount, lines.map(({ position }) => position)]);
}

const impossible = { error: { code: 'refund_impossible' } };

test('[1.2] a refused refund is sent again once: pressed twice it gives its line back once', async () => {
  const order = await paidOrder();
  const refused = await refuseLine(order, 1);
  expect(await repeatable(order)).toEqual([refused]);
  const first = await repeat(refused);
  expect([first.statusCode, first.json().amount]).toEqual([201, 48_950]);
  const second = await repeat(refused);
  expect([second.statusCode, second.json()]).toMatchObject([409, impossible]);
  expect(await given(order)).toEqual([[48_950, [1]]]);
  expect(await repeatable(order)).toEqual([]);

  // The repeat is refused, too: what stands is repeated once whichever of the two is pressed.
  const again = await refuse(first.json().id);
  expect(await repeatable(order)).toEqual([refused, again].toSorted());
  expect((await repeat(again)).statusCode).toBe(201);
  expect((await repeat(refused)).json()).toMatchObject(impossible);
  expect(await repeatable(order)).toEqual([]);
  expect(await given(order)).toEqual([[48_950, [1]]]);
});

test('[1.2] a refused refund whose line was given back again is not sent again', async () => {
  const order = await paidOrder();
  const refused = await refuseLine(order, 1);
  expect((await refundLine(order, 1)).statusCode).toBe(201);
  expect((await repeat(refused)).json()).toMatchObject(impossible);
  expect(await given(order)).toEqual([[48_950, [1]]]);
});

test('[1.2] a refused refund that names no lines is sent again once, by its own sum', async () => {
  const order = await paidOrder();
  const word = { reason: 'returned', who: 'сотрудник', note: 'состав изменён' } as const;
  const { id } = await db.transaction().execute((db) => refundDifference(db, order, 48_950, [], word));
  const first = await repeat(await refuse(id));
  expect([first.statusCode, first.json().amount]).toEqual([201, 48_950]);
  expect((await repeat(id)).json()).toMatchObject(impossible);
  const again = await refuse(first.json().id);
  expect((await repeat(again)).statusCode).toBe(201);
  expect((await repeat(id)).json()).toMatchObject(impossible);
  expect(await given(order)).toEqual([[48_950, []]]);
});

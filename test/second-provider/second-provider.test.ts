import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { checkPartners, openPartners, partnerTable } from '#integrations/partners.ts';
import { cancelByBuyer, moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { refundLines } from '#modules/payments/refund-payment.ts';
import { testApp } from '#test/support/app.ts';
import { atEnd } from '#test/support/at-end.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderBody, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { tally } from './provider.ts';

const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
atEnd(() => child.kill());
const [first] = await once(createInterface({ input: child.stdout }), 'line');
const origin = `http://127.0.0.1:${JSON.parse(first).port}/`;

// One line of the table and one setting: the rest is the shop as it is.
const table = { ...partnerTable, payments: { ...partnerTable.payments, tally: tally(origin) } };
const environment = { PAYMENT_PROVIDER: 'tally' };

const { db, url } = await testDatabase();
await makeBranches(db);
const goods = await Promise.all(
  Array.from({ length: 5 }, (_, index) => makeProduct(db, { name: `Товар ${index}`, price: 33_333, on_hand: 100 })),
);
const app = await testApp(db, environment, undefined, { partners: table });
const host = 'idd.localhost';
const guest = { host, cookie: `orders=${'A'.repeat(43)}` };
const jobs = () => runJobs(db, url, environment, table);

// biome-ignore lint/suspicious/noExplicitAny: what the partner's server remembers
const control = async (verb: string, body: unknown = {}): Promise<any> =>
  (await fetch(`${origin}control/${verb}`, { method: 'POST', body: JSON.stringify(body) })).json();

beforeEach(async () => {
  await sql`delete from limits where scope = 'order email'`.execute(db);
});

const hurry = () =>
  sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(db);

async function place() {
  const at = await orderPlace(db, { payment_methods: ['online'] });
  return submitOrder(db, at, orderInput([[goods[0]!, 3]], { payment: { method: 'online' } }));
}

async function start(order_id: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/ecm/idd/orders/${order_id}/payment/`,
    headers: guest,
    payload: { method: 'card' },
  });
  expect(answer.statusCode).toBe(201);
  return (await paymentOf(db, order_id))!.open!;
}

/** The buyer pays, and the partner says so. */
async function pay(provider_id: string | null) {
  const bill = Number(provider_id!.replace('tally ', ''));
  await control('pay', { bill });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/payments/tally/',
    remoteAddress: '198.51.100.7',
    headers: { host: 'whatever.example' },
    payload: { tally: 'bill.held', bill },
  });
  expect(answer.statusCode).toBe(200);
  await jobs();
  await jobs();
  return bill;
}

test('[S7-33] a second provider: offered, opened, the held money taken, goods and their return receipted to the kopeck', async () => {
  const order = await place();
  const url = `/api/ecm/idd/orders/${order.id}/payment/`;
  expect((await app.inject({ url, headers: guest })).json()).toMatchObject({ methods: ['card', 'sbp'] });
  const attempt = await start(order.id);
  expect(attempt).toMatchObject({ provider: 'tally', state: 'pending', amount: order.total });
  expect(attempt.confirmation_url).toMatch(/^https:\/\/tally\.example\/\d+$/);

  const bill = await pay(attempt.provider_id);
  const { log, bills } = await control('log');
  expect(bills[bill - 1]).toMatchObject({ status: 'PAID', sum: order.total });
  expect(log.filter(({ path }: { path: string }) => path === `bills/${bill}/take`)).toHaveLength(1);
  expect((await getOrder(db, order.id))?.payment_state).toBe('paid');

  for (const state of ['assembling', 'ready', 'completed'] as const) {
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник' }));
  }
  await jobs();
  await jobs();
  const lines = [{ position: 1, count: 1 }];
  await db.transaction().execute((db) => refundLines(db, attempt.id, lines, { reason: 'returned', who: 'сотрудник' }));
  await jobs();
  const { refunds, receipts, payment_state } = (await paymentOf(db, order.id))!;
  expect(payment_state).toBe('partly_refunded');
  expect(refunds).toMatchObject([{ state: 'succeeded', amount: 33_333 }]);
  expect(receipts.map(({ kind, state, sum }) => [kind, state, sum])).toEqual([
    ['prepayment', 'succeeded', order.total],
    ['full', 'succeeded', order.total],
    ['return', 'succeeded', 33_333],
  ]);
  expect(receipts.every(({ fiscal }) => fiscal?.fiscal_document_number)).toBe(true);
});

test('[S2-19] a second provider that is silent at the opening and at the refund: the same key again, one bill, one return', async () => {
  const order = await place();
  await control('lose', { answers: 2 });
  await start(order.id);
  expect((await paymentOf(db, order.id))!.open).toMatchObject({ state: 'new', provider_id: null });
  await hurry();
  await jobs();
  const { open } = (await paymentOf(db, order.id))!;
  const bill = await pay(open!.provider_id);
  await control('lose', { answers: 1 });
  await db.transaction().execute((db) => cancelByBuyer(db, order.id, { who: 'покупатель' }));
  await jobs();
  expect((await paymentOf(db, order.id))!.refunds).toMatchObject([{ state: 'new' }]);
  await hurry();
  await jobs();
  expect((await getOrder(db, order.id))?.payment_state).toBe('refunded');

  const { log, bills, returns } = await control('log');
  const sent = (path: string, note: string) =>
    log.filter((call: { path: string; body?: { note: string } }) => call.path === path && call.body?.note === note);
  const opened = sent('bills', `${order.id}/${open!.id}`);
  const [refund] = (await paymentOf(db, order.id))!.refunds;
  const returned = sent('returns', refund!.id);
  for (const calls of [opened, returned]) {
    expect(calls).toHaveLength(2);
    expect(calls[0].body).toEqual(calls[1].body);
  }
  expect(bills.filter(({ note }: { note: string }) => note.startsWith(order.id))).toHaveLength(1);
  expect(returns.filter((one: { bill: string }) => one.bill === String(bill))).toHaveLength(1);
});

test('[S2-19] a card that a second provider refuses is told in our words; money for an order that is over is let go', async () => {
  const order = await place();
  const { provider_id } = await start(order.id);
  await control('fail', { bill: Number(provider_id!.replace('tally ', '')), failure: 51 });
  await hurry();
  await jobs();
  const answer = await app.inject({ url: `/api/ecm/idd/orders/${order.id}/payment/`, headers: guest });
  expect(answer.json().attempts[0].reason).toBe('На карте или счёте не хватило денег');

  const second = await start(order.id);
  await db.transaction().execute((db) => cancelByBuyer(db, order.id, { who: 'покупатель' }));
  const bill = await pay(second.provider_id);
  expect((await control('log')).bills[bill - 1].status).toBe('FAILED');
  expect((await paymentOf(db, order.id))!.refunds).toEqual([]);
});

test('a second provider keeps its own limits: positions of a receipt, its networks, its address, its notifications', async () => {
  const place = (count: number) =>
    app.inject({
      method: 'POST',
      url: '/api/ecm/idd/orders/',
      headers: { host, 'idempotency-key': crypto.randomUUID() },
      payload: orderBody(
        goods.slice(0, count).map((product) => [product, 1]),
        { payment: { method: 'online' } },
      ),
    });
  const refused = await place(5);
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    409,
    'Онлайн можно оплатить заказ до 4 позиций: столько помещается в чек. Разделите заказ или выберите другой способ',
  ]);
  const tell = (path: string, payload: object, remoteAddress = '198.51.100.7') =>
    app.inject({ method: 'POST', url: path, remoteAddress, headers: { host }, payload });
  expect((await tell('/api/payments/tally/', { tally: 'bill.held', bill: 1 }, '203.0.113.9')).statusCode).toBe(403);
  expect((await tell('/api/payments/yookassa/', { type: 'notification' })).statusCode).toBe(404);
  expect((await tell('/api/payments/tally/', { type: 'notification' })).statusCode).toBe(422);
});

test('the setting names the provider, the first with its settings is taken without it, and one that is not there is told', async () => {
  const name = (environment: Record<string, string>) =>
    openPartners(db, testConfig(environment), table).payments?.name ?? null;
  const keys = { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'key' };
  expect([name(environment), name({}), name(keys), name({ ...keys, PAYMENT_PROVIDER: 'demonstration' })]).toEqual([
    'tally',
    'demonstration',
    'yookassa',
    'demonstration',
  ]);
  expect(openPartners(db, testConfig({ MAIN_DOMAIN: 'shop.example' })).payments).toBeNull();
  expect(() => checkPartners(testConfig(environment))).toThrow(
    `такой платёжной системы нет, есть ${Object.keys(partnerTable.payments).join(', ')}`,
  );
  expect(() => checkPartners(testConfig({ PAYMENT_PROVIDER: 'yookassa' }))).toThrow(
    'для yookassa нужно: YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY',
  );
});

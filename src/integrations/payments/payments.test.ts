import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPartners } from '#integrations/partners.ts';
import { changeReceiving } from '#modules/orders/change-receiving.ts';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { cancelByBuyer, moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { ReceivingInput } from '#modules/orders/schema.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { leavePayment } from '#modules/payments/open-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { itemsSum } from '#modules/payments/receipt-items.ts';
import { refundLines, refundRest } from '#modules/payments/refund-payment.ts';
import { enqueue } from '#platform/queue.ts';
import { formatPrice } from '#shared/money.ts';
import { testApp } from '#test/support/app.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { makeCoupon, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { waitFor } from '#test/support/processes.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { startWorkerProcess } from '#test/support/worker-process.ts';
import { testYookassa } from '#test/support/yookassa.ts';
import { startPayment } from './start-payment.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const mixture = await makeProduct(db, { name: 'Сухая смесь', price: 33_333, on_hand: 100 });
const paint = await makeProduct(db, { name: 'Краска', price: 50_000, on_hand: 100, vat_rate: 10 });
await makeCoupon(db, 'СЕМЬ', { percent: 7 });
await makeCoupon(db, 'РАЗ', { percent: 7, max_uses: 1 });
const yookassa = await testYookassa();
const environment = { ...yookassa.environment, YOOKASSA_NETWORKS: '198.51.100.0/24' };
const app = await testApp(db, environment);
const provider = openPartners(db, testConfig(environment)).payments!;

const minute = 60_000;

beforeEach(async () => {
  vi.useRealTimers();
  await yookassa.moods();
  // Each test is the first of ten minutes to order with its email.
  await sql`delete from limits where scope = 'order email'`.execute(db);
  // Orders of the tests before are no business of this one.
  await sql`update reservations set expires_at = null where ended_at is null`.execute(db);
  await db.updateTable('stock').set({ on_hand: 100, reserved: 0 }).where('store', '=', 'store12').execute();
});

/** Anna's order to be paid online: three mixtures and two paints with 7 % off. */
async function placeOnline(more: Record<string, unknown> = {}, now?: Date) {
  const place = await orderPlace(db, { payment_methods: ['online', 'on_receipt', 'invoice', 'credit'], now });
  const input = orderInput(
    [
      [mixture, 3],
      [paint, 2],
    ],
    { payment: { method: 'online' }, coupon: 'СЕМЬ', ...more },
  );
  return submitOrder(db, place, input);
}

const redirect = { type: 'redirect', return_url: 'http://idd.localhost:3000/order/x/payment/?return=1' } as const;

function start(order_id: string, method: 'card' | 'sbp' | 'credit' = 'card', now?: Date) {
  return startPayment(db, provider, { order_id, method, confirmation: redirect, started_by: 'покупатель' }, now);
}

const jobs = () => runJobs(db, url, environment);

async function rows(order_id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select state, amount, provider_id, refunded, cancellation_reason from payments where order_id = ${order_id} order by created_at`.execute(
    db,
  );
  return rows;
}

function notify(event: { event: string; object: unknown }, remoteAddress = '198.51.100.7') {
  return app.inject({
    method: 'POST',
    url: '/api/payments/yookassa/',
    remoteAddress,
    headers: { host: 'whatever.example' },
    payload: { type: 'notification', ...event },
  });
}

async function eventsOf(provider_id: string) {
  return (await yookassa.events()).filter(
    ({ object }) => object.id === provider_id || object.payment_id === provider_id,
  );
}

async function emailMessages(number: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where subject like ${`%${number}%`} and to_address = 'anna@pochta.example' order by id`.execute(
    db,
  );
  return rows.map(({ subject }) => subject);
}

describe('paying', () => {
  test('[S7-32] an order paid online: attempt, receipt to the kopeck, money, order, stock and emails', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    expect(payment).toMatchObject({ state: 'pending', amount: order.total, provider: 'yookassa' });
    expect(payment.confirmation_url).toMatch(/^https:\/\/yoomoney\.example\/pay\//);
    expect((await getOrder(db, order.id))?.payment_state).toBe('pending');

    const sent = (await yookassa.log()).findLast(({ path }) => path === '/payments')!;
    expect(sent.key).toBe(payment.idempotence_key);
    expect(sent.body.amount).toEqual({ value: (order.total / 100).toFixed(2), currency: 'RUB' });
    expect(sent.body.metadata).toMatchObject({ order_id: order.id, payment_id: payment.id });
    expect(sent.body.receipt.customer).toEqual({ email: 'anna@pochta.example', phone: '79210001234' });
    const items: { amount: { value: string }; quantity: string; vat_code: number; payment_mode: string }[] =
      sent.body.receipt.items;
    const sum = items.reduce(
      (sum, item) => sum + Math.round(Number(item.amount.value) * 100) * Number(item.quantity),
      0,
    );
    expect(sum).toBe(order.total);
    expect(new Set(items.map((item) => item.vat_code))).toEqual(new Set([11, 3]));
    expect(items.every((item) => item.payment_mode === 'full_prepayment')).toBe(true);

    await yookassa.pay(payment.provider_id!);
    const [reported] = await eventsOf(payment.provider_id!);
    expect((await notify(reported!)).statusCode).toBe(200);
    await jobs();
    const view = (await getOrder(db, order.id))!;
    expect(view).toMatchObject({ state: 'new', payment_state: 'paid', reserved_until: null });
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 3 });
    const summary = (await paymentOf(db, order.id))!;
    expect(summary).toMatchObject({ situation: 'paid', sum_due: 0, paid: order.total, refunded: 0 });
    expect(summary.receipts).toMatchObject([{ kind: 'prepayment', state: 'succeeded', sum: order.total }]);
    expect(summary.receipts[0]!.fiscal).toHaveProperty('fiscal_document_number');
    expect(await emailMessages(order.number)).toEqual([
      `Заказ ${order.number} принят`,
      `Заказ ${order.number} оплачен`,
    ]);
  });

  test('[S2-19] two tabs that pay at once have one attempt and one payment at the provider', async () => {
    const order = await placeOnline();
    const attempts = await Promise.all([start(order.id), start(order.id), start(order.id)]);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    expect(await rows(order.id)).toHaveLength(1);
    const made = (await yookassa.objects()).filter(({ metadata }) => metadata?.order_id === order.id);
    expect(made).toHaveLength(1);
  });

  test('[S2-19] paid twice by two methods: the order is paid once, the second money goes back by itself with an email', async () => {
    const order = await placeOnline();
    const card = await start(order.id, 'card');
    const sbp = await start(order.id, 'sbp');
    expect(sbp.id).not.toBe(card.id);
    await yookassa.pay(sbp.provider_id!);
    await yookassa.pay(card.provider_id!);
    for (const payment of [sbp, card]) for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
    const states = await rows(order.id);
    expect(states.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    expect(states.map(({ refunded }) => refunded).sort()).toEqual([0, order.total]);
    const { refunds } = (await paymentOf(db, order.id))!;
    expect(refunds).toMatchObject([{ reason: 'duplicate', state: 'succeeded', amount: order.total }]);
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 3 });
    expect(await emailMessages(order.number)).toContain(
      `Возврат по заказу ${order.number}: ${formatPrice(order.total)}`,
    );
    await expect(start(order.id)).rejects.toMatchObject({ code: 'nothing_due' });
  });

  test('[S7-33] the webhook before the buyer returns, five times and together: one payment, one set of emails', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.pay(payment.provider_id!);
    const [reported] = await eventsOf(payment.provider_id!);
    const answers = await Promise.all(Array.from({ length: 5 }, () => notify(reported!)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    await jobs();
    await jobs();
    expect(await rows(order.id)).toMatchObject([{ state: 'succeeded', refunded: 0 }]);
    expect(await emailMessages(order.number)).toHaveLength(2);
    const moves = (await getOrder(db, order.id))!.moves.filter((move) => move.payment_state !== null);
    expect(moves.map((move) => move.payment_state)).toEqual(['unpaid', 'pending', 'paid']);
  });

  test('[S7-33] events out of order: an old "canceled" and "waiting" after success change nothing', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.pay(payment.provider_id!);
    const [reported] = await eventsOf(payment.provider_id!);
    await notify(reported!);
    await jobs();
    for (const [event, status] of [
      ['payment.canceled', 'canceled'],
      ['payment.waiting_for_capture', 'waiting_for_capture'],
    ] as const) {
      await notify({ event, object: { ...reported!.object, status } });
    }
    await jobs();
    expect(await rows(order.id)).toMatchObject([{ state: 'succeeded' }]);
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
  });

  test('[S7-33] a payment held by the bank is taken by the shop', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.patch(payment.provider_id!, { capture: false });
    await yookassa.pay(payment.provider_id!);
    const [reported] = await eventsOf(payment.provider_id!);
    expect(reported!.event).toBe('payment.waiting_for_capture');
    await notify(reported!);
    await jobs();
    expect(await rows(order.id)).toMatchObject([{ state: 'succeeded' }]);
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
  });

  test('[S2-19] a refused card leaves the order unpaid with the reason in Russian, and another attempt is open to it', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.cancel(payment.provider_id!, 'insufficient_funds');
    for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    const view = (await getOrder(db, order.id))!;
    expect(view.payment_state).toBe('unpaid');
    expect(view.moves.at(-1)?.why).toBe('платёж не прошёл: на карте или счёте не хватило денег');
    const second = await start(order.id);
    expect(second.id).not.toBe(payment.id);
    expect(second.state).toBe('pending');
  });
});

describe('a silent provider', () => {
  test.each([['fail'], ['garble'], ['lose']] as const)(
    '[S2-19] no answer to the creation (%s): the same key is repeated, one payment is made',
    async (mood) => {
      const order = await placeOnline();
      await yookassa.moods(mood);
      const payment = await start(order.id);
      expect(payment).toMatchObject({ state: 'new', provider_id: null });
      await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(
        db,
      );
      await jobs();
      const sent = (await yookassa.log()).filter(({ body }) => body?.metadata?.payment_id === payment.id);
      expect(sent.length).toBe(2);
      expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([payment.idempotence_key]));
      expect(sent[0]!.body).toEqual(sent[1]!.body);
      const made = (await yookassa.objects()).filter(({ metadata }) => metadata?.payment_id === payment.id);
      expect(made).toHaveLength(1);
      expect(await rows(order.id)).toMatchObject([{ state: 'pending', provider_id: made[0].id }]);
    },
  );

  test('[S2-19] no notification ever comes: polling finds the money', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.pay(payment.provider_id!);
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(
      db,
    );
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
  });

  test('[S2-19] a notification that meets a silent provider is not lost', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.pay(payment.provider_id!);
    const [reported] = await eventsOf(payment.provider_id!);
    await notify(reported!);
    await yookassa.moods('fail');
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('pending');
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(
      db,
    );
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
  });

  test('[S2-19] an attempt the provider never answered for is dropped before it forgets the key', async () => {
    const order = await placeOnline({ payment: { method: 'online' } });
    await sql`update reservations set expires_at = null`.execute(db);
    await yookassa.moods('fail');
    const payment = await start(order.id);
    await sql`update payments set created_at = created_at - interval '24 hours' where id = ${payment.id}`.execute(db);
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(
      db,
    );
    await jobs();
    expect(await rows(order.id)).toMatchObject([{ state: 'canceled', cancellation_reason: 'provider_silent' }]);
    expect((await getOrder(db, order.id))?.payment_state).toBe('unpaid');
  });
});

describe('forged notifications', () => {
  test('[S7-33] behind a proxy an address that a stranger wrote into X-Forwarded-For is not believed', async () => {
    const behind = await testApp(db, { ...environment, TRUST_PROXY: 'true' });
    const tell = (forwarded: string) =>
      behind.inject({
        method: 'POST',
        url: '/api/payments/yookassa/',
        headers: { host: 'whatever.example', 'x-forwarded-for': forwarded },
        payload: { type: 'notification', event: 'payment.succeeded', object: { id: 'nobody' } },
      });
    expect((await tell('198.51.100.7, 203.0.113.5')).statusCode).toBe(403);
    expect((await tell('203.0.113.5, 198.51.100.7')).statusCode).toBe(200);
    await jobs();
  });

  test('[S7-33] from a foreign address: 403, nothing is kept and nothing asked', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    const before = (await yookassa.log()).length;
    const forged = { event: 'payment.succeeded', object: { id: payment.provider_id, status: 'succeeded', paid: true } };
    const answer = await notify(forged, '203.0.113.9');
    expect(answer.statusCode).toBe(403);
    expect(answer.json().error.code).toBe('forbidden');
    await jobs();
    expect((await yookassa.log()).length).toBe(before);
    expect(await rows(order.id)).toMatchObject([{ state: 'pending' }]);
  });

  test('[S7-33] a body that lies about the state: the provider is asked, and the order stays unpaid', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await notify({ event: 'payment.succeeded', object: { id: payment.provider_id, status: 'succeeded', paid: true } });
    await jobs();
    expect(await rows(order.id)).toMatchObject([{ state: 'pending' }]);
  });

  test.each([
    ['sum', { amount: { value: '1.00', currency: 'RUB' } }],
    ['currency', { amount: { value: '', currency: 'USD' } }],
    ['order', { metadata: { order_id: randomUUID(), payment_id: 'own' } }],
  ])('[S7-33] a payment with another %s pays nothing, and staff reads why', async (what, patch) => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.pay(payment.provider_id!);
    const body = structuredClone(patch) as Record<string, Record<string, string>>;
    if (what === 'currency') body.amount!.value = (order.total / 100).toFixed(2);
    if (what === 'order') body.metadata!.payment_id = payment.id;
    await yookassa.patch(payment.provider_id!, body);
    for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    expect(await rows(order.id)).toMatchObject([{ state: 'pending' }]);
    expect((await getOrder(db, order.id))?.payment_state).toBe('pending');
    const { rows: events } = await sql<{ problem: string }>`
      select problem from payment_events where object_id = ${payment.provider_id}`.execute(db);
    expect(events[0]?.problem).toBe('сумма, валюта или заказ не те, что у попытки оплаты');
  });
});

describe('refunds', () => {
  async function paidOrder(more: Record<string, unknown> = {}) {
    const order = await placeOnline(more);
    const payment = await start(order.id);
    await yookassa.pay(payment.provider_id!);
    for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    return { order, payment };
  }
  const by = { reason: 'returned', who: 'сотрудник' } as const;

  test('[S7-36] cancelling a paid order gives stock and money back, with a return receipt and emails', async () => {
    const { order } = await paidOrder();
    await db.transaction().execute((db) => cancelByBuyer(db, order.id, { who: 'покупатель' }));
    await jobs();
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'cancelled', payment_state: 'refunded' });
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 0 });
    const summary = (await paymentOf(db, order.id))!;
    expect(summary).toMatchObject({ situation: 'refunded', refunded: order.total });
    expect(summary.receipts).toMatchObject([
      { kind: 'prepayment', sum: order.total },
      { kind: 'return', sum: order.total, state: 'succeeded' },
    ]);
    expect((await emailMessages(order.number)).filter((subject) => subject.startsWith('Возврат'))).toHaveLength(1);
  });

  test('[S7-36] line by line: receipts agree to the kopeck and all pieces together are exactly what was paid', async () => {
    const { order, payment } = await paidOrder();
    const give = (lines: { position: number; count: number }[]) =>
      db.transaction().execute((db) => refundLines(db, payment.id, lines, by));
    await give([{ position: 1, count: 1 }]);
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('partly_refunded');
    await give([{ position: 1, count: 1 }]);
    await expect(give([{ position: 1, count: 2 }])).rejects.toMatchObject({ code: 'refund_impossible' });
    await expect(give([{ position: 9, count: 1 }])).rejects.toMatchObject({ code: 'refund_impossible' });
    const rest = await db.transaction().execute((db) => refundRest(db, payment.id, by));
    expect(rest).not.toBeNull();
    await jobs();
    const { refunds, receipts } = (await paymentOf(db, order.id))!;
    expect(refunds.reduce((sum, refund) => sum + refund.amount, 0)).toBe(order.total);
    for (const receipt of receipts) expect(itemsSum(receipt.items)).toBe(receipt.sum);
    expect((await getOrder(db, order.id))?.payment_state).toBe('refunded');
    expect(await db.transaction().execute((db) => refundRest(db, payment.id, by))).toBeNull();
  });

  test('[S7-36] the provider silent at the refund: the same key, one refund there', async () => {
    const { order, payment } = await paidOrder();
    await yookassa.moods('lose');
    const { id } = (await db.transaction().execute((db) => refundRest(db, payment.id, by)))!;
    await jobs();
    expect((await paymentOf(db, order.id))!.refunds).toMatchObject([{ state: 'new' }]);
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(
      db,
    );
    await jobs();
    const sent = (await yookassa.log()).filter(
      ({ path, body }) => path === '/refunds' && body?.description.includes(id),
    );
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(
      (await yookassa.objects()).filter(
        ({ kind, payment_id }) => kind === 'refund' && payment_id === payment.provider_id,
      ),
    ).toHaveLength(1);
    expect((await getOrder(db, order.id))?.payment_state).toBe('refunded');
  });

  test('a refund tried once raises the alarm of waiting jobs when the keys of the provider are missing from then on', async () => {
    const alarm = async () =>
      /shop_alarms\{what="waiting_jobs"\} (\d+)/.exec((await app.inject({ url: '/metrics' })).body)?.[1];
    const jobsOf = async (task: string) =>
      (await sql`select attempts from graphile_worker.jobs where task_identifier = ${task}`.execute(db)).rows;
    const refund = () => jobsOf('send_refund');
    const { order, payment } = await paidOrder();
    await yookassa.moods('lose');
    await db.transaction().execute((db) => refundRest(db, payment.id, by));
    await jobs();
    expect(await refund()).toEqual([{ attempts: 1 }]);
    await sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() - interval '16 minutes') from graphile_worker.jobs
      where task_identifier = 'send_refund'`.execute(db);
    const blind = await startWorkerProcess(url);
    await enqueue(db, 'clean_up');
    await waitFor(async () => (await jobsOf('clean_up')).length === 0);
    expect(await blind.stop()).toBe(0);
    expect([await refund(), await alarm()]).toEqual([[{ attempts: 1 }], '1']);
    await jobs();
    expect([await refund(), await alarm()]).toEqual([[], '0']);
    expect((await getOrder(db, order.id))?.payment_state).toBe('refunded');
  });

  test('[S7-36] a refund the provider refuses leaves the order paid, tells the branch, and can be tried again', async () => {
    const { order, payment } = await paidOrder();
    await db.updateTable('departments').set({ email: 'filial@idd.example' }).where('id_1c', '=', '00131').execute();
    await yookassa.patch(payment.provider_id!, { status: 'canceled' });
    await db.transaction().execute((db) => refundRest(db, payment.id, by));
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
    expect((await paymentOf(db, order.id))!.refunds).toMatchObject([{ state: 'canceled' }]);
    const reported = await db
      .selectFrom('mails')
      .select('subject')
      .where('to_address', '=', 'filial@idd.example')
      .execute();
    expect(reported.map(({ subject }) => subject)).toContain(`Возврат по заказу ${order.number} не прошёл`);
    await yookassa.patch(payment.provider_id!, { status: 'succeeded' });
    await db.transaction().execute((db) => refundRest(db, payment.id, by));
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('refunded');
    await db.updateTable('departments').set({ email: null }).where('id_1c', '=', '00131').execute();
  });

  test('[S7-36] a part was handed out, then the order is cancelled: only the rest goes back, the part has its receipt', async () => {
    const { order, payment } = await paidOrder();
    for (const state of ['assembling', 'ready'] as const) {
      await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник' }));
    }
    const [first] = await waitingLines(db, order.id);
    const given = [{ order_line_id: first!.order_line_id, count: 2 }];
    await db.transaction().execute((db) => handOverLines(db, order.id, given, { who: 'сотрудник' }));
    await db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'сотрудник' }));
    await jobs();
    await jobs();
    const { refunds, receipts, payment_state } = (await paymentOf(db, order.id))!;
    expect(payment_state).toBe('partly_refunded');
    expect(refunds).toMatchObject([
      {
        reason: 'cancelled',
        state: 'succeeded',
        lines: [
          { position: 1, count: 1 },
          { position: 2, count: 2 },
        ],
      },
    ]);
    const full = receipts.find(({ kind }) => kind === 'full')!;
    expect(full.sum).toBe(payment.amount - refunds[0]!.amount);
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 98, reserved: 0 });
  });

  test('[S7-36] hand-over offsets the prepayment by a second receipt, once; a later return is of a full payment', async () => {
    const { order, payment } = await paidOrder();
    for (const state of ['assembling', 'ready', 'completed'] as const) {
      await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник' }));
    }
    await jobs();
    await jobs();
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 97, reserved: 0 });
    const sent = (await yookassa.log()).filter(
      ({ path, body }) => path === '/receipts' && body?.payment_id === payment.provider_id,
    );
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body.settlements).toEqual([
      { type: 'prepayment', amount: { value: (order.total / 100).toFixed(2), currency: 'RUB' } },
    ]);
    expect(sent[0]!.body.items[0].payment_mode).toBe('full_payment');
    await db.transaction().execute((db) => refundLines(db, payment.id, [{ position: 2, count: 1 }], by));
    await jobs();
    const { receipts } = (await paymentOf(db, order.id))!;
    expect(receipts.map(({ kind, state }) => [kind, state])).toEqual([
      ['prepayment', 'succeeded'],
      ['full', 'succeeded'],
      ['return', 'succeeded'],
    ]);
    expect(receipts[2]!.items[0]!.mode).toBe('full_payment');
  });

  test('[S7-36] the database itself refuses to give back more than was paid and to open a second attempt', async () => {
    const { order, payment } = await paidOrder();
    const insert = sql`
      insert into refunds (payment_id, amount, lines, reason, who, created_at, changed_at)
      values (${payment.id}, ${order.total + 1}, '[]', 'returned', 'x', now(), now())`;
    await expect(insert.execute(db)).rejects.toThrow(/payments_refunded_within_amount/);
    const other = await placeOnline();
    const open = sql`
      insert into payments (order_id, amount, method, provider, request, created_at, changed_at)
      select ${other.id}, 1, 'card', 'yookassa', '{}', now(), now() from generate_series(1, 2)`;
    await expect(open.execute(db)).rejects.toThrow(/payments_open_key/);
    const receipt = sql`
      insert into receipts (payment_id, kind, items, sum, created_at, changed_at)
      values (${payment.id}, 'full', '[{"count": 2, "price": 100}]', 201, now(), now())`;
    await expect(receipt.execute(db)).rejects.toThrow(/check constraint/);
  });
});

describe('expiry', () => {
  test('[S7-36] an online order unpaid for 30 minutes gives stock and coupon back', async () => {
    const now = new Date();
    const tenMinutesPass = () => sql`delete from limits where scope = 'order email'`.execute(db);
    await jobs();
    await tenMinutesPass();
    const order = await placeOnline({ coupon: 'РАЗ' }, now);
    await start(order.id);
    await jobs();
    await tenMinutesPass();
    expect(await expireReservations(db, new Date(now.getTime() + 29 * minute))).toBe(0);
    expect(await expireReservations(db, new Date(now.getTime() + 30 * minute))).toBe(1);
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'cancelled' });
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 0 });
    const used = await db
      .selectFrom('coupons')
      .select('used_count')
      .where('code', '=', 'РАЗ')
      .executeTakeFirstOrThrow();
    expect(used.used_count).toBe(0);
    expect((await paymentOf(db, order.id))?.situation).toBe('expired');
    await expect(start(order.id)).rejects.toMatchObject({ code: 'nothing_due' });
    expect(await emailMessages(order.number)).toEqual([`Заказ ${order.number} принят`]);
    await jobs();
    expect(await emailMessages(order.number)).toContain(`Заказ ${order.number} отменён`);
  });

  test('[S7-36] the term is a setting', async () => {
    await sql`insert into settings (key, value) values ('reservation_terms', '{"online_minutes": 5}')`.execute(db);
    const now = new Date();
    await placeOnline({}, now);
    expect(await expireReservations(db, new Date(now.getTime() + 5 * minute))).toBe(1);
    await sql`delete from settings where key = 'reservation_terms'`.execute(db);
  });

  test('[S7-36] money after the expiry reserves again when the goods are there', async () => {
    const now = new Date();
    const order = await placeOnline({}, now);
    const payment = await start(order.id);
    await expireReservations(db, new Date(now.getTime() + 31 * minute));
    await jobs();
    await yookassa.pay(payment.provider_id!);
    for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'new', payment_state: 'paid', reserved_until: null });
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 3 });
    expect((await paymentOf(db, order.id))!.refunds).toEqual([]);
    await expireReservations(db, new Date(now.getTime() + 1_000 * minute));
    expect((await getOrder(db, order.id))?.state).toBe('new');
  });

  test('[S7-36] money after the expiry goes back when somebody else took the goods', async () => {
    const now = new Date();
    const order = await placeOnline({}, now);
    const payment = await start(order.id);
    await expireReservations(db, new Date(now.getTime() + 31 * minute));
    await db.updateTable('stock').set({ on_hand: 1 }).where('product_id', '=', paint.id).execute();
    await yookassa.pay(payment.provider_id!);
    for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'cancelled', payment_state: 'refunded' });
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 0 });
    expect((await paymentOf(db, order.id))!.refunds).toMatchObject([
      { reason: 'late', state: 'succeeded', amount: order.total },
    ]);
    expect((await emailMessages(order.number)).filter((subject) => subject.startsWith('Возврат'))).toHaveLength(1);
  });

  test('[S7-36] money for an order its buyer cancelled goes back, the goods stay on the shelf', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await db.transaction().execute((db) => cancelByBuyer(db, order.id, { who: 'покупатель' }));
    await yookassa.pay(payment.provider_id!);
    for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'cancelled', payment_state: 'refunded' });
    expect((await paymentOf(db, order.id))!.refunds).toMatchObject([{ reason: 'cancelled', state: 'succeeded' }]);
    expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 0 });
  });

  test('[S2-19] another way is chosen: the former attempt is left, its late money goes back', async () => {
    const order = await placeOnline();
    const first = await start(order.id);
    expect(await db.transaction().execute((db) => leavePayment(db, order.id))).toBe(true);
    expect((await getOrder(db, order.id))?.payment_state).toBe('unpaid');
    await yookassa.pay(first.provider_id!);
    for (const event of await eventsOf(first.provider_id!)) await notify(event);
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
  });

  test('[S7-36] an attempt left behind that is paid after the sum has changed pays nothing: all of it goes back', async () => {
    const order = await placeOnline();
    const first = await start(order.id);
    await db.transaction().execute((db) => leavePayment(db, order.id));
    const [delivery] = (
      await sql<{ id: number }>`
      with zone as (
        insert into delivery_zones (department_id_1c, name, places, days_min, days_max)
        values ('00131', 'Вологда', array['вологда'], 1, 2) returning id
      )
      insert into delivery_zone_rates (zone_id, up_to_grams, price_kopecks, vehicle)
      select id, 300000, 70000, 'фургон' from zone returning zone_id as id`.execute(db)
    ).rows;
    expect(delivery).toBeDefined();
    const address = 'Вологда, улица Мира, 1, квартира 5';
    const toAddress = ReceivingInput.parse({ type: 'delivery', address, recipient: { kind: 'self' } });
    await db
      .transaction()
      .execute((db) => changeReceiving(db, { id: order.id, reader_role: null }, toAddress, { account: null }));
    const changed = (await getOrder(db, order.id))!;
    expect(changed.total).not.toBe(first.amount);

    await yookassa.pay(first.provider_id!);
    for (const event of await eventsOf(first.provider_id!)) await notify(event);
    await jobs();
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'new', payment_state: 'unpaid' });
    expect(await paymentOf(db, order.id)).toMatchObject({
      situation: 'due',
      sum_due: changed.total,
      refunds: [{ amount: first.amount, state: 'succeeded', lines: [] }],
      receipts: [
        { kind: 'prepayment', sum: first.amount },
        { kind: 'return', sum: first.amount },
      ],
    });

    const second = await start(order.id);
    await yookassa.pay(second.provider_id!);
    for (const event of await eventsOf(second.provider_id!)) await notify(event);
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
    expect(await paymentOf(db, order.id)).toMatchObject({ situation: 'paid', refunded: first.amount });
  });

  test('[S7-36] a line named twice in one refund is not given back beyond what was bought', async () => {
    const order = await placeOnline();
    const payment = await start(order.id);
    await yookassa.pay(payment.provider_id!);
    for (const event of await eventsOf(payment.provider_id!)) await notify(event);
    await jobs();
    const back = (lines: { position: number; count: number }[]) =>
      db.transaction().execute((db) => refundLines(db, payment.id, lines, { reason: 'returned', who: 'сотрудник' }));
    await expect(
      back([
        { position: 2, count: 2 },
        { position: 2, count: 1 },
      ]),
    ).rejects.toMatchObject({ code: 'refund_impossible' });
    const twice = await back([
      { position: 1, count: 1 },
      { position: 1, count: 2 },
    ]);
    expect(twice.amount).toBe((await getOrder(db, order.id))!.lines[0]!.sum);
  });
});

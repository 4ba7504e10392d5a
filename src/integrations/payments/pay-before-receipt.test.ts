import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPartners } from '#integrations/partners.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { handOver } from '#modules/handover/hand-over.ts';
import { passToken, readPass } from '#modules/handover/pass.ts';
import { changeReceiving } from '#modules/orders/change-receiving.ts';
import { dueAtDesk, waitingLines } from '#modules/orders/hand-over.ts';
import { cancelByBuyer, moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { ReceivingInput } from '#modules/orders/schema.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { leavePayment } from '#modules/payments/open-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { makeCoupon, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { testYookassa } from '#test/support/yookassa.ts';
import { applySeen, checkPayment } from './check-payment.ts';
import { startPayment } from './start-payment.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const mixture = await makeProduct(db, { name: 'Сухая смесь', price: 33_333, on_hand: 1_000 });
const paint = await makeProduct(db, { name: 'Краска', price: 50_000, on_hand: 1_000, vat_rate: 10 });
await makeCoupon(db, 'СЕМЬ', { percent: 7 });
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2, position: 1 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values({ zone_id: zone.id, up_to_grams: 1_000_000, price_kopecks: 70_000, vehicle: 'фургон до 0,8 т' })
  .execute();
const yookassa = await testYookassa();
const provider = openPartners(db, testConfig(yookassa.environment)).payments!;
const keys = await secretKeys(db, undefined);
const staff = requireStaff(
  { account: await readSignedIn(db, (await makeStaff(db, ['pickup'])).session_id, new Date()) },
  'pickup',
);

beforeEach(() => sql`delete from limits where scope = 'order email'`.execute(db));

/** Three mixtures and two paints with 7 % off, to be paid on receipt; `states`: where it has got to. */
async function placeOnReceipt(states: ('assembling' | 'ready')[] = [], more: Record<string, unknown> = {}) {
  const input = orderInput(
    [
      [mixture, 3],
      [paint, 2],
    ],
    { coupon: 'СЕМЬ', ...more },
  );
  const order = await submitOrder(db, await orderPlace(db), input);
  for (const state of states) await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  return order;
}

const confirmation = { type: 'redirect', return_url: 'http://idd.localhost:3000/order/x/payment/?return=1' } as const;
const start = (order_id: string, method: 'card' | 'sbp' = 'card') =>
  startPayment(db, provider, { order_id, method, confirmation, started_by: 'покупатель' });
const jobs = () => runJobs(db, url, yookassa.environment);

/** The buyer pays at the bank, and the shop hears of it. */
async function pay(payment: { id: string; provider_id: string | null }) {
  await yookassa.pay(payment.provider_id!);
  await applySeen(db, provider, await provider.lookUp('payment', payment.provider_id!, payment.id));
}

/** The desk gives these counts out; it was told to take `seen_due`, null: nobody asked. */
async function give(order_id: string, seen_due: number | null, counts: number[] = [3, 2]) {
  const order = (await getOrder(db, order_id))!;
  const pass = (await readPass(db, keys, passToken(keys, order)))!;
  const lines = (await waitingLines(db, order_id)).map(({ order_line_id, waiting }, index) => {
    const given = counts[index] ?? 0;
    const problem = given === waiting ? null : ('shortage' as const);
    return { order_line_id, given, problem, note: '', photo: null };
  });
  return db.transaction().execute((db) => handOver(db, staff, { pass, proof: 'pass', lines, note: '', seen_due }));
}

describe('an order to be paid on receipt', () => {
  test('[S7-33] may be paid online: one attempt however often it is begun, receipts to the kopeck, no money at the desk', async () => {
    const order = await placeOnReceipt(['assembling', 'ready']);
    expect(await paymentOf(db, order.id)).toMatchObject({ situation: 'on_receipt', sum_due: order.total });
    const [payment, again] = await Promise.all([start(order.id), start(order.id)]);
    expect(again.id).toBe(payment.id);
    expect(payment).toMatchObject({ state: 'pending', amount: order.total });
    expect(await paymentOf(db, order.id)).toMatchObject({ situation: 'waiting', payment_state: 'pending' });
    await pay(payment);
    await pay(payment);
    expect(await getOrder(db, order.id)).toMatchObject({
      state: 'ready',
      payment_method: 'online',
      payment_state: 'paid',
      reserved_until: null,
    });
    expect(dueAtDesk((await getOrder(db, order.id))!)).toBe(0);
    await expect(start(order.id)).rejects.toMatchObject({ code: 'nothing_due' });
    await give(order.id, 0);
    await jobs();
    await jobs();
    const { receipts, paid, refunded } = (await paymentOf(db, order.id))!;
    expect([paid, refunded]).toEqual([order.total, 0]);
    expect(receipts.map(({ kind, state, sum }) => [kind, state, sum])).toEqual([
      ['prepayment', 'succeeded', order.total],
      ['full', 'succeeded', order.total],
    ]);
  });

  test('[S7-36] whoever pays online has confirmed the order, and it waits without a term', async () => {
    const order = await placeOnReceipt();
    await sql`update orders set unconfirmed_since = now() where id = ${order.id}`.execute(db);
    await pay(await start(order.id));
    expect(await getOrder(db, order.id)).toMatchObject({ is_unconfirmed: false, reserved_until: null });
  });

  test('[S7-33] left for the desk again it is paid there; the present sum is paid when it has changed meanwhile', async () => {
    const order = await placeOnReceipt();
    const first = await start(order.id);
    await db.transaction().execute((db) => leavePayment(db, order.id));
    expect(await paymentOf(db, order.id)).toMatchObject({ situation: 'on_receipt', payment_state: 'unpaid' });
    const view = (await getOrder(db, order.id))!;
    const input = ReceivingInput.parse({ type: 'delivery', address: 'Вологда, Мира, 10' });
    await db.transaction().execute((db) => changeReceiving(db, view, input, { account: null }));
    const { total } = (await getOrder(db, order.id))!;
    expect(total).toBeGreaterThan(order.total);
    const second = await start(order.id);
    expect(second.amount).toBe(total);
    await pay(second);
    // The attempt by the former sum is paid in a tab that was left open.
    await pay(first);
    await jobs();
    const payment = (await paymentOf(db, order.id))!;
    expect(payment).toMatchObject({ payment_state: 'paid', refunded: order.total });
    expect(payment.paid - payment.refunded).toBe(total);
  });

  test('[S7-33] handed over, given out in part or cancelled it is not paid online any more', async () => {
    const [over, part, cancelled] = [
      await placeOnReceipt(['assembling', 'ready']),
      await placeOnReceipt(['assembling', 'ready']),
      await placeOnReceipt(),
    ];
    await give(over.id, over.total);
    await give(part.id, null, [2, 0]);
    await db.transaction().execute((db) => cancelByBuyer(db, cancelled.id, { who: 'покупатель' }));
    for (const { id } of [over, part, cancelled])
      await expect(start(id)).rejects.toMatchObject({ code: 'nothing_due' });
    expect((await paymentOf(db, over.id))!.situation).toBe('paid');
    expect(await paymentOf(db, part.id)).toMatchObject({ situation: 'elsewhere', sum_due: 0 });
  });
});

describe('money that comes while the goods are handed over', () => {
  test('[S7-36] the desk that was told to take money is stopped when it came online meanwhile, and the other way round', async () => {
    const order = await placeOnReceipt(['assembling', 'ready']);
    await pay(await start(order.id));
    await expect(give(order.id, order.total)).rejects.toMatchObject({
      code: 'due_changed',
      message: expect.stringContaining('денег не берите'),
    });
    expect((await getOrder(db, order.id))!.state).toBe('ready');
    const other = await placeOnReceipt(['assembling', 'ready']);
    await expect(give(other.id, 0)).rejects.toMatchObject({ code: 'due_changed' });
  });

  test('[S7-36] given out and paid at the desk while an attempt is open: its money goes back whole', async () => {
    const order = await placeOnReceipt(['assembling', 'ready']);
    const payment = await start(order.id);
    await give(order.id, order.total);
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'completed', payment_state: 'paid' });
    await pay(payment);
    await jobs();
    const { refunds, receipts } = (await paymentOf(db, order.id))!;
    expect(refunds).toMatchObject([{ reason: 'duplicate', amount: order.total, state: 'succeeded' }]);
    expect(receipts.map(({ kind, sum }) => [kind, sum])).toEqual([
      ['prepayment', order.total],
      ['return', order.total],
    ]);
    expect(await getOrder(db, order.id)).toMatchObject({ payment_method: 'on_receipt', payment_state: 'paid' });
  });

  test('[S7-36] given out in part while an attempt is open: the rest stays with the desk, the money goes back whole', async () => {
    const order = await placeOnReceipt(['assembling', 'ready']);
    const payment = await start(order.id);
    await give(order.id, null, [1, 2]);
    expect(await getOrder(db, order.id)).toMatchObject({ state: 'ready', payment_state: 'unpaid' });
    await pay(payment);
    await jobs();
    expect((await paymentOf(db, order.id))!.refunds).toMatchObject([{ reason: 'duplicate', amount: order.total }]);
    expect(await getOrder(db, order.id)).toMatchObject({ payment_method: 'on_receipt', payment_state: 'unpaid' });
    const { rows } = await sql<{ text: string }>`
      select text from mails where subject like ${`Возврат по заказу ${order.number}%`}`.execute(db);
    expect(rows[0]!.text).toContain('уже выдана, и его оплачивают на месте');
  });

  test('[S7-36] at the very same moment: the shop has the money exactly once, whoever is first', async () => {
    for (let run = 0; run < 8; run++) {
      const order = await placeOnReceipt(['assembling', 'ready']);
      const payment = await start(order.id);
      await yookassa.pay(payment.provider_id!);
      const hand = () => give(order.id, order.total);
      const settle = () => checkPayment(db, provider, payment.id);
      const both = run % 2 === 0 ? [hand, settle] : [settle, hand];
      await Promise.allSettled(both.map((one) => one()));
      const view = (await getOrder(db, order.id))!;
      const { refunds } = (await paymentOf(db, order.id))!;
      const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
      const cash = view.payment_method === 'on_receipt' ? order.total : 0;
      expect(view.payment_state).toBe('paid');
      expect(cash + order.total - back).toBe(order.total);
      // Whoever hands out has either taken the money or was told not to.
      expect(view.state).toBe(cash > 0 ? 'completed' : 'ready');
    }
    expect((await stockOf(db, mixture)).on_hand).toBeLessThan(1_000);
  });
});

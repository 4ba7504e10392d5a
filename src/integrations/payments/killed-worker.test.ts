import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openPartners } from '#integrations/partners.ts';
import { cancelByBuyer } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { waitFor } from '#test/support/processes.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { testYookassa } from '#test/support/yookassa.ts';
import { startPayment } from './start-payment.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const mixture = await makeProduct(db, { price: 33_333, on_hand: 100 });
const yookassa = await testYookassa();
const environment = { ...yookassa.environment, YOOKASSA_TIMEOUT_MS: '60000' };
const provider = openPartners(db, testConfig(yookassa.environment)).payments!;
const workers = new Set<ChildProcess>();
afterAll(() => {
  for (const worker of workers) worker.kill('SIGKILL');
});

/** A worker process of its own on this database. */
function startWorker(): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const worker = spawn(process.execPath, ['src/worker.ts'], {
    env: { PATH, HOME, DATABASE_URL: url, LOG_LEVEL: 'silent', MAIN_DOMAIN: 'shop.example', ...environment },
    stdio: 'ignore',
  });
  workers.add(worker);
  return worker;
}

async function kill(worker: ChildProcess) {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  workers.delete(worker);
}

const hurry = () =>
  sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where locked_at is null`.execute(
    db,
  );
const calls = async (path: string) =>
  (await yookassa.log()).filter((call) => call.method === 'POST' && call.path === path);

test('[S7-36] kill -9 of the worker amid creation and refund: repeated with the same key, money moves once', async () => {
  const place = await orderPlace(db, { payment_methods: ['online'] });
  const order = await submitOrder(db, place, orderInput([[mixture, 3]], { payment: { method: 'online' } }));
  // The methods are asked for once, before the provider falls silent.
  await provider.methods();
  await yookassa.moods('fail');
  const redirect = { type: 'redirect', return_url: 'http://shop.example/' } as const;
  await startPayment(db, provider, {
    order_id: order.id,
    method: 'card',
    confirmation: redirect,
    started_by: 'покупатель',
  });

  // The provider made the payment, and the worker dies before it hears so.
  await yookassa.moodOf('/payments', 'hang');
  await hurry();
  const first = startWorker();
  await waitFor(async () => (await calls('/payments')).length === 2);
  await kill(first);
  expect((await paymentOf(db, order.id))?.open).toMatchObject({ state: 'new', provider_id: null });

  const second = startWorker();
  const made = await waitFor(async () => (await paymentOf(db, order.id))?.open?.provider_id);
  const created = await calls('/payments');
  expect(new Set(created.map(({ key }) => key)).size).toBe(1);
  expect((await yookassa.objects()).filter(({ kind }) => kind === 'payment')).toHaveLength(1);

  await yookassa.pay(made);
  await waitFor(async () => {
    await hurry();
    return (await getOrder(db, order.id))?.payment_state === 'paid';
  });

  // The same with the refund of the cancelled order.
  await yookassa.moodOf('/refunds', 'hang');
  await db.transaction().execute((db) => cancelByBuyer(db, order.id, { who: 'покупатель' }));
  await waitFor(async () => (await calls('/refunds')).length === 1);
  await kill(second);
  await yookassa.moods();
  const third = startWorker();
  await waitFor(async () => {
    await hurry();
    return (await getOrder(db, order.id))?.payment_state === 'refunded';
  });
  const sent = await calls('/refunds');
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect((await yookassa.objects()).filter(({ kind }) => kind === 'refund')).toHaveLength(1);
  expect(await stockOf(db, mixture)).toEqual({ on_hand: 100, reserved: 0 });
  await kill(third);
});

import { expect, test } from 'vitest';
import { openPartners } from '#integrations/partners.ts';
import { startPayment } from '#integrations/payments/start-payment.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { commandRunner } from '#test/support/command.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { testYookassa } from '#test/support/yookassa.ts';
import { CommandFailure } from './command.ts';
import { commands } from './payments.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 50_000, on_hand: 100 });
const yookassa = await testYookassa();
const config = testConfig(yookassa.environment);
const provider = openPartners(db, config).payments!;
const jobs = () => runJobs(db, url, yookassa.environment);

const shop = commandRunner(commands, { db, url, config }, { limit: '50' });

async function place(method: string, count = 4) {
  const at = await orderPlace(db, { payment_methods: ['online', 'credit', 'invoice'] });
  const company = { name: 'ООО «Ремонт»', inn: '7707083893' };
  const more = { payment: { method }, ...(method === 'invoice' && { company }) };
  return submitOrder(db, at, orderInput([[mix, count]], more));
}

test('[S7-36] a paid order by command: list, check, refund by lines, the rest, and nothing more', async () => {
  const order = await place('online');
  const number = String(order.number);
  const confirmation = { type: 'redirect', return_url: 'http://idd.localhost/' } as const;
  const payment = await startPayment(db, provider, {
    order_id: order.id,
    method: 'card',
    confirmation,
    started_by: 'покупатель',
  });
  expect((await shop('payments list', [], { open: true })).text).toContain(`${number}  `);
  expect((await shop('payments show', [number])).text).toContain('ждёт оплаты');
  await yookassa.pay(payment.provider_id!);
  expect((await shop('payments check', [number])).text).toContain('оплачено 2\u00a0000\u00a0₽');
  expect((await shop('payments list', [], { open: true })).text).toBe('Оплат нет.');
  expect((await shop('payments refund', [number], { lines: '1:1', why: 'брак' })).text).toContain('500\u00a0₽');
  await jobs();
  expect(await shop('payments show', [number], { json: true })).toMatchObject({
    json: {
      payment_state: 'partly_refunded',
      refunded: 500,
      paid: 2000,
      refunds: [{ amount: 500, note: 'брак', state: 'succeeded' }],
    },
  });
  await expect(shop('payments refund', [number], { lines: '1:4' })).rejects.toThrow(CommandFailure);
  await expect(shop('payments refund', [number], { lines: 'всё' })).rejects.toThrow('пишется 1:2,3:1');
  expect((await shop('payments refund', [number])).text).toContain('1\u00a0500\u00a0₽');
  await jobs();
  expect((await getOrder(db, order.id))?.payment_state).toBe('refunded');
  await expect(shop('payments refund', [number])).rejects.toThrow('возвращать нечего');
  await expect(shop('payments show', ['9'])).rejects.toThrow('Заказ не найден');
});

test.each([['invoice'], ['credit']])(
  '[S7-32] staff marks money on the account: %s, and gives it back by transfer',
  async (method) => {
    const order = await place(method);
    const number = String(order.number);
    expect((await getOrder(db, order.id))?.reserved_until).not.toBeNull();
    const pay = (date: string, amount: string) =>
      shop('payments invoice-paid', [number], { document: 'п/п 125 от 21.11.2026', date, amount });
    const today = localTime(new Date(), 'Europe/Moscow').date;
    await expect(pay(addDays(today, 1), '2000')).rejects.toThrow('ещё не наступил');
    await expect(pay(addDays(today, -2), '2000')).rejects.toThrow('Заказа в этот день ещё не было');
    await expect(pay('вчера', '2000')).rejects.toThrow('Дата пишется как');
    await expect(pay(today, 'много')).rejects.toThrow('сумма пишется как');
    await expect(pay(today, '2500')).rejects.toThrow('счёта на такую сумму у заказа не было');
    expect((await pay(today, '2 000,00')).text).toContain('2\u00a0000\u00a0₽');
    const paid = (await getOrder(db, order.id))!;
    expect(paid).toMatchObject({ payment_state: 'paid', reserved_until: null });
    expect(paid.moves.at(-1)?.why).toBe('п/п 125 от 21.11.2026');
    await expect(shop('payments invoice-paid', [number])).rejects.toThrow(CommandFailure);
    // A job may ask about an older payment meanwhile; nothing is paid or given back through the provider.
    const posted = async () => (await yookassa.log()).filter(({ method }) => method === 'POST').length;
    const before = await posted();
    const { text } = await shop('payments refund', [number]);
    const id = /refund-done (\S+)/.exec(text)?.[1] ?? '';
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
    await shop('payments refund-done', [id]);
    await jobs();
    expect((await getOrder(db, order.id))?.payment_state).toBe('refunded');
    expect(await posted()).toBe(before);
  },
);

test('an order paid online is not marked by hand', async () => {
  const order = await place('online', 1);
  await expect(shop('payments invoice-paid', [String(order.number)])).rejects.toThrow(CommandFailure);
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { linkToken } from '#modules/orders/order-access.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderBody, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { testYookassa } from '#test/support/yookassa.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const mixture = await makeProduct(db, { price: 33_333, on_hand: 1_000 });
const yookassa = await testYookassa('bank_card,sbp,sber_loan');
const app = await testApp(db, yookassa.environment);
const host = 'idd.localhost';
const methods = ['online', 'on_receipt', 'invoice', 'credit'] as const;

async function place(method: string, user: { id: string } | null = null) {
  const buyer = user && { user_id: user.id, company: null, placed_by: null };
  const at = await orderPlace(db, { payment_methods: methods, buyer });
  return submitOrder(db, at, orderInput([[mixture, 2]], { payment: { method } }));
}

const guest = { host, cookie: `orders=${'A'.repeat(43)}` };
const payment = (id: string) => `/api/ecm/idd/orders/${id}/payment/`;

describe('GET|POST /api/ecm/{product}/orders/{id}/payment/', () => {
  test('[S7-33] a guest reads what is due, starts a payment, reads it again: roubles, one attempt', async () => {
    const order = await place('online');
    const due = await app.inject({ url: payment(order.id), headers: guest });
    expect(due.statusCode).toBe(200);
    expect(due.json()).toMatchObject({
      situation: 'due',
      payment_state: 'unpaid',
      sum_due: 666.66,
      methods: ['card', 'sbp'],
      confirmation: null,
      attempts: [],
    });
    const start = () =>
      app.inject({ method: 'POST', url: payment(order.id), headers: guest, payload: { method: 'card' } });
    const [started, again] = [await start(), await start()];
    expect(started.statusCode).toBe(201);
    expect(started.json()).toMatchObject({ situation: 'waiting', payment_state: 'pending', sum_due: 666.66 });
    expect(started.json().confirmation.url).toMatch(/^https:\/\/yoomoney\.example\/pay\//);
    expect(again.json()).toEqual(started.json());
    expect(started.headers['cache-control']).toBe('private, no-store');
  });

  test('[S7-33] СБП gives the data of a QR code, a signed link opens the call', async () => {
    const order = await place('online');
    const token = linkToken(await secretKeys(db, undefined), order.id, new Date());
    const started = await app.inject({
      method: 'POST',
      url: `${payment(order.id)}?token=${token}`,
      headers: { host },
      payload: { method: 'sbp', confirmation: 'qr' },
    });
    expect(started.json().confirmation).toMatchObject({ url: null, qr: expect.stringContaining('https://') });
  });

  test('[S7-33] somebody else’s order does not exist, whoever asks', async () => {
    const owner = await makeUser(db);
    const other = await makeUser(db);
    const order = await place('online', owner);
    const stranger = { host, cookie: (await signedIn(db, other)).header };
    for (const headers of [{ host }, guest, stranger]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await app.inject({
          method,
          url: payment(order.id),
          headers,
          ...(method === 'POST' && { payload: { method: 'card' } }),
        });
        expect(answer.statusCode).toBe(404);
      }
    }
    const own = { host, cookie: (await signedIn(db, owner)).header };
    expect((await app.inject({ url: payment(order.id), headers: own })).statusCode).toBe(200);
    expect((await app.inject({ url: payment(randomUUID()), headers: own })).statusCode).toBe(404);
  });

  test('[S7-33] what is paid elsewhere is not paid here, a strange method is 422', async () => {
    const order = await place('invoice');
    const start = (id: string, method: string) =>
      app.inject({ method: 'POST', url: payment(id), headers: guest, payload: { method } });
    expect((await start(order.id, 'card')).json().error.code).toBe('nothing_due');
    expect((await start(order.id, 'gold')).statusCode).toBe(422);
    expect((await app.inject({ url: payment(order.id), headers: guest })).json()).toMatchObject({
      situation: 'elsewhere',
      sum_due: 0,
      methods: [],
    });
  });

  test('[S7-32] a credit goes through the provider’s own method where the contract has it', async () => {
    const order = await place('credit');
    const answer = await app.inject({
      method: 'POST',
      url: payment(order.id),
      headers: guest,
      payload: { method: 'credit' },
    });
    expect(answer.statusCode).toBe(201);
    const [made] = (await yookassa.objects()).filter(({ metadata }) => metadata?.order_id === order.id);
    expect(made.payment_method.type).toBe('sber_loan');
    await yookassa.pay(made.id);
    await app.inject({ url: `/order/${order.id}/payment/?return=1`, headers: guest });
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
  });
});

describe('the payment pages', () => {
  test('[S2-19] open to the owner only: a guest by secret or link, a person by account; to others they do not exist', async () => {
    const owner = await makeUser(db);
    const own = { host, cookie: (await signedIn(db, owner)).header };
    const stranger = { host, cookie: (await signedIn(db, await makeUser(db))).header };
    const order = await place('online', owner);
    const personal = `/personal/orders/${order.id}/payment/`;
    const open = `/order/${order.id}/payment/`;
    const status = async (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
      (
        await app.inject({
          method,
          url,
          headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }) },
          ...(method === 'POST' && { payload: 'intent=pay&method=card' }),
        })
      ).statusCode;
    expect(await status(personal, own)).toBe(200);
    expect(await status(open, own)).toBe(200);
    for (const url of [personal, open]) {
      expect([url, await status(url, stranger), await status(url, stranger, 'POST')]).toEqual([url, 404, 404]);
    }
    expect(await status(open, { host })).toBe(404);
    expect(await status(open, guest, 'POST')).toBe(404);
    const led = await app.inject({ url: personal, headers: { host } });
    expect(led.headers.location).toBe(`/login/?back=${encodeURIComponent(personal)}`);
  });

  test('[S2-19] the way to the provider is a page of ours: the form policy stays closed, the page leads on without a script', async () => {
    const order = await place('online');
    const visitor = formVisitor(app);
    visitor.cookies.set('orders', 'A'.repeat(43));
    const pressed = await visitor.post(`/order/${order.id}/payment/`, { intent: 'pay', method: 'card' });
    expect(pressed.status).toBe(303);
    expect(pressed.location).toMatch(new RegExp(`^/order/${order.id}/payment/\\?go=`));
    const page = await app.inject({ url: pressed.location ?? '', headers: guest });
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(page.body).toMatch(
      /<meta http-equiv="refresh" content="0;url=https:\/\/yoomoney\.example\/pay\/[0-9a-f-]+"/,
    );
    const again = await app.inject({ url: `/order/${order.id}/payment/`, headers: guest });
    expect(again.body).not.toContain('http-equiv="refresh"');
  });
});

describe('the shop without a provider', () => {
  test('[S7-32] offers no payment online: not in the form, not in the call; no demonstration outside its mode', async () => {
    const bare = await testApp(db, { MAIN_DOMAIN: 'shop.example' });
    const headers = { host: 'shop.example' };
    const visitor = formVisitor(bare, { host: 'shop.example' });
    await visitor.addToCart(mixture);
    const cart = await visitor.get('/cart/');
    expect(cart.text).toContain('При получении');
    expect(cart.text).not.toContain('Онлайн');
    const refused = await bare.inject({
      method: 'POST',
      url: '/api/ecm/idd/orders/',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      payload: orderBody([[mixture, 1]], { payment: { method: 'online' } }),
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error.code).toBe('payment_unavailable');
    expect((await bare.inject({ url: '/dev/payments/v3/me', headers })).statusCode).toBe(404);
    expect((await bare.inject({ url: `/dev/pay/${randomUUID()}/`, headers })).statusCode).toBe(404);
    const reported = { type: 'notification', event: 'payment.succeeded', object: { id: 'x' } };
    expect(
      (await bare.inject({ method: 'POST', url: '/api/payments/yookassa/', headers, payload: reported })).statusCode,
    ).toBe(404);
  });
});

describe('the demonstration provider', () => {
  test('[S7-33] is off when real keys are set', async () => {
    const headers = { host };
    expect((await app.inject({ url: '/dev/payments/v3/me', headers })).statusCode).toBe(404);
    expect((await app.inject({ url: `/dev/pay/${randomUUID()}/`, headers })).statusCode).toBe(404);
  });

  test('[S7-33] asks for its keys, keeps to the protocol, and a promise for later comes true without a word', async () => {
    const shop = await testApp(db);
    await shop.listen({ port: 0, host: '127.0.0.1' });
    const headers = { host };
    expect((await shop.inject({ url: '/dev/payments/v3/me', headers })).statusCode).toBe(401);
    const order = await place('online');
    const started = await shop.inject({
      method: 'POST',
      url: payment(order.id),
      headers: guest,
      payload: { method: 'sbp' },
    });
    const page = new URL(started.json().confirmation.url);
    const visitor = formVisitor(shop);
    expect((await visitor.get(page.pathname)).text).toContain('Демонстрация: деньги не списываются');
    const promised = await visitor.post(page.pathname, { press: 'later' });
    expect(promised.status).toBe(303);
    expect((await visitor.get(page.pathname)).text).toContain('Банк думает');
    await db
      .updateTable('demonstration_objects')
      .set({ settles_at: new Date(Date.now() - 1_000) })
      .where('settles_at', 'is not', null)
      .execute();
    await shop.inject({ url: `/order/${order.id}/payment/?return=1`, headers: guest });
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
    await runJobs(db, url);
    const { receipts } = (await shop.inject({ url: payment(order.id), headers: guest })).json();
    expect(receipts).toEqual([{ kind: 'prepayment', state: 'succeeded', sum: 666.66 }]);
  });
});

test('[S7-32] the email of an order to be paid leads straight to its payment; the branch is asked to wait', async () => {
  await db.deleteFrom('limits').where('scope', '=', 'order email').execute();
  const order = await place('online');
  await runJobs(db, url, yookassa.environment);
  const mails = await db
    .selectFrom('mails')
    .select(['to_address', 'text'])
    .where('key', 'like', `order ${order.id}%`)
    .execute();
  const buyers = mails.find(({ to_address }) => to_address === 'anna@pochta.example')!;
  const link =
    new RegExp(`http://idd\\.localhost:3000(/order/${order.id}/payment/\\?token=\\S+)`).exec(buyers.text)?.[1] ?? '';
  expect(buyers.text).toContain('Оплатите заказ до');
  const page = await app.inject({ url: link, headers: { host } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Оплата заказа');
});

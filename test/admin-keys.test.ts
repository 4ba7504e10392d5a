import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { enqueue } from '#platform/queue.ts';
import { testApp } from '#test/support/app.ts';
import { testBitrix } from '#test/support/bitrix.ts';
import { testDadata } from '#test/support/dadata.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { webhookReceiver } from '#test/support/webhook-receiver.ts';
import { testYookassa } from '#test/support/yookassa.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';

const { db, url } = await testDatabase();
const networks = { WEBHOOK_NETWORKS: '127.0.0.1' };
const cast = await makeAdminCast(db, networks);
const receiver = await webhookReceiver();

const ask = (method: 'GET' | 'POST', url: string, body?: object, headers?: Record<string, string>) =>
  call(cast, cast.headers.owner, { method, url, ...(body && { body }), ...(headers && { headers }) });

/** Whether a word stands in what is kept of calls and changes. */
async function isKept(word: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from admin_keys k where k::text like ${`%${word}%`})
      or exists (select from audit_log a where a::text like ${`%${word}%`}) as found`.execute(db);
  return rows[0]?.found ?? true;
}

const exchange = (secret: string) =>
  cast.app.inject({ url: '/api/exchange/', headers: { host: 'idd.localhost', authorization: `Bearer ${secret}` } });

test('a key is shown once, opens the calls it was given and nothing more, and none after it is revoked', async () => {
  const body = { name: 'Склад на Гончарной', scopes: ['stock'], departments: ['00131'] };
  const key = crypto.randomUUID();
  const made = await ask('POST', '/api/admin/api-keys', body, { 'idempotency-key': key });
  expect(made.statusCode).toBe(201);
  const { id, secret } = made.json();
  expect(secret).toMatch(/^idd_/);
  // The same request again is another key: an answer with a secret is not stored.
  const again = await ask('POST', '/api/admin/api-keys', body, { 'idempotency-key': key });
  expect(again.json().secret).not.toBe(secret);
  expect(await isKept(secret)).toBe(false);
  const list = await ask('GET', '/api/admin/api-keys');
  expect(list.body).not.toContain(secret);
  expect(list.json().items.at(-1)).toMatchObject({ ...body, id, hint: secret.slice(0, 8), used_at: null });

  expect((await exchange(secret)).statusCode).toBe(200);
  expect((await ask('POST', `/api/admin/api-keys/${id}/end`)).statusCode).toBe(200);
  expect((await exchange(secret)).statusCode).toBe(401);
  expect((await ask('POST', `/api/admin/api-keys/${id}/end`)).statusCode).toBe(404);
});

test('a key of no right, of a strange branch or with a name too long is refused at its field', async () => {
  const key = { name: 'Склад', scopes: ['stock'], departments: [] };
  const refused = async (given: object) => {
    const answer = await ask('POST', '/api/admin/api-keys', { ...key, ...given });
    return [answer.statusCode, Object.keys(answer.json().error.fields)];
  };
  expect(await refused({ scopes: [] })).toEqual([422, ['scopes']]);
  expect(await refused({ name: 'ы'.repeat(101) })).toEqual([422, ['name']]);
  expect(await refused({ departments: ['99999'] })).toEqual([422, ['departments']]);
});

test('an address inside is refused; one that may be reached gets a test, an order, the order again, and nothing once off', async () => {
  const given = { url: receiver.url, events: ['order.placed'], department_id_1c: null };
  const inside = await ask('POST', '/api/admin/webhooks', { ...given, url: 'https://10.0.0.7/hook' });
  expect([inside.statusCode, inside.json().error.fields.url]).toEqual([
    422,
    'Сюда нельзя передавать: 10.0.0.7 ведёт во внутреннюю сеть',
  ]);
  const none = await ask('POST', '/api/admin/webhooks', { ...given, events: [] });
  expect([none.statusCode, Object.keys(none.json().error.fields)]).toEqual([422, ['events']]);
  const made = await ask('POST', '/api/admin/webhooks', given);
  const { id, secret } = made.json();
  expect([made.statusCode, await isKept(secret)]).toEqual([201, false]);
  const path = `/api/admin/webhooks/${id}`;

  const tried = await ask('POST', `${path}/test`, {});
  expect(tried.json()).toMatchObject({ status: 200, failure: null });
  expect((await receiver.messages()).map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test']);

  const { number } = await cast.anOrder();
  await runJobs(db, url, networks);
  const { items } = (await ask('GET', `${path}/tries`)).json();
  expect(items).toMatchObject([{ event_words: 'заказ оформлен', order_number: number, status: 200, state: 'sent' }]);

  const replayed = await ask('POST', `${path}/replay`, { event_id: items[0].event_id });
  expect(replayed.json()).toEqual({ count: 1 });
  await runJobs(db, url, networks);
  expect(await receiver.messages()).toHaveLength(3);
  const neither = await ask('POST', `${path}/replay`, {});
  expect([neither.statusCode, Object.keys(neither.json().error.fields)]).toEqual([422, ['since']]);

  expect((await ask('POST', `${path}/off`)).statusCode).toBe(200);
  expect((await ask('POST', `${path}/off`)).json().error.message).toBe('Передача на этот адрес выключена');
  await cast.anOrder();
  await enqueue(db, 'send_webhooks');
  await runJobs(db, url, networks);
  expect(await receiver.messages()).toHaveLength(3);
  expect((await ask('POST', `${path}/on`)).statusCode).toBe(200);
  const list = await ask('GET', '/api/admin/webhooks');
  expect(list.json().items).toMatchObject([{ id, is_on: true, waiting: 0 }]);
  expect(list.body).not.toContain(secret);
});

test('[17] the owner sees which keys are set, how they end and when they last worked; no key leaves the server', async () => {
  const keys = {
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_yookassa-very-secret-key-c41',
    DADATA_TOKEN: 'dadata-token-of-forty-characters-long-77a',
    METRICS_TOKEN: 'short',
    SMTP_URL: 'smtp://shop:mail-password@mail.example:587',
  };
  const app = await testApp(db, keys);
  const at = new Date('2026-11-20T09:00:00Z');
  await db
    .insertInto('mails')
    .values([
      { to_address: 'a@pochta.example', subject: 'Ушло', text: '', html: '', sent_at: at },
      { to_address: 'b@pochta.example', subject: 'Нет', text: '', html: '', failed_at: at, failure: '550 нет ящика' },
    ])
    .execute();
  const { statusCode, body } = await call({ app }, cast.headers.owner, {
    method: 'GET',
    url: '/api/admin/connections',
  });
  expect(statusCode).toBe(200);
  for (const [name, key] of Object.entries(keys))
    if (name !== 'YOOKASSA_SHOP_ID') expect(body, name).not.toContain(key);
  expect(body).not.toContain('mail-password');
  const { items } = JSON.parse(body) as { items: { id: string }[] };
  const of = (id: string) => items.find((one) => one.id === id);
  expect(of('payments')).toMatchObject({ is_on: true, ends_with: '…c41', last_success: null });
  expect(of('companies')).toMatchObject({ is_on: true, ends_with: '…77a' });
  expect(of('metrics')).toMatchObject({ is_on: true, ends_with: null });
  expect(of('crm')).toMatchObject({ is_on: false, ends_with: null, words: expect.stringContaining('Обращениях') });
  expect(of('mail')).toMatchObject({
    is_on: true,
    ends_with: null,
    last_success: at.toISOString(),
    last_failure: { at: at.toISOString(), words: '550 нет ящика' },
  });
});

test('[17] «Проверить» asks each partner something that changes nothing, and says why a key does not work', async () => {
  const [bank, crm, register] = await Promise.all([testYookassa(), testBitrix(), testDadata()]);
  const keys = { ...bank.environment, ...crm.environment, ...register.environment };
  const check = async (app: AdminCast['app'], id: string) => {
    const url = `/api/admin/connections/${id}/check`;
    const answer = await call({ app }, cast.headers.owner, { method: 'POST', url, body: {} });
    return [answer.statusCode, answer.json().words ?? answer.json().error.message];
  };
  const app = await testApp(db, keys);
  expect(await check(app, 'payments')).toEqual([200, 'Отвечает, ключ принят']);
  expect(await check(app, 'crm')).toEqual([200, 'Отвечает, ключ принят']);
  expect(await check(app, 'companies')).toEqual([200, 'Отвечает: нашла по ИНН 7707329152 «ФНС России»']);
  // Asked each time: what was found before, or that it failed a moment ago, is no answer.
  await register.answers('limit');
  expect(await check(app, 'companies')).toEqual([200, expect.stringMatching(/^Не ответила: проверьте ключ/)]);
  await register.answers('ok');
  expect(await check(app, 'companies')).toEqual([200, expect.stringMatching(/^Отвечает/)]);
  expect(await register.calls()).toBe(3);
  expect(await bank.objects()).toEqual([]);
  expect(await crm.leads()).toEqual([]);

  await crm.moods('rights');
  expect(await check(app, 'crm')).toEqual([200, expect.stringMatching(/^Не вышло: ответ 401 NO_AUTH_FOUND/)]);
  await bank.moods('fail');
  expect(await check(app, 'payments')).toEqual([200, expect.stringMatching(/^Не отвечает: /)]);
  const wrong = await testApp(db, { ...keys, YOOKASSA_SECRET_KEY: 'of another shop' });
  const [, refused] = await check(wrong, 'payments');
  expect(refused).toMatch(/^Ключ не принят: /);
  expect(refused).not.toContain('of another shop');

  // Together with those above, whichever process was asked.
  for (let turn = 4; turn <= 10; turn++) expect((await check(app, 'payments'))[0]).toBe(200);
  expect(await check(wrong, 'payments')).toEqual([429, expect.stringContaining('Слишком часто')]);

  await db.deleteFrom('limits').execute();
  const none = await testApp(db);
  expect(await check(none, 'payments')).toEqual([404, 'Ключ не задан: проверять нечего']);
});

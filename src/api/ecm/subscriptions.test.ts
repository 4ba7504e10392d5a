import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { listSubscriptions } from '#modules/subscriptions/queries.ts';
import { confirmSubscriptions } from '#modules/subscriptions/subscribe.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastEmail } from '#test/support/emails.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const path = '/api/ecm/subscriptions/idd/subscribe/product-category/';

afterEach(() => sql`delete from limits`.execute(db));

function exists(email: string, site = 'idd') {
  const url = `${path.replace('/idd/', `/${site}/`)}exists/?email=${encodeURIComponent(email)}`;
  return app.inject({ url, headers: { host: 'idd.localhost' } });
}

function subscribe(payload: object, cookie = '') {
  return app.inject({ method: 'POST', url: path, headers: { host: 'idd.localhost', cookie }, payload });
}

test('[S7-22] an address is subscribed from its confirmation on; the answer is true or false and nothing else', async () => {
  const email = 'vera@pochta.example';
  expect((await exists(email)).json()).toBe(false);
  await subscribe({ email });
  expect((await exists(email)).body).toBe('false');
  await confirmSubscriptions(db, email);
  expect((await exists('Vera@Pochta.example ')).body).toBe('true');
  expect((await exists('')).json()).toBe(false);
  expect((await exists(email, 'other')).statusCode).toBe(404);
});

test('[S7-23] a bare address subscribes by an email that asks; [S8-07] a subscribed one is informed', async () => {
  const email = 'fedor@pochta.example';
  const answer = await subscribe({ email: ' Fedor@pochta.example' });
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  expect(await listSubscriptions(db, [email])).toMatchObject([{ topic: 'actions', confirmed_at: null }]);
  expect((await lastEmail(db, email)).subject).toBe('Подтвердите подписку');
  // Not confirmed yet: the same answer and no second email on this day.
  expect((await subscribe({ email })).statusCode).toBe(200);
  expect(await countEmails(db, email)).toBe(1);
  await confirmSubscriptions(db, email);
  const again = await subscribe({ email });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toEqual({
    error: { code: 'already_subscribed', message: 'Данный email уже подписан на уведомления' },
  });
});

test('[S5-08] [S5-11] the server says the same of a bad address', async () => {
  for (const [email, words] of [
    ['', 'Email обязательно для заполнения'],
    ['  ', 'Email обязательно для заполнения'],
    ['anna@', 'Не верный формат'],
    ['anna.pochta.example', 'Не верный формат'],
    [`${'a'.repeat(250)}@b.ru`, 'Не верный формат'],
    ['a'.repeat(301), 'Не верный формат'],
    [undefined, 'Email обязательно для заполнения'],
    [null, 'Email обязательно для заполнения'],
    [[], 'Не верный формат'],
  ] as const) {
    const answer = await subscribe({ email });
    expect([answer.statusCode, answer.json().error.fields]).toEqual([422, { email: words }]);
  }
});

test('[S7-22] questions about addresses are limited', async () => {
  for (let asked = 0; asked < 30; asked++) expect((await exists(`a${asked}@pochta.example`)).statusCode).toBe(200);
  const refused = await exists('one-more@pochta.example');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await subscribe({ email: 'one-more@pochta.example' })).statusCode).toBe(429);
});

test('[S7-23] a signed-in person’s own address begins at once with the consent, by email without it', async () => {
  const user = await makeUser(db);
  const { header } = await signedIn(db, user);
  await subscribe({ email: user.email }, header);
  expect(await listSubscriptions(db, [user.email])).toMatchObject([{ confirmed_at: null }]);
  await subscribe({ email: user.email, consent_personal_data: true, consent_advertising: true }, header);
  expect(await listSubscriptions(db, [user.email])).toMatchObject([{ confirmed_at: expect.any(Date) }]);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isSubscribed, listSubscriptions } from '#modules/subscriptions/queries.ts';
import { subscribe } from '#modules/subscriptions/subscribe.ts';
import { emailOfKey, subscriptionKey, unsubscribeHeaders } from '#modules/subscriptions/subscription-link.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const keys = await secretKeys(db, undefined);
const plaster = await makeProduct(db);
const page = '/personal/subscribe/';

async function anna() {
  const user = await makeUser(db);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  const contact = await db.selectFrom('contacts').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow();
  const send = (intent: string, fields: Record<string, string | number> = {}) =>
    visitor.post(page, { intent, id: contact.id, frequency: 'weekly', ...fields });
  return { user, visitor, contact, send };
}

function subscriber(email: string, more: Record<string, unknown> = {}) {
  return {
    email,
    is_proven: false,
    user_id: null,
    department_id_1c: '00131',
    form: 'footer',
    origin: 'http://idd.localhost',
    ...more,
  };
}

test('[S2-17] [S3-03] topics and frequency are chosen with a consent of their own, and everything goes off by one press', async () => {
  const { user, visitor, send } = await anna();
  expect((await visitor.get(page)).text).toContain(user.email);
  const refused = await send('topics', { topic: 'actions' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Обязательно для выбора');
  expect(await isSubscribed(db, user.email)).toBe(false);

  const saved = await send('topics', { topic: 'actions', frequency: 'daily', consent_advertising: 1 });
  expect((await visitor.get(saved.location!)).text).toContain('Сохранено.');
  expect(await isSubscribed(db, user.email.toUpperCase())).toBe(true);
  expect(await listSubscriptions(db, [user.email])).toMatchObject([
    { topic: 'actions', frequency: 'daily', confirmed_at: expect.any(Date) },
  ]);
  const { rows } = await sql<{
    form: string;
  }>`select form from consents where user_id = ${user.id}::uuid and purpose = 'advertising'`.execute(db);
  expect(rows).toEqual([{ form: 'subscribe' }]);

  await send('topics', { topic: 'back_in_stock' });
  expect((await listSubscriptions(db, [user.email])).map(({ topic }) => topic)).toEqual(['back_in_stock']);
  const off = await send('off');
  expect((await visitor.get(off.location!)).text).toContain('Вы отписались от всего.');
  expect(await listSubscriptions(db, [user.email])).toEqual([]);
  expect((await send('topics', { topic: 'мимо', frequency: 'никогда' })).status).toBe(422);
});

test('[S2-17] whoever asks for alerts on a price or a return agrees to no advertising; news with them do ask', async () => {
  const { user, visitor, contact, send } = await anna();
  const asked = await send('topics', { topic: 'back_in_stock' });
  expect(asked.status).toBe(303);
  expect((await listSubscriptions(db, [user.email])).map(({ topic }) => topic)).toEqual(['back_in_stock']);
  const { rows } = await sql`select from consents where user_id = ${user.id}::uuid and purpose = 'advertising'`.execute(
    db,
  );
  expect(rows).toHaveLength(0);
  expect((await send('topics', { topic: 'price_drops' })).status).toBe(303);
  expect((await send('topics', { topic: 'actions' })).text).toContain('Обязательно для выбора');
  const both = new URLSearchParams({
    intent: 'topics',
    id: String(contact.id),
    frequency: 'weekly',
    topic: 'back_in_stock',
  });
  both.append('topic', 'actions');
  expect((await visitor.post(page, both)).text).toContain('Обязательно для выбора');
});

test("[S2-17] nobody rules another person's address or alert", async () => {
  const { user, contact } = await anna();
  const stranger = await anna();
  await subscribe(db, keys, subscriber(user.email, { is_proven: true, user_id: user.id }), {
    topic: 'price_drops',
    frequency: 'at_once',
    product_id: plaster.id,
  });
  const [alert] = await listSubscriptions(db, [user.email]);
  expect((await stranger.send('off', { id: contact.id })).status).toBe(404);
  expect((await stranger.send('alert', { alert_id: alert!.id })).status).toBe(404);
  expect(await listSubscriptions(db, [user.email])).toHaveLength(1);
});

test('[S2-17] an alert on one product stands beside the topics and goes off alone', async () => {
  const { user, visitor, send } = await anna();
  const proven = subscriber(user.email, { is_proven: true, user_id: user.id });
  await subscribe(db, keys, proven, { topic: 'actions', frequency: 'weekly' });
  await subscribe(db, keys, proven, { topic: 'back_in_stock', frequency: 'at_once', product_id: plaster.id });
  expect((await visitor.get(page)).text).toContain(`Товары, за которыми вы следите ${plaster.name} Снова в наличии`);
  const [, alert] = await listSubscriptions(db, [user.email]);
  await send('alert', { alert_id: alert!.id });
  expect((await listSubscriptions(db, [user.email])).map(({ topic }) => topic)).toEqual(['actions']);
});

test('an address nobody has proven receives one email that asks; its link shows, and only a press confirms or ends', async () => {
  const email = 'reader@pochta.example';
  for (const topic of ['actions', 'actions', 'price_drops'] as const)
    expect(await subscribe(db, keys, subscriber('Reader@Pochta.example'), { topic, frequency: 'weekly' })).toEqual({
      is_confirmed: false,
    });
  const { rows } = await sql<{ text: string }>`select text from mails where to_address = ${email}`.execute(db);
  expect(rows).toHaveLength(1);
  const [link = ''] = /\/subscription\/\?key=\S+/.exec(rows[0]!.text) ?? [];
  const reader = formVisitor(app);
  expect((await reader.get(link)).text).toContain('Не подтверждена');
  expect(await isSubscribed(db, email)).toBe(false);
  // Nobody agreed to advertising at this address yet.
  expect((await reader.post(link, { intent: 'confirm' })).text).toContain('Обязательно для выбора');
  expect(await isSubscribed(db, email)).toBe(false);
  const agreed = { intent: 'confirm', consent_advertising: 1 };
  expect((await reader.post(link, agreed)).text).toContain('Подписка подтверждена');
  expect(await isSubscribed(db, email)).toBe(true);
  expect((await reader.get(link)).text).not.toContain('Не подтверждена');
  await reader.get(link);
  expect(await isSubscribed(db, email)).toBe(true);
  expect((await reader.post(link, { intent: 'off' })).text).toContain('Вы отписаны');
  expect(await isSubscribed(db, email)).toBe(false);
  expect((await reader.get(link)).text).toContain('ни на что не подписан');
});

test("the mail program's own button unsubscribes by one request without cookies or origin", async () => {
  const email = 'one-click@pochta.example';
  await subscribe(db, keys, subscriber(email, { is_proven: true }), { topic: 'actions', frequency: 'weekly' });
  const headers = unsubscribeHeaders(keys, 'http://idd.localhost', email);
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = /<http:\/\/idd\.localhost(.+)>/.exec(headers['List-Unsubscribe']!)![1]!;
  const answer = await app.inject({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { host: 'idd.localhost', 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.statusCode).toBe(200);
  expect(await isSubscribed(db, email)).toBe(false);
});

test('a spoilt key opens nothing, and one address has no key of another', async () => {
  const key = subscriptionKey(keys, 'a@pochta.example');
  expect(emailOfKey(keys, key)).toBe('a@pochta.example');
  const other = subscriptionKey(keys, 'b@pochta.example');
  for (const spoilt of [null, '', 'x', `${key}x`, `${key.split('.')[0]}.${other.split('.')[1]}`])
    expect(emailOfKey(keys, spoilt)).toBeNull();
  expect((await formVisitor(app).get(`/subscription/?key=${key}x`)).status).toBe(404);
  expect((await formVisitor(app).get('/subscription/?key=')).status).toBe(404);
});

test('[S6-05] while staff acts the subscriptions stay as they are', async () => {
  const { user, contact } = await anna();
  const staff = await anna();
  await sql`insert into staff (user_id, roles, totp_secret) values (${staff.user.id}::uuid, '{login_by_user}', 'x')`.execute(
    db,
  );
  await sql`insert into acting_sessions (staff_user_id, session_id, user_id, reason, expires_at)
    select ${staff.user.id}::uuid, s.id, ${user.id}::uuid, 'Помощь с заказом', now() + interval '20 minutes' from sessions s where s.user_id = ${staff.user.id}::uuid`.execute(
    db,
  );
  const answer = await staff.send('topics', { id: contact.id, topic: 'actions', consent_advertising: 1 });
  expect(answer.status).toBe(403);
  expect(answer.text).toContain('Это может сделать только сам покупатель');
});

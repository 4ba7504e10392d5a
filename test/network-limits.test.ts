import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { formStamp } from '#modules/forms/form-limits.ts';
import { createCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { readCampaign, readOffer } from '#modules/fortune/queries.ts';
import { checkDigit } from '#modules/loyalty/schema.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { askQuestionUrl } from '#shared/review-urls.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { ask, userAgents } from './support/http.ts';

const { db } = await testDatabase();
await makeBranches(db);
const product = await makeProduct(db);
const keys = await secretKeys(db, undefined);
const proxied = { TRUST_PROXY: '127.0.0.1', FLOOD_PER_MINUTE: '100000' };
const [port, otherPort] = [await listen(proxied), await listen(proxied)];

async function listen(environment: Record<string, string>): Promise<number> {
  const app = await testApp(db, environment);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

afterEach(() => sql`delete from limits`.execute(db));

/** One of the 2^64 addresses of a household. */
const inOneHome = (n: number, home = '2001:db8:7:42') =>
  `${home}:${((n * 7919) & 0xffff).toString(16)}:0:ff:${n.toString(16)}`;

type Sent = { path: string; json?: unknown; form?: Record<string, string>; headers?: Record<string, string> };

/** Sends it as the proxy of this address would; through every second of two processes. */
async function from(address: string, { path, json, form, headers = {} }: Sent, n = 0): Promise<number> {
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
  const answer = await ask(
    n % 2 === 0 ? port : otherPort,
    path,
    {
      'x-forwarded-for': address,
      'user-agent': userAgents.desktop,
      ...(body !== undefined && { origin: 'http://idd.localhost' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body === undefined ? {} : { method: 'POST', body },
  );
  return answer.status;
}

const email = (n: number) => `person${n}-${randomUUID().slice(0, 8)}@pochta.example`;
const cardNumber = (n: number) => {
  const digits = `2${String(n).padStart(11, '0')}`;
  return digits + checkDigit(digits);
};

/** Tries that are answered before the limit says no, and what is sent the nth time. */
const limits: [name: string, max: number, sent: (n: number) => Sent][] = [
  ['e-mails with a code', 30, (n) => ({ path: '/api/ecm/idd/users/auth-code/', json: { email: email(n) } })],
  ['e-mails with a link for a new password', 30, (n) => ({ path: '/forgotpassword/', form: { email: email(n) } })],
  ['checks of codes', 20, (n) => ({ path: '/api/auth/email/', json: { email: email(n), auth_code: '123456' } })],
  ['passwords', 10, (n) => ({ path: '/api/auth/login', json: { username: email(n), password: 'не тот пароль' } })],
  [
    'coupons',
    5,
    (n) => ({
      path: `/api/ecm/idd/cart/coupons/${encodeURIComponent(`ГАДАЮ${n}`)}/anonymous/`,
      json: [{ product_id: product.id, product_idcode: product.idcode, count: 1 }],
    }),
  ],
  ['cards', 10, (n) => ({ path: '/bonus-card/', form: { intent: 'check', number: cardNumber(n), code: '123456' } })],
  ['links to orders', 3, (n) => ({ path: '/order/', form: { number: `10000${n}`, email: email(n) } })],
  [
    'forms',
    30,
    (n) => ({
      path: '/_forms/callback/',
      form: {
        stamp: formStamp(keys, 'callback', new Date(Date.now() - 60_000)),
        key: randomUUID(),
        name: `Гость ${n}`,
        phone: '+7 921 555-01-02',
        consent_personal_data: 'on',
      },
    }),
  ],
  ['estimates', 20, () => ({ path: '/order-help/estimate/', form: { text: 'Цемент 5 мешков' } })],
  [
    'requests to support',
    20,
    (n) => ({
      path: '/api/ecm/idd/support/requests/',
      json: {
        request_key: randomUUID(),
        theme: 'site',
        name: 'Гость',
        email: email(n),
        text: 'Не открывается страница',
        consent_personal_data: true,
      },
    }),
  ],
  [
    'subscriptions',
    30,
    (n) => ({ path: '/api/ecm/subscriptions/idd/subscribe/product-category/', json: { email: email(n) } }),
  ],
  ['votes', 60, () => ({ path: '/reviews/vote/', form: { review_id: '1', stay: '1' } })],
  [
    'questions',
    10,
    (n) => ({
      path: askQuestionUrl(product.slug),
      form: { text: 'Подойдёт ли для ванной?', author_name: 'Гость', email: email(n), consent_personal_data: 'on' },
    }),
  ],
];

for (const [name, max, sent] of limits) {
  test(`all addresses of one IPv6 household share one limit of ${name}, in whatever process they are counted`, async () => {
    const answers: number[] = [];
    for (let n = 0; n < Math.max(40, max + 5); n++) answers.push(await from(inOneHome(n), sent(n), n));
    const firstRefused = answers.indexOf(429);
    expect([firstRefused, answers.slice(max).filter((status) => status !== 429)]).toEqual([max, []]);
    expect(await from(inOneHome(1, '2001:db8:7:43'), sent(900))).not.toBe(429);
  });
}

test('the wheel: accounts at addresses of one IPv6 household have the spins of one address', async () => {
  const now = Date.now();
  const [starts_at, ends_at] = [new Date(now - 3_600_000), new Date(now + 86_400_000)];
  const prize = { name: '100 ₽', weight: 1, sum_kopecks: 10_000, min_sum_kopecks: 100_000, coupon_days: 14 };
  await createCampaign(db, keys, {
    code: 'household',
    title: 'Колесо',
    organiser: 'ООО «ИДД»',
    rules_html: '<p>Правила</p>',
    period: 'campaign',
    prizes: [prize, { ...prize, name: '50 ₽', is_consolation: true }],
    starts_at,
    ends_at,
    budget_kopecks: 100_000_000,
    address_limit: 3,
  });
  await publishCampaign(db, 'household', new Date(now - 7_200_000));
  const campaign = (await readCampaign(db, new Date(), 'household'))!;
  const answers: number[] = [];
  for (let n = 0; n < 6; n++) {
    const user = await makeUser(db);
    const { header } = await signedIn(db, user);
    const { commit } = await readOffer(db, keys, campaign, user.id, new Date());
    const form = { intent: 'spin', commit, client_seed: 'снег' };
    answers.push(await from(inOneHome(n), { path: '/lp/fortune/', form, headers: { cookie: header } }));
  }
  expect(answers.slice(0, 3)).toEqual([303, 303, 303]);
  for (const status of answers.slice(3)) expect(status).toBeGreaterThanOrEqual(400);
});

test('the flood limit of a process counts an IPv6 household as one, and an IPv4 address on an IPv6 socket as itself', async () => {
  const narrow = await listen({ ...proxied, FLOOD_PER_MINUTE: '5' });
  const send = async (address: string) => {
    const headers = { 'x-forwarded-for': address, origin: 'http://idd.localhost' };
    return (await ask(narrow, '/api/nowhere/', headers, { method: 'POST', body: '' })).status;
  };
  const answers: number[] = [];
  for (let n = 0; n < 40; n++) answers.push(await send(inOneHome(n)));
  expect(answers.filter((status) => status !== 429)).toHaveLength(5);
  for (let n = 0; n < 10; n++) expect(await send(`::ffff:192.0.2.${n}`)).not.toBe(429);
});

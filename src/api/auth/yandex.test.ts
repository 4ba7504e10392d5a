import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { beginYandexSignIn, isYandexOn, yandexBack } from '#integrations/identity/yandex-sign-in.ts';
import { signUp } from '#modules/accounts/sign-up.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser } from '#test/support/accounts.ts';
import { type ApiVisitor, apiVisitor } from '#test/support/api-visitor.ts';
import { testApp } from '#test/support/app.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastCode, lastEmail } from '#test/support/emails.ts';
import { testRequester } from '#test/support/requester.ts';
import { makeBranches } from '#test/support/shop.ts';
import { testYandex } from '#test/support/yandex.ts';

const { db } = await testDatabase();
await makeBranches(db);
const anna = await makeUser(db, { email: 'anna@yandex.ru' });
const yandex = await testYandex([
  { id: '1001', login: 'anna', default_email: 'Anna@Yandex.ru', real_name: 'Анна Смирнова' },
  {
    id: '1002',
    login: 'vera',
    default_email: 'vera@yandex.ru',
    first_name: 'Вера',
    last_name: 'Ильина',
    default_phone: { id: 7, number: '+79210001122' },
  },
  { id: '1003', login: 'boris', default_email: 'boris@rabota.example', real_name: 'Борис' },
  { id: '1004', login: 'silent' },
  { id: '1005', login: 'galina', default_email: 'galina@yandex.ru', real_name: 'Галина' },
]);
const app = await testApp(db, { ...yandex.environment, FLOOD_PER_MINUTE: '100000' });
const config = testConfig(yandex.environment);
const keys = await secretKeys(db, undefined);

afterEach(async () => {
  vi.useRealTimers();
  await yandex.control({ mode: 'ok' });
});

const requestContextOf = (visitor: ApiVisitor) =>
  ({
    here: 'http://idd.localhost',
    host: 'idd.localhost',
    isSecure: false,
    cookies: Object.fromEntries(visitor.cookies),
  }) as unknown as RequestContext;

let addresses = 0;
const newVisitor = () => apiVisitor(app, { address: `10.8.0.${++addresses}` });

/** The browser goes to Yandex's consent page and comes back to /auth/yandex with what Yandex says. */
async function consent(visitor: ApiVisitor, login: string | null, back = '/cart/') {
  const { url, cookie } = beginYandexSignIn(config, keys, requestContextOf(visitor), back);
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  visitor.cookies.set(name, value);
  return { url: new URL(url), cookie, returned: await yandex.consent(url, login) };
}

const send = (visitor: ApiVisitor, returned: URL) =>
  visitor.post('/api/auth/yandex', {
    oauth_key: returned.searchParams.get('code') ?? '',
    state: returned.searchParams.get('state') ?? '',
  });

async function finishSignUp(proof: string) {
  const input = { proof, full_name: 'Вера Ильина', inn: undefined, consent_personal_data: true as const };
  return db.transaction().execute((db) => signUp(db, keys, input, testRequester()));
}

test('[S7-09] the browser is sent to Yandex with our address, a state and a PKCE challenge, kept in an HttpOnly cookie', async () => {
  const visitor = newVisitor();
  const { url, cookie, returned } = await consent(visitor, 'silent', '/product/gips/');
  expect(url.origin).toBe(yandex.origin);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'shop-client',
    redirect_uri: 'http://idd.localhost/auth/yandex',
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(cookie).toMatch(/SameSite=Lax; Domain=idd\.localhost; Max-Age=600; HttpOnly/);
  expect(returned.pathname).toBe('/auth/yandex');
  expect(yandexBack(keys, requestContextOf(visitor), '/personal/')).toBe('/product/gips/');
});

test('[S7-09] [S4-05] an e-mail that has an account asks for a code of that mailbox before the two are linked; then the Yandex account alone signs in', async () => {
  const visitor = newVisitor();
  const first = await send(visitor, (await consent(visitor, 'anna')).returned);
  expect([first.status, first.body.error.code, first.body.error.email]).toEqual([409, 'code_needed', 'anna@yandex.ru']);
  expect(visitor.cookies.has('access')).toBe(false);
  expect((await lastEmail(db, anna.email)).text).toContain('Через Яндекс ID «anna» пытаются войти');
  const { rows: before } = await sql`select * from identities where subject = '1001'`.execute(db);
  expect(before).toEqual([]);

  const auth_code = await lastCode(db, anna.email);
  expect((await visitor.post('/api/auth/email/', { email: anna.email, auth_code })).status).toBe(200);
  const { rows } = await sql`select user_id, login from identities where subject = '1001'`.execute(db);
  expect(rows).toEqual([{ user_id: anna.id, login: 'anna' }]);

  const emailMessages = await countEmails(db, anna.email);
  const other = newVisitor();
  expect((await send(other, (await consent(other, 'anna')).returned)).status).toBe(200);
  expect((await other.get('/api/auth/user')).body.data.uuid).toBe(anna.id);
  expect((await lastEmail(db, anna.email)).text).toContain('вошли через Яндекс ID');
  expect(await countEmails(db, anna.email)).toBe(emailMessages + 1);
});

test('the code links only in the browser that came from Yandex: typed elsewhere it signs in and links nothing', async () => {
  const galina = await makeUser(db, { email: 'galina@yandex.ru' });
  const stranger = newVisitor();
  await send(stranger, (await consent(stranger, 'galina')).returned);
  const home = newVisitor();
  const auth_code = await lastCode(db, galina.email);
  expect((await home.post('/api/auth/email/', { email: galina.email, auth_code })).status).toBe(200);
  const { rows } = await sql`select * from identities where subject = '1005'`.execute(db);
  expect(rows).toEqual([]);
});

test('[S7-09] an unknown Yandex account leads to signing up with its name; e-mail and phone become contacts of purpose Yandex', async () => {
  const visitor = newVisitor();
  const answer = await send(visitor, (await consent(visitor, 'vera')).returned);
  expect([answer.status, answer.body.error]).toMatchObject([
    409,
    { code: 'sign_up_needed', email: 'vera@yandex.ru', full_name: 'Вера Ильина', proof: expect.any(String) },
  ]);
  const { user_id } = await finishSignUp(answer.body.error.proof);
  const { rows } = await sql`
    select type, value, purpose, confirmed_at is not null as is_confirmed from contacts where user_id = ${user_id} order by id`.execute(
    db,
  );
  expect(rows).toEqual([
    { type: 'email', value: 'vera@yandex.ru', purpose: 'Yandex', is_confirmed: true },
    { type: 'phone', value: '+79210001122', purpose: 'Yandex', is_confirmed: false },
  ]);
  const again = newVisitor();
  expect((await send(again, (await consent(again, 'vera')).returned)).status).toBe(200);
});

test('an e-mail that is not of Yandex’s own post is kept but signs nobody in until it is confirmed here', async () => {
  const visitor = newVisitor();
  const answer = await send(visitor, (await consent(visitor, 'boris')).returned);
  const { user_id } = await finishSignUp(answer.body.error.proof);
  const { rows } = await sql`select value, purpose, confirmed_at from contacts where user_id = ${user_id}`.execute(db);
  expect(rows).toEqual([{ value: 'boris@rabota.example', purpose: 'Yandex', confirmed_at: null }]);
});

test('[S7-09] a Yandex account without e-mail signs up all the same', async () => {
  const visitor = newVisitor();
  const answer = await send(visitor, (await consent(visitor, 'silent')).returned);
  expect(answer.body.error).toMatchObject({ code: 'sign_up_needed', email: null, full_name: '' });
  const { user_id } = await finishSignUp(answer.body.error.proof);
  const { rows } = await sql`select * from contacts where user_id = ${user_id}`.execute(db);
  expect(rows).toEqual([]);
});

test('a code with another’s state, without the cookie, after ten minutes or a second time is refused', async () => {
  const victim = newVisitor();
  const { returned } = await consent(victim, 'anna');
  const refused = { status: 401, body: { error: { code: 'yandex_refused' } } };
  expect(await send(newVisitor(), returned)).toMatchObject(refused);

  const other = newVisitor();
  await consent(other, 'anna');
  expect(await send(other, returned)).toMatchObject(refused);

  const late = newVisitor();
  const lateReturn = (await consent(late, 'anna')).returned;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
  expect(await send(late, lateReturn)).toMatchObject(refused);
  vi.useRealTimers();

  expect((await send(victim, returned)).status).toBe(200);
  expect(await send(victim, returned)).toMatchObject(refused);
});

test('a code is good only with the verifier of the browser that began (PKCE)', async () => {
  const [mine, thiefs] = [newVisitor(), newVisitor()];
  const { returned } = await consent(mine, 'anna');
  const began = await consent(thiefs, 'anna');
  const mixed = new URL(returned);
  mixed.searchParams.set('state', began.returned.searchParams.get('state') ?? '');
  expect((await send(thiefs, mixed)).status).toBe(401);
});

test('[S7-09] a token received by the browser is verified at Yandex: ours signs in, one made for another application or made up is refused', async () => {
  const ours = await newVisitor().post('/api/auth/yandex', { oauth_key: await yandex.tokenOf('anna') });
  expect([ours.status, ours.body]).toEqual([200, { success: true }]);
  for (const oauth_key of [await yandex.tokenOf('anna', 'another-app'), 'y0_made_up']) {
    const answer = await newVisitor().post('/api/auth/yandex', { oauth_key });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'yandex_refused']);
  }
  expect((await newVisitor().post('/api/auth/yandex', {})).status).toBe(422);
});

test('a refusal on the consent page comes back with the state and no code', async () => {
  const { returned } = await consent(newVisitor(), null);
  expect(returned.searchParams.get('error')).toBe('access_denied');
  expect(returned.searchParams.get('state')).not.toBeNull();
  expect(returned.searchParams.has('code')).toBe(false);
});

test('a broken Yandex, or one that does not answer, is said so and leaves the other ways', async () => {
  for (const mode of ['broken', 'silent']) {
    await yandex.control({ mode });
    const answer = await newVisitor().post('/api/auth/yandex', { oauth_key: 'y0_any' });
    expect([answer.status, answer.body.error.code]).toEqual([502, 'yandex_failed']);
  }
});

test('without the application’s id and secret the way is off', async () => {
  const plain = await testApp(db, { MAIN_DOMAIN: 'shop.example', PUBLIC_SCHEME: 'http' });
  const answer = await apiVisitor(plain, { host: 'shop.example' }).post('/api/auth/yandex', { oauth_key: 'x' });
  expect([answer.status, answer.body.error.code]).toEqual([404, 'yandex_off']);
  expect(isYandexOn(testConfig({ MAIN_DOMAIN: 'shop.example' }))).toBe(false);
  expect(isYandexOn(config)).toBe(true);
});

test('another site cannot hand over a Yandex account', async () => {
  const evil = apiVisitor(app, { origin: 'http://evil.example' });
  expect((await evil.post('/api/auth/yandex', { oauth_key: await yandex.tokenOf('anna') })).status).toBe(403);
});

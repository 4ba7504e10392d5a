import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { makeUser } from '#test/support/accounts.ts';
import { type ApiVisitor, apiVisitor } from '#test/support/api-visitor.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastCode, lastEmail, wrongCode } from '#test/support/emails.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db, { FLOOD_PER_MINUTE: '100000' });

afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;
/** A browser at a network address of its own. */
const visitorFrom = (address = `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`) =>
  apiVisitor(app, { address });

const askCode = (visitor: ApiVisitor, email: string) => visitor.post('/api/ecm/idd/users/auth-code/', { email });
const enter = (visitor: ApiVisitor, email: string, auth_code: string) =>
  visitor.post('/api/auth/email/', { email, auth_code });
const moveClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);
const freezeClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

test('[S7-07] [S7-08] [S4-05] a code from the email signs in: the user fetch then succeeds', async () => {
  const anna = await makeUser(db);
  const visitor = visitorFrom();
  const asked = await askCode(visitor, ` ${anna.email.toUpperCase()} `);
  expect([asked.status, asked.body]).toEqual([
    200,
    { success: true, resend_after_seconds: 60, expires_after_seconds: 600, checks: 5 },
  ]);
  expect(asked.headers['cache-control']).toBe('private, no-store');
  const entered = await enter(visitor, anna.email, await lastCode(db, anna.email));
  expect([entered.status, entered.body]).toEqual([200, { success: true }]);
  for (const name of ['access', 'refresh', 'browser'])
    expect(entered.set.find((line) => line.startsWith(`${name}=`))).toMatch(/SameSite=Lax.*HttpOnly/);
  expect(visitor.cookies.get('signed')).toBe('user');
  expect((await visitor.get('/api/auth/user')).body.data.uuid).toBe(anna.id);
});

test('[S7-07] the email names city, device and time by the branch’s clock, and carries «Это не я»', async () => {
  const anna = await makeUser(db);
  await askCode(apiVisitor(app, { address: '10.2.0.7' }), anna.email);
  const { subject, text, html } = await lastEmail(db, anna.email);
  expect(subject).toBe('Код для входа');
  expect(text).toMatch(/Код запросили: \d\d\.\d\d\.\d{4} \d\d:\d\d/);
  for (const words of ['Город: Вологда', 'Устройство: Chrome, Linux', 'Адрес в сети: 10.2.0.7', 'Телефоны: '])
    expect(text).toContain(words);
  expect(text).toMatch(/Это не я:\nhttp:\/\/idd\.localhost\/login\/not-me\/\?token=/);
  expect(html).toMatch(/Это\sне\sя<\/a>/);
});

test('[S7-08] a code is six digits, kept only as a hash, and good once', async () => {
  const anna = await makeUser(db);
  const visitor = visitorFrom();
  await askCode(visitor, anna.email);
  const code = await lastCode(db, anna.email);
  const { rows } = await sql<{ row: string }>`select codes::text as row from codes where email = ${anna.email}`.execute(
    db,
  );
  expect(rows[0]!.row).not.toContain(code);
  expect((await enter(visitor, anna.email, code)).status).toBe(200);
  const again = await enter(visitorFrom(), anna.email, code);
  expect([again.status, again.body.error.code]).toEqual([422, 'wrong_code']);
});

test('[S7-08] of five right codes at once one signs in', async () => {
  const anna = await makeUser(db);
  await askCode(visitorFrom(), anna.email);
  const code = await lastCode(db, anna.email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => enter(visitorFrom(), anna.email, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
  const { rows } = await sql`select id from sessions where user_id = ${anna.id}`.execute(db);
  expect(rows).toHaveLength(1);
});

test('[S7-08] a code lives ten minutes', async () => {
  const [anna, vera] = [await makeUser(db), await makeUser(db)];
  const visitor = visitorFrom();
  freezeClock();
  await askCode(visitor, anna.email);
  await askCode(visitor, vera.email);
  moveClock(599);
  expect((await enter(visitorFrom(), anna.email, await lastCode(db, anna.email))).status).toBe(200);
  moveClock(1);
  expect((await enter(visitorFrom(), vera.email, await lastCode(db, vera.email))).status).toBe(422);
});

test('[S7-08] only the newest code is good', async () => {
  const anna = await makeUser(db);
  const visitor = visitorFrom();
  freezeClock();
  await askCode(visitor, anna.email);
  const first = await lastCode(db, anna.email);
  moveClock(60);
  await askCode(visitor, anna.email);
  const second = await lastCode(db, anna.email);
  if (first !== second) expect((await enter(visitor, anna.email, first)).status).toBe(422);
  expect((await enter(visitor, anna.email, second)).status).toBe(200);
});

test('[S7-08] [S8-06] five checks per code, also when they come at once; then the right one is refused too', async () => {
  const anna = await makeUser(db);
  const visitor = visitorFrom();
  await askCode(visitor, anna.email);
  const code = await lastCode(db, anna.email);
  const answers = await Promise.all(Array.from({ length: 8 }, () => enter(visitorFrom(), anna.email, wrongCode(code))));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(422));
  expect(answers.map(({ body }) => body.error.checks_left).toSorted()).toEqual([0, 0, 0, 0, 1, 2, 3, 4]);
  expect((await enter(visitor, anna.email, code)).status).toBe(422);
});

test('a stranger who uses up the checks and the emails of Anna’s address does not keep her browser out', async () => {
  const anna = await makeUser(db);
  const home = visitorFrom();
  await askCode(home, anna.email);
  await enter(home, anna.email, await lastCode(db, anna.email));
  await home.delete('/api/_auth/cookie');
  expect(home.cookies.has('browser')).toBe(true);

  freezeClock();
  moveClock(900);
  const stranger = visitorFrom('203.0.113.66');
  for (let i = 0; i < 3; i++) {
    expect((await askCode(stranger, anna.email)).status).toBe(200);
    moveClock(120 * 2 ** i);
  }
  expect((await askCode(stranger, anna.email)).status).toBe(429);
  for (let i = 0; i < 6; i++) await enter(stranger, anna.email, '000000');

  expect((await askCode(home, anna.email)).status).toBe(200);
  const code = await lastCode(db, anna.email);
  for (let i = 0; i < 6; i++) await enter(stranger, anna.email, wrongCode(code));
  expect((await enter(stranger, anna.email, code)).status).toBe(422);
  expect((await enter(home, anna.email, code)).status).toBe(200);
});

test('from her own network address she gets in too, with another browser', async () => {
  const anna = await makeUser(db);
  const home = visitorFrom('10.9.9.9');
  await askCode(home, anna.email);
  await enter(home, anna.email, await lastCode(db, anna.email));
  freezeClock();
  moveClock(900);
  const stranger = visitorFrom('203.0.113.67');
  await askCode(stranger, anna.email);
  for (let i = 0; i < 5; i++) await enter(stranger, anna.email, '999999');
  const other = visitorFrom('10.9.9.9');
  expect((await askCode(other, anna.email)).status).toBe(200);
  const code = await lastCode(db, anna.email);
  for (let i = 0; i < 5; i++) await enter(stranger, anna.email, wrongCode(code));
  expect((await enter(other, anna.email, code)).status).toBe(200);
});

test('[S7-07] [S8-06] emails to one address: at a growing distance, three in fifteen minutes, ten in a day', async () => {
  const { email } = await makeUser(db);
  freezeClock();
  expect((await askCode(visitorFrom(), email)).status).toBe(200);
  const early = await askCode(visitorFrom(), email);
  expect([early.status, early.headers['retry-after']]).toEqual([429, '60']);
  expect(early.body.error.message).toBe('Новое письмо можно запросить через 60\u00a0секунд');
  moveClock(60);
  expect((await askCode(visitorFrom(), email)).body.resend_after_seconds).toBe(120);
  moveClock(119);
  expect((await askCode(visitorFrom(), email)).status).toBe(429);
  moveClock(1);
  expect((await askCode(visitorFrom(), email)).status).toBe(200);
  moveClock(240);
  const fourth = await askCode(visitorFrom(), email);
  expect([fourth.status, fourth.headers['retry-after']]).toEqual([429, '480']);
  let sent = 3;
  for (let minutes = 0; minutes < 23 * 60; minutes += 15) {
    moveClock(900);
    if ((await askCode(visitorFrom(), email)).status === 200) sent++;
  }
  expect(sent).toBe(10);
  expect(await countEmails(db, email)).toBe(10);
  moveClock(7_200);
  expect((await askCode(visitorFrom(), email)).status).toBe(200);
});

test('[S7-07] thirty emails an hour from one network address, whomever they go to', async () => {
  freezeClock();
  const visitor = visitorFrom('203.0.113.30');
  for (let i = 0; i < 30; i++) expect((await askCode(visitor, `nobody${i}@pochta.example`)).status).toBe(200);
  expect((await askCode(visitor, 'nobody31@pochta.example')).status).toBe(429);
  expect((await askCode(visitorFrom(), 'nobody31@pochta.example')).status).toBe(200);
  moveClock(3_600);
  expect((await askCode(visitor, 'nobody32@pochta.example')).status).toBe(200);
});

test('many customers behind one address sign in: an e-mail whose code was entered is not counted, nor one to somebody known there', async () => {
  freezeClock();
  const shared = '203.0.113.31';
  for (let i = 0; i < 40; i++) {
    const visitor = visitorFrom(shared);
    const { email } = await makeUser(db);
    expect((await askCode(visitor, email)).status).toBe(200);
    expect((await enter(visitor, email, await lastCode(db, email))).status).toBe(200);
  }
  const regular = await makeUser(db);
  await askCode(visitorFrom(shared), regular.email);
  await enter(visitorFrom(shared), regular.email, await lastCode(db, regular.email));
  moveClock(60);
  for (let i = 0; i < 30; i++) await askCode(visitorFrom(shared), `nobody-shared${i}@pochta.example`);
  expect((await askCode(visitorFrom(shared), 'one-more-shared@pochta.example')).status).toBe(429);
  expect((await askCode(visitorFrom(shared), regular.email)).status).toBe(200);
});

test('wrong codes from one network address are slowed, whatever addresses they are for', async () => {
  freezeClock();
  const guesser = visitorFrom('203.0.113.40');
  for (let i = 0; i < 20; i++) expect((await enter(guesser, `g${i}@pochta.example`, '123456')).status).toBe(422);
  const slowed = await enter(guesser, 'g21@pochta.example', '123456');
  expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '30']);
  moveClock(30);
  expect((await enter(guesser, 'g21@pochta.example', '123456')).status).toBe(422);
  expect((await enter(guesser, 'g21@pochta.example', '123456')).headers['retry-after']).toBe('60');
});

test('[S7-07] [S7-08] nothing tells a stranger whether an account exists: status, body, headers, emails asked for, checks and limits are equal', async () => {
  const anna = await makeUser(db);
  const nobody = 'nobody@pochta.example';
  freezeClock();
  const story = async (email: string) => {
    const visitor = visitorFrom();
    const reported = [];
    reported.push(await askCode(visitor, email), await askCode(visitor, email));
    for (let i = 0; i < 6; i++) reported.push(await enter(visitor, email, wrongCode(await lastCode(db, email))));
    reported.push(await visitor.post('/api/auth/login', { username: email, password: 'not the password' }));
    return reported.map(({ status, body, headers, set }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, body, rest, set };
    });
  };
  expect(await story(nobody)).toEqual(await story(anna.email));
  expect(await countEmails(db, nobody)).toBe(await countEmails(db, anna.email));
  const blank = (text: string) => text.replace(/\d{6}|token=\S+|10\.1\.\d+\.\d+/g, '…');
  expect(blank((await lastEmail(db, nobody)).text)).toBe(blank((await lastEmail(db, anna.email)).text));
});

test('[S7-08] the right code of an address nobody has leads to signing up', async () => {
  const email = 'novaya@pochta.example';
  const visitor = visitorFrom();
  await askCode(visitor, email);
  const answer = await enter(visitor, email, await lastCode(db, email));
  expect([answer.status, answer.body.error.code]).toEqual([409, 'sign_up_needed']);
  expect(answer.body.error.proof).toMatch(/^[\w-]{43}$/);
  expect(visitor.cookies.has('access')).toBe(false);
});

test('[S7-07] [S8-06] a wrong address is named at its field; an unknown product code is 404', async () => {
  const answer = await askCode(visitorFrom(), 'anna@');
  expect([answer.status, answer.body.error.fields]).toEqual([422, { email: 'Неверный формат' }]);
  expect((await askCode(visitorFrom(), '')).body.error.fields).toEqual({ email: 'Обязательно для заполнения' });
  const other = await visitorFrom().post('/api/ecm/other/users/auth-code/', { email: 'anna@pochta.example' });
  expect(other.status).toBe(404);
});

test('a page of another site can neither ask for emails nor sign anybody in', async () => {
  const evil = apiVisitor(app, { origin: 'http://evil.example' });
  expect((await askCode(evil, 'anna@pochta.example')).status).toBe(403);
  expect((await enter(evil, 'anna@pochta.example', '123456')).status).toBe(403);
});

test('signing in again in one browser ends the session it had', async () => {
  const [anna, vera] = [await makeUser(db), await makeUser(db)];
  const visitor = visitorFrom();
  for (const { email } of [anna, vera]) {
    await askCode(visitor, email);
    await enter(visitor, email, await lastCode(db, email));
  }
  expect((await visitor.get('/api/auth/user')).body.data.uuid).toBe(vera.id);
  const { rows } = await sql<{ why: string }>`select why from sessions where user_id = ${anna.id}`.execute(db);
  expect(rows).toEqual([{ why: 'signed_out' }]);
});

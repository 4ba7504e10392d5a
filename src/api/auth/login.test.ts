import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { hashPassword } from '#modules/accounts/passwords.ts';
import { makeUser } from '#test/support/accounts.ts';
import { type ApiVisitor, apiVisitor } from '#test/support/api-visitor.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastEmail } from '#test/support/emails.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db, { FLOOD_PER_MINUTE: '100000' });
const password = 'сорок кошек на крыше';
const password_hash = await hashPassword(password);

afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;
const visitorFrom = (address = `10.3.0.${++addresses}`) => apiVisitor(app, { address });
const annaWithPassword = () => makeUser(db, { password_hash });
const login = (visitor: ApiVisitor, username: string, typed: string) =>
  visitor.post('/api/auth/login', { username, password: typed });
const moveClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);
const freezeClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

test('[S7-06] [S4-05] e-mail and password sign in; the user fetch then succeeds', async () => {
  const anna = await annaWithPassword();
  const visitor = visitorFrom();
  const answer = await login(visitor, ` ${anna.email.toUpperCase()}`, password);
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect((await visitor.get('/api/auth/user')).body.data.uuid).toBe(anna.id);
});

test('[S5-10] username (e-mail) and password are required, each with its sentence', async () => {
  const empty = await login(visitorFrom(), '', '');
  expect([empty.status, empty.body.error.fields]).toEqual([
    422,
    { username: 'Обязательно для заполнения', password: 'Обязательно для заполнения' },
  ]);
  const missing = await visitorFrom().post('/api/auth/login', {});
  expect(missing.body.error.fields).toEqual({
    username: 'Обязательно для заполнения',
    password: 'Обязательно для заполнения',
  });
  expect((await login(visitorFrom(), 'anna', 'x')).body.error.fields).toEqual({ username: 'Неверный формат' });
});

test('[S8-05] [S7-06] a failure says in Russian what the form shows', async () => {
  const anna = await annaWithPassword();
  const answer = await login(visitorFrom(), anna.email, 'не тот пароль');
  expect([answer.status, answer.body]).toEqual([
    401,
    { error: { code: 'wrong_credentials', message: 'Неверная почта или пароль' } },
  ]);
});

test('[S7-06] no account, an account without password and a wrong password are answered alike, and refused alike after ten', async () => {
  const [withPassword, without] = [await annaWithPassword(), await makeUser(db)];
  const story = async (email: string) => {
    const visitor = visitorFrom();
    const reported = [];
    for (let i = 0; i < 12; i++) reported.push(await login(visitor, email, 'не тот пароль'));
    return reported.map(({ status, body, headers, set }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, body, rest, set };
    });
  };
  freezeClock();
  const expected = await story(withPassword.email);
  expect(expected.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
  expect(await story(without.email)).toEqual(expected);
  expect(await story('nobody@pochta.example')).toEqual(expected);
});

test('[S7-06] ten failures, then a delay that doubles up to fifteen minutes; meanwhile the right password is not looked at', async () => {
  const anna = await annaWithPassword();
  freezeClock();
  for (let i = 0; i < 10; i++) await login(visitorFrom(), anna.email, 'не тот пароль');
  for (const delay of [30, 60, 120, 240, 480, 900, 900]) {
    const refused = await login(visitorFrom(), anna.email, password);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(delay)]);
    moveClock(delay - 1);
    expect((await login(visitorFrom(), anna.email, password)).status).toBe(429);
    moveClock(1);
    expect((await login(visitorFrom(), anna.email, 'не тот пароль')).status).toBe(401);
  }
  moveClock(900);
  expect((await login(visitorFrom(), anna.email, password)).status).toBe(200);
  expect((await login(visitorFrom(), anna.email, 'не тот пароль')).status).toBe(401);
});

test('guesses that come at once are counted exactly', async () => {
  const anna = await annaWithPassword();
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => login(visitorFrom(), anna.email, 'не тот пароль')),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('a stranger who hammers Anna’s account from elsewhere keeps out neither her browser, wherever it is, nor her own network address', async () => {
  const anna = await annaWithPassword();
  const home = visitorFrom('10.4.0.1');
  await login(home, anna.email, password);
  await home.delete('/api/_auth/cookie');
  freezeClock();
  const stranger = visitorFrom('203.0.113.80');
  for (let i = 0; i < 50; i++) {
    await login(stranger, anna.email, `guess ${i}`);
    moveClock(5);
  }
  expect((await login(stranger, anna.email, password)).status).toBe(429);
  expect((await login(visitorFrom(), anna.email, password)).status).toBe(429);

  expect((await login(visitorFrom('10.4.0.1'), anna.email, password)).status).toBe(200);
  const travelling = visitorFrom('198.51.100.7');
  travelling.cookies.set('browser', home.cookies.get('browser')!);
  expect((await login(travelling, anna.email, password)).status).toBe(200);
  const besideStranger = visitorFrom('203.0.113.80');
  besideStranger.cookies.set('browser', home.cookies.get('browser')!);
  expect((await login(besideStranger, anna.email, password)).status).toBe(200);
});

test('her known browser is slowed by its own failures alone, so a stolen one gains no more than ten guesses', async () => {
  const anna = await annaWithPassword();
  const home = visitorFrom();
  await login(home, anna.email, password);
  freezeClock();
  for (let i = 0; i < 10; i++) expect((await login(home, anna.email, 'не тот пароль')).status).toBe(401);
  expect((await login(home, anna.email, password)).headers['retry-after']).toBe('30');
});

test('a made-up browser cookie, or one known to another account, makes nobody known', async () => {
  const [anna, vera] = [await annaWithPassword(), await annaWithPassword()];
  const veras = visitorFrom();
  await login(veras, vera.email, password);
  freezeClock();
  for (let i = 0; i < 10; i++) await login(visitorFrom(), anna.email, 'не тот пароль');
  expect((await login(veras, anna.email, password)).status).toBe(429);
  const forged = visitorFrom();
  forged.cookies.set('browser', 'A'.repeat(43));
  expect((await login(forged, anna.email, password)).status).toBe(429);
});

test('failures from one network address are slowed, whatever accounts they are for', async () => {
  freezeClock();
  const guesser = visitorFrom('203.0.113.90');
  for (let i = 0; i < 10; i++) expect((await login(guesser, `p${i}@pochta.example`, 'guess')).status).toBe(401);
  expect((await login(guesser, 'p11@pochta.example', 'guess')).headers['retry-after']).toBe('30');
  moveClock(30);
  expect((await login(guesser, 'p11@pochta.example', 'guess')).status).toBe(401);
});

test('a sign-in by password from a new browser is reported by email with «Это не я», from a known one it is not', async () => {
  const anna = await annaWithPassword();
  const visitor = visitorFrom('10.4.0.9');
  await login(visitor, anna.email, password);
  const { subject, text } = await lastEmail(db, anna.email);
  expect(subject).toBe('Вход в личный кабинет с нового устройства');
  expect(text).toContain('вошли по паролю');
  for (const words of [
    'Город: Вологда',
    'Устройство: Chrome, Linux',
    'Адрес в сети: 10.4.0.9',
    '/login/not-me/?token=',
  ])
    expect(text).toContain(words);
  await login(visitor, anna.email, password);
  expect(await countEmails(db, anna.email)).toBe(1);
});

test('the same password typed on another keyboard’s way of composing letters is the same password', async () => {
  const anna = await makeUser(db, { password_hash: await hashPassword('йогурт и ёлка'.normalize('NFD')) });
  expect((await login(visitorFrom(), anna.email, 'йогурт и ёлка'.normalize('NFC'))).status).toBe(200);
});

test('a password is kept as argon2id and stands in no other table', async () => {
  const anna = await annaWithPassword();
  await login(visitorFrom(), anna.email, password);
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from users where id = ${anna.id}`.execute(db);
  expect(rows[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

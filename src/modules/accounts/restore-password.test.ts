import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fieldInput } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { newPasswordForm } from '#shared/account-forms.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastEmail, lastLink } from '#test/support/emails.ts';
import { testRequester } from '#test/support/requester.ts';
import { changePassword, hasPassword } from './change-password.ts';
import { hashPassword } from './passwords.ts';
import { isPasswordLink, requestPasswordReset, restorePassword } from './restore-password.ts';
import { listSessions } from './session-list.ts';
import { signInByPassword } from './sign-in-by-password.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
const now = new Date('2026-11-21T09:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const password = 'сорок кошек на крыше';

let requesters = 0;
const anyRequester = () => testRequester({ address: `10.6.0.${++requesters}` });
const tokenOf = async (email: string) =>
  new URLSearchParams((await lastLink(db, email, '/password-restore/')).split('?')[1]).get('token') ?? '';
const restore = (token: string, typed = password, at = now) =>
  db.transaction().execute((db) => restorePassword(db, { token, password: typed }, anyRequester(), at));
const mayEnter = (username: string, typed: string) =>
  signInByPassword(db, keys, { username, password: typed }, anyRequester(), now).then(
    () => true,
    () => false,
  );

test('the link of the email sets a password, ends every session and mails a notice', async () => {
  const anna = await makeUser(db);
  const before = await signedIn(db, anna, now);
  await requestPasswordReset(db, anna.email, anyRequester(), now);
  const token = await tokenOf(anna.email);
  expect(await isPasswordLink(db, token, now)).toBe(true);
  expect(await restore(token)).toEqual({ email: anna.email });
  expect(await mayEnter(anna.email, password)).toBe(true);
  expect(await reasonOf(db, before.session_id)).toBe('password_changed');
  const { rows: emailMessages } = await sql<{ subject: string }>`
    select subject from mails where to_address = ${anna.email} order by id`.execute(db);
  expect(emailMessages.map(({ subject }) => subject)).toEqual([
    'Новый пароль для личного кабинета',
    'Пароль изменён',
    'Вход в личный кабинет с нового устройства',
  ]);
});

test('the link is good once, for thirty minutes, and only the newest; the database keeps its hash', async () => {
  const [once, late, asked] = [await makeUser(db), await makeUser(db), await makeUser(db)];
  for (const { email } of [once, late, asked]) await requestPasswordReset(db, email, anyRequester(), now);
  const token = await tokenOf(once.email);
  await restore(token, password, minutesLater(29));
  await expect(restore(token, password, minutesLater(29))).rejects.toMatchObject({ code: 'link_expired' });

  const lateToken = await tokenOf(late.email);
  expect(await isPasswordLink(db, lateToken, minutesLater(30))).toBe(false);
  await expect(restore(lateToken, password, minutesLater(30))).rejects.toMatchObject({ code: 'link_expired' });

  const older = await tokenOf(asked.email);
  await requestPasswordReset(db, asked.email, anyRequester(), minutesLater(2));
  await expect(restore(older, password, minutesLater(2))).rejects.toMatchObject({ code: 'link_expired' });
  const { rows } = await sql<{ row: string }>`select one_time_links::text as row from one_time_links`.execute(db);
  expect(rows.some(({ row }) => row.includes(older))).toBe(false);
});

test('the answer is the same for an address nobody signs in with; its email says so and opens nothing', async () => {
  const anna = await makeUser(db);
  const nobody = 'nobody@pochta.example';
  const ask = async (email: string) => {
    const requester = anyRequester();
    const reported = [];
    for (let i = 0; i < 2; i++)
      reported.push(
        await requestPasswordReset(db, email, requester, now).then(
          () => 'sent',
          (error) => error.details,
        ),
      );
    return { reported, emailMessages: await countEmails(db, email) };
  };
  expect(await ask(nobody)).toEqual(await ask(anna.email));
  const { subject, text } = await lastEmail(db, nobody);
  expect(subject).toBe('Личного кабинета с этой почтой нет');
  expect(text).not.toContain('token=');
});

test('three links in fifteen minutes per address, and a stranger who asks keeps nobody’s known browser from asking', async () => {
  const anna = await makeUser(db, { password_hash: await hashPassword(password) });
  const home = anyRequester();
  const { browser } = await signInByPassword(db, keys, { username: anna.email, password }, home, now);
  const stranger = anyRequester();
  for (const minute of [0, 1, 3]) await requestPasswordReset(db, anna.email, stranger, minutesLater(minute));
  await expect(requestPasswordReset(db, anna.email, stranger, minutesLater(7))).rejects.toMatchObject({
    code: 'too_many',
    details: { retry_after: 480 },
  });
  await requestPasswordReset(db, anna.email, { ...anyRequester(), browser }, minutesLater(7));
});

test('a new password has at least eight characters, no rules of composition, and is in no list of leaked ones', async () => {
  const anna = await makeUser(db);
  await requestPasswordReset(db, anna.email, anyRequester(), now);
  const token = await tokenOf(anna.email);
  const said = (typed: string) => fieldInput(newPasswordForm.password).safeParse(typed).error?.issues[0]?.message;
  expect(said('')).toBe('Обязательно для заполнения');
  expect(said('семьзна')).toBe('Минимум 8 символов');
  expect(said('ы'.repeat(201))).toBe('Максимум 200 символов');
  expect(said('восемь ы')).toBeUndefined();
  for (const weak of ['password', 'QWERTYUIOP', anna.email, `${anna.email.split('@')[0]}`]) {
    await expect(restore(token, weak)).rejects.toMatchObject({
      details: { fields: { password: 'Этот пароль есть в списках утёкших. Придумайте другой' } },
    });
  }
  await restore(token);
});

test('the delay that strangers’ failures have made ends with a new password', async () => {
  const anna = await makeUser(db, { password_hash: await hashPassword('прежний пароль') });
  for (let i = 0; i < 10; i++) await mayEnter(anna.email, 'догадка');
  expect(await mayEnter(anna.email, 'прежний пароль')).toBe(false);
  await requestPasswordReset(db, anna.email, anyRequester(), now);
  await restore(await tokenOf(anna.email));
  expect(await mayEnter(anna.email, password)).toBe(true);
});

test('changing the password asks for the current one, ends the other sessions and mails a notice', async () => {
  const anna = await makeUser(db, { password_hash: await hashPassword('прежний пароль') });
  const [here, there] = [await signedIn(db, anna, now), await signedIn(db, anna, now)];
  const session = { user_id: anna.id, session_id: here.session_id };
  const change = (current_password: string, typed = password) =>
    changePassword(db, session, { current_password, password: typed }, anyRequester(), now);
  await expect(change('не тот')).rejects.toMatchObject({ code: 'wrong_password' });
  await expect(change('прежний пароль', 'password')).rejects.toMatchObject({ code: 'bad_input' });
  await change('прежний пароль');
  expect((await listSessions(db, anna.id, now)).map(({ id }) => id)).toEqual([here.session_id]);
  expect(await reasonOf(db, there.session_id)).toBe('password_changed');
  expect((await lastEmail(db, anna.email)).subject).toBe('Пароль изменён');
  expect(await mayEnter(anna.email, password)).toBe(true);
});

test('guesses of the current password in a stolen session are slowed like any others', async () => {
  const anna = await makeUser(db, { password_hash: await hashPassword('прежний пароль') });
  const { session_id } = await signedIn(db, anna, now);
  const requester = anyRequester();
  const guess = () =>
    changePassword(db, { user_id: anna.id, session_id }, { current_password: 'догадка', password }, requester, now);
  for (let i = 0; i < 10; i++) await expect(guess()).rejects.toMatchObject({ code: 'wrong_password' });
  await expect(guess()).rejects.toMatchObject({ code: 'too_many' });
});

test('who never had a password sets the first one by an email, so that an open browser is not enough', async () => {
  const anna = await makeUser(db);
  const { session_id } = await signedIn(db, anna, now);
  expect(await hasPassword(db, anna.id)).toBe(false);
  const change = changePassword(
    db,
    { user_id: anna.id, session_id },
    { current_password: 'x', password },
    anyRequester(),
    now,
  );
  await expect(change).rejects.toMatchObject({ code: 'no_password' });
});

async function reasonOf(db: Db, session_id: string) {
  const { rows } = await sql<{ why: string }>`select why from sessions where id = ${session_id}`.execute(db);
  return rows[0]?.why;
}

test('the link dies with the address it was sent to: taken off the account, its mailbox opens nothing', async () => {
  const anna = await makeUser(db);
  await sql`
    insert into contacts (user_id, type, value, purpose, confirmed_at)
    values (${anna.id}, 'email', ${`new-${anna.email}`}, 'additional', ${now})`.execute(db);
  await requestPasswordReset(db, anna.email, anyRequester(), now);
  const token = await tokenOf(anna.email);
  await sql`delete from contacts where user_id = ${anna.id} and value = ${anna.email}`.execute(db);
  await expect(restore(token)).rejects.toMatchObject({ code: 'link_expired' });
  expect(await hasPassword(db, anna.id)).toBe(false);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastCode, lastEmail, wrongCode } from '#test/support/emails.ts';
import { testRequester } from '#test/support/requester.ts';
import { confirmContact, requestContactCode } from './contact-codes.ts';
import { findUserByEmail } from './create-user.ts';
import { signInByCode } from './sign-in-by-code.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
const now = new Date('2026-11-21T09:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const requester = testRequester();

/** The person with a session of this moment: their sign-in is the proof that adding an address asks for. */
async function present(user: { id: string }, at = now) {
  const { session_id } = await signedIn(db, user, at);
  return { user_id: user.id, session_id };
}

test('a new address is confirmed by the code of its email; then it signs in too, and the main one is told', async () => {
  const anna = await makeUser(db);
  const email = 'anna.rabota@pochta.example';
  const sent = await requestContactCode(db, keys, await present(anna, now), email, requester, now);
  expect(sent).toEqual({ resend_after_seconds: 60, expires_after_seconds: 600, checks: 5 });
  expect(await findUserByEmail(db, email)).toBeNull();
  const { contact_id } = await confirmContact(
    db,
    keys,
    anna.id,
    { email, auth_code: await lastCode(db, email) },
    requester,
    later(599),
  );
  const { rows } =
    await sql`select user_id, value, purpose, confirmed_at from contacts where id = ${contact_id}`.execute(db);
  expect(rows).toEqual([{ user_id: anna.id, value: email, purpose: 'additional', confirmed_at: later(599) }]);
  expect((await findUserByEmail(db, email))?.id).toBe(anna.id);
  expect((await lastEmail(db, anna.email)).text).toContain(`добавлен адрес ${email}`);
});

test('a code of the profile signs nobody in, and a code for signing in confirms no contact', async () => {
  const anna = await makeUser(db);
  const email = 'anna.dacha@pochta.example';
  await requestContactCode(db, keys, await present(anna, now), email, requester, now);
  const auth_code = await lastCode(db, email);
  await expect(signInByCode(db, keys, { email, auth_code }, requester, now)).rejects.toMatchObject({
    code: 'wrong_code',
  });
  const vera = await makeUser(db);
  await expect(confirmContact(db, keys, vera.id, { email, auth_code }, requester, now)).rejects.toMatchObject({
    code: 'wrong_code',
  });
});

test('the code is good for ten minutes, five checks and one use', async () => {
  const anna = await makeUser(db);
  const email = 'anna.sad@pochta.example';
  await requestContactCode(db, keys, await present(anna, now), email, requester, now);
  const auth_code = await lastCode(db, email);
  const confirm = (typed: string, at = now) =>
    confirmContact(db, keys, anna.id, { email, auth_code: typed }, requester, at);
  await expect(confirm(auth_code, later(600))).rejects.toMatchObject({ code: 'wrong_code' });
  for (const left of [4, 3, 2, 1, 0])
    await expect(confirm(wrongCode(auth_code))).rejects.toMatchObject({ details: { checks_left: left } });
  await expect(confirm(auth_code)).rejects.toMatchObject({ code: 'wrong_code' });
});

test('somebody else’s e-mail gets the same answer, but no code: its owner is notified', async () => {
  const [anna, vera] = [await makeUser(db), await makeUser(db)];
  const free = await requestContactCode(
    db,
    keys,
    await present(anna, now),
    'svobodnaya@pochta.example',
    requester,
    now,
  );
  expect(await requestContactCode(db, keys, await present(anna, now), vera.email, requester, now)).toEqual(free);
  const { subject, text } = await lastEmail(db, vera.email);
  expect(subject).toBe('Этот адрес уже привязан к личному кабинету');
  expect(text).not.toMatch(/\d{6}$/m);
  expect(await countEmails(db, vera.email)).toBe(1);
});

test('emails to one address are limited', async () => {
  const anna = await makeUser(db);
  const ask = async (at: Date) =>
    requestContactCode(db, keys, await present(anna, at), 'anna.les@pochta.example', requester, at);
  await ask(now);
  await expect(ask(later(59))).rejects.toMatchObject({ code: 'too_many', details: { retry_after: 1 } });
  await ask(later(60));
});

test('two people who confirm one address at once: one has it, the other is told that it is taken', async () => {
  const [anna, vera] = [await makeUser(db), await makeUser(db)];
  const email = 'obshaya@pochta.example';
  await requestContactCode(db, keys, await present(anna, now), email, requester, now);
  const annas = await lastCode(db, email);
  await requestContactCode(db, keys, await present(vera, later(61)), email, requester, later(61));
  const veras = await lastCode(db, email);
  const confirm = (user: { id: string }, auth_code: string) =>
    confirmContact(db, keys, user.id, { email, auth_code }, requester, later(70));
  const results = await Promise.allSettled([confirm(anna, annas), confirm(vera, veras)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'email_taken' });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastCode, lastLink } from '#test/support/emails.ts';
import { testRequester } from '#test/support/requester.ts';
import { forgetOldProofs } from './forget-old-proofs.ts';
import { isNotMeToken, reportNotMe } from './not-me.ts';
import { hashPassword } from './passwords.ts';
import { requestSignInCode } from './request-sign-in-code.ts';
import { endOwnSession, listSessions, signOutEverywhere } from './session-list.ts';
import { renewSession } from './sessions.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { signInByPassword } from './sign-in-by-password.ts';
import { signUp } from './sign-up.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
const now = new Date('2026-11-21T09:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const days = 86_400;

let requesters = 0;
const anyRequester = () => testRequester({ address: `10.7.0.${++requesters}` });
const tokenOf = async (email: string) =>
  new URLSearchParams((await lastLink(db, email, '/login/not-me/')).split('?')[1]).get('token') ?? '';
const reasons = async (user_id: string) =>
  (
    await sql<{
      why: string | null;
    }>`select why from sessions where user_id = ${user_id} order by created_at, id`.execute(db)
  ).rows.map(({ why }) => why);

test('«Это не я» of a sign-in email ends that session alone, and its browser and address are known no more', async () => {
  const password = 'сорок кошек на крыше';
  const anna = await makeUser(db, { password_hash: await hashPassword(password) });
  await signedIn(db, anna, later(-10));
  const thiefs = anyRequester();
  const thief = await signInByPassword(db, keys, { username: anna.email, password }, thiefs, now);
  const token = await tokenOf(anna.email);
  expect(isNotMeToken(keys, token, now)).toBe(true);
  expect(await reportNotMe(db, keys, token, later(60))).toBe(true);
  expect(await reasons(anna.id)).toEqual([null, 'not_me']);
  expect((await renewSession(db, keys, thief.refresh, later(61))).kind).toBe('ended');

  const known = { ...thiefs, browser: thief.browser };
  for (let i = 0; i < 10; i++)
    await signInByPassword(db, keys, { username: anna.email, password: 'догадка' }, anyRequester(), later(70)).catch(
      () => {},
    );
  await expect(signInByPassword(db, keys, { username: anna.email, password }, known, later(70))).rejects.toMatchObject({
    code: 'too_many',
  });
});

test('«Это не я» of a code’s email voids the code, or ends the session it has opened', async () => {
  const anna = await makeUser(db);
  const requester = anyRequester();
  await requestSignInCode(db, keys, anna.email, requester, now);
  const code = await lastCode(db, anna.email);
  await reportNotMe(db, keys, await tokenOf(anna.email), now);
  await expect(signInByCode(db, keys, { email: anna.email, auth_code: code }, requester, now)).rejects.toMatchObject({
    code: 'wrong_code',
  });
  await requestSignInCode(db, keys, anna.email, requester, later(60));
  await signInByCode(db, keys, { email: anna.email, auth_code: await lastCode(db, anna.email) }, requester, later(61));
  await reportNotMe(db, keys, await tokenOf(anna.email), later(90));
  expect(await reasons(anna.id)).toEqual(['not_me']);
});

test('… and stops a sign-up that was begun with it', async () => {
  const email = 'chuzhaya@pochta.example';
  const requester = anyRequester();
  await requestSignInCode(db, keys, email, requester, now);
  const result = await signInByCode(db, keys, { email, auth_code: await lastCode(db, email) }, requester, now);
  await reportNotMe(db, keys, await tokenOf(email), now);
  const proof = result.kind === 'needs_sign_up' ? result.proof : '';
  const input = { proof, full_name: 'Чужой', inn: undefined, consent_personal_data: true as const };
  await expect(db.transaction().execute((db) => signUp(db, keys, input, requester, now))).rejects.toMatchObject({
    code: 'link_expired',
  });
});

test('a forged or altered token, or one older than thirty days, does nothing', async () => {
  const anna = await makeUser(db);
  await requestSignInCode(db, keys, anna.email, anyRequester(), now);
  const token = await tokenOf(anna.email);
  for (const bad of [null, '', 'c.1.zzzzzz', token.replace(/^c\.\d+/, 'c.1000000'), `${token}x`])
    expect(await reportNotMe(db, keys, bad, now)).toBe(false);
  expect(isNotMeToken(keys, token, later(30 * days - 1))).toBe(true);
  expect(await reportNotMe(db, keys, token, later(30 * days))).toBe(false);
});

test('the list shows living sessions, the last used first; one of them or all can be ended, a stranger’s cannot', async () => {
  const [anna, vera] = [await makeUser(db), await makeUser(db)];
  const [first, second, third] = [
    await signedIn(db, anna, now),
    await signedIn(db, anna, later(10)),
    await signedIn(db, anna, later(20)),
  ];
  const veras = await signedIn(db, vera, now);
  const listed = await listSessions(db, anna.id, later(30));
  expect(listed.map(({ id }) => id)).toEqual([third, second, first].map(({ session_id }) => session_id));
  expect(listed[0]).toEqual({
    id: third.session_id,
    way: 'code',
    city: 'Вологда',
    device: 'Chrome, Linux',
    address: '127.0.0.1',
    created_at: later(20),
    used_at: later(20),
  });
  await expect(endOwnSession(db, anna.id, veras.session_id)).rejects.toMatchObject({ code: 'not_found' });
  await endOwnSession(db, anna.id, first.session_id, later(31));
  expect(await listSessions(db, anna.id, later(32))).toHaveLength(2);
  expect(await signOutEverywhere(db, anna.id, { except: third.session_id, now: later(33) })).toBe(1);
  expect(await signOutEverywhere(db, anna.id, { now: later(34) })).toBe(1);
  expect(await listSessions(db, anna.id, later(35))).toEqual([]);
  expect(await reasons(vera.id)).toEqual([null]);
  for (const { cookies } of [second, third])
    expect((await renewSession(db, keys, cookies.refresh, later(36))).kind).toBe('ended');
});

test('old codes, links, tokens and sessions are forgotten in their time, living sessions never', async () => {
  const anna = await makeUser(db);
  const ended = await signedIn(db, anna, now);
  await endOwnSession(db, anna.id, ended.session_id, later(60));
  const living = await signedIn(db, anna, later(170 * days));
  await renewSession(db, keys, living.cookies.refresh, later(171 * days));
  await requestSignInCode(db, keys, anna.email, anyRequester(), now);
  const counts = async () =>
    (
      await sql`select
        (select count(*)::int from sessions where user_id = ${anna.id}) as sessions,
        (select count(*)::int from refresh_tokens t join sessions s on s.id = t.session_id where s.user_id = ${anna.id}) as tokens,
        (select count(*)::int from codes where email = ${anna.email}) as codes`.execute(db)
    ).rows[0];
  await forgetOldProofs(db, later(60));
  expect(await counts()).toEqual({ sessions: 2, tokens: 3, codes: 1 });
  await forgetOldProofs(db, later(31 * days));
  expect(await counts()).toEqual({ sessions: 2, tokens: 2, codes: 0 });
  await forgetOldProofs(db, later(181 * days));
  expect(await counts()).toEqual({ sessions: 1, tokens: 2, codes: 0 });
});

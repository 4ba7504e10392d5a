import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { requireStaff, worksIn } from './require-staff.ts';
import { dismissStaff, hireStaff, listStaff, resetTotp } from './staff.ts';
import { openTotpSecret, otpauthUrl, totpCode } from './totp.ts';
import { verifySecondFactor } from './verify-second-factor.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);
const morning = new Date('2026-11-21T06:00:00Z');

async function accountOf(session_id: string, now = morning) {
  const account = await readSignedIn(db, session_id, now);
  if (!account) throw new Error('the session is over');
  return account;
}

test('the code of an authenticator app is the one of RFC 6238', () => {
  // Appendix B, SHA-1, the last six digits; the secret is '12345678901234567890'.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(totpCode(secret, new Date(59_000))).toBe('287082');
  expect(totpCode(secret, new Date(1_111_111_109_000))).toBe('081804');
  expect(totpCode(secret, new Date(20_000_000_000_000))).toBe('353130');
  expect(decodeURIComponent(otpauthUrl(secret, 'petr@idd.example'))).toMatch(
    /^otpauth:\/\/totp\/ИДД:petr@idd\.example\?/,
  );
});

test('[S6-05] a right is used only after the second factor, which holds twelve hours in this session', async () => {
  const petr = await makeStaff(db, ['pickup'], { secondFactor: false, now: morning });
  expect(() => requireStaff({ account: null }, 'pickup', morning)).toThrow('Нет доступа');
  const before = await accountOf(petr.session_id);
  expect(() => requireStaff({ account: before }, 'pickup', morning)).toThrow('Введите код из приложения');
  expect(() => requireStaff({ account: before }, 'orders', morning)).toThrow('Нет доступа');

  await verifySecondFactor(db, keys, before, petr.code(morning), morning);
  const shown = await accountOf(petr.session_id);
  expect(requireStaff({ account: shown }, 'pickup', later(morning, 43_199))).toMatchObject({ user_id: petr.id });
  expect(() => requireStaff({ account: shown }, 'pickup', later(morning, 43_200))).toThrow('Введите код из приложения');
  expect(() => requireStaff({ account: shown }, 'login_by_user', morning)).toThrow('Нет доступа');

  const elsewhere = await signedIn(db, petr, morning);
  const other = await accountOf(elsewhere.session_id);
  expect(() => requireStaff({ account: other }, 'pickup', morning)).toThrow('Введите код из приложения');
});

test('[S6-05] a code is good once, now and one step to either side', async () => {
  const petr = await makeStaff(db, ['pickup'], { secondFactor: false, now: morning });
  const account = await accountOf(petr.session_id);
  const code = petr.code(morning);
  const twice = await Promise.allSettled([
    verifySecondFactor(db, keys, account, code, morning),
    verifySecondFactor(db, keys, account, code, later(morning, 5)),
  ]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const older = petr.code(later(morning, -30));
  await expect(verifySecondFactor(db, keys, account, older, morning)).rejects.toMatchObject({ code: 'wrong_code' });
  await verifySecondFactor(db, keys, account, petr.code(later(morning, 30)), morning);

  const anna = await makeStaff(db, ['pickup'], { secondFactor: false, now: morning });
  const annas = await accountOf(anna.session_id);
  for (const seconds of [-60, 60])
    await expect(
      verifySecondFactor(db, keys, annas, anna.code(later(morning, seconds)), morning),
    ).rejects.toMatchObject({ code: 'wrong_code' });
  await verifySecondFactor(db, keys, annas, anna.code(later(morning, -30)).replace(/(...)/, '$1 '), morning);
});

test('[17] one person works in three sessions at once: the fourth ends the one that showed its code first', async () => {
  const petr = await makeStaff(db, ['pickup'], { secondFactor: false, now: morning });
  const ids = [petr.session_id];
  while (ids.length < 5) ids.push((await signedIn(db, petr, morning)).session_id);
  /** Which of the five are over; the fifth is of the shop alone: no code is shown in it. */
  const ends = async () => {
    const { rows } = await sql<{ why: string | null }>`
      select why from sessions where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`.execute(db);
    return rows.map(({ why }) => why);
  };
  for (const [turn, session] of [1, 0, 2].entries()) {
    const now = later(morning, turn * 60);
    await verifySecondFactor(db, keys, await accountOf(ids[session]!, now), petr.code(now), now);
  }
  expect(await ends()).toEqual([null, null, null, null, null]);
  const now = later(morning, 180);
  await verifySecondFactor(db, keys, await accountOf(ids[3]!, now), petr.code(now), now);
  expect(await ends()).toEqual([null, 'too_many', null, null, null]);
  expect(await readSignedIn(db, ids[1]!, now)).toBeNull();

  // The code shown again in a living session makes it the newest, and ends nothing.
  const again = later(morning, 240);
  await verifySecondFactor(db, keys, await accountOf(ids[0]!, again), petr.code(again), again);
  expect(await ends()).toEqual([null, 'too_many', null, null, null]);
});

test('[S6-05] guessing codes stops after five tries, also from other sessions of the same person', async () => {
  const petr = await makeStaff(db, ['pickup'], { secondFactor: false, now: morning });
  const first = await accountOf(petr.session_id);
  const second = await accountOf((await signedIn(db, petr, morning)).session_id);
  const wrong = petr.code(later(morning, 3_600));
  for (let tried = 0; tried < 5; tried++)
    await expect(verifySecondFactor(db, keys, first, wrong, morning)).rejects.toMatchObject({ code: 'wrong_code' });
  await expect(verifySecondFactor(db, keys, second, petr.code(morning), morning)).rejects.toMatchObject({
    code: 'too_many',
    status: 429,
  });
  const customer = await accountOf((await signedIn(db, await makeUser(db), morning)).session_id);
  await expect(verifySecondFactor(db, keys, customer, '000000', morning)).rejects.toMatchObject({ code: 'forbidden' });
});

test('the secret lies encrypted, and moves to the new key when SECRET_KEYS are changed', async () => {
  const petr = await makeStaff(db, ['pickup'], { secondFactor: false, now: morning });
  const stored = () =>
    db.selectFrom('staff').select('totp_secret').where('user_id', '=', petr.id).executeTakeFirstOrThrow();
  const before = (await stored()).totp_secret;
  expect(before.includes(petr.secret)).toBe(false);
  const rotated: SecretKeys = ['the new key of this shop', ...keys];
  await verifySecondFactor(db, rotated, await accountOf(petr.session_id), petr.code(morning), morning);
  const after = (await stored()).totp_secret;
  expect(openTotpSecret(['the new key of this shop'], petr.id, after).text).toBe(petr.secret);
  expect(() => openTotpSecret(rotated, crypto.randomUUID(), after)).toThrow('cannot be read');
});

test('[S6-05] who is dismissed has no rights at once; hired again, they need a new secret', async () => {
  const petr = await makeStaff(db, ['pickup', 'orders'], { departments: ['00131'], now: morning });
  const member = requireStaff({ account: await accountOf(petr.session_id) }, 'orders', morning);
  expect([worksIn(member, '00131'), worksIn(member, '00007'), worksIn({ departments: [] }, '00007')]).toEqual([
    true,
    false,
    true,
  ]);
  await expect(hireStaff(db, keys, { user_id: petr.id, roles: ['owner'], departments: [] })).rejects.toMatchObject({
    code: 'already_staff',
  });
  await dismissStaff(db, petr.id, morning);
  expect((await accountOf(petr.session_id)).staff).toBeNull();
  await expect(dismissStaff(db, petr.id, morning)).rejects.toMatchObject({ code: 'not_found' });

  const again = await hireStaff(db, keys, { user_id: petr.id, roles: ['pickup'], departments: [] });
  expect(again.secret).not.toBe(petr.secret);
  const account = await accountOf(petr.session_id);
  expect(() => requireStaff({ account }, 'pickup', morning)).toThrow('Введите код из приложения');
  expect((await listStaff(db)).find(({ user_id }) => user_id === petr.id)).toMatchObject({
    email: petr.email,
    roles: ['pickup'],
    dismissed_at: null,
  });
});

test('a lost phone: the old code opens nothing, what it opened is closed', async () => {
  const petr = await makeStaff(db, ['pickup'], { now: morning });
  const { secret } = await resetTotp(db, keys, petr.id, morning);
  const account = await accountOf(petr.session_id);
  expect(account.staff?.second_factor_until).toBeNull();
  await expect(verifySecondFactor(db, keys, account, petr.code(morning), morning)).rejects.toMatchObject({
    code: 'wrong_code',
  });
  await verifySecondFactor(db, keys, account, totpCode(secret, morning), morning);
  await expect(resetTotp(db, keys, (await makeUser(db)).id)).rejects.toMatchObject({ code: 'not_found' });
});

import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { renewSession } from './sessions.ts';
import { readSignedIn } from './signed-in.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
const renew = (token: string, now?: Date) => db.transaction().execute((db) => renewSession(db, keys, token, now));
const secondsAfter = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

test('[S4-01] [S7-03] ten parallel renewals of one refresh token give one session and one successor', async () => {
  const { session_id, cookies } = await signedIn(db, await makeUser(db));
  const renewals = await Promise.all(Array.from({ length: 10 }, () => renew(cookies.refresh)));
  expect(renewals.map((renewal) => renewal.kind)).toEqual(Array(10).fill('renewed'));
  expect(new Set(renewals.map((renewal) => 'refresh' in renewal && renewal.refresh)).size).toBe(1);
  expect(new Set(renewals.map((renewal) => 'session_id' in renewal && renewal.session_id))).toEqual(
    new Set([session_id]),
  );
});

test('[S4-03] [S8-01] a replaced token answers for five seconds; after that it was stolen and its session ends', async () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const { session_id, cookies } = await signedIn(db, await makeUser(db), now);
  const next = await renew(cookies.refresh, now);
  expect(await renew(cookies.refresh, secondsAfter(now, 5))).toMatchObject({ kind: 'renewed' });
  expect(await readSignedIn(db, session_id, secondsAfter(now, 6))).not.toBeNull();
  expect(await renew(cookies.refresh, secondsAfter(now, 6))).toEqual({ kind: 'reused' });
  expect(await readSignedIn(db, session_id, secondsAfter(now, 6))).toBeNull();
  expect(next.kind === 'renewed' && (await renew(next.refresh, secondsAfter(now, 7)))).toEqual({ kind: 'ended' });
});

test('[S7-03] a refresh token lives thirty days from its last use', async () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const { cookies } = await signedIn(db, await makeUser(db), now);
  const day = 86_400;
  const late = await renew(cookies.refresh, secondsAfter(now, 30 * day - 1));
  expect(late.kind).toBe('renewed');
  const other = await signedIn(db, await makeUser(db), now);
  expect(await renew(other.cookies.refresh, secondsAfter(now, 30 * day))).toEqual({ kind: 'ended' });
});

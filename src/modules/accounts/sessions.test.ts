import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
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

test('a token replaced by another process, whose clock may be a minute behind, answers with the same successor; later its session ends', async () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const { session_id, cookies } = await signedIn(db, await makeUser(db), now);
  const next = await renew(cookies.refresh, now);
  await sql`update refresh_tokens set replaced_by = ${randomUUID()} where session_id = ${session_id} and replaced_at is not null`.execute(
    db,
  );
  expect(await renew(cookies.refresh, secondsAfter(now, 65))).toMatchObject({
    kind: 'renewed',
    refresh: 'refresh' in next && next.refresh,
  });
  expect(await renew(cookies.refresh, secondsAfter(now, -65))).toMatchObject({ kind: 'renewed' });
  expect(await renew(cookies.refresh, secondsAfter(now, 66))).toEqual({ kind: 'reused' });
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

test('a session ends ninety days after its sign-in however often it is renewed, that of staff after seven', async () => {
  const now = new Date('2026-11-21T09:00:00Z');
  const day = 86_400;
  const buyer = await signedIn(db, await makeUser(db), now);
  const keeper = await makeStaff(db, ['orders'], { now });
  const isOpen = async ({ session_id }: { session_id: string }, at: number) =>
    (await readSignedIn(db, session_id, secondsAfter(now, at))) !== null;

  let [mine, theirs] = [buyer.cookies.refresh, keeper.cookies.refresh];
  for (let at = day; at < 90 * day; at += day) {
    const renewal = await renew(mine, secondsAfter(now, at));
    if (!('refresh' in renewal)) throw new Error(`${renewal.kind} on day ${at / day}`);
    mine = renewal.refresh;
    if (at >= 7 * day) continue;
    const other = await renew(theirs, secondsAfter(now, at));
    theirs = 'refresh' in other ? other.refresh : '';
  }
  expect([await isOpen(keeper, 7 * day - 1), await isOpen(keeper, 7 * day)]).toEqual([true, false]);
  expect(await renew(theirs, secondsAfter(now, 7 * day))).toEqual({ kind: 'ended' });
  expect([await isOpen(buyer, 90 * day - 1), await isOpen(buyer, 90 * day)]).toEqual([true, false]);
  expect(await renew(mine, secondsAfter(now, 90 * day))).toEqual({ kind: 'ended' });
});

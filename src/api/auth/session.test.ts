import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { joinCompany, makeCompany, makeUser, signedIn } from '#test/support/accounts.ts';
import { apiVisitor } from '#test/support/api-visitor.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);

afterEach(() => {
  vi.useRealTimers();
});

const refreshUrl = '/api/_auth/refresh-token';

async function signedInVisitor(now = new Date()) {
  const user = await makeUser(db);
  const { session_id, cookies } = await signedIn(db, user, now);
  const visitor = apiVisitor(app);
  for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value);
  return { user, session_id, visitor };
}

const endOf = async (session_id: string) =>
  (await sql<{ why: string | null }>`select why from sessions where id = ${session_id}`.execute(db)).rows[0]?.why;

test('[S7-02] [S3-04] the call answers success and data with uuid and currentUser: buyer, is_b2b_buyer, buyer_price_column, contact_infos', async () => {
  const { user, visitor } = await signedInVisitor();
  await db
    .insertInto('contacts')
    .values({ user_id: user.id, type: 'phone', value: '+79210001234', purpose: 'Yandex' })
    .execute();
  const answer = await visitor.get('/api/auth/user');
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.body).toEqual({
    success: true,
    data: {
      uuid: user.id,
      isSubscribed: false,
      currentUser: {
        buyer: { full_name: 'Анна Смирнова' },
        is_b2b_buyer: false,
        buyer_price_column: null,
        contact_infos: [
          { id: expect.any(Number), type: 'email', value: user.email, purpose: 'main' },
          { id: expect.any(Number), type: 'phone', value: '+79210001234', purpose: 'Yandex' },
        ],
      },
    },
  });
});

test('[S3-04] [S1-03] a business buyer is named as one, with the price column of the branch', async () => {
  const { user, visitor } = await signedInVisitor();
  await joinCompany(db, user, await makeCompany(db));
  const { currentUser } = (await visitor.get('/api/auth/user?buyer_price_column=vologda')).body.data;
  expect(currentUser).toMatchObject({ is_b2b_buyer: true, buyer_price_column: 'vologda_b2b' });
});

test('[S4-01] [S4-02] [S8-01] a guest’s user fetch fails with 401, the one refresh says “No refresh token available”, and a guest uuid is fetched', async () => {
  const guest = apiVisitor(app);
  const failed = await guest.get('/api/auth/user');
  expect([failed.status, failed.body.error.code]).toEqual([401, 'signed_out']);
  const refresh = await guest.post(refreshUrl);
  expect([refresh.status, refresh.body.error.message]).toEqual([401, 'No refresh token available']);
  expect((await guest.get('/api/_auth/cookie')).body.user.uuid).toMatch(/^[0-9a-f-]{36}$/);
});

test('[S6-01] [S4-06] a guest is anonymous, has a guest uuid, and the cart stands in the guest’s cookie', async () => {
  const product = await makeProduct(db);
  const guest = formVisitor(app);
  await guest.addToCart(product, 2);
  const uuid = guest.cookies.get('visitor');
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
  expect(guest.cookies.has(`Basket_idd_${uuid}`)).toBe(true);
  expect(guest.cookies.has('access')).toBe(false);
  expect((await guest.get('/api/auth/user')).status).toBe(401);
  const { rows } = await sql<{ count: number }>`select count(*)::int from carts`.execute(db);
  expect(rows).toEqual([{ count: 0 }]);
});

test('[S4-01] [S7-03] ten minutes later the user fetch fails, one refresh succeeds, and the fetch succeeds again', async () => {
  const { visitor, user } = await signedInVisitor();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 599_000 });
  expect((await visitor.get('/api/auth/user')).status).toBe(200);
  vi.setSystemTime(Date.now() + 2_000);
  const before = visitor.cookies.get('refresh');
  expect((await visitor.get('/api/auth/user')).status).toBe(401);
  expect(visitor.cookies.get('refresh')).toBe(before);
  const refreshed = await visitor.post(refreshUrl);
  expect([refreshed.status, refreshed.body]).toEqual([200, { success: true }]);
  for (const name of ['access', 'refresh']) {
    expect(refreshed.set.find((line) => line.startsWith(`${name}=`))).toMatch(/Domain=idd.localhost.*HttpOnly/);
  }
  expect(visitor.cookies.get('refresh')).not.toBe(before);
  expect((await visitor.get('/api/auth/user')).body.data.uuid).toBe(user.id);
});

test('[S4-03] [S8-01] a stolen, already used refresh token says “Failed to refresh token” and ends the whole family, the thief’s and the owner’s', async () => {
  const { session_id, visitor: owner } = await signedInVisitor();
  const thief = apiVisitor(app, { address: '203.0.113.9' });
  thief.cookies.set('refresh', owner.cookies.get('refresh')!);
  expect((await owner.post(refreshUrl)).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 });
  const stolen = await thief.post(refreshUrl);
  expect([stolen.status, stolen.body.error.message]).toEqual([401, 'Failed to refresh token']);
  expect(thief.cookies.has('refresh')).toBe(false);
  expect(await endOf(session_id)).toBe('token_reused');
  expect((await owner.get('/api/auth/user')).status).toBe(401);
  expect((await owner.post(refreshUrl)).body.error.message).toBe('Failed to refresh token');
});

test('[S4-03] the same when the thief was first: the owner’s return with the used token ends the thief’s session too', async () => {
  const { visitor: owner } = await signedInVisitor();
  const thief = apiVisitor(app, { address: '203.0.113.9' });
  thief.cookies.set('refresh', owner.cookies.get('refresh')!);
  expect((await thief.post(refreshUrl)).status).toBe(200);
  expect((await thief.get('/api/auth/user')).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 });
  expect((await owner.post(refreshUrl)).status).toBe(401);
  expect((await thief.post(refreshUrl)).status).toBe(401);
});

test('[S4-04] [S7-03] ten parallel refreshes give one session and one successor, and every tab stays signed in', async () => {
  const { session_id, visitor, user } = await signedInVisitor();
  const tabs = Array.from({ length: 10 }, () => {
    const tab = apiVisitor(app);
    for (const [name, value] of visitor.cookies) tab.cookies.set(name, value);
    return tab;
  });
  const answers = await Promise.all(tabs.map((tab) => tab.post(refreshUrl)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(tabs.map((tab) => tab.cookies.get('refresh'))).size).toBe(1);
  const { rows } = await sql<{ id: string; tokens: number }>`
    select s.id, count(*)::int as tokens from sessions s join refresh_tokens t on t.session_id = s.id
    where s.user_id = ${user.id} and s.ended_at is null group by s.id`.execute(db);
  expect(rows).toEqual([{ id: session_id, tokens: 2 }]);
  for (const tab of tabs) expect((await tab.get('/api/auth/user')).body.data.uuid).toBe(user.id);
});

test('[S7-03] a refresh token rests thirty days, not a second longer', async () => {
  const start = new Date('2026-11-21T09:00:00Z');
  const thirtyDays = 30 * 86_400_000;
  const [early, late] = [await signedInVisitor(start), await signedInVisitor(start)];
  vi.useFakeTimers({ toFake: ['Date'], now: start.getTime() + thirtyDays - 1_000 });
  expect((await early.visitor.post(refreshUrl)).status).toBe(200);
  vi.setSystemTime(start.getTime() + thirtyDays);
  expect((await late.visitor.post(refreshUrl)).body.error.message).toBe('Failed to refresh token');
});

test('[S7-05] deleting the cookie ends the session in the database: kept copies of its tokens open nothing', async () => {
  const { session_id, visitor } = await signedInVisitor();
  const copies = new Map(visitor.cookies);
  const answer = await visitor.delete('/api/_auth/cookie');
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  expect([...visitor.cookies.keys()]).toEqual([]);
  expect(await endOf(session_id)).toBe('signed_out');
  const copy = apiVisitor(app);
  for (const [name, value] of copies) copy.cookies.set(name, value);
  expect((await copy.get('/api/auth/user')).status).toBe(401);
  expect((await copy.post(refreshUrl)).status).toBe(401);
});

test('[S7-05] [S4-03] the session ends also when only its refresh token is left', async () => {
  const { session_id, visitor } = await signedInVisitor();
  visitor.cookies.delete('access');
  await visitor.delete('/api/_auth/cookie');
  expect(await endOf(session_id)).toBe('signed_out');
});

test('[S7-04] a signed-in person’s uuid is the account’s and is put into no guest cookie', async () => {
  const { user, visitor } = await signedInVisitor();
  const answer = await visitor.get('/api/_auth/cookie');
  expect(answer.body).toEqual({ user: { uuid: user.id } });
  expect(visitor.cookies.has('visitor')).toBe(false);
});

test('[S7-02] nobody enters with a forged, foreign or expired access token', async () => {
  for (const access of ['x', 'eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.', '']) {
    const visitor = apiVisitor(app);
    visitor.cookies.set('access', access);
    expect((await visitor.get('/api/auth/user')).status).toBe(401);
  }
});

test('[S6-02] a page renews a token that has run out on its way and stays the person’s', async () => {
  const { visitor } = await signedInVisitor();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
  const before = visitor.cookies.get('refresh');
  const page = await visitor.get('/personal/');
  expect(page.status).toBe(200);
  expect(page.body).toContain('Анна');
  expect(visitor.cookies.get('refresh')).not.toBe(before);
  expect((await visitor.get('/api/auth/user')).status).toBe(200);
});

test('[S7-21] [S4-03] content that is the same for all renews no session that is just being ended', async () => {
  const { visitor } = await signedInVisitor();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
  const before = new Map(visitor.cookies);
  expect((await visitor.get('/api/ecm/sites-content/idd/wobblers/?domain_id_1c=00131')).status).toBe(200);
  expect(visitor.cookies).toEqual(before);
});

test('[S6-02] ten pages opened at once with one old token give one session', async () => {
  const { session_id, visitor, user } = await signedInVisitor();
  visitor.cookies.delete('access');
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => {
      const tab = apiVisitor(app);
      for (const [name, value] of visitor.cookies) tab.cookies.set(name, value);
      return tab.get('/personal/');
    }),
  );
  expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${user.id}`.execute(db);
  expect(rows).toEqual([{ id: session_id }]);
});

test('[S4-03] a page asked for with a stolen, already used token is a guest’s, and the family ends', async () => {
  const { session_id, visitor: owner } = await signedInVisitor();
  const thief = apiVisitor(app, { address: '203.0.113.9' });
  thief.cookies.set('refresh', owner.cookies.get('refresh')!);
  await owner.post(refreshUrl);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 });
  const page = await thief.get('/personal/');
  expect([page.status, page.headers.location]).toEqual([302, '/login/?back=%2Fpersonal%2F']);
  expect(thief.cookies.has('refresh')).toBe(false);
  expect(await endOf(session_id)).toBe('token_reused');
  expect((await owner.get('/api/auth/user')).status).toBe(401);
});

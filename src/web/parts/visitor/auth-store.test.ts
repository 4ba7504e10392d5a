import { expect, test } from 'vitest';
import { type AuthNews, AuthStore, type AuthWorld } from './auth-store.ts';

const anna = {
  buyer: { full_name: 'Анна Смирнова' },
  is_b2b_buyer: false,
  buyer_price_column: null,
  contact_infos: [{ id: 1, type: 'email' as const, value: 'anna@pochta.example', purpose: 'main' }],
};
const uuid = '0d9aee0f-6c2f-4c3b-9a80-2f2bd6f0c111';
const guestUuid = '5a1f7c9e-3b1d-4b55-8f0e-7a5d1c0b9e21';

type Answer = { status?: number; body: unknown } | 'unreachable';
const userAnswer: Answer = { body: { success: true, data: { uuid, currentUser: anna } } };
const nobody: Answer = { status: 401, body: { error: { code: 'signed_out', message: 'Войдите, чтобы продолжить' } } };
const refreshed: Answer = { body: { success: true } };
const refused = (message: string): Answer => ({ status: 401, body: { error: { code: 'refresh_failed', message } } });

/** A tab and the server behind it: each call takes the next of its answers, the last one stays. */
function tab(answers: Record<string, Answer[]>, exclusively?: AuthWorld['exclusively']) {
  const calls: string[] = [];
  const reported: AuthNews[] = [];
  const happened: string[] = [];
  const world = { isLeaving: false, isOffline: false };
  const store = new AuthStore({
    domain: 'idd.localhost',
    async fetch(path, init) {
      const call = `${init?.method ?? 'GET'} ${path}`;
      calls.push(call);
      const left = answers[call] ?? [];
      const answer = left.length > 1 ? left.shift() : left[0];
      await Promise.resolve();
      if (!answer || answer === 'unreachable') throw new TypeError('Failed to fetch');
      return Response.json(answer.body, { status: answer.status ?? 200 });
    },
    exclusively: exclusively ?? ((work) => work(false)),
    tell: (news) => reported.push(news),
    isOffline: () => world.isOffline,
    isLeaving: () => world.isLeaving,
    forgetMark: () => happened.push('mark forgotten'),
    accountChanged: () => happened.push('pages read again'),
    forgetDrafts: () => happened.push('drafts forgotten'),
    reloadHome: () => happened.push('reloaded at /'),
  });
  return { store, calls, reported, happened, world };
}

test('[S3-03] the state has its seven fields, and before the first answer nobody is known', () => {
  expect(tab({}).store.get()).toEqual({
    currentDomain: 'idd.localhost',
    isAuthenticated: false,
    currentUser: null,
    isSubscribed: false,
    uuid: null,
    isRefreshing: false,
    refreshError: null,
  });
});

test('[S4-01] [S3-03] the user fetch alone makes the visitor authenticated', async () => {
  const { store, calls } = tab({ 'GET /api/auth/user': [userAnswer] });
  await store.load();
  expect(store.get()).toMatchObject({ isAuthenticated: true, currentUser: anna, uuid, refreshError: null });
  expect(calls).toEqual(['GET /api/auth/user']);
});

test('[S4-01] a failed user fetch is followed by one refresh and the user fetch again', async () => {
  const { store, calls, reported } = tab({
    'GET /api/auth/user': [nobody, userAnswer],
    'POST /api/_auth/refresh-token': [refreshed],
  });
  await store.load();
  expect(store.get()).toMatchObject({ isAuthenticated: true, currentUser: anna, isRefreshing: false });
  expect(calls).toEqual(['GET /api/auth/user', 'POST /api/_auth/refresh-token', 'GET /api/auth/user']);
  expect(reported).toEqual([]);
});

test('[S4-02] [S8-01] no refresh token: a guest with a uuid of its own and an empty user, the page stays', async () => {
  const { store, calls, happened } = tab({
    'GET /api/auth/user': [nobody],
    'POST /api/_auth/refresh-token': [refused('No refresh token available')],
    'GET /api/_auth/cookie': [{ body: { user: { uuid: guestUuid } } }],
  });
  await store.load();
  expect(store.get()).toMatchObject({ isAuthenticated: false, currentUser: null, uuid: guestUuid });
  expect(calls).toEqual(['GET /api/auth/user', 'POST /api/_auth/refresh-token', 'GET /api/_auth/cookie']);
  expect(happened).toEqual(['mark forgotten']);
});

test.each([
  ['Failed to refresh token', refused('Failed to refresh token')],
  ['Сессия завершена', refused('Сессия завершена')],
  ['Failed to refresh token', { status: 502, body: 'no JSON of ours' } satisfies Answer],
  ['Network error during token refresh', 'unreachable' as const],
])(
  '[S4-03] [S8-01] refresh failing with «%s» clears the state, deletes the session cookie and reloads at /',
  async (message, answer) => {
    const { store, calls, happened, reported } = tab({
      'GET /api/auth/user': [userAnswer, nobody],
      'POST /api/_auth/refresh-token': [answer],
      'DELETE /api/_auth/cookie': [{ body: { success: true } }],
    });
    await store.load();
    await store.load();
    expect(store.get()).toEqual({ ...tab({}).store.get(), refreshError: message });
    expect(calls.slice(-2)).toEqual(['POST /api/_auth/refresh-token', 'DELETE /api/_auth/cookie']);
    expect(happened).toEqual(['mark forgotten', 'reloaded at /']);
    expect(reported).toEqual(['signed-out']);
  },
);

test('[S4-03] what fails because the page is being left logs nobody out', async () => {
  const { store, calls, happened, world } = tab({});
  world.isLeaving = true;
  await store.load();
  expect(await store.refresh()).toBe('refused');
  expect(calls).toEqual(['GET /api/auth/user', 'POST /api/_auth/refresh-token']);
  expect(happened).toEqual([]);
});

test('[S4-04] a second refresh is refused while one runs; success clears the error of an earlier one', async () => {
  const { store, calls } = tab({
    'POST /api/_auth/refresh-token': [refused('No refresh token available'), refreshed],
    'GET /api/_auth/cookie': [{ body: { user: { uuid: guestUuid } } }],
  });
  await store.refresh();
  expect(store.get()).toMatchObject({ refreshError: 'No refresh token available', isAuthenticated: false });
  const both = [store.refresh(), store.refresh()];
  expect(store.get().isRefreshing).toBe(true);
  expect(await Promise.all(both)).toEqual(['refreshed', 'refused']);
  expect(store.get()).toMatchObject({ isRefreshing: false, refreshError: null });
  expect(calls.filter((call) => call.endsWith('refresh-token'))).toHaveLength(2);
});

test('[S4-04] failure sets the message and makes the visitor not authenticated', async () => {
  const { store } = tab({
    'GET /api/auth/user': [userAnswer],
    'POST /api/_auth/refresh-token': [refused('Failed to refresh token')],
    'DELETE /api/_auth/cookie': [{ body: { success: true } }],
  });
  await store.load();
  expect(await store.refresh()).toBe('logged-out');
  expect(store.get()).toMatchObject({
    isAuthenticated: false,
    isRefreshing: false,
    refreshError: 'Failed to refresh token',
  });
});

test('[S4-04] of two tabs one refreshes; the other takes its result and fetches the user', async () => {
  let turn: Promise<unknown> | null = null;
  const exclusively: AuthWorld['exclusively'] = (work) => {
    const done = turn ? turn.then(() => work(true)) : work(false);
    turn = done;
    return done;
  };
  const answers = () => ({
    'GET /api/auth/user': [nobody, userAnswer],
    'POST /api/_auth/refresh-token': [refreshed],
  });
  const tabs = [tab(answers(), exclusively), tab(answers(), exclusively)];
  await Promise.all(tabs.map(({ store }) => store.load()));
  expect(tabs.map(({ calls }) => calls)).toEqual([
    ['GET /api/auth/user', 'POST /api/_auth/refresh-token', 'GET /api/auth/user'],
    ['GET /api/auth/user', 'GET /api/auth/user'],
  ]);
  expect(tabs.map(({ store }) => store.get().isAuthenticated)).toEqual([true, true]);
});

test('[S4-05] after signing in the user is fetched, the pages are read again and the other tabs told', async () => {
  const { store, calls, reported, happened } = tab({ 'GET /api/auth/user': [userAnswer] });
  await store.signedIn();
  expect(store.get()).toMatchObject({ isAuthenticated: true, currentUser: anna });
  expect(calls).toEqual(['GET /api/auth/user']);
  expect(reported).toEqual(['signed-in']);
  expect(happened).toEqual(['pages read again']);
});

test('whoever signs out is marked as a guest before the server is asked, so that nothing asks for the user meanwhile', async () => {
  const { store, calls, happened } = tab({ 'GET /api/auth/user': [userAnswer] });
  await store.load();
  const left = store.signOut();
  expect(happened).toEqual(['drafts forgotten', 'mark forgotten']);
  await left;
  expect(calls).toEqual(['GET /api/auth/user', 'DELETE /api/_auth/cookie']);
});

test('[S4-05] another tab follows a sign-in and a sign-out', async () => {
  const { store, happened } = tab({ 'GET /api/auth/user': [userAnswer] });
  await store.onNews('signed-in');
  expect(store.get()).toMatchObject({ isAuthenticated: true, currentUser: anna });
  await store.onNews('signed-out');
  expect(store.get()).toMatchObject({ isAuthenticated: false, currentUser: null, uuid: null });
  expect(happened).toEqual(['pages read again', 'drafts forgotten', 'pages read again']);
});

test('[S4-03] without a network nobody is asked and nobody is logged out; with it the user is fetched', async () => {
  const { store, calls, happened, world } = tab({ 'GET /api/auth/user': [userAnswer] });
  world.isOffline = true;
  await store.load();
  expect(calls).toEqual([]);
  expect(happened).toEqual([]);
  world.isOffline = false;
  await store.load();
  expect(store.get().isAuthenticated).toBe(true);
});

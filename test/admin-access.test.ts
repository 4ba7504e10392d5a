import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { adminDocument } from '#api/docs.ts';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { permissions, reachOf } from '#modules/staff/permissions.ts';
import { staffRoles } from '#modules/staff/schema.ts';
import { type AdminCast, branches, type Call, call, makeAdminCast, rolesInside } from './admin/cast.ts';
import { ifMatch } from './admin/example.ts';
import { examples } from './admin/examples.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makePurchasePrice, purchasePriceWords } from './support/purchase-price.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
  await makePurchasePrice(db, cast.product);
});

/** Of the rounds of the last test. */
let end: Promise<unknown> = Promise.resolve();
afterEach(() => end);

/** One after another. A test that runs out of time ends here too, or its lines would be counted in the next one. */
async function each<Item>(signal: AbortSignal, items: readonly Item[], round: (item: Item) => Promise<void>) {
  const rounds = (async () => {
    for (const item of items) {
      signal.throwIfAborted();
      await round(item);
    }
  })();
  end = rounds.catch(() => undefined);
  await rounds;
}

const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;

test('[S6-05] every call of the back office has its example, and every example its call', () => {
  const named = adminRoutes.map(nameOf);
  expect(named.filter((name) => !examples[name])).toEqual([]);
  expect(Object.keys(examples).filter((name) => !named.includes(name))).toEqual([]);
});

test('[S6-05] the example of every change does its work, so that its line is looked for', () => {
  const refused = adminRoutes.map(nameOf).filter((name) => !name.startsWith('GET') && examples[name]!.answers! >= 300);
  // Of the role login_by_user, of the person's own rows, of another change's line, of a partner with a key: tests of
  // their own show them.
  expect(refused.toSorted()).toEqual([
    'DELETE /api/admin/views/:id',
    'POST /api/admin/audit/:id/undo',
    'POST /api/admin/connections/:id/check',
    'POST /api/admin/customers/:id/acting-link',
  ]);
});

test('[S6-05] the description of the calls of the back office is for its staff alone', async () => {
  const ask = (cookie?: string) => call(cast, cookie, { method: 'GET', url: '/api/admin/openapi.json' });
  for (const cookie of [undefined, cast.headers.buyer, cast.headers.acting, cast.headers.dismissed]) {
    const { statusCode, body } = await ask(cookie);
    // 409: whoever acts as a buyer now is no staff meanwhile.
    expect(statusCode).toBe(cookie === undefined ? 401 : cookie === cast.headers.acting ? 409 : 403);
    expect(body).not.toContain('/api/admin/');
  }
  expect(Object.keys((await ask(cast.headers.pickup)).json().paths)).toContain('/api/admin/me');
});

test('[S6-05] no call under /api/admin/ was registered past the one entry point', () => {
  const { paths = {} } = adminDocument(cast.app as never);
  const registered = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const known = [...adminRoutes.map(nameOf), 'POST /api/admin/second-factor'];
  expect(registered.sort()).toEqual(known.sort());
});

test('[S6-05] a stranger, a buyer, staff who act as a buyer, without a fresh code, or dismissed get into no call', {
  timeout: 300_000,
}, async ({ signal }) => {
  const wanted = { buyer: 403, acting: 409, late: 403, dismissed: 403, login_by_user: 403 } as const;
  const wrong: string[] = [];
  await each(signal, adminRoutes, async (route) => {
    const given = { method: route.method, ...(await examples[nameOf(route)]!.make(cast)) };
    const before = await lastLine();
    const stranger = await call(cast, undefined, given);
    if (stranger.statusCode !== 401) wrong.push(`${nameOf(route)}: a stranger meets ${stranger.statusCode}`);
    for (const [who, status] of Object.entries(wanted)) {
      const { statusCode } = await call(cast, cast.headers[who as keyof typeof wanted], given);
      if (statusCode !== status) wrong.push(`${nameOf(route)}: ${who} meets ${statusCode} instead of ${status}`);
    }
    if ((await lastLine()) !== before) wrong.push(`${nameOf(route)}: something was changed`);
  });
  expect(wrong).toEqual([]);
});

test('[S6-05] each role gets into exactly the calls of the table, reads purchase prices by right alone, and each change leaves one line in the audit log', {
  timeout: 300_000,
}, async ({ signal }) => {
  const wrong: string[] = [];
  const pairs = adminRoutes.flatMap((route) => rolesInside.map((role) => ({ route, role })));
  // What is only read, or refused, stays as it was made: one of it serves all roles.
  const unchanged = new Map<string, Call>();
  await each(signal, pairs, async ({ route, role }) => {
    const { make, answers = 200, leavesNoLine } = examples[nameOf(route)]!;
    const reach = route.permission === null ? 'all' : reachOf({ roles: [role], departments: [] }, route.permission);
    const isUnchanged = reach === null || route.method === 'GET';
    const given = (isUnchanged && unchanged.get(nameOf(route))) || { method: route.method, ...(await make(cast)) };
    if (isUnchanged) unchanged.set(nameOf(route), given);
    const before = await lastLine();
    const { statusCode, body } = await call(cast, cast.headers[role], given);
    const lines = (await lastLine()) - before;
    const what = `${nameOf(route)} by ${role}`;
    const isIn = reach !== null && statusCode !== 403;
    if (reach === null && statusCode !== 403) wrong.push(`${what}: ${statusCode} instead of 403`);
    if (reach === 'all' && statusCode !== answers) wrong.push(`${what}: ${statusCode} ${body.slice(0, 300)}`);
    if (reach === 'points' && ![answers, 403, 404].includes(statusCode)) wrong.push(`${what}: ${statusCode}`);
    const isWrite = route.method !== 'GET' || route.limit === 'exports';
    const wantedLines = isIn && statusCode < 300 && isWrite && !leavesNoLine ? 1 : 0;
    if (lines !== wantedLines) wrong.push(`${what}: ${lines} lines instead of ${wantedLines}`);
    if (!seesPurchasePrices(role) && purchasePriceWords.some((word) => body.includes(word)))
      wrong.push(`${what}: names a purchase price`);
  });
  expect(wrong).toEqual([]);
});

/**
 * Calls of one record that is of no branch: common to all, of the person alone, or what stands in it is looked at row
 * by row, as tests of their own show (releases, packages of 1C, letters).
 */
const ofNoBranch = [
  ...[
    'columns',
    'views',
    'audit',
    'onec-packages',
    'onec-jobs',
    'onec-nodes',
    'reply-templates',
    'mails',
    'mail-samples',
  ],
  ...['products', 'categories', 'attributes', 'brands', 'shorts', 'units', 'credit-programs', 'loyalty-programmes'],
  ...['wheels', 'ready-sets', 'campaign-codes', 'judged-queries', 'forms', 'releases'],
].map((resource) => `/api/admin/${resource}/:`);
/** Records of branches that these calls do not name: all their branches, a place in a list, a link for a customer. */
const namesNoBranch = [
  'GET /api/admin/prices/:id/history',
  'GET /api/admin/stock/:id/reservations',
  'POST /api/admin/customers/:id/acting-link',
  'POST /api/admin/pages/:id/move',
  // Of the landing page itself, which is common; its texts have branches.
  'GET /api/admin/landings/:id',
  'PATCH /api/admin/landings/:id',
  'POST /api/admin/landings/:id/publish',
  'POST /api/admin/landings/:id/end',
];

test('[S6-05] every call of a record of a branch has the example of another branch', () => {
  const without = adminRoutes
    .filter((route) => route.url.includes('/:') && !isShopWide(route) && !examples[nameOf(route)]!.foreign)
    .filter(({ url }) => !ofNoBranch.some((start) => url.startsWith(start)));
  expect(without.map(nameOf).toSorted()).toEqual(namesNoBranch.toSorted());
});

test('[S6-05] staff of another branch meet 404 at every record and change nothing', async ({ signal }) => {
  const { header } = await makeStaff(db, [...staffRoles], { departments: [branches.own] });
  const wrong: string[] = [];
  await each(signal, adminRoutes, async (route) => {
    const { foreign } = examples[nameOf(route)]!;
    if (!foreign) return;
    const before = await lastLine();
    const { statusCode } = await call(cast, header, { method: route.method, ...(await foreign(cast)) });
    const wanted = isShopWide(route) ? 403 : 404;
    if (statusCode !== wanted) wrong.push(`${nameOf(route)}: ${statusCode} instead of ${wanted}`);
    if ((await lastLine()) !== before) wrong.push(`${nameOf(route)}: something was changed`);
  });
  expect(wrong).toEqual([]);
});

test('[S6-05] an owner of one branch changes nothing that is common to all, their own rights least of all', async ({
  signal,
}) => {
  const { id, header } = await makeStaff(db, ['owner'], { departments: [branches.own] });
  const shopWide = adminRoutes.filter(isShopWide);
  expect(shopWide.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  await each(signal, shopWide, async (route) => {
    const before = await lastLine();
    const { statusCode } = await call(cast, header, {
      method: route.method,
      ...(await examples[nameOf(route)]!.make(cast)),
    });
    if (statusCode !== 403) wrong.push(`${nameOf(route)}: ${statusCode} instead of 403`);
    if ((await lastLine()) !== before) wrong.push(`${nameOf(route)}: something was changed`);
  });
  expect(wrong).toEqual([]);
  const own = await call(cast, header, {
    method: 'PATCH',
    url: `/api/admin/staff/${id}`,
    body: { departments: [] },
    headers: await ifMatch(cast, `/api/admin/staff/${id}`),
  });
  expect(own.statusCode).toBe(403);
});

test('[S6-05] what waits beside the menu is counted as the lists show it: of a storekeeper, orders of the own points', async () => {
  const one = { departments: [branches.own] };
  const [{ header: keeper }, { header: manager }] = [
    await makeStaff(db, ['pickup'], one),
    await makeStaff(db, ['orders'], one),
  ];
  const waiting = async (cookie: string) =>
    (await call(cast, cookie, { method: 'GET', url: '/api/admin/counters' })).json().orders.count;
  const before = [await waiting(keeper), await waiting(manager)];
  await cast.anOrder();
  expect([await waiting(keeper), await waiting(manager)]).toEqual(before.map((count) => count + 1));
  const { id } = await cast.anOrder();
  await sql`
    update orders set receiving_type = 'delivery', delivery_address = 'Вологда, ул. Мира, 5', pickup_department_id_1c = null
    where id = ${id}::uuid`.execute(db);
  expect([await waiting(keeper), await waiting(manager)]).toEqual([before[0] + 1, before[1] + 2]);
});

test('the back office answers on the main domain alone, and to no page of another host', async () => {
  const me = { method: 'GET', url: '/api/admin/me' } as const;
  const elsewhere = await call(cast, cast.headers.owner, { ...me, headers: { host: 'cherepovets.idd.localhost' } });
  expect(elsewhere.statusCode).toBe(404);
  const { id } = await cast.anOrder();
  const foreign = await call(cast, cast.headers.owner, {
    method: 'POST',
    url: `/api/admin/orders/${id}/move`,
    body: { state: 'assembling' },
    headers: { origin: 'http://cherepovets.idd.localhost' },
  });
  expect(foreign.statusCode).toBe(403);
  expect(foreign.json().error.code).toBe('foreign_origin');
});

function seesPurchasePrices(role: StaffRole): boolean {
  return reachOf({ roles: [role], departments: [] }, 'prices.cost') !== null;
}

function isShopWide({ permission }: (typeof adminRoutes)[number]): boolean {
  return permission !== null && 'isShopWide' in permissions[permission];
}

async function lastLine(): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select count(*)::int as lines from audit_log`.execute(db);
  return rows[0]!.lines;
}

import type { LightMyRequestResponse } from 'fastify';
import { loadProgrammes } from '#demo/cards.ts';
import { readSignedIn, type StaffRole } from '#modules/accounts/signed-in.ts';
import { startActing } from '#modules/staff/acting.ts';
import { permissionsOf } from '#modules/staff/permissions.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { staffRoles } from '#modules/staff/schema.ts';
import type { Database } from '#platform/database.ts';
import { makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

/** Vologda, whose staff work there alone, and another branch. */
export const branches = { own: '00131', foreign: '00052' };

export type AdminCast = Awaited<ReturnType<typeof makeAdminCast>>;

/** A shop with one member of staff for each role, and who must not get in. */
export async function makeAdminCast(db: Database, environment: Record<string, string> = {}) {
  await makeBranches(db);
  await loadProgrammes(db);
  const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
  const product = await makeProduct(db, {
    name: 'Штукатурка Гладь',
    category_id: category.id,
    price: 48_950,
    on_hand: 5_000,
  });
  await db
    .insertInto('prices')
    .values({ price_column: 'cherepovets', product_id: product.id, price: 49_950 })
    .execute();
  await db
    .insertInto('stock')
    .values({ store: 'store52', product_id: product.id, on_hand: 5_000, on_hand_base: 150_000 })
    .execute();
  const buyer = await makeUser(db, { full_name: 'Анна Смирнова' });
  const staff = {} as Record<StaffRole, Awaited<ReturnType<typeof makeStaff>>>;
  for (const role of staffRoles) staff[role] = await makeStaff(db, [role], { full_name: `Роль ${role}` });
  const proxy = await makeStaff(db, ['login_by_user', 'owner'], { full_name: 'Мария Отделова' });
  const late = await makeStaff(db, ['owner'], { secondFactor: false });
  const dismissed = await makeStaff(db, ['owner']);
  await db.updateTable('staff').set({ dismissed_at: new Date() }).where('user_id', '=', dismissed.id).execute();
  const account = await readSignedIn(db, proxy.session_id, new Date());
  await db
    .transaction()
    .execute((db) =>
      startActing(db, requireStaff({ account }, 'login_by_user'), { user_id: buyer.id, reason: 'Просит помочь' }),
    );
  const headers = {
    ...Object.fromEntries(staffRoles.map((role) => [role, staff[role].header])),
    buyer: (await signedIn(db, buyer)).header,
    acting: proxy.header,
    late: late.header,
    dismissed: dismissed.header,
  } as Record<StaffRole | 'buyer' | 'acting' | 'late' | 'dismissed', string>;
  const app = await testApp(db, environment);
  const anOrder = (branch = branches.own) => orderBy(db, buyer, [[product, 2]], { branch });
  return { db, app, category, product, buyer, staff, headers, anOrder };
}

/** Roles that open the back office at all. */
export const rolesInside = staffRoles.filter((role) => permissionsOf({ roles: [role], departments: [] }).length > 0);

export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  url: string;
  body?: object;
  headers?: Record<string, string>;
};

/** A call of the back office as the browser sends it; `cookie`: whose. Every POST has a key of its own. */
export async function call(
  { app }: Pick<AdminCast, 'app'>,
  cookie: string | undefined,
  { method, url, body, headers }: Call,
) {
  // A stream of events has no end: what comes first is its answer.
  const isEndless = url.startsWith('/api/admin/events');
  const answer = await app.inject({
    payloadAsStream: isEndless,
    method,
    url,
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      accept: 'application/json',
      ...(cookie && { cookie }),
      ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    ...(body && { payload: body }),
  });
  return isEndless ? withFirstPart(answer) : answer;
}

async function withFirstPart(answer: LightMyRequestResponse): Promise<LightMyRequestResponse> {
  let body = '';
  for await (const part of answer.stream()) {
    body = String(part);
    break;
  }
  return Object.assign(answer, { body, json: () => JSON.parse(body) });
}

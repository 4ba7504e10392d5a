import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { permissions } from '#modules/staff/permissions.ts';
import { staffRoles } from '#modules/staff/schema.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
  // What the calls about things of another branch are tried on: a row of each kind.
  for (const { foreign } of Object.values(examples)) await foreign?.(cast);
  await mark();
}, 300_000);

/** Stands in what is written of the rows of the other branch; their orders have numbers above this one. */
const word = 'Чужаков';
const numbersFrom = 1_700_000_000;
const isMarked = (body: string) => body.toLowerCase().includes(word.toLowerCase()) || /\b17\d{8}\b/.test(body);

/** A text of each table whose rows are of a branch. */
const texts = {
  orders: 'contact_name',
  tickets: 'name',
  leads: 'name',
  reviews: 'author_name',
  product_questions: 'author_name',
  actions: 'name',
  vacancies: 'title',
  articles: 'title',
  menu_links: 'name',
  seo_texts: 'title',
  loss_measures: 'what',
  qr_codes: 'note',
};

async function mark() {
  for (const [table, column] of Object.entries(texts))
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${word} || ' ' || ${sql.ref(column)}
      where department_id_1c = ${branches.foreign}`.execute(db);
  await sql`update orders set number = number + ${numbersFrom}::bigint where department_id_1c = ${branches.foreign}`.execute(
    db,
  );
  const onlyThere = sql`in (select o.user_id from orders o group by o.user_id
    having bool_and(o.department_id_1c = ${branches.foreign}))`;
  await sql`update users u set full_name = ${word} where u.id ${onlyThere}`.execute(db);
  await sql`
    insert into contacts (user_id, type, value, purpose)
    select u.id, 'phone', '+79215559900', 'main' from users u where u.id ${onlyThere} order by u.id limit 1`.execute(
    db,
  );
  // Whoever has ordered nowhere yet is everybody's customer, with the name of their firm.
  await sql`
    update companies c set name = ${word} where c.id in (select company_id from orders
      group by company_id having bool_and(department_id_1c = ${branches.foreign}))
    and not exists (select from users u where u.company_id = c.id and not u.id ${onlyThere})`.execute(db);
  await sql`update form_submissions set answers = jsonb_build_array(jsonb_build_object(
    'field', 'name', 'name', 'Имя', 'value', ${word}::text)) where department_id_1c = ${branches.foreign}`.execute(db);
  await sql`update receipts set state = 'succeeded'`.execute(db);
  await sql`
    insert into payment_events (received_at, event, object_id, body, handled_at, problem)
    values (now(), 'payment.succeeded', 'nobody', '{}', now(), ${word})`.execute(db);
  await sql`
    insert into coupons (code, code_key, kind, percent, department_id_1c)
    values (${word.toUpperCase()}, ${word.toUpperCase()}, 'percent', 5, ${branches.foreign})`.execute(db);
}

const lists = [
  'orders',
  'orders/board',
  'orders/export?format=csv',
  'handover',
  'payments',
  'invoices',
  'refunds',
  'receipts',
  'payment-events',
  `phone-order/buyers?phone=${encodeURIComponent('+79215559900')}`,
  'customers',
  'companies',
  'cards',
  'tickets',
  'leads',
  'submissions',
  'reviews',
  'questions',
  'coupons',
  'shelf-codes',
  'loss-measures',
  `search?q=${word}`,
  `coupon-customers?q=${word}`,
];

test.each(lists)(
  '[S6-05] rows of another branch stand in %s for whoever works in all, for nobody else',
  async (list) => {
    const { header } = await makeStaff(db, [...staffRoles], { departments: [branches.own] });
    const url = `/api/admin/${list}`;
    const all = await call(cast, cast.headers.owner, { method: 'GET', url });
    expect([all.statusCode, isMarked(all.body)]).toEqual([200, true]);
    const own = await call(cast, header, { method: 'GET', url });
    expect([own.statusCode, isMarked(own.body)]).toEqual([200, false]);
  },
);

test('[S6-05] the table of receipts by days counts those of the own branch alone', async () => {
  const { header } = await makeStaff(db, ['accounting'], { departments: [branches.own] });
  const [from, to] = [-1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const url = `/api/admin/receipts/export?from=${from}&to=${to}&format=csv`;
  const linesOf = async (cookie: string) =>
    (await call(cast, cookie, { method: 'GET', url })).body.trim().split('\n').length;
  expect([await linesOf(header), await linesOf(cast.headers.accounting)]).toEqual([1, 2]);
});

test('[S6-05] nothing that is read without naming a thing tells staff of one branch of another', {
  timeout: 300_000,
}, async () => {
  const { header } = await makeStaff(db, [...staffRoles], { departments: [branches.own] });
  const wrong: string[] = [];
  let read = 0;
  for (const route of adminRoutes) {
    if (route.method !== 'GET' || route.url.includes(':')) continue;
    if (route.permission !== null && 'isShopWide' in permissions[route.permission]) continue;
    const { make } = examples[`GET ${route.url}`]!;
    const { statusCode, body } = await call(cast, header, { method: 'GET', ...(await make(cast)) });
    if (statusCode === 200) read += 1;
    if (isMarked(body)) wrong.push(route.url);
  }
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(60);
});

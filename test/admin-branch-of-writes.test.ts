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
import { makePurchasePrice } from './support/purchase-price.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
  await noteBranches();
});

test('[S6-05] whatever staff of one branch are let do, they write rows of that branch alone', {
  timeout: 300_000,
}, async () => {
  const { header } = await makeStaff(db, [...staffRoles], { departments: [branches.own] });
  const wrong: string[] = [];
  let done = 0;
  for (const route of adminRoutes) {
    if (route.method === 'GET') continue;
    if (route.permission !== null && 'isShopWide' in permissions[route.permission]) continue;
    const name = `${route.method} ${route.url}`;
    const { make, foreign } = examples[name]!;
    for (const example of [make, foreign]) {
      if (!example) continue;
      const given = { method: route.method, ...(await example(cast)) };
      await sql`delete from noted_branches`.execute(db);
      const { statusCode } = await call(cast, header, given);
      if (statusCode < 300) done += 1;
      // The rating of a product follows the reviews of all branches.
      for (const row of await writtenElsewhere())
        if (!(row === 'products of all' && route.url === '/api/admin/reviews/:id/approve'))
          wrong.push(`${name}: ${statusCode}, wrote ${row}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(done).toBeGreaterThan(60);
});

test('[1.2] purchase prices, and a column by which two branches sell, are written by staff of both or of all', async () => {
  const { id } = await makeProduct(db, { price: 10_000, id_1c: crypto.randomUUID() });
  await makePurchasePrice(db, { id });
  await db.insertInto('price_columns').values({ price_column: 'common', name: 'Общая' }).execute();
  await db.insertInto('prices').values({ price_column: 'common', product_id: id, price: 10_000 }).execute();
  const former = await db.selectFrom('departments').select(['id_1c', 'base_price']).execute();
  const sellBy = (column: string) => db.updateTable('departments').set({ base_price: column }).execute();
  const ownerOf = (departments: string[]) => makeStaff(db, ['owner'], { departments });
  const [one, both, all] = [
    await ownerOf([branches.own]),
    await ownerOf([branches.own, branches.foreign]),
    await ownerOf([]),
  ];
  const planOf = (column: string) => ({
    name: 'Подорожание',
    filter: { ids: [id] },
    columns: [column],
    change: { base: { from: 'own' }, percent: 5 },
  });
  const ask = async (cookie: string, method: 'POST' | 'PUT', url: string, body?: object) => {
    const { statusCode, body: text } = await call(cast, cookie, { method, url, ...(body && { body }) });
    return { status: statusCode, body: JSON.parse(text) };
  };
  // The sheet has just pinned it.
  const seen = { is_pinned: true, pinned_until: null };
  const tried = async (cookie: string, price_column: string, price: number) => [
    (
      await ask(cookie, 'POST', '/api/admin/prices/cells', {
        cells: [{ product_id: id, price_column, price, is_sure: true }],
      })
    ).status,
    (await ask(cookie, 'PUT', `/api/admin/prices/${id}/pin`, { price_column, until: null, seen })).status,
    (await ask(cookie, 'POST', `/api/admin/prices/${id}/unpin`, { price_column, seen })).status,
    (await ask(cookie, 'POST', '/api/admin/price-plans', planOf(price_column))).status,
  ];
  await sellBy('common');
  try {
    expect(await tried(one.header, 'zakupka', 9_000)).toEqual([403, 403, 403, 403]);
    expect(await tried(both.header, 'zakupka', 9_000)).toEqual([403, 403, 403, 403]);
    expect(await tried(all.header, 'zakupka', 9_000)).toEqual([200, 200, 200, 201]);
    expect(await tried(one.header, 'common', 10_100)).toEqual([403, 403, 403, 403]);
    // The sheet says so before anything is typed.
    const closedFor = async (cookie: string) => {
      const { items } = (await call(cast, cookie, { method: 'GET', url: '/api/admin/price-columns' })).json();
      return (items as { price_column: string; why_not: string | null }[])
        .filter(({ why_not }) => why_not !== null)
        .map(({ price_column, why_not }) => [price_column, why_not]);
    };
    const [shared, common] = [
      'По этой колонке продают и другие филиалы: её меняет тот, кто работает в каждом из них',
      'Общие для всех филиалов цены меняет тот, кто работает во всех',
    ];
    expect((await closedFor(one.header)).toSorted()).toEqual([
      ['common', shared],
      ['zakupka', common],
    ]);
    expect(await closedFor(both.header)).toEqual([['zakupka', common]]);
    expect(await closedFor(all.header)).toEqual([]);
    expect(await tried(both.header, 'common', 10_100)).toEqual([200, 200, 200, 201]);
    const tiers = { price_column: 'common', tiers: [{ from_count: 10, price: 9_000 }], was: [] };
    const tiersBy = async (cookie: string) => (await ask(cookie, 'PUT', `/api/admin/prices/${id}/tiers`, tiers)).status;
    expect([await tiersBy(one.header), await tiersBy(both.header)]).toEqual([403, 200]);
    // What somebody else calculated or changed is no way round.
    const { body: plan } = await ask(both.header, 'POST', '/api/admin/price-plans', planOf('common'));
    const ofPlan = (verb: string, body?: object) =>
      ask(one.header, 'POST', `/api/admin/price-plans/${plan.id}/${verb}`, body);
    expect((await ofPlan('confirm', { hash: plan.hash })).status).toBe(403);
    expect((await ofPlan('cancel')).status).toBe(403);
    expect((await ofPlan('undo')).status).toBe(403);
    await ask(both.header, 'POST', '/api/admin/prices/cells', {
      cells: [{ product_id: id, price_column: 'common', price: 10_200 }],
    });
    const { rows } = await sql<{ id: string }>`
      select id from audit_log where resource = 'prices' order by id desc limit 1`.execute(db);
    const undo = (cookie: string) => ask(cookie, 'POST', `/api/admin/audit/${rows[0]!.id}/undo`);
    expect([403, 404]).toContain((await undo(one.header)).status);
    expect((await undo(both.header)).status).toBe(200);
  } finally {
    for (const { id_1c, base_price } of former)
      await db.updateTable('departments').set({ base_price }).where('id_1c', '=', id_1c).execute();
  }
});

/** From now on each row is noted when it is written: its table and the branch that it names; null: none. */
async function noteBranches(): Promise<void> {
  await sql`create table noted_branches (name text, branch text)`.execute(db);
  await sql`
    create function note_branch() returns trigger language plpgsql as $$
    begin
      insert into noted_branches
      select tg_table_name, row ->> tg_argv[0]
      from (values (to_jsonb(old)), (to_jsonb(new))) as versions (row) where row is not null;
      return null;
    end $$`.execute(db);
  const { rows } = await sql<{ name: string; column: string }>`
    select distinct on (c.relname) c.relname as name, coalesce(a.attname, 'none') as column from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname in ('department_id_1c', 'price_column', 'store')
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> 'noted_branches'
    order by 1, 2`.execute(db);
  for (const { name, column } of rows)
    await sql`create trigger zz_note_branch after insert or update or delete on ${sql.table(name)}
      for each row execute function note_branch(${sql.lit(column)})`.execute(db);
}

/** Tables without a branch that staff of one branch may write all the same. */
const tablesOfParents = [
  // Of an order, a ticket, a promotion or a zone, whose own branch is looked at first.
  ...['order_moves', 'order_notes', 'order_proposals', 'order_keys', 'payments', 'refunds', 'receipts'],
  ...['documents', 'handover_lines'],
  ...['ticket_messages', 'action_products', 'delivery_zone_rates'],
  // Of a plan, whose price columns are looked at; of a release, whose parts are.
  ...['price_plans', 'releases'],
  // Of the person alone, and what the shop keeps by itself.
  ...[
    'staff_columns',
    'staff_views',
    'office_messages',
    'staff_presence',
    'acting_links',
    'uploads',
    'audit_log',
    'admin_keys',
    'limits',
    'mails',
    'deferred_jobs',
  ],
  'catalogue_version',
];

/** Rows written since that are common or of another branch; a point is of its branch. */
async function writtenElsewhere(): Promise<string[]> {
  const { rows } = await sql<{ name: string; branch: string | null }>`
    select distinct name, branch from noted_branches
    where branch is null or branch not in (
      select unnest(array[id_1c, base_price, b2b_price, store]) from departments
      where ${branches.own} in (id_1c, branch_id_1c))
    order by 1, 2`.execute(db);
  const isOfParent = ({ name, branch }: (typeof rows)[number]) => branch === null && tablesOfParents.includes(name);
  return rows.filter((row) => !isOfParent(row)).map(({ name, branch }) => `${name} of ${branch ?? 'all'}`);
}

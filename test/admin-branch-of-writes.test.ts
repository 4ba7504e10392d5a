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

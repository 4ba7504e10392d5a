import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db } = await testDatabase();
let cast: AdminCast;
/** So many more than pages reach to. */
const beyondPages = 130;
const rows = 10_000 + beyondPages;

beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
  const { id } = await cast.anOrder();
  await sql`
    insert into products (idcode, model_id, slug, name, unit, base_unit, article, changed_at)
    select p.idcode || '-' || n, p.model_id, p.slug || '-' || n, 'Товар ' || n % 900, p.unit, p.base_unit,
      case when n % 3 > 0 then 'А-' || n % 500 end, now() - n % 400 * interval '1 minute'
    from products p, generate_series(1, ${rows}) n where p.id = ${cast.product.id}`.execute(db);
  await sql`
    insert into stock (store, product_id, on_hand, on_hand_base)
    select 'store12', id, 10, 10 from products p where not exists (select from stock s where s.product_id = p.id)`.execute(
    db,
  );
  await sql`
    insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
      'id', gen_random_uuid(), 'number', o.number + n, 'created_at', now() - n % 300 * interval '1 hour',
      'receiving_date', case when n % 4 > 0 then date '2026-12-01' + n % 20 end, 'state', 'completed',
      'completed_at', now()))).*
    from orders o, generate_series(1, ${rows}) n where o.id = ${id}::uuid`.execute(db);
  await sql`
    insert into users (full_name, created_at)
    select 'Покупатель ' || n % 700, now() - n % 500 * interval '1 hour' from generate_series(1, ${rows}) n`.execute(
    db,
  );
  await sql`
    insert into payments (order_id, amount, method, provider, request, created_at, changed_at, state, paid_at)
    select id, 100, 'card', 'demonstration', '{}', created_at, created_at, 'succeeded', created_at from orders`.execute(
    db,
  );
  await sql`
    insert into receipts (payment_id, kind, items, sum, created_at, changed_at)
    select id, 'full', '[{"name": "Товар", "count": 1, "price": 100}]', 100, created_at, created_at from payments`.execute(
    db,
  );
  await sql`
    insert into onec_packages (source, received_at)
    select 'import.xml', now() - n % 300 * interval '1 hour' from generate_series(1, ${rows}) n`.execute(db);
}, 300_000);

type Answer = { items: { id: string | number }[]; total: number; more: boolean; next: string | null };

const read = async (path: string, search: string): Promise<Answer> => {
  const answer = await call(cast, cast.headers.owner, { method: 'GET', url: `/api/admin/${path}?${search}` });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json();
};

test.each([
  ['orders', ''],
  ['orders', '-receiving_date'],
  ['orders', 'state,-total'],
  ['products', ''],
  ['products', 'article'],
  ['products', '-name'],
  ['customers', ''],
  ['customers', 'full_name'],
  ['payments', ''],
  ['receipts', ''],
  ['prices', ''],
  ['stock', ''],
  ['bulk-jobs', ''],
])(
  '[17] beyond 10,000 rows a list goes on by key in its order, without gap or repetition: %s by «%s»',
  async (path, sort) => {
    const order = sort && `&sort=${sort}`;
    const last = await read(path, `page=40&per_page=250${order}`);
    expect(last).toMatchObject({ total: 10_000, more: true });
    expect(last.items).toHaveLength(250);
    expect((await read(path, `page=39&per_page=250${order}`)).next, 'pages lead there').toBeNull();
    const further: Answer['items'] = [];
    for (let { next } = last; next !== null; ) {
      const page = await read(path, `after=${next}&per_page=50&page=41${order}`);
      further.push(...page.items);
      next = page.next;
    }
    expect(further.length).toBeGreaterThanOrEqual(beyondPages - 1);
    const ids = [...last.items, ...further].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // The same from the middle of the last page: where one goes on does not matter.
    const half = await read(path, `page=200&per_page=50${order}`);
    expect(half.items).toEqual(last.items.slice(200));
    expect(half.next).toBe(last.next);
    if (path !== 'orders' || sort !== '') return;
    const { rows: whole } = await sql<{ id: string }>`
    select id from orders order by created_at desc, id offset 9750`.execute(db);
    expect(ids).toEqual(whole.map(({ id }) => id));
  },
);

test('[17] what is no key of a list is refused in words, and beyond the pages nothing is asked without one', async () => {
  const url = (search: string) => ({ method: 'GET', url: `/api/admin/orders?${search}` }) as const;
  const key = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
  for (const after of [
    'x',
    key({}),
    key(['1']),
    key(['не день', crypto.randomUUID()]),
    key([null, 'не номер']),
    key([1, 2]),
  ]) {
    const { statusCode, body } = await call(cast, cast.headers.owner, url(`after=${after}`));
    expect([after, statusCode, body]).toEqual([
      after,
      422,
      expect.stringMatching(/Это не продолжение списка|в другом порядке/),
    ]);
  }
  expect((await call(cast, cast.headers.owner, url('page=201&per_page=50'))).statusCode).toBe(422);
});

test('[17] what stands behind a key is found by the index of the order, not by reading what stands before it', async () => {
  await sql`analyze orders`.execute(db);
  const { next } = await read('orders', 'page=40&per_page=250');
  const [at, id] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString());
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off)
    select o.id from orders o
    where o.created_at <= ${at} and (o.created_at < ${at} or (o.created_at = ${at} and o.id > ${id}))
    order by o.created_at desc, o.id limit 51`.execute(db);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Cond: \(created_at <= /);
  expect(text).not.toContain('Seq Scan');
});

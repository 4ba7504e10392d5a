import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { LeftRecord } from '#integrations/onec/changes/left-records.ts';
import { askStaffJob } from '#integrations/onec/staff-jobs/ask.ts';
import { emptySummary } from '#integrations/onec/summary.ts';
import { authorWithoutCall } from '#modules/audit/write-audit.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
let limited: string;
let url: string;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  ({ header: limited } = await makeStaff(db, ['owner'], { departments: [branches.own] }));
  url = await aPackage();
});

const ask = async (header: string, url: string) => {
  const answer = await call(cast, header, { method: 'GET', url });
  return { status: answer.statusCode, body: answer.body.replaceAll('\u00a0', ' ') };
};

const words = ({ body }: { body: string }): string[] =>
  JSON.parse(body).items.map((item: { words: string; note: string | null }) =>
    [item.words, item.note].filter(Boolean).join('; '),
  );

/** A package that changes the price and the stock of the product in both branches, and switches it off. */
async function aPackage(): Promise<string> {
  const moves = { to_5: 2, to_10: 0, to_30: 0, to_50: 0, more: 0 };
  const none = { to_5: 0, to_10: 0, to_30: 0, to_50: 0, more: 0 };
  const changes = {
    goods: { created: 0, changed: 1, switched_off: 1, switched_on: 0, moved: 0, renamed: 0, units_changed: 0 },
    prices: { appeared: 0, gone: 0, up: moves, down: none, old_changed: 0 },
    stock: { changed: 2, to_zero: 0 },
    groups: { created: 0, renamed: 0, moved: 0, switched_off: 0, switched_on: 0 },
  };
  const summary = emptySummary();
  const doubt = (sums: string) => `несколько цен одного вида (${sums}), взята последняя`;
  summary.fields.refused = [
    { name: 'Штукатурка Гладь: Розница Вологда', reason: doubt('489; 490') },
    { name: 'Штукатурка Гладь: Розница Череповец', reason: doubt('777; 778') },
    { name: 'Штукатурка Гладь: Ничья', reason: doubt('333; 334') },
  ];
  await sql`
    insert into onec_price_types (id_1c, name, currency, price_column, target, is_manual) values
      ('rv', 'Розница Вологда', 'RUB', 'vologda', 'price', true),
      ('rc', 'Розница Череповец', 'RUB', 'cherepovets', 'price', true),
      ('no', 'Ничья', 'RUB', null, null, false)`.execute(db);
  const { id } = await db
    .insertInto('onec_packages')
    .values({
      source: 'import.xml',
      state: 'imported',
      finished_at: new Date(),
      changes: JSON.stringify(changes),
      summary: JSON.stringify({ ...summary, result: 'imported' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const product = cast.product.id;
  await sql`
    insert into onec_price_changes (package_id, price_column, block, product_ids, was, was_old, became, became_old) values
      (${id}, 'vologda', 0, ${[product]}::int[], '{48950}', '{null}', '{49000}', '{null}'),
      (${id}, 'cherepovets', 0, ${[product]}::int[], '{77700}', '{null}', '{77800}', '{null}')`.execute(db);
  const { store } = await db
    .selectFrom('departments')
    .select('store')
    .where('id_1c', '=', branches.own)
    .executeTakeFirstOrThrow();
  await sql`
    insert into onec_stock_changes (package_id, store, block, product_ids, was_base, was, became_base, became) values
      (${id}, ${store}, 0, ${[product]}::int[], '{40}', '{40}', '{50}', '{50}'),
      (${id}, 'store52', 0, ${[product]}::int[], '{6000}', '{6000}', '{7000}', '{7000}')`.execute(db);
  await sql`
    insert into onec_changes (package_id, kind, record, fields)
    values (${id}, 'product', ${product}, '{"switched_off_at": [null, "2026-11-29T00:00:00Z"]}')`.execute(db);
  return `/api/admin/onec-packages/${id}`;
}

test('[17] a package of 1C tells prices, stock and orders of the branches where the person works alone', async () => {
  await cast.anOrder(branches.own);
  await cast.anOrder(branches.foreign);
  const rows = async (header: string, kind: string) => words(await ask(header, `${url}/rows?kind=${kind}`));
  const all = cast.headers.owner;
  expect(await rows(all, 'prices')).toHaveLength(2);
  expect(await rows(limited, 'prices')).toEqual([expect.stringMatching(/489,50 ₽ → 490 ₽/)]);
  expect(await rows(all, 'stock')).toHaveLength(2);
  expect(await rows(limited, 'stock')).toEqual([expect.stringMatching(/: 40 .+ → 50 /)]);
  expect(await rows(all, 'switched_off')).toEqual([
    expect.stringMatching(/10 000 .+ на 2 складах, 2 заказа за 90 дней/),
  ]);
  expect(await rows(limited, 'switched_off')).toEqual([
    expect.stringMatching(/5 000 .+ на 1 складе, 1 заказ за 90 дней/),
  ]);
  // Chosen or not: the decision about a package is one for the whole shop.
  expect(await rows(all, `prices&branch=${branches.own}`)).toHaveLength(2);
});

test('[17] a file of such rows and what was refused tell no more than the page', async () => {
  const file = async (header: string, kind: string) =>
    (await ask(header, `${url}/export?kind=${kind}&format=csv`)).body;
  expect(await file(cast.headers.owner, 'prices')).toMatch(/777 ₽/);
  expect(await file(limited, 'prices')).not.toMatch(/777|778/);
  expect(await file(cast.headers.owner, 'stock')).toMatch(/7 000/);
  expect(await file(limited, 'stock')).not.toMatch(/[67] 000/);
  const shown = async (header: string) => JSON.parse((await ask(header, url)).body);
  expect((await shown(cast.headers.owner)).refused).toHaveLength(3);
  const own = await shown(limited);
  expect(own.refused).toEqual([expect.stringContaining('Розница Вологда')]);
  const counts = Object.fromEntries(own.kinds.map((one: { kind: string; count: number }) => [one.kind, one.count]));
  expect(counts).toEqual({ switched_off: 1, prices: null, fields: null, stock: null });
  expect((await shown(cast.headers.owner)).kinds).toContainEqual(expect.objectContaining({ kind: 'prices', count: 2 }));
});

test('[17] what a rollback left as it was tells no price columns and stores of other branches, on the page and in the look before', async () => {
  const { store } = await db
    .selectFrom('departments')
    .select('store')
    .where('id_1c', '=', branches.own)
    .executeTakeFirstOrThrow();
  const left: LeftRecord[] = [
    { text: 'товар «Гладь»: изменили после пакета' },
    { text: 'цена своя', price_column: 'vologda' },
    { text: 'цена чужая', price_column: 'cherepovets' },
    { text: 'цена закупки', price_column: 'purchase' },
    { text: 'остаток свой', store },
    { text: 'остаток чужой', store: 'store52' },
    { text: 'вид цены ничей', price_column: null },
    { text: 'склад ничей', store: null },
  ];
  await sql`insert into price_columns (price_column, name, is_cost) values ('purchase', 'Закупка', true)
    on conflict do nothing`.execute(db);
  const none = { goods: 0, created_off: 0, prices: 1, stock: 1, groups: 0 };
  const rollback = { at: new Date().toISOString(), ...none, left: left.length, words: left };
  const { id } = await db
    .insertInto('onec_packages')
    .values({
      source: 'import.xml',
      state: 'rolled_back',
      finished_at: new Date(),
      summary: JSON.stringify({ ...emptySummary(), result: 'imported' }),
      rollback: JSON.stringify(rollback),
      rolled_back_by: 'Вера Лаптева',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const author = authorWithoutCall('Вера Лаптева', 'test');
  const job = await db
    .transaction()
    .execute((db) => askStaffJob(db, 'rollback_preview', { package_id: Number(id) }, author));
  await sql`
    update onec_staff_jobs set state = 'done', finished_at = now(), result = ${JSON.stringify(rollback)}::jsonb
    where id = ${job}`.execute(db);
  const own = ['товар «Гладь»: изменили после пакета', 'цена своя', 'остаток свой'];
  const { header: content } = await makeStaff(db, ['content'], { departments: [branches.own] });
  for (const url of [`/api/admin/onec-packages/${id}`, `/api/admin/onec-jobs/${job}`]) {
    const answered = async (header: string) => JSON.parse((await ask(header, url)).body).rollback;
    expect((await answered(cast.headers.owner)).words).toEqual(left.map(({ text }) => text));
    expect((await answered(limited)).words).toEqual(own.toSpliced(2, 0, 'цена закупки'));
    expect(await answered(content)).toMatchObject({ words: own, left: left.length });
  }
});

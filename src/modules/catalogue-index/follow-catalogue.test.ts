import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadTree } from '#modules/catalogue/categories.ts';
import { saveOrdersInYear } from '#modules/catalogue/popularity.ts';
import { openDatabase } from '#platform/database.ts';
import { followInvalidations } from '#platform/invalidation.ts';
import { openLog } from '#platform/log.ts';
import type { Invalidation } from '#shared/cache-tags.ts';
import { testDatabase } from '#test/support/database.ts';
import { waitFor } from '#test/support/processes.ts';
import { makePurchasePrice } from '#test/support/purchase-price.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { catalogueIndex } from './catalogue-index.ts';
import { oldPriceAt, priceAt } from './columns/prices.ts';
import { leftAt } from './columns/stock.ts';
import { type CatalogueFollower, followCatalogue } from './follow-catalogue.ts';
import { rebuildCatalogueIndex } from './rebuild-catalogue-index.ts';
import type { CatalogueIndex } from './segments.ts';

const { db, url } = await testDatabase();
/** Reads everything at each query: what the follower must know too. */
const truth = openDatabase(url, { max: 2 });
afterAll(() => truth.destroy());

let follower: CatalogueFollower;
let reported: string[] = [];
let category_id: number;
let mixture: { id: number };

beforeAll(async () => {
  await makeBranches(db);
  category_id = (await makeCategory(db, 'smesi', 'Смеси')).id;
  mixture = await makeProduct(db, { category_id });
  await makeProduct(db, { category_id, on_hand: 3 });
  await sql`insert into models (name) select 'Партия ' || n from generate_series(1, 400) n`.execute(db);
  await sql`
    insert into products (idcode, model_id, slug, name, unit, base_unit)
    select 'm' || id, id, 'model-' || id, name, 'шт', 'шт' from models where name like 'Партия %'`.execute(db);
  await sql`insert into prices (price_column, product_id, price) select 'vologda', id, 1000 + id from products
    where idcode like 'm%'`.execute(db);
  follower = followCatalogue(db, { log: openLog('silent'), changed: (tags) => reported.push(...tags) });
  await follower.loaded;
  await follower.caughtUp();
});
afterAll(() => follower.stop());
beforeEach(() => {
  reported = [];
});

/** What an index knows of each product, in an order of its own. */
function knowledge({ segments }: CatalogueIndex) {
  const known = segments.flatMap(({ segment, tombstones }) =>
    [...segment.id].flatMap((id, row) => {
      if (tombstones[row] === 1) return [];
      const slice = (values: Int32Array | Uint16Array | Uint32Array, starts: Int32Array) => [
        ...values.subarray(starts[row], starts[row + 1]),
      ];
      const { categoryIds, primaryCategory, markKind, markId } = segment;
      return {
        id,
        model: segment.model[row],
        popularity: segment.popularity[row],
        prices: [...segment.prices].flatMap(([column, own]) =>
          priceAt(own, row) ? [[column, priceAt(own, row), oldPriceAt(own, row, 0)]] : [],
        ),
        stock: [...segment.stock].flatMap(([store, own]) =>
          leftAt(own, row) === -1 ? [] : [[store, leftAt(own, row)]],
        ),
        category: categoryIds[primaryCategory[row]!] ?? null,
        places: slice(segment.places, segment.placeStart).map((at) => categoryIds[at]),
        marks: slice(segment.marks, segment.markStart).map((mark) => [markKind[mark], markId[mark]]),
      };
    }),
  );
  return known.sort((a, b) => a.id - b.id);
}

/** The follower, caught up, knows what is in the database: no less, no more. */
async function expectSame() {
  await follower.caughtUp();
  const [followed, fresh] = await Promise.all([catalogueIndex(db), catalogueIndex(truth)]);
  const [known, right] = [knowledge(followed), knowledge(fresh)];
  // Of thousands of products the first difference says enough.
  const at = known.findIndex((product, at) => !isDeepStrictEqual(product, right[at]));
  expect([known.length, known[at]]).toEqual([right.length, right[at]]);
  expect((await loadTree(db)).version).toBe((await loadTree(truth)).version);
}

describe('what is written is followed', () => {
  test('a price, stock, a reservation, a withdrawn price; pages are dropped only when their words change', async () => {
    await sql`update prices set price = 100, old_price = 200 where product_id = ${mixture.id}`.execute(db);
    await expectSame();
    expect(reported).toEqual([`product:${mixture.id}`]);
    reported = [];
    await sql`update stock set reserved = reserved + 1 where product_id = ${mixture.id}`.execute(db);
    await expectSame();
    expect(reported, '«более 10» stays «более 10»').toEqual([]);
    await sql`update stock set on_hand = 5 where product_id = ${mixture.id}`.execute(db);
    await expectSame();
    expect(reported).toEqual([`product:${mixture.id}`]);
    await sql`update prices set price = null, old_price = null where product_id = ${mixture.id}`.execute(db);
    await expectSame();
  });

  test('[17] a purchase price is neither followed nor read', async () => {
    await makePurchasePrice(db, mixture);
    await expectSame();
    await sql`update prices set price = price + 1 where price_column = 'zakupka'`.execute(db);
    await expectSame();
    for (const { segments } of [await catalogueIndex(db), await catalogueIndex(truth)])
      for (const { segment } of segments) {
        expect([...segment.prices.keys()]).toContain('vologda');
        expect([...segment.prices.keys()]).not.toContain('zakupka');
      }
  });

  test('orders counted for a product, and its page is made again', async () => {
    await saveOrdersInYear(db, new Map([[mixture.id, 24]]));
    await expectSame();
    expect(reported).toEqual([`product:${mixture.id}`]);
    reported = [];
    await saveOrdersInYear(db, new Map([[mixture.id, 24]]));
    await expectSame();
    expect(reported).toEqual([]);
  });

  test('deleted rows of prices, stock, places, promotions and products', async () => {
    const other = await makeCategory(db, 'drugie', 'Другие');
    const action = await sql<{ id: number }>`insert into actions (slug, name, starts_at, ends_at)
      values ('leto', 'Лето', '2026-01-01', '2027-01-01') returning id`.execute(db);
    await sql`insert into action_products (action_id, product_id) values (${action.rows[0]!.id}, ${mixture.id})`.execute(
      db,
    );
    await sql`insert into product_categories (product_id, category_id) values (${mixture.id}, ${other.id})`.execute(db);
    await expectSame();
    await sql`delete from product_categories where category_id = ${other.id}`.execute(db);
    await expectSame();
    await sql`delete from actions where slug = 'leto'`.execute(db);
    await expectSame();
    await sql`delete from prices where product_id = ${mixture.id}`.execute(db);
    await sql`delete from stock where product_id = ${mixture.id}`.execute(db);
    await expectSame();
    const gone = await makeProduct(db, { category_id });
    await expectSame();
    await sql`delete from products where id = ${gone.id}`.execute(db);
    await expectSame();
  });

  test('a product moves to another category and another model, is switched off and on; a category moves twice', async () => {
    const [a, b] = [await makeCategory(db, 'a', 'А'), await makeCategory(db, 'b', 'Б')];
    await sql`update product_categories set category_id = ${a.id} where product_id = ${mixture.id}`.execute(db);
    await sql`update products set model_id = (select min(model_id) from products where idcode like 'm%')
      where id = ${mixture.id}`.execute(db);
    await expectSame();
    await sql`update categories set parent_id = ${category_id} where id = ${a.id}`.execute(db);
    await sql`update categories set parent_id = ${b.id} where id = ${a.id}`.execute(db);
    await expectSame();
    expect(reported).toContain('catalogue');
    await sql`update products set switched_off_at = now() where id = ${mixture.id}`.execute(db);
    await expectSame();
    await sql`update products set switched_off_at = null where id = ${mixture.id}`.execute(db);
    await expectSame();
  });

  test('hundreds of products are laid out beside, a truncated table is read again', async () => {
    const { rebuilds } = follower.state();
    await sql`update products set popularity = id where idcode like 'm%'`.execute(db);
    await expectSame();
    expect(follower.state()).toMatchObject({ rebuilds, segments: 2 });
    await sql`truncate stock`.execute(db);
    await expectSame();
    expect(follower.state()).toMatchObject({ rebuilds: rebuilds + 1, segments: 1 });
  });
});

test('changed rows are reported once per transaction, on the channel of all invalidations; a reservation is not', async () => {
  const received: Invalidation[][] = [];
  const following = await followInvalidations(db, (tags) => received.push(tags), openLog('silent'));
  await truth.transaction().execute(async (db) => {
    for (const price of [1, 2]) {
      await sql`update prices set price = ${price} where product_id = (select max(id) from products)`.execute(db);
    }
  });
  await sql`update stock set reserved = reserved + 1`.execute(truth);
  await following.caughtUp();
  await following.stop();
  expect(received).toEqual([['revision']]);
  await expectSame();
});

test('a transaction that began before others and ends after them is not lost', async () => {
  const late = new pg.Client({ connectionString: url });
  await late.connect();
  await late.query('begin');
  await late.query(
    `update prices set price = 777 where product_id = (select min(id) from products where idcode like 'm%')`,
  );
  for (let price = 1; price <= 3; price++) {
    await sql`update prices set price = ${price} where product_id = (select max(id) from products)`.execute(db);
    await expectSame();
  }
  await late.query('commit');
  await late.end();
  await expectSame();
});

test('connections that are cut, and a thread that dies while it reads, are replaced and nothing is missed', async () => {
  const cut = (what: string) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${what}`.execute(truth);
  await sql`update prices set price = price + 1 where price_column = 'vologda'`.execute(truth);
  await cut('idd-shop catalogue');
  await expectSame();
  const { failures, rebuilds } = follower.state();
  const open = await heldUp();
  await cut('idd-shop catalogue thread');
  await open();
  await expectSame();
  expect(follower.state().failures).toBeGreaterThan(failures);
  expect(follower.state().rebuilds).toBe(rebuilds + 1);
});

test('what was read of a table that was exchanged meanwhile is not answered from', async () => {
  const { rebuilds } = follower.state();
  const open = await heldUp();
  await sql`update prices set price = price + 1 where price_column = 'vologda'`.execute(truth);
  await db.transaction().execute((db) => rebuildCatalogueIndex(db));
  await open();
  await expectSame();
  expect(follower.state().rebuilds).toBe(rebuilds + 1);
});

/** Once this has been done a thread reads, and waits for a lock; what this returns lets go of it. */
async function heldUp(
  done = () => db.transaction().execute((db) => rebuildCatalogueIndex(db)),
  table = 'attribute_values',
): Promise<() => Promise<void>> {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  await lock.query(`begin; lock table ${table} in access exclusive mode`);
  await done();
  await waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where application_name = 'idd-shop catalogue thread'
      and datname = current_database() and wait_event_type = 'Lock'`.execute(truth);
    return rows.length > 0;
  });
  return async () => {
    await lock.query('commit');
    await lock.end();
  };
}

describe('memory comes back', () => {
  const firstIds = async (of: typeof db) => new WeakRef((await catalogueIndex(of)).segments[0]!.segment.id.buffer);
  const isCollected = (memory: WeakRef<ArrayBufferLike>) => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return memory.deref() === undefined;
  };

  test('of an index that another one has replaced', async () => {
    const former = await firstIds(db);
    await db.transaction().execute((db) => rebuildCatalogueIndex(db));
    await follower.caughtUp();
    await waitFor(() => isCollected(former));
  });

  test('of a command or worker that has asked nothing for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = openDatabase(url, { max: 2 });
    try {
      const index = await firstIds(worker);
      vi.advanceTimersByTime(300_000);
      vi.useRealTimers();
      await waitFor(() => isCollected(index));
    } finally {
      vi.useRealTimers();
      await worker.destroy();
    }
  });
});

test('what is no replica is not read from', async () => {
  const other = openDatabase(url, { max: 2 });
  const warnings: unknown[] = [];
  const log = Object.assign(openLog('silent'), { warn: (fields: unknown) => warnings.push(fields) });
  const second = followCatalogue(other, { replicaUrl: url, log, changed: () => {} });
  await second.loaded;
  expect(warnings).toEqual([{ why: 'Error: not a standby' }]);
  await second.stop();
  await other.destroy();
});

/** Last: they stay. */
describe('when very many prices and stocks change', () => {
  beforeAll(async () => {
    await sql`insert into products (idcode, model_id, slug, name, unit, base_unit)
      select 'mass' || n, (select min(id) from models where name like 'Партия %'), 'mass-' || n, 'Товар ' || n, 'шт', 'шт'
      from generate_series(1, 17_000) n`.execute(db);
    await sql`insert into prices (price_column, product_id, price) select c.price_column, p.id, 1000 + p.id
      from price_columns c, products p where p.idcode like 'mass%' and not c.is_cost`.execute(db);
    await sql`insert into stock (store, product_id, on_hand, on_hand_base) select s.store, p.id, p.id % 20, p.id % 20
      from stores s, products p where p.idcode like 'mass%'`.execute(db);
    await settled();
  });

  /** Nothing is read any more that would count as a reading of what the test changes. */
  async function settled() {
    await follower.caughtUp();
    await waitFor(() => !follower.state().isReading);
    await follower.caughtUp();
  }

  const changeAll = () =>
    db.transaction().execute(async (db) => {
      await sql`update prices set price = price + 1 where price_column in (select price_column from price_columns
        where not is_cost)`.execute(db);
      await sql`update stock set on_hand = on_hand + 1, on_hand_base = on_hand_base + 1`.execute(db);
    });

  test('they are read by themselves: what else was laid out stays', async () => {
    await settled();
    const { rebuilds } = follower.state();
    const { segments } = await catalogueIndex(db);
    await changeAll();
    await expectSame();
    expect(follower.state().rebuilds).toBe(rebuilds + 1);
    const now = await catalogueIndex(db);
    expect(now.segments.map(({ segment }) => segment.id)).toEqual(segments.map(({ segment }) => segment.id));
    expect(now.segments[0]!.segment.text).toBe(segments[0]!.segment.text);
    expect(reported).toContain('catalogue');
  });

  test('what else changes meanwhile is not lost, be it prices, stock, goods or names', async () => {
    await settled();
    const { rebuilds } = follower.state();
    const open = await heldUp(changeAll, 'stores');
    await sql`update prices set price = 5 where product_id = ${mixture.id}`.execute(truth);
    await sql`update stock set on_hand = 1 where product_id = ${mixture.id}`.execute(truth);
    await sql`update products set popularity = 7 where idcode in ('mass1', 'mass2')`.execute(truth);
    const { rows } = await sql<{ id: number }>`insert into products (idcode, model_id, slug, name, unit, base_unit)
      select 'late', min(id), 'late', 'Поздний', 'шт', 'шт' from models where name like 'Партия %' returning id`.execute(
      truth,
    );
    const late = rows[0]!;
    await sql`insert into prices (price_column, product_id, price) values ('vologda', ${late.id}, 4)`.execute(truth);
    await waitFor(async () => (await catalogueIndex(db)).segments.some(({ segment }) => segment.id.includes(late.id)));
    await sql`update prices set price = 6 where product_id = ${late.id}`.execute(truth);
    await open();
    await expectSame();
    expect(follower.state().rebuilds).toBe(rebuilds + 1);
  });

  test('and goods with them, everything is read', async () => {
    const open = await heldUp(changeAll);
    await db.transaction().execute((db) => rebuildCatalogueIndex(db));
    await open();
    await expectSame();
    expect((await catalogueIndex(db)).segments).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { editOrder } from '#modules/orders/edit-order.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { reserveAgain } from '#modules/orders/payment-moves.ts';
import { ensure } from '#shared/ensure.ts';
import { makeUser } from '#test/support/accounts.ts';
import { catalog, commerceml, good, offer, offersPackage, prices, rests, retail } from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { orderBy, stockOf } from '#test/support/orders.ts';
import { mapWarehouse } from './change-mapping.ts';
import { rollBackPackage } from './changes/rollback.ts';
import { changeNode } from './exchange/nodes.ts';
import { confirmOrders, handOverOrders } from './sale/hand-over-orders.ts';

const { db, url, onec, receive } = await onecShop();
let anna: Awaited<ReturnType<typeof makeUser>>;
let at = 0;
let id = '';
let product: { id: number; idcode: string };

const node = (login: string, stock_excludes_reserves: boolean) =>
  db.transaction().execute((db) => changeNode(db, login, { stock_excludes_reserves }));

/** 1C says how many it has, in the warehouse that feeds the shop's store, or in those named. */
function word(quantity: number | Record<string, number>, { changes = true, as = 1 } = {}) {
  const stock = rests(typeof quantity === 'number' ? { main: quantity } : quantity);
  const names = ['main', 'yard'].map(
    (name) => `<Склад><Ид>${name}</Ид><Наименование>Склад ${name}</Наименование></Склад>`,
  );
  const files = {
    'offers.xml': commerceml(
      offersPackage([offer(id, id, prices({ retail: 200 }), stock)], {
        ...{ types: retail, catalog_id: `c${as}`, changes, warehouses: names.join('') },
      }),
    ),
  };
  return receive(as, files);
}

/** 1C asks for orders; its answer comes by itself where `isConfirmed`. */
async function query({ isConfirmed = true, by = 1 } = {}): Promise<string> {
  const asked = { node_id: by, session_id: randomUUID(), encoding: 'utf-8' as const, version: '2.10' };
  await db.transaction().execute((db) => handOverOrders(db, asked));
  if (isConfirmed) await confirmOrders(db, asked.session_id);
  return asked.session_id;
}

const order = (count: number) => orderBy(db, anna, [[product, count]]);
const move = (order: { id: string }, ...states: ('assembling' | 'ready' | 'completed' | 'cancelled')[]) =>
  db.transaction().execute(async (db) => {
    for (const state of states) await moveOrder(db, order.id, state, { who: 'Пётр, склад' });
  });
const isShort = async (order: { id: string }) =>
  (await db.selectFrom('orders').select('short_since').where('id', '=', order.id).executeTakeFirstOrThrow())
    .short_since !== null;

beforeAll(async () => {
  await sql`insert into onec_nodes (id, name, login) overriding system value values (1, 'База', 'base'), (2, 'Опт', 'opt')`.execute(
    db,
  );
  anna = await makeUser(db, { full_name: 'Анна Смирнова' });
  await receive(1, { 'import.xml': commerceml(catalog([good('first', 'first')], { id: 'c1', changes: true })) });
  id = 'first';
  await word({ main: 1, yard: 1 });
  await mapWarehouse(url, { warehouse: 'Склад main', store: 'store12' });
});

/** A good of its own for each test: ten of it lie in the store. */
beforeEach(async () => {
  await node('base', true);
  id = `good-${++at}`;
  await receive(1, { 'import.xml': commerceml(catalog([good(id, id)], { id: 'c1', changes: true })) });
  await word(10);
  product = await db.selectFrom('products').select(['id', 'idcode']).where('id_1c', '=', id).executeTakeFirstOrThrow();
  expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 0 });
});

describe('[S7-36] stock of a base that holds goods for the orders it took', () => {
  test('what it confirmed is not taken off a second time, from its next word of the good on', async () => {
    await order(3);
    await query();
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 3 });
    await word(7);
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 3 });
    await word(7);
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 3 });
    await word(12);
    expect(await stockOf(db, product)).toEqual({ on_hand: 15, reserved: 3 });
  });

  test('a package of the time before `success` still holds the goods, and so does one after a query alone', async () => {
    await order(3);
    const session = await query({ isConfirmed: false });
    await word(10);
    await word(9);
    expect(await stockOf(db, product)).toEqual({ on_hand: 9, reserved: 3 });
    // Begun before the confirmation, taken after it.
    await sql`update onec_orders set confirmed_at = null, confirmed_revision = null`.execute(db);
    await confirmOrders(db, session, new Date(Date.now() + 60_000));
    await word(8);
    expect(await stockOf(db, product)).toEqual({ on_hand: 8, reserved: 3 });
  });

  test('the same number again is a word too: what came and what is held may be as many', async () => {
    await order(3);
    await query();
    await word(10);
    expect(await stockOf(db, product)).toEqual({ on_hand: 13, reserved: 3 });
  });

  test('handed over it leaves the store once', async () => {
    const placed = await order(3);
    await query();
    await word(7);
    await move(placed, 'assembling', 'ready', 'completed');
    expect(await stockOf(db, product)).toEqual({ on_hand: 7, reserved: 0 });
    await word(7);
    await query();
    await word(7, { changes: false });
    expect(await stockOf(db, product)).toEqual({ on_hand: 7, reserved: 0 });
  });

  test('cancelled it is free at once; while 1C has not heard of it its word holds it back, never sells it twice', async () => {
    const placed = await order(3);
    await query();
    await word(7);
    await move(placed, 'cancelled');
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 0 });
    await word(6);
    expect(await stockOf(db, product)).toEqual({ on_hand: 6, reserved: 0 });
    await query();
    await word(9);
    expect(await stockOf(db, product)).toEqual({ on_hand: 9, reserved: 0 });
    expect(await sql`select from onec_reserves where product_id = ${product.id}`.execute(db)).toMatchObject({
      rows: [],
    });
  });

  test('an order that lives again after 1C has let it go is held by the shop until 1C has it again', async () => {
    const placed = await order(3);
    await query();
    await word(7);
    await move(placed, 'cancelled');
    await query();
    await word(10);
    await db.transaction().execute((db) => reserveAgain(db, placed.id, { who: 'магазин' }));
    await word(11);
    expect(await stockOf(db, product)).toEqual({ on_hand: 11, reserved: 3 });
    await query();
    await word(8);
    expect(await stockOf(db, product)).toEqual({ on_hand: 11, reserved: 3 });
  });

  test('the last pieces are not missing: the order is not marked short', async () => {
    const placed = await order(10);
    await query();
    const { short_orders } = await word(0);
    expect({ short_orders, isShort: await isShort(placed) }).toEqual({ short_orders: [], isShort: false });
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 10 });
    await word(-2);
    expect(await isShort(placed)).toBe(true);
  });

  test('a full export that leaves the empty warehouse out says it too', async () => {
    await order(10);
    await query();
    await word({ yard: 4 }, { changes: false });
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 10 });
  });

  test('a word of one of two warehouses that feed a store says nothing of the other', async () => {
    await mapWarehouse(url, { warehouse: 'Склад yard', store: 'store12' });
    await word({ main: 10, yard: 5 });
    await order(3);
    await query();
    await word({ yard: 4 });
    expect(await stockOf(db, product)).toEqual({ on_hand: 14, reserved: 3 });
    await word({ main: 7, yard: 4 });
    expect(await stockOf(db, product)).toEqual({ on_hand: 14, reserved: 3 });
    await mapWarehouse(url, { warehouse: 'Склад yard', store: null });
  });

  test('another base that took the order holds nothing of this one’s goods', async () => {
    await sql`insert into onec_order_branches (department_id_1c, node_id) select id_1c, 2 from departments`.execute(db);
    await order(3);
    await query({ by: 2 });
    await word(9);
    expect(await stockOf(db, product)).toEqual({ on_hand: 9, reserved: 3 });
    await sql`delete from onec_order_branches`.execute(db);
  });

  test('without the owner’s word nothing is taken over; rolled back, the goods are missing at once, and told so', async () => {
    await node('base', false);
    const placed = await order(8);
    await query();
    await word(2);
    expect(await stockOf(db, product)).toEqual({ on_hand: 2, reserved: 8 });
    expect(await isShort(placed)).toBe(true);
    await node('base', true);
    expect(await stockOf(db, product)).toEqual({ on_hand: 2, reserved: 8 });
    await word(2);
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 8 });
    expect(await isShort(placed)).toBe(false);
    await node('base', false);
    expect(await stockOf(db, product)).toEqual({ on_hand: 2, reserved: 8 });
    expect(await isShort(placed)).toBe(true);
    await word(2);
    expect(await stockOf(db, product)).toEqual({ on_hand: 2, reserved: 8 });
  });

  test('goods that came in while an order was held leave 1C’s number as it was; reported again, it counts', async () => {
    await order(3);
    await query();
    await word(10);
    expect(await stockOf(db, product)).toEqual({ on_hand: 13, reserved: 3 });
  });

  test('a package rolled back leaves the stock as it was, and 1C’s next report counts again', async () => {
    await order(3);
    await query();
    const { package_id } = await word(12);
    expect(await stockOf(db, product)).toEqual({ on_hand: 15, reserved: 3 });
    await rollBackPackage(url, package_id ?? 0, 'Мария');
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 3 });
    await word(10);
    await word(7);
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 3 });
  });

  test('a file given to a command is of no known time: what it says is taken for all there is', async () => {
    await order(3);
    await query();
    await word(7);
    await onec.import({
      'offers.xml': commerceml(
        offersPackage([offer(id, id, prices({ retail: 200 }), rests({ main: 10 }))], {
          ...{ types: retail, catalog_id: 'c1', changes: true, warehouses: '<Склад><Ид>main</Ид></Склад>' },
        }),
      ),
    });
    expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: 3 });
  });
});

/**
 * A base that holds what it confirmed, ships what it hears was handed over, and tells of a good when its number is
 * another: goods that nobody waits for are what is left of those that really lie there.
 */
describe('[S7-36] a hand-over in the middle of the write of 1C’s stock', () => {
  /** Hands the order over in a transaction that ends once the import waits for its stock and `meet` has been called. */
  async function handOverWhile(
    placed: { id: string },
    start: () => Promise<unknown>,
    meet: (pid: number) => Promise<void>,
  ) {
    let started: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (held) => {
      for (const state of ['assembling', 'ready', 'completed'] as const)
        await moveOrder(held, placed.id, state, { who: 'Пётр, склад' });
      started = start().catch((error: unknown) => error);
      await expect.poll(waitingImport, { timeout: 20_000 }).toBeDefined();
      await meet(ensure(await waitingImport()));
    });
    return started;
  }

  async function waitingImport(): Promise<number | undefined> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.pid;
  }

  test('the word waits for it and counts its goods once', async () => {
    const placed = await order(3);
    await query();
    await handOverWhile(
      placed,
      () => word(7),
      async () => {},
    );
    expect(await stockOf(db, product)).toEqual({ on_hand: 7, reserved: 0 });
  });

  test('the connection that writes is killed there: nothing of the word holds, and sent again it is whole', async () => {
    const placed = await order(3);
    await query();
    const result = await handOverWhile(
      placed,
      () => word(7),
      async (pid) => {
        await sql`select pg_terminate_backend(${pid}::int)`.execute(db);
      },
    );
    expect(result).not.toMatchObject({ result: 'imported' });
    expect(await stockOf(db, product)).toEqual({ on_hand: 7, reserved: 0 });
    const kept = await sql`select left_count from onec_reserves where product_id = ${product.id}`.execute(db);
    expect(kept.rows).toEqual([{ left_count: null }]);
    await word(7);
    expect(await stockOf(db, product)).toEqual({ on_hand: 7, reserved: 0 });
  });
});

test('[S7-36] whatever happens in between, no piece is sold twice; and once both sides know all, none is hidden', async () => {
  const step = fc.record({
    what: fc.constantFrom('order', 'query', 'word', 'hand over', 'cancel', 'edit', 'receive') as fc.Arbitrary<string>,
    count: fc.integer({ min: 1, max: 4 }),
    nth: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      id = `random-${++at}`;
      await receive(1, { 'import.xml': commerceml(catalog([good(id, id)], { id: 'c1', changes: true })) });
      let lying = 20;
      await word(lying);
      product = await db
        .selectFrom('products')
        .select(['id', 'idcode'])
        .where('id_1c', '=', id)
        .executeTakeFirstOrThrow();
      let open: { id: string; count: number; isKnown: boolean }[] = [];
      const held = new Map<string, number>();
      /** Handed over in the shop: 1C still has these goods by its books. */
      const unreported = new Map<string, number>();
      let last = lying;
      /** 1C says a number again when it went up and down between two exchanges. */
      let isMoved = false;
      const sum = (counts: Iterable<number>) => [...counts].reduce((all, count) => all + count, 0);
      const takeQuery = async () => {
        await query();
        isMoved ||= open.length + held.size + unreported.size > 0;
        unreported.clear();
        held.clear();
        open = open.map((one) => ({ ...one, isKnown: true }));
        for (const { id, count } of open) held.set(id, count);
      };
      const tell = async () => {
        const now = lying + sum(unreported.values()) - sum(held.values());
        if (now !== last || isMoved) await word(now);
        last = now;
        isMoved = false;
      };
      const ended = (order: { id: string }) => {
        open = open.filter((one) => one.id !== order.id);
      };
      for (const { what, count, nth } of steps) {
        const one = open[nth % Math.max(open.length, 1)];
        if (what === 'order') open.push({ ...(await order(count)), count, isKnown: false });
        else if (what === 'query') await takeQuery();
        else if (what === 'word') await tell();
        else if (what === 'receive') {
          lying += count;
          isMoved = true;
        } else if (!one) continue;
        else if (what === 'cancel') {
          await move(one, 'cancelled');
          ended(one);
        } else if (what === 'edit') {
          const edit = { lines: [{ product_id: product.id, count, sum: count * 20_000 }] };
          await db.transaction().execute((db) => editOrder(db, one.id, edit, { who: 'Пётр, склад' }));
          one.count = count;
        } else if (one.isKnown && held.get(one.id) === one.count) {
          await move(one, 'assembling', 'ready', 'completed');
          ended(one);
          lying -= one.count;
          unreported.set(one.id, one.count);
        }
        const { on_hand, reserved } = await stockOf(db, product);
        expect(on_hand - reserved).toBeLessThanOrEqual(lying - sum(open.map((one) => one.count)));
      }
      await takeQuery();
      await tell();
      const { on_hand, reserved } = await stockOf(db, product);
      expect({ on_hand, reserved }).toEqual({ on_hand: lying, reserved: sum(open.map((one) => one.count)) });
    }),
    { numRuns: 6 },
  );
}, 300_000);

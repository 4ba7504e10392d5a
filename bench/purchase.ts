import { openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { cookiesOf, load } from './support/load.ts';
import { report } from './support/report.ts';
import { startShop } from './support/shop.ts';
import { signInPeople } from './support/sign-in-people.ts';

/**
 * `npm run bench -- purchase [PRODUCTS] [SECONDS]`: adding to a guest's cart and to a signed-in person's as scripts and
 * as forms do, and whole guest checkouts from an empty cart to the placed order (2 calls, as a browser does them).
 * Afterwards the carts and the stock are checked: what lies there is exactly what was added and ordered.
 */
const products = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 10);
const shop = await startShop({ products });
const db = openDatabase(shop.url);
try {
  const column = await mainColumn();
  const goods = await db
    .selectFrom('products as p')
    .innerJoin('prices as pr', (join) => join.onRef('pr.product_id', '=', 'p.id').on('pr.price_column', '=', column))
    .innerJoin('stock as s', (join) => join.onRef('s.product_id', '=', 'p.id').on('s.store', '=', 'store12'))
    .select(['p.id', 'p.idcode', 'p.step', 'p.min_count'])
    .where('p.switched_off_at', 'is', null)
    .where('pr.price', '>', 30_000)
    .limit(500)
    .execute();
  await db
    .updateTable('stock')
    .set({ on_hand: 1_000_000, on_hand_base: 1_000_000_000 })
    .where('store', '=', 'store12')
    .where(
      'product_id',
      'in',
      goods.map(({ id }) => id),
    )
    .execute();
  const point = await db
    .selectFrom('departments')
    .select('id_1c')
    .where('is_main', '=', true)
    .executeTakeFirstOrThrow();
  const at = { port: shop.port, host: shop.host, seconds };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const pick = (turn: number) => ensure(goods[(turn * 37) % goods.length]);
  const add = (turn: number) => {
    const { id, idcode, min_count } = pick(turn);
    return JSON.stringify({ product_id: id, product_idcode: idcode, count: min_count });
  };
  const addForm = (turn: number) => {
    const { id, idcode, min_count } = pick(turn);
    return `intent=add&product_id=${id}&product_idcode=${encodeURIComponent(idcode)}&count=${min_count}`;
  };
  await db.deleteFrom('carts').execute();
  const people = await signInPeople(db, 40);
  let added = 0;
  let placed = 0;
  const phoneOf = (n: number) => `+7921${String(n).padStart(7, '0')}`;
  const rows = [
    await load(
      'add to cart, guest, concurrency 16 (budget ≥ 1,500/s, p95 ≤ 20 ms)',
      { ...at, concurrency: 16 },
      async (ask, turn) => {
        const answer = await ask('/api/cart/lines/', { method: 'POST', headers: json, body: add(turn) });
        if (answer.status !== 200 || !cookiesOf(answer).includes('Basket_idd_'))
          throw new Error(`status ${answer.status}`);
      },
    ),
    await load(
      'add to cart, signed in, concurrency 16 (budget ≥ 1,500/s, p95 ≤ 20 ms)',
      { ...at, concurrency: 16 },
      async (ask, turn) => {
        const { cookie } = ensure(people[turn % people.length]);
        const headers = { ...json, cookie };
        const answer = await ask('/api/cart/lines/', { method: 'POST', headers, body: add(turn) });
        if (answer.status !== 200 || !answer.body.includes('"error":null')) throw new Error(`status ${answer.status}`);
        added += pick(turn).min_count;
      },
    ),
    await load(
      'add to cart by the form without a script, signed in, concurrency 16',
      { ...at, concurrency: 16 },
      async (ask, turn) => {
        const { cookie } = ensure(people[turn % people.length]);
        const answer = await ask('/cart/', { method: 'POST', headers: { ...form, cookie }, body: addForm(turn) });
        if (answer.status !== 303) throw new Error(`status ${answer.status}`);
        added += pick(turn).min_count;
      },
    ),
    await load('whole guest checkout, concurrency 16 (budget ≥ 200/s)', { ...at, concurrency: 16 }, checkout),
    await load('placing one order, concurrency 16 (budget p95 ≤ 60 ms)', { ...at, concurrency: 16 }, place),
  ];
  report(rows.map(({ name, ...row }) => ({ what: name, ...row })));
  const { rows: kept } = await db.pool.query('select coalesce(sum(count), 0)::int as count from cart_lines');
  console.log(
    kept[0].count === added
      ? 'Carts are exact: every added unit lies there'
      : `Carts differ: ${kept[0].count} of ${added}`,
  );
  if (kept[0].count !== added) process.exitCode = 1;
  const { rows: wrong } = await db.pool.query(`
    select s.store, s.product_id, s.reserved, coalesce(sum(r.count), 0)::int as held
    from stock s left join reservations r on r.store = s.store and r.product_id = s.product_id and r.ended_at is null
    group by s.store, s.product_id, s.reserved having s.reserved <> coalesce(sum(r.count), 0) limit 5`);
  console.log(wrong.length === 0 ? 'Stock is exact: reserved = ordered on every row' : ['Stock differs', wrong]);
  if (wrong.length > 0) process.exitCode = 1;

  async function checkout(ask: Parameters<Parameters<typeof load>[2]>[0], turn: number) {
    const added = await ask('/api/cart/lines/', { method: 'POST', headers: json, body: add(turn) });
    await place(ask, turn, cookiesOf(added));
  }

  async function place(ask: Parameters<Parameters<typeof load>[2]>[0], turn: number, cookie = '') {
    const { id, idcode, min_count } = pick(turn);
    const answer = await ask('/api/ecm/idd/orders/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        ...(cookie ? { cookie } : {}),
      },
      body: JSON.stringify({
        products: [{ product_id: id, product_idcode: idcode, count: min_count }],
        // Ten orders an hour with one email and phone are all a guest may place.
        contact: { name: 'Анна Смирнова', phone: phoneOf(++placed), email: `guest${placed}@pochta.example` },
        receiving: { type: 'pickup', department_id_1c: point.id_1c },
        payment: { method: 'on_receipt' },
        consent_personal_data: true,
      }),
    });
    if (answer.status !== 201) throw new Error(`status ${answer.status}: ${answer.body.slice(0, 200)}`);
  }
} finally {
  await db.destroy();
  await shop.stop();
}

async function mainColumn(): Promise<string> {
  const { base_price } = await db
    .selectFrom('departments')
    .select('base_price')
    .where('is_main', '=', true)
    .executeTakeFirstOrThrow();
  return base_price;
}

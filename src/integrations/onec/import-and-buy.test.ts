import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { branchMenu } from '#modules/catalogue/menu.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { listDepartments, type PriceContext, priceContextOf } from '#modules/departments/queries.ts';
import { unmarkShortOrders } from '#modules/orders/mark-short-orders.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { query } from '#modules/search/listing.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
  group,
  groups,
  offer,
  offersPackage,
  prices,
  priceType,
  rests,
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { requisite } from '#test/support/orders-back.ts';
import { mapWarehouse } from './change-mapping.ts';
import { confirmOrders, handOverOrders } from './sale/hand-over-orders.ts';
import { orderDocument } from './sale/order-document.ts';
import { readOrderFor1c } from './sale/read-orders.ts';
import { takeDocuments } from './sale/take-documents.ts';

const { db, url, onec, receive } = await onecShop();
let priceContext: PriceContext;

const offersOf = (id: string, quantity: number, price = 200) =>
  commerceml(
    offersPackage([offer(id, 'Гипс', prices({ retail: price }), rests({ main: quantity }))], {
      types: retail,
      warehouses: '<Склад><Ид>main</Ид><Наименование>Вологда</Наименование></Склад>',
      changes: true,
    }),
  );

beforeAll(async () => {
  priceContext = priceContextOf((await listDepartments(db)).find(({ is_main }) => is_main)!);
});

async function order(product: { id: number; idcode: string }, count: number) {
  const place = await orderPlace(db);
  return db.transaction().execute((db) => placeOrder(db, place, orderInput([[product, count]])));
}

describe('the sample export in the shop', () => {
  beforeAll(async () => {
    await onec.take('test/fixtures/commerceml/sample');
    for (const warehouse of ['Владивосток', 'Новосибирск', 'Москва'])
      await mapWarehouse(url, { warehouse, store: 'store12' });
  });

  test('[S7-20] its group stands in the branch’s menu', async () => {
    expect((await branchMenu(db, '00131')).map(({ name }) => name)).toEqual(['Коврики для дома']);
  });

  test('[S7-30] its goods are listed, filtered by a dictionary property, sorted and found by words and by article', async () => {
    const list = (more: object) => query(db, priceContext, Listing.parse({ category: 'kovriki-dlya-doma', ...more }));
    const all = await list({});
    expect(all.total).toBe(35);
    expect(all.items[0]).toMatchObject({ price: 10_000, is_on_sale_now: true });
    const material = all.facets.find(({ code }) => code === 'material')!;
    const pvc = material.values.find(({ value }) => value === 'PVC')!;
    const filtered = await list({ filters: { material: [pvc.id] } });
    expect(filtered.total).toBe(pvc.count);
    expect(pvc.count).toBeGreaterThan(0);
    const found = await query(db, priceContext, Listing.parse({ q: 'коврики слонята' }));
    expect(found.items.map(({ name }) => name)).toContain('Портативный коврик Portable 140x200x1 см, Слонята');
    const exact = await query(db, priceContext, Listing.parse({ q: 'pm 421 le' }));
    expect(exact.search?.exact_slug).toBe('portativnyy-kovrik-portable-140x200x1-sm-slonyata');
  });

  test('[S7-11] a product page has its specifications and stock', async () => {
    const page = await getProduct(
      db,
      priceContext,
      { slug: 'portativnyy-kovrik-portable-140x200x1-sm-slonyata' },
      'page',
    );
    expect(page).toMatchObject({ price: 10_000, available: 11, article: 'PM-421-LE' });
  });

  test('[S7-32] it can be ordered', async () => {
    const product = await db
      .selectFrom('products')
      .select(['id', 'idcode'])
      .where('article', '=', 'PM-421-LE')
      .executeTakeFirstOrThrow();
    const placed = await order(product, 2);
    expect(placed).toMatchObject({ number: expect.any(Number) });
    expect(await stockOf(db, product)).toEqual({ on_hand: 11, reserved: 2 });
  });
});

describe('stock under orders', () => {
  const gypsum = async () =>
    db.selectFrom('products').select(['id', 'idcode']).where('id_1c', '=', 'gypsum').executeTakeFirstOrThrow();
  const lastOrder = () =>
    db
      .selectFrom('orders')
      .select(['id', 'number', 'short_since'])
      .where('state', '<>', 'cancelled')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();

  beforeAll(async () => {
    await onec.import({
      'import.xml': commerceml(catalog([good('gypsum', 'Гипс')], { changes: true })),
      'offers.xml': offersOf('gypsum', 10),
    });
    await order(await gypsum(), 6);
  });

  test('[S7-36] import writes on_hand only: reservations stand', async () => {
    const summary = await onec.import({ 'offers.xml': offersOf('gypsum', 8) });
    expect(summary).toMatchObject({ stocks: { changed: 1 }, short_orders: [] });
    expect(await stockOf(db, await gypsum())).toEqual({ on_hand: 8, reserved: 6 });
    expect((await lastOrder()).short_since).toBeNull();
  });

  test('[S7-36] 1C may lower on_hand below what is reserved: the order is marked short, and unmarked when goods come', async () => {
    const summary = await onec.import({ 'offers.xml': offersOf('gypsum', 4) });
    expect(summary.short_orders).toEqual([(await lastOrder()).number]);
    expect(await stockOf(db, await gypsum())).toEqual({ on_hand: 4, reserved: 6 });
    expect((await lastOrder()).short_since).not.toBeNull();
    const page = await getProduct(db, priceContext, { id: (await gypsum()).id }, 'page');
    expect(page).toMatchObject({ available: 0 });
    await onec.import({ 'offers.xml': offersOf('gypsum', 9) });
    expect((await lastOrder()).short_since).toBeNull();
  });

  test('[S7-36] an order that is short lacks nothing any more once another has given up what it held', async () => {
    const { id: kept } = await lastOrder();
    const shortOf = async (id: string) =>
      (await db.selectFrom('orders').select('short_since').where('id', '=', id).executeTakeFirstOrThrow()).short_since;
    const other = await order(await gypsum(), 3);
    expect((await onec.import({ 'offers.xml': offersOf('gypsum', 7) })).short_orders).toHaveLength(2);
    expect(await unmarkShortOrders(db)).toBe(0);
    await db.transaction().execute((db) => moveOrder(db, other.id, 'cancelled', { who: 'Пётр' }));
    // Itself, too: what is cancelled lacks nothing.
    expect(await unmarkShortOrders(db)).toBe(2);
    expect(await shortOf(kept)).toBeNull();
    await onec.import({ 'offers.xml': offersOf('gypsum', 9) });
  });

  test('[S7-36] the same quantity sent again after a hand-over is news: only the exchange and hand-over write on_hand', async () => {
    const { id } = await lastOrder();
    for (const state of ['assembling', 'ready', 'completed'] as const) {
      await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр, склад' }));
    }
    expect(await stockOf(db, await gypsum())).toEqual({ on_hand: 3, reserved: 0 });
    await onec.import({ 'offers.xml': offersOf('gypsum', 9) });
    expect(await stockOf(db, await gypsum())).toEqual({ on_hand: 9, reserved: 0 });
  });
});

test('goods that 1C has shipped leave the store once, also when 1C tells of its stock first and never again', async () => {
  await sql`insert into onec_nodes (id, name, login) overriding system value values (1, 'База', 'base')`.execute(db);
  const files = (id: string, quantity: number) => ({
    'import.xml': commerceml(
      catalog(
        ['cement', 'chalk'].map((id) => good(id, id)),
        { id: 'own', changes: true },
      ),
    ),
    'offers.xml': commerceml(
      offersPackage([offer(id, id, prices({ retail: 200 }), rests({ main: quantity }))], {
        types: retail,
        catalog_id: 'own',
        changes: true,
        warehouses: '<Склад><Ид>main</Ид><Наименование>Вологда</Наименование></Склад>',
      }),
    ),
  });
  await receive(1, files('cement', 10));
  const cement = await db
    .selectFrom('products')
    .select(['id', 'idcode'])
    .where('id_1c', '=', 'cement')
    .executeTakeFirstOrThrow();
  const { id } = await order(cement, 3);
  await sql`update orders set unconfirmed_since = null where id = ${id}::uuid`.execute(db);
  const asked = { node_id: 1, session_id: randomUUID(), encoding: 'utf-8' as const, version: '2.10' };
  await db.transaction().execute((db) => handOverOrders(db, asked));
  await confirmOrders(db, asked.session_id);
  // Shipped in 1C: the exchange of goods comes before that of orders.
  await receive(1, files('cement', 7));
  const document = orderDocument((await readOrderFor1c(db, id))!).replace(
    '</ЗначенияРеквизитов></Документ>',
    `${requisite('Отгружен', 'true')}</ЗначенияРеквизитов></Документ>`,
  );
  const path = join(await onec.write({ 'orders.xml': commerceml(document, { version: '2.10' }) }), 'orders.xml');
  expect(await takeDocuments(db, path, { node_id: 1, session_id: asked.session_id, now: new Date() })).toMatchObject({
    applied: 1,
  });
  expect(await stockOf(db, cement)).toEqual({ on_hand: 4, reserved: 0 });
  // Of cement nothing is new any more.
  await receive(1, files('chalk', 5));
  await receive(1, files('chalk', 4));
  expect(await stockOf(db, cement)).toEqual({ on_hand: 7, reserved: 0 });
});

test('whatever a package holds, the same package again changes nothing', async () => {
  const word = fc.constantFrom('Гипс', 'Мел', 'Клей', 'Ёлка', 'Саморез 3,5×25', 'Смесь (30 кг)', '№ 5', '???');
  const id = fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r1#a', 'r1#b', 'r2#a', 'r9');
  const price = fc.constantFrom('', '0', '10', '9,99', '1 200.5', 'нет', '-1');
  const aGood = fc.record({
    id,
    name: word,
    group: fc.constantFrom('', 'rg1', 'rg2', 'rg9'),
    off: fc.boolean(),
    factor: fc.constantFrom('', '1', '2,5', '30'),
  });
  const anOffer = fc.record({
    id,
    name: fc.oneof(fc.constant(''), word),
    a: fc.option(price),
    b: fc.option(price),
    w: fc.option(fc.integer({ min: -3, max: 90 })),
    v: fc.option(fc.integer({ min: 0, max: 9 })),
  });
  const aPackage = fc.record({
    goods: fc.array(aGood, { maxLength: 8 }),
    offers: fc.array(anOffer, { maxLength: 8 }),
    rests: fc.array(anOffer, { maxLength: 4 }),
    isFull: fc.boolean(),
    groups: fc.subarray(['rg1', 'rg2']),
  });
  const textOf = (
    offers: { id: string; name: string; a: string | null; b: string | null; w: number | null; v: number | null }[],
    changes: boolean,
  ) =>
    commerceml(
      offersPackage(
        offers.map((o) =>
          offer(
            o.id,
            o.name,
            o.a === null && o.b === null
              ? ''
              : prices({ ...(o.a !== null && { retail: o.a }), ...(o.b !== null && { cher: o.b }) }),
            rests({ ...(o.w !== null && { main: o.w }), ...(o.v !== null && { cher: o.v }) }),
          ),
        ),
        { types: retail + priceType('cher', 'Череповец'), catalog_id: 'random', changes },
      ),
    );
  await fc.assert(
    fc.asyncProperty(aPackage, async ({ goods, offers, rests, isFull, groups: own }) => {
      const unit = (factor: string) =>
        factor &&
        `<БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>${factor}</Коэффициент></Пересчет></БазоваяЕдиница>`;
      const folder = await onec.write({
        'import.xml': commerceml(
          classifier(groups(...own.map((g) => group(g, `Группа ${g}`))), { id: 'random', changes: !isFull }) +
            catalog(
              goods.map((g) =>
                good(g.id, g.name, unit(g.factor), { group: g.group, attributes: g.off ? ' Статус="Удален"' : '' }),
              ),
              { id: 'random', changes: !isFull },
            ),
        ),
        'offers.xml': textOf(offers, !isFull),
        'rests.xml': textOf(rests, true),
      });
      const first = await onec.take(folder);
      expect(first.result).toBe('imported');
      const before = await state();
      const again = await onec.take(folder);
      expect(await state()).toEqual(before);
      for (const part of [again.groups, again.goods, again.offers, again.prices, again.stocks]) {
        expect(part).toMatchObject({ created: 0, changed: 0, switched_off: 0 });
      }
      const { rows: bad } = await sql`
        select 'price' from prices where price <= 0
        union all select 'main' from products p where id_1c is not null and 1 <> (select count(*) from product_categories c where c.product_id = p.id and c.is_main)`.execute(
        db,
      );
      expect(bad).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

async function state() {
  const { rows } = await sql`
    select (select max(changed_xid::text::bigint) from products) as products, (select max(changed_xid::text::bigint) from prices) as prices,
      (select max(changed_xid::text::bigint) from stock) as stock, (select version from catalogue_version) as version,
      (select count(*) from product_categories) as placed, (select count(*) from product_former_slugs) as former`.execute(
    db,
  );
  return rows[0];
}

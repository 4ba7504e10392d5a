import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPins, takeOutPins } from '#modules/catalogue/price-pins.ts';
import type { PricesCall, StockCall } from '#modules/exchange/schema.ts';
import { takePrices } from '#modules/exchange/take-prices.ts';
import { takeStock } from '#modules/exchange/take-stock.ts';
import { readTargets } from '#modules/exchange/targets.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { makeUser } from '#test/support/accounts.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
  goodsOf,
  group,
  groups,
  offer,
  offersPackage,
  prices,
  priceType,
  productOf,
  rests,
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { orderBy } from '#test/support/orders.ts';
import { mapPriceType, mapWarehouse } from './change-mapping.ts';
import { rollBackPackage } from './changes/rollback.ts';
import { createNode } from './exchange/nodes.ts';
import { mapProperty } from './map-property.ts';
import { mapGoodUnit } from './map-unit.ts';
import { unpinPrice } from './own-fields.ts';

const { db, url, onec, receive } = await onecShop();
const types = [retail, priceType('firms', 'Оптовая'), priceType('old', 'Старая'), priceType('buy', 'Закупочная')];
const warehouses = ['Вологда', 'Череповец', 'Уценка'].map(
  (name, at) => `<Склад><Ид>w${at}</Ид><Наименование>${name}</Наименование></Склад>`,
);
let node = 0;
let other = 0;
let at = 0;
let id = '';
let product: { id: number; idcode: string };

const colours = (...values: string[]) => `<Свойства><Свойство><Ид>colour</Ид><Наименование>Цвет</Наименование>
  <ТипЗначений>Справочник</ТипЗначений><ВариантыЗначений>${values
    .map((value) => `<Справочник><ИдЗначения>${value}</ИдЗначения><Значение>${value}</Значение></Справочник>`)
    .join('')}</ВариантыЗначений></Свойство></Свойства>`;
const red =
  '<ЗначенияСвойств><ЗначенияСвойства><Ид>colour</Ид><Значение>red</Значение></ЗначенияСвойства></ЗначенияСвойств>';
const described = (name: string, more = '') => ({ 'import.xml': goodsOf([good(id, name, red + more)], 'ours') });
const offersOf = (...blocks: string[]) => ({
  'offers.xml': commerceml(
    offersPackage([offer(id, '', ...blocks)], {
      ...{ catalog_id: 'ours', changes: true, types: types.join(''), warehouses: warehouses.join('') },
    }),
  ),
});
const says = (...blocks: string[]) => receive(node, offersOf(...blocks));

async function pricesNow() {
  const rows = await db
    .selectFrom('prices')
    .select(['price_column', 'price', 'old_price'])
    .where('product_id', '=', product.id)
    .execute();
  return Object.fromEntries(rows.map(({ price_column, price, old_price }) => [price_column, [price, old_price]]));
}
async function stockNow() {
  const rows = await db.selectFrom('stock').select(['store', 'on_hand']).where('product_id', '=', product.id).execute();
  return Object.fromEntries(rows.map(({ store, on_hand }) => [store, on_hand]));
}
/** What another program writes through the JSON API; roubles, pieces. */
async function program(write: {
  price?: number;
  old_price?: number;
  column?: string;
  quantity?: number;
  store?: string;
}) {
  const targets = await db.transaction().execute((db) => readTargets(db, [], true));
  const { price, old_price, column = 'vologda', quantity, store = 'store12' } = write;
  await db.transaction().execute(async (db) => {
    if (price !== undefined)
      await takePrices(
        db,
        { price_column: column, unit: 'sales', rows: [{ id_1c: id, price, old_price }] } as PricesCall,
        targets,
      );
    if (quantity !== undefined)
      await takeStock(db, { store, unit: 'sales', rows: [{ id_1c: id, quantity }] } as StockCall, targets);
  });
}

beforeAll(async () => {
  node = (await createNode(db, { name: 'База', login: 'ours', password: 'гвоздь-и-молоток-17' })).id;
  other = (await createNode(db, { name: 'Опт', login: 'theirs', password: 'гвоздь-и-молоток-18' })).id;
  await receive(node, {
    'import.xml': commerceml(
      classifier(groups(group('g1', 'Смеси')) + colours('red')) + catalog([good('first', 'Первый')], { id: 'ours' }),
    ),
  });
  id = 'first';
  await says(rests({ w0: 1, w1: 1, w2: 1 }), prices({ retail: 1, firms: 1, old: 2, buy: 1 }));
  // The other base alone feeds the column of Cherepovets.
  await receive(other, {
    'import.xml': goodsOf([good('theirs', 'Чужой')], 'theirs'),
    'offers.xml': commerceml(
      offersPackage([offer('theirs', '', prices({ cher: 300 }))], {
        ...{ catalog_id: 'theirs', changes: true, types: priceType('cher', 'Розничная Череповец') },
      }),
    ),
  });
});

/** A good of its own for each test, as 1C describes it: ten pieces in one city, twenty in the other. */
beforeEach(async () => {
  id = `good-${++at}`;
  await receive(node, described(`Товар ${at}`));
  await says(prices({ retail: 200, firms: 180, buy: 90 }), rests({ w0: 10, w1: 20, w2: 4 }));
  product = (await productOf(db, id))!;
  expect(await stockNow()).toEqual({ store12: 10, store52: 20 });
  expect(await pricesNow()).toEqual({ vologda: [20_000, null], vologda_b2b: [18_000, null] });
});

describe('goods that were handed over', () => {
  beforeEach(async () => {
    const buyer = await makeUser(db);
    const { id: order_id } = await orderBy(db, buyer, [[product, 3]]);
    for (const state of ['assembling', 'ready', 'completed'] as const)
      await db.transaction().execute((db) => moveOrder(db, order_id, state, { who: 'Пётр, склад' }));
    expect(await stockNow()).toEqual({ store12: 7, store52: 20 });
  });

  test('stay away when 1C tells of another warehouse, and are counted by its next word of theirs, the same one too', async () => {
    const summary = await says(rests({ w1: 19 }));
    expect(summary).toMatchObject({ result: 'imported', stocks: { changed: 1 } });
    expect(await stockNow()).toEqual({ store12: 7, store52: 19 });
    await says(rests({ w1: 19 }));
    expect(await stockNow()).toEqual({ store12: 7, store52: 19 });
    await says(rests({ w0: 10 }));
    expect(await stockNow(), 'named again with the same figure').toEqual({ store12: 10, store52: 19 });
  });

  test('leave the store once when 1C has heard of them', async () => {
    await says(rests({ w0: 7, w1: 20 }));
    expect(await stockNow()).toEqual({ store12: 7, store52: 20 });
    await says(rests({ w0: 7, w1: 18 }));
    expect(await stockNow()).toEqual({ store12: 7, store52: 18 });
  });

  test('stay away when a warehouse that feeds nothing, or another store, is mapped', async () => {
    await mapWarehouse(url, { node_id: node, warehouse: 'w2', store: null });
    expect(await stockNow()).toEqual({ store12: 7, store52: 20 });
    await mapWarehouse(url, { node_id: node, warehouse: 'w2', store: 'store132' });
    expect(await stockNow()).toEqual({ store12: 7, store52: 20, store132: 4 });
    await mapWarehouse(url, { node_id: node, warehouse: 'w2', store: 'store52' });
    expect(await stockNow()).toEqual({ store12: 7, store52: 24, store132: 0 });
    await mapWarehouse(url, { node_id: node, warehouse: 'w2', store: null });
    expect(await stockNow()).toEqual({ store12: 7, store52: 20, store132: 0 });
  });

  test('stay away when one more warehouse feeds their store, and go along with the one that moves to another', async () => {
    await mapWarehouse(url, { node_id: node, warehouse: 'w2', store: 'store12' });
    expect(await stockNow(), 'ten and four by 1C, three of them handed over').toEqual({ store12: 11, store52: 20 });
    await mapWarehouse(url, { node_id: node, warehouse: 'w2', store: null });
    expect(await stockNow()).toEqual({ store12: 7, store52: 20 });
    await mapWarehouse(url, { node_id: node, warehouse: 'w0', store: 'store132' });
    expect(await stockNow()).toEqual({ store12: 0, store52: 20, store132: 7 });
    await mapWarehouse(url, { node_id: node, warehouse: 'w0', store: 'store52' });
    expect(await stockNow()).toEqual({ store12: 0, store52: 27, store132: 0 });
    await mapWarehouse(url, { node_id: node, warehouse: 'w0', store: 'store12' });
    expect(await stockNow(), 'of which warehouse they left nobody knows').toEqual({
      ...{ store12: 10, store52: 17, store132: 0 },
    });
    await says(rests({ w0: 7, w1: 19 }));
    expect(await stockNow()).toEqual({ store12: 7, store52: 19, store132: 0 });
  });
});

describe('the last one who says something new wins', () => {
  test('stock of a store that another program counts stays until 1C has another figure for it', async () => {
    await program({ quantity: 1, store: 'store52' });
    await program({ quantity: 5, store: 'store132' });
    await says(rests({ w0: 9 }));
    expect(await stockNow()).toEqual({ store12: 9, store52: 1, store132: 5 });
    await says(rests({ w0: 8, w1: 20 }));
    expect(await stockNow()).toEqual({ store12: 8, store52: 1, store132: 5 });
    await says(rests({ w1: 18 }));
    expect(await stockNow()).toEqual({ store12: 8, store52: 18, store132: 5 });
  });

  test('a price stays when 1C changes words, a group, a dictionary, another price; its own new one counts', async () => {
    await program({ price: 555, old_price: 700 });
    await program({ price: 444, column: 'cherepovets' });
    const theirs = { vologda: [55_500, 70_000], vologda_b2b: [18_000, null], cherepovets: [44_400, null] };
    await receive(node, described('Товар с новым названием', '<Описание>Новые слова</Описание>'));
    await receive(node, {
      'import.xml': commerceml(classifier(groups(group('g1', `Смеси ${at}`)), { changes: true })),
    });
    await receive(node, { 'import.xml': commerceml(classifier(colours('red', `white-${at}`), { changes: true })) });
    await says(prices({ firms: 170 }));
    expect((await productOf(db, id))!.name).toBe('Товар с новым названием');
    expect(await pricesNow()).toEqual({ ...theirs, vologda_b2b: [17_000, null] });
    await says(prices({ retail: 200, firms: 170 }));
    expect(await pricesNow(), 'the same price again').toEqual({ ...theirs, vologda_b2b: [17_000, null] });
    await says(prices({ retail: 210 }));
    expect(await pricesNow()).toEqual({ ...theirs, vologda: [21_000, null], vologda_b2b: [17_000, null] });
  });

  test('a price stays when the owner maps another price type or a property', async () => {
    await program({ price: 555 });
    await mapProperty(url, { property: 'colour', rule: { name: `Оттенок ${at}` } });
    await mapPriceType(url, { node_id: node, type: 'buy', price_column: 'cherepovets', target: 'price' });
    expect(await pricesNow()).toEqual({
      ...{ vologda: [55_500, null], vologda_b2b: [18_000, null], cherepovets: [9_000, null] },
    });
    await mapPriceType(url, { node_id: node, type: 'buy', price_column: null, target: 'price' });
    expect(await pricesNow()).toEqual({
      ...{ vologda: [55_500, null], vologda_b2b: [18_000, null], cherepovets: [null, null] },
    });
  });

  test('quantity prices of a column stay as well, and go with it', async () => {
    const tier = (retail: number) =>
      prices({ retail: 200 }).replace('</Цены>', '') +
      `<Цена><ИдТипаЦены>retail</ИдТипаЦены><ЦенаЗаЕдиницу>${retail}</ЦенаЗаЕдиницу><МинКоличество>10</МинКоличество></Цена></Цены>`;
    const tiersNow = async () =>
      (await db.selectFrom('price_tiers').select('price').where('product_id', '=', product.id).execute()).map(
        ({ price }) => price,
      );
    await says(tier(190));
    expect(await tiersNow()).toEqual([19_000]);
    await sql`update price_tiers set price = 15000 where product_id = ${product.id}`.execute(db);
    await program({ price: 160 });
    await says(prices({ firms: 175 }));
    expect(await tiersNow()).toEqual([15_000]);
    expect(await pricesNow()).toEqual({ vologda: [16_000, null], vologda_b2b: [17_500, null] });
    await says(tier(185));
    expect(await tiersNow()).toEqual([18_500]);
    expect(await pricesNow()).toEqual({ vologda: [20_000, null], vologda_b2b: [17_500, null] });
  });

  test('of an offer that goes and comes again the price goes and comes', async () => {
    await program({ price: 555 });
    const gone = offersOf()['offers.xml'].replace(
      `<Ид>${id}</Ид>`,
      `<Ид>${id}</Ид><ПометкаУдаления>true</ПометкаУдаления>`,
    );
    await receive(node, { 'offers.xml': gone });
    expect(await pricesNow()).toEqual({ vologda: [null, null], vologda_b2b: [null, null] });
    await receive(node, {
      'offers.xml': commerceml(offersPackage([offer(id, `Товар ${at}`)], { catalog_id: 'ours', changes: true })),
    });
    expect(await pricesNow()).toEqual({ vologda: [20_000, null], vologda_b2b: [18_000, null] });
  });

  test('by another unit every price and count is worked out again, whoever set it', async () => {
    await program({ price: 555, column: 'cherepovets', quantity: 3 });
    await mapGoodUnit(url, { good: id, rule: { unit: 'упак', coefficient: '2' } });
    expect(await pricesNow()).toEqual({
      vologda: [40_000, null],
      vologda_b2b: [36_000, null],
      cherepovets: [null, null],
    });
    expect(await stockNow()).toEqual({ store12: 5, store52: 10 });
  });

  test('what 1C said while a price was pinned stands there when the pin goes, however it goes', async () => {
    const key = { product_id: product.id, price_column: 'vologda' };
    for (const take of [() => unpinPrice(url, key), () => db.transaction().execute((db) => takeOutPins(db, [key]))]) {
      await program({ price: 555 });
      await program({ price: 333, column: 'vologda_b2b' });
      expect(await keepPins(db, [key])).toEqual([{ price_column: 'vologda', product_id: product.id }]);
      await says(prices({ retail: 230 + ++at }));
      expect(await pricesNow()).toEqual({ vologda: [55_500, null], vologda_b2b: [33_300, null] });
      await take();
      await receive(node, described(`Товар ${at}`));
      expect(await pricesNow()).toEqual({ vologda: [23_000 + at * 100, null], vologda_b2b: [33_300, null] });
    }
  });

  test('a package changes nothing the second time, and rolled back it leaves what others wrote', async () => {
    await program({ price: 555, quantity: 6 });
    const files = offersOf(prices({ retail: 200, firms: 170 }), rests({ w0: 10, w1: 18 }));
    const became = { vologda: [55_500, null], vologda_b2b: [17_000, null] };
    const { package_id } = await receive(node, files);
    expect(await pricesNow()).toEqual(became);
    expect(await stockNow()).toEqual({ store12: 6, store52: 18 });
    const journal = await db
      .selectFrom('onec_packages')
      .select('changes')
      .where('id', '=', package_id!)
      .executeTakeFirstOrThrow();
    expect(journal.changes).toMatchObject({ stock: { changed: 1 }, prices: { appeared: 0, gone: 0 } });
    await receive(node, files);
    await onec.import(files);
    expect({ prices: await pricesNow(), stock: await stockNow() }).toEqual({
      prices: became,
      stock: { store12: 6, store52: 18 },
    });
    await rollBackPackage(url, package_id!, 'Мария');
    expect({ prices: await pricesNow(), stock: await stockNow() }).toEqual({
      prices: { vologda: [55_500, null], vologda_b2b: [18_000, null] },
      stock: { store12: 6, store52: 20 },
    });
    await receive(node, files);
    expect({ prices: await pricesNow(), stock: await stockNow() }).toEqual({
      prices: became,
      stock: { store12: 6, store52: 18 },
    });
  });

  test('after a package was rolled back its words are news again, also where a later one spoke about something else', async () => {
    const first = offersOf(prices({ retail: 250 }), rests({ w0: 12 }));
    const { package_id } = await receive(node, first);
    await says(prices({ firms: 170 }), rests({ w1: 18 }));
    await rollBackPackage(url, package_id!, 'Мария');
    expect({ prices: await pricesNow(), stock: await stockNow() }).toEqual({
      prices: { vologda: [20_000, null], vologda_b2b: [17_000, null] },
      stock: { store12: 10, store52: 18 },
    });
    await says(prices({ firms: 165 }), rests({ w1: 17 }));
    expect({ prices: await pricesNow(), stock: await stockNow() }).toEqual({
      prices: { vologda: [20_000, null], vologda_b2b: [16_500, null] },
      stock: { store12: 10, store52: 17 },
    });
    await receive(node, first);
    expect({ prices: await pricesNow(), stock: await stockNow() }).toEqual({
      prices: { vologda: [25_000, null], vologda_b2b: [16_500, null] },
      stock: { store12: 12, store52: 17 },
    });
  });

  test('a later package that named the same beside other words is news again when it is repeated', async () => {
    const { package_id } = await says(prices({ retail: 250 }), rests({ w0: 12 }));
    const later = offersOf(prices({ retail: 250, firms: 170 }), rests({ w0: 12, w1: 18 }));
    await receive(node, later);
    await rollBackPackage(url, package_id!, 'Мария');
    expect((await pricesNow()).vologda).toEqual([20_000, null]);
    await receive(node, later);
    expect({ prices: await pricesNow(), stock: await stockNow() }).toEqual({
      prices: { vologda: [25_000, null], vologda_b2b: [17_000, null] },
      stock: { store12: 12, store52: 18 },
    });
  });

  test('packages that are rolled back one after another leave what 1C said before them all', async () => {
    const first = await says(prices({ retail: 250 }));
    const second = await says(prices({ retail: 300 }));
    await says(prices({ firms: 170 }));
    await rollBackPackage(url, second.package_id!, 'Мария');
    await rollBackPackage(url, first.package_id!, 'Мария');
    expect((await pricesNow()).vologda).toEqual([20_000, null]);
    await says(prices({ retail: 250 }));
    expect((await pricesNow()).vologda).toEqual([25_000, null]);
  });
});

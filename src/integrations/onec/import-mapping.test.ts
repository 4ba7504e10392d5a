import { beforeAll, describe, expect, test } from 'vitest';
import {
  catalog,
  commerceml,
  good,
  mainGroup,
  offer,
  offersPackage,
  openImports,
  prices,
  priceType,
  rests,
} from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches } from '#test/support/shop.ts';
import { mapPriceType, mapWarehouse, readMapping } from './change-mapping.ts';
import { guessPriceColumn, guessStore, isRouble } from './mapping.ts';

const { db, url } = await testDatabase();
const onec = await openImports(url);

const cases = (...[nominative, genitive]: [string, string]) => ({
  nominative,
  genitive,
  dative: nominative,
  accusative: nominative,
  instrumental: nominative,
  prepositional: nominative,
});
const branch = (id_1c: string, city: string, genitive: string, store: string, more = {}) => ({
  id_1c,
  branch_id_1c: null,
  is_main: false,
  name_for_site: city,
  city,
  names_cases: cases(city, genitive),
  store,
  address: `${city}, ул. Ленина, 1`,
  base_price: `base-${id_1c}`,
  b2b_price: `b2b-${id_1c}`,
  ...more,
});
const branches = [
  branch('00131', 'Вологда', 'Вологды', 'store12', { is_main: true }),
  branch('00052', 'Устюг', 'Устюга', 'store52'),
  branch('00053', 'Великий Устюг', 'Великого Устюга', 'store53', { b2b_price: null }),
  branch('00132', 'Вологда', 'Вологды', 'store132', {
    branch_id_1c: '00131',
    name_for_site: 'Окружное шоссе',
    address: 'Окружное шоссе, 13',
  }),
];

test.each([
  ['Розничная', { price_column: 'base-00131', target: 'price' }],
  ['РОЗНИЦА', { price_column: 'base-00131', target: 'price' }],
  ['Оптовая (Устюг)', { price_column: 'b2b-00052', target: 'price' }],
  ['Цены Великого Устюга', { price_column: 'base-00053', target: 'price' }],
  ['Опт Великий Устюг', null],
  ['B2B', { price_column: 'b2b-00131', target: 'price' }],
  ['Старая цена Устюг', { price_column: 'base-00052', target: 'old_price' }],
  ['BASE', null],
  ['Закупочная', null],
  ['Закупочная Устюг', null],
  ['Учётная оптовая', null],
  ['Плановая себестоимость, Череповец', null],
])('the price type «%s» suggests %o', (name, guess) => {
  expect(guessPriceColumn(name, branches)).toEqual(guess);
});

test.each([
  [{ id: '00052', name: 'Что угодно' }, 'store52'],
  [{ id: 'store53', name: '' }, 'store53'],
  [{ id: 'x', name: 'Склад Великого Устюга' }, 'store53'],
  [{ id: 'x', name: 'Вологда, Окружное шоссе' }, 'store132'],
  [{ id: 'x', name: 'Вологда основной' }, 'store12'],
  [{ id: 'x', name: 'Центральный', address: 'Устюг, ул. Ленина, 1' }, 'store52'],
  [{ id: 'x', name: 'Москва' }, null],
  [{ id: 'x', name: 'Склад брака, Великий Устюг' }, null],
])('[S9-03] the warehouse %o feeds %s', (warehouse, store) => {
  expect(guessStore({ address: '', ...warehouse }, branches)).toBe(store);
});

test('roubles by any of their names, nothing else', () => {
  for (const name of ['', 'RUB', 'rub', 'руб', 'руб.', 'Руб.', '643', '₽', 'RUR', '810'])
    expect(isRouble(name)).toBe(true);
  for (const name of ['USD', 'EUR', 'BYN', '840', 'бел. руб.', 'тенге']) expect(isRouble(name)).toBe(false);
});

describe('mapping in the shop', () => {
  const types = priceType('base', 'BASE');
  const warehouses = '<Склад><Ид>moscow</Ид><Наименование>Москва</Наименование></Склад>';
  const goods = commerceml(mainGroup + catalog([good('one', 'Первый')], { changes: true }));
  const offers = (types: string, ...body: string[]) =>
    commerceml(offersPackage([offer('one', 'Первый', ...body)], { types, warehouses, changes: true }));

  async function now() {
    const priced = await db.selectFrom('prices').select(['price_column', 'price']).orderBy('price_column').execute();
    const stocked = await db.selectFrom('stock').select(['store', 'on_hand']).orderBy('store').execute();
    return {
      prices: Object.fromEntries(priced.map(({ price_column, price }) => [price_column, price])),
      stock: Object.fromEntries(stocked.map(({ store, on_hand }) => [store, on_hand])),
    };
  }

  beforeAll(() => makeBranches(db));

  test('a single price type of an unknown name feeds the main branch, an unknown warehouse its store, and both are said', async () => {
    const summary = await onec.import({
      'import.xml': goods,
      'offers.xml': offers(types, prices({ base: 10 }), rests({ moscow: 4 })),
    });
    expect(summary.price_types).toEqual([{ id: 'base', name: 'BASE', price_column: 'vologda', target: 'price' }]);
    expect(summary.warehouses).toEqual([{ id: 'moscow', name: 'Москва', store: 'store12' }]);
    expect(summary.notes).toEqual(['Склад «Москва» ни на один филиал не похож: его остатки идут в store12 (Вологда)']);
    expect(await now()).toEqual({ prices: { vologda: 1_000 }, stock: { store12: 4 } });
  });

  test('a price type whose prices 1C calls net of VAT is taken as it is, and the owner is notified', async () => {
    const taxed = (isHeld: boolean) =>
      types.replace(
        '</ТипЦены>',
        `<Налог><Наименование>НДС</Наименование><УчтеноВСумме>${isHeld}</УчтеноВСумме><Акциз>false</Акциз></Налог></ТипЦены>`,
      );
    const notes = async (isHeld: boolean) =>
      (await onec.import({ 'offers.xml': offers(taxed(isHeld), prices({ base: 10 })) })).notes;
    expect(await notes(false)).toEqual([expect.stringContaining('Вид цены «BASE»: по словам 1С в его ценах нет НДС')]);
    expect(await now()).toMatchObject({ prices: { vologda: 1_000 } });
    expect(await notes(true)).toEqual([]);
    await makeRequisites(db);
    await db.updateTable('seller_requisites').set({ is_vat_payer: false }).execute();
    expect(await notes(false)).toEqual([]);
    await db.deleteFrom('seller_requisites').execute();
  });

  test('another unknown price type is left alone and named', async () => {
    const summary = await onec.import({
      'offers.xml': offers(types + priceType('special', 'Спеццена'), prices({ base: 10, special: 8 })),
    });
    expect(summary.prices.refused).toEqual([
      {
        id: 'special',
        name: 'Спеццена',
        count: 1,
        reason: 'вид цены не сопоставлен с колонкой цен: npm run shop -- onec map',
      },
    ]);
    expect((await now()).prices).toEqual({ vologda: 1_000 });
  });

  test('the owner maps it, and what was received long ago is worked out at once', async () => {
    await mapPriceType(url, { type: 'Спеццена', price_column: 'cherepovets', target: 'price' });
    expect((await now()).prices).toEqual({ vologda: 1_000, cherepovets: 800 });
    await mapPriceType(url, { type: 'special', price_column: 'vologda_b2b', target: 'price' });
    expect((await now()).prices).toEqual({ vologda: 1_000, cherepovets: null, vologda_b2b: 800 });
    await mapPriceType(url, { type: 'special', price_column: null, target: 'price' });
    expect((await now()).prices).toEqual({ vologda: 1_000, cherepovets: null, vologda_b2b: null });
  });

  test('two types may feed one column: the owner’s choice is asked first, the other where it says nothing', async () => {
    await onec.import({
      'import.xml': commerceml(catalog([good('two', 'Второй')], { changes: true })),
      'offers.xml': commerceml(offersPackage([offer('two', 'Второй', prices({ base: 70 }))], { changes: true })),
    });
    await mapPriceType(url, { type: 'special', price_column: 'vologda', target: 'price' });
    const rows = await db
      .selectFrom('prices as s')
      .innerJoin('products as p', 'p.id', 's.product_id')
      .select(['p.id_1c', 's.price'])
      .where('s.price_column', '=', 'vologda')
      .orderBy('p.id_1c')
      .execute();
    expect(rows).toEqual([
      { id_1c: 'one', price: 800 },
      { id_1c: 'two', price: 7_000 },
    ]);
    await mapPriceType(url, { type: 'special', price_column: null, target: 'price' });
    expect(
      await db.selectFrom('prices').select('price').where('price_column', '=', 'vologda').orderBy('price').execute(),
    ).toEqual([{ price: 1_000 }, { price: 7_000 }]);
  });

  test('another base of 1C brings a retail price of its own for the same column', async () => {
    const summary = await onec.import({
      'import.xml': commerceml(catalog([good('other', 'Из другой базы')], { id: 'other-base', changes: true })),
      'offers.xml': commerceml(
        offersPackage([offer('other', 'Из другой базы', prices({ 'other-retail': 5 }))], {
          types: priceType('other-retail', 'Розничная'),
          catalog_id: 'other-base',
          changes: true,
        }),
      ),
    });
    expect(summary.price_types).toEqual([
      { id: 'other-retail', name: 'Розничная', price_column: 'vologda', target: 'price' },
    ]);
    expect(summary.prices.refused).toEqual([]);
  });

  test('a warehouse moves to another store with its rests', async () => {
    await mapWarehouse(url, { warehouse: 'Москва', store: 'store52' });
    expect((await now()).stock).toEqual({ store12: 0, store52: 4 });
    await mapWarehouse(url, { warehouse: 'moscow', store: null });
    expect((await now()).stock).toEqual({ store12: 0, store52: 0 });
    const summary = await onec.import({ 'offers.xml': offers(types, rests({ moscow: 9 })) });
    expect(summary.stocks.refused).toEqual([
      { id: 'moscow', name: 'Москва', reason: 'склад отключён: npm run shop -- onec map' },
    ]);
    await mapWarehouse(url, { warehouse: 'moscow', store: 'store12' });
    expect((await now()).stock).toEqual({ store12: 9, store52: 0 });
  });

  test('what makes no sense is refused in Russian', async () => {
    await expect(mapPriceType(url, { type: 'нет такого', price_column: 'vologda', target: 'price' })).rejects.toThrow(
      '1С не присылала вид цены «нет такого»',
    );
    await expect(mapPriceType(url, { type: 'special', price_column: 'moscow', target: 'price' })).rejects.toThrow(
      'нет колонки цен «moscow», есть: cherepovets, vologda, vologda_b2b',
    );
    await expect(mapWarehouse(url, { warehouse: 'moscow', store: 'store1' })).rejects.toThrow(
      'нет склада магазина «store1»',
    );
    expect((await readMapping(url)).price_types.find(({ id }) => id === 'special')).toMatchObject({
      price_column: null,
      is_manual: true,
    });
  });
});

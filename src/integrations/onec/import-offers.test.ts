import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  classifier,
  commerceml,
  good,
  goodsOf,
  mainGroup,
  offer,
  offersPackage,
  prices,
  priceType,
  rests,
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';

const { db, onec } = await onecShop();

const warehouse = (id: string, name: string) => `<Склад><Ид>${id}</Ид><Наименование>${name}</Наименование></Склад>`;
const warehouses =
  warehouse('w-main', 'Вологда, основной') +
  warehouse('w-reserve', 'Вологда, запас') +
  warehouse('w-cher', 'Череповец, склад');
const types =
  retail +
  priceType('cher', 'Розничная Череповец', 'руб.') +
  priceType('b2b', 'Оптовая', '643') +
  priceType('old', 'Старая цена', 'руб') +
  priceType('usd', 'Закупочная', 'USD');

beforeAll(async () => {
  await onec.import({
    'import.xml': commerceml(mainGroup),
    'offers.xml': commerceml(offersPackage([], { types, warehouses, changes: true })),
  });
});

const offersOf = (offers: string[], options: { changes?: boolean; catalog_id?: string } = { changes: true }) =>
  commerceml(offersPackage(offers, options));

/** What the shop asks and has: price, old price per column, on_hand per store. */
async function offerOf(id_1c: string) {
  const rows = await db
    .selectFrom('prices as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(['s.price_column', 's.price', 's.old_price'])
    .where('p.id_1c', '=', id_1c)
    .execute();
  const stock = await db
    .selectFrom('stock as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(['s.store', 's.on_hand', 's.on_hand_base'])
    .where('p.id_1c', '=', id_1c)
    .execute();
  return {
    prices: Object.fromEntries(rows.map(({ price_column, price }) => [price_column, price])),
    old: Object.fromEntries(
      rows.flatMap(({ price_column, old_price }) => (old_price ? [[price_column, old_price]] : [])),
    ),
    stock: Object.fromEntries(stock.map(({ store, on_hand }) => [store, on_hand])),
  };
}

function productsOf(good_id: string) {
  return db
    .selectFrom('products as p')
    .innerJoin('models as m', 'm.id', 'p.model_id')
    .select([
      'p.id_1c',
      'p.name',
      'p.variant_label',
      'p.variant_position',
      'm.name as model',
      'm.variant_name',
      'p.specs',
      'p.switched_off_at',
    ])
    .where('m.id_1c', '=', good_id)
    .orderBy('p.variant_position')
    .execute();
}

describe('prices', () => {
  test('price types find their columns by name: retail, a branch, wholesale, the old price; foreign money none', async () => {
    const rows = await db
      .selectFrom('onec_price_types')
      .select(['id_1c', 'price_column', 'target'])
      .orderBy('id_1c')
      .execute();
    expect(rows).toEqual([
      { id_1c: 'b2b', price_column: 'vologda_b2b', target: 'price' },
      { id_1c: 'cher', price_column: 'cherepovets', target: 'price' },
      { id_1c: 'old', price_column: 'vologda', target: 'old_price' },
      { id_1c: 'retail', price_column: 'vologda', target: 'price' },
      { id_1c: 'usd', price_column: null, target: null },
    ]);
  });

  test('[S7-10] kopecks per sales unit in every column, rounded half up once', async () => {
    const bag =
      '<БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>30</Коэффициент></Пересчет></БазоваяЕдиница>';
    await onec.import({
      'import.xml': goodsOf([good('bag', 'Мешок', bag)]),
      'offers.xml': offersOf([
        offer('bag', 'Мешок', prices({ retail: '16,3051', cher: '17', b2b: '1 600.5', old: 20 })),
      ]),
    });
    expect(await offerOf('bag')).toMatchObject({
      prices: { vologda: 48_915, cherepovets: 51_000, vologda_b2b: 4_801_500 },
      old: { vologda: 60_000 },
    });
  });

  test('a price of another unit is divided by its coefficient', async () => {
    await onec.import({
      'import.xml': goodsOf([good('piece', 'Штука')]),
      'offers.xml': offersOf([
        offer('piece', 'Штука', prices({ retail: 100 }, '<Единица>упак</Единица><Коэффициент>12</Коэффициент>')),
      ]),
    });
    expect((await offerOf('piece')).prices).toEqual({ vologda: 833 });
  });

  test('[S7-10] an empty price, 0, a negative one and a word are no price, never 0 ₽; what had a price loses it', async () => {
    const withPrice = (price: string) => offersOf([offer('priced', 'С ценой', prices({ retail: price }))]);
    await onec.import({ 'import.xml': goodsOf([good('priced', 'С ценой')]), 'offers.xml': withPrice('99') });
    for (const nothing of ['', '0', '0,00', '-5', 'договорная', '99999999999']) {
      await onec.import({ 'offers.xml': withPrice('99') });
      expect((await offerOf('priced')).prices).toEqual({ vologda: 9_900 });
      await onec.import({ 'offers.xml': withPrice(nothing) });
      expect((await offerOf('priced')).prices).toEqual({ vologda: null });
    }
    const summary = await onec.import({ 'offers.xml': withPrice('договорная') });
    expect(summary.prices.refused).toEqual([
      {
        id: 'priced',
        name: 'retail',
        file: 'offers.xml',
        line: expect.any(Number),
        reason: 'цена «договорная» не число',
      },
    ]);
  });

  test('foreign money is never shown as roubles: by its type or by its own currency', async () => {
    const summary = await onec.import({
      'import.xml': goodsOf([good('foreign', 'Импортный')]),
      'offers.xml': offersOf([offer('foreign', 'Импортный', prices({ usd: 10 }), '')]),
    });
    expect(summary.prices.refused).toEqual([
      { id: 'usd', name: 'Закупочная', count: 1, reason: 'цены в валюте «USD» не показываются как рубли' },
    ]);
    await onec.import({
      'offers.xml': offersOf([offer('foreign', 'Импортный', prices({ retail: 10 }, '<Валюта>EUR</Валюта>'))]),
    });
    expect((await offerOf('foreign')).prices).toEqual({});
    await onec.import({
      'offers.xml': offersOf([offer('foreign', 'Импортный', prices({ retail: 10 }, '<Валюта>руб.</Валюта>'))]),
    });
    expect((await offerOf('foreign')).prices).toEqual({ vologda: 1_000 });
  });

  test('МинКоличество makes quantity tiers, sent again without them they go', async () => {
    const row = (price: number, from: number) =>
      `<Цена><ИдТипаЦены>retail</ИдТипаЦены><ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу><МинКоличество>${from}</МинКоличество></Цена>`;
    const tiered = `<Цены>${row(100, 1)}${row(90, 10)}${row(80, 50)}</Цены>`;
    await onec.import({
      'import.xml': goodsOf([good('tiered', 'С порогами')]),
      'offers.xml': offersOf([offer('tiered', 'С порогами', tiered)]),
    });
    const tiers = () =>
      db
        .selectFrom('price_tiers as t')
        .innerJoin('products as p', 'p.id', 't.product_id')
        .select(['t.from_count', 't.price'])
        .where('p.id_1c', '=', 'tiered')
        .orderBy('t.from_count')
        .execute();
    expect(await tiers()).toEqual([
      { from_count: 10, price: 9_000 },
      { from_count: 50, price: 8_000 },
    ]);
    await onec.import({ 'offers.xml': offersOf([offer('tiered', 'С порогами', prices({ retail: 100 }))]) });
    expect(await tiers()).toEqual([]);
  });

  test('an incremental package touches only the price types it lists, a full one withdraws the others', async () => {
    const of = (byType: Record<string, number>, changes: boolean) =>
      offersOf([offer('both', 'Обе цены', prices(byType))], { changes, catalog_id: 'both' });
    await onec.import({
      'import.xml': goodsOf([good('both', 'Обе цены')]),
      'offers.xml': of({ retail: 1, cher: 2 }, true),
    });
    await onec.import({ 'offers.xml': of({ retail: 3 }, true) });
    expect((await offerOf('both')).prices).toEqual({ vologda: 300, cherepovets: 200 });
    await onec.import({ 'offers.xml': of({ retail: 3 }, false) });
    expect((await offerOf('both')).prices).toEqual({ vologda: 300, cherepovets: null });
  });
});

describe('stock', () => {
  test('[S9-03] warehouses feed the stores of the departments they name; several feeding one store are added', async () => {
    await onec.import({
      'import.xml': goodsOf([good('stocked', 'Со складов')]),
      'offers.xml': offersOf([offer('stocked', 'Со складов', rests({ 'w-main': 5, 'w-reserve': '2,5', 'w-cher': 7 }))]),
    });
    expect((await offerOf('stocked')).stock).toEqual({ store12: 7, store52: 7 });
  });

  test('an incremental rest of one warehouse leaves the others in the sum', async () => {
    await onec.import({ 'rests.xml': offersOf([offer('stocked', '', rests({ 'w-main': 1 }))]) });
    expect((await offerOf('stocked')).stock).toEqual({ store12: 3, store52: 7 });
  });

  test('[S7-10] no word about stock is unknown, not 0: no row, and a known row stays', async () => {
    await onec.import({
      'import.xml': goodsOf([good('silent', 'Без остатка')]),
      'offers.xml': offersOf([offer('silent', 'Без остатка', prices({ retail: 1 })), offer('stocked', 'Со складов')]),
    });
    expect((await offerOf('silent')).stock).toEqual({});
    expect((await offerOf('stocked')).stock).toEqual({ store12: 3, store52: 7 });
    await onec.import({ 'offers.xml': offersOf([offer('silent', 'Без остатка', '<Количество>0</Количество>')]) });
    expect((await offerOf('silent')).stock).toEqual({ store12: 0 });
  });

  test('a total without warehouses goes to the main branch; a fraction of a sales unit does not count', async () => {
    const bag =
      '<БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>30</Коэффициент></Пересчет></БазоваяЕдиница>';
    await onec.import({
      'import.xml': goodsOf([good('total', 'Мешок', bag)]),
      'offers.xml': offersOf([offer('total', 'Мешок', '<Количество>89,999</Количество>')]),
    });
    expect((await offerOf('total')).stock).toEqual({ store12: 2 });
  });

  test('[S7-10] another factor works price and stock out again', async () => {
    const bag = (kg: number) =>
      `<БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>${kg}</Коэффициент></Пересчет></БазоваяЕдиница>`;
    await onec.import({
      'import.xml': goodsOf([good('refilled', 'Мешок', bag(30))]),
      'offers.xml': offersOf([offer('refilled', 'Мешок', prices({ retail: 10 }), rests({ 'w-main': 90 }))]),
    });
    await onec.import({ 'import.xml': goodsOf([good('refilled', 'Мешок', bag(25))]) });
    expect(await offerOf('refilled')).toMatchObject({ prices: { vologda: 25_000 }, stock: { store12: 3 } });
    expect(
      (
        await sql<{
          base: string;
        }>`select on_hand_base as base from stock s join products p on p.id = s.product_id where p.id_1c = 'refilled'`.execute(
          db,
        )
      ).rows,
    ).toEqual([{ base: '90.000000' }]);
  });
});

describe('characteristics are variants of one model', () => {
  const size = (value: string) =>
    `<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Размер</Наименование><Значение>${value}</Значение></ХарактеристикаТовара></ХарактеристикиТовара>`;

  test('[S7-10] each characteristic is a product of its own, in one model, with the value as a filter', async () => {
    await onec.import({
      'import.xml': goodsOf([good('boots', 'Ботинки')]),
      'offers.xml': offersOf([
        offer('boots#41', 'Ботинки', size('41'), prices({ retail: 4_100 }), rests({ 'w-main': 1 })),
        offer('boots#9', 'Ботинки (9)', size('9'), prices({ retail: 3_900 })),
      ]),
    });
    expect(await productsOf('boots')).toEqual([
      {
        id_1c: 'boots#9',
        name: 'Ботинки (9)',
        variant_label: '9',
        variant_position: 1,
        model: 'Ботинки',
        variant_name: 'Размер',
        specs: { razmer: '9' },
        switched_off_at: null,
      },
      {
        id_1c: 'boots#41',
        name: 'Ботинки (41)',
        variant_label: '41',
        variant_position: 2,
        model: 'Ботинки',
        variant_name: 'Размер',
        specs: { razmer: '41' },
        switched_off_at: null,
      },
    ]);
    expect(await offerOf('boots#41')).toMatchObject({ prices: { vologda: 410_000 }, stock: { store12: 1 } });
  });

  test('the variant is named only in the offer’s name', async () => {
    await onec.import({
      'import.xml': goodsOf([good('tee', 'Футболка')]),
      'offers.xml': offersOf([
        offer('tee#s', 'Футболка (S, синяя)', prices({ retail: 5 })),
        offer('tee#m', 'Футболка (M)', prices({ retail: 5 })),
      ]),
    });
    const rows = await productsOf('tee');
    expect(rows.map(({ variant_label }) => variant_label)).toEqual(['M', 'S, синяя']);
  });

  test('ИзмененияПакетаПредложений names the characteristic in a field of its own and is incremental by itself', async () => {
    const changes = `<ИзмененияПакетаПредложений><Ид>catalog#</Ид><ИдКаталога>catalog</ИдКаталога><Предложения>
      <Предложение><Ид>boots</Ид><ИдХарактеристики>41</ИдХарактеристики><Склады ИдСклада="w-main" КоличествоНаСкладе="8"/>${prices({ retail: 4_500 })}</Предложение>
      </Предложения></ИзмененияПакетаПредложений>`;
    const summary = await onec.import({ 'changes.xml': commerceml(changes) });
    expect(summary).toMatchObject({ offers: { switched_off: 0 }, prices: { changed: 1 }, stocks: { changed: 1 } });
    expect(await offerOf('boots#41')).toMatchObject({ prices: { vologda: 450_000 }, stock: { store12: 8 } });
    expect((await productsOf('boots')).every(({ switched_off_at }) => switched_off_at === null)).toBe(true);
  });

  test('a good that turns out to be sold by characteristics gives way to them', async () => {
    await onec.import({ 'import.xml': goodsOf([good('gloves', 'Перчатки')]) });
    expect(await productsOf('gloves')).toHaveLength(1);
    await onec.import({ 'offers.xml': offersOf([offer('gloves#l', 'Перчатки', size('L'), prices({ retail: 10 }))]) });
    const rows = await productsOf('gloves');
    expect(rows.map(({ id_1c, switched_off_at }) => [id_1c, switched_off_at !== null])).toEqual([
      ['gloves', true],
      ['gloves#l', false],
    ]);
  });

  test('[S7-10] old files name the characteristic in the catalogue itself; an empty one is the good', async () => {
    await onec.import({
      'import.xml': goodsOf([
        good('sock#23', 'Носки (23)', size('23')),
        good('sock#25', 'Носки (25)', size('25')),
        good('plain#00000000-0000-0000-0000-000000000000', 'Просто товар'),
      ]),
    });
    expect((await productsOf('sock')).map(({ id_1c, variant_label }) => [id_1c, variant_label])).toEqual([
      ['sock#23', '23'],
      ['sock#25', '25'],
    ]);
    expect((await productsOf('plain')).map(({ id_1c }) => id_1c)).toEqual(['plain']);
  });

  test('a full offers package switches off the variants of its catalogue that it no longer lists and withdraws the price of such a good', async () => {
    const full = (...offers: string[]) => offersOf(offers, { changes: false, catalog_id: 'hats' });
    const hats = [
      offer('hat#s', 'Шапка', size('S'), prices({ retail: 1 })),
      offer('hat#m', 'Шапка', size('M'), prices({ retail: 2 })),
      offer('cap', 'Кепка', prices({ retail: 3 })),
    ];
    await onec.import({
      'import.xml': goodsOf([good('hat', 'Шапка'), good('cap', 'Кепка')]),
      'offers.xml': full(...hats),
    });
    const summary = await onec.import({ 'offers.xml': full(hats[0]!) });
    expect(summary.offers).toMatchObject({ read: 1, unchanged: 1, switched_off: 2 });
    expect(
      (await productsOf('hat')).filter(({ switched_off_at }) => switched_off_at === null).map(({ id_1c }) => id_1c),
    ).toEqual(['hat#s']);
    expect((await offerOf('cap')).prices).toEqual({ vologda: null });
    expect((await productsOf('boots')).every(({ switched_off_at }) => switched_off_at === null)).toBe(true);
    await onec.import({ 'offers.xml': full(...hats) });
    expect((await offerOf('cap')).prices).toEqual({ vologda: 300 });
    expect((await productsOf('hat')).every(({ switched_off_at }) => switched_off_at === null)).toBe(true);
  });

  test('a deleted offer switches its variant off', async () => {
    await onec.import({
      'offers.xml': offersOf([offer('hat#m', 'Шапка', size('M'), '<ПометкаУдаления>true</ПометкаУдаления>')]),
    });
    expect((await productsOf('hat')).find(({ id_1c }) => id_1c === 'hat#m')?.switched_off_at).not.toBeNull();
    await onec.import({
      'offers.xml': offersOf([offer('hat#m', 'Шапка', size('M'), '<ПометкаУдаления>false</ПометкаУдаления>')]),
    });
    expect((await productsOf('hat')).find(({ id_1c }) => id_1c === 'hat#m')?.switched_off_at).toBeNull();
  });
});

describe('split files of the newer modules (3.1)', () => {
  const file = (body: string) => commerceml(body, { version: '3.1', namespace: 'urn:1C.ru:commerceml_3' });
  const unmarked = '<НомерВерсии>AAAAAQ==</НомерВерсии><ПометкаУдаления>false</ПометкаУдаления>';
  const split = (body: string) =>
    `<ПакетПредложений СодержитТолькоИзменения="false"><Ид>split#</Ид><ИдКаталога>split</ИдКаталога><Предложения>${body}</Предложения></ПакетПредложений>`;
  const rest = (body: string) => `<Остатки><Остаток>${body}</Остаток></Остатки>`;
  const parts = {
    'import.xml': file(
      `<Классификатор СодержитТолькоИзменения="false"><Ид>split</Ид><Наименование>К</Наименование>
        <Группы><Группа><Ид>split-g</Ид>${unmarked}<Наименование>Ручной инструмент</Наименование></Группа></Группы>
        <ТипыЦен><ТипЦены><Ид>retail</Ид>${unmarked}<Наименование>Розничная</Наименование><Валюта>RUB</Валюта></ТипЦены></ТипыЦен>
        <Склады><Склад><Ид>w-main</Ид>${unmarked}<Наименование>Вологда, основной</Наименование></Склад></Склады>
        <ЕдиницыИзмерения><ЕдиницаИзмерения><Ид>9001</Ид><Код>9001</Код><НаименованиеКраткое>поддон</НаименованиеКраткое></ЕдиницаИзмерения></ЕдиницыИзмерения>
      </Классификатор>`,
    ),
    'goods/1/import.xml': file(
      `<Каталог СодержитТолькоИзменения="false"><Ид>split</Ид><Наименование>К</Наименование><Товары>
        <Товар><Ид>hammer</Ид>${unmarked}<Наименование>Молоток</Наименование><БазоваяЕдиница>796</БазоваяЕдиница><Группы><Ид>split-g</Ид></Группы></Товар>
        <Товар><Ид>pallet</Ид>${unmarked}<Наименование>Кирпич</Наименование><БазоваяЕдиница>9001</БазоваяЕдиница><Группы><Ид>split-g</Ид></Группы></Товар>
      </Товары></Каталог>`,
    ),
    'goods/1/offers.xml': file(
      split(`<Предложение><Ид>hammer</Ид>${unmarked}<Штрихкод>4600000000017</Штрихкод><Наименование>Молоток</Наименование></Предложение>
             <Предложение><Ид>pallet</Ид>${unmarked}<Наименование>Кирпич</Наименование></Предложение>`),
    ),
    'prices.xml': file(split(`<Предложение><Ид>hammer</Ид>${unmarked}${prices({ retail: 700 })}</Предложение>`)),
    'rests.xml': file(
      split(`<Предложение><Ид>hammer</Ид>${unmarked}${rest('<Склад><Ид>w-main</Ид><Количество>12</Количество></Склад>')}</Предложение>
             <Предложение><Ид>pallet</Ид>${unmarked}${rest('<Количество>3</Количество>')}</Предложение>`),
    ),
  };

  test('are one package, in whatever order they lie', async () => {
    const summary = await onec.import(parts);
    expect(summary).toMatchObject({
      result: 'imported',
      goods: { created: 2 },
      offers: { read: 2, created: 2 },
      prices: { created: 1 },
      stocks: { created: 2 },
    });
    expect(await offerOf('hammer')).toMatchObject({ prices: { vologda: 70_000 }, stock: { store12: 12 } });
    expect((await offerOf('pallet')).stock).toEqual({ store12: 3 });
    const rows = await db
      .selectFrom('products')
      .select(['id_1c', 'unit', 'barcode'])
      .where('catalog_id_1c', '=', 'split')
      .orderBy('id_1c')
      .execute();
    expect(rows).toEqual([
      { id_1c: 'hammer', unit: 'шт.', barcode: '4600000000017' },
      { id_1c: 'pallet', unit: 'поддон', barcode: null },
    ]);
  });

  test('the same again changes nothing', async () => {
    const again = await onec.import(parts);
    for (const part of [again.groups, again.goods, again.offers, again.prices, again.stocks]) {
      expect(part).toMatchObject({ created: 0, changed: 0, switched_off: 0 });
    }
  });

  test('offers without prices erase no prices, rests without names erase no names, prices erase no rests', async () => {
    await onec.import({ 'goods/1/offers.xml': parts['goods/1/offers.xml'] });
    await onec.import({ 'rests.xml': parts['rests.xml'] });
    await onec.import({ 'prices.xml': parts['prices.xml'] });
    expect(await offerOf('hammer')).toMatchObject({ prices: { vologda: 70_000 }, stock: { store12: 12 } });
    expect((await productsOf('hammer'))[0]).toMatchObject({ name: 'Молоток', switched_off_at: null });
    expect((await productsOf('pallet'))[0]).toMatchObject({ name: 'Кирпич', switched_off_at: null });
  });
});

test('a classifier without goods in the offers file changes no group', async () => {
  const summary = await onec.import({
    'offers.xml': commerceml(
      classifier('') + offersPackage([offer('piece', 'Штука', prices({ retail: 7 }))], { changes: true }),
    ),
  });
  expect(summary.groups).toMatchObject({ read: 0, switched_off: 0 });
});

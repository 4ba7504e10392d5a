import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  catalog,
  classifier,
  commerceml,
  good,
  goodsOf,
  group,
  groups,
  mainGroup,
  offer,
  offersPackage,
  prices,
  priceType,
  productOf,
  rests,
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { zip } from '#test/support/zip.ts';

const { db, onec } = await onecShop();
beforeAll(async () => {
  await onec.import({ 'import.xml': commerceml(mainGroup) });
});

const offersOf = (offers: string[], catalog_id = 'catalog', changes = true) =>
  commerceml(offersPackage(offers, { types: retail, catalog_id, changes }));

const product = (id_1c: string) => productOf(db, id_1c);

async function priceOf(id_1c: string) {
  const row = await db
    .selectFrom('prices as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select('s.price')
    .where('p.id_1c', '=', id_1c)
    .where('s.price_column', '=', 'vologda')
    .executeTakeFirst();
  return row?.price ?? null;
}

async function categoryOf(id_1c: string) {
  const row = await db
    .selectFrom('product_categories as pc')
    .innerJoin('products as p', 'p.id', 'pc.product_id')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['c.name', 'c.switched_off_at'])
    .where('p.id_1c', '=', id_1c)
    .executeTakeFirst();
  return row && { name: row.name, isOff: row.switched_off_at !== null };
}

describe('deletion marks', () => {
  const mark = (is: boolean) => `<ПометкаУдаления>${is}</ПометкаУдаления>`;

  test('an offer that came marked as deleted is not put on sale by later files of prices and rests, only by a description without the mark', async () => {
    await onec.import({ 'goods.xml': goodsOf([good('win', 'Windows 10 Pro')]) });
    const first = await onec.import({
      'offers.xml': offersOf([
        offer('win#1', 'Windows 10 Pro (Lic)', mark(true)),
        offer('win#2', 'Windows 10 Pro (Box)', mark(false)),
      ]),
    });
    expect(first.offers).toMatchObject({ read: 2, created: 1, unchanged: 1 });
    await onec.import({ 'prices.xml': offersOf([offer('win#1', '', mark(false), prices({ retail: 6336 }))]) });
    await onec.import({ 'rests.xml': offersOf([offer('win#1', '', rests({ main: 3 }))]) });
    expect(await product('win#1')).toBeUndefined();
    expect((await product('win#2'))?.switched_off_at).toBeNull();
    await onec.import({ 'offers.xml': offersOf([offer('win#1', 'Windows 10 Pro (Lic)', mark(false))]) });
    expect((await product('win#1'))?.switched_off_at).toBeNull();
    expect(await priceOf('win#1')).toBe(633_600);
  });

  test('a good that came marked as deleted is not put on sale by its offers', async () => {
    const deleted = good('marked', 'Снятый', '', { attributes: ' Статус="Удален"' });
    expect((await onec.import({ 'import.xml': goodsOf([deleted]) })).goods).toMatchObject({ created: 0, unchanged: 1 });
    const { offers } = await onec.import({
      'offers.xml': offersOf([offer('marked', 'Снятый', prices({ retail: 5 }))]),
    });
    expect(offers.pending).toBe(0);
    expect(await product('marked')).toBeUndefined();
  });
});

test.each([39, 248, 249, 299])(
  'names and ids that are cut in the middle of an emoji (sign %i) are named and refuse no package',
  async (at) => {
    const long = `${'а'.repeat(at)}😀${'б'.repeat(300)}`;
    const property = (id: string, name: string) =>
      `<Свойство><Ид>${id}</Ид><Наименование>${name}</Наименование></Свойство>`;
    const characteristic = `<ХарактеристикаТовара><Наименование>${long}</Наименование><Значение>${long}</Значение></ХарактеристикаТовара>`;
    const { result, reason, fields } = await onec.import({
      'import.xml': commerceml(
        classifier(
          `${groups(group('g1', 'Сухие смеси'), group('g2', long), group(long, 'Группа'))}<Свойства>${property('p1', long)}${property(long, 'Свойство')}</Свойства>`,
        ),
      ),
      'goods.xml': goodsOf([
        good(`cut-${at}`, 'Обои', `<ХарактеристикиТовара>${characteristic}</ХарактеристикиТовара>`),
        good(long, 'Обои'),
      ]),
      'offers.xml': commerceml(
        offersPackage([offer(`cut-${at}`, '', prices({ [long]: 5 }), rests({ [long]: long }))], {
          types: retail + priceType('cut', long),
          changes: true,
        }),
      ),
    });
    expect([result, reason]).toEqual(['imported', undefined]);
    expect(fields.refused.length).toBeGreaterThan(0);
  },
);

describe('a full package of offers that fits no good', () => {
  const pair = (key: string) => [
    offer(`${key}-1`, 'Первый', prices({ retail: 10 })),
    offer(`${key}-2`, 'Второй', prices({ retail: 20 })),
  ];

  test('changes nothing and says so; one that fits withdraws the prices of what it does not list and counts them', async () => {
    await onec.import({
      'import.xml': goodsOf([good('old-1', 'Первый'), good('old-2', 'Второй')], 'rekeyed', false),
      'offers.xml': offersOf(pair('old'), 'rekeyed', false),
    });
    const summary = await onec.import({ 'offers.xml': offersOf(pair('new'), 'rekeyed', false) });
    expect(summary.offers).toMatchObject({ pending: 2, switched_off: 0 });
    expect(summary.notes).toEqual([
      expect.stringMatching(
        /каталога «rekeyed» не подходит ни к одному известному товару \(предложений: 2\)\. Прежние предложения \(2\)/,
      ),
    ]);
    expect([await priceOf('old-1'), await priceOf('old-2')]).toEqual([1_000, 2_000]);
    const fitting = await onec.import({ 'offers.xml': offersOf(pair('old').slice(0, 1), 'rekeyed', false) });
    expect(fitting).toMatchObject({ offers: { switched_off: 1 + 2 }, prices: { switched_off: 1 + 2 }, notes: [] });
    expect([await priceOf('old-1'), await priceOf('old-2')]).toEqual([1_000, null]);
  });
});

describe('an incremental package erases nothing that it does not name', () => {
  const whole = good(
    'rich',
    'Коврик',
    `<Штрихкод>4600000000017</Штрихкод><БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>5</Коэффициент></Пересчет></БазоваяЕдиница>
     <Описание>Мягкий</Описание><Страна>Россия</Страна><Изготовитель><Наименование>Кнауф</Наименование></Изготовитель>
     <ЗначенияСвойств><ЗначенияСвойства><Ид>kept</Ид><Значение>а</Значение></ЗначенияСвойства><ЗначенияСвойства><Ид>gone</Ид><Значение>б</Значение></ЗначенияСвойства></ЗначенияСвойств>`,
    { article: 'PM-421' },
  );
  const declared = classifier(
    `<Свойства><Свойство><Ид>kept</Ид><Наименование>Оставшееся</Наименование></Свойство><Свойство><Ид>gone</Ид><Наименование>Ушедшее</Наименование></Свойство></Свойства>`,
  );
  const bare = (name: string, more = '') => `<Товар><Ид>rich</Ид><Наименование>${name}</Наименование>${more}</Товар>`;
  const all = {
    article: 'PM-421',
    barcode: '4600000000017',
    description: 'Мягкий',
    unit: 'меш.',
    factor_base: 5,
    specs: { ostavsheesya: 'а', ushedshee: 'б', strana: 'Россия' },
  };

  test('of a good: what is named changes, what is named empty goes, the rest stays; sent again nothing changes', async () => {
    await onec.import({ 'import.xml': commerceml(declared + catalog([whole], { changes: true })) });
    expect(await product('rich')).toMatchObject({ name: 'Коврик', ...all });
    await onec.import({ 'import.xml': goodsOf([bare('Коврик новый')]) });
    expect(await product('rich')).toMatchObject({ name: 'Коврик новый', ...all });
    expect((await product('rich'))?.brand_id).not.toBeNull();
    expect(await categoryOf('rich')).toEqual({ name: 'Сухие смеси', isOff: false });
    expect((await onec.import({ 'import.xml': goodsOf([bare('Коврик новый')]) })).goods).toMatchObject({
      changed: 0,
      unchanged: 1,
    });
    await onec.import({
      'import.xml': goodsOf([
        bare(
          'Коврик новый',
          '<Артикул/><ЗначенияСвойств><ЗначенияСвойства><Ид>gone</Ид><Значение/></ЗначенияСвойства></ЗначенияСвойств>',
        ),
      ]),
    });
    expect(await product('rich')).toMatchObject({
      ...all,
      article: null,
      specs: { ostavsheesya: 'а', strana: 'Россия' },
    });
  });

  test('of a good described in two files of one package: both count', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a05030' } })
      .jpeg()
      .toBuffer();
    const files = {
      'a/import.xml': commerceml(declared + catalog([whole], { id: 'catalog', changes: true }), {
        formed: '2026-05-01T10:00:00',
      }),
      'b/foto.xml': commerceml(catalog([bare('Коврик', '<Картинка>1.jpg</Картинка>')], { changes: true }), {
        formed: '2026-05-01T11:00:00',
      }),
      'b/1.jpg': picture,
    };
    await onec.import(files);
    expect(await product('rich')).toMatchObject({ name: 'Коврик', ...all, images: [expect.stringMatching(/\.jpg$/)] });
    expect((await onec.import(files)).goods).toMatchObject({ changed: 0 });
  });

  test('a full package says all there is', async () => {
    await onec.import({ 'import.xml': goodsOf([bare('Коврик')], 'full-one', false) });
    expect(await product('rich')).toMatchObject({ article: null, barcode: null, description: '', specs: {} });
  });

  test('of an offer', async () => {
    const size =
      '<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Размер</Наименование><Значение>41</Значение></ХарактеристикаТовара></ХарактеристикиТовара>';
    await onec.import({
      'import.xml': goodsOf([good('shoe', 'Ботинки')]),
      'offers.xml': offersOf([offer('shoe#41', 'Ботинки', '<Артикул>Б-41</Артикул>', size)]),
    });
    await onec.import({ 'offers.xml': offersOf([offer('shoe#41', 'Ботинки', '<Штрихкод>4600000000024</Штрихкод>')]) });
    expect(await product('shoe#41')).toMatchObject({ article: 'Б-41', barcode: '4600000000024', variant_label: '41' });
  });
});

describe('values that are too long are left out or shortened and named, the package is taken', () => {
  const long = Array.from({ length: 4_462 }, (_, n) => 'абвгдежзик'[(n * 7 + (n >> 3)) % 10]).join('');
  const random = Array.from({ length: 10_000 }, (_, n) => ((n * 7919) % 36).toString(36)).join('');

  test('a value of a dictionary: shown, but no filter', async () => {
    const values = `<ВариантыЗначений><Справочник><ИдЗначения>v1</ИдЗначения><Значение>${long}</Значение></Справочник></ВариантыЗначений>`;
    const summary = await onec.import({
      'import.xml': commerceml(
        classifier(
          `<Свойства><Свойство><Ид>sost</Ид><Наименование>Состав</Наименование><ТипЗначений>Справочник</ТипЗначений>${values}</Свойство></Свойства>`,
        ) +
          catalog(
            [
              good(
                'long',
                'Смесь',
                '<ЗначенияСвойств><ЗначенияСвойства><Ид>sost</Ид><Значение>v1</Значение></ЗначенияСвойства></ЗначенияСвойств>',
              ),
            ],
            { changes: true },
          ),
      ),
    });
    expect(summary.result).toBe('imported');
    expect(summary.fields.refused).toEqual([
      { id: 'long', name: 'Смесь: Состав', reason: 'длиннее 250 знаков, в фильтр не входит' },
    ]);
    expect(await product('long')).toMatchObject({ specs: { sostav: long }, facets: [] });
  });

  test('article, barcode, brand, characteristic, name; ids of goods, groups, properties, price types and warehouses', async () => {
    const summary = await onec.import({
      'import.xml': commerceml(
        classifier(
          `${groups(group(random, 'Группа'))}<Свойства><Свойство><Ид>${random}</Ид><Наименование>Свойство</Наименование></Свойство></Свойства>`,
          { changes: true },
        ) +
          catalog(
            [
              good(random, 'Длинный Ид'),
              good('я'.repeat(81), 'Чуть длиннее'),
              good('я'.repeat(80), 'Впору'),
              good(
                'wide',
                random.repeat(10),
                `<Штрихкод>${random}</Штрихкод><ТорговаяМарка>${random}</ТорговаяМарка>`,
                { article: random },
              ),
            ],
            { changes: true },
          ),
      ),
      'offers.xml': commerceml(
        offersPackage([offer('wide', 'Широкий', prices({ [random]: 5, retail: 7 }), rests({ [random]: 1 }))], {
          types: retail + priceType(random, 'Длинная'),
          changes: true,
          warehouses: `<Склад><Ид>${random}</Ид><Наименование>Склад</Наименование></Склад>`,
        }),
      ),
    });
    expect(summary).toMatchObject({
      result: 'imported',
      groups: { refused: [{ name: 'Группа', reason: 'Ид длиннее 250 знаков' }] },
      goods: {
        refused: [
          { name: 'Длинный Ид', file: 'import.xml', reason: 'Ид длиннее 80 знаков' },
          { name: 'Чуть длиннее', reason: 'Ид длиннее 80 знаков' },
        ],
      },
      prices: { refused: [{ id: 'wide', reason: 'Ид типа цены длиннее 250 знаков' }] },
      stocks: { refused: [{ id: 'wide', reason: 'Ид склада длиннее 250 знаков' }] },
    });
    const reasons = summary.fields.refused.map(({ name, reason }) => `${name!.replace(/^.*…: /, '')}: ${reason}`);
    expect(reasons).toEqual([
      'Свойство: свойство: Ид длиннее 250 знаков, не принято',
      'Наименование: длиннее 1000 знаков, взято начало',
      'Артикул: длиннее 250 знаков, не принято',
      'Штрихкод: длиннее 250 знаков, не принято',
      'Изготовитель: длиннее 250 знаков, не принято',
      'Длинная: вид цены: Ид длиннее 250 знаков, не принято',
      'Склад: склад: Ид длиннее 250 знаков, не принято',
    ]);
    expect(await product('я'.repeat(80))).toMatchObject({ name: 'Впору' });
    const wide = await product('wide');
    expect(wide).toMatchObject({ article: null, barcode: null, brand_id: null });
    expect(wide?.name).toHaveLength(1_000);
    expect(await priceOf('wide')).toBe(700);
  });
});

test('a barcode is read in both spellings', async () => {
  await onec.import({ 'import.xml': goodsOf([good('ean', 'Ведро', '<ШтрихКод>4600000000031</ШтрихКод>')]) });
  expect(await product('ean')).toMatchObject({ barcode: '4600000000031' });
});

describe('prices', () => {
  const row = (price: string | number, unit: string, coefficient: number) =>
    `<Цена><ИдТипаЦены>retail</ИдТипаЦены><ЦенаЗаЕдиницу>${price}</ЦенаЗаЕдиницу><Единица>${unit}</Единица><Коэффициент>${coefficient}</Коэффициент></Цена>`;
  const of = (...rows: string[]) => `<Цены>${rows.join('')}</Цены>`;
  const piece = row(100, 'шт', 1);
  const pack = row(1_100, 'упак', 12);

  test('of two prices of one type for different units the one of the sales unit counts, in whichever order they stand', async () => {
    const inPacks =
      '<БазоваяЕдиница Код="796"><Пересчет><Единица>упак</Единица><Коэффициент>12</Коэффициент></Пересчет></БазоваяЕдиница>';
    const summary = await onec.import({
      'import.xml': goodsOf([good('u1', 'Один'), good('u2', 'Два'), good('u3', 'Три', inPacks)]),
      'offers.xml': offersOf([
        offer('u1', 'Один', of(piece, pack)),
        offer('u2', 'Два', of(pack, piece)),
        offer('u3', 'Три', of(pack, piece)),
      ]),
    });
    expect([await priceOf('u1'), await priceOf('u2'), await priceOf('u3')]).toEqual([10_000, 10_000, 110_000]);
    expect(summary.fields.refused).toEqual([]);
  });

  test('of two prices for one unit the last counts, and that is said', async () => {
    const summary = await onec.import({
      'import.xml': goodsOf([good('u4', 'Четыре')]),
      'offers.xml': offersOf([offer('u4', 'Четыре', of(row(27_700, 'шт', 1), row(21_900, 'шт', 1)))]),
    });
    expect(await priceOf('u4')).toBe(2_190_000);
    expect(summary.fields.refused).toEqual([
      { id: 'u4', name: 'Четыре: Розничная', reason: 'несколько цен одного вида (27700; 21900), взята последняя' },
    ]);
  });

  test('a price that is too large or less than a kopeck is «по запросу», and that is said', async () => {
    const summary = await onec.import({
      'import.xml': goodsOf([good('dear', 'Дорогой'), good('cheap', 'Дешёвый')]),
      'offers.xml': offersOf([
        offer('dear', 'Дорогой', prices({ retail: '21474836.48' })),
        offer('cheap', 'Дешёвый', prices({ retail: '0.004' })),
      ]),
    });
    expect([await priceOf('dear'), await priceOf('cheap')]).toEqual([null, null]);
    expect(summary.fields.refused.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
      'dear: цена 21474836.48 за единицу с коэффициентом 1 больше 21 474 836,47 ₽',
      'cheap: цена 0.004 за единицу с коэффициентом 1 меньше копейки',
    ]);
  });

  test('prices that stand at the good itself are taken, and take nothing from its offer', async () => {
    const own = good('own', 'С ценой', prices({ retail: 15 }));
    await onec.import({ 'import.xml': commerceml(catalog([own], { id: 'own-prices', changes: false })) });
    expect(await priceOf('own')).toBe(1_500);
    const both = commerceml(
      offersPackage([offer('own', 'С ценой', prices({ 'own-b2b': 12, retail: 16 }))], {
        types: retail + priceType('own-b2b', 'Оптовая'),
        catalog_id: 'own-prices',
        changes: false,
      }),
    );
    await onec.import({ 'offers.xml': both });
    const summary = await onec.import({
      'import.xml': commerceml(catalog([own], { id: 'own-prices', changes: false })),
    });
    expect(summary.prices).toMatchObject({ read: 1, changed: 1, switched_off: 0 });
    expect(await priceOf('own')).toBe(1_500);
  });

  test.each(['constructor', '__proto__', 'toString'])('a price type may be called %s', async (id) => {
    await onec.import({
      'import.xml': goodsOf([good('pp1', 'Гвоздь'), good('pp2', 'Без этой цены')]),
      'offers.xml': commerceml(
        offersPackage(
          [
            `<Предложение><Ид>pp1</Ид>${prices({ retail: 9 })}</Предложение>`.replace('retail', id),
            offer('pp2', 'Без этой цены', prices({ retail: 3 })),
          ],
          { types: priceType(id, `Розничная ${id}`) + retail, changes: true },
        ),
      ),
    });
    expect(await priceOf('pp2')).toBe(300);
  });
});

test('more in stock than a store can hold is named, and the rest of the package is taken', async () => {
  const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, n) => [`w${n}`, 1_000_000_000]));
  const warehouses = Object.keys(many).map((id) => `<Склад><Ид>${id}</Ид><Наименование>Вологда</Наименование></Склад>`);
  const summary = await onec.import({
    'import.xml': goodsOf([good('heap', 'Гора')]),
    'offers.xml': commerceml(
      offersPackage([offer('heap', 'Гора', prices({ retail: 1 }), rests(many))], {
        types: retail,
        warehouses: warehouses.join(''),
        changes: true,
      }),
    ),
  });
  expect(summary).toMatchObject({
    result: 'imported',
    fields: { refused: [{ id: 'heap', name: 'Гора: store12', reason: 'сумма остатков больше 10¹², не принята' }] },
  });
  expect(await priceOf('heap')).toBe(100);
});

describe('groups', () => {
  test.each([
    [
      'written as parents of each other',
      groups(group('cA', 'Петля А', group('cB', 'Петля Б')), group('cB', 'Петля Б', group('cA', 'Петля А'))),
      { fields: { refused: [{}, {}] } },
    ],
    [
      'in a circle',
      groups(group('dA', 'Круг А', group('dB', 'Круг Б', group('dA', 'Круг А')))),
      { groups: { refused: [{ reason: 'группа вложена сама в себя' }] } },
    ],
  ])('groups %s stay reachable, sent twice too, and are named', async (_what, text, named) => {
    const id = /<Ид>(.*?)</.exec(text)![1]!;
    const file = commerceml(
      classifier(text, { changes: true }) + catalog([good(`in ${id}`, 'Гвоздь', '', { group: id })], { changes: true }),
    );
    for (const changed of [0, 0]) {
      const summary = await onec.import({ 'import.xml': file });
      expect(summary).toMatchObject({ result: 'imported', groups: { changed }, ...named });
      expect(await categoryOf(`in ${id}`)).toEqual({ name: expect.stringMatching(/ А$/), isOff: false });
    }
  });

  test('a group inside itself stands at the top', async () => {
    const self = commerceml(
      classifier(groups(group('cS', 'Сам', group('cS', 'Сам'))), { changes: true }) +
        catalog([good('selfish', 'Гвоздь', '', { group: 'cS' })], { changes: true }),
    );
    for (const _ of [1, 2]) {
      expect(await onec.import({ 'import.xml': self })).toMatchObject({ result: 'imported' });
      expect(await categoryOf('selfish')).toEqual({ name: 'Сам', isOff: false });
    }
  });

  test('«Прочие товары» leave the menus when the last good has left them, and come back with one', async () => {
    const other = () =>
      db.selectFrom('categories').select('switched_off_at').where('id_1c', '=', '#other').executeTakeFirstOrThrow();
    const inGroup = (id: string) => goodsOf([good('stray', 'Бродяга', '', { group: id })], 'stray');
    await onec.import({ 'import.xml': inGroup('nowhere-at-all') });
    expect((await other()).switched_off_at).toBeNull();
    await onec.import({ 'import.xml': inGroup('g1') });
    const rest = await db
      .selectFrom('product_categories as pc')
      .innerJoin('categories as c', 'c.id', 'pc.category_id')
      .innerJoin('products as p', 'p.id', 'pc.product_id')
      .select('p.id_1c')
      .where('c.id_1c', '=', '#other')
      .where('p.switched_off_at', 'is', null)
      .execute();
    for (const { id_1c } of rest)
      await onec.import({ 'import.xml': goodsOf([good(id_1c!.split('#')[0]!, 'Нашёлся')]) });
    expect((await other()).switched_off_at).not.toBeNull();
    await onec.import({ 'import.xml': inGroup('nowhere-at-all') });
    expect((await other()).switched_off_at).toBeNull();
    expect(await categoryOf('stray')).toEqual({ name: 'Прочие товары', isOff: false });
  });
});

test('one id for several goods is reported, the last stands', async () => {
  const summary = await onec.import({
    'import.xml': goodsOf([good('twin', 'Первый'), good('twin', 'Второй')], 'twins', false),
  });
  expect(summary.fields.refused).toEqual([
    {
      id: 'twin',
      name: 'Второй',
      reason: 'товар описан в пакете несколько раз по-разному (лишних описаний: 1), взято последнее',
    },
  ]);
  expect(await product('twin')).toMatchObject({ name: 'Второй' });
});

describe('pictures', () => {
  test('those that are missing, broken, no pictures or outside the package are named with their good', async () => {
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a05030' } })
      .png()
      .toBuffer();
    const pictures = [
      'none.jpg',
      'broken.png',
      'text.gif',
      'folder.jpg',
      '../../secret.jpg',
      'lost.jpg',
      'note.txt',
      'whole.png',
    ];
    const folder = await onec.write({
      'import.xml': goodsOf([
        good('gallery', 'Галерея', pictures.map((name) => `<Картинка>${name}</Картинка>`).join('')),
      ]),
      'whole.png': whole,
      'broken.png': whole.subarray(0, whole.length / 2),
      'text.gif': '<svg/>',
      'folder.jpg/readme.txt': '',
    });
    await symlink('/nowhere/at/all.jpg', join(folder, 'lost.jpg'));
    const summary = await onec.take(folder);
    const reasons = Object.fromEntries(
      summary.fields.refused.map(({ name, reason }) => [reason.split('»')[0]?.split('«')[1] ?? name, reason]),
    );
    expect(summary.result).toBe('imported');
    expect(summary.fields.refused[0]).toMatchObject({
      id: 'gallery',
      name: 'Галерея',
      file: 'import.xml',
      line: expect.any(Number),
    });
    expect(reasons).toMatchObject({
      'none.jpg': 'картинка «none.jpg»: нет в пакете',
      'lost.jpg': 'картинка «lost.jpg»: файл не читается (файла нет)',
      'note.txt': 'картинка «note.txt»: имя не картинки (нужны jpg, png, webp, gif, tif, avif или bmp)',
      '../../secret.jpg': 'картинка «../../secret.jpg»: нет в пакете',
      'broken.png': 'картинка «broken.png»: картинка повреждена',
      'text.gif': expect.stringContaining('содержимое не картинка'),
      'folder.jpg': 'картинка «folder.jpg»: это не файл',
    });
    expect((await product('gallery'))?.images).toHaveLength(1);
  });

  test('a good with more pictures than anybody shows is taken with the first hundred', async () => {
    const summary = await onec.import({
      'import.xml': goodsOf([good('album', 'Альбом', '<Картинка>a.txt</Картинка>'.repeat(200_000))]),
    });
    expect(summary.result).toBe('imported');
    expect(summary.fields.refused).toContainEqual(
      expect.objectContaining({ id: 'album', reason: 'больше 100 значений (200000), взяты первые' }),
    );
  });
});

describe('what cannot be read is refused in Russian, is remembered, and never waits', () => {
  const lastRemembered = async () =>
    (await db.selectFrom('onec_packages').select('summary').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow())
      .summary;

  test('a pipe, a folder called like a file, a file nobody may read', async () => {
    const folder = await onec.write({ 'a.xml': goodsOf([]) });
    const pipe = join(folder, '..', 'pipe.xml');
    await promisify(execFile)('mkfifo', [pipe]);
    expect((await onec.take(pipe)).reason).toBe('pipe.xml: это не файл и не папка');
    expect(await lastRemembered()).toMatchObject({ result: 'refused', reason: 'pipe.xml: это не файл и не папка' });
    await mkdir(join(folder, 'b.xml'));
    expect((await onec.take(folder)).result).toBe('imported');
    expect((await onec.take('/proc/self/mem')).reason).toMatch(/^mem: файл не читается \(ошибка диска\)$/);
    if (process.getuid?.() === 0) return; // root may read everything
    await chmod(join(folder, 'a.xml'), 0);
    expect((await onec.take(folder)).reason).toBe('a.xml: файл не читается (нет права на чтение)');
  });

  test('an archive whose contents do not have their checksum, one without XML, a bomb', async () => {
    const path = join(await onec.write({}), '..', 'crc.zip');
    const sound = zip([{ name: 'import.xml', data: Buffer.from(goodsOf([good('crc', 'Гвоздь цена 111')])) }]);
    sound.write('911', sound.indexOf('111', sound.indexOf('цена')));
    await writeFile(path, sound);
    expect((await onec.take(path)).reason).toBe('crc.zip: архив повреждён: контрольная сумма «import.xml» не сходится');
    expect(await product('crc')).toBeUndefined();
    await writeFile(path, zip([{ name: 'readme.txt', data: Buffer.from('нет') }]));
    expect((await onec.take(path)).reason).toBe('crc.zip: в пакете нет файлов XML');
    const bomb = zip([{ name: 'import.xml', data: Buffer.alloc(1_000) }]);
    // The directory says what it unpacks to.
    const directory = bomb.indexOf('PK\u0001\u0002', 0, 'latin1');
    bomb.writeUInt16LE(8, directory + 10); // packed
    bomb.writeUInt32LE(4_000_000_000, directory + 24);
    await writeFile(path, bomb);
    expect((await onec.take(path)).reason).toBe('crc.zip: архив сжат больше чем в 200 раз, это не выгрузка 1С');
  });

  test('an archive that holds more, or less, than it says is refused as it is unpacked; a sound one is taken', async () => {
    const path = join(await onec.write({}), '..', 'size.zip');
    const data = Buffer.from(goodsOf([good('size', 'Гвоздь')]));
    for (const says of [10, data.length - 1, data.length + 1]) {
      const wrong = zip([{ name: 'import.xml', data }], { isPacked: true });
      wrong.writeUInt32LE(says, wrong.indexOf('PK\u0001\u0002', 0, 'latin1') + 24);
      await writeFile(path, wrong);
      expect((await onec.take(path)).reason).toBe('size.zip: архив повреждён: размер «import.xml» не сходится');
    }
    await writeFile(path, zip([{ name: 'import.xml', data }], { isPacked: true }));
    expect((await onec.take(path)).result).toBe('imported');
    expect((await product('size'))?.name).toBe('Гвоздь');
  });

  test('what a killed import has unpacked goes with the next one', async () => {
    const left = join(tmpdir(), `idd-1c-${2 ** 22 + 1}-abcdef`);
    await mkdir(left);
    const path = join(await onec.write({}), '..', 'sweep.zip');
    await writeFile(path, zip([{ name: 'import.xml', data: Buffer.from(goodsOf([])) }]));
    await onec.take(path);
    const names = await readdir(tmpdir());
    await rm(left, { recursive: true, force: true });
    expect(names.filter((name) => name.endsWith('-abcdef') || name.startsWith(`idd-1c-${process.pid}-`))).toEqual([]);
  });

  test('a file cut inside a letter is cut, not of another encoding', async () => {
    const bytes = Buffer.from(goodsOf([good('cut', 'Ёлка')]));
    const inside = bytes.indexOf(Buffer.from('Ёлка')) + 1;
    expect((await onec.import({ 'import.xml': bytes.subarray(0, inside) })).reason).toMatch(
      /файл оборван посреди знака/,
    );
  });

  test('an element with a million attributes', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => ` a${n}="1"`).join('');
    expect((await onec.import({ 'import.xml': goodsOf([good('att', 'Много', '', { attributes })]) })).reason).toMatch(
      /^import\.xml, строка \d+: больше 1000 атрибутов у одного элемента$/,
    );
  });
});

test('a file whose root is a classifier alone is taken', async () => {
  const text = `<?xml version="1.0"?>${classifier(groups(group('alone', 'Одна группа')), { changes: true })}`;
  expect(await onec.import({ 'classifier.xml': text })).toMatchObject({ result: 'imported', groups: { created: 1 } });
});

test('an attribute may not be called like what every object has', async () => {
  const declared = '<Свойства><Свойство><Ид>odd</Ид><Наименование>constructor</Наименование></Свойство></Свойства>';
  await onec.import({ 'import.xml': commerceml(classifier(declared, { changes: true })) });
  const rows = await db.selectFrom('attributes').select('code').where('id_1c', '=', 'odd').execute();
  expect(rows).toEqual([{ code: 'constructor_2' }]);
});

test('the time of new properties does not grow with the square of their number', async () => {
  const take = async (from: number, count: number) => {
    const rows = Array.from(
      { length: count },
      (_, n) => `<Свойство><Ид>q${from + n}</Ид><Наименование>Свойство ряда</Наименование></Свойство>`,
    );
    const started = performance.now();
    await onec.import({
      'import.xml': commerceml(classifier(`<Свойства>${rows.join('')}</Свойства>`, { changes: true })),
    });
    return performance.now() - started;
  };
  const first = await take(0, 1_000);
  await take(1_000, 4_000);
  // With 5,000 there already; by the square it took twelve times as long.
  expect(await take(5_000, 1_000)).toBeLessThan(5 * first);
});

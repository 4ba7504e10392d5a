import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { beforeEach, expect, test } from 'vitest';
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
} from '#test/support/commerceml.ts';
import { exchangedRows, onec, products } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';
import {
  type ExchangeOptions,
  exchangeGoods,
  exchangeOnSchedule,
  movedClock,
  type Outcome,
  type Product,
} from '../../../bench/onec-client.ts';

const { db, base, app } = await exchangingShop({ importsHere: true });

beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

type Files = Record<string, string | Buffer>;
type Row = {
  name: string;
  is_on: boolean;
  prices: [column: string, price: number][] | null;
  stock: [store: string, count: number][] | null;
  categories: string[] | null;
  article: string;
  description: string | null;
};
/** By id of 1C, those alone whose id begins so. */
async function goodsOf(prefix: string): Promise<Record<string, Row>> {
  const rows = (await exchangedRows(db)).map((row) => JSON.parse(row) as Row & { id_1c: string | null });
  return Object.fromEntries(rows.flatMap((row) => (row.id_1c?.startsWith(prefix) ? [[row.id_1c, row]] : [])));
}

const send = (files: Files, product: Product, options: ExchangeOptions = {}): Promise<Outcome> =>
  exchangeGoods(
    onec(app, base, product),
    product,
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
    options,
  );

/** A session, and the same again, which must change nothing. What 1C was told the first time, line by line. */
async function twice(files: Files, product: Product, options: ExchangeOptions = {}): Promise<string> {
  const first = await send(files, product, options);
  const once = await exchangedRows(db);
  const second = await send(files, product, options);
  expect(await exchangedRows(db)).toEqual(once);
  const reported = ({ failed, results }: Outcome) => failed ?? results.flatMap(({ rest }) => rest).join('\n');
  if (second.failed === null) expect(reported(second)).not.toMatch(/новых|изменено|выключено/);
  else expect(reported(second).replace(/\d+/, '')).toBe(reported(first).replace(/\d+/, ''));
  return reported(first);
}

const repro = 'test/fixtures/commerceml/repro';
const kopecks = (row: Row | undefined) => row?.prices?.[0]?.[1] ?? null;

test.each<[file: string, product: Product, line: RegExp, prefix: string, check: (rows: Record<string, Row>) => void]>([
  [
    '1-base.xml',
    products.old,
    /Товары: получено 3, новых 3/,
    'u',
    // Of a price for a piece and one for a pack the one for what is sold, wherever it stands.
    ({ u1, u2, u3 }) => expect([u1, u2, u3].map(kopecks)).toEqual([10_000, 10_000, 5_000]),
  ],
  [
    '05b-self.xml',
    products.ut11,
    /Не принято: 2\sзаписи/,
    'cyc2',
    ({ cyc2 }) => expect(cyc2).toMatchObject({ is_on: true, categories: ['Сам'] }),
  ],
  [
    '11-numbers.xml',
    products.unf,
    /Не принято: 22\sзаписи/,
    'num',
    (rows) => {
      const at = (number: number) => kopecks(rows[`num${number}`]);
      // 1e400, 10²⁰, −5, NaN, Infinity, 0x10 and «1.2.3» are no prices; 1,5 and «1 000,50» are.
      expect([0, 1, 5, 6, 7, 11, 20].map(at)).toEqual([null, null, null, null, null, null, null]);
      expect([8, 9].map(at)).toEqual([150, 100_050]);
      expect(Object.values(rows).every(({ is_on }) => is_on)).toBe(true);
    },
  ],
  [
    '13c-pricetype-0.xml',
    products.old,
    /Цены: получено 1, новых 1/,
    'pp1',
    ({ pp1 }) => expect(kopecks(pp1)).toBe(1_000),
  ],
  ['13c-pricetype-1.xml', products.old, /Цены: получено 1/, 'pp1', ({ pp1 }) => expect(kopecks(pp1)).toBe(1_000)],
  [
    '16a-crc.zip',
    products.old,
    /не принят\. 16a-crc\.zip: архив повреждён: контрольная сумма «import\.xml» не сходится/,
    'crc',
    (rows) => expect(rows).toEqual({}),
  ],
  [
    '17n-1200-warehouses.xml',
    products.ut11,
    /Остатки: получено 1200/,
    'mw',
    ({ mw }) => expect(mw).toMatchObject({ is_on: true }),
  ],
  [
    '18b-enumprop-4462.xml',
    products.ut11,
    /Товары: получено/,
    '',
    (rows) => expect(Object.keys(rows).length).toBeGreaterThan(3),
  ],
  [
    'partial.xml',
    products.old,
    /Товары: получено 1, новых 1/,
    'bd8c4e15',
    (rows) => expect(Object.values(rows)).toMatchObject([{ name: expect.stringMatching(/^Портативный коврик/) }]),
  ],
])('%s comes whole or is refused in words, and again changes nothing', async (name, product, line, prefix, check) => {
  const bytes = await readFile(join(repro, name));
  const isZip = name.endsWith('.zip');
  // An archive comes as it is; 1C asks for the file that it holds.
  const files: Files = isZip ? { [name]: bytes } : { 'import.xml': bytes };
  const said = isZip ? await twiceZip(files) : await twice(files, product);
  expect(said).toMatch(line);
  check(await goodsOf(prefix));
});

async function twiceZip(files: Files): Promise<string> {
  const take = async () => {
    const client = onec(app, base, products.old);
    await client.signIn();
    const { limit } = await client.init();
    for (const [name, content] of Object.entries(files)) await client.sendFile(name, Buffer.from(content), limit);
    let said = await client.ask('import', { filename: 'import.xml' });
    while (said.first === 'progress') said = await client.ask('import', { filename: 'import.xml' });
    return said.rest.join('\n');
  };
  const before = await exchangedRows(db);
  const first = await take();
  expect((await take()).replace(/\d+/, '')).toBe(first.replace(/\d+/, ''));
  expect(await exchangedRows(db)).toEqual(before);
  return first;
}

const marked = (id: string, body: string, isDeleted = false) =>
  `<Ид>${id}</Ид><НомерВерсии>AAAAAQ==</НомерВерсии><ПометкаУдаления>${isDeleted}</ПометкаУдаления>${body}`;
const of3 = (body: string) => commerceml(body, { version: '3.1', namespace: 'urn:1C.ru:commerceml_3' });
const offers3 = (offers: string[]) =>
  of3(`<ПакетПредложений СодержитТолькоИзменения="false"><Ид>s31#</Ид><Наименование>П</Наименование><ИдКаталога>s31</ИдКаталога>
  <ИдКлассификатора>k31</ИдКлассификатора><Предложения>${offers.map((one) => `<Предложение>${one}</Предложение>`).join('')}</Предложения></ПакетПредложений>`);

/**
 * As newer modules split an export of 3.1: six files, none complete; the third offer is deleted, yet has a price and a
 * rest.
 */
const split31: Files = {
  'import.xml': of3(`<Классификатор СодержитТолькоИзменения="false"><Ид>k31</Ид><Наименование>К</Наименование>
    <Группы><Группа>${marked('g31', '<Наименование>Лицензии</Наименование>')}</Группа></Группы>
    <ТипыЦен><ТипЦены>${marked('p31', '<Наименование>Розничная</Наименование><Валюта>RUB</Валюта>')}</ТипЦены></ТипыЦен></Классификатор>`),
  'properties/1/import.xml': of3(`<Классификатор><Ид>k31</Ид><Наименование>К</Наименование><Свойства>
    <Свойство>${marked('срок', '<Наименование>Срок</Наименование><ТипЗначений>Строка</ТипЗначений>')}</Свойство></Свойства></Классификатор>`),
  'goods/1/import.xml':
    of3(`<Каталог СодержитТолькоИзменения="false"><Ид>s31</Ид><ИдКлассификатора>k31</ИдКлассификатора><Наименование>К</Наименование><Товары>
    ${['s31-1', 's31-2'].map((id) => `<Товар>${marked(id, `<Артикул>A-${id}</Артикул><Наименование>Лицензия ${id}</Наименование><БазоваяЕдиница>796</БазоваяЕдиница><Группы><Ид>g31</Ид></Группы>`)}</Товар>`).join('')}
    </Товары></Каталог>`),
  'goods/1/offers.xml': offers3([
    marked('s31-1', '<Наименование>Лицензия s31-1</Наименование>'),
    marked('s31-2#a', '<Наименование>Лицензия s31-2 (год)</Наименование>'),
    marked('s31-2#b', '<Наименование>Лицензия s31-2 (месяц)</Наименование>', true),
  ]),
  'prices.xml': offers3(['s31-1', 's31-2#a', 's31-2#b'].map((id) => `<Ид>${id}</Ид>${prices({ p31: 250 })}`)),
  'rests.xml': offers3(
    ['s31-1', 's31-2#a', 's31-2#b'].map(
      (id) => `<Ид>${id}</Ид><Остатки><Остаток><Количество>4</Количество></Остаток></Остатки>`,
    ),
  ),
};

test.each<['together' | 'one by one']>([['one by one'], ['together']])(
  'an export of 3.1 in many files, sent and imported %s: nothing of one file takes away what another says',
  async (order) => {
    await twice(split31, { ...products.unf, packs: false }, { order, isFull: true });
    const { 's31-1': one, 's31-2#a': year, 's31-2#b': month } = await goodsOf('s31-');
    for (const row of [one, year]) {
      expect(row).toMatchObject({ is_on: true, categories: ['Лицензии'] });
      expect([kopecks(row), row?.stock?.[0]?.[1]]).toEqual([25_000, 4]);
    }
    expect(one?.article).toBe('A-s31-1');
    // A deletion mark is remembered of what was not known yet.
    expect(month?.is_on ?? false).toBe(false);
  },
  180_000,
);

/** The same goods as each version of the format writes them, in either encoding. */
function versioned(version: string, encoding: 'UTF-8' | 'windows-1251'): Files {
  const isFirst = /^2\.0[2-5]$/.test(version);
  const namespace = isFirst ? {} : { namespace: `urn:1C.ru:commerceml_${version[0]}` };
  const file = (body: string) => iconv.encode(commerceml(body, { version, encoding, ...namespace }), encoding);
  const colour = (value: string) =>
    `<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Цвет</Наименование><Значение>${value}</Значение></ХарактеристикаТовара></ХарактеристикиТовара>`;
  // First versions name the state of a good by a child, later ones by an attribute.
  const gone = isFirst ? ['<Статус>Удален</Статус>', ''] : ['', ' Статус="Удален"'];
  return {
    'import.xml': file(
      classifier(groups(group('v-g', 'Ёмкости')), { id: 'v' }) +
        catalog(
          [
            good('v-1', 'Бак «Ёж» №5', '<Описание>Съёмный</Описание>', { group: 'v-g', article: 'Ё-5' }),
            good('v-2', 'Ведро', '', { group: 'v-g' }),
            good('v-3', 'Щётка', gone[0], { group: 'v-g', attributes: gone[1] }),
          ],
          { id: 'v', changes: false },
        ),
    ),
    'offers.xml': file(
      offersPackage(
        [
          offer('v-1', 'Бак «Ёж» №5', prices({ 'v-p': '1 250,50' }), '<Количество>3</Количество>'),
          ...['жёлтое', 'чёрное'].map((value, at) =>
            offer(`v-2#${at}`, `Ведро (${value})`, colour(value), prices({ 'v-p': 90 }), '<Количество>7</Количество>'),
          ),
        ],
        { catalog_id: 'v', types: priceType('v-p', 'Розничная', 'руб.'), changes: false },
      ),
    ),
  };
}

test.each<[version: string, encoding: 'UTF-8' | 'windows-1251', product: Product, partBytes: number]>([
  ['2.02', 'windows-1251', products.old, 333],
  ['2.03', 'UTF-8', products.old, 337],
  ['2.04', 'windows-1251', products.moysklad, 401],
  ['2.05', 'UTF-8', products.moysklad, 337],
  ['2.06', 'windows-1251', products.ut11, 97],
  ['2.07', 'UTF-8', products.ut11, 101],
  ['2.08', 'windows-1251', products.ut11, 97],
  ['2.09', 'UTF-8', products.unf, 101],
  ['2.10', 'windows-1251', products.unf, 97],
  ['3.1', 'UTF-8', products.unf, 101],
])('CommerceML %s in %s, in parts cut inside letters and archives, comes to the same goods', async (...given) => {
  const [version, encoding, product, partBytes] = given;
  const said = await twice(versioned(version, encoding), product, { partBytes });
  if (version !== '2.02') expect(said).not.toMatch(/новых|изменено|выключено/);
  const rows = await goodsOf('v-');
  expect(Object.keys(rows).sort()).toEqual(['v-1', 'v-2#0', 'v-2#1']);
  expect(rows['v-1']).toMatchObject({
    name: 'Бак «Ёж» №5',
    article: 'Ё-5',
    description: 'Съёмный',
    categories: ['Ёмкости'],
  });
  expect(Object.values(rows).map((row) => [row.is_on, kopecks(row), row.stock?.[0]?.[1]])).toEqual([
    [true, 125_050, 3],
    [true, 9_000, 7],
    [true, 9_000, 7],
  ]);
});

test('a base that was filled again: offers that fit no known good empty no prices, and 1C reads of it', async () => {
  const retail = priceType('rk', 'Розничная');
  const offersOf = (ids: string[]) =>
    commerceml(
      offersPackage(
        ids.map((id) => offer(id, `Мойка ${id}`, prices({ rk: 900 }))),
        { catalog_id: 'rekeyed', types: retail, changes: false },
      ),
    );
  const goods = commerceml(
    catalog([good('rk-1', 'Мойка 1'), good('rk-2', 'Мойка 2')], { id: 'rekeyed', changes: false }),
  );
  await twice({ 'import.xml': goods, 'offers.xml': offersOf(['rk-1', 'rk-2']) }, products.old);
  const said = await twice({ 'offers.xml': offersOf(['new-1', 'new-2']) }, products.old);
  expect(said).toContain('не подходит ни к одному известному товару');
  const rows = Object.values(await goodsOf('rk-'));
  expect(rows.map((row) => [row.is_on, kopecks(row)])).toEqual([
    [true, 90_000],
    [true, 90_000],
  ]);
});

test('incremental files over a full one: what they do not name stays', async () => {
  const around = classifier(groups(group('g-keep', 'Коврики')), { id: 'k-keep' });
  const full = good('keep', 'Коврик', '<Описание>Мягкий</Описание>', { group: 'g-keep', article: 'PM-421' });
  await twice({ 'import.xml': commerceml(around + catalog([full], { id: 'kept', changes: false })) }, products.old);
  const renamed = '<Товар><Ид>keep</Ид><Наименование>Коврик новый</Наименование></Товар>';
  await twice({ 'import.xml': commerceml(catalog([renamed], { id: 'kept', changes: true })) }, products.ut11);
  expect((await goodsOf('keep')).keep).toMatchObject({
    name: 'Коврик новый',
    article: 'PM-421',
    categories: ['Коврики'],
    description: 'Мягкий',
    is_on: true,
  });
});

/**
 * What МойСклад writes: 2.07, ids in UUID, every offer with a characteristic or its good's own id, one price type of
 * its own name.
 */
const moysklad: Files = {
  'import.xml': commerceml(
    `${classifier(groups(group('ms-g', 'Крепёж')), { id: 'ms' })}
    ${catalog([good('ms-1', 'Анкер', '', { group: 'ms-g' }), good('ms-2', 'Дюбель', '', { group: 'ms-g' })], { id: 'ms', changes: false })}`,
    { version: '2.07' },
  ),
  'offers.xml': commerceml(
    offersPackage(
      [
        offer('ms-1', 'Анкер', prices({ 'ms-p': 12.5 }), '<Количество>30</Количество>'),
        ...['белый', 'серый'].map((colour, at) =>
          offer(
            `ms-2#${at}`,
            `Дюбель (${colour})`,
            `<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Цвет</Наименование><Значение>${colour}</Значение></ХарактеристикаТовара></ХарактеристикиТовара>`,
            prices({ 'ms-p': 3 + at }),
            `<Количество>${at}</Количество>`,
          ),
        ),
      ],
      { catalog_id: 'ms', types: priceType('ms-p', 'Розничная', 'руб'), changes: false },
    ),
    { version: '2.07' },
  ),
};

test('МойСклад: goods, their characteristics, prices and stock, by its own way of speaking', async () => {
  expect(await twice(moysklad, products.moysklad, { order: 'one by one' })).toContain(
    'Предложения: получено 3, новых 3',
  );
  const { 'ms-1': anchor, 'ms-2#0': white, 'ms-2#1': grey } = await goodsOf('ms-');
  expect([anchor, white, grey].map((row) => [row?.is_on, kopecks(row), row?.stock?.[0]?.[1] ?? 0])).toEqual([
    [true, 1_250, 30],
    [true, 300, 0],
    [true, 400, 1],
  ]);
});

test.each([
  ['behind', '2019-03-01T03:00:00Z'],
  ['ahead', '2031-03-01T03:00:00Z'],
])(
  'a base whose clock is years %s exchanges every half hour: what it says last holds, whatever its files are dated',
  async (id, from) => {
    const clock = movedClock(new Date(from));
    const ids = { good: `clock-${id}`, group: `clock-${id}-group` };
    const halfHour = { everyMs: 30 * 60_000, times: 3 };
    const dated: string[] = [];
    const outcomes = await exchangeOnSchedule(clock, halfHour, (at) => {
      const formed = at.toISOString().slice(0, 19);
      dated.push(formed);
      const roubles = 100 + dated.length;
      const goods = [good(ids.good, 'Смесь по часам', '', { group: ids.group })];
      const offers = offersPackage([offer(ids.good, 'Смесь по часам', prices({ retail: roubles }))], {
        types: priceType('retail', 'Розничная'),
      });
      return send(
        {
          'import.xml': commerceml(classifier(groups(group(ids.group, 'По часам'))) + catalog(goods), { formed }),
          'offers.xml': commerceml(offers, { formed }),
        },
        products.ut11,
      );
    });
    expect(outcomes.map(({ failed }) => failed)).toEqual([null, null, null]);
    expect(dated.map((moment) => moment.slice(11, 16))).toEqual(['03:00', '03:30', '04:00']);
    expect(kopecks((await goodsOf(ids.good))[ids.good])).toBe(10_300);
  },
);

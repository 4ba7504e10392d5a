import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
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
  productOf,
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';

const { db, onec } = await onecShop();
const product = (id_1c: string) => productOf(db, id_1c);

function categoriesOf(id_1c: string) {
  return db
    .selectFrom('product_categories as pc')
    .innerJoin('products as p', 'p.id', 'pc.product_id')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['c.name', 'c.code', 'pc.is_main'])
    .where('p.id_1c', '=', id_1c)
    .orderBy('pc.is_main', 'desc')
    .orderBy('c.name')
    .execute();
}

describe('encodings and schema versions', () => {
  const versions: [string, string | undefined][] = [
    ['2.021', undefined],
    ['2.03', undefined],
    ['2.04', undefined],
    ['2.05', 'urn:1C.ru:commerceml_205'],
    ['2.07', 'urn:1C.ru:commerceml_2'],
    ['2.08', 'urn:1C.ru:commerceml_2'],
    ['2.09', 'urn:1C.ru:commerceml_2'],
    ['2.10', 'urn:1C.ru:commerceml_210'],
    ['3.1', 'urn:1C.ru:commerceml_3'],
  ];
  test.each(versions)('schema %s, namespace %s', async (version, namespace) => {
    const id = `version-${version}`;
    const body = mainGroup + catalog([good(id, `Смесь версии ${version}`)], { changes: true });
    const summary = await onec.import({ 'import.xml': commerceml(body, { version, namespace }) });
    expect(summary).toMatchObject({ result: 'imported', files: [{ schema: version }] });
    expect(await product(id)).toMatchObject({ name: `Смесь версии ${version}` });
  });

  test('a namespace prefix on every element is ignored', async () => {
    const text = goodsOf([good('prefixed', 'Смесь с приставкой')]).replace(/<(\/?)(?=[А-Я])/g, '<$1ns:');
    expect(await onec.import({ 'import.xml': text })).toMatchObject({ result: 'imported' });
    expect(await product('prefixed')).toBeDefined();
  });

  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`), 'UTF-8'],
    ['UTF-8 without a declaration', (text: string) => Buffer.from(text.replace(/<\?.*\?>\s*/, '')), 'UTF-8'],
    ['windows-1251', (text: string) => iconv.encode(text, 'windows-1251'), 'windows-1251'],
    [
      'windows-1251 with CRLF',
      (text: string) => iconv.encode(text.replaceAll('\n', '\r\n'), 'windows-1251'),
      'windows-1251',
    ],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16'],
  ])('%s', async (what, encode, encoding) => {
    const id = `encoding ${what}`;
    const text = commerceml(catalog([good(id, `Ёлка «${what}» №1`)], { changes: true }), { encoding });
    expect(await onec.import({ 'import.xml': encode(text) })).toMatchObject({ result: 'imported' });
    expect(await product(id)).toMatchObject({ name: `Ёлка «${what}» №1` });
  });
});

describe('what a good says', () => {
  test('[S7-10] unit by its padded code, factor as an exact fraction, weight of the sales unit, VAT, brand, texts', async () => {
    await onec.import({
      'import.xml': goodsOf([
        good(
          'bag',
          'Штукатурка   гипсовая\n«Ротбанд», 30 кг',
          `<Штрихкод>4607026921147</Штрихкод>
           <БазоваяЕдиница Код="166 " НаименованиеПолное="Килограмм" МеждународноеСокращение="KGM"><Пересчет><Единица>меш.</Единица><Коэффициент>30</Коэффициент></Пересчет></БазоваяЕдиница>
           <Описание>Первая строка.\nВторая строка.</Описание>
           <Изготовитель><Ид>k</Ид><Наименование>Кнауф Гипс</Наименование></Изготовитель>
           <СтавкиНалогов><СтавкаНалога><Наименование>НДС</Наименование><Ставка>10</Ставка></СтавкаНалога></СтавкиНалогов>`,
          { article: 'РБ-30' },
        ),
        good(
          'pack',
          'Ламинат дуб',
          `<БазоваяЕдиница Код="055"><Пересчет><Единица>778</Единица><Коэффициент>2,66</Коэффициент></Пересчет></БазоваяЕдиница>
           <ТорговаяМарка>Tarkett</ТорговаяМарка>
           <ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Вес</Наименование><Значение>7,5</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`,
        ),
        good(
          'html',
          'Краска',
          `<Описание>простой текст</Описание><ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>ОписаниеВФорматеHTML</Наименование>
           <Значение>&lt;p onclick="steal()"&gt;Белая &lt;b&gt;матовая&lt;/b&gt;&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;ul&gt;&lt;li&gt;A &amp;lt; B&lt;/li&gt;&lt;/ul&gt;</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`,
        ),
      ]),
    });
    expect(await product('bag')).toMatchObject({
      name: 'Штукатурка гипсовая «Ротбанд», 30 кг',
      article: 'РБ-30',
      barcode: '4607026921147',
      vat_rate: 10,
      unit: 'меш.',
      base_unit: 'кг',
      factor_base: 30,
      factor_sales: 1,
      weight_grams: 30_000,
      description: 'Первая строка.\nВторая строка.',
      description_html: null,
    });
    expect(await product('pack')).toMatchObject({
      unit: 'упак.',
      base_unit: 'м²',
      factor_base: 133,
      factor_sales: 50,
      weight_grams: 19_950,
      vat_rate: 22,
    });
    expect(await product('html')).toMatchObject({
      description_html: '<p>Белая <b>матовая</b></p><ul><li>A &lt; B</li></ul>',
      description: 'Белая матовая\nA < B',
    });
    const brands = await db.selectFrom('brands').select(['name', 'slug']).orderBy('name').execute();
    expect(brands).toEqual([
      { name: 'Кнауф Гипс', slug: 'knauf-gips' },
      { name: 'Tarkett', slug: 'tarkett' },
    ]);
  });

  test('properties: dictionaries by id, numbers with a comma, an id that leads nowhere is not shown, a later dictionary is', async () => {
    const properties = (values: string) =>
      classifier(
        `<Свойства>
          <Свойство><Ид>p-colour</Ид><Наименование>Цвет</Наименование><ТипЗначений>Справочник</ТипЗначений><ВариантыЗначений>${values}</ВариантыЗначений></Свойство>
          <СвойствоНоменклатуры><Ид>p-length</Ид><Наименование>Длина, мм</Наименование><ТипЗначений>Число</ТипЗначений></СвойствоНоменклатуры>
          <Свойство><Ид>p-note</Ид><Наименование>Примечание</Наименование><ТипЗначений>Строка</ТипЗначений></Свойство>
        </Свойства>`,
      );
    const value = (id: string, text: string) =>
      `<Справочник><ИдЗначения>${id}</ИдЗначения><Значение>${text}</Значение></Справочник>`;
    const white = '0c0a0001-0000-4000-8000-000000000001';
    const grey = '0c0a0001-0000-4000-8000-000000000002';
    const own = (colour: string) =>
      `<ЗначенияСвойств><ЗначенияСвойства><Ид>p-colour</Ид><Значение>${colour}</Значение></ЗначенияСвойства>
       <ЗначенияСвойства><Ид>p-length</Ид><Значение>2 738,5</Значение></ЗначенияСвойства>
       <ЗначенияСвойства><Ид>p-note</Ид><Значение></Значение></ЗначенияСвойства></ЗначенияСвойств>`;
    await onec.import({
      'import.xml': commerceml(
        properties(value(white, 'белый')) +
          catalog([good('white', 'Плинтус белый', own(white)), good('grey', 'Плинтус серый', own(grey))], {
            changes: true,
          }),
      ),
    });
    expect((await product('white'))?.specs).toEqual({ cvet: 'белый', dlina: 2738.5 });
    expect((await product('grey'))?.specs).toEqual({ dlina: 2738.5 });
    expect((await product('white'))?.facets).toHaveLength(1);
    const attributes = await db
      .selectFrom('attributes')
      .select(['code', 'name', 'type', 'unit', 'filter'])
      .orderBy('code')
      .execute();
    expect(attributes).toEqual([
      { code: 'cvet', name: 'Цвет', type: 'enum', unit: null, filter: 'values' },
      { code: 'dlina', name: 'Длина', type: 'number', unit: 'мм', filter: 'range' },
      { code: 'primechanie', name: 'Примечание', type: 'text', unit: null, filter: null },
    ]);
    await onec.import({ 'import.xml': commerceml(properties(value(white, 'снежно-белый') + value(grey, 'серый'))) });
    expect((await product('white'))?.specs).toMatchObject({ cvet: 'снежно-белый' });
    expect((await product('grey'))?.specs).toMatchObject({ cvet: 'серый' });
  });

  test('a picture of the package goes to the files folder; a missing one and what only pretends to be one do not', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const files = {
      'import.xml': goodsOf([
        good(
          'pictured',
          'С картинкой',
          '<Картинка>import_files/ab/ab1.png</Картинка><Картинка>import_files/none.jpg</Картинка>',
        ),
        good(
          'fake',
          'С подделкой',
          '<Картинка>import_files/fake.png</Картинка><Картинка>../../../etc/passwd</Картинка>',
        ),
      ]),
      'import_files/ab/ab1.png': png,
      'import_files/fake.png': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    };
    await onec.import(files);
    const { images } = (await product('pictured'))!;
    expect(images).toEqual([expect.stringMatching(/^products\/1c\/[0-9a-f]{2}\/[0-9a-f]{32}\.png$/)]);
    expect(await readFile(join(onec.filesDir, images[0]!))).toEqual(png);
    expect((await product('fake'))?.images).toEqual([]);
    // 1C does not send a picture again that has not changed.
    await onec.import({
      'import.xml': goodsOf([good('pictured', 'С той же картинкой', '<Картинка>import_files/ab/ab1.png</Картинка>')]),
    });
    expect((await product('pictured'))?.images).toEqual(images);
  });

  test('a stored picture of which the disk kept a part, or the name alone, is stored again when it comes again', async () => {
    const colour = { width: 30, height: 20, channels: 3, background: '#2050a0' } as const;
    const png = await sharp({ create: colour }).png().toBuffer();
    const turned = await sharp({ create: colour }).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const named = ['power.png', 'power.jpg'].map((name) => `<Картинка>${name}</Картинка>`).join('');
    const files = {
      'import.xml': goodsOf([good('power', 'С двумя картинками', named)]),
      'power.png': png,
      'power.jpg': turned,
    };
    await onec.import(files);
    const { images } = (await product('power'))!;
    const paths = images.map((image) => join(onec.filesDir, image));
    const whole = await Promise.all(paths.map((path) => readFile(path)));
    expect(whole[0]).toEqual(png);
    for (const size of [0, 40]) {
      await truncate(paths[0]!, size);
      await truncate(paths[1]!, 0);
      await onec.import(files);
      expect(await Promise.all(paths.map((path) => readFile(path)))).toEqual(whole);
    }
    expect((await product('power'))?.images).toEqual(images);
  });

  test('a good without a name or with an impossible factor is refused alone, with its line', async () => {
    const summary = await onec.import({
      'goods.xml': goodsOf([
        good('nameless', ''),
        good(
          'zero-factor',
          'Мешок',
          '<БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>0</Коэффициент></Пересчет></БазоваяЕдиница>',
        ),
        good('sound', 'Годный товар'),
      ]),
    });
    expect(summary.goods.refused).toEqual([
      { id: 'nameless', name: '', file: 'goods.xml', line: expect.any(Number), reason: 'нет наименования' },
      {
        id: 'zero-factor',
        name: 'Мешок',
        file: 'goods.xml',
        line: expect.any(Number),
        reason: 'коэффициент пересчёта единицы «0» недопустим',
      },
    ]);
    expect(await product('nameless')).toBeUndefined();
    expect(await product('sound')).toBeDefined();
  });
});

describe('addresses and codes', () => {
  test('[S7-10] equal names clash into -idcode; 1C’s code is the idcode where it is unique and valid, else the digits of the id', async () => {
    const code = (text: string) =>
      `<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Код</Наименование><Значение>${text}</Значение></ЗначениеРеквизита></ЗначенияРеквизитов>`;
    await onec.import({
      'import.xml': goodsOf([
        good('same-1', 'Саморез 3,5×25', code('НФ-0001'), { article: 'S-1' }),
        good('same-2', 'Саморез 3,5×25', code('НФ-0002'), { article: 'S-1' }),
        good('same-3', 'Саморез 3,5×25', code('НФ-0002')),
        good('same-4', 'Саморез 3,5×25', code('не код / вовсе')),
      ]),
    });
    const rows = await Promise.all(['same-1', 'same-2', 'same-3', 'same-4'].map(product));
    expect(rows.map((row) => row!.idcode)).toEqual(['НФ-0001', 'НФ-0002', String(rows[2]!.id), String(rows[3]!.id)]);
    expect(rows.map((row) => row!.slug)).toEqual([
      'samorez-3-5-25',
      'samorez-3-5-25-nf-0002',
      `samorez-3-5-25-${rows[2]!.id}`,
      `samorez-3-5-25-${rows[3]!.id}`,
    ]);
  });

  test('[S7-10] a renamed good takes a new address and the old one stays as former; back again the old one is its own', async () => {
    const rename = async (name: string) => {
      await onec.import({ 'import.xml': goodsOf([good('renamed', name)]) });
      const former = await db
        .selectFrom('product_former_slugs as f')
        .innerJoin('products as p', 'p.id', 'f.product_id')
        .select('f.slug')
        .where('p.id_1c', '=', 'renamed')
        .orderBy('f.slug')
        .execute();
      return { slug: (await product('renamed'))?.slug, former: former.map(({ slug }) => slug) };
    };
    expect(await rename('Лопата снеговая')).toEqual({ slug: 'lopata-snegovaya', former: [] });
    expect(await rename('Лопата снеговая!')).toEqual({ slug: 'lopata-snegovaya', former: [] });
    expect(await rename('Движок снеговой')).toEqual({ slug: 'dvizhok-snegovoy', former: ['lopata-snegovaya'] });
    // Nobody else gets the former address, or old links would lead to a stranger.
    await onec.import({ 'import.xml': goodsOf([good('newcomer', 'Лопата снеговая')]) });
    expect((await product('newcomer'))?.slug).toMatch(/^lopata-snegovaya-\d+$/);
    expect(await rename('Лопата снеговая')).toEqual({ slug: 'lopata-snegovaya', former: ['dvizhok-snegovoy'] });
  });
});

describe('groups', () => {
  test('[S7-10] a good in several groups has one main category; an undeclared group leaves it under «Прочие товары»', async () => {
    await onec.import({
      'import.xml': commerceml(
        classifier(groups(group('g-root', 'Отделка', group('g-paint', 'Краски'), group('g-floor', 'Полы'))), {
          changes: true,
        }) +
          catalog(
            [
              good(
                'several',
                'Краска для пола',
                '<Группы><Ид>g-paint</Ид><Ид>g-floor</Ид><Ид>g-nowhere</Ид></Группы>',
                { group: '' },
              ),
              good('nowhere', 'Товар без группы', '<Группы><Ид>g-nowhere</Ид></Группы>', { group: '' }),
              good('none', 'Товар вовсе без групп', '', { group: '' }),
            ],
            { changes: true },
          ),
      ),
    });
    expect(await categoriesOf('several')).toEqual([
      { name: 'Краски', code: 'kraski', is_main: true },
      { name: 'Полы', code: 'poly', is_main: false },
    ]);
    const other = [{ name: 'Прочие товары', code: 'prochie-tovary', is_main: true }];
    expect(await categoriesOf('nowhere')).toEqual(other);
    expect(await categoriesOf('none')).toEqual(other);
    // The late group takes the good out again.
    await onec.import({
      'import.xml': commerceml(classifier(groups(group('g-nowhere', 'Найденная')), { changes: true })),
    });
    expect(await categoriesOf('nowhere')).toEqual([{ name: 'Найденная', code: 'naydennaya', is_main: true }]);
  });

  test('new categories stand in the menu of every branch at once', async () => {
    const menus = await db
      .selectFrom('dynamic_menus as m')
      .innerJoin('categories as c', 'c.id', 'm.category_id')
      .select('m.department_id_1c')
      .where('c.code', 'in', ['kraski', 'otdelka'])
      .orderBy('m.department_id_1c')
      .execute();
    expect(menus.map(({ department_id_1c }) => department_id_1c)).toEqual(['00052', '00052', '00131', '00131']);
  });

  test('[S7-10] a renamed and moved group keeps its goods; its old code stays as former', async () => {
    await onec.import({
      'import.xml': commerceml(
        classifier(groups(group('g-new-root', 'Всё для ремонта', group('g-paint', 'Лаки и краски'))), {
          changes: true,
        }),
      ),
    });
    const row = await db
      .selectFrom('categories as c')
      .innerJoin('categories as parent', 'parent.id', 'c.parent_id')
      .leftJoin('category_former_codes as f', 'f.category_id', 'c.id')
      .select(['c.code', 'c.name', 'parent.name as parent', 'f.code as former'])
      .where('c.id_1c', '=', 'g-paint')
      .execute();
    expect(row).toEqual([
      { code: 'laki-i-kraski', name: 'Лаки и краски', parent: 'Всё для ремонта', former: 'kraski' },
    ]);
    expect((await categoriesOf('several'))[0]).toMatchObject({ code: 'laki-i-kraski', is_main: true });
    expect((await product('several'))?.search_text).toContain('Лаки и краски');
  });

  test('groups of equal names do not clash', async () => {
    await onec.import({
      'import.xml': commerceml(
        classifier(
          groups(
            group('twin-1', 'Инструмент', group('twin-2', 'Прочее')),
            group('twin-3', 'Сад', group('twin-4', 'Прочее')),
          ),
          {
            changes: true,
          },
        ),
      ),
    });
    const rows = await db.selectFrom('categories').select('code').where('name', '=', 'Прочее').orderBy('id').execute();
    expect(rows.map(({ code }) => code)).toEqual(['prochee', 'sad-prochee']);
  });

  test('a full classifier switches off the groups it no longer lists, only its own; their goods stay reachable', async () => {
    const text = (more: string) =>
      commerceml(
        classifier(groups(group('season-1', 'Ёлки'), more), { id: 'season', changes: false }) +
          catalog([good('fir', 'Ёлка живая', '', { group: 'season-2' })], { id: 'season', changes: true }),
      );
    await onec.import({ 'import.xml': text(group('season-2', 'Живые ёлки')) });
    expect(await categoriesOf('fir')).toMatchObject([{ name: 'Живые ёлки' }]);
    const summary = await onec.import({ 'import.xml': text('') });
    expect(summary.groups).toMatchObject({ read: 1, switched_off: 1 });
    expect(await categoriesOf('fir')).toMatchObject([{ name: 'Прочие товары' }]);
    const off = await db.selectFrom('categories').select('name').where('switched_off_at', 'is not', null).execute();
    expect(off).toEqual([{ name: 'Живые ёлки' }]);
    await onec.import({ 'import.xml': text(group('season-2', 'Живые ёлки')) });
    expect(await categoriesOf('fir')).toMatchObject([{ name: 'Живые ёлки' }]);
  });
});

describe('full and incremental, deletion', () => {
  const offOf = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => ((await product(id)) ? (await product(id))!.switched_off_at !== null : null)));

  test('a full catalogue switches off only its own goods that it no longer lists, and deletes nothing', async () => {
    const of = (id: string, ...names: string[]) =>
      commerceml(
        catalog(
          names.map((name) => good(name, name)),
          { id, changes: false },
        ),
      );
    await onec.import({ 'import.xml': of('cat-a', 'a-1', 'a-2') });
    await onec.import({ 'import.xml': of('cat-b', 'b-1') });
    expect(await offOf('a-1', 'a-2', 'b-1')).toEqual([false, false, false]);
    const summary = await onec.import({ 'import.xml': of('cat-a', 'a-1') });
    expect(summary.goods).toMatchObject({ read: 1, unchanged: 1, switched_off: 1 });
    expect(await offOf('a-1', 'a-2', 'b-1')).toEqual([false, true, false]);
    await onec.import({ 'import.xml': of('cat-a', 'a-1', 'a-2') });
    expect(await offOf('a-2')).toEqual([false]);
  });

  test('a full catalogue in several files is one catalogue; a catalogue without goods switches nothing off', async () => {
    const part = (name: string) => commerceml(catalog([good(name, name)], { id: 'cat-a', changes: false }));
    const summary = await onec.import({ 'import0_1.xml': part('a-1'), 'import0_2.xml': part('a-2') });
    expect(summary.goods).toMatchObject({ read: 2, unchanged: 2, switched_off: 0 });
    const empty = await onec.import({ 'import.xml': commerceml(catalog([], { id: 'cat-a', changes: false })) });
    expect(empty.goods.switched_off).toBe(0);
    expect(await offOf('a-1', 'a-2')).toEqual([false, false]);
  });

  test.each([
    ['an attribute', ' СодержитТолькоИзменения="1"', ''],
    ['a child element', '', '<СодержитТолькоИзменения>true</СодержитТолькоИзменения>'],
  ])('incremental by %s touches only what it lists', async (_what, attribute, child) => {
    const text = commerceml(
      `<Каталог${attribute}><Ид>cat-a</Ид><Товары>${good('a-1', 'a-1')}</Товары>${child}</Каталог>`,
    );
    expect((await onec.import({ 'import.xml': text })).goods).toMatchObject({ switched_off: 0 });
    expect(await offOf('a-2')).toEqual([false]);
  });

  test.each([
    ['the attribute Статус', good('gone', 'Уходящий', '', { attributes: ' Статус="Удален"' })],
    ['a child Статус', good('gone', 'Уходящий', '<Статус>Удален</Статус>')],
    ['ПометкаУдаления', good('gone', 'Уходящий', '<ПометкаУдаления>true</ПометкаУдаления>')],
  ])('%s switches a good off, ПометкаУдаления = false on again', async (_what, deleted) => {
    await onec.import({ 'import.xml': goodsOf([good('gone', 'Уходящий')]) });
    const summary = await onec.import({ 'import.xml': goodsOf([deleted]) });
    expect(summary.goods).toMatchObject({ read: 1, switched_off: 1, changed: 0 });
    expect(await offOf('gone')).toEqual([true]);
    expect((await onec.import({ 'import.xml': goodsOf([deleted]) })).goods).toMatchObject({
      switched_off: 0,
      unchanged: 1,
    });
    await onec.import({
      'import.xml': goodsOf([good('gone', 'Уходящий', '<ПометкаУдаления>false</ПометкаУдаления>')]),
    });
    expect(await offOf('gone')).toEqual([false]);
  });

  test('a deletion mark for a good nobody knows does nothing', async () => {
    const summary = await onec.import({
      'import.xml': goodsOf([good('unknown', 'Никому не известен', '', { attributes: ' Статус="Удален"' })]),
    });
    expect(summary.goods).toMatchObject({ read: 1, created: 0, refused: [] });
    expect(await product('unknown')).toBeUndefined();
  });

  test('of two descriptions of one good in a package the later formed stands', async () => {
    const at = (formed: string, name: string) =>
      commerceml(catalog([good('twice', name)], { changes: true }), { formed });
    await onec.import({
      'a-newer.xml': at('2026-05-02T9:00:00', 'Новое имя'),
      'b-older.xml': at('2026-05-01T23:00:00', 'Старое имя'),
    });
    expect(await product('twice')).toMatchObject({ name: 'Новое имя' });
  });

  test('goods arrive before or after their offers alike', async () => {
    const offers = commerceml(
      offersPackage([offer('late', 'Поздний', prices({ retail: 150 }))], { types: retail, changes: true }),
    );
    const first = await onec.import({ 'offers.xml': offers });
    expect(first.offers).toMatchObject({ read: 1, created: 1, pending: 1 });
    await onec.import({ 'import.xml': goodsOf([good('late', 'Поздний')]) });
    const price = await db
      .selectFrom('prices')
      .select('price')
      .where('product_id', '=', (await product('late'))!.id)
      .executeTakeFirst();
    expect(price).toEqual({ price: 15_000 });
  });
});

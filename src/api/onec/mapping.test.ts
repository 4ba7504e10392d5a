import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBmp } from '#integrations/onec/bmp.ts';
import type { ImportSummary } from '#integrations/onec/summary.ts';
import { takePrices } from '#modules/exchange/take-prices.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { commands as mapPricesCommands } from '#src/commands/onec.ts';
import { commands as mapCommands } from '#src/commands/onec-map.ts';
import { commands as rekeyCommands } from '#src/commands/onec-rekey.ts';
import { commands as ownedCommands } from '#src/commands/owned.ts';
import { wordsRunner } from '#test/support/command.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
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
import { onec, products } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { temporaryFolder } from '#test/support/processes.ts';
import { exchangeGoods } from '../../../bench/onec-client.ts';

const { db, url, dataDir, base, app } = await exchangingShop({ importsHere: true });
const words = wordsRunner([...mapPricesCommands, ...mapCommands, ...ownedCommands, ...rekeyCommands], { db, url });
const shop = async (...call: Parameters<typeof words>) => (await words(...call)).replaceAll('\u00a0', ' ');

/** A whole exchange over HTTP; the last words of the shop. */
async function send(files: Record<string, string | Buffer>): Promise<string> {
  const named = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
  const { failed, said } = await exchangeGoods(onec(app, base), products.ut11, named);
  expect(failed).toBeNull();
  return said.rest.join('\n').replaceAll('\u00a0', ' ');
}

/** Codes of the categories that people see the product in; null: it is not for sale. */
async function placesOf(id_1c: string): Promise<string[] | null> {
  const product = await productOf(db, id_1c);
  if (!product || product.switched_off_at !== null) return null;
  const rows = await db
    .selectFrom('product_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select('c.code')
    .where('pc.product_id', '=', product.id)
    .where('c.switched_off_at', 'is', null)
    .orderBy('c.code')
    .execute();
  return rows.map(({ code }) => code);
}

describe('groups', () => {
  const tree = classifier(
    groups(
      group('mixes', 'Смеси', group('plaster', 'Штукатурка')),
      group('service', 'Служебная', group('spoiled', 'Брак')),
    ),
    { changes: false },
  );
  const goods = (names = '') =>
    commerceml(
      tree +
        catalog(
          [
            good('plaster-30', `Штукатурка 30 кг${names}`, '', { group: 'plaster' }),
            good('broken', `Мешок рваный${names}`, '', { group: 'spoiled' }),
            good('lost', `Из неизвестной группы${names}`, '', { group: 'nowhere' }),
            good('none', `Без группы${names}`, '', { group: '' }),
          ],
          { changes: true },
        ),
    );
  const offers = commerceml(
    offersPackage(
      ['plaster-30', 'broken', 'lost', 'none'].map((id) => offer(id, id, prices({ retail: 10 }), rests({ main: 5 }))),
      { types: retail, changes: true },
    ),
  );

  beforeAll(() => send({ 'import.xml': goods(), 'offers.xml': offers }));

  test('what 1C never described waits in a list, and is sold among other goods meanwhile', async () => {
    expect(await placesOf('lost')).toEqual(['prochie-tovary']);
    expect(await shop('onec map unknown')).toBe(
      "группа nowhere, которой 1С не описала (1 товар): onec map group 'nowhere'\nв «Прочих товарах» без группы 2 товара: onec map group none",
    );
  });

  test('a hidden group is in no menu and nothing under it is sold, also after 1C sends it again', async () => {
    expect(await shop('onec map group', ['Служебная'], { hide: true })).toBe('Сохранено. Товары: снято с продажи 1.');
    expect([await placesOf('broken'), await placesOf('plaster-30')]).toEqual([null, ['shtukaturka']]);
    await send({ 'import.xml': goods(' новый') });
    expect(await placesOf('broken')).toBeNull();
    const category = await db
      .selectFrom('categories')
      .select('switched_off_at')
      .where('id_1c', '=', 'service')
      .executeTakeFirst();
    expect(category?.switched_off_at).not.toBeNull();
  });

  test('a good that is first sent within a hidden group is no product before the group is shown; then it has its price and stock', async () => {
    await send({
      'import.xml': commerceml(catalog([good('later', 'Пришёл позже', '', { group: 'spoiled' })], { changes: true })),
      'offers.xml': commerceml(
        offersPackage([offer('later', 'Пришёл позже', prices({ retail: 7 }), rests({ main: 3 }))], { changes: true }),
      ),
    });
    expect(await productOf(db, 'later')).toBeUndefined();
    expect(await shop('onec map group', ['service'], { remove: true })).toBe('Сохранено. Товары: новых 1, изменено 1.');
    expect([await placesOf('broken'), await placesOf('later')]).toEqual([['brak'], ['brak']]);
    const product = await productOf(db, 'later');
    const price = await db
      .selectFrom('prices')
      .select('price')
      .where('product_id', '=', product?.id ?? 0)
      .executeTakeFirst();
    const stock = await db
      .selectFrom('stock')
      .select('on_hand')
      .where('product_id', '=', product?.id ?? 0)
      .executeTakeFirst();
    expect([price?.price, stock?.on_hand]).toEqual([700, 3]);
  });

  test('a group goes into a category, with all under it, one that 1C never described too; goods of no group likewise', async () => {
    expect(await shop('onec map group', ['service'], { category: 'smesi' })).toContain('изменено 2');
    expect(await shop('onec map group', ['nowhere'], { category: 'shtukaturka' })).toContain('изменено 1');
    expect(await shop('onec map group', ['none'], { hide: true })).toContain('снято с продажи 1');
    expect([await placesOf('broken'), await placesOf('lost'), await placesOf('none')]).toEqual([
      ['smesi'],
      ['shtukaturka'],
      null,
    ]);
    expect(await shop('onec map unknown')).toBe('Всё, что прислала 1С, разложено.');
    expect(await shop('onec map groups', [], { ruled: true })).toMatch(
      /Служебная {2}service {2}sluzhebnaya {2}в разделе smesi/,
    );
  });

  test('goods of a rule whose category is hidden stand among other goods until it is shown', async () => {
    await shop('onec map group', ['plaster'], { hide: true });
    expect([await placesOf('plaster-30'), await placesOf('lost')]).toEqual([null, null]);
    await shop('onec map group', ['none'], { remove: true });
    expect(await placesOf('lost')).toEqual(['prochie-tovary']);
    await shop('onec map group', ['plaster'], { remove: true });
    expect([await placesOf('plaster-30'), await placesOf('lost')]).toEqual([['shtukaturka'], ['shtukaturka']]);
  });

  test('what makes no sense is refused', async () => {
    expect(await shop('onec map group', ['mixes'], { category: 'shtukaturka' })).toBe(
      'Не сделано: раздел «Штукатурка» сделан из этой же группы или стоит под ней',
    );
    expect(await shop('onec map group', ['mixes'], { category: 'нет' })).toContain('нет раздела с кодом «нет»');
    expect(await shop('onec map group', ['Крыша'], { hide: true })).toBe('Не сделано: 1С не присылала группу «Крыша»');
    expect(await shop('onec map group', ['mixes'], { hide: true, remove: true })).toContain('Укажите одно из');
  });
});

describe('properties and units', () => {
  const property = (id: string, name: string, type: string, values = '') =>
    `<Свойство><Ид>${id}</Ид><Наименование>${name}</Наименование><ТипЗначений>${type}</ТипЗначений>${values && `<ВариантыЗначений>${values}</ВариантыЗначений>`}</Свойство>`;
  const word = (id: string, text: string) =>
    `<Справочник><ИдЗначения>${id}</ИдЗначения><Значение>${text}</Значение></Справочник>`;
  const properties = classifier(
    `<Свойства>${property('colour', 'Цвет', 'Справочник', word('w', 'белый') + word('b', 'Белый (RAL 9003)'))}${property('colour2', 'Цвет товара', 'Справочник', word('g', 'серый'))}${property('length', 'Длина, мм', 'Строка')}${property('note', 'Служебное', 'Строка')}</Свойства>`,
    { changes: true },
  );
  const values = (of: Record<string, string>) =>
    `<ЗначенияСвойств>${Object.entries(of)
      .map(([id, value]) => `<ЗначенияСвойства><Ид>${id}</Ид><Значение>${value}</Значение></ЗначенияСвойства>`)
      .join('')}</ЗначенияСвойств>`;
  const unit = (base: string, ...recounts: [string, number][]) =>
    `<БазоваяЕдиница>${base}${recounts.map(([name, many]) => `<Пересчет><Единица>${name}</Единица><Коэффициент>${many}</Коэффициент></Пересчет>`).join('')}</БазоваяЕдиница>`;
  const file = () =>
    commerceml(
      properties +
        catalog(
          [
            good('panel', 'Панель', values({ colour: 'w', length: '2 700', note: 'x1' }), { group: 'mixes' }),
            good('panel2', 'Панель вторая', values({ colour: 'b', length: '3000', stray: 'чужое' }), {
              group: 'mixes',
            }),
            good('panel3', 'Панель третья', values({ colour2: 'g', length: 'нет данных' }), { group: 'mixes' }),
            good('brick', 'Кирпич', unit('шт', ['палета', 480], ['пачк.', 24]), { group: 'mixes' }),
            good('sand', 'Песок', unit('кг'), { group: 'mixes' }),
          ],
          { changes: true },
        ),
    );
  const specs = async (id: string) => (await productOf(db, id))?.specs;

  beforeAll(async () => {
    await send({
      'import.xml': file(),
      'offers.xml': commerceml(
        offersPackage(
          [
            offer('brick', '', prices({ retail: 20 }), rests({ main: 1000 })),
            offer('sand', '', prices({ retail: '3.5' }), rests({ main: 100 })),
          ],
          { changes: true },
        ),
      ),
    });
  });

  test('a property takes a name, a type, a unit, a group, a filter and a place; taken back it is as 1C says, and 1C’s next word changes nothing of it', async () => {
    expect(await specs('panel')).toEqual({ cvet: 'белый', dlina_mm: '2 700', sluzhebnoe: 'x1' });
    const change = { type: 'number', group: 'Размеры', position: '5', name: 'Длина панели' };
    expect(await shop('onec map property', ['Длина, мм'], change)).toBe('Сохранено. Товары: изменено 3.');
    const attribute = () =>
      db
        .selectFrom('attributes')
        .select(['name', 'type', 'unit', 'filter', 'group_name', 'position'])
        .where('code', '=', 'dlina_mm')
        .executeTakeFirst();
    const ruled = {
      name: 'Длина панели',
      type: 'number',
      unit: 'мм',
      filter: 'range',
      group_name: 'Размеры',
      position: 5,
    };
    expect(await attribute()).toEqual(ruled);
    expect([await specs('panel'), await specs('panel3')]).toEqual([
      { cvet: 'белый', dlina_mm: 2700, sluzhebnoe: 'x1' },
      { cvet_tovara: 'серый' },
    ]);
    await send({ 'import.xml': file().replace('Длина, мм', 'Длина изделия, мм') });
    expect(await attribute()).toEqual(ruled);
    await shop('onec map property', ['length'], { remove: true });
    expect(await attribute()).toMatchObject({
      name: 'Длина изделия, мм',
      type: 'text',
      unit: null,
      filter: null,
      group_name: 'Основные',
    });
    expect(await shop('onec map property', ['length'], { unit: 'мм' })).toContain('единица бывает только у чисел');
    expect(await shop('onec map property', ['length'], { filter: 'any' })).toBe('Фильтр: values, range или none');
  });

  test('a property goes into another, a value is shown as another or not at all, a property is hidden', async () => {
    await shop('onec map property', ['Цвет товара'], { into: 'Цвет' });
    await shop('onec map value', ['Цвет', 'белый (ral  9003)'], { as: 'белый' });
    await shop('onec map value', ['length', 'Нет данных'], { hide: true });
    await shop('onec map property', ['Служебное'], { hide: true });
    expect([await specs('panel'), await specs('panel2'), await specs('panel3')]).toEqual([
      { cvet: 'белый', dlina_mm: '2 700' },
      { cvet: 'белый', dlina_mm: '3000' },
      { cvet: 'серый' },
    ]);
    const ticked = await db
      .selectFrom('products as p')
      .innerJoin('attribute_values as v', (join) => join.on(sql<boolean>`v.id = any(p.facets)`))
      .select(['p.id_1c', 'v.value'])
      .where('p.id_1c', 'like', 'panel%')
      .orderBy('p.id_1c')
      .execute();
    expect(ticked.map(({ value }) => value)).toEqual(['белый', 'белый', 'серый']);
    expect(await shop('onec map properties', [], { ruled: true })).toContain('собрано в «Цвет»');
    expect(await shop('onec map property', ['Цвет'], { hide: true })).toContain('собраны другие');
    expect(await shop('onec map property', ['colour'], { into: 'colour2' })).toContain('собраны другие');
    expect(await shop('onec map property', ['note'], { into: 'colour2' })).toContain(
      'скрыто или само собрано в другое',
    );
    expect(await shop('onec map unknown')).toContain('свойство stray, которого 1С не описала (1 товар)');
  });

  test('a requisite waits and is shown nowhere; then it is shown, renamed, gathered into a property or hidden, also when 1C sends it again', async () => {
    const requisites = (of: Record<string, string>) =>
      `<ЗначенияРеквизитов>${Object.entries(of)
        .map(
          ([name, value]) =>
            `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`,
        )
        .join('')}</ЗначенияРеквизитов>`;
    const sent = (series: string) =>
      commerceml(
        catalog(
          [
            good(
              'lamp',
              'Лампа',
              requisites({ ТипНоменклатуры: 'Товар', Вес: '2', Серия: series, Тон: 'белый', Учёт: 'да' }),
              { group: 'mixes' },
            ),
          ],
          { changes: true },
        ),
      );
    await send({
      'import.xml': sent('Север'),
      'offers.xml': commerceml(offersPackage([offer('lamp', '', prices({ retail: 5 }))], { changes: true })),
    });
    expect(await productOf(db, 'lamp')).toMatchObject({ specs: {}, weight_grams: 2_000 });
    expect((await shop('onec map unknown')).split('\n').filter((line) => line.startsWith('реквизит'))).toEqual([
      "реквизит «Серия» (1 товар): onec map property '=Серия' --show или --hide",
      "реквизит «Тон» (1 товар): onec map property '=Тон' --show или --hide",
      "реквизит «Учёт» (1 товар): onec map property '=Учёт' --show или --hide",
    ]);
    expect(await shop('onec map property', ['=Серия'], { show: true })).toBe('Сохранено. Товары: изменено 1.');
    expect(await specs('lamp')).toEqual({ seriya: 'Север' });
    await shop('onec map property', ['Серия'], { name: 'Серия ламп', filter: 'values' });
    await shop('onec map property', ['=Тон'], { into: 'Цвет' });
    await shop('onec map property', ['=Учёт'], { hide: true });
    await send({ 'import.xml': sent('Юг') });
    expect(await specs('lamp')).toEqual({ cvet: 'белый', seriya: 'Юг' });
    expect(await shop('onec map unknown')).not.toContain('реквизит');
    expect(await shop('onec map property', ['=Чужой'], { hide: true })).toBe(
      'Не сделано: 1С не присылала свойство «=Чужой»',
    );
  });

  const sold = async (id: string) => {
    const { unit, base_unit, factor_base, factor_sales, ...product } = (await productOf(db, id))!;
    const price = await db.selectFrom('prices').select('price').where('product_id', '=', product.id).executeTakeFirst();
    const stock = await db
      .selectFrom('stock')
      .select('on_hand')
      .where('product_id', '=', product.id)
      .executeTakeFirst();
    return [`${factor_base}/${factor_sales} ${base_unit} → ${unit}`, price?.price, stock?.on_hand];
  };

  test('goods are not sold by the pallet that 1C recounts into, a unit has the shop’s name, and a good that 1C does not recount has a sales unit of the owner’s', async () => {
    expect(await sold('brick')).toEqual(['480/1 шт. → палета', 960_000, 2]);
    await shop('onec map unit', ['палета'], { 'not-sold': true });
    expect(await sold('brick')).toEqual(['24/1 шт. → пачк.', 48_000, 41]);
    expect(await shop('onec map unknown')).toContain('единица «пачк.» (1 товар)');
    await shop('onec map unit', ['пачк.'], { as: 'пачка' });
    expect(await sold('brick')).toEqual(['24/1 шт. → пачка', 48_000, 41]);
    await shop('onec map unit', ['меш.'], { good: 'sand', coefficient: '30' });
    expect(await sold('sand')).toEqual(['30/1 кг → меш.', 10_500, 3]);
    await send({ 'import.xml': file() });
    expect(await sold('sand')).toEqual(['30/1 кг → меш.', 10_500, 3]);
    expect(await shop('onec map units')).toBe(
      'палета  не продаётся\nпачк.  в магазине пачка\nПесок (sand): 1 меш. = 30 кг',
    );
    expect(await shop('onec map unit', ['меш.'], { good: 'sand', coefficient: '0' })).toContain('недопустим');
  });

  test('a unit is not changed under an order in work', async () => {
    const { id, idcode } = (await productOf(db, 'sand'))!;
    const place = await orderPlace(db);
    await db.transaction().execute((db) => placeOrder(db, place, orderInput([[{ id, idcode }, 2]])));
    expect(await shop('onec map unit', ['меш.'], { good: 'sand', remove: true })).toBe(
      'Не сделано: единицу нельзя менять, пока товар стоит в заказах в работе: «Песок»',
    );
    expect(await sold('sand')).toEqual(['30/1 кг → меш.', 10_500, 3]);
  });
});

describe('what the shop owns', () => {
  const file = (name: string, weight = 1) =>
    commerceml(
      catalog(
        [
          good('own', name, `<Описание>Из 1С: ${name}</Описание><Вес>${weight}</Вес>`, {
            group: 'mixes',
            article: 'A-1',
          }),
        ],
        { changes: true },
      ),
    );
  const offers = (price: number) =>
    commerceml(offersPackage([offer('own', '', prices({ retail: price }), rests({ main: 5 }))], { changes: true }));
  const now = async () => {
    const { id, name, slug, description, weight_grams, switched_off_at, search_text } = (await productOf(db, 'own'))!;
    const price = await db.selectFrom('prices').select('price').where('product_id', '=', id).executeTakeFirst();
    return { name, slug, description, weight_grams, isOn: switched_off_at === null, search_text, price: price?.price };
  };

  beforeAll(() => send({ 'import.xml': file('Грунт'), 'offers.xml': offers(100) }));

  test('a field that the shop took is left as it is by what 1C sends, with its words and its address; given back it is what 1C sent last', async () => {
    const { idcode } = (await productOf(db, 'own'))!;
    expect(await shop('onec own take', ['A-1', 'name'], { value: 'Грунтовка глубокая' })).toBe(
      'Поле name ведёт магазин, навсегда.',
    );
    await shop('onec own take', [idcode, 'sale']);
    expect(await now()).toMatchObject({ name: 'Грунтовка глубокая', slug: 'gruntovka-glubokaya' });
    expect((await now()).search_text).toContain('Грунтовка глубокая');
    await send({ 'import.xml': file('Грунт 2', 3).replace('<Товар>', '<Товар Статус="Удален">') });
    await send({ 'import.xml': file('Грунт 3', 3) });
    expect(await now()).toMatchObject({
      name: 'Грунтовка глубокая',
      slug: 'gruntovka-glubokaya',
      description: 'Из 1С: Грунт 3',
      weight_grams: 3000,
      isOn: true,
    });
    expect(await shop('onec own')).toContain('Грунтовка глубокая  name  навсегда');
    expect(await shop('onec own return', ['own', 'name'])).toBe('Поле name снова ведёт 1С.');
    expect(await now()).toMatchObject({ name: 'Грунт 3', slug: 'grunt-3' });
    expect(await shop('onec own return', ['own', 'name'])).toBe('Не сделано: это поле и так ведёт 1С');
  });

  test('a field of every product, and one until a day that has passed', async () => {
    await shop('onec own take', ['all', 'description']);
    await shop('onec own take', ['own', 'weight'], { until: '2099-12-31', value: '777' });
    await send({ 'import.xml': file('Грунт 4', 4) });
    expect(await now()).toMatchObject({ name: 'Грунт 4', description: 'Из 1С: Грунт 3', weight_grams: 777 });
    await db
      .updateTable('field_owners')
      .set({ until: new Date(Date.now() - 1_000) })
      .execute();
    await send({ 'import.xml': commerceml(catalog([good('lost', 'Другой товар')], { changes: true })) });
    expect(await now()).toMatchObject({ description: 'Из 1С: Грунт 4', weight_grams: 4000 });
    expect(await db.selectFrom('field_owners').selectAll().execute()).toEqual([]);
  });

  test('a pinned price is left as it is by 1C and by other programs; taken out it is what 1C sent last', async () => {
    expect(await shop('prices pin', ['own', 'vologda'], { price: '89,50' })).toBe('Цена закреплена, навсегда.');
    await send({ 'prices.xml': offers(120) });
    expect((await now()).price).toBe(8_950);
    const call = { price_column: 'vologda', unit: 'sales' as const, rows: [{ id_1c: 'own', price: 1 }] };
    const answers = await db
      .transaction()
      .execute((db) => takePrices(db, call, { price_columns: [{ code: 'vologda', name: 'Вологда' }], stores: [] }));
    expect(answers).toEqual([{ row: 1, status: 'refused', reason: 'цена закреплена: prices unpin' }]);
    expect((await shop('prices pins')).replace(/^\S+ {2}/, '')).toBe('Грунт 4  vologda  89,50 ₽  навсегда');
    await shop('prices unpin', ['own', 'vologda']);
    expect((await now()).price).toBe(12_000);
  });

  test('a pinned price goes when the good is sold by another unit, and that is said; one whose day has passed goes with the next package', async () => {
    await shop('prices pin', ['own', 'vologda'], { price: '50' });
    const bag =
      '<БазоваяЕдиница>кг<Пересчет><Единица>меш</Единица><Коэффициент>30</Коэффициент></Пересчет></БазоваяЕдиница>';
    await send({
      'import.xml': commerceml(catalog([good('own', 'Грунт 4', bag, { group: 'mixes' })], { changes: true })),
    });
    expect((await now()).price).toBe(360_000);
    const said = await db
      .selectFrom('onec_packages')
      .select('summary')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(JSON.stringify(said)).toContain('закреплённая цена снята (vologda): товар продают другой единицей');
    await shop('prices pin', ['own', 'vologda'], { price: '1000', until: '2099-12-31' });
    await db
      .updateTable('price_pins')
      .set({ until: new Date(Date.now() - 1_000) })
      .execute();
    await send({ 'import.xml': commerceml(catalog([good('lost', 'Ещё другой')], { changes: true })) });
    expect((await now()).price).toBe(360_000);
  });

  test('what makes no sense is refused', async () => {
    expect(await shop('onec own take', ['own', 'price'])).toContain('Поля «price» нет. Есть: name, description');
    expect(await shop('onec own take', ['own', 'brand'], { value: 'Кнауф' })).toContain('можно только взять как есть');
    expect(await shop('onec own take', ['nobody', 'name'])).toBe('Товара «nobody» нет, или он не один: укажите код');
    expect(await shop('prices pin', ['own', 'vologda'], { price: '1.234' })).toContain('--price: рубли от 0,01');
    expect(await shop('prices pin', ['own', 'vologda'], { until: '2020-01-01' })).toContain('этот день уже прошёл');
    expect(await shop('prices pin', ['own', 'moscow'])).toBe('Колонки цен «moscow» нет');
  });
});

describe('pictures', () => {
  const pictured = (names: string[], name = 'С картинками') =>
    commerceml(
      catalog([good('pictured', name, names.map((one) => `<Картинка>import_files/${one}</Картинка>`).join(''))], {
        changes: true,
      }),
    );
  const images = async () => (await productOf(db, 'pictured'))?.images ?? [];
  const sizeOf = async (image: string) => {
    const { width, height, format, orientation = 1 } = await sharp(join(dataDir, 'files', image)).metadata();
    return `${format} ${width}×${height} ${orientation}`;
  };
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a05030' } });
  /** Red above, blue below; rows stand upside down. */
  const bmp = () => {
    const file = Buffer.alloc(54 + 16);
    file.write('BM');
    for (const [at, value] of [
      [10, 54],
      [14, 40],
      [18, 2],
      [22, 2],
    ] as const)
      file.writeInt32LE(value, at);
    file.writeUInt16LE(24, 28);
    file.set([255, 0, 0, 255, 0, 0], 54);
    file.set([0, 0, 255, 0, 0, 255], 62);
    return file;
  };

  test('of any size and format are stored as browsers show them: turned as the camera was held, no larger than needed, the same one once, in their order', async () => {
    const turned = await draw(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const said = await send({
      'import.xml': pictured(['turned.jpg', 'scan.tif', 'copy.jpg', 'wide.png', 'old.bmp', 'phone.heic', 'broken.png']),
      'import_files/turned.jpg': turned,
      'import_files/copy.jpg': turned,
      'import_files/scan.tif': await draw(30, 20).tiff().toBuffer(),
      'import_files/wide.png': await draw(5_000, 10).png().toBuffer(),
      'import_files/old.bmp': bmp(),
      'import_files/phone.heic': Buffer.from('....ftypheic....'),
      'import_files/broken.png': (await draw(300, 300).png().toBuffer()).subarray(0, 90),
    });
    expect(said).toContain('Не принято: 2 записи');
    const stored = await images();
    expect(await Promise.all(stored.map(sizeOf))).toEqual([
      'jpeg 40×60 1',
      'jpeg 30×20 1',
      'png 4000×8 1',
      'jpeg 2×2 1',
    ]);
    expect([...(readBmp(bmp(), 100)?.data ?? [])]).toEqual([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255]);
    const last = await db
      .selectFrom('onec_packages')
      .select('summary')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { fields } = last.summary as unknown as ImportSummary;
    expect(fields.refused.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'С картинками: картинка «import_files/broken.png»: картинка повреждена',
      'С картинками: картинка «import_files/phone.heic»: снимки HEIC не читаются, сохраните как JPEG',
    ]);
  });

  test('that a package names and does not bring are kept; under new names that never came the former ones stay', async () => {
    const before = await images();
    await send({ 'import.xml': pictured(['old.bmp', 'turned.jpg'], 'Только имена') });
    expect(await images()).toEqual([before[3], before[0]]);
    await send({ 'import.xml': pictured(['new-1.jpg', 'new-2.jpg'], 'Новые имена') });
    expect(await images()).toEqual([before[3], before[0]]);
    await send({ 'import.xml': pictured([], 'Без картинок').replace('</Товар>', '<Картинка/></Товар>') });
    expect(await images()).toEqual([]);
  });
});

test('of several warehouses one that no branch resembles waits in the list, and its rests are counted nowhere until the owner says', async () => {
  const warehouses =
    '<Склад><Ид>main</Ид><Наименование>Вологда</Наименование></Склад><Склад><Ид>far</Ид><Наименование>Хабаровск</Наименование></Склад>';
  const offers = commerceml(
    offersPackage([offer('plaster-30', '', rests({ main: 2, far: 90 }))], { warehouses, changes: true }),
  );
  expect(await send({ 'rests.xml': offers })).toContain(
    'Склад «Хабаровск» ни на один филиал не похож: его остатки ждут',
  );
  expect(await shop('onec map unknown')).toContain(
    "склад «Хабаровск»: onec map --node base --warehouse 'Хабаровск' --store СКЛАД",
  );
  const onHand = async () => {
    const { id } = (await productOf(db, 'plaster-30')) ?? { id: 0 };
    return db.selectFrom('stock').select(['store', 'on_hand']).where('product_id', '=', id).orderBy('store').execute();
  };
  expect(await onHand()).toEqual([{ store: 'store12', on_hand: 2 }]);
  await shop('onec map', [], { warehouse: 'far', store: 'store52' });
  expect(await onHand()).toEqual([
    { store: 'store12', on_hand: 2 },
    { store: 'store52', on_hand: 90 },
  ]);
});

describe('a base that was filled again has other ids for the same goods', () => {
  /** The same shop as bases of 1C know it: every id bears the base's own beginning. */
  const files = (base: string, { more = '', name = '', price = 50 } = {}) => {
    const id = (word: string) => `${base}-${word}`;
    const own = { group: id('paint') };
    const variant = (good: string, colour: string) =>
      offer(
        `${id(good)}#${id(colour)}`,
        `Эмаль (${colour})`,
        `<ХарактеристикиТовара><ХарактеристикаТовара><Наименование>Цвет</Наименование><Значение>${colour}</Значение></ХарактеристикаТовара></ХарактеристикиТовара>`,
        prices({ [id('club')]: price }),
        rests({ [id('north')]: 4 }),
      );
    const goods = [
      good(id('primer'), `Грунт-эмаль${name}`, '', { ...own, article: 'P-77' }),
      good(id('enamel'), 'Эмаль', '', { ...own, article: 'e-1 ' }),
      good(id('twin1'), 'Кисть', '', { ...own, article: 'K-5' }),
      good(id('twin2'), 'Кисть малая', '', { ...own, article: 'K-5' }),
      ...(more === '' ? [] : [good(id(more), `Только ${base}`, '', { ...own, article: `${base}-only` })]),
    ];
    const tree = classifier(groups(group(id('paint'), 'Лакокраска')), { id: id('classifier') });
    const warehouses = `<Склад><Ид>${id('north')}</Ид><Наименование>Северный</Наименование></Склад>`;
    return {
      'import.xml': commerceml(tree + catalog(goods, { id: id('catalog'), changes: false })),
      'offers.xml': commerceml(
        offersPackage(
          [
            offer(id('primer'), 'Грунт-эмаль', prices({ [id('club')]: price }), rests({ [id('north')]: 9 })),
            variant('enamel', 'белая'),
            variant('enamel', 'синяя'),
          ],
          {
            catalog_id: id('catalog'),
            types: priceType(id('club'), 'Клубная'),
            warehouses,
            changes: false,
          },
        ),
      ),
    };
  };
  const rows = () =>
    db
      .selectFrom('products as p')
      .leftJoin('prices as s', (join) =>
        join.onRef('s.product_id', '=', 'p.id').on('s.price_column', '=', 'cherepovets'),
      )
      .leftJoin('stock as k', (join) => join.onRef('k.product_id', '=', 'p.id').on('k.store', '=', 'store52'))
      .select(['p.id', 'p.idcode', 'p.slug', 'p.id_1c', 's.price', 'k.on_hand'])
      .where('p.catalog_id_1c', 'in', ['a-catalog', 'b-catalog'])
      .where('p.switched_off_at', 'is', null)
      .orderBy('p.id')
      .execute();

  test('rehearsed by article, then done: products keep number and address, characteristics, groups, price types and warehouses their places; what two goods share stays apart', async () => {
    await send(files('a', { more: 'roller' }));
    await shop('onec map', [], { 'price-type': 'Клубная', column: 'cherepovets' });
    await shop('onec map', [], { warehouse: 'Северный', store: 'store52' });
    const before = await rows();
    expect(before.map(({ id_1c, price, on_hand }) => [id_1c, price, on_hand])).toEqual([
      ['a-primer', 5_000, 9],
      ['a-enamel#a-белая', 5_000, 4],
      ['a-enamel#a-синяя', 5_000, 4],
      ['a-twin1', null, null],
      ['a-twin2', null, null],
      ['a-roller', null, null],
    ]);
    const folder = await temporaryFolder();
    const package2 = files('b', { name: ' новая', price: 60, more: 'tape' });
    for (const [name, content] of Object.entries(package2)) await writeFile(join(folder, name), content);

    const words = await shop('onec rekey', [folder], { by: 'article' });
    expect(words).toContain('p-77: «Грунт-эмаль» a-primer → b-primer «Грунт-эмаль новая»\n');
    expect(words).toContain('e-1: «Эмаль» a-enamel → b-enamel\n');
    expect(words).toContain(
      'k-5: не один товар, останутся врозь (в магазине a-twin1, a-twin2; в пакете b-twin1, b-twin2)',
    );
    expect(words).toContain('Узнано товаров: 2. Групп: 1, свойств: 0, видов цен: 1, складов: 1.');
    expect(words).toContain('Новых товаров будет: 3.');
    expect(words).toContain('Это репетиция, ничего не изменено.');
    expect(await rows()).toEqual(before);

    expect(await shop('onec rekey', [folder], { by: 'article', apply: true })).toContain('Сделано.');
    expect((await rows()).map(({ price, on_hand }) => [price, on_hand])).toEqual(
      before.map(({ price, on_hand }) => [price, on_hand]),
    );
    await send(package2);
    const after = await rows();
    const kept = after.filter(({ id }) => before.some((product) => product.id === id));
    expect(kept.map(({ id, idcode, id_1c, price }) => [id, idcode, id_1c, price])).toEqual(
      ['b-primer', 'b-enamel#b-белая', 'b-enamel#b-синяя'].map((id_1c) => {
        const product = before.find((one) => one.id_1c === id_1c.replaceAll('b-', 'a-'))!;
        return [product.id, product.idcode, id_1c, 6_000];
      }),
    );
    expect(after.length - kept.length).toBe(3);
    expect(after.find(({ id_1c }) => id_1c === 'b-primer')?.slug).toBe('grunt-emal-novaya');
    const categories = await db.selectFrom('categories').select('id_1c').where('name', '=', 'Лакокраска').execute();
    expect(categories).toEqual([{ id_1c: 'b-paint' }]);
    expect(await shop('onec rekey', [folder], { by: 'article' })).toBe(
      'Не сделано: по артикулу не нашлось ни одного товара с новым Ид',
    );
    expect(await shop('onec rekey', [], { package: '999', by: 'barcode' })).toBe('Не сделано: пакета обмена № 999 нет');
  });

  test('by barcode, where articles are none or others', async () => {
    const own = (base: string, name: string) =>
      commerceml(
        mainGroup +
          catalog([good(`${base}-foam`, name, '<Штрихкод>4600000000017</Штрихкод>', { article: `${base}-art` })], {
            id: `${base}-barcodes`,
            changes: false,
          }),
      );
    await send({ 'import.xml': own('c', 'Пена') });
    const before = await productOf(db, 'c-foam');
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'import.xml'), own('d', 'Пена монтажная'));
    expect(await shop('onec rekey', [folder], { by: 'barcode' })).toContain('Узнано товаров: 1.');
    expect(await shop('onec rekey', [folder], { by: 'barcode', apply: true })).toContain('Сделано.');
    await send({ 'import.xml': own('d', 'Пена монтажная') });
    expect(await productOf(db, 'd-foam')).toMatchObject({
      id: before?.id,
      idcode: before?.idcode,
      name: 'Пена монтажная',
    });
    expect(await productOf(db, 'c-foam')).toBeUndefined();
  });
});

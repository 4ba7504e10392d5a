import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { categoryPage } from '#modules/catalogue/categories.ts';
import { branchMenu } from '#modules/catalogue/menu.ts';
import { quantityText, quantityWords, readyAt } from '#modules/catalogue/points.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { getShort, shortState } from '#modules/catalogue/shorts.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { plainUnit } from '#shared/unit-words.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct, type ProductDefaults } from '#test/support/shop.ts';
import { getProduct, type ProductPage } from './get-product.ts';

const { db } = await testDatabase();
await makeBranches(db);
const departments = await listDepartments(db);
const vologda = departments.find((department) => department.id_1c === '00131')!;
const priceContext = priceContextOf(vologda);
const root = await makeCategory(db, 'smesi', 'Сухие смеси');
const category = await makeCategory(db, 'shtukaturki', 'Штукатурки', root.id);
await db.updateTable('categories').set({ calculator: 'mix' }).where('id', '=', root.id).execute();
await db
  .insertInto('attributes')
  .values([
    {
      code: 'ves',
      name: 'Вес',
      type: 'number',
      unit: 'кг',
      filter: 'values',
      group_name: 'Размеры',
      card_position: 1,
      position: 1,
    },
    {
      code: 'rashod',
      name: 'Расход при слое 10 мм',
      type: 'number',
      unit: 'кг/м²',
      filter: 'range',
      group_name: 'Применение',
      card_position: 3,
      position: 2,
    },
    {
      code: 'sloy',
      name: 'Толщина слоя',
      type: 'text',
      unit: 'мм',
      group_name: 'Применение',
      card_position: 2,
      position: 3,
    },
    { code: 'ulica', name: 'Можно на улице', type: 'boolean', filter: 'values', group_name: 'Применение', position: 4 },
    {
      ...{ code: 'vid', name: 'Вид товара', type: 'enum', group_name: 'Применение', position: 5 },
      card_position: 4,
    },
  ])
  .execute();
const specs = JSON.stringify({ ves: 30, rashod: 8.5, sloy: '5–50', ulica: false, neizvestno: 'x' });
const plaster = await makeProduct(db, { slug: 'gips-30', category_id: category.id, specs, popularity: 5 });

async function page(by: { slug: string } | { id: number }, now?: Date): Promise<ProductPage> {
  const found = await getProduct(db, priceContext, by, 'page', now);
  if (!found || 'moved_to' in found) throw new Error('no page');
  return found;
}

test('[S2-15] a product opens by its slug with breadcrumbs, card texts and grouped specifications with units', async () => {
  const found = await page({ slug: 'gips-30' });
  expect(found.id).toBe(plaster.id);
  expect(found.breadcrumbs.map((crumb) => crumb.code)).toEqual(['smesi', 'shtukaturki']);
  expect(found.attributes).toEqual(['30\u00a0кг', '5–50\u00a0мм', 'Расход\u00a08,5\u00a0кг/м² при\u00a010\u00a0мм']);
  expect(found.specifications.map((group) => [group.name, group.rows.map((row) => row.text)])).toEqual([
    ['Размеры', ['30\u00a0кг']],
    ['Применение', ['8,5\u00a0кг/м²', '5–50\u00a0мм', 'Нет']],
  ]);
});

test('[S2-15] a former slug says where the product moved, an unknown one is nothing', async () => {
  await db.insertInto('product_former_slugs').values({ slug: 'gips-staryy', product_id: plaster.id }).execute();
  expect(await getProduct(db, priceContext, { slug: 'gips-staryy' }, 'page')).toEqual({ moved_to: 'gips-30' });
  expect(await getProduct(db, priceContext, { slug: 'net-takogo' }, 'page')).toBeNull();
  expect(await getProduct(db, priceContext, { slug: '\u0000' }, 'page')).toBeNull();
});

test('the calculator takes its rate from the specs: 8.5 kg per 10 mm is 0.85 kg per millimetre', async () => {
  expect((await page({ id: plaster.id })).calculator).toMatchObject({
    kind: 'mix',
    rate: '0,85',
    factor: [30, 1],
    defaults: { layer_mm: '10', waste_percent: '5' },
  });
});

test('availability by point: own shelf today, else brought from the branch tomorrow; exact to ten', async () => {
  const few = await makeProduct(db, { on_hand: 8, category_id: category.id });
  await db
    .insertInto('stock')
    .values({ store: 'store132', product_id: few.id, on_hand: 2, on_hand_base: 60, shelf: 'ряд 14' })
    .execute();
  const monday = new Date('2026-11-23T11:37:00Z'); // 14:37 in Vologda
  const found = await page({ id: few.id }, monday);
  expect(
    found.points.map((point) => [point.department_id_1c, point.quantity_text, point.ready_text, point.is_open_now]),
  ).toEqual([
    ['00131', '8\u00a0мешков', 'Сегодня с 15:40', true],
    ['00132', '2\u00a0мешка', 'Сегодня с 15:40', true],
  ]);
  expect(found.points[1]).toMatchObject({
    shelf: 'ряд 14',
    hours_today: '09:00–20:00',
    open_words: 'Открыто до 20:00',
    is_here: true,
    available: 2,
  });
  const evening = await page({ id: few.id }, new Date('2026-11-23T18:37:00Z'));
  expect(evening.points[1]).toMatchObject({ open_words: 'Откроется завтра в 09:00', is_open_now: false });
  await db.deleteFrom('stock').where('store', '=', 'store132').execute();
  const brought = await page({ id: few.id }, monday);
  expect(brought.points[1]).toMatchObject({
    quantity_text: 'привезём сюда',
    is_here: false,
    ready_text: 'Завтра с 09:00',
    is_today: false,
    available: null,
  });
  const bag = plainUnit('меш.');
  expect(quantityText(10, bag)).toBe('10\u00a0меш.');
  expect(quantityText(11, bag)).toBe('более 10');
  const metre = { ...plainUnit('м'), parts: 10 };
  expect(quantityText(100, metre)).toBe('10\u00a0м');
  expect(quantityText(101, metre)).toBe('более 10\u00a0м');
  expect([11, 10].map((count) => quantityWords(count, bag))).toEqual(['более 10\u00a0меш.', '10\u00a0меш.']);
  expect(quantityWords(101, metre)).toBe('более 10\u00a0м');
});

test('hours are those of the point’s own clock; a holiday and an evening move the day', () => {
  const point = {
    time_zone: 'Europe/Kaliningrad',
    hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens_minute: 540, closes_minute: 1080 })),
    hour_exceptions: [{ date: '2026-11-24', opens_minute: null, closes_minute: null, note: 'Учёт' }],
  };
  const at = (iso: string, source: typeof point = point) => readyAt(point, new Date(iso), source);
  const until = '18:00';
  expect(at('2026-11-23T05:00:00Z'), '07:00 there').toEqual({
    day: 'сегодня',
    text: 'Сегодня с 10:00',
    until,
    is_today: true,
    date: '2026-11-23',
    minute: 600,
  });
  expect(at('2026-11-23T14:55:00Z'), '16:55 there').toEqual({
    day: 'сегодня',
    text: 'Сегодня с 18:00',
    until,
    is_today: true,
    date: '2026-11-23',
    minute: 1080,
  });
  expect(at('2026-11-23T15:05:00Z'), 'an hour does not fit; Tuesday is closed').toEqual({
    day: '25\u00a0ноября',
    text: '25\u00a0ноября с 10:00',
    until,
    is_today: false,
    date: '2026-11-25',
    minute: 600,
  });
  const branch = { ...point, hour_exceptions: [] };
  expect(at('2026-11-25T05:00:00Z', branch)).toEqual({
    day: 'завтра',
    text: 'Завтра с 09:00',
    until,
    is_today: false,
    date: '2026-11-26',
    minute: 540,
  });
  expect(at('2026-11-24T05:00:00Z', branch), 'the point alone is closed').toMatchObject({ date: '2026-11-25' });
  const shut = { ...branch, hour_exceptions: [{ ...point.hour_exceptions[0]!, date: '2026-11-25' }] };
  expect(at('2026-11-25T05:00:00Z', shut), 'nothing leaves a closed branch').toMatchObject({ date: '2026-11-27' });
  expect(at('2026-11-25T15:05:00Z', branch), 'it leaves tomorrow').toMatchObject({ date: '2026-11-27', minute: 540 });
  const nowhere = { ...point, hours: [] };
  expect(readyAt(nowhere, new Date('2026-11-23T05:00:00Z'), nowhere)).toBeNull();
});

test('the lowest price of the last 30 days counts what was in force, not what was before', async () => {
  const { id } = await makeProduct(db, { price: 48_900, category_id: category.id });
  await sql`insert into price_changes (price_column, product_id, changed_at, price) values
    ('vologda', ${id}, now() - interval '90 days', 30000),
    ('vologda', ${id}, now() - interval '50 days', 44000),
    ('vologda', ${id}, now() - interval '20 days', 52000)`.execute(db);
  expect((await page({ id })).lowest_price_30_days).toBe(44_000);
});

test('[S7-10] variants of one model are one card in lists and a switch on the page', async () => {
  const model = await db
    .insertInto('models')
    .values({ name: 'Гладь', variant_name: 'Фасовка' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const variant = await makeCategory(db, 'fasovki', 'Фасовки');
  const small = await makeProduct(db, {
    model_id: model.id,
    variant_label: '5 кг',
    variant_position: 1,
    price: 14_900,
    category_id: variant.id,
  });
  const big = await makeProduct(db, {
    model_id: model.id,
    variant_label: '30 кг',
    variant_position: 2,
    price: 48_900,
    category_id: variant.id,
  });
  const found = await page({ id: big.id });
  expect(found.variant_name).toBe('Фасовка');
  expect(found.variants.map(({ label, price, is_current }) => [label, price, is_current])).toEqual([
    ['5 кг', 14_900, false],
    ['30 кг', 48_900, true],
  ]);
  const list = await query(db, priceContext, Listing.parse({ category: 'fasovki', sort: '-price' }));
  expect(list.total).toBe(1);
  expect(list.items[0]).toMatchObject({ id: big.id, variants_count: 2, other_variants: ['5 кг'] });
  const dear = await query(db, priceContext, Listing.parse({ category: 'fasovki', price_to: 20_000 }));
  expect(
    dear.items.map((item) => item.id),
    'the variant that fits the filter',
  ).toEqual([small.id]);
});

test('a discontinued product keeps its page, without price and stock, with its successor', async () => {
  const next = await makeProduct(db, { category_id: category.id });
  const gone = await makeProduct(db, { successor_id: next.id, switched_off_at: new Date(), category_id: category.id });
  const found = await page({ id: gone.id });
  expect(found).toMatchObject({ switched_off: true, price: null, available: null, is_on_sale_now: false, points: [] });
  expect(found.successor?.id).toBe(next.id);
  expect(
    found.substitutes.map(({ card }) => card.id),
    'its successor is named once',
  ).not.toContain(next.id);
  const listed = await query(db, priceContext, Listing.parse({ category: 'smesi', limit: 100 }));
  expect(listed.items.map((item) => item.id)).not.toContain(gone.id);
  expect((await page({ id: plaster.id })).analogues.map((card) => card.id)).not.toContain(gone.id);
});

test('a price on request is a null and never 0 ₽, on the card and on the page', async () => {
  const { id } = await makeProduct(db, { price: null, category_id: category.id });
  expect(await page({ id })).toMatchObject({
    price: null,
    unit_price: null,
    lowest_price_30_days: null,
    is_on_sale_now: false,
  });
  const cheap = await query(db, priceContext, Listing.parse({ category: 'shtukaturki', sort: 'price', limit: 100 }));
  expect(cheap.items.at(-1)).toMatchObject({ id, price: null });
});

test('goods for the job and analogues are those the shop named; else the neighbours of the category', async () => {
  const primer = await makeProduct(db, {});
  const other = await makeProduct(db, {});
  const mix = await makeProduct(db, { category_id: category.id });
  expect((await page({ id: mix.id })).analogues.map((card) => card.id)).toContain(plaster.id);
  await db
    .insertInto('product_links')
    .values([
      { product_id: mix.id, linked_product_id: primer.id, kind: 'for_job' },
      { product_id: mix.id, linked_product_id: other.id, kind: 'analogue' },
    ])
    .execute();
  const found = await page({ id: mix.id });
  expect(found.for_job.map((card) => card.id)).toEqual([primer.id]);
  expect(found.analogues.map((card) => card.id)).toEqual([other.id]);
});

test('of a product that cannot be bought the page names what can be instead: its variants first, then analogues and neighbours, with what differs', async () => {
  const shelf = await makeCategory(db, 'zamena', 'Замена');
  const model = await db.insertInto('models').values({ name: 'Гладь' }).returning('id').executeTakeFirstOrThrow();
  const make = (more: ProductDefaults) =>
    makeProduct(db, { category_id: shelf.id, specs: JSON.stringify({ ves: 30, ulica: false }), ...more });
  const gone = await make({ model_id: model.id, on_hand: 0, popularity: 9 });
  const variant = await make({
    model_id: model.id,
    price: 15_150,
    factor_base: 5,
    specs: JSON.stringify({ ves: 5, ulica: false }),
  });
  const goneToo = await make({ on_hand: 0, popularity: 99 });
  const analogue = await make({ price: 39_900, specs: JSON.stringify({ ves: 30, ulica: true }) });
  const neighbour = await make({ popularity: 1 });
  await db
    .insertInto('product_links')
    .values(
      [goneToo, analogue].map(({ id }, position) => ({
        product_id: gone.id,
        linked_product_id: id,
        kind: 'analogue',
        position,
      })),
    )
    .execute();
  const found = await page({ id: gone.id });
  expect(
    found.analogues.map((card) => card.id),
    'what can be bought first',
  ).toEqual([analogue.id, goneToo.id]);
  expect(found.substitutes.map(({ card, differences }) => [card.id, differences])).toEqual([
    [variant.id, ['дороже на\u00a014\u00a0₽ за\u00a0кг', 'вес 5\u00a0кг вместо\u00a030']],
    [analogue.id, ['дешевле на\u00a090\u00a0₽ за\u00a0мешок', 'можно на улице']],
    [neighbour.id, ['та\u00a0же цена за\u00a0мешок']],
  ]);
  expect((await page({ id: analogue.id })).substitutes, 'it can be bought itself').toEqual([]);
  expect((await page({ id: neighbour.id })).analogues.map((card) => card.id).slice(-2)).toEqual([goneToo.id, gone.id]);
});

test('goods of another kind are no substitute, another colour of the same model is the first one', async () => {
  const shelf = await makeCategory(db, 'kaski', 'Очки и каски');
  const model = await db.insertInto('models').values({ name: 'Тень' }).returning('id').executeTakeFirstOrThrow();
  const make = (vid: string, more: ProductDefaults = {}) =>
    makeProduct(db, { category_id: shelf.id, specs: JSON.stringify({ vid }), ...more });
  const gone = await make('Каска', { model_id: model.id, on_hand: 0 });
  const blue = await make('Каска', { model_id: model.id });
  await make('Очки', { popularity: 9 });
  const other = await make('Каска');
  const found = await page({ id: gone.id });
  expect(found.substitutes.map(({ card }) => card.id)).toEqual([blue.id, other.id]);
});

test('a card counts the points that hand the product over today, and those open tomorrow', async () => {
  const { id } = await makeProduct(db, { on_hand: 5 });
  const { id: none } = await makeProduct(db, { on_hand: 0 });
  await db.deleteFrom('department_hours').execute();
  await db
    .insertInto('department_hours')
    .values(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        department_id_1c: '00131',
        weekday,
        opens_minute: 0,
        closes_minute: 1440,
      })),
    )
    .execute();
  invalidateCaches(['departments']); // what the invalidation by whoever changes hours does
  await db.insertInto('stock').values({ store: 'store132', product_id: id, on_hand: 5, on_hand_base: 150 }).execute();
  const today = () => (new Date().toLocaleTimeString('ru-RU', { timeZone: 'Europe/Moscow' }) >= '23:00' ? 0 : 1);
  const before = today();
  const [card] = await productCards(db, priceContext, { ids: [id] });
  expect([before, today()], 'the second point has no hours at all').toContain(card!.pickup_points_today);
  expect(card!.pickup_points_later).toBe(1);
  const [sold_out] = await productCards(db, priceContext, { ids: [none] });
  expect(sold_out!.pickup_points_later).toBe(0);
});

test('[S2-15] lists and cards count the points that alone have a product, whenever they open', async () => {
  const shelves = await makeCategory(db, 'polki', 'Полки');
  const { id } = await makeProduct(db, { on_hand: 0, category_id: shelves.id });
  await db.insertInto('stock').values({ store: 'store132', product_id: id, on_hand: 5, on_hand_base: 150 }).execute();
  const listed = await query(db, priceContext, Listing.parse({ category: 'polki' }));
  for (const card of [...listed.items, ...(await productCards(db, priceContext, { ids: [id] }))])
    expect(card).toMatchObject({ id, is_on_sale_now: false, pickup_points_today: 0, pickup_points_later: 1 });
  expect(listed.items).toHaveLength(1);
});

test('[S2-14] a category opens by its code; a former code says where it moved, an unknown one is nothing', async () => {
  await db.insertInto('category_former_codes').values({ code: 'shtukaturka', category_id: category.id }).execute();
  expect(await categoryPage(db, priceContext, 'shtukaturka')).toEqual({ moved_to: 'shtukaturki' });
  expect(await categoryPage(db, priceContext, 'net')).toBeNull();
  expect(await categoryPage(db, priceContext, 'shtukaturki')).toMatchObject({
    name: 'Штукатурки',
    calculator: 'mix',
    parent: { code: 'smesi' },
    is_in_branch: true,
  });
});

test('in the evening a card counts the points of tomorrow as the page lists them: brought there, or on a shelf of their own', async () => {
  const shelves = await makeCategory(db, 'vecherom', 'Вечером');
  const { id } = await makeProduct(db, { on_hand: 5, category_id: shelves.id });
  await db.deleteFrom('department_hours').execute();
  await db
    .insertInto('department_hours')
    .values(
      ['00131', '00132'].flatMap((department_id_1c) =>
        [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
          department_id_1c,
          weekday,
          opens_minute: 540,
          closes_minute: 1200,
        })),
      ),
    )
    .execute();
  await db.insertInto('stock').values({ store: 'store132', product_id: id, on_hand: 5, on_hand_base: 150 }).execute();
  invalidateCaches(['departments']);
  // Goods ordered after closing leave the branch tomorrow, so they reach another point the day after.
  vi.useFakeTimers({ now: new Date('2026-11-23T17:30:00Z'), toFake: ['Date'] });
  try {
    const found = await page({ id });
    const tomorrow = found.points.filter(({ ready_text }) => ready_text?.startsWith('Завтра'));
    expect(tomorrow.map(({ department_id_1c }) => department_id_1c)).toEqual(['00131', '00132']);
    const listed = await query(db, priceContext, Listing.parse({ category: 'vecherom' }));
    for (const card of [found, ...listed.items, ...(await productCards(db, priceContext, { ids: [id] }))])
      expect(card).toMatchObject({ id, pickup_points_today: 0, pickup_points_later: 2 });
    expect(listed.items).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test('[S7-20] the menu of a branch keeps only categories that are in it, nested ones too', async () => {
  const hidden = await makeCategory(db, 'sezon', 'Сезонное');
  await makeCategory(db, 'elki', 'Ёлки', hidden.id);
  await db
    .insertInto('dynamic_menus')
    .values([
      { department_id_1c: '00131', category_id: root.id },
      { department_id_1c: '00131', category_id: category.id },
      { department_id_1c: '00052', category_id: root.id },
    ])
    .execute();
  const codes = async (id: string) =>
    (await branchMenu(db, id)).map((item) => [item.code, item.children.map((child) => child.code)]);
  expect(await codes('00131')).toEqual([['smesi', ['shtukaturki']]]);
  expect(await codes('00052')).toEqual([['smesi', []]]);
  expect(await categoryPage(db, priceContext, 'sezon')).toMatchObject({ is_in_branch: false });
});

test('a switched-off category disappears with what is under it', async () => {
  const off = await makeCategory(db, 'skladskoe', 'Складское');
  const under = await makeCategory(db, 'nizhe', 'Ниже', off.id);
  await db.updateTable('categories').set({ switched_off_at: new Date() }).where('id', '=', off.id).execute();
  expect(await categoryPage(db, priceContext, 'skladskoe')).toBeNull();
  expect(await categoryPage(db, priceContext, under.code)).toBeNull();
  expect((await query(db, priceContext, Listing.parse({ category: under.code }))).total).toBe(0);
});

test('[S2-14] a short listing is the category with a stored filter; few goods keep it out of search engines', async () => {
  await db
    .insertInto('shorts')
    .values({
      category_id: category.id,
      code: 'deshevye',
      name: 'Дешёвые',
      filters: JSON.stringify({ price_to: '200', in_stock: ['1'] }),
    })
    .execute();
  const short = await getShort(db, priceContext, 'shtukaturki', 'deshevye');
  expect(short).toMatchObject({
    name: 'Дешёвые',
    category: { code: 'shtukaturki' },
    listing: { category: 'shtukaturki', price_to: 20_000, in_stock: true },
  });
  expect(await getShort(db, priceContext, 'shtukaturki', 'net')).toBeNull();
  expect(await getShort(db, priceContext, 'shtukaturka', 'deshevye')).toEqual({ moved_to: 'shtukaturki' });
  expect([0, 1, 2, 3].map(shortState)).toEqual(['redirect', 'noindex', 'noindex', 'indexed']);
});

test('[S2-15] a card says no word that its name says already, but a number of it', async () => {
  const found = async (slug: string, name: string, specs: object) => {
    await makeProduct(db, { slug, name, category_id: root.id, specs: JSON.stringify(specs) });
    return (await page({ slug })).attributes;
  };
  const gel = { ves: 1, vid: 'Гель для посудомоечной машины' };
  expect(await found('gel', 'Гель для посудомоечной машины ЧИСТО, 1 кг', gel)).toEqual(['1\u00a0кг']);
  expect(await found('chisto', 'Средство ЧИСТО, 1 кг', gel)).toEqual(['1\u00a0кг', gel.vid]);
});

import { demoSettings } from '#demo/settings.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { invalidateCaches } from '#platform/cache.ts';
import type { Db } from '#platform/database.ts';
import { nextNumber } from './numbers.ts';

/**
 * Vologda (main, 00131) and Cherepovets (00052), each with its own price column and store, and one pickup point of
 * Vologda.
 */
export async function makeBranches(db: Db) {
  await saveSetting(db, 'company', demoSettings.company);
  await saveSetting(db, 'contact_centre', demoSettings.contact_centre);
  await db
    .insertInto('price_columns')
    .values([
      { price_column: 'vologda', name: 'Вологда' },
      { price_column: 'vologda_b2b', name: 'Вологда, для бизнеса', is_b2b: true },
      { price_column: 'cherepovets', name: 'Череповец' },
    ])
    .execute();
  await db
    .insertInto('stores')
    .values([
      { store: 'store12', name: 'Вологда' },
      { store: 'store52', name: 'Череповец' },
      { store: 'store132', name: 'Окружное шоссе' },
    ])
    .execute();
  await db
    .insertInto('departments')
    .values([
      department('00131', 'vologda', 'Вологда', { is_main: true, b2b_price: 'vologda_b2b' }),
      department('00052', 'cherepovets', 'Череповец', {}),
    ])
    .execute();
  await db
    .insertInto('departments')
    .values(
      department('00132', 'vologda', 'Вологда', {
        branch_id_1c: '00131',
        is_pick_up_point: true,
        address: 'Окружное шоссе, 13',
        name_for_site: 'Окружное шоссе',
      }),
    )
    .execute();
  const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    opens_minute: weekday < 6 ? 540 : 600,
    closes_minute: 1200,
  }));
  await db
    .insertInto('department_hours')
    .values(
      ['00131', '00052', '00132'].flatMap((department_id_1c) => week.map((hour) => ({ department_id_1c, ...hour }))),
    )
    .execute();
}

function department(id_1c: string, domain: string, city: string, more: Record<string, unknown>) {
  const stem = city.replace(/[ая]$/, '');
  return {
    id_1c,
    parent: '00046',
    domain,
    name_for_site: city,
    city,
    region: 'Вологодская область',
    names_cases: JSON.stringify(
      city === 'Вологда'
        ? {
            nominative: 'Вологда',
            genitive: 'Вологды',
            dative: 'Вологде',
            accusative: 'Вологду',
            instrumental: 'Вологдой',
            prepositional: 'Вологде',
          }
        : {
            nominative: city,
            genitive: `${stem}а`,
            dative: `${stem}у`,
            accusative: city,
            instrumental: `${stem}ом`,
            prepositional: `${stem}е`,
          },
    ),
    base_price: domain,
    address: 'ул. Гончарная, 2',
    work_time: 'Пн–Пт 09:00–20:00;Сб–Вс 10:00–20:00',
    phones: JSON.stringify({ main: '+7 (8172) 00-35-35|+7 (8172) 00-35-36' }),
    ...more,
  };
}

export type ProductDefaults = {
  name?: string;
  article?: string;
  price?: number | null;
  old_price?: number | null;
  on_hand?: number | null;
  category_id?: number;
  price_column?: string;
  store?: string;
  [column: string]: unknown;
};

/**
 * One product with a price (kopecks) and stock (sales units) at Vologda; `on_hand: null` leaves the stock unknown.
 * Returns its row's keys.
 */
export async function makeProduct(db: Db, given: ProductDefaults = {}) {
  const n = nextNumber('product');
  const {
    price = 48_900,
    old_price = null,
    on_hand = 100,
    category_id,
    price_column = 'vologda',
    store = 'store12',
    ...columns
  } = given;
  const model = await db
    .insertInto('models')
    .values({ name: given.name ?? `Штукатурка ${n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const product = await db
    .insertInto('products')
    .values({
      idcode: `${10_000 + n}`,
      model_id: model.id,
      slug: `product-${n}`,
      name: `Штукатурка гипсовая ${n}`,
      article: `A-${n}`,
      unit: 'меш.',
      base_unit: 'кг',
      factor_base: 30,
      factor_sales: 1,
      weight_grams: 30_000,
      ...columns,
    })
    .returning(['id', 'idcode', 'slug', 'name', 'model_id'])
    .executeTakeFirstOrThrow();
  await db.insertInto('prices').values({ price_column, product_id: product.id, price, old_price }).execute();
  if (on_hand !== null) {
    await db
      .insertInto('stock')
      .values({ store, product_id: product.id, on_hand, on_hand_base: on_hand * 30 })
      .execute();
  }
  if (category_id) {
    await db.insertInto('product_categories').values({ product_id: product.id, category_id, is_main: true }).execute();
  }
  return product;
}

type DeliveryZone = { name?: string; days_max?: number; up_to_grams?: number; vehicle?: string };

/** A zone of Vologda, from tomorrow on, with one rate of 390 ₽, without slots. */
export async function makeDeliveryZone(
  db: Db,
  { name = 'Город', days_max = 1, up_to_grams = 100_000_000, vehicle = 'фургон' }: DeliveryZone = {},
) {
  const zone = await db
    .insertInto('delivery_zones')
    .values({ department_id_1c: '00131', name, places: ['вологда'], days_min: 1, days_max })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('delivery_zone_rates')
    .values({ zone_id: zone.id, up_to_grams, price_kopecks: 39_000, vehicle })
    .execute();
  return zone;
}

/** A category under a parent (or a root); the code is its public key. */
export async function makeCategory(db: Db, code: string, name: string, parent_id: number | null = null) {
  const category = await db
    .insertInto('categories')
    .values({ code, name, parent_id })
    .returning(['id', 'code', 'name'])
    .executeTakeFirstOrThrow();
  invalidateCaches(['catalogue']); // as an invalidation does, without waiting for its word to travel
  return category;
}

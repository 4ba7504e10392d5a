import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#platform/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { goodsByConditions } from './action-conditions.ts';
import { ActionCondition, type ActionCondition as Condition } from './action-fields.ts';
import { addActionGoods, listActionGoods, removeActionGoods } from './action-goods.ts';
import { changeAction, createAction } from './save-action.ts';
import { followActionConditions } from './save-action-conditions.ts';
import { mergeValues } from './save-attribute.ts';
import { moveCategory } from './save-category.ts';
import { readStaffAction } from './staff-actions.ts';

const { db } = await testDatabase();
await makeBranches(db);
await db.insertInto('price_columns').values({ price_column: 'zakupka', name: 'Закупка', is_cost: true }).execute();
const mixtures = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const plasters = await makeCategory(db, 'shtukaturki', 'Штукатурки', mixtures.id);
const paints = await makeCategory(db, 'kraski', 'Краски');
const { id: brand_id } = await db
  .insertInto('brands')
  .values({ slug: 'gipsar', name: 'Гипсар' })
  .returning('id')
  .executeTakeFirstOrThrow();
const attributes = await db
  .insertInto('attributes')
  .values([
    { code: 'osnova', name: 'Основа', type: 'text' },
    { code: 'ves', name: 'Вес', type: 'number' },
    { code: 'moroz', name: 'Морозостойкий', type: 'boolean' },
  ])
  .returning('id')
  .execute();
const [base = 0, weight = 0, frost = 0] = attributes.map(({ id }) => id);
const goods = {
  gypsum: await makeProduct(db, {
    ...{ name: 'Гладь', category_id: plasters.id, price: 40_000, brand_id },
    specs: { osnova: 'Гипс', ves: 30, moroz: false },
  }),
  cement: await makeProduct(db, {
    ...{ name: 'Фасад', category_id: plasters.id, price: 60_000 },
    specs: { osnova: 'Цемент', ves: 25, moroz: true },
  }),
  paint: await makeProduct(db, { name: 'Белая', category_id: paints.id, price: 90_000, specs: { ves: 'много' } }),
};
const whole: Condition = {
  ...{ category_id: null, brand_ids: [], attributes: [], price_column: null, price_from: null, price_to: null },
};
const attribute = { values: [], number_from: null, number_to: null };
const dates = { starts_at: new Date('2026-11-01T00:00:00Z'), ends_at: new Date('2099-01-01T00:00:00Z') };
const write = <T>(verb: (trx: Db) => Promise<T>) => db.transaction().execute(verb);
const follow = () => write((db) => followActionConditions(db));

let made = 0;
async function makeAction(conditions: Condition[], more: object = {}) {
  const slug = `akciya-${++made}`;
  const { id } = await write((db) => createAction(db, { slug, name: 'Акция', ...dates, conditions, ...more }));
  return { id, slug };
}

async function namesOf({ id }: { id: number }): Promise<string[]> {
  const found = await listActionGoods(db, id, '', { limit: 100, offset: 0 });
  return found.goods.map(({ name }) => name);
}

async function fitting(condition: Partial<Condition>): Promise<string[]> {
  const { count, goods: found } = await goodsByConditions(db, [{ ...whole, ...condition }], 10);
  expect(count).toBe(found.length);
  return found.map(({ name }) => name).sort();
}

test('a condition asks for a category with what is below it, brands, attributes and a price; all of them at once', async () => {
  expect(await fitting({ category_id: mixtures.id })).toEqual(['Гладь', 'Фасад']);
  expect(await fitting({ brand_ids: [brand_id] })).toEqual(['Гладь']);
  const says = (attribute_id: number, values: string[]) => ({ attributes: [{ ...attribute, attribute_id, values }] });
  expect(await fitting(says(base, ['Гипс', 'Цемент']))).toEqual(['Гладь', 'Фасад']);
  expect(await fitting(says(frost, ['true']))).toEqual(['Фасад']);
  // «Много» is no number, and no error either.
  expect(await fitting({ attributes: [{ ...attribute, attribute_id: weight, number_from: 26 }] })).toEqual(['Гладь']);
  const priced = { price_column: 'vologda', price_from: 50_000, price_to: null };
  expect(await fitting(priced)).toEqual(['Белая', 'Фасад']);
  expect(await fitting({ ...priced, category_id: mixtures.id, price_to: 60_000 })).toEqual(['Фасад']);
  expect(await fitting({ ...priced, brand_ids: [brand_id] })).toEqual([]);
});

test('what makes no sense is refused at its field: nothing asked for, bounds the wrong way round, what is not there', async () => {
  const problems = (given: Partial<Condition>) =>
    ActionCondition.safeParse({ ...whole, ...given }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ]) ?? [];
  expect(problems({})).toEqual([['category_id', 'Выберите раздел, бренд, свойство или цену']]);
  expect(problems({ price_from: 500, price_to: 100, price_column: 'vologda' })).toEqual([
    ['price_to', 'Верхняя цена ниже нижней'],
  ]);
  expect(problems({ price_from: 500 })).toEqual([['price_column', 'Выберите, по каким ценам']]);
  expect(problems({ attributes: [{ ...attribute, attribute_id: base }] })).toEqual([
    ['attributes.0', 'Выберите значения или границы'],
  ]);
  const refused = async (given: Partial<Condition>) => {
    const refusal = await makeAction([{ ...whole, ...given }]).catch((error) => error);
    return refusal.details?.fields;
  };
  expect(await refused({ category_id: 999_999 })).toEqual({ 'conditions.0.category_id': 'Такого раздела нет' });
  expect(await refused({ brand_ids: [999_999] })).toEqual({ 'conditions.0.brand_ids': 'Такого бренда нет' });
  // What is paid for goods is nobody's to ask by: the list would tell of it.
  expect(await refused({ price_column: 'zakupka', price_from: 1 })).toEqual({
    'conditions.0.price_column': 'Такой розничной колонки цен нет',
  });
});

test('goods follow the catalogue: a new product joins, one that left its category or is off leaves, one chosen by hand stays', async () => {
  const action = await makeAction([{ ...whole, category_id: mixtures.id }], { products: [goods.paint.id] });
  expect(await namesOf(action)).toEqual(['Белая', 'Гладь', 'Фасад']);
  await follow();
  expect(await follow()).toBe(0);

  const putty = await makeProduct(db, { name: 'Шпатлёвка', category_id: mixtures.id });
  expect(await follow()).toBe(1);
  expect(await namesOf(action)).toEqual(['Белая', 'Гладь', 'Фасад', 'Шпатлёвка']);

  await db
    .updateTable('product_categories')
    .set({ category_id: paints.id })
    .where('product_id', '=', putty.id)
    .execute();
  await db.updateTable('products').set({ switched_off_at: new Date() }).where('id', '=', goods.cement.id).execute();
  expect(await follow()).toBe(1);
  expect(await namesOf(action)).toEqual(['Белая', 'Гладь']);
  await db.updateTable('products').set({ switched_off_at: null }).where('id', '=', goods.cement.id).execute();
  await db.deleteFrom('products').where('id', '=', putty.id).execute();

  await write((db) => moveCategory(db, paints.id, { parent_id: mixtures.id, place: 0 }, new Date()));
  expect(await follow()).toBe(1);
  await write((db) => removeActionGoods(db, action.id, [goods.paint.id]));
  expect(await namesOf(action)).toEqual(['Белая', 'Гладь', 'Фасад']);
  await write((db) => moveCategory(db, paints.id, { parent_id: null, place: 1 }, new Date()));
  await follow();
  expect(await namesOf(action)).toEqual(['Гладь', 'Фасад']);
});

test('a price that passes the bound moves the product, one of another column does not', async () => {
  const dear = { ...whole, price_column: 'vologda', price_from: 80_000 };
  const action = await makeAction([dear]);
  expect(await namesOf(action)).toEqual(['Белая']);
  await follow();
  await db
    .insertInto('prices')
    .values({ price_column: 'cherepovets', product_id: goods.cement.id, price: 95_000 })
    .execute();
  expect(await follow()).toBe(0);
  await db.updateTable('prices').set({ price: 95_000 }).where('product_id', '=', goods.cement.id).execute();
  expect(await follow()).toBe(1);
  expect(await namesOf(action)).toEqual(['Белая', 'Фасад']);
  await db.updateTable('prices').set({ price: 60_000 }).where('product_id', '=', goods.cement.id).execute();
  await follow();
});

test('what is chosen by hand and what fits are told apart; conditions are read as they were set and replaced as a whole', async () => {
  const conditions: Condition[] = [
    { ...whole, brand_ids: [brand_id], attributes: [{ ...attribute, attribute_id: base, values: ['Гипс'] }] },
    { ...whole, category_id: paints.id, price_column: 'cherepovets', price_from: 1, price_to: 2 },
  ];
  const action = await makeAction(conditions);
  expect((await readStaffAction(db, null, action.id, new Date()))?.conditions).toEqual(conditions);
  expect(await write((db) => addActionGoods(db, action.id, { product_ids: [goods.gypsum.id] }))).toEqual({
    added: 1,
    unknown: [],
  });
  const { goods: rows, listed } = await listActionGoods(db, action.id, '', { limit: 10, offset: 0 });
  expect([rows.map(({ is_listed, is_by_conditions }) => [is_listed, is_by_conditions]), listed]).toEqual([
    [[true, true]],
    1,
  ]);
  await write((db) => changeAction(db, action.slug, { conditions: [] }));
  expect(await namesOf(action)).toEqual(['Гладь']);
  await write((db) => removeActionGoods(db, action.id, null));
  expect(await namesOf(action)).toEqual([]);
});

test('a promotion that is over keeps its goods; prolonged, it catches up', async () => {
  const action = await makeAction([{ ...whole, category_id: mixtures.id }], {
    ends_at: new Date('2026-11-02T00:00:00Z'),
  });
  const primer = await makeProduct(db, { name: 'Грунт', category_id: mixtures.id });
  await follow();
  expect(await namesOf(action)).toEqual(['Гладь', 'Фасад']);
  await write((db) => changeAction(db, action.slug, { ends_at: dates.ends_at }));
  expect(await namesOf(action)).toEqual(['Гладь', 'Грунт', 'Фасад']);
  await db.deleteFrom('products').where('id', '=', primer.id).execute();
});

test('merged values of an attribute are merged in the conditions too', async () => {
  const values = ['Цемент', 'Известь'];
  const action = await makeAction([{ ...whole, attributes: [{ ...attribute, attribute_id: base, values }] }]);
  await write((db) => mergeValues(db, { code: 'osnova', type: 'text' }, { from: ['Цемент'], into: 'Портландцемент' }));
  await follow();
  expect(await namesOf(action)).toEqual(['Фасад']);
});

test('more goods than 10,000 are refused; what grows beyond them later stays out', async () => {
  const many = await makeCategory(db, 'metizy', 'Метизы');
  const { model_id } = goods.paint;
  await sql`
    with made as (
      insert into products (idcode, model_id, slug, name, unit, base_unit)
      select 'M' || n, ${model_id}, 'metiz-' || n, 'Болт ' || n, 'шт', 'шт' from generate_series(1, 10001) n returning id
    )
    insert into product_categories (product_id, category_id, is_main) select id, ${many.id}, true from made`.execute(
    db,
  );
  await expect(makeAction([{ ...whole, category_id: many.id }])).rejects.toMatchObject({
    message: expect.stringMatching(/В акции вышло бы 10\s001\sтовар, а помещается 10\s000/),
  });
  expect((await goodsByConditions(db, [{ ...whole, category_id: many.id }], 1)).count).toBe(10_001);
  await sql`delete from products where idcode in ('M1', 'M2')`.execute(db);
  const action = await makeAction([{ ...whole, category_id: many.id }]);
  await sql`
    with made as (
      insert into products (idcode, model_id, slug, name, unit, base_unit)
      select 'N' || n, ${model_id}, 'gayka-' || n, 'Гайка ' || n, 'шт', 'шт' from generate_series(1, 5) n returning id
    )
    insert into product_categories (product_id, category_id, is_main) select id, ${many.id}, true from made`.execute(
    db,
  );
  await follow();
  expect((await listActionGoods(db, action.id, '', { limit: 1, offset: 0 })).count).toBe(10_000);
});

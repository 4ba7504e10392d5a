import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { placeOrder } from '#modules/orders/place-order.ts';
import { ensure } from '#shared/ensure.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
  group,
  groups,
  offer,
  offersPackage,
  type PackageFiles,
  prices,
  priceType,
  productOf,
  rests,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { mapPriceType } from '../change-mapping.ts';
import { changeNode, createNode } from '../exchange/nodes.ts';
import { rollBackPackage } from './rollback.ts';

const { db, url, onec, receive } = await onecShop();

const node = async (login: string) =>
  (await createNode(db, { name: `База ${login}`, login, password: `гвоздь-и-молоток-${login.length}7` })).id;

const lastPackage = async () =>
  ensure(
    (
      await db.selectFrom('onec_packages').select('id').where('state', '=', 'imported').orderBy('id', 'desc').execute()
    )[0],
  ).id;

const takeBack = async (id?: number) => rollBackPackage(url, id ?? (await lastPackage()), 'Вера');

type Sent = {
  goods: Record<string, string>;
  price?: number;
  rest?: number;
  tree?: string[];
  type?: string;
  more?: string;
};

/** Everything that a base says: its groups, goods with a property, prices of one type, stock of one warehouse. */
function filesOf(
  id: string,
  { goods, price = 100, rest = 5, tree = ['g1'], type = 'x', more = '' }: Sent,
): PackageFiles {
  const property = `<Свойства><Свойство><Ид>colour</Ид><Наименование>Цвет</Наименование></Свойство></Свойства>`;
  const ids = Object.keys(goods);
  return {
    'import.xml': commerceml(
      classifier(groups(...tree.map((name) => group(name, `Группа ${name}`))) + property, { id }) +
        catalog(
          ids.map((one) => good(one, goods[one] ?? '', more)),
          { id, changes: false },
        ),
    ),
    'offers.xml': commerceml(
      offersPackage(
        ids.map((one) => offer(one, goods[one] ?? '', prices({ [type]: price }), rests({ main: rest }))),
        {
          types: priceType(type, 'Розничная Вологда'),
          warehouses: '<Склад><Ид>main</Ид><Наименование>Склад Вологда</Наименование></Склад>',
          catalog_id: id,
          changes: false,
        },
      ),
    ),
  };
}

/** What tells of the work itself, and is not the shop: a package that was rolled back leaves its records there. */
const logs = new Map([
  ['price_changes', 'every change of a price, those back too: what was charged decides of old prices'],
  ['onec_packages', 'the package itself, with who took it back'],
  ['onec_sessions', 'the exchange in which it came'],
  ...['onec_changes', 'onec_created', 'onec_price_changes', 'onec_stock_changes', 'onec_owners_before'].map(
    (table): [string, string] => [table, 'what the package changed, kept for two weeks'],
  ),
  ...['onec_goods_before', 'onec_offers_before', 'onec_groups_before'].map((table): [string, string] => [
    table,
    'what 1C had said before the package, kept for two weeks',
  ]),
  ['catalogue_losses', 'tells processes which goods to read again'],
  ['catalogue_version', 'counts what they have read'],
  ['office_messages', 'tells open screens of the back office that something changed'],
  ['onec_listed', 'what the exchange listed, until its day is over'],
]);

/** Where rows stay that the package brought, switched off or of no use to anybody; those of before are as they were. */
const added = new Map([
  ['products', 'goods that it brought are switched off: orders, links and ratings may name them'],
  ['models', 'of such goods'],
  ['product_former_slugs', 'addresses that goods had meanwhile lead to them'],
  ['category_former_codes', 'addresses that groups had meanwhile lead to them'],
  ['product_categories', 'of such goods'],
  ['prices', 'of such goods'],
  ['stock', 'of such goods'],
  ['categories', 'groups that it brought are switched off'],
  ['onec_groups', 'of such groups, as absent'],
  ['dynamic_menus', 'of such groups: a menu shows what is on'],
  ['attributes', 'dictionaries are of all bases together'],
  ['attribute_values', 'dictionaries are of all bases together'],
  ['onec_properties', 'dictionaries are of all bases together'],
  ['onec_property_values', 'dictionaries are of all bases together'],
  ['onec_units', 'dictionaries are of all bases together'],
  ['units', 'dictionaries are of all bases together'],
  ['brands', 'brands are of the shop, too'],
  ['mails', 'that an order had become short was written to its branch'],
]);

/** When a row was written, not what it says. */
const stamps = ['changed_at', 'changed_xid', 'updated_at'];

/** Every row of every table, by table. */
async function everything(): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(db);
  const all = new Map<string, string[]>();
  for (const { name } of tables) {
    if (logs.has(name)) continue;
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${stamps}::text[])::text as row from ${sql.table(name)} t order by 1`.execute(db);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Tables that are not as before, with what differs. */
function differences(before: Map<string, string[]>, after: Map<string, string[]>) {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? [];
    const gone = rows.filter((row) => !now.includes(row));
    const come = added.has(table) ? [] : now.filter((row) => !rows.includes(row));
    return gone.length + come.length > 0 ? [{ table, gone, come }] : [];
  });
}

test('[16.4] the first package of a node rolled back, every table is as before it: goods, orders, and whose all of it is', async () => {
  const shopGoods = { c1: 'Гипс', c2: 'Мел', c3: 'Клей' };
  const more =
    '<ЗначенияСвойств><ЗначенияСвойства><Ид>colour</Ид><Значение>белый</Значение></ЗначенияСвойства></ЗначенияСвойств>';
  await onec.import(filesOf('shop', { goods: shopGoods, more }));
  const other = await node('other');
  await receive(other, filesOf('other', { goods: { o1: 'Чужой' }, tree: ['o'], type: 'theirs' }));
  const ordered = ensure(await productOf(db, 'c1'));
  await db.transaction().execute(async (db) => placeOrder(db, await orderPlace(db), orderInput([[ordered, 2]])));
  const base = await node('base');
  const before = await everything();

  const renamed = { c1: 'Гипс строительный', c2: 'Мел', n1: 'Новый' };
  const brand = '<Изготовитель><Наименование>Завод</Наименование></Изготовитель>';
  const sent = filesOf('shop', { goods: renamed, price: 250, rest: 1, tree: ['g2'], type: 'own', more: brand });
  expect(await receive(base, sent)).toMatchObject({ result: 'imported', goods: { created: 1, switched_off: 1 } });
  expect(differences(before, await everything()).map(({ table }) => table)).toEqual(
    expect.arrayContaining(['products', 'prices', 'stock', 'onec_catalogs', 'onec_groups', 'onec_price_types']),
  );
  const { left, words } = await takeBack();
  expect({ left, words }).toEqual({ left: 0, words: [] });
  const after = await everything();
  expect(differences(before, after)).toEqual([]);
  const off = await db.selectFrom('products').select('switched_off_at').where('id_1c', '=', 'n1').executeTakeFirst();
  expect(off?.switched_off_at).not.toBeNull();

  // Nobody is refused for its sake, and it may come again.
  expect(await receive(await node('heir'), filesOf('shop', { goods: shopGoods }))).toMatchObject({
    result: 'imported',
  });
  await takeBack();
  expect(await receive(base, sent)).toMatchObject({ result: 'imported' });
  await takeBack();
  expect(differences(before, await everything()).filter(({ table }) => table !== 'onec_nodes')).toEqual([]);
});

const mapping = async () => {
  const { rows } = await sql<{ words: string }>`
    select 'catalog ' || c.catalog_id_1c || ' ' || n.login as words from onec_catalogs c join onec_nodes n on n.id = c.node_id
    union all select 'type ' || coalesce(n.login, 'none') || ' ' || t.id_1c || ' ' || coalesce(t.price_column, 'waits')
      from onec_price_types t left join onec_nodes n on n.id = t.node_id
    union all select 'warehouse ' || coalesce(n.login, 'none') || ' ' || w.id_1c || ' ' || coalesce(w.store, 'waits')
      from onec_warehouses w left join onec_nodes n on n.id = w.node_id
    order by 1`.execute(db);
  return rows.map(({ words }) => words);
};

test('while a later package of the node stands, its catalogue stays with it, which is said; with that one all goes back', async () => {
  const late = await node('late');
  const before = await mapping();
  const sent = (price: number) => filesOf('late', { goods: { l1: 'Лист' }, price, tree: ['l'] });
  await receive(late, sent(100));
  const first = await lastPackage();
  await receive(late, sent(110));
  const stays = await mapping();
  const { words } = await takeBack(first);
  expect(words.map(({ text }) => text)).toContain(
    'каталог «late»: остался как есть, он нужен пакетам, принятым позже, или его изменили после пакета',
  );
  expect(await mapping()).toEqual(stays);
  await takeBack();
  expect(await mapping()).toEqual(before);
});

test('a catalogue that was taken from a node that is off goes back to it with its rules, the owner’s choice stays', async () => {
  const former = await node('former');
  const sent = (price: number) => filesOf('moved', { goods: { m1: 'Мешок' }, price, tree: ['m'] });
  await receive(former, sent(100));
  await mapPriceType(url, { type: 'x', price_column: 'cherepovets', target: 'price', node_id: former });
  await changeNode(db, 'former', { is_on: false });
  const before = await mapping();
  const heir = await node('next');
  await receive(heir, sent(120));
  expect(await mapping()).not.toEqual(before);
  await takeBack();
  expect(await mapping()).toEqual(before);

  await receive(heir, sent(120));
  await mapPriceType(url, { type: 'x', price_column: 'vologda_b2b', target: 'price', node_id: heir });
  const { words } = await takeBack();
  expect(words.filter(({ text }) => text.startsWith('вид цены'))).toHaveLength(1);
  expect(await mapping()).toContain('type next x vologda_b2b');
});

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { commands } from '#src/commands/onec.ts';
import { commands as exchangeCommands } from '#src/commands/onec-exchange.ts';
import { commands as mapCommands } from '#src/commands/onec-map.ts';
import { commands as ownedCommands } from '#src/commands/owned.ts';
import { makeUser } from '#test/support/accounts.ts';
import { wordsRunner } from '#test/support/command.ts';
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
import { orderBy } from '#test/support/orders.ts';
import { readMapping } from './change-mapping.ts';
import { rollBackPackage } from './changes/rollback.ts';
import { changeNode, createNode } from './exchange/nodes.ts';
import { rehearsePackage } from './import-package.ts';
import { deriveReleased } from './own-fields.ts';
import { handOverOrders } from './sale/hand-over-orders.ts';

const { db, url, onec, receive } = await onecShop();
const shop = wordsRunner([...commands, ...mapCommands, ...exchangeCommands, ...ownedCommands], { db, url });

/** Bases that were copied from one another: ids are the same, what they mean is not. */
const north = { id: 0, login: 'north', title: 'Северная база', catalog: 'north', goods: ['a1', 'a2'] };
const south = { id: 0, login: 'south', title: 'Южная база', catalog: 'south', goods: ['b1', 'b2'] };
type Base = typeof north;

const node = async ({ login, title }: { login: string; title: string }) =>
  (await createNode(db, { name: title, login, password: `гвоздь-и-молоток-${login.length}` })).id;

beforeAll(async () => {
  north.id = await node(north);
  south.id = await node(south);
});

type Sent = { x?: number; y?: number; one?: number; two?: number };

const declaredTypes = priceType('x', 'Первая') + priceType('y', 'Вторая');
const warehousesOf = ({ login }: { login: string }) =>
  ['one', 'two'].map((id) => `<Склад><Ид>${id}</Ид><Наименование>${id} ${login}</Наименование></Склад>`).join('');

/** Changes of all goods of a base, with its price types x and y and its warehouses one and two. */
function filesOf(base: Base, { x = 10, y = 20, one = 1, two = 2 }: Sent, tree = ''): PackageFiles {
  const goods = base.goods.map((id) => good(id, `Товар ${id}`));
  const offers = base.goods.map((id) => offer(id, `Товар ${id}`, prices({ x, y }), rests({ one, two })));
  return {
    'import.xml': commerceml(tree + catalog(goods, { id: base.catalog, changes: true })),
    'offers.xml': commerceml(
      offersPackage(offers, {
        types: declaredTypes,
        warehouses: warehousesOf(base),
        catalog_id: base.catalog,
        changes: true,
      }),
    ),
  };
}

/** Prices in roubles and stock of a good, by column and store. */
async function now(id: string) {
  const { id: product_id } = (await productOf(db, id)) ?? { id: 0 };
  const priced = await db
    .selectFrom('prices')
    .select(['price_column', 'price'])
    .where('product_id', '=', product_id)
    .where('price', 'is not', null)
    .execute();
  const stocked = await db
    .selectFrom('stock')
    .select(['store', 'on_hand'])
    .where('product_id', '=', product_id)
    .where('on_hand', '<>', 0)
    .execute();
  return {
    ...Object.fromEntries(priced.map(({ price_column, price }) => [price_column, (price ?? 0) / 100])),
    ...Object.fromEntries(stocked.map(({ store, on_hand }) => [store, on_hand])),
  };
}

const packageOf = async ({ id: node_id }: Base) =>
  (await db.selectFrom('onec_packages').select('id').where('node_id', '=', node_id).orderBy('id', 'desc').execute())[0]
    ?.id ?? 0;

test('[2.14] a node takes no name that another has, and keeps its own', async () => {
  const password = randomUUID();
  await createNode(db, { name: 'Занятое', login: `taken-${password}`, password });
  await createNode(db, { name: 'Своё', login: `own-${password}`, password: randomUUID() });
  await expect(changeNode(db, `own-${password}`, { name: 'Занятое' })).rejects.toMatchObject({
    code: 'bad_input',
    details: { fields: { name: 'Узел с таким названием уже есть' } },
  });
  await changeNode(db, `own-${password}`, { name: 'Своё', takes_zip: false });
  // At the same instant: one has it, the other is informed at the field.
  const both = await Promise.allSettled(
    ['taken', 'own'].map((login) =>
      db.transaction().execute(async (db) => {
        await changeNode(db, `${login}-${password}`, { name: 'Одно на двоих' });
        await setTimeout(50);
      }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'bad_input', details: { fields: { name: 'Узел с таким названием уже есть' } } },
  });
  const again = { name: 'Одно на двоих', login: `third-${password}`, password: randomUUID() };
  await expect(db.transaction().execute((db) => createNode(db, again))).rejects.toMatchObject({
    details: { fields: { name: 'Узел с таким названием уже есть' } },
  });
  await sql`delete from onec_nodes where login like ${`%-${password}`}`.execute(db);
});

test('two bases that share ids of price types and warehouses wait for the owner, each with rows of its own', async () => {
  const [first, second] = await Promise.all([
    receive(north.id, filesOf(north, {})),
    receive(south.id, filesOf(south, {})),
  ]);
  expect([first.result, second.result]).toEqual(['imported', 'imported']);
  expect([await now('a1'), await now('b1')]).toEqual([{}, {}]);
  const words = await shop('onec map unknown');
  for (const { login } of [north, south]) {
    expect(words).toContain(`вид цены «Первая»: onec map --node ${login} --price-type 'Первая' --column КОЛОНКА`);
    expect(words).toContain(`склад «one ${login}»: onec map --node ${login} --warehouse 'one ${login}' --store СКЛАД`);
  }
  expect(await shop('onec map', [], { 'price-type': 'x', column: 'vologda' })).toBe(
    'Не сделано: вид цены «x» есть у нескольких узлов обмена, укажите узел: north, south',
  );
  expect(await shop('onec map', [], { warehouse: 'one', store: 'store12', node: 'none' })).toBe(
    'Не сделано: 1С не присылала склад «one»',
  );
  expect(await shop('onec map', [], { warehouse: 'one', store: 'store12', node: 'nobody' })).toBe(
    'Узла обмена nobody нет',
  );
});

test('each good has the price column and the store of its own base, now and when both send at once', async () => {
  await shop('onec map', [], { node: 'north', 'price-type': 'x', column: 'vologda' });
  await shop('onec map', [], { node: 'north', 'price-type': 'y', column: 'vologda_b2b' });
  await shop('onec map', [], { node: 'south', 'price-type': 'Первая', column: 'cherepovets' });
  await shop('onec map', [], { node: 'south', 'price-type': 'y', column: 'cherepovets', old: true });
  await shop('onec map', [], { node: 'north', warehouse: 'one', store: 'store12' });
  await shop('onec map', [], { node: 'north', warehouse: 'two', store: 'store52' });
  await shop('onec map', [], { node: 'south', warehouse: 'one', store: 'store52' });
  await shop('onec map', [], { node: 'south', warehouse: 'two', store: 'store12' });
  expect(await now('a1')).toEqual({ vologda: 10, vologda_b2b: 20, store12: 1, store52: 2 });
  expect(await now('b1')).toEqual({ cherepovets: 10, store12: 2, store52: 1 });

  await Promise.all([
    receive(north.id, filesOf(north, { x: 11, y: 21, one: 3, two: 4 })),
    receive(south.id, filesOf(south, { x: 12, y: 22, one: 50, two: 60 })),
  ]);
  expect(await now('a2')).toEqual({ vologda: 11, vologda_b2b: 21, store12: 3, store52: 4 });
  expect(await now('b2')).toEqual({ cherepovets: 12, store12: 60, store52: 50 });
  const { price_types } = await readMapping(url);
  // Listed as they were first seen, and which base was first is chance.
  const listed = price_types.map(({ node, id, price_column }) => [node?.login, id, price_column]);
  expect(listed.sort((a, b) => a.join().localeCompare(b.join()))).toEqual([
    ['north', 'x', 'vologda'],
    ['north', 'y', 'vologda_b2b'],
    ['south', 'x', 'cherepovets'],
    ['south', 'y', 'cherepovets'],
  ]);
});

test('a package of one base is rolled back, the other’s stands', async () => {
  const before = await now('b1');
  await receive(north.id, filesOf(north, { x: 15, one: 9 }));
  expect(await now('a1')).toMatchObject({ vologda: 15, store12: 9 });
  await rollBackPackage(url, await packageOf(north), 'Мария');
  expect(await now('a1')).toEqual({ vologda: 11, vologda_b2b: 21, store12: 3, store52: 4 });
  expect(await now('b1')).toEqual(before);
});

test('what a command is given goes by the rules of the base whose catalogue it is, rehearsed as well', async () => {
  const path = await onec.write(filesOf(south, { x: 14, one: 51, two: 61 }));
  const rehearsed = await rehearsePackage({ url, path, filesDir: onec.filesDir });
  const { changes } = await db
    .selectFrom('onec_packages')
    .select('changes')
    .where('id', '=', rehearsed.package_id ?? 0)
    .executeTakeFirstOrThrow();
  expect(changes).toMatchObject({ prices: { appeared: 0, gone: 0 }, stock: { changed: 4 } });
  expect(rehearsed.price_types).toEqual([
    { id: 'x', name: 'Первая', price_column: 'cherepovets', target: 'price' },
    { id: 'y', name: 'Вторая', price_column: 'cherepovets', target: 'old_price' },
  ]);
  expect(await now('b1')).toMatchObject({ cherepovets: 12 });
  await onec.take(path);
  expect(await now('b1')).toEqual({ cherepovets: 14, store12: 61, store52: 51 });
  expect((await readMapping(url)).price_types).toHaveLength(4);
  const both = await onec.import({
    'import.xml': commerceml(catalog([good('c1', 'Чужой')], { id: 'stranger', changes: true })),
    'south.xml': filesOf(south, {})['import.xml'] ?? '',
  });
  expect(both.reason).toContain(
    'в пакете каталоги разных баз 1С («south» — узел «Южная база», «stranger» — без узла): импортируйте их по одному',
  );
});

test('an order goes to its base with the warehouse that feeds the store there', async () => {
  const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
  const [product] = [(await productOf(db, 'a1'))!];
  const ask = (node_id: number) =>
    db
      .transaction()
      .execute((db) => handOverOrders(db, { node_id, session_id: randomUUID(), encoding: 'utf-8', version: null }));
  await ask(north.id); // all branches but those named go to the base that asks first
  await sql`insert into onec_order_branches (department_id_1c, node_id) values ('00052', ${south.id})`.execute(db);
  await orderBy(db, anna, [[product, 1]]);
  await orderBy(db, anna, [[(await productOf(db, 'b1'))!, 1]], { branch: '00052' });
  const warehouse = async (node_id: number) => {
    const { xml, orders } = await ask(node_id);
    return [orders, ...(/<Склады>\s*<Склад>\s*<Ид>(.*?)<\/Ид>\s*<Наименование>(.*?)</.exec(xml) ?? []).slice(1)];
  };
  expect(await warehouse(north.id)).toEqual([1, 'one', 'one north']);
  expect(await warehouse(south.id)).toEqual([1, 'one', 'one south']);
});

test('a shared group is one category; the base that described it first names and moves it, which the package says', async () => {
  const tree = (name: string, ...more: string[]) => classifier(groups(group('g1', name), ...more), { changes: false });
  await receive(north.id, filesOf(north, {}, tree('Кисти', group('g2', 'Валики'))));
  const refused = await receive(south.id, filesOf(south, {}, tree('Трубы', group('g3', 'Фитинги'))));
  const category = async (id: string) =>
    db.selectFrom('categories').select(['name', 'switched_off_at']).where('id_1c', '=', id).executeTakeFirst();
  expect(refused.groups.refused).toEqual([
    {
      id: 'g1',
      name: 'Трубы',
      line: expect.any(Number),
      reason:
        'группу с этим Ид ведёт узел «Северная база», там она «Кисти»: другое описание не принято, товары встают в неё же',
    },
  ]);
  expect(refused.groups).toMatchObject({ read: 2, created: 1, changed: 0, switched_off: 0 });
  expect(await category('g1')).toEqual({ name: 'Кисти', switched_off_at: null });
  // Nor does a full tree of one base switch off what it has not: they may share its id, too.
  expect(await category('g2')).toEqual({ name: 'Валики', switched_off_at: null });
  const again = await receive(south.id, filesOf(south, {}, tree('Кисти', group('g3', 'Фитинги'))));
  expect(again.groups).toMatchObject({ refused: [], unchanged: 2 });

  // What the first does not list any more is the other's, as long as that has it.
  await receive(north.id, filesOf(north, {}, classifier(groups(group('g2', 'Валики')), { changes: false })));
  expect((await category('g1'))?.switched_off_at).not.toBeNull();
  await receive(south.id, filesOf(south, {}, tree('Трубы', group('g3', 'Фитинги'))));
  expect(await category('g1')).toEqual({ name: 'Трубы', switched_off_at: null });
  const late = await receive(north.id, filesOf(north, {}, tree('Кисти', group('g2', 'Валики'))));
  expect(late.groups.refused[0]?.reason).toContain('ведёт узел «Южная база», там она «Трубы»');
});

test('a base of another city guesses by names, but its only warehouse and its total wait: there are others', async () => {
  const west = { ...north, login: 'west', title: 'Западная база', catalog: 'west', goods: ['w1'] };
  west.id = await node(west);
  const summary = await receive(west.id, {
    'import.xml': commerceml(catalog([good('w1', 'Товар w1')], { id: 'west', changes: true })),
    'offers.xml': commerceml(
      offersPackage([offer('w1', '', prices({ x: 5 }), '<Количество>7</Количество>')], {
        types: priceType('x', 'BASE'),
        catalog_id: 'west',
        changes: true,
      }),
    ),
  });
  expect(summary.price_types).toEqual([{ id: 'x', name: 'BASE', price_column: null, target: null }]);
  expect(summary.notes).toEqual([
    'Склад «Общий остаток без складов» ни на один филиал не похож: его остатки ждут: npm run shop -- onec map unknown',
  ]);
  expect(await now('w1')).toEqual({});
});

test('a catalogue that came by command brings its rules to the node that takes it, and from node to node', async () => {
  const east = { ...north, login: 'east', title: 'Восточная база', catalog: 'east', goods: ['e1'] };
  await onec.import(filesOf(east, {}));
  await shop('onec map', [], { node: 'none', 'price-type': 'x', column: 'cherepovets' });
  await shop('onec map', [], { node: 'none', warehouse: 'one', store: 'store52' });
  const expected = { cherepovets: 10, store52: 1 };
  expect(await now('e1')).toEqual(expected);
  const owners = async () =>
    [...new Set((await readMapping(url)).price_types.map(({ node }) => node?.login ?? 'none'))].sort();

  east.id = await node(east);
  await receive(east.id, filesOf(east, {}));
  expect(await now('e1')).toEqual(expected);
  expect(await owners()).toEqual(['east', 'north', 'south', 'west']);

  // The base moves to a new node: the former one is switched off.
  const moved = { ...east, login: 'east2', title: 'Восточная база, новая' };
  moved.id = await node(moved);
  await changeNode(db, 'east', { is_on: false });
  await receive(moved.id, filesOf(moved, { x: 13 }));
  expect(await now('e1')).toEqual({ ...expected, cherepovets: 13 });
  expect(await owners()).toEqual(['east2', 'north', 'south', 'west']);

  // Given to a base with rules of its own for the same ids, its goods go by those at once.
  expect(await shop('onec catalogs move', ['east'], { node: 'south' })).toBe('Каталог east теперь ведёт узел south.');
  expect(await now('e1')).toEqual({ cherepovets: 13, store12: 2, store52: 1 });
  expect(await shop('onec catalogs move', ['east'], { node: 'north' })).toBe('Каталог east теперь ведёт узел north.');
  expect(await now('e1')).toEqual({ vologda: 13, vologda_b2b: 20, store12: 1, store52: 2 });
  expect(await owners()).toEqual(['north', 'south', 'west']);
});

test('goods without an id of their catalogue belong to a node like any others', async () => {
  const nameless = (id: string) => ({
    'import.xml': commerceml(
      `<Каталог СодержитТолькоИзменения="true"><Наименование>Каталог</Наименование><Товары>${good(id, `Товар ${id}`)}</Товары></Каталог>`,
    ),
    'offers.xml': commerceml(
      `<ИзмененияПакетаПредложений><Ид>p</Ид><Предложения>${offer(id, '', prices({ x: 30 }), rests({ one: 6 }))}</Предложения></ИзмененияПакетаПредложений>`,
    ),
  });
  await receive(south.id, nameless('n1'));
  expect(await now('n1')).toEqual({ cherepovets: 30, store52: 6 });
  expect((await receive(north.id, nameless('n2'))).reason).toContain(
    'каталог без Ид ведёт узел «Южная база»: две базы выключали бы товары друг друга',
  );
  // Changes of offers need not name one: their goods say whose they are.
  expect((await receive(north.id, { 'offers.xml': nameless('a1')['offers.xml'] })).result).toBe('imported');
  expect(await now('a1')).toMatchObject({ vologda: 30, store12: 6 });
  expect(await shop('onec catalogs')).toContain('без Ид  Южная база  south');
});

test('[2.14] fields of all goods that the shop leads by a rule of a node are left alone by its packages, which do not even show them', async () => {
  const named = (base: Base, name: string, more: string[] = []): PackageFiles => {
    const goods = [...base.goods, ...more].map((id) => good(id, `${name} ${id}`));
    return { 'import.xml': commerceml(catalog(goods, { id: base.catalog, changes: true })) };
  };
  const nameOf = async (id: string) => (await productOf(db, id))?.name;
  await receive(north.id, named(north, 'Прежний'));
  await receive(south.id, named(south, 'Прежний'));
  await db.transaction().execute((db) => changeNode(db, north.login, { own_fields: ['description', 'name'] }));

  const path = await onec.write(named(north, 'Новый', ['a3']));
  const rehearsed = await rehearsePackage({ url, path, filesDir: onec.filesDir });
  const { changes } = await db
    .selectFrom('onec_packages')
    .select('changes')
    .where('id', '=', rehearsed.package_id ?? 0)
    .executeTakeFirstOrThrow();
  expect(changes).toMatchObject({ goods: { created: 1, changed: 0, renamed: 0 } });

  await receive(north.id, named(north, 'Новый', ['a3']));
  await receive(south.id, named(south, 'Новый'));
  expect(await Promise.all(['a1', 'a2', 'a3', 'b1'].map(nameOf))).toEqual([
    'Прежний a1',
    'Прежний a2',
    'Новый a3',
    'Новый b1',
  ]);
  expect(await shop('onec nodes')).toContain('магазин ведёт description, name');
  expect(await shop('onec own')).toContain('все товары узла «Северная база»  name  навсегда');

  // Given back, what 1C said last stands there once the job is done; what the shop still leads stays.
  await db.transaction().execute((db) => changeNode(db, north.login, { own_fields: ['description'] }));
  await deriveReleased(url);
  expect(await Promise.all(['a1', 'a3', 'b1'].map(nameOf))).toEqual(['Новый a1', 'Новый a3', 'Новый b1']);
  expect((await db.selectFrom('field_owners').select(['field', 'node_id']).execute()) as object[]).toEqual([
    { field: 'description', node_id: north.id },
  ]);

  expect(await shop('onec own take', ['all', 'name'], { node: 'south' })).toBe('Поле name ведёт магазин, навсегда.');
  await receive(south.id, named(south, 'Новейший'));
  expect(await nameOf('b1')).toBe('Новый b1');
  expect(await shop('onec own return', ['all', 'name'], { node: 'south' })).toBe('Поле name снова ведёт 1С.');
  expect(await nameOf('b1')).toBe('Новейший b1');
  expect(await shop('onec own take', ['all', 'name'], { node: 'nowhere' })).toBe('Узла обмена nowhere нет');
  expect(await shop('onec own take', ['b1', 'name'], { node: 'south' })).toBe('--node: только вместе с all');
});

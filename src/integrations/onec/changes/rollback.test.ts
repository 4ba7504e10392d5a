import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { takeFields } from '#modules/catalogue/field-owners.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { ensure } from '#shared/ensure.ts';
import { commands } from '#src/commands/onec-decisions.ts';
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
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { mapWarehouse } from '../change-mapping.ts';
import { createNode } from '../exchange/nodes.ts';
import { rehearsePackage } from '../import-package.ts';
import type { Finding } from './guards.ts';
import { rollBackPackage } from './rollback.ts';
import { listChanges, rowKinds } from './rows.ts';

const { db, url, onec, receive: receiving } = await onecShop();
const shop = wordsRunner(commands, { db, url });
let node_id: number;

beforeAll(async () => {
  ({ id: node_id } = await createNode(db, { name: 'База', login: 'base', password: 'гвоздь-и-молоток-17' }));
});

const receive = (files: PackageFiles, approved: Finding[] | null = null) => receiving(node_id, files, approved);

type Good = { id: string; name: string; group?: string; factor?: string; off?: boolean };
type Offer = { id: string; prices?: Record<string, string | number>; rests?: Record<string, number> };

const files = (
  goods: Good[],
  offers: Offer[],
  { id = 'own', changes = true, own = ['g1'] }: { id?: string; changes?: boolean; own?: string[] } = {},
): PackageFiles => ({
  'import.xml': commerceml(
    classifier(groups(...own.map((name) => group(name, `Группа ${name}`))), { id, changes }) +
      catalog(
        goods.map(({ id, name, group = 'g1', factor, off }) =>
          good(
            id,
            name,
            factor
              ? `<БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>${factor}</Коэффициент></Пересчет></БазоваяЕдиница>`
              : '',
            { group, attributes: off ? ' Статус="Удален"' : '' },
          ),
        ),
        { id, changes },
      ),
  ),
  'offers.xml': commerceml(
    offersPackage(
      offers.map((one) => offer(one.id, '', prices(one.prices ?? {}), rests(one.rests ?? {}))),
      { types: retail + priceType('cher', 'Череповец'), catalog_id: id, changes },
    ),
  ),
});

const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

/** All that a package may change, row by row, without when it was changed. */
async function contents(): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; row: string }>`
    select 'product ' || id as key, (to_jsonb(p) - '{changed_at,changed_xid,switched_off_at}'::text[]
      || jsonb_build_object('is_on', switched_off_at is null))::text as row from products p
    union all select 'price ' || price_column || product_id, price || ' ' || coalesce(old_price, 0) from prices where price is not null
    union all select 'tier ' || price_column || product_id || ' ' || from_count, price::text from price_tiers
    union all select 'stock ' || store || product_id, on_hand_base::float || ' ' || on_hand || ' ' || reserved from stock
    union all select 'place ' || product_id || ' ' || category_id, is_main::text from product_categories
    union all select 'category ' || id, (to_jsonb(c) - '{changed_at,switched_off_at}'::text[]
      || jsonb_build_object('is_on', switched_off_at is null))::text from categories c
    union all select 'model ' || id, (to_jsonb(m))::text from models m
    union all select 'good ' || id_1c, to_jsonb(g)::text from onec_goods g
    union all select 'offer ' || id_1c, to_jsonb(o)::text from onec_offers o
    union all select 'group ' || id_1c, to_jsonb(g)::text from onec_groups g`.execute(db);
  return new Map(rows.map(({ key, row }) => [key, row]));
}

test('whatever a package changed, rolled back the shop is as before it; what it brought is off', async () => {
  const id = fc.constantFrom('r1', 'r2', 'r3', 'r1#a', 'r1#b', 'r2#a');
  const price = fc.constantFrom('0', '10', '9,99', '120.5');
  const aGood = fc.record({
    id,
    name: fc.constantFrom('Гипс', 'Мел', 'Клей', 'Саморез 3,5×25'),
    group: fc.constantFrom('g1', 'g2', 'g9'),
    factor: fc.constantFrom('', '2,5', '30'),
    off: fc.boolean(),
  });
  const anOffer = fc.record({
    id,
    prices: fc.record({ retail: price, cher: price }, { requiredKeys: [] }),
    rests: fc.record({ main: fc.integer({ min: 0, max: 9 }) }, { requiredKeys: [] }),
  });
  const aPackage = fc.record({
    goods: fc.array(aGood, { maxLength: 6 }),
    offers: fc.array(anOffer, { maxLength: 6 }),
    changes: fc.boolean(),
    own: fc.subarray(['g1', 'g2']),
  });
  await fc.assert(
    fc.asyncProperty(aPackage, aPackage, async (first, second) => {
      const take = ({ goods, offers, ...more }: typeof first) =>
        onec.import(files(goods, offers, { ...more, id: 'random' }));
      await take(first);
      const before = await contents();
      const { goods, offers, ...more } = second;
      const path = await onec.write(files(goods, offers, { ...more, id: 'random' }));
      const rehearsed = await rehearsePackage({ url, path, filesDir: onec.filesDir });
      expect(await contents()).toEqual(before);
      const { package_id } = await take(second);
      const changed = await contents();
      // What was shown is what came.
      expect(await reportedOf(package_id ?? 0)).toEqual(await reportedOf(rehearsed.package_id ?? 0));
      const { left } = await rollBackPackage(url, package_id!, 'Вера');
      expect(left).toBe(0);
      const after = await contents();
      const added = [...after].filter(([key]) => !before.has(key));
      for (const [key] of added) after.delete(key);
      expect(after).toEqual(before);
      for (const [key, row] of added) {
        expect(changed.has(key)).toBe(true);
        if (/^(?:product|category) /.test(key)) expect(JSON.parse(row)).toMatchObject({ is_on: false });
      }
    }),
    { numRuns: 12 },
  );
}, 180_000);

/** The table of a package and its rows; what is new has no names before it is there. */
async function reportedOf(package_id: number) {
  const row = await db
    .selectFrom('onec_packages')
    .select('changes')
    .where('id', '=', package_id)
    .executeTakeFirstOrThrow();
  const kinds = rowKinds.filter((kind) => kind !== 'created');
  const lists = await Promise.all(
    kinds.map((kind) =>
      listChanges(db, package_id, { kind, limit: 1_000, offset: 0, isCostShown: true, branches: null }),
    ),
  );
  return { changes: row.changes, rows: lists.flat().map(({ row, words }) => [row, words]) };
}

test('goods that a later package described again stay on with its words, in their group, and go with that package', async () => {
  const of = { id: 'tools', own: ['tools', 'shown'] };
  const [spade, rake] = ['tool1', 'tool2'];
  const first = await onec.import(
    files(
      [
        { id: spade, name: 'Лопата', group: 'tools' },
        { id: rake, name: 'Грабли', group: 'tools' },
      ],
      [
        { id: spade, prices: { retail: 100 } },
        { id: rake, prices: { retail: 100 } },
      ],
      of,
    ),
  );
  const second = await onec.import(files([{ id: spade, name: 'Лопата штыковая', group: 'tools' }], [], of));
  const now = async () => {
    const { rows } = await sql`
      select p.name, p.switched_off_at is null as is_on, c.switched_off_at is null as is_group_on, price.price,
        exists (select from onec_goods g where g.id_1c = p.id_1c) as is_known
      from products p join product_categories pc on pc.product_id = p.id join categories c on c.id = pc.category_id
      join prices price on price.product_id = p.id and price.price_column = 'vologda'
      where p.id_1c in (${spade}, ${rake}) order by p.id_1c`.execute(db);
    return rows;
  };
  const shown = db.updateTable('categories').where('id_1c', '=', 'shown');
  await shown.set({ own_fields: ['is_on'] }).execute();
  const { created_off, words } = await rollBackPackage(url, ensure(first.package_id), 'Вера');
  expect(created_off).toBe(1);
  const { switched_off_at } = await shown.returning('switched_off_at').set({ position: 9 }).executeTakeFirstOrThrow();
  expect(switched_off_at, 'the shop leads its showing').toBeNull();
  expect(words.map(({ text }) => text)).toEqual([
    'группа «Группа tools»: изменена более поздним пакетом или в ней есть товары, осталась',
    'товар «Лопата штыковая»: описан более поздним пакетом, остался',
  ]);
  expect(await now()).toEqual([
    { name: 'Лопата штыковая', is_on: true, is_group_on: true, price: 10_000, is_known: true },
    { name: 'Грабли', is_on: false, is_group_on: true, price: 10_000, is_known: false },
  ]);
  await rollBackPackage(url, ensure(second.package_id), 'Вера');
  expect(await now()).toMatchObject([
    { is_on: false, is_group_on: false, is_known: false },
    { is_on: false, is_known: false },
  ]);
});

test('an offer that waits for its good stays on with the package that brings the good once more, whatever is rolled back before and behind it', async () => {
  const of = { id: 'late', own: ['late'], changes: true };
  const aBoard = { id: 'board', name: 'Доска', group: 'late' };
  const isOn = async () => {
    const [row] = await db.selectFrom('products').select('switched_off_at').where('id_1c', '=', 'board#a').execute();
    return row && row.switched_off_at === null;
  };
  await onec.import(files([], [{ id: 'board#a', prices: { retail: 100 }, rests: { main: 5 } }], of));
  expect(await isOn()).toBeUndefined();
  const first = await onec.import(files([aBoard], [], of));
  expect(await isOn()).toBe(true);
  await rollBackPackage(url, first.package_id!, 'Вера');
  expect(await isOn()).toBe(false);
  await onec.import(files([aBoard], [], of));
  expect(await isOn()).toBe(true);
  const ended = await onec.import(files([{ ...aBoard, off: true }], [], of));
  expect(await isOn()).toBe(false);
  await rollBackPackage(url, ended.package_id!, 'Вера');
  expect(await isOn()).toBe(true);
});

test('a good under the id of a variant stays on with the package that describes it again, whatever is rolled back around', async () => {
  const of = { id: 'variants', own: ['variants'], changes: true };
  const take = (off: boolean) => onec.import(files([{ id: 'nail#a', name: 'Гвоздь', group: 'variants', off }], [], of));
  const isOn = async () => {
    const [row] = await db.selectFrom('products').select('switched_off_at').where('id_1c', '=', 'nail#a').execute();
    return row && row.switched_off_at === null;
  };
  await take(true);
  expect(await isOn()).toBeUndefined();
  const brought = await take(false);
  await rollBackPackage(url, brought.package_id!, 'Вера');
  expect(await isOn()).toBe(false);
  await take(false);
  const ended = await take(true);
  await rollBackPackage(url, ended.package_id!, 'Вера');
  expect(await isOn()).toBe(true);
});

test('what buyers, staff and later packages changed since stays, and is named', async () => {
  const ids = many('l', 5);
  const goods = ids.map((id) => ({ id, name: `Лист ${id}` }));
  const offers = (price: number, rest: number) =>
    ids.map((id) => ({ id, prices: { retail: price }, rests: { main: rest } }));
  await onec.import(files(goods, offers(100, 10), { id: 'left' }));
  const product = (id: string) => productOf(db, id).then((found) => found!);
  const { package_id } = await onec.import(
    files(
      goods.map(({ id }) => ({ id, name: `Полоса ${id}` })),
      offers(200, 8),
      { id: 'left' },
    ),
  );
  const order = await db
    .transaction()
    .execute(async (db) => placeOrder(db, await orderPlace(db), orderInput([[await product('l0'), 3]])));
  const { id: order_id } = await db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', order.number)
    .executeTakeFirstOrThrow();
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order_id, state, { who: 'Склад' }));
  await db
    .transaction()
    .execute(async (db) => placeOrder(db, await orderPlace(db), orderInput([[await product('l1'), 2]])));
  await db
    .updateTable('prices')
    .set({ price: 15_000 })
    .where('product_id', '=', (await product('l2')).id)
    .execute();
  await onec.import(files([{ id: 'l3', name: 'Уголок l3' }], [], { id: 'left' }));
  const taken = (await product('l4')).id;
  await takeFields(db, { product_id: taken, fields: ['name'], until: null });
  await db.insertInto('price_pins').values({ product_id: taken, price_column: 'vologda' }).execute();

  const words = await shop('onec rollback', [String(package_id)]);
  expect(words).toContain('Осталось, как изменили после пакета: 5\u00a0записей');
  expect(words).toContain('Лист l0: остаток «Вологда» изменился после пакета, остался');
  expect(words).toContain('Лист l2: цена «Вологда» изменена или закреплена после пакета, осталась');
  expect(words).toContain('товар «Уголок l3»: изменили после пакета, осталось как есть');
  expect([await stockOf(db, await product('l0')), await stockOf(db, await product('l1'))]).toEqual([
    { on_hand: 5, reserved: 0 },
    { on_hand: 10, reserved: 2 },
  ]);
  const priceOf = async (id: string) =>
    db
      .selectFrom('prices')
      .select('price')
      .where('product_id', '=', (await product(id)).id)
      .where('price_column', '=', 'vologda')
      .executeTakeFirst();
  expect([await priceOf('l0'), await priceOf('l2')]).toEqual([{ price: 10_000 }, { price: 15_000 }]);
  expect([(await product('l4')).name, await priceOf('l4')]).toEqual(['Полоса l4', { price: 20_000 }]);
  // The same package again is news.
  const again = await onec.import(
    files(
      goods.slice(0, 2).map(({ id }) => ({ id, name: `Полоса ${id}` })),
      [],
      { id: 'left' },
    ),
  );
  expect(again.goods.changed).toBe(2);
});

test('guards count the goods that the node has fed before; each holds what it watches, by its own limits', async () => {
  const ids = many('w', 30);
  const goods = ids.map((id) => ({ id, name: `Товар ${id}` }));
  const offers = ids.map((id) => ({ id, prices: { retail: 100 }, rests: { main: 5 } }));
  const watched = { id: 'watched' };
  expect(await receive(files(goods, offers, { ...watched, changes: false }))).toMatchObject({ result: 'imported' });
  // Commands have brought a warehouse of the same id before: the node's own waits for the owner.
  await mapWarehouse(url, { node_id, warehouse: 'main', store: 'store12' });
  await db
    .transaction()
    .execute(async (db) => placeOrder(db, await orderPlace(db), orderInput([[(await productOf(db, 'w0'))!, 1]])));
  const reason = async (given: PackageFiles) => {
    const { result, reason } = await receive(given);
    return result === 'held' ? reason!.replace(/^ждёт решения в магазине: /, '').replace(/ \(.*/, '') : result;
  };
  const first = (count: number) => ids.slice(0, count);
  const priced = (count: number, price: number) => first(count).map((id) => ({ id, prices: { retail: price } }));
  expect(await reason(files([], priced(12, 140), watched))).toBe('сильно меняются цены: 12 из 30');
  expect(await reason(files([], priced(12, 129), watched))).toBe('imported');
  expect(await reason(files([], priced(9, 5), watched))).toBe('imported');
  expect(await reason(files([], priced(12, 0), watched))).toBe('пропадает цена: 12 из 30');
  const sold = first(12).map((id) => ({ id, rests: { main: 0 } }));
  expect(await reason(files([], sold, watched))).toBe('кончается остаток на всех складах: 12 из 30');
  expect(await reason(files([{ id: 'w0', name: 'Товар w0', factor: '25' }], [], watched))).toBe(
    'меняется единица или коэффициент у товаров незавершённых заказов: 1 из 30',
  );
  expect(await reason(files([{ id: 'w1', name: 'Товар w1', factor: '25' }], [], watched))).toBe('imported');
  // New goods and another catalogue are none of the goods that were fed before.
  const others = many('n', 40);
  const stranger = others.map((id) => ({ id, name: `Чужой ${id}` }));
  expect(await reason(files(stranger, [], { id: 'other', changes: false }))).toBe('imported');

  expect(await shop('onec guards set', ['base', 'switched_off'], { share: '50' })).toContain('больше 50 %');
  const half = files(goods.slice(0, 16), offers, { ...watched, changes: false });
  expect(await reason(half)).toBe('imported');
  await shop('onec guards set', ['base', 'switched_off'], { default: true });
  const few = files(goods.slice(0, 2), offers, { ...watched, changes: false });
  expect(await reason(few)).toBe('выключаются товары: 14 из 56');
  expect(await shop('onec guards set', ['base', 'price_moved'], { moved: '0' })).toContain('от 1 до 1000');
  expect(await shop('onec guards set', ['nobody', 'price_moved'], { off: true })).toContain('Узла обмена nobody нет');
  expect(await shop('onec guards')).toMatch(
    /price_gone {2}пропадает цена: больше 5 % товаров узла с ценой, от 10\sтоваров/,
  );
  // Approved for so many goods, it waits again when there are more.
  const approved = (count: number): Finding[] => [{ guard: 'switched_off', goods: count, of: 56, limit: '' }];
  expect((await receive(few, approved(13))).result).toBe('held');
  expect((await receive(few, approved(14))).result).toBe('imported');
});

test('groups that a classifier leaves out or deletes wait for a yes as goods do, in one package or bit by bit', async () => {
  await sql`update onec_packages set finished_at = finished_at - interval '2 days'`.execute(db);
  const tree = many('tree', 20);
  const goods = tree.map((group, at) => ({ id: `leaf${at}`, name: `Лист ${at}`, group }));
  const full = (own: string[]) => files(goods, [], { id: 'trees', changes: false, own });
  const areOn = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from categories
      where id_1c like 'tree%' and switched_off_at is null`.execute(db);
    return rows[0]?.count;
  };
  expect(await receive(full(tree))).toMatchObject({ result: 'imported' });
  const before = await areOn();
  const cut = await receive(full(tree.slice(0, 1)));
  expect(cut.reason).toMatch(
    /^ждёт решения в магазине: выключаются группы: 19 из \d+ \(порог: больше 20 % групп узла, от 5\sгрупп\)$/,
  );
  expect([before, await areOn()]).toEqual([20, 20]);
  // A few may go, until they are many together.
  await shop('onec guards set', ['base', 'groups_gone'], { share: '0', 'at-least': '4' });
  expect(await receive(full(tree.slice(0, 17)))).toMatchObject({ result: 'imported' });
  const deleted = tree
    .slice(15, 17)
    .map((id) => `<Группа><Ид>${id}</Ид><ПометкаУдаления>true</ПометкаУдаления></Группа>`)
    .join('');
  const marks = { 'import.xml': commerceml(classifier(groups(deleted), { id: 'trees', changes: true })) };
  expect((await receive(marks)).reason).toMatch(
    /выключаются группы: 5 из \d+ .*вместе с принятыми за сутки без вопросов/,
  );
  expect(await areOn()).toBe(17);
  expect((await receive(marks, [{ guard: 'groups_gone', goods: 5, of: 20, limit: '' }])).result).toBe('imported');
  expect(await areOn()).toBe(15);
  expect(await shop('onec guards')).toMatch(/groups_gone {2}выключаются группы: от 4\sгрупп/);
  await shop('onec guards set', ['base', 'groups_gone'], { default: true });
});

test('a share is of the goods that could lose it: a shop whose goods come to order has stock and prices of few of them', async () => {
  const ids = many('o', 300);
  const few = ids.slice(0, 12);
  const own = { id: 'to-order' };
  const goods = ids.map((id) => ({ id, name: `Под заказ ${id}` }));
  const offered = (price: number, rest: number) =>
    few.map((id) => ({ id, prices: { retail: price }, rests: { main: rest } }));
  await sql`update onec_packages set finished_at = finished_at - interval '2 days'`.execute(db);
  expect(await receive(files(goods, offered(100, 5), { ...own, changes: false }))).toMatchObject({
    result: 'imported',
  });
  const reason = async (given: PackageFiles) => (await receive(given)).reason ?? '';
  const fed = /^ждёт решения в магазине: (.*)$/;
  expect(await reason(files([], offered(100, 0), own))).toMatch(fed);
  expect(await reason(files([], offered(0, 5), own))).toMatch(
    /пропадает цена: 12 из \d+ \(порог: больше 5 % товаров узла с ценой/,
  );
  // In two portions, none of which has ten goods.
  const portion = (from: number, to: number) => files([], offered(100, 0).slice(from, to), own);
  expect(await receive(portion(0, 6))).toMatchObject({ result: 'imported' });
  expect(await reason(portion(6, 12))).toMatch(
    /кончается остаток на всех складах: 12 из \d+ \(порог: больше 20 % товаров узла в наличии/,
  );
});

test('a rehearsal says in words what would change, and changes nothing', async () => {
  await onec.import(
    files([{ id: 'p1', name: 'Доска' }], [{ id: 'p1', prices: { retail: 489 }, rests: { main: 7 } }], {
      id: 'rehearsed',
    }),
  );
  const before = await contents();
  const path = await onec.write(
    files(
      [
        { id: 'p1', name: 'Доска сухая', group: 'g2' },
        { id: 'p2', name: 'Брус' },
      ],
      [{ id: 'p1', prices: { retail: '38.90' }, rests: { main: 0 } }],
      { id: 'rehearsed', own: ['g1', 'g2'] },
    ),
  );
  const summary = await rehearsePackage({ url, path, filesDir: onec.filesDir });
  expect(summary.result).toBe('rehearsed');
  expect(await contents()).toEqual(before);
  const rows = (await shop('onec packages rows', [String(summary.package_id)])).replaceAll('\u00a0', ' ').split('\n');
  expect(rows).toEqual(
    expect.arrayContaining([
      'Доска: название: «Доска» → «Доска сухая»',
      'Доска: группа: «Группа g1» → «Группа g2»',
      'Доска: цена «Вологда»: 489 ₽ → 38,90 ₽ (−92 %)',
      'Доска: остаток «Вологда»: 7 шт. → 0 шт.',
    ]),
  );
  expect(await shop('onec rollback', [String(summary.package_id)])).toContain('ничего не изменил: отменять нечего');
});

test('[17] purchase prices of a package are told to those alone who may see them', async () => {
  const column = { price_column: 'zakupka', name: 'Закупочная', is_cost: true };
  await db.insertInto('price_columns').values(column).execute();
  const sent = (retail: number, cost: number) => ({
    'import.xml': commerceml(
      classifier(groups(group('g1', 'Группа g1')), { id: 'costs' }) + catalog([good('k1', 'Балка')], { id: 'costs' }),
    ),
    'offers.xml': commerceml(
      offersPackage([offer('k1', '', prices({ retail, cost }))], {
        types: retail + priceType('cost', column.name),
        catalog_id: 'costs',
      }),
    ),
  });
  await onec.import(sent(490, 290));
  await sql`update onec_price_types set price_column = ${column.price_column}, target = 'price', is_manual = true
    where id_1c = 'cost'`.execute(db);
  await onec.import(sent(500, 300));
  const { package_id } = await onec.import(sent(520, 310));
  const listed = (isCostShown: boolean) =>
    listChanges(db, ensure(package_id), { kind: 'prices', limit: 10, offset: 0, isCostShown, branches: null });
  expect((await listed(true)).map(({ words }) => words)).toEqual([
    expect.stringMatching(/^Балка: цена «Вологда»/),
    expect.stringMatching(/^Балка: цена «Закупочная»: 300\s₽ → 310\s₽/),
  ]);
  expect((await listed(false)).map(({ words }) => words)).toEqual([expect.stringMatching(/^Балка: цена «Вологда»/)]);
});

test('[2.14] a brand that a package would make is shown by its name', async () => {
  const made = (brand: string) => ({
    'import.xml': commerceml(
      catalog([good('branded', 'Клей', `<Изготовитель><Наименование>${brand}</Наименование></Изготовитель>`)], {
        id: 'branded',
        changes: true,
      }),
    ),
  });
  await receive(made('Прежний завод'));
  const path = await onec.write(made('Новый завод'));
  const { package_id } = await rehearsePackage({ url, path, filesDir: onec.filesDir });
  const changes = await listChanges(db, package_id ?? 0, {
    kind: 'fields',
    limit: 10,
    offset: 0,
    isCostShown: true,
    branches: null,
  });
  expect(changes.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    'Клей: бренд: «Прежний завод» → «Новый завод»',
  ]);
  expect(await db.selectFrom('brands').select('name').where('name', '=', 'Новый завод').execute()).toEqual([]);
});

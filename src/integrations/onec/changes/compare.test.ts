import { beforeAll, describe, expect, test } from 'vitest';
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
  rests,
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { createNode } from '../exchange/nodes.ts';
import { rehearsePackage } from '../import-package.ts';
import { changeRows } from './changes-words.ts';
import type { PackageChanges } from './compare.ts';

const { db, url, onec, receive: receiving } = await onecShop();

const warehouse = (id: string, name: string) => `<Склад><Ид>${id}</Ид><Наименование>${name}</Наименование></Склад>`;
const warehouses = warehouse('vologda', 'Вологда') + warehouse('cherepovets', 'Череповец');

const packageOf = (tree: string, goods: string[], offers: string[], changes = false): PackageFiles => ({
  'import.xml': commerceml(classifier(tree, { changes }) + catalog(goods, { changes })),
  'offers.xml': commerceml(
    offersPackage(offers, { types: retail + priceType('old', 'Старая цена'), warehouses, changes }),
  ),
});

async function tableOf(package_id: number | undefined): Promise<PackageChanges> {
  const { changes } = await db
    .selectFrom('onec_packages')
    .select('changes')
    .where('id', '=', ensure(package_id))
    .executeTakeFirstOrThrow();
  return changes as PackageChanges;
}

const bag = (factor: string) =>
  `<БазоваяЕдиница Код="166"><Пересчет><Единица>меш.</Единица><Коэффициент>${factor}</Коэффициент></Пересчет></БазоваяЕдиница>`;
/** From 100 ₽ to these; each step of the table at its upper bound and just above it. */
const moves = [105, 106, 110, 111, 130, 131, 150, 151, 95, 94, 90, 89, 70, 69, 50, 49, 1];

const plain = (ids: string[]) => ids.map((id) => good(id, `Товар ${id}`));
const same = plain([...moves.map((price) => `to${price}`), 'appears', 'goes', 'struck', 'z1', 'z2', 'z3', 'z4', 'z5']);
const moved = (priceOf: (to: number) => number) =>
  moves.map((to) => offer(`to${to}`, '', prices({ retail: priceOf(to) })));

const before = packageOf(
  groups(
    group('g1', 'Смеси', group('g3', 'Гипсовые')),
    group('g2', 'Краски'),
    group('g4', 'Уходящая'),
    group('g6', 'Возвращается'),
  ),
  [...same, ...plain(['moves', 'renamed', 'leaves', 'returns']), good('bags', 'Товар bags', bag('25'))],
  [
    ...moved(() => 100),
    offer('goes', '', prices({ retail: 100 })),
    offer('struck', '', prices({ retail: 100, old: 120 })),
    offer('z1', '', rests({ vologda: 5, cherepovets: 4 })),
    offer('z2', '', rests({ vologda: 5 })),
    offer('z3', '', rests({ vologda: 5 })),
    offer('z4', '', rests({ vologda: 5, cherepovets: 4 })),
    offer('z5', '', rests({ vologda: 5, cherepovets: 0 })),
  ],
);

const after = packageOf(
  groups(
    group('g1', 'Сухие смеси'),
    group('g2', 'Краски', group('g3', 'Гипсовые')),
    group('g5', 'Новая'),
    group('g6', 'Возвращается'),
  ),
  [
    ...same,
    good('moves', 'Товар moves', '', { group: 'g2' }),
    good('renamed', 'Иначе'),
    good('bags', 'Товар bags', bag('30')),
    ...plain(['returns', 'new1', 'new2']),
  ],
  [
    ...moved((to) => to),
    offer('appears', '', prices({ retail: 100 })),
    offer('goes', '', prices({ retail: 0 })),
    offer('struck', '', prices({ retail: 100, old: 130 })),
    // Some left in Череповец; the first pieces there; a first row of none; none anywhere; brought to an empty row.
    offer('z1', '', rests({ vologda: 0, cherepovets: 4 })),
    offer('z2', '', rests({ vologda: 0, cherepovets: 3 })),
    offer('z3', '', rests({ vologda: 0, cherepovets: 0 })),
    offer('z4', '', rests({ vologda: 0, cherepovets: 0 })),
    offer('z5', '', rests({ vologda: 0, cherepovets: 5 })),
  ],
);

test('the table of a package counts each kind of change in its own row, the rehearsal as the import', async () => {
  expect(await onec.import(before)).toMatchObject({ result: 'imported' });
  const deleted = good('returns', 'Товар returns', '', { attributes: ' Статус="Удален"' });
  await onec.import({ 'import.xml': commerceml(catalog([deleted], { changes: true })) });
  await db.updateTable('categories').set({ switched_off_at: new Date() }).where('id_1c', '=', 'g6').execute();
  await db.updateTable('onec_groups').set({ off: 'absent' }).where('id_1c', '=', 'g6').execute();

  const path = await onec.write(after);
  const rehearsed = await tableOf((await rehearsePackage({ url, path, filesDir: onec.filesDir })).package_id);
  const table = await tableOf((await onec.import(after)).package_id);
  expect(table).toEqual(rehearsed);
  expect(table).toEqual({
    // Goods of the renamed group are found by its new words, and are no changed goods.
    goods: { created: 2, changed: 5, switched_off: 1, switched_on: 1, moved: 1, renamed: 1, units_changed: 1 },
    prices: {
      ...{ appeared: 1, gone: 1, old_changed: 1 },
      up: { to_5: 1, to_10: 2, to_30: 2, to_50: 2, more: 1 },
      down: { to_5: 1, to_10: 2, to_30: 2, to_50: 2, more: 2 },
    },
    stock: { changed: 9, to_zero: 2 },
    groups: { created: 1, renamed: 1, moved: 1, switched_off: 1, switched_on: 1 },
  });
  expect(changeRows(table).map(({ name, value }) => `${name}: ${value}`.replaceAll('\u00a0', ' '))).toEqual([
    'Новые товары: 2',
    'Изменённые товары: 5',
    '— выключаются: 1',
    '— включаются снова: 1',
    '— переходят в другие группы: 1',
    '— меняют название: 1',
    '— меняют единицу или коэффициент: 1',
    'Цены появляются: 1',
    'Цены пропадают: 1',
    'Цены растут не больше чем на 5 %: 1',
    'Цены растут на 5–10 %: 2',
    'Цены растут на 10–30 %: 2',
    'Цены растут на 30–50 %: 2',
    'Цены растут больше чем на 50 %: 1',
    'Цены падают не больше чем на 5 %: 1',
    'Цены падают на 5–10 %: 2',
    'Цены падают на 10–30 %: 2',
    'Цены падают на 30–50 %: 2',
    'Цены падают больше чем на 50 %: 2',
    'Старые (зачёркнутые) цены меняются: 1',
    'Остатки меняются: 9',
    '— товары, которых не остаётся нигде: 2',
    'Новые группы: 1',
    'Группы меняют название: 1',
    'Группы переходят в другие: 1',
    'Группы выключаются: 1',
    'Группы включаются снова: 1',
  ]);
});

describe('goods of which another store gets the first pieces', () => {
  const ids = Array.from({ length: 24 }, (_, n) => `carried${n}`);
  const own = { id: 'carried' };
  type Counts = Record<string, number>;
  const offersOf = (...portions: [from: number, to: number, counts: Counts][]) => ({
    'offers.xml': commerceml(
      offersPackage(
        portions.flatMap(([from, to, counts]) =>
          ids.slice(from, to).map((id) => offer(id, '', prices({ retail: 100 }), rests(counts))),
        ),
        { types: retail, warehouses, catalog_id: own.id, changes: true },
      ),
    ),
  });
  let node_id: number;
  beforeAll(async () => {
    ({ id: node_id } = await createNode(db, { name: 'База', login: 'base', password: 'гвоздь-и-молоток-17' }));
    await receiving(node_id, {
      'import.xml': commerceml(classifier(groups(group('g1', 'Смеси')), own) + catalog(plain(ids), own)),
      ...offersOf([0, 24, { vologda: 5 }]),
    });
  });

  test('are not left nowhere, in one package nor with others of the day', async () => {
    const carried = await receiving(node_id, offersOf([0, 12, { vologda: 0, cherepovets: 2 }]));
    expect(carried).toMatchObject({ result: 'imported' });
    expect(await tableOf(carried.package_id)).toMatchObject({ stock: { changed: 24, to_zero: 0 } });
    const sold = await receiving(node_id, offersOf([12, 18, { vologda: 0 }]));
    expect(await tableOf(sold.package_id)).toMatchObject({ stock: { changed: 6, to_zero: 6 } });
    // Six are sold out: those of the package before come with it.
    const again = await receiving(
      node_id,
      offersOf([12, 18, { vologda: 0, cherepovets: 2 }], [18, 24, { vologda: 0 }]),
    );
    expect(again).toMatchObject({ result: 'imported' });
    expect(await tableOf(again.package_id)).toMatchObject({ stock: { changed: 12, to_zero: 6 } });
  });
});

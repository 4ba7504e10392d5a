import { beforeAll, describe, expect, test } from 'vitest';
import { commands as mapPricesCommands } from '#src/commands/onec.ts';
import { commands as mapCommands } from '#src/commands/onec-map.ts';
import { testApp } from '#test/support/app.ts';
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
  prices,
  productOf,
  rests,
  retail,
} from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { onec, products } from '#test/support/onec.ts';
import { startOnecJobs } from '#test/support/onec-jobs.ts';
import { temporaryFolder } from '#test/support/processes.ts';
import { makeBranches } from '#test/support/shop.ts';
import { exchangeGoods } from '../../../bench/onec-client.ts';

const { db, url } = await testDatabase();
const dataDir = await temporaryFolder();
const base = { login: 'base', password: 'гвоздь-и-молоток-17' };
const app = await testApp(db, { DATA_DIR: dataDir, ONEC_LOGIN: base.login, ONEC_PASSWORD: base.password });
await startOnecJobs(db, url, dataDir);
const words = wordsRunner([...mapPricesCommands, ...mapCommands], { db, url });
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

beforeAll(() => makeBranches(db));

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

test('of several warehouses one that no branch resembles waits in the list, and its rests are counted nowhere until the owner says', async () => {
  const warehouses =
    '<Склад><Ид>main</Ид><Наименование>Вологда</Наименование></Склад><Склад><Ид>far</Ид><Наименование>Хабаровск</Наименование></Склад>';
  const offers = commerceml(
    offersPackage([offer('plaster-30', '', rests({ main: 2, far: 90 }))], { warehouses, changes: true }),
  );
  expect(await send({ 'rests.xml': offers })).toContain(
    'Склад «Хабаровск» ни на один филиал не похож: его остатки ждут',
  );
  expect(await shop('onec map unknown')).toContain("склад «Хабаровск»: onec map --warehouse 'Хабаровск' --store СКЛАД");
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

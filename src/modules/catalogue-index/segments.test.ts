import { expect, test } from 'vitest';
import { listDepartments, type PlannedPrices, priceContextOf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { catalogueIndex } from './catalogue-index.ts';
import { priceAt } from './columns/prices.ts';
import { rowOf } from './segment.ts';
import { type CatalogueIndex, pricedFor } from './segments.ts';

const { db } = await testDatabase();
await makeBranches(db);
const vologda = priceContextOf((await listDepartments(db)).find(({ id_1c }) => id_1c === '00131')!);

test('[2.10] segments with the prices of a look are made once for its prices, and again when the catalogue has changed', async () => {
  const { id } = await makeProduct(db, { price: 48_900 });
  const other = await makeProduct(db, { price: 10_000 });
  const of = (price: number): PlannedPrices => new Map([['vologda', new Map([[id, { price, old_price: null }]])]]);
  const looks = [1, 2, 3, 4, 5].map((rubles) => of(rubles * 100));
  const look = (index: CatalogueIndex, planned: PlannedPrices) => pricedFor(index, { ...vologda, planned }).segments;
  const priceIn = (segments: CatalogueIndex['segments'], product_id: number) =>
    segments.flatMap(({ segment, tombstones }) => {
      const row = rowOf(segment, product_id);
      return row === -1 || tombstones[row] === 1 ? [] : priceAt(segment.prices.get('vologda')!, row);
    });

  const index = await catalogueIndex(db);
  const first = look(index, looks[0]!);
  expect(priceIn(first, id)).toEqual([100]);
  expect(look(index, looks[0]!), 'the next request of the look').toBe(first);
  expect(priceIn(index.segments, id), 'nobody else sees them').toEqual([48_900]);

  for (const planned of looks.slice(1, 4)) look(index, planned);
  expect(look(index, looks[0]!), 'four looks have their place').toBe(first);
  look(index, looks[4]!);
  expect(look(index, looks[0]!), 'the one that was asked for longest ago goes').toBe(first);
  const second = look(index, looks[1]!);
  expect(priceIn(second, id)).toEqual([200]);

  await db.updateTable('prices').set({ price: 11_000 }).where('product_id', '=', other.id).execute();
  const changed = look(await catalogueIndex(db), looks[1]!);
  expect(changed).not.toBe(second);
  expect([priceIn(changed, id), priceIn(changed, other.id)]).toEqual([[200], [11_000]]);
});

import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { loadTree } from './categories.ts';
import { brandsOf } from './named-values.ts';

const { db } = await testDatabase();

test('names that compare alike stand by their ids, whichever of them was asked for first', async () => {
  const brands = await db
    .insertInto('brands')
    .values(['Мастер 7', 'Мастер 07', 'Альфа'].map((name, at) => ({ name, slug: `marka-${at}` })))
    .returning('id')
    .execute();
  const [seven, other, alpha] = brands.map(({ id }) => id) as [number, number, number];
  const order = async (first: number) => {
    // A change of any brand makes a new tree, which knows none of them yet.
    await db
      .updateTable('brands')
      .set({ name: `Альфа ${first}` })
      .where('id', '=', alpha)
      .execute();
    const tree = await loadTree(db);
    await brandsOf(db, tree, [first]);
    return (await brandsOf(db, tree, [alpha, other, seven])).map(({ id }) => id);
  };
  expect(await order(seven)).toEqual([alpha, seven, other]);
  expect(await order(other)).toEqual([alpha, seven, other]);
});

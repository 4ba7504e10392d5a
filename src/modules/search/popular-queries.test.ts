import { expect, test } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { suggest } from './suggest.ts';

const { db } = await testDatabase();
await makeBranches(db);
const departments = await listDepartments(db);
const contextOf = (branch: string) => priceContextOf(departments.find(({ id_1c }) => id_1c === branch)!);
/** As one transaction sees it: nothing is kept from before. */
const popularIn = (branch: string) =>
  db.transaction().execute(async (db) => (await suggest(db, contextOf(branch), ' ')).queries);

async function searched(words: string, times: number, daysAgo = 3, department_id_1c = '00131') {
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await db.insertInto('search_finds').values({ day, department_id_1c, words, times }).execute();
}

test('[S7-31] an empty field offers what the branch often searches for, by its counters of days; too little known is silence', async () => {
  await searched('белая плитка', 9);
  await searched('клей 25 кг', 4, 2);
  await searched('клей 25 кг', 3, 9);
  expect(await popularIn('00131')).toEqual([]);
  await searched('грунтовка сухона', 6);
  // Fewer than five in 28 days, another branch, a quarter ago.
  await searched('валик 250 мм', 4);
  await searched('ёлка 2 м', 40, 3, '00052');
  await searched('краска белая', 40, 60);
  expect(await popularIn('00131')).toEqual(['белая плитка', 'клей 25 кг', 'грунтовка сухона']);
  expect(await popularIn('00052')).toEqual([]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { invalidate } from '#platform/invalidation.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const { id: category_id } = await makeCategory(db, 'smesi', 'Смеси');
const [first, second] = [await makeProduct(db, { category_id }), await makeProduct(db, { category_id })];
const app = await testApp(db, {}, undefined, { followsCatalogue: true });

const get = (url: string) => app.inject({ url, headers: { host: 'idd.localhost' } });
const cheaperOn = async (url: string) => {
  const { body } = await get(url);
  const [a, b] = [first, second].map(({ slug }) => body.indexOf(`/product/${slug}/`));
  return a! < b! ? first.id : second.id;
};

// The race: a page rendered from the former lists after the invalidation has been received would be cached, and nobody
// would drop it.
test('[S7-30] a cached list never outlives what the lists say now, however often it is asked for meanwhile', async () => {
  const paths = [
    '/category/smesi/?sort=price',
    '/catalog/?sort=price',
    '/api/ecm/idd/products/?category=smesi&sort=price',
  ];
  let isOver = false;
  const visitors = paths.map(async (path) => {
    while (!isOver) {
      await get(path);
      await sleep(5);
    }
  });
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(visitors);
  });
  for (let round = 0; round < 8; round++) {
    const [cheap, dear] = round % 2 === 0 ? [first, second] : [second, first];
    await db.transaction().execute(async (db) => {
      await sql`update prices set price = case product_id when ${cheap.id} then 10000 else 20000 end`.execute(db);
      // Every second time by plain SQL, which invalidates nothing.
      if (round % 4 < 2) await invalidate(db, [`product:${cheap.id}`, `product:${dear.id}`]);
    });
    await app.catalogue?.caughtUp();
    for (const path of paths.slice(0, 2)) expect(await cheaperOn(path), `${round} ${path}`).toBe(cheap.id);
    const { items } = (await get(paths[2]!)).json<{ items: { id: number }[] }>();
    expect(items.map(({ id }) => id)).toEqual([cheap.id, dear.id]);
  }
});

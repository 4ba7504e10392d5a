import { once } from 'node:events';
import { expect, test } from 'vitest';
import { testDatabase } from './support/database.ts';
import { ask, userAgents } from './support/http.ts';
import { makeBranches, makeProduct } from './support/shop.ts';
import { startWebProcess } from './support/web-process.ts';

const { db, url } = await testDatabase();

test('a web process that is asked to end writes the visits and the missing addresses that it has counted', async () => {
  await makeBranches(db);
  const { slug } = await makeProduct(db, { name: 'Ёлка Таёжная', price: 250_000 });
  const web = await startWebProcess(url);
  const headers = { 'user-agent': userAgents.desktop, accept: 'text/html' };
  expect((await ask(web.port, `/product/${slug}/`, headers)).status).toBe(200);
  expect((await ask(web.port, '/net-takoj-stranicy/', headers)).status).toBe(404);
  const ended = once(web.process, 'exit');
  web.process.kill('SIGTERM');
  await ended;
  const days = await db.selectFrom('visit_days').select(['visits', 'product_views']).execute();
  expect(days).toEqual([{ visits: 1, product_views: 1 }]);
  const missing = await db.selectFrom('missing_paths').select('path').execute();
  expect(missing).toEqual([{ path: '/net-takoj-stranicy/' }]);
});

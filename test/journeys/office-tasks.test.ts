import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { demoShop } from '#test/support/demo-database.ts';
import { atMain, officeTasks } from '#test/support/office-tasks.ts';

const { db, dataDir } = await demoShop();
const { address } = await testSite(db, { DATA_DIR: dataDir });
const shop = { db, address, browser: await testBrowser() };

afterEach(async () => {
  for (const context of shop.browser.contexts()) await context.close();
});

test.each(officeTasks)('1.1/$number $what, in $most t at most', { timeout: 180_000 }, async (task) => {
  const walk = await task.prepare(shop);
  const desk = await atMain(shop, task.role);
  await walk(desk);
  if (task.most !== null) expect(desk.count()).toBeLessThanOrEqual(task.most);
  // A slide may lead to a promotion that has not begun, which the browser asks for ahead.
  expect(desk.problems.filter((problem) => task.number !== '9' || !problem.includes('404'))).toEqual([]);
});

test('1.1/6 the prices that were raised are those of the plan', async () => {
  while (await db.transaction().execute((db) => applyPortion(db)));
  const { rows } = await sql<{ state: string; changed: number }>`
    select p.state, (select count(*)::int from price_plan_rows r where r.plan_id = p.id and r.state = 'applied') as changed
    from price_plans p order by p.id desc limit 1`.execute(db);
  expect(rows[0]?.state).toBe('done');
  expect(rows[0]?.changed).toBeGreaterThanOrEqual(200);
});

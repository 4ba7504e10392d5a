import { expect, test } from 'vitest';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const { address } = await testSite(db);
const browser = await testBrowser();

test('[S2-31] the server’s own HTML is the mobile variant for a phone and the desktop variant elsewhere', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const { page, problems } = await openPage(browser, { device, javaScriptEnabled: false });
    await page.goto(address('/'));
    expect(await page.locator('body.mob').count()).toBe(device === 'mobile' ? 1 : 0);
    expect(problems).toEqual([]);
    await page.context().close();
  }
});

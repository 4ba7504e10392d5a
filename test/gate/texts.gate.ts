import { describe, expect, test } from 'vitest';
import { gateShop, holdKinds, mostShift, phone } from '#test/support/lighthouse-gate.ts';
import type { KindName } from '#test/support/page-kinds.ts';

const shop = await gateShop();
holdKinds(shop, ['blog', 'article', 'contacts', 'info', 'login']);

describe('Fonts that come two seconds late', { timeout: 60_000 }, () => {
  test.for<KindName>(['home', 'category', 'product', 'cart'])('move hardly anything on %s', async (kind) => {
    const context = await shop.browser.newContext(phone);
    const page = await context.newPage();
    let late = 0;
    await page.route(/\.woff2$/, async (route) => {
      late++;
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    });
    await page.addInitScript(watchShifts);
    await page.goto(shop.urlOf(kind), { waitUntil: 'networkidle' });
    expect(late).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.fonts.check('700 16px "Golos Text Variable"', 'Ё'))).toBe(true);
    // The observer receives a shift with the frame after it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    expect(await page.evaluate(() => (window as unknown as Shifted).shifted)).toBeLessThanOrEqual(mostShift);
    await context.close();
  });
});

type Shifted = { shifted: number };

/** Runs in the page: adds up how far what is seen has moved, as CLS counts it (of the whole load). */
function watchShifts(): void {
  const page = window as unknown as Shifted;
  page.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) page.shifted += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

import { chromium as engine } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage, testBrowser, testSite, viewports } from '#test/support/browser.ts';
import { chromium, chromiumArguments } from '#test/support/chromium.ts';
import { testDatabase } from '#test/support/database.ts';
import { ask, userAgents } from '#test/support/http.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const { address, port } = await testSite(db);
const browser = await testBrowser({ drawsPictures: true });
const list = '/category/shtukaturki/';

// Headless Chromium keeps no page in its back/forward cache, but says what about a page would forbid it.
test('nothing about the cached pages forbids the back/forward cache: no unload handler, no no-store', async () => {
  const { executablePath, env } = await chromium();
  const asking = await engine.launch({
    executablePath,
    env,
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const { page } = await openPage(asking, { isFolded: true, device: 'mobile' });
    const session = await page.context().newCDPSession(page);
    let reported = 0;
    let refusals: string[] = [];
    await session.send('Page.enable');
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
      reported++;
      for (const { type, reason } of notRestoredExplanations) if (type === 'PageSupportNeeded') refusals.push(reason);
    });
    const leaveAndReturn = async (path: string, isPlanted = false) => {
      await page.goto(address(path));
      await page.waitForTimeout(500);
      if (isPlanted) await page.evaluate(() => window.addEventListener('unload', () => {}));
      await page.goto(address('/forgotpassword/'));
      const before = reported;
      await page.goBack({ waitUntil: 'commit' });
      await expect.poll(() => reported).toBeGreaterThan(before);
    };
    for (const path of ['/', list]) {
      await leaveAndReturn(path);
      const answer = await ask(port, path, { 'user-agent': userAgents.mobile });
      expect(answer.headers['cache-control'], path).toBe('private, no-cache');
    }
    expect(refusals).toEqual([]);
    refusals = [];
    await leaveAndReturn(list, true);
    expect(refusals).toEqual(['UnloadHandlerExistsInMainFrame']);
  } finally {
    await asking.close();
  }
});

test('a list comes back from another document with its added pages, at the place it was left', async () => {
  const { page, problems } = await openPage(browser, { isFolded: true, device: 'mobile' });
  await page.goto(address(list));
  await page.locator('html.settled').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: /Показать\sещё/ }).click();
  await page.waitForURL(/first=1/);
  await expect.poll(() => page.locator('.card').count()).toBe(48);
  await page.evaluate(() => window.scrollTo(0, document.querySelectorAll('.card')[40]!.getBoundingClientRect().top));
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(2_000);
  // A plain link to another page of the shop, as a bookmark or a typed address would be.
  await page.goto(address('/contacts/'));
  await page.goBack();
  await expect.poll(() => page.locator('.card').count()).toBe(48);
  const shown = () => page.evaluate(() => window.scrollY);
  await expect.poll(async () => Math.abs((await shown()) - before), { timeout: 5_000 }).toBeLessThan(120);
  expect(problems).toEqual([]);
  await page.context().close();
});

describe('nothing moves while fonts are late', () => {
  test.for(['mobile', 'desktop'] as const)('%s', async (device) => {
    const { page } = await openPage(browser, { isFolded: true, device });
    await page.context().addCookies([{ name: 'isConfirmCity', value: 'true', url: address('/') }]);
    // All files of a page come together, long after its first paint.
    let come = Promise.resolve();
    await page.route('**/*.woff2', async (route) => {
      await come;
      await route.continue();
    });
    await page.addInitScript(() => {
      Object.assign(window, { __shift: 0 });
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries())
          (window as unknown as { __shift: number }).__shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/', list, '/login/']) {
      come = new Promise((resolve) => setTimeout(resolve, 1_500));
      await page.goto(address(path), { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(500);
      const shift = await page.evaluate(() => (window as unknown as { __shift: number }).__shift);
      expect(shift, `${path} ${viewports[device].width}`).toBeLessThanOrEqual(0.02);
    }
    await page.context().close();
  });
});

test('what waits below the first screen is unfolded when the page is calm, and nothing waits on later pages', async () => {
  const { page, problems } = await openPage(browser, { isFolded: true, device: 'mobile' });
  await page.goto(address(list));
  await page.locator('html.settled').waitFor({ state: 'attached' });
  const folded = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((node) => getComputedStyle(node).contentVisibility === 'auto')
          .length,
    );
  expect(await folded()).toBe(0);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('the first picture and the fonts of the first screen are asked for in the head; the rest of the pictures waits', async () => {
  const { text } = await ask(port, list, { 'user-agent': userAgents.mobile });
  const head = text.slice(0, text.indexOf('</head>'));
  expect(head.match(/<link rel="preload" href="[^"]+\.woff2" as="font"/g)).toHaveLength(3);
  const pictures = [...text.matchAll(/<img [^>]*srcSet="[^"]*_ipx[^>]*>/gi)].map(([tag]) => tag);
  for (const tag of pictures) expect(tag).toMatch(/width="\d+" height="\d+"/);
  const urgent = pictures.filter((tag) => /fetchPriority="high"/i.test(tag));
  expect(urgent.length).toBeLessThanOrEqual(2);
  for (const tag of pictures.filter((tag) => !urgent.includes(tag))) expect(tag).toContain('loading="lazy"');
});

test('scripts are asked for when the first screen stands, its picture too; at once when the visitor does something first', async () => {
  await db
    .updateTable('products')
    .set({ images: ['products/meshok.webp'] })
    .where('slug', 'in', ['shtukaturka-1', 'shtukaturka-2'])
    .execute();
  const { text } = await ask(port, '/product/shtukaturka-1/', { 'user-agent': userAgents.mobile });
  expect(text).toContain('fetchPriority="high"');

  const { page, problems } = await openPage(browser, { isFolded: true, device: 'mobile' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const scripts = () => asked.filter((path) => path.endsWith('.js'));
  let letCome = () => {};
  await page.route('**/_ipx/**', async (route) => {
    await new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await page.goto(address('/product/shtukaturka-1/'), { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.waitForTimeout(200);
  expect(scripts()).toEqual([]);
  letCome();
  await expect.poll(() => scripts().length, { timeout: 2_000 }).toBeGreaterThan(5);
  await page.locator('html.settled').waitFor({ state: 'attached' });

  await page.goto(address('/product/shtukaturka-2/'), { waitUntil: 'domcontentloaded' });
  expect(scripts().filter((path) => /entry\.client/.test(path))).toHaveLength(1);
  await page.keyboard.press('Tab');
  await expect.poll(() => scripts().filter((path) => /entry\.client/.test(path)).length).toBe(2);
  letCome();
  expect(problems).toEqual([]);
  await page.context().close();
});

test('assets are kept for ever and travel ready compressed; an unchanged page answers 304', async () => {
  const page = await ask(port, list, { 'user-agent': userAgents.mobile, 'accept-encoding': 'gzip' });
  const script = /modulepreload" href="(\/assets\/[\w.-]+\.js)"/.exec(page.text)?.[1] ?? '';
  const asset = await ask(port, script, { 'accept-encoding': 'br' });
  expect(asset.headers).toMatchObject({ 'content-encoding': 'br' });
  expect(asset.headers['cache-control']).toMatch(/max-age=31536000.*immutable/);
  const again = await ask(port, list, {
    'user-agent': userAgents.mobile,
    'accept-encoding': 'gzip',
    'if-none-match': String(page.headers.etag),
  });
  expect([again.status, again.raw.length]).toEqual([304, 0]);
});

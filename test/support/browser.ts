import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium as engine, type Page, type Request } from 'playwright-core';
import type { Database } from '#platform/database.ts';
import type { DeviceType } from '#platform/device.ts';
import { testApp } from './app.ts';
import { atEnd } from './at-end.ts';
import { chromium, chromiumArguments } from './chromium.ts';
import { userAgents } from './http.ts';

/** Where a run keeps what pages look like. */
const isPhotographed = Boolean(process.env.PICTURES || process.env.SCREENSHOTS || process.env.PRINTS);

/**
 * One Chromium for the test file, ended with it. `drawsPictures`: for what is about pictures; they are a third of a
 * page's work, and that all of them come stands in test/journeys/every-page.test.ts.
 */
export async function testBrowser({ drawsPictures = isPhotographed } = {}): Promise<Browser> {
  const { executablePath, env } = await chromium();
  const args = drawsPictures ? chromiumArguments : [...chromiumArguments, '--blink-settings=imagesEnabled=false'];
  const browser = await engine.launch({ executablePath, env, args });
  atEnd(() => browser.close());
  return browser;
}

/**
 * The application listening on a port of its own. `address(path)` is the main branch, `address(path, 'cherepovets')`
 * another. It follows the catalogue as the shop does, and answers each request only when what the test wrote before is
 * in its lists.
 */
export async function testSite(db: Database, environment: Record<string, string> = {}) {
  const app = await testApp(db, environment, undefined, { followsCatalogue: true });
  answerWhenCaughtUp(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const address = (path: string, label?: string) => `http://${label ? `${label}.` : ''}idd.localhost:${port}${path}`;
  return { app, port, address };
}

function answerWhenCaughtUp({ server, catalogue, invalidations }: Awaited<ReturnType<typeof testApp>>): void {
  const [answer] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/assets/')) {
      // In this order: the catalogue repeats the invalidations it has received once it holds what they speak of.
      await invalidations.caughtUp();
      await catalogue?.caughtUp();
    }
    answer?.(request, response);
  });
}

export const viewports = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

/**
 * `isFolded`: what stands below the first screen is left out until the page is calm, and scripts wait for the first
 * screen, as for a visitor; else everything can be read and pressed at once.
 */
export type PageOptions = { device?: DeviceType; javaScriptEnabled?: boolean; isFolded?: boolean };

/**
 * The walks of a journey that is the same on every device: one with scripts, one without. What a single device does
 * differently has a journey of its own, and how each kind of page looks on both stands in
 * test/journeys/every-page.test.ts.
 */
export const ways: [string, PageOptions][] = [
  ['desktop', { device: 'desktop' }],
  ['mobile without JavaScript', { device: 'mobile', javaScriptEnabled: false }],
];

/** The same where a telephone is in the hand more often. */
export const mobileWays: [string, PageOptions][] = [
  ['mobile', { device: 'mobile' }],
  ['desktop without JavaScript', { device: 'desktop', javaScriptEnabled: false }],
];

/**
 * A page of a new visitor, 1440 or 390 px wide with the user agent of such a device. What the console says as an error,
 * and what the page throws, is kept in `problems`: a good journey ends with none.
 */
export async function openPage(
  browser: Browser,
  { device = 'desktop', javaScriptEnabled = true, isFolded = false }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({
    viewport: viewports[device],
    userAgent: userAgents[device],
    isMobile: device === 'mobile',
    hasTouch: device === 'mobile',
    javaScriptEnabled,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // The certificate of `own-domain.ts` is known to no browser.
    ignoreHTTPSErrors: true,
  });
  if (!isFolded) {
    await context.addInitScript(() => {
      const unfolded = new CSSStyleSheet();
      unfolded.replaceSync(
        '.block, .calc, .acts__goods, .acts__card, .tile, .grid4 > .card, [data-static="footer"] { content-visibility: visible !important }',
      );
      document.adoptedStyleSheets.push(unfolded);
      // A visitor's first sign, before anything but the starter of scripts listens (src/web/deferred-scripts.ts).
      document.addEventListener('DOMContentLoaded', () => window.dispatchEvent(new Event('touchstart')));
    });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  nameWhatIsAwaited(page);
  if (javaScriptEnabled && !isFolded) listenBeforeGoingOn(page);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    problems.push(message.text().startsWith('Failed to load') ? `${message.text()} ${url}` : message.text());
  });
  // A request the page gave up, because a newer one took its place or the page was left, is no trouble.
  page.on('pageerror', (error) => error.name !== 'AbortError' && problems.push(String(error)));
  return { page, context, problems };
}

/** A page that does not come says what it waits for. */
function nameWhatIsAwaited(page: Page): void {
  const awaited = new Set<Request>();
  page.on('request', (request) => awaited.add(request));
  page.on('requestfinished', (request) => awaited.delete(request));
  page.on('requestfailed', (request) => awaited.delete(request));
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    awaited.clear();
    try {
      return await goto(...args);
    } catch (error) {
      const state = page.evaluate(() => `${location.pathname} is ${document.readyState}`).catch(String);
      const words = await Promise.race([state, sleep(2_000, 'the page hangs')]);
      const urls = [...awaited].map((request) => request.url());
      if (error instanceof Error) error.message += `\n${words}; without an answer: ${urls.join(', ') || 'nothing'}`;
      throw error;
    }
  };
}

/** What is pressed before the page listens does what it does without scripts; journeys of its own walk that way. */
function listenBeforeGoingOn(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await hydrated(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await hydrated(page);
    return response;
  };
}

/** Waits until the shop's scripts listen to the whole page; a document without them is as ready as it will be. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!document.querySelector('#held-scripts, script[type="module"]')) return true;
    const isOwned = (node: Element) => Object.keys(node).some((key) => key.startsWith('__react'));
    return isOwned(document.documentElement) && isOwned(document.querySelector('main') ?? document.body);
  });
  await page.evaluate(turns);
}

/** What React has put off comes the same way, earlier; unlike timers it goes on while a test holds the page's clock. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    const { port1, port2 } = new MessageChannel();
    const come = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    port2.postMessage(null);
    await come;
  }
}

/** Waits until what the selector names answers to the script, and what listens beside it has been set up. */
export async function isLive(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (found) => Object.keys(document.querySelector(found) ?? {}).some((key) => key.startsWith('__react')),
    selector,
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Waits until what is fetched after the page, once it stands, listens too: dialogs of links, forms of the footer. */
export async function isCalm(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(turns);
}

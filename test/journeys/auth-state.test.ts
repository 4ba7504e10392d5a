import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { openPage, type PageOptions, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const { app, port, address } = await testSite(db);
const browser = await testBrowser();

const minute = 60_000;
const day = 1_440 * minute;

afterEach(() => {
  vi.useRealTimers();
});

/** The server's clock; the browser keeps its cookies, as a browser whose clock is wrong would. */
function moveClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs, shouldAdvanceTime: true });
}

/**
 * Somebody else opens the pages first: a cached page renews nobody's session, a page rendered for this visitor would.
 */
async function keepPages(...paths: string[]): Promise<void> {
  const { page, context } = await openPage(browser, { javaScriptEnabled: false });
  for (const path of paths) await page.goto(address(path));
  await context.close();
}

/** A browser that signed in just now, and what it asks of the calls about signing in. */
async function visitor(options: PageOptions = {}) {
  const user = await makeUser(db, { full_name: 'Анна Смирнова' });
  const { cookies, session_id } = await signedIn(db, user);
  const { page, context, problems } = await openPage(browser, options);
  const own = { domain: '.idd.localhost', path: '/' };
  await context.addCookies([
    { ...own, name: 'access', value: cookies.access, httpOnly: true },
    { ...own, name: 'refresh', value: cookies.refresh, httpOnly: true },
    { ...own, name: 'signed', value: 'user' },
    { ...own, name: 'isConfirmCity', value: 'true' },
  ]);
  return { page, context, problems, session_id, user, calls: callsOf(page) };
}

function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/_?auth\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const button = (page: Page) => page.locator('.hitems a').last();
const patience = { timeout: 15_000 };
const wordOf = (page: Page) => expect.poll(() => button(page).innerText(), patience);

async function cookieNames(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ name }) => name);
}

describe('on load', () => {
  test('[S4-01] a plain guest’s page asks nothing about signing in', async () => {
    const { page, context } = await openPage(browser);
    const calls = callsOf(page);
    await page.goto(address('/'));
    await page.waitForLoadState('networkidle');
    expect(await button(page).innerText()).toBe('Войти');
    expect(calls).toEqual([]);
    await context.close();
  });

  test('[S4-01] [S3-03] a living access token: the user is fetched, nothing is refreshed, nothing moves in the header', async () => {
    const { page, context, calls } = await visitor();
    await page.goto(address('/'));
    const before = await button(page).boundingBox();
    await wordOf(page).toBe('Кабинет');
    await expect.poll(() => calls, patience).toEqual(['GET /api/auth/user']);
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(1);
    expect(await button(page).boundingBox()).toEqual(before);
    expect(await button(page).getAttribute('href')).toBe('/personal/');
    await context.close();
  });

  test('[S4-01] eleven minutes later the access token has run out: one refresh, then the user again', async () => {
    const { page, context, calls } = await visitor();
    const before = (await context.cookies()).find(({ name }) => name === 'refresh')?.value;
    moveClock(11 * minute);
    await keepPages('/');
    await page.goto(address('/'));
    await expect.poll(() => calls.length, patience).toBe(3);
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['GET /api/auth/user', 'POST /api/_auth/refresh-token', 'GET /api/auth/user']);
    expect(await button(page).innerText()).toBe('Кабинет');
    expect((await context.cookies()).find(({ name }) => name === 'refresh')?.value).not.toBe(before);
    await page.reload();
    await expect.poll(() => calls.slice(3), patience).toEqual(['GET /api/auth/user']);
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(4);
    await context.close();
  });

  test('[S4-02] [S8-01] no refresh token left: a guest with a uuid, on the same page', async () => {
    const { page, context, calls } = await visitor();
    await context.clearCookies({ name: /access|refresh/ });
    await keepPages('/category/shtukaturki/');
    await page.goto(address('/category/shtukaturki/'));
    await wordOf(page).toBe('Войти');
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['GET /api/auth/user', 'POST /api/_auth/refresh-token', 'GET /api/_auth/cookie']);
    expect(new URL(page.url()).pathname).toBe('/category/shtukaturki/');
    const names = await cookieNames(context);
    expect(names).toContain('visitor');
    expect(names).not.toContain('signed');
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(calls).toHaveLength(3);
    await context.close();
  });

  test('[S4-03] [S8-01] thirty-one days later the refresh token is refused: the cookies go, the shop begins again at /', async () => {
    const { page, context, calls } = await visitor();
    moveClock(31 * day);
    await keepPages('/category/shtukaturki/');
    await page.goto(address('/category/shtukaturki/'));
    await page.waitForURL(address('/'));
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['GET /api/auth/user', 'POST /api/_auth/refresh-token', 'DELETE /api/_auth/cookie']);
    expect(await button(page).innerText()).toBe('Войти');
    const left = await cookieNames(context);
    expect(left.filter((name) => /^(access|refresh|signed|visitor)$/.test(name))).toEqual([]);
    await context.close();
  });

  test('[S4-03] [S8-01] the network fails during the refresh: logged out as well, and the next load asks nothing more', async () => {
    const { page, context, calls, session_id } = await visitor();
    await page.route('**/api/_auth/refresh-token', (route) => route.abort());
    // The cart's question is answered between the logging out and the next page, and asks for a renewal then.
    const over = page.waitForResponse('**/api/_auth/cookie');
    // A page that has left before it asked is answered nothing.
    const answered = page.waitForResponse('**/api/_visitor/state', { timeout: 5_000 }).catch(() => null);
    await page.route(
      '**/api/_visitor/state',
      async (route) => {
        const headers = { ...(await route.request().allHeaders()), host: `idd.localhost:${port}` };
        const { body } = await app.inject({ url: '/api/_visitor/state', headers });
        expect(JSON.parse(body).must_renew).toBe(true);
        await over;
        await route.fulfill({ contentType: 'application/json', body });
      },
      { times: 1 },
    );
    await page.route(address('/'), async (route) => {
      await answered;
      await page.waitForTimeout(300);
      await route.continue();
    });
    moveClock(11 * minute);
    await keepPages('/category/shtukaturki/');
    await page.goto(address('/category/shtukaturki/'));
    await page.waitForURL(address('/'));
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual(['GET /api/auth/user', 'POST /api/_auth/refresh-token', 'DELETE /api/_auth/cookie']);
    const session = await db.selectFrom('sessions').select('why').where('id', '=', session_id).executeTakeFirst();
    expect(session?.why).toBe('signed_out');
    await context.close();
  });

  test('[S4-01] a page left while its calls are under way logs nobody out', async () => {
    const { page, context } = await visitor();
    await page.route('**/api/auth/user', () => {}, { times: 1 });
    await page.goto(address('/'));
    await wordOf(page).toBe('Кабинет');
    await page.goto(address('/personal/'));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await cookieNames(context)).toEqual(expect.arrayContaining(['access', 'refresh', 'signed']));
    await context.close();
  });
});

describe('tabs of one browser', () => {
  test('[S4-04] two tabs wake up with the same old token: one refresh for both', async () => {
    const { page, context, calls } = await visitor();
    const other = await context.newPage();
    const otherCalls = callsOf(other);
    moveClock(11 * minute);
    await keepPages('/', '/catalog/');
    // Held back until both tabs want it.
    let asked = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/api/auth/user', async (route) => {
      if (++asked === 2) release();
      await both;
      await route.continue();
    });
    await Promise.all([page.goto(address('/')), other.goto(address('/catalog/'))]);
    await expect
      .poll(() => [...calls, ...otherCalls].filter((call) => call.startsWith('GET')).length, patience)
      .toBe(4);
    await wordOf(page).toBe('Кабинет');
    await wordOf(other).toBe('Кабинет');
    expect([...calls, ...otherCalls].filter((call) => call.startsWith('POST'))).toHaveLength(1);
    await context.close();
  });

  test('[S7-05] «Выйти» ends the session, begins again at / with another guest, and the other tab follows', async () => {
    const { page, context, calls, session_id } = await visitor();
    const other = await context.newPage();
    await other.goto(address('/catalog/'));
    await wordOf(other).toBe('Кабинет');
    await other.waitForLoadState('networkidle');
    await page.goto(address('/personal/'));
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL(address('/'));
    expect(calls).toContain('DELETE /api/_auth/cookie');
    await wordOf(page).toBe('Войти');
    await wordOf(other).toBe('Войти');
    const session = await db.selectFrom('sessions').select('why').where('id', '=', session_id).executeTakeFirst();
    expect(session?.why).toBe('signed_out');
    const uuid = await page.evaluate(() => fetch('/api/_auth/cookie').then((answer) => answer.json()));
    const again = await page.evaluate(() => fetch('/api/_auth/cookie').then((answer) => answer.json()));
    expect(uuid.user.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toEqual(uuid);
    await context.close();
  });
});

test('[S1-06] [S2-41] the cabinet button opens the external cabinet where its address is set', async () => {
  const outside = await testSite(db, { EXTERNAL_CABINET_URL: 'https://cabinet.example/' });
  const { page, context } = await visitor();
  await page.goto(outside.address('/'));
  await wordOf(page).toBe('Кабинет');
  expect(await button(page).getAttribute('href')).toBe('https://cabinet.example/');
  await context.close();
});

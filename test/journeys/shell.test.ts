import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { invalidate } from '#platform/invalidation.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { hydrated, isCalm, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const plasters = await makeCategory(db, 'shtukaturki', 'Штукатурки', mixes.id);
const gypsum = await makeCategory(db, 'gipsovye', 'Гипсовые', plasters.id);
const paints = await makeCategory(db, 'kraski', 'Краски и лаки');
await db
  .insertInto('dynamic_menus')
  .values([mixes, plasters, gypsum, paints].map(({ id }) => ({ department_id_1c: '00131', category_id: id })))
  .execute();
const brand = await db
  .insertInto('brands')
  .values({ slug: 'suhona', name: 'СУХОНА' })
  .returning('id')
  .executeTakeFirstOrThrow();
const plaster = await makeProduct(db, {
  name: 'Штукатурка гипсовая СУХОНА',
  category_id: gypsum.id,
  brand_id: brand.id,
});
const browser = await testBrowser({ drawsPictures: true });
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const confirmed = { name: 'isConfirmCity', value: 'true', domain: '.idd.localhost', path: '/' };

type ShopOptions = Parameters<typeof openPage>[1] & { savesData?: boolean };

/**
 * A page of a visitor who has already answered the question about the city, hydrated. `savesData`: nothing is fetched
 * ahead.
 */
async function openShop(path: string, { savesData = false, ...options }: ShopOptions = {}) {
  const opened = await openPage(browser, options);
  if (savesData) {
    await opened.page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
  }
  await opened.context.addCookies([confirmed]);
  await opened.page.goto(site.address(path));
  return opened;
}

/**
 * Hydration is over when React's effects have run: the counters' announcer is there from the start, its text comes with
 * them.
 */
async function cookies(context: BrowserContext): Promise<Record<string, string>> {
  const all = await context.cookies();
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

test('[S2-30] the compact header comes after more than 5 % of the window’s height', async () => {
  const { page, problems } = await openShop('/catalog/');
  await page.evaluate(() => {
    document.querySelector('main')!.style.minHeight = '3000px';
  });
  await page.evaluate(() => window.scrollTo(0, 45));
  await page.waitForTimeout(100);
  expect(await page.locator('.head.compact').count()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 46));
  await page.locator('.head.compact').waitFor();
  expect(await page.locator('.head.compact').evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  expect(await page.locator('.head__logo img').evaluate((image) => image.getBoundingClientRect().width)).toBe(80);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('.head:not(.compact)').waitFor();
  expect(problems).toEqual([]);
});

test('the top bar fits any window: the telephone and the call stay, the hours go where there is no place', async () => {
  const { page, problems } = await openShop('/');
  const [bar, phone, call] = ['.top__phone', '.top__phone .b', '.top__phone .link'].map((place) =>
    page.locator(place).first(),
  );
  for (const width of [1440, 1366, 1280, 1100, 1024, 800]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${width}`).toBeLessThanOrEqual(0);
    const places = await Promise.all([bar, phone, call].map(async (place) => (await place!.boundingBox())!.y));
    expect(new Set(places).size, `${width}`).toBe(1);
    const links = await page
      .locator('.top nav > :visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(links.length).toBeGreaterThan(3);
    if (width >= 1280) expect(new Set(links.map(Math.round)).size, `links in one line at ${width}`).toBe(1);
  }
  expect(problems).toEqual([]);
});

test('[S2-37] an unconfirmed city is asked about; [S4-13] Да confirms it and the focus stays', async () => {
  const { page, context, problems } = await openPage(browser);
  await page.goto(site.address('/'));
  const question = page.locator('.city__ask');
  await question.getByText('Ваш город — Вологда?').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await question.getByRole('button', { name: 'Да' }).click();
  await question.getByText('Ваш город').waitFor({ state: 'detached' });
  expect(await cookies(context)).toMatchObject({ isConfirmCity: 'true', myCity: '00131' });
  await page.reload();
  expect(await page.getByText('Ваш город — Вологда?').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('[S4-13] Нет leaves the city unconfirmed, stores it and opens the popup', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(site.address('/'));
  await page.getByRole('button', { name: 'Нет' }).click();
  await page.getByRole('dialog', { name: 'Выберите ближайший к Вам магазин' }).waitFor();
  expect(await cookies(context)).toMatchObject({ isConfirmCity: 'false', myCity: '00131' });
});

test('[S9-05] silence of 10 s counts as Да on desktop; [S9-04] the cookies live 30 days on the parent domain', async () => {
  const { page, context } = await openPage(browser);
  await page.clock.install();
  await page.goto(site.address('/'));
  await page.getByText('Ваш город — Вологда?').waitFor();
  await page.clock.fastForward(5_000);
  expect(await page.getByText('Ваш город — Вологда?').count()).toBe(1);
  // Another page of the tab goes on waiting, and does not begin again.
  await page.goto(site.address('/catalog/'));
  await page.getByText('Ваш город — Вологда?').waitFor();
  await page.clock.fastForward(5_000);
  await page.getByText('Ваш город — Вологда?').waitFor({ state: 'detached' });
  const kept = (await context.cookies()).find(({ name }) => name === 'isConfirmCity')!;
  expect(kept).toMatchObject({ value: 'true', domain: '.idd.localhost', path: '/' });
  const days = (kept.expires - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(30);
});

test('[S2-38] on mobile the question is shown too; [S4-13] Нет confirms and opens the popup, silence does nothing', async () => {
  const { page, context, problems } = await openPage(browser, { device: 'mobile' });
  await page.clock.install();
  await page.goto(site.address('/'));
  await page.getByText('Ваш город — Вологда?').waitFor();
  await page.clock.fastForward(20_000);
  expect(await page.getByText('Ваш город — Вологда?').count()).toBe(1);
  // It stands in the header's own row, in place of the city, and covers nothing.
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const row = (await page.locator('.mhead__row').boundingBox())!;
    expect([width, row.height]).toEqual([width, 56]);
    const asked = (await page.locator('.city__ask').boundingBox())!;
    expect(asked.y + asked.height).toBeLessThanOrEqual(row.y + row.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  expect(await page.locator('.mcity').evaluate((city) => (city as HTMLElement).tabIndex)).toBe(-1);
  // Another tab is asked once, not on each of its pages.
  const second = await context.newPage();
  await second.goto(site.address('/'));
  await second.getByText('Ваш город — Вологда?').waitFor();
  await second.goto(site.address('/catalog/'));
  await hydrated(second);
  expect(await second.getByText('Ваш город — Вологда?').count()).toBe(0);
  await second.close();
  await page.getByRole('button', { name: 'Нет' }).click();
  await page.getByRole('dialog', { name: 'Выберите ближайший к Вам магазин' }).waitFor();
  expect(await cookies(context)).toMatchObject({ isConfirmCity: 'true' });
  expect(problems).toEqual([]);
});

test('on a phone the title of a long sheet and its cross stay in sight while it is scrolled', async () => {
  const { page } = await openPage(browser, { device: 'mobile' });
  await page.setViewportSize({ width: 390, height: 300 });
  await page.goto(site.address('/'));
  await page.getByRole('button', { name: 'Нет' }).click();
  const dialog = page.getByRole('dialog', { name: 'Выберите ближайший к Вам магазин' });
  await dialog.waitFor();
  await dialog.evaluate((sheet) => sheet.scrollTo(0, 10_000));
  expect(await dialog.evaluate((sheet) => sheet.scrollTop)).toBeGreaterThan(40);
  for (const part of ['h2', '.dlg__x']) {
    const box = await dialog.locator(`> ${part}`).boundingBox();
    expect(box && box.y > 0 && box.y + box.height < 300, part).toBe(true);
  }
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('[S2-40] the popup closes by Escape, cross and background after 300 ms, the page behind does not scroll, the focus returns', async () => {
  const { page, problems } = await openShop('/catalog/');
  const opener = page.locator('.top__city');
  const dialog = page.locator('#city-dialog');
  const closings: [string, () => Promise<void>][] = [
    // At once, also where a city was being looked for.
    [
      'Escape',
      async () => {
        await page.getByPlaceholder('Найти город').fill('чере');
        await page.keyboard.press('Escape');
      },
    ],
    ['cross', () => dialog.getByRole('button', { name: 'Закрыть' }).click()],
    ['background', () => page.mouse.click(20, 20)],
  ];
  for (const [name, close] of closings) {
    await opener.focus();
    await opener.press('Enter');
    await dialog.waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), name).toBe('hidden');
    const closing = await dialog.evaluateHandle(timeClosing);
    await close();
    await dialog.waitFor({ state: 'hidden' });
    expect(await closing.evaluate(({ took }) => took), name).toBeGreaterThanOrEqual(300);
    expect(await page.evaluate(() => document.activeElement?.className), name).toBe('top__city');
    // The focus that came back opens no tooltip over «Каталог».
    await page.waitForTimeout(300);
    expect(await page.locator('.tip--city').isVisible(), name).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), name).not.toBe('hidden');
  }
  expect(problems).toEqual([]);
});

test('a popup that the address opened closes: it is left in sight for pages without a script alone', async () => {
  const { page, problems } = await openShop('/catalog/#city-dialog');
  const dialog = page.locator('#city-dialog');
  await page.locator('#city-dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(site.address('/catalog/'));
  expect(problems).toEqual([]);
});

/** Runs in the page, whose clock no busy machine disturbs: `took`, ms from the key or click to the dialog's closing. */
function timeClosing(dialog: Element): { took: Promise<number> } {
  let askedAt = Number.POSITIVE_INFINITY;
  for (const kind of ['keydown', 'click'])
    addEventListener(kind, ({ timeStamp }) => (askedAt = Math.min(askedAt, timeStamp)), { capture: true });
  const took = new Promise<number>((resolve) =>
    dialog.addEventListener('close', () => resolve(performance.now() - askedAt), { once: true }),
  );
  return { took };
}

test('[S2-40] a click inside the popup does not close it, and the focus stays in it', async () => {
  const { page } = await openShop('/catalog/');
  await page.locator('.top__city').click();
  const dialog = page.locator('#city-dialog');
  await dialog.locator('.city__hint').click();
  await page.waitForTimeout(400);
  expect(await dialog.isVisible()).toBe(true);
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    // Between the last and the first control the browser's own buttons have their turn: then the body is active.
    const where = await page.evaluate(() => document.activeElement?.closest('#city-dialog, body')?.id ?? '');
    expect(['city-dialog', '']).toContain(where);
  }
});

test('[S2-35] the filter of the popup finds a city; [S2-39] its link keeps path and query, also after a client navigation', async () => {
  const { page, context } = await openShop('/');
  await page.locator('.cats').getByRole('link', { name: 'Сухие смеси' }).click();
  await page.waitForURL('**/category/suhie-smesi/');
  await page.getByText('В наличии в моём магазине').click();
  await page.waitForURL('**/category/suhie-smesi/?in_stock=1');
  await page.locator('.top__city').click();
  await page.getByPlaceholder('Найти город').fill('чере');
  expect(await page.locator('.citylist a:visible').allTextContents()).toEqual(['Череповец']);
  await page.locator('.citylist a:visible').click();
  await page.waitForURL((url) => url.hostname === 'cherepovets.idd.localhost');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/category/suhie-smesi/?in_stock=1');
  expect(await cookies(context)).toMatchObject({ myCity: '00052', isConfirmCity: 'true' });
});

test('the cities are put in the order of their distance when that is asked for, and not before', async () => {
  const places = { '00131': ['59.2205', '39.8915'], '00052': ['59.1265', '37.9093'] } as const;
  for (const [id_1c, [latitude, longitude]] of Object.entries(places))
    await db.updateTable('departments').set({ latitude, longitude }).where('id_1c', '=', id_1c).execute();
  await invalidate(db, ['departments']);
  const { page, context, problems } = await openShop('/delivery/');
  await page.locator('.top__city').click();
  const dialog = page.locator('#city-dialog');
  const cities = dialog.locator('.citylist a');
  await cities.first().waitFor();
  expect(await cities.allInnerTexts()).toEqual(['Вологда', 'Череповец']);
  await page.evaluate(() => {
    const { geolocation } = navigator;
    geolocation.getCurrentPosition = (_known, failed) =>
      failed?.({ code: 1, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: '' });
  });
  await dialog.getByRole('button', { name: 'Найти ближайший' }).click();
  await dialog.getByText('Доступ к местоположению закрыт. Выберите город из списка.').waitFor();
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator.geolocation, 'getCurrentPosition');
  });
  await context.grantPermissions(['geolocation'], { origin: site.address('/').replace(/\/$/, '') });
  await context.setGeolocation({ latitude: 59.13, longitude: 37.9 });
  await dialog.getByRole('button', { name: 'Найти ближайший' }).click();
  await dialog.getByText(/^Ближе\sвсего\sЧереповец:\s\d+\sм\sпо\sпрямой$/).waitFor();
  expect((await cities.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^Череповец\s\d+\sм$/),
    'Вологда 114 км',
  ]);
  expect(await findings(page, { isWhole: true })).toEqual([]);
  expect(problems).toEqual([]);
});

test('[S2-36] the tooltip opens by pointer and by keyboard, and Escape takes it away', async () => {
  const { page } = await openShop('/');
  const tooltip = page.locator('.tip--city');
  expect(await tooltip.isVisible()).toBe(false);
  await page.locator('.top__city').hover();
  await tooltip.waitFor();
  await page.mouse.move(800, 700);
  await tooltip.waitFor({ state: 'hidden' });
  await page.locator('.skip').focus();
  await page.keyboard.press('Tab');
  await tooltip.waitFor();
  // Held by the keyboard, it lets a pointer through to what it covers: a trial presses nothing and fails where
  // something is in the way.
  await page.locator('.head__cat').click({ trial: true });
  await page.mouse.move(800, 700);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.tip--city') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'hidden' });
});

test('[S2-34] menu and sidebar open and close in all tabs of the browser', async () => {
  const { page: first, context, problems } = await openShop('/', { device: 'mobile' });
  const second = await context.newPage();
  await second.goto(site.address('/catalog/'));
  // A tab hears of what is opened from now on: it begins closed.
  await hydrated(second);
  await context.addCookies([{ ...confirmed, name: 'favourites', value: '1.2' }]);
  await first.reload();
  await first.getByRole('link', { name: 'Меню' }).click();
  await second.locator('#side-menu').waitFor();
  // What is the visitor's own stands first, with its numbers, then the categories.
  expect((await first.locator('#side-menu a:visible').allInnerTexts()).slice(0, 6)).toEqual([
    expect.stringMatching(/^2\s+Избранное$/),
    'Сравнение',
    'Войти',
    'Каталог',
    'Краски и лаки',
    'Сухие смеси',
  ]);
  await first.locator('#side-menu').getByRole('link', { name: 'Каталог' }).click();
  await second.locator('.side__cats').getByText('Сухие смеси').waitFor();
  await second.locator('#side-menu').getByRole('button', { name: 'Закрыть' }).click();
  await first.locator('#side-menu').waitFor({ state: 'hidden' });
  await second.locator('#side-menu').waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('[S2-33] a menu asked for before its script is there opens when it comes', async () => {
  const { page, problems } = await openShop('/', { device: 'mobile' });
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/side-menu-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('link', { name: 'Меню' }).click();
  script.resolve();
  await page.locator('#side-menu:modal').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.locator('#side-menu').getByRole('button', { name: 'Закрыть' }).click();
  await page.locator('#side-menu').waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('[S2-29] a header item without a target leads to `#`, the top of the page; its counter shows what is counted', async () => {
  const { page, context, problems } = await openShop('/catalog/');
  await page.evaluate(() => {
    document.querySelector('main')!.style.minHeight = '3000px';
  });
  await page.evaluate(() => window.scrollTo(0, 900));
  const item = page.locator('.head.compact .hitem', { hasText: 'Наверх' });
  await item.waitFor();
  expect(await item.getAttribute('href')).toBe('#');
  expect(await item.locator('.i').count()).toBe(1);
  expect(await item.locator('.count').count()).toBe(0);
  await item.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/catalog/');
  await context.addCookies([{ ...confirmed, name: 'favourites', value: '1.2' }]);
  await page.reload();
  const counted = page.locator('.hitem', { hasText: 'Избранное' });
  await counted.locator('.count').waitFor();
  expect(await counted.getAttribute('href')).toBe('/favorites/');
  expect(await counted.locator('.count').textContent()).toBe('2');
  expect(problems).toEqual([]);
});

test('[S2-26] the forms of the footer open in a dialog on pages of every kind, and as a page without a script', async () => {
  const forms = [
    'Заказать звонок',
    'Консультация специалиста',
    'Заявка на доставку',
    'Заявка на бизнес-карту',
    'Расчёт сметы менеджером',
  ];
  const { page, problems } = await openShop('/');
  for (const [at, path] of ['/', '/category/kraski/', '/cart/', '/about/', '/login/'].entries()) {
    const form = forms[at]!;
    await page.goto(site.address(path));
    await isCalm(page);
    await page.locator('.foot__forms').getByRole('link', { name: form }).click();
    const dialog = page.getByRole('dialog', { name: form });
    await dialog.getByLabel('Телефон').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  expect(problems).toEqual([]);
  const plain = await openShop('/about/', { javaScriptEnabled: false, device: 'mobile' });
  // On a phone they are folded like the columns of links.
  await plain.page.locator('footer summary', { hasText: 'Заявки' }).click();
  await plain.page.locator('.foot__forms').getByRole('link', { name: 'Расчёт сметы менеджером' }).click();
  await plain.page.waitForURL('**/forms/estimate/');
  await plain.page.locator('main').getByLabel('Телефон').waitFor();
});

test('[S2-33] the menu shows the pickup point the visitor has chosen, and the nearest when asked, never a guess', async () => {
  await db
    .updateTable('departments')
    .set({ latitude: '59.2205', longitude: '39.8915' })
    .where('id_1c', '=', '00131')
    .execute();
  await db
    .updateTable('departments')
    .set({ latitude: '59.1700', longitude: '39.9000' })
    .where('id_1c', '=', '00132')
    .execute();
  await invalidate(db, ['departments']);
  const { page, context, problems } = await openShop('/', { device: 'mobile' });
  const menu = page.locator('#side-menu');
  const block = menu.locator('.side__point');
  const shown = block.locator('[data-point-shown]');
  const open = async () => {
    await page.getByRole('link', { name: 'Меню', exact: true }).click();
    await block.getByRole('button', { name: 'Найти ближайший' }).waitFor();
  };
  await open();
  expect(await block.innerText()).toMatch(/^Пункт\sвыдачи\s+Вологда,\sул.\sГончарная,\s2/);
  await block.getByText('Все пункты выдачи: 2').click();
  await block.locator('[data-point="00132"]').getByRole('button', { name: 'Выбрать' }).click();
  await block.getByText('Ваш пункт выдачи').waitFor();
  expect(await shown.innerText()).toMatch(/Окружное\sшоссе,\s13[\s\S]*Пн–Пт\s09:00–20:00/);
  expect((await context.cookies()).find(({ name }) => name === 'myPoint')).toMatchObject({
    value: '00132',
    domain: 'idd.localhost',
  });
  // Remembered on another page; nobody was asked where they are.
  await page.goto(site.address('/catalog/'));
  await open();
  await block.getByText('Ваш пункт выдачи').waitFor();
  expect(await shown.innerText()).toContain('Окружное шоссе, 13');

  await context.grantPermissions(['geolocation'], { origin: site.address('/').replace(/\/$/, '') });
  await context.setGeolocation({ latitude: 59.2214, longitude: 39.8915 });
  await block.getByRole('button', { name: 'Найти ближайший' }).click();
  await block.getByText('Ближайший к вам пункт выдачи филиала').waitFor();
  expect(await shown.innerText()).toContain('ул. Гончарная, 2');
  await block.getByText('По прямой 100 м от вас').waitFor();
  await page.waitForTimeout(400);
  expect(await findings(page, { isWhole: true })).toEqual([]);
  // The browser refuses to say, or does not know.
  await page.evaluate(() => {
    navigator.geolocation.getCurrentPosition = (_known, failed) =>
      failed?.({ code: 1, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3, message: '' });
  });
  await block.getByRole('button', { name: 'Найти ближайший' }).click();
  await block.getByText('Доступ к местоположению закрыт. Выберите пункт из списка.').waitFor();
  expect(problems).toEqual([]);
});

test('[S6-03] a business buyer’s suggestions are asked for with the b2b suffix and the column, anybody else’s without', async () => {
  await db
    .insertInto('prices')
    .values({ price_column: 'vologda_b2b', product_id: plaster.id, price: 41_000 })
    .onConflict((same) => same.doNothing())
    .execute();
  const buyer = await makeUser(db);
  await joinCompany(db, buyer, await makeCompany(db));
  const { page, context } = await openShop('/');
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/search/suggest/')) asked.push(new URL(request.url()).searchParams);
  });
  const type = async (words: string) => {
    await page.getByRole('combobox', { name: 'Поиск товаров' }).pressSequentially(words);
    await page.getByRole('option').first().waitFor();
  };
  await type('шт');
  expect(asked.map((query) => [query.get('domain_id_1c'), query.get('buyer_price_column')])).toEqual([[null, null]]);
  const { cookies: session } = await signedIn(db, buyer);
  const base = { domain: '.idd.localhost', path: '/' };
  await context.addCookies([
    ...Object.entries(session).map(([name, value]) => ({ name, value, httpOnly: true, ...base })),
    { name: 'signed', value: 'b2b', ...base },
  ]);
  await page.reload();
  asked.length = 0;
  await type('шт');
  expect(asked.map((query) => [query.get('domain_id_1c'), query.get('buyer_price_column')])).toEqual([
    ['00131_b2b', 'vologda_b2b'],
  ]);
});

test('[S2-33] a category of the slide-out menu opens its page and the menu closes', async () => {
  const { page } = await openShop('/', { device: 'mobile' });
  await page.getByRole('link', { name: 'Меню' }).click();
  await page.locator('#side-menu').getByRole('link', { name: 'Каталог' }).click();
  await page.locator('.side__cats summary', { hasText: 'Сухие смеси' }).click();
  await page.locator('.side__cats').getByRole('link', { name: 'Штукатурки' }).click();
  await page.waitForURL('**/category/shtukaturki/');
  await page.locator('#side-menu').waitFor({ state: 'hidden' });
});

test('the mega-menu opens by click, by hover and by keyboard, and leads to a third level', async () => {
  const { page, problems } = await openShop('/');
  const menu = page.getByRole('navigation', { name: 'Каталог товаров' });
  const button = page.locator('.head__cat');
  await button.hover();
  await menu.getByRole('link', { name: 'Сухие смеси', exact: true }).hover();
  await menu.getByRole('link', { name: 'Гипсовые' }).waitFor();
  // Beside the groups, the brands of the root.
  expect(await menu.getByRole('link', { name: 'СУХОНА' }).getAttribute('href')).toBe(
    '/category/suhie-smesi/?brand=suhona',
  );
  await page.mouse.move(800, 850);
  await menu.waitFor({ state: 'hidden' });

  await button.focus();
  await page.keyboard.press('ArrowDown');
  await menu.waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Краски и лаки');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Сухие смеси');
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Штукатурки');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Каталог');

  await button.click();
  await menu.getByRole('link', { name: 'Сухие смеси', exact: true }).hover();
  await menu.getByRole('link', { name: 'Гипсовые' }).click();
  await page.waitForURL('**/category/gipsovye/');
  await menu.waitFor({ state: 'hidden' });
  expect(problems).toEqual([]);
});

test('[S2-28] the counters come from the visitor’s cookies after load', async () => {
  const { page, context } = await openPage(browser);
  await context.addCookies([confirmed, { ...confirmed, name: 'favourites', value: '1.2.3' }]);
  await page.goto(site.address('/'));
  await page.locator('.hitem', { hasText: 'Избранное' }).locator('.count').waitFor();
  expect(await page.locator('.hitem', { hasText: 'Избранное' }).locator('.count').textContent()).toBe('3');
  expect(await page.locator('.hitem', { hasText: 'Корзина' }).locator('.count').count()).toBe(0);
});

test('[S2-28] «Найти» beside the search box opens /catalog/?q=', async () => {
  const { page } = await openShop('/');
  await page.getByRole('combobox', { name: 'Поиск товаров' }).fill('шт');
  await page.getByRole('button', { name: 'Найти', exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === '/catalog/' && url.searchParams.get('q') === 'шт');
});

test('[S2-46] the indicator runs while a slow page loads, and takes the error colour when it fails', async () => {
  const { page } = await openShop('/', { savesData: true });
  const bar = page.locator('.loadbar');
  let isSlow = true;
  await page.route('**/category/**/*.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, isSlow ? 700 : 0));
    if (isSlow) await route.continue();
    else await route.abort();
  });
  await page.locator('.cats').getByRole('link', { name: 'Краски и лаки' }).click();
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.loadbar')!.style.opacity === '1');
  await page.waitForURL('**/category/kraski/');
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.loadbar')!.style.opacity === '0');
  expect(await bar.getAttribute('class')).toBe('loadbar');
  isSlow = false;
  await page.locator('.cats').getByRole('link', { name: 'Сухие смеси' }).click();
  await page.locator('.loadbar--err').waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: 'Что-то сломалось' }).waitFor();
  expect(await page.locator('.site-head').isVisible()).toBe(true);
});

test('[S4-19] a chunk that does not load opens the wanted page again, once; then the error page says what to do', async () => {
  const { page } = await openShop('/', { savesData: true });
  const isOfCategory = await scriptsOfCategory();
  let isOpenedAgain = false;
  page.on('request', (request) => {
    isOpenedAgain ||= request.isNavigationRequest();
  });
  await page.route(isOfCategory, (route) => (isOpenedAgain ? route.continue() : route.abort()));
  await page.locator('.cats').getByRole('link', { name: 'Краски и лаки' }).click();
  await page.waitForURL('**/category/kraski/');
  await page.getByRole('heading', { name: 'Краски и лаки' }).first().waitFor();
  const record = await page.evaluate(() => JSON.parse(sessionStorage.getItem('shop:reload')!));
  expect(record.path).toBe('/category/kraski/');

  const { page: second } = await openShop('/', { savesData: true });
  await second.route(isOfCategory, (route) => route.abort());
  await second.evaluate(() =>
    sessionStorage.setItem('shop:reload', JSON.stringify({ path: '/category/kraski/', expires: Date.now() + 10_000 })),
  );
  await second.locator('.cats').getByRole('link', { name: 'Краски и лаки' }).click();
  await second.getByRole('heading', { name: 'Обновите страницу' }).waitFor();
});

test('[S9-06] [S6-03] a link is fetched ahead once by intent, and its payload serves the navigation; not when data are saved', async () => {
  const { page } = await openShop('/delivery/');
  const asked = (of = page) =>
    of.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname === '/_.data')
        .map(({ initiatorType, transferSize }) => `${initiatorType} ${transferSize > 0 ? 'from the server' : 'kept'}`),
    );
  const link = page.locator('.head__logo');
  /** Links are followed by intent once the page has nothing else to do: the pointer comes again until then. */
  const hover = (of: Page) =>
    expect
      .poll(async () => {
        await of.mouse.move(800, 800);
        await of.locator('.head__logo').hover();
        await of.waitForTimeout(200);
        return asked(of);
      })
      .toEqual(['link from the server']);
  await hover(page);
  await page.mouse.move(800, 800);
  await link.hover();
  await link.click();
  await page.waitForURL(site.address('/'));
  expect(await asked()).toEqual(['link from the server', 'fetch kept']);

  // [S6-03] Whoever signs in, here or in another tab, is not shown what was fetched for nobody.
  const { page: buyer, context } = await openShop('/delivery/');
  await hover(buyer);
  await context.addCookies([{ ...confirmed, name: 'signed', value: 'user' }]);
  await buyer.locator('.head__logo').click();
  await buyer.waitForURL(site.address('/'));
  expect(await asked(buyer)).toEqual(['link from the server', 'fetch from the server']);

  const { page: saver } = await openShop('/delivery/', { savesData: true });
  let asks = 0;
  saver.on('request', (request) => {
    if (request.url().includes('.data')) asks++;
  });
  await saver.locator('.head__logo').hover();
  await saver.waitForTimeout(500);
  expect(asks).toBe(0);
});

test('the offline ribbon says why nothing changes', async () => {
  const { page, context } = await openShop('/');
  // Loaded when the page is idle (parts/shell/shell.tsx); without a connection it could not come any more.
  await page.locator('.ribbon').first().waitFor({ state: 'attached' });
  await context.setOffline(true);
  await page.getByText('Нет соединения — показываем сохранённое').waitFor();
  await context.setOffline(false);
  await page.getByText('Нет соединения').waitFor({ state: 'detached' });
});

test('[S8-08] a link pressed without a connection keeps the page, and leads where it should when there is one', async () => {
  const { page, context } = await openShop('/');
  await page.locator('.ribbon').first().waitFor({ state: 'attached' });
  await context.setOffline(true);
  await page.getByText('Нет соединения — показываем сохранённое').waitFor();
  await page
    .locator('footer a[href="/vacancy/"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.waitForTimeout(1500);
  expect(page.url()).toBe(site.address('/'));
  expect(await page.getByText('Нет соединения — показываем сохранённое').count()).toBe(1);
  await context.setOffline(false);
  await page.waitForURL(site.address('/vacancy/'));
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('[S8-08] a page whose data cannot come without a connection says so, and opens by itself when there is one', async () => {
  const { page, context } = await openShop('/contacts/');
  await page.locator('.ribbon').first().waitFor({ state: 'attached' });
  const go = (path: string) =>
    page
      .locator(`footer a[href="${path}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click());
  await go('/vacancy/');
  await page.waitForURL(site.address('/vacancy/'));
  await go('/contacts/');
  await page.waitForURL(site.address('/contacts/'));
  // What the browser has kept is shown without a connection too.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await context.setOffline(true);
  await go('/vacancy/');
  await page.getByRole('heading', { name: 'Нет соединения' }).waitFor();
  expect(await page.getByText('Это наша ошибка').count()).toBe(0);
  await context.setOffline(false);
  await page
    .getByRole('heading', { name: /^Ваканси|^Работа/ })
    .first()
    .waitFor();
});

test('without JavaScript: the city list, the loyalty links and the catalogue work', async () => {
  const { page } = await openShop('/', { javaScriptEnabled: false });
  await page.locator('.top__city').click();
  await page.getByRole('heading', { name: 'Выберите ближайший к Вам магазин' }).waitFor();
  expect(await page.locator('.citylist a').last().getAttribute('href')).toContain('http://cherepovets.idd.localhost');
  await page.getByRole('link', { name: 'Закрыть' }).click();
  await page.getByRole('heading', { name: 'Выберите ближайший к Вам магазин' }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Программа лояльности' }).hover();
  await page.getByRole('link', { name: 'Бонусная карта' }).first().waitFor();
  await page.locator('.head__cat').click();
  await page.waitForURL(site.address('/catalog/'));
});

test('the shell has no accessibility findings: error page, popup, menus, suggestions, question', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const { page, problems } = await openShop('/no/such/page/', { device });
    expect(await findings(page, { isWhole: true }), `${device}: error page`).toEqual([]);
    await page.locator('a[href="#city-dialog"]').first().click();
    await page.locator('#city-dialog').waitFor();
    await page.waitForTimeout(400);
    expect(await findings(page, { isWhole: true }), `${device}: city popup`).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('#city-dialog').waitFor({ state: 'hidden' });
    if (device === 'desktop') {
      // Pointer and focus rest where the popup was opened; what stays open there would lie over the button.
      await page.mouse.move(700, 600);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.locator('.head__cat').click();
      await page.getByRole('navigation', { name: 'Каталог товаров' }).waitFor();
    } else {
      await page.getByRole('link', { name: 'Меню' }).click();
      await page.locator('#side-menu').waitFor();
    }
    await page.waitForTimeout(400);
    expect(await findings(page, { isWhole: true }), `${device}: menu`).toEqual([]);
    // The address itself answers 404, which the console calls an error.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  }
  const { page } = await openPage(browser);
  await page.goto(site.address('/no/such/page/'));
  await page.getByText('Ваш город — Вологда?').waitFor();
  expect(await findings(page, { isWhole: true }), 'question').toEqual([]);
});

/**
 * Says of an address whether it is a script that a list needs and the home page has not loaded: what a click there asks
 * for.
 */
async function scriptsOfCategory(): Promise<(url: URL) => boolean> {
  const { page } = await openShop('/', { savesData: true });
  const paths = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) paths.add(new URL(request.url()).pathname);
  });
  await page.locator('.cats').getByRole('link', { name: 'Краски и лаки' }).click();
  await page.getByRole('heading', { name: 'Краски и лаки' }).first().waitFor();
  expect(paths.size).toBeGreaterThan(0);
  return ({ pathname }) => paths.has(pathname);
}

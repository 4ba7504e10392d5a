import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createBanner } from '#modules/content/banners.ts';
import { createWobbler, endWobbler, listWobblers, type WobblerInput } from '#modules/content/wobblers.ts';
import { bannerFetchDelayMs } from '#shared/constants.ts';
import { findings } from '#test/support/axe.ts';
import { isLive, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
for (let made = 0; made < 12; made++) await makeProduct(db, { category_id: mixes.id });
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await db.deleteFrom('wobblers').execute();
  vi.useRealTimers();
});

const confirmed = { name: 'isConfirmCity', value: 'true', domain: '.idd.localhost', path: '/' };
const banner: WobblerInput = {
  position: 'bottom',
  text: '<p><strong>Доставим</strong> к празднику</p>',
  action_link: '/delivery/',
};

/** A page of a visitor who answered about the city; `moment`: the browser's clock. */
async function openShop(path: string, options: Parameters<typeof openPage>[1] & { moment?: Date } = {}) {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([confirmed]);
  if (options.moment) await opened.page.clock.setFixedTime(options.moment);
  await opened.page.goto(site.address(path));
  return opened;
}

/** At the beginning of a page a banner waits: as far as one reads on. */
const readOn = (page: Page) => page.evaluate(() => window.scrollTo(0, window.innerHeight * 0.4));

const flags = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wobbler')));

test('[S2-44] banners stand at top, bottom, right and otherwise left; [S7-27] their pictures come through the proxy', async () => {
  for (const position of ['top', 'bottom', 'right', 'left'] as const)
    await createWobbler(db, { ...banner, position, background_image: 'products/banner.webp' });
  const { page } = await openShop('/contacts/');
  const shown = page.locator('.wobbler');
  const boxes: Record<string, { top: number; bottom: number; left: number; right: number }> = {};
  for (let seen = 0; seen < 4; seen++) {
    await expect
      .poll(() => shown.evaluateAll((all) => all.map((one) => one.className)), { message: 'one at a time' })
      .toHaveLength(1);
    const [[place, box] = ['', null], ...others] = await shown.evaluateAll((all) =>
      all.map((one) => [
        one.className.match(/wobbler--(top|bottom|right|left)/)![1]!,
        one.getBoundingClientRect().toJSON(),
      ]),
    );
    expect([others.length, Object.keys(boxes).includes(place)]).toEqual([0, false]);
    boxes[place] = box;
    expect(await shown.locator('img').getAttribute('src')).toMatch(/^\/_ipx\/.*\/products\/banner\.webp$/);
    // The button itself: a banner that has stepped aside is not pressed.
    await shown.locator('.wobbler__close').evaluate((button) => (button as HTMLElement).click());
  }
  await shown.waitFor({ state: 'detached' });
  expect(boxes.top!.top).toBeLessThan(300);
  expect(boxes.bottom!.bottom).toBeGreaterThan(840);
  expect(boxes.right!.right).toBeGreaterThan(1400);
  expect(boxes.left!.left).toBeLessThan(40);
});

test('[S7-21] [S9-05] nothing of the banners is loaded with the page: the call comes 300 ms later', async () => {
  await createWobbler(db, banner);
  expect(bannerFetchDelayMs).toBe(300);
  const { page, context } = await openPage(browser);
  await context.addCookies([confirmed]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // The page's own timers stand still until they are let go.
  await page.clock.install();
  await page.goto(site.address('/contacts/'));
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(site.address('/contacts/'));
  asked.length = 0;
  await page.clock.runFor(bannerFetchDelayMs - 1);
  expect(asked.filter((url) => url.includes('wobbler'))).toEqual([]);
  await page.clock.runFor(2);
  const call = await page.waitForRequest((request) => request.url().includes('/wobblers/'));
  expect(new URL(call.url()).pathname).toBe('/api/ecm/sites-content/idd/wobblers/');
  expect(new URL(call.url()).searchParams.get('domain_id_1c')).toBe('00131');
  expect(call.headers()['cache-control']).toBe('no-cache');
  const html = await (await fetch(site.address('/contacts/').replace('idd.localhost', '127.0.0.1'))).text();
  expect(html).not.toContain('wobbler');
});

test('[S2-44] a banner leaves a cart, an order and an account alone, and the page that it leads to', async () => {
  await createWobbler(db, banner);
  await createWobbler(db, { ...banner, position: 'right', action_link: '/contacts/?from=banner#map' });
  const { page } = await openShop('/delivery/');
  const shown = page.locator('.wobbler');
  await page.locator('.wobbler--right').waitFor({ state: 'attached' });
  expect(await shown.count()).toBe(1);
  const without = ['/cart/', '/order/', '/login/', '/catalog/?q=plaster', '/order-help/', '/lp/magic/', '/blog/'];
  for (const path of [...without, '/contacts/']) {
    const answered = page.waitForResponse(/\/wobblers\//);
    await page.goto(site.address(path));
    await answered;
    if (path === '/contacts/') await page.locator('.wobbler--bottom').waitFor({ state: 'attached' });
    else await page.waitForTimeout(200);
    expect(await shown.count(), path).toBe(path === '/contacts/' ? 1 : 0);
  }
});

test('[S4-17] a banner stays until it is closed; then its flag is stored and it is gone for good', async () => {
  const id = await createWobbler(db, banner);
  const { page, problems } = await openShop('/about/');
  const shown = page.getByRole('region', { name: 'Предложение магазина' });
  await readOn(page);
  await shown.waitFor();
  await page.reload();
  await readOn(page);
  await shown.waitFor();
  // Not «show once»: a click leads on and leaves it; it is away only on the page that it leads to.
  await shown.getByRole('link').click();
  await page.waitForURL('**/delivery/');
  await shown.waitFor({ state: 'detached' });
  expect(await flags(page)).toEqual([]);
  await page.goBack();
  await readOn(page);
  await shown.waitFor();
  await shown.getByRole('button', { name: 'Закрыть предложение' }).click();
  await shown.waitFor({ state: 'detached' });
  expect(await flags(page)).toEqual([`wobbler_${id}_showed`]);
  const answered = page.waitForResponse(/wobblers/);
  await page.reload();
  await answered;
  await page.waitForTimeout(200);
  expect(await shown.count()).toBe(0);
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('[S2-40] the picture of a banner opens in a popup that is a link as a whole, to a new tab', async () => {
  await createWobbler(db, { ...banner, background_image: 'products/banner.webp', button_text: 'Условия' });
  for (const device of ['desktop', 'mobile'] as const) {
    const { page, context } = await openShop('/pay/', { device });
    await readOn(page);
    await page.getByRole('button', { name: 'Увеличить картинку предложения' }).click();
    const popup = page.getByRole('dialog', { name: 'Предложение магазина' });
    await popup.locator('img').waitFor();
    await page.waitForTimeout(400);
    expect(await findings(page)).toEqual([]);
    const link = popup.getByRole('link', { name: /Условия/ });
    expect(await link.locator('img').count()).toBe(1);
    // The way back of a page without scripts would stand under the cross.
    expect(await popup.getByRole('link').count()).toBe(1);
    const [tab] = await Promise.all([context.waitForEvent('page'), link.locator('img').click()]);
    await tab.waitForURL('**/delivery/');
    expect(new URL(page.url()).pathname).toBe('/pay/');
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });
    await context.close();
  }
});

test('[S4-17] a banner that shows once is gone after a click on it', async () => {
  const id = await createWobbler(db, { ...banner, filter_is_show_once: true, button_text: 'Условия' });
  const { page } = await openShop('/about/');
  await readOn(page);
  await page.getByRole('link', { name: 'Условия' }).click();
  await page.waitForURL('**/delivery/');
  expect(await page.locator('.wobbler').count()).toBe(0);
  expect(await flags(page)).toEqual([`wobbler_${id}_showed`]);
});

test('[S2-44] the close button comes first by keyboard, the banner says what it is and whose advertisement, axe finds nothing', async () => {
  await createWobbler(db, { ...banner, advertising: 'Реклама. ООО «Завод», erid: 2Vtz' });
  for (const device of ['desktop', 'mobile'] as const) {
    const { page } = await openShop('/pay/', { device });
    const shown = page.getByRole('region', { name: 'Предложение магазина' });
    await readOn(page);
    await shown.waitFor();
    expect(await shown.innerText()).toContain('Реклама. ООО «Завод», erid: 2Vtz');
    const order = await shown.evaluate((box) => [...box.querySelectorAll('a, button')].map((one) => one.tagName));
    expect(order).toEqual(['BUTTON', 'A']);
    await page.waitForTimeout(400);
    expect(await findings(page)).toEqual([]);
    const box = (await shown.boundingBox())!;
    if (device === 'mobile') {
      expect(box.height).toBeLessThan(130);
      const bar = (await page.locator('.bbar').boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
    }
  }
});

test('[S2-44] a banner never lies on a cart button, a name or a price, wherever the page is scrolled', async () => {
  await createWobbler(db, { ...banner, position: 'bottom' });
  await createWobbler(db, { ...banner, position: 'right' });
  for (const device of ['desktop', 'mobile'] as const) {
    const { page } = await openShop('/category/suhie-smesi/', { device });
    await page.locator('.wobbler').first().waitFor({ state: 'attached' });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    let wasShown = 0;
    for (let y = 0; y < height; y += 90) {
      await page.evaluate((to) => window.scrollTo(0, to), y);
      await page.waitForTimeout(60);
      const covered = await page.evaluate(() =>
        [...document.querySelectorAll('main .card__buy button, main .card__name, main .card .price')].some((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return [0.05, 0.5, 0.95].some((part) =>
            document.elementFromPoint(left + width * part, top + height / 2)?.closest('.wobbler'),
          );
        }),
      );
      expect(covered, `${device}, scrolled to ${y}`).toBe(false);
    }
    await page.waitForTimeout(900);
    wasShown += await page.locator('.wobbler:not([data-aside])').count();
    expect(wasShown, `${device}: back again at the end of the page`).toBeGreaterThan(0);
  }
});

test('[S2-44] what a page opens with is seen whole: a banner comes when the page is read on and goes at its top', async () => {
  await createWobbler(db, banner);
  for (const device of ['desktop', 'mobile'] as const) {
    const { page } = await openShop('/category/suhie-smesi/', { device });
    const shown = page.locator('.wobbler');
    await shown.waitFor({ state: 'attached' });
    await page.waitForTimeout(900);
    expect(await shown.isVisible(), device).toBe(false);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await shown.waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await shown.waitFor({ state: 'hidden' });
  }
});

test('[S2-44] with reduced motion a banner does not move', async () => {
  await createWobbler(db, banner);
  const { page, context } = await openPage(browser);
  await context.addCookies([confirmed]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.address('/about/'));
  await readOn(page);
  await page.locator('.wobbler').waitFor();
  expect(await page.locator('.wobbler').evaluate((box) => getComputedStyle(box).animationName)).toBe('none');
});

test('[S2-44] while a page scrolls, its banner measures what is near the window, not every card', async () => {
  await createWobbler(db, { ...banner, position: 'bottom' });
  const { page } = await openShop('/category/suhie-smesi/', { device: 'mobile' });
  await page.locator('.wobbler').first().waitFor({ state: 'attached' });
  await page.evaluate(() => window.scrollTo(0, window.innerHeight));
  await page.waitForTimeout(1_200);
  const { measured, cards } = await page.evaluate(async () => {
    const asked = new Set<Element>();
    const whole = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function () {
      if (this.matches('.card__name, .card .price')) asked.add(this);
      return whole.call(this);
    };
    window.scrollBy(0, 10);
    await new Promise((done) => setTimeout(done, 200));
    Element.prototype.getBoundingClientRect = whole;
    return { measured: asked.size, cards: document.querySelectorAll('main .card').length };
  });
  expect(measured).toBeLessThan(2 * cards);
});

test('[S7-21] a banner appears and goes with its dates, by the clock of the server', async () => {
  const begins = new Date(Date.now() + 5 * 86_400_000);
  const id = await createWobbler(db, { ...banner, starts_at: begins });
  const early = await openShop('/about/');
  await early.page.waitForResponse(/wobblers/).catch(() => {});
  expect(await early.page.locator('.wobbler').count()).toBe(0);
  vi.useFakeTimers({ toFake: ['Date'], now: begins });
  const due = await openShop('/about/', { moment: begins });
  await due.page.locator('.wobbler').waitFor({ state: 'attached' });
  await endWobbler(db, id, begins);
  expect(await listWobblers(db, '00131', begins)).toEqual([]);
});

test('[S2-03] the price of delivery is answered in place, said aloud, and axe finds nothing; the page does not scroll sideways', async () => {
  const zone = await db
    .insertInto('delivery_zones')
    .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('delivery_zone_rates')
    .values({ zone_id: zone.id, up_to_grams: 30_000, price_kopecks: 39_000, vehicle: 'легковой автомобиль' })
    .execute();
  await db
    .insertInto('carrying_rates')
    .values({ department_id_1c: '00131', kind: 'stairs', step_grams: 50_000, price_kopecks: 10_000 })
    .execute();
  for (const device of ['desktop', 'mobile'] as const) {
    const { page, problems } = await openShop('/delivery/', { device });
    await page.getByLabel('Адрес или населённый пункт').fill('г. Вологда, ул. Мира, 10');
    await page.getByLabel('Вес, кг').fill('25');
    await page.getByRole('button', { name: 'Рассчитать' }).click();
    await page.locator('.delivery__result').getByText('390').waitFor();
    expect(page.url(), 'an address never stands in the URL').not.toContain('Мира');
    await page.getByRole('combobox', { name: 'Разгрузка и подъём' }).selectOption('Поднять по лестнице');
    await page.getByRole('textbox', { name: 'Этаж' }).fill('4');
    await page.getByRole('button', { name: 'Рассчитать' }).click();
    await page.getByText(/по\sлестнице,\sэтаж\s4:\s400\s₽,\sвместе\sс\sдоставкой\s790\s₽/).waitFor();
    await page.getByLabel('Адрес или населённый пункт').fill('Магадан');
    await page.getByRole('button', { name: 'Рассчитать' }).click();
    await page.getByText('уточнит оператор', { exact: true }).waitFor();
    await page.getByLabel('Ближайшее место из наших зон').selectOption('Вологда');
    await page.getByRole('button', { name: 'Рассчитать' }).click();
    await page.locator('.delivery__result').getByText('390').waitFor();
    expect(await findings(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, device).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
  }
});

test('[S2-03] a filled cart is what delivery is counted for, until one says otherwise', async () => {
  const product = await makeProduct(db, { category_id: mixes.id });
  const { page, problems } = await openShop('/delivery/');
  const ofCart = page.getByRole('radio', { name: 'Моя корзина' });
  await page.getByLabel('Вес, кг').waitFor();
  expect(await ofCart.count(), 'an empty cart is not offered').toBe(0);
  await page.evaluate(async ({ id, idcode }) => {
    await fetch('/api/_auth/cookie');
    const body = new URLSearchParams({ intent: 'add', product_id: String(id), product_idcode: idcode, count: '1' });
    await fetch('/cart/', { method: 'POST', body });
  }, product);
  await page.reload();
  await expect.poll(() => ofCart.isChecked()).toBe(true);
  expect(await page.getByLabel('Вес, кг').isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Укажу вес' }).check();
  await page.getByLabel('Вес, кг').waitFor();
  expect(problems).toEqual([]);
});

test('requisites are copied by a press', async () => {
  await makeRequisites(db);
  const { page, problems, context } = await openShop('/pay/');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('Реквизиты для оплаты по счёту').click();
  await page.getByRole('button', { name: 'Копировать: БИК' }).click();
  await page.getByRole('button', { name: 'Копировать: БИК' }).getByText('Скопировано').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{9}$/);
  expect(problems).toEqual([]);
});

test('home: a quick task and a slide report their goals', async () => {
  await createBanner(db, { title: 'Скидки недели', text: 'Смеси', button_text: 'К товарам', link: '/catalog/' });
  const { page } = await openShop('/');
  await page.evaluate(() => {
    const goals: unknown[] = [];
    Object.assign(window, { goals });
    window.addEventListener('goal', (event) => goals.push((event as CustomEvent).detail));
  });
  await isLive(page, '.task');
  await page.getByRole('link', { name: /Статус\sзаказа/ }).click();
  await page.waitForURL('**/order/');
  await page.goBack();
  await page.getByRole('link', { name: 'К товарам' }).click();
  await page.waitForURL('**/catalog/');
  expect(await page.evaluate(() => (window as unknown as { goals: unknown[] }).goals)).toMatchObject([
    { goal: 'home_task_click', params: { task: 'status' } },
    { goal: 'promo_click', params: { title: 'Скидки недели' } },
  ]);
});

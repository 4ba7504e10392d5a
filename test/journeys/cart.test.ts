import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { letIn, makeUser } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { isLive, openPage, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastCode } from '#test/support/emails.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const { app, address } = await testSite(db);
const browser = await testBrowser();
const soon = { timeout: 15_000 };

beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

async function openCards(page: Page) {
  await page.goto(address('/category/shtukaturki/'));
  await isLive(page, '.card form, .card .step');
}

/** By the code of a real email, then back to this page; with a script the sixth digit sends the form. */
async function signInByCode(page: Page, user: { email: string }, back: string, hasScript = true) {
  await page.goto(address(`/login/?way=code&back=${back}`));
  await page.getByRole('main').getByLabel('Почта').fill(user.email);
  const consent = page.getByLabel(/Согласен\sна/).first();
  await consent.check();
  await page.getByRole('button', { name: 'Получить код' }).click();
  const field = page.getByLabel(/Код/).first();
  await field.waitFor();
  await field.fill(await lastCode(db, user.email));
  const enter = page.getByRole('button', { name: /^Войти/ }).first();
  if (!hasScript) await enter.click();
}

const addButtons = (page: Page) => page.locator('.card').getByRole('button', { name: /В\sкорзину/ });
const steppers = (page: Page) => page.locator('.card .step');
const firstMore = (page: Page) =>
  page
    .locator('.card')
    .getByRole('button', { name: /^Больше/ })
    .first();
const firstQuantity = (page: Page) => page.getByLabel(/^Количество/).first();

describe('[S4-10] what a guest chose before signing in', () => {
  test.for(ways)('lies in the account’s cart, and the cart says once what came: %s', async ([, options]) => {
    const user = await makeUser(db);
    const laptop = await openPage(browser);
    await letIn(db, laptop.context, user);
    await openCards(laptop.page);
    await addButtons(laptop.page).nth(1).click();
    await expect.poll(() => steppers(laptop.page).count(), soon).toBe(1);

    const { page, context, problems } = await openPage(browser, options);
    await page.goto(address('/category/shtukaturki/'));
    if (options.javaScriptEnabled !== false) await isLive(page, '.card form');
    await addButtons(page).first().click();
    if (options.javaScriptEnabled === false) await page.waitForURL(/\/cart\/$/);
    else await expect.poll(() => steppers(page).count(), soon).toBe(1);

    await signInByCode(page, user, '/cart/', options.javaScriptEnabled !== false);
    await page.waitForURL(({ pathname }) => pathname === '/cart/');
    await page.getByRole('heading', { name: /^Корзина/ }).waitFor();
    expect(await page.locator('.cline').count()).toBe(2);
    const said = page.getByText(/^В\sкорзину\sдобавлено\sиз\sгостевой:\s.+\s—\s1\s/);
    expect(await said.count()).toBe(1);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: /^Корзина/ }).waitFor();
    expect(await said.count()).toBe(0);
    expect(await page.locator('.cline').count()).toBe(2);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('Basket_'))).toEqual([]);

    await laptop.page.reload();
    await expect.poll(() => steppers(laptop.page).count(), soon).toBe(2);
    expect([...problems, ...laptop.problems]).toEqual([]);
    await context.close();
    await laptop.context.close();
  });
});

describe('[S4-10] on the page where the visitor signed in', () => {
  for (const device of ['desktop', 'mobile'] as const) {
    test(`the ribbon says once what came from the guest’s cart, ${device}`, async () => {
      const user = await makeUser(db);
      const { page, context, problems } = await openPage(browser, { device });
      await openCards(page);
      await addButtons(page).first().click();
      await expect.poll(() => steppers(page).count(), soon).toBe(1);
      // The stepper stands at once; what is merged is what the cookie holds.
      await expect
        .poll(async () => (await context.cookies()).some(({ name }) => name.startsWith('Basket_')), soon)
        .toBe(true);
      await signInByCode(page, user, '/category/shtukaturki/');
      await page.waitForURL(/\/category\//);
      const said = page.getByText(/^В\sкорзину\sдобавлено\sиз\sгостевой:\s.+\s—\s1\s/);
      await said.waitFor();
      await page.locator('html.settled').waitFor({ state: 'attached' });
      // The ribbon lies over the foot of the window: what stands there is judged where it can be seen.
      await steppers(page)
        .first()
        .evaluate((stepper) => stepper.scrollIntoView({ block: 'center' }));
      expect(await findings(page)).toEqual([]);
      const noted = async () => (await context.cookies()).some(({ name }) => name === 'cart_note');
      await page.getByRole('button', { name: 'Закрыть' }).click();
      await expect.poll(() => said.count(), soon).toBe(0);
      await expect.poll(noted, soon).toBe(false);
      await expect.poll(() => steppers(page).count(), soon).toBe(1);
      await page.reload();
      await expect.poll(() => steppers(page).count(), soon).toBe(1);
      expect(await said.count()).toBe(0);
      expect(problems).toEqual([]);
      await context.close();
    });
  }
});

describe('tabs of one browser', () => {
  for (const kind of ['guest', 'signed-in person'] as const) {
    test(`[S4-07] what one tab of a ${kind} changes the other shows without a reload`, async () => {
      const { page, context, problems } = await openPage(browser);
      if (kind !== 'guest') await letIn(db, context, await makeUser(db));
      const other = await context.newPage();
      await openCards(other);
      await openCards(page);
      await addButtons(page).first().click();
      await expect.poll(() => steppers(other).count(), soon).toBe(1);
      await addButtons(other).first().click();
      await expect.poll(() => steppers(page).count(), soon).toBe(2);

      await other.goto(address('/cart/'));
      await expect.poll(() => other.locator('.cline').count(), soon).toBe(2);
      await firstMore(page).click();
      await expect.poll(() => firstQuantity(other).inputValue(), soon).toBe('2');
      await other.getByRole('button', { name: 'Очистить' }).click();
      await expect.poll(() => steppers(page).count(), soon).toBe(0);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('[S4-07] what changed while a guest’s cart page waited for its scripts is shown when they come', async () => {
    const { page, context, problems } = await openPage(browser);
    await openCards(page);
    await addButtons(page).first().click();
    await expect.poll(() => steppers(page).count(), soon).toBe(1);
    const other = await context.newPage();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await other.goto(address('/cart/'), { waitUntil: 'domcontentloaded' });
    const quantity = firstQuantity(other);
    expect(await quantity.inputValue()).toBe('1');
    await firstMore(page).click();
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name.startsWith('Basket'))?.value, soon)
      .toMatch(/-2/);
    release();
    await expect.poll(() => quantity.inputValue(), soon).toBe('2');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a guest’s pages ask the server for nothing of the cart, a signed-in person’s once', async () => {
    const { page, context } = await openPage(browser);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/_visitor/state')) asked.push(request.url());
    });
    await openCards(page);
    expect(asked).toHaveLength(0);
    await letIn(db, context, await makeUser(db));
    await openCards(page);
    await expect.poll(() => asked.length, soon).toBe(1);
    await addButtons(page).first().click();
    await expect.poll(() => steppers(page).count(), soon).toBe(1);
    expect(asked).toHaveLength(1);
    await context.close();
  });
});

describe('a signed-in person’s cart', () => {
  test('[S4-06] [S4-01] a cached page whose access token has run out renews the session and shows the cart', async () => {
    const user = await makeUser(db);
    const { page, context, problems } = await openPage(browser);
    await letIn(db, context, user);
    await openCards(page);
    await addButtons(page).first().click();
    await expect.poll(() => steppers(page).count(), soon).toBe(1);
    await context.clearCookies({ name: 'access' });
    await openCards(page);
    await expect.poll(() => steppers(page).count(), soon).toBe(1);
    expect((await context.cookies()).some(({ name }) => name === 'access')).toBe(true);
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
    await context.close();
  });

  test('a cart of more than twelve lines is searched by name and article; what is not shown is still ordered', async () => {
    const user = await makeUser(db);
    const { page, context, problems } = await openPage(browser);
    await letIn(db, context, user);
    await openCards(page);
    await addButtons(page).first().click();
    await expect.poll(() => steppers(page).count(), soon).toBe(1);
    const field = page.getByRole('searchbox', { name: 'Найти в корзине' });
    await page.goto(address('/cart/'));
    await isLive(page, '.cline');
    expect(await field.count()).toBe(0);

    const goods = await db
      .selectFrom('products')
      .select(['id', 'article'])
      .where('id', 'not in', db.selectFrom('cart_lines').select('product_id').where('cart_id', '=', user.id))
      .where('article', 'is not', null)
      .limit(14)
      .execute();
    await db
      .insertInto('cart_lines')
      .values(goods.map(({ id }) => ({ cart_id: user.id, product_id: id, count: 1 })))
      .execute();
    await page.reload();
    await isLive(page, '.cline');
    const sum = await page.locator('.sumbox').innerText();
    await field.pressSequentially(goods[3]!.article!);
    await field.press('Enter');
    await page.getByText('Нашлось: 1 товар. Остальные тоже в корзине').waitFor();
    expect(await page.locator('.cline').filter({ visible: true }).innerText()).toContain(goods[3]!.article!);
    await field.fill('такого тут нет');
    await page.getByText('Такого в корзине нет').waitFor();
    expect(await page.locator('.cline').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.sumbox').innerText()).toBe(sum);
    await field.fill('');
    await expect.poll(() => page.locator('.cline').filter({ visible: true }).count(), soon).toBe(goods.length + 1);
    expect(await findings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('[S4-09] [S8-03] a cart that is gone from the server comes back by itself, with its lines, wherever its owner is', async () => {
    const user = await makeUser(db);
    const { page, context, problems } = await openPage(browser);
    await letIn(db, context, user);
    await openCards(page);
    const lines = () =>
      db.selectFrom('cart_lines').select(['product_id', 'count']).where('cart_id', '=', user.id).execute();
    // Somebody who never had a cart has one from the first page on.
    const stored = () => db.selectFrom('carts').select('version').where('id', '=', user.id).execute();
    await expect.poll(stored, soon).toHaveLength(1);
    for (const count of [1, 2]) {
      await addButtons(page).first().click();
      await expect.poll(() => steppers(page).count(), soon).toBe(count);
    }
    await expect.poll(lines, soon).toHaveLength(2);
    const before = await lines();
    await db.deleteFrom('carts').where('id', '=', user.id).execute();
    await page.reload();
    await expect.poll(lines, soon).toEqual(before);
    await expect.poll(() => steppers(page).count(), soon).toBe(2);

    await db.deleteFrom('carts').where('id', '=', user.id).execute();
    await page.goto(address('/cart/'));
    await expect.poll(() => page.locator('.cline').count(), soon).toBe(2);
    expect(await lines()).toEqual(before);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('[S3-05] [S4-08] what the browser knows of the cart: cartId, cartItems, cartCoupon; beside it the selection under the account’s uuid', async () => {
    const user = await makeUser(db);
    const { page, context } = await openPage(browser);
    await letIn(db, context, user);
    await openCards(page);
    for (const count of [1, 2]) {
      await addButtons(page).first().click();
      await expect.poll(() => steppers(page).count(), soon).toBe(count);
    }
    await page.goto(address('/cart/'));
    await isLive(page, '.cline');
    const lines = await db
      .selectFrom('cart_lines')
      .innerJoin('products', 'products.id', 'cart_lines.product_id')
      .select(['products.id', 'products.idcode', 'cart_lines.count'])
      .where('cart_id', '=', user.id)
      .execute();
    const read = (key: string, store: 'localStorage' | 'sessionStorage') =>
      page.evaluate(
        ([key, store]) => JSON.parse(window[store as 'localStorage'].getItem(key as string) ?? 'null'),
        [key, store],
      );
    await expect
      .poll(() => read(`cart_${user.id}`, 'sessionStorage'), soon)
      .toMatchObject({
        cartId: user.id,
        cartItems: expect.arrayContaining(lines.map(({ id, count }) => expect.objectContaining({ id, count }))),
        cartCoupon: null,
      });
    const selected = async (): Promise<string[]> => (await read(`orderItems_${user.id}`, 'localStorage')).orderItems;
    expect((await selected()).toSorted()).toEqual(lines.map(({ idcode }) => idcode).toSorted());
    await page.locator('.cline').getByRole('checkbox').first().uncheck();
    await page.getByText('Выбрано 1 из 2').first().waitFor();
    expect(await selected()).toHaveLength(1);
    await page.reload();
    await page.getByText('Выбрано 1 из 2').first().waitFor();
    await page.getByRole('button', { name: 'Выбрать все' }).click();
    await page.getByText('Выбрано 2 из 2').first().waitFor();
    expect(await page.getByRole('button', { name: 'Выбрать все' }).count(), 'nothing is left to choose').toBe(0);
    await context.close();
  });

  test('[S8-08] a form of the cart longer than a browser lets outlive its page is saved too', async () => {
    const user = await makeUser(db);
    const { page, context } = await openPage(browser);
    await letIn(db, context, user);
    const counts = () => db.selectFrom('cart_lines').select('count').where('cart_id', '=', user.id).execute();
    await openCards(page);
    await addButtons(page).first().click();
    await expect.poll(counts, soon).toEqual([{ count: 1 }]);
    await page.goto(address('/cart/'));
    await isLive(page, '.step');
    await page.getByLabel(/^Комментарий/).fill('ж'.repeat(12_000));
    await page
      .getByRole('button', { name: /^Больше/ })
      .first()
      .click();
    await expect.poll(counts, soon).toEqual([{ count: 2 }]);
    await context.close();
  });

  test('[S8-08] a line that could not be saved is sent again in silence, and lies in the cart once', async () => {
    const user = await makeUser(db);
    const { page, context } = await openPage(browser);
    await letIn(db, context, user);
    await openCards(page);
    let lost = 0;
    await page.route('**/api/cart/lines/', async (route) => {
      if (lost++ > 0) return route.continue();
      // The server does its work, and the answer never arrives.
      const request = route.request();
      const headers = { ...(await request.allHeaders()), host: 'idd.localhost', origin: 'http://idd.localhost' };
      await app.inject({ method: 'POST', url: '/api/cart/lines/', headers, payload: request.postData() ?? '' });
      return route.abort();
    });
    await addButtons(page).first().click();
    // What the page asks of the cart beside may tell it of the line before the second try is due.
    await expect.poll(() => lost, soon).toBe(2);
    await expect.poll(() => steppers(page).count(), soon).toBe(1);
    expect(await page.locator('.card .field__err').count()).toBe(0);
    const lines = await db.selectFrom('cart_lines').select('count').where('cart_id', '=', user.id).execute();
    expect(lines).toEqual([{ count: 1 }]);
    await context.close();
  });
});

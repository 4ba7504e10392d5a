import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { openPage, type PageOptions, testBrowser, testSite } from '#test/support/browser.ts';
import { dataLayerProblems } from '#test/support/data-layer.ts';
import { testDatabase } from '#test/support/database.ts';
import { testMetrika } from '#test/support/metrika.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { cleanAddress } from '#web/parts/analytics/clean-address.ts';
import { changesBetween } from '#web/parts/analytics-events/watch-cart.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const metrika = await testMetrika();
const { app, address } = await testSite(db, metrika.environment);
const browser = await testBrowser();
const opened: BrowserContext[] = [];

afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

const anna = ['Анна', 'Смирнова', '000-12-34', '0001234', 'anna@'];

/** What is seen is gathered for a second, and the page must have settled. */
const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 15_000, interval: 100 });

/** Cards keep a number beside its unit; the counter is told the name as the shop has it. */
const asWritten = (shown: string) => shown.replaceAll('\u00a0', ' ');

type Visitor = { page: Page; context: BrowserContext; problems: string[]; since: number };

/** A new visitor who has already answered the note, unless `consent` is null. */
async function visitor(consent: 'yes' | 'no' | null, options: PageOptions = {}): Promise<Visitor> {
  const found = await openPage(browser, options);
  opened.push(found.context);
  const cookies = [
    { name: 'isConfirmCity', value: 'true' },
    ...(consent ? [{ name: 'analytics', value: consent }] : []),
  ];
  await found.context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: '.idd.localhost', path: '/' })));
  return { ...found, since: (await metrika.log()).length };
}

/** What the counter heard of this visitor. */
async function received({ since }: Visitor) {
  return (await metrika.log()).slice(since);
}

async function eventsOf(of: Visitor, action: string) {
  return (await received(of)).flatMap(({ layer }) => {
    const { ecommerce } = (layer ?? {}) as { ecommerce?: Record<string, unknown> };
    // biome-ignore lint/suspicious/noExplicitAny: events of any shape, judged by dataLayerProblems
    return ecommerce && action in ecommerce ? [ecommerce[action] as any] : [];
  });
}

async function callsOf(of: Visitor, method: string): Promise<unknown[][]> {
  return (await received(of)).flatMap(({ ym }) => (ym?.[1] === method ? [ym.slice(2)] : []));
}

async function expectCleanLayer(of: Visitor) {
  const pushes = (await received(of)).flatMap(({ layer }) => (layer ? [layer] : []));
  expect(pushes.flatMap((push) => dataLayerProblems(push, anna))).toEqual([]);
  return pushes.length;
}

async function order(page: Page): Promise<void> {
  await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
  await page.getByLabel('Телефон', { exact: false }).first().fill('8 921 000 12 34');
  await page.getByLabel('Почта для чека').fill('anna@pochta.example');
  await page.getByLabel(/Согласен\sна\s.*\sдля\sэтого\sзаказа/).check();
  await page
    .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
    .last()
    .click();
  await page.waitForURL(/\/order\/[0-9a-f-]{36}\/$/);
}

describe('[S7-28] the counter', () => {
  test('[S7-28] nothing is counted before consent; the note is small, blocks nothing and offers two equal buttons', async () => {
    for (const device of ['desktop', 'mobile'] as const) {
      const one = await visitor(null, { device });
      const { page, problems } = one;
      await page.goto(address('/category/shtukaturki/'));
      const note = page.getByRole('region', { name: 'Cookie и счётчик посещений' });
      await note.waitFor();
      const boxes = await Promise.all(
        ['Разрешить', 'Не разрешать'].map((name) => note.getByRole('button', { name, exact: true }).boundingBox()),
      );
      expect(boxes[0]!.width).toBeCloseTo(boxes[1]!.width, 0);
      expect(boxes[0]!.height).toBe(boxes[1]!.height);
      expect((await note.boundingBox())!.height).toBeLessThan(220);
      expect(await findings(page)).toEqual([]);
      await page.locator('.card__name a').first().click();
      await page.waitForURL(/\/product\//);
      await note.getByRole('button', { name: 'Не разрешать' }).click();
      await note.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(() => ['ym' in window, 'dataLayer' in window])).toEqual([false, false]);
      expect(await note.count()).toBe(0);
      expect(await received(one)).toEqual([]);
      expect(problems).toEqual([]);
    }
  });

  test('[S7-28] after consent the page at hand is counted, each client navigation is a hit of its own, addresses are clean', async () => {
    const one = await visitor(null);
    const { page, problems } = one;
    await page.goto(address('/category/shtukaturki/?utm_source=mail'));
    await page.getByRole('button', { name: 'Разрешить', exact: true }).click();
    await soon(async () => (await callsOf(one, 'hit')).length).toBe(1);
    await page.locator('.card__name a').first().click();
    await page.waitForURL(/\/product\//);
    await soon(async () => (await callsOf(one, 'hit')).length).toBe(2);
    const [[first], [second, reported]] = (await callsOf(one, 'hit')) as [
      unknown[],
      [string, { title: string; referer: string }],
    ];
    expect(first).toBe(address('/category/shtukaturki/?utm_source=mail'));
    expect(second).toBe(page.url());
    expect(reported).toEqual({ title: await page.title(), referer: first });
    const [[init]] = (await callsOf(one, 'init')) as [[object]];
    expect(init).toMatchObject({ ecommerce: 'dataLayer', defer: true, webvisor: false });
    expect(problems).toEqual([]);
    await expectCleanLayer(one);
  });

  test('[S7-28] impressions are of cards really seen, click and detail follow when the page has settled', async () => {
    const one = await visitor('yes');
    const { page } = one;
    await page.goto(address('/category/shtukaturki/'));
    await soon(async () => (await eventsOf(one, 'impressions')).length).toBeGreaterThan(0);
    const names = async () => (await eventsOf(one, 'impressions')).flat().map(({ name }: { name: string }) => name);
    const all = (await page.locator('article.card .card__name').allInnerTexts()).map(asWritten);
    const before = await names();
    expect(before.length).toBeLessThan(all.length);
    expect(before).not.toContain(all.at(-1));
    await page.locator('article.card').last().scrollIntoViewIfNeeded();
    await soon(names).toContain(all.at(-1));
    const seen = await names();
    expect(new Set(seen).size).toBe(seen.length);

    const card = page.locator('article.card').last();
    const name = asWritten(await card.locator('.card__name').innerText());
    await card.locator('.card__name a').click();
    await page.waitForURL(/\/product\//);
    await soon(async () => (await eventsOf(one, 'detail')).length).toBe(1);
    const [click] = await eventsOf(one, 'click');
    const [detail] = await eventsOf(one, 'detail');
    expect(click.products[0]).toMatchObject({ name, list: 'Штукатурки', position: all.length });
    expect(detail.products[0]).toMatchObject({ name, id: click.products[0].id, brand: expect.any(String) });
    // Pushed on the page that was opened, not at the moment of leaving the other.
    const places = (await received(one)).filter(({ layer }) => JSON.stringify(layer ?? '').includes('"click"'));
    expect(places.map(({ at }) => at)).toEqual([page.url()]);
    await expectCleanLayer(one);
  });

  test('[S7-28] [S9-11] add and remove carry the change in roubles, checkout its steps; an order that empties the cart removes nothing', async () => {
    const one = await visitor('yes');
    const { page } = one;
    await page.goto(address('/product/shtukaturka-1/'));
    await soon(async () => (await eventsOf(one, 'detail')).length).toBe(1);
    await page
      .getByRole('button', { name: /^В\sкорзину/ })
      .first()
      .click();
    await soon(async () => (await eventsOf(one, 'add')).length).toBe(1);
    await page
      .getByRole('button', { name: /Больше|Увеличить/ })
      .first()
      .click();
    await soon(async () => (await eventsOf(one, 'add')).length).toBe(2);
    await page
      .getByRole('button', { name: /Меньше|Уменьшить/ })
      .first()
      .click();
    await soon(async () => (await eventsOf(one, 'remove')).length).toBe(1);
    const changes = [...(await eventsOf(one, 'add')), ...(await eventsOf(one, 'remove'))];
    for (const { products } of changes) expect(products).toMatchObject([{ quantity: 1, price: 301 }]);

    await page
      .getByRole('link', { name: /^(Перейти\sв|В)\sкорзин[еу](,|$)/ })
      .first()
      .click();
    await page.waitForURL(/\/cart\/$/);
    await order(page);
    await soon(async () => (await eventsOf(one, 'purchase')).length).toBe(1);
    const steps = (await eventsOf(one, 'checkout')).map(({ actionField }) => actionField.step);
    expect(steps).toEqual([2, 4]);
    expect((await eventsOf(one, 'remove')).length).toBe(1);
    const [purchase] = await eventsOf(one, 'purchase');
    expect(purchase.actionField).toMatchObject({ id: expect.stringMatching(/^\d{7}$/), revenue: 301 });
    expect(purchase.products).toMatchObject([{ quantity: 1, price: 301, category: 'shtukaturki' }]);
    for (const { layer } of await received(one))
      if (layer) expect(layer).toMatchObject({ ecommerce: { currencyCode: 'RUB' } });
    expect(await expectCleanLayer(one)).toBeGreaterThan(5);
  });

  test.each(['guest', 'account'])(
    '[S7-28] a purchase of a %s is told once: reload, back, a second tab and a browser that forgot add nothing',
    async (kind) => {
      const one = await visitor('yes');
      const { page, context } = one;
      const cookies: { name: string; value: string }[] = [];
      if (kind === 'account') {
        const session = await signedIn(db, await makeUser(db, { full_name: 'Анна Смирнова', phone: '+79210001234' }));
        cookies.push(...Object.entries(session.cookies).map(([name, value]) => ({ name, value })), {
          name: 'signed',
          value: 'user',
        });
        await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: '.idd.localhost', path: '/' })));
      }
      await page.goto(address('/product/shtukaturka-2/'));
      await page
        .getByRole('button', { name: /^В\sкорзину/ })
        .first()
        .click();
      await page
        .getByRole('link', { name: /^(Перейти\sв|В)\sкорзин[еу](,|$)/ })
        .first()
        .click();
      await page.waitForURL(/\/cart\/$/);
      await order(page);
      await soon(async () => (await eventsOf(one, 'purchase')).length).toBe(1);
      const url = page.url();
      await page.reload();
      await page.getByRole('heading', { name: /заказ\s\d+/i }).waitFor();
      await page.goto(address('/'));
      await page.goBack();
      await page.getByRole('heading', { name: /заказ\s\d+/i }).waitFor();
      const second = await context.newPage();
      await second.goto(url);
      await second.getByRole('heading', { name: /заказ\s\d+/i }).waitFor();
      // What the browser remembers is gone: the server remembers.
      await second.evaluate(() => localStorage.clear());
      const hits = (await callsOf(one, 'hit')).length;
      await second.reload();
      await soon(async () => (await callsOf(one, 'hit')).length).toBeGreaterThan(hits);
      await soon(() => second.evaluate(() => localStorage.length)).toBeGreaterThan(0);
      expect((await eventsOf(one, 'purchase')).length).toBe(1);
      await expectCleanLayer(one);
    },
  );

  test('[S7-28] banners: seen once, and what they led to', async () => {
    const one = await visitor('yes');
    const { page } = one;
    await page.goto(address('/'));
    await soon(async () => (await eventsOf(one, 'promoView')).length).toBe(1);
    expect((await eventsOf(one, 'promoView'))[0].promotions).toMatchObject([
      { name: 'Смеси до −25 %', creative_slot: 'home', position: 1 },
    ]);
    await page.getByRole('link', { name: 'К товарам' }).click();
    await page.waitForURL(/\/actions\//);
    await soon(async () => (await eventsOf(one, 'promoClick')).length).toBe(1);
    expect((await callsOf(one, 'reachGoal')).map(([goal]) => goal)).toContain('promo_click');
    await expectCleanLayer(one);
  });

  test('[S7-28] goals reach the counter, those reached before it was there too; its target holds no forbidden sign', async () => {
    const one = await visitor('yes');
    const { page } = one;
    await page.addInitScript(() => {
      window.shopGoals = [] as unknown as typeof window.shopGoals;
      window.shopGoals?.push({ goal: 'early' });
    });
    await page.goto(address('/catalog/?q=такого-нет-нигде'));
    await soon(async () => (await callsOf(one, 'reachGoal')).map(([goal]) => goal)).toEqual(['early', 'search_zero']);
    await page.evaluate(() =>
      window.shopGoals?.push({ goal: 'form/sent?+', params: { order_price: 10, currency: 'RUB' } }),
    );
    await soon(async () => (await callsOf(one, 'reachGoal')).at(-1)).toEqual([
      'form_sent_%2B',
      { order_price: 10, currency: 'RUB' },
    ]);
  });

  test('[S7-28] a blocked counter breaks nothing', async () => {
    const one = await visitor('yes');
    const { page, problems } = one;
    await page.route(`${metrika.origin}/**`, (route) => route.abort());
    await page.goto(address('/product/shtukaturka-3/'));
    await page
      .getByRole('button', { name: /^В\sкорзину/ })
      .first()
      .click();
    await page
      .getByRole('link', { name: /^(Перейти\sв|В)\sкорзин[еу](,|$)/ })
      .first()
      .click();
    await page.waitForURL(/\/cart\/$/);
    await order(page);
    await page.getByRole('heading', { name: /заказ\s\d+/i }).waitFor();
    expect(problems.filter((said) => !/ERR_FAILED/.test(said))).toEqual([]);
    expect(await page.evaluate(() => typeof window.ym)).toBe('function');
  });

  test('[S7-28] the choice can be changed on the page of the privacy policy', async () => {
    await db
      .insertInto('pages')
      .values({ slug: 'privacy-policy', version: 1, title: 'Политика', html: '<p>Текст</p>' })
      .execute();
    const one = await visitor('yes');
    const { page } = one;
    await page.goto(address('/privacy-policy/'));
    const panel = page.locator('#counter');
    await panel.getByText('Сейчас вы разрешили').waitFor();
    await soon(async () => (await callsOf(one, 'hit')).length).toBe(1);
    expect(await findings(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Не разрешать' }).click();
    await panel.getByText('Сейчас ваши посещения не считаются.').waitFor();
    await page.getByRole('link', { name: 'ИДД', exact: false }).first().click();
    await page.waitForURL(address('/'));
    await panel.waitFor({ state: 'detached' });
    expect((await callsOf(one, 'hit')).length).toBe(1);
    expect((await callsOf(one, 'destroy')).length).toBe(1);
    await page.goto(address('/privacy-policy/'));
    await panel.getByRole('button', { name: 'Разрешить', exact: true }).click();
    await soon(async () => (await callsOf(one, 'hit')).length).toBe(2);
  });
});

test('[S7-28] without the setting pages know of no counter and let none in', async () => {
  const closed = await testSite(db);
  const { headers, body } = await closed.app.inject({ url: '/', headers: { host: 'idd.localhost' } });
  expect(body).not.toContain('counter');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
  const open = await app.inject({ url: '/', headers: { host: 'idd.localhost' } });
  expect(open.headers['content-security-policy']).toContain(`connect-src 'self' ${metrika.origin}`);
});

test('[S7-28] addresses lose tokens, numbers of orders and contacts, and keep marks of campaigns', () => {
  const id = '2b1c9a52-3f1e-4c7a-9d55-0a1b2c3d4e5f';
  expect(cleanAddress(`https://idd.example/order/${id}/?token=abc&utm_source=mail#top`)).toBe(
    'https://idd.example/order/id/?utm_source=mail',
  );
  expect(cleanAddress('https://idd.example/qr/o/secret-pass/')).toBe('https://idd.example/qr/o/');
  expect(cleanAddress('https://idd.example/catalog/?q=%2B7+921+000-12-34')).toBe('https://idd.example/catalog/');
  expect(cleanAddress('https://idd.example/catalog/?q=anna@pochta.example')).toBe('https://idd.example/catalog/');
  expect(cleanAddress('https://idd.example/catalog/?q=gips&page=2')).toBe('https://idd.example/catalog/?q=gips&page=2');
});

test('[S7-28] the cart’s change is told, not its total', () => {
  expect(changesBetween({ 1: 2, 2: 1 }, { 1: 5, 3: 1 })).toEqual([
    [1, 3],
    [2, -1],
    [3, 1],
  ]);
});

test('[S7-28] the checker of events sees each kind of mistake', () => {
  const product = { id: '1', name: 'Штукатурка', price: 301, quantity: 1 };
  const good = { ecommerce: { currencyCode: 'RUB', add: { products: [product] } } };
  const wrong = (ecommerce: object, secrets: string[] = []) => dataLayerProblems({ ecommerce }, secrets).length;
  expect(dataLayerProblems(good)).toEqual([]);
  expect(wrong({ add: { products: [product] } })).toBe(1);
  expect(wrong({ currencyCode: 'USD', add: { products: [product] } })).toBe(1);
  expect(wrong({ currencyCode: 'RUB', add: { products: [{ ...product, quantity: 0.5 }] } })).toBe(1);
  expect(wrong({ currencyCode: 'RUB', add: { products: [{ ...product, price: '301' }] } })).toBe(1);
  expect(wrong({ currencyCode: 'RUB', add: { products: [] } })).toBe(1);
  expect(wrong({ currencyCode: 'RUB', impressions: { products: [product] } })).toBe(1);
  expect(wrong({ currencyCode: 'RUB', purchase: { products: [product] } })).toBe(1);
  expect(wrong({ currencyCode: 'RUB', add: { products: [{ ...product, phone: '1' }] } })).toBe(1);
  expect(wrong({ currencyCode: 'RUB', add: { products: [{ ...product, name: 'Анна' }] } }, ['Анна'])).toBe(1);
  expect(wrong({ currencyCode: 'RUB', add: { products: [{ ...product, name: 'a@b.example' }] } })).toBe(1);
});

import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type OutlineLine, replaceOutline } from '#modules/departments/outline.ts';
import { saveList } from '#modules/saved-lists/save-list.ts';
import { savedListUrl } from '#shared/urls.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { isLive, mobileWays, openPage, type PageOptions, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { readPdf } from '#test/support/pdf.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

/** What a buyer decides at: lists narrowed by a slider, points by distance, too few of a line, what leaves the cart. */

const { db } = await testDatabase();
await makeBranches(db);
await makePlaces();
const { few, gone, onOrder, plenty } = await makeGoods();
const { app, address } = await testSite(db);
const browser = await testBrowser();
const near = { latitude: 59.25, longitude: 39.95 };

/** A page with a cart of five of what there are two. */
async function withShortLine(options: PageOptions) {
  const opened = await openPage(browser, options);
  const { page, context } = opened;
  await page.goto(address(`/product/${few.slug}/`));
  await addTo(context, few, 5);
  await page.goto(address('/cart/'));
  await page.getByText('не хватает').first().waitFor();
  if (options.javaScriptEnabled !== false) await isLive(page, '.cline');
  return opened;
}

/** Put there by a form; the browser is that visitor from then on. */
async function addTo(context: BrowserContext, product: { id: number; idcode: string }, count: number) {
  const visitor = formVisitor(app);
  for (const { name, value } of await context.cookies()) visitor.cookies.set(name, value);
  const fields = { intent: 'add', product_id: product.id, product_idcode: product.idcode, count };
  expect((await visitor.post('/cart/', fields)).status).toBe(303);
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, domain: 'idd.localhost', path: '/' }));
  await context.addCookies(cookies);
}

/** To be looked at. */
async function picture(page: Page, name: string) {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const plain = (text: string | null) => (text ?? '').replace(/[\s\u00a0]+/g, ' ');
const textOf = async (page: Page) => plain(await page.getByRole('main').innerText());

describe('[S2-14] prices of a list', () => {
  test('two thumbs narrow it by hand and by keys, write into the fields and follow them', async () => {
    const { page, context, problems } = await openPage(browser);
    await page.goto(address('/category/laminat/'));
    const low = page.getByRole('slider', { name: 'Цена, ₽, от' });
    await low.waitFor();
    await isLive(page, '.pslide input');
    const box = await low.boundingBox();
    if (!box) throw new Error('The slider is not there');
    await page.mouse.move(box.x + 12, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/price_from=\d+/);
    await picture(page, 'slider');
    const from = new URL(page.url()).searchParams.get('price_from');
    expect(await page.getByRole('textbox', { name: 'Цена, ₽, от' }).inputValue()).toBe(from);
    await expect.poll(() => page.locator('.card').count()).toBeLessThan(6);
    const high = page.getByRole('slider', { name: 'Цена, ₽, до' });
    await high.focus();
    await high.press('ArrowLeft');
    await high.press('ArrowLeft');
    await page.waitForURL(/price_to=\d+/);
    expect(await high.evaluate((thumb) => document.activeElement === thumb)).toBe(true);
    expect(await high.getAttribute('aria-valuetext')).toMatch(/₽$/);
    // Neither thumb passes the other.
    await low.focus();
    await low.press('End');
    await page.waitForURL((url) => Number(url.searchParams.get('price_from')) > Number(from));
    expect(Number(await low.inputValue())).toBe(Number(await high.inputValue()) - 1);
    await page.getByRole('textbox', { name: 'Цена, ₽, от' }).fill('');
    await page.getByRole('textbox', { name: 'Цена, ₽, от' }).press('Enter');
    await expect.poll(() => low.inputValue()).toBe('0');
    expect(await findings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('on a phone the thumbs stand in the sheet, whose button counts; without a script there are the fields', async () => {
    const { page, context, problems } = await openPage(browser, { device: 'mobile' });
    await page.goto(address('/category/laminat/'));
    await page.getByRole('button', { name: 'Фильтры' }).click();
    const low = page.getByRole('slider', { name: 'Цена, ₽, от' });
    await low.waitFor();
    await low.press('End');
    await page.getByRole('button', { name: 'Показать 1', exact: true }).click();
    await page.waitForURL(/price_from=\d+/);
    expect(problems).toEqual([]);
    await context.close();

    const bare = await openPage(browser, { javaScriptEnabled: false });
    await bare.page.goto(address('/category/laminat/'));
    expect(await bare.page.locator('.pslide').first().isVisible()).toBe(false);
    await bare.page.getByRole('checkbox', { name: /^Рейтинг\sот/ }).check();
    await bare.page.getByRole('button', { name: 'Показать', exact: true }).click();
    await bare.page.waitForURL(/rated=1/);
    expect(await bare.page.locator('.card').count()).toBe(1);
    await bare.context.close();
  });
});

describe('points of pickup', () => {
  for (const device of ['desktop', 'mobile'] as const) {
    test(`distances and a scheme on the product’s page and in the checkout, ${device}`, async () => {
      const { page, context, problems } = await openPage(browser, { device });
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation(near);
      await page.goto(address('/product/laminat-4/'));
      const list = page.locator('.avail li');
      expect(plain(await list.first().innerText())).toContain('ул. Гончарная');
      await isLive(page, '.pmap__tools button');
      await page.getByRole('button', { name: 'Какой пункт ближе' }).click();
      await page.getByText(/Ближе\sвсего\sОкружное\sшоссе/).waitFor();
      expect(plain(await list.first().innerText())).toMatch(/Окружное\sшоссе,\s13,\s\d+\sм\sот\sвас/);
      // The map's code comes when it is asked for, and nothing is asked of anybody else.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const byList = page.getByRole('button', { name: 'Списком' });
      const onScheme = page.getByRole('button', { name: 'На схеме' });
      expect(await byList.getAttribute('aria-pressed')).toBe('true');
      expect(await page.locator('.pmap--scheme').count()).toBe(0);
      await onScheme.click();
      await page.locator('.pmap--scheme svg').waitFor();
      expect(await onScheme.getAttribute('aria-pressed')).toBe('true');
      await page.locator('.pmap__name', { hasText: 'Вологда' }).waitFor();
      await page.getByText('© Съёмка').waitFor();
      expect(asked.filter((url) => /points-map/.test(url))).not.toEqual([]);
      expect(asked.filter((url) => !url.startsWith(address('/')))).toEqual([]);
      expect(await list.locator('.pmap__n').allInnerTexts()).toEqual(['2', '1']);
      await page
        .locator('.pmap--scheme')
        .getByRole('link', { name: /Окружное/ })
        .click();
      expect(await list.first().evaluate((row) => row.matches(':target'))).toBe(true);
      await picture(page, `points-${device}`);
      await byList.click();
      await expect.poll(() => page.locator('.pmap--scheme').count()).toBe(0);
      expect(await list.locator('.pmap__n').count()).toBe(0);
      expect(await findings(page)).toEqual([]);

      await addTo(context, few, 1);
      await page.goto(address('/cart/'));
      const option = page.locator('.opt', { has: page.locator('[name="point"]') });
      await isLive(page, '.pmap__tools button');
      await page.getByRole('button', { name: 'Какой пункт ближе' }).click();
      await expect
        .poll(async () => plain(await option.first().innerText()))
        .toMatch(/Окружное\sшоссе,\s13\s\d+\sм\sот\sвас/);
      await page.getByRole('button', { name: 'На схеме' }).click();
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('link', { name: /Окружное\sшоссе/ }).click();
      await answer;
      expect(await page.locator('[name="point"]:checked').getAttribute('value')).toBe('00132');
      expect(await findings(page)).toEqual([]);
      await picture(page, `points-checkout-${device}`);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('the point chosen in the menu comes first; without a script there is the list', async () => {
    const { page, context } = await openPage(browser);
    await context.addCookies([{ name: 'myPoint', value: '00132', domain: 'idd.localhost', path: '/' }]);
    await page.goto(address('/product/laminat-4/'));
    await expect.poll(async () => plain(await page.locator('.avail li').first().innerText())).toContain('ваш пункт');
    await addTo(context, few, 1);
    await page.goto(address('/cart/'));
    expect(await page.locator('[name="point"]:checked').getAttribute('value')).toBe('00132');
    await context.close();
    const bare = await openPage(browser, { device: 'mobile', javaScriptEnabled: false });
    await bare.page.goto(address('/product/laminat-4/'));
    expect(await bare.page.locator('.avail li').count()).toBe(2);
    for (const name of ['Какой пункт ближе', 'Списком', 'На схеме'])
      expect(await bare.page.getByRole('button', { name }).isVisible()).toBe(false);
    await bare.context.close();
  });
});

describe('what another point of the city has', () => {
  test('its shelf lets the count grow, and the page says where so many are', async () => {
    const { page, context, problems } = await openPage(browser);
    await page.goto(address(`/product/${few.slug}/`));
    const count = page.locator('.buy').getByLabel('Количество');
    await isLive(page, '.buy__count');
    await count.fill('2');
    await count.blur();
    await page.getByText(/Ещё\sбольше,\s9\sмешков,\s—\sв\sпункте\sОкружное\sшоссе,\s13/).waitFor();
    await count.fill('5');
    await count.blur();
    await page.getByText(/Столько\sсразу\sесть\sв\sпункте\sОкружное\sшоссе,\s13/).waitFor();
    const facts = page.locator('.buy__facts');
    // Late in the evening it is «завтра».
    await facts.getByText(/Окружное\sшоссе,\s13:\s(?:сегодня|завтра)/).waitFor();
    await facts.getByText(/Доставим\sдо\s2\sмешков/).waitFor();
    expect(plain(await facts.innerText()), 'nothing that the branch has not').not.toMatch(/Гончарная|Доставка завтра/);
    await picture(page, 'fuller-point');
    await count.fill('99');
    await count.blur();
    await expect.poll(() => count.inputValue()).toBe('9');
    await page.getByText(/и\sтолько\sв\sпункте\sОкружное\sшоссе,\s13/).waitFor();
    await page.locator('.buy').getByRole('button', { name: 'В корзину' }).click();
    await page.getByRole('link', { name: 'Перейти в корзину' }).click();
    await page.getByText(/Окружное\sшоссе,\s13:\sтам\sесть\sвсе\s9\sмешков/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(mobileWays)('what the branch has none of lies at another point and is said to, %s', async ([, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    await page.goto(address('/product/laminat-8/'));
    await page.getByText(/Есть\sв\sпункте\sОкружное\sшоссе,\s13:\sболее\s10/).waitFor();
    await picture(page, `at-point-${String(options.device)}`);
    await page.getByRole('button', { name: 'Купить с получением в пункте Окружное шоссе, 13' }).click();
    await page.waitForURL((url) => url.pathname === '/cart/');
    await page.getByText(/В\sналичии:\sОкружное\sшоссе,\s13/).waitFor();
    expect(await page.locator('[name="point"]:checked').getAttribute('value')).toBe('00132');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('«В корзину»', () => {
  test('pressed again before its answer it adds no more, and with another count so many lie there', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(address(`/product/${plenty.slug}/`));
    const count = page.locator('.buy').getByLabel('Количество');
    await isLive(page, '.buy__count');
    const sent: string[] = [];
    await page.route('**/api/cart/lines/', (route) => {
      const request = route.request();
      sent.push(`${request.method()} ${request.postDataJSON().count}`);
      // The first press is never answered.
      return request.method() === 'POST' ? undefined : route.continue();
    });
    const button = page.locator('.buy').getByRole('button', { name: 'В корзину' });
    await button.click();
    await expect.poll(() => sent).toEqual(['POST 1']);
    await button.click();
    await count.fill('3');
    await count.blur();
    await button.click();
    await page.getByRole('link', { name: 'Перейти в корзину' }).waitFor();
    await expect.poll(() => sent).toEqual(['POST 1', 'PUT 3']);
    await page.goto(address('/cart/'));
    expect(
      await page
        .getByLabel(/^Количество/)
        .first()
        .inputValue(),
    ).toBe('3');
    await context.close();
  });
});

describe('too few of a line', () => {
  test.for(ways)('no more than is there, %s', async ([, options]) => {
    const { page, context, problems } = await withShortLine(options);
    await page.getByRole('button', { name: /^Взять\sтолько\s2/ }).click();
    await expect.poll(() => page.getByText('не хватает').count()).toBe(0);
    expect(
      await page
        .getByLabel(/^Количество/)
        .first()
        .inputValue(),
    ).toBe('2');
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(mobileWays)('the rest by what is like it, %s', async ([, options]) => {
    const { page, context, problems } = await withShortLine(options);
    expect(await textOf(page)).toMatch(/Ламинат\s3\s3\sмешка,\sдороже\sна\s20\s₽\sза\sмешок/);
    await page.getByRole('button', { name: 'Добрать похожим' }).click();
    await expect.poll(() => page.locator('.cline').count()).toBe(2);
    expect(await page.getByText('не хватает').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(ways)('all at another point, %s', async ([, options]) => {
    const { page, context, problems } = await withShortLine(options);
    await page.getByRole('button', { name: 'Забрать заказ в другом пункте' }).click();
    await expect.poll(() => page.getByText('не хватает').count()).toBe(0);
    expect(await page.locator('[name="point"]:checked').getAttribute('value')).toBe('00132');
    expect(
      await page
        .getByLabel(/^Количество/)
        .first()
        .inputValue(),
    ).toBe('5');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a point that an answer chooses is ticked, though its radio was not when the button was pressed', async () => {
    const { page, context, problems } = await withShortLine({});
    await isLive(page, '[name="point"]');
    // As when the script of the checkout comes after the press and draws the radios a second time.
    await page.evaluate(() => {
      const former = document.querySelector<HTMLInputElement>('[name="point"][value="00131"]');
      const untick = () => {
        if (former) former.checked = true;
      };
      document.addEventListener('submit', untick, { capture: true, once: true });
    });
    await page.getByRole('button', { name: 'Забрать заказ в другом пункте' }).click();
    await expect.poll(() => page.getByText('не хватает').count()).toBe(0);
    expect(await page.locator('[name="point"]:checked').getAttribute('value')).toBe('00132');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('another point is chosen while the script of the checkout is still on its way', async () => {
    const { page, context, problems } = await openPage(browser);
    await addTo(context, few, 5);
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/checkout-[^/]+\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto(address('/cart/'));
    await isLive(page, '.cline');
    await page.getByRole('button', { name: 'Забрать заказ в другом пункте' }).click();
    await expect.poll(() => page.getByText('не хватает').count()).toBe(0);
    code.resolve();
    await isLive(page, '[name="point"]');
    expect(await page.locator('[name="point"]:checked').getAttribute('value')).toBe('00132');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('what cannot be bought now', () => {
  test.for(mobileWays)(
    '[S2-15] sold out: a word when it comes, and what can be had instead, %s',
    async ([, options]) => {
      const { page, context, problems } = await openPage(browser, options);
      await page.goto(address(`/product/${gone.slug}/`));
      const panel = page.locator('.buy');
      await panel.getByText('Нет в наличии').waitFor();
      expect(await panel.locator('.btn--lg').allTextContents()).toEqual([
        expect.stringMatching(/^Сообщить\sо\sпоступлении/),
      ]);
      if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
      const instead = page.locator('.instead .card').first();
      expect(plain(await instead.innerText())).toMatch(/(дешевле|дороже)\sна\s.+\s₽\sза|та\sже\sцена\sза/);
      await instead.getByRole('button', { name: /^В\sкорзину/ }).click();
      if (options.javaScriptEnabled === false) await page.waitForURL(/\/cart\/$/);
      else await instead.locator('.step').waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test.for(ways)('on order: the operator is asked, %s', async ([, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    await page.goto(address(`/product/${onOrder.slug}/`));
    const panel = page.locator('.buy');
    expect(plain(await panel.innerText())).toMatch(/Под\sзаказ,\s3–5\sдней/);
    expect(await panel.locator('.btn--lg').allTextContents()).toEqual(['Заказать']);
    await panel.getByText('Точный срок и предоплату назовёт оператор.').waitFor();
    expect(await page.locator('.instead .card').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('what leaves the cart', () => {
  test.for(mobileWays)('a link to its copy, which another visitor takes, %s', async ([, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    await page.goto(address('/'));
    await addTo(context, few, 2);
    await page.goto(address('/cart/'));
    if (options.device === 'mobile') await page.locator('.cart__more summary').click();
    await page.getByRole('button', { name: 'Поделиться' }).click();
    const link = await page.getByLabel(/^Ссылка\sна\sкопию\sкорзины/).inputValue();
    const other = await openPage(browser, options);
    await other.page.goto(address(new URL(link).pathname));
    await other.page.getByRole('heading', { name: 'Товары по ссылке' }).waitFor();
    expect(await textOf(other.page)).toContain('Ламинат 1');
    await other.page.getByRole('button', { name: 'Взять в мою корзину' }).click();
    await other.page.waitForURL(/\/cart\/$/);
    expect(
      await other.page
        .getByLabel(/^Количество/)
        .first()
        .inputValue(),
    ).toBe('2');
    expect([...problems, ...other.problems]).toEqual([]);
    await context.close();
    await other.context.close();
  });

  test.for(ways)('a commercial proposal as PDF and as a table, %s', async ([, options]) => {
    const { page, context } = await openPage(browser, options);
    await page.goto(address('/'));
    await addTo(context, few, 2);
    await page.goto(address('/cart/'));
    if (options.device === 'mobile') await page.locator('.cart__more summary').click();
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const read = async (name: RegExp) => {
      const url = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
      return app.inject({ url, headers: { host: 'idd.localhost', cookie } });
    };
    const pdf = await read(/^КП\sв\sPDF/);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect((await readPdf(pdf.rawPayload)).text).toContain('Ламинат 1');
    const sheet = await read(/^XLSX/);
    expect(sheet.headers['content-type']).toContain('spreadsheetml');
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
    await context.close();
  });

  test.for(mobileWays)('an order that is picked up at an hour, %s', async ([, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    await page.goto(address('/'));
    await addTo(context, plenty, 1);
    await page.goto(address('/cart/'));
    await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
    await page.getByLabel('Телефон', { exact: false }).first().fill('+7 921 000 12 34');
    await page.getByLabel('Почта для чека').fill('anna@pochta.example');
    await page
      .getByRole('main')
      .getByLabel(/Согласен\sна/)
      .check();
    const hours = page.locator('#pickup_slot label').nth(1);
    const words = await hours.innerText();
    expect(words).toMatch(/^\d\d:\d\d.\d\d:\d\d/);
    // Named from when the goods are ready where it has begun by then; the order keeps the whole of it.
    const slot = await hours.locator('input').inputValue();
    expect(words.slice(-5)).toBe(slot.slice(-5));
    await hours.click();
    await page
      .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
      .last()
      .click();
    await page.waitForURL(/\/order\/[0-9a-f-]{36}\/$/);
    expect(await textOf(page), 'named as the checkout named it').toContain(words);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(ways)('[S7-29] a list kept under a name goes to the favourites, %s', async ([, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    const user = await makeUser(db);
    const { cookies } = await signedIn(db, user);
    const own = Object.entries({ ...cookies, signed: 'user' });
    await context.addCookies(own.map(([name, value]) => ({ name, value, domain: '.idd.localhost', path: '/' })));
    const goods = [few, gone].map(({ id }) => ({ product_id: id, count: null }));
    const list = await db
      .transaction()
      .execute((db) => saveList(db, user.id, { name: 'Коридор', goods, replaces: false }));
    await page.goto(address(savedListUrl(list)));
    await page.getByRole('button', { name: 'Добавить в избранное' }).click();
    await page.waitForURL(/\/favorites\//);
    await expect.poll(() => page.locator('.listcard').count()).toBe(2);
    await page.goto(address(savedListUrl(list)));
    await page.getByText('Все товары списка уже в избранном.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

async function makePlaces() {
  const place = (id_1c: string, values: object) =>
    db.updateTable('departments').set(values).where('id_1c', '=', id_1c).execute();
  await place('00131', { latitude: '59.2205', longitude: '39.8915', pickup_slot_minutes: 120 });
  await place('00132', { latitude: '59.251', longitude: '39.951', pickup_slot_minutes: 120 });
  const river: OutlineLine = {
    ...{ kind: 'water', name: 'Вологда' },
    points: [
      [59.24, 39.8],
      [59.23, 39.99],
    ],
  };
  await db.transaction().execute((db) => replaceOutline(db, '00131', { source: '© Съёмка', lines: [river] }));
  // Late in the evening «сегодня» would be «завтра».
  await db.updateTable('department_hours').set({ opens_minute: 0, closes_minute: 1_440 }).execute();
  const zone = await db
    .insertInto('delivery_zones')
    .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('delivery_zone_rates')
    .values({ zone_id: zone.id, up_to_grams: 300_000, price_kopecks: 39_000, vehicle: 'фургон' })
    .execute();
}

async function makeGoods() {
  const { id: category_id } = await makeCategory(db, 'laminat', 'Ламинат');
  const make = (n: number, given: object) =>
    makeProduct(db, { name: `Ламинат ${n}`, slug: `laminat-${n}`, category_id, popularity: 100 - n, ...given });
  const few = await make(1, { price: 100_000, on_hand: 2 });
  await db
    .insertInto('stock')
    .values({ store: 'store132', product_id: few.id, on_hand: 9, on_hand_base: 270 })
    .execute();
  const gone = await make(2, { price: 90_000, on_hand: 0 });
  await make(3, { price: 102_000, rating_sum: 9, rating_count: 2 });
  const plenty = await make(4, { price: 20_000 });
  await make(5, { price: 500_000 });
  const onOrder = await make(6, { price: 95_000, on_hand: 0, lead_days_min: 3, lead_days_max: 5 });
  const elsewhere = await make(8, { price: 91_000, on_hand: 0 });
  await db
    .insertInto('stock')
    .values({ store: 'store132', product_id: elsewhere.id, on_hand: 23, on_hand_base: 690 })
    .execute();
  await make(7, { price: 80_000, rating_sum: 3, rating_count: 1 });
  return { few, gone, onOrder, plenty };
}

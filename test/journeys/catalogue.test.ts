import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveProductMedia } from '#modules/catalogue/product-media.ts';
import { createPoint } from '#modules/departments/create-branch.ts';
import { invalidate } from '#platform/invalidation.ts';
import { findings } from '#test/support/axe.ts';
import { isLive, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
await makeShades();
await makePictures();
await makeDeliveryZone();
const { address } = await testSite(db);
const browser = await testBrowser();

test('[S2-14] ticks narrow the list at once, chips drop them, Back undoes, the place on the page stays', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(address('/category/shtukaturki/'));
  await page.getByLabel('Цементная', { exact: false }).first().check();
  await page.waitForURL(/base=\d+/);
  await expectCount(page, 20);
  await page.getByLabel('25', { exact: false }).first().check();
  await page.waitForURL(/weight=\d+/);
  await expectCount(page, 10);
  await page.getByLabel('Убрать: Цементная').click();
  await page.waitForURL((url) => !url.search.includes('base='));
  await page.goBack();
  await page.goBack();
  await page.waitForURL((url) => url.search.includes('base=') && !url.search.includes('weight='));
  await expectCount(page, 20);
  await expect.poll(() => page.getByRole('checkbox', { name: /Цементная/ }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('checkbox', { name: /^25/ }).isChecked()).toBe(false);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('«Показать ещё» adds a page; Back from a product returns to the same cards and the same place', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(address('/category/shtukaturki/'));
  await page.getByRole('link', { name: /Показать\sещё/ }).click();
  await page.waitForURL(/first=1/);
  await expect.poll(() => page.locator('.card').count()).toBe(48);
  const link = page.locator('.card__name a').nth(40);
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => Math.round(window.scrollY));
  await link.click();
  await page.waitForURL(/\/product\//);
  await page.locator('h1').waitFor();
  await page.goBack();
  await page.waitForURL(/first=1/);
  await expect.poll(() => page.locator('.card').count()).toBe(48);
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(before);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('without JavaScript the filter form, the sort and the next page work by themselves', async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(address('/category/shtukaturki/'));
  await page.getByRole('checkbox', { name: /Цементная/ }).check();
  await page.getByLabel('Порядок').selectOption('-price');
  await page.getByRole('button', { name: 'Показать', exact: true }).click();
  expect(new URL(page.url()).search).toMatch(/^\?base=\d+&sort=-price$/);
  await expectCount(page, 20);
  expect(await page.locator('.card .price').first().textContent()).toBe('360\u00a0₽');
  await page.goto(address('/category/shtukaturki/'));
  await page.getByRole('link', { name: /Показать\sещё/ }).click();
  expect(new URL(page.url()).search).toBe('?page=2');
  await page.context().close();
});

test('[S2-14] a long facet gives all its values when asked, with and without JavaScript, and they narrow the list', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, problems } = await openPage(browser, { javaScriptEnabled });
    await page.goto(address('/category/shtukaturki/?sort=name'));
    const shades = page.locator('.fgroup', { has: page.locator('summary', { hasText: 'Оттенок' }) });
    const values = shades.locator('[type=checkbox]');
    const before = await values.count();
    expect(before).toBeLessThan(45);
    await shades.getByText(/Показать\sещё/).click();
    await shades.getByRole('link', { name: `Все значения: ещё ${60 - before}` }).click();
    await page.waitForURL(/values=shade/);
    await expect.poll(() => values.count()).toBe(60);
    await shades.getByRole('checkbox', { name: /Тон\s60/ }).check();
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Показать', exact: true }).click();
    await page.waitForURL(/shade=\d+/);
    await expectCount(page, 1);
    expect(problems).toEqual([]);
    await page.context().close();
  }
});

test('[S2-14] on a phone the filters are a sheet whose button names how many are left', async () => {
  const { page, problems } = await openPage(browser, { device: 'mobile' });
  await page.goto(address('/category/shtukaturki/'));
  await page.getByRole('button', { name: 'Да', exact: true }).click();
  // Until it opens it holds no groups.
  expect(await page.locator('#filter-sheet fieldset').count()).toBe(0);
  await page.getByRole('button', { name: 'Фильтры' }).click();
  const sheet = page.getByRole('dialog', { name: 'Фильтры' });
  await sheet.getByRole('checkbox', { name: /Цементная/ }).check();
  await sheet.getByRole('button', { name: 'Показать 20' }).waitFor();
  // Of the 20, one is sold out.
  await sheet.getByRole('checkbox', { name: /^Доставка\sзавтра/ }).check();
  await sheet.getByRole('button', { name: 'Показать 19' }).click();
  await page.waitForURL(/base=\d+.*delivery_tomorrow=1|delivery_tomorrow=1.*base=\d+/);
  await expectCount(page, 19);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('[S4-14] hearts and scales are pressed at once and counted in the header; the cart button becomes a stepper', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(address('/category/shtukaturki/'));
  const card = page.locator('.card').first();
  await card.getByRole('button', { name: /^В\sизбранное/ }).click();
  await card.getByRole('button', { name: /^Сравнить/ }).click();
  await expect.poll(() => card.locator('[aria-pressed="true"]').count()).toBe(2);
  await card.getByRole('button', { name: /^В\sкорзину/ }).click();
  await card.locator('.step').waitFor();
  const saved = page.waitForResponse((answer) => /"count":"?2\b/.test(answer.request().postData() ?? ''));
  await card.getByRole('button', { name: 'Больше' }).click();
  await expect.poll(() => card.locator('.step input').inputValue(), { timeout: 5_000 }).toBe('2');
  await saved;
  await page.reload();
  await expect.poll(() => page.locator('.card').first().locator('.step input').inputValue()).toBe('2');
  expect(await page.locator('.card').first().locator('[aria-pressed="true"]').count()).toBe(2);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('[S2-15] a product’s amount in kilograms is rounded up visibly, the calculator puts its bags in the cart', async () => {
  const { page, problems } = await openPage(browser);
  // The home page may show the plaster whose pictures are no files.
  await drawPictures(page);
  await page.goto(address('/product/shtukaturka-1/'));
  await isLive(page, '#amount-note');
  await page.getByLabel('Сколько нужно, кг').fill('100');
  expect(await page.locator('#amount-note').textContent()).toContain('4\u00a0мешка = 120\u00a0кг, остаток 20\u00a0кг');
  expect(await page.getByLabel('Количество').inputValue()).toBe('4');
  await page.getByText(/^4\sмешка\s—\s[\d\s]+₽$/).waitFor();
  await page.getByLabel('Площадь, м²').fill('58');
  await page.getByRole('button', { name: /Положить/ }).click();
  await page.getByText('Добавлено в корзину').waitFor();
  await page.goto(address('/'));
  await page.getByRole('heading', { name: 'Вы смотрели' }).waitFor();
  await page.locator('.card__name a[href="/product/shtukaturka-1/"]').first().waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

test('[S2-14] «Доставка завтра» leaves what the tariff brings to the city by then, with and without JavaScript', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, problems } = await openPage(browser, { javaScriptEnabled });
    await page.goto(address('/category/shtukaturki/'));
    expect(await page.locator('.card').first().innerText()).toMatch(/Доставка\sзавтра,\sот\s390\s₽/);
    // Three are sold out, one has no price, one is heavier than the tariff goes.
    const tick = page.getByRole('checkbox', { name: /^Доставка\sзавтра/ });
    expect(await page.locator('.tick', { has: tick }).locator('.n').textContent()).toBe('56');
    await tick.check();
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Показать', exact: true }).click();
    await page.waitForURL(/delivery_tomorrow=1/);
    await expectCount(page, 56);
    await page.getByRole('link', { name: 'Убрать: Доставка завтра' }).click();
    await expectCount(page, 61);
    expect(problems).toEqual([]);
    await page.context().close();
  }
});

test('[S2-15] the count stops with a word where the stock ends, and delivery follows the count', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(address('/product/shtukaturka-2/'));
  await page.getByText('Доставка завтра, 390').waitFor();
  const count = page.locator('.buy').getByLabel('Количество');
  await count.fill('5');
  await count.blur();
  await page.getByText('Доставка завтра, 1').waitFor();
  await page.getByText('150\u00a0кг: фургон').waitFor();
  await count.fill('99999');
  await count.blur();
  await expect.poll(() => count.inputValue()).toBe('100');
  await page.getByText('Это всё, что есть сейчас.').waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

test('[S2-15] the pictures of a product are enlarged, moved and turned by mouse and keys', async () => {
  const { page, problems } = await openPage(browser);
  await drawPictures(page);
  await page.goto(address('/product/shtukaturka-55/'));
  expect(await page.locator('.gal__count').textContent()).toBe('1 из\u00a03');
  expect(await page.locator('.zoom__stage').count()).toBe(0);
  await page.locator('.gal__main > .pic').click();
  const dialog = page.getByRole('dialog', { name: /^Фото:\s/ });
  const picture = dialog.locator('.zoom__stage img');
  const placed = () => picture.evaluate((img) => (img as HTMLElement).style.transform);
  await expect.poll(placed).toBe('translate(0px, 0px) scale(1)');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('+');
  await expect.poll(placed).toBe('translate(0px, 0px) scale(1.6)');
  expect(await picture.getAttribute('src')).toContain('s_3072x3072');
  await page.keyboard.press('ArrowRight');
  await expect.poll(placed).toBe('translate(-80px, 0px) scale(1.6)');
  await page.mouse.move(700, 400);
  await page.mouse.down();
  await page.mouse.move(760, 430);
  await page.mouse.up();
  await expect.poll(placed).toBe('translate(-20px, 30px) scale(1.6)');
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('2 из\u00a03').waitFor();
  await page.mouse.click(720, 450);
  await expect.poll(placed).toBe('translate(0px, 0px) scale(2.5)');
  await page.mouse.wheel(0, 4_000);
  await page.mouse.wheel(0, 4_000);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.locator('.gal__count').textContent()).toBe('2 из\u00a03');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('[S2-15] on a phone a finger turns the pictures, a double tap enlarges one; without JavaScript they are links', async () => {
  const { page, problems } = await openPage(browser, { device: 'mobile' });
  await drawPictures(page);
  await page.goto(address('/product/shtukaturka-55/'));
  await page.getByRole('button', { name: 'Да', exact: true }).click();
  await page.locator('.swipe').evaluate((box) => box.scrollTo({ left: box.clientWidth, behavior: 'instant' }));
  await expect.poll(() => page.locator('.gal__count').textContent()).toBe('2 из\u00a03');
  await page.locator('.swipe > .pic').nth(1).tap();
  const picture = page.getByRole('dialog', { name: /^Фото:\s/ }).locator('.zoom__stage img');
  await picture.waitFor();
  await page.touchscreen.tap(195, 422);
  await page.touchscreen.tap(195, 422);
  await expect.poll(() => picture.evaluate((img) => (img as HTMLElement).style.transform)).toMatch(/scale\(2\.5\)$/);
  expect(problems).toEqual([]);
  await page.context().close();
  const plain = await openPage(browser, { device: 'mobile', javaScriptEnabled: false });
  await drawPictures(plain.page);
  await plain.page.goto(address('/product/shtukaturka-55/'));
  await plain.page.locator('.swipe > .pic').first().click();
  expect(new URL(plain.page.url()).pathname).toMatch(/^\/_ipx\/.*products\/one\.webp$/);
  await plain.context.close();
});

test('[S2-15] a product is turned by dragging and by keys; without JavaScript its view and its video are links', async () => {
  const { page, problems } = await openPage(browser);
  await drawPictures(page);
  await page.goto(address('/product/shtukaturka-55/'));
  await isLive(page, '.gal__medium');
  await page.getByRole('link', { name: 'Со всех сторон: Мешок' }).click();
  const dialog = page.getByRole('dialog', { name: 'Мешок' });
  const slider = dialog.getByRole('slider', { name: 'Повернуть' });
  const shown = dialog.getByRole('img', { name: 'Мешок' });
  await expect.poll(() => shown.getAttribute('src')).toMatch(/turn-0\.webp$/);
  expect(await findings(page)).toEqual([]);
  await slider.press('ArrowRight');
  await expect.poll(() => shown.getAttribute('src')).toMatch(/turn-1\.webp$/);
  expect(await slider.getAttribute('aria-valuetext')).toBe('45°');
  await page.mouse.move(700, 400);
  await page.mouse.down();
  await page.mouse.move(550, 400);
  await page.mouse.up();
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('135°');
  expect(problems).toEqual([]);
  await page.context().close();
  const plain = await openPage(browser, { javaScriptEnabled: false });
  await drawPictures(plain.page);
  await plain.page.goto(address('/product/shtukaturka-55/'));
  const film = plain.page.getByRole('link', { name: 'Видео: Как наносить' });
  expect(await film.getAttribute('href')).toBe('/files/media/how-to.webm');
  await plain.page.getByRole('link', { name: 'Со всех сторон: Мешок' }).click();
  expect(new URL(plain.page.url()).pathname).toMatch(/^\/_ipx\/.*turn-0\.webp$/);
  await plain.context.close();
});

const kinds = [
  '/',
  '/catalog/',
  '/catalog/?q=штукатурка',
  '/catalog/?q=нетничего',
  '/category/shtukaturki/',
  '/category/shtukaturki/?view=table&in_stock=1',
  '/category/pechnye-smesi/',
  '/category/shtukaturki/shorts/cementnaya/',
  '/product/shtukaturka-10/',
  '/product/smes-pechnaya/',
  '/brand/',
  '/brand/suhona/',
  '/actions/',
  '/actions/osen/',
  '/favorites/',
  '/compare/',
  '/viewed/',
  '/delivery/',
  '/contacts/',
];

/** Looks of these kinds that no link leads to; test/journeys/every-page.test.ts walks the others. */
const unlinked = ['/catalog/?q=нетничего', '/category/shtukaturki/?view=table&in_stock=1', '/category/pechnye-smesi/'];

for (const device of ['desktop', 'mobile'] as const) {
  test(`page kinds have, however they are filtered, no accessibility findings, no sideways scrolling and a silent console, ${device}`, async () => {
    const { page, problems } = await openPage(browser, { device });
    await drawPictures(page);
    await page.goto(address('/'));
    await page.getByRole('button', { name: 'Да', exact: true }).click();
    for (const path of unlinked) {
      await page.goto(address(path));
      expect(await findings(page), path).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
      expect(problems, path).toEqual([]);
    }
    await page.context().close();
  });
}

test('[S2-15] what points alone have each of them sells as far as it has so many', async () => {
  await db.transaction().execute(async (db) => {
    await createPoint(db, '00131', { id_1c: '00133', name_for_site: 'Ленинградская', address: 'Ленинградская, 7' });
    await invalidate(db, ['departments']);
  });
  const product = await makeProduct(db, { name: 'Затирка пунктов', on_hand: 9, store: 'store132' });
  await db
    .insertInto('stock')
    .values({ store: 'store133', product_id: product.id, on_hand: 3, on_hand_base: 90 })
    .execute();
  const { page, problems } = await openPage(browser);
  await page.goto(address(`/product/${product.slug}/`));
  await page.getByText(/Есть\sв\s2\sпунктах\sгорода/).waitFor();
  await isLive(page, '.buy__count');
  await page.getByText(/Ещё\s1\sпункт/).click();
  const buyAt = (point: string) => page.getByRole('button', { name: `Купить с получением в пункте ${point}` });
  expect(await buyAt('Ленинградская, 7').isEnabled()).toBe(true);
  const count = page.locator('.buy').getByLabel('Количество');
  await count.fill('5');
  await count.blur();
  await page.getByText(/Столько\sздесь\sнет/).waitFor();
  expect(await buyAt('Ленинградская, 7').isEnabled()).toBe(false);
  expect(await buyAt('Окружное шоссе, 13').isEnabled()).toBe(true);
  await count.fill('99');
  await count.blur();
  await expect.poll(() => count.inputValue()).toBe('9');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('a desktop window at 400 % zoom, 320 px wide, scrolls sideways nowhere', async () => {
  const { page } = await openPage(browser);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of kinds) {
    await page.goto(address(path));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(320);
  }
  await page.context().close();
});

async function expectCount(page: import('playwright-core').Page, count: number) {
  await expect
    .poll(async () => (await page.locator('.title').textContent())?.replace(/\s+/g, ' '))
    .toContain(`${count} товар`);
}

/** Pictures that no file stands behind: `drawPictures` answers for the proxy. */
async function makePictures(): Promise<void> {
  await db
    .updateTable('products')
    .set({ images: ['products/one.webp', 'products/two.webp', 'products/three.webp'] })
    .where('slug', '=', 'shtukaturka-55')
    .execute();
  const { idcode } = await db
    .selectFrom('products')
    .select('idcode')
    .where('slug', '=', 'shtukaturka-55')
    .executeTakeFirstOrThrow();
  const frames = Array.from({ length: 8 }, (_, frame) => `products/turn-${frame}.webp`);
  await saveProductMedia(db, idcode, [
    { kind: 'spin', title: 'Мешок', poster: 'products/turn-0.webp', frames },
    { kind: 'video', title: 'Как наносить', poster: 'products/video.webp', file: 'media/how-to.webm' },
  ]);
}

async function drawPictures(page: import('playwright-core').Page): Promise<void> {
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900" fill="#ccc"/></svg>';
  await page.route('**/_ipx/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
}

/** Vologda to 200 kg by tomorrow; one plaster comes by the tonne. */
async function makeDeliveryZone(): Promise<void> {
  const { id: zone_id } = await db
    .insertInto('delivery_zones')
    .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('delivery_zone_rates')
    .values([
      { zone_id, up_to_grams: 40_000, price_kopecks: 39_000, vehicle: 'легковой автомобиль' },
      { zone_id, up_to_grams: 200_000, price_kopecks: 149_000, vehicle: 'фургон' },
    ])
    .execute();
  await db.updateTable('products').set({ weight_grams: 1_000_000 }).where('slug', '=', 'shtukaturka-7').execute();
}

/** More values of one attribute than a page holds, one for each plaster. */
async function makeShades(): Promise<void> {
  const { id: attribute_id } = await db
    .insertInto('attributes')
    .values({ code: 'shade', name: 'Оттенок', type: 'enum', filter: 'values', position: 9 })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let n = 1; n <= 60; n++) {
    const { id } = await db
      .insertInto('attribute_values')
      .values({ attribute_id, value: `Тон ${String(n).padStart(2, '0')}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('products')
      .set({ facets: sql`facets || ${id}::int` })
      .where('slug', '=', `shtukaturka-${n}`)
      .execute();
  }
}

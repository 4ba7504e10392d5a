import { writeFile } from 'node:fs/promises';
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { findings } from '#test/support/axe.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db } = await testDatabase();
const { products } = await makePlasterShop(db);
// A street longer than a narrow column.
await db.updateTable('departments').set({ address: 'ул. Ленинградская, 150' }).where('id_1c', '=', '00132').execute();
const { address } = await testSite(db);
const browser = await testBrowser({ drawsPictures: true });

/** What the sheets of paper say and how many they are, and that nothing hangs over their edge. */
async function printed(page: Page, name: string): Promise<{ text: string; sheets: number }> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 690, height: 1000 }); // A4 between its margins
  for (const part of ['.site-head', '.cookie-note', '.wobbler', '.bbar'])
    expect([part, await page.locator(part).filter({ visible: true }).count()]).toEqual([part, 0]);
  expect(await page.locator('button:visible, .btn:visible').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(690);
  const file = await page.pdf({ format: 'A4' });
  if (process.env.PRINTS) {
    await writeFile(`${process.env.PRINTS}/${name}.pdf`, file);
    await page.screenshot({ path: `${process.env.PRINTS}/${name}.png`, fullPage: true });
  }
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const { text, totalPages } = await extractText(new Uint8Array(file), { mergePages: true });
  const words = text.replace(/\s+/g, ' ');
  // Whose page it is, and when it was printed, before all else.
  expect(words).toMatch(
    /^\s?ООО\s«ИДД»,\sИНН\s3525000101,\sОГРН\s1263525000034\sг\.\sВологда,\sул\.\sГончарная,\s2,\s\+7-817-200-35-35.{0,40}Напечатано\s\d\d\.\d\d\.\d{4}\s\d\d:\d\d/,
  );
  return { text: words, sheets: totalPages };
}

test('[S2-05] [S2-06] [S2-12] a product on one sheet, cart, order and comparison are printed without what a sheet of paper cannot do, with whose shop it is', async () => {
  const { page, context } = await openPage(browser);
  for (const at of [1, 2]) {
    await page.goto(address(`/product/shtukaturka-${at}/`));
    await page
      .getByRole('button', { name: /^В\sкорзину/ })
      .first()
      .click();
    await page
      .getByRole('link', { name: /^(Перейти\sв|В)\sкорзин[еу](,|$)/ })
      .first()
      .waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Сравнить|В\sсравнение|Добавить\sв\sсравнение|К\sсравнению)/i })
      .first()
      .click();
    await expect
      .poll(() => context.cookies().then((all) => all.some(({ name }) => name.startsWith('compare_'))))
      .toBe(true);
  }
  await page.goto(address('/product/shtukaturka-1/'));
  const product = await printed(page, 'product');
  expect(product.text, 'no word of an address is broken').toMatch(/ул\.\sЛенинградская,\s150/);
  expect(product.sheets).toBe(1);
  for (const words of [products[0]!.name, '301 ₽', 'Где забрать', 'Расход при слое']) {
    expect(product.text).toContain(words);
  }
  for (const words of ['Отзывы', 'Аналоги', 'Площадь', 'В корзину']) expect(product.text).not.toContain(words);
  await page.goto(address('/compare/'));
  const { text: comparison } = await printed(page, 'compare');
  for (const product of products.slice(0, 2)) expect(comparison).toContain(product.name.slice(0, 20));
  await page.goto(address('/cart/'));
  const { text: cart } = await printed(page, 'cart');
  expect(cart).toContain('Корзина');
  expect(cart).toContain('603 ₽');
  expect(cart).toContain('+7-817-200-35-35');
  expect(cart).not.toContain('Оформить заказ');
  await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
  await page.getByLabel('Телефон', { exact: false }).first().fill('8 921 000 12 34');
  await page.getByLabel('Почта для чека').fill('anna@pochta.example');
  await page.getByLabel(/Согласен\sна\s.*\sдля\sэтого\sзаказа/).check();
  await page
    .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
    .last()
    .click();
  await page.waitForURL(/\/order\/[0-9a-f-]{36}\/$/);
  await page.getByRole('heading', { name: /заказ\s\d+/i }).waitFor();
  const { text: order } = await printed(page, 'order');
  expect(order).toMatch(/заказ\s\d{7}/);
  expect(order).toContain('603 ₽');
  expect(order).not.toContain('Отменить заказ');
  await context.close();
});

test('[S2-15] a price tag: one small sheet with what the law asks for and nothing else, printed at once by the product’s button', async () => {
  await db.updateTable('products').set({ barcode: '4600000000015' }).where('id', '=', products[9]!.id).execute();
  const { page, context, problems } = await openPage(browser);
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-prints', '1');
  });
  await page.goto(address('/product/shtukaturka-10/'));
  const [tag] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Ценник' }).click()]);
  await tag.locator('html[data-prints]').waitFor({ state: 'attached' });
  expect(await findings(tag)).toEqual([]);
  if (process.env.PRINTS) await tag.screenshot({ path: `${process.env.PRINTS}/tag-screen.png` });
  await tag.emulateMedia({ media: 'print' });
  for (const part of ['.qr-head', '.ptag__tools', 'button', 'a'])
    expect([part, await tag.locator(part).filter({ visible: true }).count()]).toEqual([part, 0]);
  const box = await tag.locator('.ptag').boundingBox();
  // 95 mm, and no higher than a third of a sheet.
  expect(Math.round((box?.width ?? 0) / 3.78)).toBe(95);
  expect(box?.height).toBeLessThan(400);
  expect(await tag.getByRole('img', { name: 'Штрихкод 4600000000015' }).locator('path').getAttribute('d')).toMatch(
    /^M11 0h1v/,
  );
  const file = await tag.pdf({ format: 'A4' });
  if (process.env.PRINTS) await writeFile(`${process.env.PRINTS}/tag.pdf`, file);
  const { text, totalPages } = await extractText(new Uint8Array(file), { mergePages: true });
  expect(totalPages).toBe(1);
  const words = text.replace(/\s+/g, ' ').trim();
  expect(words).toMatch(
    /^ООО «ИДД» Вологда, ул\. Гончарная, 2 Штукатурка гипсовая СУХОНА 10, 25 кг 310 ₽ 500 ₽ за мешок · 12,40 ₽\/кг Арт\. 0012010 \d\d\.\d\d\.\d{4} 4600000000015$/,
  );
  const scanned = jsQR(...(await pixelsOf(tag)));
  expect(scanned?.data).toBe(address('/product/shtukaturka-10/'));
  expect(problems).toEqual([]);
  await context.close();
});

test('[S2-15] a price tag without JavaScript is a page; what has no price or is not there has none', async () => {
  const { page, context } = await openPage(browser, { device: 'mobile', javaScriptEnabled: false });
  await page.goto(address('/price-tag/shtukaturka-1/'));
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('СУХОНА');
  expect(await page.getByRole('button', { name: 'Напечатать' }).isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  if (process.env.PRINTS) await page.screenshot({ path: `${process.env.PRINTS}/tag-mobile.png`, fullPage: true });
  expect(await page.locator('meta[name="robots"]').first().getAttribute('content')).toBe('noindex');
  expect((await page.goto(address('/price-tag/staraya-shtukaturka/')))?.url()).toBe(
    address('/price-tag/shtukaturka-1/'),
  );
  for (const slug of ['smes-pechnaya', 'no-such-product'])
    expect([slug, (await page.goto(address(`/price-tag/${slug}/`)))?.status()]).toEqual([slug, 404]);
  await page.goto(address('/product/smes-pechnaya/'));
  expect(await page.getByRole('link', { name: 'Ценник' }).count()).toBe(0);
  await context.close();
});

/** The picture of the tag's code. */
async function pixelsOf(page: Page): Promise<[Uint8ClampedArray, number, number]> {
  const picture = await page.locator('.ptag__qr').screenshot({ scale: 'css' });
  const { data, info } = await sharp(picture)
    .resize({ width: 300 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [new Uint8ClampedArray(data), info.width, info.height];
}

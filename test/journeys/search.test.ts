import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { DeviceType } from '#platform/device.ts';
import { findings } from '#test/support/axe.ts';
import { openPage, type PageOptions, testBrowser, testSite } from '#test/support/browser.ts';
import { demoDatabase } from '#test/support/demo-database.ts';

const { db } = await demoDatabase();
const { address } = await testSite(db);
const browser = await testBrowser();
const pictures = process.env.PICTURES;
const devices: DeviceType[] = ['desktop', 'mobile'];

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function visitor(path: string, options: PageOptions = {}) {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([{ name: 'isConfirmCity', value: 'true', url: address('/') }]);
  await opened.page.goto(address(path));
  return { ...opened, box: opened.page.getByRole('combobox', { name: 'Поиск товаров' }) };
}

async function picture(page: Page, name: string) {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

/** The demo database has no files, so its pictures are missing. */
const troubles = (problems: string[]) => problems.filter((text) => !text.includes('status of 404'));

/** The row that the field says is chosen, by its text; null: none. */
const chosen = (page: Page) =>
  page.evaluate(() => {
    const id = document.querySelector('#search')?.getAttribute('aria-activedescendant');
    const row = id ? document.getElementById(id) : null;
    if (row && row.getAttribute('aria-selected') !== 'true') return 'not selected';
    return row?.textContent ?? null;
  });

describe('[S2-28] [S7-31] suggestions', () => {
  test.for(devices)('%s: a combobox by keys alone, announced, without findings', async (device) => {
    const { page, box, problems } = await visitor('/delivery/', { device });
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.includes('/search/suggest/')) asked.push(searchParams.get('q'));
    });
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await box.fill('ш');
    await page.waitForTimeout(300);
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(asked).toEqual([]);
    await box.fill('штук');
    const list = page.getByRole('listbox', { name: 'Подсказки' });
    await list.waitFor();
    expect(asked).toEqual(['штук']);
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    expect(await box.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
    const rows = await list.getByRole('option').allTextContents();
    await page
      .getByRole('status')
      .filter({ hasText: `${rows.length} подсказ` })
      .first()
      .waitFor({ state: 'attached' });
    for (const name of ['Запросы', 'Категории', 'Товары'])
      expect(await list.getByRole('group', { name }).getByRole('option').count()).toBeGreaterThan(0);
    expect(await list.locator('mark').first().textContent()).toMatch(/^штук$/i);
    expect(await findings(page, { isWhole: true })).toEqual([]);
    await picture(page, `suggestions.${device}`);

    expect(await chosen(page)).toBeNull();
    await box.press('ArrowDown');
    expect(await chosen(page)).toBe(rows[0]);
    await box.press('End');
    expect(await chosen(page)).toBe(rows.at(-1));
    await box.press('ArrowDown');
    expect(await chosen(page)).toBeNull();
    await box.press('ArrowUp');
    expect(await chosen(page)).toBe(rows.at(-1));
    await box.press('Home');
    expect(await chosen(page)).toBe(rows[0]);
    await box.press('Escape');
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(await box.inputValue()).toBe('штук');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await box.press('ArrowDown');
    await list.waitFor();
    await box.press('Tab');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    const category = await list.getByRole('group', { name: 'Категории' }).getByRole('option').first().textContent();
    for (let step = 0; step < rows.length && (await chosen(page)) !== category; step++) await box.press('ArrowDown');
    await box.press('Enter');
    await page.waitForURL(/\/category\//);
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(troubles(problems)).toEqual([]);
  });

  test('an answer that comes late never takes the place of a newer one', async () => {
    const { page, box } = await visitor('/delivery/');
    await page.route('**/search/suggest/**', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q');
      if (q === 'кисть') await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue().catch(() => {}); // the page gave it up
    });
    await box.fill('кисть');
    await page.waitForTimeout(250);
    await box.fill('валик');
    await page.getByRole('option', { name: /Валик/ }).first().waitFor();
    await page.waitForTimeout(900);
    expect(await page.getByRole('option', { name: /Кисть/ }).count()).toBe(0);
    await box.fill('пила');
    expect(await page.getByRole('option', { name: /Валик/ }).count()).toBe(0);
  });

  test('what was searched for lately stands under the empty field; Delete forgets it', async () => {
    const { page, box, problems } = await visitor('/delivery/');
    for (const words of ['грунтовка', 'цемент']) {
      await box.fill(words);
      await box.press('Enter');
      await page.getByRole('heading', { level: 1, name: new RegExp(`по запросу «${words}»`) }).waitFor();
    }
    await box.fill('');
    const list = page.getByRole('listbox', { name: 'Запросы' });
    await expect.poll(() => list.getByRole('option').allTextContents()).toEqual(['цемент', 'грунтовка']);
    expect(await findings(page, { isWhole: true })).toEqual([]);
    await box.press('ArrowDown');
    await box.press('Delete');
    await expect.poll(() => list.getByRole('option').allTextContents()).toEqual(['грунтовка']);
    await list.getByRole('option', { name: 'грунтовка' }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === 'грунтовка');
    expect(troubles(problems)).toEqual([]);
  });

  test('a finger copies a row’s words into the field and goes on', async () => {
    const { page, box } = await visitor('/delivery/', { device: 'mobile' });
    await box.fill('штук');
    await page.getByRole('listbox').waitFor();
    await page.locator('.sugg__row .ibtn').first().tap();
    expect(await box.inputValue()).toMatch(/^\S.+ $/);
    await page.getByRole('listbox').waitFor();
  });
});

describe('[S2-14] [S7-30] results', () => {
  test.for(devices)('%s: found, corrected and undone, narrowed by category, without findings', async (device) => {
    const { page, box, problems } = await visitor('/', { device });
    await box.fill('штукотурка');
    await box.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Найдено\s\d+\sтовар.*\sпо\sзапросу\s«штукатурка»/ }).waitFor();
    await page.getByText('вместо «штукотурка»').waitFor();
    // Once on the page: in the box of the header.
    expect(await page.locator('[name="q"]:visible').count()).toBe(1);
    expect(await box.inputValue()).toBe('штукотурка');
    // The articles under a search's title are loaded after it.
    await page.getByRole('link', { name: /Сколько\sштукатурки/ }).waitFor();
    expect(await findings(page)).toEqual([]);
    await picture(page, `results.${device}`);
    await page.getByRole('link', { name: 'Искать точно «штукотурка»' }).click();
    await page.waitForURL(/exact=1/);
    await page.getByRole('heading', { level: 1, name: /ничего\sне\sнайдено$/ }).waitFor();
    await page.getByRole('link', { name: /^Показать\s\d+\sтовар/ }).click();
    await page.getByText('вместо «штукотурка»').waitFor();
    await page
      .locator('.subcats')
      .getByRole('link', { name: /^Гипсовые/ })
      .click();
    await page.waitForURL(/category=gipsovye-shtukaturki/);
    expect(troubles(problems)).toEqual([]);
  });

  test.for(devices)('%s: what was taken for a filter is a chip that goes, a doubt is said', async (device) => {
    const { page, problems } = await visitor('/catalog/', { device });
    const ask = (q: string) => page.goto(address(`/catalog/?${new URLSearchParams({ q })}`));
    await ask('белая краска для ванной 3 л до 1000 ₽');
    await page.getByText('Показаны результаты по запросу «белая краска для ванной до 1000 ₽», без «3 л»').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Похожее: без «белая» и «3 л»' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await picture(page, `understood.${device}`);
    await page.getByRole('link', { name: 'Убрать: до 1 000 ₽' }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === 'белая краска для ванной 3 л');
    await ask('перфоратор 800 вт в кейсе');
    await page.getByRole('link', { name: 'Убрать: Мощность: 800 Вт' }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === 'перфоратор в кейсе');
    await ask('перлит');
    await page.getByText('Точных совпадений мало: показываем близкое').waitFor();
    await ask('смеситель для ванны до 500 рублей');
    await page.getByRole('link', { name: /^Показать\s\d+\sтовар/ }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === 'смеситель для ванны');
    await page.locator('.card').first().waitFor();
    expect(troubles(problems)).toEqual([]);
  });

  test.for(devices)('%s: nothing found is no dead end', async (device) => {
    const { page, problems } = await visitor('/catalog/?q=ыдлвоаывлдоа', { device });
    await page.getByRole('heading', { level: 1, name: 'По запросу «ыдлвоаывлдоа» ничего не найдено' }).waitFor();
    await page.getByRole('link', { name: 'Открыть каталог' }).waitFor();
    expect(await page.getByText(/не\sнайдено|не\sнашлось/).count()).toBe(1);
    await page.getByRole('heading', { level: 2, name: 'Часто покупают в Вологде' }).waitFor();
    expect(await page.locator('main .card').count()).toBeGreaterThan(3);
    expect(await page.locator('.nothing .subtile').count()).toBeGreaterThan(3);
    expect(await findings(page)).toEqual([]);
    await picture(page, `nothing.${device}`);
    expect(await page.locator('.nothing a[href^="tel:"]').count(), 'whom to ask').toBe(1);
    const form = page.getByRole('form', { name: 'Сообщите, что искали' });
    expect(await form.getByLabel('Что искали').inputValue()).toBe('ыдлвоаывлдоа');
    await form.getByLabel('Имя').fill('Анна');
    await form.getByLabel('Телефон').fill('9210001234');
    await form.getByRole('checkbox').first().check();
    await form.getByRole('button', { name: 'Сообщить' }).click();
    await form.getByText(/Заявка\s№\s\d+\sпринята/).waitFor();
    const sent = await db.selectFrom('form_submissions').selectAll().where('code', '=', 'wanted').execute();
    expect(sent.at(-1)?.answers).toContainEqual({ field: 'wanted', name: 'Что искали', value: 'ыдлвоаывлдоа' });
    expect(troubles(problems)).toEqual([]);
  });

  test('an article, spaced or not, opens its product', async () => {
    const { page } = await visitor('/delivery/');
    for (const typed of ['0012847', '001-2847', '4600071670117']) {
      await page.goto(address(`/catalog/?${new URLSearchParams({ q: typed })}`));
      expect(page.url()).toContain('/product/');
      expect(await page.locator('h1').textContent()).toContain('СУХОНА Гладь');
    }
  });

  test('a page opened instead of results says for which query and leads to the goods', async () => {
    const { page, box, problems } = await visitor('/');
    await box.fill('доставка');
    await box.press('Enter');
    await page.waitForURL(/\/delivery\//);
    await page.getByText('Открыта страница по запросу «доставка»').waitFor();
    expect(await findings(page)).toEqual([]);
    await picture(page, 'told-search');
    await page.getByRole('link', { name: 'Искать товары' }).click();
    await page.waitForURL(/\/catalog\/\?.*exact=1/);
    await page.getByText('Ищем точно то, что набрано').waitFor();
    expect(troubles(problems)).toEqual([]);
  });

  test('[S7-30] the panel narrows by brand, promotion and price of a base unit; chips name and drop them', async () => {
    const { page, problems } = await visitor('/category/gipsovye-shtukaturki/');
    const filters = page.getByRole('complementary', { name: 'Фильтры' });
    const promotion = filters.getByRole('group', { name: 'Акция' }).getByRole('checkbox').first();
    await promotion.check();
    await page.waitForURL(/action=/);
    // The counts of brands follow the address.
    await page.locator('.applied a').first().waitFor();
    await filters.getByRole('group', { name: 'Бренд' }).getByRole('checkbox', { disabled: false }).first().check();
    await page.waitForURL(/brand=/);
    await filters.getByRole('textbox', { name: 'Цена за килограмм, ₽, до' }).fill('20');
    await filters.getByRole('textbox', { name: 'Цена за килограмм, ₽, до' }).press('Enter');
    await page.waitForURL(/base_price_to=20/);
    await page.getByRole('link', { name: 'Убрать: до 20 ₽ за килограмм' }).click();
    await page.waitForURL((url) => !url.search.includes('base_price'));
    await expect.poll(() => page.locator('.applied a').count()).toBeGreaterThanOrEqual(3);
    expect(troubles(problems)).toEqual([]);
  });

  test('without JavaScript the field is a form, the query can be changed and the correction undone', async () => {
    const { page } = await visitor('/delivery/', { javaScriptEnabled: false });
    await page.locator('#search').fill('штукотурка');
    await page.locator('#search').press('Enter');
    expect(new URL(page.url()).pathname).toBe('/catalog/');
    expect(await page.locator('h1').textContent()).toContain('по\u00a0запросу «штукатурка»');
    await page.getByRole('link', { name: /^Искать\sточно/ }).click();
    expect(await page.locator('h1').textContent()).toContain('ничего не\u00a0найдено');
    await page.locator('#search').fill('валик');
    await page.locator('#search').press('Enter');
    expect(await page.locator('.card').count()).toBeGreaterThan(0);
  });
});

import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '#test/support/axe.ts';
import { mobileWays, openPage, type PageOptions, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { fillContacts, placeOrder, putInCart } from '#test/support/checkout.ts';
import { testDadata } from '#test/support/dadata.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { unfit } from '#test/support/page-fit.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeDeliveryZone } from '#test/support/shop.ts';

const { db } = await testDatabase();
const { products } = await makePlasterShop(db);
await makeCoupon(db, 'НОЯБРЬ5');
const zone = await makeDeliveryZone(db, {
  name: 'Вологда',
  days_max: 2,
  up_to_grams: 1_500_000,
  vehicle: 'фургон до 1,5 т',
});
await sql`insert into delivery_slots values (${zone.id}, 540, 720, 4), (${zone.id}, 900, 1080, 4)`.execute(db);
await sql`insert into carrying_rates values ('00131', 'unloading', 50000, 4000, 0), ('00131', 'stairs', 50000, 1800, 0)`.execute(
  db,
);
const { address } = await testSite(db);
const dadata = await testDadata();
const withStreets = await testSite(db, dadata.environment);
const browser = await testBrowser();

describe('[S1-04] [S2-05] [S2-06] from the home page, with a coupon in the cart, to a placed order', () => {
  test.for(ways)('%s', async ([, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    const isMobile = options.device === 'mobile';
    const hasScript = options.javaScriptEnabled !== false;
    await page.goto(address('/'));
    if (hasScript) await page.getByRole('button', { name: 'Да', exact: true }).click();

    await page
      .getByRole('main')
      .getByRole('link', { name: /Сухие\sсмеси/ })
      .first()
      .click();
    await page.waitForURL(/\/category\/suhie-smesi\//);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Штукатурки/ })
      .first()
      .click();
    await page.waitForURL(/\/category\/shtukaturki\//);
    await narrow(page, isMobile, hasScript);
    await expect.poll(() => page.locator('.card').count()).toBe(10);

    await page.locator('.card__name a').first().click();
    await page.waitForURL(/\/product\//);
    const heading = page.getByRole('heading', { level: 1, name: /цементная\sСУХОНА/ });
    const name = (await heading.innerText()).replaceAll('\u00a0', ' ');
    await putInCart(page, hasScript);
    expect((await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ')).toContain(name);

    await page.getByLabel('Купон').fill('ноябрь5');
    await page.getByRole('button', { name: 'Применить' }).click();
    await page.getByText('Купон действует на 1 товар').waitFor();
    const total = await page.locator('.sumrow--total').innerText();

    await fillContacts(page, { name: 'Анна Смирнова', email: 'anna@pochta.example' });
    await placeOrder(page);
    const order = (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ');
    expect(order).toContain(name);
    expect(order).toContain('Анна Смирнова');
    expect(order).toContain('+7-921-000-12-34');
    expect(sumOf(await page.locator('.order__total').innerText())).toBe(sumOf(total));
    await page.goto(address('/cart/'));
    await page.getByText('В корзине пока ничего нет').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** 'Итого\n290,7 ₽' → '290,7'. */
function sumOf(text: string): string {
  return text.replace(/[^\d,]/g, '');
}

/** Two filters: base and weight. On a phone they stand in a sheet, which opens without JavaScript too. */
async function narrow(page: Page, isMobile: boolean, hasScript: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Фильтры' }).click();
  const place = page.locator(isMobile ? 'dialog.fsheet' : 'aside.filters');
  await place
    .getByRole('checkbox', { name: /Цементная/ })
    .first()
    .check();
  if (hasScript && !isMobile) await page.waitForURL(/base=\d+/);
  await place.getByRole('checkbox', { name: /^25/ }).first().check();
  if (hasScript && isMobile) await place.getByRole('button', { name: /^Показать\s10/ }).waitFor();
  if (isMobile || !hasScript)
    await place
      .getByRole('button', { name: /^Показать\s\d+|^Показать$/ })
      .last()
      .click();
  await page.waitForURL(/weight=\d+/);
}

describe('the cart page', () => {
  async function openCart(counts: number[], options: PageOptions = {}) {
    const opened = await openPage(browser, options);
    const { page } = opened;
    await page.goto(address('/cart/'));
    for (const [index, count] of counts.entries()) {
      if (count === 0) continue;
      const { id, idcode } = products[index]!;
      await page.evaluate(
        async (fields) => {
          await fetch('/cart/', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
        },
        { intent: 'add', product_id: String(id), product_idcode: idcode, count: String(count) },
      );
    }
    await page.goto(address('/cart/'));
    await page.getByText('Ваш заказ').first().waitFor();
    await page.waitForLoadState('networkidle');
    return opened;
  }
  const total = (page: Page) => page.locator('.sumrow--total').innerText();

  test('[S4-08] the order selection is kept in local storage per cart and survives a reload', async () => {
    const { page, context, problems } = await openCart([1, 1]);
    await page.getByRole('checkbox', { name: /СУХОНА\s1,/ }).uncheck();
    await expect.poll(() => total(page)).toContain('302');
    const uuid = (await context.cookies()).find((cookie) => cookie.name === 'visitor')?.value;
    const kept = await page.evaluate((key) => localStorage.getItem(key), `orderItems_${uuid}`);
    expect(JSON.parse(kept!).orderItems).toEqual([products[1]!.idcode]);
    await page.reload();
    await expect.poll(() => total(page)).toContain('302');
    expect(await page.getByRole('checkbox', { name: /СУХОНА\s1,/ }).isChecked()).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('[S4-07] quick clicks on plus replace each other, and the last one counts', async () => {
    const { page, context, problems } = await openCart([1]);
    const plus = page.getByRole('button', { name: /^Больше/ });
    for (let click = 0; click < 5; click++) await plus.click();
    await expect.poll(() => total(page)).toMatch(/1\s806/);
    await page.reload();
    expect(await page.getByLabel(/^Количество/).inputValue()).toBe('6');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('[S4-07] a line put away can be brought back', async () => {
    const { page, context } = await openCart([2, 1]);
    await page.getByRole('button', { name: /^Убрать:\s.*СУХОНА\s1,/ }).click();
    await page.getByText(/Убрали\s«.*СУХОНА\s1,/).waitFor();
    await page.getByRole('button', { name: 'Вернуть' }).click();
    await expect.poll(() => page.locator('.cline').count()).toBe(2);
    await context.close();
  });

  test('[S5-01] [S5-02] a phone is typed into its mask; 8 becomes 7, and +7 (8 starts over', async () => {
    const { page, context } = await openCart([1]);
    const phone = page.getByLabel('Телефон').first();
    await phone.pressSequentially('89210001234');
    expect(await phone.inputValue()).toBe('+7 (921)-000-12-34');
    await phone.fill('');
    await phone.pressSequentially('+78');
    expect(await phone.inputValue()).toBe('+7 (');
    await phone.pressSequentially('9215556677');
    expect(await phone.inputValue()).toBe('+7 (921)-555-66-77');
    for (let key = 0; key < 4; key++) await phone.press('Backspace');
    expect(await phone.inputValue()).toBe('+7 (921)-555');
    await context.close();
  });

  test('[S5-05] a field is judged when it is left, not while it is typed into', async () => {
    const { page, context } = await openCart([1]);
    const email = page.getByLabel('Почта для чека');
    await email.pressSequentially('anna@');
    expect(await page.locator('#email-error').count()).toBe(0);
    await page.getByLabel('Комментарий').focus();
    expect(await page.locator('#email-error').innerText()).toBe('Неверный формат');
    expect(await email.getAttribute('aria-describedby')).toBe('email-error');
    await email.fill('anna@pochta.example');
    await page.getByLabel('Комментарий').focus();
    expect(await page.locator('#email-error').count()).toBe(0);
    await context.close();
  });

  test('[S4-18] [S5-06] a submit touches all fields, lists what is broken and goes to the first, sending nothing', async () => {
    const { page, context, problems } = await openCart([1]);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await page.getByLabel('Почта для чека').fill('anna');
    const place = page.getByRole('button', { name: /^Оформить\sзаказ\sна/ });
    const top = page.locator('.sumbox');
    expect(await top.getByRole('link', { name: 'К оформлению' }).getAttribute('href')).toBe('#checkout');
    await place.click();
    await top.getByRole('button', { name: /^Оформить\sзаказ\sна/ }).waitFor();
    const summary = page.getByRole('alert').filter({ hasText: 'Проверьте' });
    expect((await summary.getByRole('link').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Имя и фамилия: обязательно для заполнения',
      'Телефон: обязательно для заполнения',
      'Почта: неверный формат',
      'Согласие: обязательно для выбора',
    ]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    expect(sent).toBe(0);
    expect(await findings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('a guest who picks the order up meets no more than seven fields to fill in', async () => {
    const { page, context } = await openCart([1]);
    const fields = await page
      .locator(
        '.checkout input:not([type=hidden]):not([type=radio]):visible, .checkout textarea:visible, .checkout select:visible',
      )
      .evaluateAll(
        (found) =>
          found.filter(
            (field) => field.getAttribute('aria-required') === 'true' || (field as HTMLInputElement).required,
          ).length,
      );
    expect(fields).toBeLessThanOrEqual(7);
    await context.close();
  });

  test('[S4-07] two products added at the same moment both lie in the cart', async () => {
    const { page, context, problems } = await openPage(browser);
    await page.goto(address('/category/shtukaturki/'));
    await page.getByRole('button', { name: 'Да', exact: true }).click();
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('.card button')];
      for (const button of buttons.filter((one) => /В\sкорзину/.test(one.textContent ?? '')).slice(0, 3))
        button.click();
    });
    await expect.poll(() => page.locator('.card .step').count()).toBe(3);
    await page.goto(address('/cart/'));
    expect(await page.locator('.cline').count()).toBe(3);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('[S4-07] a product’s button pressed again while the first press is on its way adds no more', async () => {
    const { page, context, problems } = await openPage(browser);
    // The shop has the press, its answer is slow.
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const response = await fetch(...asked);
        if (String(asked[0]).includes('/api/cart/lines/')) await new Promise((resolve) => setTimeout(resolve, 1_500));
        return response;
      };
    });
    await page.goto(address('/category/shtukaturki/'));
    await page.getByRole('button', { name: 'Да', exact: true }).click();
    const button = page.getByRole('button', { name: /^В\sкорзину/ }).first();
    await button.click();
    await button.locator('.spin').waitFor();
    await button.click();
    await page.locator('.card .step').waitFor();
    await page.waitForLoadState('networkidle');
    await page.goto(address('/cart/'));
    expect(await page.getByLabel(/^Количество/).inputValue()).toBe('1');
    expect(problems).toEqual([]);
    await context.close();
  });

  test('[S8-08] a change that could not be saved is sent again in silence when the connection is back, and nothing on the page is lost', async () => {
    const { page, context } = await openCart([1]);
    await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Больше/ }).click();
    await page.getByText('Сохраняем корзину…').first().waitFor();
    expect(await page.locator('.note--err').count()).toBe(0);
    expect(await page.getByLabel(/^Количество/).inputValue()).toBe('2');
    await context.setOffline(false);
    await expect.poll(() => total(page), { timeout: 15_000 }).toContain('602');
    expect(await page.getByLabel('Имя и фамилия').inputValue()).toBe('Анна Смирнова');
    await context.close();
  });

  test('[S8-08] a product’s button that was pressed without a connection says what it waits for, and is done when there is one', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(address('/category/shtukaturki/'));
    await page.getByRole('button', { name: 'Да', exact: true }).click();
    // Loaded when the page is idle; without a connection it could not come any more.
    await page.locator('.ribbon--offline').waitFor({ state: 'attached' });
    // So has the cart's own code with the first press.
    await page
      .getByRole('button', { name: /^В\sкорзину/ })
      .first()
      .click();
    await page.locator('.card .step').waitFor();
    await context.setOffline(true);
    await page.getByText('Нет соединения').waitFor();
    const button = page.getByRole('button', { name: /^В\sкорзину/ }).first();
    await button.click();
    const textBehind = () => button.evaluate((node) => getComputedStyle(node, '::after').content);
    await expect.poll(textBehind).toContain('ждём связи');
    expect(await button.locator('.spin').isVisible()).toBe(false);
    await context.setOffline(false);
    await expect.poll(() => page.locator('.card .step').count()).toBe(2);
    await context.close();
  });

  test('[S8-08] a product’s button pressed without a connection before the cart’s code has come is not lost: it waits, then adds', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(address('/category/shtukaturki/'));
    await page.getByRole('button', { name: 'Да', exact: true }).click();
    // Loaded when the page is idle.
    await page.locator('.ribbon--offline').waitFor({ state: 'attached' });
    await context.setOffline(true);
    await page.getByText('Нет соединения').waitFor();
    const button = page.getByRole('button', { name: /^В\sкорзину/ }).first();
    await button.click();
    await button.click();
    const textBehind = () => button.evaluate((node) => getComputedStyle(node, '::after').content);
    await expect.poll(textBehind).toContain('ждём связи');
    expect(new URL(page.url()).pathname).toBe('/category/shtukaturki/');
    await context.setOffline(false);
    await expect.poll(() => page.locator('.card .step').count()).toBe(1);
    await page.goto(address('/cart/'));
    await expect.poll(() => page.getByLabel(/^Количество/).inputValue()).toBe('1');
    await context.close();
  });

  test.for(['desktop', 'mobile'] as const)(
    'streets of the locality are offered in the address of delivery, taken by keys; another town or no answer leaves a plain field, %s',
    async (device) => {
      const { page, context, problems } = await openPage(browser, { device });
      await page.goto(withStreets.address('/product/shtukaturka-4/'));
      await putInCart(page, true);
      await page.locator('.seg').getByText('Доставка').first().click();
      const field = page.getByLabel('Улица, дом, квартира');
      expect(await page.getByLabel('Населённый пункт').inputValue()).toBe('Вологда');
      await field.pressSequentially('ул. Ми');
      await page.getByRole('option', { name: 'ул Мира, д 10' }).waitFor();
      expect(await field.getAttribute('aria-expanded')).toBe('true');
      await field.press('ArrowDown');
      await field.press('ArrowDown');
      await field.press('Enter');
      expect(await field.inputValue()).toBe('ул Мира, д 10');
      await page.locator('.suggest__list:not([hidden])').waitFor({ state: 'detached' });
      await dadata.answers('broken');
      const asked = page.waitForResponse((answer) => answer.url().includes(encodeURIComponent('Лен')));
      await field.fill('ул. Лен');
      await asked;
      await expect.poll(() => page.locator('.suggest__list:not([hidden])').count()).toBe(0);
      await dadata.answers('ok');
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('on a phone the bar with the sum leads to the checkout, then to what is still to fill in', async () => {
    const { page, context } = await openCart([1], { device: 'mobile' });
    const bar = page.getByRole('link', { name: 'Оформить', exact: true });
    await bar.click();
    expect(new URL(page.url()).hash).toBe('#checkout');
    await bar.click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('name');
    await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
    await bar.click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('phone');
    await context.close();
  });

  test.for(['desktop', 'mobile'] as const)(
    '[S7-32] of more than the shop has what is there is ordered, the rest stays in the cart, %s',
    async (device) => {
      const { id } = products[2]!;
      await db.updateTable('stock').set({ on_hand: 3, reserved: 0 }).where('product_id', '=', id).execute();
      const { page, context, problems } = await openCart([0, 0, 5], { device });
      expect(await page.getByRole('checkbox', { name: /^Заказать:/ }).isChecked()).toBe(true);
      await page.getByText(/В\sзаказ\sвойдёт\s3\s\S+,\sещё\s2\s\S+\sне\sхватает/).waitFor();
      await expect.poll(() => total(page)).toMatch(/909/);
      expect(await findings(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
      await page.getByLabel('Телефон').first().fill('89210001234');
      await page.getByLabel('Почта для чека').fill('anna@pochta.example');
      await page.getByText('Покупаю как организация').click();
      expect(await page.getByRole('radio', { name: /^Счёт/ }).isChecked()).toBe(true);
      await page.getByText('Покупаю как организация').click();
      expect(await page.getByRole('radio', { name: /^Счёт/ }).isChecked()).toBe(false);
      await page
        .getByRole('main')
        .getByLabel(/Согласен\sна/)
        .check();
      await page
        .getByRole('button', { name: /^Оформить\sзаказ\sна\s909/ })
        .last()
        .click();
      await page.waitForURL(/\/order\//);
      await page.goto(address('/cart/'));
      await page.getByText('В заказ не войдёт, останется в корзине').waitFor();
      expect(await page.getByLabel(/^Количество/).inputValue()).toBe('2');
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test.for(mobileWays)(
    '[S7-36] whoever chooses an invoice is shown what happens once the money has come, and no day before it, %s',
    async ([, options]) => {
      const { page, context, problems } = await openCart([1], options);
      const shown = (look: string) => page.locator(`.cart ${look}`).filter({ visible: true }).count();
      const day = page.getByRole('group', { name: 'Когда приедете' });
      await day.waitFor();
      expect(await shown('.if-soon')).toBeGreaterThan(0);
      expect(await shown('.if-paid')).toBe(0);
      await page.getByRole('radio', { name: /^Счёт/ }).check();
      await page.getByText(/выберете\sна\sстранице\sзаказа,\sкогда\sпоступит\sоплата/).waitFor();
      expect(await shown('.if-paid')).toBeGreaterThan(0);
      expect(await shown('.if-soon')).toBe(0);
      expect(await day.isVisible()).toBe(false);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test.for(mobileWays)(
    '[S2-05] a delivery with its day, hours and lifting, each priced and shown as it is chosen, %s',
    async ([, options]) => {
      const hasScript = options.javaScriptEnabled !== false;
      const { page, context, problems } = await openCart([4], options);
      /** With a script what was chosen is asked about at once; without one, by a button. */
      const ask = (name = 'Пересчитать') =>
        hasScript
          ? page.getByRole('heading', { name: 'Оформление' }).click()
          : page.getByRole('button', { name }).first().click();
      await page.locator('.seg').getByText('Доставка').click();
      await page.getByLabel('Улица, дом, квартира').fill('ул. Мира, 10');
      await page.getByLabel('Населённый пункт').fill('Вологда');
      await ask();
      await page.getByText(/Вологда:\s390\s₽/).waitFor();
      const slots = page.getByRole('group', { name: 'Во сколько' });
      const floor = page.getByRole('textbox', { name: 'Этаж' });
      expect(await floor.isVisible(), 'nothing is lifted yet').toBe(false);
      await page.getByRole('group', { name: 'Когда привезти' }).locator('label').nth(1).click();
      if (!hasScript) await ask('Показать время');
      await slots.getByRole('radio', { name: '15:00–18:00' }).check();
      await page.getByText('Поднять по лестнице').click();
      await floor.fill('5');
      await ask();
      await page
        .locator('.sumbox__rows')
        .getByText(/подъём\sпо\sлестнице,\sэтаж/)
        .waitFor();
      // 4 × 301, 390 for the van, three steps of 50 kg to the fifth floor.
      await expect.poll(() => total(page)).toMatch(/1\s864/);
      expect(await slots.getByRole('radio', { name: '15:00–18:00' }).isChecked()).toBe(true);
      if (hasScript) expect(await findings(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
      await page.getByLabel('Телефон').first().fill('89210005678');
      await page.getByLabel('Почта для чека').fill('boris@pochta.example');
      await page
        .getByRole('main')
        .getByLabel(/Согласен\sна/)
        .check();
      await page
        .getByRole('button', { name: /^Оформить\sзаказ\sна\s1\s864/ })
        .last()
        .click();
      await page.waitForURL(/\/order\//);
      const order = (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ');
      expect(order).toContain('15:00–18:00');
      expect(order).toMatch(/подъём\sпо\sлестнице,\sэтаж\s5\s+270\s₽/);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('a sum that changed meanwhile is shown as a difference; «Согласен» places the order', async () => {
    const { page, context, problems } = await openCart([2]);
    await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
    await page.getByLabel('Телефон').first().fill('89210001234');
    await page.getByLabel('Почта для чека').fill('anna@pochta.example');
    await page
      .getByRole('main')
      .getByLabel(/Согласен\sна/)
      .check();
    await db.updateTable('prices').set({ price: 31_000 }).where('product_id', '=', products[0]!.id).execute();
    await page
      .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
      .last()
      .click();
    await page.getByText('Пока вы оформляли, кое-что изменилось').waitFor();
    expect(await page.getByLabel('Имя и фамилия').inputValue()).toBe('Анна Смирнова');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Согласен,\sоформить\sна\s620/ }).click();
    await page.waitForURL(/\/order\//);
    await db.updateTable('prices').set({ price: 30_100 }).where('product_id', '=', products[0]!.id).execute();
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(['desktop', 'mobile'] as const)(
    'a word longer than its column is divided; a phone, and a sum with its name, stand in one line, %s',
    async (device) => {
      const word = 'Гидротеплозвуковиброизоляционностроительноремонтнаяпароводонепроницаемаямастика';
      const { id } = products[7]!;
      await db.updateTable('products').set({ name: word }).where('id', '=', id).execute();
      const { page, context, problems } = await openCart([0, 0, 0, 0, 0, 0, 0, 1], { device });
      expect(await unfit(page), 'cart').toEqual([]);
      await page.locator('.seg').getByText('Доставка').click();
      await page.getByLabel('Населённый пункт').fill('Николаевка');
      await page.getByLabel('Улица, дом, квартира').fill('ул. Мира, 10');
      await page.getByLabel('Комментарий').fill(word.repeat(3));
      await fillContacts(page, { name: 'Анна Смирнова', email: 'anna@pochta.example' });
      const price = page.locator('.sumbox .sumrow').getByText('уточнит оператор');
      await price.waitFor();
      const top = (locator: typeof price) => locator.evaluate((node) => Math.round(node.getBoundingClientRect().top));
      expect(await top(price)).toBe(await top(page.locator('.sumbox .sumrow').getByText('Доставка', { exact: true })));
      const phone = page.locator('.kv').getByText('+7-921-000-12-34');
      expect(await phone.evaluate((node) => node.getClientRects().length)).toBe(1);
      await placeOrder(page);
      expect(await unfit(page), 'order').toEqual([]);
      await page.goto(address('/product/shtukaturka-8/'));
      expect(await unfit(page), 'product').toEqual([]);
      await page.goto(address(`/catalog/?q=${encodeURIComponent(word.repeat(2))}`));
      expect(await unfit(page), 'search').toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  for (const device of ['desktop', 'mobile'] as const) {
    test(`cart and order have no accessibility findings and a silent console, ${device}`, async () => {
      const { page, context, problems } = await openPage(browser, { device });
      await page.goto(address('/cart/'));
      await page.getByText('В корзине пока ничего нет').waitFor();
      expect(await findings(page)).toEqual([]);
      await context.close();
      const filled = await openCart([2, 1], { device });
      expect(await findings(filled.page)).toEqual([]);
      expect(await sidewaysScroll(filled.page)).toBe(0);
      await filled.page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
      await filled.page.getByLabel('Телефон').first().fill('89210001234');
      await filled.page.getByLabel('Почта для чека').fill('anna@pochta.example');
      await filled.page
        .getByRole('main')
        .getByLabel(/Согласен\sна/)
        .check();
      await filled.page
        .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
        .last()
        .click();
      await filled.page.waitForURL(/\/order\//);
      await filled.page.getByRole('heading', { name: /заказ\s\d+/i }).waitFor();
      expect(await findings(filled.page)).toEqual([]);
      expect(await sidewaysScroll(filled.page)).toBe(0);
      await filled.page.getByText('Отменить заказ', { exact: true }).click();
      await filled.page.getByRole('button', { name: 'Да, отменить' }).click();
      await filled.page.getByText('Отменён').first().waitFor();
      expect([...problems, ...filled.problems]).toEqual([]);
      await filled.context.close();
    });
  }
});

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

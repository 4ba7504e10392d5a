import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { invalidate } from '#platform/invalidation.ts';
import { formatPrice } from '#shared/money.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { isCalm, mobileWays, openPage, type PageOptions, testBrowser, testSite } from '#test/support/browser.ts';
import { putInCart } from '#test/support/checkout.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db } = await testDatabase();
const { products } = await makePlasterShop(db);
const [mix, other] = products as [(typeof products)[number], (typeof products)[number]];
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values({ zone_id: zone.id, up_to_grams: 300_000, price_kopecks: 70_000, vehicle: 'фургон до 0,8 т' })
  .execute();
await db.insertInto('delivery_slots').values({ zone_id: zone.id, opens_minute: 540, closes_minute: 840 }).execute();
const { address, port } = await testSite(db);
const browser = await testBrowser();
const tomorrow = addDays(localTime(new Date(), 'Europe/Moscow').date, 1);

async function openAs(user: { id: string }, options: PageOptions = {}) {
  const opened = await openPage(browser, options);
  const { cookies } = await signedIn(db, user);
  const url = `http://idd.localhost:${port}`;
  await opened.context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url, httpOnly: true, sameSite: 'Lax' as const })),
  );
  return opened;
}

describe('a person’s own orders', () => {
  test('the home page puts the newest order into the cart with one press, and leads a guest to the list', async () => {
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mix, 3]]);
    const { page, problems } = await openAs(anna);
    await page.goto(address('/'));
    await page.getByRole('button', { name: new RegExp(`Повторить\\sзаказ\\s*${order.number}`) }).click();
    await page.waitForURL('**/cart/');
    await page.getByText(mix.name).first().waitFor();
    expect(problems).toEqual([]);

    const guest = await openPage(browser);
    await guest.page.goto(address('/'));
    await isCalm(guest.page);
    await guest.page.getByRole('link', { name: /Повторить\sзаказ/ }).click();
    await guest.page.getByRole('dialog', { name: 'Вход в личный кабинет' }).waitFor();
  });

  test.for(mobileWays)(
    '[S2-18] [S2-19] found, opened, moved to a delivery, given to another person: %s',
    async ([, options]) => {
      const hasScript = options.javaScriptEnabled !== false;
      const anna = await makeUser(db);
      const order = await orderBy(db, anna, [[mix, 2]]);
      const second = await orderBy(db, anna, [[other, 1]]);
      const { page, context, problems } = await openAs(anna, options);
      await page.goto(address('/personal/orders/active/'));
      if (options.device === 'mobile') await page.getByText('Поиск по заказам').click();
      await page.getByLabel('Номер, товар, артикул или получатель').fill(String(order.number));
      await page.getByRole('search', { name: 'Поиск по заказам' }).getByRole('button', { name: 'Найти' }).click();
      await page.waitForURL(/q=/);
      await page.getByText('1 заказ', { exact: true }).waitFor();
      expect(await page.getByText(`Заказ ${second.number}`).count()).toBe(0);

      await page.getByRole('link', { name: `Заказ ${order.number}`, exact: true }).click();
      await page.waitForURL(`**/personal/orders/${order.id}/`);
      await page.getByRole('heading', { name: 'История изменений' }).waitFor();
      await page.getByRole('link', { name: 'Выбрать день' }).click();
      await page.waitForURL(/\/receiving\/$/);

      await page.locator('.seg').getByText('Доставка').click();
      expect(await page.getByLabel('Населённый пункт').inputValue()).toBe('Вологда');
      await page.getByLabel('Улица, дом, квартира').fill('ул. Мира, 10');
      if (hasScript) await page.getByText('Когда', { exact: true }).click();
      else await page.getByRole('button', { name: 'Показать дни и время' }).click();
      await page.getByText(/Вологда:\s700\s₽,\sфургон\sдо\s0,8\sт\.\sИтого\sстанет/).waitFor();
      await page.getByText('Завтра', { exact: true }).click();
      if (!hasScript) await page.getByRole('button', { name: 'Показать дни и время' }).click();
      await page.getByLabel('Время').selectOption('09:00-14:00');
      await page.getByText('Другой человек').click();
      await page.getByRole('button', { name: 'Сохранить' }).click();
      // What is wrong is said at once, and nothing is lost.
      await page.getByText('Обязательно для заполнения').first().waitFor();
      await page.getByLabel('Имя и фамилия получателя').fill('Иван Петров');
      await page.getByLabel('Телефон получателя').fill('89210005566');
      await page.getByRole('button', { name: 'Сохранить' }).click();
      await page.waitForURL(/done=receiving/);
      await page.getByText('Сохранено. Филиал узнает об этом из письма.').waitFor();
      expect(await getOrder(db, order.id)).toMatchObject({
        delivery_price: 70_000,
        receiving: {
          type: 'delivery',
          address: 'Вологда, ул. Мира, 10',
          date: tomorrow,
          hours: { from: 540, to: 840 },
          recipient: { name: 'Иван Петров', phone: '+79210005566' },
        },
      });
      // Without a script the refused form is an answer of 422, which the console of a browser names.
      if (hasScript) expect(problems).toEqual([]);
      await context.close();
    },
  );

  test.for(mobileWays)('[S2-19] «Я подъехал» from the ready order: %s', async ([, options]) => {
    const anna = await makeUser(db);
    await db.deleteFrom('department_hour_exceptions').execute();
    await db.updateTable('department_hours').set({ opens_minute: 0, closes_minute: 1440 }).execute();
    await invalidate(db, ['departments']);
    const order = await orderBy(db, anna, [[mix, 1]]);
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, order.id, state, { who: 'Пётр' });
    const { page, context, problems } = await openAs(anna, options);
    await page.goto(address(`/personal/orders/${order.id}/`));
    await page.getByRole('button', { name: 'Я подъехал' }).click();
    await page.waitForURL(/done=arrive/);
    await page.getByText(/Пункт\sзнает,\sчто\sвы\sждёте\sс/).waitFor();
    await page.getByRole('button', { name: /Продлить\sна\s\d+\sрабочих/ }).click();
    await page.getByText('Срок хранения продлён.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(mobileWays)(
    'goods are added to a new order: found by words and from the cart, computed first, then agreed to: %s',
    async ([, options]) => {
      const anna = await makeUser(db);
      const order = await orderBy(db, anna, [[mix, 2]]);
      const { page, context, problems } = await openAs(anna, options);
      await page.goto(address('/product/shtukaturka-5/'));
      await putInCart(page, options.javaScriptEnabled !== false);
      await page.goto(address(`/personal/orders/${order.id}/`));
      await page.getByRole('link', { name: 'Добавить товары' }).click();
      await page.getByRole('heading', { name: `Добавить товары в заказ ${order.number}` }).waitFor();
      await page.getByLabel('Название, артикул или код товара').fill('0012007');
      await page.getByRole('button', { name: 'Найти', exact: true }).last().click();
      await page.getByRole('heading', { name: 'Найденное' }).waitFor();
      await page.getByLabel(/^Добавить: .* СУХОНА 7,/).fill('3');
      await page.getByLabel(/^Добавить: .* СУХОНА 5,/).fill('1');
      await page.getByRole('button', { name: 'Посчитать' }).click();
      await page.getByRole('heading', { name: 'Что изменится' }).waitFor();
      const before = (await getOrder(db, order.id))!.total;
      const total = before + 3 * 30_700 + 30_500;
      await page.getByText(formatPrice(total)).first().waitFor();
      if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByRole('button', { name: 'Добавить в заказ' }).click();
      await page.getByText('Товары добавлены и отложены для вас').waitFor();
      expect(await getOrder(db, order.id)).toMatchObject({ total, lines: [{ count: 2 }, { count: 3 }, { count: 1 }] });
      await page.goto(address('/cart/'));
      await page.getByText('В корзине пока ничего нет').waitFor();

      await moveOrder(db, order.id, 'assembling', { who: 'Пётр' });
      await page.goto(address(`/personal/orders/${order.id}/`));
      expect(await page.getByRole('link', { name: 'Добавить товары' }).count()).toBe(0);
      await page.goto(address(`/order/${order.id}/change/`));
      await page.getByText('Заказ уже собирают: оформите ещё один').waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('[S2-18] a list is downloaded as a workbook, and an order repeated into the cart', async () => {
    const anna = await makeUser(db);
    await orderBy(db, anna, [[mix, 3]]);
    const { page, context, problems } = await openAs(anna);
    await page.goto(address('/personal/orders/active/'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Скачать XLSX' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('orders-active.xlsx');
    await page.getByRole('button', { name: /Повторить\sзаказ/ }).click();
    await page.waitForURL(/\/cart\/$/);
    await page.getByRole('heading', { name: /^Корзина/ }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('pages without findings', () => {
  for (const device of ['desktop', 'mobile'] as const) {
    test(`[S2-18] [S2-19] lists, order and receiving: axe finds nothing, nothing scrolls sideways, the console is silent, ${device}`, async () => {
      const zoya = await makeUser(db, { full_name: 'Зоя Закупщица' });
      const firm = await makeCompany(db, { inn: device === 'desktop' ? '7707083893' : '3525000013' });
      const empty = await openAs(zoya, { device });
      await empty.page.goto(address('/personal/orders/completed/'));
      await empty.page.getByRole('heading', { name: 'Заказов пока нет' }).waitFor();
      expect(await findings(empty.page)).toEqual([]);
      await empty.context.close();
      await joinCompany(db, zoya, firm, 'owner');
      const order = await orderBy(db, zoya, [[mix, 2]], { company: { ...firm, role: 'owner' } });
      const ready = await orderBy(db, zoya, [[other, 1]], { company: { ...firm, role: 'owner' } });
      for (const state of ['assembling', 'ready'] as const) await moveOrder(db, ready.id, state, { who: 'Пётр' });
      const { page, context, problems } = await openAs(zoya, { device });
      for (const path of [
        '/personal/orders/active/',
        `/personal/orders/${order.id}/`,
        `/personal/orders/${order.id}/receiving/`,
        `/personal/orders/${ready.id}/receiving/`,
        '/order/',
      ]) {
        await page.goto(address(path));
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (path.endsWith('/receiving/')) await page.getByText('Представитель организации').click();
        expect(await findings(page), path).toEqual([]);
        expect(await sidewaysScroll(page), path).toBe(0);
      }
      expect([...problems, ...empty.problems]).toEqual([]);
      await context.close();
    });
  }
});

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

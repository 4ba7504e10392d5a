import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { cancelByBuyer } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { mobileWays, openPage, type PageOptions, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db, url } = await testDatabase();
const { products } = await makePlasterShop(db);
const { address } = await testSite(db);
const browser = await testBrowser();
const product = products[0]!;
const secret = 'A'.repeat(43);

/** An order to be paid, and a page on its payment: a guest's by the secret cookie, or a signed-in person's. */
async function openPayment(options: PageOptions, user: { id: string } | null = null, method = 'online') {
  const place = await orderPlace(db, {
    payment_methods: ['online', 'on_receipt', 'credit'],
    secret,
    buyer: user && { user_id: user.id, company: null, placed_by: null },
    origin: address(''),
  });
  const order = await submitOrder(db, place, orderInput([[product, 2]], { payment: { method } }));
  const opened = await openPage(browser, options);
  const city = { myCity: '00131', isConfirmCity: 'true' };
  const cookies = { ...city, ...(user ? (await signedIn(db, user)).cookies : { orders: secret }) };
  await opened.context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, domain: 'idd.localhost', path: '/' })),
  );
  const path = user ? `/personal/orders/${order.id}/payment/` : `/order/${order.id}/payment/`;
  await opened.page.goto(address(path));
  await opened.page.getByRole('heading', { name: `Оплата заказа ${order.number}` }).waitFor();
  return { ...opened, order, path };
}

const main = (page: Page) => page.getByRole('main').innerText();

/** PICTURES=folder keeps what the pages look like. */
async function picture(page: Page, name: string) {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

describe('[S2-19] paying in the demonstration', () => {
  const walks = [
    ...ways.map(([look, options]) => [`guest, ${look}`, 'guest', options] as const),
    ...mobileWays.map(([look, options]) => [`user, ${look}`, 'user', options] as const),
  ];

  test.for(walks)('by card: %s', async ([name, who, options]) => {
    const user = who === 'user' ? await makeUser(db) : null;
    const { page, context, problems, order, path } = await openPayment(options, user);
    await picture(page, `due ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.getByRole('radio', { name: /^Банковская\sкарта/ }).check();
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    await page.getByText('Демонстрация: деньги не списываются').waitFor();
    expect(page.url()).toMatch(/\/dev\/pay\/[0-9a-f-]{36}\/$/);
    await picture(page, `provider ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Оплатить', exact: true }).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.getByText('Оплачено', { exact: false }).first().waitFor();
    expect(await main(page)).toContain('Чек предоплаты');
    await runJobs(db, url);
    await page.reload();
    expect(await main(page)).toContain('зарегистрирован');
    await picture(page, `paid ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
    await page.getByRole('link', { name: 'К заказу' }).click();
    await page.getByRole('heading', { name: `Заказ ${order.number}` }).waitFor();
    expect(await main(page)).toContain('Оплачен');
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(ways)('by СБП: %s', async ([name, options]) => {
    const { page, context, problems, order, path } = await openPayment(options);
    await page.getByRole('radio', { name: /^СБП/ }).check();
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    if (options.device === 'desktop') {
      // The phone is another browser: it reads the code, here the link behind it.
      await page.getByRole('img', { name: 'QR-код для оплаты по СБП' }).waitFor();
      await picture(page, `qr ${name}`);
      if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
      const phone = await openPage(browser, { device: 'mobile' });
      await phone.context.addCookies(await context.cookies());
      await phone.page.goto(page.url());
      // A phone cannot read its own screen: the bank's app first, the code for another phone.
      const code = phone.page.getByRole('img', { name: 'QR-код для оплаты по СБП' });
      await phone.page.getByText('Оплатить с другого телефона').waitFor();
      expect(await code.isVisible()).toBe(false);
      await phone.page.getByText('Оплатить с другого телефона').click();
      await code.waitFor();
      await picture(phone.page, `code ${name}`);
      await phone.page.getByRole('link', { name: 'Открыть приложение банка' }).click();
      await phone.page.getByRole('button', { name: 'Оплатить', exact: true }).click();
      await phone.page.getByText('Вернитесь на страницу магазина').waitFor();
      await phone.context.close();
      if (options.javaScriptEnabled === false) await page.getByRole('button', { name: 'Проверить' }).click();
    } else {
      await page.getByText('Демонстрация: деньги не списываются').waitFor();
      await page.getByRole('button', { name: 'Оплатить', exact: true }).click();
    }
    // With a script the page finds out by itself.
    await page.getByText('Оплачено', { exact: false }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(mobileWays)('refused, waiting, another way, then paid: %s', async ([name, options]) => {
    const { page, context, problems, order } = await openPayment(options);
    await page.getByRole('radio', { name: /^Банковская\sкарта/ }).check();
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    await page.getByRole('button', { name: 'Отказать: не хватает денег' }).click();
    await page.getByText('На карте или счёте не хватило денег').first().waitFor();
    await picture(page, `failed ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);

    await page.getByRole('radio', { name: /^Банковская\sкарта/ }).check();
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    await page.getByRole('link', { name: 'Вернуться в магазин' }).click();
    await page.getByText('Ждём подтверждения банка').waitFor();
    await picture(page, `waiting ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByText('Ждём подтверждения банка').waitFor();
    await page.getByRole('button', { name: 'Выбрать другой способ' }).click();
    await page.getByRole('radio', { name: /^СБП/ }).check();
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    const code = page.getByRole('img', { name: 'QR-код для оплаты по СБП' });
    await (options.device === 'mobile' ? page.getByText('Демонстрация: деньги не списываются') : code).waitFor();
    const attempts = await db.selectFrom('payments').select('state').where('order_id', '=', order.id).execute();
    expect(attempts.filter(({ state }) => state === 'pending')).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  test.for(ways)('expired, cancelled after payment, credit: %s', async ([name, options]) => {
    const expired = await openPayment(options);
    await db.transaction().execute((db) => cancelByBuyer(db, expired.order.id, { who: 'покупатель' }));
    await expired.page.reload();
    await expired.page.getByText('Заказ отменён, платить не нужно').waitFor();
    await expired.context.close();

    const late = await openPayment(options);
    await expireReservations(db, new Date(Date.now() + 31 * 60_000));
    await late.page.reload();
    await late.page.getByText('Резерв снят: заказ не оплачен в срок').waitFor();
    await picture(late.page, `expired ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(late.page)).toEqual([]);
    await late.page.getByRole('button', { name: 'Заказать снова' }).click();
    await late.page.waitForURL(/\/cart\/$/);
    await late.context.close();

    const back = await openPayment(options);
    await back.page.getByRole('radio', { name: /^Банковская\sкарта/ }).check();
    await back.page.getByRole('button', { name: /^Оплатить/ }).click();
    await back.page.getByRole('button', { name: 'Оплатить', exact: true }).click();
    await back.page.getByText('Оплачено', { exact: false }).first().waitFor();
    await db.transaction().execute((db) => cancelByBuyer(db, back.order.id, { who: 'покупатель' }));
    await runJobs(db, url);
    await back.page.reload();
    await back.page.getByText('Деньги возвращены тем же способом').waitFor();
    expect(await main(back.page)).toContain('Чек возврата');
    await picture(back.page, `refunded ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(back.page)).toEqual([]);
    await back.context.close();

    const credit = await openPayment(options, null, 'credit');
    await credit.page.getByText('Заявка на кредит принята').waitFor();
    await picture(credit.page, `credit ${name}`);
    await credit.context.close();
  });
});

test.for(mobileWays)(
  '[S7-33] an order to be paid on receipt is paid online from its own page: %s',
  async ([name, options]) => {
    const { page, context, problems, order } = await openPayment(options, null, 'on_receipt');
    expect(await main(page)).toMatch(/Можно\sоплатить\sи\sпри\sполучении,\sкартой\sили\sналичными\./);
    await page.goto(address(`/order/${order.id}/`));
    await page.getByRole('heading', { name: `Спасибо, осталось подтвердить заказ ${order.number}` }).waitFor();
    expect(await page.locator('.pass').count()).toBe(0);
    await picture(page, `order on receipt ${name}`);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: /^Оплатить\sонлайн/ }).click();
    await page.getByRole('radio', { name: /^Банковская\sкарта/ }).check();
    await page.getByRole('button', { name: /^Оплатить/ }).click();
    await page.getByRole('button', { name: 'Оплатить', exact: true }).click();
    await page.getByText('Оплачено', { exact: false }).first().waitFor();
    expect(await getOrder(db, order.id)).toMatchObject({ payment_method: 'online', payment_state: 'paid' });
    expect(problems).toEqual([]);
    await context.close();
  },
);

test.for(mobileWays)(
  '[S7-32] from the cart an online order leads straight to its payment: %s',
  async ([name, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    await page.goto(address(`/product/${product.slug}/`));
    await page
      .getByRole('button', { name: /В\sкорзину/ })
      .first()
      .click();
    if (options.javaScriptEnabled !== false)
      await page
        .getByRole('link', { name: /^(Перейти\sв|В)\sкорзин[еу](,|$)/ })
        .first()
        .click();
    await page.waitForURL(/\/cart\/$/);
    await page.getByLabel('Имя и фамилия').fill('Анна Смирнова');
    await page.getByLabel('Телефон', { exact: false }).first().fill('8 921 000 12 34');
    await page.getByLabel('Почта для чека').fill('anna@pochta.example');
    await page.getByLabel(/^Онлайн/).check();
    await page
      .getByRole('main')
      .getByLabel(/Согласен\sна/)
      .check();
    await picture(page, `cart ${name}`);
    await page
      .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
      .last()
      .click();
    await page.waitForURL(/\/order\/[0-9a-f-]{36}\/payment\/$/);
    await page.getByText('Товары зарезервированы до').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  },
);

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { mobileWays, openPage, type PageOptions, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { scanPass } from '#test/support/scan-pass.ts';
import { makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makePlasterShop(db);
const { address } = await testSite(db);
const browser = await testBrowser();
const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
const petr = await makeStaff(db, ['pickup']);

/** Anna's order of five bags, ready at the point. */
async function readyOrder() {
  const product = await makeProduct(db, { name: 'Штукатурка гипсовая', on_hand: 20 });
  const place = await orderPlace(db, { buyer: { user_id: anna.id, company: null, placed_by: null } });
  const { id, number } = await db.transaction().execute((db) => placeOrder(db, place, orderInput([[product, 5]])));
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  const { total } = ensure(await getOrder(db, id));
  return { id, number, product, total };
}

/** The same at 489.50 ₽ a bag, paid to the account of the shop. */
async function paidOrder() {
  const product = await makeProduct(db, { name: 'Штукатурка гипсовая', on_hand: 20, price: 48_950 });
  const place = await orderPlace(db, { buyer: { user_id: anna.id, company: null, placed_by: null } });
  const firm = { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт»', inn: '7707083893' } };
  const { id, number } = await db
    .transaction()
    .execute((db) => placeOrder(db, place, orderInput([[product, 5]], firm)));
  await db.transaction().execute(async (db) => {
    await markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' });
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, id, state, { who: 'склад' });
  });
  return { id, number };
}

async function openAs(person: { id: string; cookies?: Record<string, string> } | null, options: PageOptions) {
  const opened = await openPage(browser, options);
  const cookies = person && (person.cookies ?? (await signedIn(db, person)).cookies);
  await opened.context.addCookies([
    { name: 'isConfirmCity', value: 'true', url: address('/') },
    ...Object.entries(cookies ?? {}).map(([name, value]) => ({ name, value, url: address('/') })),
  ]);
  return opened;
}

describe('[S2-19] the pass, the desk and the act', () => {
  test.for(mobileWays)('%s', async ([, options]) => {
    const order = await readyOrder();
    const part = (order.total * 4) / 5;
    const owner = await openAs(anna, options);
    await owner.page.goto(address(`/personal/orders/${order.id}/`));
    await owner.page.getByRole('link', { name: 'Открыть пропуск' }).click();
    await owner.page.getByRole('heading', { level: 1, name: `Пропуск на выдачу, заказ ${order.number}` }).waitFor();
    expect(await findingsOf(owner.page, options)).toEqual([]);
    const link = await scanPass(owner.page);
    expect(link).toMatch(new RegExp(`^${address('/qr/o/')}${order.number}-[\\w-]{22}/$`));

    const desk = await openAs(petr, options);
    await desk.page.goto(link);
    await desk.page.getByRole('heading', { level: 1, name: `Заказ ${order.number}` }).waitFor();
    expect(await findingsOf(desk.page, options)).toEqual([]);
    const count = desk.page.getByLabel('Штукатурка гипсовая');
    expect(await count.inputValue()).toBe('5');
    await count.fill('4');
    await desk.page.getByRole('button', { name: 'Выдать' }).click();
    await desk.page.getByText('Укажите, почему выдано меньше').waitFor();
    await desk.page.getByLabel('Почему').selectOption('Брак');
    await desk.page.getByLabel('Что не так').fill('порван мешок');
    if (options.javaScriptEnabled === false) {
      await desk.page.getByRole('button', { name: 'Выдать' }).click();
      await desk.page.getByText(`За то, что вы выдаёте, к оплате ${formatPrice(part)}`).waitFor();
    }
    await desk.page.getByText(`Примите оплату до выдачи: ${formatPrice(part)}`).waitFor();
    await desk.page.getByRole('button', { name: 'Выдать' }).click();
    await desk.page.getByRole('heading', { name: 'Акт выдачи' }).waitFor();
    expect(await desk.page.getByRole('main').innerText()).toMatch(/брак:\s1\sмешок,\sпорван\sмешок\s+4\sмешка\sиз\s5/);

    if (options.javaScriptEnabled === false) await owner.page.reload();
    await owner.page.getByRole('heading', { name: 'Акт выдачи' }).waitFor({ timeout: 20_000 });
    expect(await owner.page.getByRole('main').innerText()).toContain('порван мешок');

    await desk.page.getByText('Закрыть заказ без недостающего').click();
    await desk.page.getByText(`Денег возвращать не нужно: за выданное принято ${formatPrice(part)}`).waitFor();
    await desk.page.getByRole('button', { name: 'Закрыть заказ' }).click();
    await desk.page.getByText('Выдан', { exact: false }).first().waitFor();
    await expect.poll(async () => (await getOrder(db, order.id))?.state).toBe('completed');
    expect(await stockOf(db, order.product)).toEqual({ on_hand: 16, reserved: 0 });
    await owner.page.goto(address(`/personal/orders/${order.id}/receiving/confirmation/`));
    expect(await owner.page.getByRole('main').innerText()).toContain('Вернуть товар надлежащего качества можно до');
    expect(owner.problems).toEqual([]);
    // The refused form is a 422 or 409 answer, which the browser's console names.
    expect(desk.problems.filter((problem) => !/422|409/.test(problem))).toEqual([]);
    await owner.context.close();
    await desk.context.close();
  });
});

test('[S2-19] the phone desk names the sum that goes back for the missing, and where to, before it closes a paid order', async () => {
  const order = await paidOrder();
  const { pickup_code } = ensure(await getOrder(db, order.id));
  const { page, context } = await openAs(petr, { device: 'mobile' });
  await page.goto(address('/qr/o/'));
  await page.getByLabel('Номер заказа').fill(String(order.number));
  await page.getByLabel('Код', { exact: false }).fill(pickup_code);
  await page.getByRole('button', { name: 'Открыть заказ' }).click();
  await page.getByLabel('Штукатурка гипсовая').fill('3');
  await page.getByText('Выдано меньше').click();
  await page.getByLabel('Почему').selectOption('Брак');
  await page.getByLabel('Что не так').fill('порваны мешки');
  await page.getByRole('button', { name: 'Выдать' }).click();
  await page.getByText('Закрыть заказ без недостающего').click();
  const words = await page.locator('details', { hasText: 'Закрыть заказ без недостающего' }).innerText();
  expect(words).toMatch(/Вернётся\sпокупателю\s979\s₽\.\sПереводом\sна\sсчёт\sпокупателя/);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Закрыть заказ' }).click();
  await expect.poll(async () => (await getOrder(db, order.id))?.state).toBe('completed');
  expect((await paymentOf(db, order.id))?.refunds.map(({ amount }) => amount)).toEqual([97_900]);
  await context.close();
});

test('[S2-19] a pass that was opened once opens without a network; no other page is kept', async () => {
  const order = await readyOrder();
  const { page, context } = await openAs(anna, { device: 'mobile' });
  const pass = address(`/personal/orders/${order.id}/receiving/confirmation/`);
  await page.goto(pass);
  await page.goto(address('/personal/orders/active/'));
  await page.goto(pass);
  const code = await page.locator('.pass__code').innerText();
  const link = await scanPass(page);
  await expect
    .poll(() =>
      page.evaluate(() =>
        caches
          .open('pass-1')
          .then((kept) => kept.keys())
          .then((keys) => keys.length),
      ),
    )
    .toBeGreaterThan(0);
  const kept = await page.evaluate(async () =>
    (await (await caches.open('pass-1')).keys()).map(({ url }) => new URL(url).pathname),
  );
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual([new URL(pass).pathname]);

  await context.setOffline(true);
  await page.goto(pass);
  expect(await page.locator('.pass__code').innerText()).toBe(code);
  expect(await scanPass(page)).toBe(link);
  await page.goto(address('/personal/orders/active/')).catch(() => null);
  expect(await page.locator('h1').innerText()).toBe('Нет соединения');
  await context.setOffline(false);
  await page.goto(address('/personal/'));
  await page.getByRole('button', { name: 'Выйти' }).click();
  await page.waitForURL(address('/'));
  await expect.poll(() => page.evaluate(async () => caches.has('pass-1'))).toBe(false);
  await context.close();
});

test('[S2-19] a delegated pass shows the way and the code, nothing of the buyer; taken back it says so', async () => {
  const order = await readyOrder();
  const owner = await openAs(anna, { device: 'mobile' });
  await owner.page.goto(address(`/personal/orders/${order.id}/receiving/confirmation/`));
  await owner.page.getByLabel('Кто придёт за заказом').fill('Иван Кузнецов');
  await owner.page.getByRole('button', { name: 'Передать пропуск' }).click();
  const link = await owner.page.getByRole('link', { name: 'Ссылка на пропуск' }).getAttribute('href');

  const ivan = await openAs(null, { device: 'mobile' });
  await ivan.page.goto(link ?? '');
  await ivan.page.getByText('Получает: Иван Кузнецов').waitFor();
  expect(await scanPass(ivan.page)).toBe(link);
  expect(await findings(ivan.page)).toEqual([]);
  const words = await ivan.page.content();
  for (const secret of ['anna@', '+7-921', '+79210001234', 'Смирнова']) expect(words).not.toContain(secret);
  const desk = await openAs(anna, { device: 'mobile' });
  await desk.page.goto(link ?? '');
  expect(await desk.page.getByRole('button', { name: 'Выдать' }).count()).toBe(0);

  await owner.page.getByRole('button', { name: 'Отозвать пропуск' }).click();
  await owner.page.getByText('Иван Кузнецов,').waitFor();
  // The name stands on the owner's page before the press has reached the server.
  await expect
    .poll(
      async () => {
        await ivan.page.reload();
        return ivan.page.getByText('Владелец заказа отозвал этот пропуск.').count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  for (const { context } of [owner, ivan, desk]) await context.close();
});

async function findingsOf(page: Page, options: PageOptions): Promise<string[]> {
  return options.javaScriptEnabled === false ? [] : findings(page);
}

import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import type { DeviceType } from '#platform/device.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '../support/accounts.ts';
import { findings } from '../support/axe.ts';
import { openPage, testBrowser, testSite } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { formVisitor } from '../support/form-visitor.ts';
import { orderBy } from '../support/orders.ts';
import { readPdf } from '../support/pdf.ts';
import { makeRequisites } from '../support/requisites.ts';
import { makeBranches, makeProduct } from '../support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const mix = await makeProduct(db, { name: 'Смесь сухая М300, 30 кг', price: 48_900, on_hand: 500 });
const site = await testSite(db);
const browser = await testBrowser();
const company = await makeCompany(db, {
  name: 'ООО «Ремонт и стройка»',
  legal_address: '160000, г. Вологда, ул. Мира, д. 1',
});
const [owner, purchaser, accountant] = [
  await makeUser(db, { full_name: 'Ольга Вершинина', email: 'olga@stroyka.example', phone: '+79210001234' }),
  await makeUser(db, { full_name: 'Павел Рябов', email: 'pavel@stroyka.example', phone: '+79210001235' }),
  await makeUser(db, { full_name: 'Елена Счётова', email: 'elena@stroyka.example' }),
];
await joinCompany(db, owner, company, 'owner');
await joinCompany(db, purchaser, company, 'purchaser');
await joinCompany(db, accountant, company, 'accountant');

async function asMember(context: BrowserContext, user: { id: string }) {
  const { cookies } = await signedIn(db, user);
  await context.clearCookies({ name: /^(access|refresh|signed)$/ });
  const all = Object.entries({ ...cookies, signed: 'b2b' });
  await context.addCookies(all.map(([name, value]) => ({ name, value, domain: '.idd.localhost', path: '/' })));
}

async function lookAt(page: Page, name: string) {
  expect(await findings(page), name).toEqual([]);
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  expect(fits, `${name}: no sideways scroll`).toBe(true);
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const plain = (text: string | null) => (text ?? '').replace(/[\s\u00a0]+/g, ' ');

async function paperOf(page: Page, context: BrowserContext, title: string): Promise<string> {
  const href = await page.getByRole('link', { name: title }).first().getAttribute('href');
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await site.app.inject({ url: href ?? '', headers: { host: 'idd.localhost', cookie } });
  expect(answer.headers['content-type']).toBe('application/pdf');
  return readPdf(answer.rawPayload).text;
}

const walks: [string, DeviceType, boolean][] = [
  ['desktop', 'desktop', true],
  ['mobile', 'mobile', true],
  ['mobile without JavaScript', 'mobile', false],
];

test.each(walks)(
  '[S6-03] a purchaser’s order above the limit is approved by the owner, invoiced, handed out with an УПД, on %s',
  async (_way, device, javaScriptEnabled) => {
    const { page, context, problems } = await openPage(browser, { device, javaScriptEnabled });
    const look = async (page: Page, name: string) => {
      if (javaScriptEnabled) await lookAt(page, name);
    };
    const main = page.locator('main');
    await asMember(context, owner);
    await page.goto(site.address('/personal/profile/company/'));
    const limits = page.locator('.firm__edit', { hasText: 'Павел Рябов' });
    await limits.locator('summary').first().click();
    await limits.getByLabel('Лимит на заказ, ₽').fill('1 000,00 ₽');
    await limits.getByLabel('Лимит в месяц, ₽').fill('много');
    if (javaScriptEnabled) await limits.getByLabel('Лимит в месяц, ₽').blur();
    else await limits.getByRole('button', { name: /^Сохранить/ }).click();
    await limits.getByText('Целое число рублей').waitFor();
    await limits.getByLabel('Лимит в месяц, ₽').fill('');
    await limits.getByRole('button', { name: /^Сохранить/ }).click();
    await page.getByText('Изменения сохранены.').waitFor();
    await page.goto(site.address('/personal/profile/company/'));
    expect(await limits.getByLabel('Лимит на заказ, ₽').inputValue()).toBe('1000');
    await look(page, `firms-limits-${device}`);

    await asMember(context, purchaser);
    await page.goto(site.address(`/product/${mix.slug}/`));
    await page
      .locator('.buy')
      .getByLabel(/^Количество/)
      .fill('3');
    if (javaScriptEnabled)
      await page
        .locator('.buy')
        .getByLabel(/^Количество/)
        .press('Tab');
    await page.locator('.buy').getByRole('button', { name: 'В корзину' }).click();
    if (javaScriptEnabled) await page.getByText('Перейти в корзину').waitFor();
    await page.goto(site.address('/cart/'));
    if (device === 'mobile') await page.locator('.cart__more summary').click();
    expect(await paperOf(page, context, 'КП в PDF')).toContain(mix.name);
    await main.getByLabel('Ваш номер заказа').fill('ЗП-45/11');
    await main.getByLabel('Объект').fill('ЖК «Северный», корпус 2');
    // Asked once per person.
    const consent = main.getByLabel(/Согласен\sна/);
    if ((await consent.count()) > 0) await consent.check();
    expect(plain(await main.textContent()), 'before it is pressed').toContain(
      'Сумма заказа больше вашего лимита на один заказ: 1 467 ₽ при лимите 1 000 ₽. Заказ уйдёт на согласование владельцу',
    );
    await look(page, `firms-cart-${device}`);
    await page.locator('#place-order').click();
    await page.waitForURL(/\/order\/[0-9a-f-]{36}\//);
    const id = /order\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
    await page.getByText('На согласовании').first().waitFor();
    const waiting = plain(await main.textContent());
    expect(waiting).toContain('Сумма заказа больше вашего лимита на один заказ: 1 467 ₽ при лимите 1 000 ₽.');
    expect(waiting).toContain('Заказ согласует владелец организации: мы ему написали. Товары отложены до');
    expect(waiting).not.toContain('Счёт на оплату');
    expect(await page.getByRole('button', { name: /^Согласовать/ }).count()).toBe(0);
    await look(page, `firms-waiting-${device}`);

    await asMember(context, owner);
    await page.goto(site.address(`/personal/orders/${id}/`));
    expect(plain(await main.textContent())).toContain('Заказал: Павел Рябов');
    expect(plain(await main.textContent()), 'who decides needs no phone').not.toContain('можно по телефону');
    await look(page, `firms-approve-${device}`);
    await page.getByRole('button', { name: 'Согласовать 1 467 ₽' }).click();
    await page.getByText('заказ согласован').waitFor();

    await asMember(context, purchaser);
    await page.goto(site.address('/personal/orders/active/?q=зп-45'));
    expect(plain(await main.textContent())).toContain('Ваш номер ЗП-45/11 · Объект: ЖК «Северный», корпус 2');
    await look(page, `firms-list-${device}`);
    await page.goto(site.address(`/personal/orders/${id}/`));
    const own = 'номер покупателя ЗП-45/11, объект: ЖК «Северный», корпус 2';
    expect(await paperOf(page, context, 'Счёт на оплату')).toContain(own);

    await db.transaction().execute((db) => markAccountPayment(db, id, { who: 'бухгалтер', document: '12' }));
    for (const state of ['assembling', 'ready', 'completed'] as const)
      await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр' }));
    await asMember(context, accountant);
    await page.goto(site.address(`/personal/orders/${id}/`));
    const upd = await paperOf(page, context, 'УПД');
    expect(upd).toContain(own);
    expect(upd).toContain('Всего к оплате (9) 1 202,46 Х 264,54 1 467,00');
    await look(page, `firms-done-${device}`);
    await page.goto(site.address('/personal/profile/company/'));
    await page.getByRole('link', { name: 'Акт сверки' }).click();
    await page.getByRole('heading', { name: 'Акт сверки' }).waitFor();
    expect(plain(await main.textContent())).toMatch(/УПД\s№\s\d\sот\s\d\d\.\d\d\.\d{4},\sзаказ\s№\s\d+1\s467\s₽/);
    await page.getByText('Задолженности нет.').waitFor();
    expect(await paperOf(page, context, 'Скачать PDF')).toContain('задолженности нет.');
    await look(page, `firms-books-${device}`);
    // Without scripts the refused form is a page of its own, with the refusal's status.
    const refused = javaScriptEnabled ? [] : [expect.stringContaining('status of 422')];
    expect(problems).toEqual(refused);
    await context.close();
  },
);

describe('who decides', () => {
  const visitorOf = async (user: { id: string } | null) => {
    const visitor = formVisitor(site.app);
    if (user)
      for (const [name, value] of Object.entries((await signedIn(db, user)).cookies)) visitor.cookies.set(name, value);
    return visitor;
  };
  const place = () =>
    orderBy(db, purchaser, [[mix, 4]], {
      company: { ...company, role: 'purchaser' },
      input: { payment: { method: 'invoice' } },
    });

  test('[S6-03] the owner alone, signed in: others are refused on the page and by its form, a stranger is told nothing', async () => {
    const { id, total } = await place();
    const url = `/personal/orders/${id}/`;
    const fields = { intent: 'approve', total };
    for (const [user, status] of [
      [purchaser, 403],
      [accountant, 403],
      [await makeUser(db), 404],
      [null, 302],
    ] as const) {
      const visitor = await visitorOf(user);
      expect((await visitor.post(url, fields)).status, user?.full_name).toBe(status);
      if (status === 403) expect((await visitor.get(url)).html).not.toContain('value="approve"');
    }
    const boss = await visitorOf(owner);
    const stale = await boss.post(url, { ...fields, total: total + 1 });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('Сумма заказа изменилась');
    expect((await boss.post(url, { intent: 'decline', note: 'x'.repeat(301) })).status).toBe(422);
    expect((await boss.get('/personal/')).text).toContain('На согласовании');
    expect((await boss.post(url, { intent: 'decline', note: 'Есть на складе' })).location).toBe(url);
    const seen = await (await visitorOf(purchaser)).get(url);
    expect(seen.text).toContain('Заказ отменён: не согласован владельцем организации: Есть на складе');
    expect((await boss.post(url, fields)).status).toBe(409);
  });

  test('[S6-03] limits are the owner’s to set, for purchasers alone', async () => {
    const form = {
      intent: 'member',
      role: 'purchaser',
      company_id: company.id,
      member_id: purchaser.id,
      order_limit: '5',
      month_limit: '',
    };
    const send = async (user: { id: string }, more = {}) =>
      (await (await visitorOf(user)).post('/personal/profile/company/', { ...form, ...more })).status;
    expect(await send(purchaser)).toBe(403);
    expect(await send(accountant)).toBe(403);
    expect(await send(await makeUser(db))).toBe(404);
    expect(await send(owner, { member_id: accountant.id, role: 'accountant' })).toBe(303);
    const { order_limit } = await db
      .selectFrom('company_members')
      .select('order_limit_kopecks as order_limit')
      .where('user_id', '=', accountant.id)
      .executeTakeFirstOrThrow();
    expect(order_limit).toBeNull();
    expect(await send(owner, { order_limit: '-5' })).toBe(422);
    expect(await send(owner, { order_limit: '2000' })).toBe(303);
    expect((await (await visitorOf(purchaser)).get('/personal/profile/company/')).text).toContain(
      'Ваш лимит: на заказ 2 000 ₽. Что больше — согласует владелец.',
    );
  });
});

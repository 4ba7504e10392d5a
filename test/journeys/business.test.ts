import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { activateCompany } from '#modules/accounts/company-management.ts';
import { linkToken } from '#modules/orders/order-access.ts';
import type { DeviceType } from '#platform/device.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '../support/accounts.ts';
import { findings } from '../support/axe.ts';
import { openPage, testBrowser, testSite } from '../support/browser.ts';
import { testDadata } from '../support/dadata.ts';
import { testDatabase } from '../support/database.ts';
import { formVisitor } from '../support/form-visitor.ts';
import { decodeQr, readPdf } from '../support/pdf.ts';
import { makeRequisites } from '../support/requisites.ts';
import { makeBranches, makeCategory, makeProduct } from '../support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const category = await makeCategory(db, 'mixtures', 'Сухие смеси');
const names = [
  'Штукатурка гипсовая Зубр Старт, 30 кг',
  'Клей плиточный Северный мастер, 25 кг',
  'Смесь без своей цены, 20 кг',
];
const products = await Promise.all(
  names.map((name, n) => makeProduct(db, { name, price: [48_900, 61_150, 33_300][n]!, category_id: category.id })),
);
for (const [index, price] of [41_300, 55_510].entries())
  await db
    .insertInto('prices')
    .values({ price_column: 'vologda_b2b', product_id: products[index]!.id, price })
    .execute();
await db
  .insertInto('price_tiers')
  .values({ price_column: 'vologda_b2b', product_id: products[0]!.id, from_count: 10, price: 39_900 })
  .execute();
// A finger on its way to a button may rest on the consent's link, whose page is then fetched ahead.
await db
  .insertInto('pages')
  .values({ slug: 'privacy-policy', version: 1, title: 'Политика', html: '<p>Текст</p>' })
  .execute();
const dadata = await testDadata();
const site = await testSite(db, dadata.environment);
const browser = await testBrowser();
const buyer = await makeUser(db, { full_name: 'Пётр Иванов', email: 'petr@stroyka.example', phone: '+79210001234' });
const company = await makeCompany(db, {
  name: 'ООО «Ремонт и стройка»',
  legal_address: '160000, г. Вологда, ул. Мира, д. 1',
});
beforeAll(async () => {
  await joinCompany(db, buyer, company);
  const helper = await makeUser(db, { full_name: 'Ольга Счётова' });
  await joinCompany(db, helper, company, 'accountant');
});

async function asBuyer(context: BrowserContext, user: { id: string }) {
  const { cookies } = await signedIn(db, user);
  await context.addCookies(
    Object.entries({ ...cookies, signed: 'b2b' }).map(([name, value]) => ({
      name,
      value,
      domain: '.idd.localhost',
      path: '/',
    })),
  );
}

async function look(page: Page, name: string) {
  expect(await findings(page), name).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${name}: no sideways scroll`,
  ).toBe(true);
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const plain = (text: string | null) => (text ?? '').replace(/[\s\u00a0]+/g, ' ');

test.each(['desktop', 'mobile'] as const)(
  '[S1-03] [S6-03] a firm sees, orders and is invoiced one price in list, product, cart, order and PDF, on %s',
  async (device: DeviceType) => {
    const { page, context, problems } = await openPage(browser, { device });
    await asBuyer(context, buyer);
    const mixture = products[0]!;

    await page.goto(site.address('/category/mixtures/'));
    const row = page.locator(device === 'desktop' ? 'tr' : '.card', { hasText: names[0]! });
    expect(plain(await row.textContent())).toContain('489 ₽');
    expect(plain(await row.textContent())).toContain('413 ₽');
    expect(await page.locator('.table-box').count()).toBe(device === 'desktop' ? 1 : 0);
    await look(page, `b2b-list-${device}`);

    await page.getByRole('combobox').first().fill('штукатурка');
    const hint = page.locator('.sugg__prices').first();
    await hint.waitFor();
    expect(plain(await hint.textContent())).toBe('489 ₽413 ₽ для бизнеса');
    await page.keyboard.press('Escape');

    await page.goto(site.address(`/product/${mixture.slug}/`));
    const panel = page.locator('.buy');
    // The price that is charged is the large one; the retail price stands small under it, and nothing is red.
    expect(plain(await panel.locator('.buy__price').textContent())).toBe('413 ₽');
    expect(plain(await panel.locator('.card__biz').textContent())).toBe('для бизнеса · в рознице 489 ₽');
    expect(plain(await panel.locator('.buy__firm').textContent())).toContain('С НДС 22 %, без НДС —');
    expect(await panel.locator('.price--now, .was, .badge--sale').count()).toBe(0);
    expect(plain(await panel.locator('.tiers').textContent())).toContain('от 1 мешка413 ₽от 10 мешков399 ₽');
    await look(page, `b2b-product-${device}`);
    const quantity = panel.getByLabel(/^Количество/);
    await quantity.fill('12');
    await quantity.press('Tab');
    expect(plain(await panel.textContent())).toContain('4 788 ₽');
    await panel.getByRole('button', { name: 'В корзину' }).click();
    await panel.getByText('Перейти в корзину').waitFor();
    if (device === 'mobile') {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const bar = page.locator('.buybar');
      await bar.waitFor();
      expect(plain(await bar.locator('.price').textContent())).toBe('399 ₽');
      expect(plain(await bar.locator('.tiny').textContent())).toContain('от 10 мешков');
      await look(page, 'b2b-product-bar-mobile');
    }

    await page.goto(site.address('/cart/'));
    const line = page.locator('.cline');
    expect(plain(await line.textContent())).toContain('399 ₽ за мешок · для бизнеса · в рознице 489 ₽');
    expect(plain(await page.locator('#checkout').textContent())).toContain(
      'Покупатель: ООО «Ремонт и стройка», ИНН 7707083893',
    );
    expect(await page.locator('input[name=name]').inputValue()).toBe('Пётр Иванов');
    expect(await page.locator('main input[name=email]').inputValue()).toBe('petr@stroyka.example');
    expect(await page.locator('input[name=payment][value=invoice]').isChecked()).toBe(true);
    await look(page, `b2b-cart-${device}`);
    // Once a person: the second order is sent under the consent of the first.
    if (device === 'desktop')
      await page
        .getByRole('main')
        .getByLabel(/Согласен\sна/)
        .check();
    else
      await page
        .locator('main')
        .getByText(/вы\sдали\s\d\d\./)
        .waitFor();
    await page.locator('#place-order').click();

    await page.waitForURL(/\/order\/[0-9a-f-]{36}\//);
    await page.getByRole('heading', { name: /^Спасибо,\sзаказ\s\d+\sпринят/ }).waitFor();
    const text = plain(await page.locator('main').textContent());
    expect(text).toContain('399 ₽ за мешок · для бизнеса');
    expect(text).toContain('4 788 ₽');
    expect(text).toMatch(/ООО «Ремонт и стройка», ИНН 7707083893\s*Ваша роль: владелец/);
    expect(text).toContain('Оплатите счёт банковским переводом: счёт здесь и в письме.');
    await look(page, `b2b-order-${device}`);
    const href = await page.getByRole('link', { name: 'Счёт на оплату' }).getAttribute('href');
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await site.app.inject({ url: href!, headers: { host: 'idd.localhost', cookie } });
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const pdf = readPdf(answer.rawPayload);
    expect(pdf.text).toContain('12 меш. 399,00 22 % 4 788,00');
    expect(pdf.text).toContain('Четыре тысячи семьсот восемьдесят восемь рублей 00 копеек');
    expect(decodeQr(pdf)).toContain('|Sum=478800|');
    expect(await page.locator('.order__ways a').first().innerText()).toBe('Скачать счёт');
    await page.getByRole('link', { name: 'Как оплатить счёт' }).click();
    await page.getByText('Переведите деньги по реквизитам из счёта.').waitFor();
    await look(page, `b2b-payment-${device}`);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('[S6-03] a product whose column has no price is charged the branch’s, and says so', async () => {
  const { page, context } = await openPage(browser);
  await asBuyer(context, buyer);
  await page.goto(site.address(`/product/${products[2]!.slug}/`));
  expect(plain(await page.locator('.buy').textContent())).toContain('Своей цены для бизнеса нет: действует розничная');
  await context.close();
});

test.each(['desktop', 'mobile'] as const)(
  '[S6-03] an organisation is added by ИНН and its people are led, on %s',
  async (device: DeviceType) => {
    const { page, context, problems } = await openPage(browser, { device });
    await asBuyer(context, buyer);
    await page.goto(site.address('/personal/profile/company/'));
    await page.getByRole('heading', { name: 'Сотрудники' }).waitFor();
    await page.getByText('Добавить ещё одну организацию').click();
    await page.locator('#add input[name=inn]').pressSequentially('7721581040');
    await page.getByText('Заполнили по государственному реестру').waitFor();
    expect(await page.locator('#add input[name=name]').inputValue()).toBe('ООО "Вега"');
    await look(page, `b2b-company-${device}`);
    await page.locator('#add input[name=inn]').fill('7721581041');
    await page.locator('#add input[name=inn]').blur();
    await page.getByText('Проверьте ИНН: 10 или 12 цифр').waitFor();
    const email = `novy-${device}@stroyka.example`;
    await page.getByLabel('Почта сотрудника').fill(email);
    await page.getByRole('button', { name: 'Отправить приглашение' }).click();
    await page.getByText('Приглашение отправлено.').waitFor();
    await page.getByText(email).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('[S6-03] a firm opened or closed meanwhile shows the right prices on the very next page, also by client navigation', async () => {
  const user = await makeUser(db, { full_name: 'Мария' });
  const firm = await makeCompany(db, { inn: '7736207543', name: 'ООО «Ждёт»', activated_at: null });
  await joinCompany(db, user, firm);
  const { page, context } = await openPage(browser);
  const { cookies } = await signedIn(db, user);
  await context.addCookies(
    Object.entries({ ...cookies, signed: 'user' }).map(([name, value]) => ({
      name,
      value,
      domain: '.idd.localhost',
      path: '/',
    })),
  );
  await page.goto(site.address('/category/mixtures/'));
  await page.getByRole('link', { name: names[0]! }).first().click();
  await page.locator('.buy').waitFor();
  expect(plain(await page.locator('.buy').textContent())).not.toContain('413 ₽');
  await db.transaction().execute((db) => activateCompany(db, '7736207543'));
  await page.goto(site.address('/personal/'));
  await page.goto(site.address('/category/mixtures/'));
  await page.getByRole('link', { name: names[0]! }).first().click();
  await page.locator('.buy .card__biz').waitFor();
  expect(plain(await page.locator('.buy').textContent())).toContain('413 ₽');
  await context.close();
});

test('[S6-02] papers open for the firm that ordered and nobody else', async () => {
  const rows = await db.selectFrom('orders').select('id').where('company_id', '=', company.id).execute();
  const id = rows[0]!.id;
  const [accountant, purchaser, stranger] = await Promise.all([makeUser(db), makeUser(db), makeUser(db)]);
  await joinCompany(db, accountant, company, 'accountant');
  await joinCompany(db, purchaser, company, 'purchaser');
  const status = async (user: { id: string } | null, path: string) => {
    const cookie = user ? (await signedIn(db, user)).header : '';
    return (await site.app.inject({ url: path, headers: { host: 'idd.localhost', cookie } })).statusCode;
  };
  for (const file of ['invoice.pdf']) {
    const own = `/personal/orders/${id}/documents/${file}`;
    expect(await status(buyer, own)).toBe(200);
    expect(await status(accountant, own)).toBe(200);
    expect(await status(purchaser, own)).toBe(404);
    expect(await status(stranger, own)).toBe(404);
    expect(await status(null, own)).toBe(302);
    expect(await status(stranger, `/order/${id}/documents/${file}`)).toBe(404);
    expect(await status(null, `/order/${id}/documents/${file}?token=abc.def`)).toBe(404);
  }
  expect(await status(buyer, `/personal/orders/${id}/documents/upd.pdf`)).toBe(404);
  expect(await status(buyer, `/personal/orders/${id}/documents/..%2Finvoice.pdf`)).toBe(400);
});

test('[S2-06] a guest who ordered for a firm opens the invoice with the browser or the email’s link only', async () => {
  const guest = formVisitor(site.app);
  await guest.addToCart(products[1]!, 2);
  const cart = await guest.get('/cart/');
  const placed = await guest.press(cart, '/cart/', 'place', {
    name: 'Анна Смирнова',
    phone: '+7 (921) 000-12-34',
    email: 'anna@pochta.example',
    is_company: '1',
    company_name: 'ИП Смирнова',
    company_inn: '500100732259',
    buyer_number: 'ЗП-45',
    building_site: 'Баня, Осаново',
    payment: 'invoice',
    consent_personal_data: '1',
  });
  expect(placed.status, placed.text).toBe(303);
  const id = /order\/([0-9a-f-]{36})/.exec(placed.location ?? '')![1]!;
  const paper = `/order/${id}/documents/invoice.pdf`;
  const page = await guest.get(placed.location!);
  expect(page.html).toContain(`href="${paper}"`);
  for (const words of ['Ваш номер заказа: ЗП-45', 'Объект: Баня, Осаново']) expect(page.text).toContain(words);
  const ask = (url: string, cookie = '') => site.app.inject({ url, headers: { host: 'idd.localhost', cookie } });
  const own = await ask(paper, [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  expect(own.statusCode).toBe(200);
  expect(readPdf(own.rawPayload).text).toContain('2 меш. 611,50 22 % 1 223,00');
  expect((await ask(paper)).statusCode).toBe(404);
  const token = linkToken(await secretKeys(db, undefined), id, new Date());
  expect((await ask(`${paper}?token=${token}`)).statusCode).toBe(200);
  expect((await guest.get(`/order/${id}/?token=${token}`)).html).toContain(`href="${paper}?token=${token}"`);
  const old = linkToken(await secretKeys(db, undefined), id, new Date('2020-01-01'));
  expect((await ask(`${paper}?token=${old}`)).statusCode).toBe(404);
});

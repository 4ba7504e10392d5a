import { afterEach, expect, test } from 'vitest';
import { makeCampaign, makeShelfCode } from '#modules/codes/make-code.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixture = await makeProduct(db, { name: 'Штукатурка СУХОНА', price: 48_900, on_hand: 8 });
await db.insertInto('prices').values({ price_column: 'cherepovets', product_id: mixture.id, price: 51_000 }).execute();
const maker = { who: 'сотрудник', note: '' };
await makeShelfCode(db, { code: 'polka-1', idcode: mixture.idcode, department_id_1c: '00131' }, maker);
await makeCampaign(
  db,
  {
    code: 'listovka',
    target: '/catalog/?discounted=1',
    utm_source: 'listovka',
    utm_medium: 'offline',
    utm_campaign: 'zima',
    ends_at: null,
  },
  maker,
);
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const confirmed = { name: 'isConfirmCity', value: 'true', domain: '.idd.localhost', path: '/' };

async function openShop(
  path: string,
  options: Parameters<typeof openPage>[1] = {},
  user?: { id: string },
  label?: string,
) {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([confirmed]);
  if (user) {
    const { cookies } = await signedIn(db, user);
    await opened.context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, domain: '.idd.localhost', path: '/' })),
    );
  }
  const answer = await opened.page.goto(site.address(path, label));
  return { ...opened, answer: answer! };
}

test('[S2-10] a shelf label on a phone without scripts: price and stock here, into the cart', async () => {
  const { page } = await openShop('/qr/p/polka-1/', { device: 'mobile', javaScriptEnabled: false });
  const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  expect(text).toContain('489 ₽');
  expect(text).toMatch(/Вологда: (осталось |в наличии )?8\s/i);
  expect(text).toContain('Здесь 8');
  expect(await page.locator('header nav, footer').count()).toBe(0);
  expect(await page.locator('meta[name="robots"]').first().getAttribute('content')).toBe('noindex');
  await page.getByRole('button', { name: 'В корзину' }).click();
  await page.waitForURL('**/cart/**');
  expect(await page.locator('main').innerText()).toContain('Штукатурка СУХОНА');
});

test('[S2-10] the branch is the host’s: the same label in Cherepovets tells its price', async () => {
  const { page } = await openShop(
    '/qr/p/polka-1/',
    { device: 'mobile', javaScriptEnabled: false },
    undefined,
    'cherepovets',
  );
  const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  expect(text).toContain('510 ₽');
  expect(text).not.toContain('Здесь,');
});

test('[S2-10] pages of codes are small and have no findings of axe', async () => {
  for (const path of ['/qr/p/polka-1/', '/qr/d/00132/']) {
    const { page, answer, problems } = await openShop(path, { device: 'mobile' });
    expect((await answer.body()).length).toBeLessThan(40_000);
    expect(await findings(page)).toEqual([]);
    expect(problems).toEqual([]);
  }
});

test('[S2-10] an unknown code of any kind and depth is 404 in the layout of codes: what it is, why it may not work, search and phone', async () => {
  for (const [path, words] of [
    ['/qr/p/none/', 'это код с ценника: none.'],
    ['/qr/d/00052/', 'это код пункта выдачи: 00052.'],
    ['/qr/c/none/a/b/', 'это код с рекламы: none/a/b.'],
    [`/qr/b/${'A'.repeat(65)}/`, 'это код карты: A'],
    ['/qr/x/y/z/', 'Вы открыли код: x/y/z.'],
    ['/qr/constructor/', 'Вы открыли код: constructor.'],
    ['/qr/', 'Такого кода мы не знаем'],
  ] as const) {
    const answer = await site.app.inject({ url: path, headers: { host: 'idd.localhost' } });
    expect([path, answer.statusCode]).toEqual([path, 404]);
    expect(answer.body).toContain('qr-head');
    const text = answer.body.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' ');
    expect(text).toContain('Такого кода мы не знаем');
    expect(text).toContain(words);
    expect(text).toContain('Почему он мог не сработать');
    expect(text).toContain(`Page not found: ${path}`);
    expect(answer.body).toContain('action="/catalog/"');
    expect(answer.body).toMatch(/href="tel:[+]7/);
  }
});

test('[S2-10] [S7-24] a campaign’s code leads to its own page with its marks, which are kept for the lead; nothing in the address leads elsewhere', async () => {
  const { page, context } = await openShop('/qr/c/listovka/stend-3/');
  expect(page.url()).toBe(
    site.address('/catalog/?discounted=1&utm_source=listovka&utm_medium=offline&utm_campaign=zima&utm_content=stend-3'),
  );
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'utm')?.value)
    .toBe('source=listovka&medium=offline&campaign=zima&content=stend-3');
  for (const path of [
    '/qr/c/listovka/https://evil.example/',
    '/qr/c/listovka//evil.example',
    '/qr/c/listovka/?target=//evil.example&utm_source=x',
  ]) {
    const open = (url: string) => site.app.inject({ url, headers: { host: 'idd.localhost' } });
    let answer = await open(path);
    // A path with repeated slashes leads to its one spelling first.
    if (answer.statusCode === 301) answer = await open(String(answer.headers.location));
    expect([path, answer.statusCode]).toEqual([path, 302]);
    expect(String(answer.headers.location)).toMatch(/^\/catalog\/\?discounted=1&utm_source=listovka&/);
  }
});

test('[S2-10] a campaign that ended leads nowhere; a target outside the shop is refused when the code is made', async () => {
  const campaign = { code: 'proshla', target: '/actions/', utm_source: 'x', utm_medium: null, utm_campaign: null };
  await makeCampaign(db, { ...campaign, ends_at: new Date('2026-01-02') }, maker, new Date('2026-01-01'));
  expect((await site.app.inject({ url: '/qr/c/proshla/', headers: { host: 'idd.localhost' } })).statusCode).toBe(404);
  for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', '/a b'])
    await expect(makeCampaign(db, { ...campaign, code: 'chuzhaya', target, ends_at: null }, maker)).rejects.toThrow(
      'Цель',
    );
  await expect(
    db
      .insertInto('qr_codes')
      .values({
        kind: 'c',
        code: 'pryamo',
        target: '//evil.example/',
        utm_source: 'x',
        created_at: new Date(),
        created_by: 'x',
      })
      .execute(),
  ).rejects.toThrow('qr_codes');
});

test('[S2-10] at the gate of a point its buyer finds «Я подъехал» for what lies ready there; others find the way to their orders', async () => {
  const anna = await makeUser(db);
  const input = { receiving: { type: 'pickup', department_id_1c: '00132' } };
  const order = await orderBy(db, anna, [[mixture, 1]], { input });
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник' }));
  const { page } = await openShop('/qr/d/00132/', { device: 'mobile', javaScriptEnabled: false }, anna);
  expect(await page.locator('main').innerText()).toContain(String(order.number));
  expect(await page.getByRole('link', { name: 'Я подъехал' }).getAttribute('href')).toContain(order.id);
  const elsewhere = await openShop('/qr/d/00131/', { device: 'mobile', javaScriptEnabled: false }, anna);
  expect(await elsewhere.page.locator('main').innerText()).not.toContain(String(order.number));
  const guest = await openShop('/qr/d/00132/', { device: 'mobile', javaScriptEnabled: false });
  expect((await guest.page.locator('main').innerText()).replaceAll('\u00a0', ' ')).toContain(
    'Приехали за заказом? Войдите или найдите его по номеру',
  );
  expect(await guest.page.getByRole('link', { name: 'Войти' }).getAttribute('href')).toContain(
    encodeURIComponent('/qr/d/00132/'),
  );
});

test('[S2-10] the code of a receipt leads its buyer to the reviews; a stranger’s answer is the same as for an order that is not', async () => {
  const anna = await makeUser(db);
  const order = await orderBy(db, anna, [[mixture, 1]]);
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник' }));
  const { page } = await openShop(`/qr/r/${order.number}/`, {}, anna);
  expect(page.url()).toContain(`/reviews/order/${order.id}/`);
  const answers = await Promise.all(
    [String(order.number), order.id, '999999999', 'x'].map((typed) =>
      site.app.inject({ url: `/qr/r/${typed}/`, headers: { host: 'idd.localhost' } }),
    ),
  );
  const words = answers.map(({ statusCode, body }) => [
    statusCode,
    /<main[\s\S]*?<\/main>/.exec(body)?.[0].replace(/back=[^"]*/, ''),
  ]);
  expect(words[0]![0]).toBe(404);
  for (const one of words) expect(one).toEqual(words[0]);
});

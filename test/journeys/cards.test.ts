import { afterEach, expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { addToCart } from '#modules/cart/add-to-cart.ts';
import { readCard } from '#modules/loyalty/cards.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { cancelByBuyer } from '#modules/orders/move-order.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { openPage, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const mixture = await makeProduct(db, { price: 3_000_000, on_hand: 10 });
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const confirmed = { name: 'isConfirmCity', value: 'true', domain: '.idd.localhost', path: '/' };

async function openShop(path: string, options: Parameters<typeof openPage>[1] = {}, user?: { id: string }) {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([confirmed]);
  if (user) {
    const { cookies } = await signedIn(db, user);
    await opened.context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, domain: '.idd.localhost', path: '/' })),
    );
  }
  await opened.page.goto(site.address(path));
  return opened;
}

/** A card in no account with a hundred bonuses. */
async function plasticCard() {
  const made = await issueCard(db, { kind: 'bonus', user_id: null, phone: null, who: 'касса' });
  const card = (await readCard(db, made.id))!;
  await adjustCard(db, card, { amount: 100, purchase_kopecks: 0, reason: 'adjusted', who: 'касса', note: 'Чек 1' });
  return made;
}

for (const javaScriptEnabled of [true, false]) {
  const words = javaScriptEnabled ? 'with' : 'without';
  test(`[S2-16] [S1-05] the rules of the bonus card come from the rows, and a card is checked by number and code ${words} JavaScript`, async () => {
    const { number, code } = await plasticCard();
    const { page, problems } = await openShop('/bonus-card/', { javaScriptEnabled });
    const ladder = await page.getByRole('table', { name: 'Сколько начисляется' }).innerText();
    expect(ladder.replaceAll('\u00a0', ' ')).toMatch(
      /Старт\s+до\s30\s000\s₽\s+2\s%[\s\S]*Мастер[\s\S]*3\s%[\s\S]*Прораб\s+от\s100\s000\s₽\s+5\s%/,
    );
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByText('Обязательно для заполнения').first().waitFor();
    await page.getByLabel('Номер карты').fill(number.slice(0, 12) + String((Number(number[12]) + 1) % 10));
    await page.getByLabel('Код карты').fill(code);
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByText('В номере карты ошибка').waitFor();
    await page.getByLabel('Номер карты').fill(number);
    await page.getByLabel('Код карты').fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByText('Карта не найдена: проверьте номер и код').waitFor();
    await page.getByLabel('Код карты').fill(code);
    await page.getByRole('button', { name: 'Проверить' }).click();
    await page.getByText(/На\sкарте\s100.бонусов/).waitFor();
    // What a form refuses travels with its own status, which the browser mentions.
    expect(problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);
  });
}

test('[S1-05] a person gets a card, sees its code once, shows it at the cash desk, attaches another and changes a lost one', async () => {
  const anna = await makeUser(db);
  const { page, problems } = await openShop('/personal/cards/', {}, anna);
  await page.getByRole('button', { name: 'Получить бонусную карту' }).click();
  await page.getByText('Запишите код').waitFor();
  const code = await page.locator('.club__code').innerText();
  expect(code).toMatch(/^\d{6}$/);
  expect(await findings(page)).toEqual([]);
  await page.reload();
  expect(await page.getByText('Запишите код').count()).toBe(0);

  const shown = (await page.getByRole('link', { name: 'Показать на кассе' }).getAttribute('href'))!;
  const idd = await issueCard(db, { kind: 'idd', user_id: null, phone: null, who: 'касса' });
  await page.getByLabel('Номер карты').fill(idd.number);
  await page.getByLabel('Код карты').fill(idd.code);
  await page.getByRole('button', { name: 'Привязать' }).click();
  await page.getByRole('heading', { name: 'Карта ИДД' }).waitFor();

  // The screen at the cash desk, on a phone without scripts.
  const phone = await openShop(shown, { device: 'mobile', javaScriptEnabled: false });
  expect(await phone.page.locator('.qrtask__number').innerText()).toMatch(/^2.\d{4}.\d{4}.\d{4}$/);
  await page.locator('#card-bonus summary').click();
  await page.locator('#card-bonus').getByRole('button', { name: 'Перевыпустить карту' }).click();
  await page.getByText('Запишите код').waitFor();
  expect((await phone.page.reload())?.status()).toBe(404);
  expect(problems).toEqual([]);
});

test('[S1-05] the balance stands on the dashboard and on the page of the card', async () => {
  const anna = await makeUser(db);
  const made = await issueCard(db, { kind: 'bonus', user_id: anna.id, phone: null, who: 'касса' });
  const card = (await readCard(db, made.id))!;
  await adjustCard(db, card, { amount: 321, purchase_kopecks: 0, reason: 'adjusted', who: 'касса', note: 'Чек 2' });
  const { page } = await openShop('/personal/', {}, anna);
  await page.getByText(/321.бонус$/).waitFor();
  await page.goto(site.address('/bonus-card/'));
  await page.getByRole('heading', { name: 'Ваша карта' }).waitFor();
  await page.getByText(/321.бонус$/).waitFor();
  expect(await page.locator('.card-face--bonus').innerText()).toMatch(/Бонусная\sкарта\s+2.\d{4}.\d{4}.\d{4}/);
});

for (const [name, options] of ways) {
  test(`[S1-05] bonuses pay a part of an order: cart, order, card, and back when it is cancelled; ${name}`, async () => {
    const anna = await makeUser(db);
    const made = await issueCard(db, { kind: 'bonus', user_id: anna.id, phone: null, who: 'касса' });
    const card = (await readCard(db, made.id))!;
    await adjustCard(db, card, {
      amount: 12_000,
      purchase_kopecks: 0,
      reason: 'adjusted',
      who: 'касса',
      note: 'Чек 3',
    });
    const { id: product_id, idcode: product_idcode } = mixture;
    const { priceContext } = await orderPlace(db);
    await addToCart(db, priceContext, { kept: 'account', user_id: anna.id }, { product_id, product_idcode, count: 1 });
    const { page, problems } = await openShop('/cart/', options, anna);
    const words = async (locator = page.getByRole('main')) => (await locator.innerText()).replaceAll('\u00a0', ' ');
    const field = page.getByLabel('Сколько бонусов списать');
    // 30 % of 30 000 ₽.
    expect(await field.inputValue()).toBe('9000');
    expect(await words()).toContain('На карте 12 000 бонусов, на этот заказ можно списать до 9 000. 1 бонус = 1 ₽');
    await field.fill('10000');
    await page.getByRole('button', { name: 'Списать' }).click();
    await page.getByText('На этот заказ можно списать не больше').waitFor();
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Убрать бонусы' }).click();
    await field.fill('1500');
    if (options.javaScriptEnabled === false) await page.getByRole('button', { name: 'Списать' }).click();
    else await field.press('Enter');
    await page.getByRole('button', { name: 'Убрать бонусы' }).waitFor();
    expect(await words(page.locator('.sumbox__rows'))).toMatch(/Бонусы\s+−1\s500\s₽[\s\S]*Итого\s+28\s500\s₽/);
    await page.getByLabel('Телефон').first().fill('8 921 000 12 34');
    await page
      .getByRole('main')
      .getByLabel(/Согласен\sна/)
      .check();
    await page
      .getByRole('button', { name: /^Оформить\sзаказ\sна\s28.500/ })
      .last()
      .click();
    await page.waitForURL(/\/order\/[0-9a-f-]{36}\/$/);
    expect(await words(page.locator('.order__sums'))).toMatch(/Бонусы\s+−1\s500\s₽[\s\S]*28\s500\s₽/);
    const order = page.url();
    await page.goto(site.address('/personal/cards/'));
    expect(await words()).toMatch(
      /10\s500\sбонусов\s+Показать\sна\sкассе\s+Ещё\s1\s500\sбонусов\sотложены[\s\S]*Отложено,\sзаказ\s\d+/,
    );
    await db.transaction().execute((db) => cancelByBuyer(db, order.split('/').at(-2)!, { who: 'покупатель' }));
    await page.reload();
    expect(await words()).toMatch(/12\s000\sбонусов/);
    expect(await words()).not.toContain('отложены');
    expect(problems).toEqual([]);
  });
}

test('[S2-16] the page of the shop’s card compares it with the bonus card by the same rows', async () => {
  const { page } = await openShop('/idd-card/', { javaScriptEnabled: false });
  const text = (await page.getByRole('table', { name: 'Чем отличается от бонусной' }).innerText()).replaceAll(
    '\u00a0',
    ' ',
  );
  expect(text).toContain('Скидку 3–7 % на кассе сразу');
  expect(text).toContain('Бонусы 2–5 % от покупки');
  const whole = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  expect(whole).toContain('Скидка 3–7 % на кассе: растёт с покупками за год');
  expect(whole.indexOf('Ступени скидки'), 'what it gives before how to get it').toBeLessThan(
    whole.indexOf('Как получить'),
  );
  expect(whole, 'what the levels come to').toMatch(/На покупке в 10 000 ₽\s[\s\S]*3 % — 300 ₽/);
  expect(await page.getByRole('link', { name: /^Где получить:\s\d+\sпункт/ }).getAttribute('href')).toBe('/contacts/');
  expect(await page.locator('.card-face--idd').isVisible()).toBe(true);
});

test('[S2-16] [S1-05] a firm asks for a business card by the form of its page', async () => {
  const { page } = await openShop('/business-card/', { javaScriptEnabled: false });
  expect(await page.locator('.card-face--business').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Отправить заявку' }).click();
  await page.getByText('Обязательно для заполнения').first().waitFor();
  const phone = await openShop('/business-card/', { device: 'mobile', javaScriptEnabled: false });
  const words = (await phone.page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  const parts = ['Понадобятся ИНН', 'Как это происходит', 'Есть кабинет?', 'Отправить заявку'];
  const places = parts.map((part) => words.indexOf(part));
  expect(places[0]).toBeGreaterThan(0);
  expect(places, 'what to know stands before the form').toEqual(places.toSorted((a, b) => a - b));
});

test('[S1-05] without programs /kredit/ names no figure; with them it counts by the formula, from a sum and from the cart', async () => {
  const bare = await openShop('/kredit/', { javaScriptEnabled: false });
  const text = await bare.page.locator('main').innerText();
  expect(text).not.toMatch(/в\sмесяц|ПСК|годовых/);
  await db
    .insertInto('credit_programs')
    .values({
      partner: 'Банк',
      name: 'Ремонт',
      min_sum_kopecks: 300_000,
      max_sum_kopecks: 20_000_000,
      months: [6, 10, 12],
      rate_from: 2_400,
      rate_to: 2_400,
      full_cost_from: 2_500,
      full_cost_to: 2_700,
      documents: 'паспорт',
      terms: 'Без взноса',
      is_example: true,
      starts_at: new Date('2026-01-01'),
    })
    .execute();
  const { page } = await openShop('/kredit/?sum=100000&months=12', { javaScriptEnabled: false });
  const counted = (await page.locator('#calculator').innerText()).replaceAll('\u00a0', ' ');
  expect(counted).toContain('9 456 ₽ в месяц');
  expect(counted).toContain('ПСК 25–27 % годовых');
  expect(counted).toContain('Оценивайте свои финансовые возможности и риски');
  expect(counted).toContain('пример, не предложение какого-либо банка');
  expect(await page.locator('#request [name="sum"]').inputValue()).toMatch(/^100\s000$/);
  const terms = page.locator('#request [name="term"] option');
  expect((await terms.allInnerTexts()).join(', ').replaceAll('\u00a0', ' '), 'those of the programmes').toBe(
    '6 месяцев, 10 месяцев, 12 месяцев',
  );
  await page.getByRole('link', { name: /^Заявка\sна\sкредит.*Ремонт/ }).click();
  await page.waitForURL(/program=\d+#request$/);
  expect(await page.locator('#request [name="program"]').inputValue()).toBe('Банк, «Ремонт»');

  const live = await openShop('/kredit/?sum=100000&months=12');
  await live.page.getByRole('slider').waitFor();
  await live.page.getByLabel('Фамилия, имя, отчество').fill('Анна Петрова');
  await live.page.getByRole('radio', { name: '6 месяцев' }).check();
  await live.page
    .getByText(/17.853.₽\sв\sмесяц/)
    .first()
    .waitFor();
  await live.page.getByRole('slider').press('Home');
  const asked = async () =>
    Promise.all(
      ['name', 'sum', 'term', 'program'].map((name) => live.page.locator(`#request [name="${name}"]`).inputValue()),
    );
  expect(await asked(), 'the request follows the calculator').toEqual([
    'Анна Петрова',
    '3\u00a0000',
    '6',
    'Банк, «Ремонт»',
  ]);
  expect(live.problems).toEqual([]);

  // One bag of 30 000 ₽ in the cart is what it counts with by itself.
  await live.page.evaluate(async ({ id, idcode }) => {
    await fetch('/api/_auth/cookie');
    const body = new URLSearchParams({ intent: 'add', product_id: String(id), product_idcode: idcode, count: '1' });
    await fetch('/cart/', { method: 'POST', body });
  }, mixture);
  await live.page.goto(site.address('/kredit/'));
  expect(await live.page.locator('#sum').inputValue()).toMatch(/^30\s000$/);
  await live.page.getByText('Сумма вашей корзины').waitFor();
});

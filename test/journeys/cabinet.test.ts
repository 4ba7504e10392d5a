import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { buyerOf } from '#modules/orders/buyer-of.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { saveList } from '#modules/saved-lists/save-list.ts';
import { subscribe } from '#modules/subscriptions/subscribe.ts';
import { subscriptionKey } from '#modules/subscriptions/subscription-link.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import { answerTicket } from '#modules/support/write-to-ticket.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { writeIds } from '#shared/lists.ts';
import { savedListUrl, subscriptionUrl } from '#shared/urls.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { mobileWays, openPage, type PageOptions, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db } = await testDatabase();
const { products } = await makePlasterShop(db);
const dataDir = await testFolder();
const company = await makeCompany(db);
const { address } = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser();

/** Anna with a firm, an order of her own and one of the firm to be paid by invoice, in a browser that is signed in. */
async function annaIn(options: PageOptions) {
  const anna = await makeUser(db, { phone: '+79210001234' });
  await joinCompany(db, anna, company);
  const { session_id, cookies } = await signedIn(db, anna);
  const [plaster] = Object.values(products);
  const buyer = buyerOf(await readSignedIn(db, session_id, new Date()));
  const firm = { payment: { method: 'invoice' }, company: { name: company.name, inn: company.inn } };
  const own = { ...buyer!, company: null };
  const order = await submitOrder(
    db,
    await orderPlace(db, { buyer: own, visitor: anna.id }),
    orderInput([[plaster!, 2]]),
  );
  await submitOrder(db, await orderPlace(db, { buyer, visitor: anna.id }), orderInput([[plaster!, 1]], firm));
  const opened = await openPage(browser, options);
  const url = address('/');
  await opened.context.addCookies(
    Object.entries({ ...cookies, isConfirmCity: 'true' }).map(([name, value]) => ({ name, value, url })),
  );
  return { anna, order, ...opened };
}

describe('[S2-17] what is folded in the personal area', () => {
  test('mobile: no findings of axe, nothing scrolls sideways, the console is silent', async () => {
    const { anna, order, page, context, problems } = await annaIn({ device: 'mobile' });
    const requester = { user_id: anna.id, department_id_1c: '00131', origin: address('').replace(/\/$/, '') };
    const question = {
      theme: 'return',
      name: anna.full_name,
      email: anna.email,
      text: 'Порван один мешок, как заменить?',
      order_id: order.id,
    };
    const ticket = await openTicket(db, requester, question);
    await db
      .transaction()
      .execute((db) => answerTicket(db, ticket.id, { text: 'Приезжайте с мешком, заменим.', who: 'Пётр' }));
    const keys = await secretKeys(db, undefined);
    const subscriber = {
      email: anna.email,
      is_proven: false,
      user_id: null,
      department_id_1c: '00131',
      form: 'footer',
      origin: requester.origin,
    };
    await subscribe(db, keys, subscriber, { topic: 'actions', frequency: 'weekly' });
    const goods = Object.values(products).map(({ id }) => ({ product_id: id, count: null }));
    const kept = { name: 'Ванная и коридор', goods, replaces: false };
    const list = await db.transaction().execute((db) => saveList(db, anna.id, kept));
    const pages = [
      '/personal/',
      '/personal/documents/',
      '/personal/lists/',
      savedListUrl(list),
      '/personal/profile/',
      '/personal/support/',
      `/personal/support/${ticket.id}/`,
      '/personal/subscribe/',
      subscriptionUrl(subscriptionKey(keys, anna.email)),
    ];
    for (const path of pages) {
      await page.goto(address(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      // What is folded is looked at too.
      await page.getByRole('main').evaluate((main) => {
        for (const details of main.querySelectorAll('details')) details.open = true;
      });
      expect(await findings(page), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('[S7-29] favourites kept as a list under a name', () => {
  test.for(mobileWays)('%s: saved, opened, a part of it put into the cart', async ([, options]) => {
    const { page, context, problems } = await annaIn(options);
    const [plaster, other] = Object.values(products);
    const value = writeIds([plaster!.id, other!.id]);
    await context.addCookies([{ name: 'favourites', value, url: address('/') }]);
    await page.goto(address('/favorites/'));
    await page.getByRole('link', { name: 'Сохранить как список' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Обязательно для заполнения').waitFor();
    await page.getByLabel('Название списка').fill('Дача');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('heading', { level: 1, name: 'Дача' }).waitFor();
    await page.getByText('Список сохранён.').waitFor();
    await page.getByLabel(`В корзину: ${other!.name}`).uncheck();
    await page.getByRole('button', { name: 'Отмеченное в корзину' }).click();
    // The address changes before the page does, and the list names these goods too.
    await page.locator('h1.cart-title').waitFor();
    await page.getByRole('link', { name: plaster!.name }).first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain(other!.name);
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });
});

describe('[S7-29] a list of a firm', () => {
  test.for([...ways, ...mobileWays])('%s: taken away as a proposal, then put into the cart', async ([, options]) => {
    const { anna, page, context, problems } = await annaIn(options);
    const [plaster] = Object.values(products);
    const goods = [{ product_id: plaster!.id, count: 3 }];
    await db.transaction().execute((db) => saveList(db, anna.id, { name: 'Подъезд', goods, replaces: false }));
    await page.goto(address('/personal/lists/'));
    await page.getByText('Цены для бизнеса и наличие на сегодня').waitFor();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'КП в XLSX: Подъезд' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toMatch(/^Коммерческое предложение \d{4}-\d{2}-\d{2}\.xlsx$/);
    const pdf = await page.getByRole('link', { name: 'КП в PDF: Подъезд' }).getAttribute('href');
    await page.getByRole('link', { name: 'Подъезд', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Подъезд' }).waitFor();
    expect(await page.getByRole('link', { name: 'КП в PDF' }).getAttribute('href')).toBe(pdf);
    await page.getByRole('button', { name: 'Отмеченное в корзину' }).click();
    await page.locator('h1.cart-title').waitFor();
    await page.getByRole('link', { name: plaster!.name }).first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('[S2-17] [S5-09] a request to support', () => {
  test.for(mobileWays)(
    '%s: a missing theme is told, a written answer is offered, the request is sent with a file',
    async ([, options]) => {
      const { page, context, problems } = await annaIn(options);
      const hasScript = options.javaScriptEnabled !== false;
      await sql`insert into pages (slug, version, title, html, published_at) values
      ('returns', 1, 'Возврат и обмен', '<p>Порванный мешок заменим.</p>', '2026-01-01') on conflict do nothing`.execute(
        db,
      );
      await page.goto(address('/personal/support/'));
      await page.getByLabel('Сообщение').fill('Порван один мешок');
      await page.getByRole('button', { name: 'Отправить' }).click();
      await page.getByText('Причина обращения обязательна для заполнения').waitFor();
      if (hasScript) {
        await page.getByLabel('Причина обращения').selectOption('return');
        await page.getByLabel('Сообщение').focus();
      } else {
        await page.getByLabel('Ваш вопрос').fill('Порван один мешок');
        await page.getByRole('button', { name: 'Найти готовый ответ' }).click();
      }
      await page.getByText('Возможно, ответ уже есть').waitFor();
      await page.getByRole('link', { name: 'Возврат и обмен', exact: true }).last().waitFor();
      expect(await page.getByLabel('Сообщение').inputValue()).toBe('Порван один мешок');
      await page.getByLabel('Причина обращения').selectOption('return');
      await page
        .getByLabel('Файлы')
        .setInputFiles({ name: 'мешок.txt', mimeType: 'text/plain', buffer: Buffer.from('Снизу') });
      await page.getByRole('button', { name: 'Отправить' }).click();
      await page.waitForURL(/\/personal\/support\/[0-9a-f-]{36}\//);
      await page.getByText('Обращение отправлено.').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /мешок\.txt/ }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('мешок.txt');
      expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
      await context.close();
    },
  );
});

test('[S5-07] [S5-11] the browser says at once that a file is not taken', async () => {
  const { page, context } = await annaIn({ device: 'desktop' });
  await page.goto(address('/personal/support/'));
  await page
    .getByLabel('Файлы')
    .setInputFiles({ name: 'program.exe', mimeType: 'text/plain', buffer: Buffer.from('MZ') });
  await page.getByText('Недопустимый формат файла').waitFor();
  await page
    .getByLabel('Файлы')
    .setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) });
  await page.getByText('Файл слишком большой').waitFor();
  await context.close();
});

describe('[S2-17] [S3-04] the profile', () => {
  test.for(ways)(
    '%s: a new e-mail by its code, an address, a consent given and taken back, the data taken along',
    async ([, options]) => {
      const { anna, page, context, problems } = await annaIn(options);
      await page.goto(address('/personal/profile/'));
      const contacts = page.locator('#contacts');
      await contacts.getByText('Почта', { exact: true }).click();
      const email = `new-${anna.email}`;
      await contacts.getByLabel('Новая почта').fill(email);
      await contacts.getByRole('button', { name: 'Прислать код', exact: true }).click();
      await contacts.getByLabel(/Код\sиз\sписьма/).waitFor();
      const { rows } = await sql<{ text: string }>`select text from mails where to_address = ${email}`.execute(db);
      await contacts.getByLabel(/Код\sиз\sписьма/).fill(/\b\d{6}\b/.exec(rows[0]!.text)![0]);
      await contacts.getByRole('button', { name: 'Подтвердить' }).click();
      await contacts.getByText('Почта подтверждена').waitFor();
      await contacts.getByText(email, { exact: true }).waitFor();

      const addresses = page.locator('#addresses');
      await addresses.getByText('Добавить', { exact: true }).click();
      await addresses.getByLabel('Населённый пункт').fill('Вологда');
      await addresses.getByLabel('Улица, дом, квартира').fill('ул. Мира, 5');
      await addresses.getByRole('button', { name: 'Сохранить' }).click();
      await addresses.getByText('Вологда, ул. Мира, 5').waitFor();

      const consents = page.locator('#consents');
      await consents.getByRole('button', { name: 'Согласиться на рекламные сообщения' }).click();
      await consents.getByText('Согласие сохранено').waitFor();
      await consents
        .getByRole('listitem')
        .filter({ hasText: 'Рекламные сообщения' })
        .getByRole('button', { name: 'Отозвать' })
        .click();
      await consents.getByText('Согласие отозвано').waitFor();

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /Для\sпрограмм/ }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('my-data.json');
      expect(problems).toEqual([]);
      await context.close();
    },
  );
});

test('[S5-05] [S5-11] the profile’s fields are judged in the browser, in the words of the server, and nothing broken is sent', async () => {
  const { page, context } = await annaIn({ device: 'desktop' });
  await page.goto(address('/personal/profile/'));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const contacts = page.locator('#contacts');
  await contacts.getByText('Телефон', { exact: true }).first().click();
  const phone = contacts.getByLabel('Телефон').last();
  await phone.fill('921000');
  await phone.blur();
  await contacts.getByText('Неверный формат телефона').waitFor();
  await contacts.getByText('Почта', { exact: true }).click();
  await contacts.getByLabel('Новая почта').fill('мимо');
  await contacts.getByRole('button', { name: 'Прислать код', exact: true }).click();
  await contacts.getByText('Неверный формат', { exact: true }).waitFor();
  const addresses = page.locator('#addresses');
  await addresses.getByText('Добавить', { exact: true }).click();
  await addresses.getByLabel('Улица, дом, квартира').fill('5');
  await addresses.getByRole('button', { name: 'Сохранить' }).click();
  await addresses.getByText('Обязательно для заполнения').waitFor();
  await addresses.getByText('Минимум 3 символов').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('place');
  expect(sent.filter((url) => url.includes('/personal/'))).toEqual([]);
  await context.close();
});

test('[S2-17] [S1-03] whom one buys for is changed on the dashboard, and subscriptions are one press', async () => {
  const { anna, page, context, problems } = await annaIn({ device: 'desktop' });
  await page.goto(address('/personal/'));
  await page.getByText('Сменить покупателя').click();
  await page.getByRole('radio', { name: /Лично\sя/ }).check();
  await page.getByRole('button', { name: 'Выбрать' }).click();
  await page.getByText('Заказы оформляются лично на вас.').waitFor();
  await page.getByRole('radio', { name: new RegExp(company.inn) }).check();
  await page.getByRole('button', { name: 'Выбрать' }).click();
  await page.getByText('Заказы оформляются от имени организации.').waitFor();

  await page.getByRole('navigation', { name: 'Личный кабинет' }).getByRole('link', { name: 'Подписки' }).click();
  await page.getByRole('heading', { name: anna.email }).waitFor();
  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /Акции\sи\sскидки/ })
    .check();
  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /рекламные\sсообщения/ })
    .check();
  await page.getByRole('main').getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Сохранено.').waitFor();
  await page.getByRole('button', { name: 'Отписаться от всего' }).click();
  await page.getByText('Вы отписались от всего.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

import { afterEach, beforeAll, expect, test } from 'vitest';
import { publishArticle, saveTopic, withdrawArticle } from '#modules/blog/change-article.ts';
import { describeDepartment } from '#modules/departments/details.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { findings } from '#test/support/axe.ts';
import { isLive, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testMaps } from '#test/support/maps.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await db
  .updateTable('departments')
  .set({ latitude: '59.20917', longitude: '39.86653' })
  .where('id_1c', '=', '00131')
  .execute();
await db
  .updateTable('departments')
  .set({ latitude: '59.24012', longitude: '39.82841' })
  .where('id_1c', '=', '00132')
  .execute();
await db
  .insertInto('pages')
  .values({ slug: 'cooperation', version: 1, title: 'Сотрудничество', html: '<h2>Поставщикам</h2><p>Прайс-лист.</p>' })
  .execute();
await describeDepartment(db, '00131', {
  ...{ way_in: 'Вход с улицы', parking: '30 мест', services: ['Колеровка краски'] },
  entrance_image: 'uploads/ab/dver.webp',
});
invalidateCaches(['departments']);
const plasters = await makeCategory(db, 'shtukaturki', 'Штукатурки');
const mixture = await makeProduct(db, { name: 'Штукатурка СУХОНА', category_id: plasters.id });
const primer = await makeProduct(db, { name: 'Грунтовка СУХОНА', category_id: plasters.id, price: 62_000 });
// The retail column is cheaper from 20; the business column from 5, and nobody but the organisation may know.
await db.insertInto('prices').values({ price_column: 'vologda_b2b', product_id: mixture.id, price: 41_100 }).execute();
await db
  .insertInto('price_tiers')
  .values([
    { price_column: 'vologda', product_id: mixture.id, from_count: 20, price: 47_200 },
    { price_column: 'vologda_b2b', product_id: mixture.id, from_count: 5, price: 40_700 },
  ])
  .execute();
const hourMs = 3_600_000;
const yesterday = new Date(Date.now() - 24 * hourMs);
await createVacancy(
  db,
  {
    department_id_1c: '00131',
    title: 'Продавец сухих смесей',
    field: 'sales',
    schedule: 'two_two',
    salary_from_kopecks: 5_200_000,
    duties: '<p>Считать расход</p>',
    terms: '<p>Смены</p>',
  },
  yesterday,
);
await createVacancy(
  db,
  {
    department_id_1c: '00131',
    title: 'Водитель',
    field: 'delivery',
    schedule: 'five_two',
    salary_from_kopecks: 6_800_000,
    duties: '<p>Возить</p>',
    terms: '<p>Машина</p>',
  },
  yesterday,
);
await saveTopic(db, { slug: 'remont', name: 'Ремонт' });
await publishArticle(
  db,
  {
    slug: 'shtukaturka',
    title: 'Сколько штукатурки купить',
    lead: 'Считаем мешки по площади и слою.',
    topic: 'remont',
    author: 'Редакция ИДД',
    blocks: [
      { type: 'html', html: '<h2>Как измерить</h2><p>Правилом.</p><h2>Сколько купить</h2><p>По формуле.</p>' },
      { type: 'products', title: 'Для работы', idcodes: [mixture.idcode, primer.idcode] },
      { type: 'faq', items: [{ question: 'Сколько сохнет?', answer: 'Неделю.' }] },
    ],
  },
  yesterday,
);

const browser = await testBrowser();
const maps = await testMaps();
const site = await testSite(db, maps.environment);
const bare = await testSite(db);

beforeAll(() => {
  expect(site.port).not.toBe(bare.port);
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await maps.answer('ok');
});

type Opening = Parameters<typeof openPage>[1] & { at?: typeof site };

async function open(path: string, { at = site, ...options }: Opening = {}) {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([{ name: 'isConfirmCity', value: 'true', domain: '.idd.localhost', path: '/' }]);
  await opened.page.goto(at.address(path));
  return opened;
}

for (const device of ['desktop', 'mobile'] as const) {
  test(`[S7-26] contacts show the branch’s points on a map with the configured key in Russian, on ${device}`, async () => {
    const { page, problems } = await open('/contacts/', { device });
    await page.locator('.contacts__map').scrollIntoViewIfNeeded();
    await page.locator('.fake-map').waitFor();
    const marks = page.locator('.pmap__mark');
    expect(await marks.count()).toBe(2);
    // Longitude comes first.
    expect(await page.locator('[data-coordinates]').first().getAttribute('data-coordinates')).toBe('39.86653,59.20917');
    const [asked] = await maps.asked();
    expect(asked).toMatchObject({ apikey: 'test-key', lang: 'ru_RU' });
    await marks.nth(1).press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#point-00132');
    await page.locator('.contacts__point .state--good, .contacts__point .state--wait').first().waitFor();
    expect(await findings(page)).toEqual([]);
    // How the entrance looks, over the page.
    await page.getByRole('link', { name: /^Вход,/ }).click();
    const entrance = page.getByRole('dialog', { name: /^Фото:\sВход,/ });
    await entrance.waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await entrance.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
}

test('[S7-26] the script of the maps is asked for only where a map comes into view, and goes with its page', async () => {
  await maps.answer('ok');
  const { page, problems } = await open('/vacancy/');
  expect(await maps.asked()).toEqual([]);
  await page.getByRole('link', { name: 'Контакты' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Контакты' }).waitFor();
  await page.locator('.contacts__map').scrollIntoViewIfNeeded();
  await page.locator('.fake-map').waitFor();
  expect(await maps.asked()).toHaveLength(1);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Вакансии' }).waitFor();
  expect(await page.evaluate(() => (window as { destroyedMaps?: number }).destroyedMaps)).toBe(1);
  expect(problems).toEqual([]);
});

for (const [mode, words] of [
  ['refused', 'a refused key'],
  ['broken', 'a script without maps'],
] as const) {
  test(`[S7-26] after ${words} the list of addresses stands and the map can be asked for again`, async () => {
    await maps.answer(mode);
    const { page } = await open('/contacts/');
    await page.getByText('Карта не загрузилась').waitFor();
    expect(await page.locator('.contacts__point').count()).toBe(2);
    expect(await page.getByRole('link', { name: '+7-817-200-35-35' }).first().getAttribute('href')).toBe(
      'tel:+78172003535',
    );
    await maps.answer('ok');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.locator('.fake-map').waitFor();
  });
}

test('[S7-26] a map whose ready never comes is given up after ten seconds, the list stands', async () => {
  await maps.answer('silent');
  const { page } = await openPage(browser);
  await page.clock.install();
  await page.goto(site.address('/contacts/'));
  await page.getByText('Карта загружается').waitFor();
  await expect.poll(() => maps.asked()).toHaveLength(1);
  await page.clock.runFor(11_000);
  await page.getByText('Карта не загрузилась').waitFor();
  expect(await page.locator('.contacts__point').count()).toBe(2);
});

test('[S7-26] without a key there is no map and no foreign host in the policy, but addresses, links and a scheme of the points', async () => {
  const { page, context, problems } = await open('/contacts/', { at: bare });
  expect(await page.locator('.pmap__box').count()).toBe(0);
  const marks = page.locator('.pmap--scheme a');
  expect(await marks.count()).toBe(2);
  expect(await marks.nth(1).getAttribute('href')).toMatch(/^#point-/);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 59.5, longitude: 40.5 });
  await page.getByRole('button', { name: 'Какой пункт ближе' }).click();
  await page.getByText(/^Ближе\sвсего\s.*\sпо\sпрямой$/).waitFor();
  expect(await page.locator('.contacts__point').first().innerText()).toMatch(/\d\sкм\sот\sвас\sпо\sпрямой/);
  expect(await page.locator('.contacts__point').count()).toBe(2);
  const policy = async (at: typeof site) =>
    (await at.app.inject({ url: '/contacts/', headers: { host: 'idd.localhost' } })).headers['content-security-policy'];
  expect(await policy(bare)).not.toContain('http');
  expect(await policy(site)).toMatch(new RegExp(`script-src [^;]*${maps.origin}`));
  expect(problems).toEqual([]);
});

test('[S7-26] the policy lets no other script in: one from elsewhere is blocked', async () => {
  const { page } = await open('/contacts/');
  const isBlocked = await page.evaluate(
    (address) =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = address;
        script.onload = () => resolve(false);
        script.onerror = () => resolve(true);
        document.head.append(script);
      }),
    `http://localhost:${new URL(maps.origin).port}/v3/?apikey=a&lang=ru_RU`,
  );
  expect(isBlocked).toBe(true);
});

test('[S2-03] a phone shows the first point whole and the others by a press, each with a way to it', async () => {
  const { page } = await open('/contacts/', { device: 'mobile', javaScriptEnabled: false });
  const way = page.getByRole('link', { name: /^Построить\sмаршрут/ });
  expect(await way.first().getAttribute('href')).toBe('https://yandex.ru/maps/?rtext=~59.20917,39.86653');
  expect(await way.count(), 'of a folded point nothing is in sight').toBe(1);
  await page.locator('.contacts__fold summary').click();
  expect(await way.count()).toBe(2);
});

test('[S2-03] without JavaScript contacts show hours, the way in and requisites, and no empty place for a map', async () => {
  const { page } = await open('/contacts/', { javaScriptEnabled: false });
  const words = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  for (const part of ['Пн–Пт 09:00–20:00', 'Вход с улицы', '30 мест', 'Колеровка краски', 'ИНН', 'Обратная связь'])
    expect(words).toContain(part);
  expect(await page.locator('.pmap').isVisible()).toBe(false);
});

test('[S2-11] vacancies are narrowed by links and answered by a form, without JavaScript on a phone', async () => {
  const { page } = await open('/vacancy/', { device: 'mobile', javaScriptEnabled: false });
  expect(await page.locator('.vac').count()).toBe(2);
  await page.locator('.vacancies__group', { hasText: 'Направление' }).locator('summary').click();
  await page.locator('.vacancies__group').getByRole('link', { name: 'Доставка' }).click();
  expect(await page.locator('.vac').count()).toBe(1);
  await page.getByRole('link', { name: 'Водитель' }).click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Водитель');
  await page.getByRole('button', { name: 'Отправить отклик' }).click();
  expect(await page.locator('main').innerText()).toContain('Обязательно для заполнения');
});

// What links lead to is looked at by test/journeys/every-page.test.ts.
test.for(['desktop', 'mobile'] as const)(
  '[S2-04] the blog’s answers to a search have no accessibility findings and no console errors on %s',
  async (device) => {
    for (const path of ['/blog/?q=мешков', '/blog/?q=космос']) {
      const { page, problems } = await open(path, { device });
      expect([path, await findings(page)]).toEqual([path, []]);
      expect([path, problems]).toEqual([path, []]);
    }
  },
);

test('[S2-03] professionals see the branch’s public quantity prices and the real terms of reserve, never a business price', async () => {
  const { page } = await open('/professionalam/', { javaScriptEnabled: false });
  const words = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
  expect(words).toContain('489 ₽ за мешок');
  expect(words).toContain('от 20 мешков — 472 ₽ −17 ₽');
  expect(words).toMatch(/20 мешков по розничной цене\s+9 780 ₽\s+20 мешков по цене от количества\s+9 440 ₽/);
  expect(words).toContain('Счёт организации: 3 рабочих дня после оформления');
  const whole = await page.content();
  for (const secret of ['411', '407'])
    expect(whole.replaceAll(/[^\d ₽]/g, ' ')).not.toMatch(new RegExp(` ${secret} ?₽`));
  expect(whole).not.toMatch(/40_?700|41_?100/);
  await page.getByRole('link', { name: 'Спросить специалиста' }).click();
  expect(new URL(page.url()).pathname).toBe('/forms/consultation/');
});

test('[S2-03] an offer of cooperation is taken with its file, and a wrong file is named', async () => {
  const { page, problems } = await open('/cooperation/');
  await page.getByLabel('Что предлагаете').selectOption('supplier');
  await page.getByLabel('Название организации').fill('ООО «Песок»');
  await page.getByLabel('Контактное лицо').fill('Анна');
  await page.getByLabel('Телефон').fill('9210001234');
  await page.locator('.partners').getByLabel('Почта').fill('anna@pesok.example');
  await page.locator('.partners').getByLabel('Предложение', { exact: false }).last().fill('Речной песок, от 10 тонн.');
  const file = page.locator('.partners input[type=file]');
  await file.setInputFiles({ name: 'price.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await page
    .locator('.partners')
    .getByText('Согласен на')
    .click({ position: { x: 5, y: 5 } });
  await page.getByRole('button', { name: 'Отправить предложение' }).click();
  await page.getByText('Недопустимый формат файла').first().waitFor();
  await file.setInputFiles({ name: 'price.txt', mimeType: 'text/plain', buffer: Buffer.from('Песок речной 1 т') });
  await page.getByRole('button', { name: 'Отправить предложение' }).click();
  await page.getByText('Ответственный сотрудник прочитает предложение и ответит').first().waitFor();
  expect(problems).toEqual([]);
});

test('[S2-04] «Всё из статьи в корзину» fills the cart where it stands; the contents lead to headings', async () => {
  const { page, problems } = await open('/blog/shtukaturka/');
  await page.getByRole('navigation', { name: 'В статье' }).getByRole('link', { name: 'Сколько купить' }).click();
  expect(new URL(page.url()).hash).toBe('#skolko-kupit');
  await page.getByRole('button', { name: 'Всё из статьи в корзину' }).click();
  await page.getByText('Товары в корзине').waitFor();
  await page.getByRole('link', { name: 'Перейти в корзину' }).click();
  await page.getByRole('heading', { level: 1, name: 'Корзина' }).waitFor();
  for (const name of ['Штукатурка СУХОНА', 'Грунтовка СУХОНА'])
    expect(await page.getByRole('link', { name }).first().isVisible()).toBe(true);
  expect(problems).toEqual([]);
});

test('[S2-04] the counts of an article’s set are its own: the next article begins with those it says', async () => {
  const next = await publishArticle(
    db,
    {
      slug: 'gruntovka',
      title: 'Чем грунтовать',
      lead: 'Под штукатурку и под краску.',
      topic: 'remont',
      author: 'Редакция ИДД',
      blocks: [{ type: 'products', title: 'Для работы', idcodes: [mixture.idcode, primer.idcode] }],
    },
    yesterday,
  );
  const { page, problems } = await open('/blog/shtukaturka/');
  const count = page.locator('.goodsset').getByLabel('Количество, Штукатурка СУХОНА');
  await isLive(page, '.goodsset .step');
  await count.fill('7');
  await count.blur();
  await page.getByRole('button', { name: 'Всё из статьи в корзину' }).click();
  await page.getByText('Товары в корзине').waitFor();
  await page.getByRole('link', { name: 'Чем грунтовать' }).click();
  await page.getByRole('heading', { level: 1, name: 'Чем грунтовать' }).waitFor();
  await expect.poll(() => count.inputValue()).toBe('1');
  expect(await page.getByText('Товары в корзине').count()).toBe(0);
  await withdrawArticle(db, next);
  expect(problems).toEqual([]);
});

test('[S2-04] without JavaScript the search, a topic and the article’s cart button work', async () => {
  const { page } = await open('/blog/', { javaScriptEnabled: false });
  await page.getByRole('searchbox', { name: 'Искать в блоге' }).fill('мешков');
  await page.locator('.blog__search').getByRole('button', { name: 'Найти' }).click();
  expect(new URL(page.url()).searchParams.get('q')).toBe('мешков');
  await page.getByRole('link', { name: 'Сколько штукатурки купить' }).click();
  await page.getByRole('button', { name: 'Всё из статьи в корзину' }).click();
  expect(new URL(page.url()).pathname).toBe('/cart/');
  expect(await page.locator('main').innerText()).toContain('Грунтовка СУХОНА');
});

import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { publishArticle, saveTopic } from '#modules/blog/change-article.ts';
import { createAction } from '#modules/catalogue/save-action.ts';
import { createBanner } from '#modules/content/banners.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { publishForm } from '#modules/forms/form-schemas.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { createVacancy, publishVacancy } from '#modules/vacancies/change-vacancy.ts';
import type { VacancyInput } from '#modules/vacancies/schema.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'elki', 'Ёлки');
const tree = await makeProduct(db, { name: 'Ёлка Таёжная', price: 250_000, category_id: category.id });
const browser = await testBrowser();
const site = await testSite(db, { DATA_DIR: await testFolder() });

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const day = (text: string) => new Date(`${text}T00:00:00+03:00`);
const season = { starts_at: day('2090-12-01'), ends_at: day('2091-01-10') };
/** What journeys of releases and promotions plan on the screens. */
async function planSeason(): Promise<void> {
  await planHomeLayout(db, { season: 'newyear', ...season });
  await createAction(db, {
    slug: 'elki-30',
    name: 'Ёлки дешевле',
    rules: 'До 31 декабря.',
    products: [tree.id],
    starts_at: season.starts_at,
    ends_at: day('2090-12-31'),
  });
  await makeCoupon(db, 'ЁЛКА300', season);
  await saveLanding(db, { slug: 'novyj-god', name: 'Новый год', ...season });
  await writeLandingPage(db, 'novyj-god', {
    department_id_1c: null,
    variant: 'a',
    title: 'Всё к празднику',
    description: '',
    blocks: [{ type: 'html', html: '<p>Гирлянды и шары</p>' }],
  });
  await publishLanding(db, 'novyj-god');
  const slide = { text: '', button_text: 'Выбрать', ...season };
  await createBanner(db, { ...slide, title: 'Всё к празднику', link: '/lp/novyj-god/' });
  await createBanner(db, { ...slide, title: 'Череповцу дешевле', link: '/lp/novyj-god/', department_id_1c: '00052' });
  // Its action ends before it does.
  const trees = { title: 'Ёлки и гирлянды', button_text: 'Выбрать ёлку', link: '/actions/elki-30/' };
  await createBanner(db, { ...slide, ...trees, starts_at: day('2090-12-05'), is_draft: true });
}

// A request that the server refuses is written to the console by the browser itself.
const serious = (problems: string[]) => problems.filter((problem) => !/status of (404|422)/.test(problem));

/** Days of a slide, by Moscow's clock. */
async function daysOf(id: number): Promise<string> {
  const { starts_at, ends_at } = await db
    .selectFrom('banners')
    .select(['starts_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [starts_at, ends_at].map((moment) => (moment ? formatDateTime(moment) : 'всегда')).join(' — ');
}

/** Holds a point and moves it sideways, then says what is shown while it is held. */
async function drag(page: Page, from: { x: number; y: number }, px: number, held: () => Promise<unknown>) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + px, from.y, { steps: 5 });
  await held();
  await page.mouse.up();
}

test('a season stands in the calendar and in its list, a slide outlives its promotion, and every draft is seen on 12 December', {
  timeout: 120_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Мария Отделова' });
  const { page, problems } = await openOffice(
    { browser, address: site.address, cookies },
    '/calendar?span=quarter&from=2090-12-01',
  );
  await page.getByText('В эти дни планов нет').waitFor();
  await looks(page, 'calendar-empty');
  await planSeason();

  await page.goto(site.address('/admin/calendar?span=quarter&from=2090-12-01'));
  await page
    .getByRole('region', { name: 'Оформление' })
    .getByRole('link', { name: /^Новый год ?, все филиалы/ })
    .waitFor();
  await page
    .getByText('Слайд «Ёлки и гирлянды» ведёт на «Ёлки дешевле», которая кончится раньше: 31.12.2090 00:00')
    .waitFor();
  await page.getByRole('link', { name: /^Ёлки и гирлянды.*черновик/ }).waitFor();
  await looks(page, 'calendar');
  await page.getByRole('button', { name: 'Список' }).click();
  await page.getByRole('table').getByRole('link', { name: 'ЁЛКА300' }).waitFor();
  await looks(page, 'calendar-list');

  await page.getByLabel('День и время').fill('2090-12-12T10:00');
  await page.getByLabel('Филиал', { exact: true }).selectOption({ label: 'Вологда' });
  const differences = page.getByRole('region', { name: 'Отличия от сегодня' });
  await differences.getByRole('link', { name: 'Слайды: Ёлки и гирлянды' }).waitFor();
  expect(await differences.getByText('Череповцу дешевле').count()).toBe(0);
  await page.getByRole('button', { name: 'Полосы' }).click();
  await looks(page, 'calendar-differences');
  await page.getByLabel('С черновиками').click();
  await differences.getByRole('link', { name: 'Слайды: Ёлки и гирлянды' }).waitFor({ state: 'detached' });
  await differences.getByRole('link', { name: 'Слайды: Всё к празднику' }).waitFor();
  await page.getByLabel('С черновиками').click();
  await differences.getByRole('link', { name: 'Слайды: Ёлки и гирлянды' }).waitFor();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Открыть вкладкой' }).click(),
  ]);
  await tab.getByText(/Предпросмотр: 12\.12\.2090 10:00/).waitFor();
  await tab.getByText(/с черновиками(?! выпуска)/).waitFor();
  await tab.getByText('Ёлки и гирлянды').waitFor();
  await tab.getByRole('link', { name: 'Закончить' }).click();
  await tab.getByText(/Предпросмотр/).waitFor({ state: 'detached' });
  expect(await tab.getByText('Ёлки и гирлянды').count()).toBe(0);
  await page.bringToFront();
  await seeInFrame(page);
  expect(serious(problems)).toEqual([]);
});

/** The same look in a frame of the back office, as a computer and as a phone show it. */
async function seeInFrame(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Показать здесь' }).click();
  const dialog = page.getByRole('dialog', { name: 'Магазин на 12.12.2090 10:00' });
  const shop = dialog.frameLocator('iframe');
  await shop.getByText(/Предпросмотр: 12\.12\.2090 10:00/).waitFor();
  await shop.getByText('Ёлки и гирлянды').waitFor();
  expect(await shop.getByRole('link', { name: 'Закончить' }).count()).toBe(0);
  await looks(page, 'calendar-look');
  await dialog.getByRole('radio', { name: 'Телефон, 390 px' }).check();
  await shop.locator('.mhead').waitFor();
  await shop.getByText(/Предпросмотр: 12\.12\.2090 10:00/).waitFor();
  expect(await shop.locator('html').evaluate((node) => node.clientWidth)).toBe(390);
  await looks(page, 'calendar-look-phone');
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
}

test('a bar is dragged to other days, its edge too, taken back, and moved from the keyboard; who was faster is told', {
  timeout: 120_000,
}, async () => {
  const dates = { starts_at: day('2092-12-05'), ends_at: new Date('2092-12-19T18:00:00+03:00') };
  const slide = { text: '', button_text: 'Выбрать', link: '/actions/' };
  const id = await createBanner(db, { ...slide, title: 'Гирлянды', ...dates });
  await db
    .insertInto('department_hour_exceptions')
    .values({ department_id_1c: '00131', date: '2092-12-31', note: 'Короткий день' })
    .execute();
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Пётр Календарёв' });
  const { page, problems } = await openOffice(
    { browser, address: site.address, cookies },
    '/calendar?span=quarter&from=2092-12-01',
  );
  const bar = page.getByRole('link', { name: /^Гирлянды/ });
  // A narrow window shows a list instead: after a change of width the bars come with the next rendering.
  const laidOut = page.locator('.timeline-lanes').getByRole('link', { name: /^Гирлянды/ });
  const boxOf = async () => ensure(await vi.waitUntil(() => laidOut.boundingBox(), { timeout: 10_000 }));
  const middle = async () => {
    const { x, y, width, height } = await boxOf();
    return { x: x + width / 2, y: y + height / 2 };
  };
  await bar.waitFor();
  const lanes = ensure(await page.locator('.timeline-lanes').first().boundingBox());
  const dayPx = lanes.width / 90;
  const said = (words: string) => page.getByText(words).waitFor();

  await drag(page, await middle(), 3 * dayPx, async () => {
    await said('8–22 декабря 2092');
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/calendar-dragging.png` });
  });
  await said('Перенесено: 8–22 декабря 2092');
  expect(await daysOf(id)).toBe('08.12.2092 00:00 — 22.12.2092 18:00');
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect.poll(() => daysOf(id)).toBe('05.12.2092 00:00 — 19.12.2092 18:00');
  await page.getByRole('link', { name: /^Гирлянды.*с 05\.12\.2092/ }).waitFor();

  const { x, y, width, height } = await boxOf();
  await drag(page, { x: x + width - 3, y: y + height / 2 }, 10 * dayPx, () => said('5–29 декабря 2092'));
  await said('Перенесено: 5–29 декабря 2092');
  expect(await daysOf(id)).toBe('05.12.2092 00:00 — 29.12.2092 18:00');
  await drag(page, { x: x + 3, y: y + height / 2 }, 2 * dayPx, () => said('7–29 декабря 2092'));
  await said('Перенесено: 7–29 декабря 2092');
  await looks(page, 'calendar-moved');
  await drag(page, await middle(), 5 * dayPx, () => page.keyboard.press('Escape'));
  expect(await daysOf(id)).toBe('07.12.2092 00:00 — 29.12.2092 18:00');

  const dialog = page.getByRole('dialog', { name: 'Переместить' });
  const ask = async () => {
    await bar.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
  };
  await ask();
  await looks(page, 'calendar-move');
  await page.keyboard.press('Escape');
  await ask();
  await dialog.getByLabel('Первый день').fill('2093-01-09');
  await dialog.getByLabel('Последний день').fill('2093-01-05');
  await page.keyboard.press('Enter');
  await dialog.getByText('Конец раньше начала').waitFor();
  await dialog.getByLabel('Последний день').fill('2093-01-20');
  await page.keyboard.press('Enter');
  await said('Перенесено: 9–20 января 2093');
  await dialog.waitFor({ state: 'detached' });
  expect(await daysOf(id)).toBe('09.01.2093 00:00 — 20.01.2093 18:00');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Переместить: Гирлянды');

  await db
    .updateTable('banners')
    .set({ ends_at: day('2093-01-25') })
    .where('id', '=', id)
    .execute();
  await drag(page, await middle(), -5 * dayPx, () => said('4–15 января 2093'));
  await said('«Гирлянды» не перенесено: пока вы переносили, срок записи изменили');
  expect(await daysOf(id)).toBe('09.01.2093 00:00 — 25.01.2093 00:00');
  await page.getByRole('link', { name: /^Гирлянды.*до 25\.01\.2093/ }).waitFor();

  // Two change the beginning, and one of them the end too: whoever is told and goes on leaves the other’s end.
  await ask();
  await dialog.getByLabel('Первый день').fill('2093-01-11');
  await db
    .updateTable('banners')
    .set({ starts_at: day('2093-01-12'), ends_at: day('2093-01-28') })
    .where('id', '=', id)
    .execute();
  await page.keyboard.press('Enter');
  await dialog.getByText('Пока вы переносили, срок записи изменили').waitFor();
  await dialog.getByText(/Сейчас:\s12–27\sянваря\s2093/).waitFor();
  expect(await daysOf(id)).toBe('12.01.2093 00:00 — 28.01.2093 00:00');
  expect(await dialog.getByLabel('Последний день').inputValue()).toBe('2093-01-27');
  await dialog.getByRole('button', { name: 'Переместить' }).click();
  await said('Перенесено: 11–27 января 2093');
  expect(await daysOf(id)).toBe('11.01.2093 00:00 — 28.01.2093 00:00');

  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole('button', { name: 'Переместить: Короткий день' }).click();
  await dialog.getByText('Часы филиала меняют на его странице').waitFor();
  await looks(page, 'calendar-fixed');
  await page.keyboard.press('Escape');
  await bar.click();
  await page.waitForURL(/\/admin\/promo\/slides\/\d+/);
  expect(serious(problems)).toEqual([]);
});

test('an article and a version of a page that are to come are dragged to another day, taken back, and moved from the keyboard', {
  timeout: 120_000,
}, async () => {
  await saveTopic(db, { slug: 'remont', name: 'Ремонт', position: 1 });
  const article = {
    slug: 'kak-vybrat-elku',
    title: 'Как выбрать ёлку',
    lead: 'Коротко о том, какую ёлку взять.',
    topic: 'remont',
    author: 'Мария Отделова',
    season: null,
    picture: null,
    department_id_1c: null,
    blocks: [{ type: 'html', html: '<p>Измерьте потолок.</p>' }],
  };
  const id = await publishArticle(db, article as never, new Date('2096-12-05T10:00:00+03:00'));
  const versions: number[] = [];
  for (const [html, from] of [
    ['<p>На этаж</p>', '2096-12-20'],
    ['<p>И на лифте</p>', '2097-01-15'],
  ] as const) {
    const version = await createPageVersion(db, { slug: 'podyom', title: 'Подъём', html });
    await publishPageVersion(db, version.id, { published_at: day(from) });
    versions.push(version.id);
  }
  const outOf = async (table: 'articles' | 'pages', id: number) => {
    const { published_at } = await db
      .selectFrom(table)
      .select('published_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return published_at && formatDateTime(published_at);
  };
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Ольга Статейная' });
  const { page, problems } = await openOffice(
    { browser, address: site.address, cookies },
    '/calendar?span=quarter&from=2096-12-01&view=bars',
  );
  const bar = page.getByRole('link', { name: /^Как выбрать ёлку/ });
  await bar.waitFor();
  const middleOf = async (link: typeof bar) => {
    const { x, y, width, height } = ensure(await link.boundingBox());
    return { x: x + width / 2, y: y + height / 2 };
  };
  const dayPx = ensure(await page.locator('.timeline-lanes').first().boundingBox()).width / 90;
  const said = (words: string) => page.getByText(words).waitFor();
  await drag(page, await middleOf(bar), 7 * dayPx, () => said('12 декабря 2096'));
  await said('Перенесено: 12 декабря 2096');
  expect(await outOf('articles', id)).toBe('12.12.2096 10:00');
  await looks(page, 'calendar-moved-text');
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect.poll(() => outOf('articles', id)).toBe('05.12.2096 10:00');
  await page.getByRole('link', { name: /^Как выбрать ёлку.*05\.12\.2096/ }).waitFor();

  const second = page.getByRole('link', { name: /^Подъём, редакция 2/ });
  await drag(page, await middleOf(second), 5 * dayPx, () => said('с 20 января 2097'));
  await said('Перенесено: с 20 января 2097');
  const [before = 0, after = 0] = versions;
  expect([await outOf('pages', before), await outOf('pages', after)]).toEqual(['20.12.2096 00:00', '20.01.2097 00:00']);

  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole('link', { name: /^Подъём, редакция 1/ }).hover();
  await page.getByRole('button', { name: 'Переместить: Подъём, редакция 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Переместить' });
  await dialog.getByLabel('Первый день').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Переместить' }).click();
  await dialog.getByText(/это время уже прошло/i).waitFor();
  await looks(page, 'calendar-move-text');
  await page.setViewportSize({ width: 768, height: 900 });
  await dialog.getByLabel('Первый день').fill('2096-12-27');
  await dialog.getByRole('button', { name: 'Переместить' }).click();
  await said('Перенесено: с 27 декабря 2096');
  expect(await outOf('pages', before)).toBe('27.12.2096 00:00');
  expect(serious(problems)).toEqual([]);
});

test('a post and a form that are to come are dragged to other days, taken back, and moved from the keyboard', {
  timeout: 120_000,
}, async () => {
  const post: VacancyInput = {
    department_id_1c: '00131',
    title: 'Кладовщик',
    field: 'warehouse',
    schedule: 'two_two',
    salary_from_kopecks: 6_000_000,
    duties: '<p>Собирать заказы.</p>',
    terms: '<p>Два через два.</p>',
    valid_until: day('2098-12-19'),
  };
  const id = await createVacancy(db, post, new Date(), { is_draft: true });
  await publishVacancy(db, id, day('2098-12-05'));
  const form = { code: 'zamer', name: 'Замер', fields: { name: { name: 'Имя', as: 'Input', order: 1, rules: {} } } };
  await publishForm(db, form as FormSchema, new Date('2098-12-20T10:00:00+03:00'));
  const daysOfPost = async () => {
    const found = db.selectFrom('vacancies').select(['published_at', 'valid_until']).where('id', '=', id);
    const { published_at, valid_until } = await found.executeTakeFirstOrThrow();
    return [published_at, ensure(valid_until)].map((at) => formatDateTime(at)).join(' — ');
  };
  const dayOfForm = async () => {
    const found = db.selectFrom('form_schemas').select('published_at').where('code', '=', 'zamer');
    return formatDateTime(ensure((await found.executeTakeFirstOrThrow()).published_at));
  };
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Вера Перенос' });
  const { page, problems } = await openOffice(
    { browser, address: site.address, cookies },
    '/calendar?span=quarter&from=2098-12-01&view=bars',
  );
  const bar = page.getByRole('link', { name: /^Кладовщик/ });
  await bar.waitFor();
  const { x, y, width, height } = ensure(await bar.boundingBox());
  const dayPx = ensure(await page.locator('.timeline-lanes').first().boundingBox()).width / 90;
  const said = (words: string) => page.getByText(words).waitFor();
  await drag(page, { x: x + width / 2, y: y + height / 2 }, 20 * dayPx, () => said('25 декабря 2098 — 7 января 2099'));
  await page.getByText(/^Перенесено: /).waitFor();
  expect(await daysOfPost()).toBe('25.12.2098 00:00 — 08.01.2099 00:00');
  await looks(page, 'calendar-moved-post');
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect.poll(daysOfPost).toBe('05.12.2098 00:00 — 19.12.2098 00:00');
  const until = (day: string) =>
    page.locator('.span-bar', { hasText: `до ${day}.12.2098` }).waitFor({ state: 'attached' });
  await until('19');

  const dialog = page.getByRole('dialog', { name: 'Переместить' });
  const ask = async (link: typeof bar) => {
    await link.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
  };
  await ask(bar);
  // Another gives it a later end while the window is open, and the calendar behind it is read again.
  await db
    .updateTable('vacancies')
    .set({ valid_until: day('2098-12-21') })
    .where('id', '=', id)
    .execute();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await until('21');
  await dialog.getByLabel('Первый день').fill('2098-12-07');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await daysOfPost()).toBe('07.12.2098 00:00 — 21.12.2098 00:00');
  await ask(page.getByRole('link', { name: /^Замер, версия 1/ }));
  await dialog.getByLabel('День').fill('2098-12-22');
  await page.keyboard.press('Enter');
  await said('Перенесено: 22 декабря 2098');
  expect(await dayOfForm()).toBe('22.12.2098 10:00');
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect.poll(dayOfForm).toBe('20.12.2098 10:00');
  expect(serious(problems)).toEqual([]);
});

test('a finger drags a bar, too', { timeout: 120_000 }, async () => {
  const slide = { text: '', button_text: 'Выбрать', link: '/actions/' };
  const dates = { starts_at: day('2094-12-05'), ends_at: day('2094-12-20') };
  const id = await createBanner(db, { ...slide, title: 'Снег', ...dates });
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Анна Пальцева' });
  const { page } = await openOffice(
    { browser, address: site.address, cookies },
    '/calendar?span=quarter&from=2094-12-01&view=bars',
    768,
  );
  const bar = page.getByRole('link', { name: /^Снег/ });
  const { x, y, width, height } = ensure(await bar.boundingBox({ timeout: 20_000 }));
  const lanes = ensure(await page.locator('.timeline-lanes').first().boundingBox());
  const point = { x: x + width / 2, y: y + height / 2 };
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', px: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: point.x + px, y: point.y }],
    });
  await touch('touchStart', 0);
  for (const step of [1, 2, 3, 4, 5]) await touch('touchMove', (step * lanes.width) / 90);
  await touch('touchEnd', 0);
  await page.getByText('Перенесено: 10–24 декабря 2094').waitFor();
  expect(await daysOf(id)).toBe('10.12.2094 00:00 — 25.12.2094 00:00');
});

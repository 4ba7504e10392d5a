import { afterEach, expect, test } from 'vitest';
import { createAction } from '#modules/catalogue/save-action.ts';
import { createBanner } from '#modules/content/banners.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
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
/** What the rest of the shop's season is, planned on the screens of its own sections. */
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
    ...{ department_id_1c: null, variant: 'a', title: 'Всё к празднику', description: '' },
    blocks: [{ type: 'html', html: '<p>Гирлянды и шары</p>' }],
  });
  await publishLanding(db, 'novyj-god');
  const slide = { text: '', button_text: 'Выбрать', ...season };
  await createBanner(db, { ...slide, title: 'Всё к празднику', link: '/lp/novyj-god/' });
  await createBanner(db, { ...slide, title: 'Череповцу дешевле', link: '/lp/novyj-god/', department_id_1c: '00052' });
}

// A request that the server refuses is written to the console by the browser itself.
const serious = (problems: string[]) => problems.filter((problem) => !/status of (404|422)/.test(problem));

test('New Year is planned, looked at in two branches on 12 December, published, collides with a promotion, and one part is undone', {
  timeout: 240_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Мария Отделова' });
  const { page, problems } = await openOffice(
    { browser, address: site.address, cookies },
    '/calendar?span=quarter&from=2090-12-01',
  );
  await page.getByText('В эти дни планов нет').waitFor();
  await looks(page, 'calendar-empty');
  await planSeason();

  await page.goto(site.address('/admin/promo/slides/new'));
  await page.getByLabel('Заголовок').fill('Ёлки и гирлянды');
  await page.getByLabel('Кнопка').fill('Выбрать ёлку');
  await page.getByLabel('Куда ведёт').fill('/actions/elki-30/');
  await page.getByLabel('Начало').fill('2090-12-05T00:00');
  await page.getByLabel('Конец').fill('2091-01-10T00:00');
  await page.getByRole('button', { name: /Создать/ }).click();
  await page.getByRole('heading', { name: 'Ёлки и гирлянды' }).waitFor();

  await page.goto(site.address('/admin/calendar?span=quarter&from=2090-12-01'));
  await page
    .getByRole('region', { name: 'Оформление' })
    .getByRole('link', { name: /^Новый год ?, все филиалы/ })
    .waitFor();
  await page
    .getByText('Слайд «Ёлки и гирлянды» ведёт на «Ёлки дешевле», которая кончится раньше: 31.12.2090 00:00')
    .waitFor();
  await looks(page, 'calendar');
  await page.getByRole('button', { name: 'Список' }).click();
  await page.getByRole('table').getByRole('link', { name: 'ЁЛКА300' }).waitFor();
  await looks(page, 'calendar-list');

  // Signing in sets the session's cookies for the whole domain; the test's own are of one host.
  const town = new URL(site.address('/'));
  town.hostname = `cherepovets.${town.hostname}`;
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: town.href })));
  for (const [branch, own] of [
    ['Вологда', false],
    ['Череповец', true],
  ] as const) {
    await page.getByLabel('День и время').fill('2090-12-12T10:00');
    await page.getByLabel('Филиал', { exact: true }).selectOption({ label: branch });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Открыть вкладкой' }).click(),
    ]);
    await tab.getByText(/Предпросмотр: 12\.12\.2090 10:00/).waitFor();
    await tab.getByText(/с черновиками/).waitFor();
    await tab.getByText('Ёлки и гирлянды').waitFor();
    expect(await tab.getByText('Череповцу дешевле').count()).toBe(own ? 1 : 0);
    expect(await tab.locator('[data-season="newyear"]').count()).toBe(1);
    await tab.getByRole('link', { name: 'Закончить' }).click();
    await tab.getByText(/Предпросмотр/).waitFor({ state: 'detached' });
    expect(await tab.getByText('Ёлки и гирлянды').count()).toBe(0);
    await tab.close();
  }

  // Published, then mended: the slide goes when its promotion does.
  await page.getByRole('link', { name: 'Слайды: Ёлки и гирлянды' }).click();
  await page.getByRole('heading', { name: 'Ёлки и гирлянды' }).waitFor();
  await page.getByLabel('Черновик').uncheck();
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByLabel('Конец').fill('2090-12-31T00:00');
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok()),
    page.keyboard.press('Control+s'),
  ]);
  const calendar = site.address('/admin/calendar?span=quarter&from=2090-12-01');
  await page.goto(calendar);
  await page.getByText('В эти дни ничего не сталкивается').waitFor();
  expect(await db.selectFrom('banners').select('is_draft').where('title', '=', 'Ёлки и гирлянды').execute()).toEqual([
    { is_draft: false },
  ]);

  // One part is taken back: the slide is a draft again, the rest of the season stays.
  await page
    .getByRole('region', { name: 'Слайды' })
    .getByRole('link', { name: /^Ёлки и гирлянды/ })
    .click();
  await page.getByRole('button', { name: 'История' }).click();
  await page
    .getByRole('button', { name: /^Вернуть как было/ })
    .last()
    .click();
  await expect
    .poll(() => db.selectFrom('banners').select('is_draft').where('title', '=', 'Ёлки и гирлянды').execute())
    .toEqual([{ is_draft: true }]);
  await page.goto(calendar);
  await page.getByRole('link', { name: /^Ёлки и гирлянды.*черновик/ }).waitFor();
  expect(serious(problems)).toEqual([]);
});

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
    ...{ department_id_1c: null, variant: 'a', title: 'Всё к празднику', description: '' },
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
  expect(serious(problems)).toEqual([]);
});

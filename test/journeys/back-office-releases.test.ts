import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createAction } from '#modules/catalogue/save-action.ts';
import { createBanner } from '#modules/content/banners.ts';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
// A third branch, with the prices of the second.
await sql`insert into stores (store, name) values ('store77', 'Сокол')`.execute(db);
await sql`
  insert into departments (id_1c, parent, domain, name_for_site, city, region, names_cases, base_price, address,
    work_time, phones)
  select '00077', parent, 'sokol', 'Сокол', 'Сокол', region, names_cases, base_price, address, work_time, phones
  from departments where id_1c = '00052'`.execute(db);
const category = await makeCategory(db, 'elki', 'Ёлки');
const tree = await makeProduct(db, { name: 'Ёлка Таёжная', price: 250_000, category_id: category.id });
await db.insertInto('prices').values({ price_column: 'cherepovets', product_id: tree.id, price: 260_000 }).execute();
const browser = await testBrowser();
const site = await testSite(db, { DATA_DIR: await testFolder() });

afterEach(async () => {
  vi.useRealTimers();
  for (const context of browser.contexts()) await context.close();
});

const towns = { Вологда: undefined, Череповец: 'cherepovets', Сокол: 'sokol' } as const;
type Town = keyof typeof towns;

// A request that the server refuses is written to the console by the browser itself.
const serious = (problems: string[]) => problems.filter((problem) => !/status of (404|422)/.test(problem));

/** A page of the shop as any visitor of that town has it. */
async function shopOf(town: Town, path = '/'): Promise<string> {
  await site.app.invalidations?.caughtUp();
  const { host } = new URL(site.address(path, towns[town]));
  return (await site.app.inject({ url: path, headers: { host, accept: 'text/html' } })).body;
}

/** Everything that the marketer plans below, by the words that buyers would read. */
const planned = /Ёлки и гирлянды|Ёлки дешевле|ЁЛКА300|Гирлянды и шары|data-season="newyear"/;

async function save(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok()),
    page.getByRole('button', { name: 'Сохранить', exact: true }).click(),
  ]);
}

/** The draft that the page shows waits in the release from now on. */
async function putIntoRelease(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'В выпуск' }).click();
  await page.getByRole('dialog', { name: 'В выпуск' }).getByRole('button', { name: 'Положить' }).click();
  await page.getByRole('link', { name: 'Выпуск: Новый год 2091' }).waitFor();
}

async function planDesign(page: Page): Promise<void> {
  await page.goto(site.address('/admin/content/home'));
  await page.getByRole('button', { name: 'Новый план' }).click();
  await page.getByLabel('Действует с').fill('2090-12-01T00:00');
  await page.getByRole('button', { name: 'Создать план' }).click();
  await page.getByLabel('Сезонный вид').selectOption({ label: 'Новый год' });
  await page.getByLabel('До', { exact: true }).fill('2091-01-10T00:00');
  await save(page);
  await putIntoRelease(page);
}

async function planAction(page: Page): Promise<void> {
  await page.goto(site.address('/admin/promo/actions/new'));
  await page.getByLabel('Название', { exact: true }).fill('Ёлки дешевле');
  await page.getByLabel('Адрес страницы').fill('elki-30');
  await page.getByLabel('Начало').fill('2090-12-01T00:00');
  await page.getByLabel('Конец').fill('2091-01-10T00:00');
  await page.getByLabel('Полные правила').fill('Скидка уже стоит в цене товара.');
  await page.getByRole('button', { name: 'Создать акцию' }).click();
  await page.getByLabel('Раздел', { exact: true }).selectOption({ label: 'Ёлки' });
  await page.getByRole('button', { name: 'Добавить весь раздел' }).click();
  await page.getByText(/Добавлен[оы]? 1\sтовар/).waitFor();
  await putIntoRelease(page);
  await looks(page, 'draft-action');
}

async function planCoupon(page: Page): Promise<void> {
  await page.goto(site.address('/admin/promo/coupons/new'));
  await page.getByLabel('Код').fill('ЁЛКА300');
  await page.getByLabel('Процент').fill('5');
  await page.getByLabel('Начало').fill('2090-12-01T00:00');
  await page.getByLabel('Конец').fill('2090-12-31T00:00');
  await page.getByLabel('Черновик').check();
  await page.getByRole('button', { name: 'Создать купон' }).click();
  await page.getByRole('heading', { name: 'ЁЛКА300' }).waitFor();
  await putIntoRelease(page);
}

async function planLanding(page: Page): Promise<void> {
  await page.goto(site.address('/admin/content/landings'));
  await page.getByRole('button', { name: 'Новая посадочная' }).click();
  await page.getByLabel('Название', { exact: true }).fill('Новый год');
  await page.getByLabel('Адрес', { exact: true }).fill('novyj-god');
  await page.getByRole('button', { name: 'Создать', exact: true }).click();
  await page.getByRole('button', { name: 'Новый текст' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Создать черновик' }).click();
  await page.getByLabel('Заголовок', { exact: true }).fill('Гирлянды и шары');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('link', { name: 'Новый год', exact: true }).click();
  await page.getByRole('button', { name: 'Сроки' }).click();
  await page.getByLabel('С', { exact: true }).fill('2090-12-01T00:00');
  await page.getByLabel('До', { exact: true }).fill('2091-01-10T00:00');
  await save(page);
  await putIntoRelease(page);
}

async function planPrices(page: Page): Promise<void> {
  await page.goto(site.address('/admin/prices'));
  await page.getByRole('button', { name: 'Предложить все' }).click();
  await page.getByLabel('Изменить на, %').fill('-10');
  await page.getByLabel('Начать').fill('2090-12-01');
  await page.getByRole('button', { name: 'Посчитать' }).click();
  // Who may not write prices is offered no button that changes them.
  await page.getByText('Цены меняет владелец или контент.').waitFor();
  expect(await page.getByRole('button', { name: /^Запланировать/ }).count()).toBe(0);
  await putIntoRelease(page);
}

async function planSlide(page: Page): Promise<void> {
  await page.goto(site.address('/admin/promo/slides/new'));
  await page.getByLabel('Заголовок').fill('Ёлки и гирлянды');
  await page.getByLabel('Текст').fill('Ещё дешевле с кодом ЁЛКА300');
  await page.getByLabel('Кнопка').fill('Выбрать ёлку');
  await page.getByLabel('Куда ведёт').fill('/actions/elki-30/');
  await page.getByLabel('Филиал', { exact: true }).selectOption({ label: 'Череповец' });
  await page.getByLabel('Начало').fill('2090-12-05T00:00');
  await page.getByLabel('Конец').fill('2091-01-10T00:00');
  await page.getByRole('button', { name: 'Создать слайд' }).click();
  await page.getByRole('heading', { name: 'Ёлки и гирлянды' }).waitFor();
}

/** The shop of a branch on 12 December as the release will make it, in a tab of its own. */
async function lookAt(page: Page, town: Town, path = '/'): Promise<Page> {
  await page.getByLabel('День и время').fill('2090-12-12T10:00');
  await page.getByLabel('Филиал', { exact: true }).selectOption({ label: town });
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Открыть вкладкой' }).click(),
  ]);
  await tab.getByText(/Предпросмотр: 12\.12\.2090 10:00.*с черновиками выпуска/).waitFor();
  if (path !== '/') await tab.goto(site.address(path, towns[town]));
  return tab;
}

test('New Year for three branches is planned as drafts, looked at in two of them, mended, published at once, and one part is undone', {
  timeout: 300_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Мария Отделова' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/calendar');
  await page.getByRole('navigation', { name: 'Календарь' }).getByRole('link', { name: 'Выпуски' }).click();
  await page.getByText('Выпусков пока нет').waitFor();
  await looks(page, 'releases-empty');
  await page.getByRole('button', { name: 'Новый выпуск' }).click();
  await page.getByRole('button', { name: 'Завести выпуск' }).click();
  await page.getByText('Назовите выпуск').waitFor();
  await page.getByLabel('Название').fill('Новый год 2091');
  await page.getByRole('button', { name: 'Завести выпуск' }).click();
  await page.getByText('Записей пока нет').waitFor();
  const release = page.url();

  await planDesign(page);
  await planAction(page);
  await planCoupon(page);
  await planLanding(page);
  await planPrices(page);
  await planSlide(page);
  await page.goto(release);
  await page.getByRole('button', { name: 'Добавить черновики' }).click();
  await page.getByLabel(/^Слайд: Ёлки и гирлянды/).check();
  await looks(page, 'release-add');
  await page.getByRole('button', { name: /^Положить: 1\sзапись/ }).click();
  await page.getByRole('table').getByRole('link', { name: 'Ёлки и гирлянды' }).waitFor();
  await looks(page, 'release');
  for (const town of ['Вологда', 'Череповец', 'Сокол'] as const) expect(await shopOf(town)).not.toMatch(planned);

  // Signing in sets the session's cookies for the whole domain; the test's own are of one host.
  for (const label of ['cherepovets', 'sokol']) {
    const url = site.address('/', label);
    await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  }
  const inTown = await lookAt(page, 'Череповец');
  await inTown.getByText('Ёлки и гирлянды').waitFor();
  expect(await inTown.locator('[data-season="newyear"]').count()).toBe(1);
  await inTown.goto(site.address('/actions/elki-30/', 'cherepovets'));
  await inTown.getByRole('heading', { name: 'Ёлки дешевле' }).first().waitFor();
  await inTown.getByRole('link', { name: 'Ёлка Таёжная' }).first().waitFor();
  // Ten percent less than the 2 600 ₽ of today.
  await inTown.goto(site.address(`/product/${tree.slug}/`, 'cherepovets'));
  await inTown
    .getByText(/2\s340\s₽/)
    .first()
    .waitFor();
  await inTown.close();
  const inSokol = await lookAt(page, 'Сокол', '/lp/novyj-god/');
  await inSokol.getByText('Гирлянды и шары').first().waitFor();
  expect(await inSokol.getByText('Ёлки и гирлянды').count()).toBe(0);
  await inSokol.close();
  for (const town of ['Вологда', 'Череповец', 'Сокол'] as const) expect(await shopOf(town)).not.toMatch(planned);

  await page.goto(site.address('/admin/calendar?span=quarter&from=2090-12-01'));
  await page.getByText('Купон ЁЛКА300 кончится раньше, чем «Ёлки и гирлянды»: 31.12.2090 00:00').waitFor();
  await page.getByRole('link', { name: 'Купоны: ЁЛКА300' }).click();
  await page.getByLabel('Конец').fill('2091-01-10T00:00');
  await save(page);
  await page.goto(site.address('/admin/calendar?span=quarter&from=2090-12-01'));
  // What is left is meant: prices go down in the morning of the promotion's first day.
  await page.getByText(/сменит цены акции «Ёлки дешевле», пока она идёт: 01\.12\.2090 06:00/).waitFor();
  expect(await page.getByText(/Купон ЁЛКА300 кончится раньше/).count()).toBe(0);

  await page.goto(release);
  await page.getByText('В выпуске есть то, что вы сами опубликовать не можете').waitFor();
  expect(await page.getByRole('button', { name: 'Проверить и опубликовать' }).isDisabled()).toBe(true);
  await publishByOwner(release);
  await page.reload();
  await page.getByText('опубликован', { exact: true }).waitFor();
  await looks(page, 'release-published');
  expect(await db.selectFrom('coupons').select('is_draft').execute()).toEqual([{ is_draft: false }]);
  expect(await db.selectFrom('price_plans').select('state').execute()).toEqual([{ state: 'waiting' }]);
  // Published, and still of December: today's shop is what it was.
  for (const town of ['Вологда', 'Череповец', 'Сокол'] as const) expect(await shopOf(town)).not.toMatch(planned);

  await findCollision(page);
  await page.goto(release);
  await page.getByRole('button', { name: 'Отменить: Ёлки и гирлянды' }).click();
  await page.getByText('отменено', { exact: true }).waitFor();
  expect(await db.selectFrom('banners').select('is_draft').execute()).toEqual([{ is_draft: true }]);
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText(/отменено — слайд «Ёлки и гирлянды»/).waitFor();
  expect(serious(problems)).toEqual([]);

  expect(await shopOf('Череповец', `/product/${tree.slug}/`)).toMatch(/2\s600\s₽/);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2090-12-12T07:00:00Z') });
  await isDecember();
});

/** Whoever may change prices sees what is to become of them and publishes the release with all the rest. */
async function publishByOwner(release: string): Promise<void> {
  const { cookies } = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/calendar/releases');
  await page.goto(release);
  await page.getByRole('row', { name: /Цены/ }).getByRole('link').click();
  await page.getByText('Посчитан', { exact: true }).first().waitFor();
  await page.goto(release);
  await page.getByRole('button', { name: 'Проверить и опубликовать' }).click();
  await page.getByText('Публикации ничего не мешает.').waitFor();
  await looks(page, 'release-check');
  await page.getByRole('button', { name: 'Опубликовать сейчас' }).click();
  await page.getByText('опубликован', { exact: true }).waitFor();
  expect(serious(problems)).toEqual([]);
  await page.context().close();
}

/** After the release is out somebody ends the promotion before its slide: the calendar tells it. */
async function findCollision(page: Page): Promise<void> {
  const { id } = await db.selectFrom('actions').select('id').where('slug', '=', 'elki-30').executeTakeFirstOrThrow();
  await page.goto(site.address(`/admin/promo/actions/${id}`));
  await page.getByLabel('Конец').fill('2090-12-25T00:00');
  await save(page);
  await page.goto(site.address('/admin/calendar?span=quarter&from=2090-12-01'));
  await page
    .getByText('Слайд «Ёлки и гирлянды» ведёт на «Ёлки дешевле», которая кончится раньше: 25.12.2090 00:00')
    .waitFor();
}

/** What the release planned stands in the shop on 12 December, but for what was undone: the coupon and prices too. */
async function isDecember(): Promise<void> {
  while (await applyPortion(db));
  await sql`select pg_notify('invalidated', '["content","catalogue"]')`.execute(db);
  const inDecember = await shopOf('Череповец');
  expect(inDecember).toMatch(/data-season="newyear"/);
  expect(inDecember).not.toContain('Ёлки и гирлянды');
  expect(await shopOf('Сокол', '/actions/elki-30/')).toContain('Ёлки дешевле');
  expect(await shopOf('Вологда', '/lp/novyj-god/')).toContain('Гирлянды и шары');
  expect(await shopOf('Череповец', `/product/${tree.slug}/`)).toMatch(/2\s340\s₽/);
  const buyer = formVisitor(site.app, { host: new URL(site.address('/')).host });
  await buyer.addToCart(tree);
  const cart = await buyer.press(await buyer.get('/cart/'), '/cart/', 'coupon', { coupon: 'ЁЛКА300' });
  expect(cart.text).toContain('Купон ЁЛКА300 −112,50 ₽');
  expect(cart.text).toContain('Итого 2 137,50 ₽');
}

test("last year's plan is copied as drafts of a new release, with what is not copied and what to look at", {
  timeout: 180_000,
}, async () => {
  const year = { starts_at: new Date('2089-11-30T21:00:00Z'), ends_at: new Date('2090-01-09T21:00:00Z') };
  await makeCoupon(db, 'ГОД2089', year);
  await createAction(db, {
    slug: 'zima-2089',
    name: 'Зима дешевле',
    rules: 'До 10 января 2090 года.',
    products: [tree.id],
    ...year,
  });
  const slide = { title: 'Зима пришла', text: '', button_text: 'Смотреть', link: '/actions/zima-2089/', ...year };
  await createBanner(db, slide);
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Мария Отделова' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/calendar/releases');
  await page.getByRole('link', { name: 'Повторить прошлый год' }).click();
  await page.getByLabel('С какого дня').fill('2089-12-01');
  await page.getByLabel('До какого дня').fill('2090-02-01');
  await page.getByLabel('Название выпуска').fill('Зима 2090');
  await page.getByText(/01\.12\.2089 станет 30\.11\.2090/).waitFor();
  await page.getByLabel('Что останется прежним').selectOption('числа');
  await page.getByText(/01\.12\.2089 станет 01\.12\.2090/).waitFor();
  await page.getByRole('button', { name: 'Отметить всё' }).click();
  await page.getByLabel('Новый код вместо ГОД2089').fill('ГОД2090');
  await looks(page, 'copy-plan');
  await page.getByRole('button', { name: /^Повторить: 3\sзаписи/ }).click();
  await page.getByText(/Скопировано черновиками: 3\sзаписи/).waitFor();
  await page.getByText('Акция «Зима дешевле»: в тексте стоит 2090, проверьте').waitFor();
  await looks(page, 'copied-plan');
  await page.getByRole('link', { name: 'Открыть выпуск' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Зима пришла' }).waitFor();
  const { link, starts_at } = await db
    .selectFrom('banners')
    .select(['link', 'starts_at'])
    .where('title', '=', 'Зима пришла')
    .where('is_draft', '=', true)
    .executeTakeFirstOrThrow();
  expect(link).toBe('/actions/zima-2090/');
  expect(starts_at?.toISOString()).toBe('2090-11-30T21:00:00.000Z');
  expect(serious(problems)).toEqual([]);
});

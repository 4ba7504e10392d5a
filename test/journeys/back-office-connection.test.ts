import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { call, makeAdminCast } from '#test/admin/cast.ts';
import { examples } from '#test/admin/examples.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { addressesOfOffice, goInOffice, screenOf } from '#test/support/office-screens.ts';
import { makeRequisites } from '#test/support/requisites.ts';

const { db } = await testDatabase();
const cast = await makeAdminCast(db);
await makeRequisites(db);
const browser = await testBrowser();
const { address } = await testSite(db);

/** Screens that show an empty form and ask the shop for nothing until something is typed. */
const readNothing = [
  ...['/orders/new', '/handover', '/promo/bench', '/promo/coupons/new', '/promo/coupons/batch', '/promo/actions/new'],
  ...['/promo/slides/new', '/promo/wobblers/new', '/promo/credit/new', '/promo/wheels/new', '/promo/sets/new'],
];

/**
 * Waits until nothing is being read on the screen; `said`: and a part of it offers «Повторить»; `back`: none does, and
 * nothing is said of the network. Else the answer says how it looks after three seconds.
 */
function becomes(page: Page, wanted: 'settled' | 'said' | 'back'): Promise<object | 'so'> {
  return page.evaluate(async (wanted) => {
    const until = performance.now() + 3_000;
    while (true) {
      const main = document.querySelector('main');
      const heading = main?.querySelector('h1')?.textContent ?? '';
      const isReading = document.querySelector('.loading-page, main [aria-busy="true"], main .stale') !== null;
      const retries = [...(main?.querySelectorAll('[role="alert"] button') ?? [])].filter(
        ({ textContent }) => textContent === 'Повторить',
      ).length;
      const words = main?.innerText ?? '';
      const isSettled = heading !== '' && heading !== 'Такой страницы нет' && !isReading;
      const isBack = retries === 0 && !words.includes('Нет связи');
      if (isSettled && (wanted === 'settled' || (wanted === 'said' ? retries > 0 : isBack))) return 'so';
      if (performance.now() > until) return { heading, isReading, retries, words: words.slice(0, 200) };
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }, wanted);
}

const retryAll = (page: Page) =>
  page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('main [role="alert"] button'))
      if (button.textContent === 'Повторить') button.click();
  });

/** A page of the owner on which the calls can be cut off, and a change by another be put before the next saving. */
async function openCut() {
  const { page, problems } = await openOffice({ browser, address, cookies: cast.staff.owner.cookies }, '/nowhere');
  await page.getByRole('heading', { name: 'Такой страницы нет' }).waitFor();
  const wire = { isCut: false, beforeSaving: null as ((route: Route) => Promise<void>) | null };
  await page.route('**/api/**', async (route) => {
    if (wire.isCut) return route.abort('internetdisconnected');
    const act = route.request().method() === 'PATCH' ? wire.beforeSaving : null;
    if (act) {
      wire.beforeSaving = null;
      await act(route);
    }
    return route.continue();
  });
  return { page, problems, wire };
}

test('[2.0] without a network each screen says so in its place and offers «Повторить», which brings the data once it is back', {
  timeout: 180_000,
}, async () => {
  const { page, problems, wire } = await openCut();
  const patterns = addressesOfOffice();
  expect(patterns.length).toBeGreaterThan(80);
  const inParts: [string, string][] = [];
  for (const pattern of patterns) {
    const path = await screenOf(cast, pattern);
    wire.isCut = true;
    await goInOffice(page, path);
    const cut = await becomes(page, readNothing.includes(pattern) ? 'settled' : 'said');
    expect.soft([pattern, 'cut', cut]).toEqual([pattern, 'cut', 'so']);
    wire.isCut = false;
    await retryAll(page);
    expect.soft([pattern, 'back', await becomes(page, 'back')]).toEqual([pattern, 'back', 'so']);
    if (await page.evaluate(() => document.querySelectorAll('main > nav.tabs > button').length > 1))
      inParts.push([pattern, path]);
  }
  // What a part shows may have been read on another screen: without a network it comes, or says that it does not.
  for (const [pattern, path] of inParts) {
    await goInOffice(page, path);
    expect.soft([pattern, await becomes(page, 'back')]).toEqual([pattern, 'so']);
    for (let part = 1; await isPartOpened(page, part, () => (wire.isCut = true)); part++) {
      const name = `${pattern}, part ${part}`;
      expect.soft([name, 'cut', await becomes(page, 'settled')]).toEqual([name, 'cut', 'so']);
      wire.isCut = false;
      await retryAll(page);
      expect.soft([name, 'back', await becomes(page, 'back')]).toEqual([name, 'back', 'so']);
    }
  }
  expect(problems.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await page.context().close();
});

/** Opens a part of the record after `prepare`; false when there are no more. */
async function isPartOpened(page: Page, at: number, prepare: () => void): Promise<boolean> {
  const count = await page.evaluate(() => document.querySelectorAll('main > nav.tabs > button').length);
  if (at >= count) return false;
  prepare();
  await page.evaluate((n) => document.querySelectorAll<HTMLElement>('main > nav.tabs > button')[n]?.click(), at);
  return true;
}

test('[2.0] a section that was never opened does not come without a network; the others stay, and it comes when the network is back', {
  timeout: 60_000,
}, async () => {
  const { page } = await openOffice({ browser, address, cookies: cast.staff.owner.cookies }, '/journal');
  await page.getByRole('heading', { name: 'Журнал' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Разделы' });
  await page.context().setOffline(true);
  await menu.getByRole('link', { name: 'Сотрудники' }).click();
  await page.getByText('Не удалось показать эту страницу').waitFor();
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByText('Нет связи', { exact: true }).waitFor();
  await menu.getByRole('link', { name: 'Журнал' }).click();
  await page.getByRole('heading', { name: 'Журнал' }).waitFor();
  await menu.getByRole('link', { name: 'Сотрудники' }).click();
  await page.getByText('Не удалось показать эту страницу').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('link', { name: 'Роль owner' }).waitFor();
  await page.context().close();
});

type Edit = {
  /** The screen, with `:id` of the record. */
  at: string;
  /** The field that both change; the first that takes words when it is not named. */
  field?: string;
  /** Another way to change it, and how it is seen that the change is still there. */
  type?: (page: Page) => Promise<() => Promise<boolean>>;
  /** The part of the screen that has the field and its button. */
  within?: string;
  /** The field is there once the example of the call has been sent. */
  needsExample?: true;
  /** What is typed here, and what the other made of it, as they stand in the call. */
  mine?: string;
  theirs?: string;
};

/** Every record with a button that saves it, by the call that does. */
const edits: Record<string, Edit> = {
  'releases/:id': { at: '/calendar/releases/:id', field: 'Название' },
  'companies/:id': { at: '/customers/firms/:id', field: 'Название' },
  'customers/:id': { at: '/customers/:id', type: typeReason },
  'page-versions/:id': { at: '/content/texts/:id', field: 'Заголовок' },
  'menu-links/:id': { at: '/content/menu', type: typeLink },
  'onec-nodes/:id': { at: '/onec/nodes', type: typeNode },
  'home-layouts/:id': { at: '/content/home/:id', type: chooseSeason, mine: 'spring', theirs: 'newyear' },
  'articles/:id': { at: '/content/blog/:id', field: 'Заголовок' },
  'vacancies/:id': { at: '/content/vacancies/:id', field: 'Должность' },
  'landings/:id': { at: '/content/landings/:id?tab=settings', field: 'Название' },
  'landing-texts/:id': { at: '/content/landing-texts/:id', field: 'Заголовок' },
  'branches/:id': { at: '/branches/:id', field: 'Улица и дом' },
  'delivery/:id': { at: '/branches/:id?tab=delivery', field: 'Название зоны', needsExample: true },
  'branches/:id/requisites': { at: '/branches/:id?tab=requisites', field: 'Бухгалтер', needsExample: true },
  'staff/:id': { at: '/staff/:id', type: chooseRole, mine: '"content"', theirs: '"marketing"' },
  'settings/:id': { at: '/settings', field: 'Название магазина' },
  'requisites/:id': { at: '/settings?tab=requisites', field: 'Бухгалтер' },
  'products/:id': { at: '/catalogue/:id', field: 'Название' },
  'categories/:id': { at: '/catalogue/categories/:id', field: 'Название' },
  'attributes/:id': { at: '/catalogue/attributes/:id', field: 'Название' },
  'brands/:id': { at: '/catalogue/brands/:id', field: 'Название' },
  'shorts/:id': { at: '/catalogue/shorts/:id', field: 'Название' },
  'units/:id': { at: '/catalogue/units/:id', field: 'Сокращение' },
  'coupons/:id': { at: '/promo/coupons/:id', field: 'Заметка' },
  'actions/:id': { at: '/promo/actions/:id', field: 'Название' },
  'banners/:id': { at: '/promo/slides/:id', field: 'Заголовок' },
  'wobblers/:id': { at: '/promo/wobblers/:id', field: 'Текст' },
  'credit-programs/:id': { at: '/promo/credit/:id', field: 'Банк' },
  'loyalty-programmes/:id': { at: '/promo/bonuses', field: 'Название' },
  'wheels/:id': { at: '/promo/wheels/:id', field: 'Название' },
  'ready-sets/:id': { at: '/promo/sets/:id', field: 'Название' },
  'reply-templates/:id': {
    at: '/requests/templates',
    field: 'Шаблон 1',
    within: 'Ответы на отзывы',
    needsExample: true,
  },
  'email-texts/:id': { at: '/content/emails/:id', field: 'Начало' },
  'seo-texts/:id': { at: '/seo/texts/:id', field: 'Заголовок в поиске (title)' },
  'redirects/:id': { at: '/seo/redirects', type: typeRedirect, mine: '/contacts/', theirs: '/pay/' },
  'judged-queries/:id': { at: '/search/quality/:id', type: chooseGrade, mine: '"grade":1', theirs: '"grade":2' },
};

const typed = 'Моя правка';

async function typeReason(page: Page) {
  await page.getByLabel('Не предлагать: заказ платят онлайн или по счёту').check();
  return typeInto(page.getByLabel('Причина'), typed);
}

async function typeLink(page: Page) {
  const { url } = await db.selectFrom('menu_links').select('url').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await page.locator('main .menu-link', { hasText: url }).getByRole('button').click();
  return typeInto(page.getByRole('dialog').getByRole('textbox', { name: 'Название' }), typed);
}

async function typeNode(page: Page) {
  const { name } = await db.selectFrom('onec_nodes').select('name').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Изменить узел' }).click();
  return typeInto(page.getByRole('dialog').getByRole('textbox', { name: 'Название' }), typed);
}

async function typeRedirect(page: Page) {
  const latest = db.selectFrom('redirects').select('from_path').orderBy('id', 'desc');
  const { from_path } = await latest.executeTakeFirstOrThrow();
  await page.getByRole('button', { name: `Изменить ${from_path}`, exact: true }).click();
  return typeInto(page.getByRole('dialog').getByLabel('Куда', { exact: true }), '/contacts/');
}

async function chooseGrade(page: Page) {
  const grade = page.getByRole('region', { name: 'Отвечают на запрос' }).getByLabel(/^Отвечает на запрос: /);
  await grade.selectOption('сойдёт');
  return async () => (await grade.inputValue()) === '1';
}

async function chooseSeason(page: Page) {
  const season = page.getByLabel('Сезонный вид');
  await season.selectOption('spring');
  return async () => (await season.inputValue()) === 'spring';
}

async function chooseRole(page: Page) {
  const role = page.getByRole('checkbox', { name: /^контент/ });
  await role.check();
  return () => role.isChecked();
}

async function typeInto(field: Locator, words: string) {
  await field.fill(words);
  return async () => (await field.inputValue()) === words;
}

test('[2.0] [17] a record that another saved meanwhile: the conflict is shown, and what was typed stays, also without a network', {
  timeout: 180_000,
}, async () => {
  const patched = adminRoutes.filter(({ method }) => method === 'PATCH').map(({ url }) => url.split('/api/admin/')[1]);
  // The day of a form is set in the calendar alone, which tells of another's change in its own way.
  expect(patched.toSorted()).toEqual([...Object.keys(edits), 'forms/:id'].toSorted());
  const other = await makeStaff(db, ['owner'], { full_name: 'Вера Соснина' });
  const { page, problems, wire } = await openCut();
  for (const [name, edit] of Object.entries(edits)) {
    const { url, ...example } = await examples[`PATCH /api/admin/${name}`]!.make(cast);
    if (edit.needsExample) await call(cast, cast.headers.owner, { method: 'PATCH', url, ...example });
    await goInOffice(page, edit.at.replace(':id', url.split('/')[4] ?? ''));
    await editTogether(page, wire, { name, url, edit, other: other.header }).catch((error: unknown) => {
      expect.soft([name, String(error).slice(0, 300)]).toEqual([name, 'nothing']);
    });
    wire.isCut = false;
  }
  expect(problems.filter((words) => !/ERR_INTERNET_DISCONNECTED|412/.test(words))).toEqual([]);
  await page.context().close();
});

type Together = { name: string; url: string; edit: Edit; other: string };

/** One types and saves without a network, then with one, when the other has just saved something else there. */
async function editTogether(
  page: Page,
  wire: Awaited<ReturnType<typeof openCut>>['wire'],
  { name, url, edit, other }: Together,
): Promise<void> {
  const { field = '', type, mine = typed, theirs = 'Чужая правка' } = edit;
  page.setDefaultTimeout(8_000);
  const place = edit.within ? page.getByRole('region', { name: edit.within }) : page;
  const saver = place.getByRole('button', { name: 'Сохранить', exact: true }).first();
  const isThere = type ? await type(page) : await typeInto(place.getByLabel(field, { exact: true }).first(), typed);
  wire.isCut = true;
  await saver.click();
  await page
    .getByText(/Нет связи/)
    .first()
    .waitFor();
  expect.soft([name, await isThere()]).toEqual([name, true]);

  wire.isCut = false;
  let answered = 0;
  wire.beforeSaving = async (route) => {
    const { headers } = await call(cast, other, { method: 'GET', url });
    const body = JSON.parse((route.request().postData() ?? '').replaceAll(mine, theirs));
    const change = { method: 'PATCH', url, body, headers: { 'if-match': String(headers.etag) } } as const;
    answered = (await call(cast, other, change)).statusCode;
  };
  await saver.click();
  await page.getByRole('heading', { name: 'Пока вы правили' }).waitFor();
  expect.soft([name, answered]).toEqual([name, 200]);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  if (edit.at === '/catalogue/:id') await page.getByRole('button', { name: 'Оставить моё' }).click();
  else {
    await page.getByRole('button', { name: 'Продолжить правку' }).click();
    expect.soft([name, await isThere()]).toEqual([name, true]);
    await saver.click();
  }
  expect.soft([name, (await saved).status()]).toEqual([name, 200]);
}

test('[S3-09] a form that another published meanwhile: the conflict is shown, what was typed stays, and goes out when it is chosen', {
  timeout: 60_000,
}, async () => {
  const { url } = await examples['GET /api/admin/forms/:id']!.make(cast);
  const code = url.split('/')[4] ?? '';
  const { page } = await openOffice({ browser, address, cookies: cast.staff.owner.cookies }, `/content/forms/${code}`);
  const name = page.getByLabel('Название', { exact: true }).first();
  await name.fill(typed);
  const { schema } = (await call(cast, cast.headers.owner, { method: 'GET', url })).json();
  const body = { schema: { ...schema, name: 'Чужая правка' }, based_on: 1 };
  await call(cast, cast.headers.content, { method: 'POST', url: '/api/admin/forms', body });
  await page.getByRole('button', { name: 'Опубликовать версию 2' }).click();
  await page.getByRole('heading', { name: 'Пока вы правили' }).waitFor();
  expect(await name.inputValue()).toBe(typed);
  expect(await page.getByRole('button', { name: 'Опубликовать версию 3' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Оставить моё' }).click();
  await page.getByRole('button', { name: 'Опубликовать версию 3' }).click();
  await page.getByRole('heading', { name: typed, level: 1 }).waitFor();
  const after = (await call(cast, cast.headers.owner, { method: 'GET', url })).json();
  expect([after.version, after.name]).toEqual([3, typed]);
  await page.context().close();
});

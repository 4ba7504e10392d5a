import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { publishReleases } from '#jobs/publish-releases.ts';
import { createAttribute } from '#modules/catalogue/save-attribute.ts';
import { createBrand } from '#modules/catalogue/save-brand.ts';
import { saveProduct } from '#modules/catalogue/save-product.ts';
import { readStaffProduct } from '#modules/catalogue/staff-product.ts';
import { waitingDraft } from '#modules/drafts/drafts.ts';
import type { DraftKey, Fields } from '#modules/drafts/kinds.ts';
import { saveDraft } from '#modules/drafts/save-draft.ts';
import { addToRelease, createRelease } from '#modules/releases/releases.ts';
import { ensure } from '#shared/ensure.ts';
import { productUrl } from '#shared/urls.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const browser = await testBrowser();
const site = await testSite(db, { DATA_DIR: await testFolder() });
const { cookies, id: author } = await makeStaff(db, ['content', 'marketing'], { full_name: 'Ксения Словова' });
const content = { browser, address: site.address, cookies };

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

// A request that the server refuses is written to the console by the browser itself.
const serious = (problems: string[]) => problems.filter((problem) => !/status of (404|409|412|422)/.test(problem));

/** A page of the shop as any visitor has it. */
async function shop(path: string): Promise<string> {
  await site.app.invalidations?.caughtUp();
  const { host } = new URL(site.address(path));
  return (await site.app.inject({ url: path, headers: { host, accept: 'text/html' } })).body;
}

async function press(page: Page, name: string): Promise<void> {
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok()),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
}

/** Fields wait over a record, as if they had been typed on its screen. */
const saveWaiting = (key: DraftKey, fields: Fields) =>
  db
    .transaction()
    .execute((db) =>
      saveDraft(db, key, { fields, version: null }, { user_id: author, full_name: 'Ксения Словова' }, new Date()),
    );

const waits = (page: Page, fields: string) => page.getByRole('heading', { name: `Ждёт черновик: ${fields}` }).waitFor();
const row = (page: Page, field: string) =>
  page.getByRole('region', { name: /^Ждёт черновик/ }).getByRole('row', { name: field });

test('a product waits as a draft beside what is on the site; another person changes it meanwhile, the clash is decided, and it is published', {
  timeout: 120_000,
}, async () => {
  const { id, slug } = await makeProduct(db, { name: 'Штукатурка Гладь', category_id: category.id });
  const { page, problems } = await openOffice(content, `/catalogue/${id}`);
  await page.getByLabel('Название', { exact: true }).fill('Штукатурка Гладь, белая');
  await press(page, 'Отложить в черновик');
  await waits(page, '1 поле');
  await page.getByLabel('Артикул').fill('ГЛ-30');
  await press(page, 'Добавить в черновик');
  await waits(page, '2 поля');
  expect(await row(page, 'Название').innerText()).toContain('Штукатурка Гладь, белая');
  await page.getByText(/Ксения Словова, .* Время публикации не назначено/).waitFor();
  await looks(page, 'draft-product');
  expect(await shop(productUrl(slug))).not.toContain('Гладь, белая');

  await page.goto(site.address('/admin/catalogue?state=draft'));
  await page.getByRole('link', { name: 'Штукатурка Гладь' }).click();
  await waits(page, '2 поля');
  const before = ensure(await readStaffProduct(db, id));
  await db.transaction().execute((db) => saveProduct(db, before, { name: 'Штукатурка гипсовая' }));
  // The page does not know of it yet.
  await page.getByRole('button', { name: 'Опубликовать сейчас' }).click();
  await page.getByText('эти же поля изменили в самой записи').waitFor();
  await page.getByRole('button', { name: 'Разобрать, что изменили' }).click();
  const dialog = page.getByRole('dialog', { name: 'Пока вы правили' });
  await looks(page, 'draft-clash');
  await dialog.getByRole('radio', { name: /Оставить моё/ }).check();
  await dialog.getByRole('button', { name: 'Продолжить правку' }).click();
  await press(page, 'Опубликовать сейчас');
  await page.getByRole('heading', { name: /^Ждёт черновик/ }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Штукатурка Гладь, белая' }).waitFor();
  expect(await shop(productUrl(slug))).toContain('Гладь, белая');

  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('Из черновика (Ксения Словова)').waitFor();
  await page.getByText('Черновик товара «Штукатурка Гладь»: 1 поле').first().waitFor();
  await looks(page, 'draft-history');
  expect(serious(problems)).toEqual([]);
});

test('a draft is given a moment, which is taken away again, is taken into the form, and is discarded', {
  timeout: 120_000,
}, async () => {
  const { id } = await makeProduct(db, { name: 'Клей Прочный', category_id: category.id });
  const { page, problems } = await openOffice(content, `/catalogue/${id}`);
  await page.getByLabel('Название', { exact: true }).fill('Клей Прочный, серый');
  await press(page, 'Отложить в черновик');
  await page.getByRole('button', { name: 'Назначить время' }).click();
  const dialog = page.getByRole('dialog', { name: 'Когда опубликовать черновик' });
  await dialog.getByLabel('День и время').fill('2020-12-12T09:00');
  await dialog.getByRole('button', { name: 'Назначить' }).click();
  await dialog.getByText('Это время уже прошло').waitFor();
  await dialog.getByLabel('День и время').fill('2090-12-12T09:00');
  await dialog.getByRole('button', { name: 'Назначить' }).click();
  await page.getByText('Публикация 12.12.2090 09:00').waitFor();
  await page.getByRole('button', { name: 'Изменить время' }).click();
  await looks(page, 'draft-plan');
  await dialog.getByRole('button', { name: 'Снять время' }).click();
  await page.getByText('Время публикации не назначено').waitFor();
  await putIntoNewRelease(page);
  await page.goto(site.address(`/admin/catalogue/${id}`));
  await page.getByRole('button', { name: 'Править' }).click();
  expect(await page.getByLabel('Название', { exact: true }).inputValue()).toBe('Клей Прочный, серый');
  await page.getByRole('button', { name: 'Отменить правку' }).click();
  await page.getByRole('button', { name: 'Отменить черновик' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить черновик' }).click();
  await page.getByRole('heading', { name: /^Ждёт черновик/ }).waitFor({ state: 'detached' });
  expect(serious(problems)).toEqual([]);
});

/** The draft that the page shows waits in a release of its own, which leads back to it. */
async function putIntoNewRelease(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'В выпуск' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Новый выпуск' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый выпуск' });
  await dialog.getByLabel('Название').fill('Весна');
  await dialog.getByRole('button', { name: 'Завести выпуск' }).click();
  await page.getByText('Выйдет с выпуском «Весна»').waitFor();
  await page.getByRole('link', { name: 'Выпуск: Весна' }).click();
  await page.getByRole('cell', { name: 'Правка товара' }).waitFor();
  await looks(page, 'draft-in-release');
  expect(await page.getByRole('link', { name: 'Клей Прочный' }).getAttribute('href')).toContain('/catalogue/');
}

test('a category, a brand and the texts of a page wait as drafts and are published from their own pages', {
  timeout: 120_000,
}, async () => {
  const { id: below } = await makeCategory(db, 'klei', 'Клеи');
  await makeProduct(db, { name: 'Клей плиточный', category_id: below });
  const { id: brand } = await createBrand(db, { name: 'Гипсар', slug: 'gipsar' });
  const { page, problems } = await openOffice(content, `/catalogue/categories/${below}`);
  await page.getByLabel('Описание').fill('Для плитки и камня');
  await press(page, 'Отложить в черновик');
  await waits(page, '1 поле');
  await looks(page, 'draft-category');
  await press(page, 'Опубликовать сейчас');
  await page.getByRole('heading', { name: /^Ждёт черновик/ }).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('Описание').inputValue()).toBe('Для плитки и камня');

  await page.goto(site.address(`/admin/catalogue/brands/${brand}`));
  await page.getByLabel('Страна').fill('Россия');
  await page.getByLabel('О бренде').fill('Смеси на гипсе с 1998 года.');
  await press(page, 'Отложить в черновик');
  await waits(page, '2 поля');
  await looks(page, 'draft-brand');
  expect(await shop('/brand/gipsar/')).not.toContain('с 1998 года');
  await press(page, 'Опубликовать сейчас');
  await page.getByRole('heading', { name: /^Ждёт черновик/ }).waitFor({ state: 'detached' });
  expect(await shop('/brand/gipsar/')).toContain('с 1998 года');

  await page.goto(site.address('/admin/seo/texts/category~klei~'));
  await page.getByLabel('Заголовок в поиске (title)').fill('Клеи для плитки в {region_prepositional}');
  await press(page, 'Отложить в черновик');
  await waits(page, '1 поле');
  await looks(page, 'draft-seo');
  expect(await shop('/category/klei/')).not.toContain('Клеи для плитки в');
  await press(page, 'Опубликовать сейчас');
  await page.getByRole('heading', { name: /^Ждёт черновик/ }).waitFor({ state: 'detached' });
  expect(await shop('/category/klei/')).toContain('<title>Клеи для плитки в Вологде');
  expect(serious(problems)).toEqual([]);
});

test('drafts over records stand in one list, from the bar: one is published there, one is rejected, and others open their records', {
  timeout: 120_000,
}, async () => {
  const { id: below } = await makeCategory(db, 'zatirki', 'Затирки');
  const { id: first } = await makeProduct(db, { name: 'Затирка Шов', category_id: below });
  const long = 'Затирка эпоксидная двухкомпонентная для бассейнов, хамамов и лабораторий, цвет «Графит тёмный», 2 кг';
  const { id: second } = await makeProduct(db, { name: long, category_id: below });
  for (const [id, fields] of [
    [first, { name: 'Затирка Шов, белая' }],
    [second, { article: 'ЗЭ-2', weight_grams: 2_000, unit: 'шт', barcode: '4600000000008' }],
  ] as const)
    await saveWaiting({ resource: 'products', record_id: String(id) }, fields);
  const { page, problems } = await openOffice(content, '/home');
  await page.getByRole('link', { name: /^Черновики: \d+/ }).click();
  await page.getByRole('heading', { name: 'Черновики', exact: true }).waitFor();
  const line = page.getByRole('row', { name: /Затирка Шов/ });
  await line.getByText('Правка товара').waitFor();
  await line.getByText('Ксения Словова').waitFor();
  await looks(page, 'drafts-list');
  await press(page, 'Опубликовать черновик «Затирка Шов»');
  await page.getByText('Опубликовано: «Затирка Шов»').waitFor();
  await line.waitFor({ state: 'detached' });
  expect((await readStaffProduct(db, first))?.name).toBe('Затирка Шов, белая');
  const before = ensure(await readStaffProduct(db, second));
  await db.transaction().execute((db) => saveProduct(db, before, { article: 'ЗЭ-3' }));
  await page.getByRole('button', { name: `Опубликовать черновик «${long}»` }).click();
  await page.getByText('эти же поля изменили в самой записи').waitFor();
  await page.getByRole('button', { name: `Отклонить черновик «${long}»` }).click();
  await looks(page, 'drafts-reject');
  await page.getByRole('dialog').getByRole('button', { name: 'Отклонить черновик' }).click();
  await page.getByText(`Отклонён черновик «${long}»`).waitFor();
  await page.getByLabel('Запись или автор').fill('нет такой записи');
  await page.getByText('Ничего не подошло').waitFor();
  expect(serious(problems)).toEqual([]);
});

test('texts of a branch, a setting that visitors see, the words of an email and an attribute wait as drafts beside today’s values', {
  timeout: 180_000,
}, async () => {
  const owner = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
  const { id: attribute } = await createAttribute(db, { name: 'Фасовка', type: 'text', unit: null, filter: null });
  const { page, problems } = await openOffice({ ...content, cookies: owner.cookies }, '/branches/00131');
  await page.getByLabel('Улица и дом').fill('ул. Новая, 7');
  await press(page, 'Отложить в черновик');
  await waits(page, '1 поле');
  await looks(page, 'draft-branch');
  expect(await shop('/contacts/')).not.toContain('ул. Новая, 7');
  await press(page, 'Опубликовать сейчас');
  await page.getByRole('heading', { name: /^Ждёт черновик/ }).waitFor({ state: 'detached' });
  expect(await shop('/contacts/')).toContain('ул. Новая, 7');

  await page.goto(site.address('/admin/settings?tab=contact_centre'));
  await page.getByLabel('Часы в шапке').fill('с 7 до 23, без выходных');
  await press(page, 'Отложить в черновик');
  await waits(page, '1 поле');
  await looks(page, 'draft-settings');
  expect(await shop('/')).not.toContain('с 7 до 23, без выходных');

  await page.goto(site.address('/admin/content/emails/order_placed~'));
  await page.getByLabel('Начало').fill('Спасибо, что выбрали нас.');
  await press(page, 'Отложить в черновик');
  await waits(page, '1 поле');
  expect(await row(page, 'Начало').innerText()).toContain('Спасибо, что выбрали нас.');
  await looks(page, 'draft-email');

  await page.goto(site.address(`/admin/catalogue/attributes/${attribute}`));
  await page.getByLabel('Группа на странице товара').fill('Размеры и вес');
  await press(page, 'Отложить в черновик');
  await waits(page, '1 поле');
  await looks(page, 'draft-attribute');

  await page.goto(site.address('/admin/calendar/drafts'));
  await page
    .getByRole('row', { name: /Контактный центр/ })
    .getByText('Часы в шапке')
    .waitFor();
  await page
    .getByRole('row', { name: /Фасовка/ })
    .getByText('Правка свойства')
    .waitFor();
  await press(page, 'Опубликовать черновик «Контактный центр»');
  await page.getByText('Опубликовано: «Контактный центр»').waitFor();
  expect(await shop('/')).toContain('с 7 до 23, без выходных');
  expect(serious(problems)).toEqual([]);
});

test('[2.10] a draft over a category that is gone: the release says which and publishes nothing, now or at its moment; without it the rest comes out', {
  timeout: 120_000,
}, async () => {
  const now = new Date();
  const gone = await makeCategory(db, 'girlyandy', 'Гирлянды');
  const { id, slug } = await makeProduct(db, { name: 'Ель Царская', category_id: category.id });
  await saveWaiting({ resource: 'products', record_id: String(id) }, { name: 'Ель Царская, 2 м' });
  await saveWaiting({ resource: 'categories', record_id: String(gone.id) }, { description: 'Гирлянды к празднику' });
  const release = await db.transaction().execute(async (db) => {
    const by = { user_id: author, full_name: 'Ксения Словова' };
    const release = await createRelease(db, { name: 'К празднику', publish_at: null }, by, now);
    for (const [kind, record_id] of [
      ['products', id],
      ['categories', gone.id],
    ] as const) {
      const draft = ensure(await waitingDraft(db, { resource: kind, record_id: String(record_id) }));
      await addToRelease(db, release, { kind, id: String(draft.id) }, now);
    }
    return release;
  });
  const published = () =>
    db
      .selectFrom('drafts')
      .select('title')
      .where('published_at', 'is not', null)
      .where('title', 'like', 'Ель%')
      .execute();
  const { page, problems } = await openOffice(content, `/calendar/releases/${release}`);
  const part = page.getByRole('row', { name: /Гирлянды/ });
  await part.getByText('ждёт', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Проверить и опубликовать' }).click();
  const dialog = page.getByRole('dialog', { name: 'Публикация: К празднику' });
  await dialog.getByText('Публикации ничего не мешает.').waitFor();

  // Somebody deletes the category while the window is open.
  await db.deleteFrom('categories').where('id', '=', gone.id).execute();
  await dialog.getByRole('button', { name: 'Опубликовать сейчас' }).click();
  const words = 'Правка раздела «Гирлянды»: записи больше нет, уберите из выпуска';
  await dialog.getByRole('alert').getByText(words).waitFor();
  await page.keyboard.press('Escape');
  expect(await published()).toEqual([]);
  expect(await shop(productUrl(slug))).not.toContain('Царская, 2 м');
  await page.reload();
  await part.getByText('удалено', { exact: true }).waitFor();
  expect(await part.getByRole('link').count()).toBe(0);
  await page.getByRole('button', { name: 'Проверить и опубликовать' }).click();
  await dialog.getByRole('region', { name: 'Не дадут опубликовать' }).getByText(words).waitFor();
  expect(await dialog.getByRole('button', { name: 'Опубликовать сейчас' }).isDisabled()).toBe(true);
  await looks(page, 'release-gone');
  await page.keyboard.press('Escape');

  await db
    .updateTable('releases')
    .set({ publish_at: new Date(Date.now() - 1_000) })
    .where('id', '=', release)
    .execute();
  const log = { error: (_: unknown, said: string) => expect.soft(said).toBe('nothing') };
  await publishReleases({}, { db, config: { IMAGE_HOSTS: '' }, log } as never, {} as never);
  await page.reload();
  await page.getByText('не опубликован', { exact: true }).waitFor();
  await page.getByText(words).waitFor();
  expect(await published()).toEqual([]);

  await page.goto(site.address('/admin/calendar/drafts'));
  const draft = page.getByRole('row', { name: /Гирлянды/ });
  await draft.getByRole('button', { name: 'Опубликовать черновик «Гирлянды»' }).click();
  await draft.getByText('Записи, которую правили, больше нет: отклоните черновик').waitFor();
  await draft.getByRole('button', { name: 'Отклонить черновик «Гирлянды»' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отклонить черновик' }).click();
  await draft.waitFor({ state: 'detached' });

  await page.goto(site.address(`/admin/calendar/releases/${release}`));
  await page.getByRole('row', { name: /Ель Царская/ }).waitFor();
  expect(await part.count()).toBe(0);
  await page.getByRole('button', { name: 'Проверить и опубликовать' }).click();
  await dialog.getByText('Публикации ничего не мешает.').waitFor();
  await dialog.getByRole('button', { name: 'Опубликовать сейчас' }).click();
  await page.getByText('опубликован', { exact: true }).waitFor();
  expect(await shop(productUrl(slug))).toContain('Царская, 2 м');
  expect(serious(problems)).toEqual([]);
});

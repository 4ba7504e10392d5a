import { afterEach, expect, test } from 'vitest';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { publishForm, saveFormDraft } from '#modules/forms/form-schemas.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import { addToRelease, createRelease } from '#modules/releases/releases.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { demoShop } from '#test/support/demo-database.ts';

const { db, dataDir } = await demoShop();
const site = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser();
const { host } = new URL(site.address('/'));

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const formOf = (code: string, name: string): FormSchema => ({
  code,
  name,
  button: 'Отправить',
  fields: {
    name: { name: 'Ваше имя', as: 'Input', type: 'text', order: 1, rules: { required: true } },
    phone: { name: 'Телефон', as: 'Phone', order: 2, rules: { required: true } },
  },
});

/** Beside the demonstration: forms, a plan of the home page and releases, as a shop before New Year has them. */
async function prepare(author: { user_id: string; full_name: string }): Promise<void> {
  const season = { starts_at: new Date('2090-12-01T00:00:00+03:00'), ends_at: new Date('2091-01-10T00:00:00+03:00') };
  await db.transaction().execute(async (db) => {
    await publishForm(db, formOf('zamer_okon', 'Замер окон'));
    await publishForm(db, formOf('master_klass', 'Запись на мастер-класс'));
    await saveFormDraft(db, formOf('zamer_okon', 'Замер окон и балкона'), 1);
    await saveFormDraft(db, formOf('dostavka_elki', 'Доставка живой ёлки'), null);
    const layout = await planHomeLayout(db, { season: 'newyear', is_draft: true, ...season });
    const at = season.starts_at;
    const release = await createRelease(db, { name: 'Новый год 2091', publish_at: at }, author, new Date());
    await addToRelease(db, release, { kind: 'layouts', id: String(layout) }, new Date());
    await addToRelease(db, release, { kind: 'forms', id: 'dostavka_elki' }, new Date());
    await createRelease(db, { name: 'Весенняя распродажа', publish_at: null }, author, new Date());
  });
}

/** Lists, the names of their pictures, and what stands there, where it was prepared. */
const lists: [path: string, name: string, words?: string][] = [
  ['/catalogue/attributes', 'attributes'],
  ['/catalogue/brands', 'brands'],
  ['/catalogue/units', 'units'],
  ['/promo/actions', 'actions'],
  ['/promo/slides', 'slides'],
  ['/promo/wheels', 'wheels'],
  ['/content/home', 'home-layouts', 'Новый год'],
  ['/content/forms', 'forms', 'Доставка живой ёлки'],
  ['/calendar/releases', 'releases', 'Весенняя распродажа'],
];

test('lists of the demonstration show what they hold', { timeout: 180_000 }, async () => {
  const { id, cookies } = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
  await prepare({ user_id: id, full_name: 'Вера Хозяева' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/home');
  for (const [path, name, words] of lists) {
    await page.goto(site.address(`/admin${path}`));
    const rows = page.getByRole('main').getByRole('table').first().getByRole('row');
    await (words === undefined ? rows.nth(1) : rows.filter({ hasText: words }).first()).waitFor();
    await looks(page, name);
  }
  expect(problems).toEqual([]);
});

test('a form waits as a draft, is published and taken back: visitors fill in the version before it meanwhile', {
  timeout: 180_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['marketing'], { full_name: 'Мария Отделова' });
  await db.transaction().execute(async (db) => {
    await publishForm(db, formOf('raspil', 'Распил доски'));
  });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/content/forms/raspil');
  const shown = async () =>
    (await site.app.inject({ url: '/forms/raspil/', headers: { host, accept: 'text/html' } })).body;
  await page.getByLabel('Название', { exact: true }).fill('Распил доски и фанеры');
  await page.getByRole('button', { name: 'Сохранить черновик' }).click();
  await page.getByText('Черновик', { exact: true }).waitFor();
  await page.getByText('Принимает', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'В выпуск' }).waitFor();
  expect(await shown()).not.toContain('фанеры');
  await looks(page, 'form-draft');
  await page.getByRole('button', { name: 'Опубликовать', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText('Черновик', { exact: true }).waitFor({ state: 'detached' });
  expect(await shown()).toContain('фанеры');
  await page.getByRole('button', { name: 'Снять с публикации' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Снять' }).click();
  await page.getByText('Черновик', { exact: true }).waitFor();
  expect(await shown()).not.toContain('фанеры');
  await page.getByRole('button', { name: 'Удалить черновик' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('row', { name: /Распил доски/ }).waitFor();
  expect(await shown()).toContain('Распил доски');
  expect(problems).toEqual([]);
});

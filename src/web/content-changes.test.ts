import { expect, test, vi } from 'vitest';
import { demoSettings } from '#demo/settings.ts';
import { setMenusOfCategory } from '#modules/catalogue/branch-menus.ts';
import { createBanner, endBanner } from '#modules/content/banners.ts';
import { planHomeLayout, removeHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink, removeMenuLink } from '#modules/content/menu-links.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { setRedirect } from '#modules/content/redirects.ts';
import { setSeoText } from '#modules/content/seo-texts.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { invalidate } from '#platform/invalidation.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const paints = await makeCategory(db, 'kraski', 'Краски и лаки');
await makeProduct(db, { category_id: mixes.id });
await makeProduct(db, { category_id: paints.id });
const app = await testApp(db);

const ask = (
  url: string,
  { device = 'desktop', host = 'idd.localhost' }: { device?: 'desktop' | 'mobile'; host?: string } = {},
) => app.inject({ url, headers: { host, 'user-agent': userAgents[device] } });

/** The page is cached first; after the change it must come otherwise without any wait for its age. */
async function changes(url: string, words: string, change: () => Promise<unknown>, options = {}) {
  for (let i = 0; i < 2; i++) expect((await ask(url, options)).body, `${url} before`).not.toContain(words);
  await change();
  await vi.waitFor(async () => expect((await ask(url, options)).body, `${url} after`).toContain(words), 5_000);
}

test('a cached page shows what a verb changed at once: text, SEO record, slide, menus, look of the home page', async () => {
  await changes('/about/', 'Работаем с заботой', async () => {
    const draft = await createPageVersion(db, {
      slug: 'about',
      title: 'О компании',
      html: '<p>Работаем с заботой</p>',
    });
    await publishPageVersion(db, draft.id);
  });
  await changes('/about/', 'Заголовок для поиска', () =>
    setSeoText(db, { kind: 'page', key: 'about' }, { title: 'Заголовок для поиска' }),
  );
  let banner = 0;
  await changes('/', 'Скидка выходного дня', async () => {
    banner = await createBanner(db, {
      title: 'Скидка выходного дня',
      text: '',
      button_text: 'К товарам',
      link: '/actions/',
    });
  });
  await endBanner(db, banner);
  await vi.waitFor(async () => expect((await ask('/')).body).not.toContain('Скидка выходного дня'), 5_000);
  await changes('/about/', 'Новогодний мир', () =>
    addMenuLink(db, { place: 'header', name: 'Новогодний мир', url: '/actions/', department_id_1c: '00131' }),
  );
  const host = 'cherepovets.idd.localhost';
  expect((await ask('/about/', { host })).body).not.toContain('Новогодний мир');
  await changes('/about/', 'Всё по рублю', () =>
    addMenuLink(db, {
      place: 'footer',
      column_title: 'Каталог',
      name: 'Всё по рублю',
      url: '/catalog/?sort=price',
    }),
  );
  await changes(
    '/about/',
    'Скидки недели',
    () => addMenuLink(db, { place: 'side', name: 'Скидки недели', url: '/catalog/?discounted=2', icon: 'percent' }),
    { device: 'mobile' },
  );
  await changes('/about/', 'class="cats"', () =>
    db.transaction().execute(async (db) => {
      for (const { id } of [mixes, paints]) await setMenusOfCategory(db, id, ['00131']);
    }),
  );
  let layout = 0;
  await changes('/', 'data-season="spring"', async () => {
    layout = await planHomeLayout(db, {
      season: 'spring',
      blocks: ['slides', 'categories'],
      first_categories: ['kraski'],
    });
  });
  const { body } = await ask('/');
  expect(body, 'a block that is not named is not there').not.toContain('Быстрые задачи');
  const row = body.slice(body.indexOf('class="cats__row"'));
  expect(row.indexOf('Краски и лаки')).toBeLessThan(row.indexOf('Сухие смеси'));
  await removeHomeLayout(db, layout);
  await vi.waitFor(async () => expect((await ask('/')).body).toContain('Быстрые задачи'), 5_000);
});

test('what the owner sets of the shop stands at once on pages already cached, in markup for search engines and in the feed', async () => {
  const { company, contact_centre } = demoSettings;
  await changes('/about/', '+7-800-555-35-35', () =>
    saveSetting(db, 'contact_centre', { ...contact_centre, phones: ['8 800 555-35-35'] }),
  );
  expect((await ask('/about/')).body).not.toContain('+7-800-000-35-35');
  await changes('/', 'ООО «Новый дом»', () =>
    saveSetting(db, 'company', { ...company, name: 'ООО «Новый дом»', email: 'dom@idd.example', vk_url: '' }),
  );
  const { body } = await ask('/');
  const [, organization = ''] =
    /(\{"@context":"https:\/\/schema.org","@type":"Organization".*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(organization)).toMatchObject({
    legalName: 'ООО «Новый дом»',
    taxID: company.inn,
    email: 'dom@idd.example',
  });
  expect(body).toContain('mailto:dom@idd.example');
  expect(body).not.toContain('vk.com');
  for (const page of ['/about/', '/contacts/']) {
    const { body } = await ask(page);
    expect(body.replace(/<footer[\s\S]*<\/footer>/, ''), page).toContain('ООО «Новый дом»');
    expect(body, page).not.toContain('ООО «ИДД»');
  }
  await saveSetting(db, 'company', company);
  await saveSetting(db, 'contact_centre', contact_centre);
});

test('a shop whose owner has set nothing says nothing of the seller, and no page breaks', async () => {
  await db.deleteFrom('settings').execute();
  await invalidate(db, ['*']);
  for (const device of ['desktop', 'mobile'] as const)
    for (const page of ['/', '/about/', '/contacts/', '/vacancy/']) {
      const { statusCode, body } = await ask(page, { device });
      expect([page, statusCode]).toEqual([page, 200]);
      const shown = body.replace(/<script[\s\S]*?<\/script>/g, '');
      for (const words of ['ООО «ИДД»', 'ИНН', 'tel:+7800', 'null', 'undefined', 'class="num"></span>'])
        expect(shown.includes(words), `${page} ${device} ${words}`).toBe(false);
    }
  const unknown = await ask('/', { host: 'paris.idd.localhost' });
  expect([unknown.statusCode, unknown.body.includes('Контактный центр')]).toEqual([404, false]);
  await saveSetting(db, 'company', demoSettings.company);
  await saveSetting(db, 'contact_centre', demoSettings.contact_centre);
});

test('[S2-42] the footer leads to blog, vacancies and rules by rows; what the shop has no page for is not named', async () => {
  const link = await addMenuLink(db, {
    place: 'footer',
    column_title: 'Компания',
    name: 'Нет такой',
    url: '/no-such-page/',
  });
  await addMenuLink(db, { place: 'footer', column_title: 'Компания', name: 'Есть такая', url: '/order/' });
  await vi.waitFor(async () => expect((await ask('/about/')).body).toContain('Есть такая'), 5_000);
  const { body } = await ask('/about/');
  expect(body).not.toContain('Нет такой');
  for (const url of ['/privacy-policy/', '/blog/', '/vacancy/', '/info/site-map/'])
    expect(body).toContain(`href="${url}"`);
  await removeMenuLink(db, link);
  await expect(addMenuLink(db, { place: 'footer', name: 'Без колонки', url: '/pay/' })).rejects.toMatchObject({
    code: 'bad_input',
  });
  await expect(addMenuLink(db, { place: 'side', name: 'Чужой', url: '//evil.example/' })).rejects.toMatchObject({
    code: 'bad_input',
  });
});

test('an address without a page is looked up among the redirects: html and payload, query kept, never instead of a page', async () => {
  await setRedirect(db, { from_path: '/catalog/old-mixes.html', category_id: mixes.id });
  await setRedirect(db, { from_path: '/product/gone/', to_path: '/category/kraski/', status: 302 });
  await setRedirect(db, { from_path: '/about/', to_path: '/delivery/' });
  const spelled = await ask('/catalog/Old-Mixes.html?utm_source=mail');
  expect([spelled.statusCode, spelled.headers.location]).toEqual([301, '/catalog/old-mixes.html?utm_source=mail']);
  const old = await ask('/catalog/old-mixes.html?utm_source=mail');
  expect([old.statusCode, old.headers.location]).toEqual([301, '/category/suhie-smesi/?utm_source=mail']);
  const product = await ask('/product/gone/');
  expect([product.statusCode, product.headers.location]).toEqual([302, '/category/kraski/']);
  const payload = await ask('/product/gone.data');
  expect(payload.statusCode).toBe(202);
  expect(payload.body).toContain('/category/kraski/');
  expect((await ask('/about/')).statusCode, 'a page that is there stays').toBe(200);
  expect((await ask('/nothing-here/')).statusCode).toBe(404);
  const hits = await db.selectFrom('redirects').select(['from_path', 'hits']).orderBy('id').execute();
  expect(hits.map((row) => row.hits)).toEqual([1, 2, 0]);
});

test('[S9-11] the verification code of the search engine is the branch’s own', async () => {
  await db.updateTable('departments').set({ verification_code: 'vologda-1' }).where('id_1c', '=', '00131').execute();
  await db.updateTable('departments').set({ verification_code: 'cher-2' }).where('id_1c', '=', '00052').execute();
  await setSeoText(db, { kind: 'page', key: 'x' }, { title: 'x' });
  const { invalidateCaches } = await import('#platform/cache.ts');
  invalidateCaches(['*']);
  expect((await ask('/viewed/')).body).toContain('<meta name="yandex-verification" content="vologda-1"/>');
  const other = await ask('/viewed/', { host: 'cherepovets.idd.localhost' });
  expect(other.body).toContain('<meta name="yandex-verification" content="cher-2"/>');
});

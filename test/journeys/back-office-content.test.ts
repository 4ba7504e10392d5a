import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { saveTopic } from '#modules/blog/change-article.ts';
import { giveConsent } from '#modules/consents/consents.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { submitForm } from '#modules/forms/submit-form.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const browser = await testBrowser();
const site = await testSite(db, { DATA_DIR: await testFolder() });
const photo = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#0f5a47' } })
  .png()
  .toBuffer();

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** A page of the shop as a visitor gets it. */
const read = (page: Page, path: string) =>
  page.evaluate(async (url) => (await fetch(url, { credentials: 'omit' })).text(), path);
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Страницы и блоки' }).getByRole('link', { name, exact: true });

async function someContent() {
  await saveTopic(db, { slug: 'remont', name: 'Ремонт' });
  const first = await createPageVersion(db, {
    slug: 'hranenie',
    title: 'Хранение заказа',
    html: '<h2>Сколько храним</h2><p>Храним заказ три рабочих дня.</p><ul><li>Бесплатно</li><li>В пункте выдачи</li></ul>',
  });
  await publishPageVersion(db, first.id);
  const own = { place: 'footer', column_title: 'Новое' } as const;
  await addMenuLink(db, { ...own, name: 'О нас', url: '/order/', position: 500 });
  await addMenuLink(db, { ...own, name: 'Рассылка', url: '/subscription/', position: 510 });
  await createVacancy(db, {
    title: 'Кладовщик',
    department_id_1c: '00131',
    field: 'warehouse',
    schedule: 'two_two',
    salary_from_kopecks: 6_000_000,
    duties: '<p>Принимать товар и собирать заказы к обещанному часу.</p>',
    requirements: '<p>Опыт не нужен: покажем и научим. Поднимать до 30 кг.</p>',
    terms: '<p>Два через два, с 9 до 20. Скидка на весь каталог.</p>',
  });
  const sender = {
    user_id: null,
    visitor: null,
    department_id_1c: '00131',
    origin: 'http://idd.localhost',
    address: '',
  };
  await db.transaction().execute((db) =>
    submitForm(db, { ...sender, page: '/', campaign: null }, 'callback', {
      name: 'Ольга Ветрова',
      phone: '+7 921 555-03-03',
      comment: 'О доставке',
      consent_personal_data: 'yes',
    }),
  );
  await giveConsent(db, {
    purpose: 'advertising',
    form: 'subscription',
    subject: 'anna@pochta.example',
    address: '',
    user_id: null,
  });
  await storeMail(db, 'order placed', 'anna@pochta.example', {
    subject: 'Заказ принят',
    heading: 'Заказ принят',
    blocks: [],
    footer: () => [],
  });
}

/** Choosing a block brings it to the top of the shop's page beside. */
async function shownFirst(block: Locator, line: Locator) {
  await line.getByRole('button').click();
  // Below the header that stays; the last block of a short page comes as high as the page can be moved.
  const seen = () =>
    block.evaluate((node) => {
      const top = Math.round(node.getBoundingClientRect().top);
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      return { top, isFirst: Math.abs(top) < 100 || (isAtEnd && top > 0 && top < innerHeight) };
    });
  await expect.poll(seen, { timeout: 10_000 }).toMatchObject({ isFirst: true });
}

/**
 * A text of a landing page from blocks: a list of goods, a picture with a dead link, dragged up and down by keys, each
 * written in its properties, which the list of blocks, the text and a check open; and a look.
 */
async function composeLanding(page: Page) {
  const checks = page.getByRole('region', { name: 'Проверка' });
  const properties = (name: string) => page.getByRole('form', { name, exact: true });
  const places = page.getByRole('region', { name: 'Блоки', exact: true });
  const outline = places.getByRole('listitem');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await checks.getByText('Ссылки и формы открываются, пока идёт показ').waitFor();
  await places.getByText('Добавить блок', { exact: true }).click();
  await places.getByRole('button', { name: 'Подборка из каталога', exact: true }).click();
  const list = properties('Блок 2. Подборка из каталога');
  await outline.nth(1).getByText('не сохранён').waitFor();
  await list.getByLabel('Заголовок').fill('Сухие смеси недорого');
  await list.getByLabel('Раздел').selectOption({ label: 'Сухие смеси' });
  await list.getByLabel('Порядок').selectOption({ label: 'Дешевле' });
  await list.getByLabel('В наличии в моём магазине').check();
  await outline.nth(1).getByText('не сохранён').waitFor({ state: 'hidden' });
  await places.getByText('Добавить блок', { exact: true }).click();
  await places.getByRole('button', { name: 'Крупная картинка', exact: true }).click();
  const hero = properties('Блок 3. Крупная картинка');
  await hero.getByLabel('Заголовок').fill('С новосельем');
  await hero.getByLabel('Куда ведёт').fill('/actions/netu/');
  await hero.getByText('Такой страницы в магазине нет (404)').waitFor();
  await checks.getByText(/Блок 3, «Крупная картинка»: ссылка ведёт на акцию \/actions\/netu\/, а такой нет/).waitFor();
  await walkBlocks(page, { properties, outline, focused });
  await outline.nth(2).dragTo(outline.nth(0), { targetPosition: { x: 40, y: 2 } });
  await outline.filter({ hasText: /^1\. Крупная картинка/ }).waitFor();
  await checks.getByText(/Блок 1, «Крупная картинка»: ссылка/).waitFor();
  await page.getByRole('button', { name: 'Показать страницу рядом' }).click();
  const shop = page.frameLocator('iframe[title="Страница в предпросмотре"]');
  await shop.getByRole('heading', { name: 'С новосельем' }).waitFor();
  expect(await shop.locator('html').evaluate((node) => node.clientWidth)).toBe(390);
  await shownFirst(shop.locator('.blocks > .prose'), outline.nth(1));
  await shownFirst(shop.locator('.blocks > .blocks__hero'), outline.nth(0));
  await properties('Блок 1. Крупная картинка').waitFor();
  await looks(page, 'landing-text');
  await followPastSet({ places, outline, properties, shop });
  const { blocks } = await db
    .selectFrom('landing_pages')
    .select('blocks')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(blocks).toMatchObject([
    { type: 'products' },
    { type: 'hero', link: '/actions/netu/' },
    { type: 'html' },
    { type: 'list', listing: { category: 'suhie-smesi', sort: 'price', in_stock: true, filters: {} } },
  ]);
}

type Past = {
  places: Locator;
  outline: Locator;
  properties: (name: string) => Locator;
  shop: ReturnType<Page['frameLocator']>;
};

/** Counted goods have their set behind them, which is no block: the blocks below are found as before. */
async function followPastSet({ places, outline, properties, shop }: Past) {
  const { idcode } = await makeProduct(db, { name: 'Клей плиточный', price: 45_000, on_hand: 20 });
  await places.getByText('Добавить блок', { exact: true }).click();
  await places.getByRole('button', { name: 'Товары', exact: true }).click();
  await properties('Блок 2. Товары').getByLabel('Какие товары').fill(idcode);
  await properties('Блок 2. Товары').getByLabel('Сколько нужно для работы').fill(`${idcode}:3`);
  await outline.nth(1).dragTo(outline.nth(0), { targetPosition: { x: 40, y: 2 } });
  await outline.filter({ hasText: /^1\. Товары/ }).waitFor();
  await outline.filter({ hasText: 'не сохранён' }).first().waitFor({ state: 'hidden' });
  await shop.locator('.blocks__set').waitFor();
  await shownFirst(shop.locator('.blocks > .blocks__hero'), outline.nth(1));
  await properties('Блок 2. Крупная картинка').waitFor();
}

type Walk = { properties: (name: string) => Locator; outline: Locator; focused: () => Promise<string> };

/** Every way to the properties of a block, with a mouse and without one; Esc leads back to the list. */
async function walkBlocks(page: Page, { properties, outline, focused }: Walk) {
  const text = page.getByRole('region', { name: 'Текст', exact: true });
  await text.getByRole('button', { name: /^Подборка из каталога/ }).click();
  await properties('Блок 2. Подборка из каталога').waitFor();
  expect(await text.getByRole('button', { pressed: true }).innerText()).toContain('Из раздела «Сухие смеси»');
  await page.getByRole('button', { name: /^К блоку\s+3/ }).click();
  await properties('Блок 3. Крупная картинка').waitFor();
  await expect.poll(focused).toBe('Блок 3. Крупная картинка');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('3. Крупная картинка');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('2. Подборка из каталога');
  await page.keyboard.press('Enter');
  await properties('Блок 2. Подборка из каталога').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowDown');
  await properties('Блок 3. Подборка из каталога').waitFor();
  await expect.poll(focused).toBe('3. Подборка из каталога');
  await page.keyboard.press('Alt+ArrowUp');
  await outline.filter({ hasText: /^3\. Крупная картинка/ }).waitFor();
  await page.getByRole('button', { name: 'Заголовок и описание страницы' }).click();
  await properties('Страница').getByLabel('Описание для поиска').waitFor();
}

/** Ten days of a comparison, as the shop counts them. */
async function compareVariants(slug: string) {
  const began = new Date(Date.now() - 15 * 86_400_000);
  const { id } = await saveLanding(db, { slug, name: 'Новосёлам', share_b: 5 }, began);
  await writeLandingPage(db, slug, { variant: 'b', title: 'Б', blocks: [{ type: 'html', html: '<p>Б</p>' }] }, began);
  await publishLanding(db, slug, began);
  await sql`update landing_pages set published_at = ${began} where landing_id = ${id}`.execute(db);
  await sql`
    insert into landing_days (landing_id, day, bucket, seen, ordered)
    select ${id}, current_date - n, case when v = 'a' then 7 else 2 end, 1000, case when v = 'a' then 20 else 25 end
    from generate_series(1, 10) n, unnest(array['a', 'b']) v`.execute(db);
}

/** «Заказ принят» in words of the shop's own: refused, mended, seen at once, sent to oneself, saved, taken back. */
async function wordAnEmail(page: Page) {
  await page.getByRole('link', { name: 'Слова письма' }).click();
  const lead = page.getByLabel('Начало', { exact: true });
  const letter = page.getByRole('region', { name: 'Как письмо прочтут' });
  await letter.getByText('Мы получили ваш заказ').waitFor();
  await lead.fill('Добрый день, {имя}! Ваш заказ на {сумма} еще собираем: ');
  await page.getByText('Нет подстановки {сумма}').waitFor();
  await lead.fill('Добрый день, {имя}! Спасибо за покупку, еще немного - и соберём заказ ');
  await page.getByRole('group', { name: 'Подставить в «Начало»' }).getByRole('button', { name: '{заказ}' }).click();
  await letter.getByText('Спасибо за покупку, еще немного - и соберём заказ 1000123').waitFor();
  await page.getByText('между словами ставим —').waitFor();
  await looks(page, 'email-words');
  await letter.getByRole('button', { name: 'Отправить себе' }).click();
  await letter.getByText('Отправлено на maria@idd.example').waitFor();
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await page.getByText('свои слова').waitFor();
  await page.getByRole('button', { name: 'Вернуть встроенные слова: Начало' }).click();
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await page.getByText('без своих слов').waitFor();
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('Слова письма «Заказ принят» изменены').first().waitFor();
  await page.getByRole('link', { name: 'Образцы писем' }).click();
}

test('[S6-05] a page is written again with the linter’s help, compared, published and seen in the shop; menu, home, blog, vacancies, emails', {
  timeout: 180_000,
}, async () => {
  await someContent();
  const { cookies } = await makeStaff(db, ['owner'], { full_name: 'Мария Отделова', email: 'maria@idd.example' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/');

  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Страницы и блоки' }).click();
  await page.getByRole('link', { name: 'Хранение заказа' }).waitFor();
  await looks(page, 'pages');
  await page.getByRole('link', { name: 'Хранение заказа' }).click();
  await page.getByRole('button', { name: 'Новая редакция' }).waitFor();
  await looks(page, 'page');

  await page.getByRole('button', { name: 'Новая редакция' }).click();
  await page.getByRole('button', { name: 'Создать черновик' }).click();
  const paragraph = page.getByRole('textbox', { name: 'Абзац, часть 2' });
  await paragraph.fill('Храним заказ пять рабочих дней в Вологда - бесплатно, {city}');
  await page.getByText('осталась заготовка').waitFor();
  await page.getByText('падеж: нужно «Вологде» или «Вологду»').waitFor();
  await page.getByText('между словами ставим —').waitFor();
  await page.getByText('3 замечания к тексту').waitFor();
  await looks(page, 'version');
  await paragraph.fill('Храним заказ пять рабочих дней в Вологде');
  await page.getByText('Замечаний к тексту нет').waitFor();
  await page.getByRole('button', { name: 'Таблица', exact: true }).click();
  await page.getByLabel('Таблица, часть 3, строка 1, столбец 1').fill('Пункт');
  await page.getByLabel('Таблица, часть 3, строка 2, столбец 1').fill('Гончарная, 2');
  await page.getByLabel('Картинка в текст').setInputFiles({ name: 'мешок.png', mimeType: 'image/png', buffer: photo });
  await page.getByLabel('Что на картинке, для тех, кто её не видит').fill('Мешок штукатурки');
  await looks(page, 'parts');
  // The draft saves itself.
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('button', { name: 'Сравнение' }).click();
  await page.locator('ins', { hasText: 'пять' }).waitFor();
  await looks(page, 'compare');
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await looks(page, 'publish');
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText('Действует', { exact: true }).first().waitFor();
  const written = await read(page, '/info/hranenie/');
  expect(written.replaceAll('\u00a0', ' ')).toContain('Гончарная, 2');
  expect(written).toContain('alt="Мешок штукатурки"');

  await tabsOf(page);
  await tab(page, 'Меню').click();
  await page.getByRole('button', { name: 'Ниже: О нас' }).click();
  await page.getByRole('button', { name: 'Ниже: О нас', disabled: true }).waitFor();
  await looks(page, 'menu');
  await page.getByRole('button', { name: 'О нас', exact: true }).click();
  await page.getByLabel('Название').fill('Магазин - о нас');
  await page.getByText('между словами ставим —').waitFor();
  await page.getByLabel('Название').fill('О магазине');
  await page.getByText('между словами ставим —').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'menu-link');
  await page.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('button', { name: 'Убрать: Рассылка' }).click();
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  // Above the link it stood above, and not at the end.
  await page.getByRole('button', { name: 'Выше: Рассылка', disabled: true }).waitFor();

  await tab(page, 'Главная').click();
  await page.getByRole('button', { name: 'Новый план' }).click();
  await page.getByLabel('Действует с').fill('2099-12-01T09:00');
  await page.getByRole('button', { name: 'Создать план' }).click();
  await page.getByRole('button', { name: 'Ниже: Слайды' }).click();
  await page.getByRole('checkbox', { name: 'Сухие смеси' }).check();
  await looks(page, 'home-layout');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();

  await page.getByRole('link', { name: 'Главная страница' }).click();
  await tab(page, 'Блог').click();
  await page.getByRole('button', { name: 'Новая статья' }).click();
  await page.getByLabel('Заголовок', { exact: true }).fill('Какой клей взять');
  await page.getByLabel('Вступление').fill('Коротко о том, какой клей взять для плитки.');
  await page.getByLabel('Первый абзац').fill('Клей бывает разный.');
  await page.getByRole('button', { name: 'Создать черновик' }).click();
  await page.getByRole('button', { name: 'Вопросы и ответы' }).click();
  await page.getByLabel('Вопрос 1').fill('Сколько сохнет?');
  await page.getByLabel('Ответ 1').fill('Сутки.');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'article');
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
  await page.getByText('На сайте', { exact: true }).waitFor();
  expect(await read(page, '/blog/kakoy-kley-vzyat/')).toContain('Сколько сохнет?');

  await page.getByRole('link', { name: 'Блог', exact: true }).click();
  await page.getByRole('link', { name: 'Какой клей взять' }).waitFor();
  await looks(page, 'blog');
  await tab(page, 'Посадочные').click();
  await page.getByRole('button', { name: 'Новая посадочная' }).click();
  await page.getByLabel('Название', { exact: true }).fill('Новосёлам');
  await page.getByRole('button', { name: 'Создать', exact: true }).click();
  await page.getByRole('button', { name: 'Новый текст' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Создать черновик' }).click();
  await page.getByLabel('Описание для поиска').fill('Всё для новой квартиры в одном месте');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await composeLanding(page);
  await page.getByRole('link', { name: 'Новосёлам' }).click();
  await page.getByRole('button', { name: 'Опубликовать правки' }).click();
  await page.getByText('На сайте', { exact: true }).waitFor();
  await looks(page, 'landing');
  expect(await read(page, '/lp/novoselam/')).toContain('Всё для новой квартиры');
  await page.getByRole('button', { name: 'Сравнение', exact: true }).click();
  await page.getByText('Варианты не сравниваются').waitFor();
  await compareVariants('novoselam');
  await page.reload();
  await page.getByText('Лучше вариант B', { exact: false }).waitFor();
  const row = page.getByRole('row', { name: /^B/ });
  expect((await row.innerText()).replace(/\s/g, ' ')).toBe('B 10 000 250 2,5 % от 2,21 % до 2,83 %');
  await looks(page, 'landing-comparison');
  await page.getByRole('button', { name: 'Тексты', exact: true }).click();
  await page.getByRole('link', { name: 'Посадочные', exact: true }).click();
  await page.getByRole('link', { name: 'Новосёлам' }).waitFor();
  await looks(page, 'landings');
  await tab(page, 'Вакансии').click();
  await page.getByRole('link', { name: 'Кладовщик' }).waitFor();
  await looks(page, 'vacancies');
  await page.getByRole('link', { name: 'Кладовщик' }).click();
  await page.getByLabel('Зарплата до, ₽ в месяц').fill('50 000');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Нижняя граница больше верхней').waitFor();
  await page.getByLabel('Зарплата до, ₽ в месяц').fill('90 000');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    document.querySelector('main')?.scrollTo(0, 0);
  });
  await looks(page, 'vacancy');

  await page.getByRole('link', { name: 'Вакансии' }).click();
  await tab(page, 'Формы').click();
  await page.getByRole('link', { name: 'Новая форма' }).click();
  await page.getByLabel('Название', { exact: true }).fill('Замер');
  await page.getByLabel('Код', { exact: true }).fill('zamer');
  await page.getByRole('button', { name: 'Добавить поле' }).click();
  await page.getByLabel('Подпись').nth(1).fill('Этаж {floor}');
  await page.getByText('осталась заготовка').waitFor();
  await page.getByLabel('Подпись').nth(1).fill('Этаж');
  await page.getByText('осталась заготовка').waitFor({ state: 'detached' });
  await page.getByLabel('Что вводят').nth(1).selectOption('number');
  await looks(page, 'form');
  await page.getByRole('button', { name: 'Опубликовать форму' }).click();
  await page.getByText('версия 1').waitFor();
  expect(await read(page, '/forms/zamer/')).toContain('Этаж');
  await page.getByRole('link', { name: 'Формы', exact: true }).click();
  await tab(page, 'Письма').click();
  await page.getByText('a•••@pochta.example').waitFor();
  await looks(page, 'mails');
  await tab(page, 'Образцы писем').click();
  await page.getByRole('button', { name: 'Отправить себе' }).click();
  await page.getByText('Отправлено на maria@idd.example').waitFor();
  await looks(page, 'samples');
  await wordAnEmail(page);
  await page.getByRole('link', { name: 'Обращения' }).click();
  await page.getByRole('link', { name: 'Заявки с форм' }).click();
  await page.getByText('Ольга Ветрова').waitFor();
  await looks(page, 'submissions');
  await page.getByRole('link', { name: 'Покупатели и фирмы' }).click();
  await page.getByRole('link', { name: 'Согласия', exact: true }).click();
  await page.getByRole('cell', { name: 'в форме «Заказать звонок»' }).waitFor();
  await page.getByRole('cell', { name: 'при подписке на новости' }).waitFor();
  await looks(page, 'consents');
  await page.getByRole('button', { name: 'Записать отзыв…' }).click();
  const withdrawal = page.getByRole('dialog');
  await withdrawal.getByLabel('Почта или телефон').fill('8 (921) 555-03-03');
  await withdrawal.getByLabel('Когда пришёл отзыв').fill(new Date().toLocaleDateString('sv-SE'));
  await withdrawal.getByLabel('Как пришёл и о чём просят').fill('Письмо, вх. № 14');
  await looks(page, 'consent-withdrawal');
  await withdrawal.getByRole('button', { name: 'Записать' }).click();
  await withdrawal.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'удалено по просьбе' }).waitFor();
  // A request that the server refuses is written to the console by the browser itself.
  expect(problems.filter((problem) => !/status of (401|403|404|422)/.test(problem))).toEqual([]);
});

/** From a record back to its section. */
async function tabsOf(page: Page) {
  await page.getByRole('link', { name: 'Страницы', exact: true }).click();
  await tab(page, 'Меню').waitFor();
}

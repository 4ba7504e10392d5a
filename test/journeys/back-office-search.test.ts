import { afterEach, expect, test } from 'vitest';
import { checkTexts } from '#modules/content/check-texts.ts';
import { addToRelease, createRelease } from '#modules/releases/releases.ts';
import { addJudgedQuery } from '#modules/search/judged-queries.ts';
import { saveSearchRedirect, saveStopWord } from '#modules/search/rules.ts';
import { addDays } from '#shared/zoned-time.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await makeProduct(db, { name: 'Штукатурка Гладь', category_id: mixes.id, popularity: 90 });
await makeProduct(db, { name: 'Шлифмашина угловая МАСТАК УШМ-125', popularity: 50 });
await makeProduct(db, { name: 'Гирлянда-занавес СЕВЕР, 3 × 2 м', popularity: 30 });
await makeMisses();
await makeTiles();
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function makeMisses() {
  const today = new Date().toISOString().slice(0, 10);
  const queries = { 'гирлянда бахрома': 40, болгарка: 30, шлифмашинист: 12, вагонка: 9 };
  const rows = Object.entries(queries).flatMap(([words, times]) =>
    [0, 8, 15].map((ago, at) => ({
      day: addDays(today, -ago),
      department_id_1c: at === 2 ? '00052' : '00131',
      words,
      kind: words === 'гирлянда бахрома' ? 'doubtful' : 'nothing',
      times: times - at * 3,
    })),
  );
  await db.insertInto('search_misses').values(rows).execute();
  await db
    .insertInto('missing_paths')
    .values({
      path: '/catalog/shtukaturka-glad/',
      department_id_1c: '00131',
      times: 31,
      first_day: '2026-11-01',
      last_day: '2026-11-22',
    })
    .execute();
}

/** Four white tiles, and who searched for them. */
async function makeTiles() {
  const tiles = await makeCategory(db, 'plitka', 'Плитка');
  const colour = await db
    .insertInto('attributes')
    .values({ code: 'cvet', name: 'Цвет', type: 'enum', filter: 'values', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const white = await db
    .insertInto('attribute_values')
    .values({ attribute_id: colour.id, value: 'Белый' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const pattern of ['Капля', 'Холст', 'Рассвет', 'Узор'])
    await makeProduct(db, { name: `Плитка ${pattern}`, category_id: tiles.id, facets: [white.id] });
  await makeProduct(db, { name: 'Плитка Ночь', category_id: tiles.id });
  const day = new Date().toISOString().slice(0, 10);
  for (const [words, times] of [
    ['белая плитка', 14],
    ['плитка белая', 6],
  ] as const)
    await db.insertInto('search_finds').values({ day, department_id_1c: '00131', words, times }).execute();
}

test('a missed query gets a synonym and a pinned product, an old address leads on, a title is written for all branches', {
  timeout: 180_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ольга Кузнецова' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/');
  const menu = page.getByRole('navigation', { name: 'Разделы' });

  await menu.getByRole('link', { name: /^Поиск/ }).click();
  await page.getByRole('button', { name: 'гирлянда бахрома' }).waitFor();
  await page.getByRole('heading', { name: '«гирлянда бахрома»' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Гирлянда-занавес' }).first().waitFor();
  await looks(page, 'search-misses');

  await page.getByRole('button', { name: 'болгарка' }).click();
  await page.getByRole('heading', { name: '«болгарка»' }).waitFor();
  await page.getByRole('radio', { name: 'Синоним: свой' }).check();
  await page.getByLabel('Находит и').fill('шлифмашина');
  const after = page.getByRole('region', { name: 'Было и станет' });
  await after.getByText('Шлифмашина угловая МАСТАК').waitFor();
  await looks(page, 'search-rule');
  await page.getByRole('button', { name: 'Сохранить правило' }).click();
  await page.getByRole('button', { name: 'болгарка' }).waitFor({ state: 'detached' });

  await page.getByLabel('Отметить «вагонка»').check();
  await page.locator('.bulk').getByRole('button', { name: 'Не продаём' }).click();
  await page.getByRole('button', { name: 'вагонка' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Решённые и скрытые' }).click();
  await page.getByRole('cell', { name: 'не продаём' }).waitFor();
  await looks(page, 'search-decided');

  await page.getByRole('link', { name: 'Синонимы' }).click();
  await page.getByRole('cell', { name: 'шлифмашина', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Добавить синоним' }).click();
  await page.getByLabel('Кто ищет').fill('х');
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await page.getByText('От 2 до 80 знаков').first().waitFor();
  await page.getByLabel('Кто ищет').fill('затирка');
  await page.getByLabel('Находит и').fill('штукатурка');
  await after.getByText('Штукатурка Гладь').waitFor();
  await looks(page, 'search-synonym');
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await page.getByRole('cell', { name: 'затирка', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Снять правило «затирка»' }).click();
  await after.getByText('Ничего не нашлось').waitFor();
  await looks(page, 'search-remove');
  await page.getByRole('button', { name: 'Оставить' }).click();

  await saveSearchRedirect(db, { words: 'доставка', url: '/delivery/', department_id_1c: null });
  await saveStopWord(db, { word: 'купить', department_id_1c: null });
  for (const [tab, words, name] of [
    ['Перенаправления', 'доставка', 'search-redirects'],
    ['Стоп-слова', 'купить', 'search-stop-words'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page.getByRole('cell', { name: words, exact: true }).waitFor();
    await looks(page, name);
  }
  await page.getByRole('link', { name: 'Закреплённые' }).click();
  await page.getByRole('button', { name: 'Закрепить товар' }).click();
  await page.getByLabel('Запрос', { exact: true }).last().fill('ремонт');
  await page.getByRole('combobox', { name: 'Товар' }).fill('Гирлянда');
  await page.getByRole('option', { name: /Гирлянда-занавес/ }).click();
  await after.getByText('Гирлянда-занавес').waitFor();
  await looks(page, 'search-pin');
  await page.getByRole('button', { name: 'Закрепить', exact: true }).click();
  await page.getByText('действует').waitFor();
  await looks(page, 'search-pins');
  await page.getByRole('button', { name: /^Открепить/ }).click();
  const unpinning = page.getByRole('dialog');
  await unpinning.getByText('Было').first().waitFor();
  await looks(page, 'search-unpin');
  await unpinning.getByRole('button', { name: 'Открепить' }).click();
  await page.getByText('Закреплённых товаров пока нет').waitFor();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await page.getByText('действует').waitFor();
  await page.goto(site.address('/catalog/?q=ремонт'));
  await page.getByText('Гирлянда-занавес').first().waitFor();

  await page.goto(site.address('/admin/seo/missing'));
  await page.getByRole('button', { name: 'Перенаправить /catalog/shtukaturka-glad/' }).click();
  await page.getByText('Похоже на «Штукатурка Гладь»').waitFor();
  await looks(page, 'seo-missing');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Ненайденных адресов нет').waitFor();
  await page.getByRole('link', { name: 'Перенаправления' }).click();
  await page.getByText('/catalog/shtukaturka-glad/').waitFor();
  await page.getByRole('button', { name: 'Добавить' }).click();
  await page.getByLabel('Откуда').fill('/catalog/old/');
  await page.getByLabel('Куда', { exact: true }).fill('/catalog/shtukaturka-glad/');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Цепочка: \/catalog\/old\/ → /).waitFor();
  await looks(page, 'seo-redirects');
  await page.getByRole('button', { name: 'Закрыть' }).last().click();
  await page.getByRole('button', { name: 'Загрузить' }).click();
  const csv = 'Откуда;Куда\r\n/one/;/delivery/\r\n/loop/;/loop/\r\n';
  await page
    .getByLabel('Выбрать таблицу CSV')
    .setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('Строка 3: Петля: /loop/ → /loop/').waitFor();
  await looks(page, 'seo-import');
  await page.getByRole('button', { name: /^Загрузить\s1/ }).click();
  await page.getByText('Загружено: новых 1, изменено 0').waitFor();
  await page.getByRole('button', { name: 'Закрыть' }).last().click();
  await page.getByText('/one/').waitFor();
  await page.getByRole('button', { name: 'Изменить /one/' }).click();
  await page.getByLabel('Куда', { exact: true }).fill('/contacts/');
  await db.updateTable('redirects').set({ to_path: '/pay/' }).where('from_path', '=', '/one/').execute();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('heading', { name: 'Пока вы правили' }).waitFor();
  await looks(page, 'seo-redirect-changed');
  await page.getByRole('radio', { name: /^Взять новое: \/pay\// }).check();
  await page.getByRole('button', { name: 'Продолжить правку' }).click();
  await page.getByLabel('На какой срок').selectOption('На время (302)');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('button', { name: 'Закрыть' }).last().click();
  await page.getByRole('row', { name: /\/one\/.*\/pay\/.*302/ }).waitFor();

  await page.getByRole('link', { name: 'Тексты' }).click();
  await page.getByText('Своих текстов пока нет').waitFor();
  await page.getByRole('button', { name: 'Другая страница' }).click();
  await page.getByLabel('Вид страниц').selectOption('Раздел');
  await page.getByLabel(/^Одна страница/).fill('suhie-smesi');
  await page.getByRole('button', { name: 'Открыть' }).click();
  const title = page.getByLabel('Заголовок в поиске (title)');
  await title.fill('Сухие смеси: цены, ');
  await page.getByText('Одинаков во всех филиалах: добавьте город').waitFor();
  await title.fill('Сухие смеси: цены в ');
  await page
    .getByRole('group', { name: 'Подставить в «Заголовок в поиске (title)»' })
    .getByRole('button', { name: '{region_prepositional}' })
    .click();
  await page.getByRole('cell', { name: /Сухие смеси: цены в Вологде/ }).waitFor();
  await looks(page, 'seo-text');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('link', { name: 'SEO' }).first().click();
  await page.getByRole('link', { name: 'Раздел: suhie-smesi' }).waitFor();
  await looks(page, 'seo-texts');
  await page.getByRole('link', { name: 'Замечания' }).click();
  await page.getByText('Тексты ещё не проверялись').waitFor();
  await looks(page, 'seo-problems-none');
  await page.getByRole('button', { name: 'Проверить сейчас' }).click();
  await page.getByText('Проверка запущена.').waitFor();
  await checkTexts(db);
  await page.getByText('Замечаний нет').waitFor();
  const home = { kind: 'home', key: '', title: 'Один на всех', description: 'Слово, слово, слово' };
  await db.insertInto('seo_texts').values(home).execute();
  await page.getByRole('button', { name: 'Проверить сейчас' }).click();
  await checkTexts(db);
  await page.getByText('Одинаков во всех филиалах: добавьте город').first().waitFor();
  await looks(page, 'seo-problems');
  await page.getByRole('link', { name: 'Подборки', exact: true }).click();
  await page.getByText('Цвет: Белый').waitFor();
  await looks(page, 'seo-shorts');
  await page.getByRole('button', { name: 'Не предлагать: белая плитка' }).click();
  await page.getByText('Предложить пока нечего').waitFor();
  await page.getByRole('button', { name: 'Отклонённые' }).click();
  await page.getByRole('button', { name: 'Предлагать снова: белая плитка' }).click();
  await page.getByText('Отклонённых нет').waitFor();
  await page.getByRole('button', { name: 'Отклонённые' }).click();
  await page.getByRole('button', { name: 'Создать подборку: белая плитка' }).click();
  await looks(page, 'seo-short-new');
  await page.getByRole('button', { name: 'Создать', exact: true }).click();
  await page.getByRole('heading', { name: 'Белая плитка', level: 1 }).waitFor();
  await page.goto(site.address('/category/plitka/shorts/belaya-plitka/'));
  expect(await page.locator('article.card').count()).toBe(4);
  await page.goto(site.address('/category/suhie-smesi/'));
  expect(await page.title()).toBe('Сухие смеси: цены в Вологде');
  // A request that the server refuses is written to the console by the browser itself.
  expect(problems.filter((problem) => !/status of (401|403|412|422)/.test(problem))).toEqual([]);
});

test('right answers of a query are marked, a rule that spoils them is held, and saved when it is wanted nevertheless', {
  timeout: 120_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ольга Кузнецова' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/search/quality');
  await page.getByText('Проверочных запросов пока нет').waitFor();
  await looks(page, 'search-quality-empty');

  await page.getByRole('button', { name: 'Добавить запрос' }).click();
  await page.getByLabel('Запрос', { exact: true }).last().fill('!');
  await page.getByRole('button', { name: 'Отметить товары' }).click();
  await page.getByText('От 2 до 80 знаков').first().waitFor();
  await page.getByLabel('Запрос', { exact: true }).last().fill('плитка');
  await page.getByRole('button', { name: 'Отметить товары' }).click();
  await page.getByRole('heading', { name: '«плитка»' }).waitFor();
  const found = page.getByRole('region', { name: 'Сейчас находит' });
  await found.getByLabel('Отвечает на запрос: Плитка Капля').selectOption('то самое');
  await found.getByLabel('Отвечает на запрос: Плитка Холст').selectOption('подходит');
  const marked = page.getByRole('region', { name: 'Отвечают на запрос' });
  await marked.getByRole('combobox', { name: 'Товар, который должен найтись' }).fill('Гирлянда');
  await page.getByRole('option', { name: /Гирлянда-занавес/ }).click();
  await marked.getByLabel('Отвечает на запрос: Гирлянда-занавес СЕВЕР, 3 × 2 м').selectOption('сойдёт');
  await looks(page, 'search-judged');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('Поиск: на «плитка» отвечают').waitFor();

  await page.getByRole('link', { name: 'Качество поиска' }).click();
  await page.getByRole('link', { name: 'плитка' }).waitFor();
  await page.getByText(/Первым стоит лучшее: \d из 1\sзапроса/).waitFor();
  await looks(page, 'search-quality');

  await page.getByRole('link', { name: 'Перенаправления', exact: true }).click();
  await page.getByRole('button', { name: 'Добавить перенаправление' }).click();
  await page.getByLabel('Кто ищет').fill('плитка');
  await page.getByLabel('Попадает на страницу').fill('/delivery/');
  await page.getByRole('region', { name: 'Проверочные запросы' }).getByText('«плитка»').waitFor();
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await page.getByText(/^Качество упадёт с [\d,]+ до 0 на 1\sзапросе\. Всё равно\?$/).waitFor();
  await looks(page, 'search-held');
  await page.getByRole('button', { name: 'Всё равно добавить' }).click();
  await page.getByRole('cell', { name: 'плитка', exact: true }).waitFor();

  await page.getByRole('link', { name: 'Качество', exact: true }).click();
  await page.getByRole('heading', { name: 'Качество поиска' }).waitFor();
  await page.getByRole('cell', { name: '/delivery/' }).waitFor();
  await page.getByRole('button', { name: 'Убрать запрос «плитка»' }).click();
  await page.getByText('Проверочных запросов пока нет').waitFor();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await page.getByRole('link', { name: 'плитка' }).waitFor();
  expect(problems.filter((problem) => !/status of (409|422)/.test(problem))).toEqual([]);
});

test('a release with a rule that spoils the search is given its moment by who accepts that', {
  timeout: 120_000,
}, async () => {
  const { id: user_id, cookies } = await makeStaff(db, ['content'], { full_name: 'Ольга Кузнецова' });
  const { id: product_id } = await db
    .selectFrom('products')
    .select('id')
    .where('name', 'like', 'Гирлянда-занавес%')
    .executeTakeFirstOrThrow();
  const release = await db.transaction().execute(async (db) => {
    await addJudgedQuery(db, { words: 'занавес', goods: [{ product_id, grade: 3 }] });
    const rule = await saveSearchRedirect(db, { words: 'занавес', url: '/delivery/', is_draft: true });
    const author = { user_id, full_name: 'Ольга Кузнецова' };
    const id = await createRelease(db, { name: 'Зима', publish_at: null }, author, new Date());
    await addToRelease(db, id, { kind: 'search_redirects', id: String(rule.id) }, new Date());
    return id;
  });
  const path = `/calendar/releases/${release}`;
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, path);
  await page.getByLabel('Опубликовать', { exact: true }).fill('2090-12-01T10:00');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await page.getByText(/: качество упадёт с [\d,]+ до [\d,]+ на 1\sзапросе\. Всё равно\?$/).waitFor();
  await looks(page, 'release-held');
  await page.getByRole('button', { name: 'Всё равно назначить' }).click();
  await page.getByText('На это есть согласие: Ольга Кузнецова').waitFor();
  await looks(page, 'release-accepted');
  expect(problems.filter((problem) => !/status of 409/.test(problem))).toEqual([]);
});

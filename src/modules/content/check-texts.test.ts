import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { draftArticle, saveTopic, scheduleArticle } from '#modules/blog/change-article.ts';
import { takeFields } from '#modules/catalogue/field-owners.ts';
import { createAction } from '#modules/catalogue/save-action.ts';
import { closeForm, publishForm } from '#modules/forms/form-schemas.ts';
import { createCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { createReadySet } from '#modules/landings/save-ready-set.ts';
import { createCreditProgram } from '#modules/payments/save-credit-program.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { createBanner } from './banners.ts';
import { checkTexts } from './check-texts.ts';
import { addMenuLink } from './menu-links.ts';
import { createPageVersion, publishPageVersion } from './pages.ts';
import { countTextFindings, type FindingKind, listTextFindings } from './text-findings.ts';
import { createWobbler } from './wobblers.ts';

const { db } = await testDatabase();
await makeBranches(db);
const now = new Date('2026-11-26T12:00:00Z');

async function found(branches: string[] | null = null, kind?: FindingKind[]) {
  const { findings } = await listTextFindings(db, { branches, kind }, { limit: 100, offset: 0 });
  return findings.map(({ kind, name, problems }) => [
    `${kind} ${name}`,
    ...problems.map(({ place, words }) => `${place}: ${words}`),
  ]);
}

async function page(slug: string, html: string, department_id_1c: string | null = null) {
  const { id } = await createPageVersion(db, { slug, title: `О ${slug}`, html, department_id_1c });
  await publishPageVersion(db, id, {}, now);
}

test('every kind of text is read, with the place where something is wrong; drafts and what is over are not', async () => {
  await page('hranenie', '<p>Заберите в Вологде.</p><p>Храним 3-5 дней.</p>');
  await createPageVersion(db, { slug: 'hranenie', title: 'Черновик', html: '<p>Черновик 3-5</p>' });
  await page('dostavka', '<p>Едем из Вологда.</p>', '00052');
  const block = { type: 'html', html: '<h2>Размеры</h2><p>Плита 600х600.</p>' } as const;
  await saveTopic(db, { slug: 'remont', name: 'Ремонт' });
  const by = { topic: 'remont', author: 'Редакция' };
  const article = { slug: 'kley', title: 'Какой клей', lead: 'Коротко: undefined.', blocks: [block], ...by };
  const id = await draftArticle(db, { ...article, department_id_1c: null }, now);
  await draftArticle(db, { ...article, slug: 'kley-2', title: 'Черновик', department_id_1c: null }, now);
  await scheduleArticle(db, id, now, now);
  await saveLanding(db, { slug: 'zima', name: 'Зима' });
  await writeLandingPage(db, 'zima', {
    title: 'Зима',
    description: '',
    blocks: [{ type: 'html', html: '<p>С %s</p>' }],
  });
  await publishLanding(db, 'zima', now);
  await createVacancy(db, {
    title: 'Кладовщик',
    department_id_1c: '00131',
    field: 'warehouse',
    schedule: 'two_two',
    salary_from_kopecks: 6_000_000,
    duties: '<p>Собирать {заказы}.</p>',
    terms: '<p>Два через два.</p>',
  });
  await sql`insert into seo_texts (kind, title) values ('home', 'Один на всех')`.execute(db);

  expect(await countTextFindings(db, null), 'nothing was checked yet').toBeNull();
  expect(await checkTexts(db, now)).toBe(6);
  expect(await found()).toEqual([
    ['seo Главная', 'Заголовок в поиске (title): Одинаков во всех филиалах: добавьте город'],
    [
      'article Какой клей',
      'Вступление: осталась заготовка: «undefined»',
      'Текст: между размерами ставим ×: «Плита 600х600.»',
    ],
    ['landing Зима', 'Текст: осталась заготовка: «%s»'],
    ['page О dostavka', 'Текст: падеж: нужно «Вологды»: «из Вологда»'],
    ['page О hranenie', 'Текст: между числами ставим –: «Храним 3-5 дней.»'],
    ['vacancy Кладовщик', 'Обязанности: осталась заготовка: «{заказы}»'],
  ]);
  // A branch sees what is common and its own.
  expect((await found(['00131'], ['page', 'vacancy'])).map(([name]) => name)).toEqual([
    ...['page О hranenie', 'vacancy Кладовщик'],
  ]);
  expect(await countTextFindings(db, ['00131'])).toEqual({ count: 5, checked_at: now });
});

test('the next check takes the place of the last one, also when it finds nothing', async () => {
  await sql`delete from vacancies`.execute(db);
  await sql`delete from seo_texts`.execute(db);
  await page('hranenie', '<p>Храним три дня.</p>');
  const later = new Date('2026-11-27T12:00:00Z');
  expect(await checkTexts(db, later)).toBe(3);
  expect((await found()).map(([name]) => name)).toEqual(['article Какой клей', 'landing Зима', 'page О dostavka']);
  const { check } = await listTextFindings(db, { branches: null }, { limit: 1, offset: 0 });
  expect(check).toMatchObject({ checked_at: later, left_out: 0 });
  for (const table of ['articles', 'landings', 'pages'] as const) await db.deleteFrom(table).execute();
  expect(await checkTexts(db, later)).toBe(0);
  expect(await countTextFindings(db, null)).toEqual({ count: 0, checked_at: later });
});

test('promotions, slides, wobblers, menus, forms, brands, categories, shorts and goods are read; drafts and what is over are not', async () => {
  const over = { starts_at: new Date('2026-01-01T00:00:00Z'), ends_at: new Date('2026-02-01T00:00:00Z') };
  const dated = { starts_at: now, ends_at: new Date('2027-01-01T00:00:00Z') };
  const action = { slug: 'sale', name: 'Скидки', text: '<p>Скидка 3-5 дней.</p>', rules: 'С %s', ...dated };
  await createAction(db, action, now);
  await createAction(db, { ...action, slug: 'draft', is_draft: true }, now);
  await createAction(db, { ...action, slug: 'old', ...over }, now);
  const slide = { title: 'Плита 600х600', text: 'Ждём', button_text: 'Смотреть', link: '/catalog/' };
  await createBanner(db, slide, now);
  await createBanner(db, { ...slide, is_draft: true }, now);
  await createBanner(db, { ...slide, ...over }, now);
  const wobbler = { position: 'top', text: '<b>Храним 3-5 дней</b>', action_link: '/catalog/' } as const;
  await createWobbler(db, wobbler, now);
  await createWobbler(db, { ...wobbler, is_draft: true }, now);
  await addMenuLink(db, { place: 'header', name: 'Скидки 3-5 дней', url: '/actions/' }, now);
  await addMenuLink(db, { place: 'header', name: 'Черновик 3-5 дней', url: '/blog/', is_draft: true }, now);
  const field = { name: 'Плита 600х600', as: 'Input', order: 1, rules: {} } as const;
  await publishForm(db, { code: 'plita', name: 'Заказ плиты', fields: { size: field } }, now);
  await publishForm(db, { code: 'closed', name: 'Плита 600х600', fields: { size: field } }, now);
  await closeForm(db, 'closed', now);
  await sql`insert into brands (slug, name, description) values ('volma', 'Волма', 'Сохнет 3-5 дней.')`.execute(db);
  const { id } = await makeCategory(db, 'plity', 'Плиты');
  await sql`update categories set description = '<p>Плиты 600х600.</p>' where id = ${id}`.execute(db);
  await sql`insert into shorts (category_id, code, name, filters, faq) values (${id}, 'belye', 'Белые', '{}',
    '[{"question": "Сколько сохнет?", "answer": "Сохнет 3-5 дней."}]')`.execute(db);
  await makeProduct(db, { name: 'Плита', description: 'Размер 600х600.' });
  // What 1C says of its goods is mended there.
  await makeProduct(db, { name: 'Из 1С', id_1c: 'p-1', description: 'Размер 600х600.' });

  await checkTexts(db, now);
  expect((await found()).map(([name, ...words]) => `${name}: ${words.join('; ')}`)).toEqual([
    'action Скидки: Текст: между числами ставим –: «Скидка 3-5 дней.»; Правила: осталась заготовка: «%s»',
    'brand Волма: Описание: между числами ставим –: «Сохнет 3-5 дней.»',
    'category Плиты: Описание: между размерами ставим ×: «Плиты 600х600.»',
    'form Заказ плиты: Название: между размерами ставим ×: «Плита 600х600»',
    'menu Скидки 3-5 дней: Название: между числами ставим –: «Скидки 3-5 дней»',
    'short Белые: Ответ: между числами ставим –: «Сохнет 3-5 дней.»',
    'slide Плита 600х600: Заголовок: между размерами ставим ×: «Плита 600х600»',
    'wobbler Храним 3-5 дней: Текст: между числами ставим –: «Храним 3-5 дней»',
    // There are many goods, so they are read last.
    'product Плита: Описание: между размерами ставим ×: «Размер 600х600.»',
  ]);
  // The shop takes the descriptions of 1C's goods over.
  await takeFields(db, { product_id: null, fields: ['description'], until: null });
  await checkTexts(db, now);
  expect((await found(null, ['product'])).map(([name]) => name)).toEqual(['product Из 1С', 'product Плита']);
  await sql`truncate actions, banners, wobblers, menu_links, form_schemas, brands, categories, products cascade`.execute(
    db,
  );
});

test('wheels, credit programmes and ready sets that visitors read are read', async () => {
  const keys = await secretKeys(db, undefined);
  const wheel = {
    ...{ code: 'zima', title: 'Колесо 3-5 дней', organiser: 'ООО «ИДД»', rules_html: '<p>С %s</p>' },
    ...{ period: 'campaign' as const, budget_kopecks: 100_000_000 },
    ...{ starts_at: new Date('2026-12-01T00:00:00Z'), ends_at: new Date('2026-12-20T00:00:00Z') },
    prizes: ['Купон 300₽', 'Купон 500 ₽'].map((name, at) => ({
      ...{ name, weight: 1, sum_kopecks: 30_000 + at, min_sum_kopecks: 300_000, coupon_days: 14 },
      ...{ stock: null, is_consolation: at === 0 },
    })),
  };
  await createCampaign(db, keys, wheel);
  await createCampaign(db, keys, { ...wheel, code: 'draft' });
  await publishCampaign(db, 'zima', now);
  const credit = {
    ...{ partner: 'Банк', name: 'На 3-5 дней', months: [6], min_sum_kopecks: 1_000_00, max_sum_kopecks: 9_000_00 },
    ...{ rate_from: 0, rate_to: 0, full_cost_from: 0, full_cost_to: 0, documents: 'паспорт', terms: 'Взнос - 10 %.' },
    ...{ is_example: true, position: 0, is_draft: false, starts_at: null, ends_at: null },
  };
  await createCreditProgram(db, credit, now);
  await createCreditProgram(db, { ...credit, is_draft: true }, now);
  const { idcode } = await makeProduct(db, { name: 'Ель' });
  const set = { name: 'Ёлка 3-5 дней', text: 'Шары "бусы"', position: 0, goods: [{ idcode, count: 1 }] };
  await createReadySet(db, { ...set, slug: 'elka', is_on: true }, now);
  await createReadySet(db, { ...set, slug: 'off', is_on: false }, now);
  await checkTexts(db, now);
  expect((await found()).map(([name, ...words]) => `${name}: ${words.join('; ')}`)).toEqual([
    'credit На 3-5 дней: Название: между числами ставим –: «На 3-5 дней»; Условия: между словами ставим —: «Взнос - 10 %.»',
    'ready_set Ёлка 3-5 дней: Название: между числами ставим –: «Ёлка 3-5 дней»; Описание: прямые кавычки: «Шары "бусы"»; Описание: прямые кавычки: «Шары "бусы"»',
    'wheel Колесо 3-5 дней: Правила: осталась заготовка: «%s»; Заголовок: между числами ставим –: «Колесо 3-5 дней»; Приз: между числом и единицей нужен пробел: «Купон 300₽»',
  ]);
  await sql`truncate fortune_campaigns, credit_programs, ready_sets, products cascade`.execute(db);
});

test('texts for search engines are read for Russian too, with the cases of the town and without doubts of placeholders', async () => {
  await sql`insert into seo_texts (kind, department_id_1c, title, text) values
    ('home', '00131', 'Доставка 3-5 дней по {region}', '<p>Ждём в {region_prepositional} - {phone}.</p>')`.execute(db);
  await checkTexts(db, now);
  expect(await found(null, ['seo'])).toEqual([
    [
      'seo Главная',
      'Заголовок в поиске (title): Между числами ставим –: «Доставка 3-5 дней по Вологда»',
      'Заголовок в поиске (title): Падеж: нужно «Вологде»: «по Вологда»',
      'Текст на странице: Между словами ставим —: «Ждём в Вологде - Название.»',
    ],
  ]);
  await sql`delete from seo_texts`.execute(db);
});

test('the text in force is read beside the one that is scheduled, and the one that returns; a replaced one is not', async () => {
  const coming = new Date('2026-12-12T06:00:00Z');
  await page('dostavka', '<p>Прежний текст: 3-5 дней.</p>');
  await page('dostavka', '<p>Везём 2-3 дня.</p>');
  const { id } = await createPageVersion(db, {
    slug: 'dostavka',
    title: 'Зимой',
    html: '<p>Зимой везём 4-5 дней.</p>',
  });
  await publishPageVersion(db, id, { published_at: coming, ends_at: new Date('2027-03-01T00:00:00Z') }, now);
  await checkTexts(db, now);
  expect(await found()).toEqual([
    ['page О dostavka', 'Текст: между числами ставим –: «Везём 2-3 дня.»'],
    ['page Зимой (с 12.12.2026)', 'Текст: между числами ставим –: «Зимой везём 4-5 дней.»'],
  ]);
  const inWinter = new Date('2026-12-20T00:00:00Z');
  await checkTexts(db, inWinter);
  expect(
    (await found()).map(([name]) => name),
    'after the winter the former one is back',
  ).toEqual([...['page О dostavka', 'page Зимой']]);
  const form = (size: string) => ({
    code: 'plita',
    name: `Плита ${size}`,
    fields: { size: { name: 'Размер', as: 'Input', order: 1, rules: {} } as const },
  });
  await publishForm(db, form('600х600'), now);
  await publishForm(db, form('300х300'), coming);
  await checkTexts(db, now);
  expect((await found(null, ['form'])).map(([name]) => name)).toEqual([
    ...['form Плита 600х600', 'form Плита 300х300 (с 12.12.2026)'],
  ]);
  await checkTexts(db, coming);
  expect((await found(null, ['form'])).map(([name]) => name)).toEqual(['form Плита 300х300']);
  for (const table of ['pages', 'form_schemas'] as const) await db.deleteFrom(table).execute();
});

test('one bad habit fills neither the screen nor the table', async () => {
  await page('mnogo', Array.from({ length: 60 }, (_, n) => `<p>Строка ${n}: храним 3-5 дней.</p>`).join(''));
  for (let n = 0; n < 1_005; n++) await page(`pusto-${n}`, '<p>Храним 3-5 дней.</p>');
  await checkTexts(db, now);
  const { findings, counts, check } = await listTextFindings(db, { branches: null }, { limit: 5, offset: 0 });
  expect(counts).toEqual([{ kind: 'page', count: 1_000 }]);
  expect(check?.left_out).toBe(6);
  const many = findings.find(({ record_id }) => record_id === 'mnogo')!;
  expect(many.problems).toHaveLength(21);
  expect(many.problems.at(-1)).toEqual({ place: 'Ещё', words: 'таких замечаний: 40' });
});

import { expect, test } from 'vitest';
import { draftArticle, publishArticle, saveTopic, withdrawArticle } from '#modules/blog/change-article.ts';
import { createAction } from '#modules/catalogue/save-action.ts';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { createBanner } from '#modules/content/banners.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { setRedirect } from '#modules/content/redirects.ts';
import { createWobbler } from '#modules/content/wobblers.ts';
import { waitingDraft } from '#modules/drafts/drafts.ts';
import type { DraftKey, Fields } from '#modules/drafts/kinds.ts';
import { saveDraft } from '#modules/drafts/save-draft.ts';
import { publishForm, saveFormDraft } from '#modules/forms/form-schemas.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { confirmPlan } from '#modules/pricing/price-plans.ts';
import { PlanChange, rehearsePlan } from '#modules/pricing/rehearse-plan.ts';
import type { ReleaseKind } from '#modules/releases/kinds.ts';
import { addToRelease, createRelease } from '#modules/releases/releases.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import type { VacancyInput } from '#modules/vacancies/schema.ts';
import { ensure } from '#shared/ensure.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { checkRelease } from './check-release.ts';
import { readCalendar } from './read-calendar.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'elki', 'Ёлки');
const tree = await makeProduct(db, {
  name: 'Ёлка Таёжная',
  price: 250_000,
  category_id: category.id,
  price_column: 'cherepovets',
});
const everywhere = await makeProduct(db, { name: 'Гирлянда', price: 90_000, category_id: category.id });
await db
  .insertInto('prices')
  .values({ product_id: everywhere.id, price_column: 'cherepovets', price: 95_000 })
  .execute();
const [main, town] = ['00131', '00052'];

const day = (text: string) => new Date(`${text}T00:00:00+03:00`);
const span = { from: day('2090-12-01'), to: day('2091-02-01'), branches: null, isCostShown: false };
const season = { starts_at: day('2090-12-05'), ends_at: day('2091-01-10') };
const slide = { text: '', button_text: 'Выбрать', link: '/category/elki/', ...season };

/** Prices of this product in Череповец are to change on this day at ten. */
async function aPlan(product_id: number, on: string, name = 'К празднику', isConfirmed = true): Promise<void> {
  const { id: user_id, full_name } = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
  await db.transaction().execute(async (db) => {
    const { id } = await rehearsePlan(db, await goodsScope(db, null), {
      name,
      filter: { ids: [product_id] },
      columns: ['cherepovets'],
      uses_cost: false,
      starts: { on, minute: 600 },
      change: PlanChange.parse({ base: { from: 'own' }, percent: -10 }),
      author: { user_id, full_name },
    });
    const { hash } = await db.selectFrom('price_plans').select('hash').where('id', '=', id).executeTakeFirstOrThrow();
    if (isConfirmed) await confirmPlan(db, id, { hash, accepts_floor: false });
  });
}

const wordsOf = async (branches: string[] | null = null) =>
  (await readCalendar(db, { ...span, branches }, () => true)).collisions.map(({ words }) =>
    words.replaceAll('\u00a0', ' '),
  );

test('whatever has dates within the span stands in the calendar, by kind and branch; what has none does not', async () => {
  await planHomeLayout(db, {});
  await planHomeLayout(db, { season: 'newyear', department_id_1c: town, ...season });
  await createBanner(db, { ...slide, title: 'Ёлки и гирлянды', department_id_1c: main });
  await createBanner(db, { ...slide, title: 'Всегда', starts_at: null, ends_at: null });
  await createBanner(db, { ...slide, title: 'Прошлой осенью', starts_at: null, ends_at: day('2090-11-30') });
  await createWobbler(db, {
    position: 'top',
    text: '<b>Успеть</b> до 31-го',
    action_link: '/pay/',
    is_draft: true,
    ...season,
  });
  await makeCoupon(db, 'ЁЛКА300', season);
  await saveLanding(db, { slug: 'novyj-god', name: 'Новый год', ...season });
  await addMenuLink(db, { place: 'header', name: 'Новый год', url: '/category/elki/', ...season });
  const page = await createPageVersion(db, { slug: 'delivery', title: 'Доставка', html: '<p>Подъём</p>' });
  await publishPageVersion(db, page.id, { published_at: day('2090-12-20') });
  await db
    .insertInto('department_hour_exceptions')
    .values([
      { department_id_1c: main, date: '2091-01-01', note: 'Новый год' },
      { department_id_1c: '00132', date: '2091-01-01', note: 'Новый год' },
      { department_id_1c: town, date: '2091-01-01', note: 'Новый год' },
    ])
    .execute();
  const { items } = await readCalendar(db, span, () => true);
  expect(items.map(({ kind, title, branches, is_draft }) => [kind, title, branches, is_draft])).toEqual([
    ['layouts', 'Новый год', [town], false],
    ['slides', 'Ёлки и гирлянды', [main], false],
    ['coupons', 'ЁЛКА300', null, false],
    ['landings', 'Новый год', null, true],
    ['wobblers', 'Успеть  до 31-го', null, true],
    ['menu', 'Новый год', null, false],
    ['pages', 'Доставка, редакция 1', null, false],
    ['hours', 'Новый год', [town, main], false],
  ]);
  const own = await readCalendar(db, { ...span, branches: [town] }, (permission) => permission !== 'content.write');
  expect(own.items.map(({ kind }) => kind)).toEqual(['coupons', 'wobblers', 'hours']);
  expect(await wordsOf()).toEqual([]);
});

test('[18] posts, versions of forms, credit programmes and news that went out stand in the calendar', async () => {
  const year = {
    from: day('2095-01-01'),
    to: day('2095-03-01'),
    branches: null as string[] | null,
    isCostShown: false,
  };
  const [early, late] = [day('2094-12-20'), day('2095-02-10')];
  const post: VacancyInput = {
    department_id_1c: town,
    title: 'Кладовщик',
    field: 'warehouse',
    schedule: 'two_two',
    salary_from_kopecks: 6_000_000,
    duties: '<p>Собирать заказы.</p>',
    terms: '<p>Два через два.</p>',
    valid_until: late,
  };
  await createVacancy(db, post, early);
  await createVacancy(db, { ...post, title: 'Кассир' }, early, { is_draft: true });
  const fields = { name: { name: 'Имя', as: 'Input', order: 1, rules: {} } } as const;
  await publishForm(db, { code: 'zamer', name: 'Замер', fields }, early);
  await publishForm(db, { code: 'zamer', name: 'Замер окон', fields }, late);
  await saveFormDraft(db, { code: 'zamer', name: 'Замер дверей', fields }, 2);
  const sent = { department_id_1c: town, kind: 'news', sent_at: new Date('2095-01-15T04:00:00Z') };
  const emails = ['anna@pochta.example', 'pavel@pochta.example'].map((email) => ({ ...sent, email }));
  await db.insertInto('subscription_emails').values(emails).execute();
  await db
    .insertInto('subscription_emails')
    .values({ ...sent, email: 'vera@pochta.example', kind: 'alerts' })
    .execute();
  await db
    .insertInto('credit_programs')
    .values({
      ...{ partner: 'Банк Север', name: 'К весне', min_sum_kopecks: 300_000, max_sum_kopecks: 20_000_000 },
      ...{ months: [6, 12], rate_from: 1_990, rate_to: 1_990, full_cost_from: 1_990, full_cost_to: 2_490 },
      ...{ documents: 'паспорт', terms: 'Без взноса', starts_at: day('2095-02-01') },
    })
    .execute();
  const shown = async (asked: Parameters<typeof readCalendar>[1] = year) =>
    (await readCalendar(db, asked, () => true)).items.map(({ kind, title, branches, starts_at, ends_at, is_draft }) => [
      ...[kind, title.replaceAll('\u00a0', ' '), branches, starts_at, ends_at, is_draft],
    ]);
  expect(await shown()).toEqual([
    ['credit', 'Банк Север: К весне', null, day('2095-02-01'), null, false],
    ['forms', 'Замер окон, версия 2', null, late, null, false],
    ['vacancies', 'Кладовщик', [town], early, late, false],
    ['vacancies', 'Кассир', [town], null, late, true],
    ['news', 'Новости: 2 письма', [town], sent.sent_at, null, false],
  ]);
  expect((await shown({ ...year, branches: [main] })).map(([kind]) => kind)).toEqual(['credit', 'forms']);
  for (const table of ['vacancies', 'form_schemas', 'credit_programs', 'subscription_emails'] as const)
    await db.deleteFrom(table).execute();
});

test('two looks of one branch at once are told; the standing one under a season is not', async () => {
  await planHomeLayout(db, { season: 'spring', department_id_1c: town, starts_at: day('2091-01-01') });
  expect(await wordsOf()).toEqual([
    'Два оформления главной сразу: с 01.01.2091 00:00 видно только «Весна», «Новый год» — нет',
  ]);
  expect(await wordsOf([main])).toEqual([]);
});

test('[18] a common look of some days that a branch covers with its own standing one is told', async () => {
  const at = { from: day('2088-12-01'), to: day('2089-02-01'), branches: null, isCostShown: false };
  const own = await planHomeLayout(db, { season: null, department_id_1c: main });
  await planHomeLayout(db, { season: 'newyear', starts_at: day('2088-12-10'), ends_at: day('2089-01-10') });
  const { collisions } = await readCalendar(db, at, () => true);
  expect(collisions.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    'Оформление «Новый год» не видно в филиале «Вологда»: там с 10.12.2088 00:00 своё',
  ]);
  await db.deleteFrom('home_layouts').where('id', '=', own).execute();
});

test('[18] a common slide to a landing page that one branch alone has is told', async () => {
  const at = { from: day('2087-12-01'), to: day('2088-02-01'), branches: null, isCostShown: false };
  const winter = { starts_at: day('2087-12-05'), ends_at: day('2088-01-10') };
  await saveLanding(db, { slug: 'svoya', name: 'Своя', redirect_to: '/actions/', ...winter });
  const text = { title: 'Своя', blocks: [{ type: 'hero' as const, title: 'Своя', link: '/delivery/' }] };
  await writeLandingPage(db, 'svoya', { ...text, department_id_1c: main });
  await publishLanding(db, 'svoya', day('2087-11-01'));
  await createBanner(db, { ...slide, ...winter, title: 'Всем', link: '/lp/svoya/' });
  await createBanner(db, { ...slide, ...winter, title: 'Своим', link: '/lp/svoya/', department_id_1c: main });
  const { collisions } = await readCalendar(db, at, () => true);
  expect(collisions.map(({ words }) => words)).toEqual(['Слайд «Всем» ведёт на «Своя» в филиалах, где её нет']);
});

test('a slide to a promotion, a landing page, or with a code, that is not open as long as it stands', async () => {
  const action = { slug: 'elki-30', name: 'Ёлки дешевле', rules: 'До 25 декабря.', department_id_1c: town };
  const ends = day('2090-12-25');
  await createAction(db, { ...action, starts_at: season.starts_at, ends_at: ends, products: [tree.id] });
  await makeCoupon(db, 'ДАРИМ5', { ends_at: day('2090-12-31') });
  const at = { ...slide, department_id_1c: town };
  await createBanner(db, { ...at, title: 'К акции', link: '/actions/elki-30/' });
  await createBanner(db, { ...at, title: 'Дома', link: '/actions/elki-30/', department_id_1c: main });
  await createBanner(db, { ...at, title: 'В никуда', link: '/actions/net-takoj/' });
  await createBanner(db, { ...at, title: 'К странице', link: '/lp/novyj-god/?from=banner' });
  await createBanner(db, { ...at, title: 'С кодом', text: 'Введите ДАРИМ5 в корзине' });
  const found = await wordsOf();
  expect(found).toEqual(
    expect.arrayContaining([
      'Слайд «К акции» ведёт на «Ёлки дешевле», которая кончится раньше: 25.12.2090 00:00',
      'Слайд «Дома» ведёт на «Ёлки дешевле» в филиалах, где её нет',
      'Слайд «В никуда» ведёт на акцию /actions/net-takoj/, а такой нет',
      'Слайд «К странице» ведёт на «Новый год», которая ещё не опубликована',
      'Купон ДАРИМ5 кончится раньше, чем «С кодом»: 31.12.2090 00:00',
    ]),
  );
});

test('more slides than the home page shows, an action without goods, prices that change while it runs', async () => {
  for (const title of ['Пятый', 'Шестой'])
    await createBanner(db, { ...slide, title, department_id_1c: town, position: 5, starts_at: day('2090-12-10') });
  await createAction(db, { slug: 'pusto', name: 'Пустая', rules: 'Нет.', ...season });
  await aPlan(tree.id, '2090-12-20', 'Черновик', false);
  await aPlan(tree.id, '2090-12-15');
  const found = await wordsOf();
  expect(found).toContain('«Черновик» сменит цены акции «Ёлки дешевле», пока она идёт: 20.12.2090 10:00, 1 товар');
  expect(found).toContain('В акции «Пустая» нет товаров');
  expect(found).toContain('«К празднику» сменит цены акции «Ёлки дешевле», пока она идёт: 15.12.2090 10:00, 1 товар');
  expect(found).toContain('На главной помещается 5 слайдов: с 10.12.2090 00:00 не видно «Пятый», «Шестой»');
});

test('a draft that waits in a release is taken for what it will be, and the release stands on its day', async () => {
  const dates = { starts_at: day('2092-12-01'), ends_at: day('2093-01-10') };
  const later = { from: day('2092-11-01'), to: day('2093-02-01'), branches: null, isCostShown: false };
  const action = await createAction(db, {
    slug: 'zima',
    name: 'Зима',
    rules: 'До 10 января.',
    products: [everywhere.id],
    is_draft: true,
    ...dates,
  });
  const banner = await createBanner(db, {
    ...slide,
    ...dates,
    title: 'К зиме',
    link: '/actions/zima/',
    is_draft: true,
  });
  const spring = { season: 'spring' as const, department_id_1c: main, is_draft: true, ...dates };
  await planHomeLayout(db, { ...spring, is_draft: false });
  const layout = await planHomeLayout(db, { ...spring, season: 'newyear' });
  const words = async () => (await readCalendar(db, later, () => true)).collisions.map((one) => one.words);
  expect(await words()).toEqual(['Слайд «К зиме» ведёт на «Зима», которая ещё не опубликована']);
  const { id: user_id, full_name } = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
  const id = await db.transaction().execute(async (db) => {
    const author = { user_id, full_name };
    const id = await createRelease(db, { name: 'Зима', publish_at: day('2092-11-20') }, author, day('2092-11-01'));
    for (const key of [
      { kind: 'actions' as const, id: String(action.id) },
      { kind: 'slides' as const, id: String(banner) },
      { kind: 'layouts' as const, id: String(layout) },
    ])
      await addToRelease(db, id, key, day('2092-11-01'));
    return id;
  });
  expect(await words()).toEqual([expect.stringMatching(/^Два оформления главной сразу/)]);
  const { items } = await readCalendar(db, later, () => true);
  expect(items.find(({ kind }) => kind === 'releases')).toMatchObject({
    id: String(id),
    title: 'Зима',
    is_draft: true,
  });
  const checked = await checkRelease(db, id, { now: day('2092-11-02'), imageHosts: [] }, () => true);
  expect(checked.refusals).toEqual([]);
  expect(checked.collisions.map((one) => one.words)).toEqual([expect.stringMatching(/^Два оформления главной сразу/)]);
});

test('an action of all branches whose goods have no price in one of them is told, with the branch', async () => {
  const winter = { starts_at: day('2094-12-05'), ends_at: day('2095-01-10') };
  const later = { from: day('2094-12-01'), to: day('2095-02-01'), isCostShown: false };
  const found = async (branches: string[] | null) =>
    (await readCalendar(db, { ...later, branches }, () => true)).collisions
      .map(({ words }) => words)
      .filter((words) => !words.includes('делят'));
  const goods = { rules: 'До 10 января.', products: [tree.id], ...winter };
  await createAction(db, { slug: 'tolko-gorod', name: 'Только здесь', department_id_1c: town, ...goods });
  await createAction(db, { slug: 'vezde', name: 'Везде', ...goods, products: [tree.id, everywhere.id] });
  expect(await found(null)).toEqual([]);
  await createAction(db, { slug: 'elki-vsem', name: 'Ёлки всем', ...goods });
  expect(await found(null)).toEqual(['В филиале «Вологда» ни у одного товара акции «Ёлки всем» нет цены']);
  expect(await found([main])).toHaveLength(1);
  expect(await found([town])).toEqual([]);
  await createAction(db, { slug: 'net-cen', name: 'Дома', department_id_1c: main, ...goods });
  expect(await found(null)).toContain('Ни у одного товара акции «Дома» нет цены');
});

test('[2.10] two plans for one price are told, confirmed or drafts; plans for different goods or given up are not', async () => {
  const from = day('2098-03-01');
  const words = async () => {
    const { collisions } = await readCalendar(
      db,
      { from, to: day('2098-04-01'), branches: null, isCostShown: false },
      () => true,
    );
    return collisions.map((one) => [one.words.replaceAll('\u00a0', ' '), one.at.toISOString()]);
  };
  const lamp = await makeProduct(db, { name: 'Лампа', price: 40_000, price_column: 'cherepovets' });
  await aPlan(lamp.id, '2098-03-05', 'Весна');
  await aPlan(everywhere.id, '2098-03-06', 'Гирлянды', false);
  expect(await words()).toEqual([]);
  await aPlan(lamp.id, '2098-03-10', 'Ещё дешевле', false);
  const met = ['Два плана на одну цену: «Весна» и «Ещё дешевле», 1 товар', '2098-03-10T07:00:00.000Z'];
  expect(await words()).toEqual([met]);
  await aPlan(lamp.id, '2098-03-12', 'Совсем дёшево', false);
  const later = ['Два плана на одну цену: «Ещё дешевле» и «Совсем дёшево», 1 товар', '2098-03-12T07:00:00.000Z'];
  expect(await words()).toEqual([met, later]);
  await db.updateTable('price_plans').set({ state: 'cancelled' }).where('name', '=', 'Ещё дешевле').execute();
  expect(await words()).toEqual([
    ['Два плана на одну цену: «Весна» и «Совсем дёшево», 1 товар', '2098-03-12T07:00:00.000Z'],
  ]);
});

test('[2.10] two promotions with the same goods at one time and branch are listed with the number of goods', async () => {
  const at = { from: day('2099-03-01'), to: day('2099-05-01'), branches: null, isCostShown: false };
  const words = async () =>
    (await readCalendar(db, at, () => true)).collisions.map((one) => one.words.replaceAll('\u00a0', ' '));
  const gone = await makeProduct(db, { name: 'Снята', price_column: 'cherepovets', switched_off_at: new Date() });
  const action = (slug: string, name: string, starts: string, ends: string, branch: string | null, ids: number[]) =>
    createAction(db, {
      ...{ slug, name, rules: 'До конца апреля.', department_id_1c: branch, products: ids },
      ...{ starts_at: day(starts), ends_at: day(ends) },
    });
  const both = [tree.id, everywhere.id, gone.id];
  await action('podarki', 'Подарки мастеру', '2099-03-05', '2099-03-20', town, both);
  await action('doma', 'Дома', '2099-03-05', '2099-03-20', main, [everywhere.id]);
  await action('potom', 'Потом', '2099-03-20', '2099-04-20', town, both);
  expect(await words()).toEqual([]);
  await action('vsem', 'Гирлянды дешевле', '2099-03-15', '2099-03-18', null, both);
  expect(await words()).toEqual([
    'Акции «Подарки мастеру» и «Гирлянды дешевле» делят 2 товара: обе идут с 15.03.2099 00:00',
    'Акции «Дома» и «Гирлянды дешевле» делят 1 товар: обе идут с 15.03.2099 00:00',
  ]);
});

test('links of slides, menus and landing pages to what ends, is switched off, is taken back or is nowhere are told', async () => {
  const winter = { starts_at: day('2096-12-05'), ends_at: day('2097-01-10') };
  const later = { from: day('2096-12-01'), to: day('2097-02-01'), branches: null, isCostShown: false };
  const page = await createPageVersion(db, { slug: 'podarki', title: 'Подарки', html: '<p>Дарим</p>' });
  await publishPageVersion(db, page.id, { published_at: day('2096-11-01'), ends_at: day('2096-12-20') });
  const old = await makeCategory(db, 'staroe', 'Старое');
  await makeCategory(db, 'staroe-vnutri', 'Внутри старого', old.id);
  await db.updateTable('categories').set({ switched_off_at: new Date() }).where('id', '=', old.id).execute();
  const gone = await makeProduct(db, { name: 'Снятая', slug: 'snyataya', switched_off_at: new Date() });
  await saveTopic(db, { slug: 'remont', name: 'Ремонт' });
  const id = await publishArticle(
    db,
    {
      slug: 'snyata',
      title: 'Какой клей взять',
      lead: 'Коротко о том, какой клей взять.',
      topic: 'remont',
      author: 'Вера Хозяева',
      blocks: [{ type: 'html', html: '<p>Разный.</p>' }],
    },
    day('2096-11-01'),
  );
  await withdrawArticle(db, id, day('2096-12-15'));
  const action = { rules: 'До 20 декабря.', products: [everywhere.id], ...winter, ends_at: day('2096-12-20') };
  await createAction(db, { slug: 'do-20', name: 'До двадцатого', ...action });
  const links = {
    'К странице': '/info/podarki/',
    'К разделу': '/category/staroe-vnutri/?sort=price',
    'К товару': `/product/${gone.slug}/`,
    'К статье': '/blog/snyata/',
    'К бренду': '/brand/nikakoj/',
    'К опечатке': '/katalog/',
    'К форме': '/forms/net_takoj/',
    'К своей форме': '/forms/callback/',
    'К вакансии': '/vacancy/999999/',
    'К колесу': '/lp/fortune/',
    Живой: '/category/elki/',
    Стоит: '/delivery/',
    'Ведёт дальше': '/bylo/',
    'Другой сайт': 'https://example.com/',
  };
  await setRedirect(db, { from_path: '/bylo/', to_path: '/delivery/' });
  for (const [title, link] of Object.entries(links)) await createBanner(db, { ...slide, ...winter, title, link });
  await addMenuLink(db, { place: 'header', name: 'Скидки', url: '/actions/do-20/' });
  await saveLanding(db, { slug: 'zima-96', name: 'Зима', redirect_to: '/actions/do-20/', ...winter });
  await writeLandingPage(db, 'zima-96', {
    title: 'Зима',
    blocks: [
      { type: 'html', html: '<p>Смотрите <a href="/actions/do-20/">скидки</a> и <a href="/info/nety/">это</a></p>' },
      { type: 'hero', title: 'Зима', link: '/lp/nety/' },
    ],
  });
  await publishLanding(db, 'zima-96', day('2096-11-01'));
  const found = (await readCalendar(db, later, () => true)).collisions;
  const words = found.map((one) => one.words.replaceAll('\u00a0', ' ')).filter((one) => !one.includes('помещается'));
  expect(words.toSorted()).toEqual(
    [
      'Слайд «К странице» ведёт на «Подарки», которую снимут раньше: 20.12.2096 00:00',
      'Слайд «К разделу» ведёт на раздел «Внутри старого», а он выключен',
      'Слайд «К товару» ведёт на товар «Снятая», а он снят с продажи',
      'Слайд «К статье» ведёт на «Какой клей взять», которую снимут раньше: 15.12.2096 00:00',
      'Слайд «К бренду» ведёт на бренд /brand/nikakoj/, а такого нет',
      'Слайд «К опечатке» ведёт на страницу /katalog/, а такой нет',
      'Слайд «К форме» ведёт на форму /forms/net_takoj/, а такой нет',
      'Слайд «К вакансии» ведёт на вакансию /vacancy/999999/, а такой нет',
      'Слайд «К колесу» ведёт на колесо удачи /lp/fortune/, а его нет',
      'Ссылка меню «Скидки» ведёт на «До двадцатого», которая начнётся позже: 05.12.2096 00:00',
      'Посадочная «Зима» ведёт на «До двадцатого», которая кончится раньше: 20.12.2096 00:00',
      'Посадочная «Зима» ведёт на страницу /info/nety/, а такой нет',
      'Посадочная «Зима» ведёт на посадочную /lp/nety/, а такой нет',
      'Посадочная «Зима» после окончания ведёт на «До двадцатого», которая кончится раньше: 20.12.2096 00:00',
    ].toSorted(),
  );
  const ended = found.find((one) => one.words.startsWith('Слайд «К странице»'));
  expect(ended?.things.map(({ kind, id }) => [kind, id])[1]).toEqual(['pages', 'podarki']);
});

test('a release is read for Russian before it is published: titles, blocks, pages, changed fields and emails', async () => {
  const text = 'Ёлки в Вологда - дешевле, {city}';
  const slides = await createBanner(db, { ...slide, title: 'Зимой', text, is_draft: true });
  const landing = await saveLanding(db, { slug: 'k-zime', name: 'К зиме', ...season });
  const blocks = [{ type: 'html' as const, html: '<p>Скидка {percent}</p>' }];
  const words = { department_id_1c: null, variant: 'a' as const, title: 'К зиме', description: 'Ёлки и огни.' };
  const early = { type: 'timer' as const, text: 'Ещё', ends_at: '2090-12-04T00:00:00+03:00' };
  await writeLandingPage(db, 'k-zime', { ...words, blocks: [{ type: 'html', html: '<p>Было "так"</p>' }] });
  await writeLandingPage(db, 'k-zime', { ...words, blocks: [...blocks, early] });
  await saveTopic(db, { slug: 'sovety', name: 'Советы', position: 1 });
  const article = await draftArticle(db, {
    ...{ slug: 'kak-vybrat', title: 'Как выбрать ёлку', topic: 'sovety', author: 'Редакция' },
    lead: 'Коротко о главном.',
    blocks: [{ type: 'html', html: '<p>Ёлка - это праздник</p>' }],
  });
  const page = await createPageVersion(db, { slug: 'zima', title: 'Зимой', html: '<p>Ждём вас в Вологда</p>' });
  const { id: user_id, full_name } = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
  const changed: [DraftKey, Fields][] = [
    [{ resource: 'products', record_id: String(tree.id) }, { description_html: '<p>Это 22 лист</p>' }],
    [{ resource: 'email_texts', record_id: 'order_placed~' }, { lead: 'Спасибо - ждём вас.' }],
  ];
  const drafts = await db.transaction().execute(async (db) => {
    for (const [key, fields] of changed)
      await saveDraft(db, key, { fields, version: null }, { user_id, full_name }, new Date());
    return Promise.all(
      changed.map(async ([key]) => ({ kind: key.resource, id: ensure(await waitingDraft(db, key)).id })),
    );
  });
  const keys = [
    { kind: 'slides' as const, id: slides },
    { kind: 'landings' as const, id: landing.id },
    { kind: 'articles' as const, id: article },
    { kind: 'pages' as const, id: page.id },
    ...drafts,
  ];
  const id = await db.transaction().execute(async (db) => {
    const id = await createRelease(db, { name: 'Слова', publish_at: null }, { user_id, full_name }, new Date());
    for (const { kind, id: row } of keys) await addToRelease(db, id, { kind, id: String(row) }, new Date());
    return id;
  });
  const { doubts } = await checkRelease(db, id, { now: new Date(), imageHosts: [] }, () => true);
  const found = Object.groupBy(doubts, ({ kind }) => kind);
  const of = (kind: ReleaseKind) => (found[kind] ?? []).map(({ words }) => words.replaceAll('\u00a0', ' '));
  expect(of('slides')).toEqual(
    expect.arrayContaining([
      expect.stringContaining('осталась заготовка'),
      expect.stringContaining('между словами ставим —'),
    ]),
  );
  expect(of('landings')[1]).toContain(
    '«Обратный отсчёт»: отсчёт кончится раньше, чем начнётся показ: 05.12.2090 00:00',
  );
  for (const kind of ['articles', 'pages', 'products', 'email_texts'] as const) expect(of(kind), kind).toHaveLength(1);
  expect(of('landings')[0]).toContain('осталась заготовка');
  expect(of('articles')[0]).toContain('между словами ставим —');
  expect(of('pages')[0]).toContain('падеж');
  expect(of('products')[0]).toContain('число и слово');
  expect(of('email_texts')[0]).toContain('между словами ставим —');
});

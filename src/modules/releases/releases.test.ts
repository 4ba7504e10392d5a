import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { publishReleases } from '#jobs/publish-releases.ts';
import { createAction } from '#modules/catalogue/save-action.ts';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { createBanner, endBanner } from '#modules/content/banners.ts';
import { listHomeLayouts, planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { createPageVersion, infoPage } from '#modules/content/pages.ts';
import { createWobbler } from '#modules/content/wobblers.ts';
import { draftResources } from '#modules/drafts/kinds.ts';
import { findForm, saveFormDraft } from '#modules/forms/form-schemas.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import { createCampaign } from '#modules/fortune/change-campaign.ts';
import { readCampaign } from '#modules/fortune/queries.ts';
import type { CampaignInput } from '#modules/fortune/schema.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { readLanding } from '#modules/landings/queries.ts';
import { createCreditProgram } from '#modules/payments/save-credit-program.ts';
import { cancelPlan } from '#modules/pricing/price-plans.ts';
import { PlanChange, rehearsePlan } from '#modules/pricing/rehearse-plan.ts';
import { savePin } from '#modules/search/pins.ts';
import { saveSearchRedirect, saveStopWord, saveSynonym } from '#modules/search/rules.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import { openVacancies } from '#modules/vacancies/queries.ts';
import type { VacancyInput } from '#modules/vacancies/schema.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { copyPlanOf } from './copy-plan.ts';
import { listFreeDrafts } from './drafts.ts';
import { kindsInOrder, type ReleaseKey } from './kinds.ts';
import { publishRelease, tryRelease } from './publish-release.ts';
import { addToRelease, changeRelease, createRelease, readItems, readRelease, takeFromRelease } from './releases.ts';
import { shiftedMoment } from './shifted-moment.ts';
import { undoRelease } from './undo-release.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'elki', 'Ёлки');
const tree = await makeProduct(db, {
  name: 'Ёлка Таёжная',
  price: 250_000,
  category_id: category.id,
  price_column: 'cherepovets',
});
const dater = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
const author = { user_id: dater.id, full_name: 'Вера Хозяева' };
const now = new Date('2090-11-20T09:00:00Z');
const tools = { now, imageHosts: [] };
const day = (text: string) => new Date(`${text}T00:00:00+03:00`);
const season = { starts_at: day('2090-12-01'), ends_at: day('2091-01-10') };
let last = 0;

async function aSlide(more: Partial<Parameters<typeof createBanner>[1]> = {}): Promise<ReleaseKey> {
  const slide = { title: `Ёлки ${++last}`, text: '', button_text: 'Выбрать', link: '/category/elki/', is_draft: true };
  return { kind: 'slides', id: String(await createBanner(db, { ...slide, ...season, ...more })) };
}

async function anAction(slug: string, more: object = {}): Promise<ReleaseKey> {
  const words = { slug, name: 'Ёлки дешевле', rules: 'До 10 января.', products: [tree.id], is_draft: true };
  return { kind: 'actions', id: String((await createAction(db, { ...words, ...season, ...more })).id) };
}

async function aPlan(name: string) {
  return rehearsePlan(db, await goodsScope(db, null), {
    name,
    filter: { ids: [tree.id] },
    columns: ['cherepovets'],
    uses_cost: false,
    starts: { on: '2090-12-01', minute: 600 },
    author,
    change: PlanChange.parse({ base: { from: 'own' }, percent: -10 }),
  });
}

/** A rule of the search of every kind, each a draft. */
async function searchRules(number: number): Promise<ReleaseKey[]> {
  const words = `ёлка ${number}`;
  const pin = { words, product_id: tree.id, position: 1, is_draft: true, ...season };
  const saved = {
    synonyms: await saveSynonym(db, { words, means: 'ель', is_draft: true }),
    search_redirects: await saveSearchRedirect(db, { words, url: '/category/elki/', is_draft: true }),
    stop_words: await saveStopWord(db, { word: `ну-${number}`, is_draft: true }),
    pins: await savePin(db, pin),
  };
  return (['synonyms', 'search_redirects', 'stop_words', 'pins'] as const).map((kind) => ({
    kind,
    id: String(saved[kind].id),
  }));
}

async function aRelease(keys: ReleaseKey[], publish_at: Date | null = null, at = now): Promise<number> {
  return db.transaction().execute(async (db) => {
    const id = await createRelease(db, { name: 'Новый год', publish_at }, author, at);
    for (const key of keys) await addToRelease(db, id, key, at);
    return id;
  });
}

const aWheel: Omit<CampaignInput, 'code'> = {
  title: 'Колесо',
  organiser: 'ООО «ИДД»',
  rules_html: '<p>Правила</p>',
  period: 'campaign',
  prizes: [
    { name: '500 ₽', weight: 1, sum_kopecks: 50_000, min_sum_kopecks: 250_000, coupon_days: 30 },
    { name: '100 ₽', weight: 9, sum_kopecks: 10_000, min_sum_kopecks: 100_000, coupon_days: 14, is_consolation: true },
  ],
  ...season,
  budget_kopecks: 100_000_000,
  address_limit: 500,
};

const aPost: VacancyInput = {
  department_id_1c: '00052',
  title: 'Кладовщик на сезон',
  field: 'warehouse',
  schedule: 'two_two',
  salary_from_kopecks: 6_000_000,
  duties: '<p>Собирать заказы.</p>',
  terms: '<p>Два через два.</p>',
};

/** A draft of every kind. */
async function everyKind(): Promise<ReleaseKey[]> {
  const code = `ЁЛКА${++last}`;
  await makeCoupon(db, code, { ...season, is_draft: true });
  const landing = await saveLanding(db, { slug: `god-${last}`, name: 'Новый год', ...season });
  await writeLandingPage(db, `god-${last}`, {
    department_id_1c: null,
    variant: 'a',
    title: 'Всё к празднику',
    description: '',
    blocks: [{ type: 'html', html: '<p>Гирлянды</p>' }],
  });
  const wobbler = { position: 'top' as const, text: '<p>Успеть</p>', action_link: '/pay/', is_draft: true, ...season };
  const page = await createPageVersion(db, { slug: `god-${last}`, title: 'Зимой', html: '<p>Работаем</p>' }, now);
  const plan = await aPlan('К празднику');
  const credit = {
    partner: 'Банк Север',
    name: 'К празднику',
    min_sum_kopecks: 300_000,
    max_sum_kopecks: 20_000_000,
    months: [6, 12],
    rate_from: 1_990,
    rate_to: 1_990,
    full_cost_from: 1_990,
    full_cost_to: 2_490,
    documents: 'паспорт',
    terms: 'Без взноса',
    is_example: false,
    position: 0,
    is_draft: true,
    starts_at: season.starts_at.toISOString(),
    ends_at: null,
  };
  const link = { place: 'header' as const, name: 'Ёлки', url: `/elki-${last}/`, is_draft: true, ...season };
  const form = {
    code: `zamer_${last}`,
    name: 'Замер',
    fields: { name: { name: 'Имя', as: 'Input', order: 1, rules: {} } },
  };
  await saveFormDraft(db, form as FormSchema, null);
  const wheel = await createCampaign(db, await secretKeys(db, undefined), { ...aWheel, code: `koleso-${last}` });
  return [
    { kind: 'coupons', id: code },
    { kind: 'forms', id: form.code },
    { kind: 'landings', id: String(landing.id) },
    await anAction(`elki-${last}`, { coupon: code }),
    { kind: 'layouts', id: String(await planHomeLayout(db, { season: 'newyear', is_draft: true, ...season })) },
    { kind: 'menu', id: String(await addMenuLink(db, link)) },
    await aSlide(),
    { kind: 'wobblers', id: String(await createWobbler(db, wobbler)) },
    { kind: 'credit', id: String(await createCreditProgram(db, credit, now)) },
    { kind: 'vacancies', id: String(await createVacancy(db, aPost, now, { is_draft: true })) },
    { kind: 'wheels', id: String(wheel.id) },
    ...(await searchRules(last)),
    { kind: 'pages', id: String(page.id) },
    { kind: 'plans', id: String(plan.id) },
  ];
}

const publish = (id: number, at = tools) => db.transaction().execute((db) => publishRelease(db, id, 'Вера', at));
const undo = (id: number, only: ReleaseKey | null = null, at = now) =>
  db.transaction().execute((db) => undoRelease(db, id, only, { ...tools, now: at }));
const draftsOf = async (id: number) =>
  (await readItems(db, id, now)).filter(({ row }) => row?.is_draft).map(({ kind }) => kind);

test('a release publishes a draft of every kind at once, and is taken back whole: each by the verbs of its module', async () => {
  const keys = await everyKind();
  const offered = await listFreeDrafts(db, kindsInOrder, { branches: null, isCostShown: true });
  expect(keys.filter((key) => !offered.some(({ kind, id }) => kind === key.kind && id === key.id))).toEqual([]);
  const id = await aRelease(keys);
  expect(await draftsOf(id)).toEqual(kindsInOrder.filter((kind) => kind !== 'articles' && !(kind in draftResources)));
  expect(await tryRelease(db, id, tools)).toEqual([]);
  expect(await draftsOf(id)).toHaveLength(keys.length);
  await publish(id);
  expect(await draftsOf(id)).toEqual([]);
  expect(await readRelease(db, id)).toMatchObject({ state: 'published', published_by: 'Вера', published_at: now });
  const plan = await db.selectFrom('price_plans').select('state').orderBy('id', 'desc').executeTakeFirst();
  expect(plan).toEqual({ state: 'waiting' });
  expect(await readLanding(db, `god-${last - 1}`, '00131', 0, day('2090-12-12'))).toMatchObject({
    title: 'Всё к празднику',
  });
  expect(await findForm(db, `zamer_${last - 1}`, now)).not.toBeNull();
  expect(await openVacancies(db, now)).toMatchObject([{ title: 'Кладовщик на сезон' }]);
  expect(await readCampaign(db, now)).toMatchObject({ state: 'coming' });
  const after = new Date(now.getTime() + 60_000);
  await undo(id, null, after);
  expect(await readRelease(db, id)).toMatchObject({ state: 'undone' });
  expect(await findForm(db, `zamer_${last - 1}`, after)).toBeNull();
  expect(await openVacancies(db, after)).toEqual([]);
  expect(await readCampaign(db, after), 'what was promised stays and is closed').toMatchObject({ state: 'over' });
  expect(await readLanding(db, `god-${last - 1}`, '00131', 0, day('2090-12-12'))).toBeNull();
  expect(await infoPage(db, `god-${last - 1}`, { now: day('2090-12-12') })).toBeNull();
  expect(await draftsOf(id)).toEqual([
    'coupons',
    'forms',
    'landings',
    'actions',
    'layouts',
    'menu',
    'slides',
    'wobblers',
    'credit',
    'vacancies',
    'synonyms',
    'search_redirects',
    'stop_words',
    'pins',
  ]);
  expect(await db.selectFrom('price_plans').select('state').orderBy('id', 'desc').executeTakeFirst()).toEqual({
    state: 'cancelled',
  });
});

test('what one row refuses is told before, and then nothing is published at all', async () => {
  const [good, over] = [await aSlide(), await aSlide({ ...season, starts_at: null, ends_at: day('2090-11-25') })];
  const id = await aRelease([good, over]);
  const late = { ...tools, now: day('2090-11-26') };
  expect(await tryRelease(db, id, late)).toEqual([
    { ...over, words: expect.stringMatching(/^Слайд «Ёлки \d+»: срок кончится раньше публикации$/) },
  ]);
  await expect(publish(id, late)).rejects.toThrow(/^Слайд «Ёлки \d+»: срок кончится раньше публикации$/);
  expect(await draftsOf(id)).toEqual(['slides', 'slides']);
  await db.transaction().execute((db) => takeFromRelease(db, id, over));
  await publish(id, late);
  expect(await draftsOf(id)).toEqual([]);
});

test('a draft waits in one release; what is published, waits elsewhere or is gone cannot be put into one', async () => {
  const key = await aSlide();
  const free = async () =>
    (await listFreeDrafts(db, ['slides'], { branches: null, isCostShown: true })).some(({ id }) => id === key.id);
  expect(await free()).toBe(true);
  const id = await aRelease([key]);
  expect(await free()).toBe(false);
  await expect(aRelease([key])).rejects.toThrow(/уже в выпуске «Новый год»/);
  await expect(aRelease([await aSlide({ is_draft: false })])).rejects.toThrow(/не черновик/);
  await expect(aRelease([{ kind: 'slides', id: '999999' }])).rejects.toThrow();
  await expect(publish(await aRelease([]))).rejects.toThrow(/ничего нет/);
  await publish(id);
  await expect(publish(id)).rejects.toThrow(/уже опубликован/);
});

test('one part is taken back, the rest stays; what somebody has changed since is not', async () => {
  const keys = [await aSlide(), await aSlide(), await anAction('tri-dnya')];
  const [first, second] = keys as [ReleaseKey, ReleaseKey];
  const id = await aRelease(keys);
  await publish(id);
  await undo(id, first);
  expect(await draftsOf(id)).toEqual(['slides']);
  expect(await readRelease(db, id)).toMatchObject({ state: 'published' });
  await endBanner(db, Number(second.id), now);
  await expect(undo(id, second)).rejects.toThrow(/с тех пор запись меняли/);
  await expect(undo(id)).rejects.toThrow(/с тех пор запись меняли/);
  expect(await draftsOf(id)).toEqual(['slides']);
});

test('[18] a promotion is taken back also when its conditions have added goods since', async () => {
  const action = await anAction('po-usloviyam');
  const id = await aRelease([action]);
  await publish(id);
  const added = await makeProduct(db, { name: 'Ёлка Северная' });
  await db
    .insertInto('action_products')
    .values({ action_id: Number(action.id), product_id: added.id, is_listed: false, is_by_conditions: true })
    .execute();
  await undo(id);
  expect(await draftsOf(id)).toEqual(['actions']);
});

test('[18] a plan of prices that was cancelled on its own page does not keep the rest of its release', async () => {
  const plan = await aPlan('Отменённый');
  const slide = await aSlide();
  const id = await aRelease([slide, { kind: 'plans', id: String(plan.id) }]);
  await publish(id);
  await cancelPlan(db, plan.id);
  await undo(id);
  expect(await draftsOf(id)).toEqual(['slides']);
  expect(await readRelease(db, id)).toMatchObject({ state: 'undone' });
});

test('at its moment the worker publishes a release; one that refuses fails whole, with its reason in the audit and emails to the owner and whoever set the moment', async () => {
  const at = new Date('2090-12-01T06:00:00Z');
  const good = await aRelease([await aSlide()], at);
  const [fine, over] = [await aSlide(), await aSlide({ starts_at: null, ends_at: day('2090-11-30') })];
  const bad = await aRelease([fine, over], at);
  const log = { error: vi.fn(), info: vi.fn() };
  const run = () => publishReleases({}, { db, config: { IMAGE_HOSTS: '' }, log } as never, {} as never);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at.getTime() - 1_000) });
  try {
    await run();
    expect(await readRelease(db, good)).toMatchObject({ state: 'planned' });
    vi.setSystemTime(new Date(at.getTime() + 1_000));
    await run();
    await run();
  } finally {
    vi.useRealTimers();
  }
  expect(await readRelease(db, good)).toMatchObject({ state: 'published', published_by: 'по времени' });
  const failed = await readRelease(db, bad);
  expect(failed).toMatchObject({ state: 'failed' });
  expect(failed?.failure).toMatch(/срок кончится раньше публикации/);
  expect(await draftsOf(bad)).toEqual(['slides', 'slides']);
  const lines = await db
    .selectFrom('audit_log')
    .select('words')
    .where('resource', '=', 'releases')
    .orderBy('id')
    .execute();
  expect(lines.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^Выпуск «Новый год» опубликован по времени: 1\sзапись$/),
    expect.stringMatching(/^Выпуск «Новый год» не опубликован\. Слайд «.+»: срок кончится раньше публикации$/),
  ]);
  const emails = await db
    .selectFrom('mails')
    .select(['subject', 'to_address'])
    .where('subject', 'like', 'Выпуск%')
    .execute();
  const { email } = await readSetting(db, 'company');
  expect(emails.map(({ to_address }) => to_address)).toEqual([email, dater.email]);
  expect(emails[0]?.subject).toBe('Выпуск «Новый год» не опубликован');
  await db.transaction().execute((db) => changeRelease(db, bad, { publish_at: null }, author, at));
  expect(await readRelease(db, bad)).toMatchObject({ state: 'planned', failure: null });
});

const shift = { years: 1, keeps: 'dates' } as const;

test('last year is copied as drafts of a new release: days shifted, links from copy to copy, a coupon by a new code', async () => {
  const year = { starts_at: day('2089-12-01'), ends_at: day('2090-01-10'), is_draft: false };
  await makeCoupon(db, 'ГОД2089', { ...year });
  const action = await anAction('novyj-god-2089', { ...year, coupon: 'ГОД2089', text: 'Скидки 2089 года' });
  const landing = await saveLanding(db, {
    slug: 'prazdnik',
    name: 'Праздник',
    starts_at: year.starts_at,
    ends_at: year.ends_at,
    redirect_to: '/actions/novyj-god-2089/',
  });
  await writeLandingPage(db, 'prazdnik', {
    department_id_1c: null,
    variant: 'a',
    title: 'Праздник',
    description: '',
    blocks: [
      { type: 'html', html: '<p>Шары 2089, <a href="/actions/novyj-god-2089/?from=lp">скидки</a></p>' },
      { type: 'hero', title: 'Праздник', link: '/lp/prazdnik/#form' },
      { type: 'timer', text: 'Ещё', ends_at: '2090-01-08T00:00:00+03:00' },
      { type: 'list', title: 'Скидки', listing: { action: 'novyj-god-2089' } },
    ],
  });
  await publishLanding(db, 'prazdnik');
  const [toAction, toLanding] = [
    await aSlide({ ...year, title: 'К акции', link: '/actions/novyj-god-2089/' }),
    await aSlide({ ...year, title: 'К посадочной', link: '/lp/prazdnik/', department_id_1c: '00052' }),
  ];
  const layout = { kind: 'layouts', id: String(await planHomeLayout(db, { season: 'newyear', ...year })) } as const;
  const items: ReleaseKey[] = [
    ...[toAction, toLanding, layout, action, { kind: 'coupons', id: 'ГОД2089' } as const],
    ...([
      { kind: 'landings', id: String(landing.id) },
      { kind: 'articles', id: '1' },
    ] as const),
  ];
  const anybody = { isSeen: () => true, refusalOf: () => null };
  const copied = await db
    .transaction()
    .execute((db) =>
      copyPlanOf(
        db,
        { name: 'Новый год 2091', shift, items, codes: { ГОД2089: 'год2090' }, ...anybody },
        { ...tools, author, mayCost: true },
      ),
    );
  expect(copied.left).toEqual([{ kind: 'articles', id: '1', words: 'Статья «1»: Такой записи больше нет' }]);
  expect(copied.notes).toContain('Акция «Ёлки дешевле»: в тексте стоит 2089, проверьте');
  expect(copied.notes).toContain('Посадочная «Праздник»: в тексте стоит 2089, проверьте');
  const copy = await db
    .selectFrom('landings as l')
    .innerJoin('landing_pages as p', 'p.landing_id', 'l.id')
    .select(['l.redirect_to', 'p.blocks'])
    .where('l.slug', '=', 'prazdnik-2090')
    .executeTakeFirstOrThrow();
  expect(copy).toMatchObject({
    redirect_to: '/actions/novyj-god-2090/',
    blocks: [
      { html: '<p>Шары 2089, <a href="/actions/novyj-god-2090/?from=lp">скидки</a></p>' },
      { link: '/lp/prazdnik-2090/#form' },
      { ends_at: '2091-01-07T21:00:00.000Z' },
      { listing: { action: 'novyj-god-2090' } },
    ],
  });
  const drafts = await readItems(db, copied.release_id, now);
  expect(drafts.every(({ row }) => row?.is_draft)).toBe(true);
  expect(drafts.map(({ kind, row }) => [kind, row?.starts_at, row?.ends_at])).toEqual(
    ['coupons', 'landings', 'actions', 'layouts', 'slides', 'slides'].map((kind) => [
      kind,
      day('2090-12-01'),
      day('2091-01-10'),
    ]),
  );
  expect(drafts.find(({ kind }) => kind === 'coupons')).toMatchObject({ id: 'ГОД2090' });
  expect(drafts.find(({ kind }) => kind === 'actions')?.row?.version).toMatchObject({
    slug: 'novyj-god-2090',
    coupon: 'ГОД2090',
    goods: 1,
    name: 'Ёлки дешевле',
  });
  const links = drafts
    .filter(({ kind }) => kind === 'slides')
    .map(({ row }) => Object.entries(row?.version ?? {}).find(([name]) => name === 'link')?.[1]);
  expect(links.sort()).toEqual(['/actions/novyj-god-2090/', '/lp/prazdnik-2090/']);
  expect((await listHomeLayouts(db, { branches: null }, now)).filter(({ is_draft }) => !is_draft)).toHaveLength(1);
  await expect(
    db
      .transaction()
      .execute((db) =>
        copyPlanOf(
          db,
          { name: 'Пусто', shift, items: [{ kind: 'coupons', id: 'ГОД2089' }], codes: {}, ...anybody },
          { ...tools, author, mayCost: true },
        ),
      ),
  ).rejects.toThrow('Ничего не скопировано. Купон «ГОД2089»: Укажите новый код: прежний уже знают');
});

test('[2.10] links of menus, wobblers and plans of prices are copied too: words and dates a year on, prices computed again', async () => {
  const year = { starts_at: day('2089-12-01'), ends_at: day('2090-01-10'), is_draft: false };
  const link = { place: 'header' as const, name: 'Ёлки', url: '/category/elki-2089/', ...year };
  const wobbler = { position: 'top' as const, text: '<p>Успеть до праздника</p>', action_link: '/pay/', ...year };
  const plan = await rehearsePlan(db, await goodsScope(db, null), {
    name: 'К прошлому празднику',
    filter: { ids: [tree.id] },
    columns: ['cherepovets'],
    uses_cost: false,
    starts: { on: '2089-12-01', minute: 600 },
    author,
    change: PlanChange.parse({ base: { from: 'own' }, percent: -10 }),
  });
  const items: ReleaseKey[] = [
    { kind: 'menu', id: String(await addMenuLink(db, link)) },
    { kind: 'wobblers', id: String(await createWobbler(db, wobbler)) },
    { kind: 'plans', id: String(plan.id) },
  ];
  await sql`update prices set price = 200_000 where product_id = ${tree.id} and price_column = 'cherepovets'`.execute(
    db,
  );
  const wanted = { name: 'Новый год 2092', shift, items, codes: {}, isSeen: () => true, refusalOf: () => null };
  const { release_id, left } = await db
    .transaction()
    .execute((db) => copyPlanOf(db, wanted, { ...tools, author, mayCost: true }));
  expect(left).toEqual([]);
  const drafts = await readItems(db, release_id, now);
  expect(drafts.map(({ kind }) => kind).sort()).toEqual(['menu', 'plans', 'wobblers']);
  expect(drafts.every(({ row }) => row?.is_draft)).toBe(true);
  const [id = 0] = drafts.flatMap(({ kind, id }) => (kind === 'plans' ? [Number(id)] : []));
  const { rows } = await sql<object>`
    select name, starts_on::text, starts_minute, before_price, after_price
    from price_plans p join price_plan_rows r on r.plan_id = p.id where p.id = ${id}`.execute(db);
  expect(rows).toEqual([
    {
      ...{ name: 'К прошлому празднику', starts_on: '2090-12-01', starts_minute: 600 },
      ...{ before_price: 200_000, after_price: 180_000 },
    },
  ]);
  const idOf = (kind: string) => Number(drafts.find((one) => one.kind === kind)?.id);
  const dates = { starts_at: day('2090-12-01'), ends_at: day('2091-01-10'), is_draft: true };
  const menu = db.selectFrom('menu_links').selectAll().where('id', '=', idOf('menu'));
  expect(await menu.executeTakeFirst()).toMatchObject({ name: 'Ёлки', url: link.url, place: 'header', ...dates });
  const copied = db.selectFrom('wobblers').selectAll().where('id', '=', idOf('wobblers'));
  expect(await copied.executeTakeFirst()).toMatchObject({ text: wobbler.text, action_link: '/pay/', ...dates });
});

test('[18] a year later is the same day of the week or the same date, at the same minute by the clock of Moscow', () => {
  const later = (text: string, keeps: 'weekdays' | 'dates', years = 1) =>
    shiftedMoment(new Date(text), { years, keeps }).toISOString();
  // Friday, 28 November 2025, from midnight: a year of weeks later it is a Friday.
  expect(later('2025-11-27T21:00:00Z', 'weekdays')).toBe('2026-11-26T21:00:00.000Z');
  expect(later('2025-11-27T21:00:00Z', 'weekdays', 2)).toBe('2027-11-25T21:00:00.000Z');
  const weekday = (moment: string) => new Date(Date.parse(moment) + 3 * 3_600_000).getUTCDay();
  for (const years of [1, 2, 3, 4, 5]) {
    const moved = later('2027-12-31T20:59:00Z', 'weekdays', years);
    expect(weekday(moved)).toBe(weekday('2027-12-31T20:59:00Z'));
    expect(moved.slice(10)).toBe('T20:59:00.000Z');
  }
  expect(later('2025-11-30T21:00:00Z', 'dates')).toBe('2026-11-30T21:00:00.000Z');
  expect(later('2028-02-29T09:30:00Z', 'dates')).toBe('2029-02-28T09:30:00.000Z');
  expect(later('2028-02-29T09:30:00Z', 'dates', 4)).toBe('2032-02-29T09:30:00.000Z');
});

import { expect, test, vi } from 'vitest';
import { endSession } from '#modules/accounts/sessions.ts';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { draftArticle, saveTopic, scheduleArticle } from '#modules/blog/change-article.ts';
import { createAction } from '#modules/catalogue/save-action.ts';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { createBanner } from '#modules/content/banners.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { writeMissingPaths } from '#modules/content/missing-paths.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { createWobbler } from '#modules/content/wobblers.ts';
import { publishForm, saveFormDraft } from '#modules/forms/form-schemas.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { cancelPlan, confirmPlan } from '#modules/pricing/price-plans.ts';
import { PlanChange, rehearsePlan } from '#modules/pricing/rehearse-plan.ts';
import type { ReleaseKey } from '#modules/releases/kinds.ts';
import { addToRelease, createRelease } from '#modules/releases/releases.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import type { VacancyInput } from '#modules/vacancies/schema.ts';
import { shopPreviewToken } from '#modules/visitors/shop-preview.ts';
import { invalidate } from '#platform/invalidation.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { everyDraft, type ShownDrafts } from '#shared/shop-look.ts';
import { makeStaff, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'elki', 'Ёлки');
const tree = await makeProduct(db, { name: 'Ёлка Таёжная', price: 250_000, category_id: category.id });
const spruce = await makeProduct(db, {
  name: 'Ель Царская',
  price: 500_000,
  category_id: category.id,
  price_column: 'cherepovets',
  store: 'store52',
});
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const fir = await makeProduct(db, {
  name: 'Пихта',
  price: 90_000,
  category_id: category.id,
  price_column: 'cherepovets',
  store: 'store52',
  created_at: days(-40),
});
await db
  .updateTable('products')
  .set({ created_at: days(-20) })
  .where('id', '=', spruce.id)
  .execute();
const app = await testApp(db);
/** Another process of the same shop. */
const other = await testApp(db);
const keys = await secretKeys(db, undefined);

const day = new Date('2090-12-12T07:00:00Z');
const dates = { starts_at: new Date('2090-12-01T00:00:00Z'), ends_at: new Date('2091-01-10T00:00:00Z') };
const wobblers = '/api/ecm/sites-content/idd/wobblers/?domain_id_1c=00052';
const [main, town] = ['00131', '00052'];
const hosts = { [main]: 'idd.localhost', [town]: 'cherepovets.idd.localhost' };

await planHomeLayout(db, { season: 'newyear', department_id_1c: town, ...dates });
const slideWords = { text: '', button_text: 'Выбрать', link: '/category/elki/' };
const slide = { title: 'Ёлки и гирлянды', text: '', button_text: 'Выбрать', link: '/category/elki/' };
await createBanner(db, { ...slide, department_id_1c: town, ...dates });
await createBanner(db, { ...slide, title: 'Ещё черновик', is_draft: true, department_id_1c: town, ...dates });
const said = { position: 'bottom' as const, text: '<p>Успеть до 31-го</p>', action_link: '/actions/' };
await createWobbler(db, { ...said, department_id_1c: town, ...dates });
await createWobbler(db, { ...said, text: '<p>Ещё не решено</p>', is_draft: true, department_id_1c: town, ...dates });
await addMenuLink(db, { place: 'header', name: 'Зимний склад', url: '/pay/', department_id_1c: town, ...dates });
const words = { text: 'Скидки на ёлки', rules: 'До 10 января.', organiser: 'ООО «ИДД»' };
await createAction(db, {
  slug: 'elki-30',
  name: 'Ёлки дешевле',
  ...words,
  department_id_1c: town,
  ...dates,
  products: [tree.id],
});
await saveLanding(db, { slug: 'novyj-god', name: 'Новый год', ...dates });
await writeLandingPage(db, 'novyj-god', {
  department_id_1c: null,
  variant: 'a',
  title: 'Всё к празднику',
  description: '',
  blocks: [{ type: 'html', html: '<p>Гирлянды и шары</p>' }],
});
await publishLanding(db, 'novyj-god');
await saveTopic(db, { slug: 'remont', name: 'Ремонт', position: 1 });
const article = await draftArticle(db, {
  slug: 'kak-vybrat-elku',
  title: 'Как выбрать ёлку',
  lead: 'Коротко о том, какую ёлку взять.',
  topic: 'remont',
  author: 'Мария Отделова',
  blocks: [{ type: 'html', html: '<p>Измерьте потолок.</p>' }],
  department_id_1c: null,
} as never);
await scheduleArticle(db, article, dates.starts_at);
const page = await createPageVersion(db, {
  slug: 'delivery',
  title: 'Доставка',
  html: '<p>Подъём на этаж бесплатно</p>',
});
await publishPageVersion(db, page.id, { published_at: dates.starts_at, ends_at: dates.ends_at });

/** Drafts of every kind: the first of each in a release, the others in none. */
const [inRelease, alone] = [await someDrafts('vypusk'), await someDrafts('svobodno')];
const owner = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
const release = await db.transaction().execute(async (db) => {
  const id = await createRelease(
    db,
    { name: 'Новый год', publish_at: null },
    { user_id: owner.id, full_name: 'Вера' },
    new Date(),
  );
  for (const key of inRelease.keys) await addToRelease(db, id, key, new Date());
  return id;
});

function aPostOf(department_id_1c: string): VacancyInput {
  return {
    department_id_1c,
    title: 'Кладовщик',
    field: 'warehouse',
    schedule: 'two_two',
    salary_from_kopecks: 6_000_000,
    duties: '<p>Собирать заказы.</p>',
    terms: '<p>Два через два.</p>',
  };
}

async function someDrafts(word: string) {
  const draft = { department_id_1c: town, is_draft: true, ...dates };
  const coupon = `ЁЛКА-${word.toUpperCase().replace(/[A-Z]/g, 'Ж')}`;
  await makeCoupon(db, coupon, draft);
  const action = await createAction(db, {
    slug: `akciya-${word}`,
    name: `Акция ${word}`,
    ...words,
    ...draft,
    coupon,
    products: [tree.id],
  });
  const landing = await saveLanding(db, { slug: `lp-${word}`, name: `Страница ${word}`, ...dates });
  await writeLandingPage(db, `lp-${word}`, {
    department_id_1c: null,
    variant: 'a',
    title: 'Зима',
    description: '',
    blocks: [{ type: 'html', html: `<p>Посадочная ${word}</p>` }],
  });
  const text = { title: 'Правила возврата зимой', html: `<p>Редакция ${word}</p>` };
  const version = await createPageVersion(db, { slug: `stranica-${word}`, ...text });
  const post = await draftArticle(db, {
    slug: `statya-${word}`,
    title: `Статья ${word}`,
    lead: 'Коротко о том, что взять зимой.',
    topic: 'remont',
    author: 'Мария Отделова',
    blocks: [{ type: 'html', html: '<p>Измерьте.</p>' }],
    department_id_1c: null,
  } as never);
  const slide = await createBanner(db, { ...slideWords, title: `Слайд ${word}`, ...draft });
  const wobbler = await createWobbler(db, { ...said, text: `<p>Плашка ${word}</p>`, ...draft });
  const form = {
    code: `zamer_${word}`,
    name: `Замер ${word}`,
    fields: { name: { name: 'Имя', as: 'Input', order: 1, rules: {} } },
  };
  await saveFormDraft(db, form as FormSchema, null);
  const vacancy = await createVacancy(db, { ...aPostOf(town), title: `Кладовщик ${word}` }, new Date(), {
    is_draft: true,
  });
  const link = await addMenuLink(db, { place: 'header', name: `Ссылка ${word}`, url: `/ss-${word}/`, ...draft });
  const key = (kind: ReleaseKey['kind'], id: number | string): ReleaseKey => ({ kind, id: String(id) });
  return {
    keys: [
      ...[key('coupons', coupon), key('actions', action.id), key('landings', landing.id), key('pages', version.id)],
      ...[key('articles', post), key('slides', slide), key('wobblers', wobbler), key('menu', link)],
      ...[key('forms', form.code), key('vacancies', vacancy)],
    ],
    shown: [
      ['/', `Слайд ${word}`],
      ['/', `Ссылка ${word}`],
      ['/actions/', `Акция ${word}`],
      [`/actions/akciya-${word}/`, coupon],
      [`/actions/akciya-${word}/`, 'Ёлка Таёжная'],
      [`/lp/lp-${word}/`, `Посадочная ${word}`],
      [`/info/stranica-${word}/`, `Редакция ${word}`],
      [`/forms/zamer_${word}/`, `Замер ${word}`],
      [`/vacancy/${vacancy}/`, `Кладовщик ${word}`],
      ['/vacancy/', `Кладовщик ${word}`],
      [`/blog/statya-${word}/`, `Статья ${word}`],
      ['/blog/', `Статья ${word}`],
      ['/category/elki/', `Акция ${word}`],
      [wobblers, `Плашка ${word}`],
    ] as [string, string][],
  };
}

/** With the mark that a browser has after signing in. */
async function aBrowser(roles: StaffRole[]) {
  const staff = await makeStaff(db, roles, { full_name: 'Мария Отделова' });
  return { ...staff, header: `${staff.header}; signed=user` };
}

const staff = await aBrowser(['marketing']);

type Asking = { branch?: string; cookie?: string; on?: typeof app; method?: 'GET' | 'POST'; payload?: object };

function get(url: string, { branch = town, cookie, on = app, method = 'GET', payload }: Asking = {}) {
  const host = hosts[branch] ?? '';
  const headers = { host, origin: `http://${host}`, accept: 'text/html', ...(cookie && { cookie }) };
  return on.inject({ method, url, headers, ...(payload && { payload }) });
}

/** The cookie of a look at this day in this branch, by this session. */
const look = (branch: string, { session = staff, at = day, now = new Date(), drafts = null as ShownDrafts } = {}) =>
  `${session.header}; preview=${shopPreviewToken(keys, session.session_id, { department_id_1c: branch, at, drafts }, now)}`;

/** What the answer shows; a page of an error names its own request. */
const pageOf = ({ statusCode, body }: { statusCode: number; body: string }) => (statusCode === 200 ? body : statusCode);

const dated: [string, RegExp][] = [
  ['/', /Ёлки и гирлянды/],
  ['/', /Зимний склад/],
  ['/', /newyear/],
  ['/actions/', /Ёлки дешевле/],
  ['/actions/elki-30/', /Ёлки дешевле/],
  ['/lp/novyj-god/', /Гирлянды и шары/],
  ['/blog/', /Как выбрать ёлку/],
  ['/blog/kak-vybrat-elku/', /Измерьте потолок/],
  ['/delivery/', /Подъём на этаж бесплатно/],
];

test('whatever has dates is shown as at the moment that is looked at, and is marked so', async () => {
  for (const [path, words] of dated) {
    const { body, headers } = await get(path, { cookie: look(town) });
    expect.soft(body, path).toMatch(words);
    expect.soft(body, path).toContain('Предпросмотр: <b class="num">12.12.2090 10:00</b>');
    expect.soft(headers['cache-control'], path).toBe('private, no-store');
    expect.soft(headers['x-robots-tag'], path).toBe('noindex');
  }
  expect((await get(wobblers, { cookie: look(town) })).body).toContain('Успеть до 31-го');
  const drafts = { cookie: look(town, { drafts: everyDraft }) };
  expect((await get('/', drafts)).body).toContain('Ещё черновик');
  expect((await get('/', { cookie: look(town) })).body).not.toContain('Ещё черновик');
  expect((await get(wobblers, drafts)).body).toContain('Ещё не решено');
  expect((await get(wobblers, { cookie: look(town) })).body).not.toContain('Ещё не решено');
  const elsewhere = await get('/', { branch: main, cookie: look(main) });
  expect(elsewhere.body).toContain('Предпросмотр');
  expect(elsewhere.body).not.toContain('Ёлки и гирлянды');
});

test('after a look the page of everybody is what it was, in this process and in another', async () => {
  const before = await Promise.all(dated.map(async ([path]) => pageOf(await get(path))));
  for (const [path] of dated) await get(path, { cookie: look(town) });
  for (const [at, [path, words]] of dated.entries())
    for (const on of [app, other]) {
      const answer = await get(path, { on });
      const { body } = answer;
      if (on === app) expect.soft(pageOf(answer), path).toBe(before[at]);
      if (path !== '/actions/' && path !== '/actions/elki-30/') expect.soft(body, path).not.toMatch(words);
      expect.soft(body, path).not.toContain('Предпросмотр');
    }
  expect((await get(wobblers)).body).toBe('[]');
});

test('a stranger, another session, another branch, an old or a forged token: the page of everybody, and no link', async () => {
  const token = shopPreviewToken(keys, staff.session_id, { department_id_1c: town, at: day });
  const stale = shopPreviewToken(
    keys,
    staff.session_id,
    { department_id_1c: town, at: day },
    new Date(Date.now() - 16 * 60_000),
  );
  const colleague = await aBrowser(['marketing']);
  const clerk = await aBrowser(['support']);
  const bought = await signedIn(db, staff);
  const forged = `${token.slice(0, -3)}AAA`;
  const ofClerk = shopPreviewToken(keys, clerk.session_id, { department_id_1c: town, at: day });
  const cases: [string, string, string?][] = [
    ['a stranger', token],
    ['a colleague', token, colleague.header],
    ['another session of the same person', token, `${bought.header}; signed=user`],
    ['an old one', stale, staff.header],
    ['a forged one', forged, staff.header],
    ['nonsense', 'x', staff.header],
    ['no right to look', ofClerk, clerk.header],
  ];
  for (const [who, mark, session] of cases) {
    const { body } = await get('/', { cookie: [session, `preview=${mark}`].filter(Boolean).join('; ') });
    expect.soft(body, who).not.toMatch(/Предпросмотр|Ёлки и гирлянды/);
    const opened = await get(`/_preview/?token=${mark}`, { ...(session && { cookie: session }) });
    expect.soft(opened.statusCode, who).toBe(404);
    expect.soft(opened.headers['set-cookie'], who).toBeUndefined();
  }
  const { body } = await get('/', { branch: main, cookie: look(town) });
  expect(body).not.toContain('Предпросмотр');
});

test('the link becomes a cookie of this host alone, and the look ends with the session and at once when asked', async () => {
  const token = shopPreviewToken(keys, staff.session_id, { department_id_1c: town, at: day });
  const opened = await get(`/_preview/?token=${token}`, { cookie: staff.header });
  expect(opened.statusCode).toBe(303);
  expect(String(opened.headers['set-cookie'])).toMatch(/^preview=\S+; Path=\/; SameSite=Lax; Max-Age=900; HttpOnly$/);
  const from = async (path: string) =>
    (await get(`/_preview/?token=${token}&to=${encodeURIComponent(path)}`, { cookie: staff.header })).headers.location;
  expect(await from('/lp/novyj-god/?preview=a')).toBe('/lp/novyj-god/?preview=a');
  for (const foreign of ['//evil.example/', 'https://evil.example/', '/\\evil.example/'])
    expect(await from(foreign)).toBe('/');
  expect(String((await get('/_preview/end/')).headers['set-cookie'])).toContain(
    'preview=; Path=/; SameSite=Lax; Max-Age=0',
  );
  const leaving = await aBrowser(['content']);
  const cookie = look(town, { session: leaving });
  expect((await get('/', { cookie })).body).toContain('Предпросмотр');
  await endSession(db, leaving.session_id, 'signed_out');
  expect((await get('/', { cookie })).body).not.toContain('Предпросмотр');
});

test('nothing is put into a cart or changed meanwhile', async () => {
  const cookie = look(town);
  const line = { product_id: tree.id, product_idcode: tree.idcode, count: 1 };
  for (const [url, payload] of [
    ['/api/cart/lines/', line],
    ['/cart/', line],
    ['/api/ecm/idd/orders/', {}],
  ] as const) {
    const { statusCode, body } = await get(url, { cookie, method: 'POST', payload });
    expect.soft(statusCode, url).toBe(403);
    expect.soft(body, url).toContain('В предпросмотре ничего не меняется');
  }
  expect(await db.selectFrom('cart_lines').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([]);
});

test('drafts of a release are shown to whoever looks at it, all drafts to whoever looks at all, none to others', async () => {
  for (const [drafts, seen, hidden] of [
    [release, inRelease.shown, alone.shown],
    [everyDraft, [...inRelease.shown, ...alone.shown], []],
    [null, [], [...inRelease.shown, ...alone.shown]],
  ] as const) {
    const cookie = look(town, { drafts });
    for (const [path, words] of seen)
      expect.soft((await get(path, { cookie })).body, `${drafts}: ${path}`).toContain(words);
    for (const [path, words] of hidden)
      expect.soft((await get(path, { cookie })).body, `${drafts}: ${path}`).not.toContain(words);
  }
});

test('a look at this very moment shows the forms and posts that wait as drafts too', async () => {
  const cookie = look(town, { at: new Date(), drafts: everyDraft });
  for (const [path, words] of alone.shown.filter(([path]) => /^\/(forms|vacancy)\//.test(path)))
    expect.soft((await get(path, { cookie })).body, path).toContain(words);
});

test('a form dated later is shown in a look of that day, in blocks and dialogs too, and to no stranger', async () => {
  const code = 'raspil';
  const form = { code, name: 'Распил доски', fields: { name: { name: 'Имя', as: 'Input', order: 1, rules: {} } } };
  await publishForm(db, form as FormSchema, dates.starts_at);
  await saveLanding(db, { slug: 'raspil', name: 'Распил' });
  await writeLandingPage(db, 'raspil', {
    department_id_1c: null,
    variant: 'a',
    title: 'Распил',
    description: '',
    blocks: [
      { type: 'html', html: '<p>Пилим по размерам</p>' },
      { type: 'form', code },
    ],
  });
  await publishLanding(db, 'raspil');
  const before = new Date(dates.starts_at.getTime() - 1);
  for (const path of [`/forms/${code}/`, `/_forms/${code}`, '/lp/raspil/']) {
    expect.soft((await get(path, { cookie: look(town) })).body, path).toContain('Распил доски');
    for (const cookie of [look(town, { at: before }), staff.header, undefined])
      expect.soft((await get(path, cookie ? { cookie } : {})).body, path).not.toContain('Распил доски');
  }
  expect((await get(`/forms/${code}/`)).statusCode).toBe(404);
});

test('no draft is left in a cache, a site map, a feed or a search, here or in another process, after looks at all of them', async () => {
  const all = [...inRelease.shown, ...alone.shown];
  for (const [path] of all) await get(path, { cookie: look(town, { drafts: everyDraft }) });
  const published = await publishedNow('vidno');
  for (const on of [app, other]) {
    const parts = await partsOfMap(on);
    const [map, feed] = [
      (await Promise.all(parts.map((path) => get(path, { on })))).map(({ body }) => body).join(),
      await get('/yml.xml', { on }),
    ];
    // What is absent below would stand here: the published ones of the same kinds do.
    for (const path of published) expect.soft(map, path).toContain(`${path}</loc>`);
    expect.soft((await get('/blog/rss.xml', { on })).body).toContain('/blog/statya-vidno/');
    expect.soft([feed.statusCode, feed.body.includes('Ель Царская')]).toEqual([200, true]);
    const machines = [
      '/sitemap.xml',
      ...parts,
      '/yml.xml',
      '/robots.txt',
      '/site-map/',
      '/blog/rss.xml',
      '/catalog/?q=елка',
    ];
    for (const path of [...new Set([...all.map(([path]) => path), ...machines])]) {
      const { body } = await get(path, { on });
      for (const [, words] of all)
        if (words !== 'Ёлка Таёжная') expect.soft(body, `${path} with ${words}`).not.toContain(words);
      // A page that there is not names the address it was asked for.
      if (!/vypusk|svobodno/.test(path)) expect.soft(/vypusk|svobodno/.test(body), path).toBe(false);
    }
  }
  const gone = await get('/actions/akciya-vypusk/', {
    cookie: `preview=${look(town, { drafts: release }).split('preview=')[1]}`,
  });
  expect(gone.statusCode).toBe(404);
});

/** One of each kind that the site map names, shown to everybody now; returns their paths. */
async function publishedNow(word: string): Promise<string[]> {
  const now = new Date();
  const shown = { starts_at: new Date(now.getTime() - 60_000), ends_at: dates.ends_at };
  await createAction(db, {
    slug: `akciya-${word}`,
    name: 'Акция для всех',
    ...words,
    department_id_1c: town,
    ...shown,
    products: [tree.id],
  });
  await saveLanding(db, { slug: `lp-${word}`, name: 'Страница для всех', ...shown });
  await writeLandingPage(db, `lp-${word}`, {
    department_id_1c: null,
    variant: 'a',
    title: 'Зима',
    description: '',
    blocks: [{ type: 'html', html: '<p>Для всех</p>' }],
  });
  await publishLanding(db, `lp-${word}`);
  const version = await createPageVersion(db, { slug: `stranica-${word}`, title: 'Для всех', html: '<p>Для всех</p>' });
  await publishPageVersion(db, version.id);
  const post = await draftArticle(db, {
    slug: `statya-${word}`,
    title: 'Статья для всех',
    lead: 'Коротко о том, что взять зимой.',
    topic: 'remont',
    author: 'Мария Отделова',
    blocks: [{ type: 'html', html: '<p>Измерьте.</p>' }],
    department_id_1c: null,
  } as never);
  await scheduleArticle(db, post, shown.starts_at, shown.starts_at);
  // Goods without a picture stand in no feed.
  await db
    .updateTable('products')
    .set({ images: ['/images/el.webp'] })
    .where('id', '=', spruce.id)
    .execute();
  return [`/actions/akciya-${word}/`, `/lp/lp-${word}/`, `/info/stranica-${word}/`, `/blog/statya-${word}/`];
}

/** Paths of every part that the site map's index names. */
async function partsOfMap(on: typeof app): Promise<string[]> {
  const { body } = await get('/sitemap.xml', { on });
  const parts = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(String(url)).pathname);
  expect(parts.length).toBeGreaterThan(0);
  return parts;
}

test('prices are those that plans will have made by the moment looked at, in lists, on the page and in the search', async () => {
  const columns = ['cherepovets'];
  const starts = { on: '2090-12-05', minute: 600 };
  const plan = async (percent: number, name: string) =>
    db.transaction().execute(async (db) => {
      const author = { user_id: owner.id, full_name: 'Вера Хозяева' };
      const { id } = await rehearsePlan(db, await goodsScope(db, null), {
        name,
        filter: { ids: [spruce.id] },
        columns,
        uses_cost: false,
        starts,
        author,
        change: PlanChange.parse({ base: { from: 'own' }, percent, is_struck: true }),
      });
      return id;
    });
  const planned = await plan(-20, 'Скидка на ель');
  const { hash } = await db
    .selectFrom('price_plans')
    .select('hash')
    .where('id', '=', planned)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((db) => confirmPlan(db, planned, { hash, accepts_floor: false }));
  const paths = ['/category/elki/', '/catalog/?q=ель', `/product/${spruce.slug}/`];
  const asked = (path: string, cookie?: string) => get(encodeURI(path), cookie ? { cookie } : {});
  const [today, then] = [/5\s000/, /4\s000/];
  const cookie = look(town);
  for (const path of paths) {
    const { body } = await asked(path, cookie);
    expect.soft(body, path).toMatch(then);
    expect.soft(body, path).toContain('Цены по планам на этот момент, остатки сегодняшние');
    const before = await asked(path, look(town, { at: new Date('2090-12-05T06:59:00Z') }));
    expect.soft(before.body, path).toMatch(today);
    expect.soft(before.body, path).not.toMatch(then);
  }
  const suggested = '/api/ecm/idd/search/suggest/?q=ель';
  expect.soft((await asked(suggested, cookie)).body).toContain('"price":4000');
  expect.soft((await asked('/category/elki/?price_to=4500', cookie)).body, 'narrowed').toContain('Ель Царская');
  for (const on of [app, other])
    for (const path of [...paths, suggested])
      expect.soft((await get(encodeURI(path), { on })).body, path).not.toMatch(/4\s000|"price":4000/);
  await db.transaction().execute((db) => cancelPlan(db, planned));
  expect((await asked('/category/elki/', cookie)).body, 'given up').not.toMatch(then);
});

test('a day that is over shows what was charged and struck on it: in lists, on the page and in the search', async () => {
  const larch = await makeProduct(db, {
    name: 'Лиственница',
    price: 300_000,
    price_column: 'cherepovets',
    store: 'store52',
  });
  const cell = { price_column: 'cherepovets', product_id: larch.id };
  await db.updateTable('prices').set({ old_price: 400_000 }).where('product_id', '=', larch.id).execute();
  await db.deleteFrom('price_changes').where('product_id', '=', larch.id).execute();
  for (const [ago, price] of [
    [-90, 400_000],
    [-50, 300_000],
  ] as const)
    await db
      .insertInto('price_changes')
      .values({ ...cell, price, changed_at: days(ago) })
      .execute();
  await Promise.all([app.invalidations.caughtUp(), other.invalidations.caughtUp()]);
  const paths = ['/catalog/?q=лиственница', `/product/${larch.slug}/`];
  const asked = async (path: string, cookie?: string) =>
    (await get(encodeURI(path), cookie ? { cookie } : {})).body.replace(/<aside[\s\S]*?<\/aside>/, '');
  for (const path of paths) {
    const before = await asked(path, look(town, { at: days(-60) }));
    expect
      .soft([/4\s000/.test(before), /3\s000/.test(before)], `${path}, the old price had not begun`)
      .toEqual([true, false]);
    const during = await asked(path, look(town, { at: days(-40) }));
    expect.soft([/4\s000/.test(during), /3\s000/.test(during)], `${path}, while it was struck`).toEqual([true, true]);
    const after = await asked(path, look(town, { at: days(-10) }));
    expect.soft([/4\s000/.test(after), /3\s000/.test(after)], `${path}, its time was over`).toEqual([false, true]);
    const today = await asked(path);
    expect.soft([/4\s000/.test(today), /3\s000/.test(today)], `${path}, today`).toEqual([false, true]);
  }
});

test('a call that names another branch is of the moment looked at too, for whoever works there alone', async () => {
  const goods = await makeProduct(db, { name: 'Сосна', price: 600_000, price_column: 'cherepovets', store: 'store52' });
  const id = await db.transaction().execute(async (db) => {
    const plan = await rehearsePlan(db, await goodsScope(db, null), {
      name: 'Скидка на сосну',
      filter: { ids: [goods.id] },
      columns: ['cherepovets'],
      uses_cost: false,
      starts: { on: '2090-12-05', minute: 600 },
      author: { user_id: owner.id, full_name: 'Вера Хозяева' },
      change: PlanChange.parse({ base: { from: 'own' }, percent: -50 }),
    });
    const found = db.selectFrom('price_plans').select('hash').where('id', '=', plan.id);
    await confirmPlan(db, plan.id, { hash: (await found.executeTakeFirstOrThrow()).hash, accepts_floor: false });
    return plan.id;
  });
  const local = await makeStaff(db, ['marketing'], { full_name: 'Мария Отделова', departments: [main] });
  const session = { ...local, header: `${local.header}; signed=user` };
  const list = '/api/ecm/idd/products/?q=сосна&domain_id_1c=00052';
  const asked = async (url: string, cookie?: string) =>
    (await get(encodeURI(url), { branch: main, ...(cookie && { cookie }) })).body;
  const everywhere = look(main, { drafts: everyDraft });
  const ofMain = look(main, { session, drafts: everyDraft });
  expect(await asked(list, everywhere)).toContain('"price":3000');
  for (const cookie of [ofMain, undefined]) expect(await asked(list, cookie), 'today').toContain('"price":6000');
  expect(await asked(wobblers, everywhere)).toMatch(/Успеть до 31-го[\s\S]*Ещё не решено|Ещё не решено[\s\S]*Успеть/);
  for (const cookie of [ofMain, undefined]) expect(await asked(wobblers, cookie)).toBe('[]');
  await db.transaction().execute((db) => cancelPlan(db, id));
});

test('a draft of prices computed from purchase prices is shown to those alone who are shown purchase prices', async () => {
  const goods = await makeProduct(db, { name: 'Кедр', price: 600_000, price_column: 'cherepovets', store: 'store52' });
  await db.transaction().execute(async (db) =>
    rehearsePlan(db, await goodsScope(db, null), {
      name: 'Закупка и двадцать процентов',
      filter: { ids: [goods.id] },
      columns: ['cherepovets'],
      uses_cost: true,
      starts: { on: '2090-12-05', minute: 600 },
      author: { user_id: owner.id, full_name: 'Вера Хозяева' },
      change: PlanChange.parse({ base: { from: 'own' }, percent: -50 }),
    }),
  );
  const list = encodeURI('/api/ecm/idd/products/?q=кедр');
  const seenBy = async (session: typeof staff) =>
    (await get(list, { cookie: look(town, { session, drafts: everyDraft }) })).body;
  expect(await seenBy(await aBrowser(['owner']))).toContain('"price":3000');
  expect(await seenBy(staff)).toContain('"price":6000');
});

test('[1.2] nor is a confirmed plan, whatever else is planned for the same price', async () => {
  const goods = await makeProduct(db, { name: 'Можжевельник', price: 600_000, price_column: 'cherepovets' });
  const author = { user_id: owner.id, full_name: 'Вера Хозяева' };
  await db.transaction().execute(async (db) => {
    const plan = (uses_cost: boolean, percent: number) => ({
      name: 'Закупка и двадцать процентов',
      filter: { ids: [goods.id] },
      columns: ['cherepovets'],
      uses_cost,
      starts: { on: '2090-12-05', minute: 600 },
      author,
      change: PlanChange.parse({ base: { from: 'own' }, percent }),
    });
    const scope = await goodsScope(db, null);
    const { id } = await rehearsePlan(db, scope, plan(true, -50));
    await rehearsePlan(db, scope, plan(false, -25));
    const found = await db.selectFrom('price_plans').select('hash').where('id', '=', id).executeTakeFirstOrThrow();
    await confirmPlan(db, id, { hash: found.hash, accepts_floor: false });
  });
  const list = encodeURI('/api/ecm/idd/products/?q=можжевельник');
  const seenBy = async (session: typeof staff) =>
    (await get(list, { cookie: look(town, { session, drafts: everyDraft }) })).body;
  expect(await seenBy(await aBrowser(['owner']))).toContain('"price":3000');
  expect(await seenBy(staff)).toContain('"price":6000');
});

test('«Новинка» is said by the day that is looked at: in lists, the search, blocks, rails and where no page was found', async () => {
  const both = ['Ель Царская', 'Пихта'];
  const published = days(-100);
  await saveLanding(db, { slug: 'novinki', name: 'Новинки', starts_at: published }, published);
  await writeLandingPage(
    db,
    'novinki',
    {
      department_id_1c: null,
      variant: 'a',
      title: 'Новинки',
      description: '',
      blocks: [{ type: 'products', idcodes: [spruce.idcode, fir.idcode] }],
    },
    published,
  );
  await publishLanding(db, 'novinki', published);
  /** Which of the two carry it on the cards of this page. */
  const novelties = async (path: string, at: Date | null) => {
    const { body } = await get(encodeURI(path), at ? { cookie: look(town, { at }) } : {});
    const cards = body.match(/<article[\s\S]*?<\/article>/g) ?? [];
    return both.filter((name) => cards.some((card) => card.includes(name) && card.includes('Новинка')));
  };
  for (const path of ['/category/elki/', '/lp/novinki/', '/', '/net-takoy/']) {
    expect.soft(await novelties(path, null), `${path} today`).toEqual(['Ель Царская']);
    expect.soft(await novelties(path, days(14)), `${path} in two weeks`).toEqual([]);
    expect.soft(await novelties(path, days(-14)), `${path} two weeks ago`).toEqual(both);
    expect.soft(await novelties(path, null), `${path} afterwards`).toEqual(['Ель Царская']);
  }
  expect(await novelties('/catalog/?q=пихта', null)).toEqual([]);
  expect(await novelties('/catalog/?q=пихта', days(-14))).toEqual(['Пихта']);
});

test('an address that is missing in a look is counted for nobody, with drafts or without', async () => {
  const counted = async () => {
    await writeMissingPaths(db);
    return (await db.selectFrom('missing_paths').select('path').execute()).map(({ path }) => path);
  };
  for (const drafts of [null, everyDraft]) {
    const { statusCode } = await get('/net-v-prosmotre/', { cookie: look(town, { drafts }) });
    expect(statusCode).toBe(404);
  }
  expect(await counted()).not.toContain('/net-v-prosmotre/');
  expect((await get('/net-v-prosmotre/', { cookie: staff.header })).statusCode).toBe(404);
  expect(await counted()).toContain('/net-v-prosmotre/');
});

test('a landing page in a look is counted for nobody and remembered by no browser', async () => {
  const host = hosts[town] ?? '';
  const setBy = async (cookie: string) => {
    const headers = { host, accept: 'text/html', 'user-agent': userAgents.desktop, cookie };
    return String((await app.inject({ url: '/lp/novyj-god/', headers })).headers['set-cookie'] ?? '');
  };
  expect(await setBy(`${look(town)}; split=9`)).not.toContain('landings=');
  expect(await setBy('split=9')).toContain('landings=novyj-god.');
});

/**
 * A look at this page of the town at this moment, and the page when that moment has come: the same but for the strip.
 * Gives the page of that day.
 */
async function pageOfDay(path: string, at: Date): Promise<string> {
  const plain = (html: string) =>
    /<body[\s\S]*<\/body>/
      .exec(html)?.[0]
      .replace(/<aside class="acting acting--preview"[\s\S]*?<\/aside>/, '')
      .replace(/<script[\s\S]*?<\/script>/g, '')
      // Of a form: when it was made.
      .replace(/name="stamp" value="[^"]*"/g, '') ?? '';
  /** What the page says of itself to browsers and search engines; a look alone is closed to them. */
  const said = (html: string) => [
    ...(/<title>[^<]*<\/title>/.exec(html) ?? []),
    ...(html.match(/<meta [^>]*>/g) ?? []).filter((tag) => !tag.includes('name="robots"')),
    ...(html.match(/<script[^>]*type="application\/ld\+json"[^>]*>[\s\S]*?<\/script>/g) ?? []).map((script) =>
      script.replace(/^<script[^>]*>/, ''),
    ),
  ];
  const seen = await get(path, { cookie: look(town, { at }) });
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  try {
    const then = await get(path, { cookie: 'signed=staff' });
    expect(said(then.body).length).toBeGreaterThan(5);
    expect(said(seen.body)).toEqual(said(then.body));
    // Around the first difference, for a page is long.
    const [one, other] = [plain(seen.body), plain(then.body)];
    const first = [...one].findIndex((sign, place) => sign !== other[place]);
    expect(first < 0 ? '' : one.slice(first - 100, first + 200)).toBe(
      first < 0 ? '' : other.slice(first - 100, first + 200),
    );
    return other;
  } finally {
    vi.useRealTimers();
  }
}

test.each([
  ['/', 'Ёлки и гирлянды'],
  ['/category/elki/', 'Ёлки дешевле'],
  [`/product/${tree.slug}/`, tree.name],
  ['/actions/', 'Ёлки дешевле'],
  ['/actions/elki-30/', 'Скидки на ёлки'],
  ['/lp/novyj-god/', 'Гирлянды и шары'],
  ['/delivery/', 'Подъём на этаж бесплатно'],
  ['/blog/kak-vybrat-elku/', 'Измерьте потолок'],
  ['/contacts/', 'Зимний склад'],
])('the look at a day is the page of that day, header and menus too, but for the strip: %s', async (path, words) => {
  const page = await pageOfDay(path, day);
  expect(page).toContain(words);
  expect(page).toContain('Зимний склад');
});

test('a look at a day with hours of its own is the page of that day too, and says those hours', async () => {
  const [short, closed] = ['2090-12-31', '2091-01-01'];
  await db
    .insertInto('department_hour_exceptions')
    .values([
      { department_id_1c: town, date: short, opens_minute: 540, closes_minute: 900, note: 'короткий день' },
      { department_id_1c: town, date: closed, opens_minute: null, closes_minute: null, note: 'Новый год' },
    ])
    .execute();
  await db.transaction().execute((db) => invalidate(db, ['departments']));
  const product = `/product/${spruce.slug}/`;
  // In the order of the days: what is cached on one of them would be fresh on the day before.
  const cases: [path: string, at: string, words: RegExp][] = [
    ['/', '2090-12-30T10:00:00Z', /Открыто\sдо\s20:00/],
    ['/', `${short}T10:00:00Z`, /Открыто\sдо\s15:00/],
    ['/delivery/', `${short}T10:00:00Z`, /Открыто\sдо\s15:00/],
    [product, `${short}T10:00:00Z`, /15:00/],
    ['/contacts/', `${short}T10:00:00Z`, /09:00–15:00, короткий\sдень/],
    ['/', `${short}T13:00:00Z`, /Откроется\sво?\s/],
    ['/', `${closed}T10:00:00Z`, /Откроется\sзавтра\sв\s/],
    ['/delivery/', `${closed}T10:00:00Z`, /Откроется\sзавтра\sв\s/],
    [product, `${closed}T10:00:00Z`, /[Зз]автра/],
    ['/contacts/', `${closed}T10:00:00Z`, /закрыто, Новый\sгод/],
  ];
  for (const [path, at, words] of cases)
    expect.soft(await pageOfDay(path, new Date(at)), `${path} ${at}`).toMatch(words);
});

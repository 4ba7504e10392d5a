import { beforeAll, expect, test } from 'vitest';
import { draftArticle, publishArticle, saveTopic, withdrawArticle } from '#modules/blog/change-article.ts';
import { createAction } from '#modules/catalogue/save-action.ts';
import { createBanner } from '#modules/content/banners.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { createWobbler } from '#modules/content/wobblers.ts';
import { publishForm, saveFormDraft } from '#modules/forms/form-schemas.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import { saveLanding } from '#modules/landings/change-landing.ts';
import { createRelease } from '#modules/releases/releases.ts';
import { closeVacancy, createVacancy, publishVacancy } from '#modules/vacancies/change-vacancy.ts';
import { invalidate } from '#platform/invalidation.ts';
import { ensure } from '#shared/ensure.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeCoupon } from './support/orders.ts';

type Item = {
  kind: string;
  id: string;
  title: string;
  starts_at: string | null;
  ends_at: string | null;
  is_draft: boolean;
  time_zone: string;
  save: { url: string; starts_at: string; ends_at: string | null } | null;
  fixed: string | null;
};

const { db } = await testDatabase();
let cast: AdminCast;
/** Marketing of one branch alone. */
let local: string;

const day = (text: string) => new Date(`${text}T00:00:00+03:00`);
const season = { starts_at: day('2090-12-05'), ends_at: day('2091-01-10') };
const slide = { text: '', button_text: 'Выбрать', link: '/actions/' };
const article = {
  lead: 'Коротко о том, какую ёлку взять.',
  topic: 'remont',
  author: 'Мария Отделова',
  blocks: [{ type: 'html', html: '<p>Измерьте потолок.</p>' }],
  season: null,
  picture: null,
};

const form = {
  code: 'zamer',
  name: 'Замер',
  fields: { name: { name: 'Имя', as: 'Input', order: 1, rules: {} } },
} satisfies FormSchema;
const vacancy = {
  title: 'Кладовщик',
  field: 'warehouse',
  schedule: 'two_two',
  salary_from_kopecks: 6_000_000,
  duties: '<p>Собирать заказы.</p>',
  terms: '<p>Два через два.</p>',
} as const;

beforeAll(async () => {
  cast = await makeAdminCast(db);
  local = (await makeStaff(db, ['marketing'], { departments: [branches.own] })).header;
  await planHomeLayout(db, { season: 'newyear', ...season });
  await createBanner(db, { ...slide, title: 'Ёлки', ...season });
  await createBanner(db, { ...slide, title: 'Ёлки Вологды', department_id_1c: branches.own, ...season });
  await createAction(db, { slug: 'elki', name: 'Ёлки дешевле', rules: 'До 10 января.', ...season });
  await makeCoupon(db, 'ЁЛКА300', season);
  await saveLanding(db, { slug: 'novyj-god', name: 'Новый год', ...season });
  await createWobbler(db, { position: 'top', text: 'Успеть', action_link: '/pay/', ...season });
  await addMenuLink(db, { place: 'header', name: 'Новый год', url: '/actions/', ...season });
  const page = await createPageVersion(db, { slug: 'delivery', title: 'Доставка', html: '<p>Подъём</p>' });
  await publishPageVersion(db, page.id, { published_at: day('2090-12-20') });
  const next = await createPageVersion(db, { slug: 'delivery', title: 'Доставка зимой', html: '<p>И по снегу</p>' });
  await publishPageVersion(db, next.id, { published_at: day('2090-12-22'), ends_at: day('2091-01-05') });
  await saveTopic(db, { slug: 'remont', name: 'Ремонт', position: 1 });
  const coming = { ...article, slug: 'kak-vybrat-elku', title: 'Как выбрать ёлку', department_id_1c: null };
  await publishArticle(db, coming as never, day('2090-12-18'));
  await publishForm(db, form, day('2090-12-14'));
  const post = { ...vacancy, department_id_1c: branches.own, valid_until: day('2091-01-20') };
  const id = await createVacancy(db, post, new Date(), { is_draft: true });
  await publishVacancy(db, id, day('2090-12-16'));
  const { id: user_id, full_name } = await makeStaff(db, ['owner']);
  await db
    .transaction()
    .execute((db) =>
      createRelease(db, { name: 'Зима', publish_at: day('2090-12-10') }, { user_id, full_name }, new Date()),
    );
});

const get = (cookie: string, url: string) => call(cast, cookie, { method: 'GET', url });
const itemsOf = async (cookie: string, dates = 'from=2090-12-01&to=2091-02-01'): Promise<Item[]> =>
  (await get(cookie, `/api/admin/calendar?${dates}`)).json().items;

/** As the calendar saves dates: reads the record and sends what it read back. */
async function save(cookie: string, url: string, body: object) {
  const { headers } = await get(cookie, url);
  return call(cast, cookie, { method: 'PATCH', url, body, headers: { 'if-match': String(headers.etag) } });
}

const later = (moment: string | null) => moment && new Date(Date.parse(moment) + 86_400_000).toISOString();

test('[S6-05] what stands in the calendar is moved by the save of its own record, leaves one line, and that is taken back', async () => {
  const { owner } = cast.headers;
  const free = (await itemsOf(owner)).filter(({ fixed }) => fixed === null);
  expect([...new Set(free.map(({ kind }) => kind))].sort()).toEqual([
    ...['actions', 'articles', 'coupons', 'forms', 'landings', 'layouts', 'menu', 'pages', 'releases', 'slides'],
    ...['vacancies', 'wobblers'],
  ]);
  for (const { kind, save: by, starts_at, ends_at } of free) {
    if (!by) throw new Error(`${kind} has no save`);
    const body = {
      [by.starts_at]: later(starts_at),
      ...(by.ends_at && { [by.ends_at]: later(ends_at) }),
    };
    const record = (await get(owner, by.url)).json();
    expect([kind, record[by.starts_at]]).toEqual([kind, starts_at]);
    if (by.ends_at) expect([kind, record[by.ends_at]]).toEqual([kind, ends_at]);
    const saved = await save(owner, by.url, body);
    expect([kind, saved.statusCode, saved.json()]).toMatchObject([kind, 200, body]);
    const line = Number(saved.headers['audit-line']);
    const undone = await call(cast, owner, { method: 'POST', url: `/api/admin/audit/${line}/undo`, body: {} });
    expect([kind, undone.statusCode]).toEqual([kind, 200]);
    expect((await get(owner, by.url)).json()).toMatchObject({ [by.starts_at]: starts_at });
    const same = await save(owner, by.url, { [by.starts_at]: starts_at });
    expect([kind, same.statusCode, same.headers['audit-line']]).toEqual([kind, 200, undefined]);
    const stale = await call(cast, owner, {
      method: 'PATCH',
      url: by.url,
      body,
      headers: { 'if-match': '"00000000000000000000000000000000"' },
    });
    expect([kind, stale.statusCode]).toEqual([kind, 412]);
  }
});

test('what no save of one record moves says why', async () => {
  const { owner } = cast.headers;
  const wheel = await examples['PATCH /api/admin/wheels/:id']!.make(cast);
  const { title, starts_at } = (await get(owner, wheel.url)).json();
  const from = starts_at.slice(0, 10);
  const dates = `from=${from}&to=${new Date(Date.parse(from) + 5 * 86_400_000).toISOString().slice(0, 10)}`;
  const wheelNow = async () =>
    (await itemsOf(owner, dates)).find((item) => item.kind === 'wheels' && item.title === title);
  expect(await wheelNow()).toMatchObject({ fixed: null, save: { url: wheel.url } });
  expect((await call(cast, owner, { method: 'POST', url: `${wheel.url}/publish` })).statusCode).toBe(200);
  expect(await wheelNow()).toMatchObject({ fixed: 'Опубликованный розыгрыш не меняется', save: null });

  await call(cast, owner, {
    method: 'POST',
    url: '/api/admin/coupon-batches',
    body: { prefix: 'ЯНВ', count: 2, kind: 'percent', percent: 5, ...season },
  });
  const items = await itemsOf(owner);
  expect(items.find(({ title }) => title.startsWith('Серия'))).toMatchObject({
    fixed: 'Срок серии купонов задают при её выпуске',
    save: null,
  });
});

test('a text is moved until it is out: an article by its own save, every version of a page by its own', async () => {
  const { owner, marketing, pickup } = cast.headers;
  const texts = async (cookie: string, dates?: string) =>
    (await itemsOf(cookie, dates)).filter(({ kind }) => kind === 'articles' || kind === 'pages');
  const [elka, first, second] = await texts(owner);
  if (!elka?.save || !first?.save || !second?.save) throw new Error('Texts that are to come cannot be moved');
  expect([first.id, second.id, first.save.url === second.save.url]).toEqual(['delivery', 'delivery', false]);
  const lineOf = async (answer: { headers: Record<string, unknown> }) =>
    (await get(owner, '/api/admin/audit?per_page=1'))
      .json()
      .items.find(({ id }: { id: number }) => id === Number(answer.headers['audit-line']))?.words;
  const moved = await save(marketing, elka.save.url, { published_at: '2090-12-19T07:00:00.000Z' });
  expect(await lineOf(moved)).toBe('Статья «Как выбрать ёлку»: выйдет 19.12.2090 10:00');
  const dates = { published_at: '2090-12-24T00:00:00.000Z', ends_at: '2091-01-07T00:00:00.000Z' };
  const version = await save(marketing, second.save.url, dates);
  expect(version.json()).toMatchObject(dates);
  expect(await lineOf(version)).toBe('Страница «Доставка зимой»: редакция 2, другой срок');
  const fieldsOf = async (url: string, body: object) => (await save(owner, url, body)).json().error.fields;
  expect(await fieldsOf(elka.save.url, { published_at: '2020-01-01T00:00:00Z' })).toEqual({
    published_at: 'Это время уже прошло',
  });
  expect(await fieldsOf(second.save.url, { published_at: '2020-01-01T00:00:00Z' })).toEqual({
    published_at: 'Это время уже прошло',
  });
  expect(await fieldsOf(second.save.url, { ends_at: '2090-12-24T00:00:00Z' })).toEqual({
    ends_at: 'Конец раньше начала',
  });
  expect((await save(pickup, elka.save.url, { published_at: elka.starts_at })).statusCode).toBe(403);

  const offer = await createPageVersion(db, { slug: 'offer', title: 'Оферта', html: '<p>Договор</p>' });
  await publishPageVersion(db, offer.id, { published_at: day('2090-12-21') });
  const legal = async (cookie: string) => (await texts(cookie)).find(({ id }) => id === 'offer');
  expect(await legal(marketing)).toMatchObject({
    fixed: 'Оферту, политику и тексты согласий публикует владелец',
    save: null,
  });
  const url = (await legal(owner))?.save?.url ?? '';
  expect((await save(marketing, url, { published_at: '2090-12-23T00:00:00Z' })).statusCode).toBe(403);
  expect((await save(owner, url, { published_at: '2090-12-23T00:00:00Z' })).statusCode).toBe(200);
});

test('a text that is out, withdrawn or a draft is not moved, and says why', async () => {
  const { owner } = cast.headers;
  const hourAgo = new Date(Date.now() - 3_600_000);
  const out = await publishArticle(db, { ...article, slug: 'vyshla', title: 'Уже вышла' } as never, hourAgo);
  const gone = await publishArticle(db, { ...article, slug: 'snyata', title: 'Уже снята' } as never, hourAgo);
  await withdrawArticle(db, gone);
  await draftArticle(db, { ...article, slug: 'chernovik', title: 'Ещё пишется' } as never);
  const version = await createPageVersion(db, { slug: 'returns', title: 'Возврат', html: '<p>14 дней</p>' });
  await publishPageVersion(db, version.id);
  const today = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const items = await itemsOf(owner, `from=${today(-2)}&to=${today(3)}`);
  const whyOf = (title: string) => items.find((item) => item.title === title)?.fixed;
  expect(['Уже вышла', 'Уже снята', 'Ещё пишется', 'Возврат, редакция 1'].map(whyOf)).toEqual([
    'Статья уже вышла: снять её можно на её странице',
    'Статья снята с сайта',
    'Это черновик: день назначают, когда его публикуют',
    'Редакция уже вышла: снять её можно на странице с её текстом',
  ]);
  const later = { published_at: '2090-12-23T00:00:00Z' };
  expect((await save(owner, `/api/admin/articles/${out}`, later)).json().error.code).toBe('wrong_text_state');
  expect((await save(owner, `/api/admin/page-versions/${version.id}`, later)).json().error.code).toBe('page_published');
});

test('a form and a post are moved until they are out, a form by its newest version alone, and say why they are not', async () => {
  const { owner, marketing, content } = cast.headers;
  const itemOf = async (title: string, cookie = owner, dates?: string) =>
    ensure((await itemsOf(cookie, dates)).find((item) => item.title === title));
  const lineOf = async (answer: { headers: Record<string, unknown> }) =>
    (await get(owner, '/api/admin/audit?per_page=1'))
      .json()
      .items.find(({ id }: { id: number }) => id === Number(answer.headers['audit-line']))?.words;
  const [zamer, post] = [await itemOf('Замер, версия 1'), await itemOf('Кладовщик')];
  const [ofForm, ofPost] = [ensure(zamer.save).url, ensure(post.save).url];

  expect(await lineOf(await save(marketing, ofForm, { published_at: '2090-12-15T07:00:00.000Z' }))).toBe(
    'Форма «Замер»: версия 1 выйдет 15.12.2090 10:00',
  );
  // Both at once to before what was the beginning, and back behind what was the end.
  for (const [published_at, valid_until] of [
    ['2090-12-02T07:00:00.000Z', '2090-12-10T07:00:00.000Z'],
    ['2090-12-20T07:00:00.000Z', '2091-01-25T07:00:00.000Z'],
  ]) {
    const moved = await save(marketing, ofPost, { published_at, valid_until });
    expect(moved.json()).toMatchObject({ published_at, valid_until });
    expect(await lineOf(moved)).toMatch(/^Вакансия «Кладовщик»: выйдет \d\d\.12\.2090 10:00$/);
  }
  const fieldsOf = async (url: string, body: object) => (await save(owner, url, body)).json().error.fields;
  for (const url of [ofForm, ofPost])
    expect(await fieldsOf(url, { published_at: '2020-01-01T00:00:00Z' })).toEqual({
      published_at: 'Это время уже прошло',
    });
  expect(await fieldsOf(ofPost, { valid_until: '2090-12-19T00:00:00Z' })).toEqual({
    valid_until: 'Срок вакансии кончится раньше публикации',
  });
  expect((await save(content, ofPost, { title: 'Старший кладовщик' })).statusCode).toBe(200);
  expect((await itemOf('Замер, версия 1', local)).fixed).toBe(
    'Общее для всех филиалов меняет тот, кто работает во всех',
  );
  expect((await itemOf('Старший кладовщик', local)).fixed).toBeNull();

  await saveFormDraft(db, { ...form, name: 'Замер окна' }, 1);
  expect((await itemOf('Замер, версия 1')).fixed).toBe('У формы есть версия новее: день меняют у неё');
  const hourAgo = new Date(Date.now() - 3_600_000);
  await publishForm(db, { ...form, code: 'raspil', name: 'Распил' }, hourAgo);
  const out = { ...vacancy, department_id_1c: branches.own };
  const [shown, closed] = [
    await createVacancy(db, { ...out, title: 'Кассир' }, hourAgo),
    await createVacancy(db, { ...out, title: 'Водитель' }, hourAgo),
  ];
  await closeVacancy(db, closed, new Date(Date.now() - 1_000));
  await createVacancy(db, { ...out, title: 'Логист', valid_until: day('2090-12-30') }, new Date(), { is_draft: true });
  const today = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const now = `from=${today(-2)}&to=${today(3)}`;
  for (const [title, words, dates] of [
    ['Распил, версия 1', 'Версия формы уже вышла: снять её можно на странице формы', now],
    ['Кассир', 'Вакансия уже вышла: её срок меняют на её странице', now],
    ['Водитель', 'Вакансия закрыта', now],
    ['Логист', 'Это черновик: день назначают, когда его публикуют', undefined],
  ] as const)
    expect.soft((await itemOf(title, owner, dates)).fixed, title).toBe(words);
  const later = { published_at: '2090-12-23T00:00:00Z' };
  for (const url of [`/api/admin/vacancies/${shown}`, `/api/admin/vacancies/${closed}`, '/api/admin/forms/raspil'])
    expect.soft((await save(owner, url, later)).json().error.code, url).toBe('wrong_text_state');
});

test('[S6-05] staff of one branch move what is theirs by its clock, and are told whose the rest is', async () => {
  await db.updateTable('departments').set({ time_zone: 'Europe/Samara' }).where('id_1c', '=', branches.own).execute();
  await invalidate(db, ['departments']);
  const items = await itemsOf(local);
  const slides = items.filter(({ kind }) => kind === 'slides');
  expect(slides.map(({ title, fixed, time_zone }) => [title, fixed, time_zone])).toEqual([
    ['Ёлки', 'Общее для всех филиалов меняет тот, кто работает во всех', 'Europe/Moscow'],
    ['Ёлки Вологды', null, 'Europe/Samara'],
  ]);
  for (const { fixed, save: by, starts_at } of items) {
    if (fixed === null)
      expect((await save(local, by?.url ?? '', { [by?.starts_at ?? '']: starts_at })).statusCode).toBe(200);
    else expect(by).toBeNull();
  }
});

test('what is in force on a day and not now is told with its branch, drafts when they are asked for', async () => {
  const { owner, content } = cast.headers;
  const year = { starts_at: new Date('2020-01-01T00:00:00Z'), ends_at: day('2089-01-01') };
  await createBanner(db, { ...slide, title: 'До 2089 года', ...year });
  await createBanner(db, { ...slide, title: 'Всё время', starts_at: year.starts_at, ends_at: day('2095-01-01') });
  await createBanner(db, { ...slide, title: 'Черновик', is_draft: true, ...season });
  await createBanner(db, { ...slide, title: 'Чужой', department_id_1c: branches.foreign, ...season });
  const ask = async (cookie: string, query: string) => {
    const answer = await get(cookie, `/api/admin/calendar/differences?${query}`);
    expect(answer.statusCode).toBe(200);
    const { begin, end } = answer.json() as { begin: Item[]; end: Item[] };
    const words = (items: Item[]) => items.map(({ kind, title }) => `${kind} ${title}`);
    return { begin: words(begin), end: words(end) };
  };
  const at = '2090-12-25T09:00:00Z';
  const own = await ask(owner, `at=${at}&branch=${branches.own}`);
  expect(own.begin).toEqual(
    expect.arrayContaining([
      'layouts Новый год',
      'slides Ёлки',
      'slides Ёлки Вологды',
      'actions Ёлки дешевле',
      'coupons ЁЛКА300',
      'wobblers Успеть',
      'menu Новый год',
      'pages Доставка, редакция 1',
    ]),
  );
  for (const title of ['slides Чужой', 'slides Черновик', 'slides Всё время', 'landings Новый год'])
    expect(own.begin).not.toContain(title);
  expect(own.end).toEqual(['slides До 2089 года']);
  expect((await ask(owner, `at=${at}`)).begin).toContain('slides Чужой');
  const withDrafts = (await ask(owner, `at=${at}&drafts=yes`)).begin;
  expect(withDrafts).toEqual(expect.arrayContaining(['slides Черновик', 'landings Новый год']));
  expect((await ask(content, `at=${at}`)).begin).not.toContain('slides Ёлки');
  // The page comes out on the 20th, and of the season only texts stand after it.
  expect((await ask(owner, 'at=2090-12-19T09:00:00Z')).begin).not.toContain('pages Доставка, редакция 1');
  expect((await ask(owner, 'at=2091-02-01T09:00:00Z')).begin).toEqual([
    ...['articles Как выбрать ёлку', 'pages Доставка, редакция 1', 'pages Оферта, редакция 1', 'forms Замер, версия 1'],
  ]);
  expect(await ask(owner, `at=${new Date().toISOString()}`)).toEqual({ begin: [], end: [] });
});

test('of a release its own drafts alone are counted', async () => {
  const { owner } = cast.headers;
  const draft = { ...slide, ...season, is_draft: true };
  const id = await createBanner(db, { ...draft, title: 'В выпуске' });
  await createBanner(db, { ...draft, title: 'Вне выпуска' });
  const made = await call(cast, owner, {
    method: 'POST',
    url: '/api/admin/releases',
    body: { name: 'Слайды', publish_at: null },
  });
  const release = made.json().id;
  await call(cast, owner, {
    method: 'POST',
    url: `/api/admin/releases/${release}/parts`,
    body: { items: [{ kind: 'slides', id: String(id) }] },
  });
  const { begin } = (
    await get(owner, `/api/admin/calendar/differences?at=2090-12-25T09:00:00Z&drafts=yes&release=${release}`)
  ).json() as { begin: Item[] };
  const drafts = begin.filter(({ is_draft }) => is_draft).map(({ title }) => title);
  expect(drafts).toEqual(['В выпуске']);
});

test('a moment that is none, and a branch that is not theirs, are refused', async () => {
  const { owner } = cast.headers;
  for (const query of ['', 'at=завтра', 'at=1990-01-01T00:00:00Z', 'at=2090-12-25T09:00:00Z&drafts=maybe'])
    expect((await get(owner, `/api/admin/calendar/differences?${query}`)).statusCode).toBe(422);
  const foreign = `/api/admin/calendar/differences?at=2090-12-25T09:00:00Z&branch=${branches.foreign}`;
  expect((await get(local, foreign)).statusCode).toBe(404);
});

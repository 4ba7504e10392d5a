import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Listing } from '#modules/catalogue/schema.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { forgetOldDecisions } from '#modules/search/decisions.ts';
import { query } from '#modules/search/listing.ts';
import { everyDraft } from '#shared/shop-look.ts';
import { addDays } from '#shared/zoned-time.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
let grinder: { id: number };
beforeAll(async () => {
  cast = await makeAdminCast(db);
  grinder = await makeProduct(db, { name: 'Шлифмашина угловая МАСТАК УШМ-125', popularity: 50 });
});
beforeEach(async () => {
  for (const table of ['search_misses', 'search_decisions', 'search_synonyms', 'search_pins'] as const)
    await db.deleteFrom(table).execute();
});

const today = new Date().toISOString().slice(0, 10);

async function ask(method: 'GET' | 'POST', url: string, body?: object, cookie = cast.headers.content) {
  const answer = await call(cast, cookie, { method, url, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json() };
}
const post = (url: string, body: object, cookie?: string) => ask('POST', `/api/admin/${url}`, body, cookie);

async function miss(words: string, times: number, more: { branch?: string; daysAgo?: number; kind?: string } = {}) {
  const { branch = branches.own, daysAgo = 0, kind = 'nothing' } = more;
  await db
    .insertInto('search_misses')
    .values({ day: addDays(today, -daysAgo), department_id_1c: branch, words, kind, times })
    .execute();
}

async function queue(more = '', cookie = cast.headers.content): Promise<string[]> {
  const { body } = await ask('GET', `/api/admin/search-misses?${more}`, undefined, cookie);
  return body.items.map(({ words }: { words: string }) => words);
}

/** What visitors of the branch find, first card first. */
async function found(q: string, more: Partial<Listing> = {}, branch = branches.own) {
  const department = (await listDepartments(db)).find(({ id_1c }) => id_1c === branch)!;
  const listing = Listing.parse({ q, sort: 'relevance', ...more });
  // The rules are cached until the application is notified that they changed.
  await cast.app.invalidations.caughtUp();
  return query(db, priceContextOf(department), listing);
}
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);

test('the queue holds what was searched in vain five times in 28 days, by weeks and branches', async () => {
  await miss('болгарка', 6);
  await miss('болгарка', 4, { branch: branches.foreign, daysAgo: 8 });
  await miss('болгарка', 3, { daysAgo: 40 });
  await miss('вагонка', 3, { kind: 'doubtful' });
  await miss('вагонка', 4, { kind: 'doubtful', daysAgo: 1 });
  await miss('редкое', 4);
  await miss('давнее', 50, { daysAgo: 29 });
  const { body } = await ask('GET', '/api/admin/search-misses');
  expect(body.items).toMatchObject([
    { words: 'болгарка', kind: 'nothing', times: 10, branches: 2, last_day: today },
    { words: 'вагонка', kind: 'doubtful', times: 7, branches: 1 },
  ]);
  expect(body.items[0].weeks).toEqual([0, 3, 0, 0, 0, 4, 6]);
  expect(body).toMatchObject({ total: 2, counts: { nothing: 1, doubtful: 1 } });
  expect(await queue(`filter=${encodeURIComponent('{"kind":["doubtful"]}')}`)).toEqual(['вагонка']);
  expect(await queue(`filter=${encodeURIComponent('{"q":"ВАГ"}')}`)).toEqual(['вагонка']);
  expect(await queue(`branch=${branches.foreign}`), 'four times there').toEqual([]);
  expect(await queue('sort=words')).toEqual(['болгарка', 'вагонка']);
});

test('whoever may see sums sees what a query lost in its 28 days, sorts by it, and reads the sum of the list', async () => {
  await miss('болгарка', 9);
  await miss('вагонка', 6, { kind: 'doubtful' });
  await miss('вагонка', 2, { kind: 'doubtful', branch: branches.foreign });
  const own = { cause: 'not_found', units: 0, detail: '{}', times: 5 };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await db
    .insertInto('demand_losses')
    .values([
      { ...own, day: daysAgo(1), department_id_1c: branches.own, words: 'болгарка', sum: 150_000 },
      { ...own, day: daysAgo(2), department_id_1c: branches.own, words: 'вагонка', sum: 400_000 },
      { ...own, day: daysAgo(2), department_id_1c: branches.foreign, words: 'вагонка', sum: 50_000 },
      { ...own, day: daysAgo(40), department_id_1c: branches.own, words: 'болгарка', sum: 9_000_000 },
      { ...own, day: daysAgo(3), department_id_1c: branches.own, words: 'не спрашивали', sum: 700_000 },
    ])
    .execute();
  const seen = async (more: string, cookie = cast.headers.owner) => {
    const { body } = await ask('GET', `/api/admin/search-misses?${more}`, undefined, cookie);
    const items: { words: string; lost: number | null }[] = body.items;
    return { rows: items.map(({ words, lost }) => [words, lost]), lost: body.totals.lost };
  };
  expect(await seen('sort=-lost')).toEqual({
    rows: [
      ['вагонка', 450_000],
      ['болгарка', 150_000],
    ],
    lost: 600_000,
  });
  expect((await seen(`filter=${encodeURIComponent('{"kind":["doubtful"]}')}`)).lost).toBe(450_000);
  expect((await seen(`branch=${branches.own}&sort=-lost`)).rows[0]).toEqual(['вагонка', 400_000]);
  expect(await seen('sort=-lost', cast.headers.content)).toEqual({
    rows: [
      ['болгарка', null],
      ['вагонка', null],
    ],
    lost: null,
  });
  await db.deleteFrom('demand_losses').execute();
});

test('what is hidden or not sold leaves the queue until it is searched for twice as often, or the term ends', async () => {
  await miss('вагонка', 10);
  await miss('болгарка', 10);
  expect((await post('search-misses/decide', { words: ['вагонка'], decision: 'not_sold' })).status).toBe(200);
  expect(await queue()).toEqual(['болгарка']);
  const { body } = await ask('GET', '/api/admin/search-misses/decided');
  expect(body.items).toMatchObject([{ words: 'вагонка', decision: 'not_sold', times_then: 10, times: 10 }]);
  await miss('вагонка', 9, { daysAgo: 1 });
  expect(await queue(), '19 is less than twice 10').toEqual(['болгарка']);
  await miss('вагонка', 1, { daysAgo: 2 });
  expect(await queue()).toEqual(['вагонка', 'болгарка']);

  await post('search-misses/decide', { words: ['вагонка', 'болгарка'], decision: 'hidden' });
  expect(await queue()).toEqual([]);
  expect((await post('search-misses/reopen', { words: ['вагонка'] })).status).toBe(200);
  expect(await queue()).toEqual(['вагонка']);
  await forgetOldDecisions(db, new Date(Date.now() + 91 * 86_400_000));
  expect(await queue()).toEqual(['вагонка', 'болгарка']);
});

test('staff of one branch decide for it alone, and change nothing that is common', async () => {
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  await miss('вагонка', 6);
  await miss('вагонка', 6, { branch: branches.foreign });
  await miss('чужое', 9, { branch: branches.foreign });
  expect(await queue('', header)).toEqual(['вагонка']);
  expect((await post('search-misses/decide', { words: ['чужое'], decision: 'hidden' }, header)).status).toBe(404);
  await post('search-misses/decide', { words: ['вагонка'], decision: 'hidden' }, header);
  expect(await queue('', header)).toEqual([]);
  expect(await queue(`branch=${branches.foreign}`)).toEqual(['чужое', 'вагонка']);

  const rule = { kind: 'synonym', words: 'болгарка', means: 'шлифмашина' };
  const common = await post('search-rules', { ...rule, department_id_1c: null }, header);
  expect([common.status, common.body.error.message]).toEqual([
    403,
    'Общее для всех филиалов меняет тот, кто работает во всех',
  ]);
  const made = await post('search-rules', { ...rule, department_id_1c: null });
  expect((await post(`search-rules/${made.body.id}/remove`, {}, header)).status).toBe(403);
  expect((await post('search-rules', { ...rule, department_id_1c: branches.own }, header)).status).toBe(201);
});

test('a rule shows what it changes, answers its query at once, and gives it back to the queue when taken away', async () => {
  await miss('болгарка', 8);
  const add = { kind: 'synonym', words: 'болгарка', means: 'шлифмашина угловая' };
  const preview = await post('search-preview', { q: 'болгарка', add });
  expect(preview.body).toMatchObject({ before: { total: 0, items: [] }, after: { total: 1 } });
  expect(preview.body.after.items[0]).toMatchObject({ id: grinder.id, left: expect.stringMatching(/^100\sмеш/) });
  expect((await found('болгарка')).total, 'nothing was saved').toBe(0);

  const { body } = await post('search-rules', { ...add, department_id_1c: null, answers: 'болгарка' });
  expect(idsOf(await found('болгарка'))).toEqual([grinder.id]);
  expect(await queue()).toEqual([]);
  const without = await post('search-preview', {
    q: 'болгарка',
    remove: { kind: 'synonym', id: Number(body.id.split('-')[1]) },
  });
  expect(without.body).toMatchObject({ before: { total: 1 }, after: { total: 0 } });
  await post(`search-rules/${body.id}/remove`, {});
  expect((await found('болгарка')).total).toBe(0);
  expect(await queue()).toEqual(['болгарка']);
});

test('[18] a draft of a rule is found by in a look at the shop alone, until it is published', async () => {
  const means = 'шлифмашина угловая';
  const draft = { kind: 'synonym', words: 'ушмка', means, department_id_1c: null, is_draft: true };
  const { body } = await post('search-rules', draft);
  const own = Number(body.id.split('-')[1]);
  const redirect = await post('search-rules', { ...draft, kind: 'redirect', words: 'ушмка новая', means: '/actions/' });
  const seen = async (drafts: number | null) => {
    await cast.app.invalidations.caughtUp();
    const department = (await listDepartments(db)).find(({ id_1c }) => id_1c === branches.own)!;
    const listing = Listing.parse({ q: 'ушмка', sort: 'relevance' });
    return idsOf(await query(db, priceContextOf(department), listing, new Date(), drafts));
  };
  const release = await post('releases', { name: 'Весна', publish_at: null });
  const items = [{ kind: 'synonyms', id: String(own) }];
  expect([await seen(null), await seen(everyDraft), await seen(release.body.id)]).toEqual([[], [grinder.id], []]);
  expect((await post(`releases/${release.body.id}/parts`, { items })).status).toBe(200);
  expect([await seen(null), await seen(release.body.id)], 'a look of its release').toEqual([[], [grinder.id]]);
  const { is_draft: _, ...inForce } = draft;
  expect((await post('search-rules', inForce)).body.error.fields).toEqual({
    words: 'Такое правило уже ждёт черновиком: опубликуйте его или снимите',
  });
  expect((await post(`search-rules/${body.id}/publish`, {})).status).toBe(200);
  expect(await seen(null)).toEqual([grinder.id]);
  expect((await post(`search-rules/${body.id}/publish`, {})).status, 'once').toBe(422);
  expect((await post('search-rules', draft)).body.error.fields).toEqual({
    words: 'Такое правило уже действует: снимите его или измените сразу, без черновика',
  });
  expect((await post(`search-rules/${redirect.body.id}/remove`, {})).status, 'a draft is taken away').toBe(200);
});

test('[18] a draft of a pin moves nothing until it is published, and asks then whether its place is free', async () => {
  const [one, two] = [
    await makeProduct(db, { name: 'Кисть Мазок', popularity: 9 }),
    await makeProduct(db, { name: 'Кисть Штрих', popularity: 8 }),
  ];
  const pin = { words: 'кисть', position: 1, department_id_1c: null, starts_at: null, ends_at: null };
  const draft = await post('search-pins', { ...pin, product_id: two.id, is_draft: true });
  expect(draft.status).toBe(201);
  expect(idsOf(await found('кисть'))).toEqual([one.id, two.id]);
  const { body } = await ask('GET', '/api/admin/search-pins');
  expect(body.items).toMatchObject([{ product_id: two.id, is_draft: true, is_due: false }]);
  const other = await post('search-pins', { ...pin, product_id: grinder.id });
  expect(other.status, 'what is in force makes no way for a draft').toBe(201);
  const refused = await post(`search-pins/${draft.body.id}/publish`, {});
  expect(refused.body.error.fields).toEqual({ position: 'Место 1 уже занято: Шлифмашина угловая МАСТАК УШМ-125' });
  await post(`search-pins/${other.body.id}/remove`, {});
  expect((await post(`search-pins/${draft.body.id}/publish`, {})).status).toBe(200);
  expect(idsOf(await found('кисть'))).toEqual([two.id, one.id]);
});

test('a cached page of the shop shows what a new rule finds within seconds', async () => {
  const nothing = 'По запросу «турбинка» ничего не найдено';
  const page = async () =>
    (await cast.app.inject({ url: '/catalog/?q=турбинка', headers: { host: 'idd.localhost' } })).body;
  for (let i = 0; i < 2; i++) expect(await page()).toContain(nothing);
  const means = 'шлифмашина угловая';
  await post('search-rules', { kind: 'synonym', words: 'турбинка', means, department_id_1c: null });
  await vi.waitFor(async () => expect(await page()).not.toContain(nothing), 5_000);
});

test('redirects of queries and stop words are kept by kind, and previewed', async () => {
  const add = { kind: 'redirect', words: 'где мой заказ', means: '/personal/orders/' };
  const preview = await post('search-preview', { q: 'где мой заказ', add });
  expect(preview.body).toMatchObject({ before: { redirect: null }, after: { redirect: '/personal/orders/' } });
  await post('search-rules', { ...add, department_id_1c: null });
  await post('search-rules', { kind: 'stop', words: 'недорого', department_id_1c: null });
  const list = async (kind: string) =>
    (await ask('GET', `/api/admin/search-rules?filter=${encodeURIComponent(JSON.stringify({ kind }))}`)).body.items;
  expect(await list('redirect')).toMatchObject([{ words: 'где мой заказ', means: '/personal/orders/' }]);
  expect(await list('stop')).toMatchObject([{ words: 'недорого', means: null }]);
  expect((await found('где мой заказ')).search?.redirect).toBe('/personal/orders/');
});

test('what is no rule is refused in words', async () => {
  const refused = async (body: object) => {
    const answer = await post('search-rules', { department_id_1c: null, ...body });
    return [answer.status, ...Object.values(answer.body.error.fields ?? {})];
  };
  expect(await refused({ kind: 'synonym', words: 'х', means: 'шлифмашина' })).toEqual([
    422,
    'От 2 до 80 знаков, с буквами или цифрами',
  ]);
  expect(await refused({ kind: 'synonym', words: 'болгарки', means: 'болгарка' })).toEqual([
    422,
    'Это то же слово: формы слов поиск понимает сам',
  ]);
  for (const means of ['https://evil.example/', '//evil.example/', '/a b/', 'javascript:alert(1)'])
    expect(await refused({ kind: 'redirect', words: 'доставка', means }), means).toEqual([
      422,
      'Нужен адрес страницы этого магазина: /delivery/',
    ]);
  expect((await refused({ kind: 'stop', words: 'два слова' }))[1]).toBe('Нужно одно слово');
  expect((await refused({ kind: 'synonym', words: 'а'.repeat(300), means: 'б' }))[0]).toBe(422);
  expect((await refused({ kind: 'other', words: 'а', means: 'б' }))[0]).toBe(422);
  expect((await ask('GET', `/api/admin/search-misses?filter=${encodeURIComponent('{"x":1}')}`)).status).toBe(422);
  expect((await post('search-rules/synonym-0/remove', {})).status).toBe(404);
  const words = '<b onclick=1>болгарка</b>';
  const { body } = await post('search-preview', { q: words });
  expect(body.before.total).toBe(0);
});

test('proposals come from the shop’s own search: layout, misprint, words that begin alike, brands', async () => {
  const brand = await db
    .insertInto('brands')
    .values({ slug: 'mastak', name: 'МАСТАК' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeProduct(db, { name: 'Дрель ударная МАСТАК', brand_id: brand.id });
  const words = ['inerfnehrf', 'штукотурка', 'шлифмашинист', 'mastak блеск', 'абырвалг'];
  const { body } = await post('search-misses/proposals', { words });
  const of = (one: string) => body.items.find((item: { words: string }) => item.words === one).proposals;
  expect(of('inerfnehrf')[0]).toMatchObject({
    source: 'layout',
    kind: 'synonym',
    means: 'штукатурка',
    confidence: 0.95,
  });
  expect(of('штукотурка')[0]).toMatchObject({ source: 'typo', means: 'штукатурка' });
  expect(of('шлифмашинист')[0]).toMatchObject({ source: 'beginning', means: 'шлифмашина' });
  expect(of('mastak блеск')).toContainEqual(expect.objectContaining({ source: 'brand', means: '/brand/mastak/' }));
  expect(of('абырвалг')).toEqual([]);
  for (const { proposals } of body.items) for (const { confidence } of proposals) expect(confidence).toBeGreaterThan(0);
});

test('pinned goods stand at their places while they can be ordered, and change no other order', async () => {
  const names = ['Гирлянда Искра', 'Гирлянда Снег', 'Гирлянда Лёд', 'Гирлянда Иней'];
  const garlands: { id: number }[] = [];
  for (const [at, name] of names.entries())
    garlands.push(await makeProduct(db, { name, popularity: 90 - at, price: 10_000 + at }));
  const [first, second, third, fourth] = garlands.map(({ id }) => id) as [number, number, number, number];
  const pin = (product_id: number, position: number, more: object = {}) =>
    post('search-pins', {
      words: 'Гирлянды',
      product_id,
      position,
      department_id_1c: null,
      starts_at: null,
      ends_at: null,
      ...more,
    });
  expect(idsOf(await found('гирлянда'))).toEqual([first, second, third, fourth]);
  const preview = await post('search-preview', {
    q: 'гирлянда',
    add: { kind: 'pin', words: 'гирлянды', product_id: grinder.id, position: 2 },
  });
  expect(preview.body.after.items.map(({ id }: { id: number }) => id)).toEqual([
    first,
    grinder.id,
    second,
    third,
    fourth,
  ]);

  expect((await pin(fourth, 1)).status).toBe(201);
  expect((await pin(grinder.id, 3)).status).toBe(201);
  const pinned = await found('гирлянда');
  expect(idsOf(pinned)).toEqual([fourth, first, grinder.id, second, third]);
  expect(pinned.total, 'what the words do not find is counted too').toBe(5);
  expect(idsOf(await found('гирлянда', { limit: 2 }))).toEqual([fourth, first]);
  expect(idsOf(await found('гирлянда', { limit: 2, page: 2 }))).toEqual([grinder.id, second]);
  expect(idsOf(await found('гирлянда', { limit: 2, page: 3 }))).toEqual([third]);
  expect(idsOf(await found('гирлянда', { sort: 'price' })).slice(0, 4)).toEqual([first, second, third, fourth]);
  expect(idsOf(await found('гирлянда', { price_to: 20_000 })), 'filters hold').toEqual([fourth, first, second, third]);
  expect(idsOf(await found('гирлянда снег')), 'another query').toEqual([second]);

  const taken = await pin(second, 1);
  expect(taken.body.error.fields).toEqual({ position: 'Место 1 уже занято: Гирлянда Иней' });
  await sql`update stock set on_hand = 0, on_hand_base = 0 where product_id = ${fourth}`.execute(db);
  expect(idsOf(await found('гирлянда'))).toEqual([first, second, grinder.id, third, fourth]);
  await pin(grinder.id, 3, { ends_at: new Date(Date.now() - 1000).toISOString() });
  expect(idsOf(await found('гирлянда'))).toEqual([first, second, third, fourth]);
  expect((await pin(third, 9)).status).toBe(422);
  expect((await pin(999_999, 4)).body.error.fields).toEqual({ product_id: 'Такого товара нет' });

  const { body } = await ask('GET', '/api/admin/search-pins');
  expect(body.items).toMatchObject([
    { words: 'гирлянды', position: 1, product: 'Гирлянда Иней', is_due: true },
    { position: 3, is_due: false },
  ]);
  for (const { id } of body.items) expect((await post(`search-pins/${id}/remove`, {})).status).toBe(200);
});

test('a pin of a branch holds there alone, and stands before the common one', async () => {
  const [one, two] = [
    await makeProduct(db, { name: 'Валик Мазок', popularity: 9 }),
    await makeProduct(db, { name: 'Валик Штрих', popularity: 8 }),
  ];
  const pin = (product_id: number, department_id_1c: string | null) =>
    post('search-pins', { words: 'валик', product_id, position: 1, department_id_1c, starts_at: null, ends_at: null });
  await pin(grinder.id, null);
  await pin(two.id, branches.own);
  expect(idsOf(await found('валик'))).toEqual([two.id, grinder.id, one.id]);
  const { header } = await makeStaff(db, ['marketing'], { departments: [branches.foreign] });
  const { body } = await ask('GET', '/api/admin/search-pins', undefined, header);
  expect(body.items.map(({ department_id_1c }: { department_id_1c: string | null }) => department_id_1c)).toEqual([
    null,
  ]);
});

import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { publishReleases } from '#jobs/publish-releases.ts';
import { checkRelease } from '#modules/calendar/check-release.ts';
import { mostQueries } from '#modules/search/judged-queries.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
let spatula: { id: number };
let trowel: { id: number };
beforeAll(async () => {
  cast = await makeAdminCast(db);
  spatula = await makeProduct(db, { name: 'Шпатель фасадный МАСТАК', popularity: 50 });
  trowel = await makeProduct(db, { name: 'Кельма МАСТАК', popularity: 40 });
});
beforeEach(async () => {
  for (const table of ['judged_queries', 'search_synonyms', 'search_redirects', 'search_stop_words'] as const)
    await db.deleteFrom(table).execute();
  await cast.app.invalidations.caughtUp();
});

type Options = { body?: object; cookie?: string; headers?: Record<string, string> };
async function ask(method: 'GET' | 'POST' | 'PATCH', url: string, { body, cookie, headers }: Options = {}) {
  const given = { method, url: `/api/admin/${url}`, ...(body && { body }), ...(headers && { headers }) };
  const answer = await call(cast, cookie ?? cast.headers.content, given);
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const post = (url: string, body: object, cookie?: string) => ask('POST', url, { body, ...(cookie && { cookie }) });
const quality = async () => (await ask('GET', 'judged-queries')).body;
const exact = (product_id: number, grade = 3) => ({ product_id, grade });
/** Of one right answer that stands first, where two would be right. */
const oneOfTwo = 1 / (1 + 1 / Math.log2(3));

test('judged queries are measured by the shop’s own search, each and together', async () => {
  await post('judged-queries', { words: 'Шпатели ', goods: [exact(spatula.id), exact(trowel.id)] });
  await post('judged-queries', { words: 'кельма', goods: [exact(trowel.id, 2)] });
  await post('judged-queries', { words: 'мастерок', goods: [exact(trowel.id)] });
  await post('judged-queries', { words: 'правило' });
  const { items, ...all } = await quality();
  expect(items).toMatchObject([
    { words: 'кельма', ndcg: 1, found: 1, first: 'Кельма МАСТАК', is_first_right: true },
    { words: 'мастерок', ndcg: 0, found: 0, first: null, is_first_right: false },
    { words: 'правило', ndcg: null, goods: [] },
    { words: 'шпатели', found: 1, first: 'Шпатель фасадный МАСТАК', is_first_right: true },
  ]);
  expect(items[3].ndcg).toBeCloseTo(oneOfTwo, 10);
  expect(all).toMatchObject({ measured: 3, unanswered: 1, first_right: 2, department_id_1c: branches.own });
  expect(all.ndcg).toBeCloseTo((1 + 0 + oneOfTwo) / 3, 10);
});

test('goods that are switched off are no answers; a query that loses all of them is not measured', async () => {
  await post('judged-queries', { words: 'шпатель', goods: [exact(spatula.id), exact(trowel.id)] });
  const off = (id: number, switched_off_at: Date | null) =>
    db.updateTable('products').set({ switched_off_at }).where('id', '=', id).execute();
  await off(trowel.id, new Date());
  try {
    expect((await quality()).items[0]).toMatchObject({ ndcg: 1 });
    await off(spatula.id, new Date());
    expect((await quality()).items[0]).toMatchObject({ ndcg: null });
    expect(await quality()).toMatchObject({ measured: 0, ndcg: null });
  } finally {
    await off(trowel.id, null);
    await off(spatula.id, null);
  }
});

test('a rule that lowers the quality is held, names what gets worse, and is saved by who accepts that', async () => {
  await post('judged-queries', { words: 'шпатель', goods: [exact(spatula.id)] });
  await post('judged-queries', { words: 'кельма', goods: [exact(trowel.id)] });
  const rule = { kind: 'redirect', words: 'шпатель', means: '/delivery/', department_id_1c: null };
  const held = await post('search-rules', rule);
  expect([held.status, held.body.error.code, held.body.error.message]).toEqual([
    409,
    'quality_falls',
    'Качество упадёт с 1 до 0,5 на 1\u00a0запросе',
  ]);
  expect(held.body.error).toMatchObject({
    before: 1,
    after: 0.5,
    changed: [{ words: 'шпатель', before: 1, after: 0 }],
  });
  expect(await db.selectFrom('search_redirects').selectAll().execute(), 'nothing was saved').toEqual([]);
  expect((await post('search-rules', { ...rule, accepts_fall: true })).status).toBe(201);
  await cast.app.invalidations.caughtUp();
  expect((await quality()).items[1]).toMatchObject({ words: 'шпатель', ndcg: 0, first: '/delivery/' });
});

test('taking away a rule that answers a judged query is held too; a rule that helps is saved at once', async () => {
  await post('judged-queries', { words: 'мастерок', goods: [exact(trowel.id)] });
  const add = { kind: 'synonym', words: 'мастерок', means: 'кельма' };
  const compared = await post('judged-queries/compare', { add });
  expect(compared.body).toEqual({ before: 0, after: 1, changed: [{ words: 'мастерок', before: 0, after: 1 }] });
  const saved = await post('search-rules', { ...add, department_id_1c: null });
  expect(saved.status).toBe(201);
  await cast.app.invalidations.caughtUp();
  const held = await post(`search-rules/${saved.body.id}/remove`, {});
  expect([held.status, held.body.error.message]).toEqual([409, 'Качество упадёт с 1 до 0 на 1\u00a0запросе']);
  expect((await post(`search-rules/${saved.body.id}/remove`, { accepts_fall: true })).status).toBe(200);
});

test('a pin that pushes the right answer down is held', async () => {
  await post('judged-queries', { words: 'шпатель', goods: [exact(spatula.id)] });
  const pin = { words: 'шпатель', product_id: trowel.id, position: 1, department_id_1c: null };
  const dates = { starts_at: null, ends_at: null };
  const held = await post('search-pins', { ...pin, ...dates });
  expect([held.status, held.body.error.code]).toEqual([409, 'quality_falls']);
  expect(held.body.error.after).toBeCloseTo(1 / Math.log2(3), 10);
  expect(await db.selectFrom('search_pins').selectAll().execute()).toEqual([]);
});

test('[18] a draft that lowers the quality is saved, held when it is published, alone or with its release', async () => {
  await post('judged-queries', { words: 'шпатель', goods: [exact(spatula.id)] });
  const rule = { kind: 'redirect', words: 'шпатель', means: '/delivery/', department_id_1c: null };
  const draft = await post('search-rules', { ...rule, is_draft: true });
  expect(draft.status).toBe(201);
  const held = await post(`search-rules/${draft.body.id}/publish`, {});
  expect([held.status, held.body.error.message]).toEqual([409, 'Качество упадёт с 1 до 0 на 1\u00a0запросе']);
  const release = await post('releases', { name: 'Весна', publish_at: null });
  const path = `releases/${release.body.id}`;
  const part = { kind: 'search_redirects', id: draft.body.id.split('-')[1] };
  await post(`${path}/parts`, { items: [part] });
  const checked = await post(`${path}/check`, {});
  expect(checked.body).toMatchObject({
    refusals: [],
    search: [{ words: expect.stringMatching(/: качество упадёт с 1 до 0 на 1\u00a0запросе$/) }],
  });
  const tools = { now: new Date(), imageHosts: [] };
  const { search } = await checkRelease(db, release.body.id, tools, () => true, 0);
  expect(search).toEqual([
    { words: 'Поиск проверен не везде, на это ушло бы слишком много времени: осталось 1\u00a0филиал' },
  ]);
  const refused = await post(`${path}/publish`, { seen: [part] });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'quality_falls']);
  expect(refused.body.error.message).toMatch(/: качество упадёт с 1 до 0 на 1\u00a0запросе$/);
  const isDraft = async () =>
    (await db.selectFrom('search_redirects').select('is_draft').executeTakeFirstOrThrow()).is_draft;
  expect(await isDraft()).toBe(true);
  expect((await post(`${path}/publish`, { seen: [part], accepts_fall: true })).status).toBe(200);
  expect(await isDraft()).toBe(false);
});

/** A draft of a redirect of this query that leads away from all goods, as a part of a release. */
async function awayFrom(words: string) {
  const rule = { kind: 'redirect', words, means: '/delivery/', department_id_1c: null, is_draft: true };
  const { body } = await post('search-rules', rule);
  return { kind: 'search_redirects', id: body.id.split('-')[1] as string };
}

async function dated(path: string, body: object) {
  const { headers } = await ask('GET', path);
  return ask('PATCH', path, { body, headers: { 'If-Match': String(headers.etag) } });
}

/** The moment of the release comes, and the worker with it. */
async function itsMoment(id: number) {
  const publish_at = new Date(Date.now() - 1_000);
  await db.updateTable('releases').set({ publish_at }).where('id', '=', id).execute();
  const log = { error: vi.fn(), info: vi.fn() };
  await publishReleases({}, { db, config: { IMAGE_HOSTS: '' }, log } as never, {} as never);
  expect(log.error).not.toHaveBeenCalled();
  return (await ask('GET', `releases/${id}`)).body;
}

test('[18] who sets the moment of a release accepts how much worse the search gets; worse than that, it waits for a person who is written', async () => {
  await post('judged-queries', { words: 'шпатель', goods: [exact(spatula.id)] });
  await post('judged-queries', { words: 'кельма', goods: [exact(trowel.id)] });
  const { body: release } = await post('releases', { name: 'Лето', publish_at: null });
  const path = `releases/${release.id}`;
  await post(`${path}/parts`, { items: [await awayFrom('шпатель')] });
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  const asked = await dated(path, { publish_at });
  expect([asked.status, asked.body.error.code]).toEqual([409, 'quality_falls']);
  expect(asked.body.error.message).toMatch(/: качество упадёт с 1 до 0,5 на 1\u00a0запросе$/);
  const words = asked.body.error.message;
  const set = await dated(path, { publish_at, accepts_fall: true });
  expect(set.body).toMatchObject({ publish_at, accepted_falls: [{ words, by: 'Роль content' }] });
  await post('judged-queries', { words: 'шпатели', goods: [exact(spatula.id)] });
  const failed = await itsMoment(release.id);
  expect(failed).toMatchObject({
    state: 'failed',
    failure: expect.stringMatching(/хуже, чем согласовано\. .+ до 0,333/),
  });
  expect(await db.selectFrom('search_redirects').select('is_draft').execute()).toEqual([{ is_draft: true }]);
  const { email } = cast.staff.content;
  const emails = await db.selectFrom('mails').select('subject').where('to_address', '=', email).execute();
  expect(emails).toEqual([{ subject: 'Выпуск «Лето» не опубликован' }]);
  expect((await dated(path, { publish_at })).status, 'asked again').toBe(409);
  expect((await dated(path, { publish_at, accepts_fall: true })).body).toMatchObject({ state: 'planned' });
  expect(await itsMoment(release.id)).toMatchObject({ state: 'published', failure: null });
});

test('[18] a rule that is put into a release whose moment is set is asked about at once', async () => {
  await post('judged-queries', { words: 'шпатель', goods: [exact(spatula.id)] });
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  const { body: release } = await post('releases', { name: 'Осень', publish_at });
  const path = `releases/${release.id}/parts`;
  const items = [await awayFrom('шпатель')];
  const asked = await post(path, { items });
  expect([asked.status, asked.body.error.code]).toEqual([409, 'quality_falls']);
  expect((await ask('GET', `releases/${release.id}`)).body.parts, 'it is not in the release').toEqual([]);
  expect((await post(path, { items, accepts_fall: true })).status).toBe(200);
  expect(await itsMoment(release.id)).toMatchObject({
    state: 'published',
    accepted_falls: [{ by: expect.any(String) }],
  });
});

test('[18] unpinning goods that answer a judged query is held, and done by who accepts that', async () => {
  await post('judged-queries', { words: 'шпатель', goods: [exact(trowel.id)] });
  const pin = { words: 'шпатель', product_id: trowel.id, position: 1, department_id_1c: null };
  const pinned = await post('search-pins', { ...pin, starts_at: null, ends_at: null });
  expect(pinned.status).toBe(201);
  await cast.app.invalidations.caughtUp();
  const url = `search-pins/${pinned.body.id}/remove`;
  const held = await post(url, {});
  expect([held.status, held.body.error.code, held.body.error.message]).toEqual([
    409,
    'quality_falls',
    'Качество упадёт с 1 до 0 на 1\u00a0запросе',
  ]);
  expect(await db.selectFrom('search_pins').select('id').execute(), 'it is pinned still').toHaveLength(1);
  expect((await post(url, { accepts_fall: true })).status).toBe(200);
  expect(await db.selectFrom('search_pins').select('id').execute()).toEqual([]);
});

test('what answers a query is changed by one person at a time, and taken back by the journal', async () => {
  const { body: made } = await post('judged-queries', { words: 'шпатель', goods: [exact(spatula.id)] });
  const url = `judged-queries/${made.id}`;
  const read = await ask('GET', url);
  expect(read.body).toMatchObject({ words: 'шпатель', goods: [{ name: 'Шпатель фасадный МАСТАК', is_on: true }] });
  const headers = { 'If-Match': String(read.headers.etag) };
  const goods = [exact(trowel.id, 1), exact(spatula.id, 2)];
  const saved = await ask('PATCH', url, { body: { goods }, headers });
  expect(
    saved.body.goods.map(({ product_id, grade }: { product_id: number; grade: number }) => [product_id, grade]),
  ).toEqual([
    [spatula.id, 2],
    [trowel.id, 1],
  ]);
  const clash = await ask('PATCH', url, { body: { goods: [] }, headers });
  expect([clash.status, clash.body.error.code]).toEqual([412, 'changed']);
  const line = Number(saved.headers['audit-line']);
  expect((await post(`audit/${line}/undo`, {}, cast.headers.owner)).status).toBe(200);
  expect((await ask('GET', url)).body.goods).toMatchObject([{ product_id: spatula.id, grade: 3 }]);
});

test('what is no judged query is refused in words', async () => {
  const refused = async (body: object, cookie?: string) => {
    const answer = await post('judged-queries', body, cookie);
    return [answer.status, ...Object.values(answer.body.error?.fields ?? {})];
  };
  await post('judged-queries', { words: 'шпатель' });
  expect(await refused({ words: ' ШПАТЕЛЬ' })).toEqual([422, 'Такой запрос уже проверяется']);
  expect(await refused({ words: '!' })).toEqual([422, 'От 2 до 80 знаков, с буквами или цифрами']);
  const twice = [exact(spatula.id), exact(spatula.id, 1)];
  expect(await refused({ words: 'валик', goods: twice })).toEqual([422, 'Один товар отмечен дважды']);
  expect(await refused({ words: 'валик', goods: [exact(999_999)] })).toEqual([422, 'Такого товара нет']);
  expect((await refused({ words: 'валик', goods: [exact(spatula.id, 4)] }))[0]).toBe(422);
  const many = Array.from({ length: 31 }, (_, at) => exact(at + 1));
  expect(await refused({ words: 'валик', goods: many })).toEqual([422, 'Не больше 30\u00a0товаров на запрос']);
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  expect((await refused({ words: 'валик' }, header))[0], 'common to all branches').toBe(403);
  expect((await ask('GET', 'judged-queries', { cookie: header })).status).toBe(200);

  const rows = Array.from({ length: mostQueries - 1 }, (_, at) => ({ words: `запрос ${at}` }));
  await db.insertInto('judged_queries').values(rows).execute();
  expect(await refused({ words: 'валик' })).toEqual([422, 'Больше 300\u00a0запросов не проверить. Удалите лишние']);
});

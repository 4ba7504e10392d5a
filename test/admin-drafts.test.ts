import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
/** Marketing of one branch alone. */
let local: string;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  local = (await makeStaff(db, ['marketing'], { departments: [branches.own] })).header;
});

const ask = async (cookie: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) => {
  const answer = await call(cast, cookie, { method, url, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json(), etag: String(answer.headers.etag) };
};

async function save(cookie: string, url: string, fields: object, version: number | null = null) {
  const { etag } = await ask(cast.headers.owner, 'GET', url);
  return ask(cookie, 'PUT', `${url}/draft`, { fields, version, etag });
}

const aProduct = async () => `/api/admin/products/${(await makeProduct(db, { name: 'Штукатурка Гладь' })).id}`;

test('[S6-05] whoever may not change a record neither saves, sees nor publishes a draft of it', async () => {
  const url = await aProduct();
  const { owner, marketing, support } = cast.headers;
  for (const cookie of [marketing, support]) expect((await save(cookie, url, { name: 'Чужая' })).status).toBe(403);
  expect((await save(owner, url, { name: 'Гладь' })).status).toBe(200);
  for (const cookie of [marketing, support]) {
    expect((await ask(cookie, 'GET', `${url}/draft`)).status).toBe(403);
    expect((await ask(cookie, 'POST', `${url}/draft/publish`, { version: 1 })).status).toBe(403);
  }
  expect((await ask(support, 'GET', url)).body.name).toBe('Штукатурка Гладь');
});

test('[S6-05] texts of a branch wait as drafts of its staff alone; the common ones are read by them and left alone', async () => {
  const place = (branch: string) => `/api/admin/seo-texts/category~suhie-smesi~${branch}`;
  expect((await save(local, place(branches.own), { title: 'Смеси в Вологде' })).status).toBe(200);
  expect((await save(local, place(branches.foreign), { title: 'Чужие' })).status).toBe(404);
  expect((await save(local, place(''), { title: 'Общие' })).status).toBe(403);
  expect((await save(cast.headers.owner, place(branches.foreign), { title: 'Смеси в Череповце' })).status).toBe(200);
  expect((await ask(local, 'GET', `${place(branches.foreign)}/draft`)).status).toBe(404);
  const { items } = (await ask(local, 'GET', '/api/admin/release-drafts')).body;
  expect(items.map(({ department_id_1c: branch }: { department_id_1c: string }) => branch)).toEqual([branches.own]);
  expect((await ask(local, 'POST', `${place(branches.own)}/draft/publish`, { version: 1 })).status).toBe(200);
  expect((await ask(local, 'GET', place(branches.own))).body.fields.title).toBe('Смеси в Вологде');
});

test('a draft over a record that was saved meanwhile is refused with what stands there now', async () => {
  const url = await aProduct();
  const { owner } = cast.headers;
  const { etag } = await ask(owner, 'GET', url);
  await call(cast, owner, { method: 'PATCH', url, body: { name: 'Переназвана' }, headers: { 'if-match': etag } });
  const { status, body } = await ask(owner, 'PUT', `${url}/draft`, { fields: { name: 'Гладь' }, version: null, etag });
  expect(status).toBe(412);
  expect(body.error).toMatchObject({ code: 'changed', current: { name: 'Переназвана' }, fields: { name: /./ } });
});

test('what nobody would type is refused in words at its field and leaves no draft', async () => {
  const url = await aProduct();
  const { owner } = cast.headers;
  for (const [fields, field] of [
    [{ name: '' }, 'fields.name'],
    [{ name: 'Ё'.repeat(1_001) }, 'fields.name'],
    [{ step: 5, min_count: 3 }, 'min_count'],
    [{ specs: { unknown: 1 } }, 'specs.unknown'],
    [{ price: 1 }, 'fields'],
  ] as const) {
    const { status, body } = await save(owner, url, fields);
    expect.soft(status, field).toBe(422);
    expect.soft(JSON.stringify(body), field).toMatch(/[а-яё]{3}/);
    if (!field.startsWith('fields')) expect.soft(Object.keys(body.error.fields), field).toEqual([field]);
  }
  expect((await ask(owner, 'GET', `${url}/draft`)).body).toEqual({ draft: null });
  for (const end of ['publish', 'discard'])
    expect((await ask(owner, 'POST', `${url}/draft/${end}`, { version: 1 })).status).toBe(404);
  expect((await save(owner, '/api/admin/seo-texts/category~net-takogo~', { title: 'Нет' })).status).toBe(404);
});

test('a draft in a release is given no moment of its own, and discarded it leaves the release', async () => {
  const url = await aProduct();
  const { owner } = cast.headers;
  const { id } = (await save(owner, url, { name: 'Гладь' })).body.draft;
  const release = (await ask(owner, 'POST', '/api/admin/releases', { name: 'Весна', publish_at: null })).body.id;
  const items = [{ kind: 'products', id: String(id) }];
  expect((await ask(owner, 'POST', `/api/admin/releases/${release}/parts`, { items })).status).toBe(200);
  expect((await ask(owner, 'GET', `${url}/draft`)).body.draft.release).toEqual({ id: release, name: 'Весна' });
  const at = { version: 1, publish_at: '2098-01-01T00:00:00Z' };
  const refused = await ask(owner, 'POST', `${url}/draft/plan`, at);
  expect([refused.status, refused.body.error.message]).toEqual([
    422,
    'Черновик выйдет с выпуском «Весна»: время назначают ему',
  ]);
  expect((await ask(owner, 'POST', `${url}/draft/discard`, { version: 1 })).status).toBe(200);
  expect((await ask(owner, 'GET', `/api/admin/releases/${release}`)).body.parts).toEqual([]);
});

test('[S6-05] a draft over a record that is gone can be thrown away, by whoever might change the record', async () => {
  const url = await aProduct();
  const { owner } = cast.headers;
  expect((await save(owner, url, { name: 'Гладь' })).status).toBe(200);
  await db
    .deleteFrom('products')
    .where('id', '=', Number(url.split('/').at(-1)))
    .execute();
  const content = (await makeStaff(db, ['content'], { departments: [branches.own] })).header;
  expect((await ask(content, 'POST', `${url}/draft/discard`, { version: 1 })).status).toBe(403);
  expect((await ask(owner, 'POST', `${url}/draft/publish`, { version: 1 })).status).toBe(404);
  expect((await ask(owner, 'POST', `${url}/draft/discard`, { version: 1 })).status).toBe(200);
  expect((await ask(owner, 'POST', `${url}/draft/discard`, { version: 1 })).status).toBe(404);
});

test('what a draft changed is taken back from the journal as any other change', async () => {
  const url = await aProduct();
  const { owner } = cast.headers;
  await save(owner, url, { name: 'Гладь' });
  const published = await call(cast, owner, { method: 'POST', url: `${url}/draft/publish`, body: { version: 1 } });
  const line = published.headers['audit-line'];
  expect((await ask(owner, 'POST', `/api/admin/audit/${line}/undo`)).status).toBe(200);
  expect((await ask(owner, 'GET', url)).body.name).toBe('Штукатурка Гладь');
});

test('the list of goods names those over which a draft waits', async () => {
  const url = await aProduct();
  const id = Number(url.split('/').at(-1));
  await save(cast.headers.owner, url, { name: 'Гладь' });
  const filter = encodeURIComponent(JSON.stringify({ has_draft: true }));
  const { items } = (await ask(cast.headers.owner, 'GET', `/api/admin/products?filter=${filter}`)).body;
  expect(items.map((item: { id: number }) => item.id)).toContain(id);
  await ask(cast.headers.owner, 'POST', `${url}/draft/publish`, { version: 1 });
  const after = (await ask(cast.headers.owner, 'GET', `/api/admin/products?filter=${filter}`)).body.items;
  expect(after.map((item: { id: number }) => item.id)).not.toContain(id);
});

test('the calendar shows a draft on the day it is published', async () => {
  const url = await aProduct();
  const { owner } = cast.headers;
  await save(owner, url, { name: 'Гладь' });
  await ask(owner, 'POST', `${url}/draft/plan`, { version: 1, publish_at: '2090-12-12T06:00:00Z' });
  const { items } = (await ask(owner, 'GET', '/api/admin/calendar?from=2090-12-01&to=2091-01-01')).body;
  expect(items).toMatchObject([{ kind: 'drafts', title: 'Штукатурка Гладь', starts_at: '2090-12-12T06:00:00.000Z' }]);
  const moment = '/api/admin/calendar/differences?at=2090-12-13T06:00:00Z';
  expect((await ask(owner, 'GET', moment)).body.begin).toMatchObject([{ kind: 'drafts' }]);
});

test('[S6-05] the list of drafts shows each person what they may publish, in the branches where they work', async () => {
  type Listed = { title: string; fields: string[]; department_id_1c: string | null };
  const listed = async (cookie: string, query = ''): Promise<Listed[]> =>
    (await ask(cookie, 'GET', `/api/admin/drafts?per_page=250${query}`)).body.items;
  const content = (await makeStaff(db, ['content'], { departments: [branches.own] })).header;
  const branch = (id: string) => `/api/admin/branches/${id}`;
  expect((await save(content, branch(branches.own), { address: 'ул. Новая, 7' })).status).toBe(200);
  expect((await save(content, branch(branches.foreign), { address: 'ул. Чужая, 1' })).status).toBe(404);
  expect((await save(cast.headers.owner, branch(branches.foreign), { address: 'ул. Иная, 2' })).status).toBe(200);
  const centre = '/api/admin/settings/contact_centre';
  expect((await save(cast.headers.owner, centre, { header_hours: ['с 7 до 23'] })).status).toBe(200);
  expect((await save(cast.headers.content, centre, { header_hours: ['нет'] })).status).toBe(403);
  expect(await listed(content, '&filter={"resource":["branches","settings"]}')).toMatchObject([
    { fields: ['address'], department_id_1c: branches.own },
  ]);
  const all = await listed(cast.headers.owner, '&sort=title');
  expect(all.filter(({ fields }) => fields.includes('address'))).toHaveLength(2);
  expect(all.map(({ title }) => title)).toContain('Контактный центр');
  const chosen = await listed(cast.headers.owner, `&branch=${branches.foreign}&filter={"resource":["branches"]}`);
  expect(chosen.map(({ department_id_1c: id }) => id)).toEqual([branches.foreign]);
  expect((await listed(cast.headers.content)).map(({ title }) => title)).not.toContain('Контактный центр');
  expect((await listed(cast.headers.marketing)).every(({ fields }) => !fields.includes('address'))).toBe(true);
  expect((await ask(cast.headers.support, 'GET', '/api/admin/drafts')).status).toBe(403);
});

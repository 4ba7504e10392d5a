import { beforeAll, expect, test } from 'vitest';
import { createBanner } from '#modules/content/banners.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import type { ReleaseKey } from '#modules/releases/kinds.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
/** Marketing of one branch alone. */
let local: string;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  local = (await makeStaff(db, ['marketing'], { departments: [branches.own] })).header;
});

let last = 0;

async function aSlide(department_id_1c: string | null): Promise<ReleaseKey> {
  const slide = { title: `Слайд ${++last}`, text: '', button_text: 'Смотреть', link: '/actions/', is_draft: true };
  return { kind: 'slides', id: String(await createBanner(db, { ...slide, department_id_1c })) };
}

async function aLink(): Promise<ReleaseKey> {
  const link = { place: 'header' as const, name: 'Ёлки', url: `/elki-${++last}/`, is_draft: true };
  return { kind: 'menu', id: String(await addMenuLink(db, link)) };
}

const post = (cookie: string, url: string, body?: object) =>
  call(cast, cookie, { method: 'POST', url, ...(body && { body }) });
const open = (cookie: string, url: string) => call(cast, cookie, { method: 'GET', url });
/** Publishes what stands in the release now. */
const publish = async (cookie: string, url: string) => {
  const parts: ReleaseKey[] = (await open(cast.headers.owner, url)).json().parts;
  return post(cookie, `${url}/publish`, { seen: parts.map(({ kind, id }) => ({ kind, id })) });
};

async function aRelease(items: ReleaseKey[], name = 'Новый год'): Promise<string> {
  const made = await post(cast.headers.owner, '/api/admin/releases', { name, publish_at: null });
  const url = `/api/admin/releases/${made.json().id}`;
  if (items.length > 0) expect((await post(cast.headers.owner, `${url}/parts`, { items })).statusCode).toBe(200);
  return url;
}

const isDraft = async ({ id }: ReleaseKey) =>
  (await db.selectFrom('banners').select('is_draft').where('id', '=', Number(id)).executeTakeFirstOrThrow()).is_draft;

test('[S6-05] staff of one branch see, put and publish no draft of another, and nothing that is common', async () => {
  const [own, foreign, common] = [await aSlide(branches.own), await aSlide(branches.foreign), await aSlide(null)];
  const url = await aRelease([own, foreign]);
  const seen = (await open(local, url)).json();
  expect(seen.parts.map(({ id }: ReleaseKey) => id)).toEqual([own.id]);
  expect((await publish(local, url)).statusCode).toBe(403);
  expect((await post(local, `${url}/check`, {})).body).not.toContain(`Слайд ${last - 1}`);
  expect([await isDraft(own), await isDraft(foreign)]).toEqual([true, true]);
  expect((await post(local, `${url}/parts/remove`, foreign)).statusCode).toBe(404);
  const mine = await aRelease([], 'Местный');
  const other = await aSlide(branches.foreign);
  expect((await post(local, `${mine}/parts`, { items: [other] })).statusCode).toBe(404);
  expect((await post(local, `${mine}/parts`, { items: [common] })).statusCode).toBe(403);
  const free = await aSlide(branches.own);
  const offered = (await open(local, '/api/admin/release-drafts')).json().items.map(({ id }: ReleaseKey) => id);
  expect(offered).toContain(free.id);
  expect(offered).not.toContain(other.id);
  expect((await post(local, `${mine}/parts`, { items: [free] })).statusCode).toBe(200);
  expect((await publish(local, mine)).statusCode).toBe(200);
  expect(await isDraft(free)).toBe(false);
});

test('[S6-05] a release with a part of another branch, or of another role, is not renamed, put off or dissolved', async () => {
  const foreign = await aRelease([await aSlide(branches.own), await aSlide(branches.foreign)]);
  const ofMarketing = await aRelease([await aSlide(null)]);
  for (const [cookie, url] of [
    [local, foreign],
    [cast.headers.content, ofMarketing],
  ] as const) {
    const { headers } = await open(cookie, url);
    for (const body of [{ publish_at: null }, { name: 'Чужой' }]) {
      const asked = { method: 'PATCH' as const, url, body, headers: { 'if-match': String(headers.etag) } };
      expect((await call(cast, cookie, asked)).statusCode).toBe(403);
    }
    expect((await call(cast, cookie, { method: 'DELETE', url })).statusCode).toBe(403);
    expect((await open(cookie, url)).json().name).toBe('Новый год');
    expect((await call(cast, cast.headers.owner, { method: 'DELETE', url })).statusCode).toBe(200);
  }
});

test('[S6-05] whoever may not publish a part alone puts it into no release, and publishes, dates and undoes none that has it', async () => {
  const slide = await aSlide(null);
  const url = await aRelease([slide, await aLink()]);
  const { content } = cast.headers;
  expect((await publish(content, url)).statusCode).toBe(403);
  const { headers } = await open(content, url);
  const dated = await call(cast, content, {
    method: 'PATCH',
    url,
    body: { publish_at: '2098-01-01T00:00:00Z' },
    headers: { 'if-match': String(headers.etag) },
  });
  expect(dated.statusCode).toBe(403);
  const other = await aSlide(null);
  expect((await post(content, `${url}/parts`, { items: [other] })).statusCode).toBe(403);
  expect((await publish(cast.headers.marketing, url)).statusCode).toBe(200);
  expect((await post(content, `${url}/undo`, { part: null })).statusCode).toBe(403);
  expect((await post(content, `${url}/undo`, { part: slide })).statusCode).toBe(403);
  expect(await isDraft(slide)).toBe(false);
  expect((await post(cast.headers.marketing, `${url}/undo`, { part: slide })).statusCode).toBe(200);
  expect(await isDraft(slide)).toBe(true);
});

test('[S6-05] in which release a draft of another branch waits is not told', async () => {
  const [own, foreign] = [await aSlide(branches.own), await aSlide(branches.foreign)];
  const url = await aRelease([own, foreign], 'Обоих филиалов');
  const of = async (cookie: string, id: string) =>
    (await open(cookie, `/api/admin/release-of?kind=slides&id=${id}`)).json().release;
  const release = { id: Number(url.split('/').at(-1)), name: 'Обоих филиалов' };
  expect([await of(local, own.id), await of(local, foreign.id)]).toEqual([release, null]);
  expect(await of(cast.headers.owner, foreign.id)).toEqual(release);
  expect(await of(cast.headers.content, own.id), 'content publishes no slide').toBeNull();
});

test('[18] a marketer puts computed prices into a release, and whoever may change prices publishes it', async () => {
  const { marketing, content } = cast.headers;
  const change = { base: { from: 'own' }, percent: -10, rounding: '1', floor: null, is_struck: false };
  const body = {
    name: 'К празднику',
    filter: {},
    columns: ['vologda'],
    change,
    starts: { on: '2098-12-01', minute: 0 },
  };
  const made = await call(cast, marketing, { method: 'POST', url: '/api/admin/price-plans', body });
  expect(made.statusCode).toBe(201);
  const { id, hash } = made.json();
  const confirmed = await post(marketing, `/api/admin/price-plans/${id}/confirm`, { hash });
  expect(confirmed.statusCode, 'it changes nothing by itself').toBe(403);
  const [plan, slide] = [{ kind: 'plans', id: String(id) } as const, await aSlide(null)];
  const url = await aRelease([]);
  for (const part of [plan, slide])
    expect((await post(marketing, `${url}/parts`, { items: [part] })).statusCode).toBe(200);
  const { parts } = (await open(marketing, url)).json();
  expect(parts).toMatchObject([
    { kind: 'slides', is_own: true, may_take: true },
    { kind: 'plans', is_own: false, may_take: true },
  ]);
  expect((await post(marketing, `${url}/parts/remove`, plan)).statusCode).toBe(200);
  expect((await post(marketing, `${url}/parts`, { items: [plan] })).statusCode).toBe(200);
  expect((await publish(marketing, url)).statusCode).toBe(403);
  expect((await publish(content, url)).statusCode, 'content publishes no slide').toBe(403);
  const unseen = await post(cast.headers.owner, `${url}/publish`, { seen: [slide] });
  expect([unseen.statusCode, unseen.json().error.message]).toEqual([
    409,
    'Пока вы смотрели, состав выпуска изменили: посмотрите его ещё раз',
  ]);
  // A release with a moment of its own is published without another look: nobody puts prices into it alone.
  const dated = await post(marketing, '/api/admin/releases', { name: 'Сама', publish_at: '2098-11-30T00:00:00Z' });
  await post(marketing, `${url}/parts/remove`, plan);
  const alone = await post(marketing, `/api/admin/releases/${dated.json().id}/parts`, { items: [plan] });
  expect([alone.statusCode, alone.json().error.message]).toEqual([
    403,
    expect.stringContaining('решать, когда это публикуется, вам не разрешено'),
  ]);
  expect((await post(marketing, `${url}/parts`, { items: [plan] })).statusCode).toBe(200);
  expect((await publish(cast.headers.owner, url)).statusCode).toBe(200);
  expect((await post(marketing, `${url}/undo`, { part: plan })).statusCode).toBe(403);
  expect((await post(marketing, `${url}/undo`, { part: slide })).statusCode).toBe(200);
});

test('[S6-05] of a row of another branch its copy tells nothing, of a common one why it is not copied', async () => {
  const [foreign, common] = [await aSlide(branches.foreign), await aSlide(null)];
  const copied = await post(local, '/api/admin/releases/copy', { name: 'Ещё раз', years: 1, items: [foreign, common] });
  expect(copied.statusCode).toBe(422);
  expect(copied.json().error.message).toBe(
    `Ничего не скопировано. Слайд «${foreign.id}»: Такой записи больше нет. ` +
      `Слайд «Слайд ${last}»: Общее для всех филиалов меняет тот, кто работает во всех`,
  );
});

test('what nobody would type is refused in words and changes nothing', async () => {
  const { owner } = cast.headers;
  const url = await aRelease([]);
  const before = await db.selectFrom('release_items').selectAll().execute();
  const slide = await aSlide(null);
  for (const [path, body] of [
    ['/api/admin/releases', { name: '  ' }],
    ['/api/admin/releases', { name: 'Ё'.repeat(121) }],
    ['/api/admin/releases', { name: 'Вчера', publish_at: '2020-01-01T00:00:00Z' }],
    ['/api/admin/releases', { name: 'Когда', publish_at: 'завтра' }],
    [`${url}/parts`, { items: [] }],
    [`${url}/parts`, { items: Array.from({ length: 201 }, () => slide) }],
    [`${url}/parts`, { items: [{ kind: 'users', id: '1' }] }],
    [`${url}/publish`, {}],
    [`${url}/publish`, { seen: [] }],
    [`${url}/undo`, { part: null }],
    ['/api/admin/releases/copy', { name: 'Ещё раз', years: 0, items: [slide] }],
    ['/api/admin/releases/copy', { name: 'Ещё раз', years: 1, items: [{ kind: 'coupons', id: 'НЕТ' }] }],
  ] as const) {
    const { statusCode, body: answer } = await post(owner, path, body);
    expect.soft(statusCode, `${path} ${JSON.stringify(body)}`.slice(0, 120)).toBe(422);
    expect.soft(answer, path).toMatch(/[а-яё]{3}/);
  }
  for (const key of [
    { kind: 'slides', id: "1'; drop table banners" },
    { kind: 'slides', id: '99999999999999999999' },
    { kind: 'coupons', id: 'НЕТ ТАКОГО' },
  ])
    expect.soft((await post(owner, `${url}/parts`, { items: [key] })).statusCode, key.id).toBe(404);
  expect((await open(owner, '/api/admin/releases/999999')).statusCode).toBe(404);
  expect(await db.selectFrom('release_items').selectAll().execute()).toEqual(before);
});

test('a look is given to drafts of a release that there is', async () => {
  const url = await aRelease([await aSlide(branches.own)]);
  const look = (release: number) =>
    post(cast.headers.marketing, '/api/admin/shop-previews', {
      department_id_1c: branches.own,
      at: '2090-12-12T07:00:00Z',
      drafts: true,
      release,
    });
  expect((await look(Number(url.split('/').at(-1)))).statusCode).toBe(200);
  expect((await look(999_999)).statusCode).toBe(404);
});

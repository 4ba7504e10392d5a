import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { checkTexts } from '#modules/content/check-texts.ts';
import { forgetOldMissingPaths, noteMissingPath, writeMissingPaths } from '#modules/content/missing-paths.ts';
import { findRedirect, setRedirect } from '#modules/content/redirects.ts';
import { openLog } from '#platform/log.ts';
import { beginningsWith } from '#shared/page-facts.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});
beforeEach(async () => {
  for (const table of ['redirects', 'missing_paths', 'seo_texts'] as const) await db.deleteFrom(table).execute();
});

type Sent = { method: 'GET' | 'POST' | 'PATCH'; url: string; body?: object; headers?: Record<string, string> };
async function ask({ url, ...sent }: Sent, cookie = cast.headers.marketing) {
  const answer = await call(cast, cookie, { ...sent, url: `/api/admin/${url}` });
  return { status: answer.statusCode, body: answer.json(), etag: String(answer.headers.etag) };
}
const post = (url: string, body: object, cookie?: string) => ask({ method: 'POST', url, body }, cookie);
const get = (url: string, cookie?: string) => ask({ method: 'GET', url }, cookie);

const redirect = (from_path: string, to_path: string, department_id_1c: string | null = null, cookie?: string) =>
  post('redirects', { from_path, to_path, department_id_1c }, cookie);
const problemOf = ({ body }: { body: { error?: { message: string } } }) => body.error?.message;

test('loops and chains are refused with the way that they would go', async () => {
  expect((await redirect('/a', 'https://idd.example/B/')).status).toBe(201);
  expect(await findRedirect(db, branches.own, '/A/')).toEqual({ location: '/B/', status: 301 });
  expect(problemOf(await redirect('/b/', '/a/'))).toBe('Петля: /b/ → /a/ → /b/');
  expect(problemOf(await redirect('/c/', '/c'))).toBe('Петля: /c/ → /c/');
  expect(problemOf(await redirect('/c/', '/a/?from=c'))).toBe('Цепочка: /c/ → /a/ → /b/. Укажите сразу /b/');
  expect(problemOf(await redirect('/b/', '/d/'))).toBe('Цепочка: /a/ → /b/ → /d/. Сначала направьте /a/ сразу на /d/');
  await redirect('/own/', '/page/', branches.foreign);
  expect(problemOf(await redirect('/page/', '/own/')), 'in that branch').toBe('Петля: /page/ → /own/ → /page/');
  expect((await redirect('/page/', '/own/', branches.own)).status).toBe(201);
});

test('addresses of other sites and strange ones are refused at their fields', async () => {
  for (const to of ['//evil.example/', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a b/', ''])
    expect((await redirect('/x/', to)).body.error.fields, to).toEqual({
      to_path: 'Нужен адрес страницы этого магазина: /delivery/',
    });
  for (const from of ['/', '', '//evil', `/${'a'.repeat(600)}`])
    expect((await redirect(from, '/delivery/')).body.error.fields, from).toHaveProperty('from_path');
  expect(
    (await post('redirects', { from_path: '/x/', to_path: '/y/', department_id_1c: null, status: 500 })).status,
  ).toBe(422);
});

test('a branch’s staff see common redirects and their own, and change their own', async () => {
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  const common = (await redirect('/common/', '/delivery/')).body.id;
  const foreign = (await redirect('/foreign/', '/delivery/', branches.foreign)).body.id;
  const { body } = await get('redirects?sort=from_path', header);
  expect(body.items.map(({ from_path }: { from_path: string }) => from_path)).toEqual(['/common/']);
  expect((await post(`redirects/${common}/remove`, {}, header)).status).toBe(403);
  expect((await post(`redirects/${foreign}/remove`, {}, header)).status).toBe(404);
  const own = (await redirect('/own/', '/delivery/', branches.own, header)).body.id;
  expect((await post(`redirects/${own}/remove`, {}, header)).status).toBe(200);
});

test('[18] a redirect is changed in the version that was read, and no second one begins at its address', async () => {
  const url = `redirects/${(await redirect('/old/', '/delivery/')).body.id}`;
  expect((await redirect('/OLD', '/contacts/')).body.error.fields).toEqual({
    from_path: 'Отсюда уже ведёт на /delivery/. Измените прежнее перенаправление',
  });
  expect((await redirect('/old/', '/contacts/', branches.own)).status, 'a branch may have its own').toBe(201);
  const { etag, body: read } = await get(url);
  expect(read).toMatchObject({ from_path: '/old/', to_path: '/delivery/', status: 301 });
  const change = (body: object, headers: Record<string, string> = {}) => ask({ method: 'PATCH', url, body, headers });
  expect((await change({ to_path: '/pay/' })).status).toBe(428);
  expect((await change({ to_path: '/pay/' }, { 'if-match': etag })).body).toMatchObject({ to_path: '/pay/' });
  const late = await change({ to_path: '/help/' }, { 'if-match': etag });
  expect(late.status).toBe(412);
  expect(late.body.error).toMatchObject({ current: { to_path: '/pay/', status: 301 } });
  expect(await findRedirect(db, branches.foreign, '/old/')).toEqual({ location: '/pay/', status: 301 });
  expect((await change({ to_path: '/old/' }, { 'if-match': (await get(url)).etag })).body.error.fields.to_path).toBe(
    'Петля: /old/ → /old/',
  );
});

test('[18] whose time alone is changed keeps up with its product', async () => {
  const id = await setRedirect(db, { from_path: '/was/', product_id: cast.product.id });
  const url = `redirects/${id}`;
  const headers = { 'if-match': (await get(url)).etag };
  expect((await ask({ method: 'PATCH', url, body: { status: 302 }, headers })).body).toMatchObject({
    target: 'product',
    status: 302,
  });
});

test('a table is rehearsed with numbers that add up, then does just that; what is taken away is a table too', async () => {
  await redirect('/kept/', '/delivery/');
  await redirect('/moved/', '/delivery/');
  const csv = [
    '\ufeffОткуда;Куда;Филиал;Код',
    '/kept/;/delivery/;все;301',
    '/moved/;/pay/;;302',
    '"/new one/";/contacts/;Череповец;',
    '/loop/;/loop/;;',
    '/bad/;https://evil.example;;',
    '/where/;/delivery/;Марс;',
    ';;;',
  ].join('\r\n');
  const plan = (await post('redirects/rehearse', { csv })).body;
  expect(plan).toMatchObject({ create: 1, change: 1, same: 1 });
  expect(plan.refused).toEqual([
    { row: 5, words: 'Петля: /loop/ → /loop/' },
    { row: 6, words: 'Нужен адрес страницы этого магазина: /delivery/' },
    { row: 7, words: 'Филиала «Марс» нет' },
  ]);
  expect((await db.selectFrom('redirects').selectAll().execute()).length, 'nothing is done yet').toBe(2);
  expect(problemOf(await post('redirects/import', { csv, hash: 'other' }))).toMatch(/изменились/);
  expect((await post('redirects/import', { csv, hash: plan.hash })).status).toBe(200);
  expect(await findRedirect(db, branches.foreign, '/new one/')).toEqual({ location: '/contacts/', status: 301 });
  expect(await findRedirect(db, branches.own, '/new one/')).toBeNull();
  expect(await findRedirect(db, branches.own, '/moved/')).toEqual({ location: '/pay/', status: 302 });

  const table = await call(cast, cast.headers.marketing, { method: 'GET', url: '/api/admin/redirects/table' });
  expect(table.headers['content-disposition']).toContain('attachment');
  const again = (await post('redirects/rehearse', { csv: table.body })).body;
  expect(again).toMatchObject({ create: 0, change: 0, same: 3, refused: [] });
});

const day = '2026-11-22';
const log = openLog('silent');
async function missing(paths: string[]) {
  for (const path of paths) noteMissingPath(db, { path, department_id_1c: branches.own, day }, log);
  await writeMissingPaths(db);
  return (await db.selectFrom('missing_paths').select(['path', 'times']).orderBy('path').execute()).map(
    ({ path, times }) => `${path} ${times}`,
  );
}

test('a page that is not there is counted without who asked; a redirect made of it takes it out of the list', async () => {
  for (const url of ['/category/shtukaturka-gladj/?utm=1', '/category/shtukaturka-gladj/?utm=2', '/api/nothing/'])
    await cast.app.inject({ url, headers: { host: 'idd.localhost' } });
  await cast.app.inject({ method: 'POST', url: '/posted-nowhere/', headers: { host: 'idd.localhost' } });
  expect(await missing([])).toEqual(['/category/shtukaturka-gladj/ 2']);
  const { body } = await get('missing-paths');
  expect(body.items).toMatchObject([{ path: '/category/shtukaturka-gladj/', times: 2, branches: 1 }]);
  const target = (await post('missing-paths/target', { path: '/category/shtukaturka-gladj/' })).body;
  expect(target).toEqual({ to_path: expect.stringMatching(/^\/product\//), label: 'Штукатурка Гладь' });

  await redirect('/category/shtukaturka-gladj/', target.to_path);
  expect((await get('missing-paths')).body.items).toEqual([]);
  const answer = await cast.app.inject({ url: '/category/shtukaturka-gladj/', headers: { host: 'idd.localhost' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([301, target.to_path]);
});

test('addresses of persons, keys to something and those of break-ins are not counted', async () => {
  const ofPersons = beginningsWith(({ isBusy = false }) => isBusy).map((start) => `/${start}/x/`);
  const silent = [
    ...ofPersons,
    '/order/6f1c2f2a-1111-4222-8333-444455556666/',
    '/cart/shared/abc/',
    '/sales/anna@pochta.example/',
    '/call/79210000000/',
    '/open/a8f3c9d1e2b4a6f7c8d9e0/',
    '/wp-login.php',
    '/.env',
    '/images/logo.png',
    `/${'long-'.repeat(50)}/`,
    '/%00/',
  ];
  expect(await missing(silent)).toEqual([]);
  expect(
    await missing(['/product/shtukaturka-gipsovaya-suhona-glad-30-kg/', '/old/page.html', '/catalog/index.php']),
  ).toEqual(['/catalog/index.php/ 1', '/old/page.html/ 1', '/product/shtukaturka-gipsovaya-suhona-glad-30-kg/ 1']);
});

test('a stranger fills neither the table nor the memory; counts that could not be written are written later', async () => {
  for (let n = 0; n < 700; n++)
    noteMissingPath(db, { path: `/made-up/${n}/`, department_id_1c: branches.own, day }, log);
  await sql`alter table missing_paths rename to away`.execute(db);
  await expect(writeMissingPaths(db)).rejects.toThrow('missing_paths');
  await sql`alter table away rename to missing_paths`.execute(db);
  expect(await missing([])).toHaveLength(500);

  await sql`
    insert into missing_paths (path, department_id_1c, first_day, last_day)
    select '/full/' || n || '/', ${branches.own}, '2026-11-01', '2026-11-22' from generate_series(1, 9600) n`.execute(
    db,
  );
  const full = await missing(['/one-more/', '/made-up/1/']);
  expect(full).toHaveLength(10_100);
  expect(full).not.toContain('/one-more/ 1');
  expect(full).toContain('/made-up/1/ 2');

  await forgetOldMissingPaths(db, new Date('2026-12-05T00:00:00Z'));
  expect(await missing([]), 'what was asked for once is soon forgotten').toEqual(['/made-up/1/ 2']);
});

test('addresses are taken out of the list and put back', async () => {
  await missing(['/old/one/', '/old/two/']);
  expect((await post('missing-paths/ignore', { paths: ['/old/one/'], is_ignored: true })).status).toBe(200);
  expect((await get('missing-paths')).body.items).toMatchObject([{ path: '/old/two/' }]);
  const filter = encodeURIComponent('{"is_ignored":true}');
  expect((await get(`missing-paths?filter=${filter}`)).body.items).toMatchObject([{ path: '/old/one/' }]);
  expect((await post('missing-paths/ignore', { paths: ['/no/'], is_ignored: true })).status).toBe(404);
});

async function patch(id: string, body: object, cookie?: string) {
  const { etag } = await get(`seo-texts/${id}`, cookie);
  return ask({ method: 'PATCH', url: `seo-texts/${id}`, body, headers: { 'if-match': etag } }, cookie);
}

test('a text is inherited from the page, the kind and the shop itself until it is written, and again when it is emptied', async () => {
  const place = `category~suhie-smesi~${branches.own}`;
  const inheritedOf = async () => (await get(`seo-texts/${place}`)).body.inherited.title;
  expect(await inheritedOf()).toEqual({ source: 'built_in', text: '{category}: цены в {region_prepositional}' });
  await patch('category~~', { title: 'Раздел {category}' });
  expect(await inheritedOf()).toEqual({ source: 'kind', text: 'Раздел {category}' });
  await patch(`category~~${branches.own}`, { title: 'Вологда: {category}' });
  expect(await inheritedOf()).toMatchObject({ source: 'kind_branch' });
  await patch('category~suhie-smesi~', { title: 'Смеси: {region}' });
  expect(await inheritedOf()).toEqual({ source: 'page', text: 'Смеси: {region}' });
  const own = await patch(place, { title: 'Смеси Вологды' });
  expect(own.body).toMatchObject({ is_written: true, name: 'Сухие смеси', fields: { title: 'Смеси Вологды' } });
  const page = await cast.app.inject({ url: '/category/suhie-smesi/', headers: { host: 'idd.localhost' } });
  expect(page.body).toContain('<title>Смеси Вологды</title>');

  const { items } = (await get('seo-texts')).body;
  expect(items).toMatchObject([
    { kind: 'category', key: '', branches: [branches.own] },
    { key: 'suhie-smesi', title: 'Смеси: {region}', is_common: true, branches: [branches.own] },
  ]);
  expect((await patch(place, { title: '' })).body).toMatchObject({ is_written: false });
  expect((await db.selectFrom('seo_texts').selectAll().execute()).length).toBe(3);

  const { items: lines } = (await get('audit', cast.headers.owner)).body;
  expect(lines[0]).toMatchObject({ words: 'Тексты страниц «Сухие смеси» изменены', can_be_undone: true });
  expect((await post(`audit/${lines[0].id}/undo`, {}, cast.headers.owner)).status).toBe(200);
  expect((await get(`seo-texts/${place}`)).body.fields.title).toBe('Смеси Вологды');
});

test('a text that would never be shown is refused, HTML is cleaned, a changed record is a clash', async () => {
  const wrong = await patch('home~~', { title: 'Магазин {regoin}', description: 'Скобка {' });
  expect(wrong.body.error.fields).toEqual({
    title: 'Подстановки {regoin} нет',
    description: 'Скобка без подстановки: такой текст не покажется',
  });
  expect((await patch('home~~', { title: 'Штукатурка {product}' })).body.error.fields.title).toBe(
    'Подстановки {product} нет на страницах вида «Главная»',
  );
  await patch('home~~', { text: '<p onclick="x()">Текст<script>alert(1)</script></p>' });
  expect((await get('seo-texts/home~~')).body.fields.text).toBe('<p>Текст</p>');
  const { etag } = await get('seo-texts/home~~');
  await patch('home~~', { title: 'Первый: {region}' });
  const clash = await ask({
    method: 'PATCH',
    url: 'seo-texts/home~~',
    body: { title: 'Второй' },
    headers: { 'if-match': etag },
  });
  expect([clash.status, clash.body.error.current.title]).toEqual([412, 'Первый: {region}']);
  for (const id of ['home~x~', 'nothing~~', 'category~<b>~', 'category', 'short~~'])
    expect((await get(`seo-texts/${encodeURIComponent(id)}`)).status, id).toBe(404);
  expect((await patch('category~no-such~', { title: 'Нет' })).status).toBe(404);
});

test('a branch’s staff read common texts and write their own', async () => {
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  expect((await get('seo-texts/home~~', header)).status).toBe(200);
  expect((await patch('home~~', { title: 'Общий: {region}' }, header)).status).toBe(403);
  expect((await patch(`home~~${branches.own}`, { title: 'Магазин в Вологде' }, header)).status).toBe(200);
  expect((await get(`seo-texts/home~~${branches.foreign}`, header)).status).toBe(404);
});

test('a preview shows every branch with what comes from this very text', async () => {
  await patch(`home~~${branches.foreign}`, { title: 'Череповец: стройка' });
  const texts = { title: 'Стройка: {region}', description: '', unique_title: '', keywords: '', text: '' };
  const { body } = await post('seo-texts/home~~/preview', texts);
  expect(body.rows).toMatchObject([
    { branch: 'Вологда', title: 'Стройка: Вологда', own: ['title'], unique_title: 'ИДД в Вологде' },
    { branch: 'Череповец', title: 'Череповец: стройка', own: [] },
  ]);
  expect(body.problems).toEqual([]);
  const bad = await post('seo-texts/home~~/preview', { ...texts, title: 'Один на всех' });
  expect(bad.body.problems, 'one branch alone shows it').toEqual([]);
  await patch(`home~~${branches.foreign}`, { title: '' });
  const same = await post('seo-texts/home~~/preview', { ...texts, title: 'Один на всех' });
  expect(same.body.problems).toMatchObject([{ field: 'title', code: 'no_region' }]);
  await patch('home~~', { title: 'Один на всех' });
  expect((await get('seo-problems')).body).toMatchObject({ items: [], totals: { check: null } });
  expect((await post('seo-problems/check', {})).status).toBe(200);
  expect((await post('seo-problems/check', {})).status).toBe(200);
  const { rows: jobs } = await sql`select from graphile_worker.jobs where task_identifier = 'check_texts'`.execute(db);
  expect(jobs, 'asked twice, checked once').toHaveLength(1);
  await checkTexts(db);
  const { body: found } = await get('seo-problems?filter={"kind":["seo"]}');
  expect(found.items).toMatchObject([
    { record_id: 'home~~', problems: [{ words: 'Одинаков во всех филиалах: добавьте город' }] },
  ]);
  expect(found.totals.check.records).toBeGreaterThan(0);
});

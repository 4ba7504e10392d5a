import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { saveTopic } from '#modules/blog/change-article.ts';
import { giveConsent } from '#modules/consents/consents.ts';
import { saveLanding } from '#modules/landings/change-landing.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { imageUrl } from '#shared/image-url.ts';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { fileForm } from './admin/example.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makeCategory, makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
});

async function ask(
  method: Call['method'],
  url: string,
  {
    body,
    headers = {},
    as = cast.headers.owner,
  }: { body?: object; headers?: Record<string, string>; as?: string } = {},
) {
  const answer = await call(cast, as, { method, url, headers, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json(), etag: String(answer.headers.etag) };
}

async function change(url: string, body: object, as = cast.headers.owner) {
  const { etag } = await ask('GET', url, { as });
  return ask('PATCH', url, { body, as, headers: { 'if-match': etag } });
}

/** What is published must be on the pages within two seconds, in every process. */
const soon = (look: () => Promise<unknown>) => vi.waitFor(look, { timeout: 2_000 });

const shop = (url: string, host = 'idd.localhost') => cast.app.inject({ url, headers: { host } });

async function aDraft(slug: string, html: string, more: { department_id_1c?: string; as?: string } = {}) {
  const { as = cast.headers.owner, ...fields } = more;
  const created = await ask('POST', '/api/admin/pages', {
    as,
    body: { slug, title: 'Хранение заказа', html, ...fields },
  });
  expect(created.status).toBe(201);
  return `/api/admin/page-versions/${created.body.id}`;
}

const publish = (url: string, body: object = {}, as = cast.headers.owner) =>
  ask('POST', `${url}/publish`, { body, as });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

test('[S2-03] a draft is seen by nobody; once published it stands in the shop and is never changed; ended, the former one is back', async () => {
  const first = await aDraft('hranenie', '<p>Храним три дня.</p>');
  expect((await shop('/info/hranenie/')).statusCode).toBe(404);
  expect((await publish(first)).status).toBe(200);
  expect((await shop('/info/hranenie/')).body).toContain('Храним три дня.');

  const refused = await change(first, { html: '<p>Иначе</p>' });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'page_published']);
  expect((await publish(first)).status).toBe(409);
  expect((await ask('DELETE', first)).status).toBe(409);

  const second = await aDraft('hranenie', '<p>Храним пять дней.</p>');
  await publish(second);
  expect((await shop('/info/hranenie/')).body).toContain('Храним пять дней.');
  const { body: page } = await ask('GET', '/api/admin/pages/hranenie');
  expect(page.versions.map(({ version, state }: { version: number; state: string }) => [version, state])).toEqual([
    [2, 'shown'],
    [1, 'replaced'],
  ]);
  expect((await ask('POST', `${second}/end`)).status).toBe(200);
  expect((await shop('/info/hranenie/')).body).toContain('Храним три дня.');
});

test('a version that is to come waits for its day, and may be called back and thrown away', async () => {
  const url = await aDraft('grafik', '<p>Новый график.</p>');
  const past = await publish(url, { published_at: new Date(Date.now() - 60_000).toISOString() });
  expect([past.status, past.body.error.fields]).toEqual([422, { published_at: 'Это время уже прошло' }]);
  expect((await publish(url, { published_at: tomorrow() })).status).toBe(200);
  expect((await ask('GET', '/api/admin/pages/grafik')).body.next).toMatchObject({ version: 1, state: 'coming' });
  expect((await shop('/info/grafik/')).statusCode).toBe(404);
  expect((await change(url, { html: '<p>Тайком</p>' })).status).toBe(409);
  expect((await ask('POST', `${url}/recall`)).status).toBe(200);
  expect((await change(url, { html: '<p>Другой график.</p>' })).status).toBe(200);
  expect((await ask('DELETE', url)).status).toBe(200);
  expect((await ask('GET', '/api/admin/pages/grafik')).status).toBe(404);
});

test('what could run is cleaned away, a placeholder that was left is refused at the text', async () => {
  const url = await aDraft(
    'opasno',
    '<p onclick="x()">Текст<script>alert(1)</script><img src="https://evil.example/x.png"></p>',
  );
  expect((await ask('GET', url)).body.html).toBe('<p>Текст</p>');
  expect((await change(url, { title: '', html: '<script>x</script>' })).body.error.fields).toMatchObject({
    title: expect.any(String),
  });
  await change(url, { html: '<p>Здравствуйте, {{name}}</p>' });
  expect((await publish(url)).body.error.fields.html).toBe('В тексте осталась заготовка: {{name}}');
  const bad = await ask('POST', '/api/admin/pages', { body: { slug: '../etc', title: 'X', html: '<p>x</p>' } });
  expect(bad.body.error.fields.slug).toBe('Адрес — латинские буквы, цифры и дефисы');
  const { body } = await ask('POST', '/api/admin/pages', {
    body: { slug: 'imya', title: '<b>Имя</b>', html: '<p>x</p>' },
  });
  await publish(`/api/admin/page-versions/${body.id}`);
  expect((await shop('/info/imya/')).body).toContain('&lt;b&gt;Имя&lt;/b&gt;');
});

test('a picture that a marketer sends for a text stands in it and stays; pictures of other hosts do not', async () => {
  const bytes = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#0f5a47' } })
    .png()
    .toBuffer();
  const form = await fileForm('/api/admin/files', bytes, 'мешок.png');
  const sent = await call(cast, cast.headers.marketing, { method: 'POST', ...form });
  const { file } = sent.json();
  const src = imageUrl(file, { width: 960 }).replaceAll('&', '&amp;');
  const url = await aDraft('s-kartinkoy', `<p>Мешок</p><img src="${src}" alt="Мешок" onload="x()" />`);
  expect((await ask('GET', url)).body.html).toBe(`<p>Мешок</p><img src="${src}" alt="Мешок" />`);
  const kept = await db.selectFrom('uploads').select('linked_at').where('file', '=', file).executeTakeFirstOrThrow();
  expect(kept.linked_at).not.toBeNull();
  await publish(url);
  expect((await shop('/info/s-kartinkoy/')).body).toContain('alt="Мешок"');
  expect((await shop(imageUrl(file, { width: 960 }))).statusCode).toBe(200);
  const other = await aDraft('chuzhaya', '<p>Текст</p><img src="//evil.example/uploads/ab/cd.webp" alt="" />');
  expect((await ask('GET', other)).body.html).toBe('<p>Текст</p>');
});

test('the offer and the consents are published by the owner alone, who sees how many consents rest on a text', async () => {
  const url = await aDraft('consent-personal-data', '<p>Согласен на обработку.</p>', { as: cast.headers.content });
  const refused = await publish(url, {}, cast.headers.content);
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    'Оферту, политику и тексты согласий публикует владелец',
  ]);
  expect((await publish(url)).status).toBe(200);
  await giveConsent(db, {
    purpose: 'personal_data',
    form: 'order',
    subject: 'anna@pochta.example',
    address: '',
    user_id: null,
  });
  expect((await ask('GET', url)).body).toMatchObject({ consents: 1, is_legal: true, state: 'shown' });
  const own = {
    slug: 'consent-personal-data',
    department_id_1c: branches.own,
    title: 'Согласие',
    html: '<p>Иное.</p>',
  };
  expect((await ask('POST', '/api/admin/pages', { body: own })).body.error.fields).toEqual({
    department_id_1c: 'Текст согласия один для всех филиалов',
  });
  // The text that came with the shop is behind it; the last one of all stays.
  expect((await ask('POST', `${url}/end`)).status).toBe(200);
  const { versions } = (await ask('GET', '/api/admin/pages/consent-personal-data')).body;
  const last = versions.find(({ state }: { state: string }) => state === 'shown');
  const kept = await ask('POST', `/api/admin/page-versions/${last.id}/end`);
  expect(kept.body.error.message).toMatch(/Без этого текста магазин не обойдётся/);
  expect((await ask('GET', '/api/admin/pages/consent-personal-data')).body.shown.id).toBe(last.id);
});

test('two editors of one draft: the second is told what changed; a change is taken back from the journal', async () => {
  const url = await aDraft('vdvoyom', '<p>Первое.</p>');
  const { etag } = await ask('GET', url);
  expect((await change(url, { html: '<p>Второе.</p>' })).status).toBe(200);
  const clash = await ask('PATCH', url, { body: { html: '<p>Третье.</p>' }, headers: { 'if-match': etag } });
  expect([clash.status, clash.body.error.current.html]).toEqual([412, '<p>Второе.</p>']);
  const { items } = (await ask('GET', '/api/admin/audit')).body;
  expect(items[0]).toMatchObject({ resource: 'page_versions', can_be_undone: true });
  expect((await ask('POST', `/api/admin/audit/${items[0].id}/undo`)).status).toBe(200);
  expect((await ask('GET', url)).body.html).toBe('<p>Первое.</p>');
});

test('a branch has its own text beside the common one; its staff change that alone', async () => {
  await publish(await aDraft('oplata-scheta', '<p>Для всех.</p>'));
  const slug = 'oplata-scheta';
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  const own = await aDraft(slug, '<p>Для Вологды.</p>', { department_id_1c: branches.own, as: header });
  expect((await publish(own, {}, header)).status).toBe(200);
  expect((await shop(`/info/${slug}/`)).body).toContain('Для Вологды.');
  expect((await shop(`/info/${slug}/`, 'cherepovets.idd.localhost')).body).toContain('Для всех.');
  const common = await ask('POST', '/api/admin/pages', { as: header, body: { slug, title: 'Т', html: '<p>x</p>' } });
  expect(common.status).toBe(403);
  const foreign = await aDraft(slug, '<p>Для Череповца.</p>', { department_id_1c: branches.foreign });
  expect((await ask('GET', foreign, { as: header })).status).toBe(404);
  const seen = (await ask('GET', `/api/admin/pages/${slug}`, { as: header })).body;
  expect(seen.versions).toHaveLength(2);
  expect(seen.variants.map((one: { department_id_1c: string }) => one.department_id_1c)).toEqual([branches.own]);
});

test('a page moves with its drafts, and the former address leads to the new one', async () => {
  await publish(await aDraft('staryy-adres', '<p>Переезжаем.</p>'));
  await aDraft('staryy-adres', '<p>Черновик едет тоже.</p>');
  const move = (slug: string, to: string) => ask('POST', `/api/admin/pages/${slug}/move`, { body: { slug: to } });
  expect((await move('staryy-adres', 'delivery')).body.error.fields.slug).toMatch(/держит для своей страницы/);
  expect((await move('staryy-adres', 'hranenie')).body.error.fields.slug).toBe('Этот адрес занят другой страницей');
  expect((await move('offer', 'novaya-oferta')).body.error.fields.slug).toMatch(/записан в самом магазине/);
  expect((await move('staryy-adres', 'novyy-adres')).status).toBe(200);
  expect((await shop('/info/novyy-adres/')).body).toContain('Переезжаем.');
  const former = await shop('/info/staryy-adres/');
  expect([former.statusCode, former.headers.location]).toEqual([301, expect.stringContaining('/info/novyy-adres/')]);
  expect((await ask('GET', '/api/admin/pages/novyy-adres')).body).toMatchObject({ drafts: 1 });
  expect((await move('novyy-adres', 'staryy-adres')).status).toBe(200);
  expect((await shop('/info/staryy-adres/')).body).toContain('Переезжаем.');
});

test('a preview shows a draft as the shop would, to whoever has its link and to no cache', async () => {
  const url = await aDraft('proverka', '<p>Ещё никто не видел.</p>');
  const { preview_url } = (await ask('GET', url)).body;
  const seen = await shop(preview_url);
  expect(seen.body).toContain('Ещё никто не видел.');
  expect(seen.body).toContain('noindex');
  expect(String(seen.headers['cache-control'])).not.toContain('public');
  expect((await shop('/info/proverka/?preview=1.abc.wrong')).statusCode).toBe(404);
  expect((await shop(preview_url.replace('/proverka/', '/hranenie/'))).statusCode).toBe(404);
});

test('pages are found by words and by what is unfinished in them', async () => {
  const listOf = async (filter: object, more = '') =>
    (await ask('GET', `/api/admin/pages?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`)).body;
  await aDraft('chernovik-odin', '<p>Черновик.</p>');
  const { items } = await listOf({ q: 'chernovik-odin', state: ['draft'] });
  expect(items).toMatchObject([{ id: 'chernovik-odin', shown: null, drafts: 1 }]);
  expect((await listOf({ q: 'chernovik-odin', state: ['coming'] })).total).toBe(0);
  expect((await listOf({}, '&sort=-slug&per_page=2')).items).toHaveLength(2);
  expect((await ask('GET', '/api/admin/pages?filter={"x":1}')).status).toBe(422);
});

const aLink = { place: 'footer', column_title: 'Компания', name: 'Где заказ', url: '/order/', icon: null };
const always = { department_id_1c: null, starts_at: null, ends_at: null };

test('[S2-20] a link of a menu is in the shop at once, stands once, and in the order it was put', async () => {
  const add = (more: object) => ask('POST', '/api/admin/menu-links', { body: { ...aLink, ...always, ...more } });
  const { status, body: about } = await add({});
  expect(status).toBe(201);
  const home = async () => (await shop('/')).body;
  await soon(async () => expect(await home()).toContain('Где заказ'));
  expect((await add({})).body.error.fields.url).toBe('Такая ссылка в этом меню уже есть');
  expect((await add({ url: '//evil.example/' })).body.error.fields.url).toMatch(/адрес начинается с/);
  expect((await add({ column_title: '', url: '/subscription/' })).body.error.fields.column_title).toBe(
    'В подвале у ссылки есть столбец',
  );
  const { body: pay } = await add({ name: 'Новости магазина', url: '/subscription/' });
  expect((await ask('POST', '/api/admin/menu-links/order', { body: { ids: [pay.id, about.id] } })).status).toBe(200);
  const { items } = (await ask('GET', '/api/admin/menu-links')).body;
  expect(
    items.map(({ name }: { name: string }) => name).filter((name: string) => /Где заказ|Новости/.test(name)),
  ).toEqual(['Новости магазина', 'Где заказ']);
  await soon(async () => expect(await home()).toMatch(/Новости магазина.*Где заказ/s));
  expect((await change(`/api/admin/menu-links/${about.id}`, { starts_at: tomorrow() })).status).toBe(200);
  await soon(async () => expect(await home()).not.toContain('Где заказ'));
  expect((await ask('DELETE', `/api/admin/menu-links/${pay.id}`)).status).toBe(200);
  await soon(async () => expect(await home()).not.toContain('Новости магазина'));
  const { items: lines } = (await ask('GET', '/api/admin/audit')).body;
  expect(lines[0]).toMatchObject({ can_be_undone: false, words: expect.stringContaining('убрана') });
  // «Вернуть» sends where it stood; a new link without a place is the last one.
  const { position } = items.find(({ id }: { id: number }) => id === pay.id);
  expect((await add({ name: 'Ещё одна', url: '/delivery/?later=1' })).status).toBe(201);
  expect((await add({ name: 'Новости магазина', url: '/subscription/', position })).status).toBe(201);
  const own = ['Где заказ', 'Ещё одна', 'Новости магазина'];
  const { items: back } = (await ask('GET', '/api/admin/menu-links')).body;
  expect(back.map(({ name }: { name: string }) => name).filter((name: string) => own.includes(name))).toEqual([
    ...['Новости магазина', 'Где заказ', 'Ещё одна'],
  ]);
});

test('[S2-01] a plan of the home page sets its blocks, and knows only categories there are', async () => {
  const plan = { season: null, blocks: ['brands', 'slides'], first_categories: [], ...always };
  const add = (more: object) => ask('POST', '/api/admin/home-layouts', { body: { ...plan, ...more } });
  expect((await add({ first_categories: ['net-takogo'] })).body.error.fields.first_categories).toBe(
    'Нет раздела «net-takogo»',
  );
  expect((await add({ blocks: [] })).status).toBe(422);
  const { body } = await add({ first_categories: ['suhie-smesi'] });
  const url = `/api/admin/home-layouts/${body.id}`;
  expect((await ask('GET', url)).body).toMatchObject({ state: 'shown', blocks: ['brands', 'slides'] });
  const later = await add({ starts_at: tomorrow() });
  expect((await ask('GET', `/api/admin/home-layouts/${later.body.id}`)).body.state).toBe('coming');
  expect((await change(url, { ends_at: '2020-01-01T00:00:00Z', starts_at: '2021-01-01T00:00:00Z' })).status).toBe(422);
  expect((await ask('DELETE', url)).status).toBe(200);
  expect((await ask('GET', url)).status).toBe(404);
});

test('[S2-04] an article is written, published, moves with its old address, and is taken back', async () => {
  await saveTopic(db, { slug: 'remont', name: 'Ремонт' });
  const draft = {
    slug: 'kley',
    title: 'Какой клей взять',
    lead: 'Коротко о том, какой клей взять.',
    topic: 'remont',
    author: 'Мария',
    blocks: [{ type: 'html', html: '<p>Клей<script>x</script></p>' }],
  };
  const wrong = await ask('POST', '/api/admin/articles', { body: { ...draft, lead: 'мало', topic: 'net' } });
  expect(Object.keys(wrong.body.error.fields)).toEqual(['lead']);
  const { body } = await ask('POST', '/api/admin/articles', { body: draft });
  const url = `/api/admin/articles/${body.id}`;
  expect((await shop('/blog/kley/')).statusCode).toBe(404);
  const { preview_url } = (await ask('GET', url)).body;
  expect((await shop(preview_url)).body).toContain('Какой клей взять');
  const own = { season: 'winter', department_id_1c: branches.own };
  await change(url, own);
  expect((await change(url, { slug: 'kley-dlya-plitki' })).body).toMatchObject(own);
  expect((await publish(url)).status).toBe(200);
  expect((await shop('/blog/kley-dlya-plitki/')).body).toContain('<p>Клей</p>');
  expect((await shop('/blog/kley/')).statusCode).toBe(404);
  expect((await change(url, { slug: 'kley-plitka', blocks: [{ type: 'hero' }] })).body.error.fields).toHaveProperty([
    'blocks.0.title',
  ]);
  await change(url, { slug: 'kley-plitka' });
  expect((await shop('/blog/kley-dlya-plitki/')).statusCode).toBe(301);
  expect((await publish(url)).status).toBe(409);
  expect((await ask('POST', `${url}/withdraw`)).status).toBe(200);
  expect((await shop('/blog/kley-plitka/')).statusCode).toBe(404);
  expect((await publish(url, { published_at: tomorrow() })).status).toBe(200);
  expect((await ask('POST', `${url}/recall`)).status).toBe(200);
  expect((await ask('GET', url)).body.state).toBe('draft');
  const { items } = (await ask('GET', '/api/admin/articles?filter={"q":"клей","state":["draft"]}')).body;
  expect(items).toMatchObject([{ slug: 'kley-plitka', topic_name: 'Ремонт' }]);
});

test('[S2-11] a vacancy is a draft until it is published, and closed keeps its page', async () => {
  const post = {
    title: 'Кладовщик ночной',
    department_id_1c: branches.own,
    field: 'warehouse',
    schedule: 'two_two',
    salary_from_kopecks: 6_000_000,
    salary_to_kopecks: null,
    is_salary_after_tax: true,
    valid_until: null,
    duties: '<p>Собирать заказы.</p>',
    requirements: '',
    terms: '<p>Два через два.</p>',
  };
  const wrong = await ask('POST', '/api/admin/vacancies', { body: { ...post, salary_from_kopecks: null } });
  expect(wrong.body.error.fields.salary_from_kopecks).toBe('Укажите зарплату: от, до или обе границы');
  const { body } = await ask('POST', '/api/admin/vacancies', { body: post });
  const url = `/api/admin/vacancies/${body.id}`;
  const page = `/vacancy/${body.id}/`;
  expect((await shop(page)).statusCode).toBe(404);
  await publish(url);
  expect((await shop(page)).body).toContain('Кладовщик ночной');
  expect((await change(url, { salary_to_kopecks: 5_000_000 })).body.error.fields.salary_to_kopecks).toBe(
    'Нижняя граница больше верхней',
  );
  expect((await ask('POST', `${url}/close`)).status).toBe(200);
  expect((await shop(page)).statusCode).toBe(200);
  expect((await ask('GET', url)).body.state).toBe('closed');
  const { header } = await makeStaff(db, ['content'], { departments: [branches.foreign] });
  expect((await ask('GET', url, { as: header })).status).toBe(404);
});

test('the log of emails hides half of an address, finds what was not taken and sends it again', async () => {
  const write = (key: string, isSecret = false) =>
    storeMail(
      ...([db, key, 'petr@pochta.example'] as const),
      { subject: `Тема ${key}`, heading: 'Заказ', blocks: [], footer: () => [] },
      ...([null, isSecret] as const),
    );
  await write('failed-one');
  await write('secret-one', true);
  await sql`update mails set failed_at = now(), failure = 'SMTP 550', attempts = 3 where key = 'failed-one'`.execute(
    db,
  );
  await sql`update mails set sent_at = now(), text = '', html = '' where key = 'secret-one'`.execute(db);
  const listOf = async (filter: object) =>
    (await ask('GET', `/api/admin/mails?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.items;
  const [failed] = await listOf({ state: 'failed' });
  expect(failed).toMatchObject({
    to: 'p•••@pochta.example',
    subject: 'Тема failed-one',
    attempts: 3,
    failure: 'SMTP 550',
  });
  expect(JSON.stringify(await listOf({}))).not.toContain('petr@');
  const own = await listOf({ to: 'PETR@pochta.example' });
  expect(own).toHaveLength(2);
  expect((await ask('POST', `/api/admin/mails/${failed.id}/retry`)).status).toBe(200);
  expect((await listOf({ state: 'waiting' })).map(({ id }: { id: number }) => id)).toContain(failed.id);
  const secret = own.find(({ has_words }: { has_words: boolean }) => !has_words);
  expect((await ask('POST', `/api/admin/mails/${secret.id}/retry`)).body.error.code).toBe('mail_without_words');
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  expect((await ask('GET', '/api/admin/mails', { as: header })).status).toBe(403);
});

test('each kind of email is seen as its reader sees it, and sent to oneself', async () => {
  const { items } = (await ask('GET', '/api/admin/mail-samples')).body;
  expect(items.length).toBeGreaterThan(30);
  const page = await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/mail-samples/0/page' });
  expect(page.body).toContain('<!doctype html>');
  const { body } = await ask('POST', '/api/admin/mail-samples/0/send');
  const sent = await db.selectFrom('mails').select('subject').where('to_address', '=', body.to).execute();
  expect(sent).toEqual([{ subject: `Образец: ${items[0].subject}` }]);
  expect((await ask('GET', '/api/admin/mail-samples/999')).status).toBe(404);
});

test('[S6-05] the ledger of consents says who agreed to which text by half, and whole to the owner alone, as a table', async () => {
  const give = (purpose: 'personal_data' | 'advertising', subject: string) =>
    giveConsent(db, { purpose, form: 'support', subject, address: '', user_id: null });
  await give('personal_data', '+79210001122');
  await give('personal_data', '=cmd@pochta.example');
  const listOf = async (filter: object) =>
    (await ask('GET', `/api/admin/consents?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.items;
  const [one] = await listOf({ subject: '+79210001122' });
  expect(one).toMatchObject({ subject: '+7-921-•••-••-22', page_slug: 'consent-personal-data', withdrawn_at: null });
  expect(await listOf({ subject: '+79210001122', is_withdrawn: true })).toEqual([]);
  const table = (as: string) => call(cast, as, { method: 'GET', url: '/api/admin/consents/export?format=csv' });
  const saved = (await table(cast.headers.owner)).body;
  expect(saved).toContain('+79210001122');
  // A cell of a table that begins as a formula would run in it.
  expect(saved).not.toMatch(/(^|;|")=cmd/m);
  expect((await table(cast.headers.support)).statusCode).toBe(403);
});

test('[S3-09] a form is put together, versioned, closed; what was sent is read with its answers', async () => {
  const field = (name: string, order: number) => ({ name, as: 'Input', order, rules: { required: true } });
  const schema = {
    code: 'zamer',
    name: 'Замер',
    fields: { name: field('Имя', 1), phone: { ...field('Телефон', 2), as: 'Phone' } },
  };
  const put = (more: object, based_on: number | null = null) =>
    ask('POST', '/api/admin/forms', { body: { schema: { ...schema, ...more }, based_on } });
  expect((await put({ code: 'callback' })).body.error.message).toMatch(/занят встроенной формой/);
  expect((await put({ fields: { website: field('Ловушка', 1) } })).body.error.message).toMatch(/занято/);
  expect((await put({})).body).toEqual({ id: 'zamer', version: 1 });
  expect((await put({ name: 'Другая' })).body.error.fields['schema.code']).toMatch(/уже есть/);
  const both = await Promise.all([put({ name: '<b>Замер</b>' }, 1), put({ name: '<b>Замер</b>' }, 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 412]);
  const page = (await shop('/forms/zamer/')).body;
  expect(page).toContain('&lt;b&gt;Замер&lt;/b&gt;');
  expect((await ask('GET', '/api/admin/forms/zamer')).body).toMatchObject({
    version: 2,
    state: 'open',
    fields: 2,
    sent: 0,
  });
  expect((await ask('POST', '/api/admin/forms/zamer/close')).status).toBe(200);
  expect((await ask('GET', '/api/admin/forms/zamer')).body.state).toBe('closed');
  expect((await shop('/forms/zamer/')).statusCode).not.toBe(200);
});

test('[S2-02] a landing page is written in drafts, shown by a link before, published, and leads on when it is over', async () => {
  const { body: made } = await ask('POST', '/api/admin/landings', { body: { slug: 'novosele-2', name: 'Новосёлам' } });
  const url = `/api/admin/landings/${made.id}`;
  const again = await ask('POST', '/api/admin/landings', { body: { slug: 'novosele-2', name: 'Ещё раз' } });
  expect(again.body.error.fields.slug).toBe('Этот адрес занят');
  expect((await ask('POST', '/api/admin/landings', { body: { slug: 'magic', name: 'Чужой' } })).status).toBe(422);
  const text = { department_id_1c: null, variant: 'a', title: 'Новосёлам', description: '' };
  const wrong = await ask('POST', `${url}/texts`, { body: { ...text, blocks: [{ type: 'hero', title: '' }] } });
  expect(wrong.body.error.fields).toHaveProperty(['blocks.0.title']);
  const blocks = [{ type: 'html', html: '<p>Скидка<script>x</script></p>' }];
  const { body: draft } = await ask('POST', `${url}/texts`, { body: { ...text, blocks } });
  expect((await shop('/lp/novosele-2/')).statusCode).toBe(404);
  expect((await ask('POST', `${url}/publish`)).status).toBe(200);
  expect((await shop('/lp/novosele-2/')).body).toContain('<p>Скидка</p>');
  expect((await change(`/api/admin/landing-texts/${draft.id}`, { title: 'Иначе' })).status).toBe(409);
  const { body: next } = await ask('POST', `${url}/texts`, { body: { ...text, title: 'Вторая правка', blocks } });
  expect((await change(`/api/admin/landing-texts/${next.id}`, { title: 'Правка другая' })).status).toBe(200);
  expect((await shop('/lp/novosele-2/')).body).not.toContain('Правка другая');
  const { previews, drafts } = (await ask('GET', url)).body;
  expect(drafts).toBe(1);
  expect((await shop(previews.a)).body).toContain('Правка другая');
  const backwards = { starts_at: '2027-01-02T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' };
  expect((await change(url, backwards)).body.error.fields.ends_at).toBe('Конец раньше начала');
  expect((await change(url, { redirect_to: '//evil.example/' })).status).toBe(422);
  expect((await change(url, { redirect_to: '/delivery/' })).status).toBe(200);
  expect((await ask('POST', `${url}/end`)).status).toBe(200);
  expect((await shop('/lp/novosele-2/')).headers.location).toContain('/delivery/');
  expect((await ask('GET', url)).body.state).toBe('ended');
});

test('[2.9] a text of a landing page is checked: goods, lists, links, forms, dates and lengths, each said at its block', async () => {
  const { id } = await saveLanding(db, {
    slug: 'proverka',
    name: 'Проверка',
    starts_at: new Date('2096-12-01T00:00:00+03:00'),
    ends_at: new Date('2096-12-31T00:00:00+03:00'),
  });
  const category = await makeCategory(db, 'proverennoe', 'Проверенное');
  const gone = await makeProduct(db, { name: 'Снятая', switched_off_at: new Date() });
  const left = await makeProduct(db, { name: 'Ёлка', on_hand: 0 });
  const good = await makeProduct(db, { name: 'Гирлянда', category_id: category.id });
  await db.insertInto('prices').values({ product_id: good.id, price_column: 'cherepovets', price: 9_000 }).execute();
  await db.insertInto('stock').values({ store: 'store52', product_id: good.id, on_hand: 5, on_hand_base: 5 }).execute();
  const blocks = [
    { type: 'hero', title: 'Зима', link: '/category/netu/' },
    { type: 'products', idcodes: [gone.idcode, left.idcode, good.idcode, '0055900'] },
    { type: 'list', title: 'Пусто', listing: { category: 'netu' } },
    { type: 'html', html: '<p><a href="/aktsii/">Скидки</a> <a href="/delivery/">Доставка</a></p>' },
    { type: 'timer', text: 'До конца', ends_at: '2097-01-05T00:00:00+03:00' },
    { type: 'form', code: 'zakryta' },
  ];
  const text = { department_id_1c: null, variant: 'a', title: 'т'.repeat(61), description: 'о'.repeat(168), blocks };
  const { body: made } = await ask('POST', `/api/admin/landings/${id}/texts`, { body: text });
  const url = `/api/admin/landing-texts/${made.id}`;
  const wrongIn = async () => {
    const { checks } = (await ask('GET', url)).body as { checks: { is_met: boolean; words: string }[] };
    return checks.filter(({ is_met }) => !is_met).map(({ words }) => words.replaceAll('\u00a0', ' '));
  };
  expect(await wrongIn()).toEqual([
    'Блок 1, «Крупная картинка»: ссылка ведёт на раздел /category/netu/, а такого нет',
    'Блок 2, «Товары»: товар «Снятая» снят с продажи',
    'Блок 2, «Товары»: у товара «Ёлка» нет цены в 1 из 2 филиалов',
    'Блок 2, «Товары»: товар «Ёлка» закончился в 1 из 2 филиалов',
    'Блок 2, «Товары»: товара 0055900 нет в каталоге',
    'Блок 3, «Подборка из каталога»: товаров нет ни в одном филиале',
    'Блок 3, «Подборка из каталога»: ссылка ведёт на раздел /category/netu/, а такого нет',
    'Блок 4, «Текст»: ссылка ведёт на страницу /aktsii/, а такой нет',
    'Блок 5, «Обратный отсчёт»: отсчёт идёт до 05.01.2097 00:00, а показ кончится раньше: 31.12.2096 00:00',
    'Блок 6, «Форма»: формы «zakryta» нет, или она закрыта',
    'Заголовок — 61 знак, в поиске видно 60',
    'Описание — 168 знаков, в поиске видно 155',
  ]);
  const mended = [
    { type: 'hero', title: 'Зима', link: '/category/proverennoe/' },
    { type: 'products', idcodes: [good.idcode] },
    { type: 'list', title: 'Всё', listing: { category: 'proverennoe' } },
    { type: 'timer', text: 'До конца', ends_at: '2096-12-31T00:00:00+03:00' },
    { type: 'form', code: 'callback' },
  ];
  expect((await change(url, { title: 'Зима', description: 'Всё для зимы', blocks: mended })).status).toBe(200);
  expect(await wrongIn()).toEqual([]);
  const { checks } = (await ask('GET', url)).body;
  expect(checks.map(({ words }: { words: string }) => words)).toEqual([
    'Товары есть в каталоге и продаются',
    'Ссылки и формы открываются, пока идёт показ',
    'Сроки сходятся',
    'Заголовок и описание видны в поиске целиком',
  ]);
});

test('[1.2] staff of one branch publish the text of their own branch, never the common one or of another', async () => {
  const { id } = await saveLanding(db, { slug: 'svoya', name: 'Своя' });
  const own = await makeStaff(db, ['content'], { departments: [branches.own] });
  const aText = async (department_id_1c: string | null, words: string) => {
    const { body } = await ask('POST', `/api/admin/landings/${id}/texts`, {
      body: {
        department_id_1c,
        variant: 'a',
        title: words,
        description: '',
        blocks: [{ type: 'html', html: `<p>${words}</p>` }],
      },
    });
    return `/api/admin/landing-texts/${body.id}`;
  };
  const [common, mine, foreign] = [
    await aText(null, 'Общая'),
    await aText(branches.own, 'Моя'),
    await aText(branches.foreign, 'Чужая'),
  ];
  expect((await publish(common, {}, own.header)).status).toBe(403);
  expect((await publish(foreign, {}, own.header)).status).toBe(404);
  expect((await publish(mine, {}, own.header)).status).toBe(200);
  expect((await publish(mine, {}, own.header)).status).toBe(409);
  const shown = (await ask('GET', `/api/admin/landings/${id}`)).body.texts.filter(
    ({ is_shown }: { is_shown: boolean }) => is_shown,
  );
  expect(shown.map(({ title }: { title: string }) => title)).toEqual(['Моя']);
  const later = await aText(branches.own, 'Ещё новее');
  const latest = await aText(branches.own, 'Новее всех');
  expect((await publish(latest, {}, own.header)).status).toBe(200);
  expect((await publish(later, {}, own.header)).body.error.code).toBe('page_published');
});

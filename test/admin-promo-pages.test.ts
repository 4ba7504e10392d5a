import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { fileForm } from './admin/example.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makeCategory, makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
const dataDir = await testFolder();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: dataDir });
});

const ask = (given: Call, cookie = cast.headers.marketing) => call(cast, cookie, given);
const get = (url: string, cookie?: string) => ask({ method: 'GET', url }, cookie);
const post = (url: string, body?: object, cookie?: string) =>
  ask({ method: 'POST', url, ...(body && { body }) }, cookie);
async function patch(url: string, body: object, cookie?: string) {
  const etag = String((await get(url, cookie)).headers.etag);
  return ask({ method: 'PATCH', url, body, headers: { 'if-match': etag } }, cookie);
}
/** A page of the shop, as any visitor sees it. */
const page = (url: string) => cast.app.inject({ url, headers: { host: 'idd.localhost', accept: 'text/html' } });
/** What is done is on the shop's pages within two seconds. */
const shows = async (url: string, words: string, isShown = true) =>
  expect.poll(async () => (await page(url)).body.includes(words), { timeout: 2_000 }).toBe(isShown);

const days = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' };

test('a promotion with a picture and goods by list and by category stands in the shop, and ends at once', async () => {
  const paints = await makeCategory(db, 'kraski', 'Краски');
  const white = await makeCategory(db, 'belye', 'Белые краски', paints.id);
  const [first, second, third] = [
    await makeProduct(db, { name: 'Краска белая', category_id: white.id, article: 'КР-1' }),
    await makeProduct(db, { name: 'Краска синяя', category_id: paints.id, article: 'КР-2' }),
    await makeProduct(db, { name: 'Валик', article: 'ВЛ/7' }),
  ];
  const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  const { url, ...form } = await fileForm('/api/admin/files', photo, 'акция.png');
  const { file } = (await ask({ method: 'POST', url, ...form })).json();

  const made = await post('/api/admin/actions', {
    name: 'Краски дешевле',
    rules: '<p>Скидка в цене</p><script>alert(1)</script>',
    ad_mark: 'ООО «Завод»',
    image: file,
    organiser: 'ООО «ИДД»',
    ...days,
  });
  expect(made.statusCode).toBe(201);
  const record = `/api/admin/actions/${made.json().id}`;
  const { path } = (await get(record)).json();
  expect(path).toBe('/actions/kraski-deshevle/');
  await shows(path, 'Скидка в цене');
  expect((await page(path)).body).not.toContain('alert(1)');

  const byList = await post(`${record}/goods`, { codes: ['вл 7', first.idcode, 'НЕТ-ТАКОГО'] });
  expect(byList.json()).toEqual({ added: 2, unknown: ['НЕТ-ТАКОГО'] });
  expect((await post(`${record}/goods`, { category_id: paints.id })).json()).toEqual({ added: 1, unknown: [] });
  const goods = async () => (await get(`${record}/goods`)).json().items.map(({ id }: { id: number }) => id);
  expect(await goods()).toEqual([third.id, first.id, second.id]);
  await shows(path, 'Краска синяя');
  expect((await post(`${record}/goods/remove`, { product_ids: [second.id] })).json()).toEqual({ removed: 1 });
  expect(await goods()).toEqual([third.id, first.id]);
  const kept = await db.selectFrom('uploads').select('linked_at').where('file', '=', file).executeTakeFirstOrThrow();
  expect(kept.linked_at).not.toBeNull();

  expect((await post(`${record}/end`)).json()).toEqual({ is_gone: false });
  await shows(path, 'Закончилась');
  expect((await post(`${record}/end`)).json().error.message).toBe('Акция уже закончилась');
});

test('a promotion without days or rules, with an address or a coupon that cannot be, is refused at its field', async () => {
  const fieldsOf = async (body: object) =>
    (await post('/api/admin/actions', { name: 'Акция', rules: 'Правила', ...days, ...body })).json().error.fields;
  expect(await fieldsOf({ rules: ' ' })).toEqual({ rules: 'Без правил акцию не объявляют' });
  expect(Object.keys(await fieldsOf({ starts_at: null, ends_at: null }))).toEqual(['starts_at', 'ends_at']);
  expect(await fieldsOf({ ends_at: days.starts_at })).toEqual({ ends_at: 'Конец должен быть позже начала' });
  expect(await fieldsOf({ coupon: 'НЕТ' })).toEqual({ coupon: 'Такого купона нет' });
  expect(await fieldsOf({ slug: 'Адрес' })).toEqual({ slug: 'Адрес — латинские буквы, цифры и дефисы' });
  expect(await fieldsOf({ image: '../../etc/passwd' })).toEqual({ image: 'Такого файла нет' });
  await post('/api/admin/actions', { name: 'Первая', slug: 'odna', rules: 'Правила', ...days });
  expect(await fieldsOf({ slug: 'odna' })).toEqual({ slug: 'Такой адрес уже был у другой акции' });
});

test('a promotion that has not begun is taken away; another branch’s is not there; the common one is not theirs to change', async () => {
  const later = { starts_at: '2098-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' };
  const make = async (name: string, more: object) =>
    `/api/admin/actions/${(await post('/api/admin/actions', { name, rules: 'Правила', ...days, ...more })).json().id}`;
  const coming = await make('Скоро', later);
  expect((await post(`${coming}/end`)).json()).toEqual({ is_gone: true });
  expect((await get(coming)).statusCode).toBe(404);
  const { header } = await makeStaff(db, ['marketing'], { departments: [branches.own] });
  const [foreign, common, own] = [
    await make('В Череповце', { department_id_1c: branches.foreign }),
    await make('Везде', {}),
    await make('В Вологде', { department_id_1c: branches.own }),
  ];
  expect((await get(foreign, header)).statusCode).toBe(404);
  expect((await post(`${common}/goods`, { product_ids: [cast.product.id] }, header)).statusCode).toBe(403);
  expect((await patch(own, { organiser: 'ИДД Вологда' }, header)).statusCode).toBe(200);
});

test('a slide is a draft until it is said otherwise, stands on the home page, and leaves it at once', async () => {
  const slide = { title: 'Слайд о ремонте', text: 'Всё сразу', button_text: 'Смотреть', link: '/actions/' };
  const { id } = (await post('/api/admin/banners', { ...slide, is_draft: true })).json();
  const record = `/api/admin/banners/${id}`;
  expect((await get(record)).json().state).toBe('draft');
  expect((await page('/')).body).not.toContain('Слайд о ремонте');
  expect((await patch(record, { is_draft: false })).json().state).toBe('running');
  await shows('/', 'Слайд о ремонте');
  expect((await post(`${record}/end`)).json().state).toBe('ended');
  await shows('/', 'Слайд о ремонте', false);

  const { items } = (await get('/api/admin/audit?per_page=1', cast.headers.owner)).json();
  expect(items[0].words).toBe('Слайд «Слайд о ремонте» снят с показа');
  expect((await post(`/api/admin/audit/${items[0].id}/undo`, undefined, cast.headers.owner)).statusCode).toBe(200);
  await shows('/', 'Слайд о ремонте');
});

test('slides and wobblers lead to the shop or by https, and their words are shown as words', async () => {
  const slide = { title: 'Слайд', text: '', button_text: 'Смотреть' };
  for (const link of ['javascript:alert(1)', '//evil.example/', '/\\evil.example', 'http://plain.example/', '']) {
    const refused = await post('/api/admin/banners', { ...slide, link });
    expect([link, Object.keys(refused.json().error.fields)]).toEqual([link, ['link']]);
  }
  const hostile = '<img src=x onerror=alert(1)>Слайд<script>alert(2)</script>';
  await post('/api/admin/banners', { ...slide, title: hostile, link: '/actions/' });
  await shows('/', '&lt;img src=x');
  expect((await page('/')).body).not.toContain('<img src=x');

  const wobbler = { position: 'bottom', action_link: '/actions/' };
  const made = await post('/api/admin/wobblers', {
    ...wobbler,
    text: '<p onclick="alert(1)">Скидка <b>10 %</b></p><script>alert(2)</script>',
  });
  const record = (await get(`/api/admin/wobblers/${made.json().id}`)).json();
  expect(record.fields.text).toBe('<p>Скидка <b>10 %</b></p>');
  expect(record.words).toBe('Скидка 10 %');
  const preview = await post('/api/admin/wobbler-preview', { text: '<b>Да</b><iframe src="//evil.example"></iframe>' });
  expect(preview.json()).toEqual({ html: '<b>Да</b>' });
  expect((await post('/api/admin/wobblers', { ...wobbler, text: '<script>1</script>' })).json().error.fields).toEqual({
    text: 'Обязательно для заполнения',
  });
  const remote = await post('/api/admin/wobblers', {
    ...wobbler,
    text: 'Скидка',
    background_image: 'https://evil.example/a.png',
  });
  expect(Object.keys(remote.json().error.fields)).toEqual(['background_image']);
});

test('a wobbler is given to visitors of its branch alone, and not while it is a draft', async () => {
  const seen = async (department: string) =>
    (await page(`/api/ecm/sites-content/idd/wobblers/?domain_id_1c=${department}`))
      .json()
      .map(({ text }: { text: string }) => text);
  const made = await post('/api/admin/wobblers', {
    position: 'top',
    text: 'Только Вологда',
    action_link: '/actions/',
    is_draft: true,
    department_id_1c: branches.own,
  });
  const record = `/api/admin/wobblers/${made.json().id}`;
  expect(await seen(branches.own)).not.toContain('Только Вологда');
  await patch(record, { is_draft: false });
  expect(await seen(branches.own)).toContain('Только Вологда');
  expect(await seen(branches.foreign)).not.toContain('Только Вологда');
  await post(`${record}/end`);
  expect(await seen(branches.own)).not.toContain('Только Вологда');
});

const credit = {
  partner: 'Банк Север',
  name: 'Северный',
  min_sum_kopecks: 300_000,
  max_sum_kopecks: 20_000_000,
  months: [6, 12],
  rate_from: 2_190,
  rate_to: 3_290,
  full_cost_from: 2_190,
  full_cost_to: 3_690,
  documents: 'паспорт',
  terms: 'Без первого взноса',
};

test('a credit programme stands on its page at once, is changed, taken away and brought back; one of later waits', async () => {
  const made = await post('/api/admin/credit-programs', credit);
  expect(made.statusCode).toBe(201);
  const record = `/api/admin/credit-programs/${made.json().id}`;
  const stored = (await get(record)).json();
  expect(stored.state).toBe('running');
  expect(stored.fields).toEqual({
    ...credit,
    is_example: false,
    position: 0,
    is_draft: false,
    ends_at: null,
    starts_at: expect.stringMatching(/Z$/),
  });
  const shop = '/kredit/?sum=100000&months=12';
  await shows(shop, 'Северный');

  expect((await patch(record, { full_cost_to: 4_123 })).json().fields.full_cost_to).toBe(4_123);
  await shows(shop, '41,23 %');
  const last = async () => (await get('/api/admin/audit?per_page=1', cast.headers.owner)).json().items[0];
  const undo = (id: number) => post(`/api/admin/audit/${id}/undo`, undefined, cast.headers.owner);
  const change = await last();
  expect(change.words).toBe('Кредит «Северный»: полная стоимость');
  expect((await undo(change.id)).statusCode).toBe(200);
  await shows(shop, '41,23', false);

  expect((await post(`${record}/end`)).json().state).toBe('ended');
  await shows(shop, 'Северный', false);
  expect((await post(`${record}/end`)).json().error.message).toBe('Программа уже не показывается');
  const end = await last();
  expect(end.words).toBe('Кредит «Северный» снят с показа');
  expect((await undo(end.id)).statusCode).toBe(200);
  await shows(shop, 'Северный');

  const later = await post('/api/admin/credit-programs', {
    ...credit,
    name: 'Будущий',
    starts_at: '2098-01-01T00:00:00Z',
    ends_at: '2099-01-01T00:00:00Z',
  });
  const coming = `/api/admin/credit-programs/${later.json().id}`;
  expect((await get(coming)).json().state).toBe('waiting');
  await shows(shop, 'Будущий', false);
  const filter = encodeURIComponent('{"state":["waiting"],"q":"будущ"}');
  expect((await get(`/api/admin/credit-programs?filter=${filter}`)).json()).toMatchObject({
    items: [{ name: 'Будущий' }],
    total: 1,
  });
  expect((await patch(coming, { starts_at: null })).json().state).toBe('running');
  await shows(shop, 'Будущий');
  const ended = (await post(`${coming}/end`)).json();
  expect([ended.state, Date.parse(ended.starts_at) < Date.parse(ended.ends_at)]).toEqual(['ended', true]);
});

test('a draft of a credit programme is listed as one, waits in a release, is published by a change and taken back by the log', async () => {
  const made = await post('/api/admin/credit-programs', { ...credit, name: 'Осенний', is_draft: true });
  const record = `/api/admin/credit-programs/${made.json().id}`;
  const shop = '/kredit/?sum=100000&months=12';
  expect((await get(record)).json()).toMatchObject({ state: 'draft', is_draft: true });
  await shows(shop, 'Осенний', false);
  const filter = encodeURIComponent('{"state":["draft"]}');
  expect((await get(`/api/admin/credit-programs?filter=${filter}`)).json()).toMatchObject({
    items: [{ name: 'Осенний', state: 'draft' }],
    total: 1,
  });
  const free = (await get('/api/admin/release-drafts')).json().items;
  expect(free).toContainEqual(expect.objectContaining({ kind: 'credit', title: 'Осенний' }));

  expect((await patch(record, { is_draft: false })).json().state).toBe('running');
  await shows(shop, 'Осенний');
  const line = (await get('/api/admin/audit?per_page=1', cast.headers.owner)).json().items[0];
  expect(line.words).toBe('Кредит «Осенний»: черновик');
  expect((await post(`/api/admin/audit/${line.id}/undo`, undefined, cast.headers.owner)).statusCode).toBe(200);
  await shows(shop, 'Осенний', false);
});

test('terms of credit that contradict each other, or name no full cost, are refused at their field; branches do not keep them', async () => {
  const fieldsOf = async (body: object) =>
    (await post('/api/admin/credit-programs', { ...credit, ...body })).json().error.fields;
  expect(await fieldsOf({ max_sum_kopecks: 299_900, rate_to: 2_000, full_cost_to: 2_000 })).toEqual({
    max_sum_kopecks: 'Не меньше суммы «от»',
    rate_to: 'Не меньше ставки «от»',
    full_cost_to: 'Не меньше полной стоимости «от»',
  });
  expect(await fieldsOf({ full_cost_from: 219, full_cost_to: 329 })).toEqual({
    full_cost_from: 'Не бывает меньше ставки «от»',
    full_cost_to: 'Не бывает меньше ставки «до»',
  });
  expect(await fieldsOf({ full_cost_from: null, full_cost_to: 'много' })).toEqual({
    full_cost_from: 'Укажите процент',
    full_cost_to: 'Укажите процент',
  });
  expect(await fieldsOf({ rate_to: 29_201 })).toEqual({
    rate_to: 'Не больше 292 % годовых: дороже закон не разрешает',
  });
  expect(await fieldsOf({ min_sum_kopecks: 0 })).toEqual({ min_sum_kopecks: 'Не меньше 1 ₽' });
  expect(await fieldsOf({ months: [] })).toEqual({ months: 'Нужен хотя бы один срок' });
  expect(await fieldsOf({ months: '6 и 12' })).toEqual({ months: 'Сроки — числа месяцев через запятую' });
  expect(await fieldsOf({ months: [12, 6] })).toEqual({ months: 'Сроки идут по возрастанию и не повторяются' });
  expect(await fieldsOf({ months: [6, 6] })).toEqual({ months: 'Сроки идут по возрастанию и не повторяются' });
  expect(await fieldsOf({ months: [6, 121] })).toEqual({ 'months.1': 'Срок — от 1 до 120 месяцев' });
  expect(await fieldsOf({ months: Array.from({ length: 13 }, (_, at) => at + 1) })).toEqual({
    months: 'Не больше 12 сроков',
  });
  expect(await fieldsOf({ terms: ' ' })).toEqual({ terms: 'Обязательно для заполнения' });
  const { starts_at } = days;
  expect(await fieldsOf({ starts_at, ends_at: starts_at })).toEqual({ ends_at: 'Конец должен быть позже начала' });

  const record = `/api/admin/credit-programs/${(await post('/api/admin/credit-programs', credit)).json().id}`;
  expect((await patch(record, { rate_from: 4_000 })).json().error.fields).toMatchObject({
    rate_to: 'Не меньше ставки «от»',
  });
  const { header } = await makeStaff(db, ['marketing'], { departments: [branches.own] });
  expect((await get(record, header)).statusCode).toBe(200);
  expect((await patch(record, { terms: 'Свои' }, header)).statusCode).toBe(403);
  expect((await post('/api/admin/credit-programs', credit, header)).statusCode).toBe(403);
  expect((await post(`${record}/end`, undefined, header)).statusCode).toBe(403);
});

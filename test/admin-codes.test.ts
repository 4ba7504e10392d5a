import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { decodeQr, readPdf } from './support/pdf.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const ask = (given: Call, cookie = cast.headers.owner) => call(cast, cookie, given);
const get = (url: string, cookie?: string) => ask({ method: 'GET', url }, cookie);
const post = (url: string, body?: object, cookie?: string) =>
  ask({ method: 'POST', url, ...(body && { body }) }, cookie);
const open = (url: string, host = 'idd.localhost') => cast.app.inject({ url, headers: { host, accept: 'text/html' } });
/** What is done holds in the shop within two seconds. */
const opens = (url: string, status: number) =>
  expect.poll(async () => (await open(url)).statusCode, { timeout: 2_000 }).toBe(status);
/** Of the codes in a PDF: what lies beside them is larger. */
function addressIn(bytes: Buffer, most: number): string {
  const pdf = readPdf(bytes);
  return String(decodeQr({ ...pdf, rectangles: pdf.rectangles.filter(({ height }) => height < most) }));
}

const point = '00132';

test('codes are made for marked goods once, open what lies in that point, and are printed for its branch', async () => {
  const first = await makeProduct(db, { name: 'Штукатурка Тонкая', article: 'ШТ-1', on_hand: 40 });
  const second = await makeProduct(db, { name: 'Шпатлёвка Белая', on_hand: 40 });
  const body = { product_ids: [first.id, second.id, first.id], department_id_1c: point, note: 'Стеллаж 4' };
  const made = await post('/api/admin/shelf-codes', body);
  const codes = [first, second].map(({ idcode }) => `${idcode}-${point}`.toLowerCase());
  expect([made.statusCode, made.json()]).toEqual([201, { codes, made: 2 }]);
  const again = await post('/api/admin/shelf-codes', { ...body, product_ids: [second.id, first.id] });
  expect(again.json()).toEqual({ codes: codes.toReversed(), made: 0 });

  const { items } = (await get('/api/admin/shelf-codes?filter={"q":"стеллаж 4"}')).json();
  expect(items).toHaveLength(2);
  const row = items.find(({ id }: { id: string }) => id === codes[0]);
  expect(row).toMatchObject({ product: 'Штукатурка Тонкая', state: 'running', path: `/qr/p/${codes[0]}/` });
  expect(row).toMatchObject({ department_id_1c: point, created_by: 'Роль owner', ends_at: null });
  expect((await open(row.path)).body).toContain('Штукатурка');

  const paper = await get(`/api/admin/shelf-code-labels?codes=${codes.join(',')}`);
  expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
  const { pages, text } = readPdf(paper.rawPayload);
  expect(pages).toBe(1);
  for (const words of ['Штукатурка Тонкая', 'Арт. ШТ-1', 'Шпатлёвка Белая']) expect(text).toContain(words);
  const one = await get(`/api/admin/shelf-code-labels?codes=${codes[0]}`);
  expect(addressIn(one.rawPayload, 10)).toMatch(new RegExp(`^https?://idd\\.localhost[^/]*/qr/p/${codes[0]}/$`));
});

test('an ended code leads nowhere, is not printed, and works again when it is resumed or asked for once more', async () => {
  const { id } = await makeProduct(db, { name: 'Клей плиточный' });
  const [code] = (await post('/api/admin/shelf-codes', { product_ids: [id], department_id_1c: null })).json().codes;
  await opens(`/qr/p/${code}/`, 200);
  expect((await post(`/api/admin/shelf-codes/${code}/end`)).json().state).toBe('ended');
  await opens(`/qr/p/${code}/`, 404);
  expect((await post(`/api/admin/shelf-codes/${code}/end`)).statusCode).toBe(404);
  expect((await get(`/api/admin/shelf-code-labels?codes=${code}&branch=${branches.own}`)).statusCode).toBe(404);
  expect((await post(`/api/admin/shelf-codes/${code}/resume`)).json().state).toBe('running');
  await opens(`/qr/p/${code}/`, 200);
  await post(`/api/admin/shelf-codes/${code}/end`);
  expect((await post('/api/admin/shelf-codes', { product_ids: [id], department_id_1c: null })).json()).toEqual({
    codes: [code],
    made: 0,
  });
  await opens(`/qr/p/${code}/`, 200);
});

test('a code for any point is printed for the branch that is chosen, and asks for it where none is', async () => {
  const { id } = await makeProduct(db);
  const [code] = (await post('/api/admin/shelf-codes', { product_ids: [id], department_id_1c: null })).json().codes;
  const refused = await get(`/api/admin/shelf-code-labels?codes=${code}`);
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    422,
    'Выберите филиал вверху: код откроет его цены и остатки',
  ]);
  const paper = await get(`/api/admin/shelf-code-labels?codes=${code}&branch=${branches.foreign}`);
  expect(addressIn(paper.rawPayload, 10)).toMatch(/^https?:\/\/cherepovets\.idd\.localhost/);
});

test('an idcode that no address holds still gives a code; unknown goods, points and too many are refused', async () => {
  const odd = await makeProduct(db, { idcode: 'А.Б_7' });
  const other = await makeProduct(db, { idcode: 'а.б-7' });
  const make = (body: object) => post('/api/admin/shelf-codes', { department_id_1c: null, ...body });
  const { codes } = (await make({ product_ids: [odd.id, other.id] })).json();
  expect(new Set(codes).size).toBe(2);
  for (const code of codes) expect(code).toMatch(/^[a-z0-9][a-z0-9-]{1,39}$/);
  expect((await make({ product_ids: [2_000_000] })).statusCode).toBe(404);
  expect((await make({ product_ids: [] })).json().error.fields.product_ids).toContain('Отметьте товары');
  expect((await make({ product_ids: [odd.id], department_id_1c: '99999' })).json().error.fields).toEqual({
    department_id_1c: 'Выберите пункт',
  });
});

test('staff of one branch see the codes of its points and those for any', async () => {
  const { id } = await makeProduct(db, { name: 'Грунтовка глубокая' });
  for (const department_id_1c of [null, point, branches.foreign])
    await post('/api/admin/shelf-codes', { product_ids: [id], department_id_1c });
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  const { items } = (await get('/api/admin/shelf-codes?filter={"q":"грунтовка"}', header)).json();
  expect(items.map((row: { department_id_1c: string | null }) => row.department_id_1c).sort()).toEqual([point, null]);
  const places = (await get('/api/admin/shelf-code-places', header)).json().items;
  expect(places.map(({ branch }: { branch: string }) => branch)).not.toContain('Череповец');
  expect(
    (await post('/api/admin/shelf-codes', { product_ids: [id], department_id_1c: point }, header)).statusCode,
  ).toBe(403);
});

test('a code of a campaign leads with its marks until its end, is ended, given another end and printed', async () => {
  const campaign = { code: 'Listovka-1', target: '/catalog/?discounted=1', utm_source: 'gazeta' };
  const made = await post('/api/admin/campaign-codes', {
    ...campaign,
    ends_at: '2099-01-01T00:00:00Z',
    note: 'Газета',
  });
  expect([made.statusCode, made.json()]).toEqual([201, { id: 'listovka-1' }]);
  expect(String((await open('/qr/c/listovka-1/')).headers.location)).toContain(
    'utm_source=gazeta&utm_campaign=listovka-1',
  );
  expect((await post('/api/admin/campaign-codes', campaign)).json().error.fields).toEqual({
    code: 'Такой код уже есть',
  });

  const url = '/api/admin/campaign-codes/listovka-1';
  expect((await post(`${url}/end`)).json().state).toBe('ended');
  expect((await open('/qr/c/listovka-1/')).statusCode).toBe(404);
  expect((await post(`${url}/resume`, { ends_at: '2020-01-01T00:00:00Z' })).json().error.fields).toEqual({
    ends_at: 'Этот срок уже прошёл',
  });
  expect((await post(`${url}/resume`, { ends_at: null })).json()).toMatchObject({ state: 'running', ends_at: null });
  expect((await open('/qr/c/listovka-1/')).statusCode).toBe(302);
  const paper = await get(`${url}/label`);
  expect(readPdf(paper.rawPayload).text).toContain('Газета');
  expect(addressIn(paper.rawPayload, 20)).toMatch(/\/qr\/c\/listovka-1\/$/);

  const fieldsOf = async (body: object) =>
    (await post('/api/admin/campaign-codes', { ...campaign, code: 'vtoroy', ...body })).json().error.fields;
  expect(await fieldsOf({ code: 'Ёлка' })).toEqual({
    code: 'От 2 до 40 знаков: строчные латинские буквы, цифры, дефис',
  });
  for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example', ''])
    expect(Object.keys(await fieldsOf({ target }))).toEqual(['target']);
  expect(await fieldsOf({ utm_source: ' ' })).toEqual({ utm_source: 'Обязательно для заполнения' });
});

import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { decodeQr, readPdf } from './support/pdf.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const ask = (ids: number[], branch = branches.own as string | null, header = cast.headers.owner) =>
  call(cast, header, {
    method: 'GET',
    url: `/api/admin/price-tags?ids=${ids.join(',')}${branch ? `&branch=${branch}` : ''}`,
  });

const make = (fields: object) => makeProduct(db, { category_id: cast.category.id, ...fields });

test('a tag has the name, the price of the branch, what it is of, the article, the barcode and the address of the product', async () => {
  const product = await make({ name: 'Штукатурка «Ёлка»', article: 'ШТ-7', barcode: '4600000000015' });
  const answer = await ask([product.id]);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const pdf = readPdf(answer.rawPayload);
  expect(pdf.pages).toBe(1);
  for (const words of ['Штукатурка «Ёлка»', '489 ₽', 'за мешок', 'Арт. ШТ-7', '4600000000015', 'ООО «ИДД»'])
    expect(pdf.text).toContain(words);
  const squares = { ...pdf, rectangles: pdf.rectangles.filter(({ height }) => height < 5) };
  expect(decodeQr(squares)).toMatch(new RegExp(`^https?://[^/]+/product/${product.slug}/$`));
});

test('long codes, sellers and words leave the day, the branch and the price where they are', async () => {
  const product = await make({
    name: `Плита${'длинноеслово'.repeat(20)}`,
    article: 'PROFI-1234567-XL-25KG-WHITE-MATTE',
    barcode: '4600000000022',
  });
  const { text } = readPdf((await ask([product.id])).rawPayload);
  expect(text).toMatch(/489 ₽.*за мешок.*Арт\. PROFI-\S*….* \d\d\.\d\d\.\d{4} /);
});

test('the sort is that of the property which the product has, in the words of its page', async () => {
  await db
    .insertInto('attributes')
    .values(['sort_a', 'sort_b'].map((code) => ({ code, name: 'Сорт', type: 'text' as const })))
    .execute();
  const product = await make({ name: 'Доска', specs: { sort_b: 'Первый сорт' } });
  expect(readPdf((await ask([product.id])).rawPayload).text).toMatch(/Доска\. Сорт: Первый/);
});

test('ten tags stand on a page, in the order asked for; goods without a price are named behind them', async () => {
  const long = await make({ name: `Плита ${'очень-длинное слово '.repeat(12)}конец` });
  const others = [];
  for (let at = 1; at <= 10; at++) others.push(await make({ name: `Товар ${at}` }));
  const free = await make({ name: 'Без цены', price: null });
  const pdf = readPdf((await ask([long.id, free.id, ...others.map(({ id }) => id)])).rawPayload);
  expect(pdf.pages).toBe(2);
  expect(pdf.text).toMatch(/Плита .*… .*Товар 1 .*Товар 9 .*Товар 10 .*Без ценника, нет цены: Без цены/);
});

test('a branch must be chosen, its own alone for who is limited; too many and goods without prices are refused', async () => {
  const product = await make({ name: 'Одна' });
  const words = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json().error.message;
  expect(await words([product.id], null)).toBe('Выберите филиал вверху: на ценниках стоят его цены');
  expect(await words([])).toContain('Отметьте товары, ценники печатают не больше чем для 500\u00a0товаров');
  expect(await words(Array.from({ length: 501 }, (_, at) => at + 1))).toContain('Отметьте товары');
  const free = await make({ name: 'Без цены', price: null });
  expect(await words([free.id])).toBe('Ни у одного из этих товаров нет цены в филиале');
  const { header } = await makeStaff(db, ['pickup'], { departments: [branches.own] });
  expect((await ask([product.id], null, header)).statusCode).toBe(200);
  expect((await ask([product.id], branches.foreign, header)).statusCode).toBe(404);
});

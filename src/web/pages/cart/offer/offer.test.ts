import { expect, test } from 'vitest';
import { setRequisites } from '#modules/documents/seller-requisites.ts';
import { readLines } from '#modules/estimates/read-lines.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { readPdf } from '#test/support/pdf.ts';
import { makeRequisites, requisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_900 });
const few = await makeProduct(db, { name: 'Краска Мат', price: 329_000, on_hand: 2 });

async function get(visitor: ReturnType<typeof formVisitor>, url: string) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return app.inject({ url, headers: { host: visitor.host, cookie } });
}

test('a cart is taken away as a commercial proposal: PDF and spreadsheet, with the sums of the cart', async () => {
  const visitor = formVisitor(app);
  await visitor.addToCart(mix, 14);
  await visitor.addToCart(few, 2);
  await db.updateTable('stock').set({ on_hand: 1 }).where('product_id', '=', few.id).execute();
  const page = await visitor.get('/cart/');
  expect(page.text).toContain('10 136 ₽');
  const pdf = await get(visitor, '/cart/offer.pdf');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const { text } = readPdf(pdf.rawPayload);
  expect(text).toContain('Коммерческое предложение');
  expect(text).toContain('Штукатурка Гладь');
  expect(text).toContain('10 136,00');
  expect(text).toContain('Не вошло, потому что сейчас нет в наличии: Краска Мат — 1');
  const one = readPdf((await get(visitor, `/cart/offer.pdf?items=${mix.id}`)).rawPayload).text;
  expect(one).toContain('6 846,00');
  expect(one, 'of what is ticked alone').not.toContain('Не вошло');
  const sheet = await get(visitor, '/cart/offer.xlsx');
  expect(sheet.headers['content-type']).toContain('spreadsheetml');
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('a proposal of a seller free of VAT names none, one of a seller with VAT says how much', async () => {
  const visitor = formVisitor(app);
  await visitor.addToCart(mix, 14);
  const offer = async () => readPdf((await get(visitor, '/cart/offer.pdf')).rawPayload).text;
  expect(await offer()).toMatch(/Цена с НДС.*В том числе НДС 22\s%: 1 234,52.*указаны с\sНДС/s);
  await setRequisites(db, { ...requisites, is_vat_payer: false });
  const text = await offer();
  expect(text).toContain('НДС: не облагается');
  expect(text).not.toMatch(/с\sНДС|22\s%/);
  await makeRequisites(db);
});

test('a filled cart leads to adding goods by a list of articles, and articles of such a list become lines', async () => {
  const visitor = formVisitor(app);
  await visitor.addToCart(mix, 1);
  expect((await visitor.get('/cart/')).html).toContain('href="/order-help/estimate/"');
  expect(readLines('0012847 - 3\n0012848 - 5').map(({ name, amount }) => [name, amount])).toEqual([
    ['0012847', '3'],
    ['0012848', '5'],
  ]);
});

test('nothing to order is no proposal', async () => {
  expect(await get(formVisitor(app), '/cart/offer.pdf')).toMatchObject({ statusCode: 302 });
});

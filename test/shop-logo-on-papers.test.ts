import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { issueDocument } from '#modules/documents/issue-document.ts';
import { papersOfEmail } from '#modules/documents/papers-of-email.ts';
import { renderDocument } from '#modules/documents/render-document.ts';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { logoForPaper } from '#modules/settings/logo-file.ts';
import { readSettings } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { keepUpload } from '#modules/uploads/uploads.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { ensure } from '#shared/ensure.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { formVisitor } from './support/form-visitor.ts';
import { orderInput, orderPlace } from './support/orders.ts';
import { decodeQr, readPdf } from './support/pdf.ts';
import { makeRequisites } from './support/requisites.ts';
import { makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
const dataDir = await testFolder();
const folder = filesFolder(dataDir);
let cast: AdminCast;
/** An order that is paid by its invoice. */
let order_id: string;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: dataDir });
  await makeRequisites(db);
  const input = orderInput([[cast.product, 2]], {
    payment: { method: 'invoice' },
    company: { name: 'ООО «Ремонт и стройка»', inn: '7707083893' },
  });
  const placed = await db.transaction().execute(async (db) => placeOrder(db, await orderPlace(db), input));
  order_id = placed.id;
  await db.transaction().execute(async (db) => {
    await confirmOrder(db, order_id, { who: 'покупатель' });
    await issueDocument(db, { kind: 'invoice', part: 1 }, ensure(await getOrder(db, order_id)));
  });
});

async function setLogo(logo: string | null) {
  const { company } = await readSettings(db);
  await db.transaction().execute((db) => saveSetting(db, 'company', { ...company, logo }));
}

async function file(url: string): Promise<Buffer> {
  const answer = await call(cast, cast.headers.owner, { method: 'GET', url });
  expect([answer.statusCode, answer.headers['content-type']], url).toEqual([200, 'application/pdf']);
  return answer.rawPayload;
}

const invoice = () => file(`/api/admin/orders/${order_id}/documents/invoice.pdf`);

async function offer(): Promise<Buffer> {
  const visitor = formVisitor(cast.app);
  await visitor.addToCart(cast.product, 2);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await cast.app.inject({ url: '/cart/offer.pdf', headers: { host: visitor.host, cookie } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return answer.rawPayload;
}

async function ofEmail(): Promise<Buffer> {
  const [paper] = await papersOfEmail(db, { order_id, event: 'placed' }, folder);
  return ensure(paper).content;
}

let tagged: number[] = [];
async function tags(): Promise<Buffer> {
  if (tagged.length === 0)
    tagged = (await Promise.all([1, 2, 3].map(() => makeProduct(db, { category_id: cast.category.id })))).map(
      ({ id }) => id,
    );
  return file(`/api/admin/price-tags?branch=${branches.own}&ids=${tagged.join(',')}`);
}

let label = '';
async function leaflet(): Promise<Buffer> {
  label ||= (await ensure(examples['GET /api/admin/campaign-codes/:id/label']).make(cast)).url;
  return file(label);
}

/** Papers for buyers, with how often the logo stands on each. */
const papers: [name: string, make: () => Promise<Buffer>, times: number][] = [
  ['счёт', invoice, 1],
  ['счёт в письме', ofEmail, 1],
  ['коммерческое предложение', offer, 1],
  ['ценники', tags, 3],
  ['код кампании', leaflet, 1],
];

test('[2.16] the owner’s logo stands on invoices, proposals, price tags and codes for print, kept in each paper once; without it they are as before', async () => {
  const plain = new Map<string, string>();
  for (const [name, make] of papers) {
    const { pictures, drawn, text } = readPdf(await make());
    expect([name, pictures, drawn]).toEqual([name, [], 0]);
    plain.set(name, text);
  }
  // Seen through: on paper it stands on white.
  const bytes = await sharp({ create: { width: 1_200, height: 300, channels: 4, background: '#0f5a4780' } })
    .png()
    .toBuffer();
  const { file: logo } = await keepUpload(db, folder, { name: 'logo.png', bytes, staff_user_id: cast.staff.owner.id });
  await setLogo(logo);
  for (const [name, make, times] of papers) {
    const { pictures, drawn, text } = readPdf(await make());
    expect([name, pictures, drawn]).toEqual([name, [{ width: 900, height: 225 }], times]);
    expect(text, `${name}: the words are those of before`).toBe(plain.get(name));
  }
  const drawn = await invoice();
  expect((await invoice()).equals(drawn), 'the same paper is the same bytes').toBe(true);
  expect(decodeQr(readPdf(drawn)), 'its code can still be paid by').toMatch(/^ST00012\|Name=/);

  const content = await db
    .transaction()
    .execute(async (db) => issueDocument(db, { kind: 'invoice', part: 1 }, ensure(await getOrder(db, order_id))));
  const picture = await logoForPaper(folder, logo);
  expect(picture).toMatchObject({ width: 900, height: 225 });
  const upd = readPdf(await renderDocument({ ...content, kind: 'upd' }, picture));
  expect(upd.pictures, 'an УПД is a form of the tax service').toEqual([]);

  await rm(join(folder, logo));
  for (const [name, make] of papers) expect([name, readPdf(await make()).drawn]).toEqual([name, 0]);
  await setLogo(null);
});

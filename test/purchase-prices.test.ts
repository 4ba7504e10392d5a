import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { branchesOf } from '#modules/departments/directory.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { lookAtTable, readLongXlsx } from '#modules/exchange/read-table.ts';
import { alertOnProduct } from '#modules/subscriptions/alert-on-product.ts';
import { dueAlerts, writeAlertEmail } from '#modules/subscriptions/send-alerts.ts';
import { confirmSubscriptions } from '#modules/subscriptions/subscribe.ts';
import { noteGoodsChanges } from '#modules/webhooks/note-goods.ts';
import { addWebhook } from '#modules/webhooks/webhooks.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';
import { formVisitor } from './support/form-visitor.ts';
import { runJobs } from './support/jobs.ts';
import { orderBy } from './support/orders.ts';
import { readPdf } from './support/pdf.ts';
import { makePurchasePrice, purchasePriceWords } from './support/purchase-price.ts';

// Pages, calls, feeds and the index are walked by access.test.ts and admin-access.test.ts; here is what is not read as
// text there: papers, tables, messages to other programs, emails.
const { db, url } = await testDatabase();
const keys = await secretKeys(db, undefined);
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  await makePurchasePrice(db, cast.product);
});

const named = (text: string) => purchasePriceWords.filter((word) => text.includes(word));
/** The purchase price moves, and the price of the shop too. */
const movePrices = (price: number) =>
  sql`
    update prices set price = case price_column when 'zakupka' then price + 0 when 'vologda' then ${price} else price end,
      old_price = null
    where product_id = ${cast.product.id}`.execute(db);

test('[17] a webhook about prices says none of a column of purchase prices', async () => {
  const input = {
    url: 'https://partner.example/hook',
    events: ['prices.changed', 'stock.changed'],
    department_id_1c: null,
  };
  await db.transaction().execute((db) => addWebhook(db, keys, input as Parameters<typeof addWebhook>[2]));
  await movePrices(47_100);
  expect(await noteGoodsChanges(db)).toBeGreaterThan(0);
  const { rows } = await sql<{ data: string }>`select data::text from webhook_events`.execute(db);
  const text = rows.map(({ data }) => data).join('\n');
  expect(text).toContain('471');
  expect(named(text)).toEqual([]);
});

test('[17] neither a price tag nor a commercial proposal, on paper or as a table, names a purchase price', async () => {
  const tag = await call(cast, cast.headers.owner, {
    method: 'GET',
    url: `/api/admin/price-tags?ids=${cast.product.id}&branch=${branches.own}`,
  });
  const visitor = formVisitor(cast.app);
  await visitor.addToCart(cast.product, 3);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const offer = (kind: 'pdf' | 'xlsx') =>
    cast.app.inject({ url: `/cart/offer.${kind}`, headers: { host: visitor.host, cookie } });
  const table = await lookAtTable('offer.xlsx', (await offer('xlsx')).rawPayload, readLongXlsx);
  const papers = [
    readPdf(tag.rawPayload).text,
    readPdf((await offer('pdf')).rawPayload).text,
    JSON.stringify(table, null, 1),
  ];
  for (const text of papers) expect([text.includes('Штукатурка Гладь'), named(text)]).toEqual([true, []]);
});

test('[17] neither emails about an order nor those of who waits for a price name a purchase price', async () => {
  const vologda = branchesOf(await listDepartments(db)).find(({ id_1c }) => id_1c === branches.own)!;
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
  const email = 'anna@pochta.example';
  const requester = {
    user_id: null,
    department_id_1c: vologda.id_1c,
    priceContext: priceContextOf(vologda),
    origin: 'http://idd.localhost:3000',
    address: '127.0.0.1',
  };
  const topic = 'price_drops' as const;
  const asked = {
    product_id: cast.product.id,
    topic,
    email,
    frequency: 'at_once' as const,
    consent_personal_data: '1',
  };
  await db.transaction().execute((db) => alertOnProduct(db, keys, requester, asked, start));
  await confirmSubscriptions(db, email, start);
  const later = new Date(start.getTime() + 3_600_000);
  for (const to of await dueAlerts(db, vologda, later))
    await db.transaction().execute((db) => writeAlertEmail(db, keys, vologda, to, later));
  await movePrices(31_300);
  const last = new Date(start.getTime() + 2 * 3_600_000);
  for (const to of await dueAlerts(db, vologda, last))
    await db.transaction().execute((db) => writeAlertEmail(db, keys, vologda, to, last));
  await orderBy(db, cast.buyer, [[cast.product, 2]], { branch: branches.own });
  await runJobs(db, url);
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, subject || text || html as text from mails`.execute(db);
  const subjects = rows.map(({ subject }) => subject).join('\n');
  expect(subjects).toContain('Подешевело: Штукатурка Гладь');
  expect(subjects).toMatch(/[Зз]аказ/);
  expect(rows.flatMap(({ text }) => named(text))).toEqual([]);
});

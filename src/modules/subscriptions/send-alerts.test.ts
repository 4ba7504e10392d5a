import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { branchesOf } from '#modules/departments/directory.ts';
import { type Department, listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { enqueue } from '#platform/queue.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastEmail } from '#test/support/emails.ts';
import { runJobs } from '#test/support/jobs.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { testSmtp } from '#test/support/smtp.ts';
import { alertOnProduct } from './alert-on-product.ts';
import { listSubscriptions } from './queries.ts';
import type { AlertTopic, Frequency } from './schema.ts';
import { dueAlerts, writeAlertEmail } from './send-alerts.ts';
import { dueNews, readNews, writeNewsEmail } from './send-news.ts';
import {
  confirmSubscriptions,
  forgetOldSubscriptions,
  forgetSubscriptions,
  subscribe,
  unsubscribePerson,
} from './subscribe.ts';

const { db, url } = await testDatabase();
const smtp = await testSmtp();
await makeBranches(db);
const keys = await secretKeys(db, undefined);
const category = await makeCategory(db, 'shtukaturki', 'Штукатурки');
const branches = branchesOf(await listDepartments(db));
const vologda = branches.find(({ id_1c }) => id_1c === '00131')!;
const cherepovets = branches.find(({ id_1c }) => id_1c === '00052')!;
// After the texts of the consents came into force.
const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const email = 'anna@pochta.example';

beforeEach(async () => {
  await sql`truncate subscriptions, subscription_emails, mails cascade`.execute(db);
});

function product(more: Record<string, unknown> = {}) {
  return makeProduct(db, { category_id: category.id, price: 50_000, on_hand: 100, ...more });
}

async function watch(
  product_id: number,
  topic: AlertTopic,
  frequency: Frequency = 'at_once',
  { to = email, branch = vologda, confirmed = true }: { to?: string; branch?: Department; confirmed?: boolean } = {},
) {
  const requester = {
    user_id: null,
    department_id_1c: branch.id_1c,
    priceContext: priceContextOf(branch),
    origin: 'http://idd.localhost:3000',
    address: '127.0.0.1',
  };
  const request = { product_id, topic, email: to, frequency, consent_personal_data: '1' };
  await db.transaction().execute((db) => alertOnProduct(db, keys, requester, request, start));
  if (confirmed) await confirmSubscriptions(db, to, start);
  await sql`delete from mails where subject = 'Подтвердите подписку'`.execute(db);
}

const price = (id: number, kopecks: number, column = 'vologda') =>
  sql`update prices set price = ${kopecks} where product_id = ${id} and price_column = ${column}`.execute(db);
const stock = (id: number, on_hand: number, reserved = 0) =>
  sql`update stock set on_hand = ${on_hand}, on_hand_base = ${on_hand * 30}, reserved = ${reserved} where product_id = ${id} and store = 'store12'`.execute(
    db,
  );

/** One run of the job at this moment; how many emails it wrote. */
async function run(now: Date, branch = vologda): Promise<number> {
  let emails = 0;
  for (const to of await dueAlerts(db, branch, now))
    if (await db.transaction().execute((db) => writeAlertEmail(db, keys, branch, to, now))) emails += 1;
  return emails;
}

test('a lower price is told once, a still lower one again, a raised and lowered one not', async () => {
  const plaster = await product();
  await watch(plaster.id, 'price_drops');
  expect(await run(later(1))).toBe(0);
  await price(plaster.id, 45_000);
  expect(await run(later(2))).toBe(1);
  expect(await run(later(3))).toBe(0);
  const emailMessage = await lastEmail(db, email);
  expect(emailMessage.subject).toBe(`Подешевело: ${plaster.name}`);
  expect(emailMessage.text).toContain('450\u00a0₽ вместо 500\u00a0₽');
  expect(emailMessage.text).toContain(`http://idd.localhost:3000/product/${plaster.slug}/`);
  await price(plaster.id, 60_000);
  expect(await run(later(4))).toBe(0);
  await price(plaster.id, 46_000);
  expect(await run(later(5))).toBe(0);
  await price(plaster.id, 44_900);
  expect(await run(later(6))).toBe(1);
});

test('a returned product is told once and its alert ends; what is reserved is not there', async () => {
  const mix = await product({ on_hand: 0, min_count: 5 });
  await watch(mix.id, 'back_in_stock');
  await stock(mix.id, 4);
  expect(await run(later(1))).toBe(0);
  await stock(mix.id, 20, 16);
  expect(await run(later(1))).toBe(0);
  await stock(mix.id, 20, 15);
  expect(await run(later(2))).toBe(1);
  expect((await lastEmail(db, email)).text).toContain('в наличии 5\u00a0мешков');
  expect(await listSubscriptions(db, [email])).toEqual([]);
  await stock(mix.id, 0);
  await stock(mix.id, 100);
  expect(await run(later(3))).toBe(0);
});

test('one email holds everything one person waited for', async () => {
  const [first, second, third] = [await product(), await product(), await product({ on_hand: 0 })];
  await watch(first.id, 'price_drops');
  await watch(second.id, 'price_drops', 'weekly');
  await watch(third.id, 'back_in_stock');
  await price(first.id, 40_000);
  await price(second.id, 40_000);
  await stock(third.id, 3);
  expect(await run(later(1))).toBe(1);
  const { subject, text, html } = await lastEmail(db, email);
  expect(subject).toBe(`Подешевело: 2\u00a0товара, снова в наличии: ${third.name}`);
  for (const { name } of [first, second, third]) {
    expect(text).toContain(name);
    expect(html).toContain(name);
  }
  expect(text).toContain('Телефоны: +7-817-200-35-35');
  expect(text).toContain('Часы работы: Пн–Пт 09:00–20:00');
});

test('daily waits a day and weekly a week after the last email, to the second on both sides', async () => {
  for (const [frequency, hours] of [
    ['daily', 24],
    ['weekly', 168],
  ] as const) {
    await sql`truncate subscriptions, subscription_emails, mails cascade`.execute(db);
    const [first, second] = [await product(), await product()];
    await watch(first.id, 'price_drops', frequency);
    await watch(second.id, 'price_drops', frequency);
    await price(first.id, 40_000);
    expect(await run(start)).toBe(1);
    await price(second.id, 40_000);
    expect(await run(new Date(later(hours).getTime() - 1_000))).toBe(0);
    expect(await run(later(hours))).toBe(1);
    expect(await run(new Date(later(hours).getTime() + 1_000))).toBe(0);
    expect(await countEmails(db, email)).toBe(2);
  }
});

test('a price that rises again before its weekly email is no news', async () => {
  const [first, second] = [await product(), await product()];
  await watch(first.id, 'price_drops', 'weekly');
  await watch(second.id, 'price_drops', 'weekly');
  await price(first.id, 40_000);
  expect(await run(start)).toBe(1);
  await price(second.id, 40_000);
  expect(await run(later(100))).toBe(0);
  await price(second.id, 50_000);
  expect(await run(later(200))).toBe(0);
});

test('two workers at once write one email each reader', async () => {
  const [plaster, mix] = [await product(), await product({ on_hand: 0 })];
  const readers = Array.from({ length: 12 }, (_, n) => `reader-${n}@pochta.example`);
  for (const to of readers) {
    await watch(plaster.id, 'price_drops', 'at_once', { to });
    await watch(mix.id, 'back_in_stock', 'at_once', { to });
  }
  await price(plaster.id, 30_000);
  await stock(mix.id, 50);
  await Promise.all([run(later(1)), run(later(1)), run(later(1))]);
  for (const to of readers) expect([to, await countEmails(db, to)]).toEqual([to, 1]);
});

test('an alert nobody confirmed, one of another branch and one that ended say nothing', async () => {
  const plaster = await product();
  await sql`insert into prices (price_column, product_id, price) values ('cherepovets', ${plaster.id}, 50000)`.execute(
    db,
  );
  await watch(plaster.id, 'price_drops', 'at_once', { to: 'unproven@pochta.example', confirmed: false });
  await watch(plaster.id, 'price_drops', 'at_once', { to: 'north@pochta.example', branch: cherepovets });
  await price(plaster.id, 40_000);
  expect(await run(later(1))).toBe(0);
  expect(await run(later(1), cherepovets)).toBe(0);
  await price(plaster.id, 45_000, 'cherepovets');
  expect(await run(later(2), cherepovets)).toBe(1);
  expect(await countEmails(db, 'unproven@pochta.example')).toBe(0);
});

test('only what can come true is watched', async () => {
  const there = await product();
  const unpriced = await product({ price: null });
  const gone = await product({ on_hand: 0, switched_off_at: start });
  await expect(watch(there.id, 'back_in_stock')).rejects.toMatchObject({ code: 'cannot_alert' });
  await expect(watch(unpriced.id, 'price_drops')).rejects.toMatchObject({ code: 'cannot_alert' });
  await expect(watch(gone.id, 'back_in_stock')).rejects.toMatchObject({ code: 'cannot_alert' });
  await expect(watch(99_999_999, 'price_drops')).rejects.toMatchObject({ code: 'not_found' });
});

test('the job’s email travels with the headers of one-click unsubscribing', async () => {
  const plaster = await product();
  await watch(plaster.id, 'price_drops');
  await price(plaster.id, 40_000);
  await enqueue(db, 'send_alerts');
  await runJobs(db, url, { SMTP_URL: smtp.url });
  await enqueue(db, 'send_alerts');
  await runJobs(db, url, { SMTP_URL: smtp.url });
  const sent = smtp.received.filter(({ to }) => to.includes(email));
  expect(sent).toHaveLength(1);
  const head = sent[0]!.data.replace(/\r\n[ \t]/g, '');
  expect(head).toMatch(/^List-Unsubscribe: ?<http:\/\/idd\.localhost:3000\/subscription\/\?key=/m);
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('news of the branch come once a week, not twice the same, and not to whoever has left', async () => {
  const reader = {
    email,
    is_proven: true,
    user_id: null,
    department_id_1c: '00131',
    form: 'subscription',
    origin: 'http://idd.localhost:3000',
  };
  await subscribe(db, keys, reader, { topic: 'actions', frequency: 'weekly' }, start);
  await product({ name: 'Шпатлёвка финишная', price: 30_000, old_price: 40_000 });
  await sql`update price_changes set changed_at = now() - interval '10 days', price = 40000
    where product_id = (select id from products where name = 'Шпатлёвка финишная')`.execute(db);
  await sql`insert into price_changes (price_column, product_id, changed_at, price)
    select 'vologda', id, now() - interval '1 day', 30000 from products where name = 'Шпатлёвка финишная'`.execute(db);
  const news = (await readNews(db, vologda, start))!;
  const write = (now: Date, reported = news) =>
    db.transaction().execute((db) => writeNewsEmail(db, keys, vologda, email, reported, now));
  expect(await dueNews(db, vologda, news.hash, start)).toEqual([email]);
  expect(await Promise.all([write(start), write(start)])).toContain(true);
  expect(await countEmails(db, email)).toBe(1);
  const emailMessage = await lastEmail(db, email);
  expect(emailMessage.subject).toBe('Скидки и новинки в Вологде');
  expect(emailMessage.text).toContain('300\u00a0₽ вместо 400\u00a0₽');
  const other = { ...news, hash: 'other' };
  expect(await write(later(166), other)).toBe(false);
  expect(await write(later(168), news)).toBe(false);
  expect(await write(later(168), other)).toBe(true);
  await sql`update subscriptions set ended_at = ${start}`.execute(db);
  expect(await write(later(900), { ...news, hash: 'third' })).toBe(false);
});

test('an address that never confirmed is forgotten after thirty days', async () => {
  const plaster = await product();
  await watch(plaster.id, 'price_drops', 'at_once', { confirmed: false });
  await forgetOldSubscriptions(db, later(24 * 30 - 1));
  expect(await listSubscriptions(db, [email])).toHaveLength(1);
  await forgetOldSubscriptions(db, later(24 * 30 + 1));
  expect(await listSubscriptions(db, [email])).toEqual([]);
});

test('a stranger who names somebody’s address gets no hold on their alert', async () => {
  const plaster = await product();
  await watch(plaster.id, 'price_drops');
  const stranger = await makeUser(db);
  const requester = { user_id: stranger.id, department_id_1c: vologda.id_1c, priceContext: priceContextOf(vologda) };
  const place = { origin: 'http://idd.localhost:3000', address: '127.0.0.2' };
  const request = { product_id: plaster.id, topic: 'price_drops', email, frequency: 'at_once' } as const;
  await db
    .transaction()
    .execute((db) =>
      alertOnProduct(db, keys, { ...requester, ...place }, { ...request, consent_personal_data: '1' }, start),
    );
  await unsubscribePerson(db, stranger.id, [stranger.email], start);
  await forgetSubscriptions(db, stranger.id, [stranger.email]);
  expect(await listSubscriptions(db, [email])).toMatchObject([{ topic: 'price_drops' }]);
});

import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { cleanUp } from '#jobs/clean-up.ts';
import { formStamp } from '#modules/forms/form-limits.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { type SettingKey, unsetSettings } from '#modules/settings/schema.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { writeReviewUrl } from '#shared/review-urls.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { signedIn } from './support/accounts.ts';
import { testConfig } from './support/config.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { jobContext } from './support/jobs.ts';
import { nextNumber } from './support/numbers.ts';

const { db } = await testDatabase();
const dataDir = await testFolder();
const keys = await secretKeys(db, undefined);
let cast: AdminCast;
/** The buyer of the cast, who has received the product. */
let buyer: string;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: dataDir });
  await db.updateTable('departments').set({ email: 'vologda@idd.example' }).where('id_1c', '=', '00131').execute();
  const { id } = await cast.anOrder();
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр' }));
  buyer = (await signedIn(db, cast.buyer)).header;
  const terms = { ...unsetSettings.form_terms, least_ms: 0, per_hour: 1_000 };
  await db.transaction().execute((db) => saveSetting(db, 'form_terms', terms));
});

/** The owner changes settings, as the screen does; the process hears of it a moment later. */
async function save(key: SettingKey, fields: object) {
  const url = `/api/admin/settings/${key}`;
  const read = await call(cast, cast.headers.owner, { method: 'GET', url });
  const headers = { 'if-match': String(read.headers.etag) };
  const answer = await call(cast, cast.headers.owner, { method: 'PATCH', url, body: fields, headers });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  await expect.poll(() => readSetting(db, key)).toMatchObject(fields);
}

const host = 'idd.localhost';

/** Posts a form of the shop with its files, as a browser does. */
async function post(url: string, fields: Record<string, string>, photos: Buffer[] = [], cookie?: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [at, bytes] of photos.entries())
    form.append('photos', new File([new Uint8Array(bytes)], `photo-${at}.jpg`, { type: 'image/jpeg' }));
  const request = new Request(`http://${host}`, { method: 'POST', body: form });
  return cast.app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': String(request.headers.get('content-type')),
      ...(cookie && { cookie }),
    },
  });
}

async function photo(background: string): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

const review = { rating: '5', text: 'Штукатурил кухню, тянется хорошо.', pros: '', cons: '', author_name: 'Анна С.' };

async function reviewAddress(): Promise<string> {
  const { slug } = await db
    .selectFrom('products')
    .select('slug')
    .where('id', '=', cast.product.id)
    .executeTakeFirstOrThrow();
  return writeReviewUrl(slug);
}

/** It asks the queue for nothing. */
const noHelpers = {} as JobHelpers;

/** The emails with this beginning of their key, and whether a job of the queue is to send each. */
async function emails(key: string) {
  const { rows } = await sql<{ key: string; to_address: string; is_queued: boolean }>`
    select m.key, m.to_address,
      exists (select from graphile_worker.jobs j where j.task_identifier = 'send_mail' and j.key = 'send mail ' || m.id) as is_queued
    from mails m where m.key like ${`${key}%`} order by m.id`.execute(db);
  return rows;
}

test('[2.15] as many photos stand at a review as the owner allows; with none the form does not ask for them', async () => {
  const url = await reviewAddress();
  const page = async () => (await cast.app.inject({ url, headers: { host, cookie: buyer } })).body;
  const [red, blue] = [await photo('#a05030'), await photo('#3050a0')];
  const photosOf = async () =>
    (await sql<{ id: string }>`select id from review_photos order by position`.execute(db)).rows.length;
  expect(await page()).toContain('name="photos"');

  await save('review_terms', { photos: 0 });
  expect(await page()).not.toContain('name="photos"');
  const forbidden = await post(url, review, [red], buyer);
  expect([forbidden.statusCode, forbidden.body]).toEqual([422, expect.stringContaining('Отзыв о товаре')]);
  expect(await photosOf()).toBe(0);
  expect((await sql`select from reviews`.execute(db)).rows, 'nothing of it is kept').toEqual([]);
  expect((await post(url, review, [], buyer)).statusCode, 'without photos it is taken').toBe(303);

  await save('review_terms', { photos: 1 });
  expect(await page()).toContain('name="photos"');
  const many = await post(url, review, [red, blue], buyer);
  expect([many.statusCode, many.body.replaceAll('\u00a0', ' ')]).toEqual([
    422,
    expect.stringContaining('Не больше 1 файла'),
  ]);
  expect(await photosOf()).toBe(0);
  expect((await post(url, review, [red], buyer)).statusCode).toBe(303);
  expect(await photosOf()).toBe(1);
  expect((await post(url, review, [blue], buyer)).statusCode, 'beside the one that stands').toBe(422);

  await save('review_terms', { photos: 3 });
  expect((await post(url, review, [blue], buyer)).statusCode).toBe(303);
  expect(await photosOf()).toBe(2);
});

test('[2.15] whom the owner named gets a copy of what is written to the branch about a review', async () => {
  await db.deleteFrom('reviews').execute();
  await db.deleteFrom('mails').execute();
  const url = await reviewAddress();
  expect((await post(url, review, [], buyer)).statusCode).toBe(303);
  const before = await emails('review');
  expect(before).toEqual([
    { key: expect.stringMatching(/^review \d+ written /), to_address: 'vologda@idd.example', is_queued: true },
  ]);
  await save('review_terms', { copy_email: 'Otzyvy@idd.example' });
  expect((await post(url, { ...review, rating: '4' }, [], buyer)).statusCode).toBe(303);
  expect((await emails('review')).slice(1)).toEqual([
    { key: expect.stringMatching(/^review \d+ written \S+$/), to_address: 'vologda@idd.example', is_queued: true },
    { key: expect.stringMatching(/^review \d+ written \S+ copy$/), to_address: 'Otzyvy@idd.example', is_queued: true },
  ]);
  await save('review_terms', { copy_email: 'vologda@idd.example' });
  expect((await post(url, { ...review, rating: '3' }, [], buyer)).statusCode).toBe(303);
  expect(await emails('review'), 'one address gets it once').toHaveLength(4);
});

/** Sends the form of a callback, each time with another phone: the same words would be the same request; its id. */
async function sendCallback(): Promise<string> {
  const phone = `+7 (921)-000-${1_000 + nextNumber('phone')}`;
  const callback = { name: 'Анна', phone, consent_personal_data: '1' };
  const stamp = formStamp(keys, 'callback');
  const answer = await post('/_forms/callback/', { ...callback, stamp, key: crypto.randomUUID() });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json().sent.id;
}

test('[2.15] whom the owner named gets a copy of every form that is sent', async () => {
  const plain = await sendCallback();
  expect(await emails(`form ${plain}`)).toEqual([
    { key: `form ${plain}`, to_address: 'vologda@idd.example', is_queued: true },
  ]);
  await save('form_terms', { copy_email: 'Zayavki@idd.example' });
  const copied = await sendCallback();
  expect(await emails(`form ${copied}`)).toEqual([
    { key: `form ${copied}`, to_address: 'vologda@idd.example', is_queued: true },
    { key: `form ${copied} copy`, to_address: 'Zayavki@idd.example', is_queued: true },
  ]);
});

test('[2.15] the night forgets forms that are older than the owner keeps them, and no younger ones', async () => {
  const context = await jobContext(db, testConfig({ DATA_DIR: dataDir }));
  await save('form_terms', { copy_email: 'Zayavki@idd.example' });
  const [old, young] = [await sendCallback(), await sendCallback()];
  const ago = (id: string, days: number) =>
    sql`update form_submissions set created_at = now() - make_interval(days => ${days}) where id = ${id}::uuid`.execute(
      db,
    );
  await ago(old, 61);
  await ago(young, 59);
  const isForgotten = async (id: string) => {
    const found = await db
      .selectFrom('form_submissions')
      .select(['answers', 'forgotten_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return found.forgotten_at !== null && JSON.stringify(found.answers) === '[]';
  };
  await cleanUp({}, context, noHelpers);
  expect([await isForgotten(old), await isForgotten(young)], 'a year is kept usually').toEqual([false, false]);
  await save('form_terms', { kept_days: 60 });
  // One of its emails has left, the other waits.
  await sql`update mails set sent_at = now() where key = ${`form ${old} copy`}`.execute(db);
  await cleanUp({}, context, noHelpers);
  expect([await isForgotten(old), await isForgotten(young)]).toEqual([true, false]);
  const wordsOf = async (id: string) =>
    (
      await sql<{
        key: string;
        text: string;
      }>`select key, text from mails where key like ${`form ${id}%`} order by id`.execute(db)
    ).rows;
  expect(await wordsOf(old), 'the copy forgets the sender, too').toEqual([{ key: `form ${old} copy`, text: '' }]);
  expect(await wordsOf(young)).toEqual([
    { key: `form ${young}`, text: expect.stringContaining('921-000-') },
    { key: `form ${young} copy`, text: expect.stringContaining('921-000-') },
  ]);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAttribute } from '#modules/catalogue/save-attribute.ts';
import { createBrand } from '#modules/catalogue/save-brand.ts';
import { waitingDraft } from '#modules/drafts/drafts.ts';
import type { DraftKey, Fields } from '#modules/drafts/kinds.ts';
import { planDraft, saveDraft } from '#modules/drafts/save-draft.ts';
import { addToRelease, createRelease } from '#modules/releases/releases.ts';
import { shopPreviewToken } from '#modules/visitors/shop-preview.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { everyDraft, type ShownDrafts } from '#shared/shop-look.ts';
import { productUrl } from '#shared/urls.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'klei', 'Клеи');
const brand = await createBrand(db, { name: 'Гипсар', slug: 'gipsar' });
const product = await makeProduct(db, { name: 'Клей Прочный', category_id: category.id, brand_id: brand.id });
const attribute = await createAttribute(db, { name: 'Фасовка', type: 'text', unit: null, filter: null });
await db
  .updateTable('products')
  .set({ specs: { fasovka: '25 кг' } })
  .where('id', '=', product.id)
  .execute();
const app = await testApp(db);
const keys = await secretKeys(db, undefined);
const author = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' });
const now = new Date();
const day = new Date('2090-12-12T07:00:00Z');

const waiting: [DraftKey, Fields][] = [
  [{ resource: 'products', record_id: String(product.id) }, { name: 'Клей Прочный, серый' }],
  [{ resource: 'categories', record_id: String(category.id) }, { name: 'Клеи и затирки' }],
  [{ resource: 'brands', record_id: String(brand.id) }, { description: 'Смеси на гипсе с 1998 года.' }],
  [{ resource: 'seo_texts', record_id: 'category~klei~' }, { title: 'Клеи по ценам завода' }],
  [{ resource: 'attributes', record_id: String(attribute.id) }, { name: 'Вес мешка' }],
  [{ resource: 'branches', record_id: '00131' }, { address: 'ул. Новая, 7' }],
  [{ resource: 'settings', record_id: 'contact_centre' }, { header_hours: ['с 7 до 23, без выходных'] }],
];
for (const [key, fields] of waiting)
  await db
    .transaction()
    .execute((db) =>
      saveDraft(db, key, { fields, version: null }, { user_id: author.id, full_name: 'Вера Хозяева' }, now),
    );

/** Where each draft is seen, and by what. */
const seen: [string, RegExp][] = [
  [productUrl(product.slug), /Клей Прочный, серый/],
  ['/category/klei/', /Клеи и затирки/],
  ['/brand/gipsar/', /с 1998 года/],
  ['/category/klei/', /<title>Клеи по ценам завода/],
  [productUrl(product.slug), /Вес мешка/],
  ['/contacts/', /ул\. Новая, 7/],
  ['/category/klei/', /с 7 до 23, без выходных/],
];

const get = (url: string, cookie?: string) =>
  app.inject({
    url,
    headers: {
      host: 'idd.localhost',
      accept: 'text/html',
      'user-agent': userAgents.desktop,
      ...(cookie && { cookie }),
    },
  });
const look = (at: Date, drafts: ShownDrafts) => {
  const shown = { department_id_1c: '00131', at, drafts };
  return `${author.header}; preview=${shopPreviewToken(keys, author.session_id, shown)}`;
};

/** Which of the drafts this browser sees. */
async function seenBy(cookie?: string): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const [path, words] of seen) {
    const { statusCode, body } = await get(path, cookie);
    expect.soft(statusCode, path).toBe(200);
    found.push(words.test(body));
  }
  return found;
}

const all = seen.map(() => true);
const none = seen.map(() => false);

test('pages that were not cached yet, asked for at once by a look and by strangers, mix nothing', async () => {
  // Looks are made in turn: more at once would wait too long on a busy machine.
  const paths = seen
    .slice(0, 4)
    .flatMap(([path, words]) => Array.from({ length: 4 }, (_, n) => ({ url: path, words, n })));
  const pages = await Promise.all(
    paths.map(async ({ url, words, n }) => {
      const isLook = n % 2 === 0;
      const { statusCode, body } = await get(url, isLook ? look(now, everyDraft) : undefined);
      return { url, isLook, statusCode, isSeen: words.test(body) };
    }),
  );
  expect(pages.filter(({ isLook, statusCode, isSeen }) => statusCode !== 200 || isSeen !== isLook)).toEqual([]);
  expect(await seenBy()).toEqual(none);
});

test('[S6-05] a look with drafts shows fields that wait; strangers, the same person elsewhere and every cache do not learn of them', async () => {
  expect(await seenBy()).toEqual(none);
  expect(await seenBy(look(now, everyDraft))).toEqual(all);
  const { headers } = await get('/category/klei/', look(now, everyDraft));
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  expect(await seenBy()).toEqual(none);
  expect(await seenBy(author.header)).toEqual(none);
  expect(await seenBy(look(now, null))).toEqual(none);
  expect((await get('/api/ecm/idd/products/?limit=5')).body).not.toContain('серый');
  expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([]);
  for (const [key] of waiting) expect(await waitingDraft(db, key)).not.toBeNull();
});

test('a draft with a moment is shown from that moment on, those of a release by its look, and one that would be refused not at all', async () => {
  const [productKey, , brandKey] = waiting.map(([key]) => key);
  const at = new Date('2090-12-01T06:00:00Z');
  const version = async (key: DraftKey) => ensure(await waitingDraft(db, key)).version;
  const planned = ensure(productKey);
  const seenVersion = await version(planned);
  await db.transaction().execute((db) => planDraft(db, planned, { version: seenVersion, publish_at: at }, now));
  expect(await seenBy(look(day, null))).toEqual(seen.map((_, at) => at === 0));
  expect(await seenBy(look(new Date('2090-11-30T06:00:00Z'), null))).toEqual(none);
  const draft = ensure(await waitingDraft(db, ensure(brandKey)));
  const release = await db.transaction().execute(async (db) => {
    const id = await createRelease(
      db,
      { name: 'Весна', publish_at: null },
      { user_id: author.id, full_name: 'Вера' },
      now,
    );
    await addToRelease(db, id, { kind: 'brands', id: String(draft.id) }, now);
    return id;
  });
  expect(await seenBy(look(now, release))).toEqual(seen.map((_, at) => at === 2));
  await db.updateTable('brands').set({ description: 'Другое' }).where('id', '=', brand.id).execute();
  expect(await seenBy(look(now, everyDraft))).toEqual(seen.map((_, at) => at !== 2));
});

test('a look in a frame of the back office is let into frames of its origin alone, and shows what a phone shows', async () => {
  const frame = 'http://idd.localhost:3000';
  const shown = { department_id_1c: '00131', at: now, drafts: null, device: 'mobile' as const, frame };
  const cookie = `${author.header}; preview=${shopPreviewToken(keys, author.session_id, shown)}`;
  const inFrame = (sent: string, dest: string) =>
    app.inject({
      url: '/',
      headers: {
        host: 'idd.localhost',
        accept: 'text/html',
        'user-agent': userAgents.desktop,
        cookie: sent,
        'sec-fetch-dest': dest,
      },
    });
  const framed = await inFrame(cookie, 'iframe');
  expect(framed.headers['content-security-policy']).toContain(`frame-ancestors ${frame}`);
  expect(framed.headers).not.toHaveProperty('x-frame-options');
  expect(framed.body).toContain('class="mhead"');
  expect(framed.body).not.toContain('/_preview/end/');
  for (const answer of [
    await inFrame(cookie, 'document'),
    await inFrame(look(now, null), 'iframe'),
    await inFrame(author.header, 'iframe'),
  ]) {
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-frame-options']).toBe('DENY');
  }
});

test('more drafts than a page can be made with: the strip says how many are not on it', async () => {
  expect((await get('/brand/gipsar/', look(now, everyDraft))).body).not.toContain('последних правок');
  await sql`
    insert into drafts (resource, record_id, title, patch, base, base_etag, author)
    select 'brands', (900000 + number)::text, 'Бренд', '{"name": "Другой"}', '{"name": "Прежний"}', 'etag', 'Вера'
    from generate_series(1, 205) as number`.execute(db);
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from drafts where published_at is null and discarded_at is null`.execute(db);
  const { body } = await get('/brand/gipsar/', look(now, everyDraft));
  expect(body.replaceAll('\u00a0', ' ')).toMatch(
    new RegExp(`с черновиками, кроме ${ensure(rows[0]).waiting - 200} последн(?:ей правки|их правок)`),
  );
});

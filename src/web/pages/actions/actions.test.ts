import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { changeAction, createAction, endAction } from '#modules/catalogue/save-action.ts';
import { followActionConditions } from '#modules/catalogue/save-action-conditions.ts';
import { changeBrand, createBrand, setDealership } from '#modules/catalogue/save-brand.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { discountPercent } from '#shared/money.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
const { products } = await makePlasterShop(db);
await makeCoupon(db, 'СМЕСИ5');
const app = await testApp(db);
const dayMs = 86_400_000;
const start = new Date('2026-11-21T12:00:00+03:00');
vi.setSystemTime(start);
afterEach(() => vi.setSystemTime(start));
const at = (days: number) => new Date(start.getTime() + days * dayMs);

/** Rendered again each time: a cached page would answer by the clock of before. */
async function open(url: string, host = 'idd.localhost') {
  invalidateCaches(['*']);
  const answer = await app.inject({ url: encodeURI(url), headers: { host } });
  const text = answer.body
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ');
  const jsonLd = [...answer.body.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, data = '']) => JSON.parse(data) as Record<string, unknown>,
  );
  return {
    status: answer.statusCode,
    location: answer.headers.location,
    html: answer.body,
    text,
    jsonLd,
    isIndexed: answer.body.includes('rel="canonical"'),
  };
}

const ids = products.slice(10, 14).map(({ id }) => id);
await db.transaction().execute(async (db) => {
  await createAction(db, {
    slug: 'smesi',
    name: 'Смеси дешевле',
    text: 'Скидка уже в цене.',
    rules: '<ul><li>Только товары из списка.</li></ul><script>alert(1)</script>',
    organiser: 'ООО «ИДД»',
    ad_mark: 'ООО «Сухона», ИНН 0012345673',
    coupon: 'СМЕСИ5',
    starts_at: at(-3),
    ends_at: at(5),
    products: ids,
  });
  await createAction(db, { slug: 'skoro', name: 'Скоро начнём', starts_at: at(4), ends_at: at(9), products: ids });
  await createAction(db, {
    slug: 'proshla',
    name: 'Недавно прошла',
    text: 'Скидка на все смеси.',
    starts_at: at(-20),
    ends_at: at(-2),
    products: ids,
  });
  await createAction(db, { slug: 'davno', name: 'Давно прошла', starts_at: at(-90), ends_at: at(-60), products: ids });
  await createAction(db, {
    slug: 'cherepovets',
    name: 'Только в Череповце',
    starts_at: at(-1),
    ends_at: at(3),
    department_id_1c: '00052',
    products: ids,
  });
});

test('[S2-13] the list holds current promotions with days left, coming and just ended ones folded before the goods, and filters by section and branch', async () => {
  const { status, text, html } = await open('/actions/');
  expect(status).toBe(200);
  const order = [
    'Действуют сейчас',
    'Смеси дешевле',
    'Скоро начнутся',
    'Скоро начнём',
    'Закончились за последние 30 дней',
    'Недавно прошла',
    'Все товары со скидкой',
  ];
  const places = order.map((words) => text.indexOf(words));
  expect(places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]!))).toBe(true);
  expect(html.match(/<details class="acts__fold">/g)).toHaveLength(2);
  expect(text).toContain('Осталось 5 дней');
  expect(text).toContain('Начнётся через 4 дня');
  expect(text).toMatch(/Закончилась 19\sноября/);
  expect(text).not.toContain('Давно прошла');
  expect(text).not.toContain('Только в Череповце');
  expect(html).toContain('href="/actions/smesi/"');
  const section = await open('/actions/?section=suhie-smesi');
  expect(section.text).toContain('Смеси дешевле');
  expect(section.isIndexed).toBe(false);
  const elsewhere = await open('/actions/?branch=00052');
  expect(elsewhere.text).toContain('Только в Череповце');
  expect(elsewhere.html).toContain('href="http://cherepovets.idd.localhost/actions/cherepovets/"');
  expect(await open('/actions/?section=net-takogo')).toMatchObject({ status: 302, location: '/actions/' });
});

test('[S2-13] a promotion’s page: dates, place, rules, organiser, coupon, advertising mark, its goods, SaleEvent', async () => {
  const { text, html, jsonLd, isIndexed } = await open('/actions/smesi/');
  for (const words of [
    'с 18 ноября по 26 ноября',
    'Осталось 5 дней',
    'Только товары из списка.',
    'ООО «ИДД»',
    'Реклама. ООО «Сухона», ИНН 0012345673',
    'Скидка 5 % по купону СМЕСИ5',
    'Во всех городах: Вологда, Череповец',
    'Товары акции 4',
  ])
    expect(text).toContain(words);
  // What is bought stands above the rules, which a link before it leads to.
  expect(text.indexOf('Товары акции 4')).toBeLessThan(text.indexOf('Только товары из списка.'));
  expect(html).toContain('href="#action-terms"');
  expect(html).not.toContain('alert(1)');
  expect(isIndexed).toBe(true);
  expect(jsonLd.find((data) => data['@type'] === 'SaleEvent')).toMatchObject({
    name: 'Смеси дешевле',
    startDate: at(-3).toISOString(),
    endDate: at(5).toISOString(),
  });
});

test('[S2-13] a row of a promotion’s table says what more is cheaper: by quantity, and with the coupon', async () => {
  const of = { product_id: ids[0]!, price_column: 'vologda' };
  await sql`update prices set price = 50000, old_price = null where product_id = ${of.product_id}`.execute(db);
  await db
    .insertInto('price_tiers')
    .values([
      { ...of, from_count: 10, price: 48_000 },
      { ...of, from_count: 20, price: 47_000 },
      { ...of, from_count: 40, price: 46_000 },
      { ...of, from_count: 60, price: 46_000 },
    ])
    .execute();
  const { text } = await open('/actions/smesi/?view=table');
  expect(text).toMatch(/от 10 мешков — 480 ₽ от 40 мешков — 460 ₽ с купоном 475 ₽/);
  expect((await open('/category/shtukaturki/?view=table')).text).not.toContain('с купоном');
});

test('[S2-13] a coming one says that prices are still usual; an ended one stays, offers current ones and leaves the index after 30 days', async () => {
  const coming = await open('/actions/skoro/');
  expect(coming.text).toContain('Акция ещё не началась');
  const ended = await open('/actions/proshla/');
  expect(ended).toMatchObject({ status: 200, isIndexed: true });
  expect(ended.text).toContain('Смотреть действующие');
  expect(ended.text).toMatch(/Акция закончилась 19\sноября\. Ниже — сегодняшние цены/);
  expect(ended.html, 'its terms are one press away at their own heading alone').not.toContain('href="#action-terms"');
  expect(ended.text).toContain('Смеси дешевле');
  // What it promised is not said of today's goods.
  expect(ended.text).not.toContain('Скидка на все смеси');
  expect(ended.jsonLd.some((data) => data['@type'] === 'SaleEvent')).toBe(false);
  vi.setSystemTime(at(27.9));
  expect((await open('/actions/proshla/')).isIndexed).toBe(true);
  vi.setSystemTime(at(28.1));
  expect(await open('/actions/proshla/')).toMatchObject({ status: 200, isIndexed: false });
  expect((await open('/actions/')).text).not.toContain('Недавно прошла');
  vi.setSystemTime(at(4.1));
  expect((await open('/actions/skoro/')).text).not.toContain('Акция ещё не началась');
});

test('[S2-13] another branch’s promotion and an unknown one are 404; a former address leads to the new one', async () => {
  expect((await open('/actions/cherepovets/')).status).toBe(404);
  expect((await open('/actions/cherepovets/', 'cherepovets.idd.localhost')).status).toBe(200);
  expect((await open('/actions/net-takoy/')).status).toBe(404);
  await db.transaction().execute((db) => changeAction(db, 'skoro', { slug: 'uzhe-skoro' }));
  expect(await open('/actions/skoro/')).toMatchObject({ status: 301, location: '/actions/uzhe-skoro/' });
  expect((await open('/actions/uzhe-skoro/')).status).toBe(200);
});

test('a promotion is refused with dates the wrong way round or a taken address, and ends when it is told to', async () => {
  const make = (more: object) =>
    db
      .transaction()
      .execute((db) => createAction(db, { slug: 'novaya', name: 'Новая', starts_at: at(-1), ends_at: at(1), ...more }));
  await expect(make({ ends_at: at(-2) })).rejects.toMatchObject({
    details: { fields: { ends_at: expect.any(String) } },
  });
  await expect(make({ slug: 'smesi' })).rejects.toMatchObject({ code: 'bad_input' });
  await expect(make({ slug: 'Ой' })).rejects.toMatchObject({ code: 'bad_input' });
  await make({});
  await db.transaction().execute((db) => endAction(db, 'novaya', start));
  const { rows } = await sql<{ ends_at: Date }>`select ends_at from actions where slug = 'novaya'`.execute(db);
  expect(rows[0]!.ends_at).toEqual(start);
  await expect(db.transaction().execute((db) => endAction(db, 'net-takoy'))).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('[S2-08] brands by alphabet of both scripts, found by a part of the name or as it sounds', async () => {
  await db.transaction().execute(async (db) => {
    const { id } = await createBrand(db, { slug: 'armstrong', name: 'Armstrong', country: 'Россия' });
    await db.updateTable('products').set({ brand_id: id }).where('id', '=', products[30]!.id).execute();
  });
  invalidateCaches(['catalogue']);
  const { text, html } = await open('/brand/');
  expect(html).toContain('href="#letter-A"');
  expect(html).toContain('href="#letter-С"');
  expect(html).toContain('id="letter-С"');
  expect(text).toMatch(/СУХОНА Сухие смеси \d+ товар/);
  const found = await open('/brand/?q=suho');
  expect(found.text).toContain('СУХОНА');
  expect(found.html).not.toContain('href="/brand/gipsar/"');
  expect(found.isIndexed).toBe(false);
  expect((await open('/brand/?q=ъъъ')).text).toContain('Такого бренда у нас нет');
});

test('[S2-08] a department is a link that leaves its brands alone, without JavaScript too', async () => {
  const { id: category_id } = await makeCategory(db, 'kraski', 'Краски');
  const { id } = await db.transaction().execute((db) => createBrand(db, { slug: 'beloyar', name: 'БЕЛОЯР' }));
  await makeProduct(db, { name: 'Краска белая', category_id, brand_id: id });
  const all = await open('/brand/');
  expect(all.text).toMatch(/Все \d+ Сухие смеси \d+ Краски 1/);
  expect(all.html).toContain('href="/brand/?root=kraski"');
  const paints = await open('/brand/?root=kraski');
  expect(paints.text).toContain('1 бренд');
  expect(paints.html).toContain('href="/brand/beloyar/"');
  expect(paints.html).not.toContain('href="/brand/suhona/"');
  expect(paints.isIndexed).toBe(false);
  expect(await open('/brand/?root=net-takogo')).toMatchObject({ status: 302, location: '/brand/' });
});

test('[S2-01] a slide says how much cheaper the goods of its promotion are, while it runs', async () => {
  const cheaper = await db
    .selectFrom('prices')
    .select(['product_id', 'price', 'old_price'])
    .where('price_column', '=', 'vologda')
    .where('old_price', 'is not', null)
    .orderBy('product_id')
    .executeTakeFirstOrThrow();
  const percent = discountPercent(cheaper.old_price!, cheaper.price!);
  const action = { name: 'Дешевле', products: [cheaper.product_id] };
  await db.transaction().execute(async (db) => {
    await createAction(db, { ...action, slug: 'idet', starts_at: at(-1), ends_at: at(1) });
    await createAction(db, { ...action, slug: 'shla', starts_at: at(-3), ends_at: at(-1) });
  });
  const slide = { place: 'home', title: 'Смеси', text: 'Посчитаем мешки.', button_text: 'К товарам' };
  await db
    .insertInto('banners')
    .values(['/actions/idet/', '/actions/shla/'].map((link) => ({ ...slide, link })))
    .execute();
  await vi.waitFor(async () =>
    expect((await open('/')).html.match(/slide__off num">[^<]+/g)).toEqual([`slide__off num">до −${percent} %`]),
  );
});

test('[S2-08] the sections of a brand are shown by goods of its own', async () => {
  const rows = await db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'brand_id')
    .select(['products.id', 'brands.slug as brand'])
    .execute();
  for (const slug of ['suhona', 'gipsar']) {
    const own = rows.filter(({ brand }) => brand === slug).map(({ id }) => id);
    await db
      .updateTable('products')
      .set({ images: [`products/${slug}.webp`] })
      .where('id', 'in', own)
      .execute();
  }
  for (const slug of ['suhona', 'gipsar']) {
    const { html } = await open(`/brand/${slug}/`);
    const [tiles = ''] = /<nav class="subtiles"[\s\S]*?<\/nav>/.exec(html) ?? [];
    expect(
      [...tiles.matchAll(/products\/(\w+)\.webp/g)].map(([, name]) => name),
      slug,
    ).toContain(slug);
    expect(tiles, slug).not.toContain(slug === 'suhona' ? 'gipsar.webp' : 'suhona.webp');
  }
});

test('[S2-08] a brand’s page: categories with counts, all its goods with filters, promotions, certificates; a dealer only by a row', async () => {
  await db
    .insertInto('product_documents')
    .values(
      products.slice(10, 13).map(({ id }) => ({
        product_id: id,
        position: 1,
        name: 'Сертификат соответствия',
        kind: 'certificate',
        file: 'documents/sertifikat.pdf',
        size_bytes: 204_800,
        issued_on: '2026-03-14',
      })),
    )
    .execute();
  const before = await open('/brand/suhona/');
  expect(before.text).toMatch(/Штукатурки 4\d/);
  expect(before.html).toContain('href="/category/shtukaturki/?brand=suhona"');
  expect(before.text).toContain('Смеси дешевле');
  expect(before.text).toContain('Сертификат соответствия');
  expect(before.text).toContain('PDF, 200 КБ, 14.03.2026');
  expect(before.text).toContain('Цена, ₽');
  expect(before.text).not.toContain('дилер');
  const dealership = { status: 'Официальный дилер', since: '2026-01-01', until: '2026-12-31' };
  await db.transaction().execute((db) => setDealership(db, 'suhona', dealership));
  vi.setSystemTime(at(1));
  expect((await open('/brand/suhona/')).text).toContain('Официальный дилер, до 31 декабря 2026');
  vi.setSystemTime(at(60));
  expect((await open('/brand/suhona/')).text).not.toContain('Официальный дилер');
});

test('[S2-08] a renamed brand’s former address leads to the new one, an unknown one is 404', async () => {
  await db
    .transaction()
    .execute((db) => changeBrand(db, 'gipsar', { slug: 'gipsar-zavod', description: 'Смеси на гипсе' }));
  expect(await open('/brand/gipsar/')).toMatchObject({ status: 301, location: '/brand/gipsar-zavod/' });
  expect((await open('/brand/gipsar-zavod/')).text).toContain('Смеси на гипсе');
  expect((await open('/brand/net-takogo/')).status).toBe(404);
});

test('[S2-13] goods by a condition stand on the page and in the filter of lists; a new product of the category joins by itself', async () => {
  const { id: category_id } = await makeCategory(db, 'zatirki', 'Затирки');
  await makeProduct(db, { name: 'Затирка серая', category_id });
  const condition = { brand_ids: [], attributes: [], price_column: null, price_from: null, price_to: null };
  const dates = { starts_at: at(-1), ends_at: at(5) };
  const conditions = [{ ...condition, category_id }];
  await db
    .transaction()
    .execute((db) => createAction(db, { slug: 'zatirki', name: 'Затирки дешевле', ...dates, conditions }));
  await vi.waitFor(async () => expect((await open('/actions/zatirki/')).text).toContain('Затирка серая'));
  await makeProduct(db, { name: 'Затирка белая', category_id });
  expect(await db.transaction().execute((db) => followActionConditions(db, start))).toBe(1);
  await vi.waitFor(async () => expect((await open('/actions/zatirki/')).text).toContain('Затирка белая'));
  expect((await open('/actions/')).text).toContain('Затирки дешевле');
  expect((await open('/category/zatirki/?action=zatirki')).text).toContain('Затирка белая');
});

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAction } from '#modules/catalogue/save-action.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { readSiteMap } from '#modules/content/site-map.ts';
import { listCreditPrograms } from '#modules/payments/credit-programs.ts';
import { createCreditProgram } from '#modules/payments/save-credit-program.ts';
import { findCoupon, takeCoupon } from '#modules/pricing/coupon.ts';
import { everyDraft } from '#shared/shop-look.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeCoupon, orderBody } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'elki', 'Ёлки');
const tree = await makeProduct(db, {
  name: 'Ёлка Таёжная',
  price: 250_000,
  category_id: category.id,
  on_hand: 50,
});
const dates = { starts_at: new Date('2020-01-01T00:00:00Z'), ends_at: new Date('2098-01-10T00:00:00Z') };
const words = { name: 'Ёлки дешевле', text: 'Скидки', rules: 'До 10 января.', organiser: 'ООО «ИДД»' };
await makeCoupon(db, 'ЁЛКА300', { is_draft: true });
const action = await createAction(db, {
  slug: 'elki-30',
  ...words,
  ...dates,
  products: [tree.id],
  coupon: 'ЁЛКА300',
  is_draft: true,
});
await createAction(db, { slug: 'idet', ...words, name: 'Идёт сейчас', ...dates, products: [tree.id] });
await planHomeLayout(db, { season: 'newyear', ...dates, is_draft: true });
await addMenuLink(db, { place: 'header', name: 'Зимний склад', url: '/pay/', ...dates, is_draft: true });
await sql`insert into action_former_slugs (slug, action_id) values ('staraya-elka', ${action.id})`.execute(db);
const app = await testApp(db, { FLOOD_PER_MINUTE: '100000' });

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

const get = (url: string, headers = {}) =>
  app.inject({ method: 'GET', url, headers: { host: 'idd.localhost', accept: 'text/html', ...headers } });

test('a draft of a promotion, a look of the home page or a link of a menu stands on no page, in no list and in no feed', async () => {
  for (const path of ['/', '/actions/', '/category/elki/', '/site-map/', '/sitemap.xml', '/yml/', '/catalog/?q=елки'])
    expect.soft((await get(path)).body, path).not.toMatch(/Ёлки дешевле|elki-30|Зимний склад|data-season="newyear"/);
  expect((await get('/actions/')).body).toContain('Идёт сейчас');
  expect((await get('/actions/elki-30/')).statusCode).toBe(404);
  expect((await get('/actions/staraya-elka/')).statusCode).toBe(404);
  const listed = await get('/api/ecm/idd/products/?action=elki-30', { accept: 'application/json' });
  expect(listed.statusCode).not.toBe(200);
  const sitemap = await sql<{ slug: string }>`select slug from actions where is_draft`.execute(db);
  expect(sitemap.rows).toEqual([{ slug: 'elki-30' }]);
  const groups = JSON.stringify(await readSiteMap(db, '00131'));
  expect(groups).toContain('idet');
  expect(groups).not.toContain('elki-30');
});

test('a draft of a coupon prices nothing: not in the cart, not in an order, not past the code in the database', async () => {
  const now = new Date();
  expect(await findCoupon(db, 'ЁЛКА300', '00131', null, now)).toBeNull();
  expect(await db.transaction().execute((db) => takeCoupon(db, 'ёлка300', '00131', null, now))).toBeNull();
  const visitor = formVisitor(app);

  await visitor.addToCart(tree, 2);
  const page = await visitor.press(await visitor.get('/cart/'), '/cart/', 'coupon', { coupon: 'ЁЛКА300' });
  expect(page.html).toContain('Такого купона нет или он уже не действует');
  const ordered = await app.inject({
    method: 'POST',
    url: '/api/ecm/idd/orders/',
    headers: { host: 'idd.localhost', origin: 'http://idd.localhost' },
    payload: orderBody([[tree, 2]], { coupon: 'ЁЛКА300' }),
  });
  expect(ordered.statusCode).toBeGreaterThanOrEqual(400);
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([]);
  await expect(sql`update coupons set used_count = 1 where code = 'ЁЛКА300'`.execute(db)).rejects.toThrow(
    /coupons_draft_check/,
  );
  const { id } = await makeUser(db);
  expect(await findCoupon(db, 'ЁЛКА300', '00131', id, now)).toBeNull();
});

test('once published each is there at once, and a draft again it is gone', async () => {
  await sql`update actions set is_draft = false where slug = 'elki-30'`.execute(db);
  await sql`update coupons set is_draft = false`.execute(db);
  const page = await get('/actions/elki-30/');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('ЁЛКА300');
  expect(await findCoupon(db, 'ЁЛКА300', '00131', null, new Date())).toMatchObject({ code: 'ЁЛКА300' });
  await sql`update coupons set is_draft = true`.execute(db);
  expect(await findCoupon(db, 'ЁЛКА300', '00131', null, new Date())).toBeNull();
});

test('a draft of a bank’s terms stands on no page, whatever its dates; a look with drafts shows it, published everybody sees it', async () => {
  const program = {
    partner: 'Банк Север',
    name: 'Ремонт сразу',
    min_sum_kopecks: 300_000,
    max_sum_kopecks: 20_000_000,
    months: [6, 12],
    rate_from: 1_990,
    rate_to: 1_990,
    full_cost_from: 1_990,
    full_cost_to: 2_490,
    documents: 'паспорт',
    terms: 'Без взноса',
    is_example: false,
    position: 0,
    is_draft: true,
    starts_at: dates.starts_at.toISOString(),
    ends_at: null,
  };
  const id = await createCreditProgram(db, program);
  const named = async (drafts: number | null) =>
    (await listCreditPrograms(db, new Date(), drafts)).map(({ name }) => name);
  const path = '/kredit/?sum=100000&months=12';
  expect((await get(path)).body).not.toMatch(/Ремонт сразу|Банк Север|ПСК/);
  expect(await named(null)).toEqual([]);
  expect(await named(everyDraft)).toEqual(['Ремонт сразу']);
  expect(await named(1)).toEqual([]);
  await sql`update credit_programs set is_draft = false where id = ${id}`.execute(db);
  expect((await get(path)).body).toContain('Банк Север');
  await sql`update credit_programs set is_draft = true, ends_at = now() - interval '1 second' where id = ${id}`.execute(
    db,
  );
  expect(await named(everyDraft)).toEqual([]);
});

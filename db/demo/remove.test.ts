import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import { writeAudit } from '#modules/audit/write-audit.ts';
import { createCategory } from '#modules/catalogue/save-category.ts';
import { createBranch, openBranch } from '#modules/departments/create-branch.ts';
import { submitForm } from '#modules/forms/submit-form.ts';
import { photoPath } from '#modules/reviews/schema.ts';
import { readSettings } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { subscribeToNews } from '#modules/subscriptions/subscribe-to-news.ts';
import type { Db } from '#platform/database.ts';
import { storePrivateFile } from '#platform/private-files.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { readShopMark } from '#platform/shop-mark.ts';
import { proposeCityCases } from '#shared/city-cases.ts';
import { ensure } from '#shared/ensure.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { demoShop } from '#test/support/demo-database.ts';
import { testFolder } from '#test/support/folder.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeProduct } from '#test/support/shop.ts';
import { ofBranches } from './belongings.ts';
import { loadDemo } from './load.ts';
import { isDemoThere, planDemoRemoval, removeDemo } from './remove.ts';
import { removeDemoFiles } from './remove-files.ts';
import { findDemoTraces } from './traces.ts';

/** A demonstration of 60 goods in a database and a data folder of its own. */
async function aDemonstration() {
  const shop = await demoShop(60);
  await secretKeys(shop.db, undefined);
  return shop;
}

/** The rows of a shop to which nothing was loaded yet. */
async function rowsOfEmpty() {
  const { db } = await testDatabase();
  await secretKeys(db, undefined);
  return countRows(db);
}

const remove = (db: Db, staff_user_id: string | null = null, main_branch: string | null = null) =>
  db.transaction().execute((db) => removeDemo(db, { staff_user_id, main_branch }));

/** Rows of every table of the shop, by name; partitions are counted in their table. */
async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all('{migrations,catalogue_losses}')
    order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    counts[name] = ensure(rows[0]).count;
  }
  return counts;
}

async function inStock(db: Db) {
  const { rows } = await sql<{ id: number; idcode: string }>`
    select p.id, p.idcode from products p join stock s on s.product_id = p.id and s.store = 'store12'
    join prices on prices.product_id = p.id and prices.price_column = 'vologda' and prices.price is not null
    where s.on_hand > 20 and p.step = 1 and p.min_count = 1 and p.switched_off_at is null order by p.id limit 1`.execute(
    db,
  );
  return ensure(rows[0]);
}

/** An open branch with its own columns and store, and one product that is sold there. */
async function ownShop(db: Db, { id_1c, city, domain } = kargopol) {
  const { id: category_id } = await createCategory(db, { name: `Верёвки, ${city}`, parent_id: null });
  await db.transaction().execute(async (db) => {
    await createBranch(db, {
      id_1c,
      domain,
      name_for_site: city,
      city,
      region: 'Архангельская область',
      names_cases: proposeCityCases(city),
      address: 'ул. Ленина, 1',
      phones: ['+7 (81837) 2-00-35'],
      time_zone: 'Europe/Moscow',
      prices_of: null,
      like: '00131',
    });
  });
  const place = { price_column: domain, store: `store${Number(id_1c)}`, category_id };
  const product = await makeProduct(db, { idcode: `9${id_1c}`, name: 'Верёвка льняная', price: 12_300, ...place });
  await db.transaction().execute((db) => openBranch(db, id_1c));
  return { product, category_id };
}

const guest = { user_id: null, origin: 'http://idd.localhost', address: '10.0.0.1' };

/** Somebody without an account asks to be called and subscribes to the news of the branch. */
async function visitBy(db: Db, email: string, department_id_1c: string) {
  const keys = await secretKeys(db, undefined);
  const consents = { personal_data: true, advertising: true };
  await db.transaction().execute(async (db) => {
    const requester = { ...guest, department_id_1c, visitor: null, page: '/', campaign: null };
    const answers = { name: 'Ольга', phone: '+79210001234', consent_personal_data: 'yes' };
    await submitForm(db, requester, 'callback', answers);
    await subscribeToNews(db, keys, { ...guest, department_id_1c }, { email, consents });
  });
}

/** What visitors of the demonstration's branch sent: with a form, a request, an order and a review that is shown. */
async function sendFiles(db: Db, dataDir: string, order_id: string) {
  const { rows } = await sql<{ area: string; id: string }>`
    with form as (
      insert into form_files (submission_id, field, name, type, size)
      select id, 'resume', 'резюме.pdf', 'application/pdf', 8 from form_submissions where department_id_1c = '00131' limit 1
      returning 'forms' as area, id),
    ticket as (
      insert into tickets (department_id_1c, theme, name, email, answer_due_at)
      values ('00131', 'site', 'Ольга', 'olga@pochta.ru', now()) returning id),
    message as (insert into ticket_messages (ticket_id, author, text) select id, 'customer', 'Вот' from ticket returning id),
    screenshot as (
      insert into ticket_files (message_id, name, type, size) select id, 'снимок.png', 'image/png', 8 from message
      returning 'tickets' as area, id),
    paper as (
      insert into order_files (id, order_id, kind, name, type, size)
      values (gen_random_uuid(), ${order_id}, 'power_of_attorney', 'доверенность.pdf', 'application/pdf', 8)
      returning 'orders' as area, id),
    photo as (
      insert into review_photos (id, review_id, position, width, height, size, shown_at)
      select gen_random_uuid(), id, 0, 10, 10, 8, now() from reviews where state = 'approved' order by id limit 1
      returning 'reviews' as area, id)
    select area, id from (table form union all table screenshot union all table paper union all table photo) sent`.execute(
    db,
  );
  for (const { area, id } of rows) await storePrivateFile(dataDir, area, id, Buffer.from('a file'));
  await mkdir(join(dataDir, 'files/reviews'), { recursive: true });
  await writeFile(join(dataDir, 'files', photoPath(ensure(rows[3]).id)), 'picture');
  return rows.map(({ area }) => area);
}

/** What Vera left in the back office, and what went to and came from others about an order of the demonstration. */
async function workBy(db: Db, { id, full_name }: { id: string; full_name: string }, order_id: string) {
  const { rows } = await sql<{ id: number }>`
    select (key ->> 'id')::int as id from demonstration_rows where table_name = 'products' order by 1 limit 1`.execute(
    db,
  );
  const product = ensure(rows[0]).id;
  const patch = { name: 'Переназвана' };
  for (const published_at of [null, new Date()])
    await sql`
      insert into drafts (resource, record_id, title, patch, base, base_etag, author_user_id, author, published_at, published_by)
      values ('products', ${product}, 'Товар', ${patch}, ${patch}, '', ${id}, ${full_name}, ${published_at}::timestamptz,
        case when ${published_at}::timestamptz is not null then ${full_name} end)`.execute(db);
  await sql`
    with release as (insert into releases (name, author_user_id, author) values ('Весна', ${id}, ${full_name}) returning id)
    insert into release_items (release_id, kind, record_id) select id, 'pages', '1' from release`.execute(db);
  for (const author of [id, null])
    await sql`
      with plan as (
        insert into price_plans (name, change, columns, uses_cost, counts, hash, author_user_id, author)
        values ('Весна', '{}', '{vologda}', false, '{}', '', ${author}, ${full_name}) returning id)
      insert into price_plan_rows (plan_id, price_column, product_id, after_price, kind)
      select id, 'vologda', ${product}, 100, 'change' from plan`.execute(db);
  await sql`
    with goods as (
      insert into goods_imports (source, columns, author_user_id, author)
      values ('goods.xlsx', '[]', ${id}, ${full_name}) returning id)
    insert into goods_import_rows (import_id, row, product_id, name, kind, cells)
    select id, 2, ${product}, 'Товар', 'change', '[]' from goods`.execute(db);
  for (const author of [full_name, 'Лидия Котова'])
    await sql`
      with prices as (
        insert into file_imports (map_name, source, state, summary, author)
        values ('Цены', 'price.xlsx', 'applied', '{}', ${author}) returning id)
      insert into file_import_prices (import_id, price_column, product_id, price)
      select id, 'vologda', ${product}, 100 from prices`.execute(db);
  await sql`
    insert into search_decisions (words, decision, times, who, ends_at)
    values ('самовар', 'hidden', 3, ${full_name}, now() + interval '1 day')`.execute(db);
  await sql`
    with payment as (
      insert into payments (order_id, amount, method, provider, provider_id, request, created_at, changed_at)
      select ${order_id}::uuid, total, 'card', 'yookassa', '22c3', '{}', now(), now() from orders where id = ${order_id}::uuid
      returning id, provider_id),
    event as (
      insert into payment_events (received_at, event, object_id, body)
      select now(), 'payment.succeeded', provider_id, '{}' from payment)
    insert into payment_answers (at, call, object_id, status, body) select now(), 'payments', id, 200, '{}' from payment`.execute(
    db,
  );
  await sql`
    insert into webhook_events (at, event, order_id) values (now(), 'order.placed', ${order_id}::uuid)`.execute(db);
  await sql`
    with counted as (insert into document_numbers (kind, year, last) values ('upd', 2026, 1))
    insert into documents (order_id, kind, revision, content, issued_at, year, number)
    values (${order_id}::uuid, 'upd', 1, '{}', now(), 2026, 1)`.execute(db);
}

const kargopol = { id_1c: '00777', city: 'Каргополь', domain: 'kargopol' };

test('after the demonstration no row, file or mark of it remains, whatever was done in it', async () => {
  const { db, dataDir } = await aDemonstration();
  const anna = ensure(await findUserByEmail(db, 'anna@pochta.example'));
  const vera = ensure(await findUserByEmail(db, 'vera@idd.example'));
  const { id: order_id } = await orderBy(db, anna, [[await inStock(db), 2]]);
  await visitBy(db, 'olga@pochta.ru', '00131');
  expect(await sendFiles(db, dataDir, order_id)).toEqual(['forms', 'tickets', 'orders', 'reviews']);
  await workBy(db, vera, order_id);
  await sql`insert into search_misses (day, department_id_1c, words, kind, times)
    values (current_date, '00131', 'самовар', 'nothing', 3)`.execute(db);
  const author = { staff_user_id: vera.id, session_id: null, who: 'Вера', address: null, request_id: null };
  const line = { resource: 'brands', record_id: 1, words: 'Бренд изменён' };
  await writeAudit(db, { ...author, permission: null, verb: 'PATCH' }, line);
  await mkdir(join(dataDir, 'files/uploads/ab'), { recursive: true });
  await writeFile(join(dataDir, 'files/uploads/ab/own.webp'), 'picture');

  const { goes, sent_files } = await remove(db);
  expect(goes).toContainEqual({ name: 'Товары', count: 60 });
  expect(goes).toContainEqual({ name: 'Заказы', count: 1 });
  await removeDemoFiles(dataDir, sent_files);

  const after = await countRows(db);
  // The loader writes the links of the menus to landing pages again; those of the migrations led to its pages.
  // Messages to open screens live for seconds; a migration that changes rows writes some.
  const passing = { menu_links: 0, office_messages: 0 };
  const before = await rowsOfEmpty();
  expect({ ...after, ...passing }).toEqual({ ...before, ...passing });
  expect(after.office_messages).toBe(0);
  expect(after.menu_links).toBeLessThanOrEqual(ensure(before.menu_links));
  const { rows: partitions } = await sql`
    select from pg_inherits where inhparent in ('prices'::regclass, 'stock'::regclass)`.execute(db);
  expect(partitions).toEqual([]);
  expect(await readShopMark(db)).toEqual({ main_domain: null, demonstration: null });
  expect(await findDemoTraces(db)).toEqual([]);
  expect(await isDemoThere(db)).toBe(false);
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['own.webp']);
  await expect(remove(db)).rejects.toMatchObject({ code: 'not_found' });
}, 120_000);

test('every table whose rows would hold a branch of the demonstration back is known to what takes it away', async () => {
  const { db } = await testDatabase();
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'departments'::regclass and confdeltype in ('a', 'r')`.execute(db);
  const known = [
    ...ofBranches,
    // Noted by rules of their own (`belongings.ts`), taken out by `remove.ts`, or gone with their order.
    ...['departments', 'orders', 'coupons', 'coupon_batches', 'leads', 'audit_log', 'handovers', 'order_arrivals'],
  ];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

test('what the owner has made stays: branch, goods, prices, orders, people, words', async () => {
  const { db, url } = await aDemonstration();
  const { product, category_id } = await ownShop(db);
  const owner = await makeStaff(db, ['owner'], { full_name: 'Лидия Котова', email: 'lidia@lavka.ru' });
  const buyer = await makeUser(db, { email: 'ivan@pochta.ru' });
  const own = await orderBy(db, buyer, [[product, 3]], {
    branch: '00777',
    input: { contact: { name: 'Иван', phone: '+7 (921) 000-12-34', email: 'ivan@pochta.ru' } },
  });
  const anna = ensure(await findUserByEmail(db, 'anna@pochta.example'));
  await orderBy(db, anna, [[product, 5]], { branch: '00777' });
  await visitBy(db, 'pavel@pochta.ru', '00777');
  await visitBy(db, 'olga@pochta.ru', '00131');
  const company = {
    name: 'ООО «Лавка»',
    inn: '0012345673',
    ogrn: '1020000123450',
    email: 'zakaz@lavka.ru',
    vk_url: null,
  };
  await saveSetting(db, 'company', company);
  await runJobs(db, url);

  const plan = await planDemoRemoval(db, owner.id);
  expect(plan).toMatchObject({ obstacles: [], own_branches: [{ id: '00777', name: 'Каргополь' }], own_owners: 1 });
  expect(await isDemoThere(db)).toBe(true);
  await remove(db, owner.id);

  expect(await db.selectFrom('departments').select(['id_1c', 'is_main']).execute()).toEqual([
    { id_1c: '00777', is_main: true },
  ]);
  expect(await db.selectFrom('products').select('id').execute()).toEqual([{ id: product.id }]);
  expect(await db.selectFrom('categories').select('id').execute()).toEqual([{ id: category_id }]);
  expect(await db.selectFrom('prices').select(['price_column', 'price']).execute()).toEqual([
    { price_column: 'kargopol', price: 12_300 },
  ]);
  // Anna's order held five more.
  expect(await db.selectFrom('stock').select(['store', 'on_hand', 'reserved']).execute()).toEqual([
    { store: 'store777', on_hand: 100, reserved: 3 },
  ]);
  expect(await db.selectFrom('orders').select('number').execute()).toEqual([{ number: own.number }]);
  expect(await db.selectFrom('price_columns').select('price_column').orderBy('price_column').execute()).toEqual([
    { price_column: 'kargopol' },
    { price_column: 'kargopol_b2b' },
  ]);
  expect(await db.selectFrom('users').select('id').orderBy('id').execute()).toEqual(
    [{ id: owner.id }, { id: buyer.id }].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  expect((await readSettings(db)).company).toEqual({ ...company, logo: null });
  const { rows: emails } = await sql<{ to_address: string }>`
    select distinct to_address from mails order by to_address`.execute(db);
  expect(emails).toEqual([{ to_address: 'ivan@pochta.ru' }, { to_address: 'pavel@pochta.ru' }]);
  const { rows: consents } = await sql`
    select form, purpose, subject from consents where order_id is null order by form, purpose collate "C"`.execute(db);
  expect(consents).toEqual([
    { form: 'callback', purpose: 'personal_data', subject: 'Ольга, +7-921-000-12-34' },
    { form: 'subscription', purpose: 'advertising', subject: 'pavel@pochta.ru' },
    { form: 'subscription', purpose: 'personal_data', subject: 'pavel@pochta.ru' },
  ]);
}, 120_000);

test('a branch that sells by a column of the demonstration keeps the column, with the prices of its own goods', async () => {
  const { db } = await aDemonstration();
  const { product } = await ownShop(db);
  await db.updateTable('departments').set({ base_price: 'vologda' }).where('id_1c', '=', '00777').execute();
  await db.insertInto('prices').values({ price_column: 'vologda', product_id: product.id, price: 9_900 }).execute();
  const { stays } = await remove(db);
  expect(stays).toEqual(['Колонка цен «Вологда»: по ней продаёт филиал «Каргополь»']);
  expect(await db.selectFrom('prices').select(['price_column', 'price']).orderBy('price').execute()).toEqual([
    { price_column: 'vologda', price: 9_900 },
    { price_column: 'kargopol', price: 12_300 },
  ]);
}, 120_000);

test('what of the owner’s stands on the demonstration is named, with the place to put it right, and nothing goes', async () => {
  const { db } = await aDemonstration();
  const { product } = await ownShop(db);
  const { rows: actions } = await sql<{ id: number; attribute: string }>`
    with action as (
      insert into actions (slug, name, starts_at, ends_at)
      values ('verevki', 'Верёвки дешевле', now(), now() + interval '1 day') returning id),
    condition as (insert into action_conditions (action_id, position) select id, 0 from action returning id),
    chosen as (
      select id, name from attributes where id in (
        select (key ->> 'id')::int from demonstration_rows where table_name = 'attributes') order by id limit 1),
    narrowed as (
      insert into action_condition_attributes (condition_id, attribute_id, chosen)
      select condition.id, chosen.id, '{лён}' from condition, chosen)
    select action.id, chosen.name as attribute from action, chosen`.execute(db);
  const action = ensure(actions[0]);
  const { rows: known } = await sql<{ category: number; category_name: string; brand: number; brand_name: string }>`
    select c.id as category, c.name as category_name, b.id as brand, b.name as brand_name from
      (select id, name from categories where parent_id is null and id in (
        select (key ->> 'id')::int from demonstration_rows where table_name = 'categories') order by id limit 1) c,
      (select id, name from brands order by id limit 1) b`.execute(db);
  const { category, category_name, brand, brand_name } = ensure(known[0]);
  await db
    .insertInto('product_categories')
    .values({ product_id: product.id, category_id: category, is_main: false })
    .execute();
  await db.updateTable('products').set({ brand_id: brand }).where('id', '=', product.id).execute();
  await saveSetting(db, 'company', { ...(await readSettings(db)).company, name: 'ООО «Лавка»' });
  const vologda = await makeStaff(db, ['orders'], { full_name: 'Пётр Кладов', departments: ['00131'] });
  const vera = ensure(await findUserByEmail(db, 'vera@idd.example'));

  const { obstacles } = await planDemoRemoval(db, vera.id);
  expect(obstacles).toEqual([
    { words: 'Вы вошли человеком демонстрации. Сначала заведите своего владельца и войдите им', link: '/staff' },
    {
      words: `В условии вашей акции «Верёвки дешевле» стоит «${action.attribute}» из демонстрации: выберите своё или уберите условие`,
      link: `/promo/actions/${action.id}`,
    },
    {
      words: `У вашего товара «Верёвка льняная (900777)» бренд демонстрации «${brand_name}»: выберите свой или снимите бренд`,
      link: `/catalogue/${product.id}`,
    },
    {
      words: `Ваш товар «Верёвка льняная (900777)» лежит в категории демонстрации «${category_name}»: переложите его в свою`,
      link: `/catalogue/${product.id}`,
    },
    {
      words: 'Пётр Кладов работает только в филиалах демонстрации: назначьте свой филиал',
      link: `/staff/${vologda.id}`,
    },
    ...['ИНН', 'ОГРН', 'почта', 'страница ВКонтакте'].map((field) => ({
      words: `В настройках остались слова демонстрации (${field}): замените их своими или уберите`,
      link: '/settings',
    })),
  ]);
  const before = await countRows(db);
  await expect(remove(db, vera.id)).rejects.toMatchObject({ code: 'not_removable' });
  await expect(remove(db)).rejects.toThrow('переложите его в свою');
  expect(await countRows(db)).toEqual(before);
  await expect(loadDemo(db, { products: 60, filesDir: await testFolder() })).resolves.toMatchObject({ products: 60 });
}, 120_000);

test('of several branches it must be said which becomes the main one', async () => {
  const { db } = await aDemonstration();
  await ownShop(db);
  await ownShop(db, { id_1c: '00778', city: 'Няндома', domain: 'nyandoma' });
  await expect(remove(db)).rejects.toMatchObject({ details: { fields: { main_branch: expect.any(String) } } });
  await expect(remove(db, null, '00131')).rejects.toMatchObject({ code: 'bad_input' });
  await remove(db, null, '00777');
  expect(await db.selectFrom('departments').select('id_1c').where('is_main', '=', true).execute()).toEqual([
    { id_1c: '00777' },
  ]);
}, 120_000);

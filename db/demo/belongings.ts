import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';

type Condition = RawBuilder<unknown>;

/** Values of a key's column over the noted rows of a table. */
export const noted = (table: string, column: string, type: string): Condition =>
  sql`(select (key ->> ${column})::${sql.raw(type)} from demonstration_rows where table_name = ${table})`;

export const branches = noted('departments', 'id_1c', 'text');
export const stores = noted('stores', 'store', 'text');
export const columns = noted('price_columns', 'price_column', 'text');
export const goods = noted('products', 'id', 'integer');
export const categories = noted('categories', 'id', 'integer');
export const people = noted('users', 'id', 'uuid');
export const attributes = noted('attributes', 'id', 'integer');
const orders = noted('orders', 'id', 'uuid');
const coupons = noted('coupons', 'code', 'text');

/**
 * Notes what has come to the demonstration since it was loaded: orders of its branches, goods, coupons and people, what
 * visitors wrote there, points and promotions of its branches, emails to nobody who stays. Takes out what has become
 * the owner's: a price column that one of their branches sells by, a programme of their cards, attributes of their
 * goods, a text that somebody who stays has agreed to. Returns what stays, in Russian words.
 */
export async function noteBelongings(db: Db): Promise<string[]> {
  await note(db, 'departments', 'id_1c', sql`branch_id_1c in ${branches}`);
  await note(db, 'stores', 'store', sql`store in (select store from departments where id_1c in ${branches})`);
  const kept: string[] = [];
  for (const keep of [keepColumns, keepProgrammes, keepModels, keepAttributes, keepTopics])
    kept.push(...(await keep(db)));
  await noteCoupons(db);
  await note(db, 'orders', 'id', ofDemonstration);
  for (const table of ofBranches) await note(db, table, 'id', sql`department_id_1c in ${branches}`);
  await note(db, 'leads', 'origin_id', sql`department_id_1c in ${branches}`);
  for (const table of ofPeople) await note(db, table, 'id', sql`user_id in ${people}`);
  await note(db, 'product_questions', 'id', sql`product_id in ${goods}`);
  await note(db, 'shorts', 'id', sql`category_id in ${categories}`);
  await note(db, 'consents', 'id', ofVisitors);
  await note(db, 'mails', 'id', sql`lower(to_address) not in ${addressesThatStay}`);
  await noteWork(db);
  await noteTraffic(db);
  return [...kept, ...(await keepTexts(db))];
}

/** Tables whose rows of the demonstration's branches go with these. */
export const ofBranches = [
  ...['estimates', 'form_submissions', 'product_questions', 'reviews', 'subscription_emails', 'subscriptions'],
  ...['tickets', 'actions', 'articles', 'vacancies', 'webhooks'],
];
const ofPeople = ['form_submissions', 'subscriptions', 'tickets', 'consents'];

const ofDemonstration = sql`department_id_1c in ${branches} or pickup_department_id_1c in ${branches}
  or user_id in ${people} or placed_by in ${people} or coupon in ${coupons}
  or id in (select order_id from order_lines where product_id in ${goods} or store in ${stores})
  or id in (select order_id from former_order_lines where product_id in ${goods})`;

/**
 * Addresses, small, of whoever stays: people, branches, buyers without an account, and whoever asked, subscribed or
 * left a request in a branch of the owner's. Emails and consents of anybody else came with the demonstration.
 */
const addressesThatStay = sql`(
  select value from contacts where type = 'email' and user_id not in ${people}
  union all
  select lower(email) from departments where email is not null and id_1c not in ${branches}
  union all
  select lower(contact_email) from orders where contact_email is not null and id not in ${orders}
  union all
  select email from subscriptions where id not in ${noted('subscriptions', 'id', 'bigint')}
  union all
  select email from tickets where id not in ${noted('tickets', 'id', 'uuid')}
  union all
  select lower(email) from leads where email is not null and origin_id not in ${noted('leads', 'origin_id', 'uuid')}
  union all
  select lower(email) from reviews where email is not null and id not in ${noted('reviews', 'id', 'bigint')}
  union all
  select lower(email) from product_questions
  where email is not null and id not in ${noted('product_questions', 'id', 'bigint')})`;

/** A consent given with an address alone (to news, alerts, an answer) leads to nothing else. */
const ofVisitors = sql`order_id in ${orders} or submission_id in ${noted('form_submissions', 'id', 'uuid')}
  or num_nonnulls(user_id, order_id, submission_id) = 0 and subject ~ '^[^\\s,]+@[^\\s,]+$'
    and lower(subject) not in ${addressesThatStay}`;

async function note(db: Db, table: string, column: string, condition: Condition): Promise<void> {
  await sql`
    insert into demonstration_rows (table_name, key)
    select ${table}, jsonb_build_object(${column}::text, ${sql.ref(column)}) from ${sql.table(table)} where ${condition}
    on conflict do nothing`.execute(db);
}

async function noteCoupons(db: Db): Promise<void> {
  const campaigns = noted('fortune_campaigns', 'id', 'integer');
  await note(db, 'coupon_batches', 'id', sql`department_id_1c in ${branches}`);
  await note(db, 'fortune_spins', 'id', sql`campaign_id in ${campaigns}`);
  await note(
    db,
    'coupons',
    'code',
    sql`department_id_1c in ${branches} or batch_id in ${noted('coupon_batches', 'id', 'integer')}
      or code in (select coupon from fortune_spins where campaign_id in ${campaigns})`,
  );
}

/** What its people did in the back office, and what would be left of anybody's work without a row of the owner's. */
async function noteWork(db: Db): Promise<void> {
  const byThem = sql`author_user_id in ${people}`;
  await note(db, 'drafts', 'id', sql`${byThem} and num_nonnulls(published_at, discarded_at) > 0`);
  await note(db, 'releases', 'id', byThem);
  await note(db, 'price_plans', 'id', sql`${byThem} or (${isOfGoods('price_plan_rows', 'plan_id', 'price_plans')})`);
  await note(
    db,
    'goods_imports',
    'id',
    sql`${byThem} or (${isOfGoods('goods_import_rows', 'import_id', 'goods_imports')})`,
  );
  const named = (column: string) => sql`${sql.ref(column)} in (select full_name from users where id in ${people})
    and ${sql.ref(column)} not in (select full_name from users where id not in ${people})`;
  const prices = isOfGoods('file_import_prices', 'import_id', 'file_imports');
  await note(db, 'file_imports', 'id', sql`(${named('author')}) or (${prices})`);
  await note(db, 'search_decisions', 'id', named('who'));
}

/** It has rows, and all of them are of the demonstration's goods: a row that names no product may be of the owner's. */
function isOfGoods(rows: string, pointer: string, table: string): Condition {
  const ofIt = sql`from ${sql.table(rows)} r where r.${sql.ref(pointer)} = ${sql.table(table)}.id`;
  return sql`exists (select ${ofIt}) and not exists (select ${ofIt} and (product_id is null or product_id not in ${goods}))`;
}

/** What went to and came from others about its orders, and numbers of papers that no paper of the owner's continues. */
async function noteTraffic(db: Db): Promise<void> {
  const payments = sql`(select id, provider_id from payments where order_id in ${orders})`;
  const refunds = sql`(select r.id, r.provider_id from refunds r join ${payments} p on p.id = r.payment_id)`;
  const receipts = sql`(select r.id, r.provider_id from receipts r join ${payments} p on p.id = r.payment_id)`;
  const all = sql`(${payments} union all ${refunds} union all ${receipts})`;
  await note(db, 'payment_events', 'id', sql`object_id in (select provider_id from ${all} known)`);
  await note(db, 'payment_answers', 'id', sql`object_id in (select id from ${all} known)`);
  await note(db, 'webhook_events', 'id', sql`order_id in ${orders}`);
  await sql`
    insert into demonstration_rows (table_name, key)
    select 'document_numbers', jsonb_build_object('kind', n.kind, 'year', n.year) from document_numbers n
    where not exists (select from documents d
      where d.kind = n.kind and d.year = n.year and d.order_id not in ${orders})
    on conflict do nothing`.execute(db);
}

async function keepColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; by: string }>`
    with used as (
      select d.column_name, string_agg(distinct d.by, ', ' order by d.by) as by from (
        select unnest(array[base_price, b2b_price]) as column_name,
          ('продаёт филиал «' || name_for_site || '»') collate russian as by
        from departments where id_1c not in ${branches}
        union all
        select price_column, ('покупает фирма «' || name || '»') collate russian from companies
        where id not in ${noted('companies', 'id', 'bigint')}) d
      group by d.column_name),
    kept as (
      delete from demonstration_rows r using used u
      where r.table_name = 'price_columns' and r.key ->> 'price_column' = u.column_name
      returning u.column_name, u.by)
    select c.name, k.by from kept k join price_columns c on c.price_column = k.column_name order by 1`.execute(db);
  return rows.map(({ name, by }) => `Колонка цен «${name}»: по ней ${by}`);
}

async function keepProgrammes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with kept as (
      delete from demonstration_rows r using cards c
      where r.table_name = 'loyalty_programmes' and r.key ->> 'kind' = c.kind and c.id not in ${noted('cards', 'id', 'uuid')}
      returning c.kind)
    select name from loyalty_programmes where kind in (select kind from kept) order by 1`.execute(db);
  return rows.map(({ name }) => `Бонусная программа «${name}»: по ней выданы ваши карты`);
}

/** A model is nothing but the goods that it holds together. */
async function keepModels(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with kept as (
      delete from demonstration_rows r using products p
      where r.table_name = 'models' and (r.key ->> 'id')::int = p.model_id and p.id not in ${goods}
      returning p.model_id)
    select name from models where id in (select model_id from kept) order by 1`.execute(db);
  return rows.map(({ name }) => `Модель «${name}»: её вариант — ваш товар`);
}

/** Goods name their attributes by codes; values that none of the owner's goods has go all the same. */
async function keepAttributes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with kept as (
      delete from demonstration_rows r using attributes a
      where r.table_name = 'attributes' and (r.key ->> 'id')::int = a.id and exists (
        select from products p where p.id not in ${goods} and p.specs ? a.code)
      returning a.id)
    select id, name from attributes where id in (select id from kept) order by name`.execute(db);
  await sql`
    delete from attribute_values v where attribute_id = any(${rows.map(({ id }) => id)}::int[]) and not exists (
      select from products p where p.id not in ${goods} and v.id = any(p.facets))`.execute(db);
  return rows.map(({ name }) => `Свойство «${name}»: оно есть у ваших товаров`);
}

async function keepTopics(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with kept as (
      delete from demonstration_rows r using articles a
      where r.table_name = 'blog_topics' and r.key ->> 'slug' = a.topic
        and a.id not in ${noted('articles', 'id', 'integer')}
        and coalesce(a.department_id_1c not in ${branches}, true)
      returning a.topic)
    select name from blog_topics where slug in (select topic from kept) order by name`.execute(db);
  return rows.map(({ name }) => `Тема блога «${name}»: в ней ваши статьи`);
}

/** A consent names the version of the text that was agreed to. */
async function keepTexts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ title: string; version: number }>`
    with kept as (
      delete from demonstration_rows r using consents c
      where r.table_name = 'pages' and (r.key ->> 'id')::int = c.page_id and c.id not in ${noted('consents', 'id', 'bigint')}
      returning c.page_id)
    select title, version from pages where id in (select page_id from kept) order by 1, 2`.execute(db);
  return rows.map(({ title, version }) => `Текст «${title}», версия ${version}: с ним соглашались ваши покупатели`);
}

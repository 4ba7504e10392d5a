import { type RawBuilder, sql } from 'kysely';
import { readinessOf } from '#modules/departments/branch-readiness.ts';
import { type Department, draftParent, listDepartments } from '#modules/departments/queries.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { readSettings } from '#modules/settings/read-setting.ts';
import type { Company } from '#modules/settings/schema.ts';
import type { Db } from '#platform/database.ts';
import { isUnderMaintenance } from '#platform/maintenance.ts';
import { readShopMark, type ShopMark } from '#platform/shop-mark.ts';
import { ensure } from '#shared/ensure.ts';
import type { FirstRunNotes } from './schema.ts';

/** What the checks of the steps are made of. Rows of the demonstration are known by `demonstration_rows`. */
export type FirstRunFacts = {
  mark: ShopMark;
  /** Rows of the demonstration that are still there. */
  demo_rows: number;
  /** The owner's own people who may do everything in all branches; those who have shown a code of the second factor. */
  own_owners: number;
  own_owners_with_code: number;
  /** The owner's own people besides them and whether they have shown such a code. */
  own_staff: { name: string; has_code: boolean }[];
  company: Company;
  has_requisites: boolean;
  /** Fields of the seller that say what the demonstration said. */
  demo_words: { key: string; field: string }[];
  branches: { id: string; name: string; is_open: boolean; is_main: boolean; lacks: string[] }[];
  goods: { all: number; categorised: number; priced: number; on_sale: number };
  exchange: { packages: number; held: number; tables: number };
  /** `common`: the shop's own text of a consent, which leaves the seller's name to the page about the company. */
  texts: { slug: string; title: string; state: 'missing' | 'demonstration' | 'common' | 'own'; leftovers: string[] }[];
  email: { sent_at: Date | null; failure: string | null; created_at: Date } | null;
  is_under_maintenance: boolean;
};

/**
 * Texts without which nothing is sold: the offer, the policy, the page that consents name for the seller, and what
 * people consent to in every form.
 */
const neededTexts = {
  offer: 'Публичная оферта',
  'privacy-policy': 'Политика обработки данных',
  about: 'О компании',
  'consent-personal-data': 'Согласие на обработку персональных данных',
  'consent-advertising': 'Согласие на получение рекламных сообщений',
};

/** As migrations write the texts of consents. */
const sellerElsewhere = 'указанному на странице «О компании»';

/** Everything that the guide looks at, from the database alone. `test_email`: the key of the last test email. */
export async function readFacts(db: Db, test_email: string | null): Promise<FirstRunFacts> {
  const [mark, settings, requisites, counts, branches, texts, email, is_under_maintenance] = await Promise.all([
    readShopMark(db),
    readSettings(db),
    readRequisites(db, null),
    readCounts(db),
    readBranches(db),
    readTexts(db),
    readTestEmail(db, test_email),
    isUnderMaintenance(db),
  ]);
  const company = settings.company;
  return {
    mark,
    company,
    has_requisites: requisites !== null,
    ...counts,
    branches,
    texts,
    email,
    is_under_maintenance,
  };
}

/**
 * Whether the guide is shown: nobody has opened the shop by it, and the shop is a demonstration, has begun with the
 * guide, or has taken no order yet.
 */
export async function isFirstRun(db: Db, notes: FirstRunNotes | null): Promise<boolean> {
  if (notes !== null) return notes.opened_at === null;
  const { rows } = await sql<{ is_new: boolean }>`
    select exists (select from settings where key = 'demonstration') or exists (select from demonstration_rows)
      or not exists (select from orders) as is_new`.execute(db);
  return ensure(rows[0]).is_new;
}

type Counts = Pick<
  FirstRunFacts,
  'demo_rows' | 'own_owners' | 'own_owners_with_code' | 'own_staff' | 'demo_words' | 'goods' | 'exchange'
>;

async function readCounts(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with own_person as (
      select u.full_name as name, totp_step > 0 as has_code, 'owner' = any(roles) and departments = '{}' as is_owner
      from staff s join users u on u.id = s.user_id
      where dismissed_at is null and not exists (
        select from demonstration_rows d where d.table_name = 'users' and d.key = jsonb_build_object('id', s.user_id))),
    demo_person as (
      select u.id, u.full_name as name from users u
      join demonstration_rows d on d.table_name = 'users' and d.key = jsonb_build_object('id', u.id)),
    own_branch as (
      select base_price, store from departments b
      where parent = '00046' and branch_id_1c is null and not exists (
        select from demonstration_rows d
        where d.table_name = 'departments' and d.key = jsonb_build_object('id_1c', b.id_1c))),
    own_product as (
      select id, min_count,
        exists (select from product_categories c where c.product_id = p.id) as is_categorised,
        exists (select from prices join own_branch b on b.base_price = prices.price_column
          where prices.product_id = p.id and prices.price is not null) as is_priced,
        exists (select from own_branch b
          join prices on prices.price_column = b.base_price and prices.product_id = p.id and prices.price is not null
          join stock s on s.store = b.store and s.product_id = p.id and s.on_hand - s.reserved >= p.min_count) as is_on_sale
      from products p
      where switched_off_at is null and not exists (
        select from demonstration_rows d where d.table_name = 'products' and d.key = jsonb_build_object('id', p.id)))
    select
      (select count(*)::int from demonstration_rows) as demo_rows,
      (select count(*)::int from own_person where is_owner) as own_owners,
      (select count(*)::int from own_person where is_owner and has_code) as own_owners_with_code,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'has_code', has_code) order by name), '[]')
        from own_person where not is_owner) as own_staff,
      coalesce((select jsonb_agg(jsonb_build_object('key', s.key, 'field', f.field) order by s.key, f.field)
        from settings s join demonstration_rows d on d.table_name = 'settings' and d.key ->> 'key' = s.key
        cross join lateral jsonb_object_keys(s.value) f (field)
        where s.key in ('company', 'contact_centre') and f.field in ('name', 'inn', 'ogrn', 'email', 'vk_url', 'phones')
          and d.content -> f.field = s.value -> f.field and s.value -> f.field not in ('null', '[]')), '[]') as demo_words,
      (select jsonb_build_object('all', count(*), 'categorised', count(*) filter (where is_categorised),
          'priced', count(*) filter (where is_priced), 'on_sale', count(*) filter (where is_on_sale and is_categorised))
        from own_product) as goods,
      jsonb_build_object(
        'packages', (select count(*) from onec_packages where state in ('imported', 'rehearsed')),
        'held', (select count(*) from onec_packages where state = 'held'),
        'tables', (select count(*) from file_imports i where state = 'applied' and undone_at is null
            and author not in (select name from demo_person)
            and ${hasOwnGoods(sql`file_import_prices`)})
          + (select count(*) from goods_imports i where state = 'done'
            and coalesce(author_user_id not in (select id from demo_person), true)
            and ${hasOwnGoods(sql`goods_import_rows`)})) as exchange`.execute(db);
  return ensure(rows[0]);
}

/** A table of the demonstration's goods alone was taken in play; one that names no goods has come with stock. */
function hasOwnGoods(rows: RawBuilder<unknown>): RawBuilder<boolean> {
  const named = sql`(select product_id from ${rows} r where r.import_id = i.id and product_id is not null)`;
  return sql`(not exists ${named} or exists (
    select from ${named} named where not exists (
      select from demonstration_rows d
      where d.table_name = 'products' and d.key = jsonb_build_object('id', named.product_id))))`;
}

async function readBranches(db: Db): Promise<FirstRunFacts['branches']> {
  const { rows } = await sql<{ id_1c: string }>`
    select key ->> 'id_1c' as id_1c from demonstration_rows where table_name = 'departments'`.execute(db);
  const demo = new Set(rows.map(({ id_1c }) => id_1c));
  const own = (await listDepartments(db)).filter(
    ({ id_1c, branch_id_1c }) => branch_id_1c === null && !demo.has(id_1c),
  );
  return Promise.all(
    own.map(async (branch) => ({
      id: branch.id_1c,
      name: branch.name_for_site,
      is_main: branch.is_main,
      is_open: branch.parent !== draftParent,
      lacks: await lacksOf(db, branch),
    })),
  );
}

async function lacksOf(db: Db, branch: Department): Promise<string[]> {
  const readiness = (await readinessOf(db, [branch])).get(branch.id_1c) ?? [];
  return [
    ...(branch.address.trim() === '' ? ['Адрес'] : []),
    ...readiness.flatMap(({ words, is_done, is_needed }) => (is_done || !is_needed ? [] : [words])),
  ];
}

async function readTexts(db: Db): Promise<FirstRunFacts['texts']> {
  const slugs = Object.keys(neededTexts);
  const { rows } = await sql<{
    slug: string;
    title: string;
    is_demo: boolean;
    is_common: boolean;
    leftovers: string[];
  }>`
    select distinct on (p.slug) p.slug, p.title, position(${sellerElsewhere} in p.html) > 0 as is_common,
      exists (select from demonstration_rows d where d.table_name = 'pages' and d.key = jsonb_build_object('id', p.id)) as is_demo,
      array(select w.words from (
          select d.content ->> f.field as words from demonstration_rows d
          cross join (values ('name'), ('inn'), ('ogrn'), ('email')) f (field)
          where d.table_name = 'settings' and d.key ->> 'key' = 'company'
          union select (regexp_match(p.html, '[[:alnum:]._-]+@[[:alnum:].-]+\\.example'))[1]) w
        where w.words is not null and position(w.words in p.html) > 0 order by 1) as leftovers
    from pages p
    where p.slug = any(${slugs}::text[]) and p.department_id_1c is null and p.published_at <= now()
      and coalesce(p.ends_at > now(), true)
    order by p.slug, p.version desc`.execute(db);
  return Object.entries(neededTexts).map(([slug, title]) => {
    const found = rows.find((row) => row.slug === slug);
    if (!found) return { slug, title, state: 'missing' as const, leftovers: [] };
    const own = found.is_common ? 'common' : 'own';
    return { slug, title: found.title, state: found.is_demo ? 'demonstration' : own, leftovers: found.leftovers };
  });
}

async function readTestEmail(db: Db, key: string | null): Promise<FirstRunFacts['email']> {
  if (key === null) return null;
  const mail = await db
    .selectFrom('mails')
    .select(['sent_at', 'failure', 'created_at'])
    .where('key', '=', key)
    .executeTakeFirst();
  return mail ?? null;
}

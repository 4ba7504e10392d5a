import { sql } from 'kysely';
import { makeMainBranch } from '#modules/departments/make-main-branch.ts';
import { recordUnder } from '#modules/drafts/drafts.ts';
import type { DraftKey } from '#modules/drafts/kinds.ts';
import { takeFromReleases } from '#modules/releases/releases.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { rehearse } from '#platform/rehearse.ts';
import { readShopMark, unmarkDemonstration } from '#platform/shop-mark.ts';
import { ensure } from '#shared/ensure.ts';
import { branches, columns, goods, noteBelongings, people } from './belongings.ts';
import { isLoaded, type LoadedTable, loadedTables } from './loaded-rows.ts';
import { findObstacles, type Obstacle } from './obstacles.ts';
import { readSentFiles, type SentFile } from './remove-files.ts';

/** What removing the demonstration comes to. */
export type DemoRemoval = {
  /** Rows by kind, in Russian: «Товары», 3000. Kinds that nobody looks at by themselves are left out. */
  goes: { name: string; count: number }[];
  /** Of which the names say more than their number. */
  branches: string[];
  people: string[];
  /** What of the demonstration becomes the owner's, each with the reason. */
  stays: string[];
  /** What must be put right before. */
  obstacles: Obstacle[];
  /** The owner's branches that are open, one of which lives at MAIN_DOMAIN afterwards. */
  own_branches: { id: string; name: string }[];
  /** The owner's people with the role of the owner. */
  own_owners: number;
};

/** Who asks; null: the terminal, where nobody can be locked out. */
export type RemovalGiven = { staff_user_id: string | null; main_branch: string | null };

/**
 * What would go and what would stay, without removing anything. Throws not_found when no row is known to be the
 * demonstration's.
 */
export function planDemoRemoval(db: Db, staff_user_id: string): Promise<DemoRemoval> {
  return rehearse(db, (db) => lookThrough(db, staff_user_id));
}

/**
 * Removes every row that the demonstration's load has written and what belongs to them, with the mark; what the owner
 * has made stays. One of their branches becomes the main one. The files are removed afterwards (`removeDemoFiles`),
 * those that visitors sent among them: `sent_files`.
 * Call in a transaction. Throws not_found without a demonstration; not_removable {obstacles} with what stands in the
 * way; bad_input when it is not said which of several branches becomes the main one.
 */
export async function removeDemo(
  db: Db,
  { staff_user_id, main_branch }: RemovalGiven,
): Promise<DemoRemoval & { sent_files: SentFile[] }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('remove demonstration', 0))`.execute(db);
  const removal = await lookThrough(db, staff_user_id);
  if (removal.obstacles.length > 0) {
    const words = removal.obstacles.map(({ words }) => words).join('. ');
    throw new Refusal('not_removable', { obstacles: removal.obstacles }, words);
  }
  const main = chooseMain(removal, main_branch);
  const sent = await readSentFiles(db);
  await removeRows(db).catch(refusePointing);
  const left = new Set((await readSentFiles(db)).map(({ id }) => id));
  if (main) await makeMainBranch(db, main);
  await unmarkDemonstration(db);
  await sql`select rebuild_catalogue_index()`.execute(db);
  await invalidate(db, ['*']);
  return { ...removal, sent_files: sent.filter(({ id }) => !left.has(id)) };
}

async function lookThrough(db: Db, staff_user_id: string | null): Promise<DemoRemoval> {
  const known = await sql`select from demonstration_rows limit 1`.execute(db);
  if (known.rows.length === 0)
    throw new Refusal(
      'not_found',
      {},
      'Магазин не знает, какие строки — демонстрации: её загрузила прежняя версия. В терминале: npm run shop -- demo remove --help',
    );
  const stays = await noteBelongings(db);
  const { rows } = await sql<{ table_name: string; count: number }>`
    select table_name, count(*)::int as count from demonstration_rows group by 1`.execute(db);
  const counts = new Map(rows.map(({ table_name, count }) => [table_name, count]));
  const goes = Object.entries(kinds).map(([name, tables]) => {
    return { name, count: tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0) };
  });
  const names = await readNames(db);
  const locksOut = staff_user_id === null ? [] : await findLockingOut(db, names, staff_user_id);
  return {
    goes: goes.filter(({ count }) => count > 0),
    ...names,
    stays,
    obstacles: [...locksOut, ...(await findObstacles(db))],
  };
}

/** What people call them, by the tables that hold them. */
const kinds: Record<string, string[]> = {
  Товары: ['products'],
  Категории: ['categories'],
  'Свойства товаров': ['attributes'],
  Бренды: ['brands'],
  'Филиалы и пункты выдачи': ['departments'],
  'Колонки цен': ['price_columns'],
  Люди: ['users'],
  Фирмы: ['companies'],
  Заказы: ['orders'],
  'Отзывы и вопросы': ['reviews', 'product_questions'],
  'Обращения, заявки и сметы': ['tickets', 'leads', 'form_submissions', 'estimates', 'subscriptions'],
  'Купоны и акции': ['coupons', 'actions'],
  'Слайды и плашки': ['banners', 'wobblers'],
  'Бонусные программы и карты': ['loyalty_programmes', 'cards'],
  'Страницы и тексты': ['pages', 'landings', 'seo_texts', 'shorts', 'menu_links', 'home_layouts', 'qr_codes'],
  'Статьи и вакансии': ['articles', 'vacancies'],
  'Слова поиска': ['search_synonyms', 'search_redirects', 'search_stop_words', 'judged_queries'],
  Письма: ['mails'],
};

type Names = Pick<DemoRemoval, 'branches' | 'people' | 'own_branches' | 'own_owners'>;

async function readNames(db: Db): Promise<Names> {
  const { rows } = await sql<Names>`
    select
      array(select name_for_site from departments where id_1c in ${branches} and branch_id_1c is null
        order by position, id_1c) as branches,
      array(select full_name from users where id in ${people} order by 1) as people,
      coalesce((select jsonb_agg(jsonb_build_object('id', id_1c, 'name', name_for_site) order by position, id_1c)
        from departments where id_1c not in ${branches} and branch_id_1c is null and parent = '00046'), '[]') as own_branches,
      (select count(*)::int from staff where user_id not in ${people} and dismissed_at is null and 'owner' = any(roles)
        and departments = '{}') as own_owners`.execute(db);
  return ensure(rows[0]);
}

/** The branch that lives at MAIN_DOMAIN afterwards; null: there is no branch yet, and the terminal removes. */
function chooseMain({ own_branches }: DemoRemoval, asked: string | null): string | null {
  const [first, ...others] = own_branches;
  if (asked !== null && !own_branches.some(({ id }) => id === asked))
    throw new Refusal('bad_input', { fields: { main_branch: 'Выберите свой открытый филиал' } });
  if (asked === null && others.length > 0)
    throw new Refusal('bad_input', { fields: { main_branch: 'Выберите, какой филиал будет главным' } });
  return asked ?? first?.id ?? null;
}

/** Whoever removes it in the back office must be able to go on there afterwards: with an account and with a branch. */
async function findLockingOut(db: Db, { own_owners, own_branches }: Names, staff_user_id: string): Promise<Obstacle[]> {
  const { rows } = await sql`select from users where id = ${staff_user_id}::uuid and id in ${people}`.execute(db);
  const found: Obstacle[] = [];
  if (rows.length > 0)
    found.push({
      words:
        own_owners === 0
          ? 'Вы вошли человеком демонстрации. Сначала заведите своего владельца и войдите им'
          : 'Вы вошли человеком демонстрации. Войдите своим владельцем',
      link: '/staff',
    });
  if (own_branches.length === 0)
    found.push({ words: 'Сначала откройте свой филиал: без филиала в магазине нечего показать', link: '/branches' });
  return found;
}

/** What nobody has thought of: a row of the owner's still points to one that goes. */
function refusePointing(error: unknown): never {
  const { code, table } = error as { code?: string; table?: string };
  if (code !== foreignKeyViolation) throw error;
  throw new Refusal(
    'not_removable',
    {},
    `На строки демонстрации опираются ваши (таблица ${table ?? 'неизвестна'}). Передайте это тому, кто следит за магазином`,
  );
}

const foreignKeyViolation = '23503';

async function removeRows(db: Db): Promise<void> {
  // Goods go in portions: none may point to one of another portion, and none of the owner's to one that goes.
  await sql`update products set successor_id = null where successor_id in ${goods}`.execute(db);
  await forgetBranches(db);
  await releaseStock(db);
  await forgetAudit(db);
  await sql`delete from price_plan_rows where price_column in ${columns}`.execute(db);
  await sql`delete from file_import_prices where price_column in ${columns}`.execute(db);
  await sql`delete from demonstration_objects`.execute(db);
  await sql`delete from deferred_jobs where payload ->> 'order_id' in (
    select key ->> 'id' from demonstration_rows where table_name = 'orders')`.execute(db);
  await withoutGuards(db, async () => {
    for (const table of await loadedTables(db))
      if (table.name !== 'price_columns' && table.name !== 'stores') await removeLoaded(db, table);
  });
  await dropPartitions(db, 'prices', 'price_columns', 'price_column');
  await dropPartitions(db, 'stock', 'stores', 'store');
  await forgetDrafts(db);
  await sql`delete from demonstration_rows`.execute(db);
  // What triggers had to tell of it: whoever has the back office open asks for everything again.
  await sql`delete from office_messages`.execute(db);
}

/** A draft names its record by words alone: over one that is gone it could never be published. */
async function forgetDrafts(db: Db): Promise<void> {
  const { rows } = await sql<DraftKey & { id: number }>`
    select id, resource, record_id from drafts where num_nonnulls(published_at, discarded_at) = 0`.execute(db);
  for (const { id, ...key } of rows) {
    if (await recordUnder(db, key)) continue;
    await takeFromReleases(db, { kind: key.resource, id: String(id) });
    await sql`delete from drafts where id = ${id}`.execute(db);
  }
}

/** The owner's people and keys that worked there too work on in the other branches. */
async function forgetBranches(db: Db): Promise<void> {
  const left = sql`array(select d from unnest(departments) d where d not in ${branches})`;
  const isThere = sql`exists (select from unnest(departments) d where d in ${branches})`;
  await sql`update staff set departments = ${left} where ${isThere} and user_id not in ${people}`.execute(db);
  await sql`update api_keys set departments = ${left} where ${isThere} and ended_at is null`.execute(db);
}

/** What an order of the demonstration held of the owner's goods is free again. */
async function releaseStock(db: Db): Promise<void> {
  await sql`
    update stock s set reserved = s.reserved - held.count
    from (select r.store, r.product_id, sum(r.count)::int as count
      from reservations r join order_lines l on l.id = r.order_line_id
      where r.ended_at is null and l.order_id in (
        select (key ->> 'id')::uuid from demonstration_rows where table_name = 'orders')
      group by 1, 2) held
    where s.store = held.store and s.product_id = held.product_id`.execute(db);
}

/** What its people did in the back office, and what was done in its branches: the log refuses it to everybody else. */
async function forgetAudit(db: Db): Promise<void> {
  await sql`alter table audit_log disable trigger keep_audit`.execute(db);
  const goes = sql`(staff_user_id in ${people} or department_id_1c in ${branches})`;
  await sql`update audit_log set undo_of = null where undo_of in (select id from audit_log where ${goes})`.execute(db);
  await sql`delete from audit_log where ${goes}`.execute(db);
  await sql`alter table audit_log enable trigger keep_audit`.execute(db);
}

/** Terms, prizes and spins of a wheel are never changed or deleted, but with the demonstration that had it. */
async function withoutGuards(db: Db, run: () => Promise<void>): Promise<void> {
  const guards = {
    fortune_campaigns: 'fortune_keep_terms',
    fortune_prizes: 'fortune_keep_prizes',
    fortune_spins: 'fortune_keep_spin',
  };
  for (const [table, guard] of Object.entries(guards))
    await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(guard)}`.execute(db);
  await run();
  for (const [table, guard] of Object.entries(guards))
    await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(guard)}`.execute(db);
}

/** So many at once: a statement of the web process may take ten seconds. */
const batchSize = 500;

async function removeLoaded(db: Db, table: LoadedTable): Promise<void> {
  const { from, which } = isLoaded(table);
  // Rows that point to rows of their own table go with them, in one statement.
  const atOnce = table.name === 'products' ? sql`limit ${batchSize}` : sql``;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table.name)} t0 where t0.ctid in (
        select t.ctid from ${sql.table(table.name)} t, ${from} where ${which} ${atOnce})`.execute(db);
    if (table.name !== 'products' || numAffectedRows === 0n) return;
  }
}

/** A column and a store have a partition of their own, which went unnoticed by `delete`. */
async function dropPartitions(db: Db, parent: string, owner: string, column: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select key ->> ${column} as name from demonstration_rows where table_name = ${owner} order by 1`.execute(db);
  for (const { name } of rows) {
    const partition = `${parent}_${name}`;
    await sql`alter table ${sql.table(parent)} detach partition ${sql.table(partition)}`.execute(db);
    await sql`drop table ${sql.table(partition)}`.execute(db);
    if (owner === 'price_columns') {
      await sql`delete from price_changes where price_column = ${name}`.execute(db);
      await sql`delete from price_tiers where price_column = ${name}`.execute(db);
    }
    await sql`delete from ${sql.table(owner)} where ${sql.ref(column)} = ${name}`.execute(db);
  }
}

/** Whether the database is marked, or holds rows that are known to be the demonstration's. */
export async function isDemoThere(db: Db): Promise<boolean> {
  const { demonstration } = await readShopMark(db);
  const known = await sql`select from demonstration_rows limit 1`.execute(db);
  return demonstration !== null || known.rows.length > 0;
}

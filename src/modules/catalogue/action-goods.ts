import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { mostActionGoods, tooManyGoods } from './action-conditions.ts';
import { articleKey } from './article-key.ts';

export type ActionProduct = {
  id: number;
  name: string;
  article: string | null;
  image: string | null;
  category: string | null;
  is_on: boolean;
  /** Chosen by hand: stays whatever the conditions say. */
  is_listed: boolean;
  /** Fits the promotion's conditions. */
  is_by_conditions: boolean;
};

/**
 * A page of the goods of a promotion by name; `q`: part of the name, or an article or code as a whole. `listed`: how
 * many of all were chosen by hand.
 */
export async function listActionGoods(
  db: Db,
  action_id: number,
  q: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ goods: ActionProduct[]; count: number; listed: number }> {
  const part = q.trim().replace(/[\\%_]/g, '\\$&');
  const where = sql`ap.action_id = ${action_id}
    and (${part}::text = '' or p.name ilike ${`%${part}%`} or p.article = ${q.trim()} or p.idcode = ${q.trim()})`;
  const [goods, counts, listed] = await Promise.all([
    sql<ActionProduct>`
      select p.id, p.name, p.article, p.images[1] as image, c.name as category, p.switched_off_at is null as is_on,
        ap.is_listed, ap.is_by_conditions
      from action_products ap join products p on p.id = ap.product_id
      left join product_categories pc on pc.product_id = p.id and pc.is_main
      left join categories c on c.id = pc.category_id
      where ${where} order by p.name, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from action_products ap join products p on p.id = ap.product_id where ${where}`.execute(
      db,
    ),
    sql<{ count: number }>`
      select count(*)::int as count from action_products where action_id = ${action_id} and is_listed`.execute(db),
  ]);
  return { goods: goods.rows, count: counts.rows[0]?.count ?? 0, listed: listed.rows[0]?.count ?? 0 };
}

/** Which goods: by id; by article, barcode or code of the shop; every product of a category and below it. */
export type GoodsAsked = { product_ids: number[] } | { codes: string[] } | { category_id: number };

/**
 * Adds goods to a promotion. Returns how many were new, and the codes that no product has. Throws bad_input when they
 * are more than 10,000 in all.
 */
export async function addActionGoods(
  db: Db,
  action_id: number,
  asked: GoodsAsked,
): Promise<{ added: number; unknown: string[] }> {
  const { ids, unknown } = 'codes' in asked ? await idsByCode(db, asked.codes) : { ids: asked, unknown: [] };
  const chosen: RawBuilder<unknown> = 'category_id' in ids ? ofCategory(ids.category_id) : byId(ids.product_ids);
  const { rows } = await sql<{ id: number }>`select chosen.id from (${chosen}) chosen`.execute(db);
  const added = await listGoods(
    db,
    action_id,
    rows.map(({ id }) => id),
  );
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from action_products where action_id = ${action_id}`.execute(db);
  const count = counts[0]?.count ?? 0;
  if (count > mostActionGoods) throw tooManyGoods(count);
  if (added > 0) await invalidate(db, ['content', 'catalogue']);
  return { added, unknown };
}

/**
 * Takes goods that were chosen by hand out of a promotion; null: all of them. Those that fit its conditions still take
 * part. Returns how many are chosen no more.
 */
export async function removeActionGoods(db: Db, action_id: number, product_ids: number[] | null): Promise<number> {
  const removed = await unlistGoods(
    db,
    action_id,
    sql`(${product_ids}::int[] is null or product_id = any(${product_ids}::int[]))`,
  );
  if (removed > 0) await invalidate(db, ['content', 'catalogue']);
  return removed;
}

/** These goods are chosen by hand from now on; unknown ids are left out. Returns how many were not before. */
export async function listGoods(db: Db, action_id: number, ids: number[]): Promise<number> {
  const { rows } = await sql<{ product_id: number }>`
    insert into action_products as known (action_id, product_id)
    select ${action_id}::int, id from products where id = any(${ids}::int[])
    on conflict (action_id, product_id) do update set is_listed = true where not known.is_listed
    returning product_id`.execute(db);
  return rows.length;
}

/** Goods of which this is true are chosen by hand no more. Returns how many were. */
export async function unlistGoods(db: Db, action_id: number, condition: RawBuilder<unknown>): Promise<number> {
  const { rows: kept } = await sql<{ product_id: number }>`
    update action_products set is_listed = false
    where action_id = ${action_id} and is_listed and is_by_conditions and ${condition}
    returning product_id`.execute(db);
  const { rows: gone } = await sql<{ product_id: number }>`
    delete from action_products where action_id = ${action_id} and not is_by_conditions and ${condition}
    returning product_id`.execute(db);
  return kept.length + gone.length;
}

const byId = (ids: number[]) => sql`select p.id from products p where p.id = any(${ids}::int[])`;

const ofCategory = (category_id: number) => sql`
  with recursive below as (
    select ${category_id}::int as id union select c.id from categories c join below on c.parent_id = below.id
  )
  select distinct pc.product_id as id from product_categories pc join below on below.id = pc.category_id
  join products p on p.id = pc.product_id and p.switched_off_at is null`;

async function idsByCode(db: Db, codes: string[]): Promise<{ ids: { product_ids: number[] }; unknown: string[] }> {
  const wanted = [...new Set(codes.map((code) => code.trim()).filter(Boolean))];
  const { rows } = await sql<{ code: string; id: number }>`
    with asked as (select * from unnest(${wanted}::text[], ${wanted.map((code) => articleKey(code) || null)}::text[]) as asked (code, key))
    select a.code, p.id from asked a join products p on p.idcode = a.code
    union select a.code, p.id from asked a join products p on p.article_key = a.key
    union select a.code, p.id from asked a join products p on p.barcode = a.code`.execute(db);
  const found = new Set(rows.map(({ code }) => code));
  return {
    ids: { product_ids: [...new Set(rows.map(({ id }) => id))] },
    unknown: wanted.filter((code) => !found.has(code)),
  };
}

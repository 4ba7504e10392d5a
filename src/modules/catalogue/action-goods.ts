import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf, formatCount } from '#shared/plurals.ts';

/** More goods of one promotion are no promotion any more, and their pages would all be made again at once. */
const mostGoods = 10_000;

export type ActionProduct = {
  id: number;
  name: string;
  article: string | null;
  image: string | null;
  category: string | null;
  is_on: boolean;
};

/** A page of the goods of a promotion by name; `q`: part of the name, or an article or code as a whole. */
export async function listActionGoods(
  db: Db,
  action_id: number,
  q: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ goods: ActionProduct[]; count: number }> {
  const part = q.trim().replace(/[\\%_]/g, '\\$&');
  const where = sql`ap.action_id = ${action_id}
    and (${part}::text = '' or p.name ilike ${`%${part}%`} or p.article = ${q.trim()} or p.idcode = ${q.trim()})`;
  const [goods, counts] = await Promise.all([
    sql<ActionProduct>`
      select p.id, p.name, p.article, p.images[1] as image, c.name as category, p.switched_off_at is null as is_on
      from action_products ap join products p on p.id = ap.product_id
      left join product_categories pc on pc.product_id = p.id and pc.is_main
      left join categories c on c.id = pc.category_id
      where ${where} order by p.name, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from action_products ap join products p on p.id = ap.product_id where ${where}`.execute(
      db,
    ),
  ]);
  return { goods: goods.rows, count: counts.rows[0]?.count ?? 0 };
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
  const { rows } = await sql<{ product_id: number }>`
    insert into action_products (action_id, product_id) select ${action_id}::int, chosen.id from (${chosen}) chosen
    on conflict do nothing returning product_id`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from action_products where action_id = ${action_id}`.execute(db);
  const count = counts[0]?.count ?? 0;
  if (count > mostGoods) {
    const words = `В акции вышло бы ${countOf(count, 'товар', 'товара', 'товаров')}, а помещается ${formatCount(mostGoods)}`;
    throw new Refusal('bad_input', {}, words);
  }
  if (rows.length > 0) await invalidate(db, ['content', 'catalogue']);
  return { added: rows.length, unknown };
}

/** Takes goods out of a promotion; null: all of them. Returns how many. */
export async function removeActionGoods(db: Db, action_id: number, product_ids: number[] | null): Promise<number> {
  const { rows } = await sql<{ product_id: number }>`
    delete from action_products where action_id = ${action_id}
      and (${product_ids}::int[] is null or product_id = any(${product_ids}::int[])) returning product_id`.execute(db);
  if (rows.length > 0) await invalidate(db, ['content', 'catalogue']);
  return rows.length;
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
    with asked as (
      select code, nullif(regexp_replace(translate(lower(code), 'ё', 'е'), '[^0-9a-zа-я]', '', 'g'), '') as key
      from unnest(${wanted}::text[]) as code
    )
    select a.code, p.id from asked a join products p on p.idcode = a.code
    union select a.code, p.id from asked a join products p on p.article_key = a.key
    union select a.code, p.id from asked a join products p on p.barcode = a.code`.execute(db);
  const found = new Set(rows.map(({ code }) => code));
  return {
    ids: { product_ids: [...new Set(rows.map(({ id }) => id))] },
    unknown: wanted.filter((code) => !found.has(code)),
  };
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { beyond, type Key, keyOf, orderOf, type Term } from '#platform/keyset.ts';
import { type GoodsScope, goodsConditions, type StaffProductFilter } from './staff-products.ts';

export type PricePurpose = 'retail' | 'b2b' | 'cost';
export type PriceColumn = { price_column: string; name: string; purpose: PricePurpose };

/**
 * Columns of prices of these branches (null: all), retail first. Purchase prices only with `isCostShown`; they belong
 * to all branches.
 */
export async function listPriceColumns(
  db: Db,
  branches: string[] | null,
  isCostShown: boolean,
): Promise<PriceColumn[]> {
  const { rows } = await sql<PriceColumn>`
    select c.price_column, c.name, c.purpose from price_columns c
    where case when c.is_cost then ${isCostShown} else ${branches}::text[] is null or exists (
      select from departments d
      where d.id_1c = any(${branches}::text[]) and c.price_column in (d.base_price, d.b2b_price)) end
    order by c.is_cost, c.is_b2b, c.name, c.price_column`.execute(db);
  return rows;
}

/** Kopecks per sales unit. */
export type PriceCell = {
  price_column: string;
  price: number | null;
  old_price: number | null;
  is_pinned: boolean;
  /** From so many sales units on it costs less. */
  tiers: { from_count: number; price: number }[];
};
export type PriceSheetRow = {
  id: number;
  idcode: string;
  name: string;
  article: string | null;
  image: string | null;
  unit: string;
  is_from_1c: boolean;
  category: string | null;
  cells: PriceCell[];
  /** Where it stands in the list (`platform/keyset.ts`). */
  key: string;
};

const byName: Term[] = [
  { value: sql`p.name`, isDescending: false },
  { value: sql`p.id`, isDescending: false },
];

/** Whether the shop keeps the price of `s`, whatever 1C sends. */
const isPinnedSql = sql<boolean>`exists (
  select from price_pins k where k.product_id = s.product_id and k.price_column = s.price_column
    and (k.until is null or k.until > now()))`;

/** Goods with their prices in these columns, by name. `count`: how many there are, counted to `count_to` + 1. */
export async function priceSheet(
  db: Db,
  scope: GoodsScope,
  filter: StaffProductFilter & { ids?: number[] },
  columns: string[],
  page: { limit: number; offset: number; after?: Key | undefined; count_to: number },
): Promise<{ rows: PriceSheetRow[]; count: number }> {
  const where = goodsConditions(scope, filter);
  const [sheet, counts] = await Promise.all([
    sql<PriceSheetRow>`
      with page as materialized (
        select p.id, ${keyOf(byName)} as key from products p
        where ${where} and ${beyond(byName, page.after)} order by ${orderOf(byName)} limit ${page.limit} offset ${page.offset}
      )
      select p.id, p.idcode, p.name, p.article, p.images[1] as image, p.unit, p.id_1c is not null as is_from_1c,
        (select c.name from product_categories pc join categories c on c.id = pc.category_id
          where pc.product_id = p.id and pc.is_main) as category,
        (select coalesce(json_agg(json_build_object('price_column', s.price_column, 'price', s.price,
            'old_price', s.old_price,
            'is_pinned', ${isPinnedSql},
            'tiers', (select coalesce(json_agg(json_build_object('from_count', t.from_count, 'price', t.price)
              order by t.from_count), '[]')
              from price_tiers t where t.price_column = s.price_column and t.product_id = p.id))), '[]')
          from prices s where s.product_id = p.id and s.price_column = any(${columns}::text[])) as cells, page.key
      from page join products p on p.id = page.id order by p.name, p.id`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from products p where ${where} limit ${page.count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { rows: sheet.rows, count: counts.rows[0]?.count ?? 0 };
}

/** From so many sales units on, kopecks, by price column; columns without such prices are left out. */
export async function tiersOf(db: Db, product_id: number, columns: string[]): Promise<Map<string, PriceCell['tiers']>> {
  const { rows } = await sql<{ price_column: string; tiers: PriceCell['tiers'] }>`
    select price_column, json_agg(json_build_object('from_count', from_count, 'price', price) order by from_count) as tiers
    from price_tiers where product_id = ${product_id} and price_column = any(${columns}::text[])
    group by price_column`.execute(db);
  return new Map(rows.map(({ price_column, tiers }) => [price_column, tiers]));
}

/** `pinned_until`: the pin ends then; null: it has no end, or there is none. */
export type PriceNow = Pick<PriceCell, 'price' | 'old_price' | 'is_pinned'> & { pinned_until: Date | null };

/** What a product costs now in these columns; columns in which it has no price are left out. */
export async function pricesOf(db: Db, product_id: number, columns: string[]): Promise<Map<string, PriceNow>> {
  const { rows } = await sql<PriceNow & { price_column: string }>`
    select s.price_column, s.price, s.old_price, ${isPinnedSql} as is_pinned,
      (select k.until from price_pins k where k.product_id = s.product_id and k.price_column = s.price_column
        and k.until > now()) as pinned_until
    from prices s where s.product_id = ${product_id} and s.price_column = any(${columns}::text[])`.execute(db);
  return new Map(rows.map(({ price_column, ...now }) => [price_column, now]));
}

/** Kopecks. `was`: before that; `who`: a person or a program, null: nobody noted it. */
export type PriceChange = {
  price_column: string;
  column_name: string;
  changed_at: Date;
  was: number | null;
  price: number | null;
  who: string | null;
};

/** What the product cost in these columns, newest first; `lowest`: of the last 30 days, by column. */
export async function priceHistory(
  db: Db,
  product_id: number,
  columns: string[],
  limit: number,
): Promise<{ changes: PriceChange[]; lowest: { price_column: string; price: number }[] }> {
  const [changes, lowest] = await Promise.all([
    sql<PriceChange>`
      select h.price_column, c.name as column_name, h.changed_at,
        lag(h.price) over (partition by h.price_column order by h.changed_at) as was, h.price, h.who
      from price_changes h join price_columns c on c.price_column = h.price_column
      where h.product_id = ${product_id} and h.price_column = any(${columns}::text[])
      order by h.changed_at desc, h.price_column limit ${limit}`.execute(db),
    sql<{ price_column: string; price: number }>`
      select h.price_column, min(h.price) as price from (
        select price_column, price, lead(changed_at) over (partition by price_column order by changed_at) as until
        from price_changes
        where product_id = ${product_id} and price_column = any(${columns}::text[]) and changed_at <= now()
      ) h where coalesce(h.until, 'infinity') > now() - interval '30 days' and h.price is not null
      group by h.price_column`.execute(db),
  ]);
  return { changes: changes.rows, lowest: lowest.rows };
}

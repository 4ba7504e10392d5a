import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type QualityKey, qualityRules } from './quality-rules.ts';

/** Once a day all goods are gone through: what is usual in a category and whose stock is counted has moved. */
const fullMs = 24 * 3_600_000;

/**
 * Works the scores of these goods out again, or of all of them (null). A score says nothing of one branch: a price is
 * wanted in every branch that counts its stock, as `soldHereSql` has it, and in one at least.
 */
export async function refreshQuality(db: Db, ids: number[] | null): Promise<void> {
  await sql`
    with rules as (
      select key, points from jsonb_to_recordset(${JSON.stringify(qualityRules)}::jsonb) as r (key text, points int)
    ), retail as materialized (
      select store, base_price as price_column from departments where branch_id_1c is null
    ), judged as (
      select p.id, coalesce(u.filled::float8 / nullif(u.usual, 0), 1) as filled, array_remove(array[
        case when p.images = '{}' then 'photo' end,
        case when length(p.description) < 200 then 'description' end,
        case when u.filled < u.usual then 'attributes' end,
        case when p.weight_grams is null then 'weight' end,
        case when not exists (select from units where name = p.unit) then 'unit' end,
        case when not exists (select from prices r where r.product_id = p.id and r.price is not null
            and r.price_column in (select price_column from retail))
          or exists (select from retail join stock s on s.store = retail.store and s.product_id = p.id
            where not exists (select from prices r where r.product_id = p.id and r.price is not null
              and r.price_column = retail.price_column)) then 'price' end,
        case when not exists (select from product_links l where l.product_id = p.id and l.kind = 'analogue')
          then 'analogue' end
      ], null) as missing
      from products p
      left join product_categories c on c.product_id = p.id and c.is_main
      left join usual_attributes k on k.category_id = c.category_id
      cross join lateral (
        select cardinality(k.codes) as usual, (select count(*)::int from unnest(k.codes) code where p.specs ? code) as filled
      ) u
      where ${ids}::int[] is null or p.id = any(${ids}::int[])
    )
    insert into product_quality as q (product_id, score, missing)
    select j.id, (select sum(case
        when r.key <> all (j.missing) then r.points
        when r.key = 'attributes' then floor(r.points * j.filled)
        else 0 end) from rules r)::smallint, j.missing
    from judged j
    on conflict (product_id) do update set score = excluded.score, missing = excluded.missing
      where q.score <> excluded.score or q.missing <> excluded.missing`.execute(db);
}

/** What is expected of goods: attributes that at least 60 % of a category's goods on sale tell of. */
async function refreshUsualAttributes(db: Db): Promise<void> {
  await sql`
    with goods as materialized (
      select c.category_id, p.id, p.specs from products p
      join product_categories c on c.product_id = p.id and c.is_main where p.switched_off_at is null
    ), counts as (
      select category_id, count(*) as goods from goods group by category_id
    ), stated as (
      select g.category_id, a.code, count(*) as goods
      from goods g cross join jsonb_object_keys(g.specs) as k (code) join attributes a on a.code = k.code
      group by g.category_id, a.code
    )
    insert into usual_attributes as u (category_id, codes)
    select c.category_id, coalesce(array_agg(s.code order by s.code) filter (where s.goods * 5 >= c.goods * 3), '{}')
    from counts c left join stated s on s.category_id = c.category_id
    group by c.category_id
    on conflict (category_id) do update set codes = excluded.codes where u.codes <> excluded.codes`.execute(db);
}

/**
 * Brings the scores up to the changes of goods, their categories and prices since last time, whoever made them; once a
 * day of all goods. Returns how many goods it looked at; null: all. Call in a transaction.
 */
export async function followQuality(db: Db, now = new Date()): Promise<number | null> {
  // The new moment is taken before anything is read: what comes meanwhile is seen next time.
  const { rows } = await sql<{ snapshot: string; next: string; full_at: Date }>`
    select snapshot::text as snapshot, pg_current_snapshot()::text as next, full_at
    from product_quality_state for update`.execute(db);
  const [state] = rows;
  if (!state || now.getTime() - state.full_at.getTime() >= fullMs) {
    await sql`
      insert into product_quality_state (snapshot, full_at) values (pg_current_snapshot(), ${now})
      on conflict (is_only) do update set snapshot = excluded.snapshot, full_at = excluded.full_at`.execute(db);
    await refreshUsualAttributes(db);
    await refreshQuality(db, null);
    return null;
  }
  const { rows: changed } = await sql<{ id: number }>`
    select id from products where changed_xid >= pg_snapshot_xmin(${state.snapshot}::pg_snapshot)
      and not pg_visible_in_snapshot(changed_xid, ${state.snapshot}::pg_snapshot)
    union
    select product_id from product_categories where changed_xid >= pg_snapshot_xmin(${state.snapshot}::pg_snapshot)
      and not pg_visible_in_snapshot(changed_xid, ${state.snapshot}::pg_snapshot)
    union
    select r.product_id from prices r join products p on p.id = r.product_id
    where r.changed_xid >= pg_snapshot_xmin(${state.snapshot}::pg_snapshot)
      and not pg_visible_in_snapshot(r.changed_xid, ${state.snapshot}::pg_snapshot)`.execute(db);
  if (changed.length > 0)
    await refreshQuality(
      db,
      changed.map(({ id }) => id),
    );
  await sql`update product_quality_state set snapshot = ${state.next}::pg_snapshot`.execute(db);
  return changed.length;
}

export type ProductQuality = {
  score: number;
  /** Of the goods on sale of its main category, rounded; null: it has none. */
  average: number | null;
  /** What it has in full. */
  held: { key: QualityKey; words: string; points: number }[];
  missing: { key: QualityKey; words: string; points: number; place: string }[];
  /** Names of attributes that are usual in its category and that it says nothing of. */
  attributes: string[];
};

/** null: it has not been worked out yet, or there is no such product. */
export async function readQuality(db: Db, product_id: number): Promise<ProductQuality | null> {
  const { rows } = await sql<{
    score: number;
    missing: QualityKey[];
    attributes: string[];
    average: number | null;
  }>`
    select q.score, q.missing, (
        select round(avg(n.score))::int from product_categories mine
        join product_categories c on c.category_id = mine.category_id and c.is_main
        join products o on o.id = c.product_id and o.switched_off_at is null
        join product_quality n on n.product_id = o.id
        where mine.product_id = p.id and mine.is_main) as average, array(
      select a.name from product_categories c
      join usual_attributes u on u.category_id = c.category_id
      join attributes a on a.code = any(u.codes)
      where c.product_id = p.id and c.is_main and not p.specs ? a.code order by a.position, a.name) as attributes
    from product_quality q join products p on p.id = q.product_id where q.product_id = ${product_id}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { score, average, missing, attributes } = found;
  const held = qualityRules.filter(({ key }) => !missing.includes(key));
  return {
    score,
    average,
    attributes,
    held: held.map(({ key, words, points }) => ({ key, words, points })),
    missing: qualityRules.filter(({ key }) => missing.includes(key)),
  };
}

/** Goods on sale whose score is below this, counted to `most` + 1. */
export async function countLowQuality(db: Db, below: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from product_quality q join products p on p.id = q.product_id
      where q.score < ${below} and p.switched_off_at is null limit ${most + 1}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type GoodsScope, goodsConditions, type StaffProductFilter } from '#modules/catalogue/staff-products.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

const Percent = z.number().min(-99, 'Не ниже −99 %').max(1_000, 'Не больше 1000 %');
const Column = z.string().max(40);

/** What a plan does with a price. Kopecks, percent. */
export const PlanChange = z.strictObject({
  /** From the price itself, or from that of another column. */
  base: z.discriminatedUnion('from', [
    z.strictObject({ from: z.literal('own') }),
    z.strictObject({ from: z.literal('column'), column: Column }),
  ]),
  percent: Percent.default(0),
  kopecks: z.int().min(-100_000_000).max(100_000_000).default(0),
  /** To the nearest rouble, five or ten; `nine`: up to roubles that end with 9. */
  rounding: z.enum(['none', '1', '5', '10', 'nine']).default('none'),
  /** Never below the price of this column (purchase) with so many percent. */
  floor: z.strictObject({ column: Column, percent: Percent }).nullable().default(null),
  /** The former price is struck through where the new one is lower. */
  is_struck: z.boolean().default(false),
});
export type PlanChange = z.output<typeof PlanChange>;

export type PlanCounts = {
  goods: number;
  change: number;
  same: number;
  pinned: number;
  floor: number;
  tiers: number;
  /** There is nothing to compute from, or nothing would be left. */
  no_price: number;
  /** Percent by which the changed prices move: on average, and at most up and down. */
  average: number;
  most_up: number;
  most_down: number;
};

export type PlanInput = {
  name: string;
  filter: StaffProductFilter & { ids?: number[] };
  columns: string[];
  change: PlanChange;
  uses_cost: boolean;
  starts: { on: string; minute: number } | null;
  author: { user_id: string; full_name: string };
};

/**
 * Works out what a plan would do to each cell (goods × columns) and keeps it; no price is written. Throws bad_input
 * when no price would change. Call in a transaction. Returns the id.
 */
export async function rehearsePlan(
  db: Db,
  scope: GoodsScope,
  input: PlanInput,
  now = new Date(),
): Promise<{ id: number }> {
  const { name, columns, change, uses_cost, starts, author } = input;
  const { rows: made } = await sql<{ id: number }>`
    insert into price_plans (name, change, columns, uses_cost, counts, hash, starts_on, starts_minute, author_user_id,
      author, created_at)
    values (${name}, ${JSON.stringify({ filter: input.filter, ...change })}::jsonb, ${columns}::text[], ${uses_cost},
      '{}'::jsonb, '', ${starts?.on ?? null}::date, ${starts?.minute ?? null}::smallint, ${author.user_id}::uuid,
      ${author.full_name}, ${now})
    returning id`.execute(db);
  const id = made[0]?.id ?? 0;
  const base = change.base.from === 'own' ? null : change.base.column;
  const { rows } = await sql<PlanCounts>`
    with goods as materialized (
      select p.id from products p where ${goodsConditions(scope, input.filter)}
    ), cells as (
      select k.price_column, g.id as product_id, s.price as before_price, s.old_price as before_old_price,
        ${newPrice(change)} as after_price, f.price as floor_price,
        exists (select from price_pins n where n.product_id = g.id and n.price_column = k.price_column
          and (n.until is null or n.until > ${now})) as is_pinned,
        (select max(t.price) from price_tiers t
          where t.product_id = g.id and t.price_column = k.price_column) as highest_tier
      from goods g cross join unnest(${columns}::text[]) as k (price_column)
      left join prices s on s.product_id = g.id and s.price_column = k.price_column
      left join prices b on b.product_id = g.id and b.price_column = coalesce(${base}::text, k.price_column)
      left join prices f on f.product_id = g.id and f.price_column = ${change.floor?.column ?? null}::text
    ), judged as materialized (
      select *, case
          when after_price is null or after_price <= 0 or after_price > 2147483647 then 'no_price'
          when after_price = before_price then 'same'
          when is_pinned then 'pinned'
          when after_price < floor_price * (100 + ${change.floor?.percent ?? 0}::numeric) / 100 then 'floor'
          when highest_tier >= after_price then 'tiers'
          else 'change' end as kind,
        case
          when ${change.is_struck} and after_price < before_price then before_price
          when before_old_price > after_price then before_old_price end as after_old_price
      from cells
    ), kept as (
      insert into price_plan_rows (plan_id, price_column, product_id, before_price, before_old_price, after_price,
        after_old_price, kind)
      select ${id}::int, price_column, product_id, before_price, before_old_price, after_price::int, after_old_price, kind
      from judged where kind in ('change', 'pinned', 'floor', 'tiers')
    )
    select (select count(*)::int from goods) as goods,
      count(*) filter (where kind = 'change')::int as change, count(*) filter (where kind = 'same')::int as same,
      count(*) filter (where kind = 'pinned')::int as pinned, count(*) filter (where kind = 'floor')::int as floor,
      count(*) filter (where kind = 'tiers')::int as tiers, count(*) filter (where kind = 'no_price')::int as no_price,
      coalesce(avg(moved), 0)::float8 as average, greatest(coalesce(max(moved), 0), 0)::float8 as most_up,
      least(coalesce(min(moved), 0), 0)::float8 as most_down
    from (
      select kind, case when kind = 'change' and before_price > 0
        then round((after_price - before_price) * 100.0 / before_price, 1) end as moved from judged
    ) j`.execute(db);
  const counts = rows[0];
  if (!counts || counts.change + counts.floor === 0)
    throw new Refusal('bad_input', {}, 'Ни одна цена не изменится: проверьте, какие товары и колонки выбраны');
  await sql`
    update price_plans set counts = ${JSON.stringify(counts)}::jsonb, hash = (
      select md5(coalesce(string_agg(concat_ws(' ', price_column, product_id, before_price, before_old_price, after_price),
        ',' order by price_column, product_id), ''))
      from price_plan_rows where plan_id = ${id} and kind = 'change')
    where id = ${id}`.execute(db);
  return { id };
}

/** The new price in kopecks, over `b`, the row that it is computed from. */
function newPrice({ percent, kopecks, rounding }: PlanChange): RawBuilder<unknown> {
  const raw = sql`(b.price * (100 + ${percent}::numeric) / 100 + ${kopecks}::int)`;
  if (rounding === 'none') return sql`round(${raw})`;
  if (rounding === 'nine') return sql`ceil((${raw} - 900) / 1000) * 1000 + 900`;
  const step = Number(rounding) * 100;
  return sql`round(${raw} / ${step}::int) * ${step}::int`;
}

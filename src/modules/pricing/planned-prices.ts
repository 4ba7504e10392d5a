import type { PlannedPrice, PlannedPrices, PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { preparedStatement } from '#platform/database.ts';
import type { ShopLook } from '#shared/shop-look.ts';

type Row = PlannedPrice & { price_column: string; product_id: number };

// A cell that no longer holds what its plan saw will not be written (`applyPortion`), so it is not shown either. Of
// drafts for one cell the last in time stands; a confirmed plan before all of them, since it lets none be confirmed.
const selectPlanned = preparedStatement<Row>(
  'planned_prices',
  `with due as (
    select r.*, p.state = 'rehearsed' as is_draft, coalesce(r.due_at, (
        select min((p.starts_on + make_interval(mins => p.starts_minute)) at time zone d.time_zone) from departments d
        where d.branch_id_1c is null and r.price_column in (d.base_price, d.b2b_price)
      ), (p.starts_on + make_interval(mins => p.starts_minute)) at time zone 'Europe/Moscow', $2::timestamptz) as at
    from price_plan_rows r join price_plans p on p.id = r.plan_id
    where r.price_column = any($1::text[]) and (
      r.state = 'waiting' and p.state in ('waiting', 'running')
      or p.state = 'rehearsed' and r.kind = 'change' and $4::int is not null
        and shows_draft('plans', p.id::text, $4::int))
  ), cells as (
    select distinct on (due.price_column, due.product_id) due.*
    from due left join prices s on s.price_column = due.price_column and s.product_id = due.product_id
    where due.at <= $3::timestamptz and s.price is not distinct from due.before_price
    order by due.price_column, due.product_id, due.is_draft, due.at desc, due.plan_id desc
  )
  select c.price_column, c.product_id, c.after_price as price,
    case when c.after_old_price > c.after_price and exists (
      select from price_changes charged
      where charged.price_column = c.price_column and charged.product_id = c.product_id
        and charged.price = c.after_old_price
        and coalesce((
          select min(next.changed_at) from price_changes next
          where next.price_column = charged.price_column and next.product_id = charged.product_id
            and next.changed_at > charged.changed_at
        ), c.at) > $3::timestamptz - interval '30 days'
    ) then c.after_old_price end as old_price
  from cells c`,
);

/**
 * Prices of the context's columns that plans will have changed by the moment of a look, kopecks: reckoned from the
 * plans, nothing is written. Plans that are confirmed; of rehearsed ones those that the look shows as drafts. Empty for
 * a moment that is over.
 */
export async function plannedPrices(
  db: Db,
  { price_column, buyer_price_column }: PriceContext,
  { at, drafts }: ShopLook,
  now = new Date(),
): Promise<PlannedPrices> {
  const planned = new Map<string, Map<number, PlannedPrice>>();
  if (at <= now) return planned;
  const columns = buyer_price_column === null ? [price_column] : [price_column, buyer_price_column];
  for (const row of await selectPlanned(db, [columns, now, at, drafts])) {
    const cells = planned.get(row.price_column) ?? new Map<number, PlannedPrice>();
    planned.set(row.price_column, cells.set(row.product_id, { price: row.price, old_price: row.old_price }));
  }
  return planned;
}

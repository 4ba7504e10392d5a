import type { PlannedPrice, PlannedPrices, PriceContext } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { preparedStatement } from '#platform/database.ts';
import { previewMinutes, type ShopLook } from '#shared/shop-look.ts';

type Row = PlannedPrice & { price_column: string; product_id: number };

// A cell that no longer holds what its plan saw will not be written (`applyPortion`), so it is not shown either. Of
// drafts for one cell the last in time stands; a confirmed plan before all of them, since it lets none be confirmed,
// also where it is computed from purchase prices and not shown to whoever may not know these ($5).
const selectPlanned = preparedStatement<Row>(
  'planned_prices',
  `with due as (
    select r.*, p.state = 'rehearsed' as is_draft, p.uses_cost and not $5::boolean as is_hidden, coalesce(r.due_at, (
        select min((p.starts_on + make_interval(mins => p.starts_minute)) at time zone d.time_zone) from departments d
        where d.branch_id_1c is null and r.price_column in (d.base_price, d.b2b_price)
      ), (p.starts_on + make_interval(mins => p.starts_minute)) at time zone 'Europe/Moscow', $2::timestamptz) as at
    from price_plan_rows r join price_plans p on p.id = r.plan_id
    where r.price_column = any($1::text[]) and (
      r.state = 'waiting' and p.state in ('waiting', 'running')
      or p.state = 'rehearsed' and r.kind = 'change' and $4::int is not null
        and ($5::boolean or not p.uses_cost) and shows_draft('plans', p.id::text, $4::int))
  ), cells as (
    select distinct on (due.price_column, due.product_id) due.*
    from due left join prices s on s.price_column = due.price_column and s.product_id = due.product_id
    where due.at <= $3::timestamptz and s.price is not distinct from due.before_price
      and s.old_price is not distinct from due.before_old_price
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
  from cells c where not c.is_hidden`,
);

// Cells whose price was changed after the moment. What stood there as the old price is known where a plan wrote it or
// put it back; else none is struck. A cell that the shop knows nothing of before keeps today's price, unstruck.
const selectFormer = preparedStatement<Row>(
  'former_prices',
  `with changed as (
    select price_column, product_id, min(changed_at) as at from price_changes
    where price_column = any($1::text[]) and changed_at > $2::timestamptz group by price_column, product_id
  ), cells as (
    select c.price_column, c.product_id, next.price as next_price, former.changed_at is not null as is_known,
      former.price
    from changed c
    join price_changes next on next.price_column = c.price_column and next.product_id = c.product_id
      and next.changed_at = c.at
    left join lateral (
      select f.price, f.changed_at from price_changes f
      where f.price_column = c.price_column and f.product_id = c.product_id and f.changed_at <= $2::timestamptz
      order by f.changed_at desc limit 1
    ) former on true
  ), struck as (
    select c.*, (
      select case when r.before_price = c.price then r.before_old_price else r.after_old_price end
      from price_plan_rows r join price_plans p on p.id = r.plan_id
      where r.price_column = c.price_column and r.product_id = c.product_id and c.price <> c.next_price and (
        r.before_price = c.price and r.after_price = c.next_price and r.state in ('applied', 'undone', 'kept')
        or r.after_price = c.price and r.before_price = c.next_price and p.undone_at > $2::timestamptz)
      order by r.plan_id desc limit 1
    ) as old_price
    from cells c
  )
  select c.price_column, c.product_id,
    case when c.is_known then c.price else s.price end as price,
    case when c.old_price > c.price and exists (
      select from price_changes charged
      where charged.price_column = c.price_column and charged.product_id = c.product_id
        and charged.price = c.old_price and charged.changed_at <= $2::timestamptz
        and coalesce((
          select min(next.changed_at) from price_changes next
          where next.price_column = charged.price_column and next.product_id = charged.product_id
            and next.changed_at > charged.changed_at
        ), 'infinity') > $2::timestamptz - interval '30 days'
    ) then c.old_price end as old_price
  from struck c left join prices s on s.price_column = c.price_column and s.product_id = c.product_id`,
);

/** Of a cell in a map of 400,000, by `process.memoryUsage()`. */
const cellBytes = 77;

/**
 * Former prices of columns at a moment, by `[at, ...columns]` as JSON: the history since that moment is read whole,
 * seconds in a large shop, and every request of a look asks for it. Where many prices change they are dropped; a single
 * change names its product alone, which is no tag of these, and is seen by the reading that a request asks for beside
 * it once a minute.
 */
const formerPrices = cachedRead<PlannedPrices>({
  name: 'former_prices',
  freshMs: 60_000,
  maxMs: previewMinutes * 60_000,
  maxBytes: 40_000_000,
  bytesOf: (prices) => [...prices.values()].reduce((sum, { size }) => sum + size * cellBytes, 1),
  tags: ['catalogue'],
  whileFollowed: true,
  read: async (db, key) => {
    const [at = '', ...columns] = JSON.parse(key) as string[];
    return byColumn(await selectFormer(db, [columns, new Date(at)]));
  },
});

/** `isCostShown`: plans that are computed from purchase prices too. */
type PriceLook = ShopLook & { isCostShown: boolean };

/** The price context of a look at the shop: with the prices of its moment, which no cache takes. */
export async function asLooked(db: Db, priceContext: PriceContext, look: PriceLook): Promise<PriceContext> {
  return { ...priceContext, planned: await plannedPrices(db, priceContext, look), shown_at: look.at };
}

/**
 * Prices of the context's columns that may differ from today's at the moment of a look, kopecks; nothing is written. Of
 * a moment to come: computed from the plans that are confirmed, and of rehearsed ones from those that the look shows as
 * drafts; from those computed from purchase prices only with `isCostShown`. Of a moment that is over: what was
 * changed since, from the history of prices.
 */
export async function plannedPrices(
  db: Db,
  { price_column, buyer_price_column }: PriceContext,
  { at, drafts, isCostShown }: PriceLook,
  now = new Date(),
): Promise<PlannedPrices> {
  const columns = buyer_price_column === null ? [price_column] : [price_column, buyer_price_column];
  if (at <= now) return formerPrices(db, JSON.stringify([at.toISOString(), ...columns]));
  return byColumn(await selectPlanned(db, [columns, now, at, drafts, isCostShown]));
}

function byColumn(rows: Row[]): PlannedPrices {
  const planned = new Map<string, Map<number, PlannedPrice>>();
  for (const row of rows) {
    const cells = planned.get(row.price_column) ?? new Map<number, PlannedPrice>();
    planned.set(row.price_column, cells.set(row.product_id, { price: row.price, old_price: row.old_price }));
  }
  return planned;
}

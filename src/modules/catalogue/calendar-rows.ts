import { sql } from 'kysely';
import { publicParent } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows, type RowAtAddress } from '#shared/calendar-row.ts';

export type CalendarAction = CalendarRow & {
  slug: string;
  coupon: string | null;
  /** Goods that are not switched off. */
  goods: number;
  /** Open branches of the promotion in which none of these goods has a price. */
  empty_in: string[];
  starts_at: Date;
  ends_at: Date;
};

/** Promotions that run within the span. */
export async function calendarActions(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarAction[]> {
  const { rows } = await sql<CalendarAction>`
    select a.id::text, a.name as title, a.slug, a.coupon,
      case when a.department_id_1c is not null then array[a.department_id_1c] end as branches, a.starts_at, a.ends_at,
      a.is_draft, (select count(*)::int from action_products ap join products p on p.id = ap.product_id
        where ap.action_id = a.id and p.switched_off_at is null) as goods,
      array(select d.id_1c from departments d
        where d.parent = ${publicParent} and d.branch_id_1c is null and coalesce(a.department_id_1c = d.id_1c, true)
          and not exists (select from action_products ap
            join products p on p.id = ap.product_id and p.switched_off_at is null
            join prices on prices.product_id = p.id and prices.price_column = d.base_price and prices.price is not null
            where ap.action_id = a.id)
        order by d.position, d.id_1c) as empty_in
    from actions a
    where ${commonOrInBranches('a', branches)}
      and a.starts_at < ${to} and a.ends_at > ${from}
    order by a.starts_at, a.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

export type GoodsInActions = { ids: string[]; goods: number };

/**
 * How many goods stand in the same two or more of these promotions and in no other of them. Each of their rows is read
 * once; who runs beside whom is the caller's question.
 */
export async function goodsInActions(db: Db, actions: string[]): Promise<GoodsInActions[]> {
  const { rows } = await sql<GoodsInActions>`
    select ids, count(*)::int as goods from (
      select array_agg(ap.action_id::text order by ap.action_id) as ids
      from action_products ap join products p on p.id = ap.product_id and p.switched_off_at is null
      where ap.action_id = any(${actions}::int[]) group by ap.product_id having count(*) > 1
    ) shared group by ids`.execute(db);
  return rows;
}

/** Promotions at these addresses, former ones too, whenever they run. */
export async function actionsAt(db: Db, slugs: string[]): Promise<RowAtAddress[]> {
  const { rows } = await sql<RowAtAddress & { starts_at: Date; ends_at: Date }>`
    select a.id::text, named.slug, a.name as title,
      case when a.department_id_1c is not null then array[a.department_id_1c] end as branches,
      a.starts_at, a.ends_at, a.is_draft
    from actions a join (
      select slug, id from actions union all select slug, action_id from action_former_slugs
    ) named on named.id = a.id
    where named.slug = any(${slugs}::text[])`.execute(db);
  return rows;
}

/** Categories at these addresses, former ones too; they end where they, or what they stand in, are switched off. */
export async function categoriesAt(db: Db, codes: string[]): Promise<RowAtAddress[]> {
  const { rows } = await sql<RowAtAddress>`
    with recursive named as (
      select code, id from categories union all select code, category_id from category_former_codes
    ), up as (
      select named.code, c.name, c.parent_id, c.switched_off_at
      from named join categories c on c.id = named.id where named.code = any(${codes}::text[])
      union all
      select up.code, up.name, c.parent_id, c.switched_off_at from up join categories c on c.id = up.parent_id
    )
    select code as id, code as slug, name as title, null::text[] as branches, null::timestamptz as starts_at,
      min(switched_off_at) as ends_at, false as is_draft
    from up group by code, name`.execute(db);
  return rows;
}

/** Goods at these addresses, former ones too; they end when they are switched off. */
export async function productsAt(db: Db, slugs: string[]): Promise<RowAtAddress[]> {
  const { rows } = await sql<RowAtAddress>`
    select p.id::text, named.slug, p.name as title, null::text[] as branches, null::timestamptz as starts_at,
      p.switched_off_at as ends_at, false as is_draft
    from products p join (
      select slug, id from products union all select slug, product_id from product_former_slugs
    ) named on named.id = p.id
    where named.slug = any(${slugs}::text[])`.execute(db);
  return rows;
}

/** Brands at these addresses, former ones too. */
export async function brandsAt(db: Db, slugs: string[]): Promise<RowAtAddress[]> {
  const { rows } = await sql<RowAtAddress>`
    select b.id::text, named.slug, b.name as title, null::text[] as branches, null::timestamptz as starts_at,
      null::timestamptz as ends_at, false as is_draft
    from brands b join (
      select slug, id from brands union all select slug, brand_id from brand_former_slugs
    ) named on named.id = b.id
    where named.slug = any(${slugs}::text[])`.execute(db);
  return rows;
}

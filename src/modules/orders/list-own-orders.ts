import { type RawBuilder, sql } from 'kysely';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { folded } from '#shared/folded.ts';
import type { OrderState } from '#shared/order-states.ts';
import type { Cancelling } from './cancelled-by.ts';
import { deferralDays } from './deferral-days.ts';
import { namedHours } from './named-hours.ts';
import { ownedBy } from './order-access.ts';
import type { OrderSummary } from './queries.ts';
import { isUnpaidSql } from './unpaid.ts';
import { isUnderWarranty, lastingWarranties, type Warranty } from './warranty.ts';

/** Which of one's own orders: states, days by each branch's clock ('YYYY-MM-DD'), sums in kopecks, page from 1. */
export type OwnOrderFilter = {
  states: readonly OrderState[];
  from?: string;
  to?: string;
  sum_from?: number;
  sum_to?: number;
  /**
   * The end of the order's number, a part of the firm's own number or of its building site, of a product's name or
   * article, an idcode, who receives it, their phone.
   */
  search?: string;
  /** Only those placed for a firm, or only private ones. */
  buyer?: 'company' | 'person';
  /** None of these firms. */
  not_of?: number[];
  /** Only those to be paid by an invoice that is not paid yet. */
  is_unpaid_invoice?: boolean;
  /** Only those whose money has not come, paid in whatever way. */
  is_unpaid?: boolean;
  /** Only those whose goods are under warranty at this moment; each then names them. */
  under_warranty_at?: Date;
  /** What the buyer can act on stands first, over all pages: `urgency`. */
  urgent_first?: boolean;
  page: number;
  limit: number;
};

/** What is known of every order of a buyer, attached to the account or not yet. */
export type OrderAhead = Pick<
  OwnOrder,
  | 'state'
  | 'payment_state'
  | 'payment_method'
  | 'receiving_type'
  | 'place'
  | 'point_id_1c'
  | 'receiving_date'
  | 'receiving_from'
  | 'receiving_to'
  | 'delivery_price'
  | 'reserved_until'
  | 'time_zone'
  | 'awaits_approval'
  | 'deferral_days'
  | 'completed_at'
>;

/** A row of the personal list. Money in kopecks. */
export type OwnOrder = Omit<OrderSummary, 'contact_name' | 'contact_phone' | 'is_short' | 'is_unconfirmed'> & {
  /** Where it is picked up or brought to. */
  place: string;
  /** The pickup point; null: it is delivered. */
  point_id_1c: string | null;
  /** The day that was chosen, and its hours in minutes from midnight, of `namedHours`. */
  receiving_date: string | null;
  receiving_from: number | null;
  receiving_to: number | null;
  delivery_price: number | null;
  /** Until when the goods stay reserved; null: no term runs. */
  reserved_until: Date | null;
  /** Within how many days after the goods its firm pays an invoice; null: before them. */
  deferral_days: number | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
  /** Who cancelled it and why, as its history says; null: it was not. */
  cancelling: Cancelling | null;
  company_name: string | null;
  /** The reader belongs to several firms: whose order it is has to be said. */
  is_of_many_firms: boolean;
  buyer_number: string | null;
  building_site: string | null;
  /** Its invoice was issued, in any revision. */
  has_invoice: boolean;
  /** Shipments whose УПД was issued, counted from 1. */
  upd_parts: number[];
  /** What was taken at the desk for goods that have left. */
  taken_kopecks: number;
  /** What of the paid money went back. */
  refunded_kopecks: number;
  /** Of a list of those under warranty: the goods. */
  warranties: Warranty[];
  /** The cash desk registered a receipt of its payment. */
  has_receipt: boolean;
  /** Who placed it: the member's name in their account, else the contact's. */
  ordered_by: string;
  /** Somebody else than the buyer who receives it. */
  recipient_name: string | null;
  /** Where its lines lie. */
  stores: string[];
  /** How many different goods it holds: one of two stores is two lines. */
  goods_count: number;
  /** Names of the first of them. */
  names: string[];
  /** Different pictures of the first lines: stored paths. */
  images: string[];
};

export type OwnOrderList = {
  orders: OwnOrder[];
  found: number;
  /** Σ of what is still to be paid over everything found, not only this page. */
  unpaid_sum: number;
};

/**
 * S2-18: orders a signed-in person may read (`ownedBy`), newest first, or by `urgency` and then newest first
 * (`urgent_first`). One statement: a person's and a firm's rows come from their indexes, whatever the shop has besides;
 * lines are read for the page alone.
 */
export async function listOwnOrders(db: Db, user_id: string, filter: OwnOrderFilter): Promise<OwnOrderList> {
  return listOf(db, ownOrdersQuery(user_id, filter));
}

/** The orders a guest's secret cookie opens. */
export async function listGuestOrders(db: Db, secret: string, filter: OwnOrderFilter): Promise<OwnOrderList> {
  return listOf(db, guestOrdersQuery(secret, filter));
}

/** So many pictures tell an order at a glance, and stand in one line on a phone. */
const shownImages = 5;

type Found = OwnOrder & { found: number; unpaid_sum: number; urgency: number };

export function ownOrdersQuery(user_id: string, filter: OwnOrderFilter): RawBuilder<Found> {
  return ordersQuery(readableBy(user_id), user_id, filter);
}

export function guestOrdersQuery(secret: string, filter: OwnOrderFilter): RawBuilder<Found> {
  const mine = sql<boolean>`o.secret_hash = ${hashSecret(secret)} and o.user_id is null`;
  return ordersQuery(mine, null, filter);
}

/** `ownedBy` is the rule; the first condition only names the rows' indexes. */
export function readableBy(user_id: string): RawBuilder<boolean> {
  return sql<boolean>`(o.user_id = ${user_id}::uuid or o.company_id = any(array(
      select m.company_id from company_members m where m.user_id = ${user_id}::uuid and m.role in ('owner', 'accountant')
    ))) and ${ownedBy(user_id)}`;
}

async function listOf(db: Db, query: RawBuilder<Found>): Promise<OwnOrderList> {
  const { rows } = await query.execute(db);
  const { found = 0, unpaid_sum = 0 } = rows[0] ?? {};
  const departments = await departmentDirectory(db);
  const orders = rows.map(({ found: _found, unpaid_sum: _sum, urgency: _urgency, ...order }) =>
    withNamedHours(order, departments),
  );
  return { orders, found, unpaid_sum };
}

type Hours = 'receiving_date' | 'receiving_from' | 'receiving_to' | 'point_id_1c' | 'stores' | 'created_at';

export function withNamedHours<Row extends Pick<OwnOrder, Hours>>(row: Row, departments: Department[]): Row {
  const { receiving_date, receiving_from: from, receiving_to: to } = row;
  if (from === null || to === null) return row;
  const hours = namedHours({ from, to }, receiving_date, row, departments);
  return { ...row, receiving_from: hours.from, receiving_to: hours.to };
}

/** Where order `o` is picked up, of its department `point`, or brought to. */
export const orderPlace = sql<string>`case when o.receiving_type = 'pickup' then point.city || ', ' || point.address
  else coalesce(o.delivery_address, '') end`;

/** Until when the goods of the order stay reserved. */
export function reservedUntil(order_id: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(select min(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order_id} and r.ended_at is null)`;
}

/** How many different goods the order holds. */
export function goodsCount(order_id: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(distinct l.product_id)::int from order_lines l where l.order_id = ${order_id})`;
}

/** What of the money of the order went back, kopecks. */
export function refundedSum(order_id: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(f.amount), 0)::bigint from payments p
    join refunds f on f.payment_id = p.id and f.state = 'succeeded' where p.order_id = ${order_id})`;
}

/** What is still to be paid of orders `o`, and may be. */
const isDue = sql<boolean>`(${isUnpaidSql} and o.state <> 'cancelled' and not awaits_approval(o.id))`;

/**
 * The order of orders under way, the same on the overview and in the list: what can be taken away today (0), what the
 * shop waits for money of before it goes on (1: `isMoneyFirst` of web/parts/order/next-step.ts, and not paid on
 * receipt), the others (2).
 */
const urgency = sql<number>`case
  when o.state = 'ready' then 0
  when ${isDue} and o.payment_method <> 'on_receipt' and (o.payment_method <> 'invoice' or ${deferralDays} is null) then 1
  else 2 end`;

function ordersQuery(mine: RawBuilder<boolean>, user_id: string | null, filter: OwnOrderFilter): RawBuilder<Found> {
  const { under_warranty_at } = filter;
  const first = filter.urgent_first ? urgency : sql`0`;
  return sql<Found>`
    select page.*,
      (select count(*) > 1 from company_members m where m.user_id = ${user_id}::uuid) as is_of_many_firms,
      ${reservedUntil(sql`page.id`)} as reserved_until,
      (select count(*)::int from order_lines l where l.order_id = page.id) as lines_count,
      ${goodsCount(sql`page.id`)} as goods_count,
      ${refundedSum(sql`page.id`)} as refunded_kopecks,
      (select count(*) > 0 from documents p where p.order_id = page.id and p.kind = 'invoice') as has_invoice,
      array(select distinct p.part from documents p where p.order_id = page.id and p.kind = 'upd' order by p.part) as upd_parts,
      (select count(*) > 0 from payments p join receipts r on r.payment_id = p.id and r.kind <> 'return'
        where p.order_id = page.id and p.state = 'succeeded' and r.state = 'succeeded') as has_receipt,
      ${hasGiven(sql`page.id`)} as has_given,
      (select json_build_object('who', m.who, 'why', m.why) from order_moves m
        where page.cancelled_at is not null and m.order_id = page.id and m.state = 'cancelled' order by m.id desc limit 1) as cancelling,
      array(select distinct l.store from order_lines l where l.order_id = page.id) as stores,
      array(select min(l.name) from order_lines l where l.order_id = page.id
        group by l.product_id order by min(l.position) limit 2) as names,
      array(select p.images[1] from order_lines l join products p on p.id = l.product_id
        where l.order_id = page.id and p.images[1] is not null
        group by p.images[1] order by min(l.position) limit ${shownImages}) as images
    from (
      select o.id, o.number, o.state, o.payment_state, o.payment_method, o.receiving_type, o.created_at, d.time_zone, d.city,
        ${orderPlace} as place, o.pickup_department_id_1c as point_id_1c, o.receiving_date, o.receiving_from, o.receiving_to, o.total, o.taken_kopecks, o.delivery_price, o.recipient_name,
        o.company_name, ${deferralDays} as deferral_days, o.completed_at, o.cancelled_at, o.buyer_number, o.building_site, awaits_approval(o.id) as awaits_approval, coalesce(nullif(u.full_name, ''), o.contact_name) as ordered_by,
        ${first} as urgency,
        ${under_warranty_at ? lastingWarranties(under_warranty_at) : sql`'[]'::json`} as warranties,
        count(*) over ()::int as found,
        coalesce(sum(greatest(o.total - o.taken_kopecks, 0)) filter (where ${isDue}) over (), 0)::bigint as unpaid_sum
      from orders o
      join departments d on d.id_1c = o.department_id_1c
      left join departments point on point.id_1c = o.pickup_department_id_1c
      left join users u on u.id = o.user_id
      where ${sql.join([mine, ...conditionsOf(filter)], sql` and `)}
      order by urgency, o.created_at desc, o.number desc
      limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}
    ) page
    order by page.urgency, page.created_at desc, page.number desc`;
}

function conditionsOf(filter: OwnOrderFilter): RawBuilder<unknown>[] {
  const { states, from, to, sum_from, sum_to, search, buyer } = filter;
  const day = sql`(o.created_at at time zone d.time_zone)::date`;
  const conditions: RawBuilder<unknown>[] = [sql`o.state = any(${[...states]}::text[])`];
  if (from) conditions.push(sql`${day} >= ${from}::date`);
  if (to) conditions.push(sql`${day} <= ${to}::date`);
  if (sum_from !== undefined) conditions.push(sql`o.total >= ${sum_from}`);
  if (sum_to !== undefined) conditions.push(sql`o.total <= ${sum_to}`);
  if (filter.is_unpaid_invoice)
    conditions.push(sql`o.payment_method = 'invoice' and ${isUnpaidSql} and not awaits_approval(o.id)`);
  if (filter.is_unpaid) conditions.push(isDue);
  if (filter.under_warranty_at) conditions.push(isUnderWarranty(filter.under_warranty_at));
  if (buyer) conditions.push(buyer === 'company' ? sql`o.company_id is not null` : sql`o.company_id is null`);
  if (filter.not_of) conditions.push(sql`(o.company_id is null or o.company_id <> all(${filter.not_of}::int8[]))`);
  if (search) conditions.push(sql`(${sql.join(matchesOf(search), sql` or `)})`);
  return conditions;
}

/** What a firm's number of an order is found without: «зп 45» finds «ЗП-45». */
const separators = ' -–—_./№';

/** Any of them is enough. */
function matchesOf(search: string): RawBuilder<unknown>[] {
  const text = folded(search.trim());
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const bare = [...text].filter((sign) => !separators.includes(sign) && !/[\\%]/.test(sign)).join('');
  const matches = [
    sql`translate(lower(coalesce(o.recipient_name, o.contact_name)), 'ё', 'е') like ${part}`,
    ...(bare === '' ? [] : [sql`translate(lower(o.buyer_number), ${`ё${separators}`}, 'е') like ${`%${bare}%`}`]),
    sql`(lower(o.buyer_number) like ${part} or translate(lower(o.building_site), 'ё', 'е') like ${part})`,
    // An aggregate is asked per order, by the index of its lines; `exists` would be hashed over the lines of the whole
    // shop.
    sql`(select bool_or(translate(lower(l.name), 'ё', 'е') like ${part} or lower(l.article) like ${part}
        or lower(l.product_idcode) = ${text})
      from order_lines l where l.order_id = o.id)`,
  ];
  const number = /^(?:заказ\s*)?№?\s*(\d{3,9})$/.exec(text)?.[1];
  if (number) matches.push(sql`o.number::text like ${`%${number}`}`);
  // «8» and «+7» before the ten digits of a phone are the same.
  const digits = /^[+\d\s()-]+$/.test(text) ? text.replace(/\D/g, '').slice(-10) : '';
  if (digits.length >= 4) matches.push(sql`coalesce(o.recipient_phone, o.contact_phone) like ${`%${digits}%`}`);
  return matches;
}

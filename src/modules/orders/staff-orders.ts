import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import { beyond, type Key, keyOf, orderOf, type Term } from '#platform/keyset.ts';
import { folded } from '#shared/folded.ts';
import type { OrderState, PaymentMethod, PaymentState, ReceivingType } from '#shared/order-states.ts';
import { isUuid } from '#shared/uuid.ts';
import { ordersOf, pickedUpIn } from './branch-scope.ts';
import { deferralDays } from './deferral-days.ts';
import { isUnpaidSql } from './unpaid.ts';

/** Whose orders a member of staff sees: of branches, or active ones of the points of branches alone. */
export type OrderScope = {
  /** id_1c; null: all. Which orders are theirs: `ordersOf`. */
  branches: string[] | null;
  isOwnPointsOnly: boolean;
};

export type StaffOrderFilter = {
  state?: OrderState[];
  payment_state?: PaymentState[];
  payment_method?: PaymentMethod[];
  receiving_type?: ReceivingType[];
  pickup_department_id_1c?: string;
  /** Placed within, `to` excluded. */
  created_from?: Date;
  created_to?: Date;
  /** Kopecks, both included. */
  total_gte?: number;
  total_lte?: number;
  is_short?: boolean;
  is_unconfirmed?: boolean;
  is_overdue?: boolean;
  /** With a firm, or without. */
  is_business?: boolean;
  user_id?: string;
  company_id?: number;
  coupon?: string;
  product_id?: number;
  /** Of these branches. */
  department_id_1c?: string[];
  /** Whom they are looked after by, any of them; null: nobody. */
  assigned_to?: (string | null)[];
  is_by_phone?: boolean;
  /** A proposal waits for the buyer's answer. */
  awaits_consent?: boolean;
  /** It is to be paid before its goods leave, and is not. */
  awaits_money?: boolean;
  /** Wished for on these days, both included. */
  receiving_from?: string;
  receiving_to?: string;
  completed_from?: Date;
  /** Number of the order or the firm's own, the end of a phone, the beginning of a name, a firm or an email. */
  q?: string;
};

export const staffOrderSorts = ['created_at', 'number', 'total', 'state', 'receiving_date', 'promised_at'] as const;
export type StaffOrderSort = { column: (typeof staffOrderSorts)[number]; isDescending: boolean };

/** An order as a row of the back office's list. Money in kopecks. */
export type StaffOrderRow = {
  id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  payment_method: PaymentMethod;
  receiving_type: ReceivingType;
  created_at: Date;
  department_id_1c: string;
  city: string;
  time_zone: string;
  /** Where it is picked up, or brought to. */
  place: string;
  receiving_date: string | null;
  contact_name: string;
  contact_phone: string;
  contact_email: string | null;
  company_name: string | null;
  company_inn: string | null;
  coupon: string | null;
  comment: string;
  lines_count: number;
  total: number;
  /** The end of the day, or of its hours, that was promised. */
  promised_at: Date | null;
  completed_at: Date | null;
  assigned_to: string | null;
  assigned_name: string | null;
  is_by_phone: boolean;
  awaits_consent: boolean;
  /** Lines whose store has less than all orders hold. */
  short_lines: number;
  weight_grams: number;
  /** Whoever comes is another than the buyer. */
  recipient_name: string | null;
  car_plate: string | null;
  /** The day that was promised is over, and the goods are not handed over. */
  is_overdue: boolean;
  is_short: boolean;
  is_unconfirmed: boolean;
  awaits_approval: boolean;
  /** Goods of it have left; whether others are waited for, its state says. */
  has_given: boolean;
  /** Within how many days after the goods its firm pays an invoice; null: before them. */
  deferral_days: number | null;
  /** The buyer said «Я подъехал» and waits. */
  arrived_at: Date | null;
  reserved_until: Date | null;
  /** Where it stands in the list (`platform/keyset.ts`). */
  key: string;
};

const activeStates = sql`('new', 'assembling', 'ready', 'in_delivery')`;

/**
 * A page of orders for staff, with how many there are, counted to `count_to` + 1, and what those come to without
 * cancelled ones, kopecks. `ids`: these alone, in the same scope.
 */
export async function listStaffOrders(
  db: Db,
  scope: OrderScope,
  filter: StaffOrderFilter & { ids?: string[] },
  page: { sort: StaffOrderSort[]; limit: number; offset: number; after?: Key | undefined; count_to: number },
  now = new Date(),
): Promise<{ orders: StaffOrderRow[]; count: number; sum: number }> {
  const terms = termsOf(page.sort);
  const where = sql.join(conditionsOf(scope, filter, now), sql` and `);
  const [orders, counts] = await Promise.all([
    // The page is found first: what a row shows beside is not read for the rows before it.
    sql<StaffOrderRow>`
      with page as materialized (
        select o.id, ${keyOf(terms)} as key from orders o join departments d on d.id_1c = o.department_id_1c
        where ${where} and ${beyond(terms, page.after)} order by ${orderOf(terms)} limit ${page.limit} offset ${page.offset}
      )
      select o.id, o.number, o.state, o.payment_state, o.payment_method, o.receiving_type, o.created_at, o.department_id_1c,
        d.city, d.time_zone, coalesce(p.address, o.delivery_address, '') as place, o.receiving_date, o.contact_name,
        o.contact_phone, o.contact_email, o.company_name, o.company_inn, o.coupon, o.comment, o.total,
        (select count(*)::int from order_lines l where l.order_id = o.id) as lines_count,
        ${promised} as promised_at, o.completed_at, o.assigned_to, a.full_name as assigned_name, o.is_by_phone,
        exists (select from order_proposals w where w.order_id = o.id and w.state = 'open') as awaits_consent,
        case when o.short_since is null then 0 else (
          select count(*)::int from order_lines l join reservations r on r.order_line_id = l.id and r.ended_at is null
          join stock s on s.store = r.store and s.product_id = r.product_id
          where l.order_id = o.id and s.on_hand < s.reserved) end as short_lines,
        o.weight_grams, o.recipient_name, o.car_plate,
        ${overdue(now)} as is_overdue, o.short_since is not null as is_short,
        o.unconfirmed_since is not null and o.state = 'new' as is_unconfirmed, awaits_approval(o.id) as awaits_approval,
        ${hasGiven(sql`o.id`)} as has_given, ${deferralDays} as deferral_days,
        (select max(a.at) from order_arrivals a where a.order_id = o.id) as arrived_at,
        (select max(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
          where l.order_id = o.id and r.ended_at is null) as reserved_until, page.key
      from page join orders o on o.id = page.id join departments d on d.id_1c = o.department_id_1c
      left join departments p on p.id_1c = o.pickup_department_id_1c left join users a on a.id = o.assigned_to
      order by ${orderOf(terms)}`.execute(db),
    sql<{ count: number; sum: number }>`
      select count(*)::int as count, coalesce(sum(total) filter (where state <> 'cancelled'), 0)::bigint as sum from (
        select o.total, o.state from orders o join departments d on d.id_1c = o.department_id_1c
        where ${where} limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { orders: orders.rows, count: 0, sum: 0, ...counts.rows[0] };
}

/** How many orders of the scope need somebody now: new ones, late ones, and those for which goods lack. */
export async function countWaitingOrders(
  db: Db,
  scope: OrderScope,
  now = new Date(),
): Promise<{ fresh: number; overdue: number; short: number }> {
  const { rows } = await sql<{ fresh: number; overdue: number; short: number }>`
    select count(*) filter (where o.state = 'new')::int as fresh, count(*) filter (where ${overdue(now)})::int as overdue,
      count(*) filter (where o.short_since is not null)::int as short
    from orders o join departments d on d.id_1c = o.department_id_1c
    where o.state in ${activeStates} and ${sql.join(scopeConditions(scope), sql` and `)}`.execute(db);
  return rows[0] ?? { fresh: 0, overdue: 0, short: 0 };
}

/** Whether this person may see the order at all. */
export async function isOrderInScope(db: Db, scope: OrderScope, order_id: string): Promise<boolean> {
  if (!isUuid(order_id)) return false;
  const { rows } = await sql<{ found: number }>`
    select 1 as found from orders o
    where o.id = ${order_id}::uuid and ${sql.join(scopeConditions(scope), sql` and `)}`.execute(db);
  return rows.length > 0;
}

/** Whether the order belongs to one of these branches (`ordersOf`), whoever asks for it there. */
export function isOrderOf(db: Db, branches: string[] | null, order_id: string): Promise<boolean> {
  return isOrderInScope(db, { branches, isOwnPointsOnly: false }, order_id);
}

/** For statements over `orders o`: to be paid before the goods leave (not `mayLeaveUnpaid`), and not paid. */
export const awaitsMoney = sql<boolean>`(o.payment_method <> 'on_receipt' and ${isUnpaidSql}
  and not (o.payment_method = 'invoice' and ${deferralDays} is not null))`;

/** For statements over `orders o`. */
export function scopeConditions({ branches, isOwnPointsOnly }: OrderScope): RawBuilder<unknown>[] {
  return isOwnPointsOnly ? [sql`o.state in ${activeStates}`, pickedUpIn(branches)] : [ordersOf(branches)];
}

/** For statements over `orders o` with its branch `d`. */
export function conditionsOf(
  scope: OrderScope,
  filter: StaffOrderFilter & { ids?: string[] },
  now: Date,
): RawBuilder<unknown>[] {
  const conditions = scopeConditions(scope);
  const add = (condition: RawBuilder<unknown>) => conditions.push(condition);
  if (filter.ids) add(sql`o.id = any(${filter.ids.filter(isUuid)}::uuid[])`);
  if (filter.state) add(sql`o.state = any(${filter.state}::text[])`);
  if (filter.payment_state) add(sql`o.payment_state = any(${filter.payment_state}::text[])`);
  if (filter.payment_method) add(sql`o.payment_method = any(${filter.payment_method}::text[])`);
  if (filter.receiving_type) add(sql`o.receiving_type = any(${filter.receiving_type}::text[])`);
  if (filter.pickup_department_id_1c) add(sql`o.pickup_department_id_1c = ${filter.pickup_department_id_1c}`);
  if (filter.created_from) add(sql`o.created_at >= ${filter.created_from}`);
  if (filter.created_to) add(sql`o.created_at < ${filter.created_to}`);
  if (filter.total_gte !== undefined) add(sql`o.total >= ${filter.total_gte}`);
  if (filter.total_lte !== undefined) add(sql`o.total <= ${filter.total_lte}`);
  if (filter.is_short !== undefined) add(sql`(o.short_since is not null) = ${filter.is_short}`);
  if (filter.is_unconfirmed !== undefined)
    add(sql`(o.unconfirmed_since is not null and o.state = 'new') = ${filter.is_unconfirmed}`);
  if (filter.is_overdue !== undefined) add(sql`${overdue(now)} = ${filter.is_overdue}`);
  if (filter.is_business !== undefined) add(sql`(o.company_inn is not null) = ${filter.is_business}`);
  if (filter.user_id) add(sql`o.user_id = ${filter.user_id}::uuid`);
  if (filter.company_id !== undefined) add(sql`o.company_id = ${filter.company_id}`);
  if (filter.coupon) add(sql`upper(o.coupon) = upper(${filter.coupon})`);
  if (filter.product_id !== undefined)
    add(sql`exists (select from order_lines l where l.order_id = o.id and l.product_id = ${filter.product_id})`);
  if (filter.department_id_1c) add(sql`o.department_id_1c = any(${filter.department_id_1c}::text[])`);
  if (filter.assigned_to) add(assignedTo(filter.assigned_to));
  if (filter.is_by_phone !== undefined) add(sql`o.is_by_phone = ${filter.is_by_phone}`);
  if (filter.awaits_consent !== undefined)
    add(
      sql`exists (select from order_proposals w where w.order_id = o.id and w.state = 'open') = ${filter.awaits_consent}`,
    );
  if (filter.awaits_money !== undefined) add(sql`${awaitsMoney} = ${filter.awaits_money}`);
  if (filter.receiving_from) add(sql`o.receiving_date >= ${filter.receiving_from}::date`);
  if (filter.receiving_to) add(sql`o.receiving_date <= ${filter.receiving_to}::date`);
  if (filter.completed_from) add(sql`o.completed_at >= ${filter.completed_from}`);
  if (filter.q) add(searched(filter.q));
  return conditions;
}

function assignedTo(people: (string | null)[]): RawBuilder<unknown> {
  const ids = people.filter((id) => id !== null);
  if (ids.length === people.length) return sql`o.assigned_to = any(${ids}::uuid[])`;
  return ids.length === 0
    ? sql`o.assigned_to is null`
    : sql`(o.assigned_to is null or o.assigned_to = any(${ids}::uuid[]))`;
}

/**
 * Digits find an order by its number or the firm's own one, from four on by the end of a phone; everything else by the
 * beginnings of the words of the buyer and the firm, all of them, of the email or of the firm's own number.
 */
function searched(typed: string): RawBuilder<unknown> {
  const words = typed.trim().toLowerCase();
  const start = `${words.replace(/[\\%_]/g, '\\$&')}%`;
  const byOwnNumber = sql`select n.id from orders n where n.buyer_number is not null and lower(n.buyer_number) like ${start}`;
  if (/^[\d\s+()-]+$/.test(words)) {
    const digits = words.replace(/\D/g, '');
    const end = `${[...digits.slice(-10)].toReversed().join('')}%`;
    const byPhone = sql`select n.id from orders n where reverse(n.contact_phone) like ${end}`;
    if (digits.length >= 10) return sql`o.id in (${byPhone})`;
    return sql`o.id in (select n.id from orders n where n.number = ${Number(digits)}::bigint union all ${byOwnNumber}
      ${digits.length >= 4 ? sql`union all ${byPhone}` : sql``})`;
  }
  const byEmail = sql`select n.id from orders n where n.contact_email is not null and lower(n.contact_email) like ${start}`;
  const names = folded(words).match(/[0-9a-zа-я]+/g);
  if (words.includes('@') || !names) return sql`o.id in (${byEmail} union all ${byOwnNumber})`;
  const query = names.map((name) => `'${name}':*`).join(' & ');
  // Not joined by `or`: each has an index of its own.
  return sql`o.id in (
    select n.id from orders n
    where to_tsvector('simple', regexp_replace(translate(lower(n.contact_name || ' ' || coalesce(n.company_name, '')),
      'ё', 'е'), '[^0-9a-zа-я]+', ' ', 'g')) @@ to_tsquery('simple', ${query})
    union all ${byEmail} union all ${byOwnNumber})`;
}

/** Of an order `o` of a branch `d`: the end of the day, or of its hours, that was promised; null: no day was chosen. */
export const promised = sql<Date | null>`((o.receiving_date + make_interval(mins => coalesce(o.receiving_to, 1440)))
  at time zone d.time_zone)`;

export function overdue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(o.state in ${activeStates} and o.receiving_date is not null
    and o.receiving_date < (${now}::timestamptz at time zone d.time_zone)::date)`;
}

function termsOf(sort: StaffOrderSort[]): Term[] {
  const columns = {
    created_at: [sql`o.created_at`],
    number: [sql`o.number`],
    total: [sql`o.total`],
    state: [sql`o.state`],
    receiving_date: [sql`o.receiving_date`],
    // By the day first, which has an index; the moment depends on the clock of the branch.
    promised_at: [sql`o.receiving_date`, promised],
  } satisfies Record<StaffOrderSort['column'], RawBuilder<unknown>[]>;
  const asked = sort.length > 0 ? sort : [{ column: 'created_at', isDescending: true } as const];
  const terms = asked.flatMap(({ column, isDescending }) =>
    columns[column].map((value): Term => ({ value, isDescending, ...(dated.has(column) && optional) })),
  );
  return [...terms, { value: sql`o.id`, isDescending: false }];
}

const dated = new Set<StaffOrderSort['column']>(['receiving_date', 'promised_at']);
/** `nulls last` of a column that has none would keep its index from being read. */
const optional = { mayBeNull: true, areNullsLast: true };

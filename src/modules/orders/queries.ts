import { type RawBuilder, sql } from 'kysely';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { unitsNow } from '#modules/catalogue/categories.ts';
import type { Units } from '#modules/catalogue/units.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { Carrying, CarryingKind } from '#shared/carrying.ts';
import { ensure } from '#shared/ensure.ts';
import {
  isCancellableByBuyer,
  type OrderState,
  type PaymentMethod,
  type PaymentState,
  type ReceivingType,
  type ReplacementRule,
} from '#shared/order-states.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import type { CountLimits, SaleUnits } from '#shared/units.ts';
import { isUuid } from '#shared/uuid.ts';
import { deferralDays } from './deferral-days.ts';
import { namedHours } from './named-hours.ts';
import { isGoodToken, isOwnSecret, type OrderKey, ownedBy } from './order-access.ts';

export type OrderDepartment = {
  id_1c: string;
  name_for_site: string;
  city: string;
  address: string;
  work_time: string;
  phones: Record<string, string>;
  email: string | null;
  yandex_map_link: string | null;
  latitude: string | null;
  longitude: string | null;
  time_zone: string;
};

export type OrderLine = Omit<SaleUnits, keyof CountLimits> & {
  shown_unit: ShownUnit;
  /** Of the order's lines, which may hold a product twice: of two stores. */
  position: number;
  product_id: number;
  product_idcode: string;
  /** Where the product's page is now. */
  slug: string;
  image: string | null;
  name: string;
  article: string | null;
  store: string;
  vat_rate: number;
  weight_grams: number;
  count: number;
  price: number;
  old_price: number | null;
  discount: number;
  /** What bonuses took off the line. */
  bonus_discount: number;
  sum: number;
  /** Charged from another column than the branch's own. */
  is_business_price: boolean;
};

export type OrderMove = {
  at: Date;
  state: OrderState | null;
  payment_state: PaymentState | null;
  who: string;
  why: string;
};

/** Which limit of a purchaser an order was above, what was compared with it, and what became of it; kopecks. */
export type OrderApproval = {
  reason: 'order' | 'month';
  limit: number;
  sum: number;
  /** null: an owner of the firm has not decided yet. */
  outcome: 'approved' | 'declined' | 'expired' | 'withdrawn' | null;
  /** Who placed it and who decided, by the names in their accounts. */
  asked_by: string;
  decided_by: string | null;
};

/** An order with everything its page, its emails and the staff's list show. Money in kopecks, weight in grams. */
export type OrderView = {
  id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  payment_method: PaymentMethod;
  created_at: Date;
  contact: { name: string; phone: string; email: string };
  /** With the firm's own number of the order and the building site it is for. */
  company: { name: string; inn: string; buyer_number: string | null; building_site: string | null } | null;
  /** Whose it is; null: a guest's. */
  user_id: string | null;
  company_id: number | null;
  /** Within how many days after the goods its firm pays an invoice; null: before them. */
  deferral_days: number | null;
  completed_at: Date | null;
  /**
   * The price column of its own buyer, in which it was placed: the firm's, or its branch's for firms; null: it pays
   * what everybody pays. Lines whose goods had a price in it stand in it, the others in the branch's own column.
   */
  buyer_price_column: string | null;
  /** The branch it was placed in; its clock is the order's clock. */
  branch: OrderDepartment;
  receiving: {
    type: ReceivingType;
    /** Where it is picked up. */
    department: OrderDepartment | null;
    address: string | null;
    zone_name: string | null;
    date: string | null;
    /** Minutes from midnight of `date` at the place; null: any time of the day. */
    hours: { from: number; to: number } | null;
    /** The same as pages and emails name them, of `namedHours`. */
    named_hours: { from: number; to: number } | null;
    recipient: { name: string; phone: string } | null;
    /** The recipient stands for the firm by a power of attorney. */
    is_proxy: boolean;
    car_plate: string | null;
    unloading_note: string;
    /** Unloading or lifting as a service; null: the buyer's own affair. */
    carrying: Carrying | null;
  };
  replacement_rule: ReplacementRule;
  comment: string;
  coupon: string | null;
  lines: OrderLine[];
  /** Σ line sums, coupon and bonuses taken off. */
  goods_sum: number;
  /** What the coupon and what bonuses took off. */
  discount: number;
  bonus_discount: number;
  /** null = «уточнит оператор». */
  delivery_price: number | null;
  /** Of `receiving.carrying`: 0 without it, null where the delivery has no price either. */
  carrying_price: number | null;
  total: number;
  /** Of an order paid on receipt: what was taken for the parts that have left, kopecks. */
  taken_kopecks: number;
  /** Goods of it have left; whether others are waited for, its state says. */
  has_given: boolean;
  weight_grams: number;
  pickup_code: string;
  /** Until when the goods stay reserved; null: no term runs, or nothing is reserved any more. */
  reserved_until: Date | null;
  /**
   * Since when a guest's order waits for the click in its email or a move of staff; null: nothing to confirm, or
   * confirmed.
   */
  unconfirmed_since: Date | null;
  /** It still waits, and is held until `reserved_until`. */
  is_unconfirmed: boolean;
  /** It was above its buyer's limit; null: it was not. */
  approval: OrderApproval | null;
  /** An owner of the firm has not decided yet. */
  awaits_approval: boolean;
  /** When the one prolongation of that term was used. */
  prolonged_at: Date | null;
  /** The last «Я подъехал». */
  arrived_at: Date | null;
  /** Name of the kept copy of the power of attorney. */
  power_of_attorney: string | null;
  moves: OrderMove[];
  /** 1C lowered the stock below what is reserved: staff has to find a way. */
  is_short: boolean;
  can_be_cancelled: boolean;
  origin: string | null;
  /** What the reader is in the firm whose order it is; null: it is a private order, or nobody signed in asked. */
  reader_role: CompanyRole | null;
};

/** What the goods cost before coupon and bonuses, as the lines stand beside it; kopecks. */
export function goodsBefore({
  goods_sum,
  discount,
  bonus_discount,
}: Pick<OrderView, 'goods_sum' | 'discount' | 'bonus_discount'>): number {
  return goods_sum + discount + bonus_discount;
}

/** The order by its id, for staff and emails. Ownership is getOrderForOwner's question. */
export async function getOrder(db: Db, id: string): Promise<OrderView | null> {
  const found = await readOrder(db, id);
  return found ? found.order : null;
}

/**
 * S2-06: the order if the reader's account, the guest's secret or the signed token opens it; a stranger gets null, as
 * for an order that does not exist.
 */
export async function getOrderForOwner(
  db: Db,
  id: string,
  key: OrderKey,
  keys: SecretKeys,
  now = new Date(),
): Promise<OrderView | null> {
  if (!key.secret && !key.token && !key.user_id) return null;
  const found = await readOrder(db, id, key.user_id);
  if (!found) return null;
  const isOwner =
    found.is_readers || isOwnSecret(key.secret, found.secret_hash) || isGoodToken(keys, found.order.id, key.token, now);
  return isOwner ? found.order : null;
}

export type OrderFilter = {
  state?: OrderState[];
  department_id_1c?: string;
  /** Number, the firm's own number, phone, email or name in part. */
  search?: string;
  from?: Date;
  to?: Date;
  is_short?: boolean;
  limit: number;
};

export type OrderSummary = Pick<
  OrderView,
  | 'id'
  | 'number'
  | 'state'
  | 'payment_state'
  | 'payment_method'
  | 'created_at'
  | 'total'
  | 'is_short'
  | 'is_unconfirmed'
  | 'awaits_approval'
  | 'has_given'
> & {
  receiving_type: ReceivingType;
  city: string;
  /** The branch's clock is the order's clock. */
  time_zone: string;
  contact_name: string;
  contact_phone: string;
  lines_count: number;
};

/** The staff's list, newest first. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<OrderSummary[]> {
  const { state, department_id_1c, search, from, to, is_short } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state) conditions.push(sql`o.state = any(${state}::text[])`);
  if (department_id_1c) conditions.push(sql`o.department_id_1c = ${department_id_1c}`);
  if (from) conditions.push(sql`o.created_at >= ${from}`);
  if (to) conditions.push(sql`o.created_at < ${to}`);
  if (is_short) conditions.push(sql`o.short_since is not null`);
  if (search) {
    const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(
      sql`(o.number::text = ${search} or o.buyer_number ilike ${part} or o.contact_name ilike ${part} or o.contact_phone like ${part} or o.contact_email ilike ${part})`,
    );
  }
  const { rows } = await sql<OrderSummary>`
    select o.id, o.number, o.state, o.payment_state, o.payment_method, o.receiving_type, o.created_at, d.city, d.time_zone,
      o.contact_name, o.contact_phone, o.total, o.short_since is not null as is_short,
      o.unconfirmed_since is not null and o.state = 'new' as is_unconfirmed, awaits_approval(o.id) as awaits_approval,
      ${hasGiven(sql`o.id`)} as has_given,
      (select count(*)::int from order_lines where order_id = o.id) as lines_count
    from orders o join departments d on d.id_1c = o.department_id_1c
    where ${sql.join(conditions, sql` and `)}
    order by o.created_at desc, o.number desc limit ${filter.limit}`.execute(db);
  return rows;
}

/**
 * The id behind a number or an id as typed, of an order with this email if one is given; null when there is no such
 * order.
 */
export async function findOrderId(db: Db, typed: string, email?: string): Promise<string | null> {
  const isNumber = /^[0-9]{1,15}$/.test(typed);
  if (!isNumber && !isUuid(typed)) return null;
  const { rows } = await sql<{ id: string }>`
    select id from orders where ${isNumber ? sql`number = ${Number(typed)}` : sql`id = ${typed}::uuid`}
      ${email === undefined ? sql`` : sql`and lower(contact_email) = ${email}`}`.execute(db);
  return rows[0]?.id ?? null;
}

type OrderRow = Omit<
  OrderView,
  | 'contact'
  | 'company'
  | 'receiving'
  | 'lines'
  | 'moves'
  | 'discount'
  | 'bonus_discount'
  | 'can_be_cancelled'
  | 'is_unconfirmed'
  | 'awaits_approval'
> & {
  secret_hash: Buffer | null;
  is_readers: boolean;
  contact_name: string;
  contact_phone: string;
  contact_email: string;
  company_name: string | null;
  company_inn: string | null;
  buyer_number: string | null;
  building_site: string | null;
  receiving_type: ReceivingType;
  pickup_department: OrderDepartment | null;
  delivery_address: string | null;
  delivery_zone_name: string | null;
  receiving_date: string | null;
  receiving_from: number | null;
  receiving_to: number | null;
  recipient_name: string | null;
  recipient_phone: string | null;
  is_proxy_recipient: boolean;
  car_plate: string | null;
  unloading_note: string;
  carrying: CarryingKind | null;
  carrying_floor: number | null;
  lines: (Omit<OrderLine, 'shown_unit' | 'is_business_price'> & { price_column: string })[];
  moves: (Omit<OrderMove, 'at'> & { at: string })[];
};

const departmentJson = (id: string) =>
  sql.raw(`(
  select json_build_object('id_1c', d.id_1c, 'name_for_site', d.name_for_site, 'city', d.city, 'address', d.address,
    'work_time', d.work_time, 'phones', d.phones, 'email', d.email, 'yandex_map_link', d.yandex_map_link,
    'latitude', d.latitude::text, 'longitude', d.longitude::text, 'time_zone', d.time_zone)
  from departments d where d.id_1c = ${id})`);

/** Not the former own column of a branch that now sells by another one: what everybody paid is nobody's own price. */
const buyerColumn = sql.raw(`(
  select k.price_column from price_columns k
  where k.price_column = o.price_column and (k.is_b2b or o.company_id is not null)
    and k.price_column <> (select base_price from departments where id_1c = o.department_id_1c))`);

async function readOrder(
  db: Db,
  id: string,
  user_id: string | null = null,
): Promise<{ order: OrderView; secret_hash: Buffer | null; is_readers: boolean } | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<OrderRow>`
    select o.id, o.number, o.state, o.payment_state, o.payment_method, o.created_at, o.secret_hash, o.contact_name, o.contact_phone,
      coalesce(o.contact_email, '') as contact_email, o.company_name, o.company_inn, o.buyer_number, o.building_site, o.receiving_type, o.delivery_address, o.delivery_zone_name, o.receiving_date,
      o.recipient_name, o.recipient_phone, o.replacement_rule, o.comment, o.coupon, o.goods_sum, o.delivery_price, o.total, o.taken_kopecks, ${hasGiven(sql`o.id`)} as has_given,
      o.carrying, o.carrying_floor, o.carrying_price, o.weight_grams, o.pickup_code, o.origin, o.short_since is not null as is_short, o.user_id, o.company_id, o.receiving_from,
      ${buyerColumn} as buyer_price_column, ${deferralDays} as deferral_days, o.completed_at,
      o.receiving_to, o.is_proxy_recipient, o.car_plate, o.unloading_note, o.prolonged_at,
      o.unconfirmed_since,
      (select json_build_object('reason', a.reason, 'limit', a.limit_kopecks, 'sum', a.sum_kopecks, 'outcome', a.outcome,
          'asked_by', coalesce(nullif(asker.full_name, ''), o.contact_name), 'decided_by', nullif(decider.full_name, ''))
        from order_approvals a left join users asker on asker.id = a.asked_by left join users decider on decider.id = a.decided_by
        where a.order_id = o.id) as approval,
      ${user_id ? ownedBy(user_id) : sql`false`} as is_readers,
      (select m.role from company_members m where m.company_id = o.company_id and m.user_id = ${user_id}::uuid) as reader_role,
      (select max(a.at) from order_arrivals a where a.order_id = o.id) as arrived_at,
      (select f.name from order_files f where f.order_id = o.id and f.kind = 'power_of_attorney') as power_of_attorney,
      ${departmentJson('o.department_id_1c')} as branch, ${departmentJson('o.pickup_department_id_1c')} as pickup_department,
      (select min(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
        where l.order_id = o.id and r.ended_at is null) as reserved_until,
      (select coalesce(json_agg(json_build_object(
          'position', l.position, 'product_id', l.product_id, 'product_idcode', l.product_idcode, 'slug', p.slug, 'image', p.images[1], 'name', l.name,
          'article', l.article, 'unit', l.unit, 'base_unit', l.base_unit, 'factor', json_build_array(l.factor_base, l.factor_sales),
          'store', l.store, 'vat_rate', l.vat_rate, 'weight_grams', l.weight_grams, 'count', l.count, 'price', l.price,
          'old_price', l.old_price, 'discount', l.discount, 'bonus_discount', l.bonus_discount, 'sum', l.sum, 'price_column', l.price_column) order by l.position), '[]'::json)
        from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object(
          'at', m.at, 'state', m.state, 'payment_state', m.payment_state, 'who', m.who, 'why', m.why) order by m.id), '[]'::json)
        from order_moves m where m.order_id = o.id) as moves
    from orders o where o.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const order = toView(row, await unitsNow(db), await departmentDirectory(db));
  return { order, secret_hash: row.secret_hash, is_readers: row.is_readers };
}

function toView(row: OrderRow, units: Units, departments: Department[]): OrderView {
  const { company_name, company_inn, buyer_number, building_site, recipient_name, recipient_phone } = row;
  const hours = row.receiving_from === null ? null : { from: row.receiving_from, to: ensure(row.receiving_to) };
  const placed = {
    point_id_1c: row.pickup_department?.id_1c ?? null,
    stores: row.lines.map(({ store }) => store),
    created_at: row.created_at,
  };
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    payment_state: row.payment_state,
    payment_method: row.payment_method,
    created_at: row.created_at,
    contact: { name: row.contact_name, phone: row.contact_phone, email: row.contact_email },
    company: company_name === null ? null : { name: company_name, inn: company_inn ?? '', buyer_number, building_site },
    user_id: row.user_id,
    company_id: row.company_id,
    deferral_days: row.deferral_days,
    completed_at: row.completed_at,
    buyer_price_column: row.buyer_price_column,
    branch: row.branch,
    receiving: {
      type: row.receiving_type,
      department: row.pickup_department,
      address: row.delivery_address,
      zone_name: row.delivery_zone_name,
      date: row.receiving_date,
      hours,
      named_hours: hours && namedHours(hours, row.receiving_date, placed, departments),
      recipient: recipient_name === null ? null : { name: recipient_name, phone: recipient_phone ?? '' },
      is_proxy: row.is_proxy_recipient,
      car_plate: row.car_plate,
      unloading_note: row.unloading_note,
      carrying: row.carrying === null ? null : { kind: row.carrying, floor: row.carrying_floor },
    },
    replacement_rule: row.replacement_rule,
    comment: row.comment,
    coupon: row.coupon,
    lines: row.lines.map(({ price_column, ...line }) => ({
      ...line,
      is_business_price: price_column === row.buyer_price_column,
      shown_unit: units.shown(line.unit),
    })),
    goods_sum: row.goods_sum,
    discount: row.lines.reduce((sum, line) => sum + line.discount, 0),
    bonus_discount: row.lines.reduce((sum, line) => sum + line.bonus_discount, 0),
    delivery_price: row.delivery_price,
    carrying_price: row.carrying_price,
    total: row.total,
    taken_kopecks: row.taken_kopecks,
    has_given: row.has_given,
    weight_grams: row.weight_grams,
    pickup_code: row.pickup_code,
    reserved_until: row.reserved_until,
    unconfirmed_since: row.unconfirmed_since,
    is_unconfirmed: row.unconfirmed_since !== null && row.state === 'new',
    approval: row.approval,
    awaits_approval: row.approval !== null && row.approval.outcome === null,
    prolonged_at: row.prolonged_at,
    arrived_at: row.arrived_at,
    power_of_attorney: row.power_of_attorney,
    moves: row.moves.map((move) => ({ ...move, at: new Date(move.at) })),
    is_short: row.is_short,
    can_be_cancelled: isCancellableByBuyer(row.state),
    origin: row.origin,
    reader_role: row.reader_role,
  };
}

import { createHash, randomInt, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { checkPairs } from '#modules/cart/change-cart.ts';
import { checkCount } from '#modules/cart/fit-count.ts';
import { dropOrderedLines } from '#modules/cart/user-cart.ts';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { Department, Shelf } from '#modules/departments/queries.ts';
import { couponCondition, couponRefused, takeCoupon } from '#modules/pricing/coupon.ts';
import { type PricedCart, priceLines } from '#modules/pricing/price-lines.ts';
import { checkCouponTries } from '#modules/pricing/prove-coupon.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { enqueuePatiently } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { touch } from '#platform/touch.ts';
import { formatPrice } from '#shared/money.ts';
import type { OrderState, PaymentMethod, PaymentState } from '#shared/order-states.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { type DeliveryQuote, type DeliveryZone, listDeliveryZones, quoteDelivery } from './delivery.ts';
import { hashSecret } from './order-access.ts';
import { refuseAccountant } from './own-order.ts';
import { consentSlugs, type OrderInput } from './schema.ts';
import { type ReservedLine, reserveStock, tagsOfChangedWords } from './stock.ts';
import { endOfWorkingDay, readTerms } from './working-days.ts';

/** Everything about an order that does not come from the buyer's form. */
export type OrderPlace = {
  /** The branch of the host. */
  department: Department;
  shelf: Shelf;
  visitor: string;
  /** Idempotency-Key, unique per visitor. */
  key: string;
  /** What the guest's `orders` cookie holds; only its hash is stored, and nothing of it when the buyer is signed in. */
  secret: string;
  /** The signed-in buyer; null: a guest. */
  buyer: OrderBuyer | null;
  /** Where the consent was given from. */
  address: string;
  /** scheme://host[:port] the buyer sees. */
  origin: string;
  /** Ways of paying that the shop takes now; without a provider only these two. */
  payment_methods?: readonly PaymentMethod[];
  now?: Date;
};

/** Whose order it becomes: the person, the firm they buy for, and the member of staff who acted for them. */
export type OrderBuyer = {
  user_id: string;
  company: { id: number; name: string; inn: string; role: CompanyRole } | null;
  placed_by: { user_id: string; name: string } | null;
};

/** Kopecks. */
export type PlacedOrder = {
  id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  goods_sum: number;
  /** null = «уточнит оператор». */
  delivery_price: number | null;
  total: number;
  coupon: string | null;
  pickup_code: string;
  products: PlacedLine[];
  /** The key had placed this order before; nothing was done now. */
  is_replay: boolean;
};

export type PlacedLine = {
  product_id: number;
  product_idcode: string;
  name: string;
  unit: string;
  count: number;
  price: number;
  discount: number;
  sum: number;
};

/**
 * S7-32: places an order of the given lines with prices, coupon and stock taken anew, all in the caller's transaction. The same key gives
 * the same order; of two parallel calls the second waits and gets the first's. Throws key_reused, wrong_pair, not_orderable, bad_count,
 * not_enough {lines}, role_forbids, coupon_refused, coupon_condition, below_minimum, total_changed {total, …}, payment_unavailable, bad_input; a refusal
 * rolls everything back, the key included. Money in the details is kopecks.
 */
export async function placeOrder(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  refuseAccountant(place.buyer?.company?.role);
  const now = place.now ?? new Date();
  const id = randomUUID();
  const opening = await takeKey(db, place, input, id);
  if (opening.earlier) return { ...opening.earlier, is_replay: true };
  checkPayment(input, place);
  checkDate(input, place.department, now);
  const stores = storesFor(input, place, opening.point_store);

  const offers = await offersOf(
    db,
    place.shelf,
    input.products.map((line) => line.product_id),
  );
  checkLines(offers, input);
  const reserved = await reserveStock(db, stores, input.products);
  refuseShort(offers, input, reserved);
  const coupon = input.coupon === undefined ? null : await spendCoupon(db, place, input.coupon, now);
  const priced = priceLines(offers, input.products, coupon);
  if (priced.coupon_problem) throw couponCondition(priced.coupon_problem);
  const quote = input.receiving.type === 'delivery' ? quoteFor(input, priced, opening.zones ?? []) : null;
  const delivery_price = quote ? quote.price : 0;
  const total = priced.total + (delivery_price ?? 0);
  if (input.payment.method === 'online' && total === 0) {
    throw new Refusal('payment_unavailable', {}, 'Платить за этот заказ нечего: выберите оплату при получении');
  }
  checkSums(input, place.department, priced, delivery_price, total);

  const pickup_code = String(randomInt(1_000_000)).padStart(6, '0');
  const number = await insertOrder(db, {
    id,
    place,
    input,
    now,
    offers,
    reserved,
    priced,
    coupon: coupon?.code ?? null,
    quote,
    delivery_price,
    total,
    pickup_code,
    expires_at: await firstExpiry(db, input, place, now),
  });
  if (place.buyer) {
    const product_ids = input.products.map((line) => line.product_id);
    await dropOrderedLines(db, place.buyer.user_id, { product_ids, coupon: coupon?.code ?? null }, now);
  }
  await enqueuePatiently(db, 'write_order_letters', { order_id: id, event: 'placed' });
  const changes = reserved.map((line) => ({ ...line, before: line.available, after: line.available - line.count }));
  await touch(db, tagsOfChangedWords(changes));
  return {
    id,
    number,
    state: 'new',
    payment_state: 'unpaid',
    goods_sum: priced.total,
    delivery_price,
    total,
    coupon: coupon?.code ?? null,
    pickup_code,
    products: priced.lines.map((line) => ({
      product_id: line.product_id,
      product_idcode: line.product_idcode,
      name: offers.get(line.product_id)!.name,
      unit: offers.get(line.product_id)!.unit,
      count: line.count,
      price: line.price,
      discount: line.discount,
      sum: line.sum,
    })),
    is_replay: false,
  };
}

type Opening = {
  /** The order this key placed before. */
  earlier: Omit<PlacedOrder, 'is_replay'> | null;
  /** Store of the pickup department, when it belongs to this branch. */
  point_store: string | null;
  zones: DeliveryZone[] | null;
};

/** First statement: claims the key (waiting for a parallel holder of it) and reads what the receiving needs. */
async function takeKey(db: Db, place: OrderPlace, input: OrderInput, id: string): Promise<Opening> {
  const body_hash = hashBody(input);
  const branch = place.department.id_1c;
  const point = input.receiving.department_id_1c ?? branch;
  const isDelivery = input.receiving.type === 'delivery';
  const [[claim], zones] = await Promise.all([
    claimKey(db, [place.visitor, place.key, body_hash, id, point, branch]),
    isDelivery ? listDeliveryZones(db, branch) : null,
  ]);
  if (claim?.claimed) return { earlier: null, point_store: claim.point_store, zones };
  return { earlier: await readEarlier(db, place, body_hash), point_store: null, zones: null };
}

const claimKey = preparedStatement<{ claimed: boolean; point_store: string | null }>(
  'claim_order_key',
  `with claimed as (
    insert into order_keys (visitor, key, body_hash, order_id) values ($1::uuid, $2::text, $3::bytea, $4::uuid)
    on conflict (visitor, key) do nothing
    returning 1
  )
  select exists (select from claimed) as claimed,
    (select store from departments where id_1c = $5::text
      and (id_1c = $6::text or (branch_id_1c = $6::text and is_pick_up_point))) as point_store`,
);

async function readEarlier(db: Db, place: OrderPlace, body_hash: Buffer): Promise<Omit<PlacedOrder, 'is_replay'>> {
  const { rows } = await sql<Omit<PlacedOrder, 'is_replay'> & { body_hash: Buffer }>`
    select k.body_hash, o.id, o.number, o.state, o.payment_state, o.goods_sum, o.delivery_price, o.total, o.coupon, o.pickup_code,
      (select json_agg(json_build_object(
        'product_id', l.product_id, 'product_idcode', l.product_idcode, 'name', l.name, 'unit', l.unit,
        'count', l.count, 'price', l.price, 'discount', l.discount, 'sum', l.sum
      ) order by l.position) from order_lines l where l.order_id = o.id) as products
    from order_keys k join orders o on o.id = k.order_id
    where k.visitor = ${place.visitor} and k.key = ${place.key}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Ключ занят, а заказа под ним нет');
  const { body_hash: stored, ...order } = row;
  if (!stored.equals(body_hash)) throw new Refusal('key_reused');
  return order;
}

/** The parsed body with keys in one order, so that spelling and spacing of the request do not matter. */
function hashBody(input: OrderInput): Buffer {
  const sorted = (_key: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(input, sorted)).digest();
}

/** The law wants every position in the receipt, and a cash desk takes no more (54-ФЗ, YooKassa: 80 lines with the delivery's). */
const mostPaidPositions = 79;

function checkPayment(
  { payment, products }: OrderInput,
  { payment_methods = ['on_receipt', 'invoice'] }: OrderPlace,
): void {
  const { method } = payment;
  if (!payment_methods.includes(method)) throw new Refusal('payment_unavailable', { method });
  if (method === 'online' && products.length > mostPaidPositions) {
    throw new Refusal(
      'payment_unavailable',
      { method },
      `Онлайн можно оплатить заказ до ${mostPaidPositions} позиций: столько помещается в чек. Разделите заказ или выберите другой способ`,
    );
  }
}

/** A wished date is today or later by the branch's clock, two months at most. */
function checkDate({ receiving }: OrderInput, { time_zone }: Department, now: Date): void {
  if (receiving.date === undefined) return;
  const today = localTime(now, time_zone).date;
  if (receiving.date < today || receiving.date > addDays(today, 60)) {
    throw new Refusal('bad_input', {
      fields: { 'receiving.date': 'Выберите день от сегодняшнего и не дальше двух месяцев' },
    });
  }
}

/** Where goods may come from: the pickup point's own store first, then the branch's (decisions, Pickup). */
function storesFor({ receiving }: OrderInput, { shelf }: OrderPlace, point_store: string | null): string[] {
  if (receiving.type === 'delivery') return [shelf.store];
  if (point_store === null) {
    throw new Refusal('bad_input', {
      fields: { 'receiving.department_id_1c': 'Такого пункта выдачи нет в этом городе' },
    });
  }
  return [...new Set([point_store, shelf.store])];
}

function checkLines(offers: ReadonlyMap<number, Offer>, { products }: OrderInput): void {
  checkPairs(offers, products);
  for (const { product_id, count } of products) {
    const offer = offers.get(product_id)!;
    if (offer.switched_off || (offer.price ?? offer.buyer_price) === null) {
      throw new Refusal('not_orderable', { product_id, name: offer.name }, `«${offer.name}» сейчас нельзя заказать`);
    }
    checkCount(offer, count);
  }
}

/** 409 naming each line that cannot be served whole, with what is left. */
function refuseShort(offers: ReadonlyMap<number, Offer>, { products }: OrderInput, reserved: ReservedLine[]): void {
  const short = products.flatMap(({ product_id, product_idcode, count }) => {
    const line = reserved.find((other) => other.product_id === product_id);
    if (line?.store) return [];
    return [{ product_id, product_idcode, name: offers.get(product_id)!.name, count, available: line?.available ?? 0 }];
  });
  if (short.length > 0) throw new Refusal('not_enough', { lines: short });
}

async function spendCoupon(db: Db, { shelf, visitor, address, buyer }: OrderPlace, typed: string, now: Date) {
  await checkCouponTries(db, { visitor, address });
  const coupon = await takeCoupon(db, typed, shelf.department_id_1c, buyer?.user_id ?? null, now);
  if (!coupon) throw couponRefused();
  return coupon;
}

function quoteFor({ receiving }: OrderInput, priced: PricedCart, zones: DeliveryZone[]): DeliveryQuote {
  return quoteDelivery(zones, receiving.address ?? '', priced.is_weight_partial ? null : priced.weight_grams);
}

function checkSums(
  { accepted_total }: OrderInput,
  { min_order_kopecks }: Department,
  priced: PricedCart,
  delivery_price: number | null,
  total: number,
): void {
  if (priced.total < min_order_kopecks) {
    const missing = min_order_kopecks - priced.total;
    throw new Refusal(
      'below_minimum',
      { min_sum: min_order_kopecks, missing },
      `Минимальная сумма заказа ${formatPrice(min_order_kopecks)}, не хватает ${formatPrice(missing)}`,
    );
  }
  if (accepted_total !== undefined && Math.round(accepted_total * 100) !== total) {
    throw new Refusal('total_changed', {
      total,
      goods_sum: priced.total,
      delivery_price,
      products: priced.lines.map(({ product_id, product_idcode, count, price, sum }) => {
        return { product_id, product_idcode, count, price, sum };
      }),
    });
  }
}

/** S7-36: minutes for money online, working days for an invoice and a credit; pickup's term begins when the goods are ready. */
async function firstExpiry(
  db: Db,
  { payment }: OrderInput,
  { department }: OrderPlace,
  now: Date,
): Promise<Date | null> {
  if (payment.method === 'on_receipt') return null;
  const { calendar, terms } = await readTerms(db, department.id_1c);
  if (payment.method === 'online') return new Date(now.getTime() + terms.online_minutes * 60_000);
  return endOfWorkingDay(calendar, now, terms[`${payment.method}_working_days`]);
}

type NewOrder = {
  id: string;
  place: OrderPlace;
  input: OrderInput;
  now: Date;
  offers: ReadonlyMap<number, Offer>;
  reserved: ReservedLine[];
  priced: PricedCart;
  coupon: string | null;
  quote: DeliveryQuote | null;
  delivery_price: number | null;
  total: number;
  pickup_code: string;
  expires_at: Date | null;
};

/** Order, lines, reservations, first move and consents in one statement; returns the number. */
async function insertOrder(db: Db, order: NewOrder): Promise<number> {
  const { place, input, priced, quote } = order;
  const { buyer } = place;
  const { contact, receiving } = input;
  const isPickup = receiving.type === 'pickup';
  const values = {
    id: order.id,
    visitor: place.visitor,
    department_id_1c: place.department.id_1c,
    price_column: place.shelf.buyer_price_column ?? place.shelf.price_column,
    payment_method: input.payment.method,
    contact_name: contact.name,
    contact_phone: contact.phone,
    contact_email: contact.email,
    company_name: buyer?.company?.name ?? input.company?.name ?? null,
    company_inn: buyer?.company?.inn ?? input.company?.inn ?? null,
    user_id: buyer?.user_id ?? null,
    company_id: buyer?.company?.id ?? null,
    placed_by: buyer?.placed_by?.user_id ?? null,
    receiving_type: receiving.type,
    pickup_department_id_1c: isPickup ? (receiving.department_id_1c ?? place.department.id_1c) : null,
    delivery_address: isPickup ? null : receiving.address,
    delivery_zone_id: quote?.zone_id ?? null,
    delivery_zone_name: quote?.zone_name ?? null,
    delivery_price: order.delivery_price,
    receiving_date: receiving.date ?? null,
    recipient_name: receiving.recipient?.name ?? null,
    recipient_phone: receiving.recipient?.phone ?? null,
    replacement_rule: input.replacement_rule,
    comment: input.comment ?? '',
    coupon: order.coupon,
    goods_sum: priced.total,
    total: order.total,
    weight_grams: priced.weight_grams,
    pickup_code: order.pickup_code,
    origin: place.origin,
  };
  const purposes = ['personal_data', ...(input.consent_advertising ? ['advertising'] : [])] as const;
  const [row] = await insertAll(db, [
    JSON.stringify(values),
    buyer ? null : hashSecret(place.secret),
    order.now,
    JSON.stringify(order.priced.lines.map((line, index) => toOrderLine(order, line, index + 1))),
    order.expires_at,
    purposes,
    purposes.map((purpose) => consentSlugs[purpose as keyof typeof consentSlugs]),
    `${contact.email} ${contact.phone}`,
    isIP(place.address) === 0 ? null : place.address.replace(/%.*$/, ''),
    buyer?.placed_by ? `сотрудник ${buyer.placed_by.name}` : 'покупатель',
  ]);
  if (row?.consents !== purposes.length) throw new Error('Нет текста согласия, на который ссылается заказ');
  return row.number;
}

function toOrderLine({ offers, reserved }: NewOrder, line: PricedCart['lines'][number], position: number) {
  const offer = offers.get(line.product_id)!;
  return {
    position,
    product_id: line.product_id,
    product_idcode: offer.idcode,
    name: offer.name,
    article: offer.article,
    unit: offer.unit,
    base_unit: offer.base_unit,
    factor_base: offer.factor[0],
    factor_sales: offer.factor[1],
    price_column: offer.price_column,
    store: reserved.find((other) => other.product_id === line.product_id)!.store,
    vat_rate: offer.vat_rate,
    weight_grams: offer.weight_grams ?? 0,
    count: line.count,
    price: line.price,
    old_price: line.old_price,
    discount: line.discount,
    sum: line.sum,
  };
}

const orderColumns = `id, visitor, department_id_1c, price_column, payment_method, contact_name, contact_phone, contact_email,
  company_name, company_inn, receiving_type, pickup_department_id_1c, delivery_address, delivery_zone_id, delivery_zone_name,
  delivery_price, receiving_date, recipient_name, recipient_phone, replacement_rule, comment, coupon, goods_sum, total, weight_grams,
  pickup_code, origin, user_id, company_id, placed_by`;

const lineColumns = `position, product_id, product_idcode, name, article, unit, base_unit, factor_base, factor_sales, price_column, store,
  vat_rate, weight_grams, count, price, old_price, discount, sum`;

const insertAll = preparedStatement<{ number: number; consents: number }>(
  'insert_order',
  `with placed as (
    insert into orders (${orderColumns}, secret_hash, created_at, changed_at)
    select ${orderColumns}, $2::bytea, $3::timestamptz, $3::timestamptz
    from jsonb_populate_record(null::orders, $1::jsonb)
    returning id, number, user_id
  ), lines as (
    insert into order_lines (order_id, ${lineColumns})
    select placed.id, ${lineColumns.replace(/\w+/g, 'l.$&')}
    from placed, jsonb_populate_recordset(null::order_lines, $4::jsonb) l
    returning id, product_id, store, count
  ), held as (
    insert into reservations (order_line_id, product_id, store, count, created_at, expires_at)
    select id, product_id, store, count, $3::timestamptz, $5::timestamptz from lines
  ), moved as (
    insert into order_moves (order_id, at, state, payment_state, who, why)
    select id, $3::timestamptz, 'new', 'unpaid', $10::text, 'заказ оформлен на сайте' from placed
  ), agreed as (
    insert into consents (page_id, purpose, form, subject, order_id, address, given_at, user_id)
    select text.id, given.purpose, 'order', $8::text, placed.id, $9::text::inet, $3::timestamptz, placed.user_id
    from placed, unnest($6::text[], $7::text[]) as given (purpose, slug)
    cross join lateral (
      select id from pages where pages.slug = given.slug and published_at <= now() order by version desc limit 1
    ) text
    returning 1
  )
  select number, (select count(*)::int from agreed) as consents from placed`,
);

import { isIP } from 'node:net';
import type { Offer } from '#modules/catalogue/offers.ts';
import { warrantyMonthsSql } from '#modules/catalogue/warranty.ts';
import { insertOrderConsents } from '#modules/consents/consents.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import type { DeliveryQuote } from '../delivery.ts';
import type { OrderPlace } from '../place-order.ts';
import type { LimitPassed } from '../purchase-limits.ts';
import { consentSlugs, type OrderInput } from '../schema.ts';
import type { FirstTerm } from './first-term.ts';
import type { PricedWithBonuses } from './pay-with-bonuses.ts';

/** A line with its money, and the store it is reserved in. */
export type OrderedLine = PricedWithBonuses['lines'][number] & { offer: Offer; store: string };

type NewOrder = {
  id: string;
  place: OrderPlace;
  input: OrderInput;
  now: Date;
  lines: OrderedLine[];
  priced: PricedWithBonuses;
  coupon: string | null;
  quote: DeliveryQuote | null;
  delivery_price: number | null;
  carrying_price: number | null;
  total: number;
  pickup_code: string;
  term: FirstTerm;
};

/** Order, lines, reservations, first move and consents in one statement; returns the number. */
export async function insertOrder(db: Db, order: NewOrder): Promise<number> {
  const { place, input, priced, quote } = order;
  const { buyer } = place;
  const { contact, receiving } = input;
  const isPickup = receiving.type === 'pickup';
  const values = {
    id: order.id,
    visitor: place.visitor,
    department_id_1c: place.department.id_1c,
    price_column: place.priceContext.buyer_price_column ?? place.priceContext.price_column,
    payment_method: input.payment.method,
    contact_name: contact.name,
    contact_phone: contact.phone,
    contact_email: contact.email || null,
    is_by_phone: place.by_phone !== undefined,
    company_name: buyer?.company?.name ?? input.company?.name ?? null,
    company_inn: buyer?.company?.inn ?? input.company?.inn ?? null,
    buyer_number: input.company?.buyer_number ?? null,
    building_site: input.company?.building_site ?? null,
    user_id: buyer?.user_id ?? null,
    company_id: buyer?.company?.id ?? null,
    placed_by: place.by_phone?.user_id ?? buyer?.placed_by?.user_id ?? null,
    receiving_type: receiving.type,
    pickup_department_id_1c: isPickup ? (receiving.department_id_1c ?? place.department.id_1c) : null,
    delivery_address: isPickup ? null : receiving.address,
    delivery_zone_id: quote?.zone_id ?? null,
    delivery_zone_name: quote?.zone_name ?? null,
    delivery_price: order.delivery_price,
    carrying: receiving.carrying?.kind ?? null,
    carrying_floor: receiving.carrying?.floor ?? null,
    carrying_price: order.carrying_price,
    receiving_date: receiving.date ?? null,
    receiving_from: receiving.slot?.from ?? null,
    receiving_to: receiving.slot?.to ?? null,
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
    unconfirmed_since: order.term.is_unconfirmed ? order.now : null,
  };
  const given = ['personal_data', ...(input.consent_advertising ? ['advertising'] : [])] as const;
  const purposes = place.by_phone ? [] : given;
  const [row] = await insertAll(db, [
    JSON.stringify(values),
    buyer ? null : hashSecret(place.secret),
    order.now,
    JSON.stringify(order.lines.map(toOrderLine)),
    order.term.expires_at,
    purposes,
    purposes.map((purpose) => consentSlugs[purpose as keyof typeof consentSlugs]),
    `${contact.email} ${contact.phone}`,
    isIP(place.address) === 0 ? null : place.address.replace(/%.*$/, ''),
    placedBy(place),
    place.by_phone ? 'заказ принят по телефону' : 'заказ оформлен на сайте',
  ]);
  if (row?.consents !== purposes.length) throw new Error('Нет текста согласия, на который ссылается заказ');
  return row.number;
}

function placedBy({ by_phone, buyer }: OrderPlace): string {
  const staff = by_phone ?? buyer?.placed_by;
  return staff ? `сотрудник ${staff.name}` : 'покупатель';
}

/** Until somebody has decided, the order waits. */
export async function askApproval(
  db: Db,
  order_id: string,
  asked_by: string,
  { reason, limit, sum }: LimitPassed,
  now: Date,
): Promise<void> {
  await db
    .insertInto('order_approvals')
    .values({ order_id, asked_by, asked_at: now, reason, limit_kopecks: limit, sum_kopecks: sum })
    .execute();
}

function toOrderLine({ offer, ...line }: OrderedLine, index: number) {
  return {
    position: index + 1,
    product_id: line.product_id,
    product_idcode: offer.idcode,
    name: offer.name,
    article: offer.article,
    unit: offer.unit,
    base_unit: offer.base_unit,
    factor_base: offer.factor[0],
    factor_sales: offer.factor[1],
    price_column: offer.price_column,
    store: line.store,
    vat_rate: offer.vat_rate,
    weight_grams: offer.weight_grams ?? 0,
    count: line.count,
    price: line.price,
    old_price: line.old_price,
    discount: line.discount,
    bonus_discount: line.bonus_discount,
    sum: line.sum,
  };
}

const orderColumns = `id, visitor, department_id_1c, price_column, payment_method, contact_name, contact_phone, contact_email,
  company_name, company_inn, buyer_number, building_site, receiving_type, pickup_department_id_1c, delivery_address, delivery_zone_id, delivery_zone_name,
  delivery_price, carrying, carrying_floor, carrying_price, receiving_date, receiving_from, receiving_to, recipient_name, recipient_phone,
  replacement_rule, comment, coupon, goods_sum, total, weight_grams, pickup_code, origin, user_id, company_id, placed_by, is_by_phone, unconfirmed_since`;

const lineColumns = `position, product_id, product_idcode, name, article, unit, base_unit, factor_base, factor_sales, price_column, store,
  vat_rate, weight_grams, count, price, old_price, discount, bonus_discount, sum`;

const insertAll = preparedStatement<{ number: number; consents: number }>(
  'insert_order',
  `with placed as (
    insert into orders (${orderColumns}, secret_hash, created_at, changed_at)
    select ${orderColumns}, $2::bytea, $3::timestamptz, $3::timestamptz
    from jsonb_populate_record(null::orders, $1::jsonb)
    returning id, number, user_id
  ), lines as (
    insert into order_lines (order_id, warranty_months, ${lineColumns})
    select placed.id, ${warrantyMonthsSql}, ${lineColumns.replace(/\w+/g, 'l.$&')}
    from placed, jsonb_populate_recordset(null::order_lines, $4::jsonb) l join products p on p.id = l.product_id
    returning id, product_id, store, count
  ), held as (
    insert into reservations (order_line_id, product_id, store, count, created_at, expires_at)
    select id, product_id, store, count, $3::timestamptz, $5::timestamptz from lines
  ), moved as (
    insert into order_moves (order_id, at, state, payment_state, who, why)
    select id, $3::timestamptz, 'new', 'unpaid', $10::text, $11::text from placed
  ), agreed as (
    ${insertOrderConsents({ order: 'placed', purposes: '$6', slugs: '$7', subject: '$8', address: '$9', now: '$3' })}
  )
  select number, (select count(*)::int from agreed) as consents from placed`,
);

import { randomInt, randomUUID } from 'node:crypto';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { checkCount, checkPairs } from '#modules/cart/check-line.ts';
import { dropOrderedLines } from '#modules/cart/drop-ordered-lines.ts';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { Department, PriceContext } from '#modules/departments/queries.ts';
import { holdBonuses } from '#modules/loyalty/hold-bonuses.ts';
import { couponCondition, couponRefused, takeCoupon } from '#modules/pricing/coupon.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { enqueueDeferred } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { lastDayAhead } from '#shared/delivery-days.ts';
import { formatPrice } from '#shared/money.ts';
import type { OrderState, PaymentMethod, PaymentState } from '#shared/order-states.ts';
import { plural } from '#shared/plurals.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { quoteCarrying } from './carrying.ts';
import { type DeliveryQuote, type DeliveryZone, quoteDelivery } from './delivery.ts';
import { throwSlotTaken } from './delivery-slots.ts';
import type { GuestLimits } from './guest-limits.ts';
import { refuseAccountant } from './own-order.ts';
import { checkTime } from './placing/check-time.ts';
import { firstTerm } from './placing/first-term.ts';
import { askApproval, insertOrder, type OrderedLine } from './placing/insert-order.ts';
import { type PricedWithBonuses, payWithBonuses } from './placing/pay-with-bonuses.ts';
import { takeKey } from './placing/take-key.ts';
import { type LimitPassed, limitPassed } from './purchase-limits.ts';
import type { OrderInput } from './schema.ts';
import { type ReservedLine, reserveStock, tagsOfChangedWords } from './stock.ts';
import { refuseOnReceipt } from './ways-to-pay.ts';

/** Everything about an order that does not come from the buyer's form. */
export type OrderPlace = {
  /** The branch of the host. */
  department: Department;
  priceContext: PriceContext;
  visitor: string;
  /** Idempotency-Key, unique per visitor. */
  key: string;
  /** How many orders an hour strangers may place; null: placed by nobody from outside. */
  guest_limits: GuestLimits | null;
  /** What the guest's `orders` cookie holds; only its hash is stored, and nothing of it when the buyer is signed in. */
  secret: string;
  /** The signed-in buyer; null: a guest. */
  buyer: OrderBuyer | null;
  /**
   * Staff took it on the phone: who. Consents are not given then, an email is not needed, and the buyer's cart stays; a
   * guest confirms it by the link of the email, where there is one.
   */
  by_phone?: { user_id: string; name: string };
  /** Where the consent was given from. */
  address: string;
  /** scheme://host[:port] the buyer sees. */
  origin: string;
  /** Ways of paying that the shop takes now; without a provider only these two. */
  payment_methods?: readonly PaymentMethod[];
  /** The law wants every position in the receipt (54-ФЗ); the payment provider takes no more of them. */
  most_paid_positions?: number | undefined;
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
  /** Of unloading and lifting: 0 when not wished, null where the delivery has no price either. */
  carrying_price: number | null;
  total: number;
  coupon: string | null;
  /** Whole bonuses held for it. */
  bonuses: number;
  pickup_code: string;
  /** Above its buyer's limit: an owner of the firm decides before anything else happens to it. */
  awaits_approval: boolean;
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
  bonus_discount: number;
  sum: number;
};

/**
 * S7-32: places an order of the given lines with prices, coupon, bonuses and stock taken again, all in the caller's
 * transaction. The same key gives the same order; of two parallel calls the second waits and gets the first's. Throws
 * key_reused, wrong_pair, not_orderable, bad_count, not_enough {lines}, role_forbids, coupon_refused, coupon_condition,
 * bonuses_refused, not_enough_bonuses, not_while_acting, below_minimum, slot_taken, total_changed {total, …},
 * payment_unavailable, bad_input, signed_out (by phone: not_found) when the account is gone; a refusal rolls everything
 * back, the key included. Money in the details is kopecks.
 */
export async function placeOrder(db: Db, place: OrderPlace, input: OrderInput): Promise<PlacedOrder> {
  refuseAccountant(place.buyer?.company?.role);
  const now = place.now ?? new Date();
  const id = randomUUID();
  const opening = await takeKey(db, place, input, id);
  if (opening.earlier) return { ...opening.earlier, is_replay: true };
  checkPayment(input, place);
  checkDate(input, place.department, now);
  checkEmail(input, place);
  await refuseOnReceipt(db, place.buyer?.user_id ?? null, input);
  const stores = storesFor(input, place, opening.point_store);

  const product_ids = input.products.map((line) => line.product_id);
  const offers = await offersOf(db, place.priceContext, product_ids);
  const wanted = checkLines(offers, input);
  const reserved = await reserveStock(db, stores, input.products);
  refuseShort(wanted, reserved);
  const coupon = input.coupon === undefined ? null : await spendCoupon(db, place, input.coupon, now);
  const couponPriced = priceLines(offers, input.products, coupon);
  if (couponPriced.coupon_problem) throw couponCondition(couponPriced.coupon_problem);
  const { priced, bonuses } = await payWithBonuses(db, place, input, couponPriced);
  const quote = input.receiving.type === 'delivery' ? quoteFor(input, priced, opening.zones ?? []) : null;
  await checkTime(db, place, { receiving: input.receiving, quote, stores: storesOf(reserved), now });
  const delivery_price = quote ? quote.price : 0;
  const carrying_price = quote ? await carryingFor(db, place, input, priced, quote) : 0;
  const total = priced.total + (delivery_price ?? 0) + (carrying_price ?? 0);
  if (input.payment.method === 'online' && total === 0) {
    throw new Refusal('payment_unavailable', {}, 'Платить за этот заказ нечего: выберите оплату при получении');
  }
  checkSums(input, place.department, priced, { delivery_price, carrying_price, total });

  const passed = await limitOf(db, place, total, now);
  const lines = orderedLines(wanted, reserved, priced);
  const pickup_code = String(randomInt(1_000_000)).padStart(6, '0');
  const number = await insertOrder(db, {
    id,
    place,
    input,
    now,
    lines,
    priced,
    coupon: coupon?.code ?? null,
    quote,
    delivery_price,
    carrying_price,
    total,
    pickup_code,
    term: await firstTerm(db, { input, place, reserved, total, passed, terms: opening.terms, now }),
  }).catch(throwSlotTaken);
  if (passed && place.buyer) await askApproval(db, id, place.buyer.user_id, passed, now);
  if (bonuses) await holdBonuses(db, id, bonuses, now);
  if (place.buyer && !place.by_phone) {
    const left = input.left_in_cart?.filter(({ product_id }) => product_ids.includes(product_id)) ?? [];
    await dropOrderedLines(db, place.buyer.user_id, { product_ids, left, coupon: coupon?.code ?? null }, now);
  }
  await enqueueDeferred(db, 'write_order_emails', { order_id: id, event: 'placed' });
  const changes = reserved.map((line) => ({ ...line, before: line.available, after: line.available - line.count }));
  await invalidate(db, tagsOfChangedWords(changes));
  return {
    id,
    number,
    state: 'new',
    payment_state: 'unpaid',
    goods_sum: priced.total,
    delivery_price,
    carrying_price,
    total,
    coupon: coupon?.code ?? null,
    bonuses: bonuses?.amount ?? 0,
    pickup_code,
    awaits_approval: passed !== null,
    products: lines.map(({ offer, product_id, product_idcode, count, price, discount, bonus_discount, sum }) => {
      const { name, unit } = offer;
      return { product_id, product_idcode, name, unit, count, price, discount, bonus_discount, sum };
    }),
    is_replay: false,
  };
}

/** What a purchaser of a firm orders above their limit waits for an owner. */
async function limitOf(
  db: Db,
  { buyer, department }: OrderPlace,
  total: number,
  now: Date,
): Promise<LimitPassed | null> {
  if (!buyer?.company) return null;
  const member = { user_id: buyer.user_id, company_id: buyer.company.id };
  return limitPassed(db, member, total, { zone: department.time_zone, now });
}

function checkPayment(
  { payment, products, company }: OrderInput,
  { payment_methods = ['on_receipt', 'invoice'], most_paid_positions: most = Number.POSITIVE_INFINITY }: OrderPlace,
): void {
  const { method } = payment;
  if (!payment_methods.includes(method)) throw new Refusal('payment_unavailable', { method });
  if (method === 'credit' && company)
    throw new Refusal('payment_unavailable', { method }, 'Кредит банк даёт человеку. Организация платит по счёту');
  if (method === 'online' && products.length > most) {
    throw new Refusal(
      'payment_unavailable',
      { method },
      `Онлайн можно оплатить заказ до ${most} ${plural(most, 'позиции', 'позиций', 'позиций')}: столько помещается в чек. Разделите заказ или выберите другой способ`,
    );
  }
}

/**
 * Whoever ordered by phone may have no email, and pays on receipt then: there is nowhere to send a link or an invoice.
 */
function checkEmail({ contact, payment }: OrderInput, { by_phone }: OrderPlace): void {
  if (contact.email !== '' || (by_phone && payment.method === 'on_receipt')) return;
  throw new Refusal('bad_input', {
    fields: { 'contact.email': 'Без почты заказ оплачивают только при получении' },
  });
}

/** A wished date is today or later by the branch's clock, two months at most. */
function checkDate({ receiving }: OrderInput, { time_zone }: Department, now: Date): void {
  if (receiving.date === undefined) return;
  const today = localTime(now, time_zone).date;
  if (receiving.date < today || receiving.date > addDays(today, lastDayAhead)) {
    throw new Refusal('bad_input', {
      fields: { 'receiving.date': 'Выберите день от сегодняшнего и не дальше двух месяцев' },
    });
  }
}

/** Where goods may come from: the pickup point's own store first, then the branch's. */
function storesFor({ receiving }: OrderInput, { priceContext }: OrderPlace, point_store: string | null): string[] {
  if (receiving.type === 'delivery') return [priceContext.store];
  if (point_store === null) {
    throw new Refusal('bad_input', {
      fields: { 'receiving.department_id_1c': 'Такого пункта выдачи нет в этом городе' },
    });
  }
  return [...new Set([point_store, priceContext.store])];
}

type WantedLine = OrderInput['products'][number] & { offer: Offer };

function checkLines(offers: ReadonlyMap<number, Offer>, { products }: OrderInput): WantedLine[] {
  const wanted = checkPairs(offers, products);
  for (const { product_id, count, offer } of wanted) {
    if (offer.switched_off || (offer.price ?? offer.buyer_price) === null) {
      throw new Refusal('not_orderable', { product_id, name: offer.name }, `«${offer.name}» сейчас нельзя заказать`);
    }
    checkCount(offer, count);
  }
  return wanted;
}

/** 409 naming each line that cannot be served whole, with what is left. */
function refuseShort(wanted: WantedLine[], reserved: ReservedLine[]): void {
  const short = wanted.flatMap(({ product_id, product_idcode, count, offer }) => {
    const line = reserved.find((other) => other.product_id === product_id);
    if (line?.store) return [];
    return [{ product_id, product_idcode, name: offer.name, count, available: line?.available ?? 0 }];
  });
  if (short.length > 0) throw new Refusal('not_enough', { lines: short });
}

function storesOf(reserved: ReservedLine[]): string[] {
  return reserved.flatMap(({ store }) => store ?? []);
}

/** Every wanted line with its money and the store it is reserved in. */
function orderedLines(wanted: WantedLine[], reserved: ReservedLine[], { lines }: PricedWithBonuses): OrderedLine[] {
  return wanted.map(({ product_id, offer }) => {
    const line = lines.find((other) => other.product_id === product_id);
    const store = reserved.find((other) => other.product_id === product_id)?.store;
    if (!line || !store) throw new Error(`Строка заказа без цены или склада: ${product_id}`);
    return { ...line, offer, store };
  });
}

async function spendCoupon(db: Db, { priceContext, buyer }: OrderPlace, typed: string, now: Date) {
  const coupon = await takeCoupon(db, typed, priceContext.department_id_1c, buyer?.user_id ?? null, now);
  if (!coupon) throw couponRefused();
  return coupon;
}

function quoteFor({ receiving }: OrderInput, priced: PricedWithBonuses, zones: DeliveryZone[]): DeliveryQuote {
  return quoteDelivery(zones, receiving.address ?? '', priced.is_weight_partial ? null : priced.weight_grams);
}

async function carryingFor(
  db: Db,
  { department }: OrderPlace,
  { receiving }: OrderInput,
  { weight_grams }: PricedWithBonuses,
  quote: DeliveryQuote,
): Promise<number | null> {
  return quoteCarrying(db, department.id_1c, receiving.carrying ?? null, quote, weight_grams);
}

function checkSums(
  { accepted_total }: OrderInput,
  { min_order_kopecks }: Department,
  priced: PricedWithBonuses,
  { total, ...services }: Pick<PlacedOrder, 'delivery_price' | 'carrying_price' | 'total'>,
): void {
  // Bonuses are another way to pay: they do not make an order too small.
  const goods = priced.total + priced.bonus_discount;
  if (goods < min_order_kopecks) {
    const missing = min_order_kopecks - goods;
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
      ...services,
      products: priced.lines.map(({ product_id, product_idcode, count, price, sum }) => {
        return { product_id, product_idcode, count, price, sum };
      }),
    });
  }
}

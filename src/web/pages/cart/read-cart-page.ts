import { randomUUID } from 'node:crypto';
import { orderMethods } from '#integrations/payments/order-methods.ts';
import { type Cart, cartId } from '#modules/cart/cart.ts';
import { changeCart } from '#modules/cart/change-cart.ts';
import {
  comparePriceContexts,
  type PriceContextDifference,
  priceChangesSince,
} from '#modules/cart/compare-price-contexts.ts';
import { type CartLine, type CartView, getCart } from '#modules/cart/get-cart.ts';
import { pointStock, type StockByStore } from '#modules/cart/point-stock.ts';
import { findSubstitutes, type ShortLine, type Substitute } from '#modules/cart/rest-substitutes.ts';
import { readyAt } from '#modules/catalogue/points.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { listCarryingRates, priceCarrying } from '#modules/orders/carrying.ts';
import {
  type DeliveryQuote,
  type DeliveryZone,
  homeRates,
  listDeliveryZones,
  quoteDelivery,
} from '#modules/orders/delivery.ts';
import { limitWords } from '#modules/orders/limit-words.ts';
import { offeredPickupSlots } from '#modules/orders/pickup-slots.ts';
import { limitAhead } from '#modules/orders/purchase-limits.ts';
import { offeredMethods } from '#modules/orders/ways-to-pay.ts';
import { isLargeOrder } from '#modules/orders/working-days.ts';
import { ownCoupons, type PersonalCoupon } from '#modules/pricing/personal-coupons.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { ReservationTerms } from '#modules/settings/schema.ts';
import type { SettledNote } from '#modules/signing/merge-note.ts';
import { priceContextForAccount } from '#modules/visitors/resolve-request-context.ts';
import { type CarryingRate, carryingWords } from '#shared/carrying.ts';
import { formatPrice } from '#shared/money.ts';
import type { PaymentMethod } from '#shared/order-states.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { cartUrl } from '#shared/urls.ts';
import { isFromRoll, vehicleFor } from '#shared/vehicle.ts';
import { clock } from '#shared/work-time.ts';
import type { OfferedGoods } from '#web/parts/lists/offered-goods.server.ts';
import { joinAddress } from '#web/parts/order/receiving/address.ts';
import {
  type CarryingOffer,
  carryingOf,
  carryingOffersFor,
  floorOf,
} from '#web/parts/order/receiving/carrying-offers.ts';
import { type DateChoice, pickupDates } from '#web/parts/order/receiving/dates.ts';
import { deliveryChoice } from '#web/parts/order/receiving/delivery-choice.ts';
import { type SlotChoice, slotChoice } from '#web/parts/order/receiving/slot-choice.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { pointCookie } from '#web/ui/own-cookies.ts';
import { type CartLook, readLook } from './cart-look.ts';
import { type CheckoutBuyer, checkoutBuyer } from './checkout-buyer.ts';
import type { CheckoutValues } from './checkout-form.ts';
import { type FullerPoint, fullerPoint, type PointChoice, pointChoices, supplyOf } from './points.ts';
import { type CartBonuses, readCartBonuses } from './spend-bonuses.ts';

/** A line with where and when it can be had at the chosen point, and what of it is left open. */
export type PageLine = CartLine & ReturnType<typeof supplyOf> & { rest: LineRest | null };

/** What the shop lacks of a line, and the ways to settle it. */
export type LineRest = { count: number; point: FullerPoint | null; substitute: Substitute | null };

/** «Подешевела на 67 ₽ с прошлого визита»: kopecks per sales unit. */
export type PriceChange = { id: number; name: string; shown_unit: ShownUnit; was: number; now: number };

/** `back`: the cart in the former city, and the words of the link that leads there. */
export type BranchChange = {
  from_city: string;
  to_city: string;
  back: { url: string; words: string };
} & PriceContextDifference;

/** Everything the page shows, made by the server for one choice of lines and one way of receiving. Money in kopecks. */
export type CartPage = {
  /** Of the two answers a browser may hold, the later one is shown. */
  made_at: number;
  /** Names the local selection (S4-08); null before the first mutation. */
  cart_id: string | null;
  /** Version of the stored cart this page shows; null: a guest's. */
  version: number | null;
  /** Idempotency key of an order placed from this page (S7-32). */
  key: string;
  lines: PageLine[];
  coupon: CartView['coupon'];
  coupon_refusal: string | null;
  /** Personal coupons of who is signed in that can still be used. */
  own_coupons: (Omit<PersonalCoupon, 'ends_at'> & { ends_at: string })[];
  goods_sum: number;
  old_total: number;
  discount: number;
  /** What the buyer's card may pay of it; null: nothing to say. */
  bonuses: CartBonuses | null;
  /** Null: the goods are priced, the delivery is not ('уточнит оператор'). 0 for pickup. */
  delivery_price: number | null;
  carrying: CarryingPart;
  total: number;
  weight_grams: number;
  is_weight_partial: boolean;
  /** What to come with («нужен фургон до 1,5 т») and what delivery instead costs; null: the goods need no vehicle. */
  vehicle: { words: string; delivery: string | null } | null;
  minimum: number;
  city: string;
  points: PointChoice[];
  point: string;
  /** Of the shop's maps; null: points lie on the shop's own scheme. */
  map_script: string | null;
  pickup_dates: DateChoice[];
  /** The point takes buyers by hours, though the chosen day may have none left. */
  has_pickup_hours: boolean;
  /** Of the chosen day. */
  pickup_slots: SlotChoice[];
  /** «16:50»: when the goods are ready, while the first hours offered begin before it; null: hours begin later. */
  pickup_ready: string | null;
  /** `slots`: of the chosen day. */
  delivery: { zones: ZoneOffer[]; quote: DeliveryQuote | null; dates: DateChoice[]; slots: SlotChoice[] };
  /** How an order may be paid, in the order of the form. */
  payment_methods: PaymentMethod[];
  /**
   * A guest's order that is not paid online has to be confirmed by the link of its email within this time; null: signed
   * in, or nothing to order.
   */
  confirmation: { minutes: number; is_large: boolean } | null;
  /** Why the order of a firm's purchaser will wait for the owner's word; null: it will not. */
  limit_words: string | null;
  price_changes: PriceChange[];
  branch_change: BranchChange | null;
  /** What stands in the checkout before anything is typed: the branch's city, and what is known of the buyer. */
  prefill: CheckoutValues;
  buyer: CheckoutBuyer | null;
  /** What came from the guest's cart of this browser, said once. */
  merged: Omit<SettledNote, 'cookies'> | null;
  /** Beside an empty cart that was opened so. */
  offered: OfferedGoods;
};

/**
 * Unloading and lifting: what the branch offers, and what is chosen of it with its price as `delivery_price` has it;
 * null: nothing.
 */
export type CarryingPart = { offers: CarryingOffer[]; chosen: { words: string; price: number | null } | null };

/** What a zone costs at least, for the list before an address is given. */
export type ZoneOffer = {
  name: string;
  places: string[];
  from_price: number | null;
  days_min: number;
  days_max: number;
};

export type CartChoice = {
  /** Products ticked for the order; empty: all orderable lines. */
  chosen: number[];
  values: CheckoutValues;
  /** Whole bonuses to be spent. */
  bonuses?: number;
  key?: string;
};

/** What of the shop a cart page is read from. */
export type CartShop = Pick<Shop, 'db' | 'requestContext' | 'partners' | 'config'>;

export type ReadCart = { page: CartPage; view: CartView; look: CartLook };

/** The cart page for this visitor as prices, stock and zones are now. */
export async function readCartPage(
  { db, requestContext, partners, config }: CartShop,
  cart: Cart,
  { chosen, values, bonuses: wanted = 0, key }: CartChoice,
  now = new Date(),
): Promise<ReadCart> {
  const branch = requestContext.department;
  const departments = await departmentDirectory(db);
  const points = pointsOf(departments, branch).filter(
    (point) => point.id_1c === branch.id_1c || point.is_pick_up_point,
  );
  const look = readLook(requestContext.cookies, branch.id_1c, now);
  const [stockByStore, zones, carryingRates, price_changes, branch_change, buyer, own_coupons, terms] =
    await Promise.all([
      pointStock(
        db,
        points.map((point) => point.store),
        cart.lines.map((line) => line.product_id),
      ),
      listDeliveryZones(db, branch.id_1c),
      listCarryingRates(db, branch.id_1c),
      changedPrices(db, requestContext.priceContext, cart, look),
      changedBranch({ db, requestContext, config }, departments, cart, look),
      checkoutBuyer(db, requestContext.account),
      requestContext.account ? ownCoupons(db, requestContext.account.user_id, now) : [],
      requestContext.account || cart.lines.length === 0 ? null : readSetting(db, 'reservation_terms'),
    ]);
  const isDelivery = values.receiving === 'delivery';
  // What the form says, else what this browser chose in the menu, else where the buyer came last.
  const asked = [values.point, requestContext.cookies[pointCookie], buyer?.values.point];
  const point = asked.flatMap((wished) => points.find(({ id_1c }) => id_1c === wished) ?? []).at(0) ?? branch;
  const shelf = isDelivery ? undefined : stockByStore.get(point.store);
  const view = await getCart(db, requestContext.priceContext, cart, { chosen, shelf, requester: requestContext, now });
  const [substitutes, bonuses, payment_methods] = await Promise.all([
    findSubstitutes(db, requestContext.priceContext, view.lines.flatMap(shortLine)),
    readCartBonuses(db, requestContext.account, view.lines, { wanted, has_coupon: view.discount > 0 }),
    offeredMethods(db, orderMethods(partners.payments), requestContext.account?.user_id ?? null),
  ]);
  const orderable = view.lines.filter((line) => line.is_chosen);
  const choices = pointChoices(points, branch, orderable, stockByStore, now);
  const quote =
    isDelivery && values.place
      ? quoteDelivery(zones, joinAddress(values), view.is_weight_partial ? null : view.weight_grams)
      : null;
  const times = quote
    ? await deliveryChoice(db, branch, quote, { chosen: values.delivery_date, now })
    : { dates: [], slots: [] };
  const delivery_price = isDelivery ? (quote?.price ?? null) : 0;
  const carrying = carryingPart(carryingRates, isDelivery ? values : {}, quote, view.weight_grams);
  const total = view.total - (bonuses?.discount ?? 0) + (delivery_price ?? 0) + (carrying.chosen?.price ?? 0);
  const pickup = await pickupChoice(db, point, branch, choices, { chosen: values.pickup_date, now });
  const page: CartPage = {
    made_at: now.getTime(),
    cart_id: cart.kept === 'cookie' && cart.is_new ? null : cartId(cart),
    version: cart.kept === 'cookie' ? null : cart.version,
    key: key ?? randomUUID(),
    lines: view.lines.map((line) => ({
      ...line,
      ...supplyOf(line, isDelivery ? branch : point, branch, stockByStore, now),
      rest: restOf(line, isDelivery ? [] : points, stockByStore, substitutes),
    })),
    coupon: view.coupon,
    coupon_refusal: view.coupon_refusal,
    own_coupons: own_coupons.map((coupon) => ({ ...coupon, ends_at: coupon.ends_at.toISOString() })),
    goods_sum: view.goods_sum,
    old_total: view.old_total,
    discount: view.discount,
    bonuses,
    delivery_price,
    carrying,
    total,
    weight_grams: view.weight_grams,
    is_weight_partial: view.is_weight_partial,
    vehicle: vehicleOf(view, zones, branch),
    minimum: branch.min_order_kopecks,
    city: branch.city,
    points: choices,
    point: point.id_1c,
    map_script: partners.maps?.script ?? null,
    ...pickup,
    delivery: { zones: zones.map(zoneOffer), quote: quote && named(quote, orderable), ...times },
    payment_methods,
    confirmation: terms && orderable.length > 0 ? confirmationOf(orderable, total, terms) : null,
    limit_words: await limitWordsOf(db, requestContext, total, now),
    price_changes: namedChanges(price_changes, view.lines),
    branch_change,
    prefill: { place: branch.city, ...buyer?.values },
    buyer,
    merged: null,
    offered: [],
  };
  return { page, view, look };
}

async function limitWordsOf(
  db: CartShop['db'],
  { account, department }: CartShop['requestContext'],
  total: number,
  now: Date,
): Promise<string | null> {
  if (account?.company?.role !== 'purchaser') return null;
  const member = { user_id: account.user_id, company_id: account.company.id };
  const passed = await limitAhead(db, member, total, { zone: department.time_zone, now });
  return passed && limitWords({ approval: passed });
}

/** Days and hours at which the buyer may come to the point; hours are those of the chosen day, else of the first. */
async function pickupChoice(
  db: CartShop['db'],
  point: Department,
  branch: Department,
  choices: PointChoice[],
  { chosen, now }: { chosen: string | undefined; now: Date },
): Promise<Pick<CartPage, 'pickup_dates' | 'has_pickup_hours' | 'pickup_slots' | 'pickup_ready'>> {
  const isWhole = choices.some(({ id_1c, is_whole_today }) => id_1c === point.id_1c && is_whole_today);
  const ready = readyAt(point, now, isWhole ? point : branch);
  const dates = pickupDates(point, ready?.date, now);
  const day = dates.find(({ date }) => date === chosen) ?? dates[0];
  const slots = day ? await offeredPickupSlots(db, point, day.date, { now }) : [];
  const from = ready && day === dates[0] ? ready.minute : 0;
  const open = slots.filter(({ to }) => to > from);
  return {
    pickup_dates: dates,
    has_pickup_hours: point.pickup_slot_minutes !== null,
    pickup_slots: open.map((slot) => slotChoice(slot, from)),
    pickup_ready: open.some((slot) => slot.from < from) ? clock(from) : null,
  };
}

/** The page, and the cart with what the page named and mended in it saved; see CartView. */
export async function showCart(
  shop: CartShop,
  cart: Cart,
  choice: CartChoice,
): Promise<{ page: CartPage; cart: Cart; look: CartLook }> {
  const { page, view, look } = await readCartPage(shop, cart, choice);
  if (!view.is_changed) return { page, cart, look };
  const mended = await changeCart(shop.db, cart, view.mend);
  return { page: { ...page, version: mended.kept === 'cookie' ? null : mended.version }, cart: mended, look };
}

/** As the order will be judged when it is placed; a pickup point's own shelf may hold less than the branch has. */
function confirmationOf(lines: CartLine[], total: number, terms: ReservationTerms): CartPage['confirmation'] {
  const wanted = lines.map(({ orderable_count, available }) => ({ count: orderable_count, available: available ?? 0 }));
  return isLargeOrder(wanted, total, terms)
    ? { minutes: terms.large_unconfirmed_minutes, is_large: true }
    : { minutes: terms.unconfirmed_hours * 60, is_large: false };
}

/** With its vehicle where the weight alone decides on it. */
function named(quote: DeliveryQuote, lines: CartLine[]): DeliveryQuote {
  return lines.some(isFromRoll) ? { ...quote, vehicle: null } : quote;
}

/** The address as one text, the way zones and the order read it. */
function carryingPart(
  rates: CarryingRate[],
  values: CheckoutValues,
  quote: DeliveryQuote | null,
  weight_grams: number,
): CarryingPart {
  const wish = carryingOf(values);
  const isOffered = wish !== null && rates.some(({ kind }) => kind === wish.kind);
  return {
    offers: carryingOffersFor(rates, quote, weight_grams, floorOf(values.floor)),
    chosen: isOffered ? { words: carryingWords(wish), price: priceCarrying(rates, wish, quote, weight_grams) } : null,
  };
}

function vehicleOf(
  { weight_grams, is_weight_partial }: CartView,
  zones: DeliveryZone[],
  { city, names_cases }: Department,
): CartPage['vehicle'] {
  const words = vehicleFor(weight_grams, homeRates(zones));
  if (words === null) return null;
  const { price } = quoteDelivery(zones, city, is_weight_partial ? null : weight_grams);
  return { words, delivery: price === null ? null : `доставка по ${names_cases.dative} — ${formatPrice(price)}` };
}

async function changedPrices(
  db: Shop['db'],
  priceContext: Shop['requestContext']['priceContext'],
  cart: Cart,
  look: CartLook,
) {
  if (!look.since || look.branch !== priceContext.department_id_1c || cart.lines.length === 0) return [];
  return priceChangesSince(db, priceContext, cart, look.since);
}

/** With the names of their lines; a firm's own price is said elsewhere. */
function namedChanges(
  changes: Awaited<ReturnType<typeof changedPrices>>,
  lines: CartLine[],
): CartPage['price_changes'] {
  return changes.flatMap((change) => {
    const line = lines.find(({ id }) => id === change.id);
    return line && !line.is_business_price ? [{ ...change, name: line.name, shown_unit: line.shown_unit }] : [];
  });
}

async function changedBranch(
  { db, requestContext, config }: Pick<Shop, 'db' | 'requestContext' | 'config'>,
  departments: Department[],
  cart: Cart,
  look: CartLook,
): Promise<BranchChange | null> {
  const { department: branch, priceContext, account, origin } = requestContext;
  if (look.branch === branch.id_1c || cart.lines.length === 0) return null;
  const former = departments.find((department) => department.id_1c === look.branch);
  if (!former) return null;
  const difference = await comparePriceContexts(db, priceContextForAccount(former, account), priceContext, cart);
  const back = {
    url: branchOrigin(former, origin, config.MAIN_DOMAIN) + cartUrl(),
    words: `Вернуть ${former.names_cases.accusative}`,
  };
  return { from_city: former.city, to_city: branch.city, back, ...difference };
}

function zoneOffer({ name, places, rates, days_min, days_max }: DeliveryZone): ZoneOffer {
  const prices = rates.map((rate) => rate.price_kopecks);
  return { name, places, from_price: prices.length > 0 ? Math.min(...prices) : null, days_min, days_max };
}

/** A line the shop has too little of, as substitutes are looked for. */
function shortLine(line: CartLine): ShortLine[] {
  if (line.problem?.kind !== 'not_enough' || line.price === null) return [];
  return [{ ...line, missing: line.count - line.orderable_count, price: line.price }];
}

function restOf(
  line: CartLine,
  points: Department[],
  stockByStore: StockByStore,
  substitutes: Map<number, Substitute>,
): LineRest | null {
  if (line.problem?.kind !== 'not_enough') return null;
  return {
    count: line.count - line.orderable_count,
    point: fullerPoint(line, points, stockByStore),
    substitute: substitutes.get(line.id) ?? null,
  };
}

import { type Offer, offersOf, retailPriceAt } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { type Coupon, describeProblem } from '#modules/pricing/coupon.ts';
import { type LineInput, type PricedCart, type PricedLine, priceLines } from '#modules/pricing/price-lines.ts';
import { type CouponRequester, proveCoupon } from '#modules/pricing/prove-coupon.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { splitByStock } from '#shared/stock-split.ts';
import { plainUnit, type ShownUnit } from '#shared/unit-words.ts';
import type { SaleUnits } from '#shared/units.ts';
import { type Cart, type CartContents, type CartCount, withCoupon } from './cart.ts';
import { fitCount } from './check-line.ts';

/**
 * What is wrong with a line, named to the visitor. Only bad_count is mended by itself: `count` of the line is already
 * the fitted one.
 */
export type CartProblem =
  | { kind: 'gone' }
  | { kind: 'no_price' }
  | { kind: 'not_enough'; available: number }
  | { kind: 'bad_count'; was: number; fitted: number };

/** S3-06 with what a page shows beside it. Money in kopecks. */
export type CartLine = SaleUnits & {
  shown_unit: ShownUnit;
  id: number;
  idcode: string;
  slug: string;
  name: string;
  article: string | null;
  image: string | null;
  /** What is wanted. */
  count: number;
  /** How many of them an order takes now; the rest waits for a decision, and its money is counted nowhere. */
  orderable_count: number;
  /** Per sales unit, what is charged before the coupon; null: on request. */
  price: number | null;
  old_price: number | null;
  /** Per sales unit with the coupon, for showing; null: the coupon does not touch the line. */
  coupon_price: number | null;
  discount: number;
  /**
   * What is counted · price − discount: `orderable_count`, or `count` where nothing can be ordered; 0 without a price.
   */
  sum: number;
  is_business_price: boolean;
  /** The branch's own price for as many, where a business one is below it; else null. */
  retail_price: number | null;
  /** Weight of one sales unit; null: unknown. */
  weight_grams: number | null;
  vat_rate: number;
  /** Left at the place the order is served from; null: the exchange never sent stock. */
  available: number | null;
  /** Days in which the shop brings it on order; null: it does not. */
  lead_days: Offer['lead_days'];
  problem: CartProblem | null;
  /** May be part of an order, with `orderable_count`. */
  is_orderable: boolean;
  /** Counted in the totals: orderable and chosen. */
  is_chosen: boolean;
};

/** The sums are those of the chosen lines. */
export type CartView = Omit<PricedCart, 'lines' | 'coupon_problem'> & {
  lines: CartLine[];
  /** The coupon that is kept in the cart; `problem` says in Russian which condition is not met yet. */
  coupon: { code: string; discount: number; problem: string | null } | null;
  /** Why the cart's code was thrown out just now (S4-12, S8-04); show it and save `cart`. */
  coupon_refusal: string | null;
  /**
   * The cart after mending: counts fitted, a refused coupon cleared. Equal to what was read when `is_changed` is false.
   */
  cart: Cart;
  is_changed: boolean;
  /** Mends the cart as it is stored now, which another device may have changed since it was read; see `changeCart`. */
  mend: (stored: Cart) => CartContents;
};

export type CartOptions = {
  /** Products chosen for the order (S3-05 orderItems); absent or none of them orderable: all orderable lines. */
  chosen?: number[];
  /**
   * What lies on the shelf of the chosen pickup point, whole sales units by product: an order for that point may take a
   * line from there as well as from the branch's store, as `placeOrder` does.
   */
  shelf?: ReadonlyMap<number, number>;
  /** Who asks, so that guessing codes through the cart counts as tries. */
  requester: CouponRequester;
  now?: Date;
};

/**
 * The cart with prices and stock of this branch as they are now; nothing is taken from it but ids, counts and the code.
 */
export async function getCart(db: Db, priceContext: PriceContext, cart: Cart, options: CartOptions): Promise<CartView> {
  const now = options.now ?? new Date();
  const [offers, proved] = await Promise.all([
    offersOf(
      db,
      priceContext,
      cart.lines.map((line) => line.product_id),
    ),
    proveCartCoupon(db, priceContext, cart, options.requester, now),
  ]);
  return viewCart(offers, cart, proved, options);
}

/** Pure half of getCart. */
function viewCart(
  offers: ReadonlyMap<number, Offer>,
  cart: Cart,
  proved: { coupon: Coupon | null; refusal: string | null },
  { chosen, shelf }: Pick<CartOptions, 'chosen' | 'shelf'>,
): CartView {
  const { looked, orderable } = lookAtLines(offers, cart.lines, shelf);
  const wanted = orderable.filter((line) => chosen?.includes(line.product_id));
  const counted = wanted.length > 0 ? wanted : orderable;
  const countedIds = new Set(counted.map((line) => line.product_id));
  const toInput = (line: LookedLine) => toLineInput(offers, line);
  const priced = priceLines(offers, counted.map(toInput), proved.coupon);
  const others = priceLines(offers, looked.filter((line) => !countedIds.has(line.product_id)).map(toInput), null);
  const lines = looked.map((line) => {
    const isCounted = countedIds.has(line.product_id);
    const money = (isCounted ? priced : others).lines.find((other) => other.product_id === line.product_id);
    return toCartLine(offers.get(line.product_id), line, money, isCounted);
  });
  const mended = {
    ...(proved.refusal === null ? cart : withCoupon(cart, null)),
    lines: looked.map(({ product_id, count }) => ({ product_id, count })),
  };
  return {
    lines,
    coupon: proved.coupon && toCouponView(proved.coupon, priced),
    coupon_refusal: proved.refusal,
    goods_sum: priced.goods_sum,
    discount: priced.discount,
    total: priced.total,
    old_total: priced.old_total,
    weight_grams: priced.weight_grams,
    is_weight_partial: priced.is_weight_partial,
    cart: mended,
    is_changed:
      (cart.kept === 'cookie' && cart.is_repaired) ||
      proved.refusal !== null ||
      looked.some((line, index) => line.count !== cart.lines[index]?.count),
    mend: (stored) => ({
      coupon: proved.refusal !== null && stored.coupon === cart.coupon ? null : stored.coupon,
      lines: stored.lines.map((line) => {
        const at = cart.lines.findIndex((read) => read.product_id === line.product_id && read.count === line.count);
        return { product_id: line.product_id, count: looked[at]?.count ?? line.count };
      }),
    }),
  };
}

async function proveCartCoupon(db: Db, priceContext: PriceContext, cart: Cart, requester: CouponRequester, now: Date) {
  if (cart.coupon === null) return { coupon: null, refusal: null };
  try {
    return { coupon: await proveCoupon(db, cart.coupon, priceContext.department_id_1c, requester, now), refusal: null };
  } catch (error) {
    if (error instanceof Refusal) return { coupon: null, refusal: error.message };
    throw error;
  }
}

/** Whole sales units one order can take of a product: an order line comes from one store. */
function availableAt(offer: Offer | undefined, shelf: CartOptions['shelf']): number | null {
  const here = offer && shelf?.get(offer.product_id);
  // Goods that were never in the branch's own store have no row there: what the point has is all there is of them.
  if (!offer || (offer.available === null && here === undefined)) return null;
  return Math.max(offer.available ?? 0, here ?? 0);
}

type LookedAt = Pick<CartLine, 'count' | 'orderable_count' | 'available' | 'problem' | 'is_orderable'>;
type LookedLine = LookedAt & { product_id: number };

function lookAtLines(
  offers: ReadonlyMap<number, Offer>,
  lines: CartCount[],
  shelf?: CartOptions['shelf'],
): { looked: LookedLine[]; orderable: LookedLine[] } {
  const looked = lines.map(({ product_id, count }) => {
    const offer = offers.get(product_id);
    return { product_id, ...lookAt(offer, count, availableAt(offer, shelf)) };
  });
  return { looked, orderable: looked.filter((line) => line.is_orderable) };
}

function toLineInput(
  offers: ReadonlyMap<number, Offer>,
  { product_id, count, orderable_count }: LookedLine,
): LineInput {
  return { product_id, product_idcode: offers.get(product_id)?.idcode ?? '', count: orderable_count || count };
}

/** What the totals of a cart are made of when nothing is chosen out of it: lines and counts that an order takes now. */
export function countedLines(offers: ReadonlyMap<number, Offer>, lines: CartCount[]): LineInput[] {
  return lookAtLines(offers, lines).orderable.map((line) => toLineInput(offers, line));
}

function lookAt(offer: Offer | undefined, count: number, available: number | null): LookedAt {
  const none = { count, orderable_count: 0, available, is_orderable: false };
  if (!offer || offer.switched_off) return { ...none, problem: { kind: 'gone' } };
  if (offer.price === null && offer.buyer_price === null) return { ...none, problem: { kind: 'no_price' } };
  const fitted = fitCount(offer, count);
  const { now, rest } = splitByStock(offer, available, fitted);
  const problem: CartProblem | null =
    rest > 0
      ? { kind: 'not_enough', available: available ?? 0 }
      : fitted === count
        ? null
        : { kind: 'bad_count', was: count, fitted };
  return { count: fitted, orderable_count: now, available, problem, is_orderable: now > 0 };
}

function toCartLine(
  offer: Offer | undefined,
  line: LookedAt & { product_id: number },
  money: PricedLine | undefined,
  is_chosen: boolean,
): CartLine {
  return {
    id: line.product_id,
    idcode: offer?.idcode ?? '',
    slug: offer?.slug ?? '',
    name: offer?.name ?? 'Товар снят с продажи',
    article: offer?.article ?? null,
    image: offer?.image ?? null,
    unit: offer?.unit ?? 'шт.',
    base_unit: offer?.base_unit ?? 'шт.',
    shown_unit: offer?.shown_unit ?? plainUnit('шт.'),
    factor: offer?.factor ?? [1, 1],
    step: offer?.step ?? 1,
    min_count: offer?.min_count ?? 1,
    max_count: offer?.max_count ?? 99_999,
    count: line.count,
    orderable_count: line.orderable_count,
    price: money?.price ?? null,
    old_price: money?.old_price ?? null,
    coupon_price: money?.coupon_price ?? null,
    discount: money?.discount ?? 0,
    sum: money?.sum ?? 0,
    is_business_price: money?.is_business_price ?? false,
    retail_price: dearerRetail(offer, line, money),
    weight_grams: offer?.weight_grams ?? null,
    vat_rate: offer?.vat_rate ?? 0,
    available: line.available,
    lead_days: offer?.lead_days ?? null,
    problem: line.problem,
    is_orderable: line.is_orderable,
    is_chosen,
  };
}

/** A quantity price of the branch can be below the firm's own. */
function dearerRetail(offer: Offer | undefined, line: LookedAt, money: PricedLine | undefined): number | null {
  const retail = offer && money ? retailPriceAt(offer, line.orderable_count || line.count) : null;
  return retail !== null && money && retail > money.price ? retail : null;
}

function toCouponView(coupon: Coupon, priced: PricedCart): CartView['coupon'] {
  const problem = priced.coupon_problem && describeProblem(priced.coupon_problem);
  return { code: coupon.code, discount: priced.discount, problem };
}

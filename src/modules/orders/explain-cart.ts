import { sql } from 'kysely';
import { readAccountCart } from '#modules/cart/account-cart.ts';
import { countedLines } from '#modules/cart/get-cart.ts';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { type CouponExplanation, explainCoupon } from '#modules/pricing/explain-coupon.ts';
import type { PricedLine } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ordersOf } from './branch-scope.ts';
import { phonePrices, readPhoneBuyer } from './phone-buyers.ts';

type Counted = { product_id: number; count: number };

/** Which goods the code is tried on, in which branch and for whom. */
export type TriedCart = {
  code: string;
  department_id_1c: string;
  user_id: string | null;
  /** A customer's cart as it lies now; an order as it is now, with its own branch and buyer; goods named one by one. */
  cart: { from: 'customer' } | { from: 'order'; number: number } | { from: 'goods'; lines: Counted[] };
};

export type ExplainedLine = {
  product_id: number;
  name: string;
  count: number;
  /** null: it is not counted, for `why`. */
  money: Pick<PricedLine, 'price' | 'discount' | 'sum' | 'is_business_price'> | null;
  /** Why the coupon does not touch the line, in words. */
  why: string | null;
};

export type CartExplanation = Omit<CouponExplanation, 'untouched' | 'priced'> & {
  department_id_1c: string;
  buyer: { user_id: string; name: string } | null;
  lines: ExplainedLine[];
  goods_sum: number;
  discount: number;
  total: number;
};

/**
 * What the shop does with a code in a cart, and why, at a moment. Sees branches, orders and buyers of `branches` (null:
 * all) alone. Throws bad_input {fields}.
 */
export async function explainCart(
  db: Db,
  branches: string[] | null,
  given: TriedCart,
  now: Date,
): Promise<CartExplanation> {
  const { code, cart } = given;
  const order = cart.from === 'order' ? await needOrderLines(db, branches, cart.number) : null;
  const { department_id_1c, user_id } = order ?? given;
  const department = (await departmentDirectory(db)).find(
    ({ id_1c, branch_id_1c }) => id_1c === department_id_1c && branch_id_1c === null,
  );
  // An order of theirs may have been placed in another branch: it is tried there.
  if (!department || (!order && branches && !branches.includes(department_id_1c)))
    throw wrong('department_id_1c', 'Такого филиала нет');
  const buyer = user_id === null ? null : await needBuyer(db, branches, user_id);
  const priceContext = phonePrices(department, buyer?.company ?? null);
  const wanted = order?.lines ?? (cart.from === 'goods' ? cart.lines : await cartOf(db, user_id));
  const offers = await offersOf(
    db,
    priceContext,
    wanted.map(({ product_id }) => product_id),
  );
  // A customer's cart counts what can be ordered now; goods that are named are counted as they are named.
  const lines = cart.from === 'customer' ? countedLines(offers, wanted) : named(offers, wanted);
  const explained = await explainCoupon(db, priceContext, { typed: code, lines, buyer: user_id }, now);
  const { priced, untouched, ...rest } = explained;
  return {
    ...rest,
    department_id_1c,
    buyer: buyer && { user_id: buyer.user_id, name: buyer.name },
    lines: wanted.map((line) => explainLine(line, offers, explained)),
    goods_sum: priced.goods_sum,
    discount: priced.discount,
    total: priced.total,
  };
}

function explainLine(
  { product_id, count }: Counted,
  offers: ReadonlyMap<number, Offer>,
  { priced, untouched }: CouponExplanation,
): ExplainedLine {
  const offer = offers.get(product_id);
  const money = priced.lines.find((line) => line.product_id === product_id) ?? null;
  const name = offer?.name ?? 'Товар снят с продажи';
  if (!money) return { product_id, name, count, money, why: whyNotCounted(offer) };
  const why = untouched.get(product_id);
  return { product_id, name, count: money.count, money, why: why ? untouchedWords[why] : null };
}

const untouchedWords = { business: 'Цена для бизнеса', category: 'Другой раздел' } as const;

function whyNotCounted(offer: Offer | undefined): string {
  if (!offer || offer.switched_off) return 'Снят с продажи';
  return (offer.buyer_price ?? offer.price) === null ? 'Нет цены в этом филиале' : 'Нет в наличии';
}

function named(offers: ReadonlyMap<number, Offer>, lines: Counted[]) {
  return lines.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id);
    return offer && !offer.switched_off ? [{ product_id, product_idcode: offer.idcode, count }] : [];
  });
}

async function cartOf(db: Db, user_id: string | null): Promise<Counted[]> {
  if (user_id === null) throw wrong('user_id', 'Выберите покупателя: корзину гостя магазин не хранит');
  const { lines } = await readAccountCart(db, user_id);
  if (lines.length === 0) throw wrong('user_id', 'Корзина этого покупателя пуста');
  return lines;
}

async function needBuyer(db: Db, branches: string[] | null, user_id: string) {
  const buyer = await readPhoneBuyer(db, branches, user_id);
  if (!buyer) throw wrong('user_id', 'Такого покупателя нет');
  return buyer;
}

async function needOrderLines(db: Db, branches: string[] | null, number: number) {
  const { rows } = await sql<{ department_id_1c: string; user_id: string | null; lines: Counted[] }>`
    select o.department_id_1c, o.user_id, coalesce((
      select json_agg(json_build_object('product_id', l.product_id, 'count', l.count) order by l.position)
      from order_lines l where l.order_id = o.id), '[]'::json) as lines
    from orders o where o.number = ${number} and ${ordersOf(branches)}`.execute(db);
  const [order] = rows;
  if (!order) throw wrong('cart.number', 'Такого заказа нет');
  return order;
}

function wrong(field: string, words: string): Refusal {
  return new Refusal('bad_input', { fields: { [field]: words } });
}

import { type Cart, countInCart } from '#modules/cart/cart.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import { type AddedLine, planAddition, whyNothingAdded } from '#modules/orders/add-goods.ts';
import { priceContextOfOrder } from '#modules/orders/plan-change.ts';
import { changeWords } from '#modules/orders/propose-change.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { suggest } from '#modules/search/suggest.ts';
import { Refusal } from '#platform/refusal.ts';
import { cartLimits } from '#shared/constants.ts';
import { pricePer, readAmount, shownAmount } from '#shared/unit-words.ts';
import { type LineToday, linesToday } from '#web/parts/goods/lines-today.server.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** A product that may be added; `count`: sales units asked for, `note`: what the order or the cart has of it. */
export type AdditionRow = { line: LineToday; count: number; note: string | null };

/** Goods to add to an order, and what it becomes with those that are asked for. */
export type AdditionPage = {
  /** Why nothing may be added; null: it may. */
  why_not: string | null;
  /** What was searched for. */
  q: string;
  groups: { title: string; rows: AdditionRow[] }[];
  is_nothing_found: boolean;
  plan: AdditionPlan | null;
  /** Why what is asked for cannot be added. */
  error: string | null;
};

/** Kopecks. */
export type AdditionPlan = {
  added: AddedLine[];
  lines: { product_id: number; name: string; words: string; sum: number }[];
  services: number | null;
  total_before: number;
  total_after: number;
};

/** `add_ID` of the address: how much more, as people type it. */
const field = /^add_([0-9]{1,9})$/;

/** The part of an order's page of changes that adds goods; null: the order is over, nothing is said of it. */
export async function readAddition(shop: Shop, order: OrderView, query: URLSearchParams): Promise<AdditionPage> {
  const why_not = whyNothingAdded(order);
  const empty = { q: '', groups: [], is_nothing_found: false, plan: null, error: null };
  if (why_not) return { why_not, ...empty };
  const { db, requestContext } = shop;
  const context = await priceContextOfOrder(db, order);
  const typed = typedCounts(query);
  const q = (query.get('q') ?? '').trim().slice(0, 100);
  const cart = await openCart(db, requestContext);
  const found = q === '' ? [] : (await suggest(db, context, q)).products.map(({ id }) => id);
  const groups = groupsOf(order, cart, [...typed.keys()], found);
  const ids = [...new Set(groups.flatMap((group) => group.ids))];
  const units = new Map((await linesToday(db, context, ids.map(anyOf))).map((line) => [line.product_id, line]));
  const added = ids.flatMap((product_id): AddedLine[] => {
    const unit = units.get(product_id)?.shown_unit;
    const count = unit ? (readAmount(typed.get(product_id) ?? '', unit)?.count ?? 0) : 0;
    return count > 0 ? [{ product_id, count }] : [];
  });
  const wanted = ids.map((id) => {
    const count = added.find(({ product_id }) => product_id === id)?.count;
    return count === undefined ? anyOf(id, units.get(id)?.min_count) : { product_id: id, count };
  });
  const lines = new Map((await linesToday(db, context, wanted)).map((line) => [line.product_id, line]));
  const rowOf = (id: number): AdditionRow[] => {
    const line = lines.get(id);
    if (!line) return [];
    const count = added.find(({ product_id }) => product_id === id)?.count ?? 0;
    const price = line.sum === null ? null : pricePer(Math.round(line.sum / line.count), line.shown_unit);
    const words = price === null ? line.words : `${price} · ${line.words}`;
    const isAdded = count > 0;
    return [{ line: { ...line, words, sum: isAdded ? line.sum : null }, count, note: noteOf(order, cart, line) }];
  };
  return {
    why_not,
    q,
    groups: groups.map(({ title, ids }) => ({ title, rows: ids.flatMap(rowOf) })).filter(({ rows }) => rows.length > 0),
    is_nothing_found: q !== '' && found.length === 0,
    ...(await planOf(shop, order, added)),
  };
}

/** What the query says of each product, as it was typed; no more of them than an order holds. */
function typedCounts(query: URLSearchParams): Map<number, string> {
  const typed = [...query].flatMap(([name, text]): [number, string][] => {
    const id = field.exec(name)?.[1];
    return id ? [[Number(id), text.trim().slice(0, 12)]] : [];
  });
  return new Map(typed.slice(0, cartLimits.lines * 2));
}

/** The order's own goods, the cart's, and others that were found or are asked for. */
function groupsOf(order: OrderView, cart: Cart, asked: number[], found: number[]) {
  const own = order.lines.map(({ product_id }) => product_id);
  const carried = cart.lines.map(({ product_id }) => product_id).filter((id) => !own.includes(id));
  const others = [...new Set([...found, ...asked])].filter((id) => !own.includes(id) && !carried.includes(id));
  return [
    { title: 'Найденное', ids: others.slice(0, cartLimits.lines) },
    { title: 'В вашей корзине', ids: carried },
    { title: 'Уже в заказе: можно добавить ещё', ids: own },
  ];
}

function anyOf(product_id: number, count = 1): AddedLine {
  return { product_id, count };
}

function noteOf(order: OrderView, cart: Cart, { product_id, shown_unit }: LineToday): string | null {
  const had = order.lines.find((line) => line.product_id === product_id)?.count ?? 0;
  const carried = countInCart(cart, product_id);
  const words = [
    had > 0 && `в заказе ${shownAmount(had, shown_unit)}`,
    carried > 0 && `в корзине ${shownAmount(carried, shown_unit)}`,
  ];
  return words.filter(Boolean).join(', ') || null;
}

async function planOf(
  { db }: Shop,
  order: OrderView,
  added: AddedLine[],
): Promise<Pick<AdditionPage, 'plan' | 'error'>> {
  if (added.length === 0) return { plan: null, error: null };
  try {
    const { lines, total_before, total_after, delivery_price, carrying_price } = await planAddition(db, order, added);
    const isSame = delivery_price === order.delivery_price && carrying_price === order.carrying_price;
    const plan = {
      added,
      lines: lines
        .filter(({ what }) => what !== 'kept')
        .map((line) => ({
          product_id: line.product_id,
          name: line.name,
          words: changeWords(line),
          sum: line.sum_after,
        })),
      services: isSame ? null : (delivery_price ?? 0) + (carrying_price ?? 0),
      total_before,
      total_after,
    };
    return { plan, error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { plan: null, error: error.message };
  }
}

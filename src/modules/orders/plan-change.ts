import { offersOf } from '#modules/catalogue/offers.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { type Department, type PriceContext, priceContextOf } from '#modules/departments/queries.ts';
import { readTakenCoupon } from '#modules/pricing/coupon.ts';
import { type OfferPrice, priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { ProposalLine } from './proposals.ts';
import type { OrderView } from './queries.ts';
import { type StaffOrderLine, staffOrderLines } from './staff-order.ts';

/**
 * A line as it is wanted. `instead_of`: product that it stands for; `keepsPrice`: a dearer one costs what that product
 * cost in the order; `price`: kopecks for one sales unit that are agreed on, whatever the order or the branch says.
 */
export type WantedLine = {
  product_id: number;
  count: number;
  instead_of: number | null;
  keepsPrice: boolean;
  price?: number;
};

/** What the order becomes: every line, the gone ones too. Money in kopecks. */
export type ChangePlan = {
  lines: ProposalLine[];
  total_before: number;
  total_after: number;
};

/**
 * Computes what an order would be with these lines: goods it has keep their price, added ones cost what the branch asks
 * its buyer now, the coupon is spread again by its own rule; services stay. Nothing is changed. Throws bad_input,
 * bad_count, not_orderable.
 */
export async function planChange(db: Db, order: OrderView, wanted: readonly WantedLine[]): Promise<ChangePlan> {
  const had = await staffOrderLines(db, order.id);
  if (wanted.length === 0) throw new Refusal('bad_input', {}, 'В заказе не осталось товаров: отмените его');
  if (new Set(wanted.map(({ product_id }) => product_id)).size !== wanted.length)
    throw new Refusal('bad_input', {}, 'Один товар стоит в заказе двумя строками');
  const ids = [...had, ...wanted].map(({ product_id }) => product_id);
  const context = await priceContextOfOrder(db, order);
  const offers = await offersOf(db, context, ids);
  const prices = new Map<number, OfferPrice>();
  const now = new Map<number, number>();
  for (const { product_id, count, instead_of, keepsPrice, price: agreed } of wanted) {
    const offer = offers.get(product_id);
    const line = had.find((other) => other.product_id === product_id);
    if (!offer || (!line && offer.switched_off)) throw new Refusal('not_orderable', { product_id });
    const asked = priceNow(offer, count);
    const price = agreed ?? line?.price ?? priceOfAdded(asked, had, { instead_of, keepsPrice });
    if (price === null)
      throw new Refusal('not_orderable', { product_id }, `«${offer.name}» сейчас нельзя заказать: у него нет цены`);
    if (asked !== null) now.set(product_id, asked);
    const ordered = order.lines.find((other) => other.product_id === product_id);
    const isBusiness = ordered ? ordered.is_business_price : offer.buyer_price !== null;
    prices.set(product_id, { ...offer, price, old_price: null, buyer_price: isBusiness ? price : null, tiers: [] });
  }
  const coupon = order.coupon === null ? null : await readTakenCoupon(db, order.coupon, order.branch.id_1c);
  const named = wanted.map((line) => ({ ...line, product_idcode: offers.get(line.product_id)?.idcode ?? '' }));
  const priced = priceLines(prices, named, coupon);
  // Kopecks by which a sum of 1C does not divide stay with a line that nobody changes.
  const sumOf = ({ product_id, count, price, sum }: (typeof priced.lines)[number]) => {
    const before = had.find((line) => line.product_id === product_id);
    return coupon === null && before?.count === count && before.price === price ? before.sum : sum;
  };
  const shown = (product_id: number) => {
    const offer = offers.get(product_id);
    const { short, parts } = ensure(offer).shown_unit;
    return { name: ensure(offer).name, image: offer?.image ?? null, unit: { short, parts } };
  };
  const after = priced.lines.map((line): ProposalLine => {
    const before = had.find(({ product_id }) => product_id === line.product_id);
    const sum = sumOf(line);
    const isSame = before?.count === line.count && before.sum === sum;
    return {
      ...shown(line.product_id),
      what: before ? (isSame ? 'kept' : 'changed') : 'added',
      product_id: line.product_id,
      ...(before && { name: before.name }),
      count_before: before?.count ?? 0,
      count_after: line.count,
      price: line.price,
      price_now: now.get(line.product_id) ?? null,
      sum_before: before?.sum ?? 0,
      sum_after: sum,
      instead_of: wanted.find(({ product_id }) => product_id === line.product_id)?.instead_of ?? null,
      available: freeFor(before, offers.get(line.product_id)?.available ?? null),
    };
  });
  const gone = had
    .filter(({ product_id }) => wanted.every((line) => line.product_id !== product_id))
    .map((line): ProposalLine => {
      const { product_id, image, name, shown_unit, count, price, sum } = line;
      return {
        what: 'removed',
        product_id,
        image,
        name,
        unit: { short: shown_unit.short, parts: shown_unit.parts },
        count_before: count,
        count_after: 0,
        price,
        price_now: null,
        sum_before: sum,
        sum_after: 0,
        instead_of: null,
        available: freeFor(line, null),
      };
    });
  const lines = [...after, ...gone];
  const services = (order.delivery_price ?? 0) + (order.carrying_price ?? 0);
  return {
    lines,
    total_before: order.total,
    total_after: after.reduce((sum, { sum_after }) => sum + sum_after, services),
  };
}

/** What its branch asks its buyer in the column it was placed in, at the store that serves it. */
export async function priceContextOfOrder(db: Db, order: OrderView): Promise<PriceContext> {
  const departments = await departmentDirectory(db);
  const branch = ensure(departments.find(({ id_1c }) => id_1c === order.branch.id_1c));
  const point: Department | undefined = departments.find(({ id_1c }) => id_1c === order.receiving.department?.id_1c);
  return {
    ...priceContextOf(branch),
    buyer_price_column: order.buyer_price_column,
    store: point?.store ?? branch.store,
  };
}

function priceNow({ price, buyer_price, tiers }: OfferPrice, count: number): number | null {
  const tier = tiers.findLast(({ from_count }) => from_count <= count);
  return tier?.price ?? buyer_price ?? price;
}

/** A dearer replacement keeps the price of what it stands for, unless the buyer is asked for the other one. */
function priceOfAdded(
  asked: number | null,
  had: readonly StaffOrderLine[],
  { instead_of, keepsPrice }: Pick<WantedLine, 'instead_of' | 'keepsPrice'>,
): number | null {
  const replaced = had.find(({ product_id }) => product_id === instead_of);
  if (!replaced || asked === null || !keepsPrice) return asked;
  return Math.min(asked, replaced.price);
}

/** What the store has for this order. */
function freeFor(line: StaffOrderLine | undefined, available: number | null): number {
  return line ? line.covered + line.available : (available ?? 0);
}

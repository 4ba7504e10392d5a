import { offersOf } from '#modules/catalogue/offers.ts';
import { readyAt } from '#modules/catalogue/points.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import type { Department, PriceContext } from '#modules/departments/queries.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { listDeliveryZones, quoteDelivery } from './delivery.ts';
import { deliverySlots, isFree, openDeliveryDays } from './delivery-slots.ts';
import { offeredPickupSlots } from './pickup-slots.ts';
import { pickupDays, readyFrom, type Slot } from './receiving-times.ts';

export type PhoneWish = {
  lines: readonly { product_id: number; count: number }[];
  receiving: { type: 'pickup' | 'delivery'; department_id_1c?: string; address?: string; date?: string };
};

/** What the operator reads out before the order is placed. Money in kopecks, counts in sales units. */
export type PhoneQuote = {
  lines: {
    product_id: number;
    name: string;
    article: string | null;
    image: string | null;
    unit: { short: string; parts: number };
    count: number;
    price: number | null;
    old_price: number | null;
    sum: number;
    available: number;
    /** Why it cannot be ordered so; null: it can. */
    problem: string | null;
  }[];
  goods_sum: number;
  weight_grams: number;
  /** null: an operator names it. */
  delivery_price: number | null;
  total: number;
  points: { id_1c: string; words: string }[];
  days: string[];
  slots: (Slot & { is_free: boolean })[];
};

const daysShown = 14;

/** What these goods cost and when they may be received. Reserves nothing. */
export async function quoteByPhone(
  db: Db,
  department: Department,
  context: PriceContext,
  { lines, receiving }: PhoneWish,
  now: Date,
): Promise<PhoneQuote> {
  const points = pointsOf(await departmentDirectory(db), department).filter(
    (point) => point.id_1c === department.id_1c || point.is_pick_up_point,
  );
  const point = points.find(({ id_1c }) => id_1c === receiving.department_id_1c) ?? points[0] ?? department;
  const store = receiving.type === 'pickup' ? point.store : department.store;
  const ids = lines.map(({ product_id }) => product_id);
  const [offers, atBranch] = await Promise.all([
    offersOf(db, { ...context, store }, ids),
    offersOf(db, { ...context, store: department.store }, ids),
  ]);
  const named = lines.map((line) => ({ ...line, product_idcode: offers.get(line.product_id)?.idcode ?? '' }));
  const priced = priceLines(offers, named, null);
  const shown = lines.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id);
    if (!offer) return [];
    const line = priced.lines.find((other) => other.product_id === product_id);
    // A line is served by one store: the point's own, else the branch's.
    const available = Math.max(offer.available ?? 0, atBranch.get(product_id)?.available ?? 0);
    const { short, parts } = offer.shown_unit;
    return [
      {
        product_id,
        count,
        name: offer.name,
        article: offer.article,
        image: offer.image,
        unit: { short, parts },
        price: line?.price ?? null,
        old_price: line?.old_price ?? null,
        sum: line?.sum ?? 0,
        available,
        problem: problemOf({ isOff: offer.switched_off || !line, count, available }),
      },
    ];
  });
  const isAtPoint =
    point.id_1c === department.id_1c ||
    lines.every(({ product_id, count }) => (offers.get(product_id)?.available ?? 0) >= count);
  const place =
    receiving.type === 'pickup'
      ? await pickupOf(db, point, isAtPoint ? point : department, receiving.date, now)
      : await deliveryOf(db, department, receiving, priced.is_weight_partial ? null : priced.weight_grams, now);
  return {
    lines: shown,
    goods_sum: priced.total,
    weight_grams: priced.weight_grams,
    points: points.map(({ id_1c, city, address }) => ({ id_1c, words: `${city}, ${address}` })),
    ...place,
    total: priced.total + (place.delivery_price ?? 0),
  };
}

function problemOf({ isOff, count, available }: { isOff: boolean; count: number; available: number }): string | null {
  if (isOff) return 'Сейчас нельзя заказать';
  return available < count ? 'Столько нет в наличии' : null;
}

/** `source`: who gathers the goods for the point. */
async function pickupOf(db: Db, point: Department, source: Department, date: string | undefined, now: Date) {
  const ready = readyAt(point, now, source);
  const open = date ? await offeredPickupSlots(db, point, date, { now }) : [];
  const slots = open.filter(({ to }) => date && to > readyFrom(ready, date));
  return {
    delivery_price: 0,
    days: pickupDays(point, now, { first: ready?.date ?? null, until: null }, daysShown),
    slots: slots.map(shownSlot),
  };
}

async function deliveryOf(
  db: Db,
  department: Department,
  { address = '', date }: PhoneWish['receiving'],
  weight_grams: number | null,
  now: Date,
) {
  const quote = quoteDelivery(await listDeliveryZones(db, department.id_1c), address, weight_grams);
  const days = await openDeliveryDays(db, quote, department, { now, count: daysShown });
  const slots =
    date && quote.zone_id !== null
      ? ((await deliverySlots(db, quote.zone_id, [date], { branch: department, now })).get(date) ?? [])
      : [];
  return { delivery_price: quote.price, days: days.map((day) => day.date), slots: slots.map(shownSlot) };
}

function shownSlot(slot: Parameters<typeof isFree>[0]) {
  return { from: slot.from, to: slot.to, is_free: isFree(slot) };
}

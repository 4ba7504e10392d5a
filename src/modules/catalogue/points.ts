import { sql } from 'kysely';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import type { Department, PriceContext } from '#modules/departments/queries.ts';
import { memoize } from '#platform/cache.ts';
import type { Db } from '#platform/database.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { formatDateTime } from '#shared/dates.ts';
import { perObject } from '#shared/per-object.ts';
import { type ShownUnit, shownAmount } from '#shared/unit-words.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { clock, openState } from '#shared/work-time.ts';
import { addDays, localTime, nearDay, weekdayOf } from '#shared/zoned-time.ts';
import { stockOf } from './offers.ts';

/** A point of the branch where the product can be taken, its showroom first. */
export type PointAvailability = {
  department_id_1c: string;
  name: string;
  address: string;
  latitude: string | null;
  longitude: string | null;
  yandex_map_link: string | null;
  /** Whole sales units on this point's own shelf; null = its stock was never sent. */
  available: number | null;
  /** On its own shelf, not to be brought: enough for the least amount that is sold. */
  is_here: boolean;
  /** «8 мешков», «более 10 мешков» (`QuantityWords`), «привезём сюда», «нет». */
  quantity_text: string;
  shelf: string | null;
  /** «09:00–20:00» by the point's own clock; null = closed today. */
  hours_today: string | null;
  is_open_now: boolean;
  /** «Открыто до 20:00», «Откроется завтра в 09:00». */
  open_words: string;
  /** When it can be taken: «Сегодня с 15:40», «Завтра с 09:00»; null = not at all. */
  ready_text: string | null;
  /** «20:00»: until when the point is open on that day. */
  ready_until: string | null;
  is_today: boolean;
};

/** From an order to goods on the counter in working time; the hour is then rounded up to ten minutes. */
const assemblyMinutes = 60;

/** Above this the exact number says nothing to a buyer. */
const exactUpTo = 10;

/** What of one product is left in a store, whole sales units, and on which shelf. */
export type StoreLeft = { store: string; available: number; shelf: string | null };

/** The same as the exchange sent it. */
export type StoreStock = StoreLeft & { updated_at: string };

/** A JSON array of StoreStock for a query over `products p`: of these stores, named outright like all partitions. */
export function storeStockSql(stores: string[]): string {
  if (stores.length === 0) return 'null::json';
  const rows = stores.map(
    (store) => `select store, greatest(on_hand - reserved, 0) as available, shelf, updated_at
        from ${stockOf(store)} where product_id = p.id`,
  );
  return `(select json_agg(here) from (${rows.join(' union all ')}) here)`;
}

/**
 * Where a product can be taken in a branch and when, by each point's own clock: from its own shelf, else brought from
 * the branch's store (`readyAt`). `points`: `branchPoints`. `amountOf`: how a point's own amount is said;
 * `shownAmount` says all of it, for a firm that plans by it.
 */
export function pointsWith(
  points: Department[],
  stock: StoreLeft[],
  product: { shown_unit: ShownUnit; min_count: number },
  now: Date,
  amountOf: QuantityWords = quantityText,
): PointAvailability[] {
  const byStore = new Map(stock.map((row) => [row.store, row]));
  const isInBranch = (byStore.get(points[0]?.store ?? '')?.available ?? 0) >= product.min_count;
  return points.map((point) => {
    const own = byStore.get(point.store);
    const isHere = (own?.available ?? 0) >= product.min_count;
    const { date, minute } = localTime(now, point.time_zone);
    const hours = hoursOn(point, date);
    const source = isHere ? point : isInBranch ? points[0] : undefined;
    const ready = source ? readyAt(point, now, source) : null;
    return {
      department_id_1c: point.id_1c,
      name: point.name_for_site,
      address: point.address,
      latitude: point.latitude,
      longitude: point.longitude,
      yandex_map_link: point.yandex_map_link,
      available: own?.available ?? null,
      is_here: isHere,
      quantity_text: own && isHere ? amountOf(own.available, product.shown_unit) : isInBranch ? 'привезём сюда' : 'нет',
      shelf: isHere ? (own?.shelf ?? null) : null,
      hours_today: hours ? `${clock(hours.opens)}–${clock(hours.closes)}` : null,
      is_open_now: hours !== null && minute >= hours.opens && minute < hours.closes,
      open_words: openState(point.hours, point.hour_exceptions, point.time_zone, now).words,
      ready_text: ready?.text ?? null,
      ready_until: ready?.until ?? null,
      is_today: ready?.is_today ?? false,
    };
  });
}

/**
 * «26.11.2026 12:05» by the branch's clock: when the last exchange sent its stock; a page may be read another day.
 * Null: never. `branch`: the first of `branchPoints`.
 */
export function stockTime(branch: Department | undefined, stock: StoreStock[]): string | null {
  const own = branch && stock.find(({ store }) => store === branch.store);
  return own ? formatDateTime(new Date(own.updated_at), branch.time_zone) : null;
}

/** The branch and its points, the branch first; none for a branch nobody knows. */
export async function branchPoints(db: Db, priceContext: PriceContext): Promise<Department[]> {
  const departments = await departmentDirectory(db);
  const branch = departments.find((department) => department.id_1c === priceContext.department_id_1c);
  return branch ? pointsOf(departments, branch) : [];
}

/** What a point of the branch has on its own shelf, whole sales units. */
export type AtPoint = { department_id_1c: string; name: string; available: number };

/**
 * Which of a branch's points have these goods, by products.id, apart from the one whose store they are sold from;
 * points that have none are left out.
 */
export async function otherPointsWith(
  db: Db,
  priceContext: PriceContext,
  product_ids: number[],
): Promise<Map<number, AtPoint[]>> {
  const points = (await branchPoints(db, priceContext)).filter(({ store }) => store !== priceContext.store);
  if (points.length === 0 || product_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('stock')
    .select(['store', 'product_id'])
    .select(sql<number>`on_hand - reserved`.as('available'))
    .where(
      'store',
      'in',
      points.map(({ store }) => store),
    )
    .where('product_id', 'in', product_ids)
    .where(sql<boolean>`on_hand > reserved`)
    .execute();
  const byProduct = new Map<number, AtPoint[]>();
  for (const { id_1c, name_for_site, store } of points)
    for (const row of rows.filter((row) => row.store === store)) {
      const at = { department_id_1c: id_1c, name: name_for_site, available: row.available };
      byProduct.set(row.product_id, [...(byProduct.get(row.product_id) ?? []), at]);
    }
  return byProduct;
}

/**
 * Where a branch hands goods over: stores of all its points, of those that do so today with what is on their shelf, and
 * by tomorrow: at how many points what the branch has can be taken, and stores of the others, which then have only what
 * is on their shelf.
 */
export type HandingOver = {
  stores: string[];
  storesToday: string[];
  pointsTomorrow: number;
  storesTomorrow: string[];
};

/** For lists that do not tell where a product is handed over. */
export const handedOverNowhere: HandingOver = {
  stores: [],
  storesToday: [],
  pointsTomorrow: 0,
  storesTomorrow: [],
};

const handingOverAt = perObject((points: Department[]) =>
  memoize({ name: 'handing_over', max: 1 }, (minute: number): HandingOver => {
    const now = new Date(minute * 60_000);
    const storesOf = (some: Department[]) => some.map(({ store }) => store);
    const isByTomorrow = (point: Department, source: Department) => {
      const ready = readyAt(point, now, source);
      return ready !== null && ready.date <= addDays(localTime(now, point.time_zone).date, 1);
    };
    const brought = new Set(points.filter((point) => isByTomorrow(point, points[0] ?? point)));
    const others = points.filter((point) => !brought.has(point) && isByTomorrow(point, point));
    return {
      stores: storesOf(points),
      storesToday: storesOf(points.filter((point) => readyAt(point, now, point)?.is_today === true)),
      pointsTomorrow: brought.size,
      storesTomorrow: storesOf(others),
    };
  }),
);

/** By the points' clocks, which show minutes. `points`: `branchPoints`. */
export function handingOver(points: Department[], now: Date): HandingOver {
  return handingOverAt(points)(Math.floor(now.getTime() / 60_000));
}

export type QuantityWords = (available: number, unit: ShownUnit) => string;

/** For programs: «8 мешков» up to ten, then «более 10»; «4,7 м», «более 10 м». */
export function quantityText(available: number, unit: ShownUnit): string {
  const isManyWhole = unit.parts === 1 && available > exactUpTo;
  return isManyWhole ? `более ${exactUpTo}` : quantityWords(available, unit);
}

/** For pages: «8 мешков» up to ten, then «более 10 мешков»; «4,7 м», «более 10 м». */
export function quantityWords(available: number, unit: ShownUnit): string {
  const most = exactUpTo * unit.parts;
  return available <= most ? shownAmount(available, unit) : `более ${shownAmount(most, unit, 'genitive')}`;
}

type Place = Pick<Department, 'time_zone' | 'hours' | 'hour_exceptions'>;
type Ready = { date: string; minute: number; closes: number };

/**
 * When goods are ready at a point (decision 577). `source` gathers them: the point itself, from its shelf, or the
 * branch that brings them to it. `day`: «завтра», «2 января»; `minute`: of `date`.
 */
export function readyAt(
  point: Place,
  now: Date,
  source: Place,
): { day: string; text: string; until: string; is_today: boolean; date: string; minute: number } | null {
  const ready = source === point ? gatheredAt(point, now) : broughtAt(point, now, source);
  if (!ready) return null;
  const { date, minute, closes } = ready;
  const today = localTime(now, point.time_zone).date;
  const day = nearDay(date, today, (other) => dayWords(other, other.slice(0, 4)));
  const text = `${upperFirst(day)} с ${clock(minute)}`;
  return { day, text, until: clock(closes), is_today: date === today, date, minute };
}

/** So many days ahead a place is looked for that is open: longer than any holidays. */
const daysAhead = 14;

/** Within an hour of the working time of the place; an order of after closing is gathered from opening on. */
function gatheredAt(place: Place, now: Date): Ready | null {
  const { date: today, minute } = localTime(now, place.time_zone);
  for (let days = 0; days <= daysAhead; days++) {
    const date = addDays(today, days);
    const hours = hoursOn(place, date);
    if (!hours) continue;
    const begun = days === 0 ? Math.max(hours.opens, minute) : hours.opens;
    const ready = Math.ceil((begun + assemblyMinutes) / 10) * 10;
    if (ready <= hours.closes) return { date, minute: ready, closes: hours.closes };
  }
  return null;
}

/** Of a branch of which no hours are known its calendar alone says when it is closed, as for delivery (576). */
const anyHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens_minute: 0, closes_minute: 1440 }));

/** They leave on the day on which the branch has gathered them, and are there when the point opens next. */
function broughtAt(point: Place, now: Date, branch: Place): Ready | null {
  const left = gatheredAt(branch.hours.length > 0 ? branch : { ...branch, hours: anyHours }, now)?.date;
  for (let days = 1; left !== undefined && days <= daysAhead; days++) {
    const date = addDays(left, days);
    const hours = hoursOn(point, date);
    if (hours) return { date, minute: hours.opens, closes: hours.closes };
  }
  return null;
}

function hoursOn(
  point: Pick<Department, 'hours' | 'hour_exceptions'>,
  date: string,
): { opens: number; closes: number } | null {
  const exception = point.hour_exceptions.find((other) => other.date === date);
  const row = exception ?? point.hours.find(({ weekday }) => weekday === weekdayOf(date));
  if (!row || row.opens_minute === null || row.closes_minute === null) return null;
  return { opens: row.opens_minute, closes: row.closes_minute };
}

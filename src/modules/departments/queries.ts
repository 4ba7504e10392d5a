import type { Db } from '#platform/database.ts';

export type NamesCases = Record<
  'nominative' | 'genitive' | 'dative' | 'accusative' | 'instrumental' | 'prepositional',
  string
>;

/** A branch or one of its pickup points, fields by the names of S3-01. */
export type Department = {
  id_1c: string;
  parent: string;
  branch_id_1c: string | null;
  domain: string;
  is_main: boolean;
  name_for_site: string;
  city: string;
  region: string;
  names_cases: NamesCases;
  is_pick_up_point: boolean;
  base_price: string;
  b2b_price: string | null;
  store: string;
  address: string;
  postal_code: string | null;
  latitude: string | null;
  longitude: string | null;
  yandex_map_link: string | null;
  work_time: string;
  phones: Record<string, string>;
  email: string | null;
  time_zone: string;
  storage_days: number;
  /** Its hours are offered to buyers cut into slots of so many minutes; null: no hours are offered. */
  pickup_slot_minutes: number | null;
  /** Orders that such a slot takes on one day; null: as many as come. */
  pickup_slot_places: number | null;
  min_order_kopecks: number;
  verification_code: string | null;
  hours: { weekday: number; opens_minute: number; closes_minute: number }[];
  hour_exceptions: { date: string; opens_minute: number | null; closes_minute: number | null; note: string | null }[];
};

/** Which branch's prices and stock a read answers for; made from the host and the account, never from the query. */
export type PriceContext = {
  department_id_1c: string;
  price_column: string;
  /** The business account's own column, else null. */
  buyer_price_column: string | null;
  store: string;
  /** Of a look at the shop at another moment; what is read with it stays in no cache. Otherwise absent. */
  planned?: PlannedPrices;
  /** The moment of that look. */
  shown_at?: Date;
};

/**
 * The moment that goods are read as of: «Новинка», hours, a struck price, a promised day. That of a look at the shop,
 * else now.
 */
export function momentOf({ shown_at }: Pick<PriceContext, 'shown_at'>, now = new Date()): Date {
  return shown_at ?? now;
}

/** Prices that differ from those of today at the moment looked at, or may: column → products.id → kopecks. */
export type PlannedPrices = ReadonlyMap<string, ReadonlyMap<number, PlannedPrice>>;
/** `price` null: it had none then. `old_price`: as the 30-day rule allows it at that moment. */
export type PlannedPrice = { price: number | null; old_price: number | null };

/** Branches that are being prepared: no visitor sees them. */
export const draftParent = 'draft';

/** S7-01: the parent whose children are the shop's own departments. */
export const publicParent = '00046';

/** Every department, branches before their points, hours beside. A few dozen rows; callers keep them in memory. */
export async function listDepartments(db: Db): Promise<Department[]> {
  const [rows, hours, exceptions] = await Promise.all([
    db.selectFrom('departments').selectAll().orderBy('position').orderBy('id_1c').execute(),
    db.selectFrom('department_hours').selectAll().orderBy('weekday').execute(),
    db.selectFrom('department_hour_exceptions').selectAll().orderBy('date').execute(),
  ]);
  return rows.map(({ position: _, ...row }) => ({
    ...row,
    names_cases: row.names_cases as NamesCases,
    phones: row.phones as Record<string, string>,
    hours: hours
      .filter((hour) => hour.department_id_1c === row.id_1c)
      .map(({ department_id_1c: _id, ...hour }) => hour),
    hour_exceptions: exceptions
      .filter((exception) => exception.department_id_1c === row.id_1c)
      .map(({ department_id_1c: _id, ...exception }) => exception),
  }));
}

/** The retail price context of a branch or point. */
export function priceContextOf(department: Department): PriceContext {
  return {
    department_id_1c: department.id_1c,
    price_column: department.base_price,
    buyer_price_column: null,
    store: department.store,
  };
}

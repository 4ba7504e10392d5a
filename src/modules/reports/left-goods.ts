import { sql } from 'kysely';
import type { Department } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { waitingCounts } from '#platform/waiting-counts.ts';
import { localTime } from '#shared/zoned-time.ts';

/** Goods of which an order took less than was wanted, and how many more were wanted: sales units. */
type LeftGoods = { day: string; department_id_1c: string; product_id: number; units: number };

const writeAfterMs = 5_000;
/** Different goods and counts that wait at once. */
const mostWaiting = 2_000;
/** A program may say anything: of a wish so many times what was ordered the rest is not believed. */
const mostTimes = 10;

const waiting = waitingCounts<LeftGoods>({
  most: mostWaiting,
  afterMs: writeAfterMs,
  failure: 'counts of goods that did not suffice wait',
  keyOf: ({ day, department_id_1c, product_id, units }) => [day, department_id_1c, product_id, units].join('\n'),
  write: (db, left) =>
    sql`
      insert into wanted_days (day, department_id_1c, product_id, left_times, left_units)
      select n.day, n.department_id_1c, n.product_id, sum(n.times)::int, sum(n.times::bigint * n.units)
      from jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
        n(day date, department_id_1c text, product_id int, units int, times int)
      join departments d on d.id_1c = n.department_id_1c join products p on p.id = n.product_id
      group by n.day, n.department_id_1c, n.product_id order by n.day, n.department_id_1c, n.product_id
      on conflict (day, department_id_1c, product_id) do update
      set left_times = wanted_days.left_times + excluded.left_times,
        left_units = wanted_days.left_units + excluded.left_units`.execute(db),
});

/**
 * Counts what a placed order left in the cart because the branch had no more (decision 053). Returns at once; what was
 * counted is written some seconds later. An order that was sent again is not counted again.
 */
export function noteLeftGoods(
  db: Db,
  { id_1c: department_id_1c, time_zone }: Pick<Department, 'id_1c' | 'time_zone'>,
  order: { is_replay: boolean; products: { product_id: number; count: number }[] },
  left: readonly { product_id: number; count: number }[],
  log: Log,
  now = new Date(),
): void {
  if (order.is_replay) return;
  const day = localTime(now, time_zone).date;
  for (const { product_id, count } of left) {
    const ordered = order.products.find((line) => line.product_id === product_id)?.count ?? 0;
    const units = Math.min(count, ordered * mostTimes);
    if (units > 0) waiting.note(db, { day, department_id_1c, product_id, units }, log);
  }
}

/** Writes what waits; what could not be written goes on waiting for the next that is counted. */
export function writeLeftGoods(db: Db): Promise<void> {
  return waiting.write(db);
}

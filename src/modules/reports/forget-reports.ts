import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { addDays } from '#shared/zoned-time.ts';
import { settleMeasures } from './loss-measures.ts';

/**
 * Days: visits for two years and a month, to compare with the year before; losses for a year and a month; what losses
 * are counted from for as long as a day is counted again (14) with its window (56), and some weeks; words of queries as
 * long as those of the search itself.
 */
const retentionDays = { visits: 761, losses: 396, wanted: 90, stock: 90, words: 90 } as const;

/**
 * Nightly: counters and losses that are too old. Of old queries in vain the day's sum stays, without their words, and
 * so does what was done about them.
 */
export async function forgetOldReports(db: Db, now = new Date()): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const before = (days: number) => addDays(today, -days);
  await settleMeasures(db, before(retentionDays.words), now);
  await sql`delete from visit_days where day < ${before(retentionDays.visits)}::date`.execute(db);
  await sql`delete from demand_losses where day < ${before(retentionDays.losses)}::date`.execute(db);
  await sql`delete from loss_measures where day < ${before(retentionDays.losses)}::date`.execute(db);
  await sql`delete from wanted_days where day < ${before(retentionDays.wanted)}::date`.execute(db);
  await sql`delete from stock_outs where day < ${before(retentionDays.stock)}::date`.execute(db);
  await sql`delete from stock_checks where day < ${before(retentionDays.stock)}::date`.execute(db);
  await sql`
    with named as (
      delete from demand_losses where words is not null and day < ${before(retentionDays.words)}::date
      returning day, department_id_1c, times, units, sum
    )
    insert into demand_losses (day, department_id_1c, cause, product_id, words, times, units, sum, detail)
    select day, department_id_1c, 'not_found', null, null, sum(times)::int, sum(units), sum(sum), '{}'::jsonb
    from named group by day, department_id_1c`.execute(db);
}

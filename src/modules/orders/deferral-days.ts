import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * Of `companies c`: within how many days after the goods it pays an invoice; null: before them. A deferral is one of
 * the firm's terms, as its prices are: both are open while the firm is checked and not suspended.
 */
const deferralOfFirm = sql<number | null>`case when c.activated_at is not null then c.deferral_days end`;

/** `deferralOfFirm` of one firm, for an order that is not placed yet. */
export async function deferralOf(db: Db, company_id: number): Promise<number | null> {
  const firm = db.selectFrom('companies as c').select(deferralOfFirm.as('days')).where('id', '=', company_id);
  return (await firm.executeTakeFirstOrThrow()).days;
}

/** Of `orders o`, the same of its firm; goods that have left keep the deferral by which they did. */
export const deferralDays = sql<number | null>`(
  select case when o.completed_at is not null then c.deferral_days else ${deferralOfFirm} end
  from companies c where c.id = o.company_id)`;

/**
 * Of `orders o` with its branch `d`: the last second of the last day on which its firm pays, by the branch's clock
 * (`lastDayToPay`); null: its goods have not left, or no deferral is agreed.
 */
export const endOfDeferral = sql<Date | null>`((
  ((o.completed_at at time zone d.time_zone)::date + ${deferralDays}::int + 1)::timestamp at time zone d.time_zone
) - interval '1 second')`;

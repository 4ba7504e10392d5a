import { sql } from 'kysely';

/** Of `orders o`: within how many days after the goods its firm pays an invoice; null: before them. */
export const deferralDays = sql<number | null>`(select c.deferral_days from companies c where c.id = o.company_id)`;

/**
 * Of `orders o` with its branch `d`: the last second of the last day on which its firm pays, by the branch's clock
 * (`lastDayToPay`); null: its goods have not left, or no deferral is agreed.
 */
export const endOfDeferral = sql<Date | null>`((
  ((o.completed_at at time zone d.time_zone)::date + ${deferralDays}::int + 1)::timestamp at time zone d.time_zone
) - interval '1 second')`;

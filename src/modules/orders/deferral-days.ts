import { sql } from 'kysely';

/** Of `orders o`: within how many days after the goods its firm pays an invoice; null: before them. */
export const deferralDays = sql<number | null>`(select c.deferral_days from companies c where c.id = o.company_id)`;

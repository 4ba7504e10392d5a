import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';

/** A bank's terms as /kredit/ may name them. Sums in kopecks, rates and full cost in hundredths of a percent a year. */
export type CreditProgram = {
  id: number;
  partner: string;
  name: string;
  min_sum_kopecks: number;
  max_sum_kopecks: number;
  months: number[];
  rate_from: number;
  rate_to: number;
  full_cost_from: number;
  full_cost_to: number;
  documents: string;
  terms: string;
  /** Nobody's real terms: the demonstration's. */
  is_example: boolean;
};

/**
 * What is shown on this day; empty: the shop names no terms. `drafts`: for staff who look at the shop as it will be.
 */
export async function listCreditPrograms(
  db: Db,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<CreditProgram[]> {
  return (
    await sql<CreditProgram>`
      select id, partner, name, min_sum_kopecks, max_sum_kopecks, months, rate_from, rate_to, full_cost_from, full_cost_to, documents, terms,
        is_example
      from credit_programs
      where (not is_draft or shows_draft('credit', id::text, ${drafts}::int))
        and starts_at <= ${now}::timestamptz and (ends_at is null or ends_at > ${now}::timestamptz)
      order by position, id`.execute(db)
  ).rows;
}

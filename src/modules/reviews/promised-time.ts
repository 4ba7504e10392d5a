import { endOfWorkingDay, readTerms } from '#modules/orders/working-days.ts';
import type { Db } from '#platform/database.ts';
import { readStored } from '#platform/stored-values.ts';

/** How many working days the shop gives itself: the setting `review_terms`, where any of them may be set. */
type ReviewTerms = { decide_working_days: number; answer_working_days: number };

const defaultTerms: ReviewTerms = { decide_working_days: 2, answer_working_days: 1 };

/** Until when the branch decides on a review written now, or answers a question, by its own calendar. */
export async function promisedTime(
  db: Db,
  department_id_1c: string,
  what: 'review' | 'question',
  now: Date,
): Promise<Date> {
  const terms = { ...defaultTerms, ...(await readStored<Partial<ReviewTerms>>(db, 'review_terms')) };
  const { calendar } = await readTerms(db, department_id_1c);
  return endOfWorkingDay(calendar, now, what === 'review' ? terms.decide_working_days : terms.answer_working_days);
}

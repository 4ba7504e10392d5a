import { endOfWorkingDay, readTerms } from '#modules/orders/working-days.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';

/** Until when the branch decides on a review written now, or answers a question, by its own calendar. */
export async function promisedTime(
  db: Db,
  department_id_1c: string,
  what: 'review' | 'question',
  now: Date,
): Promise<Date> {
  const terms = await readSetting(db, 'review_terms');
  const { calendar } = await readTerms(db, department_id_1c);
  return endOfWorkingDay(calendar, now, what === 'review' ? terms.decide_working_days : terms.answer_working_days);
}

import { endOfWorkingDay, readTerms } from '#modules/orders/working-days.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';

/** Until when the branch contacts whoever sends a form now, by its own calendar. */
export async function promisedTime(db: Db, department_id_1c: string, now: Date): Promise<Date> {
  const { answer_working_days } = await readSetting(db, 'form_terms');
  const { calendar } = await readTerms(db, department_id_1c);
  return endOfWorkingDay(calendar, now, answer_working_days);
}

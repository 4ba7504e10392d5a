import { type PlanShift, shiftedDay } from '#shared/plan-shift.ts';
import { localTime, momentOf } from '#shared/zoned-time.ts';

const zone = 'Europe/Moscow';

/** The moment moved with its plan: the same minute by the clock of Moscow on the shifted day. */
export function shiftedMoment(moment: Date, shift: PlanShift): Date {
  const { date, minute } = localTime(moment, zone);
  return momentOf(shiftedDay(date, shift), minute, zone);
}

import type { Department } from '#modules/departments/queries.ts';
import type { DeliveryQuote } from '#modules/orders/delivery.ts';
import { openDeliveryDays } from '#modules/orders/delivery-slots.ts';
import type { Db } from '#platform/database.ts';
import { localTime } from '#shared/zoned-time.ts';
import { choiceWords, type DateChoice, offeredDates } from './dates.ts';
import { type SlotChoice, slotChoice } from './slot-choice.ts';

/** Days of delivery to this address, and the slots of the chosen one, else of the first; none outside the zones. */
export async function deliveryChoice(
  db: Db,
  branch: Pick<Department, 'hours' | 'hour_exceptions' | 'time_zone'>,
  quote: DeliveryQuote,
  { chosen, now }: { chosen?: string | undefined; now: Date },
): Promise<{ dates: DateChoice[]; slots: SlotChoice[] }> {
  const days = await openDeliveryDays(db, quote, branch, { now, count: offeredDates });
  const today = localTime(now, branch.time_zone).date;
  const day = days.find(({ date }) => date === chosen) ?? days[0];
  return {
    dates: days.map(({ date }) => ({ date, words: choiceWords(date, today) })),
    slots: day?.slots.map((slot) => slotChoice(slot)) ?? [],
  };
}

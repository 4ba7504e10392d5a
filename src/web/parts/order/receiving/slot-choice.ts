import type { OfferedSlot } from '#modules/orders/delivery-slots.ts';
import { clock } from '#shared/work-time.ts';

/** Hours of a day to choose: '09:00-12:00' and «09:00–12:00». */
export type SlotChoice = { value: string; words: string; is_full: boolean };

/** `ready`: the minute before which the goods are not handed over; a slot that has begun by then is named from it. */
export function slotChoice({ from, to, left }: OfferedSlot, ready = 0): SlotChoice {
  const words = `${clock(Math.max(from, ready))}–${clock(to)}`;
  return { value: `${clock(from)}-${clock(to)}`, words, is_full: left === 0 };
}

/**
 * The slot that stands chosen at first: the one asked for while it has a place, else the first that has; null: none.
 */
export function firstSlot(slots: SlotChoice[], chosen: string | undefined): SlotChoice | null {
  const free = slots.filter(({ is_full }) => !is_full);
  return free.find(({ value }) => value === chosen) ?? free[0] ?? null;
}

/** '09:00-12:00' as the body of an order has it; null: any hour. */
export function slotOf(value = ''): { from: string; to: string } | null {
  const [from, to] = value.split('-');
  return from && to ? { from, to } : null;
}

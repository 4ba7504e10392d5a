import { readyAt } from '#modules/catalogue/points.ts';
import type { Department } from '#modules/departments/queries.ts';
import { sourceOf } from '#modules/orders/named-hours.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { paysLater } from '#shared/deferral.ts';
import type { OrderState, PaymentMethod } from '#shared/order-states.ts';
import { clock } from '#shared/work-time.ts';
import { localTime, nearDay } from '#shared/zoned-time.ts';

type OrderBegun = {
  state: OrderState;
  payment_method: PaymentMethod;
  deferral_days: number | null;
  awaits_approval: boolean;
};

/**
 * «сегодня примерно к 09:30»: the hour that the checkout named for goods taken at the point. Null: the goods wait for
 * money or for somebody's word, the hour has passed, or the place never opens. `begun`: since when the shop may
 * assemble it; `stores`: where its lines lie; `departments`: the directory.
 */
export function readyWords(
  order: OrderBegun,
  point: Department | undefined,
  { begun, stores, departments }: { begun: Date; stores: string[]; departments: Department[] },
  now: Date,
): string | null {
  const isBegun = order.payment_method === 'on_receipt' || paysLater(order);
  if (!point || !isBegun || order.awaits_approval || !['new', 'assembling'].includes(order.state)) return null;
  const ready = readyAt(point, begun, sourceOf(point, stores, departments));
  const local = localTime(now, point.time_zone);
  if (!ready || ready.date < local.date || (ready.date === local.date && ready.minute <= local.minute)) return null;
  const day = nearDay(ready.date, local.date, (date) => dayWords(date, local.date.slice(0, 4)));
  return `${day} примерно к\u00a0${clock(ready.minute)}`;
}

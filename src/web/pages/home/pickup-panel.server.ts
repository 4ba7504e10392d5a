import type { HomeDelivery } from '#modules/catalogue/home-delivery.ts';
import { readyAt } from '#modules/catalogue/points.ts';
import { pointsOf } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { phoneList } from '#shared/phone.ts';
import { formatWeight } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { openState, wholeHours, workTimeLines } from '#shared/work-time.ts';

/** The branch's showroom, open or closed at `now`, what is in stock and from when, its points, delivery. */
export function pickupPanel(
  department: Department,
  departments: Department[],
  in_stock: number,
  delivery: HomeDelivery | null,
  now: Date,
) {
  const ready = readyAt(department, now, department);
  const open = openState(department.hours, department.hour_exceptions, department.time_zone, now);
  return {
    city: department.city,
    address: department.address,
    open,
    hours: wholeHours(workTimeLines(department.work_time)),
    in_stock,
    ready: ready && unbroken(`Можно забрать ${lowerFirst(ready.text)}`),
    delivery: deliveryWords(delivery, department.names_cases.dative),
    phone: phoneList(department.phones)[0] ?? null,
    points: pointsOf(departments, department).length,
  };
}

export type PickupPanelData = ReturnType<typeof pickupPanel>;

/** «По Вологде от 390 ₽»: the first rate is the cheapest; null where the branch's own city has no tariff. */
function deliveryWords(delivery: HomeDelivery | null, city: string): string | null {
  const [rate] = delivery?.rates ?? [];
  if (!rate) return null;
  return rate.price_kopecks === 0
    ? `По ${city} бесплатно до ${formatWeight(rate.up_to_grams)}`
    : `По ${city} от ${formatPrice(rate.price_kopecks)}`;
}

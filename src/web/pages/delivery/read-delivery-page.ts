import { infoPage } from '#modules/content/pages.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import { listCarryingRates } from '#modules/orders/carrying.ts';
import { type DeliveryZone, listDeliveryZones } from '#modules/orders/delivery.ts';
import { slotsOfZones } from '#modules/orders/delivery-slots.ts';
import { carryingOffers, tariffWords } from '#shared/carrying.ts';
import { commonTimes } from '#shared/common-times.ts';
import { localityName } from '#shared/locality-name.ts';
import { countOf, formatCount, storageWords } from '#shared/plurals.ts';
import { routeLink } from '#shared/route-link.ts';
import { shownExceptions } from '#shared/shown-exceptions.ts';
import { unbroken } from '#shared/unbroken.ts';
import { clock, openState, workTimeLines } from '#shared/work-time.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** Everything the page tells of a branch, from its rows alone. */
export async function readDeliveryPage({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>, now = new Date()) {
  const { department } = requestContext;
  const [page, zones, slots, carrying, departments] = await Promise.all([
    infoPage(db, 'delivery', { department_id_1c: department.id_1c, now, drafts: requestContext.preview?.drafts }),
    listDeliveryZones(db, department.id_1c),
    slotsOfZones(db, department.id_1c),
    listCarryingRates(db, department.id_1c),
    departmentDirectory(db),
  ]);
  const steps = [...new Set(zones.flatMap((zone) => zone.rates.map((rate) => rate.up_to_grams)))].sort((a, b) => a - b);
  const heaviest = steps.at(-1);
  const { common, points } = commonTimes(
    pointsOf(departments, department)
      .filter((point) => point.id_1c === department.id_1c || point.is_pick_up_point)
      .map((point) => pointRow(point, now)),
  );
  return {
    html: page?.html ?? '',
    zones: zones.map((zone) => ({
      ...zoneRow(zone, steps),
      /** When the driver may come, «09:00–12:00»; empty: the operator agrees on it. */
      hours: (slots.get(zone.id) ?? []).map(({ from, to }) => `${clock(from)}–${clock(to)}`),
    })),
    steps: steps.map((grams) => ({ grams, words: `до ${weightWords(grams)}`, vehicle: vehicleOf(zones, grams) })),
    /** «10 т»: what is heavier is priced by an operator; null: there is no tariff. */
    most: heaviest === undefined ? null : weightWords(heaviest),
    carrying: carrying.map((rate) => ({
      kind: rate.kind,
      title: carryingOffers[rate.kind],
      tariff: tariffWords(rate),
    })),
    places: zones.flatMap((zone) => zone.places.map(localityName)),
    points,
    /** What the points share, said once. */
    common,
  };
}

export type DeliveryPage = Awaited<ReturnType<typeof readDeliveryPage>>;

function zoneRow({ id, name, places, days_min, days_max, rates }: DeliveryZone, steps: number[]) {
  return {
    id,
    name,
    /** Besides those that its name says. */
    places: places.map(localityName).filter((place) => !` ${name.replaceAll(',', '')} `.includes(` ${place} `)),
    term: days_min === days_max ? termWords(days_max) : `${days_min}–${countOf(days_max, 'день', 'дня', 'дней')}`,
    /** Kopecks by the steps of weight; null: the zone has no such step. */
    prices: steps.map((grams) => rates.find((rate) => rate.up_to_grams === grams)?.price_kopecks ?? null),
  };
}

/** A term, whatever day the order is placed on: a cache keeps the page. */
function termWords(days: number): string {
  return ['в тот же день', 'на следующий день'][days] ?? countOf(days, 'день', 'дня', 'дней');
}

/** One name when all zones send the same vehicle at this weight, without the weight, which stands beside it. */
function vehicleOf(zones: DeliveryZone[], grams: number): string | null {
  const [name, ...others] = new Set(
    zones.flatMap((zone) => zone.rates.filter((rate) => rate.up_to_grams === grams).map((rate) => rate.vehicle)),
  );
  if (name === undefined || others.length > 0) return null;
  const spaced = unbroken(name);
  const weight = ` ${unbroken(`до ${weightWords(grams)}`)}`;
  return spaced.endsWith(weight) ? spaced.slice(0, -weight.length) : name;
}

function weightWords(grams: number): string {
  return grams < 1_000_000 ? `${formatCount(grams / 1000)}\u00a0кг` : `${formatCount(grams / 1_000_000)}\u00a0т`;
}

function pointRow(point: Department, now: Date) {
  const open = openState(point.hours, point.hour_exceptions, point.time_zone, now);
  return {
    id_1c: point.id_1c,
    address: `${point.city}, ${point.address}`,
    open: { is_open: open.is_open, words: open.words },
    work_lines: workTimeLines(point.work_time),
    storage: storageWords(point.storage_days),
    map: point.yandex_map_link,
    route: routeLink(point),
    holidays: shownExceptions(point.hour_exceptions, localTime(now, point.time_zone).date),
  };
}

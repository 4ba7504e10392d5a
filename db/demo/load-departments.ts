import { publicParent } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { b2bColumnOf, branches, columnOf, hiddenDepartments, hiddenParent, schedules, storeOf } from './branches.ts';
import { insertRows } from './rows.ts';

type Schedule = keyof typeof schedules;
type Row = Record<string, unknown> & { id_1c: string; schedule: Schedule };

/**
 * Branches, their pickup points and the departments of another parent, with columns, stores, hours and delivery zones.
 */
export async function loadDepartments(db: Db, now: Date) {
  await insertRows(
    db,
    'price_columns',
    branches.flatMap((branch) => [
      { price_column: columnOf(branch), name: branch.city, is_b2b: false },
      { price_column: b2bColumnOf(branch), name: `${branch.city}, для бизнеса`, is_b2b: true },
    ]),
  );
  const rows = departmentRows();
  await insertRows(
    db,
    'stores',
    rows.map((row) => ({ store: storeOf(row.id_1c), name: `${row.city}: ${row.address}` })),
  );
  const columns = rows.map(({ schedule: _, ...row }) => row);
  // A point names its branch, so branches come first.
  await insertRows(
    db,
    'departments',
    columns.filter((row) => !row.branch_id_1c),
  );
  await insertRows(
    db,
    'departments',
    columns.filter((row) => row.branch_id_1c),
  );
  await insertRows(
    db,
    'department_hours',
    rows.flatMap((row) => hoursOf(row.id_1c, row.schedule)),
  );
  await insertRows(
    db,
    'department_hour_exceptions',
    rows.flatMap((row) => exceptionsOf(row.id_1c, row.schedule, now)),
  );
  await loadZones(db);
  await loadCarrying(db);
  await loadTransfers(db);
  return { branches: branches.length, departments: rows.length };
}

function departmentRows(): Row[] {
  const branchRows = branches.map(
    (branch, index): Row => ({
      id_1c: branch.id_1c,
      parent: publicParent,
      branch_id_1c: null,
      domain: branch.domain,
      is_main: branch.id_1c === '00131',
      name_for_site: branch.city,
      is_pick_up_point: false,
      ...commonColumns(branch, index),
      address: branch.address,
      latitude: branch.latitude,
      longitude: branch.longitude,
      yandex_map_link: mapLink(branch.latitude, branch.longitude),
      work_time: schedules[branch.hours].words,
      phones: { main: branch.phones.slice(0, 2).join('|'), delivery: branch.phones[2] },
      email: branch.id_1c === '00131' ? 'zakaz@idd.example' : `${branch.domain}@idd.example`,
      schedule: branch.hours,
    }),
  );
  const pointRows = branches.flatMap((branch, index) =>
    branch.points.map(
      (point, at): Row => ({
        id_1c: point.id_1c,
        parent: publicParent,
        branch_id_1c: branch.id_1c,
        domain: branch.domain,
        is_main: false,
        name_for_site: point.name,
        is_pick_up_point: true,
        ...commonColumns(branch, index),
        verification_code: null,
        address: point.address,
        latitude: point.latitude,
        longitude: point.longitude,
        yandex_map_link: mapLink(point.latitude, point.longitude),
        work_time: schedules.point.words,
        phones: { main: pointPhone(branch, at) },
        email: null,
        schedule: 'point',
      }),
    ),
  );
  const hiddenRows = hiddenDepartments.map((hidden): Row => {
    const index = branches.findIndex((branch) => branch.id_1c === hidden.branch);
    const branch = ensure(branches[index]);
    return {
      id_1c: hidden.id_1c,
      parent: hiddenParent,
      branch_id_1c: null,
      domain: hidden.domain,
      is_main: false,
      name_for_site: hidden.name,
      is_pick_up_point: false,
      ...commonColumns(branch, index),
      verification_code: null,
      address: hidden.address,
      latitude: null,
      longitude: null,
      yandex_map_link: null,
      work_time: schedules.usual.words,
      phones: { main: branch.phones[1] },
      email: null,
      schedule: 'usual',
    };
  });
  return [...branchRows, ...pointRows, ...hiddenRows];
}

/** Each point answers at a number of its own, beside those of its branch. */
function pointPhone({ phones: [phone] }: (typeof branches)[number], at: number): string {
  return phone.replace(/\d\d$/, String(41 + at));
}

function commonColumns(branch: (typeof branches)[number], index: number) {
  return {
    city: branch.city,
    region: branch.region,
    names_cases: branch.cases,
    base_price: columnOf(branch),
    b2b_price: b2bColumnOf(branch),
    postal_code: branch.postal_code,
    time_zone: branch.time_zone,
    storage_days: branch.storage_days,
    pickup_slot_places: branch.hours === 'short' ? 6 : 12,
    min_order_kopecks: branch.min_order,
    verification_code: `idd-${branch.domain}-${(31_337 * (index + 7)).toString(16)}`,
    position: branch.id_1c === '00131' ? 0 : index,
  };
}

function mapLink(latitude: number, longitude: number): string {
  return `https://yandex.ru/maps/?pt=${longitude},${latitude}&z=16&l=map`;
}

function hoursOf(department_id_1c: string, schedule: Schedule) {
  const { weekdays, saturday, sunday } = schedules[schedule];
  return [weekdays, weekdays, weekdays, weekdays, weekdays, saturday, sunday].flatMap((span, index) =>
    span ? [{ department_id_1c, weekday: index + 1, opens_minute: span[0], closes_minute: span[1] }] : [],
  );
}

/** The next New Year holidays, the shortened eve and the days off in spring; only dates that are still to come. */
function exceptionsOf(department_id_1c: string, schedule: Schedule, now: Date) {
  const opens = schedules[schedule].weekdays[0];
  const inHolidays = schedule === 'short' ? [null, null] : [660, 1020];
  const year = now.getUTCFullYear();
  const today = now.toISOString().slice(0, 10);
  const days: [date: string, opens: number | null, closes: number | null, note: string][] = [year, year + 1].flatMap(
    (y) =>
      [
        [`${y}-01-01`, null, null, 'Новый год'],
        ...[2, 3, 4, 5, 6].map((day) => [`${y}-01-0${day}`, ...inHolidays, 'новогодние каникулы'] as const),
        [`${y}-01-07`, 660, 1020, 'Рождество'],
        [`${y}-01-08`, ...inHolidays, 'новогодние каникулы'],
        [`${y}-02-23`, opens, 1020, 'День защитника Отечества'],
        [`${y}-03-08`, opens, 1020, 'Международный женский день'],
        [`${y}-05-01`, opens, 1020, 'Праздник Весны и Труда'],
        [`${y}-05-09`, null, null, 'День Победы'],
        [`${y}-06-12`, opens, 1080, 'День России'],
        [`${y}-11-04`, opens, 1080, 'День народного единства'],
        [`${y}-12-31`, opens, 960, 'короткий день'],
      ] as [string, number | null, number | null, string][],
  );
  return days
    .filter(([date]) => date >= today)
    .slice(0, 15)
    .map(([date, opens_minute, closes_minute, note]) => ({
      department_id_1c,
      date,
      opens_minute,
      closes_minute,
      note,
    }));
}

/** The lorry of the main store goes round the nearer cities and comes back with what they have. */
async function loadTransfers(db: Db) {
  const days: Record<string, [number, number]> = {
    '00052': [1, 2],
    '00061': [2, 4],
    '00074': [3, 5],
    '00083': [3, 5],
    '00112': [3, 5],
    '00152': [2, 4],
  };
  const main = '00131';
  const rows = Object.entries(days).flatMap(([id_1c, [days_min, days_max]]) => [
    { department_id_1c: id_1c, from_id_1c: main, days_min, days_max },
    { department_id_1c: main, from_id_1c: id_1c, days_min, days_max },
  ]);
  await insertRows(db, 'branch_transfers', rows);
}

/**
 * Movers cost more where prices are higher; in the small towns no house has a lift. Bringing goods up includes
 * unloading, so it never costs less, and stairs never less than a lift.
 */
async function loadCarrying(db: Db) {
  const rates = [
    { kind: 'unloading', price: 30, min: 300 },
    { kind: 'lift', price: 40, min: 450 },
    { kind: 'stairs', price: 40, min: 450 },
  ];
  await insertRows(
    db,
    'carrying_rates',
    branches.flatMap(({ id_1c, price_level, hours }) =>
      rates
        .filter(({ kind }) => kind !== 'lift' || hours !== 'short')
        .map(({ kind, price, min }) => ({
          department_id_1c: id_1c,
          kind,
          step_grams: 50_000,
          price_kopecks: Math.round(price * price_level) * 100,
          min_kopecks: Math.round((min * price_level) / 10) * 1_000,
        })),
    ),
  );
}

/** Rates grow with weight and distance; heavier than the last row is priced by the operator. */
async function loadZones(db: Db) {
  const zones = branches.flatMap((branch) => branch.zones.map((zone, position) => ({ branch, zone, position })));
  await insertRows(
    db,
    'delivery_zones',
    zones.map(({ branch, zone, position }) => ({
      department_id_1c: branch.id_1c,
      name: zone.name,
      places: zone.places,
      days_min: zone.days[0],
      days_max: zone.days[1],
      position,
    })),
  );
  const ids = await db.selectFrom('delivery_zones').select(['id', 'department_id_1c', 'name']).execute();
  // Vans go round the city all day, to the nearest places twice, and farther ones are reached in one run.
  await insertRows(
    db,
    'delivery_slots',
    zones.flatMap(({ branch, zone }) => {
      const zone_id = ensure(ids.find((row) => row.department_id_1c === branch.id_1c && row.name === zone.name)).id;
      const isCity = zone === branch.zones[0];
      const hours = isCity ? [540, 720, 900, 1080, 1260] : zone.days[0] <= 1 ? [540, 840, 1140] : [540, 1140];
      const places = isCity ? 8 : 5;
      return hours
        .slice(1)
        .map((closes_minute, run) => ({ zone_id, opens_minute: ensure(hours[run]), closes_minute, places }));
    }),
  );
  const steps = [
    { up_to_grams: 50_000, price: 0, vehicle: 'легковой автомобиль' },
    { up_to_grams: 300_000, price: 300, vehicle: 'фургон' },
    { up_to_grams: 1_500_000, price: 1_100, vehicle: 'фургон до 1,5 т' },
    { up_to_grams: 5_000_000, price: 3_400, vehicle: 'бортовой до 5 т' },
    { up_to_grams: 10_000_000, price: 6_900, vehicle: 'манипулятор до 10 т' },
  ];
  await insertRows(
    db,
    'delivery_zone_rates',
    zones.flatMap(({ branch, zone }) => {
      const id = ensure(ids.find((row) => row.department_id_1c === branch.id_1c && row.name === zone.name)).id;
      return steps.map((step) => ({
        zone_id: id,
        up_to_grams: step.up_to_grams,
        price_kopecks: Math.round((zone.from + step.price * zone.to_area) / 10) * 1_000,
        vehicle: step.vehicle,
      }));
    }),
  );
}

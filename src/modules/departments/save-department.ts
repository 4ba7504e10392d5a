import { z } from 'zod';
import { fieldInput } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { cityCaseProblems } from '#shared/city-cases.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { email } from '#shared/form-fields.ts';
import { phoneDigits } from '#shared/phone.ts';
import { type DepartmentDetails, describeDepartment, detailFields } from './details.ts';
import type { Department } from './queries.ts';

const filled = (max: number) => z.string().trim().min(1, fieldMessages.required).max(max, fieldMessages.maxLength(max));
const minute = (min: number, max: number) => z.int().min(min).max(max);
const isBefore = ({ opens_minute, closes_minute }: { opens_minute: number | null; closes_minute: number | null }) =>
  opens_minute === null || closes_minute === null ? opens_minute === closes_minute : opens_minute < closes_minute;

const Hours = z
  .array(
    z
      .strictObject({
        weekday: minute(1, 7),
        opens_minute: minute(0, 1439),
        closes_minute: minute(1, 1440),
      })
      .refine(isBefore, 'Закрытие раньше открытия'),
  )
  .max(7)
  .refine((rows) => new Set(rows.map(({ weekday }) => weekday)).size === rows.length, 'День недели назван дважды');

const Exceptions = z
  .array(
    z
      .strictObject({
        date: z.iso.date('Укажите дату'),
        /** null: closed all day. */
        opens_minute: minute(0, 1439).nullable(),
        closes_minute: minute(1, 1440).nullable(),
        note: z.string().trim().max(100, 'Максимум 100 символов').nullable(),
      })
      .refine(isBefore, 'Закрытие раньше открытия'),
  )
  .max(100, 'Не больше 100 исключений')
  .refine((rows) => new Set(rows.map(({ date }) => date)).size === rows.length, 'Дата названа дважды');

/** «59,2205» as people type it, or a number. */
const degrees = (least: number, most: number) => {
  const words = `От ${least} до ${most}°`.replace('-', '−');
  return z.preprocess(
    (value) => (value === '' ? null : typeof value === 'string' ? Number(value.replace(',', '.')) : value),
    z.number('Укажите число: 59,2205').min(least, words).max(most, words).nullable(),
  );
};

/** What staff set about a branch or a point; money in kopecks, minutes from midnight by its own clock. */
export const DepartmentFields = z.strictObject({
  name_for_site: filled(80),
  city: filled(80),
  region: filled(120),
  names_cases: z.strictObject({
    nominative: z.string().trim().max(80),
    genitive: z.string().trim().max(80),
    dative: z.string().trim().max(80),
    accusative: z.string().trim().max(80),
    instrumental: z.string().trim().max(80),
    prepositional: z.string().trim().max(80),
  }),
  address: filled(200),
  postal_code: z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .string()
      .regex(/^\d{6}$/, 'Индекс — 6 цифр')
      .nullable(),
  ),
  /** The first one stands in the header. */
  phones: z
    .array(filled(40).refine((phone) => /^7\d{10}$/.test(phoneDigits(phone)), 'Неверный формат телефона'))
    .max(6, 'Максимум 6 телефонов'),
  email: z.preprocess((value) => (value === '' ? null : value), fieldInput(email).nullable()),
  time_zone: z.string().max(60).refine(isZone, 'Такого часового пояса нет'),
  storage_days: z.int('Укажите целое число').min(1, 'Минимум 1').max(60, 'Максимум 60'),
  min_order_kopecks: z.int('Укажите сумму').min(0, 'Минимум 0').max(100_000_000, 'Слишком много'),
  work_time: filled(300),
  hours: Hours,
  hour_exceptions: Exceptions,
  /** The working day is offered to buyers in parts of so many minutes; null: by the day alone. */
  pickup_slot_minutes: z.int('Укажите целое число минут').min(30, 'От 30 минут').max(720, 'До 720 минут').nullable(),
  /** Orders that one part of a day takes; null: as many as come. */
  pickup_slot_places: z.int('Укажите целое число').min(1, 'Минимум 1').max(1_000, 'Максимум 1000').nullable(),
  /** Degrees: where it stands on the map. Both or none. */
  latitude: degrees(40, 82),
  longitude: degrees(-180, 180),
  /** What Yandex.Webmaster asks to put into the pages of this host. */
  verification_code: z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .string()
      .regex(/^[\w-]{4,100}$/, 'Только код из тега: латинские буквы, цифры, «-» и «_»')
      .nullable(),
  ),
  ...detailFields,
});
export type DepartmentFields = z.output<typeof DepartmentFields>;

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('ru-RU', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function degreesOf(stored: string | null): number | null {
  return stored === null ? null : Number(stored);
}

/** The same fields of a department as it is. */
export function fieldsOfDepartment(department: Department, details: DepartmentDetails): DepartmentFields {
  const { hours, hour_exceptions, phones, names_cases, ...row } = department;
  return {
    name_for_site: row.name_for_site,
    city: row.city,
    region: row.region,
    names_cases,
    address: row.address,
    postal_code: row.postal_code,
    email: row.email,
    time_zone: row.time_zone,
    phones: (phones.main ?? '').split('|').filter(Boolean),
    storage_days: row.storage_days,
    min_order_kopecks: row.min_order_kopecks,
    work_time: row.work_time,
    hours,
    hour_exceptions,
    pickup_slot_minutes: row.pickup_slot_minutes,
    pickup_slot_places: row.pickup_slot_places,
    latitude: degreesOf(row.latitude),
    longitude: degreesOf(row.longitude),
    verification_code: row.verification_code,
    ...details,
  };
}

/** Files that a change of a department names: whoever saves it links them (`linkUploads`). */
export function filesOfDepartment({ entrance_image }: { entrance_image?: unknown }): string[] {
  return typeof entrance_image === 'string' ? [entrance_image] : [];
}

/** id_1c of the branch it belongs to: its own, or that of a point. */
export function branchOf({ id_1c, branch_id_1c }: Pick<Department, 'id_1c' | 'branch_id_1c'>): string {
  return branch_id_1c ?? id_1c;
}

/** A change of a branch or a point as the audit log tells it. */
export function departmentChangeWords(department: Pick<Department, 'name_for_site' | 'branch_id_1c'>): string {
  return `${department.branch_id_1c === null ? 'Филиал' : 'Пункт'} «${department.name_for_site}» изменён`;
}

/**
 * Sets these fields of a branch or a point; pages show it at once. `areCasesSure`: a person has looked at doubtful
 * cases and says they are right. Throws bad_input with `fields` (`names_cases.prepositional`). Call in a transaction.
 */
export async function saveDepartment(
  db: Db,
  department: Department,
  given: Partial<DepartmentFields>,
  areCasesSure = false,
): Promise<void> {
  const { hours, hour_exceptions, phones, names_cases, way_in, parking, services, entrance_image, ...columns } = given;
  if (names_cases ?? columns.city) {
    const problems = cityCaseProblems(names_cases ?? department.names_cases, columns.city ?? department.city);
    // Nobody can be sure of nothing.
    const isRefused = !areCasesSure || Object.values(problems).includes('Заполните');
    if (isRefused && Object.keys(problems).length > 0)
      throw new Refusal('bad_input', {
        fields: Object.fromEntries(Object.entries(problems).map(([key, words]) => [`names_cases.${key}`, words])),
      });
  }
  const { latitude = department.latitude, longitude = department.longitude } = columns;
  if ((latitude === null) !== (longitude === null))
    throw new Refusal('bad_input', { fields: { longitude: 'Укажите и широту, и долготу' } });
  const set = {
    ...columns,
    ...(names_cases && { names_cases: JSON.stringify(names_cases) }),
    ...(phones && { phones: JSON.stringify({ ...department.phones, main: phones.join('|') }) }),
  };
  const { id_1c } = department;
  if (Object.keys(set).length > 0) await db.updateTable('departments').set(set).where('id_1c', '=', id_1c).execute();
  if (hours) {
    await db.deleteFrom('department_hours').where('department_id_1c', '=', id_1c).execute();
    const rows = hours.map((row) => ({ department_id_1c: id_1c, ...row }));
    if (rows.length > 0) await db.insertInto('department_hours').values(rows).execute();
  }
  if (hour_exceptions) {
    await db.deleteFrom('department_hour_exceptions').where('department_id_1c', '=', id_1c).execute();
    const rows = hour_exceptions.map((row) => ({ department_id_1c: id_1c, ...row }));
    if (rows.length > 0) await db.insertInto('department_hour_exceptions').values(rows).execute();
  }
  const details = { way_in, parking, services, entrance_image };
  if (Object.values(details).some((value) => value !== undefined)) await describeDepartment(db, id_1c, details);
  // Its name and telephones stand on every page of it.
  await invalidate(db, ['*']);
}

import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { FilePath } from '#platform/text-inputs.ts';
import { fieldMessages } from '#shared/field-messages.ts';

const words = (most: number) => z.string().trim().max(most, fieldMessages.maxLength(most));

/** What helps to come to a department, each field by itself; empty: buyers read nothing of it. */
export const detailFields = {
  /** How to find the entrance. */
  way_in: words(400),
  /** Where to leave the car. */
  parking: words(400),
  /** What is done there besides selling, a name each. */
  services: z
    .array(words(80))
    .max(100, 'Максимум 20 услуг')
    .transform((services) => services.filter((service) => service !== ''))
    .refine((services) => services.length <= 20, 'Максимум 20 услуг')
    .refine((services) => new Set(services).size === services.length, 'Услуга названа дважды'),
  /** How the entrance looks: a picture among the files; null: there is none. */
  entrance_image: FilePath.nullable(),
};
export type DepartmentDetails = { [Name in keyof typeof detailFields]: z.output<(typeof detailFields)[Name]> };

const undescribed: DepartmentDetails = { way_in: '', parking: '', services: [], entrance_image: null };

/** Details of these departments by id_1c; one that nobody described is absent. */
export async function departmentDetails(db: Db, ids: string[]): Promise<Map<string, DepartmentDetails>> {
  const rows = await db
    .selectFrom('department_details')
    .select(['department_id_1c', 'way_in', 'parking', 'services', 'entrance_image'])
    .where('department_id_1c', 'in', ids)
    .execute();
  return new Map(rows.map(({ department_id_1c, ...details }) => [department_id_1c, details]));
}

/** Details of one department; empty where nobody described it. */
export async function detailsOf(db: Db, id_1c: string): Promise<DepartmentDetails> {
  return (await departmentDetails(db, [id_1c])).get(id_1c) ?? undescribed;
}

/** Describes a department; what is not given stays as it is. Call in a transaction. */
export async function describeDepartment(
  db: Db,
  department_id_1c: string,
  details: Partial<DepartmentDetails>,
  now = new Date(),
): Promise<void> {
  const row = { ...details, changed_at: now };
  await db
    .insertInto('department_details')
    .values({ department_id_1c, ...row })
    .onConflict((conflict) => conflict.column('department_id_1c').doUpdateSet(row))
    .execute();
  await invalidate(db, ['departments']);
}

import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';

/** What helps to come to a department: how to find the door, where to park, what is done there besides selling. */
export type DepartmentDetails = { way_in: string; parking: string; services: string[] };

/** Details of these departments by id_1c; one that nobody described is absent. */
export async function departmentDetails(db: Db, ids: string[]): Promise<Map<string, DepartmentDetails>> {
  const rows = await db
    .selectFrom('department_details')
    .select(['department_id_1c', 'way_in', 'parking', 'services'])
    .where('department_id_1c', 'in', ids)
    .execute();
  return new Map(rows.map(({ department_id_1c, ...details }) => [department_id_1c, details]));
}

/**
 * Describes a department again. Throws unknown_department, bad_input for texts that are too long. Call in a
 * transaction.
 */
export async function describeDepartment(
  db: Db,
  department_id_1c: string,
  details: DepartmentDetails,
  now = new Date(),
): Promise<void> {
  const way_in = details.way_in.trim();
  const parking = details.parking.trim();
  const services = details.services.map((service) => service.trim()).filter(Boolean);
  if (way_in.length > 400 || parking.length > 400 || services.length > 20) throw new Refusal('bad_input');
  const { rows } = await sql`
    insert into department_details (department_id_1c, way_in, parking, services, changed_at)
    select id_1c, ${way_in}, ${parking}, ${services}::text[], ${now} from departments where id_1c = ${department_id_1c}
    on conflict (department_id_1c) do update set way_in = excluded.way_in, parking = excluded.parking,
      services = excluded.services, changed_at = excluded.changed_at
    returning department_id_1c`.execute(db);
  if (rows.length === 0) throw new Refusal('unknown_department');
  await invalidate(db, ['departments']);
}

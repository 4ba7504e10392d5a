import { detailsOf } from '#modules/departments/details.ts';
import { type Department, listDepartments } from '#modules/departments/queries.ts';
import {
  branchOf,
  DepartmentFields,
  departmentChangeWords,
  fieldsOfDepartment,
  filesOfDepartment,
  saveDepartment,
} from '#modules/departments/save-department.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Fields, RecordOfDrafts } from '../kinds.ts';

/** What visitors read of a branch or a point, and where it stands on the map; hours and terms of orders do not wait. */
const texts = [
  ...(['name_for_site', 'city', 'region', 'names_cases', 'address', 'postal_code', 'phones', 'email'] as const),
  ...(['work_time', 'latitude', 'longitude', 'way_in', 'parking', 'services', 'entrance_image'] as const),
];

export const branches: RecordOfDrafts = {
  async read(db, record_id) {
    const department = await find(db, record_id);
    if (!department) return null;
    const all = fieldsOfDepartment(department, await detailsOf(db, record_id));
    const fields: Fields = Object.fromEntries(texts.map((name) => [name, all[name]]));
    // A draft whose cases look doubtful carries the word of its author that they are right.
    fields.are_cases_sure = false;
    return { title: department.name_for_site, department_id_1c: branchOf(department), fields };
  },
  async change(db, record_id, { are_cases_sure, ...patch }, _now, stoodBefore = false) {
    const department = await find(db, record_id);
    if (!department) throw new Refusal('not_found');
    // The type of `partial` allows undefined, which JSON does not carry.
    const given = DepartmentFields.partial().parse(patch) as Partial<DepartmentFields>;
    await saveDepartment(db, department, given, are_cases_sure === true || stoodBefore);
    return { words: departmentChangeWords(department) };
  },
  files: filesOfDepartment,
};

async function find(db: Db, id: string): Promise<Department | undefined> {
  return (await listDepartments(db)).find(({ id_1c }) => id_1c === id);
}

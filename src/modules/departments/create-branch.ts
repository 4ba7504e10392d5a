import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { readinessOf } from './branch-readiness.ts';
import { type Department, draftParent, listDepartments, publicParent } from './queries.ts';
import { DepartmentFields, saveDepartment } from './save-department.ts';

const Code = z
  .string()
  .trim()
  .regex(/^\d{5}$/, 'Код — 5 цифр, как в 1С');

/** A branch that is not open yet. */
export const BranchInput = DepartmentFields.pick({
  name_for_site: true,
  city: true,
  region: true,
  names_cases: true,
  address: true,
  time_zone: true,
  phones: true,
}).extend({
  id_1c: Code,
  /** The label before MAIN_DOMAIN. */
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'Домен — латинские буквы, цифры и дефисы'),
  /** id_1c of the branch whose price columns it shares; null: columns of its own, empty at first. */
  prices_of: z.string().max(40).nullable(),
  /** id_1c of the branch whose hours and terms it begins with. */
  like: z.string().max(40),
});
export type BranchInput = z.output<typeof BranchInput>;

/** A pickup point of a branch. */
export const PointInput = DepartmentFields.pick({ name_for_site: true, address: true }).extend({ id_1c: Code });
export type PointInput = z.output<typeof PointInput>;

/**
 * Makes a branch with its store and, if it has its own, its price columns; buyers do not see it before `openBranch`.
 * Throws bad_input with `fields`. Call in a transaction.
 */
export async function createBranch(db: Db, input: BranchInput, areCasesSure = false): Promise<void> {
  const { id_1c, domain, prices_of, like, phones, names_cases, ...fields } = input;
  const departments = await listDepartments(db);
  refuseTaken(departments, { id_1c, domain });
  const example = branchAt(departments, like, 'like');
  const columns = prices_of
    ? branchAt(departments, prices_of, 'prices_of')
    : await createColumns(db, domain, fields.city);
  await createStore(db, id_1c, `${fields.city}: ${fields.address}`);
  await db
    .insertInto('departments')
    .values({
      id_1c,
      parent: draftParent,
      branch_id_1c: null,
      domain,
      ...fields,
      names_cases: JSON.stringify(names_cases),
      phones: JSON.stringify({ main: phones.join('|') }),
      base_price: columns.base_price,
      b2b_price: columns.b2b_price,
      work_time: example.work_time,
      storage_days: example.storage_days,
      min_order_kopecks: example.min_order_kopecks,
      position: departments.length,
    })
    .execute();
  await saveDepartment(db, await departmentAt(db, id_1c), { names_cases, hours: example.hours }, areCasesSure);
}

/** A point where orders of the branch are picked up, with its hours; it is seen at once when the branch is. */
export async function createPoint(db: Db, branch_id_1c: string, { id_1c, ...fields }: PointInput): Promise<void> {
  const departments = await listDepartments(db);
  refuseTaken(departments, { id_1c });
  const branch = departments.find((other) => other.id_1c === branch_id_1c && other.branch_id_1c === null);
  if (!branch) throw new Refusal('not_found');
  await createStore(db, id_1c, `${branch.city}: ${fields.address}`);
  const { parent, domain, city, region, names_cases, base_price, b2b_price, work_time, phones, time_zone } = branch;
  await db
    .insertInto('departments')
    .values({
      id_1c,
      parent,
      branch_id_1c,
      domain,
      is_pick_up_point: true,
      ...fields,
      city,
      region,
      base_price,
      b2b_price,
      work_time,
      time_zone,
      names_cases: JSON.stringify(names_cases),
      phones: JSON.stringify(phones),
      storage_days: branch.storage_days,
      min_order_kopecks: branch.min_order_kopecks,
      position: departments.length,
    })
    .execute();
  await saveDepartment(db, await departmentAt(db, id_1c), { hours: branch.hours });
}

/**
 * Buyers see the branch from now on: it stands in the list of cities and answers at its domain. Throws not_found,
 * bad_input naming what it lacks. Call in a transaction.
 */
export async function openBranch(db: Db, id_1c: string): Promise<Department> {
  const branch = (await listDepartments(db)).find(
    (other) => other.id_1c === id_1c && other.parent === draftParent && other.branch_id_1c === null,
  );
  if (!branch) throw new Refusal('not_found');
  const readiness = (await readinessOf(db, [branch])).get(id_1c) ?? [];
  const lacking = readiness.filter(({ is_done, is_needed }) => is_needed && !is_done);
  if (lacking.length > 0)
    throw new Refusal('bad_input', {}, `Филиал пока нельзя открыть: ${lacking.map(({ words }) => words).join('; ')}`);
  await db
    .updateTable('departments')
    .set({ parent: publicParent })
    .where('parent', '=', draftParent)
    .where((eb) => eb.or([eb('id_1c', '=', id_1c), eb('branch_id_1c', '=', id_1c)]))
    .execute();
  // Its columns and store are new to every process.
  await sql`select rebuild_catalogue_index()`.execute(db);
  await invalidate(db, ['*']);
  return branch;
}

function refuseTaken(departments: Department[], { id_1c, domain }: { id_1c: string; domain?: string }): void {
  const fields: Record<string, string> = {};
  // 00012 would have the store of the main branch (store12).
  const sameCode = departments.find((other) => other.id_1c === id_1c);
  if (sameCode) fields.id_1c = `Код занят: ${sameCode.name_for_site}`;
  else if (id_1c === '00012' || storeTaken(departments, id_1c))
    fields.id_1c = `Код ${id_1c} занят складом главного филиала`;
  const sameDomain = departments.find((other) => other.domain === domain && other.branch_id_1c === null);
  if (sameDomain) fields.domain = `Домен занят: ${sameDomain.name_for_site}`;
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}

function storeTaken(departments: Department[], id_1c: string): boolean {
  return departments.some(({ store }) => store === storeOf(id_1c));
}

/** As the column `departments.store` is made. */
function storeOf(id_1c: string): string {
  return id_1c === '00131' ? 'store12' : `store${id_1c.replace(/^0+/, '')}`;
}

async function createStore(db: Db, id_1c: string, name: string): Promise<void> {
  await db
    .insertInto('stores')
    .values({ store: storeOf(id_1c), name })
    .onConflict((conflict) => conflict.column('store').doNothing())
    .execute();
}

/** Retail and business columns named after the domain: `velikiy_ustyug`, `velikiy_ustyug_b2b`. */
async function createColumns(db: Db, domain: string, city: string): Promise<{ base_price: string; b2b_price: string }> {
  const wish = domain
    .replaceAll('-', '_')
    .replace(/^(?=\d)/, 'c')
    .slice(0, 24);
  const taken = await db.selectFrom('price_columns').select('price_column').execute();
  const known = new Set(taken.map(({ price_column }) => price_column));
  let base_price = wish;
  for (let n = 2; known.has(base_price) || known.has(`${base_price}_b2b`); n++) base_price = `${wish}_${n}`;
  const b2b_price = `${base_price}_b2b`;
  await db
    .insertInto('price_columns')
    .values([
      { price_column: base_price, name: city, is_b2b: false },
      { price_column: b2b_price, name: `${city}, для бизнеса`, is_b2b: true },
    ])
    .execute();
  return { base_price, b2b_price };
}

function branchAt(departments: Department[], id_1c: string, field: string): Department {
  const branch = departments.find(
    (other) => other.id_1c === id_1c && other.branch_id_1c === null && other.parent === publicParent,
  );
  if (!branch) throw new Refusal('bad_input', { fields: { [field]: 'Такого филиала нет' } });
  return branch;
}

async function departmentAt(db: Db, id_1c: string): Promise<Department> {
  return ensure((await listDepartments(db)).find((other) => other.id_1c === id_1c));
}

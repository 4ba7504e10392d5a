import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { findSubmission, type Submission, type SubmissionLine } from './queries.ts';
import type { FormSchema } from './schema.ts';

/** Of the newest version; `draft`: it is published by nobody yet. */
export const staffFormStates = ['draft', 'coming', 'open', 'closed'] as const;
export type StaffFormState = (typeof staffFormStates)[number];

/** The newest version of a dynamic form. */
export type StaffForm = {
  code: string;
  version: number;
  schema: FormSchema;
  published_at: Date | null;
  closed_at: Date | null;
  /** Visitors can fill it in, by this version or by one before it. */
  is_open: boolean;
  /** How many were sent in all versions. */
  sent: number;
  state: StaffFormState;
};

/** Dynamic forms by their newest versions; those that stand in the code are none. `code`: that one alone. */
export async function listStaffForms(db: Db, code: string | null = null, now = new Date()): Promise<StaffForm[]> {
  const { rows } = await sql<Omit<StaffForm, 'state'>>`
    select distinct on (f.code) f.code, f.version, f.schema, f.published_at, f.closed_at,
      (select count(*)::int from form_submissions s where s.code = f.code) as sent,
      coalesce((select coalesce(o.closed_at > ${now}, true) from form_schemas o
        where o.code = f.code and o.published_at <= ${now} order by o.version desc limit 1), false) as is_open
    from form_schemas f where coalesce(f.code = ${code}::text, true) order by f.code, f.version desc`.execute(db);
  return rows.map((row) => ({ ...row, schema: { ...row.schema, code: row.code }, state: stateOf(row, now) }));
}

function stateOf({ published_at, closed_at }: Omit<StaffForm, 'state'>, now: Date): StaffFormState {
  if (!published_at) return 'draft';
  if (closed_at && closed_at <= now) return 'closed';
  return published_at > now ? 'coming' : 'open';
}

/** Sent forms of these branches (null: of all), newest first, with numbers below `after`, at most `limit`. */
export async function listStaffSubmissions(
  db: Db,
  { code = null, branches }: { code?: string | null; branches: string[] | null },
  { after, limit }: { after: number | null; limit: number },
): Promise<SubmissionLine[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (code !== null) conditions.push(sql`s.code = ${code}`);
  if (after !== null) conditions.push(sql`s.number < ${after}`);
  if (branches) conditions.push(sql`coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[])`);
  const { rows } = await sql<SubmissionLine>`
    select s.id, s.number, s.code, s.about_title, s.answers, s.created_at, d.city, d.time_zone,
      (select count(*)::int from form_files f where f.submission_id = s.id) as files
    from form_submissions s join departments d on d.id_1c = s.department_id_1c
    where ${sql.join(conditions, sql` and `)} order by s.number desc limit ${limit}`.execute(db);
  return rows;
}

/** One of them by its number; null: these branches have none such. */
export async function readStaffSubmission(
  db: Db,
  number: number,
  branches: string[] | null,
): Promise<Submission | null> {
  const found = await findSubmission(db, String(number));
  return found && (!branches || branches.includes(found.branch.id_1c)) ? found : null;
}

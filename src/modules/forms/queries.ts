import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { isUuid } from '#shared/uuid.ts';
import type { Answer } from './schema.ts';

export type SubmittedFile = { id: string; field: string; name: string; type: string; size: number };

/** A sent form as staff reads it. `forgotten_at`: its words and files were removed by their term. */
export type Submission = {
  id: string;
  number: number;
  code: string;
  user_id: string | null;
  origin: string;
  page: string;
  about: string | null;
  about_title: string;
  answers: Answer[];
  created_at: Date;
  forgotten_at: Date | null;
  branch: { id_1c: string; city: string; time_zone: string };
  files: SubmittedFile[];
  consents: { purpose: string; page_slug: string; page_version: number; given_at: string }[];
};

/** By its number or id as typed; null: none. */
export async function findSubmission(db: Db, typed: string): Promise<Submission | null> {
  const isNumber = /^[0-9]{1,15}$/.test(typed);
  if (!isNumber && !isUuid(typed)) return null;
  const { rows } = await sql<Submission>`
    select s.id, s.number, s.code, s.user_id, s.origin, s.page, s.about, s.about_title, s.answers, s.created_at, s.forgotten_at,
      json_build_object('id_1c', d.id_1c, 'city', d.city, 'time_zone', d.time_zone) as branch,
      (select coalesce(json_agg(json_build_object('id', f.id, 'field', f.field, 'name', f.name, 'type', f.type, 'size', f.size)
          order by f.field, f.name), '[]'::json) from form_files f where f.submission_id = s.id) as files,
      (select coalesce(json_agg(json_build_object('purpose', c.purpose, 'page_slug', p.slug, 'page_version', p.version,
          'given_at', c.given_at) order by c.id), '[]'::json)
        from consents c join pages p on p.id = c.page_id where c.submission_id = s.id) as consents
    from form_submissions s join departments d on d.id_1c = s.department_id_1c
    where ${isNumber ? sql`s.number = ${Number(typed)}` : sql`s.id = ${typed}::uuid`}`.execute(db);
  return rows[0] ?? null;
}

/** What the visitor is told after sending: the number of the request of this id and form. */
export async function submissionNumber(db: Db, id: string, code: string): Promise<number | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('form_submissions')
    .select('number')
    .where('id', '=', id)
    .where('code', '=', code)
    .executeTakeFirst();
  return row?.number ?? null;
}

export type SubmissionLine = Pick<Submission, 'id' | 'number' | 'code' | 'about_title' | 'answers' | 'created_at'> & {
  city: string;
  time_zone: string;
  files: number;
};

/** The staff's list, the newest first. */
export async function listSubmissions(
  db: Db,
  { code, department_id_1c, limit }: { code?: string; department_id_1c?: string; limit: number },
): Promise<SubmissionLine[]> {
  const { rows } = await sql<SubmissionLine>`
    select s.id, s.number, s.code, s.about_title, s.answers, s.created_at, d.city, d.time_zone,
      (select count(*)::int from form_files f where f.submission_id = s.id) as files
    from form_submissions s join departments d on d.id_1c = s.department_id_1c
    where (${code ?? null}::text is null or s.code = ${code ?? null})
      and (${department_id_1c ?? null}::text is null or s.department_id_1c = ${department_id_1c ?? null})
    order by s.number desc limit ${limit}`.execute(db);
  return rows;
}

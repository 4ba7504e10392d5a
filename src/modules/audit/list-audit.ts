import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonResources } from './common-resources.ts';

export type AuditEntry = {
  id: number;
  at: Date;
  staff_user_id: string | null;
  who: string;
  resource: string;
  record_id: string | null;
  department_id_1c: string | null;
  words: string;
  before: object | null;
  after: object | null;
  verb: string;
  address: string | null;
  request_id: string | null;
  /** The line that this one takes back. */
  undo_of: number | null;
  /** The line that took this one back. */
  undone_by: number | null;
};

/** `branches`: id_1c; those where the reader works or has chosen, null: all. `isLimited`: they work in some only. */
export type AuditReader = { staff_user_id: string; branches: string[] | null; isLimited: boolean };

export type AuditFilter = {
  staff_user_id?: string;
  /** One kind of records, or several. */
  resource?: string | string[];
  record_id?: string;
  from?: Date;
  to?: Date;
  /** Part of the sentence. */
  q?: string;
};

/** Lines of the audit log that this person may see, newest first, older than `after` (an id), at most `limit`. */
export async function listAudit(
  db: Db,
  reader: AuditReader,
  { staff_user_id, resource, record_id, from, to, q }: AuditFilter,
  { after, limit }: { after: number | null; limit: number },
): Promise<AuditEntry[]> {
  const conditions: RawBuilder<unknown>[] = [seenBy(reader)];
  if (staff_user_id) conditions.push(sql`a.staff_user_id = ${staff_user_id}::uuid`);
  if (resource) conditions.push(sql`a.resource = any(${[resource].flat()}::text[])`);
  if (record_id) conditions.push(sql`a.record_id = ${record_id}`);
  if (from) conditions.push(sql`a.at >= ${from}`);
  if (to) conditions.push(sql`a.at < ${to}`);
  if (q) conditions.push(sql`a.words ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (after !== null) conditions.push(sql`a.id < ${after}`);
  const { rows } = await sql<AuditEntry>`
    select a.id, a.at, a.staff_user_id, a.who, a.resource, a.record_id, a.department_id_1c, a.words, a.before, a.after,
      a.verb, a.address, a.request_id, a.undo_of, u.id as undone_by
    from audit_log a left join audit_log u on u.undo_of = a.id
    where ${sql.join(conditions, sql` and `)}
    order by a.id desc limit ${limit}`.execute(db);
  return rows;
}

/** One line; null: there is none that this person may see. */
export async function getAuditEntry(db: Db, reader: AuditReader, id: number): Promise<AuditEntry | null> {
  const { rows } = await sql<AuditEntry>`
    select a.id, a.at, a.staff_user_id, a.who, a.resource, a.record_id, a.department_id_1c, a.words, a.before, a.after,
      a.verb, a.address, a.request_id, a.undo_of, u.id as undone_by
    from audit_log a left join audit_log u on u.undo_of = a.id where a.id = ${id} and ${seenBy(reader)}`.execute(db);
  return rows[0] ?? null;
}

/** What names no branch is common, or concerns several: that is seen by staff of all branches and by its author. */
function seenBy({ staff_user_id, branches, isLimited }: AuditReader): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  const isOpen = isLimited
    ? sql`(a.resource = any(${commonResources}::text[]) or a.staff_user_id = ${staff_user_id}::uuid)`
    : sql`true`;
  return sql`(a.department_id_1c = any(${branches}::text[]) or (a.department_id_1c is null and ${isOpen}))`;
}

/** Who changed this record last, and when; null: nobody in the back office yet. */
export async function lastChange(
  db: Db,
  resource: string,
  record_id: string | number,
): Promise<{ who: string; at: Date } | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(['who', 'at'])
    .where('resource', '=', resource)
    .where('record_id', '=', String(record_id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

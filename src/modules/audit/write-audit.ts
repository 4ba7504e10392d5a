import type { Db } from '#platform/database.ts';
import { countOf } from '#shared/plurals.ts';

/** What a change says of itself: to which record, in which words, from what to what. */
export type AuditLine = {
  /** The kind of record, as the calls name it: `orders`, `products`. */
  resource: string;
  record_id: string | number | null;
  /** The branch whose record it is; null: common to all. */
  department_id_1c?: string | null;
  /** A sentence in Russian, without codes and secrets: «Цена Штукатурки изменена с 489 ₽ на 499 ₽». */
  words: string;
  /** The changed fields alone, as the calls show them. */
  before?: object | null;
  after?: object | null;
  /** Kept one year instead of three: what is written of persons. */
  isAboutPerson?: boolean;
};

/** Who changed it, by which call. */
export type AuditAuthor = {
  staff_user_id: string | null;
  session_id: string | null;
  who: string;
  address: string | null;
  request_id: string | null;
  permission: string | null;
  /** Method and path of the call, or the command. */
  verb: string;
};

/** Of a job or a command, which no call of the back office made. */
export function authorWithoutCall(who: string, verb: string, staff_user_id: string | null = null): AuditAuthor {
  return { staff_user_id, session_id: null, who, address: null, request_id: null, permission: null, verb };
}

const years = { persons: 1, others: 3 };
/** A longer text is shown by its beginning and its length: the record itself holds it. */
const longestText = 8_000;

/**
 * One line of the audit log; call it in the transaction of the change. `undo_of`: the line that this change takes back.
 * Returns its id.
 */
export async function writeAudit(
  db: Db,
  author: AuditAuthor,
  line: AuditLine,
  undo_of: number | null = null,
  now = new Date(),
): Promise<number> {
  const { resource, record_id, department_id_1c = null, words, before = null, after = null, isAboutPerson } = line;
  const keep_until = new Date(now);
  keep_until.setFullYear(now.getFullYear() + (isAboutPerson ? years.persons : years.others));
  const { id } = await db
    .insertInto('audit_log')
    .values({
      ...author,
      at: now,
      resource,
      record_id: record_id === null ? null : String(record_id),
      department_id_1c,
      words,
      before: before && JSON.stringify(shortened(before)),
      after: after && JSON.stringify(shortened(after)),
      undo_of,
      keep_until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A line of each of these changes, by one author. Call it in the transaction of the changes. */
export async function writeAudits(db: Db, author: AuditAuthor, lines: AuditLine[], now = new Date()): Promise<void> {
  for (const line of lines) await writeAudit(db, author, line, null, now);
}

/** Lines whose term is over. */
export async function forgetOldAudit(db: Db, now = new Date()): Promise<void> {
  await db.deleteFrom('audit_log').where('keep_until', '<=', now).execute();
}

function shortened(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortenedValue(value)]));
}

/** Whether a line keeps only the beginning of some text, so that it cannot be taken back from here. */
export function isShortened(fields: object | null): boolean {
  return Object.values(fields ?? {}).some((value) => typeof value === 'string' && shortenedEnd.test(value));
}

const shortenedEnd = /… \(\d+ знак(?:а|ов)?\)$/;

function shortenedValue(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longestText) return value;
  return `${value.slice(0, 200)}… (${countOf(value.length, 'знак', 'знака', 'знаков')})`;
}

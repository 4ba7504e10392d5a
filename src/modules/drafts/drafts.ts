import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { isSameValue } from '#platform/record-version.ts';
import { Refusal } from '#platform/refusal.ts';
import type { DraftKey, EditedRecord, Fields } from './kinds.ts';
import { allRecords } from './records/all-records.ts';

/** Changed fields of a published record that wait, or did. */
export type Draft = DraftKey & {
  id: number;
  title: string;
  department_id_1c: string | null;
  patch: Fields;
  /** The same fields when they were typed; of a published draft just before it. */
  base: Fields;
  /** What publishing it took from 1C; of one that waits: nothing. */
  taken: string[];
  version: number;
  author: string;
  created_at: Date;
  changed_at: Date;
  /** When it is published by itself; null: by hand or with a release. */
  publish_at: Date | null;
  /** Why it was not published at its moment. */
  failure: string | null;
  published_at: Date | null;
  discarded_at: Date | null;
};

const columns = sql`d.id, d.resource, d.record_id, d.title, d.department_id_1c, d.patch, d.base, d.taken, d.version, d.author,
  d.created_at, d.changed_at, d.publish_at, d.failure, d.published_at, d.discarded_at`;

/** The draft that waits over a record; null: none does. `isLocked`: held until the end of the transaction. */
export async function waitingDraft(db: Db, { resource, record_id }: DraftKey, isLocked = false): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select ${columns} from drafts d
    where d.resource = ${resource} and d.record_id = ${record_id} and d.published_at is null and d.discarded_at is null
    ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Any draft by its number; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readDraft(db: Db, id: number, isLocked = false): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select ${columns} from drafts d where d.id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/**
 * The draft over this record, held, in the version that the person has seen. Throws not_found, and draft_changed when
 * somebody changed it meanwhile.
 */
export async function needSeen(db: Db, key: DraftKey, version: number): Promise<Draft> {
  const draft = await waitingDraft(db, key, true);
  if (!draft) throw new Refusal('not_found', {}, 'Этого черновика больше нет. Обновите страницу');
  if (draft.version !== version) throw new Refusal('draft_changed');
  return draft;
}

/** The record that the draft is about, as it stands; null: there is none any more. `isLocked`: its row is held. */
export function recordUnder(db: Db, { resource, record_id }: DraftKey, isLocked = false): Promise<EditedRecord | null> {
  return allRecords[resource].read(db, record_id, isLocked);
}

/** Names of the fields that somebody has changed in the record since they were typed, to something else. */
export function clashesOf({ patch, base }: Pick<Draft, 'patch' | 'base'>, current: Fields): string[] {
  return Object.keys(patch).filter(
    (name) => !isSameValue(base[name], current[name]) && !isSameValue(patch[name], current[name]),
  );
}

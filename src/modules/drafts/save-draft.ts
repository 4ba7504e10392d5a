import { sql } from 'kysely';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { etagOf, holdRecord, isSameValue } from '#platform/record-version.ts';
import { Refusal } from '#platform/refusal.ts';
import { clashesOf, type Draft, needSeen, waitingDraft } from './drafts.ts';
import { type DraftKey, type EditedRecord, type Fields, pickFields } from './kinds.ts';
import { allRecords, needRecord } from './records/all-records.ts';

type Author = { user_id: string; full_name: string };
type Waiting = Pick<Draft, 'patch' | 'base'>;

/**
 * These fields wait from now on, over those that waited already; a field as it stands today waits no more. `version`:
 * of the draft that the person has seen, null: none was there. What the verb would refuse is refused now, at its field.
 * Throws not_found, draft_changed, bad_input. Call in a transaction.
 */
export async function saveDraft(
  db: Db,
  key: DraftKey,
  { fields, version }: { fields: Fields; version: number | null },
  author: Author,
  now: Date,
): Promise<void> {
  await holdRecord(db, key.resource, key.record_id);
  const record = await needRecord(db, key);
  const waiting = await waitingDraft(db, key, true);
  if ((waiting?.version ?? null) !== version) throw new Refusal('draft_changed');
  refuseImmediate(fields, record);
  const names = Object.keys({ ...waiting?.patch, ...fields });
  const kept = names.filter((name) => !(name in fields) || !isSameValue(fields[name], record.fields[name]));
  if (kept.length === 0)
    throw new Refusal(
      'bad_input',
      {},
      waiting ? 'В черновике ничего не осталось: отмените его' : 'Поля такие же, как сейчас на сайте',
    );
  const next: Waiting = { patch: {}, base: {} };
  for (const name of kept) {
    next.patch[name] = name in fields ? fields[name] : waiting?.patch[name];
    next.base[name] = (name in fields ? record.fields[name] : waiting?.base[name]) ?? null;
  }
  await refuseUnfit(db, key, next.patch, now);
  await linkUploads(db, allRecords[key.resource].files(next.patch), now);
  await write(db, key, { waiting, record, next }, author, now);
}

/**
 * After a clash: of the fields that somebody changed in the record, those of `mine` wait as they were typed, the others
 * no more. Returns whether anything is left to wait for: else the draft is discarded. Throws not_found, draft_changed.
 * Call in a transaction.
 */
export async function settleDraft(
  db: Db,
  key: DraftKey,
  { version, mine }: { version: number; mine: string[] },
  author: Author,
  now: Date,
): Promise<boolean> {
  await holdRecord(db, key.resource, key.record_id);
  const record = await needRecord(db, key);
  const waiting = await needSeen(db, key, version);
  const clashes = clashesOf(waiting, record.fields);
  const kept = Object.keys(waiting.patch).filter((name) => !clashes.includes(name) || mine.includes(name));
  if (kept.length === 0) {
    await close(db, waiting.id, now);
    return false;
  }
  const next: Waiting = {
    patch: pickFields(waiting.patch, kept),
    base: {
      ...pickFields(waiting.base, kept),
      ...pickFields(
        record.fields,
        kept.filter((name) => clashes.includes(name)),
      ),
    },
  };
  await write(db, key, { waiting, record, next }, author, now);
  return true;
}

/** Nothing waits over the record any more. Throws not_found, draft_changed. Call in a transaction. */
export async function discardDraft(db: Db, key: DraftKey, version: number, now: Date): Promise<Draft> {
  const draft = await needSeen(db, key, version);
  await close(db, draft.id, now);
  return draft;
}

/**
 * When the draft is published by itself; null: by hand. Throws not_found, draft_changed, and bad_input for a moment
 * that is over. Call in a transaction.
 */
export async function planDraft(
  db: Db,
  key: DraftKey,
  { version, publish_at }: { version: number; publish_at: Date | null },
  now: Date,
): Promise<Draft> {
  if (publish_at && publish_at <= now)
    throw new Refusal('bad_input', { fields: { publish_at: 'Это время уже прошло' } });
  const draft = await needSeen(db, key, version);
  await db
    .updateTable('drafts')
    .set({ publish_at, failure: null, version: draft.version + 1, changed_at: now })
    .where('id', '=', draft.id)
    .execute();
  return draft;
}

/** Fields of the record that are no part of a draft. */
function refuseImmediate(fields: Fields, record: EditedRecord): void {
  const names = Object.keys(fields).filter((name) => !Object.hasOwn(record.fields, name));
  if (names.length === 0) return;
  const words = 'Это поле в черновик не откладывают: сохраните его сразу';
  throw new Refusal('bad_input', { fields: Object.fromEntries(names.map((name) => [name, words])) }, words);
}

/** The verb is tried over the record as it stands, and put back. Throws what it refuses. */
async function refuseUnfit(db: Db, { resource, record_id }: DraftKey, patch: Fields, now: Date): Promise<void> {
  await sql`savepoint tried`.execute(db);
  await allRecords[resource].change(db, record_id, patch, now);
  await sql`rollback to savepoint tried`.execute(db);
}

type Written = { waiting: Draft | null; record: EditedRecord; next: Waiting };

async function write(
  db: Db,
  { resource, record_id }: DraftKey,
  { waiting, record, next }: Written,
  author: Author,
  now: Date,
): Promise<void> {
  const row = {
    title: record.title,
    patch: JSON.stringify(next.patch),
    base: JSON.stringify(next.base),
    base_etag: etagOf(record.fields),
    author_user_id: author.user_id,
    author: author.full_name,
    changed_at: now,
  };
  if (waiting)
    await db
      .updateTable('drafts')
      .set({ ...row, version: waiting.version + 1 })
      .where('id', '=', waiting.id)
      .execute();
  else
    await db
      .insertInto('drafts')
      .values({ ...row, resource, record_id, department_id_1c: record.department_id_1c, created_at: now })
      .execute();
}

async function close(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('drafts').set({ discarded_at: now, changed_at: now }).where('id', '=', id).execute();
}

import { takingLine, withNotOwned } from '#modules/audit/not-owned.ts';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import { etagOf, holdRecord, isSameValue } from '#platform/record-version.ts';
import { Refusal } from '#platform/refusal.ts';
import { clashesOf, type Draft, readDraft, waitingDraft } from './drafts.ts';
import { type EditedRecord, type Fields, pickFields } from './kinds.ts';
import { allRecords } from './records/all-records.ts';

/**
 * The fields of the draft stand in its record from now on, by the verb that changes it at once. Fields that others
 * changed meanwhile are left as they are; where somebody changed one of the draft's own, throws changed {current, base,
 * names, etag}. Throws not_found, and bad_input for what the verb refuses. Returns the line of the audit log about the
 * record, which the caller writes in the same transaction.
 */
export async function publishDraft(db: Db, id: number, by: string, now: Date): Promise<AuditLine> {
  const draft = await readDraft(db, id, true);
  if (!draft || draft.published_at || draft.discarded_at)
    throw new Refusal('not_found', {}, 'Этого черновика больше нет. Обновите страницу');
  const { before, after, words, taken } = await apply(db, draft, draft.patch, {
    now,
    check: (record) => refuseClash(draft, record),
  });
  await db
    .updateTable('drafts')
    .set({
      title: after.title,
      base: JSON.stringify(before),
      taken,
      published_at: now,
      published_by: by,
      failure: null,
      version: draft.version + 1,
      changed_at: now,
    })
    .where('id', '=', id)
    .execute();
  const line = lineOf(draft, before, after, `${words}. Из черновика (${draft.author})`);
  return { ...line, ...takingLine(line, taken) };
}

/**
 * What the draft changed stands again as it stood before, what it took from 1C is 1C's again, and the draft waits
 * again. The caller has made sure that nobody has changed it since. Throws not_found, and bad_input when another draft
 * waits over the record by now, or for what the verb refuses. Returns the line of the audit log. Call in a transaction.
 */
export async function recallDraft(db: Db, id: number, now: Date): Promise<AuditLine> {
  const draft = await readDraft(db, id, true);
  if (!draft?.published_at) throw new Refusal('not_found');
  if (await waitingDraft(db, draft)) throw new Refusal('bad_input', {}, 'над записью уже ждёт новый черновик');
  const { before, after, words } = await apply(db, draft, draft.base, {
    now,
    stoodBefore: true,
    notOwned: draft.taken,
  });
  await db
    .updateTable('drafts')
    .set({
      published_at: null,
      published_by: null,
      publish_at: null,
      taken: [],
      base_etag: etagOf(after.fields),
      version: draft.version + 1,
      changed_at: now,
    })
    .where('id', '=', id)
    .execute();
  const line = lineOf(draft, before, after, `Отменено: ${words}`);
  const notOwned = draft.taken.length > 0 ? draft.taken : undefined;
  return { ...line, before: withNotOwned(line.before, notOwned && []), after: withNotOwned(line.after, notOwned) };
}

/**
 * The fields of the draft stand in its record as they will once it is published, for a transaction that is rolled back:
 * nothing is held, so that whoever orders or saves meanwhile does not wait. Throws what publishing would.
 */
export async function layDraft(db: Db, id: number, now: Date): Promise<void> {
  const draft = await readDraft(db, id);
  if (!draft) return;
  const { read, change } = allRecords[draft.resource];
  const record = await read(db, draft.record_id, false);
  if (!record) return;
  refuseClash(draft, record);
  await change(db, draft.record_id, draft.patch, now);
}

async function apply(
  db: Db,
  { resource, record_id, patch }: Draft,
  values: Fields,
  {
    now,
    check,
    stoodBefore,
    notOwned = [],
  }: { now: Date; check?: (record: EditedRecord) => void; stoodBefore?: boolean; notOwned?: string[] },
): Promise<{ before: Fields; after: EditedRecord; words: string; taken: string[] }> {
  await holdRecord(db, resource, record_id);
  const { read, change, giveBack } = allRecords[resource];
  const record = await read(db, record_id, true);
  if (!record) throw new Refusal('not_found', {}, 'Записи, которую правили, больше нет: отклоните черновик');
  check?.(record);
  const { words, taken = [] } = await change(db, record_id, values, now, stoodBefore);
  if (notOwned.length > 0) await giveBack?.(db, record_id, notOwned);
  const after = await read(db, record_id, true);
  if (!after) throw new Error(`${resource} ${record_id}: записи не стало`);
  const before = Object.fromEntries(Object.keys(patch).map((name) => [name, record.fields[name] ?? null]));
  return { before, after, words, taken };
}

function refuseClash(draft: Draft, record: EditedRecord): void {
  const names = clashesOf(draft, record.fields);
  if (names.length === 0) return;
  throw new Refusal(
    'changed',
    { names, base: draft.base, current: record.fields, etag: etagOf(record.fields) },
    'С тех пор, как набран черновик, эти же поля изменили в самой записи. Откройте черновик и выберите, что оставить',
  );
}

function lineOf({ resource, record_id, department_id_1c }: Draft, before: Fields, after: EditedRecord, words: string) {
  const changed = Object.keys(before).filter((name) => !isSameValue(before[name], after.fields[name]));
  const fields = { before: pickFields(before, changed), after: pickFields(after.fields, changed) };
  return { resource, record_id, department_id_1c, words, ...fields };
}

import type { AuditLine } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import { dequeue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { staffJobKey } from './ask.ts';
import { type StaffJobKind, staffJobKinds, staffJobTitle } from './kinds.ts';
import { readStaffJob } from './read.ts';

/**
 * Ends a job that waits or is being done, before its end: its work is one transaction, so nothing is changed. The
 * process that does it learns of it within a second, and could not write any more. `who`: the person's name. Throws
 * not_found, already_stopped, nothing_to_stop. Call in a transaction. Returns the line of the audit log.
 */
export async function stopStaffJob(db: Db, id: number, who: string): Promise<AuditLine> {
  const found = await db
    .selectFrom('onec_staff_jobs')
    .select(['kind', 'params', 'state', 'finished_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  if (found.finished_at) throw new Refusal(found.state === 'stopped' ? 'already_stopped' : 'nothing_to_stop');
  await db
    .updateTable('onec_staff_jobs')
    .set({ state: 'stopped', finished_at: new Date(), reason: `остановлено: ${who}` })
    .where('id', '=', id)
    .execute();
  await dequeue(db, staffJobKey(id));
  const { resource, record_id } = staffJobKinds[found.kind as StaffJobKind].line(found.params);
  const title = staffJobTitle(ensure(await readStaffJob(db, id)));
  return { resource, record_id, words: `${title}: остановлено, ничего не изменено` };
}

import type { AuditAuthor } from '#modules/audit/write-audit.ts';
import { writeAudit } from '#modules/audit/write-audit.ts';
import { type Db, openDatabase } from '#platform/database.ts';
import { FileRefusal } from '../file-refusal.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { type StaffJobKind, type StaffJobResult, staffJobKinds } from './kinds.ts';

/** Often enough for whoever looks at the screen, seldom enough for the database. */
const reportMs = 1_000;

/**
 * Does what staff have asked for; the change, its line of the audit log and the end of the job are one transaction.
 * What the verb refuses ends the job with the reason; any other fault is thrown, and the job can be run again. One
 * that is over stays as it is; one that is stopped meanwhile is left at once, and nothing of it is kept once the
 * process has ended.
 */
export async function runStaffJob({ url, staff_job_id: id }: { url: string; staff_job_id: number }): Promise<void> {
  const db = openDatabase(url, { applicationName: 'idd-shop 1C staff job', max: 2 });
  try {
    const job = await db.selectFrom('onec_staff_jobs').selectAll().where('id', '=', id).executeTakeFirst();
    if (!job || job.finished_at) return;
    const author = job.author as AuditAuthor;
    const kind = staffJobKinds[job.kind as StaffJobKind];
    const progress = reportEverySecond(db, id);
    progress('Ждём, пока закончится обмен');
    const place = {
      url,
      waits: true,
      note: async (inside: Db, came: unknown) => {
        // Some verbs count nothing.
        const result = (came ?? null) as StaffJobResult;
        await writeAudit(inside, author, kind.line(job.params, result));
        if (!(await finish(inside, id, { state: 'done', result })))
          throw new FileRefusal('', null, 'остановлено в магазине');
      },
    };
    const result = await unlessStopped(kind.work(job.params)(place, author.who, progress), () => isOver(db, id));
    // A rehearsal ends without a note: all that it did is undone.
    await finish(db, id, { state: 'done', result });
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    await finish(db, id, { state: 'refused', reason: error.message });
  } finally {
    await db.destroy();
  }
}

/** A fault of ours that did not pass: nothing was changed. */
export async function failStaffJob(db: Db, id: number): Promise<void> {
  await finish(db, id, { state: 'failed', reason: 'сбой магазина, ничего не изменено: повторите' });
}

type End = { state: 'done'; result: StaffJobResult } | { state: 'refused' | 'failed'; reason: string };

/** Whether the job was not over yet. */
async function finish(db: Db, id: number, end: End): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('onec_staff_jobs')
    .set({
      state: end.state,
      finished_at: new Date(),
      ...(end.state === 'done' ? { result: JSON.stringify(end.result) } : { reason: end.reason }),
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function isOver(db: Db, id: number): Promise<boolean> {
  const job = await db.selectFrom('onec_staff_jobs').select('finished_at').where('id', '=', id).executeTakeFirst();
  return !job || job.finished_at !== null;
}

function reportEverySecond(db: Db, id: number): (text: string) => void {
  let reportedAt = 0;
  return (progress) => {
    if (Date.now() - reportedAt < reportMs) return;
    reportedAt = Date.now();
    // Words are no reason to break off the work.
    void db
      .updateTable('onec_staff_jobs')
      .set({ state: 'running', progress })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .execute()
      .catch(() => {});
  };
}

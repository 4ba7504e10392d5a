import { z } from 'zod';
import { failStaffJob } from '#integrations/onec/staff-jobs/run.ts';
import { runOnecProcess } from './onec-process.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ staff_job_id: z.number() });

/** A rollback or another mapping that staff have asked for. */
export const runOnecStaffJob: Task = async (payload, { db, config, log }, { job, abortSignal }) => {
  const { staff_job_id } = Payload.parse(payload);
  const fault = await runOnecProcess(config, { ONEC_STAFF_JOB: String(staff_job_id) }, abortSignal);
  if (fault === null) return;
  log.error({ staff_job_id, fault }, 'what staff asked of the exchange with 1C was not done');
  if (!abortSignal?.aborted && job.attempts >= job.max_attempts) return failStaffJob(db, staff_job_id);
  throw new Error(`staff job ${staff_job_id}: it ended with ${fault}`);
};

import { reviveStale } from '#integrations/onec/exchange/packages.ts';
import { reviveStaleFiles } from '#integrations/onec/sale/order-files.ts';
import { reviveLostJobs } from '#integrations/onec/staff-jobs/ask.ts';
import type { Task } from './tasks.ts';

/**
 * Every five minutes: packages of 1C, files of orders and work that staff asked for whose job was taken as often as a
 * job is tried, and whose worker was killed or asked to stop each time, get another one. 1C revives what it asks about;
 * nobody asks about what somebody has just approved, and it would hold back whatever comes after it.
 */
export const sweepExchange: Task = async (_payload, { db, log }) => {
  const now = new Date();
  const packages = await reviveStale(db, now);
  const files = await reviveStaleFiles(db, now);
  const jobs = await reviveLostJobs(db, now);
  if (packages + files + jobs > 0) log.info({ packages, files, jobs }, 'work of the exchange with 1C was queued again');
};

import { countUnsent, requeueUnsent } from '#modules/mail/mails.ts';
import { requeuePayments } from '#modules/payments/requeue.ts';
import { countWaitingJobs } from '#platform/queue.ts';
import type { Task } from './tasks.ts';

/** Every five minutes: what waits to be sent and has no job gets one. */
export const sweepOutgoing: Task = async (_payload, { db, partners, log }) => {
  const mails = await requeueUnsent(db);
  const payments = partners.payments ? await requeuePayments(db, partners.payments.name) : 0;
  if (mails + payments > 0) log.warn({ mails, payments }, 'what had no job was queued again');
};

/** Every quarter of an hour: the alarm about emails that do not leave and jobs that nobody takes. */
export const watchOutgoing: Task = async (_payload, { db, log }) => {
  const mails = await countUnsent(db);
  if (mails.count > 0) log.error(mails, 'emails are not sent');
  const jobs = await countWaitingJobs(db);
  if (jobs.count > 0)
    log.error(jobs, 'jobs wait and no worker takes them: a setting is missing, or the outgoing is held');
};

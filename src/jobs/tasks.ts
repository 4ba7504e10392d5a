import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Config } from '../config.ts';
import { cleanUp } from './clean-up.ts';
import { countBonuses } from './count-bonuses.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { expireReservations } from './expire-reservations.ts';
import {
  checkPayment,
  checkReceipts,
  handlePaymentEvent,
  sendReceipt,
  sendRefund,
  settlePayment,
  writePaymentLetters,
} from './payments.ts';
import { inviteReviewers, placeReviewPhotos } from './reviews.ts';
import { sendLead, watchLeads } from './send-lead.ts';
import { sendMail } from './send-mail.ts';
import { sendAlerts, sendNews } from './subscription-letters.ts';
import { writeGatheredLetters, writeOrderLetters } from './write-order-letters.ts';

export type JobContext = { db: Db; config: Config; log: Log };

/**
 * What `enqueue` names: parses the payload, calls one verb. Throwing means "try again later"; every task may run twice.
 * `helpers.abortSignal` fires when the worker is asked to stop.
 */
export type Task = (payload: unknown, context: JobContext, helpers: JobHelpers) => Promise<void>;

/** Every task by the name `enqueue` uses, one line each. */
const tasks: Record<string, Task> = {
  check_payment: checkPayment,
  check_receipts: checkReceipts,
  clean_up: cleanUp,
  count_bonuses: countBonuses,
  erase_accounts: eraseAccounts,
  expire_reservations: expireReservations,
  handle_payment_event: handlePaymentEvent,
  invite_reviewers: inviteReviewers,
  place_review_photos: placeReviewPhotos,
  send_lead: sendLead,
  send_alerts: sendAlerts,
  send_mail: sendMail,
  send_news: sendNews,
  send_receipt: sendReceipt,
  send_refund: sendRefund,
  settle_payment: settlePayment,
  watch_leads: watchLeads,
  write_gathered_letters: writeGatheredLetters,
  write_order_letters: writeOrderLetters,
  write_payment_letters: writePaymentLetters,
};

/** Tasks that come round by the clock: minute, hour, day, month, weekday (UTC). */
export const timetable: { match: string; task: string }[] = [
  { match: '17 0 * * *', task: 'clean_up' },
  { match: '* * * * *', task: 'expire_reservations' },
  { match: '* * * * *', task: 'send_lead' },
  { match: '* * * * *', task: 'count_bonuses' },
  { match: '*/15 * * * *', task: 'watch_leads' },
  { match: '41 * * * *', task: 'erase_accounts' },
  { match: '23 9 * * *', task: 'invite_reviewers' },
  { match: '*/5 * * * *', task: 'send_alerts' },
  { match: '0 7 * * *', task: 'send_news' },
];

/** The tasks as graphile-worker calls them. */
export function taskList(context: JobContext): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, helpers: JobHelpers) =>
        task(payload, { ...context, log: context.log.child({ task: name, job: helpers.job.id }) }, helpers),
    ]),
  );
}

import type { JobHelpers, TaskList } from 'graphile-worker';
import { type Partners, partnerTable, paymentSettings } from '#integrations/partners.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { AnnouncedTask } from '#platform/timetable.ts';
import { ensure } from '#shared/ensure.ts';
import type { Config } from '../config.ts';
import { applyPricePlans } from './apply-price-plans.ts';
import { checkTexts } from './check-texts.ts';
import { cleanUp } from './clean-up.ts';
import { countBonuses } from './count-bonuses.ts';
import { countLosses } from './count-losses.ts';
import { countPopularity } from './count-popularity.ts';
import { deriveReleased } from './derive-released.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { expireReservations } from './expire-reservations.ts';
import { followActionConditions } from './follow-action-conditions.ts';
import { followQuality } from './follow-quality.ts';
import { issuePapers } from './issue-papers.ts';
import { longestPause, nextRun } from './next-run.ts';
import { notedRun } from './noted-run.ts';
import { importOnecPackage, runOnecStaffJob } from './onec-process.ts';
import {
  checkPayment,
  checkReceipts,
  handlePaymentEvent,
  sendReceipt,
  sendRefund,
  settlePayment,
  writePaymentEmails,
} from './payments.ts';
import { publishReleases } from './publish-releases.ts';
import { inviteReviewers, placeReviewPhotos } from './reviews.ts';
import { sendLead, watchLeads } from './send-lead.ts';
import { keepsOrSendsMail, sendMail } from './send-mail.ts';
import { sendAlerts, sendNews } from './subscription-emails.ts';
import { sweepExchange } from './sweep-exchange.ts';
import { takeOnecOrderFile } from './take-onec-order-file.ts';
import { watchFeeds } from './watch-feeds.ts';
import { sweepOutgoing, watchOutgoing } from './watch-outgoing.ts';
import { noteChangedGoods, sendWebhooks } from './webhooks.ts';
import { workOnGoodsImports } from './work-on-goods-imports.ts';
import { writeGatheredEmails, writeOrderEmails } from './write-order-emails.ts';

/** What the pages say of themselves to robots: jobs do not import pages. */
export type PagesForRobots = { inSitemap: string[]; closedToRobots: string[] };

export type JobContext = {
  db: Db;
  config: Config;
  keys: SecretKeys;
  partners: Partners;
  log: Log;
  pagesForRobots: PagesForRobots;
};

/**
 * What `enqueue` names: parses the payload, calls one verb. Throwing means "try again later"; every task may run twice.
 * `helpers.abortSignal` fires when the worker is asked to stop.
 */
export type Task = (payload: unknown, context: JobContext, helpers: JobHelpers) => Promise<void>;

/** Every task by the name `enqueue` uses, one line each. */
const tasks: Record<string, Task> = {
  apply_price_plans: applyPricePlans,
  check_payment: checkPayment,
  check_receipts: checkReceipts,
  check_texts: checkTexts,
  clean_up: cleanUp,
  count_bonuses: countBonuses,
  count_losses: countLosses,
  count_popularity: countPopularity,
  derive_released: deriveReleased,
  erase_accounts: eraseAccounts,
  expire_reservations: expireReservations,
  follow_action_conditions: followActionConditions,
  follow_quality: followQuality,
  handle_payment_event: handlePaymentEvent,
  import_onec_package: importOnecPackage,
  invite_reviewers: inviteReviewers,
  issue_papers: issuePapers,
  note_changed_goods: noteChangedGoods,
  place_review_photos: placeReviewPhotos,
  run_onec_staff_job: runOnecStaffJob,
  publish_releases: publishReleases,
  send_lead: sendLead,
  send_alerts: sendAlerts,
  send_mail: sendMail,
  send_news: sendNews,
  send_receipt: sendReceipt,
  send_refund: sendRefund,
  send_webhooks: sendWebhooks,
  settle_payment: settlePayment,
  sweep_exchange: sweepExchange,
  sweep_outgoing: sweepOutgoing,
  take_onec_order_file: takeOnecOrderFile,
  watch_feeds: watchFeeds,
  watch_leads: watchLeads,
  watch_outgoing: watchOutgoing,
  work_on_goods_imports: workOnGoodsImports,
  write_gathered_emails: writeGatheredEmails,
  write_order_emails: writeOrderEmails,
  write_payment_emails: writePaymentEmails,
  // Names of before migration 0015: jobs queued under them may still wait, and the queue lets nobody rename a job.
  write_gathered_letters: writeGatheredEmails,
  write_order_letters: writeOrderEmails,
  write_payment_letters: writePaymentEmails,
};

/** Tasks that come round by the clock: minute, hour, day, month, weekday (UTC). */
export const timetable: { match: string; task: string }[] = [
  { match: '17 0 * * *', task: 'clean_up' },
  { match: '47 0 * * *', task: 'check_texts' },
  { match: '13 1 * * *', task: 'count_popularity' },
  { match: '* * * * *', task: 'apply_price_plans' },
  { match: '* * * * *', task: 'publish_releases' },
  { match: '* * * * *', task: 'expire_reservations' },
  { match: '* * * * *', task: 'send_lead' },
  { match: '* * * * *', task: 'count_bonuses' },
  { match: '* * * * *', task: 'note_changed_goods' },
  { match: '* * * * *', task: 'send_webhooks' },
  { match: '* * * * *', task: 'work_on_goods_imports' },
  { match: '* * * * *', task: 'follow_action_conditions' },
  { match: '* * * * *', task: 'follow_quality' },
  { match: '*/15 * * * *', task: 'watch_leads' },
  { match: '*/15 * * * *', task: 'watch_outgoing' },
  { match: '*/5 * * * *', task: 'sweep_outgoing' },
  { match: '*/5 * * * *', task: 'sweep_exchange' },
  { match: '37 2,10,18 * * *', task: 'watch_feeds' },
  { match: '7 * * * *', task: 'count_losses' },
  { match: '41 * * * *', task: 'erase_accounts' },
  { match: '23 9 * * *', task: 'invite_reviewers' },
  { match: '*/5 * * * *', task: 'send_alerts' },
  { match: '0 7 * * *', task: 'send_news' },
];

/** Tasks that speak with partners and customers, and the setting without which they can do nothing. */
const outgoing: Record<string, { needs: string; has: (shop: Pick<JobContext, 'config' | 'partners'>) => boolean }> = {
  send_mail: { needs: 'SMTP_URL', has: ({ config }) => keepsOrSendsMail(config) },
  // Without a CRM leads stay in the database on purpose; a lead's own state says what is to be sent.
  send_lead: { needs: partnerTable.crm.needs, has: () => true },
  // Their addresses are rows: what waits for them is held with the rest of what leaves.
  note_changed_goods: { needs: '', has: () => true },
  send_webhooks: { needs: '', has: () => true },
  ...Object.fromEntries(
    ['check_payment', 'check_receipts', 'handle_payment_event', 'send_receipt', 'send_refund'].map((name) => [
      name,
      { needs: paymentSettings, has: ({ partners }) => partners.payments !== null },
    ]),
  ),
};

/**
 * What a worker with these settings takes from the queue. Jobs of other tasks stay there untouched, for a worker that
 * has the setting: none is completed without having been done. `isHeld`: the outgoing is held (platform/outgoing.ts).
 */
export function doableTasks(
  shop: Pick<JobContext, 'config' | 'partners'>,
  isHeld: boolean,
): { doable: string[]; missing: { task: string; needs: string }[] } {
  const missing = Object.entries(outgoing).filter(([, { has }]) => !has(shop));
  const left = new Set(isHeld ? Object.keys(outgoing) : missing.map(([task]) => task));
  return {
    doable: Object.keys(tasks).filter((name) => !left.has(name)),
    missing: missing.map(([task, { needs }]) => ({ task, needs })),
  };
}

/** The timetable of these tasks: what nobody does is not queued. */
export function timetableOf(names: string[]): typeof timetable {
  return timetable.filter(({ task }) => names.includes(task));
}

/** The whole timetable as the worker announces it; what it does not take stands there as left. */
export function announcedTasks(doable: string[], now: Date): AnnouncedTask[] {
  return timetable.map(({ task, match }) => ({
    task,
    match,
    is_taken: doable.includes(task),
    period_seconds: longestPause(match, now),
    next_at: nextRun(match, now),
  }));
}

/** The tasks as graphile-worker calls them; runs that the clock asks for are noted (platform/timetable.ts). */
export function taskList(context: JobContext, names: string[] = Object.keys(tasks)): TaskList {
  return Object.fromEntries(
    names.map((name) => {
      const timed = timetable.find(({ task }) => task === name);
      return [
        name,
        (payload: unknown, helpers: JobHelpers) => {
          const own = { ...context, log: context.log.child({ task: name, job: helpers.job.id }) };
          const run = () => ensure(tasks[name])(payload, own, helpers);
          return timed ? notedRun(own, timed, payload, run) : run();
        },
      ];
    }),
  );
}

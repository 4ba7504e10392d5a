import { forgetOldPackages } from '#integrations/onec/exchange/forget.ts';
import { forgetOldExchanges } from '#integrations/onec/sale/ledger.ts';
import { forgetOldProofs } from '#modules/accounts/forget-old-proofs.ts';
import { forgetOldAudit } from '#modules/audit/write-audit.ts';
import { forgetOldCarts } from '#modules/cart/forget-old-carts.ts';
import { forgetSharedCarts } from '#modules/cart/shared-carts.ts';
import { forgetTypeChanges } from '#modules/catalogue/change-attribute-type.ts';
import { forgetCatalogueLosses } from '#modules/catalogue-index/forget-losses.ts';
import { forgetOldMissingPaths } from '#modules/content/missing-paths.ts';
import { forgetOldEstimates } from '#modules/estimates/queries.ts';
import { forgetOldCalls } from '#modules/exchange/answer-once.ts';
import { forgetOldFileImports } from '#modules/exchange/file-imports.ts';
import { forgetOldGoodsImports } from '#modules/exchange/goods-imports.ts';
import { forgetOldForms } from '#modules/forms/forget-forms.ts';
import { formFilesArea } from '#modules/forms/schema.ts';
import { forgetSpinMarks, resealSeeds } from '#modules/fortune/change-campaign.ts';
import { forgetVariantCounts } from '#modules/landings/count-variants.ts';
import { forgetSentLeads } from '#modules/leads/send-state.ts';
import { forgetSecretWords } from '#modules/mail/mails.ts';
import { forgetOldAnswers } from '#modules/payments/events.ts';
import { forgetOldReports } from '#modules/reports/forget-reports.ts';
import { forgetUnconfirmedQuestions } from '#modules/reviews/forget-reviews.ts';
import { forgetOldDecisions } from '#modules/search/decisions.ts';
import { forgetSearchFinds } from '#modules/search/finds.ts';
import { forgetSearchMisses } from '#modules/search/misses.ts';
import { forgetUnwantedShorts } from '#modules/search/unwanted-shorts.ts';
import { forgetOldKeys } from '#modules/staff/admin-keys.ts';
import { forgetOfficeMessages } from '#modules/staff/office-events.ts';
import { resealTotpSecrets } from '#modules/staff/totp.ts';
import { forgetOldSubscriptions } from '#modules/subscriptions/subscribe.ts';
import { forgetUploads } from '#modules/uploads/uploads.ts';
import { forgetOldEvents } from '#modules/webhooks/deliveries.ts';
import { resealWebhooks } from '#modules/webhooks/webhooks.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { forgetOldLimits } from '#platform/limits.ts';
import { removePrivateFile } from '#platform/private-files.ts';
import { forgetFormerKey } from '#platform/secret-keys.ts';
import { cleanUpJobs } from './dead-workers.ts';
import { sweepPrivateFiles } from './sweep-private-files.ts';
import type { Task } from './tasks.ts';

/**
 * Nightly: limits whose window has long passed, old codes, links, tokens and sessions, the words of emails with
 * secrets, carts nobody came back to, copies of carts whose links have ended, forms sent long ago, files of strangers
 * that no row names, old answers of the payment provider, leads the CRM has had for long, changes nobody listened to,
 * what 1C said of orders a quarter ago, files of its packages, what the catalogue lost days ago, what was searched in
 * vain a quarter ago, old counters of visits and losses, decisions of searches that have ended, addresses that nobody
 * asks for any more, and jobs that failed for good a month ago. What an older of the shop's keys has sealed is sealed
 * again.
 */
export const cleanUp: Task = async (_payload, { db, config, keys }) => {
  await forgetOldLimits(db);
  await forgetOldCalls(db);
  await forgetOldKeys(db);
  await forgetOfficeMessages(db);
  await forgetOldAudit(db);
  await forgetTypeChanges(db);
  await forgetOldEvents(db);
  await forgetOldFileImports(db);
  await forgetOldGoodsImports(db);
  await forgetOldProofs(db);
  await forgetSecretWords(db);
  await forgetOldCarts(db);
  await forgetSharedCarts(db);
  await forgetOldAnswers(db);
  const files = await db.transaction().execute((db) => forgetOldForms(db));
  for (const id of files) await removePrivateFile(config.DATA_DIR, formFilesArea, id);
  await sweepPrivateFiles(db, config.DATA_DIR);
  await forgetSentLeads(db);
  await forgetOldExchanges(db);
  await forgetUnconfirmedQuestions(db);
  await forgetOldEstimates(db);
  await forgetOldSubscriptions(db);
  await forgetSpinMarks(db);
  await forgetCatalogueLosses(db);
  await forgetSearchMisses(db);
  await forgetOldReports(db);
  await forgetVariantCounts(db);
  await forgetSearchFinds(db);
  await forgetUnwantedShorts(db);
  await forgetOldDecisions(db);
  await forgetOldMissingPaths(db);
  await forgetUploads(db, filesFolder(config.DATA_DIR));
  await forgetOldPackages(db, config.DATA_DIR);
  await resealTotpSecrets(db, keys);
  await resealWebhooks(db, keys);
  await resealSeeds(db, keys);
  await forgetFormerKey(db, config.SECRET_KEYS);
  await cleanUpJobs(db);
};

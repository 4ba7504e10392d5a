import { eraseAccount, listDueDeletions } from '#modules/accounts/delete-account.ts';
import { forgetCart } from '#modules/cart/forget-old-carts.ts';
import { withdrawConsents } from '#modules/consents/consents.ts';
import { forgetEstimatesOf } from '#modules/estimates/queries.ts';
import { forgetFormsOf } from '#modules/forms/forget-forms.ts';
import { formFilesArea } from '#modules/forms/schema.ts';
import { forgetSpinner } from '#modules/fortune/change-campaign.ts';
import { forgetLeadsOf } from '#modules/leads/send-state.ts';
import { releaseCards } from '#modules/loyalty/attach-card.ts';
import { forgetOrderNotes } from '#modules/orders/order-notes.ts';
import { forgetReviews } from '#modules/reviews/forget-reviews.ts';
import { removePhotos } from '#modules/reviews/photos.ts';
import { forgetListsOf } from '#modules/saved-lists/change-list.ts';
import { forgetActingLinks } from '#modules/staff/acting.ts';
import { forgetSubscriptions } from '#modules/subscriptions/subscribe.ts';
import { ticketFilesArea } from '#modules/support/schema.ts';
import { forgetTickets } from '#modules/support/write-to-ticket.ts';
import { removePrivateFile } from '#platform/private-files.ts';
import type { Task } from './tasks.ts';

/** Hourly: accounts whose owners asked to be erased and whose time has come; each in a transaction of its own. */
export const eraseAccounts: Task = async (_payload, { db, config, log }) => {
  const now = new Date();
  for (const user_id of await listDueDeletions(db, now)) {
    const gone = await db.transaction().execute(async (db) => {
      const erased = await eraseAccount(db, user_id, now);
      if (!erased) return null;
      await forgetCart(db, user_id);
      await forgetListsOf(db, user_id);
      await forgetActingLinks(db, user_id);
      await forgetSubscriptions(db, user_id, erased.emails);
      await forgetLeadsOf(db, erased.emails);
      await forgetEstimatesOf(db, user_id);
      await forgetSpinner(db, user_id);
      await releaseCards(db, user_id);
      await forgetOrderNotes(db, user_id);
      // That a consent was given and when it ended stays provable; nothing else leads from it to a person.
      for (const purpose of ['personal_data', 'advertising'] as const)
        await withdrawConsents(db, user_id, purpose, now);
      const photos = await forgetReviews(db, user_id, erased.emails);
      const sent = await forgetFormsOf(db, user_id, erased.emails, now);
      return { files: await forgetTickets(db, user_id), sent, photos };
    });
    if (!gone) log.warn({ user_id }, 'an account could not be erased yet: orders or rights stand in the way');
    for (const id of gone?.files ?? []) await removePrivateFile(config.DATA_DIR, ticketFilesArea, id);
    for (const id of gone?.sent ?? []) await removePrivateFile(config.DATA_DIR, formFilesArea, id);
    await removePhotos(config.DATA_DIR, gone?.photos ?? []);
  }
};

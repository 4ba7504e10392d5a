import { type MergeChoice, type MergedPair, mergeUsers } from '#modules/accounts/merge-users.ts';
import { moveCartOf } from '#modules/cart/merge-carts.ts';
import { moveConsentsOf } from '#modules/consents/consents.ts';
import { moveEstimatesOf } from '#modules/estimates/queries.ts';
import { moveFormsOf } from '#modules/forms/forget-forms.ts';
import { moveSpinsOf } from '#modules/fortune/change-campaign.ts';
import { moveCardsOf } from '#modules/loyalty/move-cards.ts';
import { moveOrdersOf } from '#modules/orders/move-orders-of.ts';
import { moveReviewsOf } from '#modules/reviews/forget-reviews.ts';
import { moveListsOf } from '#modules/saved-lists/change-list.ts';
import { moveActingOf } from '#modules/staff/acting.ts';
import { moveSubscriptionsOf } from '#modules/subscriptions/subscribe.ts';
import { moveTicketsOf } from '#modules/support/write-to-ticket.ts';
import type { Db } from '#platform/database.ts';

/**
 * Two accounts of one person become one, with everything that `mergeRules` names; each module moves its own tables.
 * Doing it again moves what was written meanwhile, and nothing else. Call in a transaction. Throws as mergeUsers;
 * cart_full or bad_count when the two carts do not fit together; merge_refused when both have reviewed one product and
 * neither review can stand as a guest's.
 */
export async function mergeCustomers(db: Db, pair: MergedPair, choice: MergeChoice, now = new Date()): Promise<void> {
  const { kept, gone } = pair;
  const { email } = await mergeUsers(db, pair, choice, now);
  // Before the orders: each earns on the card that its buyer had.
  await moveCardsOf(db, gone, kept, choice.staff.full_name, now);
  await moveOrdersOf(db, gone, kept, now);
  await moveSpinsOf(db, gone, kept);
  await moveCartOf(db, gone, kept, now);
  await moveListsOf(db, gone, kept);
  await moveConsentsOf(db, gone, kept);
  await moveSubscriptionsOf(db, gone, kept);
  await moveTicketsOf(db, gone, kept);
  await moveFormsOf(db, gone, kept);
  await moveEstimatesOf(db, gone, kept);
  await moveReviewsOf(db, gone, kept, email);
  await moveActingOf(db, gone, kept, now);
}

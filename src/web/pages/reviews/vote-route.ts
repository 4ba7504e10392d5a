import { redirect } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { takeVoteLimit, voteForReview } from '#modules/reviews/vote-for-review.ts';
import { introduceVisitor } from '#modules/visitors/introduce-visitor.ts';
import { Refusal } from '#platform/refusal.ts';
import { catalogUrl, safeBack } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/vote-route.ts';

/** Nothing is read here: whoever opens the address by hand goes to the goods. */
export function loader() {
  return redirect(catalogUrl(), 302);
}

/**
 * «Полезно». With `stay` the answer is the new number, else the way back to the review. A robot's vote is not counted.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext, config } = context.get(shop);
  const form = await request.formData();
  const id = Number(form.get('review_id'));
  const back = safeBack(String(form.get('back') ?? ''), catalogUrl());
  const headers = new Headers();
  const { uuid, cookies } = introduceVisitor(requestContext, config.MAIN_DOMAIN);
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  try {
    if (requestContext.account) refuseWhileActing(requestContext.account);
    if (uuid === null || !Number.isSafeInteger(id) || id < 1) throw new Refusal('not_found');
    await takeVoteLimit(db, requestContext.address);
    const { helpful_count, is_on } = await db.transaction().execute((db) => voteForReview(db, id, uuid));
    if (form.get('stay')) return Response.json({ helpful_count, is_on }, { headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (form.get('stay')) return Response.json({ message: error.message }, { status: error.status, headers });
  }
  return redirect(back, { status: 303, headers });
}

import { redirect } from 'react-router';
import { cartUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/form-route.ts';
import { runCartAction } from './cart-action.ts';
import type { SentAnswer } from './cart-answer.ts';

/** Nothing is read here: whoever opens the address by hand goes to the cart. */
export function loader() {
  return redirect(cartUrl(), 302);
}

/**
 * The page's form sent by a script: the same request as the page's own action, answered in JSON. A refusal is words in
 * an answer of status 200: an error status would only be one more error in the visitor's console.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { answer, location, headers } = await runCartAction(context.get(shop), await request.formData());
  return Response.json({ answer, location } satisfies SentAnswer, { headers });
}

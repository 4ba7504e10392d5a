import { createContext, type RouterContextProvider } from 'react-router';
import { shop } from '#web/parts/request/context.ts';
import { type ActionResult, runCartAction } from './cart-action.ts';

/** What the form of this request has already done; null: nothing yet. */
const acted = createContext<Promise<ActionResult> | null>(null);

/**
 * Does what a form sent to the cart asks for before a page is thought of: mostly the answer is only where to go next, and React Router's share of
 * finding that out was a large part of the work of adding to a cart (decision 340). null: a page is to be shown, or the fault; `actionResult` hands either on.
 */
export async function actOnForm(
  context: RouterContextProvider,
  form: FormData,
): Promise<{ location: string; cookies: string[] } | null> {
  const acting = runCartAction(context.get(shop), form);
  context.set(acted, acting);
  const { location, cookies } = await acting.catch(() => ({ location: null, cookies: [] }));
  return location === null ? null : { location, cookies };
}

/** What the sent form did: done before (`actOnForm`), or now. */
export async function actionResult(context: Readonly<RouterContextProvider>, request: Request): Promise<ActionResult> {
  return context.get(acted) ?? runCartAction(context.get(shop), await request.formData());
}

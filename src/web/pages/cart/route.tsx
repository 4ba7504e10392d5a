import { createContext, data, redirect } from 'react-router';
import { forgetForeignCarts } from '#modules/cart/guest-cart-cookies.ts';
import { cartCookies, changeCart, openCart } from '#modules/cart/open-cart.ts';
import { settledNote } from '#modules/signing/merge-note.ts';
import { shop } from '#web/parts/request/context.ts';
import { cartChanged } from '#web/parts/visitor/visitor-lists.ts';
import type { Route } from './+types/route.ts';
import { actionResult } from './act-on-form.ts';
import { lookCookie, saidOf } from './cart-action.ts';
import type { CartAnswer } from './cart-answer.ts';
import { CartScreen } from './cart-screen.tsx';
import { keepSending } from './keep-sending.ts';
import { type CartPage, readCartPage } from './read-cart-page.ts';

/** Without JavaScript the page is rendered in the same request as its action, from the cart the action left. */
const answeredPage = createContext<CartPage | null>(null);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Корзина — ИДД, ${loaderData?.city ?? ''}` },
  { name: 'description', content: 'Товары, которые вы отложили, и оформление заказа.' },
  { name: 'robots', content: 'noindex,follow' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const answered = context.get(answeredPage);
  if (answered) return data(answered);
  const found = context.get(shop);
  const { db, visit, config } = found;
  const came = await settledNote(db, visit, config.MAIN_DOMAIN);
  const cart = await openCart(db, visit);
  const { page, view, look } = await readCartPage(found, cart, { chosen: [], values: {} });
  const { visitor } = cart;
  const cookies = visit.account ? came.cookies : forgetForeignCarts(visit, config.MAIN_DOMAIN, cart);
  // What was mended is named on this page and kept; see CartView.
  let { version } = cart;
  if (visitor !== null && view.is_changed) {
    const mended = await changeCart(db, cart, view.mend);
    version = mended.version;
    cookies.push(...cartCookies(visit, config.MAIN_DOMAIN, mended));
  }
  if (visitor !== null && cart.lines.length > 0) cookies.push(lookCookie({ visit, config }, look.value));
  return data({ ...page, version, merged: saidOf(came) }, { headers: cookieHeaders(cookies) });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { answer, status, cookies, location, retry_after } = await actionResult(context, request);
  const headers = cookieHeaders(cookies);
  if (retry_after !== undefined) headers.set('Retry-After', String(retry_after));
  if (location !== null) return redirect(location, { status: 303, headers });
  context.set(answeredPage, answer.page);
  // A script reads the refusal in the answer; a status would only be one more error in the visitor's console.
  const isScript = request.headers.get('accept') === '*/*';
  return data(answer, { status: isScript ? 200 : status, headers });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<CartAnswer | undefined> {
  return keepSending(request, async () => {
    try {
      const answer = (await serverAction()) as CartAnswer;
      cartChanged(answer.cart);
      return answer;
    } catch (error) {
      // The order was placed, and its lines have left the cart.
      if (error instanceof Response) cartChanged(null);
      throw error;
    }
  });
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  return <CartScreen loaded={loaderData} sent={actionData ?? null} />;
}

function cookieHeaders(cookies: string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}

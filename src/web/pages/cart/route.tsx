import './cart.css';
import './summary.css';
import './checkout/checkout.css';
import './notes.css';
import './print.css';
import '../../parts/order/receiving/carrying.css';
import { createContext, data, redirect } from 'react-router';
import { forgetForeignCarts } from '#modules/cart/cookie-cart.ts';
import { cartCookies, openCart } from '#modules/cart/open-cart.ts';
import { settledNote } from '#modules/signing/merge-note.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { offeredGoods } from '#web/parts/lists/offered-goods.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import type { Route } from './+types/route.ts';
import { noticeOf, runCartAction } from './cart-action.ts';
import type { CartAnswer } from './cart-answer.ts';
import { lookCookie } from './cart-look.ts';
import { CartScreen } from './cart-screen.tsx';
import { type CartPage, showCart } from './read-cart-page.ts';
import { sendToCart } from './send-to-cart.ts';
import { ownerOf } from './use-cart-form.ts';

/** Without JavaScript the page is rendered in the same request as its action, from the cart the action left. */
const answeredPage = createContext<CartPage | null>(null);

export const handle = { counted: 'cart' } satisfies PageHandle<'cart', Route.ComponentProps['loaderData']>;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Корзина — ИДД, ${loaderData?.city ?? ''}` },
  { name: 'description', content: 'Корзина и оформление заказа.' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const answered = context.get(answeredPage);
  if (answered) return data(answered);
  const found = context.get(shop);
  const { db, requestContext, config } = found;
  const came = await settledNote(db, requestContext, config.MAIN_DOMAIN);
  const opened = await openCart(db, requestContext);
  const { page, cart, look } = await showCart(found, opened, { chosen: [], values: {} });
  const cookies = cart.kept === 'account' ? came.cookies : forgetForeignCarts(requestContext, config.MAIN_DOMAIN, cart);
  if (cart !== opened) cookies.push(...cartCookies(requestContext, config.MAIN_DOMAIN, cart));
  if (cart.lines.length > 0) cookies.push(lookCookie({ requestContext, config }, look.value));
  const offered = cart.lines.length === 0 ? await offeredGoods(found, []) : [];
  return data({ ...page, merged: noticeOf(came), offered }, { headers: cookieHeaders(cookies) });
}

/** A form sent without a script; scripts have entry points of their own (`send-to-cart.ts`). */
export async function action({ request, context }: Route.ActionArgs) {
  const { answer, status, location, headers } = await runCartAction(context.get(shop), await request.formData());
  if (location !== null) return redirect(location, { status, headers });
  context.set(answeredPage, answer.page);
  return data(answer, { status, headers });
}

export async function clientAction({ request }: Route.ClientActionArgs): Promise<CartAnswer | undefined> {
  return sendToCart(request);
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  // Whoever comes or goes while the page stands has a form of his own, with what is known of him.
  return <CartScreen key={ownerOf(loaderData)} loaded={loaderData} sent={actionData ?? null} />;
}

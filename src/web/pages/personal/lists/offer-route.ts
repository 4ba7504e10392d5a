import { redirect } from 'react-router';
import { getCart } from '#modules/cart/get-cart.ts';
import { readSavedList } from '#modules/saved-lists/queries.ts';
import { savedListUrl } from '#shared/urls.ts';
import { makeOffer } from '#web/parts/offer/make-offer.server.ts';
import { pdfOffer, sheetOffer } from '#web/parts/offer/offer-file.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { Route } from './+types/offer-route.ts';

const kinds = ['offer.pdf', 'offer.xlsx'];

/**
 * A saved list as the cart's commercial proposal, without the cart's coupon: PDF or spreadsheet. A list of which
 * nothing is there is shown instead.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const account = requireAccount(requestContext, request);
  const list = kinds.includes(params.file) ? await readSavedList(db, account.user_id, params.id) : null;
  if (!list) throw notFound();
  const { user_id } = account;
  const offer = await makeOffer(found, (now) => {
    const cart = { kept: 'account', user_id, version: 0, is_whole: true, lines: list.lines, coupon: null } as const;
    const { visitor, address } = requestContext;
    return getCart(db, requestContext.priceContext, cart, { requester: { visitor, address, account }, now });
  });
  if (!offer) return redirect(savedListUrl(list.id), 302);
  return params.file === 'offer.pdf' ? pdfOffer(found, offer) : sheetOffer(offer);
}

import { redirect } from 'react-router';
import { cartUrl } from '#shared/urls.ts';
import { sheetOffer } from '#web/parts/offer/offer-file.server.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/sheet-route.ts';
import { readOffer } from './read-offer.ts';

/** The same proposal as a spreadsheet. An empty cart is shown instead. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const offer = await readOffer(context.get(shop), request);
  return offer ? sheetOffer(offer) : redirect(cartUrl(), 302);
}

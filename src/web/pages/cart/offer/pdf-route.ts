import { redirect } from 'react-router';
import { cartUrl } from '#shared/urls.ts';
import { pdfOffer } from '#web/parts/offer/offer-file.server.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/pdf-route.ts';
import { readOffer } from './read-offer.ts';

/** «КП в PDF». An empty cart is shown instead. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const offer = await readOffer(found, request);
  return offer ? pdfOffer(found, offer) : redirect(cartUrl(), 302);
}

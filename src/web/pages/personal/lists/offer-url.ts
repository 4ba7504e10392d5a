import { cartOfferUrl } from '#shared/urls.ts';

/** A list as a commercial proposal, made where the cart's is. */
export const listOfferUrl = (id: string, kind: 'pdf' | 'xlsx') => `${cartOfferUrl(kind)}?list=${id}`;

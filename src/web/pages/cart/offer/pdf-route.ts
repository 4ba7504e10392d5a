import { redirect } from 'react-router';
import { renderOffer } from '#modules/documents/offer.ts';
import { readPaperLogo } from '#modules/documents/paper-logo.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { shop } from '#web/parts/request/context.ts';
import type { Route } from './+types/pdf-route.ts';
import { offerSourceUrl, readOffer } from './read-offer.ts';

/** «КП в PDF». A cart or a list without goods to order is shown instead. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, config } = context.get(shop);
  const offer = await readOffer(context.get(shop), request);
  if (!offer) return redirect(offerSourceUrl(request), 302);
  const name = encodeURIComponent(`Коммерческое предложение ${offer.date}.pdf`);
  const logo = await readPaperLogo(db, filesFolder(config.DATA_DIR));
  return new Response(new Uint8Array(await renderOffer(offer, logo)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="offer.pdf"; filename*=UTF-8''${name}`,
      'X-Robots-Tag': 'noindex',
    },
  });
}

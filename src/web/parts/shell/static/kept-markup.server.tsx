import { createContext, type ReactNode, useContext } from 'react';
import { preload } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router';
import { createCache } from '#platform/cache.ts';
import type { KeepMarkup } from '#web/ui/kept-markup.tsx';

const mostBytes = 16_000_000;

const PieceContext = createContext<ReactNode | null>(null);
const routes: RouteObject[] = [{ path: '*', Component: () => useContext(PieceContext) }];

/** The least recently used pieces go first. Links and fetchers inside find a router that stands at the home page: their own addresses are absolute. */
export async function openKeptMarkup(): Promise<KeepMarkup> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request('http://shop/'));
  if (context instanceof Response) throw new Error('The router of kept pieces answers with a redirect');
  const router = createStaticRouter(dataRoutes, context);
  const kept = createCache<string, Piece>({
    name: 'markup',
    maxBytes: mostBytes,
    bytesOf: ({ html }, key) => (key.length + html.length) * 2,
  });

  return function keepMarkup(key, element) {
    let piece = kept.get(key);
    if (piece === undefined) {
      const rendered = renderToString(
        <PieceContext value={element}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </PieceContext>,
      );
      piece = pieceOf(rendered);
      kept.set(key, piece);
    }
    for (const srcSet of piece.pictures) {
      preload(srcSet.split(' ', 1)[0] ?? '', { as: 'image', imageSrcSet: srcSet, fetchPriority: 'high' });
    }
    return piece.html;
  };
}

/** `pictures`: candidates of each picture that is to be loaded at once. */
type Piece = { html: string; pictures: string[] };

const preloads = /^(?:<link rel="preload" as="image"[^>]*>)+/;

/** React puts the preloads of pictures before the rest of a piece; they belong into the head of each page that holds the piece. */
function pieceOf(rendered: string): Piece {
  const links = preloads.exec(rendered)?.[0] ?? '';
  const pictures = [...links.matchAll(/imageSrcSet="([^"]*)"/g)].map(([, text]) => text!.replaceAll('&amp;', '&'));
  return { html: rendered.slice(links.length), pictures };
}

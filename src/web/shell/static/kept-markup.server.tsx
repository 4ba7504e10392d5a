import { createContext, type ReactElement, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router';
import type { KeepMarkup } from '#web/ui/kept-markup.tsx';

/** About 30 MB when full of cards. */
const mostCharacters = 8_000_000;

const Piece = createContext<ReactElement | null>(null);
const routes: RouteObject[] = [{ path: '*', Component: () => useContext(Piece) }];

/** The least recently used pieces go first. Links and fetchers inside find a router that stands at the home page: their own addresses are absolute. */
export async function openKeptMarkup(): Promise<KeepMarkup> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request('http://shop/'));
  if (context instanceof Response) throw new Error('The router of kept pieces answers with a redirect');
  const router = createStaticRouter(dataRoutes, context);
  const kept = new Map<string, string>();
  let characters = 0;

  return function keepMarkup(key, element) {
    let html = kept.get(key);
    if (html === undefined) {
      html = renderToString(
        <Piece value={element}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Piece>,
      );
      characters += key.length + html.length;
    } else {
      kept.delete(key);
    }
    kept.set(key, html);
    for (const [oldest, text] of kept) {
      if (characters <= mostCharacters) break;
      kept.delete(oldest);
      characters -= oldest.length + text.length;
    }
    return html;
  };
}

import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];

/**
 * React Router's request handler, with one of its own for each first segment of an address that knows only the routes an address beginning
 * so can mean. React Router tries all routes of the shop one after another, twice for each request: a quarter of the work of a form that is
 * answered with a redirect. What is found is the same; an address in any unusual spelling goes to the handler of all routes.
 */
export function narrowedHandler(build: ServerBuild, mode: string): RequestHandler {
  const all = createRequestHandler(build, mode);
  const handlers = new Map<string, RequestHandler>();
  for (const segment of new Set(Object.keys(build.routes).map((id) => firstSegment(build.routes, id)))) {
    if (segment && isPlain(segment))
      handlers.set(segment, createRequestHandler({ ...build, routes: routesUnder(build.routes, segment) }, mode));
  }
  return (request, context) => {
    const segment = segmentOf(request.url);
    return ((segment && handlers.get(segment)) || all)(request, context);
  };
}

/** «cart» of `https://host/cart/…`, also when its data are asked for (`/cart.data`); null: not spelled plainly. */
export function segmentOf(url: string): string | null {
  return /^https?:\/\/[^/]+\/([a-z0-9-]+)(?:[/?#]|\.data(?:[?#]|$)|$)/.exec(url)?.[1] ?? null;
}

/** The routes, with their parents, that an address with this first segment can match. */
export function routesUnder(routes: Routes, segment: string): Routes {
  const isPossible = (id: string) => {
    const first = firstSegment(routes, id);
    return first === '' || first === segment || !isPlain(first);
  };
  return Object.fromEntries(Object.entries(routes).filter(([id]) => isPossible(id)));
}

/** Of the whole path of a route, parents' included, in lower case, as React Router compares; '' for the root, layouts and the home page. */
function firstSegment(routes: Routes, id: string): string {
  const route = routes[id];
  if (!route) return '';
  const above = route.parentId === undefined ? '' : firstSegment(routes, route.parentId);
  return above || (route.path?.split('/').find(Boolean)?.toLowerCase() ?? '');
}

/** Neither a parameter nor a rest of any length nor optional. */
function isPlain(segment: string): boolean {
  return /^[a-z0-9-]+$/.test(segment);
}

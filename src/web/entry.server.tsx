import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { countFailure } from '#platform/failures.ts';
import { contentSecurityPolicy, ownMark, takeOwnScripts } from '#platform/security.ts';
import { starterHash, withStarter } from './deferred-scripts.ts';
import { counterOrigins } from './parts/analytics/counter.server.ts';
import { document, shop } from './parts/request/context.ts';
import type { PageErrorData } from './parts/shell/error-page.tsx';
import { catalogueUnreachable, retryAfterSeconds } from './parts/shell/page-errors.ts';
import { withPreviewStrip } from './parts/shell/static/preview-strip.server.tsx';
import { staticPartsFor, styleFirstHash } from './parts/shell/static/static-parts.server.tsx';
import { StaticPartsContext } from './parts/shell/static-html.tsx';
import { renderWhole } from './render-whole.ts';

export { document, shop } from './parts/request/context.ts';
export { withPageErrors } from './parts/shell/page-errors.ts';

/**
 * Pages are rendered whole: the page cache keeps complete documents. A component that throws is logged with the
 * request's number, and React Router renders once more with that error in the nearest boundary, so the header stands
 * (S2-22, S2-23).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
) {
  const { pathname, search } = new URL(request.url);
  const site = context.get(shop);
  const rendered = context.get(document);
  rendered.body = null;
  rendered.failure = null;
  try {
    const parts = await staticPartsFor(site, entryContext.manifest.routes, pathname + search);
    const marked = await renderWhole(
      <StaticPartsContext value={parts}>
        <ServerRouter context={entryContext} url={request.url} nonce={ownMark} />
      </StaticPartsContext>,
      (error) =>
        site.log.error(
          { err: error, request_id: site.requestContext.requestId },
          'a part of a page could not be rendered',
        ),
    );
    const { html: own, hashes } = takeOwnScripts(marked);
    const { entry, hmr } = entryContext.manifest;
    rendered.body = withStarter(withPreviewStrip(own, site.requestContext), hmr ? '' : entry.module);
    const counter = counterOrigins(site.config);
    rendered.csp = contentSecurityPolicy(
      [...hashes, styleFirstHash, starterHash],
      [{ script: counter, img: counter, connect: counter }, site.partners.maps?.sources ?? {}],
    );
    headers.set('Content-Type', 'text/html; charset=utf-8');
    passWait(entryContext, headers);
    markUnavailable(status, headers);
    return new Response(null, { status, headers });
  } catch (error) {
    rendered.failure = error;
    if (isDatabaseUnavailable(error)) throw Response.json(catalogueUnreachable, { status: 503 });
    countFailure('fault');
    site.log.error({ err: error, request_id: site.requestContext.requestId }, 'a page could not be rendered');
    const reported: PageErrorData = {
      code: 500,
      request_id: site.requestContext.requestId,
      is_bot: site.requestContext.isBot,
    };
    throw Response.json(reported, { status: 500 });
  }
}

/** S7-25: the payload of a client navigation. */
export function handleDataRequest(response: Response): Response {
  markUnavailable(response.status, response.headers);
  return response;
}

/**
 * Faults are logged where they are caught, with the request's number; thrown responses, and what React Router refuses
 * (405), are no faults.
 */
export function handleError(error: unknown, { context }: { context: RouterContextProvider }): void {
  if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(shop).log.error({ err: error }, 'a request failed');
}

/** Of an action's own headers React Router passes on cookies alone; how long to wait has to be said too (S7-35). */
function passWait({ staticHandlerContext }: EntryContext, headers: Headers): void {
  for (const own of Object.values(staticHandlerContext.actionHeaders)) {
    const wait = own.get('Retry-After');
    if (wait !== null) headers.set('Retry-After', wait);
  }
}

function markUnavailable(status: number, headers: Headers): void {
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', String(retryAfterSeconds));
}

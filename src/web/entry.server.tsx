import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { shop } from './context.ts';
import { retryAfterSeconds } from './page-errors.ts';
import type { PageErrorData } from './shell/error-page.tsx';
import { staticPartsFor } from './shell/static/static-parts.server.tsx';
import { StaticPartsContext } from './shell/static-html.tsx';

export { shop } from './context.ts';
export { withPageErrors } from './page-errors.ts';

/**
 * Pages are rendered whole: the page cache keeps complete documents. A component that throws is logged with the request's
 * number, and React Router renders once more with that error in the nearest boundary, so the header stands (S2-22, S2-23).
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
  const parts = await staticPartsFor(site, entryContext.manifest.routes, pathname + search);
  try {
    const html = await renderWhole(
      <StaticPartsContext value={parts}>
        <ServerRouter context={entryContext} url={request.url} />
      </StaticPartsContext>,
    );
    headers.set('Content-Type', 'text/html; charset=utf-8');
    markUnavailable(status, headers);
    return new Response(html, { status, headers });
  } catch (error) {
    site.log.error({ err: error, request_id: site.visit.requestId }, 'a page could not be rendered');
    const told: PageErrorData = { code: 500, request_id: site.visit.requestId, is_bot: site.visit.isBot };
    throw Response.json(told, { status: 500 });
  }
}

/** S7-25: the payload of a client navigation. */
export function handleDataRequest(response: Response): Response {
  markUnavailable(response.status, response.headers);
  return response;
}

/** Faults are logged where they are caught, with the request's number; thrown responses are no faults. */
export function handleError(error: unknown, { context }: { context: RouterContextProvider }): void {
  if (error instanceof Response) return;
  context.get(shop).log.error({ err: error }, 'a request failed');
}

function markUnavailable(status: number, headers: Headers): void {
  if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', String(retryAfterSeconds));
}

/** The document when everything in it is ready. An error thrown while rendering is thrown on. */
function renderWhole(element: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(withPatientScripts(Buffer.concat(chunks).toString()));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(element, {
      onAllReady: () => pipe(collect),
      onShellError: reject,
      onError: reject,
    });
  });
}

/**
 * The page is readable and its forms work before any script: pictures and fonts come first over a slow line. React Router's
 * preloads would ask for all scripts at the priority of the first picture.
 */
function withPatientScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchPriority="low" ')
    .replace('<script type="module" async="">', '<script type="module" async="" fetchPriority="low">');
}

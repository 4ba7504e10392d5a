import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { shop } from './context.ts';
import { staticPartsFor } from './shell/static/static-parts.server.tsx';
import { StaticPartsContext } from './shell/static-html.tsx';

export { shop } from './context.ts';

/** Pages are rendered whole: the page cache keeps complete documents. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
) {
  const { pathname, search } = new URL(request.url);
  const parts = await staticPartsFor(context.get(shop), entryContext.manifest.routes, pathname + search);
  const html = await renderWhole(
    <StaticPartsContext value={parts}>
      <ServerRouter context={entryContext} url={request.url} />
    </StaticPartsContext>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(html, { status, headers });
}

/** The document when everything in it is ready. An error thrown while rendering is thrown on. */
function renderWhole(element: React.ReactNode): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collect = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
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

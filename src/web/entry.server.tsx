import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

export { shop } from './context.ts';

/** Pages are rendered whole: the page cache keeps complete documents. */
export default function handleRequest(request: Request, status: number, headers: Headers, entryContext: EntryContext) {
  const html = renderToString(<ServerRouter context={entryContext} url={request.url} />);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

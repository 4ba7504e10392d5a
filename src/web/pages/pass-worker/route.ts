import worker from './worker.js?raw';

/** The service worker of the pickup pass, at the root so that it may answer for every page without a network. */
export function loader() {
  return new Response(worker, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Service-Worker-Allowed': '/' },
  });
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Metrica as a page meets it: `/tag.js` takes over the queue of `ym`, follows `window.dataLayer` and sends every call
 * and every push here. Run as a process of its own: `node test/support/metrika-server.ts`; prints {port} first. `/log`
 * gives what came, in order.
 */
const received: unknown[] = [];

const tag = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const send = (what) => fetch(origin + '/watch', { method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(what) });
  const take = (call) => send({ ym: [...call], at: location.href });
  const queue = (window.ym && window.ym.a) || [];
  window.ym = (...call) => take(call);
  queue.forEach(take);
  const layer = window.dataLayer = window.dataLayer || [];
  const push = layer.push.bind(layer);
  layer.forEach((event) => send({ layer: event, at: location.href }));
  layer.push = (...events) => { events.forEach((event) => send({ layer: event, at: location.href })); return push(...events); };
})();`;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.url === '/tag.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(tag);
  if (request.url === '/watch') received.push(JSON.parse(Buffer.concat(chunks).toString()));
  if (request.url === '/log') return response.end(JSON.stringify(received));
  return response.writeHead(204).end();
});

server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));

import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { type CachedResponse, sendCached } from './cached-response.ts';
import { drainable } from './lifecycle.ts';

const page: CachedResponse = {
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-cache', Vary: 'Cookie' },
  etag: '"one"',
  plain: null,
  gzipped: Buffer.from('12345'),
  brotlied: null,
};

const cached: RequestListener = (request, response) => {
  if (!sendCached(page, request, response)) response.writeHead(200, { 'Content-Length': '5' }).end('plain');
};
/** The same page as any program would send it. */
const common: RequestListener = (_request, response) => {
  const coding = { 'Content-Encoding': 'gzip', 'Content-Length': '5' };
  response.writeHead(200, { ...page.headers, ETag: page.etag, ...coding }).end(page.gzipped);
};
/** One that takes its time, then cached ones. */
const slowFirst: RequestListener = (request, response) => {
  if (request.url === '/slow') setTimeout(() => response.end('slow'), 20);
  else cached(request, response);
};

const head = 'Host: a\r\nAccept-Encoding: gzip\r\n';
const get = `GET / HTTP/1.1\r\n${head}\r\n`;
const last = `GET / HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;

test('a cached response goes over the wire byte for byte as Node sends it otherwise, the last with Connection: close', async () => {
  const bytes = await talk(get + get + last, cached);
  expect(bytes).toBe(await talk(get + get + last, common));
  expect(bytes.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3);
  expect(bytes.match(/Connection: keep-alive\r\n/g)).toHaveLength(2);
});

test('HEAD has the length and no body, HTTP/1.0 ends the connection, a body nobody asked for disturbs nothing', async () => {
  const sent = [
    `HEAD / HTTP/1.1\r\n${head}\r\n`,
    `GET / HTTP/1.1\r\n${head}Content-Length: 3\r\n\r\nabc`,
    `GET / HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  ];
  const bytes = await talk(sent.join('') + last, cached);
  expect(bytes.match(/Content-Length: 5\r\n/g)).toHaveLength(4);
  expect(bytes.match(/12345/g)).toHaveLength(3);
  expect(await talk('GET / HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n', cached)).toMatch(
    /Connection: close\r\n[\s\S]*12345$/,
  );
});

test('whoever has it gets 304 with how it is cached; whoever takes no coding that is ready gets none of it', async () => {
  const known = await talk(`GET / HTTP/1.1\r\n${head}If-None-Match: "one"\r\nConnection: close\r\n\r\n`, cached);
  expect(known).toMatch(
    /^HTTP\/1\.1 304 Not Modified\r\nCache-Control: private, no-cache\r\nVary: Cookie\r\nETag: "one"\r\n/,
  );
  expect(known).not.toContain('12345');
  expect(await talk('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', cached)).toMatch(/\r\n\r\nplain$/);
});

test('a response asked for behind one that takes its time waits for it', async () => {
  const slow = `GET /slow HTTP/1.1\r\n${head}\r\n`;
  expect((await talk(get + slow + last, slowFirst)).match(/12345|slow/g)).toEqual(['12345', 'slow', '12345']);
});

test('a connection that got cached responses is closed when it is not used, and when the server stops', async () => {
  const server = createServer({ keepAliveTimeout: 1 }, cached);
  const unused = await connected(server);
  unused.resume().write(get);
  await new Promise((resolve) => unused.once('close', resolve));
  server.keepAliveTimeout = 60_000;
  const address = server.address() as AddressInfo;
  const used = connect(address.port, '127.0.0.1');
  used.write(get);
  await new Promise((resolve) => used.once('data', resolve).resume());
  const closed = new Promise((resolve) => used.once('close', resolve));
  expect(await drainable(server)(5_000)).toBe(0);
  await closed;
});

/** What a server writes to one connection until it ends, the second of Date left out. */
async function talk(sent: string, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const socket = await connected(server);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(sent);
  await new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
  return Buffer.concat(chunks)
    .toString('latin1')
    .replace(/Date: [^\r]+/g, 'Date: …');
}

async function connected(server: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

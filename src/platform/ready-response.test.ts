import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { answerReady, type ReadyAnswer } from './ready-response.ts';

const answer: ReadyAnswer = {
  status: '200 OK',
  headers: ['Content-Type', 'text/html; charset=utf-8', 'ETag', '"one"', 'Content-Length', '5'],
  body: Buffer.from('12345'),
};
const common: RequestListener = ({ url }, response) => {
  if (url !== '/slow') return void response.writeHead(200, answer.headers).end(answer.body);
  setTimeout(() => response.writeHead(200, answer.headers).end(answer.body), 20);
};

const kept = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const slow = 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n';
const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test('a kept page goes over the wire byte for byte as Node itself would send it, the last with Connection: close', async () => {
  const { bytes, asked } = await talk(kept + kept + last, () => answer);
  expect(bytes).toBe((await talk(kept + kept + last)).bytes);
  expect(bytes.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3);
  expect(bytes.match(/Connection: keep-alive\r\n/g)).toHaveLength(2);
  expect([asked.ready, asked.common]).toEqual([2, 1]);
});

test('a page asked for behind one that takes its time waits for it', async () => {
  const unchanged: ReadyAnswer = { status: '304 Not Modified', headers: ['ETag', '"one"'], body: null };
  const find = ({ url }: IncomingMessage) => (url === '/slow' ? null : unchanged);
  const { bytes } = await talk(kept + slow + kept + last, find);
  expect(bytes.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 304', 'HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('what Node must see itself is never asked for here: HEAD, HTTP/1.0, bodies', async () => {
  const head = 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n';
  const body = 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
  const chunked = 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  const { bytes, asked } = await talk(head + body + chunked + last, () => answer);
  expect(bytes.match(/Content-Length: 5\r\n/g)).toHaveLength(4);
  expect(bytes.match(/12345/g)).toHaveLength(3);
  expect((await talk('GET / HTTP/1.0\r\n\r\n', () => answer)).bytes).toMatch(/Connection: close\r\n[\s\S]*12345$/);
  expect([asked.ready, asked.common]).toEqual([0, 4]);
});

test('a connection that only got ready answers is closed when it is not used, one that waits for its answer is not', async () => {
  const find = ({ url }: IncomingMessage) => (url === '/slow' ? null : answer);
  const server = answerReady(createServer({ keepAliveTimeout: 1 }, common), find);
  const timeouts: number[] = [];
  server.on('connection', (socket) => {
    const { setTimeout } = socket;
    socket.setTimeout = (ms: number) => {
      timeouts.push(ms);
      return setTimeout.call(socket, ms);
    };
  });
  const socket = await connected(server);
  const answered = () => new Promise((resolve) => socket.once('data', resolve));
  for (const request of [kept, kept, slow, kept]) {
    socket.write(request);
    await answered();
  }
  expect(timeouts).toEqual([1_001, 0, 1_001]);
  await new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
});

/** What a server writes to one connection until it ends, the second of Date left out; how many requests went which way. */
async function talk(sent: string, find?: (request: IncomingMessage) => ReadyAnswer | null) {
  const asked = { ready: 0, common: 0 };
  const server = createServer((request, response) => {
    asked.common++;
    common(request, response);
  });
  if (find) {
    answerReady(server, (request) => {
      asked.ready++;
      return find(request);
    });
  }
  const socket = await connected(server);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(sent);
  await new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
  const bytes = Buffer.concat(chunks)
    .toString('latin1')
    .replace(/Date: [^\r]+/g, 'Date: …');
  return { bytes, asked };
}

async function connected(server: ReturnType<typeof createServer>) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

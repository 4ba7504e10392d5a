import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { type ReadyAnswer, sendReady } from './ready-response.ts';

const answer: ReadyAnswer = {
  headers: ['Content-Type', 'text/html; charset=utf-8', 'ETag', '"one"', 'Content-Length', '5'],
  body: Buffer.from('12345'),
};
const common = (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, answer.headers);
  response.end(answer.body);
};
const ready = (request: IncomingMessage, response: ServerResponse) => sendReady(request, response, answer);

const kept = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test('a kept page goes over the wire byte for byte as Node itself would send it, three in a row and the last with Connection: close', async () => {
  const ours = await bytesOf(ready, kept + kept + last);
  expect(ours).toBe(await bytesOf(common, kept + kept + last));
  expect(ours.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3);
  expect(ours.match(/Connection: keep-alive\r\n/g)).toHaveLength(2);
  expect(ours.match(/Connection: close\r\n/g)).toHaveLength(1);
});

test('HEAD gets the head without the body, HTTP/1.0 a connection that ends', async () => {
  const head = await bytesOf(ready, `HEAD / HTTP/1.1\r\nHost: a\r\n\r\n${last}`);
  expect(head.match(/Content-Length: 5\r\n/g)).toHaveLength(2);
  expect(head.match(/12345/g)).toHaveLength(1);
  expect(await bytesOf(ready, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/Connection: close\r\n[\s\S]*12345$/);
});

/** What a server with this handler writes to one connection until it ends; the second of Date left out. */
async function bytesOf(handler: (request: IncomingMessage, response: ServerResponse) => void, sent: string) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(sent);
  await new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
  return Buffer.concat(chunks)
    .toString('latin1')
    .replace(/Date: [^\r]+/g, 'Date: …');
}

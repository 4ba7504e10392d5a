import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { boundBodies, checkFieldCount } from './request-bodies.ts';

const app = Fastify({ bodyLimit: 10_000_000, trustProxy: true });
app.addHook('preParsing', boundBodies({ perNetwork: 2, bytes: 1_000_000, silentMs: 300 }));
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.setErrorHandler((error, _request, reply) =>
  error instanceof Refusal
    ? reply.code(error.status).header('retry-after', Number(error.details.retry_after)).send(error.message)
    : reply.code(400).send('broken'),
);
app.post('/', async ({ body }) => (body as Buffer).length);
await app.listen({ port: 0 });
const { port } = app.server.address() as AddressInfo;
const opened: ClientRequest[] = [];
afterAll(async () => {
  for (const one of opened) one.destroy();
  await app.close();
});

type Answer = { status: number; text: string; retryAfter: string | undefined };

/** Begins an upload and sends only `first` bytes of it; `answer` comes when the server says something, null when it hangs up. */
function upload(
  from: string,
  declared: number | null,
  first: number,
): { sent: ClientRequest; answer: Promise<Answer | null> } {
  const size = declared === null ? {} : { 'content-length': String(declared) };
  const headers = { 'x-forwarded-for': from, 'content-type': 'application/x-test', ...size };
  const sent = request({ port, method: 'POST', path: '/', headers, agent: false });
  const answer = new Promise<Answer | null>((resolve) => {
    sent.on('error', () => resolve(null));
    sent.on('response', async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode!, text, retryAfter: response.headers['retry-after'] });
    });
  });
  sent.write(Buffer.alloc(first));
  opened.push(sent);
  return { sent, answer };
}

async function whole(from: string, size: number): Promise<Answer | null> {
  const { sent, answer } = upload(from, size, size);
  sent.end();
  return answer;
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 100));

test('two unfinished uploads of one /64 are taken, the third is refused; others and small forms are not, and the place is free again at the end', async () => {
  const first = upload('2001:db8:0:1::5', 200_000, 100_000);
  const second = upload('2001:db8:0:1:ffff::9', null, 100_000);
  await soon();
  const third = await whole('2001:db8:0:1::7', 200_000);
  expect(third).toEqual({ status: 429, text: expect.stringContaining('Дождитесь конца загрузки'), retryAfter: '10' });
  expect(await whole('2001:db8:0:1::7', 60_000)).toMatchObject({ status: 200, text: '60000' });
  expect(await whole('2001:db8:0:2::7', 200_000)).toMatchObject({ status: 200, text: '200000' });
  first.sent.end(Buffer.alloc(100_000));
  expect(await first.answer).toMatchObject({ status: 200 });
  second.sent.destroy();
  await soon();
  expect(await whole('2001:db8:0:1::7', 200_000)).toMatchObject({ status: 200, text: '200000' });
});

test('all uploads together hold no more than the limit, whoever sends them; when they are gone there is room again', async () => {
  const held = ['10.0.0.1', '10.0.0.2'].map((from) => upload(from, 600_000, 480_000));
  await soon();
  expect(await whole('10.0.0.3', 300_000)).toMatchObject({ status: 503, retryAfter: '10' });
  for (const { sent } of held) sent.destroy();
  await soon();
  expect(await whole('10.0.0.3', 300_000)).toMatchObject({ status: 200 });
});

test('who falls silent in the middle of an upload is disconnected', async () => {
  const { answer } = upload('10.0.0.4', 600_000, 300_000);
  const quick = Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve('still open'), 3_000))]);
  expect(await quick).toBeNull();
});

test('a form of thousands of empty parts or fields is refused before it is parsed', () => {
  const parts = Buffer.from('--x\r\n\r\n\r\n'.repeat(5_001));
  expect(() => checkFieldCount('multipart/form-data; boundary=x', parts)).toThrow(Refusal);
  expect(() => checkFieldCount('multipart/form-data; boundary=x', parts.subarray(0, 4_000))).not.toThrow();
  expect(() => checkFieldCount('application/x-www-form-urlencoded', Buffer.from('a&'.repeat(5_001)))).toThrow(Refusal);
  expect(() => checkFieldCount('application/x-www-form-urlencoded', Buffer.from('a&'.repeat(4_000)))).not.toThrow();
});

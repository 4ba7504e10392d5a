import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { boundBodies, checkFieldCount } from './request-bodies.ts';

const app = Fastify({ bodyLimit: 10_000_000, trustProxy: true });
app.addHook(
  'preParsing',
  boundBodies({
    perNetwork: 2,
    bytesPerNetwork: 700_000,
    bytes: 1_000_000,
    smallBytes: 200_000,
    pace: { ms: 1_000, bytes: 10_000 },
  }),
);
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

/**
 * Begins an upload and sends only `first` bytes of it; `answer` comes when the server says something, null when it
 * hangs up.
 */
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

test('what one network has under way is bounded too, and leaves room for the next', async () => {
  const held = upload('10.0.1.1', 600_000, 500_000);
  await soon();
  expect(await whole('10.0.1.1', 150_000)).toMatchObject({ status: 429, retryAfter: '10' });
  expect(await whole('10.0.1.2', 150_000)).toMatchObject({ status: 200 });
  held.sent.destroy();
  await soon();
  expect(await whole('10.0.1.1', 600_000)).toMatchObject({ status: 200 });
});

test('two networks with unfinished uploads close the door to large ones alone: a third network still sends a file', async () => {
  const held = [upload('10.0.2.1', 600_000, 590_000), upload('10.0.2.2', 600_000, 150_000)];
  await soon();
  held[1]!.sent.write(Buffer.alloc(100_000));
  expect(await held[1]!.answer).toMatchObject({ status: 503 });
  const next = upload('10.0.2.3', 600_000, 155_000);
  await soon();
  expect(await whole('10.0.2.4', 150_000)).toMatchObject({ status: 200, text: '150000' });
  for (const { sent } of [...held, next]) sent.destroy();
  await soon();
});

test('all uploads together hold no more than the limit, whoever sends them; when they are gone there is room again', async () => {
  const held = [1, 2, 3, 4, 5].map((at) => upload(`10.0.3.${at}`, 200_000, 195_000));
  await soon();
  expect(await whole('10.0.3.6', 150_000)).toMatchObject({ status: 503, retryAfter: '10' });
  for (const { sent } of held) sent.destroy();
  await soon();
  expect(await whole('10.0.3.6', 150_000)).toMatchObject({ status: 200 });
});

test('who sends most of an upload and then trickles is disconnected; who is slow and steady is not', async () => {
  const trickle = upload('10.0.4.1', 600_000, 300_000);
  const steady = upload('10.0.4.2', 300_000, 100_000);
  const drops = setInterval(() => {
    trickle.sent.write(Buffer.alloc(100));
  }, 20);
  for (let sent = 100_000; sent < 300_000; sent += 10_000) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    steady.sent.write(Buffer.alloc(10_000));
  }
  steady.sent.end();
  expect(await steady.answer).toMatchObject({ status: 200, text: '300000' });
  const quick = new Promise((resolve) => setTimeout(() => resolve('still open'), 5_000));
  expect(await Promise.race([trickle.answer, quick])).toBeNull();
  clearInterval(drops);
});

test('who falls silent in the middle of an upload is disconnected', async () => {
  const { answer } = upload('10.0.0.4', 600_000, 300_000);
  const quick = Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve('still open'), 5_000))]);
  expect(await quick).toBeNull();
});

test('a form of thousands of empty parts or fields is refused before it is parsed', () => {
  const parts = Buffer.from('--x\r\n\r\n\r\n'.repeat(5_001));
  expect(() => checkFieldCount('multipart/form-data; boundary=x', parts)).toThrow(Refusal);
  expect(() => checkFieldCount('multipart/form-data; boundary=x', parts.subarray(0, 4_000))).not.toThrow();
  expect(() => checkFieldCount('application/x-www-form-urlencoded', Buffer.from('a&'.repeat(5_001)))).toThrow(Refusal);
  expect(() => checkFieldCount('application/x-www-form-urlencoded', Buffer.from('a&'.repeat(4_000)))).not.toThrow();
});

test('a form whose parts cannot be counted, because its boundary stands in disguise, is refused before it is parsed', () => {
  const [real, other] = ['a'.repeat(30), 'b'.repeat(30)];
  const parts = Buffer.from(`--${real}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(5_001));
  const disguised = [
    `multipart/form-data; boundary=${real}; boundary=${other}`,
    `multipart/form-data; boundary=${other}, multipart/form-data; boundary=${real}`,
    `multipart/form-data; boundary=${real}, x`,
    `multipart/form-data; boundary="\\${real}"`,
    `multipart/form-data; boundary=${real}; x="; boundary=${other}"`,
    `multipart/form-data; boundary=${real}, application/x-www-form-urlencoded`,
  ];
  for (const type of disguised) expect(() => checkFieldCount(type, parts), type).toThrow(Refusal);
  const form = Buffer.from(`--${real}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${real}--\r\n`);
  const honest = [
    `multipart/form-data; boundary=${real}`,
    'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
    `multipart/form-data; boundary="${real}"; charset=utf-8`,
    `multipart/form-data; charset=utf-8;boundary=${real}`,
  ];
  for (const type of honest) expect(() => checkFieldCount(type, form), type).not.toThrow();
});

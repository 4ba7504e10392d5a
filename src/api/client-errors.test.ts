import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

function sent(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.setTimeout(10_000, () => socket.destroy());
  });
}

test.each([
  ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: idd.localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
  ['bytes that are no HTTP', '\u0016\u0003\u0001 hello\r\n\r\n', 400, 'bad_request'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: idd.localhost\r\n: x\r\n\r\n', 400, 'bad_request'],
])(
  '[S7-35] %s are answered in the shape of every error, in Russian, and the connection is closed',
  async (_, bytes, status, code) => {
    const [head = '', body = ''] = (await sent(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.stringMatching(/^[А-Я][а-я ,.]+/) } });
  },
);

test('[S7-35] methods that no page knows are 405 in words, a file that is not there is 404; neither is a fault of the shop', async () => {
  const faults = async () => {
    const { body } = await app.inject({ url: '/metrics', headers: { host: 'x' } });
    return /failures_total\{what="fault"\} (\d+)/.exec(body)?.[1];
  };
  const before = await faults();
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'QUERY'])
    for (const path of ['/', '/contacts/', '/cart/', '/api/ecm/idd/products/', '/nothing/']) {
      const answer = await sent(
        `${method} ${path} HTTP/1.1\r\nHost: idd.localhost\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
      );
      expect([method, path, answer.split(' ', 2)[1]]).toEqual([method, path, '405']);
      expect(answer).toMatch(/\r\nallow: GET, HEAD, POST/i);
      expect(answer).toContain('"code":"bad_method"');
    }
  for (const [path, accept, type] of [
    ['/assets/nothing.js', '*/*', 'application/json'],
    ['/files/documents/nothing.pdf', '*/*', 'application/json'],
    ['/files/documents/nothing.pdf', 'text/html', 'text/html'],
  ] as const) {
    const { statusCode, headers, body } = await app.inject({ url: path, headers: { host: 'idd.localhost', accept } });
    expect([path, statusCode, headers['content-type']]).toEqual([path, 404, `${type}; charset=utf-8`]);
    expect(body).toMatch(/Ничего не найдено/);
  }
  expect(await faults()).toBe(before);
});

test('[S7-35] what is sent to a script of the pages, or to a page that takes no form, is 405 and neither a fault nor an error in the log', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const watched = await testApp(db, {}, log);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)
    for (const url of ['/assets/nothing.js', '/contacts/', '/nothing.pdf']) {
      const answer = await watched.inject({ method, url, headers: { host: 'idd.localhost' } });
      expect([method, url, answer.statusCode]).toEqual([method, url, 405]);
    }
  expect(lines).toEqual([]);
});

test('a request that names a type and brings no body is answered at once', async () => {
  const head = 'Host: idd.localhost\r\nAccept: application/json\r\nConnection: close\r\n';
  for (const [type, path] of [
    ['application/json', '/api/ecm/idd/products/idcodes/'],
    ['application/x-www-form-urlencoded', '/subscription/'],
  ]) {
    const answer = await sent(`POST ${path} HTTP/1.1\r\n${head}Content-Type: ${type}\r\n\r\n`);
    expect([path, answer.slice(0, 12)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 (4|2|3)\d\d$/)]);
  }
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { atEnd } from '#test/support/at-end.ts';
import { testDatabase } from '#test/support/database.ts';
import { checkDomain, proveShop } from './check-domain.ts';

const keys = ['key-of-this-shop-0001'] as const;

/** Of 127.0.0.1 alone, signed by itself, for a hundred years; it guards nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIFexphcsS3D2gGHI
gCNQpe47E1QnBpDUhYdJPjvHogShRANCAAR7v4Q7zXZUaZ6r+Kj/ojeYjsAoRQ4w
uJIHJ/vK7+8qIyfJhaNyfE6Ko3GM322dHAiU+iIm1bDZOHlguc0QKjXz
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIUZjVrPvLuvVoggfAuew/hucI09lcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMCAXDTI2MTEyNzE4MzQ1NloYDzIxMjYx
MTAzMTgzNDU2WjAXMRUwEwYDVQQDDAxzaG9wLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR7v4Q7zXZUaZ6r+Kj/ojeYjsAoRQ4wuJIHJ/vK7+8qIyfJ
haNyfE6Ko3GM322dHAiU+iIm1bDZOHlguc0QKjXzo28wbTAdBgNVHQ4EFgQUQkmv
6X5WcuAXjw1uj8aoPOT9V0QwHwYDVR0jBBgwFoAUQkmv6X5WcuAXjw1uj8aoPOT9
V0QwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEw
CgYIKoZIzj0EAwIDRwAwRAIgYJnIbdtJipJLS3Ejo5pzKmcWEyT2vCxiVosPlMcc
CCYCIEI7Tyx7ATSH8ed7eEfqkL5Hyd8hOoLMxwbRMZqNoZ3m
-----END CERTIFICATE-----`;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

const challengeOf = (url = '') => new URL(url, 'http://shop').searchParams.get('challenge') ?? '';
const wordsOf = async (origin: string, now?: Date) =>
  (await checkDomain(origin, keys, now)).map(({ is_met, words }) => `${is_met ? '+' : '-'} ${words}`);

test('a domain that leads to the shop is known by the proof of its keys, whatever its answer looks like', async () => {
  const port = await listening(
    createServer((request, response) => response.end(proveShop(keys, '127.0.0.1', challengeOf(request.url)))),
  );
  expect(await wordsOf(`http://127.0.0.1:${port}`)).toEqual(['+ Домен ведёт на 127.0.0.1', '+ Отвечает этот магазин']);
  const others = await listening(
    createServer((request, response) =>
      response.end(proveShop(['key-of-another-0001'], '127.0.0.1', challengeOf(request.url))),
    ),
  );
  expect((await wordsOf(`http://127.0.0.1:${others}`))[1]).toMatch(/^- Отвечает не этот магазин \(код 200\)/);
});

test('the shop itself signs the host that it was asked by, which a careless proxy leaves out, and refuses a challenge that is none', async () => {
  const { db } = await testDatabase();
  const app = await testApp(db, { SECRET_KEYS: keys[0] });
  const ask = (url: string) => app.inject({ method: 'GET', url, headers: { host: 'other.example' } });
  expect((await ask('/healthz/shop?challenge=abc')).body).toBe(proveShop(keys, 'other.example', 'abc'));
  expect((await ask('/healthz/shop')).statusCode).toBe(400);
  expect((await ask(`/healthz/shop?challenge=${'x'.repeat(65)}`)).statusCode).toBe(400);
});

test('a certificate is judged beside the answer: signed by itself, or ended', async () => {
  const port = await listening(
    createSecureServer({ key, cert }, (request, response) =>
      response.end(proveShop(keys, '127.0.0.1', challengeOf(request.url))),
    ),
  );
  const origin = `https://127.0.0.1:${port}`;
  expect(await wordsOf(origin)).toEqual([
    '+ Домен ведёт на 127.0.0.1',
    '- Сертификат самоподписанный: браузеры его не примут',
    '+ Отвечает этот магазин',
  ]);
  expect((await wordsOf(origin, new Date('2200-01-01')))[1]).toBe('- Сертификат истёк 03.11.2126');
});

test('no record, nobody listening, a stranger, an endless answer and a silent one are said in words', async () => {
  expect(await wordsOf('https://nowhere.invalid')).toEqual([
    expect.stringMatching(/^- Домена nowhere\.invalid нет в DNS: добавьте запись A/),
  ]);
  const closed = createServer();
  const port = await listening(closed);
  await new Promise((done) => closed.close(done));
  expect((await wordsOf(`http://127.0.0.1:${port}`))[1]).toBe(`- Сервер не принимает соединений, порт ${port}`);
  const endless = await listening(
    createServer((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(500)), 1);
      response.on('close', () => clearInterval(timer));
    }),
  );
  expect((await wordsOf(`http://127.0.0.1:${endless}`))[1]).toMatch(/^- Отвечает не этот магазин/);
  const switching = await listening(
    createServer().on('connection', (socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
    }),
  );
  expect((await wordsOf(`http://127.0.0.1:${switching}`))[1]).toMatch(/^- Ответа нет/);
  const careless = await listening(
    createServer((request, response) => response.end(proveShop(keys, 'app', challengeOf(request.url)))),
  );
  expect((await wordsOf(`http://127.0.0.1:${careless}`))[1]).toMatch(/с заголовком Host$/);
  const silent = await listening(createServer(() => {}));
  expect((await wordsOf(`http://127.0.0.1:${silent}`))[1]).toBe(`- Сервер не ответил за 5\u00a0секунд, порт ${silent}`);
});

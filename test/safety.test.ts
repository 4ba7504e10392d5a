import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { imageUrl } from '#shared/image-url.ts';
import { testApp } from './support/app.ts';
import { testDatabase } from './support/database.ts';
import { makeBranches } from './support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const dataDir = await mkdtemp(join(tmpdir(), 'idd-files-'));
await mkdir(join(dataDir, 'files', 'products'), { recursive: true });
const picture = sharp({ create: { width: 1280, height: 960, channels: 3, background: '#0f5a47' } });
await picture
  .clone()
  .png()
  .toFile(join(dataDir, 'files', 'products', 'mix.png'));
await writeFile(join(dataDir, 'files', 'products', 'not-a-picture.png'), 'text');
await writeFile(join(dataDir, 'secret.txt'), 'secret');

const bytes = await picture.clone().jpeg().toBuffer();
const upstream = createServer((request, response) => {
  if (request.url === '/redirect.jpg') response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
  else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
}).listen(0, '127.0.0.1');
afterAll(() => upstream.close());

const app = await testApp(db, {
  DATA_DIR: dataDir,
  IMAGE_HOSTS: 'img.example.ru',
  FLOOD_PER_MINUTE: '5',
  PORT: '3000',
});
const host = { host: 'idd.localhost' };
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...host, ...headers } });
const code = (body: string) => JSON.parse(body).error.code;

test('[S7-27] a picture comes in the size and format asked for, with the preset’s webp', async () => {
  const answer = await get(imageUrl('products/mix.png', { width: 320, height: 320, fit: 'cover' }));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('image/webp');
  const { width, height, format } = await sharp(answer.rawPayload).metadata();
  expect([width, height, format]).toEqual([320, 320, 'webp']);
  const again = await get(imageUrl('products/mix.png', { width: 320, height: 320, fit: 'cover' }), {
    'if-none-match': String(answer.headers.etag),
  });
  expect(again.statusCode).toBe(304);
});

test('[S7-27] width keeps the aspect, nothing grows above the source, contain letter-boxes on the ground asked for', async () => {
  const sizes = async (url: string) => {
    const { width, height } = await sharp((await get(url)).rawPayload).metadata();
    return [width, height];
  };
  expect(await sizes('/_ipx/w_320/products/mix.png')).toEqual([320, 240]);
  expect(await sizes('/_ipx/w_320,h_100/products/mix.png')).toEqual([320, 240]);
  expect(await sizes('/_ipx/w_3072/products/mix.png')).toEqual([1280, 960]);
  expect(await sizes('/_ipx/s_320x320&fit_contain&b_ffffff/products/mix.png')).toEqual([320, 320]);
});

test('[S9-09] the presets’ widths at both densities are all sizes the proxy makes', async () => {
  for (const width of [320, 640, 768, 1024, 1280, 1536]) {
    for (const density of [1, 2]) {
      const answer = await get(imageUrl('products/mix.png', { width: width * density }));
      expect(answer.statusCode).toBe(200);
    }
  }
  expect(imageUrl('a.png', { width: 320, height: 640, fit: 'contain' })).toBe(
    '/_ipx/f_webp&q_70&s_320x640&fit_contain/a.png',
  );
});

test('[S7-27] bad requests are refused with a 4xx and ipx’s code', async () => {
  const cases: [string, number, string][] = [
    ['/_ipx//products/mix.png', 400, 'IPX_MISSING_MODIFIERS'],
    ['/_ipx/w_320/', 400, 'IPX_MISSING_ID'],
    ['/_ipx/w_abc/products/mix.png', 400, 'IPX_INVALID_MODIFIER_ARG'],
    ['/_ipx/w_321/products/mix.png', 400, 'IPX_INVALID_MODIFIER_ARG'],
    ['/_ipx/q_101/products/mix.png', 400, 'IPX_INVALID_MODIFIER_ARG'],
    ['/_ipx/fit_bad/products/mix.png', 400, 'IPX_INVALID_MODIFIER_ARG'],
    ['/_ipx/_/products/absent.png', 404, 'IPX_FILE_NOT_FOUND'],
    ['/_ipx/_/products/not-a-picture.png', 400, 'IPX_INVALID_IMAGE'],
    ['/_ipx/_/%2e%2e%2fsecret.txt', 403, 'IPX_FORBIDDEN_PATH'],
    ['/_ipx/_/..%2fsecret.txt', 403, 'IPX_FORBIDDEN_PATH'],
  ];
  for (const [url, status, expected] of cases) {
    const answer = await get(url);
    expect([url, answer.statusCode, code(answer.body)]).toEqual([url, status, expected]);
  }
});

test('[S7-27] the proxy is closed to foreign hosts, private addresses and look-alikes', async () => {
  for (const url of [
    'https://evil.example/a.jpg',
    'http://127.0.0.1:5432/a.jpg',
    'http:/169.254.169.254/latest',
    'https://img.example.ru.evil.example/a.jpg',
    'https://img.example.ru@evil.example/a.jpg',
    'https://user@img.example.ru/a.jpg',
    'https://img.example.ru./a.jpg',
    'https://img.example.ru:8443/a.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ]) {
    const answer = await get(`/_ipx/w_320/${encodeURIComponent(url)}`);
    expect([url, answer.statusCode, code(answer.body)]).toEqual([url, 403, 'IPX_FORBIDDEN_HOST']);
  }
});

test('[S5-04] an address that starts with // is rejected', async () => {
  for (const url of ['//evil.example/', '//']) {
    const answer = await app.inject({ url: `http://idd.localhost${url}`, headers: host });
    expect(answer.statusCode).toBe(422);
  }
});

test('a mutation from another origin is refused, a sister branch and null included; one without Origin is a program’s', async () => {
  const post = (origin?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/nothing/',
      headers: { ...host, ...(origin ? { origin } : {}) },
      remoteAddress: '10.1.1.1',
    });
  expect((await post('http://evil.example')).statusCode).toBe(403);
  expect((await post('http://cherepovets.idd.localhost')).statusCode).toBe(403);
  expect((await post('null')).statusCode).toBe(403);
  expect((await post('http://idd.localhost')).statusCode).toBe(404);
});

test('mutations of one address are counted: the sixth within a minute is 429 with Retry-After in Russian', async () => {
  const answers = [];
  for (let n = 0; n < 6; n++) {
    answers.push(await app.inject({ method: 'POST', url: '/api/nothing/', headers: host, remoteAddress: '10.9.9.9' }));
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 429]);
  expect(answers[5]?.headers['retry-after']).toBeDefined();
  expect(JSON.parse(answers[5]?.body ?? '').error.message).toMatch(/Слишком много/);
});

test('[S7-35] errors have one shape, a Russian message and no inside of the shop', async () => {
  const missing = await get('/api/nothing/here/');
  expect(missing.statusCode).toBe(404);
  expect(JSON.parse(missing.body)).toEqual({ error: { code: 'not_found', message: 'Ничего не найдено' } });
  const broken = await app.inject({
    method: 'POST',
    url: '/api/ecm/idd/products/idcodes/',
    headers: { ...host, 'content-type': 'application/json' },
    payload: '{"broken',
    remoteAddress: '10.2.2.2',
  });
  expect(broken.statusCode).toBeGreaterThanOrEqual(400);
  expect(broken.statusCode).toBeLessThan(500);
  expect(broken.body).not.toMatch(/at .*\.ts|node_modules|SyntaxError/);
  const tooLarge = await app.inject({
    method: 'POST',
    url: '/api/ecm/idd/products/idcodes/',
    headers: { ...host, 'content-type': 'application/json' },
    payload: JSON.stringify(['x'.repeat(1_100_000)]),
    remoteAddress: '10.3.3.3',
  });
  expect(tooLarge.statusCode).toBe(413);
});

test('[S7-34] health, readiness, metrics and the description of the calls answer on any host', async () => {
  const elsewhere = { host: 'unknown.example' };
  expect((await app.inject({ url: '/healthz', headers: elsewhere })).statusCode).toBe(200);
  expect((await app.inject({ url: '/readyz', headers: elsewhere })).statusCode).toBe(200);
  expect((await app.inject({ url: '/metrics', headers: elsewhere })).body).toContain('page_store');
  expect((await app.inject({ url: '/metrics', headers: elsewhere, remoteAddress: '203.0.113.7' })).statusCode).toBe(
    403,
  );
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect([header, (await app.inject({ url: '/metrics', headers: { ...host, [header]: '' } })).statusCode]).toEqual([
      header,
      403,
    ]);
  const description = JSON.parse((await get('/api/openapi.json')).body);
  expect(description.openapi).toMatch(/^3\./);
  const docs = await get('/api/docs');
  expect(docs.body).toContain('<h1>Вызовы магазина</h1>');
  expect(docs.headers['content-type']).toContain('text/html');
});

test('[S7-34] readiness is refused while a migration is missing', async () => {
  const [last] = await db
    .selectFrom('migrations' as never)
    .selectAll()
    .orderBy('name' as never, 'desc')
    .limit(1)
    .execute();
  await db
    .deleteFrom('migrations' as never)
    .where('name' as never, '=', (last as { name: string }).name as never)
    .execute();
  expect((await app.inject({ url: '/readyz', headers: host })).statusCode).toBe(503);
  await db
    .insertInto('migrations' as never)
    .values(last as never)
    .execute();
  expect((await app.inject({ url: '/readyz', headers: host })).statusCode).toBe(200);
});

test('a connection is kept longer than the minute after which a balancer lets go of it', () => {
  expect(app.server.keepAliveTimeout).toBeGreaterThan(60_000);
});

test('[S1-02] an unknown host is 404 with the list of cities and shows no prices', async () => {
  for (const unknown of ['unknown.example', 'nowhere.idd.localhost', 'idd.localhost.evil.example', 'a b']) {
    const answer = await app.inject({ url: '/category/any/', headers: { host: unknown } });
    expect([unknown, answer.statusCode]).toEqual([unknown, 404]);
    expect(answer.body).toContain('Череповец');
    expect(answer.body).toContain('cherepovets.idd.localhost');
    expect(answer.body).not.toContain('₽');
  }
});

test('[S9-02] the main branch’s own label redirects to the main domain with path and query', async () => {
  const answer = await app.inject({ url: '/catalog/?q=a', headers: { host: 'vologda.idd.localhost:3000' } });
  expect(answer.statusCode).toBe(301);
  expect(answer.headers.location).toBe('http://idd.localhost:3000/catalog/?q=a');
});

test('[S3-12] the visitor’s cart count comes in a call of its own that nothing keeps', async () => {
  const uuid = '0f4c1a52-7d0e-4b3f-9a57-3f2f1a7a9c11';
  const answer = await get('/api/_visitor/state', { cookie: `visitor=${uuid}; Basket_idd_${uuid}=1.5-2.6-3` });
  expect(JSON.parse(answer.body)).toMatchObject({ cart: { count: 2, lines: { 5: 2, 6: 3 } } });
  expect(answer.headers['cache-control']).toBe('private, no-store');
});

test('[S2-10] the log of requests holds no token that opens a card or an order', async () => {
  const lines: string[] = [];
  const app = await testApp(db, { DATA_DIR: dataDir }, pino({}, { write: (line) => lines.push(line) }));
  const token = 'a'.repeat(65);
  for (const url of [`/qr/b/${token}/`, `/qr/o/${token}/`, `/qr/b/${token}.data`, `/subscription/?key=${token}`])
    await app.inject({ url, headers: host });
  const paths = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(paths.map(({ path }) => path)).toEqual(['/qr/b/…/', '/qr/o/…/', '/qr/b/…', '/subscription/']);
  expect(lines.join('')).not.toContain(token);
});

import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWobbler } from '#modules/content/wobblers.ts';
import { imagePreset, screens } from '#shared/constants.ts';
import { type ImageModifiers, imageUrl } from '#shared/image-url.ts';
import { testApp } from './support/app.ts';
import { testDatabase } from './support/database.ts';
import { startPictureHost } from './support/picture-host.ts';
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
await writeFile(join(dataDir, 'files', 'products', 'film.mp4'), Buffer.alloc(21 * 1024 * 1024));
await writeFile(join(dataDir, 'secret.txt'), 'secret');

const upstream = await startPictureHost();
const app = await testApp(db, {
  DATA_DIR: dataDir,
  IMAGE_HOSTS: upstream.host,
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

test('[S7-27] width or height keep the aspect, nothing grows above the source, contain letter-boxes on the ground asked for, else on none', async () => {
  const made = async (modifiers: ImageModifiers) =>
    sharp((await get(imageUrl('products/mix.png', modifiers))).rawPayload);
  const sizes = async (modifiers: ImageModifiers) => {
    const { width, height } = await (await made(modifiers)).metadata();
    return [width, height];
  };
  expect(await sizes({ width: 320 })).toEqual([320, 240]);
  expect(await sizes({ height: 240 })).toEqual([320, 240]);
  expect(await sizes({ width: 3072 })).toEqual([1280, 960]);
  expect(await sizes({ width: 1536, height: 1536, fit: 'cover' })).toEqual([960, 960]);
  expect(await sizes({ width: 640, height: 360, fit: 'cover' })).toEqual([640, 360]);
  const boxed = await made({ width: 320, height: 320, fit: 'contain', background: 'ffffff', format: 'jpeg' });
  expect(await boxed.clone().metadata()).toMatchObject({ width: 320, height: 320, format: 'jpeg' });
  const { data } = await boxed.raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)].every((colour) => colour > 250)).toBe(true);
  const beside = await (await made({ width: 320, height: 320, fit: 'contain' }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([beside.info.channels, beside.data[3]], 'nothing beside the picture').toEqual([4, 0]);
});

test('[S9-09] cover and contain, webp at quality 70, the widths of the screens at densities 1 and 2', async () => {
  expect(screens).toEqual({ xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 });
  expect(imagePreset).toEqual({ format: 'webp', quality: 70, densities: [1, 2] });
  const reference = (width: number) =>
    picture.clone().resize(width, null, { withoutEnlargement: true }).webp({ quality: 70 }).toBuffer();
  for (const width of Object.values(screens)) {
    for (const density of imagePreset.densities) {
      const answer = await get(`/_ipx/f_webp&q_70&w_${width * density}/products/mix.png`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(answer.rawPayload).toEqual(await reference(width * density));
    }
    for (const fit of ['cover', 'contain'] as const) {
      const url = imageUrl('products/mix.png', { width, height: width, fit });
      expect(url).toBe(`/_ipx/f_webp&q_70&s_${width}x${width}&fit_${fit}/products/mix.png`);
      const { width: made, height } = await sharp((await get(url)).rawPayload).metadata();
      // The source is 1280 × 960: a box keeps its shape and does not grow above it.
      expect([made, height]).toEqual([Math.min(width, 960), Math.min(width, 960)]);
    }
  }
});

test('[S7-27] a picture of an allowed host is fetched and resized; its redirects, failures and endless answers are not followed', async () => {
  const fetched = await get(imageUrl(`http://${upstream.host}/photo.jpg`, { width: 320 }));
  expect([fetched.statusCode, fetched.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(await sharp(fetched.rawPayload).metadata()).toMatchObject({ width: 320, height: 240, format: 'webp' });
  const { data } = await sharp(fetched.rawPayload).raw().toBuffer({ resolveWithObject: true });
  // the host's own colour, #c8321e
  expect([...data.subarray(0, 3)].map((value) => Math.round(value / 32))).toEqual([6, 2, 1]);
  const asked = await upstream.asked();
  expect(asked).toEqual(['/photo.jpg']);
  await get(imageUrl(`http://${upstream.host}/photo.jpg`, { width: 320 }));
  expect(await upstream.asked(), 'the second time it is cached').toEqual(asked);
  for (const path of ['/redirect.jpg', '/absent.jpg', '/endless.jpg']) {
    const answer = await get(imageUrl(`http://${upstream.host}${path}`, { width: 320 }));
    expect([path, answer.statusCode, JSON.parse(answer.body).error]).toEqual([
      path,
      502,
      { code: 'IPX_UPSTREAM', message: 'Сайт с картинкой не ответил' },
    ]);
  }
  const text = await get(imageUrl(`http://${upstream.host}/text.jpg`, { width: 320 }));
  expect([text.statusCode, code(text.body)]).toEqual([400, 'IPX_INVALID_IMAGE']);
});

test('[S7-27] the picture of a banner loads from an image host under a content path, by the proxy; no other host is taken', async () => {
  const banner = { position: 'top', text: '<p>Вечер скидок</p>', action_link: '/actions/' } as const;
  const background_image = `http://${upstream.host}/content/banner.jpg`;
  await createWobbler(db, { ...banner, background_image }, new Date(), [upstream.host]);
  const [shown] = (await get('/api/ecm/sites-content/idd/wobblers/?domain_id_1c=00131')).json();
  expect(shown).toMatchObject({ background_image });
  // As the browser asks for it: `Picture` makes its address by this function.
  const answer = await get(imageUrl(shown.background_image, { width: 480, height: 480, fit: 'contain' }));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(await upstream.asked()).toContain('/content/banner.jpg');
  await expect(createWobbler(db, { ...banner, background_image })).rejects.toMatchObject({ code: 'bad_input' });
});

test('[S1-01] [S7-27] bad requests are refused with a 4xx, a code and words in Russian', async () => {
  const good = 'f_webp&q_70&w_320';
  const cases: [string, number, string][] = [
    ['/_ipx//products/mix.png', 400, 'IPX_MISSING_MODIFIERS'],
    [`/_ipx/${good}/`, 400, 'IPX_MISSING_ID'],
    [`/_ipx/${good}/%zz.png`, 400, 'bad_address'],
    [`/_ipx/${good}/products/absent.png`, 404, 'IPX_FILE_NOT_FOUND'],
    [`/_ipx/${good}/products`, 404, 'IPX_FILE_NOT_FOUND'],
    [`/_ipx/${good}/products/not-a-picture.png`, 400, 'IPX_INVALID_IMAGE'],
    [`/_ipx/${good}/products/film.mp4`, 403, 'IPX_TOO_LARGE'],
    [`/_ipx/${good}/%2e%2e%2fsecret.txt`, 403, 'IPX_FORBIDDEN_PATH'],
    [`/_ipx/${good}/..%2fsecret.txt`, 403, 'IPX_FORBIDDEN_PATH'],
  ];
  for (const [url, status, expected] of cases) {
    const answer = await get(url);
    expect([url, answer.statusCode, code(answer.body)]).toEqual([url, status, expected]);
    expect(JSON.parse(answer.body).error.message).toMatch(/^[А-Я][а-яё ,:]+$/);
  }
});

test('[S7-27] nothing is made but what imageUrl asks for: no other format, quality, size, box, fit, colour or spelling', async () => {
  for (const modifiers of [
    '_',
    'w_320',
    'f_webp&q_70',
    'f_webp,q_70,w_320',
    'f_avif&q_70&w_320',
    'f_png&q_70&w_320',
    'f_webp&q_100&w_320',
    'f_webp&q_70&w_321',
    'f_webp&q_70&w_0320',
    'f_webp&q_70&w_abc',
    'f_webp&q_70&s_320x640&fit_cover',
    'f_webp&q_70&s_320x320&fit_outside',
    'f_webp&q_70&s_320x320',
    'f_webp&q_70&s_320x320&fit_cover&b_000010',
    'f_webp&q_70&w_320&blur_5',
    'q_70&f_webp&w_320',
    'f_avif&q_100&s_3072x3072&fit_outside',
  ]) {
    const answer = await get(`/_ipx/${modifiers}/products/mix.png`);
    expect([modifiers, answer.statusCode, code(answer.body)]).toEqual([modifiers, 400, 'IPX_INVALID_MODIFIER_ARG']);
  }
});

test('a cache that cannot be written hides no picture, and says so in the log', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'idd-full-'));
  await mkdir(join(broken, 'files'));
  await copyFile(join(dataDir, 'files', 'products', 'mix.png'), join(broken, 'files', 'mix.png'));
  await mkdir(join(broken, 'cache'));
  await writeFile(join(broken, 'cache', 'images'), 'a file where the folder should be');
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const other = await testApp(db, { DATA_DIR: broken }, log);
  for (const width of [320, 640]) {
    const answer = await other.inject({ url: imageUrl('mix.png', { width }), headers: host });
    expect(answer.statusCode).toBe(200);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width });
  }
  expect(lines.filter((line) => line.includes('could not be cached'))).toHaveLength(1);
});

test('who asks for more new sizes at once than fit the queue is told to come back, and a small picture of another visitor does not wait for them', async () => {
  const flood = '203.0.113.5';
  const answered: string[] = [];
  const ask = async (path: string, modifiers: ImageModifiers, remoteAddress: string) => {
    const answer = await app.inject({ url: imageUrl(path, modifiers), headers: host, remoteAddress });
    answered.push(remoteAddress);
    return answer;
  };
  // Two are under way, and stay so while the host of the pictures is silent; a hundred of one visitor may wait.
  const large = Array.from({ length: 120 }, (_, at) =>
    ask(`http://${upstream.host}/held/${at}.jpg`, { width: 640, height: 640, fit: 'contain' }, flood),
  );
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(18);
  const refused = answered.length;
  const honest = ask('products/mix.png', { width: 48, height: 48, fit: 'cover' }, '198.51.100.7');
  await upstream.release();
  expect((await honest).statusCode).toBe(200);
  // Not the hundred that waited before it.
  expect(answered.filter((who) => who === flood).length - refused).toBeLessThan(20);
  const busy = (await Promise.all(large)).filter(({ statusCode }) => statusCode === 503);
  expect(busy.length).toBe(refused);
  expect(busy[0]?.headers['retry-after']).toBeDefined();
  expect(JSON.parse(busy[0]!.body).error).toMatchObject({ code: 'busy', message: expect.stringMatching(/[а-я]/) });
});

test('three unfinished uploads of a network are taken and the fourth is refused; a form of thousands of parts is refused unread', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(address);
  const begin = (size: number) => {
    const headers = { host: 'idd.localhost', 'content-type': 'text/plain', 'content-length': String(size) };
    const sent = request({ port, method: 'POST', path: '/api/nothing/', headers, agent: false });
    const answer = new Promise<number>((resolve) => {
      sent.on('response', (response) => resolve(response.statusCode!));
      sent.on('error', () => resolve(0));
    });
    sent.write(Buffer.alloc(1_000));
    return { sent, answer };
  };
  const held = [begin(500_000), begin(500_000), begin(500_000)];
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await begin(500_000).answer).toBe(429);
  for (const { sent } of held) sent.destroy();
  const parts = await app.inject({
    method: 'POST',
    url: '/reviews/',
    headers: { ...host, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.from('--x\r\n\r\n\r\n'.repeat(20_000)),
    remoteAddress: '10.3.3.3',
  });
  expect(parts.statusCode).toBe(413);
  expect(parts.body).toContain('Слишком большой запрос');
});

test('[S7-27] the proxy is closed to foreign hosts, private addresses and look-alikes', async () => {
  for (const url of [
    'https://evil.example/a.jpg',
    'http://127.0.0.1:5432/a.jpg',
    'http:/169.254.169.254/latest',
    `http://${upstream.host}.evil.example/a.jpg`,
    `http://${upstream.host}@evil.example/a.jpg`,
    `http://user@${upstream.host}/a.jpg`,
    'http://localhost./a.jpg',
    `http://${upstream.host.split(':')[0]}:8443/a.jpg`,
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
  ]) {
    const answer = await get(`/_ipx/f_webp&q_70&w_320/${encodeURIComponent(url)}`);
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
  expect((await app.inject({ url: '/metrics', headers: elsewhere })).body).toContain('cache{name="pages"');
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
  expect(JSON.parse(answer.body)).toMatchObject({
    cart: {
      cartItems: [
        { id: 5, count: 2 },
        { id: 6, count: 3 },
      ],
    },
  });
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

import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { ask } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const product = await makeProduct(db, { category_id: category.id });
const app = await testApp(db);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

async function cachedPages(): Promise<number> {
  const { text } = await ask(port, '/metrics', { host: 'x' });
  return Number(/cache\{name="pages",what="entries"\} (\d+)/.exec(text)?.[1]);
}

test('spellings of one path lead to one address with the query kept, and none of them is rendered or cached', async () => {
  const moved: [string, string][] = [
    ['/CATALOG/', '/catalog/'],
    ['/cAtalog?Q=a&page=2', '/catalog?Q=a&page=2'],
    ['/category/Suhie-Smesi/', '/category/suhie-smesi/'],
    ['/brand/SUHONA/', '/brand/suhona/'],
    [`/product/${product.slug.toUpperCase()}/`, `/product/${product.slug}/`],
    ['/%63atalog/', '/catalog/'],
    ['/catalog//', '/catalog/'],
    ['/category///suhie-smesi/', '/category/suhie-smesi/'],
    ['/Catalog.data?_routes=root', '/catalog.data?_routes=root'],
    ['/%D0%81%D0%9B%D0%9A%D0%90/', '/%D1%91%D0%BB%D0%BA%D0%B0/'],
    ['/%d1%91/', '/%D1%91/'],
    ['/Robots.txt', '/robots.txt'],
  ];
  const before = await cachedPages();
  for (const [path, location] of moved) {
    const answer = await ask(port, path);
    expect([path, answer.status, answer.headers.location]).toEqual([path, 301, location]);
  }
  const form = await ask(port, '/CART/', {}, { method: 'POST' });
  expect([form.status, form.headers.location]).toEqual([308, '/cart/']);
  expect(await cachedPages()).toBe(before);
});

test('thousands of values of one filter lead to the clean address, without being looked for one by one', async () => {
  const values = Array.from({ length: 1_200 }, (_, at) => `brand=v${at}`).join('&');
  const { status, headers } = await ask(port, `/catalog/?${values}`);
  expect([status, headers.location]).toEqual([302, '/catalog/']);
  expect((await ask(port, `/api/ecm/idd/products/?${values}`)).status).toBe(404);
});

test('letters stay as they are where they mean something: codes, tokens, files and calls', async () => {
  for (const path of [
    '/qr/b/AbC_d/',
    '/qr/p/Polka-1/',
    '/api/Nothing/',
    '/assets/Nothing-BxY.js',
    '/files/documents/A.pdf',
  ]) {
    const { status } = await ask(port, path);
    expect([path, status >= 400]).toEqual([path, true]);
  }
  expect((await ask(port, '/QR/B/AbC_d/')).headers.location).toBe('/qr/b/AbC_d/');
});

test('[S1-01] an address that no page can have is refused before anything looks at it, in words for people and JSON for programs', async () => {
  const strange = ['/\\[', '/\\evil.example', '/catalog/%zz', '/catalog/../cart/', '/./cart/', '/catalog/%2e%2E/cart/'];
  for (const path of [...strange, '/a%2Fb/', '/a%5Cb/', '/a%00b/', '/%FF/']) {
    for (const method of ['GET', 'POST']) {
      const { status, headers, text } = await ask(port, path, { accept: 'text/html' }, { method });
      expect([path, status, headers['content-type']]).toEqual([path, 400, 'text/html; charset=utf-8']);
      expect(text).toContain('Такого адреса нет');
      expect(headers['content-security-policy']).toContain("default-src 'self'");
    }
  }
  for (const path of ['/api/%zz', '/api/../cart/', '/_shell/../cart/', '/api/ecm/idd/%zz/']) {
    const { status, text } = await ask(port, path);
    expect([path, status, JSON.parse(text).error.code]).toEqual([path, 400, 'bad_address']);
    expect(JSON.parse(text).error.message).toMatch(/^[А-Я][а-яё ,:.«»-]+$/);
  }
});

test('a refusal outside the pages is a page in words for whoever wants a page, JSON for a program', async () => {
  const send = (accept: string) =>
    ask(port, '/cart/', { accept, origin: 'http://evil.example' }, { method: 'POST', body: 'a=1' });
  const page = await send('text/html,*/*;q=0.8');
  expect(page.status).toBe(403);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('Запрос пришёл с чужой страницы');
  const call = await send('application/json');
  expect(JSON.parse(call.text).error.code).toBe('foreign_origin');
});

test('/favicon.ico is an icon that browsers keep, on every host', async () => {
  for (const host of ['idd.localhost', 'unknown.example']) {
    const { status, headers, raw } = await ask(port, '/favicon.ico', { host });
    expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
    expect(headers['cache-control']).toBe('public, max-age=604800');
    expect(raw.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  }
});

test('[S2-21] the 404 page shows the path as people read it, and nothing that could mislead the eye', async () => {
  const shown = async (path: string) => /Page not found: ([^<]*)</.exec((await ask(port, path)).text)?.[1];
  expect(await shown('/%D1%91%D0%BB%D0%BA%D0%B8/%D0%B8%20%D1%88%D0%B0%D1%80%D1%8B/')).toBe('/ёлки/и шары/');
  expect(await shown('/%3Cb%3E%26/')).toBe('/&lt;b&gt;&amp;/');
  expect(await shown('/moc.live%E2%80%AE/')).toBe('/moc.live%E2%80%AE/');
});

import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from './support/app.ts';
import { testDatabase } from './support/database.ts';
import { makeBranches } from './support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const main = 'idd.localhost';
const open = (url: string, host = main, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host, accept: 'text/html', ...headers } });

test('every address of the back office answers its document, which nobody caches and no robot lists', async () => {
  for (const url of ['/admin/', '/admin/orders', '/admin/orders/?branch=00131&state=new', '/admin/Items/a%2Fb/X']) {
    const { statusCode, headers, body } = await open(url);
    expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(body).toContain('<div id="root">');
  }
  expect((await open('/admin')).headers.location).toBe('/admin/');
  expect((await open('/admin?a=1')).headers.location).toBe('/admin/?a=1');
});

test('the policy lets in own files alone, and styles that bear a nonce made for this document', async () => {
  const nonces = new Set<string>();
  for (const url of ['/admin/', '/admin/', '/admin/orders']) {
    const { headers, body } = await open(url);
    const policy = String(headers['content-security-policy']);
    const [, nonce = ''] = /style-src 'self' 'nonce-([A-Za-z0-9+/]{24})'/.exec(policy) ?? [];
    expect(body).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(body).not.toContain('__CSP_NONCE__');
    nonces.add(nonce);
    expect(policy.split('; ').filter((part) => !part.startsWith('style-src'))).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "frame-src 'self' http://idd.localhost http://cherepovets.idd.localhost",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|https?:\/\//);
  }
  expect(nonces.size).toBe(3);
  expect([...nonces]).not.toContain('');
});

test('its files are named after their content, kept for a year and sent compressed', async () => {
  const [script] = (await readdir(resolve('build/admin/assets'))).filter((name) => /^index-.*\.js$/.test(name));
  const { statusCode, headers } = await open(`/admin/assets/${script}`, main, { 'accept-encoding': 'br' });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  for (const lost of ['/admin/assets/index-old.js', '/admin/assets/../index.html', '/admin/.vite/manifest.json'])
    expect((await open(lost)).body).not.toContain('src/main.tsx');
  expect((await open('/admin/assets/index-old.js')).statusCode).toBe(404);
});

test('other branches lead to the main domain; robots are asked to stay away everywhere', async () => {
  for (const url of ['/admin', '/admin/', '/admin/orders?page=2']) {
    const { statusCode, headers } = await open(url, `cherepovets.${main}`);
    expect([statusCode, headers.location]).toEqual([302, `http://${main}/admin/`]);
  }
  const { body } = await open('/robots.txt');
  expect(body.split('\n')).toContain('Disallow: /admin/');
});

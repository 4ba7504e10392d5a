import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db, { TRUST_PROXY: 'true' });

const url = '/api/_auth/cookie';
const uuid = '0d9aee0f-6c2f-4c3b-9a80-2f2bd6f0c111';
const ask = (headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'idd.localhost', 'user-agent': userAgents.desktop, ...headers } });

test('[S7-04] the call answers the visitor’s uuid and keeps it in a cookie scripts cannot read', async () => {
  const answer = await ask();
  const { user } = answer.json();
  expect(user.uuid).toMatch(/^[0-9a-f-]{36}$/);
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toContain(`visitor=${user.uuid}`);
  expect(cookie).toContain('HttpOnly');
  expect(cookie).toContain('Domain=idd.localhost');
  expect(answer.headers['cache-control']).toBe('private, no-store');
});

test('[S7-04] a known visitor keeps the uuid; a made-up one is replaced', async () => {
  expect((await ask({ cookie: `visitor=${uuid}` })).json().user.uuid).toBe(uuid);
  expect((await ask({ cookie: 'visitor=<script>' })).json().user.uuid).not.toBe('<script>');
});

test('[S7-04] outside the main domain the cookie is the host’s own, and Secure only over https', async () => {
  const local = String((await ask({ host: 'localhost' })).headers['set-cookie']);
  expect(local).not.toContain('Domain=');
  expect(local).not.toContain('Secure');
  expect(String((await ask({ 'x-forwarded-proto': 'https' })).headers['set-cookie'])).toContain('Secure');
});

test('[S7-04] a robot gets no uuid', async () => {
  const answer = await ask({ 'user-agent': userAgents.robot });
  expect(answer.json()).toEqual({ user: { uuid: null } });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('[S7-05] deleting clears the session cookies', async () => {
  const headers = { host: 'idd.localhost', cookie: `visitor=${uuid}; access=a; refresh=b` };
  const answer = await app.inject({ method: 'DELETE', url, headers });
  expect(answer.statusCode).toBe(200);
  const cookies = answer.headers['set-cookie'] as string[];
  for (const name of ['access', 'refresh', 'visitor']) {
    expect(cookies.find((cookie) => cookie.startsWith(`${name}=;`))).toContain('Max-Age=0');
  }
});

test('[S7-05] a page of another site cannot end the session', async () => {
  const headers = { host: 'idd.localhost', origin: 'http://evil.example' };
  expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(403);
});

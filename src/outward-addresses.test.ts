import { describe, expect, test } from 'vitest';
import { hashPassword } from '#modules/accounts/passwords.ts';
import { makeUser } from '#test/support/accounts.ts';
import { apiVisitor } from '#test/support/api-visitor.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const demonstration = await testApp(db, { PORT: '4100' });
const own = await testApp(db, { MAIN_DOMAIN: 'shop.example', TRUST_PROXY: '127.0.0.1' });
let made = 0;

describe('links in e-mails', () => {
  /** The link of the email that a forgotten password brings, asked for under this Host. */
  async function linkAskedFrom(app: typeof own, host: string, headers: Record<string, string> = {}): Promise<string> {
    const email = `anna${++made}@pochta.example`;
    await makeUser(db, {
      email,
      password_hash: await hashPassword('вечерний звон 7'),
      password_changed_at: new Date(),
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/forgotpassword/',
      headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ intent: 'restore', email }).toString(),
    });
    const mail = await db.selectFrom('mails').select('text').where('to_address', '=', email).executeTakeFirst();
    return /https?:\/\/[^/\s]+\/password-restore\//.exec(mail?.text ?? '')?.[0] ?? `none, ${answer.statusCode}`;
  }

  test('name the branch as the settings know it, whatever port, scheme or local name the Host header holds', async () => {
    const restore = '/password-restore/';
    expect(await linkAskedFrom(demonstration, 'localhost:31337')).toBe(`http://idd.localhost:4100${restore}`);
    expect(await linkAskedFrom(demonstration, 'cherepovets.idd.localhost:8443')).toBe(
      `http://cherepovets.idd.localhost:4100${restore}`,
    );
    expect(await linkAskedFrom(own, 'cherepovets.shop.example:8443')).toBe(
      `https://cherepovets.shop.example${restore}`,
    );
    expect(await linkAskedFrom(own, 'shop.example', { 'x-forwarded-proto': 'https' })).toBe(
      `https://shop.example${restore}`,
    );
  });
});

describe('the hosts of a shop of its own', () => {
  test('at localhost and loopback addresses it answers the questions after its health and nothing else', async () => {
    for (const host of ['localhost', 'localhost:31337', '127.0.0.1', '[::1]']) {
      expect((await own.inject({ url: '/healthz', headers: { host } })).statusCode).toBe(200);
      expect((await own.inject({ url: '/readyz', headers: { host } })).statusCode).toBe(200);
      for (const url of ['/', '/cart/', '/login/']) {
        const page = await own.inject({ url, headers: { host } });
        expect([page.statusCode, page.body.includes('По этому адресу магазина нет')]).toEqual([404, true]);
      }
      expect((await apiVisitor(own, { host }).get('/api/departments/')).status).toBe(404);
    }
    expect((await demonstration.inject({ url: '/', headers: { host: 'localhost' } })).statusCode).toBe(200);
  });

  test('browsers are told to come by https when they came by it through the trusted proxy', async () => {
    const secure = { host: 'shop.example', 'x-forwarded-proto': 'https' };
    for (const url of ['/', '/', '/cart/', '/healthz', '/api/departments/'])
      expect((await own.inject({ url, headers: secure })).headers['strict-transport-security']).toBe(
        'max-age=31536000',
      );
    for (const headers of [{ host: 'shop.example' }, { host: 'shop.example', 'x-forwarded-proto': 'http' }])
      expect((await own.inject({ url: '/', headers })).headers).not.toHaveProperty('strict-transport-security');
    const strange = await own.inject({ url: '/cart/', headers: secure, remoteAddress: '203.0.113.5' });
    expect(strange.headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('/dev/ of a demonstration', () => {
  const paths = ['/dev/mail/', '/dev/emails/', '/dev/payments/v3/me', '/%64ev/mail/'];
  const ask = async (url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await demonstration.inject({ url, headers: { host: 'idd.localhost', ...headers }, remoteAddress })).statusCode;

  test('is open to this machine at its own names', async () => {
    for (const host of ['idd.localhost', 'localhost:4100', '127.0.0.1', 'cherepovets.idd.localhost'])
      expect([host, await ask('/dev/mail/', { host })]).toEqual([host, 200]);
    expect(await ask('/dev/mail/', {}, '::1')).toBe(200);
  });

  test('is closed to other machines, to proxies and under other names', async () => {
    for (const url of paths) {
      expect([url, await ask(url, {}, '203.0.113.5')]).toEqual([url, 404]);
      for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'])
        expect([url, name, await ask(url, { [name]: '127.0.0.1' })]).toEqual([url, name, 404]);
      expect([url, await ask(url, { host: 'rebound.example' })]).toEqual([url, 404]);
    }
  });

  test('is not there in a shop of its own', async () => {
    for (const url of ['/dev/mail/', '/dev/emails/', '/dev/payments/v3/me', '/dev/yandex/info'])
      for (const host of ['shop.example', 'localhost'])
        expect([url, (await own.inject({ url, headers: { host } })).statusCode]).toEqual([url, 404]);
  });
});

import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { hashPassword } from '#modules/accounts/passwords.ts';
import { buildApp } from '#src/app.ts';
import { makeUser } from '#test/support/accounts.ts';
import { apiVisitor } from '#test/support/api-visitor.ts';
import { atEnd } from '#test/support/at-end.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastCode, lastLink } from '#test/support/emails.ts';
import { makeBranches } from '#test/support/shop.ts';
import { testYandex } from '#test/support/yandex.ts';

const { db } = await testDatabase();
await makeBranches(db);
const yandex = await testYandex([]);

test('the log of every way in, right, wrong and broken, at its most talkative, holds no code, password, token or link', async () => {
  let logged = '';
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        logged += chunk;
        done();
      },
    }),
  );
  const config = testConfig(yandex.environment);
  const build = await import(pathToFileURL(resolve('build/server/index.js')).href);
  const app = await buildApp({ db, config, log, build, clientDir: resolve('build/client') });
  atEnd(() => app.close());

  const password = 'сорок кошек на крыше';
  const anna = await makeUser(db, { password_hash: await hashPassword(password) });
  const visitor = apiVisitor(app);
  await visitor.post('/api/ecm/idd/users/auth-code/', { email: anna.email });
  const auth_code = await lastCode(db, anna.email);
  const notMe = await lastLink(db, anna.email, '/login/not-me/');
  await visitor.get(notMe);
  await visitor.post('/api/auth/email/', { email: anna.email, auth_code: 'wrong!' });
  await visitor.post('/api/auth/email/', { email: anna.email, auth_code });
  const tokens = [...visitor.cookies.values()].filter((value) => value.length > 20);
  await visitor.post('/api/_auth/refresh-token');
  await visitor.post('/api/auth/login', { username: anna.email, password: `${password}!` });
  await visitor.post('/api/auth/login', { username: anna.email, password });
  await yandex.control({ mode: 'broken' });
  await visitor.post('/api/auth/yandex', { oauth_key: 'y0_secret_of_anna' });
  tokens.push(...[...visitor.cookies.values()].filter((value) => value.length > 20));

  expect(logged).toContain('"path":"/api/auth/login"');
  expect(logged).toContain('Yandex ID failed');
  const secrets = [auth_code, password, 'y0_secret_of_anna', 'shop-secret', notMe.split('token=')[1] ?? '', ...tokens];
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
});

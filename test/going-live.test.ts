import { readFile, stat, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { ask } from './support/http.ts';
import { processesOf, runCommand, runShop, type StartedShop, startShop, temporaryFolder } from './support/processes.ts';

const dataDir = await temporaryFolder();
/** As people start it: neither MAIN_DOMAIN nor HOST. */
const plain = { MAIN_DOMAIN: '', HOST: '' };
let shop: StartedShop | null = null;

afterEach(stop);
afterAll(() => expect(processesOf(dataDir)).toEqual([]));

async function stop() {
  shop?.launcher.kill('SIGTERM');
  await shop?.exited;
  shop = null;
}

type Login = { email: string; password: string; roles: string[]; code: string | null };

test('the first start loads a demonstration that only this machine reaches, with logins drawn for it', async () => {
  shop = await startShop(dataDir, plain);
  const { port, output } = shop;
  for (const host of ['127.0.0.1', '::1']) expect((await fetch(addressOf(host, port))).status).toBe(200);
  for (const address of otherAddresses()) await expect(fetch(addressOf(address, port))).rejects.toThrow();

  const file = join(dataDir, 'demo-logins.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { code, stdout } = await runCommand(dataDir, ['demo', 'logins', '--json'], plain);
  expect(code).toBe(0);
  const logins: Login[] = JSON.parse(stdout);
  expect(logins.map(({ email, roles }) => [email, roles])).toEqual([
    ['anna@pochta.example', []],
    ['sergey@dvor.example', ['owner']],
    ['pavel@dvor.example', ['purchaser']],
    ['elena@dvor.example', ['accountant']],
    ['maria@idd.example', ['login_by_user', 'orders', 'pickup', 'support']],
    ['vera@idd.example', ['owner']],
    ['ksenia@idd.example', ['content']],
    ['oleg@idd.example', ['orders']],
    ['petr@idd.example', ['pickup']],
    ['inna@idd.example', ['support']],
    ['denis@idd.example', ['marketing']],
    ['nina@idd.example', ['accounting']],
  ]);
  expect(new Set(logins.map(({ password }) => password)).size).toBe(logins.length);
  for (const { email, password } of logins) expect(output()).toMatch(new RegExp(`${email} +${password} `));
  const withCode = logins.filter(({ code }) => code !== null).map(({ email }) => email);
  expect(withCode).toEqual(logins.map(({ email }) => email).filter((email) => email.endsWith('@idd.example')));
  expect(logins.at(-1)?.code).toMatch(/^\d{6}$/);
  expect(await signIn(port, logins.at(-1))).toBe(200);
  expect(await signIn(port, { email: 'maria@idd.example', password: 'domik-u-reki-26' })).toBe(401);
}, 240_000);

test('later starts know it for a demonstration whatever is set beside, and no other domain opens it', async () => {
  shop = await startShop(dataDir, { ...plain, SMTP_URL: 'smtp://127.0.0.1:9', MAIN_DOMAIN: 'idd.localhost' });
  expect((await ask(shop.port, '/dev/mail/')).status).toBe(200);
  expect((await ask(shop.port, '/dev/mail/', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404);
  expect((await ask(shop.port, '/', { host: 'cherepovets.idd.localhost' })).status).toBe(200);
  const yandex = await ask(shop.port, '/auth/yandex');
  expect([yandex.status, yandex.headers.location]).toEqual([302, expect.stringContaining('/dev/yandex/authorize?')]);
  const refused = await runCommand(dataDir, ['demo', 'remove'], plain);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Остановите') });
  await stop();

  const live = { MAIN_DOMAIN: 'shop.example' };
  const words = expect.stringContaining('В базе данных демонстрационный магазин, его домен idd.localhost');
  expect(await runShop(dataDir, live)).toMatchObject({ code: 1, output: words });
  expect(await runCommand(dataDir, ['orders', 'list'], live)).toMatchObject({ code: 1, stderr: words });
  expect(await runCommand(dataDir, ['config', 'check'], live)).toMatchObject({ code: 1, stdout: words });
}, 240_000);

test('after the demonstration is removed a shop of its own begins in the same place', async () => {
  await writeFile(join(dataDir, 'owner.txt'), 'не демонстрация');
  expect(await runCommand(dataDir, ['demo', 'remove'], plain)).toMatchObject({ code: 0, stderr: '' });
  await expect(stat(join(dataDir, 'demo-logins.json'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(dataDir, 'owner.txt'), 'utf8')).toBe('не демонстрация');
  shop = await startShop(dataDir, { MAIN_DOMAIN: 'shop.example' });
  for (const lack of ['SMTP_URL', 'SECRET_KEYS', 'TRUST_PROXY'])
    expect(shop.output()).toContain(`ВНИМАНИЕ: ${lack} не задан`);
  expect((await ask(shop.port, '/readyz')).status).toBe(200);
  expect((await ask(shop.port, '/dev/mail/', { host: 'shop.example' })).status).toBe(404);
  await stop();
  const words = expect.stringContaining('MAIN_DOMAIN не задан, а в базе данных магазин shop.example');
  expect(await runShop(dataDir, plain)).toMatchObject({ code: 1, output: words });
  expect(await runCommand(dataDir, ['demo'], plain)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('а здесь магазин shop.example'),
  });
  expect(await runCommand(dataDir, ['demo', 'remove'], plain)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('удалять в ней нечего'),
  });
}, 240_000);

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`;
}

/** Of this machine in its networks; a machine may have none. */
function otherAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address),
  );
}

async function signIn(port: number, login?: Pick<Login, 'email' | 'password'>): Promise<number> {
  const body = JSON.stringify({ username: login?.email, password: login?.password });
  const headers = { 'content-type': 'application/json', host: `idd.localhost:${port}` };
  return (await ask(port, '/api/auth/login', headers, { method: 'POST', body })).status;
}

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { removeDemoTraces } from '#demo/traces.ts';
import { hashPassword } from '#modules/accounts/passwords.ts';
import { markDemonstration, readShopMark } from '#platform/shop-mark.ts';
import { makeUser } from '#test/support/accounts.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { runCommand, runShop, temporaryFolder } from '#test/support/processes.ts';
import { startWebProcess } from '#test/support/web-process.ts';
import { commands } from './commands/config.ts';
import { ConfigError, readSettings } from './config.ts';
import { openShop } from './shop-mode.ts';

const { db, url } = await testDatabase();
const open = (environment: Record<string, string> = {}) => openShop(db, readSettings(environment));
const own = { MAIN_DOMAIN: 'shop.example' };

beforeEach(async () => {
  await sql`delete from settings where key in ('demonstration', 'main_domain')`.execute(db);
  await removeDemoTraces(db);
});

test('a shop of its own needs its domain, remembers it and starts under no other and not without one', async () => {
  await expect(open()).rejects.toThrow('MAIN_DOMAIN не задан.');
  expect(await open(own)).toMatchObject({ MAIN_DOMAIN: 'shop.example', isDemonstration: false });
  expect(await readShopMark(db)).toEqual({ main_domain: 'shop.example', demonstration: null });
  await expect(open({ MAIN_DOMAIN: 'other.example' })).rejects.toThrow('База данных помнит магазин shop.example');
  await expect(open({ MAIN_DOMAIN: 'idd.localhost' })).rejects.toThrow(ConfigError);
  await expect(open()).rejects.toThrow('а в базе данных магазин shop.example');
  expect(await open(own)).toMatchObject({ MAIN_DOMAIN: 'shop.example' });
});

test('a shop of its own takes no password of the exchange with 1C that strangers try first, a demonstration any', async () => {
  const node = { ONEC_LOGIN: 'base', ONEC_PASSWORD: 'short' };
  await expect(open({ ...own, ...node })).rejects.toThrow('ONEC_PASSWORD: пароль слишком простой');
  await expect(open({ ...own, ...node, ONEC_PASSWORD: 'qwertyuiop123' })).rejects.toThrow('слишком простой');
  expect(await open({ ...own, ...node, ONEC_PASSWORD: 'гвоздь-и-молоток' })).toMatchObject(own);
  expect(() => open({ ...own, ONEC_LOGIN: 'base' })).toThrow('задаются вместе');
  await markDemonstration(db, 'shop.localhost');
  expect(await open(node)).toMatchObject({ isDemonstration: true });
});

test('the owner changes the remembered domain by a command', async () => {
  await open(own);
  const shop = wordsRunner(commands, { db, url });
  expect(await shop('config domain', ['https://new.example'])).toContain('Домен пишется без порта');
  expect(await shop('config domain', ['New.example'])).toContain('shop.example → new.example');
  expect(await open({ MAIN_DOMAIN: 'new.example' })).toMatchObject({ MAIN_DOMAIN: 'new.example' });
  await expect(open(own)).rejects.toThrow('помнит магазин new.example');
});

test('a marked database is a demonstration whatever else is set, at its own domain or none', async () => {
  await markDemonstration(db, 'shop.localhost');
  const expected = { MAIN_DOMAIN: 'shop.localhost', isDemonstration: true };
  expect(await open()).toMatchObject(expected);
  expect(await open({ MAIN_DOMAIN: 'shop.localhost' })).toMatchObject(expected);
  const busy = { PORT: '8080', SMTP_URL: 'smtp://mail.example', DATABASE_URL: url };
  expect(await open(busy)).toMatchObject({ ...expected, PORT: 8080 });
  await expect(open(own)).rejects.toThrow('В базе данных демонстрационный магазин, его домен shop.localhost');
  expect(await wordsRunner(commands, { db, url })('config domain', ['shop.example'])).toContain('demo remove');
});

test.each([
  ['people', 'люди anna@pochta.example', () => makeUser(db, { email: 'anna@pochta.example' })],
  [
    'coupons',
    'купоны НОЯБРЬ5',
    () =>
      sql`insert into coupons (code, kind, percent, note) values ('НОЯБРЬ5', 'percent', 5, 'Пять процентов на всё')`.execute(
        db,
      ),
  ],
  [
    'cards',
    'карты 2026112100014',
    async () => {
      await loadProgrammes(db);
      await sql`insert into cards (number, kind, code_hash, issued_at, issued_by)
        values ('2026112100014', 'bonus', ${await hashPassword('260126')}, now(), 'касса, Вологда')`.execute(db);
    },
  ],
])('a shop of its own is not opened over the demonstration’s %s', async (_what, words, put) => {
  await put();
  await expect(open(own)).rejects.toThrow(`В базе данных остались демонстрационные данные: ${words}.`);
  await removeDemoTraces(db);
  expect(await open(own)).toMatchObject({ isDemonstration: false });
});

test('another shop may have a coupon with the same word', async () => {
  await sql`insert into coupons (code, kind, percent, note) values ('НОЯБРЬ5', 'percent', 5, 'К осени')`.execute(db);
  expect(await open(own)).toMatchObject({ isDemonstration: false });
  await sql`delete from coupons`.execute(db);
});

test('another shop may have a card with the same number: it stays', async () => {
  await sql`insert into loyalty_programmes (kind, name, counting_days) values ('bonus', 'Карта', 365) on conflict do nothing`.execute(
    db,
  );
  await sql`insert into cards (number, kind, code_hash, issued_at, issued_by)
    values ('2026112100014', 'bonus', ${await hashPassword('260126')}, now(), 'касса, Череповец')`.execute(db);
  expect(await open(own)).toMatchObject({ isDemonstration: false });
  await removeDemoTraces(db);
  const { rows } = await sql`select number from cards`.execute(db);
  expect(rows).toEqual([{ number: '2026112100014' }]);
  await sql`delete from cards`.execute(db);
});

test('the web process, the worker’s launcher and commands refuse what does not fit, in words', async () => {
  await open(own);
  await expect(startWebProcess(url, { MAIN_DOMAIN: 'other.example' })).rejects.toThrow('помнит магазин shop.example');
  const folder = await temporaryFolder();
  const words = expect.stringContaining('База данных помнит магазин shop.example');
  const env = { DATABASE_URL: url, MAIN_DOMAIN: 'other.example' };
  expect(await runShop(folder, env)).toMatchObject({ code: 1, output: words });
  expect(await runCommand(folder, ['orders', 'list'], env)).toMatchObject({ code: 1, stderr: words });
  expect(await runCommand(folder, ['config', 'check'], env)).toMatchObject({ code: 1, stdout: words });
  const fits = await runCommand(folder, ['config', 'check'], { ...env, ...own });
  expect(fits.code).toBe(0);
  for (const lack of ['SMTP_URL', 'SECRET_KEYS', 'TRUST_PROXY']) expect(fits.stdout).toContain(`${lack} не задан`);
});

import { expect, inject, test } from 'vitest';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { runCommand, temporaryFolder } from '#test/support/processes.ts';

const dataDir = await temporaryFolder();

test('without words every command is listed, with --help one is explained', async () => {
  const list = await runCommand(dataDir, []);
  expect(list.code).toBe(0);
  for (const name of ['migrate', 'backup', 'restore', 'config check']) expect(list.stdout).toContain(`  ${name} `);
  const help = await runCommand(dataDir, ['backup', '--help']);
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run shop -- backup DIR') });
});

test('an unknown command, a missing argument and a wrong option are named and exit with 1', async () => {
  expect(await runCommand(dataDir, ['dance'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Нет такой команды: dance'),
  });
  expect(await runCommand(dataDir, ['backup'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Не указано: DIR'),
  });
  expect(await runCommand(dataDir, ['migrate', '--fast'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--fast'),
  });
  expect(await runCommand(dataDir, ['migrate', 'now'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Лишнее: now'),
  });
});

test('config check hides secrets and fails when the database cannot be reached', async () => {
  const given = {
    DATABASE_URL: 'postgres://shop:hidden@127.0.0.1:1/shop',
    SMTP_URL: 'smtp://shop:hidden@mail.example',
    METRICS_TOKEN: 'hidden',
  };
  const { code, stdout } = await runCommand(dataDir, ['config', 'check'], given);
  expect(code).toBe(1);
  expect(stdout).toContain('ОШИБКА: DATABASE_URL: не удалось подключиться');
  expect(stdout).not.toContain('hidden');
});

test('a setting that cannot be understood is named in Russian', async () => {
  expect(await runCommand(dataDir, ['config', 'check'], { PORT: 'many' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Ошибка в настройках:\n  PORT:'),
  });
});

test('on a foreign server that is not migrated yet a command says what to do', async () => {
  const name = `empty_${process.pid}`;
  await administer(inject('serverUrl'), `create database ${name}`);
  const env = { DATABASE_URL: databaseUrl(inject('serverUrl'), name), MAIN_DOMAIN: 'shop.example' };
  try {
    expect(await runCommand(dataDir, ['orders', 'list'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run shop -- migrate'),
    });
    expect(await runCommand(dataDir, ['migrate'], env)).toMatchObject({ code: 0 });
    expect(await runCommand(dataDir, ['orders', 'list'], env)).toMatchObject({ code: 0 });
  } finally {
    await administer(inject('serverUrl'), `drop database ${name} with (force)`);
  }
});

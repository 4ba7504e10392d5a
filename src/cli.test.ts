import { expect, test } from 'vitest';
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
  const given = { DATABASE_URL: 'postgres://shop:hidden@127.0.0.1:1/shop', ONEC_PASSWORD: 'hidden' };
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

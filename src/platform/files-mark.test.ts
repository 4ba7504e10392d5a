import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '#src/commands/files.ts';
import { testApp } from '#test/support/app.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeBranches } from '#test/support/shop.ts';
import { filesFolder, markFiles } from './files-mark.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const host = { host: 'idd.localhost' };

test('a process whose DATA_DIR holds the files of another shop, or none, is not ready and raises an alarm until the folder is adopted', async () => {
  const folder = await testFolder();
  const [own, other] = [join(folder, 'own'), join(folder, 'other')];
  await markFiles(db, filesFolder(own));
  await markFiles(db, filesFolder(other)); // a second process marks nothing
  const app = await testApp(db, { DATA_DIR: other });
  const ready = async () => {
    const { statusCode, body } = await app.inject({ url: '/readyz', headers: host });
    return [statusCode, JSON.parse(body).status];
  };
  const alarm = async () =>
    /shop_alarms\{what="wrong_files"\} (\d)/.exec((await app.inject({ url: '/metrics', headers: host })).body)?.[1];
  expect([await ready(), await alarm()]).toEqual([[503, 'files are not those of the database'], '1']);
  const right = await testApp(db, { DATA_DIR: own });
  expect((await right.inject({ url: '/readyz', headers: host })).statusCode).toBe(200);
  const adopt = wordsRunner(commands, { db, url, config: testConfig({ DATA_DIR: other }) });
  expect(await adopt('files adopt')).toContain('файлы этого магазина');
  expect([await ready(), await alarm()]).toEqual([[200, 'ready'], '0']);
});

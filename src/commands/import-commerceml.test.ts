import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { runCommand, temporaryFolder } from '#test/support/processes.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db, url } = await testDatabase();
const dataDir = await temporaryFolder();
const folder = await testFolder();
beforeAll(() => makeBranches(db));

const run = (...words: string[]) => runCommand(dataDir, words, { DATABASE_URL: url, MAIN_DOMAIN: 'shop.example' });

test('import-commerceml prints a JSON summary on stdout, progress on stderr, and leaves with 0', async () => {
  const { code, stdout, stderr } = await run(
    'import-commerceml',
    join(process.cwd(), 'test/fixtures/commerceml/sample'),
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    result: 'imported',
    goods: { read: 36, created: 35 },
    without_picture: 35,
  });
  expect(stderr).toContain('Товары с ценой без картинки в фид Яндекса (/yml.xml) не попадают: 35');
  expect(stderr).toContain('Сверка');
});

test('a refused package leaves with 1 and says why in Russian, with file and line', async () => {
  await writeFile(join(folder, 'import.xml'), '<КоммерческаяИнформация>\n<Каталог>\n</Товары>');
  const { code, stdout, stderr } = await run('import-commerceml', join(folder, 'import.xml'));
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    result: 'refused',
    reason: expect.stringMatching(/^import\.xml, строка 3: /),
  });
  expect(stderr).toMatch(/Выгрузка не принята\. import\.xml, строка 3: повреждённый XML/);
});

test('an empty path is no path, least of all the current folder', async () => {
  expect(await run('import-commerceml', '')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Укажите файл XML, папку или архив zip'),
  });
});

test('onec map shows what feeds what, changes it, and names mistakes', async () => {
  const shown = await run('onec', 'map');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    price_types: [{ name: 'BASE', price_column: 'vologda', target: 'price' }],
  });
  const changed = await run('onec', 'map', '--price-type', 'BASE', '--column', 'cherepovets');
  expect(JSON.parse(changed.stdout)).toMatchObject({
    price_types: [{ name: 'BASE', price_column: 'cherepovets', is_manual: true }],
  });
  expect(await run('onec', 'map', '--warehouse', 'Марс', '--store', 'store12')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Не сделано: 1С не присылала склад «Марс»'),
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formFilesArea } from '#modules/forms/schema.ts';
import { submitForm } from '#modules/forms/submit-form.ts';
import { storePrivateFile } from '#platform/private-files.ts';
import { commandRunner } from '#test/support/command.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeBranches } from '#test/support/shop.ts';
import { CommandFailure } from './command.ts';
import { commands } from './forms.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const folder = await testFolder();

const shop = commandRunner<{ number: number }[]>(commands, { db, url, config: testConfig({ DATA_DIR: folder }) });

const requester = {
  user_id: null,
  visitor: null,
  department_id_1c: '00131',
  origin: 'http://idd.localhost',
  address: '10.0.0.1',
  page: '/vacancy/7/',
  campaign: null,
};

test('[S2-11] [S5-07] staff list and read what was sent and save its files from the terminal', async () => {
  expect((await shop('forms list')).text).toBe('Заявок нет.');
  const id = crypto.randomUUID();
  await storePrivateFile(folder, formFilesArea, id, Buffer.from('%PDF-1.7'));
  const values = { name: 'Анна', phone: '+79210001234', comment: 'Пять лет на складе', consent_personal_data: '1' };
  const file = { id, field: 'resume', name: 'резюме.pdf', type: 'application/pdf', size: 8, sum: 'x' };
  const { number } = await db.transaction().execute((db) => submitForm(db, requester, 'vacancy', values, [file]));
  await db
    .transaction()
    .execute((db) =>
      submitForm(db, { ...requester, department_id_1c: '00131' }, 'callback', { ...values, name: 'Борис' }),
    );

  expect((await shop('forms list', [], { code: 'vacancy' })).text).toMatch(
    new RegExp(
      `^${number}  \\d\\d\\.\\d\\d\\.\\d{4} \\d\\d:\\d\\d  Вологда  vacancy  Анна  \\+7-921-000-12-34  файлов: 1$`,
    ),
  );
  expect((await shop('forms list', [], { json: true })).json).toHaveLength(2);
  const shown = (await shop('forms show', [String(number)])).text;
  expect(shown).toContain('Форма: Отклик на вакансию');
  expect(shown).toContain('О себе: Пять лет на складе');
  expect(shown).toContain('Согласие: consent-personal-data, редакция 1');
  expect(shown).toContain('Файл 1: резюме.pdf (application/pdf, 8 байт)');

  const target = join(folder, 'cv.pdf');
  await shop('forms file', [String(number), target]);
  expect(await readFile(target, 'utf8')).toBe('%PDF-1.7');
  await expect(shop('forms file', [String(number), target])).rejects.toThrow(CommandFailure);
  await expect(shop('forms file', [String(number), join(folder, 'other.pdf'), '2'])).rejects.toThrow(
    'нет такого файла',
  );
  await expect(shop('forms show', ['1'])).rejects.toThrow('Заявка не найдена: 1');
});

test('[S3-09] staff publish a form from a file and close it', async () => {
  const path = join(folder, 'form.json');
  const fields = { name: { name: 'Имя', as: 'Input', order: 1, rules: { required: true } } };
  await writeFile(path, JSON.stringify({ code: 'opening', name: 'Открытие магазина', fields }));
  expect((await shop('forms publish', [path])).text).toBe('Форма opening, версия 1: /forms/opening/');
  expect((await shop('forms close', ['opening'])).text).toBe('Форма opening закрыта.');
  await expect(shop('forms close', ['opening'])).rejects.toThrow('Такой открытой формы нет');
  for (const wrong of ['{', '{}', '{"code":"x y","name":"","fields":{"website":{}}}']) {
    await writeFile(path, wrong);
    await expect(shop('forms publish', [path]), wrong).rejects.toThrow(CommandFailure);
  }
});

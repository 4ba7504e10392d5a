import { expect, test } from 'vitest';
import { addCompany } from '#modules/accounts/companies.ts';
import { makeUser } from '#test/support/accounts.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { CommandFailure } from './command.ts';
import { commands } from './companies.ts';

const { db, url } = await testDatabase();
await makeBranches(db);

const shop = commandRunner(commands, { db, url });

test('a firm waits at the top of the list, is activated with a column, suspended, and its people are led', async () => {
  expect((await shop('company list')).text).toBe('Организаций нет.');
  const owner = await makeUser(db, { full_name: 'Пётр Иванов', email: 'petr@stroyka.example' });
  const helper = await makeUser(db, { full_name: 'Ольга Счётова', email: 'olga@stroyka.example' });
  await db.transaction().execute((db) => addCompany(db, owner.id, { inn: '7707083893', name: 'ООО «Стройка»' }));
  expect((await shop('company list')).text).toContain('7707083893  ООО «Стройка»: ждёт проверки');
  const activated = await shop('company activate', ['7707083893'], { column: 'vologda_b2b' });
  expect(activated.text).toMatch(/проверена .*, цены: vologda_b2b/);
  const joined = await shop('company member add', ['7707083893', helper.email], { role: 'accountant' });
  expect(joined.text).toContain('Бухгалтер: Ольга Счётова, olga@stroyka.example');
  expect((await shop('company member remove', ['7707083893', helper.email])).text).not.toContain('Ольга');
  expect((await shop('company set', ['7707083893'], { name: 'ООО «Стройка плюс»', kpp: '770701001' })).text).toContain(
    'ООО «Стройка плюс»',
  );
  await expect(shop('company set', ['7707083893'], { kpp: '1' })).rejects.toThrow('КПП — 9 знаков');
  expect((await shop('company suspend', ['7707083893'])).text).toContain('приостановлена');
  await expect(shop('company activate', ['7707083893'], { column: 'nowhere' })).rejects.toThrow(CommandFailure);
  await expect(shop('company activate', ['7736207543'])).rejects.toThrow('Организации с ИНН 7736207543 нет');
  await expect(shop('company member add', ['7707083893', helper.email], { role: 'boss' })).rejects.toThrow('Роль');
  await db.transaction().execute((db) => addCompany(db, helper.id, { inn: '7707083893' }));
  await expect(shop('company activate', ['7707083893'])).rejects.toThrow('укажите, кто её представляет: --owner ПОЧТА');
});

import { expect, test } from 'vitest';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { composeEmail } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import type { Settings } from '#modules/settings/schema.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastEmail } from '#test/support/emails.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { CommandFailure } from './command.ts';
import { commands } from './settings.ts';

const { db, url } = await testDatabase();
const shop = commandRunner<Settings>(commands, { db, url });
const set = (...words: string[]) => shop('settings set', words);

test('the owner lists and sets the seller and the contact centre, one value at a time', async () => {
  expect((await shop('settings list')).text).toContain('company inn: —');
  expect((await set('company', 'name', 'ООО «Домик»')).text).toBe('company name: ООО «Домик»');
  await set('company', 'vk_url', 'https://vk.com/domik');
  await set('contact_centre', 'phones', '8 800 555-35-35; +7 (8172) 55-55-55');
  const { json } = await shop('settings list', [], { json: true });
  expect(json.company).toEqual({
    name: 'ООО «Домик»',
    inn: null,
    ogrn: null,
    email: null,
    vk_url: 'https://vk.com/domik',
    logo: null,
  });
  expect(json.contact_centre.phones).toEqual(['8 800 555-35-35', '+7 (8172) 55-55-55']);
  expect((await set('company', 'vk_url', '')).text).toBe('company vk_url: —');
});

test('a wrong value is refused with its reason, and nothing changes', async () => {
  const before = (await shop('settings list')).text;
  for (const [words, reason] of [
    [['company', 'inn', '3525000102'], 'inn: Проверьте ИНН: 10 или 12 цифр'],
    [['company', 'ogrn', '1'], 'ogrn: Проверьте ОГРН: 13 цифр, у предпринимателя 15'],
    [['company', 'name', ''], 'name: Обязательно для заполнения'],
    [['company', 'email', 'почта'], 'email: Неверный формат'],
    [['company', 'vk_url', 'https://vk.com/'], 'vk_url: Адрес страницы: https://vk.com/…'],
    [['company', 'vk_url', 'javascript:alert(1)'], 'vk_url: Адрес страницы: https://vk.com/…'],
    [['contact_centre', 'phones', '8 800 555'], 'phones: Неверный формат телефона'],
    [['contact_centre', 'header_hours', ''], 'header_hours: Обязательно для заполнения'],
    [['maintenance', 'on', '1'], 'Нет такой настройки: maintenance'],
    [['company', 'colour', 'red'], 'Нет такого поля: colour'],
  ] as const)
    await expect(set(...words), reason).rejects.toThrow(
      new CommandFailure(
        reason.startsWith('Нет такого поля') ? `${reason}. Есть: name, inn, ogrn, email, vk_url, logo` : reason,
      ),
    );
  expect((await shop('settings list')).text).toBe(before);
});

test('the next email and the next document carry the new name', async () => {
  await makeRequisites(db);
  await set('company', 'name', 'ООО «Усадьба»');
  expect(await readRequisites(db, null)).toMatchObject({ name: 'ООО «Усадьба»', inn: '3525000101', bik: '041999999' });
  await storeMail(
    db,
    'once',
    'anna@pochta.example',
    composeEmail('Проверка', 'Проверка', [], ({ name }) => [name]),
  );
  const { text, html } = await lastEmail(db, 'anna@pochta.example');
  expect(text).toContain('ООО «Усадьба»');
  expect(html).toContain('ООО «Усадьба»');
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { formProblems, readForm } from '#shared/form-rules.ts';
import { maskSupportPhone } from '#shared/phone-mask.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails } from '#test/support/emails.ts';
import { makeBranches } from '#test/support/shop.ts';
import { supportForm } from './schema.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const url = '/api/ecm/idd/support/requests/';
const whole = {
  request_key: '6f1b7c30-0000-4000-8000-000000000001',
  theme: 'site',
  name: 'Вера Ладога',
  email: 'vera@pochta.example',
  phone: '+79210001234',
  text: 'Не открывается корзина',
  consent_personal_data: true,
};

const post = (payload: object) => app.inject({ method: 'POST', url, headers: { host: 'idd.localhost' }, payload });

test('[S5-09] [S5-11] the footer’s form is judged by the same sentences in the browser and on the server', async () => {
  const bad = { ...whole, theme: '', name: ' ', email: 'vera@', phone: '+7 (921', consent_personal_data: false };
  const words = {
    theme: 'Причина обращения обязательна для заполнения',
    name: 'Фио обязательно для заполнения',
    email: 'Некорректный email',
    phone: 'Неверный формат телефона',
    consent_personal_data: 'Обязательно для выбора',
  };
  expect(formProblems(readForm(supportForm, bad).values, supportForm)).toEqual(words);
  const answer = await post(bad);
  expect([answer.statusCode, answer.json().error.fields]).toEqual([422, words]);
  const { theme, name, email } = words;
  for (const nothing of [{}, { theme: null, name: null, email: null }, { theme: 1, name: [], email: {} }]) {
    const missing = await post({ request_key: whole.request_key, ...nothing });
    expect([missing.statusCode, missing.json().error.fields]).toEqual([422, { theme, name, email }]);
  }
});

test('[S4-16] one request is one ticket, however often and however parallel it is filed', async () => {
  const answers = await Promise.all([post(whole), post(whole), post(whole)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.json().number)).size).toBe(1);
  const { rows } = await sql<{ count: number }>`select count(*)::int from tickets`.execute(db);
  expect(rows).toEqual([{ count: 1 }]);
  expect(await countEmails(db, whole.email)).toBe(1);
  // The key of another person's request opens nothing of it.
  expect((await post({ ...whole, email: 'thief@pochta.example' })).statusCode).toBe(422);
});

test('[S4-16] nobody is flooded with receipts through the form', async () => {
  const email = 'victim@pochta.example';
  for (let n = 0; n < 5; n++)
    expect(
      (await post({ ...whole, email, request_key: `6f1b7c30-0000-4000-8000-1000000000${10 + n}` })).statusCode,
    ).toBe(201);
  expect(await countEmails(db, email)).toBe(3);
});

test('[S5-02] the support form’s mask is +7 (###) ###-##-##', () => {
  expect(maskSupportPhone('89210001234')).toBe('+7 (921) 000-12-34');
  expect(maskSupportPhone('+7 (8')).toBe('+7 (');
  expect(maskSupportPhone('9210')).toBe('+7 (921) 0');
});

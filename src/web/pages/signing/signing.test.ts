import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const visitor = formVisitor(await testApp(db));

test('[S5-11] each form of signing in, sent without a script, is refused in the sentences its fields have in the browser', async () => {
  const refused: [string, Record<string, string>, string[]][] = [
    ['/login/', { intent: 'request-code', email: 'anna' }, ['Неверный формат', 'Обязательно для выбора']],
    ['/login/', { intent: 'sign-in-by-password', username: '' }, ['Обязательно для заполнения']],
    [
      '/login/',
      { intent: 'sign-up', proof: 'x', full_name: 'В', is_company: '1', inn: '1' },
      ['Минимум 2', 'Проверьте ИНН'],
    ],
    ['/forgotpassword/', { email: `${'a'.repeat(250)}@pochta.example` }, ['Максимум 254 символов']],
  ];
  for (const [url, form, sentences] of refused) {
    const { status, text } = await visitor.post(url, form);
    expect(status).toBe(422);
    for (const sentence of sentences) expect(text).toContain(sentence);
  }
});

test('a sign-up whose proof was made up or left out is told that its link has run out', async () => {
  const form = { intent: 'sign-up', full_name: 'Вера Ильина', consent_personal_data: '1' };
  expect((await visitor.post('/login/', form)).status).toBe(410);
  expect((await visitor.post('/login/', { ...form, proof: 'x'.repeat(101) })).status).toBe(410);
});

test('every page about signing in is marked as one, so that «Кабинет» in the bottom bar of a phone is', async () => {
  for (const path of ['/login/', '/signup/', '/forgotpassword/'])
    expect((await visitor.get(path)).html, path).toMatch(/class="signpage" data-signing/);
});

import { expect, test } from 'vitest';
import { EmailInput } from '#modules/accounts/schema.ts';
import { Company } from '#modules/settings/schema.ts';
import { email } from '#shared/form-fields.ts';
import { fieldProblem } from '#shared/form-rules.ts';
import { toE164 } from '#shared/phone.ts';
import { orderBody } from '#test/support/orders.ts';
import { OrderInput } from './schema.ts';

const product = { id: 1, idcode: 'a' };

test('phones come in many spellings and are kept in one', () => {
  for (const typed of [
    '8(900)1234567',
    '+7 900 123 45 67',
    '9001234567',
    '89001234567',
    '7 900 123-45-67',
    '+7 (900)‑123‑45‑67 ',
  ]) {
    expect(toE164(typed)).toBe('+79001234567');
  }
  expect(toE164('+375 29 123-45-67')).toBe('+375291234567');
  for (const typed of ['', '12345', '8900123456', 'позвоните мне 9001234567', '790012345678'])
    expect(toE164(typed)).toBeNull();
});

test('[S5-11] every field says in Russian what is wrong with it', () => {
  const problems = (more: Record<string, unknown>) => {
    const parsed = OrderInput.safeParse(orderBody([[product, 1]], more));
    return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
  };
  expect(problems({ contact: { name: '', phone: 'x', email: 'anna' } })).toEqual({
    'contact.name': 'Обязательно для заполнения',
    'contact.phone': 'Неверный формат телефона',
    'contact.email': 'Неверный формат',
  });
  expect(problems({ receiving: { type: 'delivery' } })).toEqual({ 'receiving.address': 'Обязательно для заполнения' });
  expect(problems({ consent_personal_data: false })).toEqual({ consent_personal_data: 'Обязательно для выбора' });
  expect(problems({ products: [] })).toEqual({ products: 'В корзине ничего нет' });
  expect(problems({ company: { name: 'ООО «Стройка»', inn: '7707083894' } })).toEqual({
    'company.inn': 'Проверьте ИНН: 10 или 12 цифр',
  });
  const twice = orderBody([
    [product, 1],
    [product, 2],
  ]).products;
  expect(problems({ products: twice })).toEqual({ products: 'Товар указан дважды' });
});

test('texts are kept without signs no database takes', () => {
  const body = orderBody([[product, 1]], { comment: ' строка\u0000\ud800 1\nстрока 2\u0007 ' });
  expect(OrderInput.parse(body).comment).toBe('строка\ufffd 1\nстрока 2');
  const named = { name: 'А\u0000нна', phone: '89210001234', email: 'anna@pochta.example' };
  expect(OrderInput.parse({ ...body, contact: named }).contact.name).toBe('Анна');
});

test('[S5-06] an e-mail is judged alike by forms, calls and settings', () => {
  const judges = (typed: string) => [
    fieldProblem(typed, email, email.label) === null,
    OrderInput.safeParse(orderBody([[product, 1]], { contact: { name: 'Анна', phone: '89210001234', email: typed } }))
      .success,
    EmailInput.safeParse({ email: typed }).success,
    Company.safeParse({ name: 'ИДД', inn: null, ogrn: null, vk_url: null, email: typed }).success,
  ];
  for (const good of ['anna@pochta.example', 'почта@пример.рф', "o'neil+shop@sub.pochta.example"])
    expect(judges(good), good).toEqual([true, true, true, true]);
  for (const wrong of [
    'anna',
    'anna@pochta',
    'anna@@pochta.example',
    'an na@pochta.example',
    `${'a'.repeat(250)}@p.ru`,
  ])
    expect(judges(wrong), wrong).toEqual([false, false, false, false]);
});

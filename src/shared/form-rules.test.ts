import { expect, test } from 'vitest';
import { fieldProblem, formProblems } from './form-rules.ts';

test('[S5-06] each broken rule has its own sentence', () => {
  const say = (value: string, rules: Parameters<typeof fieldProblem>[1]) => fieldProblem(value, rules, 'Поле');
  expect(say(' ', { required: true })).toBe('Обязательно для заполнения');
  expect(say('А', { min: 2 })).toBe('Минимум 2 символов');
  expect(say('Анна', { max: 3 })).toBe('Максимум 3 символов');
  expect(say('anna@pochta', { type: 'email' })).toBe('Неверный формат');
  expect(say('anna@pochta.example', { type: 'email' })).toBeNull();
  expect(say('десять', { type: 'number' })).toBe('Должно быть числом');
  expect(say('1', { type: 'number', min: 2 })).toBe('Минимальное значение 2');
  expect(say('12,5', { type: 'number', max: 12 })).toBe('Максимальное значение 12');
  expect(say('', { type: 'checkbox', required: true })).toBe('Обязательно для выбора');
  expect(say('', { type: 'date' })).toBeNull();
  expect(say('2026-11-20', { type: 'date', min: '2026-11-21' })).toBe('Дата не раньше 21.11.2026');
  expect(say('2026-12-20', { type: 'date', max: '2026-12-01' })).toBe('Дата не позже 01.12.2026');
});

test('[S5-05] a rule without a sentence of its own says the default one', () => {
  expect(fieldProblem('абв', { pattern: /^\d+$/ }, 'ИНН')).toBe('ИНН is not valid.');
  expect(fieldProblem('2026-02-31', { type: 'date' }, 'Дата')).toBe('Дата is not valid.');
});

test('[S4-18] all fields are judged at once', () => {
  const rules = {
    name: { label: 'Имя', required: true },
    email: { label: 'Почта', type: 'email', required: true },
  } as const;
  expect(formProblems({ name: '', email: 'a@b' }, rules)).toEqual({
    name: 'Обязательно для заполнения',
    email: 'Неверный формат',
  });
  expect(formProblems({ name: 'Анна', email: 'a@b.example' }, rules)).toEqual({});
});

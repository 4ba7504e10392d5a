import { expect, test } from 'vitest';
import { hiddenAddress, hiddenEmail, hiddenPhone } from './hidden-contact.ts';

test('a hidden contact can be recognised but not used', () => {
  expect(hiddenEmail('anna@pochta.example')).toBe('a•••@pochta.example');
  expect(hiddenEmail('@pochta.example')).toBe('•••@pochta.example');
  expect(hiddenPhone('+79210001122')).toBe('+7-921-•••-••-22');
  expect(hiddenPhone('+3725551234')).toBe('•••34');
});

test('of an address the town is told, and nothing of what cannot be told apart from a house', () => {
  expect(hiddenAddress('Вологда, ул. Мира, 5, кв. 7')).toBe('Вологда, •••');
  expect(hiddenAddress('160000, Вологда, ул. Мира, 5')).toBe('•••');
  expect(hiddenAddress('ул. Мира 5 кв. 7')).toBe('•••');
});

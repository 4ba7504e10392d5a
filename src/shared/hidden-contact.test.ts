import { expect, test } from 'vitest';
import { hiddenEmail, hiddenPhone } from './hidden-contact.ts';

test('a hidden contact can be recognised but not used', () => {
  expect(hiddenEmail('anna@pochta.example')).toBe('a•••@pochta.example');
  expect(hiddenEmail('@pochta.example')).toBe('•••@pochta.example');
  expect(hiddenPhone('+79210001122')).toBe('+7-921-•••-••-22');
  expect(hiddenPhone('+3725551234')).toBe('•••34');
});

import { expect, test } from 'vitest';
import { caretAfter, maskedPhoneLength, maskPhone, maskTyped } from './phone-mask.ts';

test('[S5-02] a generic phone field follows the mask +7 (###)-###-##-##', () => {
  expect(maskPhone('9210001234')).toBe('+7 (921)-000-12-34');
  expect(maskPhone('+7 921 000 12 34')).toBe('+7 (921)-000-12-34');
  expect(maskPhone('+7 (921)-000-12-345678')).toBe('+7 (921)-000-12-34');
  expect(maskPhone('+7 (921)-000-12-34')).toHaveLength(maskedPhoneLength);
});

test('[S5-02] the mask grows with the digits, so that a separator never stands in the way of Backspace', () => {
  expect(['9', '921', '9210', '921000', '9210001'].map(maskPhone)).toEqual([
    '+7 (9',
    '+7 (921',
    '+7 (921)-0',
    '+7 (921)-000',
    '+7 (921)-000-1',
  ]);
});

test('[S5-01] a leading 8 becomes 7, and input starting +7 (8 starts over', () => {
  expect(maskPhone('89210001234')).toBe('+7 (921)-000-12-34');
  expect(maskPhone('8')).toBe('+7 (');
  expect(maskPhone('+7 (8')).toBe('+7 (');
  expect(maskPhone('+7 (8172) 00-35-35')).toBe('+7 (');
});

test('[S5-02] a whole phone sent without JavaScript stands in the mask, anything else stays as it was typed', () => {
  expect(maskTyped('8 (8172) 00-35-35')).toBe('+7 (817)-200-35-35');
  expect(maskTyped('+79210001234')).toBe('+7 (921)-000-12-34');
  for (const typed of ['', '+7 (921)-000-12-3', '+79210001234567', '+375 29 123-45-67'])
    expect(maskTyped(` ${typed} `)).toBe(typed);
});

test('the caret stays behind the digit just typed', () => {
  expect(caretAfter('+7 (921)-000', 4)).toBe('+7 (921'.length);
  expect(caretAfter('+7 (', 1)).toBe(2);
});

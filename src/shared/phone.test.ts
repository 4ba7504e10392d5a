import { expect, test } from 'vitest';
import { formatPhone, phoneDigits, phoneHref, phoneList, toE164 } from './phone.ts';

test('[S5-01] a phone is shown as +7-XXX-XXX-XX-XX, a leading 8 becoming 7', () => {
  expect(formatPhone('8 (817) 200-35-35')).toBe('+7-817-200-35-35');
  expect(formatPhone('+7 817 200 35 35')).toBe('+7-817-200-35-35');
  expect(phoneDigits('8 800 000-35-35')).toBe('78000003535');
});

test('[S5-01] a number of another length is shown as it was given', () => {
  expect(formatPhone('112')).toBe('112');
});

test('[S5-01] cleanup removes spaces, brackets and hyphens', () => {
  expect(toE164('+7 (817) 200-35-35')).toBe('+78172003535');
});

test('[S5-02] a phone is complete or none: neither digits too few or too many nor an area code of zeros', () => {
  for (const typed of ['+7 (921)-000-12-34', '8 921 000-12-34', '9210001234', '79210001234', '+7 (921) 000-12-34'])
    expect(toE164(typed)).toBe('+79210001234');
  expect(toE164('8 800 000-35-35')).toBe('+78000003535');
  expect(toE164('+375 29 123-45-67')).toBe('+375291234567');
  const none = [
    '+7 (921)-000-12-3',
    '+7 (921)',
    '+79210001234567',
    '+7 (000)-000-00-00',
    '+7 (012)-345-67-89',
    '000',
    '+0000000000',
  ];
  for (const typed of [...none, '', '8172003535', 'доб. 9210001234', '9'.repeat(10_000)])
    expect(toE164(typed)).toBeNull();
});

test("[S3-01] phones are an object whose first value is a '|'-separated list", () => {
  expect(phoneList({ main: '+7 (8172) 00-35-35| +7 (8172) 00-35-36', delivery: '1' })).toEqual([
    '+7-817-200-35-35',
    '+7-817-200-35-36',
  ]);
  expect(phoneList({})).toEqual([]);
});

test('a phone that can be called has digits only', () => {
  expect(phoneHref('8 800 000-35-35')).toBe('tel:+78000003535');
});

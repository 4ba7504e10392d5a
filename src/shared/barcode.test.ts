import { expect, test } from 'vitest';
import { ean13 } from './barcode.ts';

test('the modules of a known EAN-13', () => {
  // 5901234123457 of the standard's own examples, digit by digit.
  expect(ean13('5901234123457')).toBe(
    `101${'0001011'}${'0100111'}${'0110011'}${'0010011'}${'0111101'}${'0011101'}01010${'1100110'}${'1101100'}${'1000010'}${'1011100'}${'1001110'}${'1000100'}101`,
  );
});

test('what is no EAN-13 has no bars', () => {
  for (const text of ['', '590123412345', '5901234123450', '59012341234577', '590123412345x'])
    expect(ean13(text)).toBeNull();
});

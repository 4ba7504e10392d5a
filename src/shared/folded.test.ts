import { expect, test } from 'vitest';
import { folded } from './folded.ts';

test('«Ёлка», «елка» and «ЕЛКА» are the same word to whoever compares', () => {
  expect(['Ёлка', 'елка', 'ЕЛКА', 'ёлка'].map(folded)).toEqual(['елка', 'елка', 'елка', 'елка']);
  expect(folded('Й, 5 м²')).toBe('й, 5 м²');
});

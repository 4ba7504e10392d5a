import { expect, test } from 'vitest';
import { joinAddress, splitAddress } from './address.ts';

test.for([
  ['Вологда, ул. Мира, 10, кв. 5', { place: 'Вологда', address: 'ул. Мира, 10, кв. 5' }],
  ['Вологда ул Мира 10', { place: '', address: 'Вологда ул Мира 10' }],
  ['', { place: '', address: '' }],
] as const)('«%s» is taken apart and put together as it was', ([line, parts]) => {
  expect(splitAddress(line)).toEqual(parts);
  expect(joinAddress(parts)).toBe(line);
});

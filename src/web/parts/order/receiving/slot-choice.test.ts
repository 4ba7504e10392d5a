import { expect, test } from 'vitest';
import { slotChoice } from './slot-choice.ts';

test('hours that have begun are named from the minute when the goods are ready; what is ordered stays the slot', () => {
  const slot = { from: 16 * 60, to: 18 * 60, left: null };
  expect(slotChoice(slot)).toEqual({ value: '16:00-18:00', words: '16:00–18:00', is_full: false });
  expect(slotChoice(slot, 16 * 60 + 50)).toEqual({ value: '16:00-18:00', words: '16:50–18:00', is_full: false });
});

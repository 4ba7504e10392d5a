import { expect, test } from 'vitest';
import { slotChoice } from './slot-choice.ts';

const slot = { from: 510, to: 630, left: null };

test('[S4-08] a slot that begins before the goods are ready is named from when they are, and is the same slot', () => {
  expect(slotChoice(slot, 580)).toEqual({ value: '08:30-10:30', words: '09:40–10:30', is_full: false });
  expect(slotChoice(slot)).toMatchObject({ value: '08:30-10:30', words: '08:30–10:30' });
  expect(slotChoice({ ...slot, left: 0 }, 500)).toMatchObject({ words: '08:30–10:30', is_full: true });
});

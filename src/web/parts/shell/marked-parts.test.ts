import { expect, test } from 'vitest';
import { markedParts } from './marked-parts.ts';

const shown = (text: string, words: string) =>
  markedParts(text, words)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('');

test('[S2-28] the beginnings of words that were typed stand out', () => {
  expect(shown('Штукатурка гипсовая', 'штук')).toBe('[Штук]атурка гипсовая');
  expect(shown('Штукатурка гипсовая', 'гипс штукатурка')).toBe('[Штукатурка] [гипс]овая');
  expect(shown('Шпатлёвка', 'ШПАТЛЕВ')).toBe('[Шпатлёв]ка');
  expect(shown('Ёлка', 'ел')).toBe('[Ёл]ка');
  expect(shown('Подкладка', 'клад')).toBe('Подкладка');
  expect(shown('Саморез 3,5 × 35', '3,5')).toBe('Саморез [3],[5] × [3]5');
  expect(shown('Плитка', '')).toBe('Плитка');
});

import { expect, test } from 'vitest';
import { kitWords, missingWords } from './kit-words.ts';

test('[S2-02] the calculator of a tree names only what the branch has, and says what it has not', () => {
  const needs = { balls: 36, garland_m: 9 };
  const words = (balls: string[], garlands: string[]) => kitWords(needs, { balls, garlands }).replace(/\u00a0/g, ' ');
  expect(words(['a'], ['b'])).toBe('36 шаров и 9 м гирлянды');
  expect(words(['a'], [])).toBe('36 шаров');
  expect(words([], ['b'])).toBe('9 м гирлянды');
  expect(missingWords({ balls: ['a'], garlands: ['b'] }, 'в Вологде')).toBeNull();
  expect(missingWords({ balls: ['a'], garlands: [] }, 'в Череповце')).toBe('Гирлянд сейчас нет в наличии в Череповце.');
  expect(missingWords({ balls: [], garlands: ['b'] }, 'в Череповце')).toBe('Шаров сейчас нет в наличии в Череповце.');
});

import { expect, test } from 'vitest';
import { kitWords, missingWords, packsWords, promiseWords } from './kit-words.ts';

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

test('[S2-02] packs are multiplied where they hold several, and a whole tree is promised only with ready sets', () => {
  const line = (packs_words: string, per_pack: number, held: number) => ({ packs_words, held, choice: { per_pack } });
  expect(packsWords(line('36 шт.', 1, 36), 'шт.')).toBe('36 шт.');
  expect(packsWords(line('2 набора', 24, 48), 'шт.').replace(/\u00a0/g, ' ')).toBe('2 набора × 24 шт. = 48 шт.');
  expect(promiseWords(true)).toContain('соберём её целиком');
  expect(promiseWords(false)).not.toContain('соберём');
});

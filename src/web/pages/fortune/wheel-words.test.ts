import { expect, test } from 'vitest';
import { wordSize, wordsAlong } from './wheel-words.ts';

const turnOf = (transform: string) => Number(/rotate\((-?[\d.]+)\)/.exec(transform)?.[1]);

test('wherever the wheel stands, the words of no sector are upside down', () => {
  for (const count of [4, 6, 7, 8])
    for (let rested = 0; rested < count; rested++) {
      const rest = 360 - ((rested + 0.5) * 360) / count;
      for (let at = 0; at < count; at++) {
        const turned = turnOf(wordsAlong(((at + 0.5) * 360) / count, rest)) + rest;
        const seen = ((((turned + 180) % 360) + 360) % 360) - 180;
        expect(Math.abs(seen), `${count} sectors, ${rested} under the pointer, ${at}`).toBeLessThanOrEqual(90.001);
      }
    }
});

test('long words are set smaller, short ones as large as all', () => {
  expect(wordSize('500 ₽')).toBe(22);
  expect(wordSize('Бесплатная доставка')).toBe(13);
});

import { expect, test } from 'vitest';
import { shownQuery } from './shown-query.ts';

test('[S7-30] the heading of results says the query as it was searched for, in the words typed where it can', () => {
  const plain = { query: 'шпатлёвка', used: 'шпатлёвка', correction: null, dropped: null };
  expect(shownQuery(plain)).toBe('шпатлёвка');
  expect(shownQuery({ ...plain, query: 'штукотурка', used: 'штукатурка', correction: 'typo' })).toBe('штукатурка');
  const shorter = {
    query: 'краска для ванной 3 л',
    used: 'краска ванной',
    correction: 'fewer_words',
    dropped: '3 л',
  } as const;
  expect(shownQuery(shorter)).toBe('краска для ванной');
  const behind = { query: 'герметик для ванны белый', used: 'герметик белый', dropped: 'ванны' };
  expect(shownQuery({ ...shorter, ...behind }), 'no preposition without its noun').toBe('герметик белый');
  expect(shownQuery({ ...shorter, ...behind, query: 'герметик белый для ванны' })).toBe('герметик белый');
  expect(shownQuery({ ...shorter, query: 'стиральная машина', used: 'стальная', dropped: 'машина' })).toBe('стальная');
  expect(shownQuery({ ...shorter, query: 'а пена б', used: 'пена', dropped: 'а б' })).toBe('пена');
});

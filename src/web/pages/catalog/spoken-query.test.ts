import { expect, test } from 'vitest';
import { spokenQuery } from './spoken-query.ts';

test('[S7-30] the heading of results says the query as it was searched for, in the words typed where it can', () => {
  const plain = { query: 'шпатлёвка', used: 'шпатлёвка', correction: null, dropped: null };
  expect(spokenQuery(plain)).toBe('шпатлёвка');
  expect(spokenQuery({ ...plain, query: 'штукотурка', used: 'штукатурка', correction: 'typo' })).toBe('штукатурка');
  const shorter = {
    query: 'краска для ванной 3 л',
    used: 'краска ванной',
    correction: 'fewer_words',
    dropped: '3 л',
  } as const;
  expect(spokenQuery(shorter)).toBe('краска для ванной');
  const behind = { query: 'герметик для ванны белый', used: 'герметик белый', dropped: 'ванны' };
  expect(spokenQuery({ ...shorter, ...behind }), 'no preposition without its noun').toBe('герметик белый');
  expect(spokenQuery({ ...shorter, ...behind, query: 'герметик белый для ванны' })).toBe('герметик белый');
  expect(spokenQuery({ ...shorter, query: 'стиральная машина', used: 'стальная', dropped: 'машина' })).toBe('стальная');
  expect(spokenQuery({ ...shorter, query: 'а пена б', used: 'пена', dropped: 'а б' })).toBe('пена');
});

import { expect, test } from 'vitest';
import { saidQuery } from './said-query.ts';

test('[S7-30] the heading of results says the query as it was searched for, in the words typed where it can', () => {
  const plain = { query: 'шпатлёвка', used: 'шпатлёвка', correction: null, dropped: null };
  expect(saidQuery(plain)).toBe('шпатлёвка');
  expect(saidQuery({ ...plain, query: 'штукотурка', used: 'штукатурка', correction: 'typo' })).toBe('штукатурка');
  const shorter = {
    query: 'краска для ванной 3 л',
    used: 'краска ванной',
    correction: 'fewer_words',
    dropped: '3 л',
  } as const;
  expect(saidQuery(shorter)).toBe('краска для ванной');
  const behind = { query: 'герметик для ванны белый', used: 'герметик белый', dropped: 'ванны' };
  expect(saidQuery({ ...shorter, ...behind }), 'no preposition without its noun').toBe('герметик белый');
  expect(saidQuery({ ...shorter, ...behind, query: 'герметик белый для ванны' })).toBe('герметик белый');
  expect(saidQuery({ ...shorter, query: 'стиральная машина', used: 'стальная', dropped: 'машина' })).toBe('стальная');
  expect(saidQuery({ ...shorter, query: 'а пена б', used: 'пена', dropped: 'а б' })).toBe('пена');
});

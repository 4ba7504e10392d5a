import { expect, test } from 'vitest';
import { localityName } from './locality-name.ts';

test.each([
  ['вологда', 'Вологда'],
  ['великий устюг', 'Великий Устюг'],
  ['ростов-на-дону', 'Ростов-на-Дону'],
  ['п молочное', 'п Молочное'],
  ['зуево-малое', 'Зуево-Малое'],
])('%s is written %s', (kept, shown) => {
  expect(localityName(kept)).toBe(shown);
});

import { expect, test } from 'vitest';
import { measure } from './figures.ts';

test('functions are measured in lines under the name of what they are the value of; escapes from the types are counted', () => {
  const text = `export const first = (a: any) => {
  return a!;
};
function second() {
  return [1 as const, first(2) as string];
}
const third = { fourth() {} };
`;
  expect(measure('src/some.ts', text)).toEqual({
    lines: 7,
    functions: [
      { name: 'first', lines: 3 },
      { name: 'second', lines: 3 },
      { name: 'fourth', lines: 1 },
    ],
    any: 1,
    as: 1,
    nonNull: 1,
  });
});

import { expect, test } from 'vitest';
import { figureFaults, measure } from './figures.ts';

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
    wideComments: [],
  });
});

test('what is too long, too wide or too often is named; tests and generated files are not measured', () => {
  const line = 'send();\n';
  const wide = 'w'.repeat(120);
  const planted = {
    'src/long-function.ts': `function long() {\n${line.repeat(99)}}\n`,
    'src/fits.ts': `function fits() {\n${line.repeat(98)}}\n${line.repeat(350)}`,
    'src/long-file.ts': line.repeat(451),
    'src/web/parts/shell/long.css': 'a {}\n'.repeat(451),
    'src/web/parts/shell/fits.css': 'a {}\n'.repeat(450),
    'admin/src/styles/long.css': 'a {}\n'.repeat(451),
    'src/wide.ts': `const code = '${wide}';\n// ${wide}\n/**\n * narrow\n * ${wide}\n */\nsend(); // ${wide}\n`,
    'src/sure.ts': 'send(a!);\n'.repeat(351),
    'src/some.test.ts': `function test() {\n${line.repeat(460)}}\n`,
    'src/platform/database-types.ts': line.repeat(460),
  };
  expect(figureFaults(new Map(Object.entries(planted)))).toEqual([
    'src/long-function.ts: long has 101 lines',
    'src/long-file.ts has 451 lines',
    'src/web/parts/shell/long.css has 451 lines',
    'admin/src/styles/long.css has 451 lines',
    'src/wide.ts:2: a comment over 120 columns',
    'src/wide.ts:5: a comment over 120 columns',
    'src/wide.ts:7: a comment over 120 columns',
    '351 non-null assertions, at most 350',
  ]);
});

test('a screen of the back office that is too long is named; comments of tests are looked at', () => {
  const faults = (path: string, text: string) => figureFaults(new Map([[path, text]]));
  const screen = `function PhoneOrder() {\n${'send();\n'.repeat(99)}}\n`;
  expect(faults('admin/src/some.tsx', screen)).toEqual(['admin/src/some.tsx: PhoneOrder has 101 lines']);
  expect(faults('src/some.test.ts', `// ${'w'.repeat(120)}\n`)).toEqual([
    'src/some.test.ts:1: a comment over 120 columns',
  ]);
});

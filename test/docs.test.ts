import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findWrongReferences, readDocuments } from '../scripts/doc-references.ts';

const documents = await readDocuments(join(import.meta.dirname, '..'));

test('what the documents name is there', () => {
  expect(documents.documents.size).toBeGreaterThan(20);
  expect(findWrongReferences(documents)).toEqual([]);
});

/** Told apart from a number that this file itself would name. */
const nowhere = '999';

const planted: [what: string, path: string, line: string][] = [
  ['a link to a page that is not there', 'README.md', '[how](docs/how-to/nothing.md)'],
  ['a link to a heading that is not there', 'README.md', '[how](docs/glossary.md#nothing)'],
  ['a path in backquotes', 'docs/glossary.md', '`src/modules/cart/nothing.ts`'],
  ['a file named alone', 'docs/operations.md', '`nothing.ts`'],
  [
    'a folder of pages',
    'docs/architecture.md',
    '| goods | pages | rules | why |\n| --- | --- | --- | --- |\n| a | `nothing` | | |',
  ],
  ['a word of the glossary', 'docs/glossary.md', '`no_such_table.id`'],
  ['a decision in words', 'docs/operations.md', `see decision ${nowhere}`],
  ['the second decision of a range', 'docs/operations.md', `see decisions 100–${nowhere}`],
  ['a guide of sixteen lines', 'docs/how-to/form.md', `1. A step\n${'   of many lines\n'.repeat(7)}`],
  ['a line of a guide over its width', 'docs/how-to/form.md', `1. ${'word '.repeat(24)}`],
  ['a decision in a table', 'docs/architecture.md', '| a | `home` | | 220, 999 |'],
];

test.each(planted)('%s is found', (_, path, line) => {
  const text = `${documents.documents.get(path)}\n${line}\n`;
  const changed = new Map([...documents.documents, [path, text]]);
  expect(findWrongReferences({ ...documents, documents: changed })).toHaveLength(1);
});

test('a decision that a source names is looked for too', () => {
  const sources = new Map([...documents.sources, ['src/a.ts', `/** See decision ${nowhere}. */`]]);
  expect(findWrongReferences({ ...documents, sources })).toEqual([`src/a.ts: there is no decision ${nowhere}`]);
});

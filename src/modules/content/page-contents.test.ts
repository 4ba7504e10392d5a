import { expect, test } from 'vitest';
import { withContents } from './page-contents.ts';

const idsOf = (html: string) => withContents(html).contents.map(({ id }) => id);

test('a heading that begins another one has its own words as its anchor; only the same again gets a number', () => {
  expect(idsOf('<h2>Уход за полом</h2><h2>Уход</h2><h2>Уход</h2>')).toEqual(['uhod-za-polom', 'uhod', 'uhod-2']);
});

test('no two headings have one anchor, also where a number stands in the words of one', () => {
  expect(idsOf('<h2>Шаг</h2><h2>Шаг 2</h2><h2>Шаг</h2>')).toEqual(['shag', 'shag-2', 'shag-3']);
});

test('an anchor of its own is kept, entities are neither in anchors nor in the words', () => {
  const { html, contents } = withContents('<h2 id="own">Свой</h2><h2>Плитка&nbsp;&amp; <em>клей</em></h2>');
  expect(contents).toEqual([
    { id: 'own', text: 'Свой' },
    { id: 'plitka-kley', text: 'Плитка\u00a0& клей' },
  ]);
  expect(html).toBe('<h2 id="own">Свой</h2><h2 id="plitka-kley">Плитка&nbsp;&amp; <em>клей</em></h2>');
});

test('a text behind another one goes on with its numbers', () => {
  const first = withContents('<h2>Уход</h2>').contents;
  expect(withContents('<h2>Уход</h2>', first).contents).toEqual([{ id: 'uhod-2', text: 'Уход' }]);
});

import { expect, test } from 'vitest';
import { writtenPages } from '#demo/pages.ts';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { readTree, wordsOf } from '../admin/src/editor/html-tree.ts';
import { markedHtml, plainWords, unfitAddresses } from '../admin/src/editor/marked-text.ts';
import { isSameHtml, readBlocks, type TextBlock, writeBlocks } from '../admin/src/editor/text-blocks.ts';
import { diffWords } from '../admin/src/editor/word-diff.ts';

test('[S2-03] every page of the demonstration says the same after it was read into parts and written again', () => {
  for (const { slug, html } of writtenPages) {
    const clean = cleanHtml(html);
    const written = writeBlocks(readBlocks(clean));
    expect(isSameHtml(written, clean), slug).toBe(true);
    expect(wordsOf(readTree(cleanHtml(written)) ?? []).replace(/\s+/g, ' '), slug).toBe(
      wordsOf(readTree(clean) ?? []).replace(/\s+/g, ' '),
    );
  }
});

test('what cannot be typed in parts stays as it is written', () => {
  const odd = '<section><p>Внутри</p></section><ul><li>Один<ul><li>Глубже</li></ul></li></ul><p>Просто</p>';
  expect(readBlocks(odd).map(({ type }) => type)).toEqual(['html', 'html', 'paragraph']);
  expect(isSameHtml(writeBlocks(readBlocks(odd)), odd)).toBe(true);
  expect(readBlocks('<table><tbody><tr><td colspan="2">Широко</td></tr></tbody></table>')[0]?.type).toBe('html');
  expect(readBlocks('<p>Не закрыт')[0]).toEqual({ type: 'html', html: '<p>Не закрыт' });
});

test('whatever is typed comes out as HTML that the shop leaves as it is', () => {
  const blocks: TextBlock[] = [
    { type: 'heading', level: 2, text: 'Цена < 5 & «скидка»', id: '' },
    { type: 'paragraph', text: 'Один **жирный *и курсив* рядом**\nстрока\n\nДругой абзац' },
    { type: 'list', isNumbered: true, items: ['[Доставка](/delivery/)', '', 'позвоните: [8 800](tel:88001234567)'] },
    { type: 'table', caption: 'Цены', head: ['Вес', 'Цена'], rows: [['до 5 кг', '300 ₽']] },
    { type: 'quote', text: 'Слова \\*без знаков\\*' },
    {
      type: 'picture',
      src: '/_ipx/f_webp&q_70&w_960/uploads/ab/0123456789abcdef.webp',
      alt: 'Мешок "30 кг"',
      width: 960,
      height: 540,
    },
    { type: 'line' },
  ];
  const html = writeBlocks(blocks);
  expect(isSameHtml(cleanHtml(html), html)).toBe(true);
  expect(readBlocks(cleanHtml(html)).map(({ type }) => type)).toEqual([
    ...['heading', 'paragraph', 'paragraph', 'list', 'table', 'quote', 'picture', 'line'],
  ]);
  expect(html).toContain('<p>Один <strong>жирный <em>и курсив</em> рядом</strong><br />строка</p>');
});

test('a link that leads nowhere, a script and tags that are typed stay words', () => {
  expect(unfitAddresses('[нажми](javascript:alert) и [сюда](//evil.example) и [туда](/pay/)')).toEqual([
    'javascript:alert',
    '//evil.example',
  ]);
  const html = writeBlocks([{ type: 'paragraph', text: '[нажми](javascript:alert) <img src=x onerror=y> 2 * 2 * 2' }]);
  expect(html).toBe('<p>[нажми](javascript:alert) &lt;img src=x onerror=y&gt; 2 <em> 2 </em> 2</p>');
  expect(plainWords('**Жирно** и [слова](/a/) \\*')).toBe('Жирно и слова *');
  expect(markedHtml('a & b')).toBe('a &amp; b');
});

test('two texts are compared by words', () => {
  expect(diffWords('Храним заказ три дня', 'Храним заказ пять дней')).toEqual([
    { kind: 'same', text: 'Храним заказ ' },
    { kind: 'was', text: 'три дня' },
    { kind: 'is', text: 'пять дней' },
  ]);
  expect(diffWords('одно и то же', 'одно и то же')).toEqual([{ kind: 'same', text: 'одно и то же' }]);
  const [was, is] = ['а б в г д е ж з', 'а в г е е ж и з'];
  const parts = diffWords(was, is);
  expect(
    parts
      .filter(({ kind }) => kind !== 'is')
      .map(({ text }) => text)
      .join(''),
  ).toBe(was);
  expect(
    parts
      .filter(({ kind }) => kind !== 'was')
      .map(({ text }) => text)
      .join(''),
  ).toBe(is);
});

import { expect, test } from 'vitest';
import { splitSections } from './sections.ts';

test('[S2-03] a written text parts into what stands before its headings and what stands under each', () => {
  expect(
    splitSections('<p>Ответим.</p>\n<h2 id="a">Поставщикам</h2><p>Пришлите:</p><h2>Арендодателям</h2><p>Ищем:</p>'),
  ).toEqual({
    lead: '<p>Ответим.</p>\n',
    sections: [
      { title: 'Поставщикам', html: '<p>Пришлите:</p>' },
      { title: 'Арендодателям', html: '<p>Ищем:</p>' },
    ],
  });
});

test('[S2-03] a text without headings, and one whose heading holds more than words, stay whole', () => {
  expect(splitSections('<p>Ответим.</p>')).toEqual({ lead: '<p>Ответим.</p>', sections: [] });
  const whole = '<h2><b>Поставщикам</b></h2><p>Пришлите:</p>';
  expect(splitSections(whole)).toEqual({ lead: whole, sections: [] });
});

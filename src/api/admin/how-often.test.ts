import { expect, test } from 'vitest';
import { timetable } from '#jobs/tasks.ts';
import { howOften } from './how-often.ts';

test.each([
  ['* * * * *', 'каждую минуту'],
  ['*/5 * * * *', 'каждые 5 минут'],
  ['*/2 * * * *', 'каждые 2 минуты'],
  ['7 * * * *', 'каждый час, на 7-й минуте'],
  ['17 0 * * *', 'каждый день в 03:17'],
  ['30 22 * * *', 'каждый день в 01:30'],
  ['37 2,10,18 * * *', 'каждый день в 05:37, 13:37 и 21:37'],
])('%s in UTC is «%s» by the clock of the shop', (match, words) => {
  expect(howOften(match)).toBe(words);
});

test('every pattern of the timetable has words, and one of another form is no guess', () => {
  for (const { match } of timetable) expect(howOften(match)).toMatch(/^кажд/);
  for (const match of ['0 9 * * 1', '*/7 * * * *', '0 9 1 * *', '1-5 * * * *', ''])
    expect(() => howOften(match)).toThrow('no words');
});

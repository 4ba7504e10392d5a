import { expect, test } from 'vitest';
import { longestPause, nextRun } from './next-run.ts';
import { timetable } from './tasks.ts';

const at = (moment: string) => new Date(`${moment}Z`);

test.each([
  ['* * * * *', '2026-11-28T05:30:00', '2026-11-28T05:31:00'],
  ['* * * * *', '2026-11-28T05:30:59.999', '2026-11-28T05:31:00'],
  ['*/15 * * * *', '2026-11-28T05:30:00', '2026-11-28T05:45:00'],
  ['*/15 * * * *', '2026-11-28T23:50:01', '2026-11-29T00:00:00'],
  ['7 * * * *', '2026-11-28T05:06:59', '2026-11-28T05:07:00'],
  ['7 * * * *', '2026-11-28T05:07:00', '2026-11-28T06:07:00'],
  ['17 0 * * *', '2026-12-31T00:17:00', '2027-01-01T00:17:00'],
  ['37 2,10,18 * * *', '2026-11-28T10:37:30', '2026-11-28T18:37:00'],
  ['37 2,10,18 * * *', '2026-11-28T18:37:00', '2026-11-29T02:37:00'],
  ['0 9 1 * *', '2026-11-28T05:30:00', '2026-12-01T09:00:00'],
  ['0 9 * * 1', '2026-11-28T05:30:00', '2026-11-30T09:00:00'],
])('%s after %s comes round at %s', (match, after, next) => {
  expect(nextRun(match, at(after))).toEqual(at(next));
});

test.each([
  ['* * * * *', 60],
  ['*/5 * * * *', 300],
  ['41 * * * *', 3_600],
  ['37 2,10,18 * * *', 8 * 3_600],
  ['0 9,10 * * *', 23 * 3_600],
  ['*/10 6-20 * * *', 9 * 3_600 + 600],
  ['0 7 * * *', 86_400],
  ['0 9 * * 1', 7 * 86_400],
])('the longest pause of %s is %i seconds', (match, seconds) => {
  expect(longestPause(match, at('2026-11-28T05:30:00'))).toBe(seconds);
});

test('a moment that no year has, and what is no pattern, throw', () => {
  expect(() => nextRun('0 9 30 2 *', at('2026-11-28T05:30:00'))).toThrow('400 days');
  expect(() => nextRun('whenever', at('2026-11-28T05:30:00'))).toThrow();
});

test('every pattern of the timetable comes round within a day, and no task stands in it twice', () => {
  const now = at('2026-11-28T05:30:00');
  for (const { match, task } of timetable) {
    expect(nextRun(match, now).getTime() - now.getTime(), task).toBeLessThanOrEqual(86_400_000);
    expect(longestPause(match, now), task).toBeLessThanOrEqual(86_400);
  }
  expect(new Set(timetable.map(({ task }) => task)).size).toBe(timetable.length);
});

import { expect, test } from 'vitest';
import { daysLater, daysOf, daysWords, movedBy, withDays } from './calendar-days.ts';

const [moscow, samara] = ['Europe/Moscow', 'Europe/Samara'];
const december = { starts_at: '2026-11-30T21:00:00.000Z', ends_at: '2026-12-14T21:00:00.000Z' };
const now = new Date('2026-11-27T09:00:00Z');
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

test('a moment keeps its time of the day by the clock of its branch, whatever the clock does in between', () => {
  expect(daysLater('2026-12-01T06:30:15.250Z', 3, moscow)).toBe('2026-12-04T06:30:15.250Z');
  expect(daysLater('2026-12-01T06:30:00.000Z', -1, samara)).toBe('2026-11-30T06:30:00.000Z');
  // Berlin puts its clocks back on 25 October.
  expect(daysLater('2026-10-24T07:00:00.000Z', 2, 'Europe/Berlin')).toBe('2026-10-26T08:00:00.000Z');
});

test('what ends at midnight ends the day before, by the clock of its branch', () => {
  expect(daysOf(december, moscow)).toEqual({ first: '2026-12-01', last: '2026-12-14' });
  expect(daysOf({ ...december, ends_at: '2026-12-14T15:00:00.000Z' }, moscow).last).toBe('2026-12-14');
  expect(daysOf({ starts_at: '2026-11-30T20:00:00.000Z', ends_at: null }, samara)).toEqual({
    first: '2026-12-01',
    last: null,
  });
});

test('a bar is moved by whole days, an edge by itself and not past the other one; a bound that is not there stays away', () => {
  expect(movedBy(december, 'whole', 3, moscow)).toEqual({
    starts_at: '2026-12-03T21:00:00.000Z',
    ends_at: '2026-12-17T21:00:00.000Z',
  });
  expect(movedBy(december, 'end', -4, moscow)).toEqual({ ...december, ends_at: '2026-12-10T21:00:00.000Z' });
  expect(movedBy(december, 'start', 40, moscow)).toEqual({ ...december, starts_at: '2026-12-13T21:00:00.000Z' });
  expect(movedBy(december, 'end', -40, moscow)).toEqual({ ...december, ends_at: '2026-12-01T21:00:00.000Z' });
  expect(movedBy({ starts_at: null, ends_at: december.ends_at }, 'whole', 1, moscow)).toEqual({
    starts_at: null,
    ends_at: '2026-12-15T21:00:00.000Z',
  });
  expect(movedBy(december, 'whole', 0, moscow)).toBe(december);
});

test('days that are typed set the dates at the times of the day they have', () => {
  const dates = { starts_at: '2026-12-01T07:00:00.000Z', ends_at: '2026-12-14T21:00:00.000Z' };
  expect(withDays(dates, { first: '2026-12-05', last: '2026-12-20' }, moscow)).toEqual({
    starts_at: '2026-12-05T07:00:00.000Z',
    ends_at: '2026-12-20T21:00:00.000Z',
  });
  expect(withDays({ starts_at: null, ends_at: null }, { first: '', last: '' }, moscow)).toEqual({
    starts_at: null,
    ends_at: null,
  });
});

test('days are told as briefly as they can be', () => {
  const words = (starts_at: string | null, ends_at: string | null, isMoment = false) =>
    plain(daysWords({ starts_at, ends_at }, moscow, isMoment, now));
  const { starts_at, ends_at } = december;
  expect(words(starts_at, ends_at)).toBe('1–14 декабря');
  expect(words(starts_at, '2026-12-01T21:00:00.000Z')).toBe('1 декабря');
  expect(words('2026-11-27T21:00:00.000Z', '2026-12-03T21:00:00.000Z')).toBe('28 ноября — 3 декабря');
  expect(words('2026-12-27T21:00:00.000Z', '2027-01-03T21:00:00.000Z')).toBe('28 декабря 2026 — 3 января 2027');
  expect(words('2090-11-30T21:00:00.000Z', '2091-01-09T21:00:00.000Z')).toBe('1 декабря 2090 — 9 января 2091');
  expect(words('2090-11-27T21:00:00.000Z', '2090-12-03T21:00:00.000Z')).toBe('28 ноября — 3 декабря 2090');
  expect(words(starts_at, null)).toBe('с 1 декабря');
  expect(words(null, ends_at)).toBe('по 14 декабря');
  expect(words(starts_at, null, true)).toBe('1 декабря');
});

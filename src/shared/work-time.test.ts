import { expect, test } from 'vitest';
import {
  callBackWords,
  hoursWords,
  nextOpening,
  openState,
  phoneVerbs,
  wholeHours,
  workTimeLines,
} from './work-time.ts';

const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  opens_minute: weekday < 6 ? 510 : 600,
  closes_minute: 1200,
}));
const at = (iso: string) => new Date(iso);

test("[S3-01] work_time is split on ';'", () => {
  expect(workTimeLines('Пн–Пт 08:30–20:00; Сб–Вс 10:00–20:00;')).toEqual(['Пн–Пт 08:30–20:00', 'Сб–Вс 10:00–20:00']);
});

test('hours in one text are torn between their lines alone', () => {
  expect(wholeHours(['Пн–Пт 09:00–20:00', 'Вс выходной'])).toBe('Пн–\u2060Пт\u00a009:00–\u206020:00, Вс\u00a0выходной');
});

test('[S3-01] open until the closing minute, by the clock of the branch', () => {
  // 2026-11-20 is a Friday.
  expect(openState(week, [], 'Europe/Moscow', at('2026-11-20T16:59:00Z')).words).toBe('Открыто до 20:00');
  expect(openState(week, [], 'Europe/Moscow', at('2026-11-20T17:00:00Z')).is_open).toBe(false);
  expect(openState(week, [], 'Europe/Kaliningrad', at('2026-11-20T17:00:00Z')).is_open).toBe(true);
});

test('a closed department says when it opens next, an open one nothing; a day has its hours', () => {
  const opening = (iso: string) => nextOpening(openState(week, [], 'Europe/Moscow', at(iso)));
  expect(opening('2026-11-20T05:00:00Z')).toBe('в 08:30');
  expect(opening('2026-11-20T18:00:00Z')).toBe('завтра в 10:00');
  expect(opening('2026-11-20T12:00:00Z')).toBeNull();
  expect(nextOpening(openState([], [], 'Europe/Moscow', at('2026-11-20T12:00:00Z')))).toBeNull();
  expect(hoursWords('2026-11-21', { hours: week, hour_exceptions: [] })).toBe('10:00–20:00');
  expect(hoursWords('2026-11-21', { hours: [], hour_exceptions: [] })).toBeNull();
});

test('[S3-01] closed: when it opens next is said in words', () => {
  expect(openState(week, [], 'Europe/Moscow', at('2026-11-20T05:00:00Z')).words).toBe('Откроется в 08:30');
  expect(openState(week, [], 'Europe/Moscow', at('2026-11-20T18:00:00Z')).words).toBe('Откроется завтра в 10:00');
  expect(openState(week, [], 'Europe/Moscow', at('2026-11-20T18:00:00Z'), phoneVerbs).words, 'of a phone').toBe(
    'Ответим завтра с 10:00',
  );
  const weekdays = week.filter(({ weekday }) => weekday < 6);
  expect(openState(weekdays, [], 'Europe/Moscow', at('2026-11-20T18:00:00Z')).words).toBe(
    'Откроется в понедельник в 08:30',
  );
});

test('[S2-26] whoever waits for a call reads until when or from when they are called, by the clock of the branch', () => {
  const words = (iso: string, hours = week) =>
    callBackWords({ hours, hour_exceptions: [], time_zone: 'Europe/Moscow' }, at(iso));
  expect(words('2026-11-20T12:00:00Z')).toBe('Перезвоним сегодня до 20:00');
  expect(words('2026-11-20T05:00:00Z')).toBe('Перезвоним сегодня с 08:30 до 20:00');
  expect(words('2026-11-20T18:00:00Z')).toBe('Перезвоним завтра с 10:00 до 20:00');
  expect(words('2026-11-20T12:00:00Z', []), 'no hours are known').toBeNull();
});

test('[S3-01] a date of its own goes before the weekday: a holiday, a shorter day', () => {
  const exceptions = [
    { date: '2027-01-01', opens_minute: null, closes_minute: null, note: 'Новый год' },
    { date: '2027-01-02', opens_minute: 720, closes_minute: 960, note: null },
  ];
  const holiday = openState(week, exceptions, 'Europe/Moscow', at('2027-01-01T09:00:00Z'));
  expect(holiday).toEqual({ is_open: false, words: 'Откроется завтра в 12:00', note: 'Новый год' });
  expect(openState(week, exceptions, 'Europe/Moscow', at('2027-01-02T12:30:00Z')).words).toBe('Открыто до 16:00');
});

test('a department without any hours says so', () => {
  expect(openState([], [], 'Europe/Moscow').words).toBe('Сейчас закрыто');
});

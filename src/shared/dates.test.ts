import { expect, test } from 'vitest';
import { daysAfter, daysBefore, formatDate, formatDateTime, formatDay } from './dates.ts';

test('[S5-03] the date helper refuses what is no date', () => {
  expect(() => formatDateTime('вчера')).toThrow('Не валидная строка даты');
  expect(() => formatDate('')).toThrow('Не валидная строка даты');
});

test('[S9-07] a date is DD.MM.YYYY HH:MM, by the clock of its zone', () => {
  expect(formatDateTime('2026-12-31T21:05:00Z', 'Europe/Moscow')).toBe('01.01.2027 00:05');
  expect(formatDateTime('2026-12-31T21:05:00Z', 'Europe/Kaliningrad')).toBe('31.12.2026 23:05');
  expect(formatDate(new Date('2026-03-01T09:00:00Z'))).toBe('01.03.2026');
});

test('a day of the calendar is DD.MM.YYYY in no zone; days are of 24 hours', () => {
  expect(formatDay('2026-03-01')).toBe('01.03.2026');
  const moment = new Date('2026-10-24T22:00:00Z');
  expect(daysAfter(moment, 1).toISOString()).toBe('2026-10-25T22:00:00.000Z');
  expect(daysBefore(daysAfter(moment, 1), 1)).toEqual(moment);
});

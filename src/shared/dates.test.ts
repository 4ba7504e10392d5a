import { expect, test } from 'vitest';
import { formatDate, formatDateTime } from './dates.ts';

test('[S5-03] the date helper refuses what is no date', () => {
  expect(() => formatDateTime('вчера')).toThrow('Не валидная строка даты');
  expect(() => formatDate('')).toThrow('Не валидная строка даты');
});

test('[S9-07] a date is DD.MM.YYYY HH:MM, by the clock of its zone', () => {
  expect(formatDateTime('2026-12-31T21:05:00Z', 'Europe/Moscow')).toBe('01.01.2027 00:05');
  expect(formatDateTime('2026-12-31T21:05:00Z', 'Europe/Kaliningrad')).toBe('31.12.2026 23:05');
  expect(formatDate(new Date('2026-03-01T09:00:00Z'))).toBe('01.03.2026');
});

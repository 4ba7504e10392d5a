import { expect, test } from 'vitest';
import { shownExceptions } from './shown-exceptions.ts';

const days = [
  { date: '2026-11-04', opens_minute: 540, closes_minute: 1080, note: null },
  { date: '2026-12-31', opens_minute: 510, closes_minute: 960, note: 'короткий день' },
  { date: '2027-01-01', opens_minute: null, closes_minute: null, note: 'Новый год' },
  { date: '2027-05-09', opens_minute: null, closes_minute: null, note: 'День Победы' },
];

test('[S2-03] holidays of the next two months are told with their hours, past and distant ones are not', () => {
  expect(shownExceptions(days, '2026-11-21')).toEqual([
    { date: '31 декабря', words: '08:30–16:00, короткий день' },
    { date: '1 января', words: 'закрыто, Новый год' },
  ]);
  expect(shownExceptions(days, '2026-11-04')[0]).toEqual({ date: '4 ноября', words: '09:00–18:00' });
});

test('[S2-03] days in a row with equal hours are told as one, by all their names', () => {
  const closed = (date: string, note = 'каникулы') => ({ date, opens_minute: null, closes_minute: null, note });
  const winter = ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-03', '2027-01-04'].map((date) => closed(date));
  const unnamed = { ...closed('2027-01-06'), note: null };
  expect(shownExceptions([closed('2027-01-05'), unnamed], '2026-12-01'), 'a day without a name').toHaveLength(2);
  expect(shownExceptions([...winter, closed('2027-01-05', 'Рождество')], '2026-12-01')).toEqual([
    { date: '30 декабря — 1 января', words: 'закрыто, каникулы' },
    { date: '3–5 января', words: 'закрыто, каникулы и Рождество' },
  ]);
});

import { expect, test } from 'vitest';
import { holidaysFrom } from './holidays.ts';

test('a year has fourteen holidays of the law, whichever day it is counted from', () => {
  const year = holidaysFrom('2026-11-28', 365);
  expect(year).toHaveLength(14);
  expect(year[0]).toEqual({ date: '2027-01-01', name: 'Новогодние каникулы' });
  expect(year[6]).toEqual({ date: '2027-01-07', name: 'Рождество Христово' });
  expect(year.at(-1)).toEqual({ date: '2027-11-04', name: 'День народного единства' });
  expect(holidaysFrom('2027-01-08', 30)).toEqual([{ date: '2027-01-08', name: 'Новогодние каникулы' }]);
  expect(holidaysFrom('2027-01-09', 30)).toEqual([]);
});

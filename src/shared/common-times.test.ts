import { expect, test } from 'vitest';
import { commonTimes } from './common-times.ts';

const week = ['Пн–Пт 09:00–20:00', 'Сб–Вс 10:00–18:00'];
const long = ['Пн–Пт 08:30–20:00', 'Сб–Вс 10:00–20:00'];
const newYear = { date: '01.01', words: 'закрыто (Новый год)' };
const eve = { date: '31.12', words: '09:00–16:00' };

test('[S2-03] hours and holidays that most points share are said once, a point adds only what is its own', () => {
  const early = { date: '31.12', words: '08:30–16:00' };
  const { common, points } = commonTimes([
    { id: 1, work_lines: long, holidays: [early, newYear] },
    { id: 2, work_lines: week, holidays: [eve, newYear] },
    { id: 3, work_lines: week, holidays: [eve, newYear] },
  ]);
  expect(common).toEqual({ work_lines: week, holidays: [eve, newYear], is_not_all: true });
  expect(points).toEqual([
    { id: 1, work_lines: long, holidays: [early] },
    { id: 2, work_lines: [], holidays: [] },
    { id: 3, work_lines: [], holidays: [] },
  ]);
});

test('[S2-03] a day on which one point works as usual stays with the points it concerns', () => {
  const { common, points } = commonTimes([
    { work_lines: week, holidays: [newYear] },
    { work_lines: week, holidays: [] },
  ]);
  expect(common).toEqual({ work_lines: week, holidays: [], is_not_all: true });
  expect(points.map(({ holidays }) => holidays)).toEqual([[newYear], []]);
});

test('[S2-03] one point, or points that share nothing, say everything themselves', () => {
  const nothing = { work_lines: [], holidays: [], is_not_all: false };
  const one = [{ work_lines: week, holidays: [newYear] }];
  expect(commonTimes(one)).toEqual({ common: nothing, points: one });
  const two = [
    { work_lines: week, holidays: [eve] },
    { work_lines: long, holidays: [] },
  ];
  expect(commonTimes(two)).toEqual({ common: nothing, points: two });
  expect(commonTimes([])).toEqual({ common: nothing, points: [] });
});

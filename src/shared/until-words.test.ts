import { expect, test } from 'vitest';
import { nearDayWords, untilDayWords, untilWords } from './until-words.ts';

const zone = 'Europe/Moscow';
const now = new Date('2026-11-29T09:00:00Z');
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

test('a term is shown by its hour, its weekday and its day, near ones as today and tomorrow', () => {
  const said = (moment: string) => plain(untilWords(new Date(moment), zone, now));
  expect(said('2026-11-29T17:00:00Z')).toBe('20:00 сегодня, 29 ноября');
  expect(said('2026-11-30T17:00:00Z')).toBe('20:00 завтра, 30 ноября');
  expect(said('2026-12-04T17:00:00Z')).toBe('20:00 в пятницу, 4 декабря');
  expect(said('2027-01-12T15:30:00Z')).toBe('18:30 во вторник, 12 января 2027');
  expect(said('2026-11-30T21:00:00Z'), 'midnight ends the day before it').toBe('конца дня завтра, 30 ноября');
  expect(plain(untilDayWords(new Date('2026-11-30T17:00:00Z'), zone, now)), 'kept by a phone').toBe(
    '20:00 в понедельник, 30 ноября',
  );
});

test('a day is shown by the clock of the zone', () => {
  expect(plain(nearDayWords('2026-11-30', 'Asia/Vladivostok', new Date('2026-11-29T16:00:00Z')))).toBe(
    'сегодня, 30 ноября',
  );
});

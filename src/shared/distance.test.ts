import { expect, test } from 'vitest';
import { distanceWords, metresBetween, readPlace } from './distance.ts';

test('the way from Vologda to Cherepovets is 110 km as the crow flies, from a place to itself none', () => {
  const vologda = { latitude: 59.2205, longitude: 39.8915 };
  const cherepovets = { latitude: 59.1269, longitude: 37.9092 };
  expect(metresBetween(vologda, cherepovets) / 1000).toBeCloseTo(113.4, 0);
  expect(metresBetween(cherepovets, vologda)).toBeCloseTo(metresBetween(vologda, cherepovets));
  expect(metresBetween(vologda, vologda)).toBe(0);
});

test('distances are said in metres, then in tenths of a kilometre, then in whole ones', () => {
  expect([3, 344, 994, 996, 1_240, 12_600].map(distanceWords)).toEqual(
    ['10 м', '340 м', '990 м', '1 км', '1,2 км', '13 км'].map((words) => words.replace(' ', '\u00a0')),
  );
});

test('a place is two numbers', () => {
  expect(readPlace('59.2205,39.8915')).toEqual({ latitude: 59.2205, longitude: 39.8915 });
  for (const text of ['', '59', '59,x', '1,2,3']) expect(readPlace(text), text).toBeNull();
});

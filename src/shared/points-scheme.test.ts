import { expect, test } from 'vitest';
import { labelsOf, layOut, ringsOf, schemeSize } from './points-scheme.ts';

const at = (id: string, latitude: number, longitude: number) => ({ id, latitude, longitude });
const middle = at('middle', 59.22, 39.89);

test('points stand as they lie: north above, east to the right, lengths by the scale', () => {
  const north = at('north', 59.25, 39.89);
  const east = at('east', 59.22, 39.95);
  const { marks, scale } = layOut([middle, north, east])!;
  const [a, b, c] = marks as [(typeof marks)[0], (typeof marks)[0], (typeof marks)[0]];
  expect(b.y).toBeLessThan(a.y);
  expect(b.x).toBe(a.x);
  expect(c.x).toBeGreaterThan(a.x);
  expect(c.y).toBe(a.y);
  const metres = ((a.y - b.y) / scale.length) * scale.metres;
  expect(Math.abs(metres - 3_336)).toBeLessThan(20);
  expect([1, 2, 5]).toContain(scale.metres / 10 ** Math.floor(Math.log10(scale.metres)));
  expect(scale.length).toBeLessThanOrEqual(schemeSize.width / 4);
});

test('marks at one address do not cover each other, and none leaves the drawing', () => {
  const { marks } = layOut([middle, at('same', 59.22, 39.89), at('far', 60.5, 45)])!;
  const [a, b] = marks as [(typeof marks)[0], (typeof marks)[0]];
  expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(32);
  for (const { x, y } of marks) {
    expect(x > 0 && x < schemeSize.width).toBe(true);
    expect(y > 0 && y < schemeSize.height).toBe(true);
  }
});

test('circles of round lengths stand around the first point, their words over nothing', () => {
  const { marks, scale } = layOut([middle, at('north', 59.25, 39.89), at('east', 59.22, 39.95)])!;
  const rings = ringsOf(marks, labelsOf(marks, ['ул. Мира, 1', 'ул. Мира, 2', 'ул. Мира, 3']), scale);
  expect(rings.map(({ metres }) => metres)).toEqual([500, 1_000, 2_000]);
  const [centre] = marks;
  const drawn = Math.hypot(marks[1]!.x - centre!.x, marks[1]!.y - centre!.y);
  expect(Math.abs((drawn / rings[1]!.radius) * 1_000 - 3_336)).toBeLessThan(20);
  for (const { label } of rings)
    for (const { x, y } of marks)
      expect(label && (Math.abs(label.x - x) > 45 || Math.abs(label.y - y) > 22)).toBe(true);
});

test('one point is no scheme', () => {
  expect(layOut([middle])).toBeNull();
  expect(layOut([])).toBeNull();
});

test('the street stands beside its mark, on the side that has room, or not at all', () => {
  const mark = (id: string, x: number, y: number) => ({ id, x, y });
  const labels = labelsOf(
    [mark('a', 100, 100), mark('b', 600, 200), mark('c', 140, 104), mark('d', 320, 300)],
    ['пос. Молочное, ул. Мира, 9', 'Окружное шоссе, 13', 'пр. Победы, 190', 'Вологда'],
  );
  expect(labels[0], 'another mark stands in the way to the right, the edge to the left').toBeNull();
  expect(labels[1]).toMatchObject({ words: 'Окружное шоссе, 13', anchor: 'end', x: 579, y: 200 });
  expect(labels[2]).toMatchObject({ words: 'Победы, 190', anchor: 'start', x: 161 });
  expect(labels[3]?.words, 'a name without a street is said as it is').toBe('Вологда');
});

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { branches } from '#demo/branches.ts';
import { branchOutlines } from '#demo/outlines.ts';
import type { OutlineKind } from '#shared/outline-kinds.ts';
import { between, clippedLine, lengthOf, type Spot, simplified } from '#shared/plane.ts';
import { labelsOf, layOut, schemeSize } from '#shared/points-scheme.ts';
import { drawOutline } from './draw-outline.ts';
import type { OutlineLine } from './outline.ts';
import { readGeoJson } from './read-geojson.ts';

const point = (id: string, latitude: number, longitude: number, address = 'ул. Мира, 1') => {
  return { id, latitude, longitude, address };
};
const two = [point('a', 59.2, 39.85), point('b', 59.24, 39.9)];
const line = (kind: OutlineKind, name: string | null, ...points: [number, number][]): OutlineLine => {
  return { kind, name, points };
};
const draw = (lines: OutlineLine[], points = two, isAroundFirst = false) =>
  drawOutline({ source: 'Съёмка', lines }, { points, isAroundFirst });

/** Spots of `M12 30l5-3 7 2`, part by part. */
function spotsOf(d: string): Spot[][] {
  return d
    .split('M')
    .slice(1)
    .map((part) => {
      const numbers = [...part.matchAll(/-?\d+/g)].map(Number);
      const spots: [number, number][] = [];
      for (let at = 0; at < numbers.length; at += 2) {
        const [x, y] = spots.at(-1) ?? [0, 0];
        spots.push([x + numbers[at]!, y + numbers[at + 1]!]);
      }
      return spots;
    });
}

/** How far a spot is from the nearest of these ways. */
function away(spot: Spot, ways: Spot[][]): number {
  const near = ways.flatMap((way) =>
    way.slice(1).flatMap((to, at) => {
      const from = way[at]!;
      const steps = Math.ceil(between(from, to)) || 1;
      return Array.from({ length: steps + 1 }, (_, step) => {
        const share = step / steps;
        return between(spot, [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
      });
    }),
  );
  return Math.min(...near);
}

test('a line lies where its points lie between those of the shop, and ends outside of the drawing', () => {
  const drawn = draw([line('highway', null, [59.24, 39], [59.24, 39.9], [59.24, 41])])!;
  expect(drawn.source).toBe('Съёмка');
  const { marks } = layOut(two)!;
  const [way] = spotsOf(drawn.paths[0]!.d);
  expect(drawn.paths).toHaveLength(1);
  expect(away([marks[1]!.x, marks[1]!.y], [way!])).toBeLessThanOrEqual(1);
  expect(way!.map(([x]) => x)).toEqual([-12, schemeSize.width + 12]);
});

test('areas are closed and cut, kinds lie in their order, and nothing is drawn where nothing is near', () => {
  const lake = line('water_area', 'Озеро', [59.1, 39.7], [59.3, 39.7], [59.3, 39.87], [59.1, 39.87]);
  const drawn = draw([line('street', null, [59.2, 39.85], [59.21, 39.86]), lake])!;
  expect(drawn.paths.map(({ kind }) => kind)).toEqual(['water_area', 'street']);
  expect(drawn.paths[0]!.d).toMatch(/z$/);
  expect(spotsOf(drawn.paths[0]!.d)[0]).toHaveLength(4);
  expect(draw([line('street', null, [60.2, 39.85], [60.21, 39.86])])).toBeNull();
  expect(draw([lake], [two[0]!]), 'one point makes no scheme').toBeNull();
});

test('what is shorter than a unit of the drawing is left out, and spoils nothing that comes after it', () => {
  const short = line('street', null, [59.22, 39.87], [59.220001, 39.870001]);
  const pond = line('water_area', null, [59.22, 39.87], [59.220001, 39.870001], [59.22, 39.870001], [59.22, 39.87]);
  expect(draw([short, pond])).toBeNull();
  const { paths } = draw([short, line('street', 'Длинная', [59.2, 39.8], [59.25, 39.95]), pond])!;
  expect(paths.map(({ kind }) => kind)).toEqual(['street']);
  expect(paths[0]!.d).toMatch(/^M-?\d+ -?\d+l-?\d/);
});

test('however much is given, the drawing stays small, and the ground is seen between the streets', () => {
  const zigzag = (kind: OutlineKind, at: number) => {
    const points = Array.from({ length: 20 }, (_, step): [number, number] => {
      return [59.19 + at / 5_000 + (step % 2) / 400, 39.82 + step / 200];
    });
    return line(kind, null, ...points);
  };
  const all = (kind: OutlineKind) => {
    const drawn = draw(Array.from({ length: 300 }, (_, at) => zigzag(kind, at)))!;
    return drawn.paths.flatMap(({ d }) => spotsOf(d));
  };
  const spots = all('highway').flat();
  expect(spots.length).toBeGreaterThan(850);
  expect(spots.length).toBeLessThanOrEqual(900);
  const streets = all('street').reduce((sum, way) => sum + lengthOf(way), 0);
  expect(streets).toBeGreaterThan(7_000);
  expect(streets).toBeLessThanOrEqual(8_050);
});

test('a name stands once, on the longest piece that has room for it, upright and shortened', () => {
  const drawn = draw([
    line('street', 'улица Набережная', [59.225, 39.83], [59.226, 39.84]),
    line('street', 'улица Набережная', [59.235, 39.87], [59.205, 39.87]),
  ])!;
  expect(drawn.names).toEqual([expect.objectContaining({ kind: 'street', words: 'Набережная', turn: 90 })]);
});

const scenes = branchOutlines().map(({ id_1c, lines }) => {
  const branch = branches.find((one) => one.id_1c === id_1c)!;
  const points = [branch, ...branch.points].map(({ id_1c, latitude, longitude, address }) =>
    point(id_1c, latitude, longitude, address),
  );
  return { city: branch.city, lines, points };
});

test('every branch of the demonstration with several points has its outline', () => {
  const several = branches.filter(({ points }) => points.length > 0).map(({ city }) => city);
  expect(scenes.map(({ city }) => city).toSorted()).toEqual(several.toSorted());
});

test.each(scenes)('$city: streets run through their points, names cover nothing', ({ lines, points }) => {
  const drawn = draw(lines, points, true)!;
  const { spotOf, marks } = layOut(points)!;
  const roads = drawn.paths.filter(({ kind }) => kind === 'street' || kind === 'highway');
  const ways = roads.flatMap(({ d }) => spotsOf(d));
  for (const place of points) expect(away(spotOf(place), ways), place.address).toBeLessThanOrEqual(4);
  expect(drawn.names.length).toBeGreaterThanOrEqual(4);
  expect(new Set(drawn.names.map(({ words }) => words)).size).toBe(drawn.names.length);
  // A name is twenty units high; a letter takes eleven.
  const middles = drawn.names.map(({ words, x, y, turn }) => {
    const half = (words.length * 11) / 2 - 10;
    const angle = (turn * Math.PI) / 180;
    return Array.from({ length: 9 }, (_, at): Spot => {
      const along = ((at - 4) / 4) * half;
      return [x + along * Math.cos(angle), y + along * Math.sin(angle)];
    });
  });
  const labels = labelsOf(
    marks,
    points.map(({ address }) => address),
  ).flatMap((label) => label ?? []);
  for (const [at, name] of middles.entries())
    for (const [x, y] of name) {
      for (const mark of marks) expect(Math.hypot(mark.x - x, mark.y - y)).toBeGreaterThan(15);
      for (const { x: from, y: middle, words, anchor } of labels) {
        const along = anchor === 'start' ? x - from : from - x;
        expect(along > 0 && along < words.length * 12 && Math.abs(y - middle) < 12).toBe(false);
      }
      for (const spot of middles.slice(at + 1).flat()) expect(between([x, y], spot)).toBeGreaterThan(10);
    }
  expect(gzipSync(JSON.stringify(drawn)).length, 'it stands in the page twice').toBeLessThan(3_000);
});

test('what lies on the way is left out, what turns is kept; a line is cut into its parts', () => {
  const way: Spot[] = [
    [0, 0],
    [5, 0.5],
    [10, 0],
    [10, 10],
  ];
  expect(simplified(way, 1)).toEqual([
    [0, 0],
    [10, 0],
    [10, 10],
  ]);
  const frame = { left: 0, right: 10, top: 0, bottom: 10 };
  const through: Spot[] = [
    [-5, 5],
    [5, 5],
    [15, 5],
    [15, 8],
    [5, 8],
  ];
  expect(clippedLine(through, frame)).toEqual([
    [
      [0, 5],
      [5, 5],
      [10, 5],
    ],
    [
      [10, 8],
      [5, 8],
    ],
  ]);
});

const scene = {
  shop: two[0]!,
  points: [point('a', 59.2, 39.85, 'ул. Гончарная, 2'), point('b', 59.24, 39.9, 'ул. Ленинградская, 150')],
};
const feature = (properties: object, type: string, coordinates: unknown) => {
  return { type: 'Feature', properties, geometry: { type, coordinates } };
};
const read = (...features: unknown[]) => readGeoJson({ type: 'FeatureCollection', features }, scene);

test('tags of OpenStreetMap say what a line is; parts of a street are one, and it is said what was left out', () => {
  const { lines, taken, leftOut } = read(
    feature({ waterway: 'river', name: 'Вологда' }, 'LineString', [
      [39.8, 59.2],
      [39.86, 59.21],
      [39.95, 59.2],
    ]),
    feature({ railway: 'rail', service: null }, 'LineString', [
      [39.8, 59.22],
      [39.9, 59.22],
    ]),
    feature({ railway: 'rail', service: 'yard' }, 'LineString', [
      [39.8, 59.23],
      [39.9, 59.23],
    ]),
    feature({ highway: 'residential', name: 'улица Мира' }, 'LineString', [
      [39.86, 59.2],
      [39.87, 59.2],
    ]),
    feature({ highway: 'residential', name: 'улица Мира' }, 'LineString', [
      [39.88, 59.21],
      [39.87, 59.2],
    ]),
    feature({ highway: 'residential', name: 'Ленинградская улица' }, 'LineString', [
      [39.88, 59.22],
      [39.885, 59.22],
    ]),
    feature({ highway: 'residential', name: 'Тупик' }, 'LineString', [
      [39.88, 59.22],
      [39.881, 59.22],
    ]),
    feature({ highway: 'primary', name: 'Далёкое шоссе' }, 'LineString', [
      [40.8, 59.22],
      [40.9, 59.22],
    ]),
    feature({ natural: 'water' }, 'MultiPolygon', [
      [
        [
          [39.85, 59.21],
          [39.86, 59.21],
          [39.86, 59.22],
          [39.85, 59.21],
        ],
      ],
    ]),
    feature({ building: 'yes' }, 'Polygon', [
      [
        [39.85, 59.21],
        [39.86, 59.21],
        [39.86, 59.22],
        [39.85, 59.21],
      ],
    ]),
    feature({ name: 'Остановка' }, 'Point', [39.85, 59.21]),
  );
  expect(lines.map(({ kind, name }) => [kind, name])).toEqual([
    ['water', 'Вологда'],
    ['water_area', null],
    ['railway', null],
    // The street of an address, though it is shorter than the other one.
    ['street', 'Ленинградская улица'],
    ['street', 'улица Мира'],
  ]);
  expect(lines[4]!.points.map(([latitude]) => latitude).toSorted()).toEqual([59.2, 59.2, 59.21]);
  expect(taken.find(({ kind }) => kind === 'street')).toEqual({
    kind: 'street',
    lines: 2,
    names: ['Ленинградская улица', 'улица Мира'],
  });
  expect(leftOut.toSorted((a, b) => (a.why < b.why ? -1 : 1))).toEqual([
    { why: 'other', count: 3 },
    { why: 'outside', count: 1 },
    { why: 'short', count: 1 },
  ]);
});

test('a file of something else, of another country or with latitude first is refused in words', () => {
  const river = (coordinates: unknown) => read(feature({ waterway: 'river' }, 'LineString', coordinates));
  expect(() => readGeoJson(null, scene)).toThrow('Это не GeoJSON');
  expect(() => readGeoJson({ type: 'FeatureCollection', features: 'нет' }, scene)).toThrow('Это не GeoJSON');
  expect(() =>
    river([
      [59.2, 39.86],
      [59.21, 39.87],
    ]),
  ).toThrow('широта и долгота переставлены');
  expect(() =>
    river([
      [2.35, 12.9],
      [2.36, 12.9],
    ]),
  ).toThrow('не в России');
  expect(() =>
    river([
      [39.86, '59.2'],
      [39.87, 59.2],
    ]),
  ).toThrow('не пара чисел');
  expect(() =>
    river([
      [60.86, 59.2],
      [60.87, 59.2],
    ]),
  ).toThrow('нечего нанести');
  expect(() => read({}, null, feature({ highway: 'constructor' }, 'LineString', [[39.8, 59.2]]))).toThrow('нечего');
});

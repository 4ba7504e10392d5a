import { Refusal } from '#platform/refusal.ts';
import { metresBetween, type Place } from '#shared/distance.ts';
import { isArea, type OutlineKind, outlineKinds } from '#shared/outline-kinds.ts';
import {
  clippedArea,
  clippedLine,
  type Frame,
  lengthOf,
  type Spot,
  simplified,
  simplifiedArea,
} from '#shared/plane.ts';
import { layOut, schemeSize } from '#shared/points-scheme.ts';
import { type OutlineLine, outlineLimits } from './outline.ts';

/** What the outline is read for: the shop of the branch, and it and its points with their addresses. */
export type OutlineScene = { shop: Place; points: (Place & { address: string })[] };

/** Why something of a file is not drawn; said to the owner with how many. */
export type LeftOut = 'other' | 'outside' | 'short' | 'beyond';

export type ReadOutline = {
  lines: OutlineLine[];
  taken: { kind: OutlineKind; lines: number; names: string[] }[];
  leftOut: { why: LeftOut; count: number }[];
};

/** Metres: a line loses less than this, and shorter lines or smaller areas are left out. */
const tolerance = 20;
const least = 150;
/** What the drawing of the points shows and a little more; so many metres to either side of a single point. */
const around = { share: 1.2, metres: 3_000 };
const mostFeatures = 300_000;

type Found = { kind: OutlineKind; name: string | null; rank: number };
/** Metres east and south of the shop. */
type Drawn = Found & { spots: Spot[] };

/**
 * The lines of a GeoJSON FeatureCollection (RFC 7946: longitude first) with the tags of OpenStreetMap in `properties`:
 * what lies around the points, simplified, parts of one street joined; what matters most where not all has room. Throws
 * bad_input in Russian for what is no such file, for coordinates outside Russia or with latitude first, and when
 * nothing of it can be drawn.
 */
export function readGeoJson(file: unknown, scene: OutlineScene): ReadOutline {
  const { type, features } = (file ?? {}) as { type?: unknown; features?: unknown };
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw refused('Это не GeoJSON: нужен FeatureCollection со списком features');
  if (features.length > mostFeatures)
    throw refused(`В файле больше ${mostFeatures} объектов: выгрузите область поменьше`);
  const counts = new Map<LeftOut, number>();
  const leaveOut = (why: LeftOut) => void counts.set(why, (counts.get(why) ?? 0) + 1);
  const plane = planeOf(scene);
  const streets = new Set(scene.points.map(({ address }) => streetOf(address)));
  const drawn: Drawn[] = [];
  for (const [at, feature] of features.entries()) {
    const { geometry, properties } = (feature ?? {}) as { geometry?: unknown; properties?: unknown };
    const shape = shapeOf(geometry);
    const found = shape && kindOf((properties ?? {}) as Tags, shape.isClosed);
    if (!found) {
      leaveOut('other');
      continue;
    }
    if (found.kind === 'street' && found.name && streets.has(streetOf(found.name))) found.rank = 2;
    const parts = shape.parts.flatMap((part) => {
      const spots = readPlaces(part, at + 1, scene.shop).map(plane.spotOf);
      return isArea(found.kind)
        ? [clippedArea(spots, plane.window)].filter(({ length }) => length > 0)
        : clippedLine(spots, plane.window);
    });
    if (parts.length === 0) leaveOut('outside');
    drawn.push(...parts.map((spots) => ({ ...found, spots })));
  }
  const whole = joined(drawn).map(({ spots, ...found }) => ({ ...found, spots: rough(found.kind, spots) }));
  const fit = whole.filter(({ kind, spots }) => {
    const isLong = extentOf(kind, spots) >= least && spots.length > (isArea(kind) ? 2 : 1);
    if (!isLong) leaveOut('short');
    return isLong;
  });
  const chosen = fewEnough(fit, () => leaveOut('beyond'));
  if (chosen.length === 0)
    throw refused('Рядом с пунктами филиала в файле нет ни рек, ни дорог: на схему нечего нанести');
  return {
    lines: chosen.map(({ kind, name, spots }) => ({ kind, name, points: spots.map(plane.pointOf) })),
    taken: outlineKinds.flatMap((kind) => {
      const lines = chosen.filter((line) => line.kind === kind);
      const names = [...new Set(lines.flatMap(({ name }) => name ?? []))];
      return lines.length === 0 ? [] : [{ kind, lines: lines.length, names }];
    }),
    leftOut: [...counts].map(([why, count]) => ({ why, count })),
  };
}

const refused = (words: string) => new Refusal('bad_input', {}, words);

type Tags = Record<string, unknown>;

const highways = new Set(['motorway', 'trunk', 'primary']);
/** Streets with a name by how much they carry. */
const streetRanks = new Map([
  ['secondary', 3],
  ['tertiary', 4],
  ...['residential', 'unclassified', 'living_street', 'pedestrian'].map((road): [string, number] => [road, 5]),
]);
const greens: [key: string, value: string][] = [
  ['leisure', 'park'],
  ['landuse', 'forest'],
  ['natural', 'wood'],
];

/** What the tags of OpenStreetMap say it is, the least rank first; null: nothing that a scheme shows. */
function kindOf(tags: Tags, isClosed: boolean): Found | null {
  const typed = typeof tags.name === 'string' ? tags.name.trim().replace(/\s+/g, ' ') : '';
  const name = typed.length > 0 && typed.length <= 80 ? typed : null;
  if (isClosed) {
    if (tags.natural === 'water' || tags.waterway === 'riverbank') return { kind: 'water_area', name, rank: 0 };
    return greens.some(([key, value]) => tags[key] === value) ? { kind: 'park', name, rank: 6 } : null;
  }
  if (tags.waterway === 'river' || tags.waterway === 'canal' || tags.natural === 'coastline')
    return { kind: 'water', name, rank: 0 };
  // Some exports write every tag, null where there is none.
  if (tags.railway === 'rail') return (tags.service ?? null) === null ? { kind: 'railway', name: null, rank: 1 } : null;
  const road = String(tags.highway);
  if (highways.has(road)) return { kind: 'highway', name, rank: 1 };
  const rank = streetRanks.get(road);
  return rank === undefined ? null : { kind: 'street', name, rank: name === null ? rank + 3 : rank };
}

/** Lists of positions: of lines, or of the outer edges of areas, whose islands are left out. */
function shapeOf(geometry: unknown): { isClosed: boolean; parts: unknown[] } | null {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (!Array.isArray(coordinates)) return null;
  const lists = coordinates as unknown[];
  const outer = (rings: unknown) => (Array.isArray(rings) ? rings.slice(0, 1) : []);
  switch (type) {
    case 'LineString':
      return { isClosed: false, parts: [lists] };
    case 'MultiLineString':
      return { isClosed: false, parts: lists };
    case 'Polygon':
      return { isClosed: true, parts: outer(lists) };
    case 'MultiPolygon':
      return { isClosed: true, parts: lists.flatMap(outer) };
    default:
      return null;
  }
}

/** Positions of one line. Throws bad_input for what is no place in Russia, or has its latitude first. */
function readPlaces(part: unknown, number: number, shop: Place): Place[] {
  const positions = Array.isArray(part) ? (part as unknown[]) : [];
  return positions.map((position) => {
    const [longitude, latitude] = (Array.isArray(position) ? position : []) as unknown[];
    if (!isDegrees(longitude) || !isDegrees(latitude))
      throw refused(`Объект ${number}: координата — не пара чисел [долгота, широта]`);
    const isInRussia = latitude >= 40 && latitude <= 82;
    const isNear = isInRussia && metresBetween(shop, { latitude, longitude }) <= outlineLimits.metres;
    if (!isNear && metresBetween(shop, { latitude: longitude, longitude: latitude }) <= outlineLimits.metres)
      throw refused(`Объект ${number}: широта и долгота переставлены, в GeoJSON сначала долгота: [39.89, 59.22]`);
    if (!isInRussia) throw refused(`Объект ${number}: широта ${latitude} не в России, она от 40 до 82°`);
    return { latitude, longitude };
  });
}

function isDegrees(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 180;
}

/** Metres around the shop, and the window in them that the scheme of these points may show. */
function planeOf({ shop, points }: OutlineScene) {
  const perDegree = metresBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });
  const east = perDegree * Math.cos((shop.latitude * Math.PI) / 180);
  const spotOf = ({ latitude, longitude }: Place): Spot => [
    (longitude - shop.longitude) * east,
    (shop.latitude - latitude) * perDegree,
  ];
  const { width, height } = schemeSize;
  const scale = layOut(points.map((point, at) => ({ ...point, id: String(at) })))?.scale;
  const perUnit = around.share * (scale ? scale.metres / scale.length : (2 * around.metres) / width);
  const spots = (scale ? points : [shop]).map(spotOf);
  const middleOf = (axis: 0 | 1) => {
    const values = spots.map((spot) => spot[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const [x, y] = [middleOf(0), middleOf(1)];
  const window: Frame = {
    left: x - (width / 2) * perUnit,
    right: x + (width / 2) * perUnit,
    top: y - (height / 2) * perUnit,
    bottom: y + (height / 2) * perUnit,
  };
  const rounded = (degrees: number) => Math.round(degrees * 100_000) / 100_000;
  const pointOf = ([x, y]: Spot): [number, number] => [
    rounded(shop.latitude - y / perDegree),
    rounded(shop.longitude + x / east),
  ];
  return { spotOf, pointOf, window };
}

/** Lines of one kind and name that meet at their ends are one line; an area stays by itself. */
function joined(drawn: Drawn[]): Drawn[] {
  const groups = Map.groupBy(drawn, ({ kind, name, rank }) => JSON.stringify([kind, name, rank]));
  return [...groups.values()].flatMap((group) => {
    const [found] = group;
    if (!found || isArea(found.kind)) return group;
    return joinedWays(group.map(({ spots }) => spots)).map((spots) => ({ ...found, spots }));
  });
}

function joinedWays(ways: Spot[][]): Spot[][] {
  const byEnd = new Map<string, Set<Spot[]>>();
  const done = new Set<Spot[]>();
  const keysOf = (way: Spot[]) => [way[0], way.at(-1)].map((end) => end?.map(Math.round).join(' ') ?? '');
  for (const way of ways) {
    let whole = way;
    for (let other = meeting(whole); other; other = meeting(whole)) {
      done.delete(other);
      for (const key of keysOf(other)) byEnd.get(key)?.delete(other);
      whole = together(whole, other);
    }
    done.add(whole);
    for (const key of keysOf(whole)) byEnd.set(key, (byEnd.get(key) ?? new Set()).add(whole));
  }
  return [...done];

  function meeting(way: Spot[]): Spot[] | undefined {
    const [first = '', last = ''] = keysOf(way);
    // A round trip is whole.
    return first === last ? undefined : [last, first].flatMap((key) => [...(byEnd.get(key) ?? [])])[0];
  }

  function together(one: Spot[], other: Spot[]): Spot[] {
    const [first, last] = keysOf(one);
    const [otherFirst, otherLast] = keysOf(other);
    if (last === otherFirst) return [...one, ...other.slice(1)];
    if (last === otherLast) return [...one, ...other.toReversed().slice(1)];
    return first === otherLast ? [...other, ...one.slice(1)] : [...other.toReversed(), ...one.slice(1)];
  }
}

function rough(kind: OutlineKind, spots: Spot[]): Spot[] {
  return isArea(kind) ? simplifiedArea(spots, tolerance) : simplified(spots, tolerance);
}

/** The length of a line, the longer side of an area. */
function extentOf(kind: OutlineKind, spots: Spot[]): number {
  if (!isArea(kind)) return lengthOf(spots);
  const side = (axis: 0 | 1) => {
    const values = spots.map((spot) => spot[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.max(side(0), side(1));
}

/** By rank, the longest first, as many as an outline takes; a line of too many points in parts. */
function fewEnough(drawn: Drawn[], onLeftOut: () => void): Drawn[] {
  const chosen: Drawn[] = [];
  let points = 0;
  const ordered = drawn
    .map((line) => ({ line, extent: extentOf(line.kind, line.spots) }))
    .toSorted((a, b) => a.line.rank - b.line.rank || b.extent - a.extent);
  for (const { line } of ordered) {
    const parts = inParts(line);
    const count = parts.reduce((sum, { spots }) => sum + spots.length, 0);
    if (chosen.length + parts.length > outlineLimits.lines || points + count > outlineLimits.points) {
      onLeftOut();
      continue;
    }
    points += count;
    chosen.push(...parts);
  }
  return chosen;
}

function inParts(line: Drawn): Drawn[] {
  const most = outlineLimits.pointsOfLine;
  if (line.spots.length <= most) return [line];
  if (isArea(line.kind)) {
    let [spots, allowed] = [line.spots, tolerance];
    while (spots.length > most) {
      allowed *= 2;
      spots = simplifiedArea(line.spots, allowed);
    }
    return [{ ...line, spots }];
  }
  const parts: Drawn[] = [];
  for (let from = 0; from < line.spots.length - 1; from += most - 1)
    parts.push({ ...line, spots: line.spots.slice(from, from + most) });
  return parts;
}

/** «ул. Ленинградская, 150» and «Ленинградская улица» are one street: «ленинградская». */
function streetOf(text: string): string {
  const street = text
    .toLowerCase()
    .split(',')
    .find((part) => !/^\s*(?:пос|г|д|с)\.\s/.test(part));
  const words = (street ?? '').split(/\s+/).filter((word) => word !== '' && !streetWords.has(word));
  return words.toSorted().join(' ');
}

const streetWords = new Set(
  'улица ул. проспект пр. пр-т шоссе ш. набережная наб. переулок пер. площадь пл. проезд бульвар б-р'.split(' '),
);

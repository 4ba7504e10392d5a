import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { type DrawnOutline, isArea, type OutlineKind, outlineKinds } from '#shared/outline-kinds.ts';
import {
  between,
  clippedArea,
  clippedLine,
  type Frame,
  lengthOf,
  type Spot,
  simplified,
  simplifiedArea,
} from '#shared/plane.ts';
import { frameOfRing, isFree, labelsOf, layOut, ringsOf, schemeSize, takenBy } from '#shared/points-scheme.ts';
import { unbroken } from '#shared/unbroken.ts';
import { type Outline, readOutline } from './outline.ts';
import type { Department } from './queries.ts';

/** Points of a scheme as its page draws them: in the same order, around the first one or not. */
type Scheme = {
  points: { id: string; latitude: number; longitude: number; address: string }[];
  isAroundFirst: boolean;
};

/** What is left of a line in the drawing: `spots` go round an area. */
type Piece = { kind: OutlineKind; name: string | null; spots: Spot[] };

/** Lines end outside, so that their round ends are not seen. */
const beyond: Frame = { left: -12, right: schemeSize.width + 12, top: -12, bottom: schemeSize.height + 12 };
/** How much of a line may be lost, in units of the drawing; the next is tried while there are too many spots. */
const tolerances = [1, 1.5, 2.5, 4, 6];
/** Two or three bytes each, in the page and in its data. */
const mostSpots = 900;
/** How long all streets together are, in units of the drawing. */
const mostStreets = 8_000;
const mostNames = 16;

const drawings = cachedRead<{ outline: DrawnOutline | null }>({
  name: 'outlines',
  freshMs: 60_000,
  maxBytes: 4_000_000,
  bytesOf: ({ outline }, key) => 200 + 2 * (key.length + JSON.stringify(outline).length),
  tags: ['departments'],
  async read(db, key) {
    const { branch, ...scheme } = JSON.parse(key) as Scheme & { branch: string };
    const outline = await readOutline(db, branch);
    return { outline: outline && drawOutline(outline, scheme) };
  },
});

/**
 * What lies around these departments of a branch, for the scheme that shows those of them that have coordinates, in
 * this order; null: the branch has no outline, or there is no scheme.
 */
export async function outlineAround(
  db: Db,
  branch: string,
  departments: Department[],
  isAroundFirst = false,
): Promise<DrawnOutline | null> {
  const points = departments.flatMap(({ id_1c: id, latitude, longitude, address }) =>
    latitude === null || longitude === null
      ? []
      : { id, latitude: Number(latitude), longitude: Number(longitude), address },
  );
  if (points.length < 2) return null;
  return (await drawings(db, JSON.stringify({ branch, points, isAroundFirst }))).outline;
}

/**
 * The lines of an outline that lie in the drawing of these points, cut to it and rounded to its units, and their names
 * where they cover nothing, each once. Null: nothing of it is there.
 */
export function drawOutline(outline: Outline, { points, isAroundFirst }: Scheme): DrawnOutline | null {
  const layout = layOut(points);
  if (!layout) return null;
  const { marks, scale, spotOf } = layout;
  const lines = outline.lines.map(({ kind, name, points }): Piece => {
    return { kind, name, spots: points.map(([latitude, longitude]) => spotOf({ latitude, longitude })) };
  });
  const pieces = fewEnough(lines);
  if (pieces.length === 0) return null;
  const labels = labelsOf(
    marks,
    points.map(({ address }) => address),
  );
  const rings = isAroundFirst ? ringsOf(marks, labels, scale) : [];
  const taken = [
    ...takenBy(marks, labels),
    ...rings.flatMap(({ label }) => (label ? [frameOfRing(label)] : [])),
    // The length to compare with.
    ...(isAroundFirst
      ? []
      : [{ left: 0, right: scale.length + 40, top: schemeSize.height - 46, bottom: schemeSize.height }]),
  ];
  const paths = outlineKinds.flatMap((kind) => {
    const d = pieces
      .filter((piece) => piece.kind === kind)
      .map(pathOf)
      .join('');
    return d === '' ? [] : [{ kind, d }];
  });
  return paths.length === 0 ? null : { source: outline.source, paths, names: placeNames(pieces, taken) };
}

/** The pieces in the drawing, as exact as `mostSpots` allow; the last go where even the roughest are too many. */
function fewEnough(lines: Piece[]): Piece[] {
  let pieces: Piece[] = [];
  for (const tolerance of tolerances) {
    pieces = withFewStreets(lines.flatMap((line) => clipped(line, tolerance)));
    if (spotsOf(pieces) <= mostSpots) return pieces;
  }
  while (spotsOf(pieces) > mostSpots) pieces.pop();
  return pieces;
}

/** The first of the streets: where all of them stood close to each other, they would be a white ground. */
function withFewStreets(pieces: Piece[]): Piece[] {
  let length = 0;
  return pieces.filter(({ kind, spots }) => {
    if (kind !== 'street') return true;
    length += lengthOf(spots);
    return length <= mostStreets;
  });
}

function clipped({ kind, name, spots }: Piece, tolerance: number): Piece[] {
  const parts = isArea(kind)
    ? [clippedArea(simplifiedArea(spots, tolerance), beyond)]
    : clippedLine(simplified(spots, tolerance), beyond);
  const least = isArea(kind) ? 3 : 2;
  return parts.filter((part) => part.length >= least).map((part) => ({ kind, name, spots: part }));
}

const spotsOf = (pieces: Piece[]) => pieces.reduce((sum, { spots }) => sum + spots.length, 0);

/**
 * `M12 30l5-3 7 2`: whole units, each spot from the one before; waters and rails turn in curves, as they do. Empty: it
 * is no longer than a unit.
 */
function pathOf({ kind, spots }: Piece): string {
  const [start, ...others] = spots.map(([x, y]): Spot => [Math.round(x), Math.round(y)]);
  if (!start) return '';
  const way = [start];
  for (const spot of others) if (between(spot, way.at(-1) ?? start) > 0) way.push(spot);
  if (way.length < (isArea(kind) ? 3 : 2)) return '';
  if (kind === 'water' || kind === 'railway') return curveOf(way);
  const steps = way.slice(1).map((spot, at) => stepOf(way[at] ?? start, spot));
  return `M${start[0]} ${start[1]}l${packed(steps)}${isArea(kind) ? 'z' : ''}`;
}

/** From middle to middle of the straight pieces, each spot between them drawing the curve to itself. */
function curveOf(way: Spot[]): string {
  const [start = [0, 0], second] = way;
  const end = way.at(-1) ?? start;
  if (!second || way.length === 2) return `M${start[0]} ${start[1]}l${packed([stepOf(start, end)])}`;
  const middles = way.slice(1).map((spot, at): Spot => {
    const [x, y] = way[at] ?? spot;
    return [Math.round((x + spot[0]) / 2), Math.round((y + spot[1]) / 2)];
  });
  const [first = start] = middles;
  const curves = middles.slice(1).flatMap((middle, at) => {
    const from = middles[at] ?? first;
    return [stepOf(from, way[at + 1] ?? from), stepOf(from, middle)];
  });
  const rest = packed([stepOf(middles.at(-1) ?? first, end)]);
  return `M${start[0]} ${start[1]}l${packed([stepOf(start, first)])}q${packed(curves)}l${rest}`;
}

const stepOf = ([x, y]: Spot, [toX, toY]: Spot) => `${toX - x} ${toY - y}`;
const packed = (steps: string[]) => steps.join(' ').replaceAll(' -', '-');

type Name = DrawnOutline['names'][number];

/** Names in this order, the longest piece first. */
const namedFirst: OutlineKind[] = ['water_area', 'water', 'highway', 'street', 'railway', 'park'];
/** A letter is so wide on average, a line so high. */
const letter = 11;
const line = 20;
/** A line may bend so much under its name, and its name stands so far beside it. */
const bend = 16;
const beside = 15;

function placeNames(pieces: Piece[], taken: Frame[]): Name[] {
  const named = pieces
    .filter(({ name }) => name !== null)
    .map((piece) => ({ ...piece, length: lengthOf(piece.spots), rank: namedFirst.indexOf(piece.kind) }))
    .toSorted((a, b) => a.rank - b.rank || b.length - a.length);
  const names: Name[] = [];
  const done = new Set<string>();
  for (const { kind, name, spots, length } of named) {
    if (name === null || done.has(name)) continue;
    const words = shortened(name);
    const place = isArea(kind) ? inArea(spots, words, taken) : alongLine(kind, spots, length, words, taken);
    if (!place) continue;
    taken.push(...framesAlong(place, words));
    names.push({ kind, words, ...place });
    done.add(name);
    if (names.length === mostNames) break;
  }
  return names;
}

type NamePlace = { x: number; y: number; turn: number };

/** In its middle, if that lies within it. */
function inArea(spots: Spot[], words: string, taken: Frame[]): NamePlace | null {
  const middle = (axis: 0 | 1) => Math.round(spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
  const place = { x: middle(0), y: middle(1), turn: 0 };
  const half = (words.length * letter) / 2;
  const isWithin = [-half, 0, half].every((across) => isInside([place.x + across, place.y], spots));
  return isWithin && framesAlong(place, words).every((frame) => isFree(frame, taken)) ? place : null;
}

/** Whether a ray to the right crosses the edge an odd number of times. */
function isInside([x, y]: Spot, spots: Spot[]): boolean {
  const crossings = spots.filter((spot, at) => {
    const before = spots.at(at - 1) ?? spot;
    if (spot[1] > y === before[1] > y) return false;
    return x < spot[0] + ((y - spot[1]) / (before[1] - spot[1])) * (before[0] - spot[0]);
  });
  return crossings.length % 2 === 1;
}

/** Where the line is straight enough for its name: on water, beside roads and rails; near the middle rather. */
function alongLine(kind: OutlineKind, spots: Spot[], length: number, words: string, taken: Frame[]): NamePlace | null {
  const width = words.length * letter;
  if (length < width) return null;
  for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]) {
    const from = Math.min(length - width, Math.max(0, length * share - width / 2));
    const run = runOf(spots, from, from + width);
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last || simplified(run, bend).length > 2) continue;
    const chord = between(first, last);
    const across: Spot = [(last[0] - first[0]) / chord, (last[1] - first[1]) / chord];
    // How far the line bends to either side of the straight way.
    const bends = run.map(([x, y]) => (y - first[1]) * across[0] - (x - first[0]) * across[1]);
    const [least, most] = [Math.min(...bends), Math.max(...bends)];
    const turn = uprightDegrees(across);
    for (const away of kind === 'water' ? [(least + most) / 2] : [least - beside, most + beside]) {
      const place = {
        x: Math.round((first[0] + last[0]) / 2 - across[1] * away),
        y: Math.round((first[1] + last[1]) / 2 + across[0] * away),
        turn,
      };
      if (framesAlong(place, words).every((frame) => isFree(frame, taken))) return place;
    }
  }
  return null;
}

/** The part of a line between two lengths from its beginning. */
function runOf(spots: Spot[], from: number, to: number): Spot[] {
  const run: Spot[] = [];
  let passed = 0;
  for (const [at, end] of spots.slice(1).entries()) {
    const start = spots[at] ?? end;
    const piece = between(start, end);
    const spotAt = (way: number): Spot => [
      start[0] + ((end[0] - start[0]) * (way - passed)) / piece,
      start[1] + ((end[1] - start[1]) * (way - passed)) / piece,
    ];
    if (piece > 0 && passed + piece >= from && passed <= to) {
      if (run.length === 0) run.push(spotAt(Math.max(from, passed)));
      run.push(passed + piece > to ? spotAt(to) : end);
    }
    passed += piece;
  }
  return run;
}

/** From −90 to 90: no word stands on its head. */
function uprightDegrees([across, down]: Spot): number {
  const degrees = Math.round((Math.atan2(down, across) * 180) / Math.PI);
  return degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees;
}

/** Squares under the turned words. */
function framesAlong({ x, y, turn }: NamePlace, words: string): Frame[] {
  const angle = (turn * Math.PI) / 180;
  const half = Math.max(0, words.length * letter - line) / 2;
  const steps = Math.max(1, Math.ceil((2 * half) / line));
  return Array.from({ length: steps + 1 }, (_, at) => {
    const away = -half + (2 * half * at) / steps;
    const [middle, height] = [x + away * Math.cos(angle), y + away * Math.sin(angle)];
    return { left: middle - line / 2, right: middle + line / 2, top: height - line / 2, bottom: height + line / 2 };
  });
}

const shortWords: Record<string, string> = {
  проспект: 'пр.',
  набережная: 'наб.',
  переулок: 'пер.',
  площадь: 'пл.',
};

/** «улица Мира» → «Мира», as beside a mark; «проспект Мира» → «пр. Мира». */
function shortened(name: string): string {
  const words = name.split(' ').filter((word) => word !== 'улица');
  return unbroken(words.map((word) => (words.length > 1 && shortWords[word]) || word).join(' '));
}

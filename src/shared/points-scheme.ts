import { metresBetween, type Place } from './distance.ts';
import type { Frame, Spot } from './plane.ts';

/** Where a point stands in the drawing, in its own units. */
export type SchemeMark = { id: string; x: number; y: number };

/** A length to compare with: so many units of the drawing are so many metres. */
export type SchemeScale = { length: number; metres: number };

export const schemeSize = { width: 640, height: 440 } as const;

/** `spotOf`: where any other place lies in the same drawing. */
export type SchemeLayout = { marks: SchemeMark[]; scale: SchemeScale; spotOf: (place: Place) => Spot };

/** Room around the outermost marks, and how near two marks may stand. */
const margin = 44;
const apart = 34;
/** Points of one street are not drawn as if they were towns apart. */
const leastMetres = 400;

/**
 * Points as they lie to each other, north above, by their coordinates alone: an equirectangular projection, which is
 * right to a pixel over a city or a region. Marks that would cover each other are moved apart. Fewer than two points
 * make no scheme: null.
 */
export function layOut(points: (Place & { id: string })[]): SchemeLayout | null {
  if (points.length < 2) return null;
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  const middle = { latitude: middleOf(latitudes), longitude: middleOf(longitudes) };
  const across = metresBetween(
    { ...middle, longitude: Math.min(...longitudes) },
    { ...middle, longitude: Math.max(...longitudes) },
  );
  const down = metresBetween(
    { ...middle, latitude: Math.min(...latitudes) },
    { ...middle, latitude: Math.max(...latitudes) },
  );
  const { width, height } = schemeSize;
  const perUnit = Math.max(across / (width - 2 * margin), down / (height - 2 * margin), leastMetres / width);
  const east = Math.cos((middle.latitude * Math.PI) / 180);
  const spotOf = ({ latitude, longitude }: Place): Spot => [
    width / 2 + ((longitude - middle.longitude) * metresPerDegree * east) / perUnit,
    height / 2 - ((latitude - middle.latitude) * metresPerDegree) / perUnit,
  ];
  const marks = points.map((point) => {
    const [x, y] = spotOf(point);
    return { id: point.id, x, y };
  });
  return { marks: movedApart(marks), scale: scaleOf(perUnit), spotOf };
}

const metresPerDegree = metresBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });

const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;

/** Where words stand by a mark: their beginning or end, in the middle of their height. */
export type SchemeLabel = { words: string; x: number; y: number; anchor: 'start' | 'end' };

/** A letter is so wide on average, a line so high; words begin so far from the middle of their mark. */
const letter = 12;
const line = 24;
const beside = 21;

/**
 * The street and house of each mark, beside it where they cover nothing and stay in the drawing; null: there is no
 * room for them, the number is all. `addresses`: without the city.
 */
export function labelsOf(marks: SchemeMark[], addresses: string[]): (SchemeLabel | null)[] {
  const taken = framesOf(marks);
  return marks.map(({ x, y }, at) => {
    const words = streetOf(addresses[at] ?? '');
    const width = words.length * letter;
    const others = (box: Frame) => taken.every((other, index) => index === at || !isOver(box, other));
    for (const anchor of ['start', 'end'] as const) {
      const from = anchor === 'start' ? x + beside : x - beside - width;
      const box = boxOf(from, from + width, y);
      if (words === '' || box.left < 4 || box.right > schemeSize.width - 4 || !others(box)) continue;
      taken.push(box);
      return { words, x: anchor === 'start' ? from : from + width, y, anchor };
    }
    return null;
  });
}

/** A circle around the first mark; `label`: the middle of its words, null where there is no room for them. */
export type SchemeRing = { metres: number; radius: number; label: { x: number; y: number } | null };

/** How small a circle may be beside its mark, and how much wider than the way to the farthest one. */
const leastRadius = 46;
const beyond = 1.15;
/** Where on a circle its words may stand, in turn: above, below, left, right and between. */
const turns = [-90, 90, 180, 0, -135, -45, 135, 45];

/** Circles of round lengths around the first mark, as far as the others lie; at most four of them. */
export function ringsOf(marks: SchemeMark[], labels: (SchemeLabel | null)[], scale: SchemeScale): SchemeRing[] {
  const [centre] = marks;
  if (!centre) return [];
  const farthest = Math.max(...marks.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y))) * beyond;
  const perUnit = scale.metres / scale.length;
  const taken = takenBy(marks, labels);
  return roundLengths(leastRadius * perUnit, Math.max(farthest, leastRadius * 2.5) * perUnit).map((metres) => {
    const radius = metres / perUnit;
    const places = turns.map((turn) => {
      const angle = (turn * Math.PI) / 180;
      return { x: Math.round(centre.x + radius * Math.cos(angle)), y: Math.round(centre.y + radius * Math.sin(angle)) };
    });
    const label = places.find((place) => isFree(frameOfRing(place), taken)) ?? null;
    if (label) taken.push(frameOfRing(label));
    return { metres, radius, label };
  });
}

/** Half the width of «500 м» or «10 км». */
const ringWords = 30;
/** The arrow to the north stands there. */
const northFrame: Frame = { left: schemeSize.width - 50, right: schemeSize.width, top: 0, bottom: 72 };

/** 1, 2, 5, 10, 20 … that lie between two lengths; the four longest. */
function roundLengths(least: number, most: number): number[] {
  const lengths: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= most; power *= 10)
    for (const step of [1, 2, 5]) if (step * power >= least && step * power <= most) lengths.push(step * power);
  return lengths.slice(-4);
}

/** Where no more words may stand: over marks, their streets and the arrow to the north. */
export function takenBy(marks: SchemeMark[], labels: (SchemeLabel | null)[]): Frame[] {
  return [...framesOf(marks), ...labels.flatMap((label) => (label ? [frameOfLabel(label)] : [])), northFrame];
}

export const frameOfRing = ({ x, y }: { x: number; y: number }): Frame => boxOf(x - ringWords, x + ringWords, y);

const framesOf = (marks: SchemeMark[]): Frame[] => marks.map(({ x, y }) => boxOf(x - 17, x + 17, y));

function frameOfLabel({ words, x, y, anchor }: SchemeLabel): Frame {
  const width = words.length * letter;
  return anchor === 'start' ? boxOf(x, x + width, y) : boxOf(x - width, x, y);
}

/** So far from the edges of the drawing: wide letters take a little more than their share of a word. */
const inset = 12;

/** Inside the drawing, over nothing that stands there. */
export function isFree(box: Frame, taken: Frame[]): boolean {
  const { width, height } = schemeSize;
  const isInside = box.left > inset && box.right < width - inset && box.top > inset && box.bottom < height - inset;
  return isInside && taken.every((other) => !isOver(box, other));
}

const boxOf = (left: number, right: number, y: number): Frame => ({
  left,
  right,
  top: y - line / 2,
  bottom: y + line / 2,
});

function isOver(one: Frame, other: Frame): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** «пос. Молочное, ул. Мира, 9» → «Молочное, Мира, 9». */
function streetOf(address: string): string {
  return address.replace(/(^|\s)(?:ул|пр|пер|пл|пос|наб)\.\s/g, '$1');
}

/** The longest round length that takes a quarter of the width at most. */
function scaleOf(perUnit: number): SchemeScale {
  const most = (schemeSize.width / 4) * perUnit;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
  return { length: metres / perUnit, metres };
}

/** Each round pushes those that are too near half the way they miss; then all are put back inside the drawing. */
function movedApart(marks: SchemeMark[]): SchemeMark[] {
  const moved = marks.map((mark) => ({ ...mark }));
  for (let round = 0; round < 20; round++)
    for (const [at, one] of moved.entries())
      for (const other of moved.slice(at + 1)) {
        const [x, y] = [other.x - one.x, other.y - one.y];
        const distance = Math.hypot(x, y);
        if (distance >= apart) continue;
        // Two points at one address part sideways.
        const [way, rise] = distance < 0.01 ? [1, 0] : [x / distance, y / distance];
        const push = (apart - distance) / 2;
        one.x -= way * push;
        one.y -= rise * push;
        other.x += way * push;
        other.y += rise * push;
      }
  const inside = (value: number, most: number) => Math.round(Math.min(most - apart / 2, Math.max(apart / 2, value)));
  return moved.map(({ id, x, y }) => ({ id, x: inside(x, schemeSize.width), y: inside(y, schemeSize.height) }));
}

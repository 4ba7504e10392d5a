import { metresBetween } from '#shared/distance.ts';
import type { MapPoint } from './draw-map.ts';

/** Where a point stands in the drawing, in its own units. */
export type SchemeMark = { id: string; x: number; y: number };

/** A length to compare with: so many units of the drawing are so many metres. */
export type SchemeScale = { length: number; metres: number };

export const schemeSize = { width: 640, height: 440 } as const;

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
export function layOut(points: MapPoint[]): { marks: SchemeMark[]; scale: SchemeScale } | null {
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
  const marks = points.map(({ id, latitude, longitude }) => ({
    id,
    x: width / 2 + ((longitude - middle.longitude) * metresPerDegree * east) / perUnit,
    y: height / 2 - ((latitude - middle.latitude) * metresPerDegree) / perUnit,
  }));
  return { marks: movedApart(marks), scale: scaleOf(perUnit) };
}

const metresPerDegree = metresBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });

const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;

/** Where words stand by a mark: their beginning or end, in the middle of their height. */
export type SchemeLabel = { words: string; x: number; y: number; anchor: 'start' | 'end' };

/** A letter is so wide on average, a line so high; words begin so far from the middle of their mark. */
const letter = 12;
const line = 24;
const beside = 21;

type Box = { left: number; right: number; top: number; bottom: number };

/**
 * The street and house of each mark, beside it where they cover nothing and stay in the drawing; null: there is no
 * room for them, the number is all. `names`: addresses, the city before the first comma.
 */
export function labelsOf(marks: SchemeMark[], names: string[]): (SchemeLabel | null)[] {
  const taken: Box[] = marks.map(({ x, y }) => boxOf(x - 17, x + 17, y));
  return marks.map(({ x, y }, at) => {
    const words = streetOf(names[at] ?? '');
    const width = words.length * letter;
    const others = (box: Box) => taken.every((other, index) => index === at || !isOver(box, other));
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

const boxOf = (left: number, right: number, y: number): Box => ({
  left,
  right,
  top: y - line / 2,
  bottom: y + line / 2,
});

function isOver(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** «Вологда, пос. Молочное, ул. Мира, 9» → «Молочное, Мира, 9». */
function streetOf(name: string): string {
  return name.replace(/^[^,]*, /, '').replace(/(^|\s)(?:ул|пр|пер|пл|пос|наб)\.\s/g, '$1');
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

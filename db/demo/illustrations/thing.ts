import { readFileSync } from 'node:fs';
import { forms } from './drawings.ts';
import { base, type Params } from './form.ts';
import { hash } from './svg.ts';

/** Left, top, right, bottom of what a form draws, without its shadow. */
export type Extent = readonly [number, number, number, number];
/** A form with what it follows. `stretch` gives a line of goods proportions of its own. */
export type Thing = { drawing: string; params: Partial<Params>; stretch?: readonly [number, number] };

const extents: Record<string, Extent> = JSON.parse(readFileSync(new URL('./extents.json', import.meta.url), 'utf8'));

/** What decides where a form ends; `measure.ts` measures each of them once. */
export const extentKey = ({ drawing, params }: Thing): string =>
  [drawing, params.kind ?? '', params.layout ?? 0, params.count ?? 0].join('|');

export const extentOf = (thing: Thing): Extent =>
  extents[extentKey(thing)] ?? extents[thing.drawing] ?? [200, 200, 1400, 1400];

export function drawn({ drawing, params }: Thing): string {
  const form = forms[drawing];
  if (!form) throw new Error(`There is no drawing ${drawing}`);
  return form({ ...base, ...params });
}

type Place = { x: number; y: number; w: number; h: number; on?: 'middle' | 'floor' | 'whole' };

/**
 * Where a thing comes to lie: its scale and the box that it really takes. `whole`: all of it, whatever its proportions.
 */
export function placing(thing: Thing, { x, y, w, h, on = 'middle' }: Place) {
  const [left, top, right, bottom] = extentOf(thing);
  const [sx, sy] = thing.stretch ?? [1, 1];
  const k = Math.min(w / ((right - left) * sx), h / ((bottom - top) * sy));
  const [kx, ky] = on === 'whole' ? [w / (right - left), h / (bottom - top)] : [k * sx, k * sy];
  const width = (right - left) * kx;
  const height = (bottom - top) * ky;
  const [at, up] = [x + (w - width) / 2, on === 'floor' ? y + h - height : y + (h - height) / 2];
  return { kx, ky, x: at, y: up, w: width, h: height, dx: at - left * kx, dy: up - top * ky };
}

/** The thing in a box of the picture, as large as it goes. */
export function placed(thing: Thing, place: Place): string {
  const { kx, ky, dx, dy } = placing(thing, place);
  const round = (n: number) => Math.round(n * 1e4) / 1e4;
  return `<g transform="matrix(${round(kx)} 0 0 ${round(ky)} ${Math.round(dx)} ${Math.round(dy)})">${drawn(thing)}</g>`;
}

/** A number from 0 to 1 that a text decides. */
export const share = (text: string): number => Number.parseInt(hash(text), 36) / 2 ** 32;

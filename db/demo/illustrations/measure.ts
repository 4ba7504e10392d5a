// node db/demo/illustrations/measure.ts — writes extents.json: where each form ends, in each of the ways that the
// demonstration draws it. To be run after a form has changed.
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { productsOf } from '../products.ts';
import { viewDataOf } from '../view-data.ts';
import { forms } from './drawings.ts';
import { picture } from './svg.ts';
import { drawn, type Extent, extentKey, type Thing } from './thing.ts';

const margin = 800;
const side = 400;
/** More than a shadow covers. */
const solid = 120;

async function measure(thing: Thing): Promise<Extent> {
  const whole = 1600 + 2 * margin;
  const svg = picture(whole, whole, thing.drawing, `<g transform="translate(${margin} ${margin})">${drawn(thing)}</g>`);
  const { data } = await sharp(Buffer.from(svg))
    .resize(side, side)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const [index, alpha] of data.entries())
    if (alpha > solid) {
      xs.push(index % side);
      ys.push(Math.floor(index / side));
    }
  const scale = whole / side;
  const low = (list: number[]) => Math.round(list.reduce((a, b) => Math.min(a, b), side) * scale - margin);
  const high = (list: number[]) => Math.round((list.reduce((a, b) => Math.max(a, b), 0) + 1) * scale - margin);
  return [low(xs), low(ys), high(xs), high(ys)];
}

const things = new Map<string, Thing>(Object.keys(forms).map((drawing) => [drawing, { drawing, params: {} }]));
for (const { subject } of productsOf(3_000)) {
  const { thing } = viewDataOf(subject);
  if (!things.has(extentKey(thing))) things.set(extentKey(thing), thing);
}
const extents: Record<string, Extent> = {};
for (const [key, thing] of [...things].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const extent = await measure(thing);
  const usual = extents[thing.drawing];
  // A difference that nobody sees is not kept.
  if (key === thing.drawing || !usual || extent.some((value, index) => Math.abs(value - (usual[index] ?? 0)) > 16))
    extents[key] = extent;
}
writeFileSync(
  new URL('./extents.json', import.meta.url),
  `{\n${Object.entries(extents)
    .map(([key, extent]) => `  ${JSON.stringify(key)}: [${extent.join(', ')}]`)
    .join(',\n')}\n}\n`,
);

/**
 * Pieces of SVG text. A gradient stands in front of the first piece that is filled with it and is named by its
 * content, so every function is pure; `picture` gathers the definitions.
 */
export type Paint = string | { id: string; svg: string };
export type Point = readonly [number, number];
type Stop = readonly [offset: number, colour: string, opacity?: number];

export const r1 = (value: number): number => Math.round(value * 10) / 10;
export const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: Math.max(0, count) }, (_, index) => make(index)).join('');

/** FNV-1a in base 36: the same text has the same name in any process. */
export function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}

function gradient(tag: string, attributes: string, stops: readonly Stop[]): Paint {
  const inner = stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');
  const id = `g${hash(tag + attributes + inner)}`;
  return { id, svg: `<${tag} id="${id}" ${attributes}>${inner}</${tag}>` };
}

export const lin = (x1: number, y1: number, x2: number, y2: number, ...stops: Stop[]): Paint =>
  gradient(
    'linearGradient',
    `gradientUnits="userSpaceOnUse" x1="${r1(x1)}" y1="${r1(y1)}" x2="${r1(x2)}" y2="${r1(y2)}"`,
    stops,
  );
export const rad = (cx: number, cy: number, r: number, ...stops: Stop[]): Paint =>
  gradient('radialGradient', `gradientUnits="userSpaceOnUse" cx="${r1(cx)}" cy="${r1(cy)}" r="${r1(r)}"`, stops);
/** Round in the box of whatever it fills. */
export const glow = (...stops: Stop[]): Paint => gradient('radialGradient', '', stops);

const before = (paint: Paint): string => (typeof paint === 'string' ? '' : paint.svg);
const value = (paint: Paint): string => (typeof paint === 'string' ? paint : `url(#${paint.id})`);

export const path = (d: string, fill: Paint, extra = ''): string =>
  `${before(fill)}<path d="${d}" fill="${value(fill)}" ${extra}/>`;
export const line = (d: string, stroke: Paint, width: number, extra = ''): string =>
  `${before(stroke)}<path d="${d}" fill="none" stroke="${value(stroke)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
export const rect = (x: number, y: number, w: number, h: number, fill: Paint, r = 0, extra = ''): string =>
  `${before(fill)}<rect x="${r1(x)}" y="${r1(y)}" width="${r1(Math.max(0, w))}" height="${r1(Math.max(0, h))}" rx="${r}" fill="${value(fill)}" ${extra}/>`;
export const ell = (cx: number, cy: number, rx: number, ry: number, fill: Paint, extra = ''): string =>
  `${before(fill)}<ellipse cx="${r1(cx)}" cy="${r1(cy)}" rx="${r1(rx)}" ry="${r1(ry)}" fill="${value(fill)}" ${extra}/>`;
export const poly = (points: readonly Point[], fill: Paint, extra = ''): string =>
  `${before(fill)}<polygon points="${points.map(([x, y]) => `${r1(x)},${r1(y)}`).join(' ')}" fill="${value(fill)}" ${extra}/>`;

export const move = (x: number, y: number, inner: string, turn = 0, px = 0, py = 0): string =>
  `<g transform="translate(${r1(x)} ${r1(y)})${turn ? ` rotate(${turn} ${px} ${py})` : ''}">${inner}</g>`;
export const scaled = (x: number, y: number, k: number, inner: string, ky = k): string =>
  `<g transform="translate(${r1(x)} ${r1(y)}) scale(${Math.round(k * 1e4) / 1e4} ${Math.round(ky * 1e4) / 1e4})">${inner}</g>`;
/** A part of a thing by its name, so that it can be found and counted in the file. */
export const part = (name: string, inner: string): string => `<g class="${name}">${inner}</g>`;
export function clip(d: string, inner: string): string {
  const id = `c${hash(d)}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${inner}</g>`;
}
/** `inner` in the plane of the vectors `u` and `v` from the point `o`. */
export const plane = (o: Point, u: Point, v: Point, inner: string): string =>
  `<g transform="matrix(${[...u, ...v, ...o].map((n) => Math.round(n * 1000) / 1000).join(' ')})">${inner}</g>`;

const definition = /<(linearGradient|radialGradient|clipPath) id="(\w+)".*?<\/\1>/g;

/** A whole file. Each definition is in it once, at the top. */
export function picture(width: number, height: number, title: string, body: string): string {
  const definitions = new Map<string, string>();
  const drawn = body.replace(definition, (whole, _tag: string, id: string) => {
    definitions.set(id, whole);
    return '';
  });
  const name = title.replaceAll(/[<>&]/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${name}</title><defs>${[...definitions.values()].join('')}</defs>${drawn}</svg>`;
}

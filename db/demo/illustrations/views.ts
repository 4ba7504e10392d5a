// The pictures of one product: the thing, its label or its figures, its material, its size, its use.
import { randomOf } from '../random.ts';
import { dark, GROUND, mix } from './colour.ts';
import { type Data, packBack } from './data-label.ts';
import { lines, text, width } from './lettering.ts';
import { hand, person } from './people.ts';
import type { Room } from './rooms.ts';
import { dimensionLine } from './shapes.ts';
import { ell, line, path, picture, rect, times } from './svg.ts';
import type { Texture } from './textures-mineral.ts';
import { placed, placing, type Thing } from './thing.ts';

export type ViewData = {
  thing: Thing;
  /** The product's own number: what chance decides follows it. */
  number: number;
  /** 1 for the largest of a model, less for the smaller ones. */
  share: number;
  data: Data;
  /** The pack whose back carries the data; null where there is none. */
  pack: { form: string; paper: string } | null;
  material: { texture: Texture; colour: string; words: string };
  surface: Texture;
  /** What the close-up shows. */
  caption: string;
  /** Width and height of the drawn thing in centimetres, and which of them the description names. */
  centimetres: { width: number; height: number; named: readonly ('width' | 'height')[] };
  room: Room;
};

const ground = rect(0, 0, 1600, 1600, GROUND);

/** The thing alone, without a ground: it stands on whatever the page has there. */
export function mainView({ thing, share, data }: ViewData): string {
  const w = 1220 * (0.7 + 0.3 * share);
  const h = 1200 * (0.7 + 0.3 * share);
  return picture(1600, 1600, data.name, placed(thing, { x: 800 - w / 2, y: 800 - h / 2, w, h }));
}

export function backView({ pack, data }: ViewData & { pack: { form: string; paper: string } }): string {
  return picture(1600, 1600, data.name, ground + packBack(pack.form, pack.paper, data));
}

/** What has no label shows its figures beside itself. */
export function figuresView({ thing, data }: ViewData): string {
  const { accent, facts } = data;
  const shown = facts.filter(([, value]) => value !== 'да').slice(0, 6);
  const rows = shown.map(([name, value], index) => {
    const y = 470 + index * 172;
    return (
      rect(930, y - 66, 8, 118, mix(accent, '#f0b429', 0.25), 4) +
      text(value, 966, y, 62, '#1f1c17', { max: 560 }) +
      text(name, 966, y + 46, 32, '#696254', { face: 'text', max: 560 })
    );
  });
  return picture(
    1600,
    1600,
    data.name,
    ground +
      ell(470, 880, 470, 470, '#ffffff', 'opacity=".55"') +
      placed(thing, { x: 70, y: 470, w: 800, h: 850 }) +
      rect(0, 0, 1600, 14, accent) +
      text(data.brand, 80, 152, 84, dark(accent, 0.1)) +
      lines(data.name, 80, 228, 42, '#332f28', 1440, { limit: 2, face: 'text' }) +
      rows.join('') +
      text(`Артикул ${data.article}`, 80, 1530, 32, '#696254', { face: 'text' }),
  );
}

/** Words on a plate in the corner of a picture that fills its frame. */
function plate(words: string, accent: string): string {
  const size = 36;
  const w = Math.min(1400, width(words, size, 'text') + 90);
  return (
    rect(60, 1452, w, 84, '#fbfaf7', 14, 'opacity=".94"') +
    rect(60, 1452, 12, 84, accent, 6) +
    text(words, 100, 1506, size, '#332f28', { face: 'text', max: w - 60 })
  );
}

export function materialView({ material, caption, data, number }: ViewData): string {
  const surface = material.texture(material.colour, randomOf(`material ${number}`), material.words);
  return picture(1600, 1600, `${data.name}: ${caption}`, surface + plate(caption, data.accent));
}

const centimetres = (value: number): string =>
  value >= 100
    ? `${String(Math.round(value) / 100).replace('.', ',')} м`
    : value < 1
      ? `${String(Math.round(value * 100) / 10).replace('.', ',')} мм`
      : `${String(Math.round(value * 10) / 10).replace('.', ',')} см`;

/** A wall with a line every so many centimetres and what stands before it in its true size. */
export function sizeView({ thing, data, centimetres: size, number }: ViewData): string {
  const largest = Math.max(size.width, size.height);
  const withPerson = largest > 46;
  const besideCm = withPerson ? 70 : 12;
  const tall = Math.max(
    withPerson ? 190 : 23,
    size.height * 1.16,
    (size.width + (withPerson ? 0 : besideCm + 3)) / 1.13,
  );
  const cm = 1180 / tall;
  const floor = 1400;
  const step = cm * 5 > 60 ? 5 : cm * 10 > 60 ? 10 : cm * 25 > 60 ? 25 : 50;
  const marks = times(Math.floor(1320 / (cm * step)), (i) => {
    const y = floor - (i + 1) * step * cm;
    return (
      line(`M150,${y.toFixed(1)}H1540`, '#ddd6c8', (i + 1) % 2 ? 2 : 4) +
      ((i + 1) % 2 ? '' : text(String((i + 1) * step), 128, y + 12, 32, '#857d6d', { anchor: 'end', face: 'text' }))
    );
  });
  // A chest-high person stands beside or behind; a hand holds itself beside.
  const [w, h] = [size.width * cm, size.height * cm];
  const beside = besideCm * cm;
  const wide = w > 1380 - beside - 60;
  const x = wide ? 860 - w / 2 : 200 + (1330 - beside - w) / 2;
  const place = { x, y: floor - h, w, h, on: 'whole' as const };
  const taken = placing(thing, place);
  const helper = withPerson
    ? person(wide ? 1240 : x + w + beside / 2 + 30, wide ? floor - 40 : floor + 20, cm)
    : hand(wide ? 1330 : x + w + beside / 2 + 30, wide ? floor - 60 : floor + 10, cm);
  const lineBelow = size.named.includes('width')
    ? dimensionLine(taken.x, floor + 84, taken.x + taken.w, floor + 84, '#4d473c', 4) +
      text(centimetres(size.width), taken.x + taken.w / 2, floor + 140, 46, '#1f1c17', { anchor: 'middle' })
    : '';
  const lineBeside = size.named.includes('height')
    ? `${dimensionLine(taken.x - 40, taken.y, taken.x - 40, taken.y + taken.h, '#4d473c', 4)}<g transform="rotate(-90 ${Math.round(taken.x - 62)} ${Math.round(taken.y + taken.h / 2)})">${text(centimetres(size.height), taken.x - 62, taken.y + taken.h / 2, 46, '#1f1c17', { anchor: 'middle' })}</g>`
    : '';
  const tint = ['#f6f4ee', '#f3f1ea', '#f4f2f0', '#f1f3ef'][number % 4] ?? '#f6f4ee';
  return picture(
    1600,
    1600,
    data.name,
    rect(0, 0, 1600, 1600, tint) +
      marks +
      text('см', 128, 90, 32, '#857d6d', { anchor: 'end', face: 'text' }) +
      line('M150,40V1400', '#aea592', 5) +
      path('M0,1400H1600V1600H0Z', '#e4dfd4') +
      line('M0,1400H1600', '#aea592', 5) +
      (wide ? helper + placed(thing, place) : placed(thing, place) + helper) +
      lineBelow +
      lineBeside,
  );
}

export function useView({ room, thing, surface, material: { colour, words }, data, number }: ViewData): string {
  const random = randomOf(`use ${number}`);
  const covered = surface(colour, random, words);
  return picture(1600, 1600, data.name, room({ thing, colour, surface: covered, random }));
}

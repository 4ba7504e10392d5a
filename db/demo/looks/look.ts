import type { Room } from '../illustrations/rooms.ts';
import type { Texture } from '../illustrations/textures-mineral.ts';
import type { PictureSubject } from '../view-data.ts';

/**
 * In centimetres; a side that is not said follows from the drawing. `named`: the description says it, so it is written.
 */
export type Measure = { w?: number; h?: number; named?: ('width' | 'height')[] };

/** How the goods of a category are shown beside their first picture. */
export type Look = {
  /** Close up. */
  texture: Texture;
  colour: (subject: PictureSubject) => string;
  caption: (subject: PictureSubject) => string;
  size: (subject: PictureSubject) => Measure;
  /** In use; `where` ends the sentence «Товар …». */
  room: Room;
  /** What covers the room where that is not the thing's own material. */
  surface?: Texture;
  where: string;
  /** The pack whose back is shown: goods without one show their figures. */
  pack?: 'sack' | 'round' | 'carton' | null;
  paper?: string;
};

export type LookInput = Omit<Look, 'colour' | 'caption' | 'size'> & {
  colour: string | Look['colour'];
  caption: string | Look['caption'];
  size: Measure | Look['size'];
};

const always =
  <T>(value: T | ((subject: PictureSubject) => T)): ((subject: PictureSubject) => T) =>
  (subject) =>
    typeof value === 'function' ? (value as (subject: PictureSubject) => T)(subject) : value;

export const look = (input: LookInput): Look => ({
  ...input,
  colour: always(input.colour),
  caption: always(input.caption),
  size: always(input.size),
});

export const number = (value: unknown): number => Number(value) || 0;
export const accent = ({ params }: PictureSubject): string => String(params.accent ?? '#8a8378');
export const body = ({ params }: PictureSubject): string => String(params.body ?? '#d9d6ce');

/** Sacks of one build: 30 kg stand 64 cm high. */
export const sack = ({ specs }: PictureSubject): Measure => ({
  h: 20.6 * Math.cbrt(number(specs.ves) || number(specs.obem) * 0.7 || 5),
});
export const tub = ({ specs }: PictureSubject): Measure => ({
  h: 13.6 * Math.cbrt(number(specs.obem) || number(specs.ves) * 0.7 || 1),
});
export const tin = ({ specs }: PictureSubject): Measure => ({ h: 12.4 * Math.cbrt(number(specs.obem) || 1) });
export const canister = ({ specs }: PictureSubject): Measure => ({ h: 14.5 * Math.cbrt(number(specs.obem) || 1) });

const shades: [RegExp, string][] = [
  [/бел(ая|ый|ое)|снеж/i, '#f1efe8'],
  [/светло-сер/i, '#c9c6be'],
  [/сер(ая|ый|ое)/i, '#a9a69e'],
  [/графит|антрацит|чёрн/i, '#4a4a48'],
  [/беж|слонов/i, '#dccbab'],
  [/шоколад|коричн|орех/i, '#6b4630'],
  [/терракот|кирпичн/i, '#b9694a'],
  [/венге/i, '#4d3a2c'],
  [/сосна|янтар/i, '#d9a55a'],
  [/дуб/i, '#b5854a'],
  [/палисандр|вишн/i, '#7a3328'],
  [/красн/i, '#b3261e'],
  [/син(яя|ий)/i, '#2b5d8f'],
  [/голуб/i, '#8fb7c9'],
  [/зелен|зелён/i, '#4d8a5a'],
  [/жёлт/i, '#e2b52a'],
  [/оранж/i, '#e0782b'],
  [/прозрачн/i, '#e3eaea'],
];
/** The colour that the name speaks of. */
export const named =
  (otherwise: string) =>
  ({ name, specs }: PictureSubject): string =>
    shades.find(([word]) => word.test(`${String(specs.cvet ?? '')} ${name}`))?.[1] ?? otherwise;

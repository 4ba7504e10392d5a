import { colourIn } from '../illustrations/colour-words.ts';
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

/** The colour that the product states, else that of its sort, else what its name speaks of. */
export const named =
  (otherwise: string) =>
  ({ name, note, specs }: PictureSubject): string =>
    colourIn(String(specs.cvet ?? '')) ?? colourIn(note) ?? colourIn(name) ?? otherwise;

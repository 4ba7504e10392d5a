import { imagePreset, screens } from './constants.ts';

export type ImageFit = 'cover' | 'contain';
export type ImageFormat = 'webp' | 'jpeg';

/**
 * One side, the other following the picture; or a box. `format` jpeg and a white ground are for readers that know no
 * webp.
 */
export type ImageModifiers = { format?: ImageFormat; background?: 'ffffff' } & (
  | { width: number; height?: undefined }
  | { width?: undefined; height: number }
  | { width: number; height: number; fit?: ImageFit }
);

/** Base of the resizing proxy (S7-27). */
export const imageBase = '/_ipx';

/** Sides that pages ask for beside the screens. */
const usedSides = [
  48, 64, 72, 80, 96, 100, 120, 144, 160, 192, 200, 240, 256, 288, 300, 360, 400, 480, 512, 560, 600, 720, 800, 960,
  1120, 1200, 1440, 1600, 1920,
];
const screenSides = Object.values(screens).flatMap((width) => imagePreset.densities.map((density) => width * density));

/** S9-09: sides the proxy makes, rising: those used, and the widths of the screens at densities 1 and 2. */
const imageSides = [...new Set([...usedSides, ...screenSides])].sort((a, b) => a - b);

/** Boxes that are no squares: logos of brands and of the shop, posters of videos, at densities 1 and 2. */
const oblongBoxes = new Set(['120x64', '200x72', '240x144', '360x200', '720x400', '640x360', '1280x720']);

/**
 * Proxy address of a stored picture at quality 70 (S9-09), webp unless said otherwise. Sides must be in `imageSides`,
 * boxes square or in `oblongBoxes`: the proxy makes no others.
 */
export function imageUrl(path: string, modifiers: ImageModifiers): string {
  return `${imageBase}/${modifierText(modifiers)}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function modifierText(modifiers: ImageModifiers): string {
  const { format = imagePreset.format, width, height, background } = modifiers;
  const box = width && height && `s_${width}x${height}&fit_${modifiers.fit ?? 'cover'}`;
  const size = box || (width ? `w_${width}` : `h_${height}`);
  return `f_${format}&q_${imagePreset.quality}&${size}${background ? `&b_${background}` : ''}`;
}

/**
 * What `imageUrl` wrote between the proxy's base and the path, understood; null for anything that it cannot have
 * written.
 */
export function parseModifiers(text: string): ImageModifiers | null {
  const match = /^f_(webp|jpeg)&q_\d+&(?:s_(\d+)x(\d+)&fit_(cover|contain)|w_(\d+)|h_(\d+))(&b_ffffff)?$/.exec(text);
  if (!match) return null;
  const [, format, boxWidth, boxHeight, fit, onlyWidth, onlyHeight, background] = match;
  const width = Number(boxWidth ?? onlyWidth) || undefined;
  const height = Number(boxHeight ?? onlyHeight) || undefined;
  const modifiers = { format, width, height, fit, background: background && 'ffffff' } as ImageModifiers;
  const isListed = [width, height].every((side) => side === undefined || imageSides.includes(side));
  const isBox = !width || !height || width === height || oblongBoxes.has(`${width}x${height}`);
  return isListed && isBox && modifierText(modifiers) === text ? modifiers : null;
}

/** The smallest listed side that is at least `side`. */
export function listedSide(side: number): number {
  return imageSides.find((listed) => listed >= side) ?? imageSides.at(-1) ?? side;
}

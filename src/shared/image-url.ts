import { imagePreset } from './constants.ts';

export type ImageFit = 'cover' | 'contain';

export type ImageModifiers = {
  width?: number;
  height?: number;
  fit?: ImageFit;
  background?: string;
  /** For readers that know no webp. */
  format?: 'webp' | 'jpeg';
};

/** Base of the resizing proxy (S7-27). */
export const imageBase = '/_ipx';

/**
 * Sides the proxy makes. A fixed list keeps strangers from filling disk and processor with sizes nobody shows; the preset's screens
 * times densities 1 and 2 (S9-09) are all in it.
 */
export const imageSides = [
  48, 64, 80, 96, 100, 120, 144, 160, 192, 200, 240, 256, 288, 300, 320, 360, 400, 480, 512, 560, 600, 640, 720, 768,
  800, 960, 1024, 1120, 1200, 1280, 1440, 1536, 1600, 1920, 2048, 2560, 3072,
] as const;

/** Proxy address of a stored picture, webp (unless said otherwise) at quality 70: width and height together become a box `s_WxH`. */
export function imageUrl(path: string, { width, height, fit, background, format }: ImageModifiers = {}): string {
  const modifiers = [`f_${format ?? imagePreset.format}`, `q_${imagePreset.quality}`];
  if (width && height) modifiers.push(`s_${width}x${height}`, `fit_${fit ?? 'cover'}`);
  else if (width) modifiers.push(`w_${width}`);
  else if (height) modifiers.push(`h_${height}`);
  if (background) modifiers.push(`b_${background}`);
  return `${imageBase}/${modifiers.join('&')}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The smallest listed side that is at least `side`. */
export function listedSide(side: number): number {
  return imageSides.find((listed) => listed >= side) ?? imageSides[imageSides.length - 1] ?? side;
}

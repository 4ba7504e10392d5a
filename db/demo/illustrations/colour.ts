/** Colours of the drawings: '#rrggbb' in, '#rrggbb' out. */
const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** `a` at 0, `b` at 1. */
export function mix(a: string, b: string, share: number): string {
  const to = channels(b);
  return `#${channels(a)
    .map((from, index) =>
      Math.round(from + ((to[index] ?? 0) - from) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export const lite = (colour: string, share: number): string => mix(colour, '#ffffff', share);
export const dark = (colour: string, share: number): string => mix(colour, '#1d1710', share);

/** 0 black, 1 white. */
export function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return (red * 3 + green * 6 + blue) / 2550;
}

/** The ink that is read on a ground of this colour. */
export const on = (ground: string): string => (lightness(ground) > 0.62 ? '#26221b' : '#ffffff');

export const STEEL = '#b9bec2';
export const WOOD = '#d9a868';
export const BLACK = '#33322f';
export const BRASS = '#d9a53a';
/** The sand behind pictures, `--ground-picture` of the pages. */
export const GROUND = '#f0ede5';

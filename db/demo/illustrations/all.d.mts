export type DrawParams = Record<string, string | number>;
/** One 1600×1600 SVG; `ground: 'none'` leaves the thing alone. */
export function draw(kind: string, params?: DrawParams): string;
/** Things without a ground on one picture: [kind, params, x, y of the middle, scale]. */
export function scene(width: number, height: number, things: [kind: string, params: DrawParams, x: number, y: number, scale: number][]): string;
export const kinds: Record<string, unknown>;

/**
 * How an enlarged picture lies in its box: how many times larger, and how far its middle is from the box's, in pixels.
 */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
type Point = { x: number; y: number };

export const whole: View = { scale: 1, x: 0, y: 0 };
export const mostScale = 5;

/** Enlarged or made smaller around a point, which is measured from the middle of the box and stays where it is. */
export function zoomed(view: View, factor: number, point: Point, box: Size): View {
  const scale = Math.min(mostScale, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return within({ scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }, box);
}

export function moved(view: View, by: Point, box: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, box);
}

/** The picture covers its box: it cannot be pushed out of it. */
function within({ scale, x, y }: View, { width, height }: Size): View {
  const [right, bottom] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2];
  return { scale, x: clamped(x, right), y: clamped(y, bottom) };
}

function clamped(value: number, most: number): number {
  // Adding 0 makes no −0 of a picture in the middle.
  return Math.min(most, Math.max(-most, value)) + 0;
}

/** So far a finger goes to the side before it turns to the next picture. */
const leastSwipe = 50;

/** 1: the next picture, −1: the one before, 0: it was no swipe. */
export function swipeOf({ x, y }: Point): -1 | 0 | 1 {
  if (Math.abs(x) < leastSwipe || Math.abs(x) < Math.abs(y) * 1.5) return 0;
  return x < 0 ? 1 : -1;
}

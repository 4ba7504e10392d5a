/** A place in a plane, in whatever its caller counts: units of a drawing, metres. */
export type Spot = readonly [x: number, y: number];

/** A part of a plane; `top` is the smaller y. */
export type Frame = { left: number; right: number; top: number; bottom: number };

/** How long the way from the first spot to the last is. */
export function lengthOf(spots: readonly Spot[]): number {
  return spots.slice(1).reduce((sum, spot, at) => sum + between(spots[at] ?? spot, spot), 0);
}

export function between([x, y]: Spot, [otherX, otherY]: Spot): number {
  return Math.hypot(otherX - x, otherY - y);
}

/** The same way with fewer spots: none of those left out lies farther than `tolerance` from it (Douglas–Peucker). */
export function simplified(spots: readonly Spot[], tolerance: number): Spot[] {
  const isKept = spots.map((_, at) => at === 0 || at === spots.length - 1);
  const open: [from: number, to: number][] = [[0, spots.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    const [first, last] = [spots[from], spots[to]];
    if (!first || !last) continue;
    let farthest = { at: -1, distance: tolerance };
    for (let at = from + 1; at < to; at++) {
      const distance = fromPiece(spots[at] ?? first, first, last);
      if (distance > farthest.distance) farthest = { at, distance };
    }
    if (farthest.at < 0) continue;
    isKept[farthest.at] = true;
    open.push([from, farthest.at], [farthest.at, to]);
  }
  return spots.filter((_, at) => isKept[at]);
}

/** The same for the edge of an area, whose last spot is followed by its first. */
export function simplifiedArea(spots: readonly Spot[], tolerance: number): Spot[] {
  const [first] = spots;
  return first ? simplified([...spots, first], tolerance).slice(0, -1) : [];
}

function fromPiece([x, y]: Spot, first: Spot, last: Spot): number {
  const [across, down] = [last[0] - first[0], last[1] - first[1]];
  const squared = across ** 2 + down ** 2;
  const share = squared === 0 ? 0 : ((x - first[0]) * across + (y - first[1]) * down) / squared;
  const on = Math.min(1, Math.max(0, share));
  return Math.hypot(x - first[0] - on * across, y - first[1] - on * down);
}

/** What of a line lies in the frame: its parts, in their order. */
export function clippedLine(spots: readonly Spot[], frame: Frame): Spot[][] {
  const parts: Spot[][] = [];
  let last: Spot | null = null;
  for (const [at, to] of spots.slice(1).entries()) {
    const piece = clippedPiece(spots[at] ?? to, to, frame);
    if (!piece) {
      last = null;
      continue;
    }
    const [first, end] = piece;
    const part = parts.at(-1);
    if (part && last && last[0] === first[0] && last[1] === first[1]) part.push(end);
    else parts.push([first, end]);
    last = end;
  }
  return parts;
}

/** One straight piece (Liang–Barsky); null: nothing of it is in the frame. */
function clippedPiece(from: Spot, to: Spot, { left, right, top, bottom }: Frame): [Spot, Spot] | null {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  let [enters, leaves] = [0, 1];
  for (const [way, room] of [
    [-across, from[0] - left],
    [across, right - from[0]],
    [-down, from[1] - top],
    [down, bottom - from[1]],
  ] as const) {
    if (way === 0 && room < 0) return null;
    if (way < 0) enters = Math.max(enters, room / way);
    if (way > 0) leaves = Math.min(leaves, room / way);
  }
  if (enters >= leaves) return null;
  const at = (share: number): Spot => [from[0] + share * across, from[1] + share * down];
  return [enters === 0 ? from : at(enters), leaves === 1 ? to : at(leaves)];
}

/** What of an area lies in the frame: its edge, closed by itself (Sutherland–Hodgman); empty: nothing. */
export function clippedArea(spots: readonly Spot[], { left, right, top, bottom }: Frame): Spot[] {
  const within = (part: readonly Spot[], axis: 0 | 1, edge: number, sign: 1 | -1): Spot[] =>
    part.flatMap((spot, at) => {
      const before = part.at(at - 1) ?? spot;
      const isIn = sign * (spot[axis] - edge) >= 0;
      const wasIn = sign * (before[axis] - edge) >= 0;
      if (isIn === wasIn) return isIn ? [spot] : [];
      const share = (edge - before[axis]) / (spot[axis] - before[axis]);
      const crossing: Spot = [before[0] + share * (spot[0] - before[0]), before[1] + share * (spot[1] - before[1])];
      return isIn ? [crossing, spot] : [crossing];
    });
  const inside = within(within(within(within(spots, 0, left, 1), 0, right, -1), 1, top, 1), 1, bottom, -1);
  return inside.length < 3 ? [] : inside;
}

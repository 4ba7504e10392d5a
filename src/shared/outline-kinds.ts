/** What an outline of the places around points is made of, in the order in which it is drawn: what lies below first. */
export const outlineKinds = ['park', 'water_area', 'water', 'railway', 'street', 'highway'] as const;

/** `park` and `water_area` are areas, whose edge closes itself; the others are lines. */
export type OutlineKind = (typeof outlineKinds)[number];

export function isArea(kind: OutlineKind): boolean {
  return kind === 'park' || kind === 'water_area';
}

/** An outline as it lies in the drawing of some points (`points-scheme.ts`), in its units. */
export type DrawnOutline = {
  /** Whose lines they are: named under the drawing. */
  source: string;
  /** One path of SVG for all lines of a kind. */
  paths: { kind: OutlineKind; d: string }[];
  /** The middle of the words, and by how many degrees they are turned. */
  names: { kind: OutlineKind; words: string; x: number; y: number; turn: number }[];
};

import type { Cart } from './lines.ts';

/** What a page kept for all visitors shows of a signed-in person's cart once it is loaded. A guest's stands in a cookie that scripts read. */
export type CartState = {
  /** cart_uuid, so that the state of another account is never taken for a later one of this. */
  id: string;
  /** Grows with every change: the later of two states is the one with the greater version. */
  version: number;
  /** product_id → whole sales units. */
  lines: Record<string, number>;
  /** False: only the lines that were just changed; whoever knows the version before may add them, others ask for the whole. */
  is_whole: boolean;
};

/** Null for a guest. */
export function cartState({ visitor, version, lines }: Cart, is_whole: boolean): CartState | null {
  if (version === null || visitor === null) return null;
  const counts = Object.fromEntries(lines.map(({ product_id, count }) => [product_id, count]));
  return { id: visitor, version, lines: counts, is_whole };
}

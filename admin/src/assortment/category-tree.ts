import type { Category } from './assortment-types.ts';

export type TreeRow = { category: Category; depth: number; isOpen: boolean; children: number };

/**
 * Rows of the tree from top to bottom. Below a closed category nothing is shown; while something is searched for, what
 * fits and everything above it is shown.
 */
export function treeRows(all: readonly Category[], open: ReadonlySet<number>, q: string): TreeRow[] {
  const below = Map.groupBy(all, ({ parent_id }) => parent_id);
  const words = q.trim().toLowerCase();
  const fits = (category: Category): boolean =>
    category.name.toLowerCase().includes(words) ||
    category.code.includes(words) ||
    (below.get(category.id) ?? []).some(fits);
  const walk = (parent: number | null, depth: number): TreeRow[] =>
    (below.get(parent) ?? []).flatMap((category) => {
      if (words && !fits(category)) return [];
      const children = below.get(category.id)?.length ?? 0;
      const isOpen = words !== '' || open.has(category.id);
      return [{ category, depth, isOpen, children }, ...(isOpen ? walk(category.id, depth + 1) : [])];
    });
  return walk(null, 0);
}

/** The category and everything below it: where it cannot be moved to. */
export function withBelow(all: readonly Category[], id: number): Set<number> {
  const found = new Set([id]);
  let before = 0;
  while (before < found.size) {
    before = found.size;
    for (const category of all)
      if (category.parent_id !== null && found.has(category.parent_id)) found.add(category.id);
  }
  return found;
}

/** The neighbours of a level in their order. */
export function levelOf(all: readonly Category[], parent_id: number | null): Category[] {
  return all.filter((category) => category.parent_id === parent_id);
}

/** Where on a row something is let go: its upper or lower edge, or the middle. */
export type DropSide = 'before' | 'inside' | 'after';

/** The upper and the lower quarter of a row are its edges; `y` and `height` in pixels. */
export function dropSide(y: number, height: number): DropSide {
  if (y < height / 4) return 'before';
  return y > (height * 3) / 4 ? 'after' : 'inside';
}

/** Where a category goes that is let go on another: beside it, or as the last below it. */
export function dropPlace(
  all: readonly Category[],
  dragged: Category,
  target: Category,
  side: DropSide,
): { parent_id: number | null; place: number } {
  const parent_id = side === 'inside' ? target.id : target.parent_id;
  const level = levelOf(all, parent_id).filter(({ id }) => id !== dragged.id);
  const at = level.findIndex(({ id }) => id === target.id);
  return { parent_id, place: side === 'inside' ? level.length : at + (side === 'after' ? 1 : 0) };
}

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

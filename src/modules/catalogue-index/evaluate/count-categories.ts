import type { Category, Tree } from '#modules/catalogue/categories.ts';
import type { CatalogueIndex } from '../segments.ts';

/**
 * Cards under every shown category, its sub-categories included; those without any are absent. A model counts once per
 * category.
 */
export function countCategories(index: CatalogueIndex, tree: Tree): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { segment, tombstones } of index.segments) {
    const { size, model, categoryIds, categoryStart, primaryCategory, placeStart, places } = segment;
    const numbers = new Map<number, number>();
    const above = [...categoryIds].map((id) => pathNumbers(tree.byId.get(id), tree, numbers));
    const own = new Int32Array(numbers.size);
    const stamps = new Int32Array(numbers.size);
    const firstUncategorised = categoryStart.at(-1) ?? 0;
    let modelNow: number | undefined;
    let stamp = 0;
    const count = (place: number) => {
      for (const number of above[place]!) {
        if (stamps[number] === stamp) continue;
        stamps[number] = stamp;
        own[number]!++;
      }
    };
    for (let row = 0; row < size; row++) {
      if (tombstones[row] === 1) continue;
      if (model[row] !== modelNow) stamp++;
      modelNow = model[row];
      if (row < firstUncategorised) count(primaryCategory[row]!);
      for (let at = placeStart[row]!; at < placeStart[row + 1]!; at++) count(places[at]!);
    }
    for (const [id, number] of numbers) counts.set(id, (counts.get(id) ?? 0) + own[number]!);
  }
  return counts;
}

/** A category and all above it, each by a number of its own. */
function pathNumbers(category: Category | undefined, tree: Tree, numbers: Map<number, number>): number[] {
  const path: number[] = [];
  for (let at = category; at !== undefined; at = at.parent_id === null ? undefined : tree.byId.get(at.parent_id)) {
    const number = numbers.get(at.id) ?? numbers.size;
    numbers.set(at.id, number);
    path.push(number);
  }
  return path;
}

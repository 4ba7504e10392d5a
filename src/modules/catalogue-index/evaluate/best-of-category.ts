import type { CatalogueIndex } from '../parts.ts';
import { BestCards, type Keys } from './best-cards.ts';

/** Ids of the best-selling products whose main category this is, other models only, the best first. */
export function bestOfCategory(
  index: CatalogueIndex,
  category_id: number,
  except_model: number,
  most: number,
): number[] {
  const best = new BestCards(most);
  const keys: Keys = { first: 0, second: 0, third: 0, position: 0, id: 0 };
  for (const [number, { segment, tombstones }] of index.parts.entries()) {
    const { categoryStart, secondaryStart, secondaryRows, mainCategory, model, popularity, id } = segment;
    const category = segment.categoryIds.indexOf(category_id);
    if (category === -1) continue;
    const offer = (row: number) => {
      if (tombstones[row] === 1 || model[row] === except_model) return;
      keys.first = -popularity[row]!;
      keys.id = id[row]!;
      best.offer(keys, number, row);
    };
    for (let row = categoryStart[category]!; row < categoryStart[category + 1]!; row++) offer(row);
    // A model whose variants have different main categories has no primary one.
    for (let at = secondaryStart[category]!; at < secondaryStart[category + 1]!; at++) {
      if (mainCategory[secondaryRows[at]!] === category) offer(secondaryRows[at]!);
    }
  }
  return best.from(0).map(({ part, row }) => index.parts[part]!.segment.id[row]!);
}

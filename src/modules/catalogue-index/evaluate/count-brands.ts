import { ensure } from '#shared/ensure.ts';
import { brandKind, marksOfKind } from '../segment.ts';
import type { CatalogueIndex } from '../segments.ts';

/** Cards of every brand by its id; a brand without goods is absent. Variants of one model count once. */
export function countBrands({ segments }: CatalogueIndex): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { segment, tombstones } of segments) {
    const { markId, model, carriers, carrierStart } = segment;
    const [from, until] = marksOfKind(segment, brandKind);
    for (let mark = from; mark < until; mark++) {
      let cards = 0;
      let modelNow: number | undefined;
      for (const row of carriers.subarray(carrierStart[mark], carrierStart[mark + 1])) {
        if (tombstones[row] === 1 || model[row] === modelNow) continue;
        modelNow = model[row];
        cards++;
      }
      const id = ensure(markId[mark]);
      if (cards > 0) counts.set(id, (counts.get(id) ?? 0) + cards);
    }
  }
  return counts;
}

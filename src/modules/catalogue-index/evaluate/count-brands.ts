import type { CatalogueIndex } from '../parts.ts';
import { brandKind } from '../segment.ts';

/** Cards of every brand by its id; a brand without goods is absent. Variants of one model count once. */
export function countBrands({ parts }: CatalogueIndex): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { segment, tombstones } of parts) {
    const { markKind, markId, model, carriers, carrierStart } = segment;
    for (let mark = 0; mark < markKind.length; mark++) {
      if (markKind[mark] !== brandKind) continue;
      let cards = 0;
      let modelNow = -1;
      for (let at = carrierStart[mark]!; at < carrierStart[mark + 1]!; at++) {
        const row = carriers[at]!;
        if (tombstones[row] === 1 || model[row] === modelNow) continue;
        modelNow = model[row]!;
        cards++;
      }
      if (cards > 0) counts.set(markId[mark]!, (counts.get(markId[mark]!) ?? 0) + cards);
    }
  }
  return counts;
}

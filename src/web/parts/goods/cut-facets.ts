import type { Facet } from '#modules/search/listing.ts';

/** `more`: how many further values there are that the page does not hold. */
export type ShownFacet = Facet & { more: number };

/** A page holds so many values of one facet; in a large shop a list of brands alone would be half of the page. */
const mostValues = 40;
/** A few more are no reason for another answer. */
const slack = 10;

/**
 * Facets as a page holds them: the first values, those chosen and the two largest (they may stand above the list as
 * links). All values of `whole`. Of a long one those that would leave nothing come last. One whose only value all the
 * `total` goods found have narrows nothing and is left out, and so is one of few goods in a list of several families
 * (`isMixed`): «Шлиц» says nothing of most tools. Of the page alone, the answers to programs tell every facet (S7-30).
 */
export function cutFacets(facets: Facet[], total: number, isMixed: boolean, whole?: string): ShownFacet[] {
  return facets
    .filter((facet) => !isIdle(facet, total) && !(isMixed && isOfFew(facet, total)))
    .map((facet) => {
      const values = usefulFirst(facet.values);
      const { code } = facet;
      if (code === whole || values.length <= mostValues + slack) return { ...facet, values, more: 0 };
      const largest = values.toSorted((a, b) => b.count - a.count).slice(0, 2);
      const held = values.filter((value, at) => at < mostValues || value.selected || largest.includes(value));
      return { ...facet, values: held, more: values.length - held.length };
    });
}

/** A page shows so many values before «Показать ещё»; a shorter list is read whole and keeps its order. */
const mostWhole = 10;

/** In a long list those that would leave nothing stand last. */
function usefulFirst(values: Facet['values']): Facet['values'] {
  if (values.length <= mostWhole || values.every(({ count }) => count > 0)) return values;
  const isUseful = ({ count, selected }: Facet['values'][number]) => count > 0 || selected;
  return [...values.filter(isUseful), ...values.filter((value) => !isUseful(value))];
}

/** Of the goods of a mixed list, so many must have what a group of filters is about. */
const leastShare = 0.2;

function isOfFew({ code, kind, values }: Facet, total: number): boolean {
  if (kind === 'range' || code === 'action' || values.some(({ selected }) => selected)) return false;
  return values.reduce((sum, { count }) => sum + count, 0) < total * leastShare;
}

function isIdle({ kind, values }: Facet, total: number): boolean {
  const [only, other] = values;
  return kind === 'values' && only !== undefined && !other && !only.selected && only.count === total;
}

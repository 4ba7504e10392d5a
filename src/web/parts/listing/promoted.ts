import type { Facet } from '#modules/search/listing.ts';
import { type Listing, withFilter } from '#shared/listing-query.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { unbroken } from '#shared/unbroken.ts';
import { measured } from '#shared/unit-words.ts';

export type PromotedFilter = { name: string; change: Partial<Listing> };

const most = 4;

/**
 * Values offered as links above the list: from the first groups of words (not brands or promotions), the largest ones
 * that are not chosen and really narrow the list. Nothing where the list is already narrow, or holds goods of several
 * `categories`: a value then says little of most of them.
 */
export function promotedFilters(
  listing: Listing,
  facets: Facet[],
  categories: unknown[],
  total: number,
): PromotedFilter[] {
  if (!listing.category && categories.length > 1) return [];
  const groups = facets.filter(
    (facet) => facet.kind === 'values' && !['brand', 'action'].includes(facet.code) && !listing.filters[facet.code],
  );
  const promoted: PromotedFilter[] = [];
  for (const facet of groups) {
    const values = facet.values.filter(({ value, count }) => count > 1 && count < total && value !== 'Нет');
    if (values.length < 2) continue;
    for (const value of values.sort((a, b) => b.count - a.count).slice(0, 2)) {
      const name = promotedName(facet, value.value);
      if (promoted.length === most || promoted.some((other) => other.name === name)) break;
      promoted.push({
        name,
        change: { filters: withFilter(listing, facet.code, value.id, true).filters },
      });
    }
  }
  return promoted;
}

/**
 * «Вес 30 кг», «Основа: цементная», «Помещения: сухие, до 60 % влажности»: a word agrees with the name of its group,
 * not always with the heading above it, «Сухие смеси».
 */
function promotedName(facet: Facet, value: string): string {
  if (value === 'Да') return facet.name;
  if (!/^[\d.,]+$/.test(value))
    return unbroken(`${facet.name}: ${/^[А-ЯЁ][а-яё]/.test(value) ? lowerFirst(value) : value}`);
  return `${facet.name} ${facet.measure ? measured(value, facet.measure) : value}`;
}

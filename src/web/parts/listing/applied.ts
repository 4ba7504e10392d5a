import type { Facet } from '#modules/search/listing.ts';
import { type Listing, parseRange, switches, switchKeys, withFilter } from '#shared/listing-query.ts';
import { formatPrice } from '#shared/money.ts';
import { measured, perUnit, type ShownUnit } from '#shared/unit-words.ts';

/** One choice that narrows the list: its words on the chip, and the change that drops it. */
export type AppliedFilter = { name: string; without: Partial<Listing> };

export function appliedFilters(listing: Listing, facets: Facet[], base_unit: ShownUnit | null = null): AppliedFilter[] {
  const applied: AppliedFilter[] = [];
  if (listing.price_from !== undefined || listing.price_to !== undefined) {
    applied.push({
      name: priceWords(listing.price_from, listing.price_to),
      without: { price_from: undefined, price_to: undefined },
    });
  }
  if (listing.base_price_from !== undefined || listing.base_price_to !== undefined) {
    const words = priceWords(listing.base_price_from, listing.base_price_to);
    applied.push({
      name: base_unit === null ? `За единицу: ${words}` : `${words} ${perUnit(base_unit)}`,
      without: { base_price_from: undefined, base_price_to: undefined },
    });
  }
  for (const key of switchKeys)
    if (listing[key]) applied.push({ name: switches[key].chip, without: { [key]: undefined } });
  for (const [code, values] of Object.entries(listing.filters)) {
    const facet = facets.find((candidate) => candidate.code === code);
    for (const value of values) {
      const name = facet ? valueWords(facet, value) : value;
      applied.push({ name, without: { filters: withFilter(listing, code, value, false).filters } });
    }
  }
  return applied;
}

/** «СУХОНА», «Вес: 30 кг», «Толщина слоя: 5–80 мм»: a value that says nothing by itself takes the name of its group. */
function valueWords(facet: Facet, id: string): string {
  const { name, measure } = facet;
  const withUnit = (value: string) => `${name}: ${measure ? measured(value, measure) : value}`;
  const range = parseRange(id);
  if (range) return withUnit(rangeWords(decimal(range.from), decimal(range.to)));
  const value = facet.values.find((candidate) => candidate.id === id)?.value ?? id;
  if (value === 'Да' || value === 'Нет') return `${name}: ${value}`;
  return /^[\d.,]+$/.test(value) ? withUnit(value) : value;
}

function decimal(number: string | undefined): string | undefined {
  return number?.replace('.', ',');
}

function rangeWords(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `${from}–${to}`;
  return from === undefined ? `до ${to}` : `от ${from}`;
}

function priceWords(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return `${formatPrice(from).replace(/\s*₽/, '')}–${formatPrice(to)}`;
  return from === undefined ? `до ${formatPrice(to ?? 0)}` : `от ${formatPrice(from)}`;
}

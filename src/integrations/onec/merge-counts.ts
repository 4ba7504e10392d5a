import type { ImportSummary } from './summary.ts';

/** Behind the hash of what was laid over something: the same words mean something else in a full package. */
export const incremental = 'i';

/** Whether the description staged as `s` in container `c` may say anything that the known row `o` does not. */
export function isNewHash(s: string, o: string, c: string): string {
  return `(${s}.hash is distinct from ${o}.hash and (${c}.is_full or ${s}.hash || '${incremental}' is distinct from ${o}.hash))`;
}

/** What the merged offers came to: how many of the offers, their prices and their rests. */
export type OfferCounts = Record<
  'created' | 'switched_off' | 'changed' | `${'prices' | 'rests'}_${'created' | 'changed' | 'gone'}`,
  number
>;

/** How many entries of a block of merged_offers m came, changed and went; 0 where it is as it was, or the first. */
export function entryChanges(block: 'prices' | 'rests'): string {
  const isChanged = `m.known_${block} is not null and m.known_${block} is distinct from m.${block}`;
  return `
    select count(*) filter (where former is null) as created, count(*) filter (where former <> value) as changed,
      (select count(*) from jsonb_object_keys(case when ${isChanged} then m.known_${block} - coalesce(array_agg(key), '{}') end)) as gone
    from (select key, value, m.known_${block} -> key as former from jsonb_each(case when ${isChanged} then m.${block} end)) entry`;
}

/**
 * What the summary says of offers, prices and rests. `added`: those never seen before; `absent`: those that a full
 * package did not list.
 */
export function countOffers(
  { offers, prices, stocks }: ImportSummary,
  counts: OfferCounts,
  added: { described: number; prices: number; rests: number },
  absent: { offers: number; prices: number },
): void {
  offers.created = counts.created + added.described;
  offers.changed = counts.changed;
  offers.switched_off = counts.switched_off + absent.offers;
  offers.unchanged = offers.read - refusedCount(offers) - offers.created - counts.changed - counts.switched_off;
  prices.created = counts.prices_created + added.prices;
  prices.changed = counts.prices_changed;
  prices.switched_off = counts.prices_gone + absent.prices;
  prices.unchanged = Math.max(0, prices.read - prices.created - prices.changed);
  stocks.created = counts.rests_created + added.rests;
  stocks.changed = counts.rests_changed;
  stocks.switched_off = counts.rests_gone;
  stocks.unchanged = Math.max(0, stocks.read - stocks.created - stocks.changed);
}

/** How many were refused, those included that are not named. */
export function refusedCount(counts: { refused: { count?: number }[]; refused_more?: number }): number {
  return counts.refused.length + (counts.refused_more ?? 0);
}

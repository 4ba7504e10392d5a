import type { SearchNote } from '#modules/catalogue/listing.ts';

/**
 * The query as it was searched for, for the reader's eye: as typed where nothing was changed, without the words left out where only they were, else the words that
 * were really used.
 */
export function saidQuery({
  query,
  used,
  correction,
  dropped,
}: Pick<SearchNote, 'query' | 'used' | 'correction' | 'dropped'>): string {
  if (correction === null) return query;
  const words = query.split(' ');
  // Whole words only: «а» stands in «краска» too.
  const shorter = ` ${query} `.replace(` ${dropped} `, ' ').trim();
  const isOnlyShorter = shorter !== query && used.split(' ').every((word) => words.includes(word));
  return isOnlyShorter ? shorter : used;
}

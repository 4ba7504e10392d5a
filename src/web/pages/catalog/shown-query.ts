import type { SearchNote } from '#modules/search/listing.ts';

const preposition = / (?:для|под|с|со|к|на|по|из|от|в|во|без|при)$/i;

/**
 * The query as it was searched for, for the reader's eye: as typed where nothing was changed, without the words left
 * out where only they were, else the words that were really used.
 */
export function shownQuery({
  query,
  used,
  correction,
  dropped,
}: Pick<SearchNote, 'query' | 'used' | 'correction' | 'dropped'>): string {
  if (correction === null) return query;
  const words = query.split(' ');
  // Whole words only: «а» stands in «краска» too. A preposition goes with what stood behind it.
  const at = ` ${query} `.indexOf(` ${dropped} `);
  const before = ` ${query}`.slice(0, Math.max(0, at)).replace(preposition, '');
  const shorter =
    at === -1 ? query : `${before} ${query.slice(at + (dropped ?? '').length)}`.replace(/ +/g, ' ').trim();
  const isOnlyShorter = shorter !== query && used.split(' ').every((word) => words.includes(word));
  return isOnlyShorter ? shorter : used;
}

/** The fragment that tells a page it was opened for a query: no cache and no canonical address sees it. */
const mark = '#search=';

export function noticedSearch(query: string): string {
  return mark + encodeURIComponent(query);
}

/** The query a fragment tells of; null: it tells of none. */
export function searchNotice(hash: string): string | null {
  if (!hash.startsWith(mark)) return null;
  try {
    return decodeURIComponent(hash.slice(mark.length)).slice(0, 100).trim() || null;
  } catch {
    return null;
  }
}

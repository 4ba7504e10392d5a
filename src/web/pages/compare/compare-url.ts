import { listLimits } from '#shared/constants.ts';
import { readIds, writeIds } from '#shared/lists.ts';
import { compareUrl } from '#shared/urls.ts';

/** What the address of the comparison says: tab, columns, rows; `ids`: a list somebody shared. */
export type CompareQuery = {
  ids: number[] | null;
  category: string | null;
  columns: number[];
  /** null: as the number of columns suggests. */
  only_different: boolean | null;
  hidden: string[];
};

export function readCompareQuery(query: URLSearchParams): CompareQuery {
  const shared = readIds(query.get('ids') ?? '', listLimits.compare);
  const different = query.get('diff');
  return {
    ids: shared.length > 0 ? shared : null,
    category: query.get('category'),
    columns: readIds(query.get('cols') ?? '', listLimits.compare),
    only_different: different === null ? null : different === '1',
    hidden: (query.get('hide') ?? '').split('.').filter((code) => /^[a-z0-9_]{1,60}$/.test(code)),
  };
}

/** The address of the same comparison with these changes. */
export function compareHref(query: CompareQuery, change: Partial<CompareQuery> = {}, path = compareUrl()): string {
  const { ids, category, columns, only_different, hidden } = { ...query, ...change };
  const search = new URLSearchParams();
  if (ids) search.set('ids', writeIds(ids));
  if (category) search.set('category', category);
  if (columns.length > 0) search.set('cols', writeIds(columns));
  if (only_different !== null) search.set('diff', only_different ? '1' : '0');
  if (hidden.length > 0) search.set('hide', hidden.join('.'));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

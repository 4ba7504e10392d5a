import { useSearchParams } from 'react-router';

export type ListState = {
  /** By key; several values mean any of them. */
  filter: Record<string, string[]>;
  sort: { field: string; order: 'ASC' | 'DESC' };
  page: number;
  perPage: number;
};

export type ListAddress = ListState & {
  /** Sets what a key is filtered by, [] takes it away; begins again at the first page. */
  setFilter: (changes: Record<string, string[]>) => void;
  resetFilter: () => void;
  /** The other direction when it is sorted by this already. */
  sortBy: (field: string) => void;
  setPage: (page: number) => void;
  setPerPage: (count: number) => void;
};

export const perPageChoices = [25, 50, 100, 250];

/**
 * The state of a list, kept in the address alone, so that «Назад» and a link bring it back:
 * `?state=new&q=…&sort=-created_at&page=2&per_page=100`. `filterKeys`: what it may be filtered by; `sort` and 50 rows
 * are meant when the address names none.
 */
export function useListAddress(filterKeys: readonly string[], sort: string): ListAddress {
  const [search, setSearch] = useSearchParams();
  const filter = Object.fromEntries(
    filterKeys.map((key) => [key, search.getAll(key).filter(Boolean)] as const).filter(([, values]) => values.length),
  );
  const sorted = search.get('sort') || sort;
  const field = sorted.replace(/^-/, '');
  const perPage = Number(search.get('per_page'));

  function change(edit: (search: URLSearchParams) => void) {
    // From the address itself: another change may not have been drawn yet.
    const next = new URLSearchParams(window.location.search);
    next.delete('page');
    edit(next);
    setSearch(next);
  }

  return {
    filter,
    sort: { field, order: sorted.startsWith('-') ? 'DESC' : 'ASC' },
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    perPage: perPageChoices.includes(perPage) ? perPage : 50,
    setFilter: (changes) =>
      change((next) => {
        for (const [key, values] of Object.entries(changes)) {
          next.delete(key);
          for (const value of values) if (value) next.append(key, value);
        }
      }),
    resetFilter: () =>
      change((next) => {
        for (const key of filterKeys) next.delete(key);
      }),
    sortBy: (by) => change((next) => next.set('sort', sorted === by ? `-${by}` : by)),
    setPage: (page) =>
      change((next) => {
        if (page > 1) next.set('page', String(page));
      }),
    setPerPage: (count) => change((next) => next.set('per_page', String(count))),
  };
}

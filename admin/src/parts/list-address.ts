import { useLocation, useSearchParams } from 'react-router';

export type ListState = {
  /** By key; several values mean any of them. */
  filter: Record<string, string[]>;
  sort: { field: string; order: 'ASC' | 'DESC' };
  page: number;
  perPage: number;
  /** Where the pages end a long list goes on behind this row, however many pages that is; null: by its pages. */
  after: string | null;
};

export type ListAddress = ListState & {
  /** Sets what a key is filtered by, [] takes it away; begins again at the first page. */
  setFilter: (changes: Record<string, string[]>) => void;
  resetFilter: () => void;
  /** The other direction when it is sorted by this already. */
  sortBy: (field: string) => void;
  setPage: (page: number) => void;
  /** To the next page, behind the row that the shop named. */
  goOn: (after: string) => void;
  /** To the page from which one went on. */
  goBack: () => void;
  setPerPage: (count: number) => void;
};

/** Pages of a list end here, as in src/api/admin/list.ts. */
const countedRows = 10_000;

/** Where the pages began that were passed, in the state of the address: it is of this visit alone. */
type Passed = (string | null)[];

function passedOf(state: unknown): Passed {
  const passed = typeof state === 'object' && state !== null && 'passed' in state ? state.passed : [];
  return Array.isArray(passed) ? (passed as Passed) : [];
}

/** What of a list is asked for, for `useGetList`. */
export function pageOf({ page, perPage, after }: Pick<ListState, 'page' | 'perPage' | 'after'>) {
  return { pagination: { page, perPage }, ...(after !== null && { meta: { after } }) };
}

export const perPageChoices = [25, 50, 100, 250];

/**
 * The state of a list, kept in the address alone, so that «Назад» and a link bring it back:
 * `?state=new&q=…&sort=-created_at&page=2&per_page=100`. `filterKeys`: what it may be filtered by; `sort` and 50 rows
 * are meant when the address names none.
 */
export function useListAddress(filterKeys: readonly string[], sort: string): ListAddress {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const filter = Object.fromEntries(
    filterKeys.map((key) => [key, search.getAll(key).filter(Boolean)] as const).filter(([, values]) => values.length),
  );
  const sorted = search.get('sort') || sort;
  const field = sorted.replace(/^-/, '');
  const perPage = Number(search.get('per_page'));
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const rows = perPageChoices.includes(perPage) ? perPage : 50;
  const after = search.get('after');
  const passed = passedOf(state);

  function change(edit: (search: URLSearchParams) => void) {
    // From the address itself: another change may not have been drawn yet.
    const next = new URLSearchParams(window.location.search);
    next.delete('page');
    next.delete('after');
    edit(next);
    setSearch(next);
  }

  function step(to: number, from: string | null, before: Passed) {
    const next = new URLSearchParams(window.location.search);
    next.set('page', String(to));
    if (from === null) next.delete('after');
    else next.set('after', from);
    setSearch(next, { state: { passed: before } });
  }

  return {
    filter,
    sort: { field, order: sorted.startsWith('-') ? 'DESC' : 'ASC' },
    page,
    perPage: rows,
    after,
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
    goOn: (next) => step(page + 1, next, [...passed, after]),
    goBack() {
      const former = passed.at(-1);
      // Opened by a link: where the pages end is known, what came between is not.
      if (former === undefined) step(Math.min(page - 1, countedRows / rows), null, []);
      else step(page - 1, former, passed.slice(0, -1));
    },
    setPerPage: (count) => change((next) => next.set('per_page', String(count))),
  };
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '#shared/plurals.ts';
import { type ListAddress, perPageChoices } from './list-address.ts';

type Props = {
  address: ListAddress;
  /** Rows of the whole filter; with `hasMore`, there are more than that. */
  total: number;
  hasMore?: boolean;
  /** Behind which row the list goes on where its pages end; null: it does not. */
  next?: string | null;
};

/** For `Pager`. Rows that are going name none: the page behind them is not the one behind those that come. */
export function nextOf({ meta, isPlaceholderData }: { meta?: unknown; isPlaceholderData: boolean }): string | null {
  const next = isPlaceholderData ? null : (meta as { next?: string | null } | undefined)?.next;
  return next ?? null;
}

/** Under a list: which rows of how many these are, other pages, rows a page. */
export function Pager({ address, total, hasMore = false, next = null }: Props) {
  const { page, perPage, after } = address;
  const from = (page - 1) * perPage + 1;
  // Behind the pages nobody counts how many rows there are.
  const to = after === null ? Math.min(page * perPage, total) : page * perPage;
  const isLast = next === null && (after !== null || page * perPage >= total);
  return (
    <nav className="pager" aria-label="Страницы списка">
      <span aria-live="polite">
        {total === 0
          ? 'Ничего нет'
          : `${formatCount(from)}–${formatCount(to)} из ${hasMore ? 'более чем ' : ''}${formatCount(total)}`}
      </span>
      <label>
        Строк на странице
        <select value={perPage} onChange={({ target }) => address.setPerPage(Number(target.value))}>
          {perPageChoices.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <span className="pager-steps">
        <button
          type="button"
          className="icon-button"
          aria-label="Предыдущая страница"
          disabled={page === 1}
          onClick={() => (after === null ? address.setPage(page - 1) : address.goBack())}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Следующая страница"
          disabled={isLast}
          onClick={() => (next === null ? address.setPage(page + 1) : address.goOn(next))}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </button>
      </span>
    </nav>
  );
}

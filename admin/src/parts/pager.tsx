import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '#shared/plurals.ts';
import { type ListAddress, perPageChoices } from './list-address.ts';

type Props = {
  address: ListAddress;
  /** Rows of the whole filter; with `hasMore`, there are more than that. */
  total: number;
  hasMore?: boolean;
};

/** Under a list: which rows of how many these are, other pages, rows a page. */
export function Pager({ address, total, hasMore = false }: Props) {
  const { page, perPage } = address;
  const from = (page - 1) * perPage + 1;
  const to = Math.min(page * perPage, total);
  const isLast = page * perPage >= total;
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
          onClick={() => address.setPage(page - 1)}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Следующая страница"
          disabled={isLast}
          onClick={() => address.setPage(page + 1)}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </button>
      </span>
    </nav>
  );
}

import { useLocation, useNavigate } from 'react-router';
import { catalogUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { searchNotice } from './noticed-search.ts';

/** On a page that was opened instead of search results: for which query, and the way to the goods. */
export function SearchNoticeRibbon() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = searchNotice(hash);
  if (query === null) return null;
  return (
    <div className="ribbon" role="status">
      <p>
        <Icon name="search" />
        <span>
          Открыта страница по запросу «{query}».{' '}
          <Link to={`${catalogUrl()}?${new URLSearchParams({ q: query, exact: '1' })}`}>Искать товары</Link>
        </span>
        <button
          type="button"
          aria-label="Закрыть"
          onClick={() => navigate(pathname + search, { replace: true, preventScrollReset: true })}
        >
          <Icon name="x" />
        </button>
      </p>
    </div>
  );
}

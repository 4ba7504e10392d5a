import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

type PagerProps = { current: number; first: number; pages: number; urlOf: (page: number) => string };

/** Real links to pages: the first, the last, and two on each side of the current. */
export function Pager({ current, first, pages, urlOf }: PagerProps) {
  return (
    <nav className="pager" aria-label="Страницы">
      {current > 1 ? (
        <Link to={urlOf(current - 1)} aria-label="Предыдущая страница" rel="prev">
          <Icon name="chevron-left" />
        </Link>
      ) : null}
      {shownPages(current, pages).map((page, index, all) => [
        index > 0 && page - (all[index - 1] ?? 0) > 1 ? (
          <span key={`gap-${page}`} className="pager__gap">
            …
          </span>
        ) : null,
        page >= first && page <= current ? (
          <span key={page} className="is-on" aria-current={page === current ? 'page' : undefined}>
            {page}
          </span>
        ) : (
          <Link key={page} to={urlOf(page)} aria-label={`Страница ${page}`}>
            {page}
          </Link>
        ),
      ])}
      {current < pages ? (
        <Link to={urlOf(current + 1)} aria-label="Следующая страница" rel="next">
          <Icon name="chevron-right" />
        </Link>
      ) : null}
    </nav>
  );
}

function shownPages(current: number, pages: number): number[] {
  const wanted = [1, current - 2, current - 1, current, current + 1, current + 2, pages];
  return [...new Set(wanted)].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b);
}

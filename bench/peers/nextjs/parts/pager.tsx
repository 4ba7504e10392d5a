import { formatCount } from '@shop/shared/plurals.ts';
import { Fragment } from 'react';
import { pageSize } from '../data/listing.ts';
import { Icon } from './icon.tsx';

type PagesProps = { current: number; total: number; urlOf: (page: number) => string };

/** «Показать ещё» and links to the first page, the last, and two on each side of the current. */
export function Pages({ current, total, urlOf }: PagesProps) {
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  const shown = shownPages(current, pages);
  const next = Math.min(pageSize, total - current * pageSize);
  return (
    <>
      {next > 0 ? (
        <div className="more">
          <a className="btn btn--line btn--lg" href={urlOf(current + 1)}>
            Показать ещё {formatCount(next)}
          </a>
        </div>
      ) : null}
      <nav className="pager" aria-label="Страницы">
        {shown.map((page, at) => (
          <Fragment key={page}>
            {at > 0 && page - (shown[at - 1] ?? 0) > 1 ? <span className="pager__gap">…</span> : null}
            {page === current ? (
              <span className="is-on" aria-current="page">
                {page}
              </span>
            ) : (
              <a href={urlOf(page)} aria-label={`Страница ${page}`}>
                {page}
              </a>
            )}
          </Fragment>
        ))}
        {current < pages ? (
          <a href={urlOf(current + 1)} aria-label="Следующая страница" rel="next">
            <Icon name="chevron-right" />
          </a>
        ) : null}
      </nav>
    </>
  );
}

function shownPages(current: number, pages: number): number[] {
  const wanted = [1, current - 2, current - 1, current, current + 1, current + 2, pages];
  return [...new Set(wanted)].filter((page) => page >= 1 && page <= pages).sort((a, b) => a - b);
}

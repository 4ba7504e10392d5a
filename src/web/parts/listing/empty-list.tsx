import { countFilters } from '#shared/listing-query.ts';
import { countOf } from '#shared/plurals.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { listingUrl, resetUrl } from './listing-url.ts';
import type { ListingPage } from './read-listing.ts';

/** A list without goods: which condition is in the way, and what its removal brings. */
export function EmptyList({ page }: { page: ListingPage }) {
  const [best, ...others] = page.rescues;
  return (
    <div className="empty">
      <Icon name="package-search" size="l" />
      <h2>Под эти условия ничего не подошло</h2>
      {best ? (
        <>
          <p className="soft">
            Мешает условие «{best.name}». Без него {countOf(best.total, 'товар', 'товара', 'товаров')}.
          </p>
          <Link className="btn btn--primary" to={listingUrl(page.path, page, best.without)}>
            Убрать «{best.name}»
          </Link>
          {others.slice(0, 2).map((other) => (
            <Link key={other.name} className="link" to={listingUrl(page.path, page, other.without)}>
              Убрать «{other.name}»: {countOf(other.total, 'товар', 'товара', 'товаров')}
            </Link>
          ))}
        </>
      ) : (
        <p className="soft">Товаров здесь сейчас нет.</p>
      )}
      {countFilters(page.listing) > 0 ? (
        <Link className="link" to={resetUrl(page.path, page)}>
          Сбросить всё
        </Link>
      ) : null}
    </div>
  );
}

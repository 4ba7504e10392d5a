import './product-table.css';
import type { ReactNode } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import type { DeviceType } from '#platform/device.ts';
import { countFilters, type Sort } from '#shared/listing-query.ts';
import { formatCount } from '#shared/plurals.ts';
import { sortNames } from '#shared/sort-names.ts';
import { cardsOf, facetsOf } from '#web/parts/goods/packed.ts';
import { ProductCard } from '#web/parts/goods/product-card.tsx';
import { AppliedChip } from '#web/ui/chips.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { appliedFilters } from './applied.ts';
import { filtersFormId, listingUrl, pageUrl, resetUrl } from './listing-url.ts';
import type { ListingPage } from './read-listing.ts';

const EmptyList = deferred(() => import('./empty-list.tsx').then((loaded) => loaded.EmptyList));
const FilterColumn = deferred(() => import('./filters.tsx').then((loaded) => loaded.FilterColumn));
const FilterSheet = deferred(() => import('./filters.tsx').then((loaded) => loaded.FilterSheet));
const ProductTable = deferred(() => import('./product-table.tsx').then((loaded) => loaded.ProductTable));

type ListingProps = {
  page: ListingPage;
  device: DeviceType;
  /** The page begins with something else: no picture of the list is loaded at once. */
  isBelow?: boolean;
  /** Over the list, where sections stand above it. */
  heading?: string | undefined;
  /** A box among the cards: the calculator of the category. */
  inset?: ReactNode;
  /** Under the list: short listings, texts. */
  children?: ReactNode;
};

/**
 * Filters, sort, view, cards or rows, pages. The whole state stands in the address, so Back and a sent link show the
 * same.
 */
export function Listing({ page, device, isBelow = false, heading, inset, children }: ListingProps) {
  const { path, result } = page;
  const navigation = useNavigation();
  const isPending = navigation.state === 'loading' && [path, page.short_path].includes(navigation.location.pathname);
  const isMobile = device === 'mobile';
  const hasFilters = countFilters(page.listing) > 0 || result.total > 0;
  return (
    <>
      {isMobile && heading ? <h2 className="listing__h">{heading}</h2> : null}
      {isMobile && hasFilters ? (
        <div className="mfbar">
          <FilterSheet path={path} state={page} result={result} />
          <SortSelect page={page} />
          <ViewLink page={page} />
        </div>
      ) : null}
      <div className={`listing${hasFilters ? '' : ' listing--wide'}`}>
        {!isMobile && hasFilters ? <FilterColumn path={path} state={page} result={result} /> : null}
        <section className={isPending ? 'is-pending' : undefined} aria-busy={isPending} aria-label="Товары">
          {isMobile || !hasFilters ? null : (
            <div className="toolbar">
              {heading ? <h2 className="toolbar__h">{heading}</h2> : <Promoted page={page} />}
              <div className="row">
                <SortSelect page={page} />
                <ViewSwitch page={page} />
              </div>
              {heading && page.promoted.length > 0 ? <Promoted page={page} /> : null}
            </div>
          )}
          <Applied page={page} device={device} />
          {result.total === 0 ? (
            <EmptyList page={page} />
          ) : page.view === 'table' ? (
            <ProductTable page={page} />
          ) : (
            <Cards page={page} inset={inset} device={device} urgent={isBelow ? 0 : firstRow[device]} />
          )}
          <Pages page={page} />
          {children}
        </section>
      </div>
    </>
  );
}

/** Where the inset stands: after so many cards, or the first row of a shorter list, it has a row of its own. */
const insetAfter = { desktop: 8, mobile: 4 } as const;
/** Cards of the first row. */
const firstRow = { desktop: 4, mobile: 2 } as const;

type CardsProps = {
  page: ListingPage;
  inset?: ReactNode;
  device: DeviceType;
  /** Pictures of so many cards are loaded at once. */
  urgent: number;
};

function Cards({ page, inset, device, urgent }: CardsProps) {
  const items = cardsOf(page.result.items);
  const place = items.length < insetAfter[device] ? firstRow.desktop : insetAfter[device];
  const hasInset = inset && items.length >= place;
  return (
    <div className="grid4">
      {items.map((product, index) => [
        hasInset && index === place ? inset : null,
        <ProductCard key={product.id} product={product} heading="h2" priority={index < urgent} />,
      ])}
      {hasInset && items.length === place ? inset : null}
    </div>
  );
}

/** Belongs to the filter form, so that it works without JavaScript; with it the choice is applied at once. */
function SortSelect({ page }: { page: ListingPage }) {
  const navigate = useNavigate();
  const sorts = Object.entries(sortNames).filter(([sort]) => sort !== 'relevance' || page.listing.q);
  return (
    <label className="sort btn btn--line btn--sm">
      <Icon name="arrow-up-down" size="s" />
      <span className="sr">Порядок</span>
      <select
        name="sort"
        form={filtersFormId}
        key={page.listing.sort}
        defaultValue={page.listing.sort}
        onChange={(event) => {
          const sort = event.target.value as Sort;
          navigate(listingUrl(page.path, page, { sort }), { preventScrollReset: true });
        }}
      >
        {sorts.map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="s" />
    </label>
  );
}

function viewUrl(page: ListingPage, view: 'grid' | 'table'): string {
  return listingUrl(page.path, page, {}, { page: page.listing.page, first_page: page.first_page, view });
}

function ViewSwitch({ page }: { page: ListingPage }) {
  const link = (view: 'grid' | 'table', icon: string, label: string) => (
    <Link
      to={viewUrl(page, view)}
      className={page.view === view ? 'is-on' : ''}
      aria-label={label}
      aria-current={page.view === view ? 'true' : undefined}
      preventScrollReset
    >
      <Icon name={icon} size="s" />
    </Link>
  );
  return (
    <div className="seg seg--icons">
      {link('grid', 'grid-2x2', 'Плиткой')}
      {link('table', 'list', 'Таблицей')}
    </div>
  );
}

/** On a phone: one button to the other view. */
function ViewLink({ page }: { page: ListingPage }) {
  const other = page.view === 'grid' ? 'table' : 'grid';
  return (
    <Link
      className="ibtn ibtn--line"
      to={viewUrl(page, other)}
      aria-label={other === 'grid' ? 'Плиткой' : 'Строками'}
      preventScrollReset
    >
      <Icon name={other === 'grid' ? 'grid-2x2' : 'list'} />
    </Link>
  );
}

/** A few useful values as links above the list. */
function Promoted({ page }: { page: ListingPage }) {
  return (
    <div className="chips">
      {page.promoted.map(({ name, url }) => (
        <Link key={name} className="chip chip--line" to={url} preventScrollReset>
          {name}
        </Link>
      ))}
    </div>
  );
}

function Applied({ page, device }: { page: ListingPage; device: DeviceType }) {
  const applied = appliedFilters(page.listing, facetsOf(page.result.facets), page.result.base_price_range?.shown_unit);
  if (applied.length === 0) return null;
  return (
    <div className={device === 'mobile' ? 'scrollx applied--m' : 'applied'}>
      {applied.map((filter) => (
        <AppliedChip key={filter.name} name={filter.name} url={listingUrl(page.path, page, filter.without)} />
      ))}
      <Link className="link small applied__reset" to={resetUrl(page.path, page)} preventScrollReset>
        Сбросить всё
      </Link>
    </div>
  );
}

function Pages({ page }: { page: ListingPage }) {
  const { result, listing, path } = page;
  const navigate = useNavigate();
  if (result.pages <= 1) return null;
  const shownTo = Math.min(result.total, listing.page * listing.limit);
  const next = Math.min(listing.limit, result.total - shownTo);
  return (
    <>
      <p className="sr" role="status">
        Показано {formatCount((page.first_page - 1) * listing.limit + 1)}–{formatCount(shownTo)} из{' '}
        {formatCount(result.total)}
      </p>
      {next > 0 ? (
        <div className="more">
          {/* Without JavaScript it opens the next page; with it the page is added, the address says from where. */}
          <Link
            className="btn btn--line btn--lg"
            to={pageUrl(path, page, listing.page + 1)}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              const more = pageUrl(path, page, listing.page + 1, page.first_page);
              navigate(more, { replace: true, preventScrollReset: true });
            }}
          >
            Показать ещё {formatCount(next)}
          </Link>
        </div>
      ) : null}
      <Pager
        current={listing.page}
        first={page.first_page}
        pages={result.pages}
        urlOf={(number) => pageUrl(path, page, number)}
      />
    </>
  );
}

import { Link, useFetcher } from 'react-router';
import type { ProductCard as Product } from '#modules/catalogue/product-card.ts';
import type { Device } from '#platform/device.ts';
import { countOf } from '#shared/plurals.ts';
import { catalogUrl, discountsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ProductCard } from '#web/ui/product-card.tsx';
import { useRefreshAfter } from '#web/visitor-lists.ts';

type ListPageProps = {
  title: string;
  url: string;
  products: Product[];
  /** Ids the catalogue no longer knows: shown and removable. */
  gone: number[];
  empty: string;
  device: Device;
};

/** A list of the visitor's own: cards, removal, clearing, and words where it is empty. */
export function ListPage({ title, url, products, gone, empty }: ListPageProps) {
  const count = products.length + gone.length;
  return (
    <>
      <div className="title title--list">
        <h1>{title}</h1>
        {count > 0 ? <span>{countOf(count, 'товар', 'товара', 'товаров')}</span> : null}
        {count > 0 ? <ClearButton url={url} title={title} /> : null}
      </div>
      {count === 0 ? <EmptyList words={empty} /> : null}
      <div className="grid5 list-grid">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} heading="h2" />
        ))}
      </div>
      {gone.length > 0 ? <Gone ids={gone} url={url} /> : null}
    </>
  );
}

export function EmptyList({ words }: { words: string }) {
  return (
    <div className="empty">
      <Icon name="package-search" size="l" />
      <h2>Здесь пока пусто</h2>
      <p className="soft">{words}</p>
      <Link className="btn btn--primary" to={catalogUrl()}>
        Открыть каталог
      </Link>
      <Link className="link" to={discountsUrl()}>
        Товары со скидкой
      </Link>
    </div>
  );
}

export function ClearButton({ url, title }: { url: string; title: string }) {
  const fetcher = useFetcher({ key: `clear-${url}` });
  useRefreshAfter(fetcher.data);
  return (
    <fetcher.Form method="post" action={url}>
      <input type="hidden" name="intent" value="clear" />
      <button type="submit" className="link small" aria-label={`Очистить: ${title}`}>
        Очистить
      </button>
    </fetcher.Form>
  );
}

export function Gone({ ids, url }: { ids: number[]; url: string }) {
  return (
    <ul className="gone">
      {ids.map((id) => (
        <li key={id}>
          <Icon name="circle-off" size="s" />
          Товар снят с продажи
          <form method="post" action={url}>
            <input type="hidden" name="product_id" value={id} />
            <input type="hidden" name="intent" value="remove" />
            <button type="submit" className="link small" aria-label={`Убрать товар ${id}, снят с продажи`}>
              Убрать
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}

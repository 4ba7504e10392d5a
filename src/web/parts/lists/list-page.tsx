import './lists.css';
import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import type { ProductCard as Product } from '#modules/catalogue/card.ts';
import type { DeviceType } from '#platform/device.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl, discountsUrl, homeCrumb } from '#shared/urls.ts';
import { ProductCard } from '#web/parts/goods/product-card.tsx';
import { Rail } from '#web/parts/goods/rail.tsx';
import { useRefreshAfter } from '#web/parts/visitor/visitor-lists.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { fullWords } from './full-words.ts';
import type { OfferedGoods } from './offered-goods.server.ts';

/** What an empty list says: its sign, that there is nothing yet, how something comes into it, where else to look. */
type Empty = { icon: string; heading: string; words: string; elsewhere?: ReactNode };

type ListPageProps = {
  title: string;
  url: string;
  products: Product[];
  /** Ids the catalogue no longer knows: shown and removable. */
  gone: number[];
  empty: Empty;
  device: DeviceType;
  offered: OfferedGoods;
  /** A list somebody shared is not the reader's to clear. */
  isShared?: boolean;
  /** How many the list holds, when a filter shows fewer. */
  total?: number;
  /** Beside the title instead of how many they are. */
  worth?: string;
  /** Between title and cards. */
  tools?: ReactNode;
  /** Under the cards. */
  note?: ReactNode;
  /** Under each card. */
  under?: ((product: Product) => ReactNode) | undefined;
};

/** A list of the visitor's own: cards, removal, clearing, and words where it is empty. */
export function ListPage(props: ListPageProps) {
  const { title, url, products, gone, empty, device, offered, isShared = false, tools, note, under } = props;
  const total = (props.total ?? products.length) + gone.length;
  return (
    <>
      <Breadcrumbs crumbs={[homeCrumb]} here={title} device={device} />
      <div className="title title--list">
        <h1>{unbroken(title)}</h1>
        {total > 0 ? <span>{props.worth ?? countOf(total, 'товар', 'товара', 'товаров')}</span> : null}
        {total > 0 && !isShared ? <ClearButton url={url} title={title} /> : null}
      </div>
      {tools}
      {total === 0 ? (
        <EmptyList empty={empty}>
          <Offered rows={offered} device={device} />
        </EmptyList>
      ) : null}
      {products.length > 0 ? (
        <ul className="grid5 list-grid">
          {products.map((product) => (
            <li key={product.id} className="listcard">
              <ProductCard product={product} heading="h2" />
              {under ? <div className="listcard__under">{under(product)}</div> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {gone.length > 0 ? <Gone ids={gone} url={url} /> : null}
      {note}
      {total > 0 ? <Offered rows={offered} device={device} /> : null}
    </>
  );
}

/** `children`: goods to begin with, shown under it. */
type EmptyListProps = { empty: Empty; children?: ReactNode };

export function EmptyList({ empty: { icon, heading, words, elsewhere }, children }: EmptyListProps) {
  return (
    <>
      <div className="empty empty--list">
        <Icon name={icon} size="l" />
        <h2>{heading}</h2>
        <p className="soft">{unbroken(words)}</p>
        {elsewhere ? <p className="soft">{elsewhere}</p> : null}
        <div className="empty__both">
          <Link className="btn btn--primary" to={catalogUrl()}>
            Открыть каталог
          </Link>
          <Link className="btn btn--line" to={discountsUrl()}>
            Товары со скидкой
          </Link>
        </div>
      </div>
      {children}
    </>
  );
}

function Offered({ rows, device }: { rows: OfferedGoods; device: DeviceType }) {
  return rows.map((row) => <Rail key={row.title} {...row} device={device} />);
}

/** The last press added nothing: the list is full, and nothing is dropped silently. */
export function FullNote({ list }: { list: keyof typeof fullWords }) {
  return (
    <Note kind="warn" role="status" className="listnote">
      {fullWords[list]}
    </Note>
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

type RemoveOneProps = { url: string; product: { id: number; name: string } };

/** One product off the list; its card's heart or scales do the same where there are some. */
export function RemoveOne({ url, product }: RemoveOneProps) {
  const fetcher = useFetcher({ key: `remove-${url}-${product.id}` });
  useRefreshAfter(fetcher.data);
  return (
    <fetcher.Form method="post" action={url}>
      <input type="hidden" name="product_id" value={product.id} />
      <input type="hidden" name="intent" value="remove" />
      <button type="submit" className="link small" aria-label={`Убрать: ${product.name}`}>
        Убрать
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

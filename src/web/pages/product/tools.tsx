import { useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { brandUrl, priceTagUrl, savedListsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

type ToolsProps = { product: Pick<ProductPage, 'id' | 'name' | 'slug' | 'price' | 'switched_off'> };

/**
 * The product put on a list of one's own; the page sent on, and as a sheet of paper, which both need a script; the
 * price tag of what has a price is a page of its own.
 */
export function Tools({ product: { id, name, slug, price, switched_off } }: ToolsProps) {
  const [isCopied, setIsCopied] = useState(false);
  const share = () => {
    const url = window.location.origin + window.location.pathname;
    if ('share' in navigator) return navigator.share({ title: name, url }).catch(() => {});
    return (navigator as Navigator).clipboard?.writeText(url).then(() => setIsCopied(true));
  };
  return (
    <p className="row pdp__tools">
      <Link className="row" to={`${savedListsUrl()}?from=product&product=${id}`} rel="nofollow">
        <Icon name="bookmark-plus" size="s" />В список
      </Link>
      <button type="button" className="row js" onClick={share}>
        <Icon name={isCopied ? 'check' : 'share-2'} size="s" />
        <span aria-live="polite">{isCopied ? 'Ссылка скопирована' : 'Поделиться'}</span>
      </button>
      <button type="button" className="row js pdp__paper" onClick={() => window.print()}>
        <Icon name="printer" size="s" />
        Печать
      </button>
      {price !== null && !switched_off ? (
        <a className="row pdp__paper" href={`${priceTagUrl(slug)}#print`} target="_blank" rel="nofollow noopener">
          <Icon name="tag" size="s" />
          Ценник
        </a>
      ) : null}
    </p>
  );
}

/** To all goods of the brand: its name is read sooner than a logo of this size. */
export function BrandLink({ brand }: { brand: NonNullable<ProductPage['brand']> }) {
  return (
    <Link className="link small pdp__brand" to={brandUrl(brand.slug)}>
      Все товары {brand.name}
    </Link>
  );
}

/** How many ordered it, and the article with a copy button; without JavaScript it is plain text. */
export function Article({ product: { article, idcode, ordered_text } }: { product: ProductPage }) {
  const [isCopied, setIsCopied] = useState(false);
  const code = article ?? idcode;
  return (
    <>
      {ordered_text ? <span className="small">{ordered_text}</span> : null}
      <span className="row small soft pdp__article">
        {article ? 'Арт.' : 'Код'} <span className="num">{code}</span>
        <button
          className="js"
          type="button"
          aria-label={`Скопировать: ${code}`}
          onClick={() => navigator.clipboard?.writeText(code).then(() => setIsCopied(true))}
        >
          <Icon name={isCopied ? 'check' : 'copy'} size="s" />
        </button>
        <span className="sr" role="status">
          {isCopied ? 'Скопировано' : ''}
        </span>
      </span>
    </>
  );
}

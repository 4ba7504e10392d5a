import { Fragment, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Rating as RatingData } from '#modules/catalogue/rating.ts';
import { formatPrice } from '#shared/money.ts';
import { brandUrl, categoryUrl, productUrl, searchUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Rating } from '#web/ui/rating.tsx';
import { forgetQuery, recentQueries } from './recent-queries.ts';
import { useShell } from './use-shell.ts';

export type SuggestionsProps = {
  id: string;
  text: string;
  isOpen: boolean;
  /** The words go into the field. */
  onCopy: (words: string) => void;
  /** The words are searched for. */
  onFollow: (words: string) => void;
  onClose: () => void;
  /** Whether there is a list to see: nothing is shown before the first answer. */
  onShow: (isShown: boolean) => void;
};

/** What S7-31 answers; prices in roubles. */
type Found = {
  products: {
    id: number;
    slug: string;
    name: string;
    image: string | null;
    price: number | null;
    /** Only for who buys for a firm. */
    buyer_price?: number | null;
    unit: string;
    available: number | null;
    is_on_sale_now: boolean;
    rating: RatingData | null;
  }[];
  categories: { code: string; name: string; parent_name: string | null }[];
  brands: { slug: string; name: string }[];
  queries: string[];
  corrected_query: string | null;
};

const leastLength = 2;
const pauseMs = 120;

/** Queries, categories and brands at the left, products with price and stock at the right; recent queries for an empty field. */
export function Suggestions({ id, text, isOpen, onCopy, onFollow, onClose, onShow }: SuggestionsProps) {
  const found = useSuggestions(text.trim(), isOpen);
  const words = text.trim();
  const hasList = words.length < leastLength ? recentQueries().length > 0 : found !== null;
  useEffect(() => onShow(hasList), [hasList, onShow]);
  let index = 0;
  const option = () => ({ role: 'option', id: `${id}-${index++}`, 'aria-selected': false, tabIndex: -1 }) as const;

  if (words.length < leastLength) return <Recent id={id} onCopy={onCopy} onFollow={onFollow} option={option} />;
  if (!found) return null;

  const follow = (query: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    onFollow(query);
  };
  const isEmpty = [found.products, found.categories, found.brands, found.queries].every((rows) => rows.length === 0);
  return (
    <div className="sugg" id={id} role="listbox" aria-label="Подсказки">
      <div role="presentation">
        {found.corrected_query && (
          <Row
            option={option()}
            to={searchUrl(found.corrected_query)}
            icon="search"
            onClick={follow(found.corrected_query)}
          >
            Возможно, Вы искали <b className="b">{found.corrected_query}</b>
          </Row>
        )}
        <Heading isShown={found.queries.length > 0}>Запросы</Heading>
        {found.queries.map((query) => (
          <Row
            key={query}
            option={option()}
            to={searchUrl(query)}
            icon="search"
            onClick={follow(query)}
            side={<CopyButton words={query} onCopy={onCopy} />}
          >
            <Marked text={query} words={words} />
          </Row>
        ))}
        <Heading isShown={found.categories.length > 0}>Категории</Heading>
        {found.categories.map(({ code, name, parent_name }) => (
          <Row key={code} option={option()} to={categoryUrl(code)} icon="layers" onClick={onClose}>
            <Marked text={name} words={words} />
            {parent_name && <span className="soft small"> {parent_name}</span>}
          </Row>
        ))}
        <Heading isShown={found.brands.length > 0}>Бренды</Heading>
        {found.brands.map(({ slug, name }) => (
          <Row key={slug} option={option()} to={brandUrl(slug)} icon="tag" onClick={onClose}>
            <Marked text={name} words={words} />
          </Row>
        ))}
        {isEmpty && <p className="soft sugg__none">Ничего не нашлось. Проверьте слово или откройте каталог.</p>}
      </div>
      <div role="presentation">
        <Heading isShown={found.products.length > 0}>Товары</Heading>
        {found.products.map((product) => (
          <Link key={product.id} to={productUrl(product.slug)} onClick={onClose} {...option()}>
            <span className="pic">
              {product.image && <Picture path={product.image} width={48} height={48} alt="" />}
            </span>
            <span className="sugg__product">
              <span>{product.name}</span>
              <span className="sugg__facts">
                <Stock {...product} />
                {product.rating ? <Rating rating={product.rating} /> : null}
              </span>
            </span>
            <span className="sugg__prices num nowrap">
              {product.price !== null && <b className="b">{formatPrice(Math.round(product.price * 100))}</b>}
              {product.buyer_price != null && (
                <span className="sugg__biz">{formatPrice(Math.round(product.buyer_price * 100))} для бизнеса</span>
              )}
            </span>
          </Link>
        ))}
        {found.products.length > 0 && (
          <Link className="sugg__all" to={searchUrl(words)} onClick={follow(words)} {...option()}>
            Все товары по запросу «{words}»
          </Link>
        )}
      </div>
    </div>
  );
}

type Option = { role: 'option'; id: string; 'aria-selected': boolean; tabIndex: number };
type RowProps = {
  option: Option;
  to: string;
  icon: string;
  onClick: (event: MouseEvent) => void;
  side?: ReactNode;
  children: ReactNode;
};

function Row({ option, to, icon, onClick, side, children }: RowProps) {
  return (
    <span className="sugg__row" role="presentation">
      <Link to={to} onClick={onClick} {...option}>
        <Icon name={icon} size="s" />
        <span>{children}</span>
      </Link>
      {side}
    </span>
  );
}

function Heading({ isShown, children }: { isShown: boolean; children: string }) {
  return isShown ? (
    <p className="sugg__h" role="presentation">
      {children}
    </p>
  ) : null;
}

function CopyButton({ words, onCopy }: { words: string; onCopy: (words: string) => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className="ibtn"
      aria-label={`Подставить: ${words}`}
      onClick={() => onCopy(words)}
    >
      <Icon name="arrow-up-left" size="s" />
    </button>
  );
}

function Recent({
  id,
  onCopy,
  onFollow,
  option,
}: Pick<SuggestionsProps, 'id' | 'onCopy' | 'onFollow'> & { option: () => Option }) {
  const [queries, setQueries] = useState(recentQueries);
  if (queries.length === 0) return null;
  return (
    <div className="sugg sugg--recent" id={id} role="listbox" aria-label="Недавние запросы">
      <div role="presentation">
        <Heading isShown>Вы искали</Heading>
        {queries.map((query) => (
          <Row
            key={query}
            option={option()}
            to={searchUrl(query)}
            icon="clock"
            onClick={(event) => {
              event.preventDefault();
              onFollow(query);
            }}
            side={
              <>
                <CopyButton words={query} onCopy={onCopy} />
                <button
                  type="button"
                  tabIndex={-1}
                  className="ibtn"
                  aria-label={`Забыть: ${query}`}
                  onClick={() => {
                    forgetQuery(query);
                    setQueries(recentQueries());
                  }}
                >
                  <Icon name="x" size="s" />
                </button>
              </>
            }
          >
            {query}
          </Row>
        ))}
      </div>
    </div>
  );
}

/** What was typed stands out in what was found. */
function Marked({ text, words }: { text: string; words: string }) {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return <>{text}</>;
  return (
    <Fragment>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </Fragment>
  );
}

function Stock({
  available,
  unit,
  is_on_sale_now,
}: Pick<Found['products'][number], 'available' | 'unit' | 'is_on_sale_now'>) {
  const isHere = available !== null && available > 0 && is_on_sale_now;
  const kind = isHere ? 'now' : is_on_sale_now ? 'later' : 'none';
  const words = { now: 'В наличии', later: 'Под заказ', none: 'Нет в наличии' }[kind];
  const icon = { now: 'circle-check', later: 'clock', none: 'circle-off' }[kind];
  return (
    <span className={`stock stock--${kind}`}>
      <Icon name={icon} size="s" />
      {isHere && available <= 10 ? `Осталось ${available} ${unit}` : words}
    </span>
  );
}

/** The answer for the words typed, after a short pause; a newer word stops the question for the older. A failure shows nothing. */
function useSuggestions(words: string, isOpen: boolean): Found | null {
  const { product_code } = useShell();
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!isOpen || words.length < leastLength) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const url = `/api/ecm/${product_code}/search/suggest/?q=${encodeURIComponent(words)}`;
        const answer = await fetch(url, { signal: stop.signal });
        setFound(answer.ok ? await answer.json() : null);
      } catch {
        // Stopped, or no network: the form still searches.
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, isOpen, product_code]);
  return found;
}

import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Rating as RatingData } from '#modules/catalogue/rating.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { brandUrl, categoryUrl, productUrl, searchUrl } from '#shared/urls.ts';
import { Rating } from '#web/parts/goods/rating.tsx';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { markedParts } from './marked-parts.ts';
import { forgetQuery, recentQueries, rememberQuery } from './recent-queries.ts';

export type SuggestionsProps = {
  /** The combobox: its keys are heard and its `aria-` state is kept here. */
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
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

/** One row of the list. `query`: the words it searches for; `forget`: a recent query, which the Delete key drops. */
type Option = { to: string; query?: string; forget?: string };

const leastLength = 2;
const pauseMs = 120;

/**
 * The list under the search field: queries, categories and brands at the left, products with price and stock at the right; for an empty field what was searched
 * for lately. The pattern is the editable combobox with a listbox: arrows go round through the rows and the field, Home and End to the first and the last row, Enter
 * opens the chosen row, Escape and Tab close, Delete forgets a recent query. What came is announced.
 */
export function Suggestions({ input, text, onText }: SuggestionsProps) {
  const id = useId();
  const { key } = useLocation();
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  // The list belongs to the page it was opened on: another one begins without it. It is loaded by entering the field, so it begins open.
  const [openAt, setOpenAt] = useState<string | null>(key);
  const [recent, setRecent] = useState(recentQueries);
  const words = text.trim();
  const isRecent = words.length < leastLength;
  const isOpen = openAt === key;
  const { found, foundFor, hasFailed } = useSuggestions(words, isOpen && !isRecent);
  // What is shown, as a text: a choice is forgotten when the list under it changes.
  const shown = isRecent ? `recent ${recent.join()}` : `found ${foundFor}`;
  const [choice, setChoice] = useState({ shown, at: -1 });
  const active = choice.shown === shown ? choice.at : -1;

  const options = isRecent
    ? recent.map((query) => ({ to: searchUrl(query), query, forget: query }))
    : found
      ? optionsOf(found, words)
      : [];
  const isEmpty = !isRecent && found !== null && options.length === 0;
  const isShown = isOpen && (options.length > 0 || isEmpty);

  const close = () => setOpenAt(null);
  const follow = (option: Option) => {
    if (option.query) rememberQuery(option.query);
    setRecent(recentQueries());
    close();
    navigate(option.to);
  };
  const press = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const choose = (at: number) => {
      event.preventDefault();
      setChoice({ shown, at });
    };
    const chosen = options[active];
    if (event.key === 'Tab') close();
    else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) {
        event.preventDefault();
        setOpenAt(key);
      }
      if (last < 0) return;
      // One place more than there are rows: the field itself, with nothing chosen.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      choose(((active + 1 + step + last + 2) % (last + 2)) - 1);
    } else if (isShown && chosen) {
      if (event.key === 'Home') choose(0);
      else if (event.key === 'End') choose(last);
      else if (event.key === 'Enter') {
        event.preventDefault();
        follow(chosen);
      } else if (event.key === 'Delete' && chosen.forget) {
        event.preventDefault();
        forgetQuery(chosen.forget);
        setRecent(recentQueries());
      }
    }
  };

  // The field is drawn by the search box, which knows nothing of the list: its events are heard here, and the list's state is written on it.
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const open = () => {
      setOpenAt(key);
      setRecent(recentQueries());
    };
    field.addEventListener('keydown', press);
    field.addEventListener('input', open);
    field.addEventListener('focus', open);
    field.addEventListener('click', open);
    field.setAttribute('aria-expanded', String(isShown));
    setOrDrop(field, 'aria-controls', isShown ? id : null);
    setOrDrop(field, 'aria-activedescendant', isShown && active >= 0 ? `${id}-${active}` : null);
    return () => {
      field.removeEventListener('keydown', press);
      field.removeEventListener('input', open);
      field.removeEventListener('focus', open);
      field.removeEventListener('click', open);
    };
  });
  useEffect(() => {
    if (isShown && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, isShown, active]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!root.current?.contains(target) && !input.current?.form?.contains(target)) setOpenAt(null);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen, input]);

  let at = 0;
  const row = () => {
    const index = at++;
    return {
      role: 'option',
      id: `${id}-${index}`,
      'aria-selected': index === active,
      className: index === active ? 'is-hover' : undefined,
      tabIndex: -1,
      to: options[index]?.to ?? '',
      onClick: (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || !options[index]) return;
        event.preventDefault();
        follow(options[index]);
      },
    } as const;
  };
  const copy = (query: string) => (
    <RowButton
      icon="arrow-up-left"
      label={`Подставить: ${query}`}
      onPress={() => {
        onText(`${query} `);
        input.current?.focus();
      }}
    />
  );
  const marked = found?.corrected_query ?? words;
  return (
    <>
      <span className="sr" role="status">
        {!isOpen || hasFailed ? '' : announcement(isRecent, isEmpty, options.length)}
      </span>
      <div ref={root} className="searchbox__list" hidden={!isShown}>
        {isShown && isRecent ? (
          <div className="sugg sugg--recent" id={id} role="listbox" aria-label="Недавние запросы">
            <Group id={`${id}-recent`} title="Вы искали">
              {recent.map((query) => (
                <span key={query} className="sugg__row" role="presentation">
                  <Link {...row()}>
                    <Icon name="clock" size="s" />
                    <span>{query}</span>
                  </Link>
                  {copy(query)}
                  <RowButton
                    icon="x"
                    label={`Забыть: ${query}`}
                    onPress={() => {
                      forgetQuery(query);
                      setRecent(recentQueries());
                    }}
                  />
                </span>
              ))}
            </Group>
          </div>
        ) : null}
        {isShown && found && !isRecent ? (
          <div className="sugg" id={id} role="listbox" aria-label="Подсказки" aria-busy={foundFor !== words}>
            <div role="presentation">
              {found.corrected_query ? (
                <Link {...row()}>
                  <Icon name="search" size="s" />
                  <span>
                    Возможно, Вы искали <b className="b">{found.corrected_query}</b>
                  </span>
                </Link>
              ) : null}
              <Group id={`${id}-queries`} title="Запросы" isShown={found.queries.length > 0}>
                {found.queries.map((query) => (
                  <span key={query} className="sugg__row" role="presentation">
                    <Link {...row()}>
                      <Icon name="search" size="s" />
                      <Marked text={query} words={marked} />
                    </Link>
                    {copy(query)}
                  </span>
                ))}
              </Group>
              <Group id={`${id}-categories`} title="Категории" isShown={found.categories.length > 0}>
                {found.categories.map(({ code, name, parent_name }) => (
                  <Link key={code} {...row()}>
                    <Icon name="layers" size="s" />
                    <span>
                      <Marked text={name} words={marked} />
                      {parent_name && <span className="soft small"> {parent_name}</span>}
                    </span>
                  </Link>
                ))}
              </Group>
              <Group id={`${id}-brands`} title="Бренды" isShown={found.brands.length > 0}>
                {found.brands.map(({ slug, name }) => (
                  <Link key={slug} {...row()}>
                    <Icon name="tag" size="s" />
                    <Marked text={name} words={marked} />
                  </Link>
                ))}
              </Group>
              {isEmpty && <p className="soft sugg__none">Ничего не нашлось. Проверьте слово или откройте каталог.</p>}
            </div>
            <Group id={`${id}-products`} title="Товары" isShown={found.products.length > 0}>
              {found.products.map((product) => (
                <Link key={product.id} {...row()}>
                  <span className="pic">
                    {product.image && <Picture path={product.image} width={48} height={48} alt="" />}
                  </span>
                  <span className="sugg__product">
                    <Marked text={product.name} words={marked} />
                    <span className="sugg__facts">
                      <Stock {...product} />
                      {product.rating ? <Rating rating={product.rating} /> : null}
                    </span>
                  </span>
                  <span className="sugg__prices num nowrap">
                    {product.price !== null && <b className="b">{formatPrice(Math.round(product.price * 100))}</b>}
                    {product.buyer_price != null && (
                      <span className="sugg__biz">
                        {formatPrice(Math.round(product.buyer_price * 100))} для бизнеса
                      </span>
                    )}
                  </span>
                </Link>
              ))}
              <AllOf row={row} words={words} isShown={found.products.length > 0} />
            </Group>
          </div>
        ) : null}
      </div>
    </>
  );
}

/** In the order of the rows on the screen, which `row` counts through. */
function optionsOf({ corrected_query, queries, categories, brands, products }: Found, words: string): Option[] {
  const search = (query: string) => ({ to: searchUrl(query), query });
  return [
    ...(corrected_query ? [search(corrected_query)] : []),
    ...queries.map(search),
    ...categories.map(({ code }) => ({ to: categoryUrl(code) })),
    ...brands.map(({ slug }) => ({ to: brandUrl(slug) })),
    ...products.map(({ slug }) => ({ to: productUrl(slug) })),
    ...(products.length > 0 ? [search(words)] : []),
  ];
}

function announcement(isRecent: boolean, isEmpty: boolean, count: number): string {
  if (isEmpty) return 'Подсказок нет';
  if (count === 0) return '';
  const rows = isRecent
    ? countOf(count, 'недавний запрос', 'недавних запроса', 'недавних запросов')
    : countOf(count, 'подсказка', 'подсказки', 'подсказок');
  return `${rows}. Стрелки вниз и вверх — выбор${isRecent ? ', Delete — забыть запрос' : ''}.`;
}

function Group({
  id,
  title,
  isShown = true,
  children,
}: {
  id: string;
  title: string;
  isShown?: boolean;
  children: ReactNode;
}) {
  if (!isShown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a listbox are grouped by role, a fieldset may not stand in one
    <div role="group" aria-labelledby={id}>
      <p className="sugg__h" id={id} role="presentation">
        {title}
      </p>
      {children}
    </div>
  );
}

type Row = { role: 'option'; id: string; 'aria-selected': boolean; tabIndex: number; to: string };

function AllOf({
  row,
  words,
  isShown,
}: {
  row: () => Row & { className: string | undefined };
  words: string;
  isShown: boolean;
}) {
  if (!isShown) return null;
  const { className, ...rest } = row();
  return (
    <Link {...rest} className={className ? `sugg__all ${className}` : 'sugg__all'}>
      Все товары по запросу «{words}»
    </Link>
  );
}

/** A tool of a row for fingers and mice. A listbox has nothing but options, so readers get the same by keys (Delete, typing on). */
function RowButton({ icon, label, onPress }: { icon: string; label: string; onPress: () => void }) {
  return (
    <button type="button" tabIndex={-1} className="ibtn" aria-hidden="true" title={label} onClick={onPress}>
      <Icon name={icon} size="s" />
    </button>
  );
}

/** What was typed stands out in what was found. */
function Marked({ text, words }: { text: string; words: string }) {
  return (
    <span>
      {markedParts(text, words).map(({ part, at, isMarked }) => (isMarked ? <mark key={at}>{part}</mark> : part))}
    </span>
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

/**
 * The answer for the words typed, after a short pause. A newer word stops the question for the older; the older answer stays while the words only grow, and is
 * dropped as soon as they are others. A failure shows nothing: the form still searches.
 */
function useSuggestions(
  words: string,
  isAsked: boolean,
): { found: Found | null; foundFor: string; hasFailed: boolean } {
  const { product_code, business_scope = '' } = useShell();
  const [answer, setAnswer] = useState<{ words: string; found: Found | null } | null>(null);
  const isAnswered = answer?.words === words;
  useEffect(() => {
    if (!isAsked || isAnswered) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const url = `/api/ecm/${product_code}/search/suggest/?q=${encodeURIComponent(words)}${business_scope}`;
        const response = await fetch(url, { signal: stop.signal });
        const found = response.ok ? ((await response.json()) as Found) : null;
        if (!stop.signal.aborted) setAnswer({ words, found });
      } catch {
        if (!stop.signal.aborted) setAnswer({ words, found: null });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, isAsked, isAnswered, product_code, business_scope]);
  if (!isAsked || !answer || !words.startsWith(answer.words)) return { found: null, foundFor: '', hasFailed: false };
  return { found: answer.found, foundFor: answer.words, hasFailed: answer.found === null };
}

function setOrDrop(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

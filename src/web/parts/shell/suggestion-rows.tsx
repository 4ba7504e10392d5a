import type { MouseEvent, ReactNode } from 'react';
import { pricePer, shownAmount } from '#shared/unit-words.ts';
import { brandUrl, categoryUrl, productUrl, searchUrl } from '#shared/urls.ts';
import { Rating } from '#web/parts/goods/rating.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { markedParts } from './marked-parts.ts';
import type { Found } from './use-suggestions.ts';

/** One row of the list. `query`: the words it searches for; `forget`: a recent query, which the Delete key drops. */
export type Option = { to: string; query?: string; forget?: string };

/** The list as its rows need it. */
export type List = {
  id: string;
  options: Option[];
  active: number;
  follow: (option: Option) => void;
  /** Puts a query into the field. */
  fill: (query: string) => void;
  forget: (query: string) => void;
};

export function recentOptions(queries: string[], popular: string[]): Option[] {
  const search = (query: string) => ({ to: searchUrl(query), query });
  return [...queries.map((query) => ({ ...search(query), forget: query })), ...popular.map(search)];
}

/** In the order of the rows on the screen. */
export function foundOptions(
  { corrected_query, queries, categories, brands, products }: Found,
  words: string,
): Option[] {
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

type RecentRowsProps = { list: List; queries: string[]; popular: string[] };

/** What this device searched for lately, and what is often searched for in the branch. */
export function RecentRows({ list, queries, popular }: RecentRowsProps) {
  return (
    <div className="sugg sugg--recent" id={list.id} role="listbox" aria-label="Запросы">
      <Group id={`${list.id}-recent`} title="Вы искали" isShown={queries.length > 0}>
        {queries.map((query, at) => (
          <span key={query} className="sugg__row" role="presentation">
            <Row list={list} at={at}>
              <Icon name="clock" size="s" />
              <span>{query}</span>
            </Row>
            <FillButton list={list} query={query} />
            <RowButton icon="x" label={`Забыть: ${query}`} onPress={() => list.forget(query)} />
          </span>
        ))}
      </Group>
      <Group id={`${list.id}-popular`} title="Часто ищут" isShown={popular.length > 0}>
        {popular.map((query, at) => (
          <span key={query} className="sugg__row" role="presentation">
            <Row list={list} at={queries.length + at}>
              <Icon name="search" size="s" />
              <span>{query}</span>
            </Row>
            <FillButton list={list} query={query} />
          </span>
        ))}
      </Group>
    </div>
  );
}

type FoundRowsProps = { list: List; found: Found; words: string; isBusy: boolean };

/** Queries, categories and brands at the left, products at the right. */
export function FoundRows({ list, found, words, isBusy }: FoundRowsProps) {
  const { corrected_query, queries, categories, brands, products } = found;
  const marked = corrected_query ?? words;
  const queriesFrom = corrected_query ? 1 : 0;
  const categoriesFrom = queriesFrom + queries.length;
  const brandsFrom = categoriesFrom + categories.length;
  const productsFrom = brandsFrom + brands.length;
  return (
    <div className="sugg" id={list.id} role="listbox" aria-label="Подсказки" aria-busy={isBusy}>
      <div role="presentation">
        {corrected_query ? (
          <Row list={list} at={0}>
            <Icon name="search" size="s" />
            <span>
              Возможно, вы искали <b className="b">{corrected_query}</b>
            </span>
          </Row>
        ) : null}
        <Group id={`${list.id}-queries`} title="Запросы" isShown={queries.length > 0}>
          {queries.map((query, at) => (
            <span key={query} className="sugg__row" role="presentation">
              <Row list={list} at={queriesFrom + at}>
                <Icon name="search" size="s" />
                <Marked text={query} words={marked} />
              </Row>
              <FillButton list={list} query={query} />
            </span>
          ))}
        </Group>
        <Group id={`${list.id}-categories`} title="Категории" isShown={categories.length > 0}>
          {categories.map(({ code, name, parent_name }, at) => (
            <Row key={code} list={list} at={categoriesFrom + at}>
              <Icon name="layers" size="s" />
              <span>
                <Marked text={name} words={marked} />
                {parent_name && <span className="soft small"> {parent_name}</span>}
              </span>
            </Row>
          ))}
        </Group>
        <Group id={`${list.id}-brands`} title="Бренды" isShown={brands.length > 0}>
          {brands.map(({ slug, name }, at) => (
            <Row key={slug} list={list} at={brandsFrom + at}>
              <Icon name="tag" size="s" />
              <Marked text={name} words={marked} />
            </Row>
          ))}
        </Group>
        {list.options.length === 0 && (
          <p className="soft sugg__none">Ничего не нашлось. Проверьте слово или откройте каталог.</p>
        )}
      </div>
      <Group id={`${list.id}-products`} title="Товары" isShown={products.length > 0}>
        {products.map((product, at) => (
          <Row key={product.id} list={list} at={productsFrom + at}>
            <ProductInsides product={product} words={marked} />
          </Row>
        ))}
        <Row list={list} at={productsFrom + products.length} className="sugg__all">
          Все товары по запросу «{words}»
        </Row>
      </Group>
    </div>
  );
}

type FoundProduct = Found['products'][number];

function ProductInsides({ product, words }: { product: FoundProduct; words: string }) {
  return (
    <>
      <span className="pic">{product.image && <Picture path={product.image} width={48} height={48} alt="" />}</span>
      <span className="sugg__product">
        <Marked text={product.name} words={words} />
        <span className="sugg__facts">
          <Stock {...product} />
          {product.rating ? <Rating rating={product.rating} /> : null}
        </span>
      </span>
      <span className="sugg__prices num nowrap">
        {product.price !== null && <b className="b">{pricePer(Math.round(product.price * 100), product.shown_unit)}</b>}
        {product.buyer_price != null && (
          <span className="sugg__biz">
            {pricePer(Math.round(product.buyer_price * 100), product.shown_unit)} для бизнеса
          </span>
        )}
      </span>
    </>
  );
}

type GroupProps = { id: string; title: string; isShown?: boolean; children: ReactNode };

function Group({ id, title, isShown = true, children }: GroupProps) {
  if (!isShown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its rows by role and may hold no fieldset
    <div role="group" aria-labelledby={id}>
      <p className="sugg__h" id={id} role="presentation">
        {title}
      </p>
      {children}
    </div>
  );
}

type RowProps = { list: List; at: number; className?: string; children: ReactNode };

function Row({ list, at, className = '', children }: RowProps) {
  const option = list.options[at];
  if (!option) return null;
  const isActive = at === list.active;
  return (
    <Link
      role="option"
      id={`${list.id}-${at}`}
      aria-selected={isActive}
      className={`${className}${isActive ? ' is-hover' : ''}`.trim() || undefined}
      tabIndex={-1}
      to={option.to}
      onClick={(event: MouseEvent) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        list.follow(option);
      }}
    >
      {children}
    </Link>
  );
}

function FillButton({ list, query }: { list: List; query: string }) {
  return <RowButton icon="arrow-up-left" label={`Подставить: ${query}`} onPress={() => list.fill(query)} />;
}

/**
 * A tool of a row for fingers and mice. A listbox has nothing but options, so readers get the same by keys (Delete,
 * typing on).
 */
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
  shown_unit,
  is_on_sale_now,
}: Pick<FoundProduct, 'available' | 'shown_unit' | 'is_on_sale_now'>) {
  const isHere = available !== null && available > 0 && is_on_sale_now;
  const kind = isHere ? 'good' : is_on_sale_now ? 'wait' : 'none';
  const words = { good: 'В наличии', wait: 'Под заказ', none: 'Нет в наличии' }[kind];
  const icon = { good: 'circle-check', wait: 'clock', none: 'circle-off' }[kind];
  return (
    <span className={`state state--${kind}`}>
      <Icon name={icon} size="s" />
      {isHere && available <= 10 * shown_unit.parts ? `В наличии ${shownAmount(available, shown_unit)}` : words}
    </span>
  );
}

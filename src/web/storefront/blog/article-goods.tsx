import { Link, useFetcher } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { cartUrl, productUrl } from '#shared/urls.ts';
import type { ListedCard } from '#web/ui/listed-card.ts';
import { useCartCount } from '#web/visitor-lists.ts';

type GoodsProps = {
  items: ListedCard[];
  /** The same goods as the cart's form takes them. */
  lines: string;
  /** Kopecks for one smallest lot of each. */
  total: number;
};

/** «Всё из статьи в корзину»: a real form of the cart. What lies there already is not added again. */
export function ArticleGoods({ items, lines, total }: GoodsProps) {
  const fetcher = useFetcher<{ error: { message: string } | null }>();
  const isSent = fetcher.state !== 'idle';
  const error = fetcher.data?.error?.message ?? null;
  const isDone = fetcher.data !== undefined && error === null && !isSent;
  return (
    <aside className="panel article__goods" aria-labelledby="article-goods">
      <h2 className="h3" id="article-goods">
        Всё из статьи
      </h2>
      <ul>
        {items.map((card) => (
          <GoodsLine key={card.id} card={card} />
        ))}
      </ul>
      <p className="row between article__total">
        <span>{countOf(items.length, 'товар', 'товара', 'товаров')}</span>
        <b className="price num">{formatPrice(total)}</b>
      </p>
      <fetcher.Form
        method="post"
        action={cartUrl()}
        onSubmit={(event) => {
          event.preventDefault();
          fetcher.submit({ intent: 'add-all', goods: lines, stay: 1 }, { method: 'post', action: cartUrl() });
        }}
      >
        <input type="hidden" name="intent" value="add-all" />
        <input type="hidden" name="goods" value={lines} />
        <button className="btn btn--primary btn--wide" type="submit" aria-busy={isSent}>
          {isSent ? <span className="spin" aria-hidden="true" /> : null}Всё из статьи в корзину
        </button>
      </fetcher.Form>
      <div role="status">
        {error ? <p className="field__err">{error}</p> : null}
        {isDone ? (
          <p className="small">
            Товары в корзине.{' '}
            <Link className="link" to={cartUrl()}>
              Перейти в корзину
            </Link>
          </p>
        ) : null}
      </div>
    </aside>
  );
}

function GoodsLine({ card }: { card: ListedCard }) {
  const inCart = useCartCount(card.id);
  const price = card.buyer_price ?? card.price;
  return (
    <li>
      <Link className="link--plain" to={productUrl(card.slug)}>
        {card.name}
      </Link>
      <span className="small soft num">
        {price === null ? null : formatPrice(price)} за&nbsp;1&nbsp;{card.unit}
        {card.min_count > 1 ? `, от\u00a0${card.min_count}` : ''}
        {inCart > 0 ? `, в корзине ${inCart}` : ''}
      </span>
    </li>
  );
}

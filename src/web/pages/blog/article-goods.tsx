import { Link } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import type { Needed } from '#web/parts/blocks/shown-blocks.ts';
import { AddAll } from '#web/parts/goods/add-all.tsx';
import { useCartCount } from '#web/parts/visitor/visitor-lists.ts';

type GoodsProps = {
  items: Needed[];
  /** The same goods as the cart's form takes them. */
  lines: string;
  /** Kopecks for one smallest lot of each. */
  total: number;
};

/** What the article speaks of, and all of it with one press. */
export function ArticleGoods({ items, lines, total }: GoodsProps) {
  return (
    <aside className="panel article__goods" aria-labelledby="article-goods">
      <h2 className="h3" id="article-goods">
        Всё из статьи
      </h2>
      <ul>
        {items.map((needed) => (
          <GoodsLine key={needed.card.id} {...needed} />
        ))}
      </ul>
      <p className="small soft">Каждого — наименьшее количество: сколько нужно вам, укажите в корзине.</p>
      <p className="row between article__total">
        <span>{countOf(items.length, 'товар', 'товара', 'товаров')}</span>
        <b className="price num">{formatPrice(total)}</b>
      </p>
      <AddAll id="article" lines={lines} isWide>
        Всё из статьи в корзину
      </AddAll>
    </aside>
  );
}

function GoodsLine({ card, others }: Needed) {
  const inCart = useCartCount(card.id);
  const { shown_unit } = card;
  const price = card.buyer_price ?? card.price;
  return (
    <li>
      <Link className="link--plain" to={productUrl(card.slug)}>
        {unbroken(card.name)}
      </Link>
      <span className="small soft num">
        {price === null ? null : formatPrice(shownPrice(price, shown_unit))} {perUnit(shown_unit)}
        {card.min_count > shown_unit.parts ? `, от ${shownAmount(card.min_count, shown_unit, 'genitive')}` : ''}
        {inCart > 0 ? `, в корзине ${shownAmount(inCart, shown_unit)}` : ''}
      </span>
      {others.length > 0 ? (
        <span className="small soft">{unbroken(`На выбор вместо него: ${others.join('; ')}`)}</span>
      ) : null}
    </li>
  );
}

import { imageUrl } from '@shop/shared/image-url.ts';
import { formatPrice } from '@shop/shared/money.ts';
import { formatCount, plural } from '@shop/shared/plurals.ts';
import { unbroken } from '@shop/shared/unbroken.ts';
import { perUnit, shownPrice } from '@shop/shared/unit-words.ts';
import { alertUrl, compareUrl, favoritesUrl, productUrl } from '@shop/shared/urls.ts';
import type { Card } from '../data/cards.ts';
import { AddToCart } from './add-to-cart.tsx';
import { Icon } from './icon.tsx';

/** One product of the list; `isFirst`: its picture is loaded at once. */
export function ProductCard({ card, isFirst }: { card: Card; isFirst: boolean }) {
  const { name, slug, article, idcode, image, rating, delivery_words, attributes } = card;
  return (
    <article className="card">
      <span className="pic">
        {image ? <Picture path={image} isFirst={isFirst} /> : <span className="pic__none">Нет фото</span>}
      </span>
      <Badges card={card} />
      <div className="card__tools">
        <Tool card={card} url={favoritesUrl()} icon="heart" label="В избранное" />
        <Tool card={card} url={compareUrl()} icon="scale" label="Сравнить" />
      </div>
      <Price card={card} />
      <h2 className="card__name">
        <a href={productUrl(slug)}>{unbroken(name)}</a>
      </h2>
      <p className="card__attrs">{attributes.join(' · ')}</p>
      <Variants labels={card.variant_labels} />
      <p className="card__meta">
        {rating ? <Rating rating={rating} /> : null}
        {article ? <span>Арт. {article}</span> : <span>Код {idcode}</span>}
      </p>
      {delivery_words ? <p className="card__delivery">{delivery_words}</p> : null}
      <Stock state={card.state} />
      <Buy card={card} />
    </article>
  );
}

function Picture({ path, isFirst }: { path: string; isFirst: boolean }) {
  const at = (side: number) => imageUrl(path, { width: side, height: side, fit: 'cover' });
  return (
    // biome-ignore lint/performance/noImgElement: the shop's own proxy makes the sizes
    <img
      src={at(320)}
      srcSet={`${at(320)} 1x, ${at(640)} 2x`}
      width={320}
      height={320}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding={isFirst ? 'sync' : 'async'}
    />
  );
}

function Badges({ card: { discount_percent, badge } }: { card: Card }) {
  if (!badge && discount_percent === 0) return null;
  return (
    <span className="card__badges">
      {discount_percent > 0 ? <span className="badge badge--sale">−{discount_percent} %</span> : null}
      {badge ? <span className={`badge badge--${badge}`}>{badge === 'hit' ? 'Хит' : 'Новинка'}</span> : null}
    </span>
  );
}

type ToolProps = { card: Card; url: string; icon: string; label: string };

function Tool({ card: { id, name }, url, icon, label }: ToolProps) {
  return (
    <form method="post" action={url}>
      <input type="hidden" name="product_id" value={id} />
      <button type="submit" className="tool" aria-label={`${label}: ${name}`} title={label}>
        <Icon name={icon} />
      </button>
    </form>
  );
}

function Price({ card: { price, old_price, unit_price, shown_unit, is_on_sale } }: { card: Card }) {
  const perBase =
    unit_price && unit_price.unit !== shown_unit.short ? `${formatPrice(unit_price.price)}/${unit_price.unit}` : null;
  const both = shown_unit.parts > 1 && perBase ? `${perUnit(shown_unit)} · ${perBase}` : perBase;
  return (
    <>
      <p className="card__price">
        {price === null ? (
          <b className="price price--ask">Цена по запросу</b>
        ) : (
          <b className={`price${old_price === null ? '' : ' price--now'}${is_on_sale ? '' : ' soft'}`}>
            {formatPrice(shownPrice(price, shown_unit))}
          </b>
        )}
        {old_price === null ? null : (
          <s className="was">
            <span className="sr">Прежняя цена </span>
            {formatPrice(shownPrice(old_price, shown_unit))}
          </s>
        )}
      </p>
      <p className="card__unit">{price !== null && !is_on_sale ? 'последняя цена' : (both ?? perUnit(shown_unit))}</p>
    </>
  );
}

const mostLabels = 3;

function Variants({ labels }: { labels: string[] }) {
  if (labels.length < 2) return null;
  const named = labels.slice(0, mostLabels).join(' · ');
  return (
    <p className="card__attrs">
      <span className="sr">Варианты: </span>
      {labels.length > mostLabels ? `${named} и\u00a0ещё\u00a0${labels.length - mostLabels}` : named}
    </p>
  );
}

function Rating({ rating: { value, count, is_demo } }: { rating: NonNullable<Card['rating']> }) {
  return (
    <span className="rate">
      <Icon name="star" />
      <span className="sr">Оценка </span>
      <b>{String(value).replace('.', ',')}</b>
      <span className="sr"> из 5,</span>
      <span className="soft">
        ({formatCount(count)})<span className="sr"> {plural(count, 'отзыв', 'отзыва', 'отзывов')}</span>
      </span>
      {is_demo ? (
        <abbr className="rate__demo" title="Демонстрационный отзыв">
          демо
        </abbr>
      ) : null}
    </span>
  );
}

const looks = {
  now: ['stock--now', 'circle-check'],
  point: ['stock--now', 'circle-check'],
  order: ['stock--later', 'clock'],
  ask: ['stock--later', 'message-circle'],
  none: ['stock--none', 'circle-off'],
  gone: ['stock--none', 'circle-off'],
} as const;

function Stock({ state: { kind, words } }: Pick<Card, 'state'>) {
  const [className, icon] = looks[kind];
  return (
    <p className={`stock ${className}`}>
      <Icon name={icon} size="s" />
      {words}
    </p>
  );
}

function Buy({ card }: { card: Card }) {
  const { id, idcode, name, slug, min_count, price, is_on_sale } = card;
  if (is_on_sale) {
    return (
      <div className="card__buy">
        <AddToCart id={id} idcode={idcode} name={name} count={min_count} />
      </div>
    );
  }
  return (
    <div className={price === null ? 'card__buy' : 'card__buy card__buy--two'}>
      {price === null ? null : (
        <a href={alertUrl(id, 'back_in_stock')} className="btn btn--line" rel="nofollow">
          Сообщить
          <span className="sr">: {name}</span>
        </a>
      )}
      <a href={`${productUrl(slug)}#analogues`} className="btn btn--quiet">
        {price === null ? 'Узнать цену' : 'Аналоги'}
        <span className="sr">: {name}</span>
      </a>
    </div>
  );
}

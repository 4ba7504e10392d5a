import { useState } from 'react';
import type { ListedCard } from '#modules/catalogue/card.ts';
import { mostToBuy } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { cartUrl, productUrl } from '#shared/urls.ts';
import { useCartLine } from '#web/parts/goods/add-to-cart.tsx';
import { InsteadOfCart } from '#web/parts/goods/instead-of-cart.tsx';
import { ListToggle } from '#web/parts/goods/list-toggle.tsx';
import { cardsOf } from '#web/parts/goods/packed.ts';
import { CardPrice } from '#web/parts/goods/price.tsx';
import { Badges } from '#web/parts/goods/product-card.tsx';
import { Rating } from '#web/parts/goods/rating.tsx';
import { StockLine } from '#web/parts/goods/stock-line.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import type { ListingPage } from './read-listing.ts';
import type { RowPrices } from './row-prices.server.ts';

/** The list as rows for professionals: all that a card says and does, and the quantity is set in the row. */
export function ProductTable({ page: { result, row_prices = {} } }: { page: ListingPage }) {
  return (
    <div className="table-box">
      <table className="table">
        <thead>
          <tr>
            <th>
              <span className="sr">Фото</span>
            </th>
            <th>Товар</th>
            <th>Наличие</th>
            <th className="r">Цена</th>
            <th>
              <span className="sr">Количество и корзина</span>
            </th>
            <th>
              <span className="sr">Избранное и сравнение</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {cardsOf(result.items).map((product) => (
            <Row key={product.id} product={product} lower={row_prices[product.id]} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ product, lower }: { product: ListedCard; lower: RowPrices[number] | undefined }) {
  const { images, article, idcode, attributes, other_variants, rating, delivery_words } = product;
  return (
    <tr>
      <td className="table__pic">
        {/* The name beside it is the same link, read and reached by the keyboard once. */}
        <Link className="pic" to={productUrl(product.slug)} tabIndex={-1} aria-hidden="true">
          {images[0] ? (
            <Picture path={images[0]} width={72} height={72} alt="" />
          ) : (
            <span className="pic__none">Нет фото</span>
          )}
        </Link>
      </td>
      <td className="table__name">
        <Link className="link" to={productUrl(product.slug)}>
          {unbroken(product.name)}
        </Link>
        <p className="table__facts">
          {rating ? <Rating rating={rating} /> : null}
          <Badges product={product} />
          <span className="card__attrs">
            <span className="table__article">
              {article ? `Арт.\u00a0${article}` : `Код\u00a0${idcode}`}
              {attributes.length > 0 ? '\u00a0· ' : null}
            </span>
            {unbroken(attributes.join(' ·\u00a0'))}
            {other_variants.length > 0 ? (
              <span className="table__others">{unbroken(`Ещё: ${other_variants.join(', ')}`)}</span>
            ) : null}
          </span>
        </p>
      </td>
      <td className="table__stock">
        <StockLine product={product} />
        {delivery_words ? <span className="soft">{delivery_words}</span> : null}
      </td>
      <td className="table__price r">
        <CardPrice product={product} />
        {lower?.by_quantity.map((words) => (
          <p key={words} className="table__lower num nowrap">
            {words}
          </p>
        ))}
        {lower?.with_coupon ? <p className="table__lower num">{lower.with_coupon}</p> : null}
      </td>
      <td className="table__buy">
        {product.is_on_sale_now ? (
          <RowBuy product={product} />
        ) : (
          <div className="table__acts">
            <InsteadOfCart product={product} size=" btn--sm" />
          </div>
        )}
      </td>
      <td className="table__tools">
        <ListToggle list="favourites" product={product} />
        <ListToggle list="compare" product={product} />
      </td>
    </tr>
  );
}

function RowBuy({ product }: { product: ListedCard }) {
  const { inCart, isPending, error, send } = useCartLine(product);
  const [count, setCount] = useState(product.min_count);
  const shared = {
    unit: product.shown_unit,
    step: product.step,
    min: product.min_count,
    max: mostToBuy(product),
  };
  const wanted = inCart > 0 ? inCart : count;
  const problem = error ? (
    <p className="field__err" role="status">
      {error}
    </p>
  ) : shared.max < product.max_count && wanted + product.step > shared.max ? (
    <p className="small soft table__limit">Больше {shownAmount(shared.max, shared.unit, 'genitive')} здесь нет</p>
  ) : null;
  if (inCart > 0) {
    return (
      <>
        <Stepper
          {...shared}
          className="step--fill step--wide step--sm"
          label={`В корзине, ${product.name}`}
          count={inCart}
          canRemove
          onChange={(next) => send(next === 0 ? 'remove' : 'count', next)}
        />
        {problem}
      </>
    );
  }
  return (
    <form
      className="table__acts"
      method="post"
      action={cartUrl()}
      onSubmit={(event) => {
        event.preventDefault();
        send('add', count);
      }}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="product_id" value={product.id} />
      <input type="hidden" name="product_idcode" value={product.idcode} />
      <Stepper
        {...shared}
        className="step--wide step--sm"
        label={`Количество, ${product.name}`}
        name="count"
        count={count}
        onChange={setCount}
      />
      <button
        type="submit"
        className="btn btn--primary btn--sm"
        aria-label={`В корзину: ${product.name}`}
        aria-busy={isPending}
      >
        В корзину
      </button>
      {problem}
    </form>
  );
}

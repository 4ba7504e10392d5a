import { useState } from 'react';
import { Link } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { mostToBuy, productState } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { basePriceWords, shownPrice } from '#shared/unit-words.ts';
import { cartUrl, productUrl } from '#shared/urls.ts';
import { useCartLine } from '#web/parts/goods/add-to-cart.tsx';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import type { ListedCard } from '#web/parts/goods/listed-card.ts';
import { OldPrice, pastPriceWords, priceStandsFor } from '#web/parts/goods/price.tsx';
import { Rating } from '#web/parts/goods/rating.tsx';
import { StockLine } from '#web/parts/goods/stock-line.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Stepper } from '#web/ui/stepper.tsx';

/** The list as rows for professionals: the quantity is set in the row. */
export function ProductTable({ products }: { products: ListedCard[] }) {
  const hasBusinessPrice = products.some((product) => product.buyer_price !== null);
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
            {hasBusinessPrice ? <th className="r">Для бизнеса, с НДС</th> : null}
            <th>
              <span className="sr">Количество и корзина</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.id}>
              <td className="table__pic">
                <span className="pic">
                  {product.images[0] ? (
                    <Picture path={product.images[0]} preset="cover" width={48} height={48} alt="" />
                  ) : null}
                </span>
              </td>
              <td className="table__name">
                <Link className="link" to={productUrl(product.slug)}>
                  {unbroken(product.name)}
                </Link>
                <span className="soft">
                  {[product.article ? `Арт. ${product.article}` : null, ...product.attributes]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {product.rating ? <Rating rating={product.rating} /> : null}
              </td>
              <td className="table__stock">
                <StockLine product={product} />
                {product.delivery_words ? <span className="soft">{product.delivery_words}</span> : null}
              </td>
              <TablePrice product={product} />
              {hasBusinessPrice ? (
                <td className="table__biz r nowrap">
                  {product.buyer_price === null ? (
                    <span className="soft">как в рознице</span>
                  ) : (
                    <b className="b">{formatPrice(shownPrice(product.buyer_price, product.shown_unit))}</b>
                  )}
                  {product.buyer_unit_price ? (
                    <span className="soft">{basePriceWords(product.buyer_unit_price, product.shown_unit)}</span>
                  ) : null}
                </td>
              ) : null}
              <td className="table__buy">
                {product.is_on_sale_now ? <RowBuy product={product} /> : <RowAsk product={product} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The retail price; of goods that are not there it is told as past, as on a card. */
function TablePrice({ product }: { product: ListedCard }) {
  const { price, old_price, unit_price, shown_unit } = product;
  const isOffer = !['none', 'gone'].includes(productState(product).kind);
  return (
    <td className="table__price r nowrap">
      <span className={product.buyer_price === null && isOffer ? 'b' : 'soft'}>
        {price === null ? 'По запросу' : formatPrice(shownPrice(price, shown_unit))}
      </span>
      {old_price && isOffer ? <OldPrice kopecks={shownPrice(old_price, shown_unit)} /> : null}
      {price === null ? null : (
        <span className="soft">{isOffer ? priceStandsFor(unit_price, shown_unit) : pastPriceWords}</span>
      )}
    </td>
  );
}

/** What can be done about a product that no cart takes now. */
function RowAsk({ product }: { product: ListedCard }) {
  const about = `product:${product.id}`;
  switch (productState(product).kind) {
    case 'ask':
      return (
        <FormLink code="price_request" about={about} className="link small">
          Узнать цену
        </FormLink>
      );
    case 'point':
      return (
        <Link className="link small" to={productUrl(product.slug)}>
          Где есть
          <span className="sr">: {product.name}</span>
        </Link>
      );
    case 'order':
      return (
        <FormLink code="one_click" about={about} className="btn btn--line btn--sm">
          Заказать
        </FormLink>
      );
    case 'none':
      return <AlertLink product={product} topic="back_in_stock" className="link small" />;
    default:
      return null;
  }
}

function RowBuy({ product }: { product: ListedCard }) {
  const { inCart, isPending, error, send } = useCartLine(product);
  const [count, setCount] = useState(product.min_count);
  const shared = {
    unit: product.shown_unit,
    step: product.step,
    min: product.min_count,
    max: mostToBuy(product),
    label: `Количество, ${product.name}`,
  };
  if (inCart > 0) {
    return (
      <Stepper
        {...shared}
        className="step--fill step--sm"
        count={inCart}
        canRemove
        onChange={(next) => send(next === 0 ? 'remove' : 'count', next)}
      />
    );
  }
  return (
    <form
      className="row"
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
      <Stepper {...shared} className="step--sm" name="count" count={count} onChange={setCount} />
      <button
        type="submit"
        className="btn btn--primary btn--sm"
        aria-label={`В корзину: ${product.name}`}
        aria-busy={isPending}
      >
        В корзину
      </button>
      {error ? (
        <p className="field__err" role="status">
          {error}
        </p>
      ) : null}
    </form>
  );
}

import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { formatPrice } from '#shared/money.ts';
import { shownPrice } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import { businessWords } from '#web/parts/goods/price.tsx';
import { Link } from '#web/ui/link.tsx';

/** No price, no cart: what replaced it; what is like it stands under the panel. */
export function Discontinued({ product }: { product: ProductPage }) {
  const { successor } = product;
  return (
    <div className="buy">
      <p className="buy__ask">Снят с продажи</p>
      {successor ? (
        <div className="buy__order">
          <p className="soft">Вместо него:</p>
          <Link className="link b" to={productUrl(successor.slug)}>
            {successor.name}
          </Link>
          <SuccessorPrice successor={successor} />
        </div>
      ) : (
        <p className="soft">Этот товар больше не поставляется.</p>
      )}
    </div>
  );
}

function SuccessorPrice({ successor }: { successor: NonNullable<ProductPage['successor']> }) {
  const { price, buyer_price, shown_unit } = successor;
  const charged = buyer_price ?? price;
  if (charged === null) return null;
  return (
    <p>
      <b className="price">{formatPrice(shownPrice(charged, shown_unit))}</b>
      {buyer_price === null ? null : <span className="card__biz"> {businessWords}</span>}
    </p>
  );
}

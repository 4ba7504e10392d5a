import './reviewed.css';
import type { ListedCard } from '#modules/catalogue/card.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { AddToCart } from '#web/parts/goods/add-to-cart.tsx';
import { CardPrice } from '#web/parts/goods/price.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** What it is about, with its price and the way to buy it: whoever has read enough decides here. */
export function Reviewed({ product }: { product: ListedCard }) {
  const [image] = product.images;
  return (
    <section className="reviews__product" aria-label="Товар">
      <span className="pic">
        {image ? <Picture path={image} width={96} height={96} alt="" /> : <Icon name="package" />}
      </span>
      <p className="reviews__name">
        <Link className="link--plain" to={productUrl(product.slug)}>
          {unbroken(product.name)}
        </Link>
      </p>
      {product.switched_off ? null : (
        <div>
          <CardPrice product={product} />
        </div>
      )}
      <div className="reviews__buy">
        {product.is_on_sale_now ? (
          <AddToCart product={product} />
        ) : (
          <Link className="btn btn--quiet" to={productUrl(product.slug)}>
            К товару
          </Link>
        )}
      </div>
    </section>
  );
}

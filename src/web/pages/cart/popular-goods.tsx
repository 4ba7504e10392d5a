import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { PopularGood } from './read-cart-page.ts';

/** What others buy, under an empty cart. */
export function PopularGoods({ goods }: { goods: PopularGood[] }) {
  return (
    <section className="empty__popular" aria-labelledby="popular-title">
      <h3 id="popular-title">Часто покупают</h3>
      <ul>
        {goods.map(({ id, slug, name, image, price }) => (
          <li key={id}>
            <Link to={productUrl(slug)}>
              <span className="pic">
                {image ? <Picture path={image} width={160} height={160} alt="" /> : <Icon name="package" size="l" />}
              </span>
              {price === null ? null : <b className="b num">{formatPrice(price)}</b>}
              <span className="small">{unbroken(name)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

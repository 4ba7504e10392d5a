import { useEffect, useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { formatPrice } from '#shared/money.ts';
import { priceAt } from '#shared/tiers.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { AddToCart } from '#web/parts/goods/add-to-cart.tsx';
import { priceStandsFor } from '#web/parts/goods/price.tsx';
import { useCartCount } from '#web/parts/visitor/visitor-lists.ts';

/** Above the bottom bar once the first button has left the screen; its price is the one that holds for the cart. */
export function BuyBar({ product, after }: { product: ProductPage; after: React.RefObject<HTMLDivElement | null> }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!after.current) return;
    const observer = new IntersectionObserver(([entry]) => entry && setIsShown(!entry.isIntersecting));
    observer.observe(after.current);
    return () => observer.disconnect();
  }, [after]);
  const inCart = useCartCount(product.id);
  const charged = product.buyer_price ?? product.price;
  const { shown_unit, tiers } = product;
  if (!isShown || charged === null) return null;
  const price = priceAt(charged, tiers, Math.max(inCart, product.min_count));
  const tier = price < charged ? tiers.find((one) => one.price === price) : undefined;
  return (
    <aside className="buybar" aria-label="Купить">
      <span className="num">
        <b className={`price${product.old_price && product.buyer_price === null ? ' price--now' : ''}`}>
          {formatPrice(shownPrice(price, shown_unit))}
        </b>
        <br />
        <span className="tiny soft">
          {product.buyer_price === null ? '' : 'для бизнеса · '}
          {tier
            ? `${perUnit(shown_unit)} от ${shownAmount(tier.from_count, shown_unit, 'genitive')}`
            : priceStandsFor(product.buyer_unit_price ?? product.unit_price, shown_unit)}
        </span>
      </span>
      <div className="buybar__cart">
        <AddToCart product={product} />
      </div>
    </aside>
  );
}

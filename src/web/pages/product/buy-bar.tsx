import { type RefObject, useEffect, useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { formatPrice } from '#shared/money.ts';
import { productState } from '#shared/product-state.ts';
import { priceAt } from '#shared/tiers.ts';
import { perUnit, pricePer, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { AddToCart } from '#web/parts/goods/add-to-cart.tsx';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { priceStandsFor } from '#web/parts/goods/price.tsx';
import { type BranchCall, OpenNow } from '#web/parts/maps/open-now.tsx';
import { useCartCount } from '#web/parts/visitor/visitor-lists.ts';
import { FormLink } from '#web/ui/form-link.tsx';

type BuyBarProps = { product: ProductPage; call: BranchCall | null; after: RefObject<HTMLDivElement | null> };

/** The panel of what cannot be bought is so far on the screen when its button can be pressed, pixels. */
const untilButton = 240;

/**
 * Above the bottom bar while the panel's first button is off the screen. It stands in the server's HTML: on a phone the
 * picture and the name fill the first screen, and coming later it would cover what is being read.
 */
export function BuyBar({ product, call, after }: BuyBarProps) {
  const [isShown, setIsShown] = useState(true);
  const isHere = product.is_on_sale_now;
  useEffect(() => {
    if (!after.current) return setIsShown(false);
    const observer = new IntersectionObserver(([entry]) => entry && setIsShown(!entry.isIntersecting), {
      rootMargin: `0px 0px -${isHere ? 0 : untilButton}px`,
    });
    observer.observe(after.current);
    return () => observer.disconnect();
  }, [after, isHere]);
  if (!isShown) return null;
  return (
    <aside className="buybar" aria-label="Купить">
      {isHere ? <Buy product={product} /> : <Ask product={product} call={call} />}
    </aside>
  );
}

/** Its price is the one that holds for the cart. */
function Buy({ product }: { product: ProductPage }) {
  const inCart = useCartCount(product.id);
  const charged = product.buyer_price ?? product.price ?? 0;
  const { shown_unit, tiers } = product;
  const price = priceAt(charged, tiers, Math.max(inCart, product.min_count));
  const tier = price < charged ? tiers.find((one) => one.price === price) : undefined;
  return (
    <>
      <span className="buybar__says num">
        <b className={`price${product.old_price && product.buyer_price === null ? ' price--now' : ''}`}>
          {formatPrice(shownPrice(price, shown_unit))}
        </b>
        <br />
        <span className="tiny soft">
          {tier
            ? `${perUnit(shown_unit)} от ${shownAmount(tier.from_count, shown_unit, 'genitive')}`
            : priceStandsFor(product.buyer_price === null ? product.unit_price : product.buyer_unit_price, shown_unit)}
        </span>
      </span>
      <div className="buybar__cart">
        <AddToCart product={product} />
      </div>
    </>
  );
}

/** What can be done about what no cart takes now. */
function Ask({ product, call }: Pick<BuyBarProps, 'product' | 'call'>) {
  const { kind, words } = productState(product);
  const charged = product.buyer_price ?? product.price;
  const past = kind === 'none' && charged ? `, последняя\u00a0цена ${pricePer(charged, product.shown_unit)}` : '';
  const button = 'btn btn--primary';
  return (
    <>
      <span className="buybar__says small soft">
        {kind !== 'ask' ? (
          words + past
        ) : call ? (
          <OpenNow hours={call.hours} exceptions={call.exceptions} time_zone={call.time_zone} at={call.at} isPhone />
        ) : (
          'Цена по запросу'
        )}
      </span>
      {kind === 'ask' ? (
        <FormLink code="price_request" about={`product:${product.id}`} className={button}>
          Узнать цену
        </FormLink>
      ) : kind === 'order' ? (
        <FormLink code="one_click" about={`product:${product.id}`} className={button}>
          Заказать
        </FormLink>
      ) : kind === 'point' ? (
        <a className={button} href="#buy">
          Где купить
        </a>
      ) : (
        <AlertLink product={product} topic="back_in_stock" words="Сообщить" className={button} />
      )}
    </>
  );
}

import type { Ref } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { formatPrice } from '#shared/money.ts';
import { productState } from '#shared/product-state.ts';
import { priceAt } from '#shared/tiers.ts';
import { basePriceWords, perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { companyUrl, loginUrl } from '#shared/urls.ts';
import { firmPriceWords, OldPrice } from '#web/parts/goods/price.tsx';
import type { BranchCall } from '#web/parts/maps/open-now.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Elsewhere } from './elsewhere.server.ts';
import { Order } from './order.tsx';
import type { Promises } from './promises.server.ts';

const Discontinued = deferred(() => import('./discontinued.tsx').then((loaded) => loaded.Discontinued));
const NotOnSale = deferred(() => import('./not-on-sale.tsx').then((loaded) => loaded.NotOnSale));

type BuyPanelProps = {
  product: ProductPage;
  /** Null: the reader buys for no firm. Its price without VAT, kopecks; null where it has none of its own. */
  business: { price_without_vat: number | null } | null;
  /** Null: nothing has to be asked. */
  call: BranchCall | null;
  elsewhere: Elsewhere[];
  promises: Promises;
  cartRef: Ref<HTMLDivElement>;
};

/** Price, tiers, quantity, «В корзину», where and when: everything needed to decide, in one panel. */
export function BuyPanel({ product, business, call, elsewhere, promises, cartRef }: BuyPanelProps) {
  if (product.switched_off) return <Discontinued product={product} />;
  if (!product.is_on_sale_now) {
    const isOffered = ['point', 'order'].includes(productState(product).kind);
    return (
      <div className="buy" id="buy" ref={cartRef}>
        {isOffered ? <PriceBlock product={product} business={business} /> : null}
        <NotOnSale product={product} call={call} promises={promises} elsewhere={elsewhere} isOffered={isOffered} />
      </div>
    );
  }
  return (
    <div className="buy">
      <PriceBlock product={product} business={business} />
      <Order product={product} promises={promises} cartRef={cartRef} isFirm={business !== null} />
    </div>
  );
}

function PriceBlock({ product, business }: Pick<BuyPanelProps, 'product' | 'business'>) {
  const { price, old_price, unit_price, tiers, shown_unit, buyer_price } = product;
  const perBase = basePriceWords(buyer_price === null ? unit_price : product.buyer_unit_price, shown_unit);
  const isLowered = old_price !== null && buyer_price === null;
  const inWords = (kopecks: number) => formatPrice(shownPrice(kopecks, shown_unit));
  const charged = buyer_price ?? price;
  if (charged === null) return <p className="buy__ask">Цена по запросу</p>;
  return (
    <>
      <div className="buy__price">
        <b className={isLowered ? 'price--now' : ''}>{inWords(charged)}</b>
        {isLowered ? (
          <>
            <OldPrice kopecks={shownPrice(old_price, shown_unit)} className="was--l" />
            <span className="badge badge--sale">−{product.discount_percent} %</span>
          </>
        ) : null}
      </div>
      <p className="soft num buy__unit">
        {[perUnit(shown_unit), perBase].filter(Boolean).join(' · ')}
        <button className="buy__why" type="button" aria-label="Как получилась цена" popoverTarget="price-why">
          <Icon name="circle-help" size="s" />
        </button>
      </p>
      <PriceStory product={product} />
      {buyer_price === null ? null : (
        <>
          <p className="card__biz">{firmPriceWords(price, shown_unit)}</p>
          <p className="buy__firm small num">{withoutVatWords(product, business?.price_without_vat ?? null)}</p>
        </>
      )}
      {tiers.length > 0 ? (
        <table className="tiers">
          <caption className="sr">
            {buyer_price === null ? 'Цена от количества' : 'Цена для бизнеса от количества'}
          </caption>
          <tbody>
            <tr>
              <th scope="row">от {shownAmount(product.min_count, shown_unit, 'genitive')}</th>
              <td>{inWords(priceAt(charged, tiers, product.min_count))}</td>
            </tr>
            {tiers
              .filter((tier) => tier.from_count > product.min_count)
              .map((tier) => (
                <tr key={tier.from_count}>
                  <th scope="row">
                    от {shownAmount(tier.from_count, shown_unit, 'genitive')}
                    {tier.from_count === product.pallet_count ? <span className="soft"> (поддон)</span> : null}
                  </th>
                  <td>{inWords(tier.price)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ) : null}
      {business ? (
        buyer_price === null ? (
          <p className="buy__biz small">Своей цены для бизнеса нет: действует розничная</p>
        ) : null
      ) : (
        <p className="buy__biz small">
          <Link className="link" to={loginUrl(companyUrl())}>
            Цена для организаций
          </Link>
        </p>
      )}
    </>
  );
}

/** What a bookkeeper asks first: «С НДС 22 %, без НДС — 338,52 ₽»; nothing where the price holds no VAT. */
function withoutVatWords({ vat_rate, shown_unit }: ProductPage, without_vat: number | null): string | null {
  if (vat_rate === 0 || without_vat === null) return null;
  return `С\u00a0НДС ${vat_rate}\u00a0%, без НДС\u00a0— ${formatPrice(shownPrice(without_vat, shown_unit))}`;
}

/** The "?" beside the price: what it is made of, and the lowest of the last 30 days. Opens without JavaScript too. */
function PriceStory({ product }: { product: ProductPage }) {
  const { price, old_price, buyer_price, lowest_price_30_days, shown_unit } = product;
  const inWords = (kopecks: number) => formatPrice(shownPrice(kopecks, shown_unit));
  return (
    <div className="tip tip--price" id="price-why" popover="auto">
      <p className="b">Как получилась цена</p>
      <dl>
        {old_price ? (
          <div>
            <dt>Прежняя цена филиала</dt>
            <dd>{inWords(old_price)}</dd>
          </div>
        ) : null}
        {old_price && price !== null ? (
          <div>
            <dt>Снижена на</dt>
            <dd>{inWords(old_price - price)}</dd>
          </div>
        ) : null}
        {price === null ? null : (
          <div>
            <dt>Цена филиала сейчас</dt>
            <dd>{inWords(price)}</dd>
          </div>
        )}
        {buyer_price === null ? null : (
          <div>
            <dt>Цена вашей организации</dt>
            <dd>{inWords(buyer_price)}</dd>
          </div>
        )}
        {lowest_price_30_days === null ? null : (
          <div>
            <dt>Самая низкая за 30 дней</dt>
            <dd>{inWords(lowest_price_30_days)}</dd>
          </div>
        )}
      </dl>
      <p className="small soft">Купон считается в корзине.</p>
    </div>
  );
}

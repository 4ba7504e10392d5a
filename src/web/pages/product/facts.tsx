import type { ReactNode } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { bonusesFor } from '#shared/bonuses.ts';
import { rateFor } from '#shared/delivery-rate.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import { priceAt } from '#shared/tiers.ts';
import { type ShownUnit, shownAmount } from '#shared/unit-words.ts';
import { bonusCardUrl, deliveryUrl } from '#shared/urls.ts';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { StockLine } from '#web/parts/goods/stock-line.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Promises } from './promises.server.ts';

type FactsProps = { product: ProductPage; promises: Promises; count: number };

/** Where and when, for the chosen count: pickup, delivery; then what stands behind the purchase. From rows alone. */
export function Facts({ product, promises, count }: FactsProps) {
  const { delivery, lines, bonus_percent } = promises;
  const { available, shown_unit, fuller_point } = product;
  // So many lie on another point's shelf alone: delivery takes from the branch's store.
  const isElsewhere = fuller_point !== null && count > (available ?? 0);
  const nearest = product.points.find((point) => point.ready_text && (!isElsewhere || (point.available ?? 0) >= count));
  const charged = product.buyer_price ?? product.price ?? 0;
  const bonuses =
    bonus_percent === null ? 0 : bonusesFor(priceAt(charged, product.tiers, count) * count, bonus_percent);
  return (
    <ul className="buy__facts">
      <Fact icon="store">
        <StockLine product={product} />
        {nearest ? (
          <span className="small soft">
            {nearest.address}: {lowerFirst(nearest.ready_text ?? '')}
          </span>
        ) : null}
      </Fact>
      <Fact icon="truck">
        {isElsewhere ? (
          `Доставим до ${shownAmount(available ?? 0, shown_unit, 'genitive')}`
        ) : delivery ? (
          <Delivery delivery={delivery} unit={shown_unit} count={count} />
        ) : (
          <Link className="link" to={deliveryUrl()}>
            Доставка
          </Link>
        )}
      </Fact>
      {lines.map(({ icon, words, url, rel }) => (
        <Fact key={icon} icon={icon}>
          {url ? (
            <Link className="link" to={url} rel={rel}>
              {words}
            </Link>
          ) : (
            words
          )}
        </Fact>
      ))}
      {bonuses > 0 ? (
        <Fact icon="credit-card">
          <Link className="link" to={bonusCardUrl()}>
            {`от\u00a0${countOf(bonuses, 'бонуса', 'бонусов', 'бонусов')}`}
          </Link>{' '}
          на карту
        </Fact>
      ) : null}
      <Fact icon="bell">
        <AlertLink product={product} topic="price_drops" />
      </Fact>
    </ul>
  );
}

function Fact({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div>{children}</div>
    </li>
  );
}

type DeliveryProps = { delivery: NonNullable<Promises['delivery']>; unit: ShownUnit; count: number };

/** «Завтра по Вологде, 390 ₽», and for what weight and by what vehicle. The checkout's own price decides. */
function Delivery({ delivery: { day, place, rates, weight_grams, roll }, unit, count }: DeliveryProps) {
  const grams = weight_grams === null ? null : weight_grams * count;
  const rate = grams === null ? null : rateFor(rates, grams);
  const load = [grams === null ? null : `${shownAmount(count, unit)}, ${formatWeight(grams)}`, roll];
  const loadWords = load.filter(Boolean).join(', ');
  // A rate names its vehicle for a weight: whether a long roll goes into it no row says.
  const vehicle = roll === null ? rate?.vehicle : rate ? 'машину подберём по длине' : undefined;
  return (
    <>
      <Link className="link" to={deliveryUrl()}>
        Доставка {lowerFirst(day)}
        {rate ? `, ${roll === null ? '' : 'от\u00a0'}${formatPrice(rate.price_kopecks)}` : ''} по {place}
      </Link>
      <span className="small soft num buy__load" role="status">
        {[loadWords, vehicle ?? 'цену назовёт оператор'].filter(Boolean).join(': ')}
      </span>
    </>
  );
}

import { type FormEvent, type Ref, useState } from 'react';
import { Link } from 'react-router';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { formatPrice } from '#shared/money.ts';
import { priceAt } from '#shared/tiers.ts';
import { cartUrl, companyUrl, deliveryUrl, loginUrl, productUrl } from '#shared/urls.ts';
import { FormLink } from '#web/parts/forms/form-link.tsx';
import { mostOf, useCartLine } from '#web/parts/goods/add-to-cart.tsx';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { BusinessPrice, OldPrice } from '#web/parts/goods/price.tsx';
import { StockLine } from '#web/parts/goods/stock-line.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { AmountField } from './amount-field.tsx';

/** Another branch where it can be bought now. */
export type Elsewhere = { city: string; price: number; url: string };

type BuyPanelProps = {
  product: ProductPage;
  /** Null: the reader buys for no firm. Its price without VAT, kopecks; null where it has none of its own. */
  business: { price_without_vat: number | null } | null;
  phone: string | null;
  elsewhere: Elsewhere[];
  cartRef?: Ref<HTMLDivElement>;
};

/** Price, tiers, quantity, «В корзину», where and when: everything needed to decide, in one panel. */
export function BuyPanel({ product, business, phone, elsewhere, cartRef }: BuyPanelProps) {
  if (product.switched_off) return <Discontinued product={product} />;
  return (
    <div className="buy">
      <PriceBlock product={product} business={business} />
      {product.is_on_sale_now ? (
        <div ref={cartRef}>
          <Order product={product} />
        </div>
      ) : (
        <NotOrderable product={product} phone={phone} elsewhere={elsewhere} />
      )}
      <Facts product={product} />
    </div>
  );
}

function PriceBlock({ product, business }: Pick<BuyPanelProps, 'product' | 'business'>) {
  const { price, old_price, unit_price, tiers, unit, buyer_price } = product;
  const charged = buyer_price ?? price;
  if (charged === null) return <p className="buy__ask">Цена по запросу</p>;
  return (
    <>
      {price === null ? (
        <p className="buy__ask">Цена по запросу</p>
      ) : (
        <div className="buy__price">
          <b className={`${old_price ? 'price--now' : ''}${product.is_on_sale_now ? '' : ' soft'}`}>
            {formatPrice(price)}
          </b>
          {old_price ? (
            <>
              <OldPrice kopecks={old_price} className="was--l" />
              <span className="badge badge--sale">−{product.discount_percent}&nbsp;%</span>
            </>
          ) : null}
        </div>
      )}
      <p className="soft num buy__unit">
        {unit_price && price !== null ? `${formatPrice(unit_price.price)}/${unit_price.unit} · ` : ''}за 1&nbsp;{unit}
        <button className="buy__why" type="button" aria-label="Как получилась цена" popoverTarget="price-why">
          <Icon name="circle-help" size="s" />
        </button>
      </p>
      <PriceStory product={product} />
      {buyer_price === null ? null : (
        <BusinessFacts product={product} buyer_price={buyer_price} without_vat={business?.price_without_vat ?? null} />
      )}
      {tiers.length > 0 ? (
        <table className="tiers">
          <caption className="sr">
            {buyer_price === null ? 'Цена от количества' : 'Цена для бизнеса от количества'}
          </caption>
          <tbody>
            <tr>
              <th scope="row">
                от {product.min_count} {unit}
              </th>
              <td>{formatPrice(priceAt(charged, tiers, product.min_count))}</td>
            </tr>
            {tiers
              .filter((tier) => tier.from_count > product.min_count)
              .map((tier) => (
                <tr key={tier.from_count}>
                  <th scope="row">
                    от {tier.from_count} {unit}
                    {tier.from_count === product.pallet_count ? <span className="soft"> (поддон)</span> : null}
                  </th>
                  <td>{formatPrice(tier.price)}</td>
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
          Для бизнеса, с&nbsp;НДС
          <Link className="link" to={loginUrl(companyUrl())}>
            Открыть цены
          </Link>
        </p>
      )}
    </>
  );
}

/** The firm's price with what a bookkeeper asks first: per base unit, and without VAT. */
function BusinessFacts({
  product: { buyer_unit_price, vat_rate },
  buyer_price,
  without_vat,
}: {
  product: ProductPage;
  buyer_price: number;
  without_vat: number | null;
}) {
  const facts = [
    buyer_unit_price && `${formatPrice(buyer_unit_price.price)}/${buyer_unit_price.unit}`,
    vat_rate > 0 && without_vat !== null && `${formatPrice(without_vat)} без НДС ${vat_rate}\u00a0%`,
  ].filter(Boolean);
  return (
    <div className="buy__firm">
      <BusinessPrice kopecks={buyer_price} />
      {facts.length > 0 ? <p className="small soft num">{facts.join(' · ')}</p> : null}
    </div>
  );
}

/** The "?" beside the price: what it is made of, and the lowest of the last 30 days. Opens without JavaScript too. */
function PriceStory({ product }: { product: ProductPage }) {
  const { price, old_price, buyer_price, lowest_price_30_days } = product;
  return (
    <div className="tip tip--price" id="price-why" popover="auto">
      <p className="b">Как получилась цена</p>
      <dl>
        {old_price ? (
          <div>
            <dt>Прежняя цена филиала</dt>
            <dd>{formatPrice(old_price)}</dd>
          </div>
        ) : null}
        {old_price && price !== null ? (
          <div>
            <dt>Снижена на</dt>
            <dd>{formatPrice(old_price - price)}</dd>
          </div>
        ) : null}
        {price === null ? null : (
          <div>
            <dt>Цена филиала сейчас</dt>
            <dd>{formatPrice(price)}</dd>
          </div>
        )}
        {buyer_price === null ? null : (
          <div>
            <dt>Цена вашей организации</dt>
            <dd>{formatPrice(buyer_price)}</dd>
          </div>
        )}
        {lowest_price_30_days === null ? null : (
          <div>
            <dt>Самая низкая за 30 дней</dt>
            <dd>{formatPrice(lowest_price_30_days)}</dd>
          </div>
        )}
      </dl>
      <p className="small soft">Купон считается в корзине.</p>
    </div>
  );
}

function Order({ product }: { product: ProductPage }) {
  const { inCart, isPending, error, send } = useCartLine(product);
  const [count, setCount] = useState(product.min_count);
  const most = mostOf(product);
  const shared = { unit: product.unit, step: product.step, min: product.min_count, max: most, label: 'Количество' };
  const chosen = inCart > 0 ? inCart : count;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send('add', count);
  };
  return (
    <form className="buy__order" method="post" action={cartUrl()} onSubmit={submit}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="product_id" value={product.id} />
      <input type="hidden" name="product_idcode" value={product.idcode} />
      <div className="row buy__count">
        {inCart > 0 ? (
          <Stepper
            {...shared}
            className="step--fill"
            count={inCart}
            canRemove
            onChange={(next) => send(next === 0 ? 'remove' : 'count', next)}
          />
        ) : (
          <Stepper {...shared} name="count" count={count} onChange={setCount} />
        )}
        <AmountField
          product={product}
          count={chosen}
          onCount={(next) => {
            if (inCart > 0) send('count', Math.min(next, most));
            else setCount(Math.min(next, most));
          }}
        />
      </div>
      <p className="small soft num">{totalWords(product, chosen)}</p>
      {inCart > 0 ? (
        <Link className="btn btn--primary btn--lg btn--wide" to={cartUrl()}>
          <Icon name="check" />В корзине, перейти
        </Link>
      ) : (
        <button type="submit" className="btn btn--primary btn--lg btn--wide" aria-busy={isPending}>
          {isPending ? <span className="spin" aria-hidden="true" /> : null}В корзину
        </button>
      )}
      {error ? (
        <p className="field__err" role="alert">
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      ) : null}
      <FormLink code="one_click" about={`product:${product.id}`} className="btn btn--quiet btn--wide">
        Купить в 1 клик
      </FormLink>
    </form>
  );
}

/** «420 кг, 6 846 ₽» for the chosen count; the cart's own sum decides. */
function totalWords(product: ProductPage, count: number): string {
  const kilograms = product.weight_grams ? `${Math.ceil((product.weight_grams * count) / 1000)}\u00a0кг, ` : '';
  const price = product.buyer_price ?? product.price ?? 0;
  return kilograms + formatPrice(priceAt(price, product.tiers, count) * count);
}

function NotOrderable({ product, phone, elsewhere }: Pick<BuyPanelProps, 'product' | 'phone' | 'elsewhere'>) {
  const hasNoPrice = product.price === null && product.buyer_price === null;
  const words = hasNoPrice
    ? 'Цену и срок назовёт оператор.'
    : product.lead_days
      ? 'Товар привозим под заказ: оператор назовёт срок и условия предоплаты.'
      : 'Сейчас товара нет. Посмотрите похожие ниже.';
  return (
    <div className="buy__order">
      <p>{words}</p>
      {hasNoPrice || product.lead_days ? (
        <FormLink
          code={hasNoPrice ? 'price_request' : 'one_click'}
          about={`product:${product.id}`}
          className="btn btn--primary btn--lg btn--wide"
        >
          {hasNoPrice ? 'Узнать цену' : 'Заказать у оператора'}
        </FormLink>
      ) : null}
      {product.price === null ? null : (
        <AlertLink
          product={product}
          topic="back_in_stock"
          className={`btn ${product.lead_days ? 'btn--quiet' : 'btn--primary'} btn--lg btn--wide`}
        />
      )}
      {phone ? (
        <a className="btn btn--line btn--wide" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          <Icon name="phone" />
          {phone}
        </a>
      ) : null}
      {elsewhere.length > 0 ? (
        <div>
          <p className="small soft">Есть в других городах:</p>
          <ul className="elsewhere">
            {elsewhere.map((branch) => (
              <li key={branch.url}>
                <span>{branch.city}</span>
                <span className="num">{formatPrice(branch.price)}</span>
                <a className="link" href={branch.url} aria-label={`Перейти в филиал: ${branch.city}`}>
                  Перейти
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {product.analogues.length > 0 ? (
        <a className="btn btn--quiet btn--wide" href="#analogues">
          Смотреть аналоги
        </a>
      ) : null}
    </div>
  );
}

function Facts({ product }: { product: ProductPage }) {
  const nearest = product.points.find((point) => point.ready_text);
  return (
    <ul className="buy__facts">
      <li>
        <Icon name="store" />
        <div>
          <StockLine product={product} />
          {nearest ? (
            <span className="small soft">
              {nearest.address}: {nearest.ready_text?.toLowerCase()}
            </span>
          ) : null}
        </div>
      </li>
      <li>
        <Icon name="truck" />
        <div>
          <Link className="link" to={deliveryUrl()}>
            Доставка по городу и области
          </Link>
          <br />
          <span className="small soft">Стоимость видна при оформлении, до оплаты</span>
        </div>
      </li>
      {product.price === null ? null : (
        <li>
          <Icon name="bell" />
          <AlertLink product={product} topic="price_drops" />
        </li>
      )}
    </ul>
  );
}

/** No price, no cart: what replaced it, or the way to what is like it. */
function Discontinued({ product }: { product: ProductPage }) {
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
          {successor.price === null ? null : <b className="price">{formatPrice(successor.price)}</b>}
          {successor.buyer_price === null ? null : <BusinessPrice kopecks={successor.buyer_price} />}
        </div>
      ) : (
        <p className="soft">Этот товар больше не поставляется.</p>
      )}
    </div>
  );
}

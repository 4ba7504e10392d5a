import { Link } from 'react-router';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { countOf } from '#shared/plurals.ts';
import { productState } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { pricePer, shownAmount } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import { FormLink } from '#web/parts/forms/form-link.tsx';
import { AddToCart } from '#web/parts/goods/add-to-cart.tsx';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { StockLine } from '#web/parts/goods/stock-line.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Elsewhere } from './elsewhere.server.ts';

type NotOnSaleProps = { product: ProductPage; phone: string | null; elsewhere: Elsewhere[] };

/** What can be done about a product that cannot be bought here now: one main step, then what can be bought instead. */
export function NotOnSale({ product, phone, elsewhere }: NotOnSaleProps) {
  const state = productState(product);
  const about = `product:${product.id}`;
  const wide = 'btn btn--primary btn--lg btn--wide';
  return (
    <div className="buy__order">
      <StockLine product={product} />
      {state.kind === 'order' || state.kind === 'none' ? <AtPoint product={product} /> : null}
      {state.kind === 'ask' ? (
        <FormLink code="price_request" about={about} className={wide}>
          Узнать цену
        </FormLink>
      ) : state.kind === 'order' ? (
        <>
          <FormLink code="one_click" about={about} className={wide}>
            Заказать
          </FormLink>
          <p className="small soft">Срок и предоплату назовёт оператор.</p>
        </>
      ) : (
        <AlertLink product={product} topic="back_in_stock" className={wide} />
      )}
      <Substitutes product={product} />
      <OtherBranches branches={elsewhere} />
      <ul className="buy__facts">
        {state.kind === 'order' ? (
          <li>
            <Icon name="bell" />
            <AlertLink product={product} topic="back_in_stock" />
          </li>
        ) : null}
        {product.price === null ? null : (
          <li>
            <Icon name="tag" />
            <AlertLink product={product} topic="price_drops" />
          </li>
        )}
        {phone ? (
          <li>
            <Icon name="phone" />
            <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              {phone}
            </a>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

/** The branch's store has none, but a point of the branch has: what lies there is sold there, the operator helps. */
function AtPoint({ product }: { product: ProductPage }) {
  const point = product.fuller_point;
  if (!point) return null;
  return (
    <p className="small">
      Есть в&nbsp;пункте {point.address}: {shownAmount(point.count, product.shown_unit)}.{' '}
      <FormLink code="one_click" about={`product:${product.id}`} className="link">
        Отложить там
      </FormLink>
    </p>
  );
}

/** What can be bought instead, with what differs. */
export function Substitutes({ product: { substitutes } }: { product: ProductPage }) {
  if (substitutes.length === 0) return null;
  return (
    <section className="instead" aria-labelledby="instead-title">
      <h2 className="instead__title" id="instead-title">
        Похожие товары в наличии
      </h2>
      <ul>
        {substitutes.map(({ card, differences }) => (
          <li key={card.id} className="instead__row">
            <span className="pic">
              {card.images[0] ? <Picture path={card.images[0]} preset="cover" width={64} height={64} alt="" /> : null}
            </span>
            <div>
              <Link className="link instead__name" to={productUrl(card.slug)}>
                {unbroken(card.name)}
              </Link>
              {differences.length > 0 ? <p className="small soft num">{differences.join('; ')}</p> : null}
              <div className="instead__buy">
                <b className="b num nowrap">{pricePer(card.buyer_price ?? card.price ?? 0, card.shown_unit)}</b>
                <div className="instead__cart">
                  <AddToCart product={card} size="btn--sm" />
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** So many are named; the others stand folded. */
const mostNamed = 2;

function OtherBranches({ branches }: { branches: Elsewhere[] }) {
  if (branches.length === 0) return null;
  const rest = branches.slice(mostNamed);
  return (
    <section aria-labelledby="elsewhere-title">
      <h2 className="instead__title" id="elsewhere-title">
        Есть в других городах
      </h2>
      <Branches branches={branches.slice(0, mostNamed)} />
      {rest.length > 0 ? (
        <details className="elsewhere__rest">
          <summary className="link small">Ещё {countOf(rest.length, 'город', 'города', 'городов')}</summary>
          <Branches branches={rest} />
        </details>
      ) : null}
    </section>
  );
}

function Branches({ branches }: { branches: Elsewhere[] }) {
  return (
    <ul className="elsewhere">
      {branches.map(({ city, url, price, distance, brought }) => (
        <li key={url}>
          <a className="link" href={url}>
            {city}
            <span className="sr">: перейти в филиал</span>
          </a>
          <span className="small soft num">{distance}</span>
          <span className="num">{price}</span>
          {brought ? (
            <FormLink code="one_click" about={brought.about} className="link">
              {brought.words}
            </FormLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

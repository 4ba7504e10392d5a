import { type ReactNode, useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { productState } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { basePriceWords, pricePer, shownPrice } from '#shared/unit-words.ts';
import { cartUrl, deliveryUrl, productUrl } from '#shared/urls.ts';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { pastPriceWords } from '#web/parts/goods/price.tsx';
import { StockLine, stockClass } from '#web/parts/goods/stock-line.tsx';
import { type BranchCall, CallBranch } from '#web/parts/maps/open-now.tsx';
import { useShell } from '#web/parts/request/use-shell.ts';
import { useCartCount } from '#web/parts/visitor/visitor-lists.ts';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import type { Elsewhere } from './elsewhere.server.ts';
import type { Promises } from './promises.server.ts';

type NotOnSaleProps = {
  product: ProductPage;
  call: BranchCall | null;
  promises: Promises;
  elsewhere: Elsewhere[];
  /** Its price stands above as one of today. */
  isOffered: boolean;
};

/** What can be done about a product that cannot be bought here now: one main step, then the other cities. */
export function NotOnSale({ product, call, promises, elsewhere, isOffered }: NotOnSaleProps) {
  const state = productState(product);
  const about = `product:${product.id}`;
  const wide = 'btn btn--primary btn--lg btn--wide';
  const here = pointsWithIt(product);
  const points = state.kind === 'point' ? here : [];
  return (
    <>
      {isOffered ? null : <PastPrice product={product} />}
      <div className="buy__order">
        {points.length > 0 ? <AtPoints product={product} points={points} /> : <StockLine product={product} />}
        <OtherVariants product={product} />
        {points.length > 0 ? null : state.kind === 'ask' ? (
          <FormLink code="price_request" about={about} className={wide}>
            Узнать цену
          </FormLink>
        ) : state.kind === 'order' ? (
          <>
            <FormLink code="one_click" about={about} className={wide}>
              Заказать
            </FormLink>
            <p className="small soft">Точный срок и предоплату назовёт оператор.</p>
          </>
        ) : (
          <AlertLink product={product} topic="back_in_stock" className={wide} />
        )}
        <OtherBranches branches={elsewhere} />
        <ul className="buy__facts">
          {state.kind === 'ask' && here.length > 0 ? (
            <>
              <Fact icon="store">
                <a className="link" href="#points-title">
                  Есть в {countOf(here.length, 'пункте', 'пунктах', 'пунктах')}
                </a>
              </Fact>
              {promises.asked ? (
                <Fact icon="truck">
                  <Link className="link" to={deliveryUrl()}>
                    {promises.asked.words}
                  </Link>
                  <span className="small soft num buy__load">{promises.asked.load}</span>
                </Fact>
              ) : null}
            </>
          ) : null}
          {state.kind === 'order' || points.length > 0 ? (
            <Fact icon="bell">
              <AlertLink product={product} topic="back_in_stock" />
            </Fact>
          ) : null}
          {product.price === null || state.kind === 'none' ? null : (
            <Fact icon="tag">
              <AlertLink product={product} topic="price_drops" />
            </Fact>
          )}
          {call?.phone ? (
            <Fact icon="phone">
              <CallBranch call={call} />
            </Fact>
          ) : null}
        </ul>
      </div>
    </>
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

/** Of what is not there: its price is no offer. */
function PastPrice({ product }: { product: ProductPage }) {
  const { price, buyer_price, unit_price, buyer_unit_price, shown_unit } = product;
  const charged = buyer_price ?? price;
  if (charged === null) return <p className="buy__ask">Цена по запросу</p>;
  const perBase = basePriceWords(buyer_price === null ? unit_price : buyer_unit_price, shown_unit);
  return (
    <>
      <div className="buy__price">
        <b className="soft">{formatPrice(shownPrice(charged, shown_unit))}</b>
      </div>
      <p className="soft num buy__unit">{pastPriceWords(shown_unit, perBase)}</p>
    </>
  );
}

/**
 * The same goods in another colour or size that can be bought now: nearer than any other. A word needs no name before
 * it, which it would not agree with («цвет голубая»).
 */
function OtherVariants({ product: { variants, variant_name } }: { product: ProductPage }) {
  const onSale = variants.filter(({ is_on_sale_now }) => is_on_sale_now).slice(0, mostNamed);
  return onSale.map(({ id, slug, label, price, shown_unit, state }) => (
    <p key={id} className="buy__variant">
      <Link className="link b num" to={productUrl(slug)}>
        {unbroken(`В наличии: ${/\d/.test(label) ? `${lowerFirst(variant_name ?? 'вариант')} ` : ''}${label}`)}
        {price === null ? '' : `, ${pricePer(price, shown_unit)}`}
      </Link>
      <span className={`small state ${stockClass(state)}`}>{state.words}</span>
    </p>
  ));
}

type Point = ProductPage['points'][number];

/** Points whose own shelf has enough, the fullest first. */
function pointsWithIt({ points, min_count }: ProductPage): Point[] {
  const here = points.filter(({ available }) => (available ?? 0) >= min_count);
  return here.toSorted((a, b) => (b.available ?? 0) - (a.available ?? 0));
}

/** What only points of the branch have is sold there: each with its amount and when it is handed over. */
function AtPoints({ product, points }: { product: ProductPage; points: Point[] }) {
  const inCart = useCartCount(product.id);
  const [count, setCount] = useState(product.min_count);
  const [first, ...others] = points;
  const words =
    first && others.length === 0
      ? `Есть в пункте ${first.address}: ${first.quantity_text}`
      : `Есть в ${countOf(points.length, 'пункте', 'пунктах', 'пунктах')} города`;
  return (
    <>
      <p className="state state--good">
        <Icon name="circle-check" size="s" />
        {unbroken(words)}
      </p>
      <form className="buy__order" method="post" action={cartUrl()}>
        <input type="hidden" name="product_id" value={product.id} />
        <input type="hidden" name="product_idcode" value={product.idcode} />
        <div className="row buy__count">
          <Stepper
            name="count"
            label="Количество"
            count={count}
            unit={product.shown_unit}
            step={product.step}
            min={product.min_count}
            max={product.fuller_point?.count ?? product.max_count}
            onChange={setCount}
          />
        </div>
        {first ? <BuyAt point={first} count={count} isMain={inCart === 0} isOnly={others.length === 0} /> : null}
        {others.length > 0 ? (
          <details className="elsewhere__rest">
            <summary className="link small">Ещё {countOf(others.length, 'пункт', 'пункта', 'пунктов')}</summary>
            {others.map((point) => (
              <BuyAt key={point.department_id_1c} point={point} count={count} isMain={false} isOnly={false} />
            ))}
          </details>
        ) : null}
      </form>
      {inCart > 0 ? (
        <Link className="btn btn--primary btn--lg btn--wide" to={cartUrl()}>
          <Icon name="check" />
          Перейти в корзину
        </Link>
      ) : null}
    </>
  );
}

type BuyAtProps = {
  point: Point;
  /** How many are wanted, sales units; the fullest point has them, another may have fewer. */
  count: number;
  isMain: boolean;
  /** The status above names address and amount already. */
  isOnly: boolean;
};

function BuyAt({ point, count, isMain, isOnly }: BuyAtProps) {
  const { department_id_1c, address, quantity_text, ready_text } = point;
  const isEnough = count <= (point.available ?? 0);
  const when = ready_text ? `Забрать ${lowerFirst(ready_text)}` : '';
  const words = [isOnly ? '' : `${address}: ${quantity_text}`, isEnough ? when : 'Столько здесь нет'];
  return (
    <div className="buy__at">
      <p className="small soft">{unbroken(words.filter(Boolean).join('. '))}</p>
      <button
        type="submit"
        className={`btn btn--wide ${isMain ? 'btn--primary btn--lg' : 'btn--line'}`}
        name="intent"
        value={`at:${department_id_1c}`}
        aria-label={`Купить с получением в пункте ${address}`}
        disabled={!isEnough}
      >
        Купить в этом пункте
      </button>
    </div>
  );
}

/** So many are named; the others stand folded. */
const mostNamed = 2;

/** On a phone they are folded: goods that can be bought here stand under them. */
function OtherBranches({ branches }: { branches: Elsewhere[] }) {
  const { device } = useShell();
  const [nearest] = branches;
  if (!nearest) return null;
  if (device === 'mobile' && branches.length > 1) {
    const words = nearest.brought
      ? nearest.brought.words
      : `Есть в ${countOf(branches.length, 'другом городе', 'других городах', 'других городах')}`;
    return (
      <details className="elsewhere__rest">
        <summary className="link">{unbroken(words)}</summary>
        <Branches branches={branches} />
      </details>
    );
  }
  const rest = branches.slice(mostNamed);
  return (
    <section aria-labelledby="elsewhere-title">
      <h2 className="buy__cities" id="elsewhere-title">
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
      {branches.map(({ city, url, price, facts, brought }) => (
        <li key={url}>
          <span>
            <a className="link" href={url}>
              {city}
              <span className="sr">: перейти в филиал</span>
            </a>{' '}
            <span className="small soft num">{facts}</span>
          </span>
          <span className="num">{price}</span>
          {brought ? (
            <FormLink code="one_click" about={brought.about} className="link small">
              {unbroken(`Заказать: привезём за ${brought.days}`)}
            </FormLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

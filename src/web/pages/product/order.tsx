import { type FormEvent, type Ref, useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { formatPrice } from '#shared/money.ts';
import { mostToBuy } from '#shared/product-state.ts';
import { priceAt } from '#shared/tiers.ts';
import { shownAmount, stepWords, typedAmount } from '#shared/unit-words.ts';
import { cartUrl, formUrl } from '#shared/urls.ts';
import { useCartLine } from '#web/parts/goods/add-to-cart.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { AmountField } from './amount-field.tsx';
import { Facts } from './facts.tsx';
import type { Promises } from './promises.server.ts';

const LimitNote = deferred(() => import('./limit-note.tsx').then((loaded) => loaded.LimitNote));

type OrderProps = {
  product: ProductPage;
  promises: Promises;
  cartRef: Ref<HTMLDivElement>;
  /** A firm orders by its cart, where its requisites and the invoice are. */
  isFirm: boolean;
};

/** Quantity and «В корзину», and what pickup and delivery of that quantity mean. */
export function Order({ product, promises, cartRef, isFirm }: OrderProps) {
  const line = useCartLine(product);
  const [count, setCount] = useState(product.min_count);
  const chosen = line.inCart > 0 ? line.inCart : count;
  return (
    <>
      <div ref={cartRef}>
        <OrderForm product={product} line={line} count={chosen} onCount={setCount} isFirm={isFirm} />
      </div>
      <Facts product={product} promises={promises} count={chosen} />
    </>
  );
}

type OrderFormProps = {
  product: ProductPage;
  line: ReturnType<typeof useCartLine>;
  /** In the cart, or chosen for it. */
  count: number;
  onCount: (count: number) => void;
  isFirm: boolean;
};

function OrderForm({ product, line, count, onCount, isFirm }: OrderFormProps) {
  const { inCart, isPending, error, send } = line;
  const most = product.fuller_point?.count ?? mostToBuy(product);
  const { shown_unit: unit, step, min_count: min } = product;
  const steps = stepWords(step, unit);
  const isCut = unit.parts > 1;
  const shared = { unit, step, min, max: most, label: 'Количество' };
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
          <Stepper {...shared} name="count" count={count} onChange={onCount} />
        )}
        <AmountField
          product={product}
          count={count}
          onCount={(next) => {
            if (inCart > 0) send('count', Math.min(next, most));
            else onCount(Math.min(next, most));
          }}
        />
      </div>
      {steps ? (
        <p className="small soft num">
          {isCut
            ? `Отрежем от\u00a0${shownAmount(min, unit, 'genitive')}, кратно ${shownAmount(step, unit)}`
            : `Продаём ${steps}`}
        </p>
      ) : null}
      <p className="small soft num">{totalWords(product, count)}</p>
      <p className="small state--wait buy__most" role="status">
        <LimitNote product={product} count={count} />
      </p>
      {inCart > 0 ? (
        <Link className="btn btn--primary btn--lg btn--wide" to={cartUrl()}>
          <Icon name="check" />
          Перейти в корзину
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
      {isFirm ? null : <OneClick product={product} count={count} />}
    </form>
  );
}

function OneClick({ product: { id, shown_unit }, count }: { product: ProductPage; count: number }) {
  const about = `product:${id}`;
  const words = 'Купить в 1 клик';
  const look = 'btn btn--quiet btn--wide';
  return (
    <>
      <FormLink code="one_click" about={about} count={typedAmount(count, shown_unit)} className={`${look} js`}>
        {words}
      </FormLink>
      {/* Without a script only the form itself knows what was typed into its count. */}
      <button
        type="submit"
        className={`${look} no-js`}
        formMethod="get"
        formAction={formUrl('one_click')}
        name="about"
        value={about}
      >
        {words}
      </button>
    </>
  );
}

/** «14 мешков — 6 846 ₽»; the price of one stands above. The cart's own sum decides. */
function totalWords({ buyer_price, price, tiers, shown_unit }: ProductPage, count: number): string | null {
  if (count === shown_unit.parts) return null;
  const sum = priceAt(buyer_price ?? price ?? 0, tiers, count) * count;
  return `${shownAmount(count, shown_unit)} — ${formatPrice(sum)}`;
}

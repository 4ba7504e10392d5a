import { formatDate } from '#shared/dates.ts';
import { formatPrice, servicePrice } from '#shared/money.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { CartPage } from './read-cart-page.ts';
import type { CartFormState } from './use-cart-form.ts';

const Bonuses = deferred(() => import('./bonuses.tsx').then((loaded) => loaded.Bonuses));

/** What the order comes to, the coupon and the button. Every sum is the server's. */
export function Summary({
  state,
  isDelivery,
  isMobile,
}: {
  state: CartFormState;
  isDelivery: boolean;
  isMobile: boolean;
}) {
  const { page, isPending } = state;
  return (
    <aside className="sumbox" aria-label="Ваш заказ">
      <h2 className="sumbox__title">Ваш заказ</h2>
      <div className="sumbox__rows" aria-busy={isPending}>
        <SumRows page={page} isDelivery={isDelivery} />
        <div className="sumrow sumrow--total">
          <span>Итого</span>
          <span>{formatPrice(page.total)}</span>
        </div>
        {page.old_total > page.goods_sum ? (
          <p className="small soft">Скидка {formatPrice(page.old_total - page.goods_sum)} уже учтена в ценах</p>
        ) : null}
        {isDelivery && page.delivery_price === null ? (
          <p className="small soft">Без доставки: её стоимость уточнит оператор</p>
        ) : null}
      </div>
      <p className="sr" role="status">
        {isPending ? '' : `Итого ${formatPrice(page.total)}`}
      </p>
      <CouponField state={state} />
      {page.bonuses ? <Bonuses bonuses={page.bonuses} error={state.answer?.bonus_error ?? null} /> : null}
      {isMobile || !state.isFormSeen ? (
        <ToCheckout page={page} />
      ) : (
        <PlaceButton state={state} className="sumbox__go" />
      )}
      <MinimumHint page={page} />
      {page.lines.some((line) => !line.is_chosen || line.rest) ? (
        <p className="tiny soft sumbox__rest">Всё, что не войдёт в заказ, останется в корзине</p>
      ) : null}
    </aside>
  );
}

/** The way to the form: nobody orders from the top of the page before having seen what is asked. */
function ToCheckout({ page }: { page: CartPage }) {
  const words = 'К оформлению';
  return nothingToOrder(page) ? (
    <button type="button" className="btn btn--primary btn--lg btn--wide sumbox__go" disabled>
      {words}
    </button>
  ) : (
    <a className="btn btn--primary btn--lg btn--wide sumbox__go" href="#checkout">
      {words}
    </a>
  );
}

export function nothingToOrder({ lines }: CartPage): boolean {
  return lines.every((line) => !line.is_orderable);
}

/** The first row is the lines as they stand beside it, so that everything shown can be added up by hand. */
function SumRows({ page, isDelivery }: { page: CartPage; isDelivery: boolean }) {
  const { coupon, bonuses, carrying } = page;
  return (
    <>
      <SumRow of={chosenWords(page)} sum={formatPrice(page.goods_sum)} />
      {coupon && page.discount > 0 ? <SumRow of={`Купон ${coupon.code}`} off={page.discount} /> : null}
      {bonuses && bonuses.used > 0 ? <SumRow of="Бонусы" off={bonuses.discount} /> : null}
      <SumRow
        of={isDelivery ? 'Доставка' : 'Самовывоз'}
        sum={isDelivery ? servicePrice(page.delivery_price) : 'бесплатно'}
      />
      {carrying.chosen ? <SumRow of={carrying.chosen.words} sum={servicePrice(carrying.chosen.price)} /> : null}
    </>
  );
}

function SumRow({ of, sum, off }: { of: string; sum?: string; off?: number }) {
  return (
    <div className="sumrow">
      <span>{of}</span>
      {off ? <span className="sumrow__off">−{formatPrice(off)}</span> : <span>{sum}</span>}
    </div>
  );
}

/** «3 товара, 458 кг» of the chosen lines. */
export function chosenWords(page: CartPage): string {
  const count = page.lines.filter((line) => line.is_chosen).length;
  const weight =
    page.weight_grams > 0 ? `, ${page.is_weight_partial ? 'от ' : ''}${formatWeight(page.weight_grams)}` : '';
  return countOf(count, 'товар', 'товара', 'товаров') + weight;
}

export function PlaceButton({ state, className = '', id }: { state: CartFormState; className?: string; id?: string }) {
  const { page, isPending, isPlacing } = state;
  return (
    <button
      type="submit"
      id={id}
      className={`btn btn--primary btn--lg btn--wide num ${className}`}
      name="intent"
      value="place"
      disabled={nothingToOrder(page)}
      aria-busy={isPending}
    >
      {isPending ? <span className="spin" aria-hidden="true" /> : null}
      {isPlacing
        ? 'Оформляем…'
        : isPending
          ? 'Сохраняем корзину…'
          : nothingToOrder(page)
            ? 'Заказать сейчас нечего'
            : `Оформить заказ на ${formatPrice(page.total)}`}
    </button>
  );
}

export function MinimumHint({ page }: { page: CartPage }) {
  const goods = page.goods_sum - page.discount;
  if (goods >= page.minimum || page.goods_sum === 0) return null;
  return (
    <p className="small state--wait sumbox__rest">
      Минимальная сумма заказа {formatPrice(page.minimum)}, не хватает {formatPrice(page.minimum - goods)}
    </p>
  );
}

function CouponField({ state }: { state: CartFormState }) {
  const { page, answer, save } = state;
  const { coupon } = page;
  const error = answer?.coupon_error ?? page.coupon_refusal ?? coupon?.problem;
  const covered = page.lines.filter((line) => line.discount > 0).length;
  return (
    <div className="coupon">
      <input type="hidden" name="used_coupon" value={coupon && !coupon.problem ? coupon.code : ''} />
      <div className="coupon__row">
        {coupon ? (
          <>
            <span className="input input--coupon">
              <Icon name="ticket-percent" />
              <span className="b">{coupon.code}</span>
            </span>
            <button
              type="submit"
              className="btn btn--line"
              name="intent"
              value="coupon-delete"
              aria-label="Убрать купон"
            >
              Убрать
            </button>
          </>
        ) : (
          <>
            <label className="input input--coupon">
              <Icon name="ticket-percent" />
              <span className="sr">Купон</span>
              <input
                key={answer?.coupon_error ? page.made_at : 0}
                id="coupon"
                name="coupon"
                placeholder="Купон"
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={60}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? 'coupon-error' : undefined}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  save('coupon');
                }}
              />
            </label>
            <button type="submit" className="btn btn--line" name="intent" value="coupon">
              Применить
            </button>
          </>
        )}
      </div>
      {error ? (
        <p className="field__err" id="coupon-error" role="alert">
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      ) : coupon ? (
        <p className="small state--good coupon__ok" role="status">
          Купон действует на {countOf(covered, 'товар', 'товара', 'товаров')}
        </p>
      ) : null}
      <OwnCoupons page={page} />
    </div>
  );
}

/** The buyer's personal coupons: one press puts another in place of the coupon of the cart. */
function OwnCoupons({ page }: { page: CartPage }) {
  const others = page.own_coupons.filter((own) => own.code !== page.coupon?.code);
  if (others.length === 0) return null;
  return (
    <ul className="coupon__own">
      {others.map((own) => (
        <li key={own.code} className="small">
          <span>
            −{formatPrice(own.sum_kopecks)} от {formatPrice(own.min_sum_kopecks)}, до {formatDate(own.ends_at)}
          </span>
          <button type="submit" className="link" name="intent" value={`coupon:${own.code}`}>
            Применить <span className="num">{own.code}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

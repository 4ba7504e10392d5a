import { useLocation } from 'react-router';
import { discountWords } from '#shared/discount-words.ts';
import { formatPrice, servicePrice } from '#shared/money.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import { writeReviewUrl } from '#shared/review-urls.ts';
import { unbroken } from '#shared/unbroken.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { orderUrl, productUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { OrderPage } from './read-order-page.ts';

type LineProps = { line: OrderPage['lines'][number] };

function totalWord({ payment, state }: OrderPage): string {
  if (payment.taken > 0) return 'Осталось оплатить';
  if (payment.is_paid) return 'Оплачено';
  return state === 'cancelled' || !payment.is_due ? 'Итого' : 'К оплате';
}

/** Its article and price; on a phone how much of it was ordered stands here too, as there is no column for it. */
function LineFacts({ line: { article, count, price, shown_unit, is_business_price } }: LineProps) {
  const { device } = useShell();
  const money = `${formatPrice(shownPrice(price, shown_unit))} ${perUnit(shown_unit)}`;
  const own = is_business_price && 'для бизнеса';
  const number = article && `Арт. ${article}`;
  if (device !== 'mobile')
    return <span className="small soft num">{[number, money, own].filter(Boolean).join(' · ')}</span>;
  return (
    <>
      <p className="small num">{[shownAmount(count, shown_unit), money, own].filter(Boolean).join(' · ')}</p>
      {number ? <p className="small soft num">{number}</p> : null}
    </>
  );
}

/** `given_words`: what of it has left, where the order was given out in part; what never left is not reviewed. */
function Line({ order, line }: LineProps & { order: OrderPage }) {
  const { search } = useLocation();
  const { device } = useShell();
  const token = new URLSearchParams(search).get('token');
  return (
    <div className="oline">
      <span className="pic">
        {line.image ? <Picture path={line.image} width={64} height={64} alt="" /> : <Icon name="package" size="l" />}
      </span>
      <div>
        <Link className="oline__name" to={productUrl(line.slug)}>
          {unbroken(line.name)}
        </Link>
        <LineFacts line={line} />
        {line.given_words ? (
          <p className={`small ${order.is_active ? 'soft' : 'state--wait'}`}>{line.given_words}</p>
        ) : null}
        {line.warranty_words ? <p className="small soft">{unbroken(line.warranty_words)}</p> : null}
        {order.may_review && line.was_received && !order.is_staff ? (
          <Link
            className="link small"
            to={writeReviewUrl(line.slug, { id: order.id, token })}
            aria-label={`Оставить отзыв: ${line.name}`}
          >
            Оставить отзыв
          </Link>
        ) : null}
      </div>
      {device === 'mobile' ? null : <span className="num soft">{shownAmount(line.count, line.shown_unit)}</span>}
      <b className="b num nowrap">{formatPrice(line.price * line.count)}</b>
    </div>
  );
}

/**
 * What was ordered, each line before coupon and bonuses, and the sums: lines, coupon, bonuses and services add up
 * to the total.
 */
export function OrderLines({ order }: { order: OrderPage }) {
  const { search } = useLocation();
  return (
    <section className="sheet">
      <h2>Состав</h2>
      <div className="order__lines">
        {order.lines.map((line) => (
          <Line key={line.position} order={order} line={line} />
        ))}
      </div>
      <div className="order__under">
        <div className="order__sums">
          <div className="sumrow">
            <span className="soft">Товары{order.weight_grams > 0 ? `, ${formatWeight(order.weight_grams)}` : ''}</span>
            <span>{formatPrice(order.goods_before)}</span>
          </div>
          {order.discount > 0 ? (
            <div className="sumrow">
              <span className="soft">{discountWords(order.coupon)}</span>
              <span className="sumrow__off">−{formatPrice(order.discount)}</span>
            </div>
          ) : null}
          {order.bonus_discount > 0 ? (
            <div className="sumrow">
              <span className="soft">Бонусы</span>
              <span className="sumrow__off">−{formatPrice(order.bonus_discount)}</span>
            </div>
          ) : null}
          <div className="sumrow">
            <span className="soft">{order.is_pickup ? 'Самовывоз' : 'Доставка'}</span>
            <span>{order.is_pickup ? 'бесплатно' : servicePrice(order.delivery_price)}</span>
          </div>
          {order.carrying ? (
            <div className="sumrow">
              <span className="soft">{order.carrying.words}</span>
              <span>{servicePrice(order.carrying.price)}</span>
            </div>
          ) : null}
          {order.payment.taken > 0 ? (
            <div className="sumrow">
              <span className="soft">Оплачено при выдаче части</span>
              <span>−{formatPrice(order.payment.taken)}</span>
            </div>
          ) : null}
          <div className="sumrow sumrow--total order__total">
            <span>{totalWord(order)}</span>
            <span>{formatPrice(order.payment.sum)}</span>
          </div>
          {order.vat.map(({ rate, sum }) => (
            <div className="sumrow small soft" key={rate}>
              <span>В том числе НДС {rate} %</span>
              <span>{formatPrice(sum)}</span>
            </div>
          ))}
          {order.payment.refunded > 0 ? (
            <div className="sumrow">
              <span className="soft">Возвращено</span>
              <span>{formatPrice(order.payment.refunded)}</span>
            </div>
          ) : null}
          {order.bonuses_ahead ? (
            <p className="small soft num">
              {unbroken(
                `Начислим ${countOf(order.bonuses_ahead.count, 'бонус', 'бонуса', 'бонусов')}, когда получите заказ.${order.bonuses_ahead.leaves_out ? ' Товары со сниженной ценой не учитываем.' : ''}`,
              )}
            </p>
          ) : null}
        </div>
        {order.may_add_goods ? (
          <p>
            <Link className="btn btn--line" to={`${orderUrl(order.id)}change/${search}`}>
              <Icon name="plus" />
              Добавить товары
            </Link>
          </p>
        ) : null}
      </div>
    </section>
  );
}

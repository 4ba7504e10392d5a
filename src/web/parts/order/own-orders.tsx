import { Form, useNavigation } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { isActive } from '#shared/order-states.ts';
import { plural } from '#shared/plurals.ts';
import { orderReviewsUrl } from '#shared/review-urls.ts';
import { unbroken } from '#shared/unbroken.ts';
import { attachOrdersUrl, loginUrl, orderUrl, personalOrderUrl, signupUrl, supportUrl } from '#shared/urls.ts';
import { GoodsPictures } from '#web/parts/goods/goods-pictures.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import type { NextAct } from './next-step.ts';
import type { OrderRow } from './order-row.ts';
import type { AttachOffer } from './read-attach-offer.ts';
import { stateBadges } from './state-badges.ts';

/**
 * «Привязать 2 заказа»: what was ordered as a guest goes to the account in one press, and only then. The browser that
 * ordered opens it as it stands.
 */
export function AttachOrders({ offer, back }: { offer: AttachOffer; back: string }) {
  const isBusy = useNavigation().state !== 'idle';
  const count = offer.length;
  const isReady = offer.some(({ state }) => state === 'ready');
  return (
    <section className="sheet attach" aria-labelledby="attach-title">
      <h2 id="attach-title">{titleOf(offer)}</h2>
      <ul className="attach__orders">
        {offer.map((order) => (
          <Offered key={order.number} order={order} />
        ))}
      </ul>
      <p>
        {unbroken(
          `Оформлено без входа. Привяжите ${count === 1 ? 'заказ' : 'заказы'} к кабинету одним нажатием: после привязки откроются ${isReady ? 'код получения, ' : ''}состав, документы и повтор.`,
        )}
      </p>
      <Form method="post" action={attachOrdersUrl()}>
        <input type="hidden" name="back" value={back} />
        <button type="submit" className="btn btn--primary" disabled={isBusy}>
          <Icon name="bookmark-plus" />
          {count === 1 ? 'Привязать заказ' : `Привязать ${count}\u00a0${plural(count, 'заказ', 'заказа', 'заказов')}`}
        </button>
      </Form>
    </section>
  );
}

/** One of them: until when and where it waits, and what of it is still to be paid. */
function Offered({ order }: { order: AttachOffer[number] }) {
  const { number, state, is_unconfirmed, state_words, facts, next, where, url, pass_url } = order;
  return (
    <li className="orow__state">
      <div className="row row--wrap">
        {url ? (
          <Link className="b link num" to={url}>
            Заказ {number}
          </Link>
        ) : (
          <b className="b num">Заказ {number}</b>
        )}
        <span className={`badge badge--${is_unconfirmed ? 'warn' : stateBadges[state]}`}>{state_words}</span>
        <span className="soft num">{facts}</span>
        {pass_url ? (
          <Link className="btn btn--sm btn--quiet" to={pass_url} aria-label={`Показать пропуск, заказ ${number}`}>
            <Icon name="qr-code" size="s" />
            Показать пропуск
          </Link>
        ) : null}
      </div>
      {next ? <p className="b num">{unbroken(next)}</p> : null}
      {where ? <Where where={where} /> : null}
    </li>
  );
}

/** One order that waits is named by what is done about it. */
function titleOf(offer: AttachOffer): string {
  if (offer.length > 1) return 'Ваши заказы, оформленные без входа';
  return offer[0]?.state === 'ready' ? 'Ваш заказ собран и ждёт вас' : 'Ваш заказ, оформленный без входа';
}

/** A guest is shown the way to an account; back here, the order is attached in one press. */
export function AttachInvitation({ order_id }: { order_id: string }) {
  const back = orderUrl(order_id);
  return (
    <section className="sheet attach" aria-label="Личный кабинет">
      <p>Войдите по коду из письма и привяжите этот заказ к кабинету: там его история, повтор и документы.</p>
      <div className="row attach__ways">
        <Link className="btn btn--line" to={loginUrl(back)}>
          <Icon name="log-in" />
          Войти
        </Link>
        <Link className="link" to={`${signupUrl()}?back=${encodeURIComponent(back)}`}>
          Создать кабинет
        </Link>
      </div>
    </section>
  );
}

/** Puts what was ordered into the cart once more: what is done about an order that is over, beside one under way. */
function RepeatOrder({ order: { id, number, state } }: Pick<OrderCardProps, 'order'>) {
  const isBeside = isActive(state);
  return (
    <Form method="post" action={personalOrderUrl(id)}>
      <button
        type="submit"
        className={isBeside ? 'link small' : 'btn btn--line btn--sm'}
        name="intent"
        value="repeat"
        aria-label={`Повторить заказ ${number}`}
      >
        {isBeside ? null : <Icon name="rotate-ccw" size="s" />}
        Повторить
      </button>
    </Form>
  );
}

type OrderCardProps = {
  order: OrderRow;
  /** `h2`: of a list of orders alone, `h3`: under a heading of its own. */
  heading: 'h2' | 'h3';
  className: string;
  /** The reader buys for a firm: whose order it is has to be said. */
  isCompany?: boolean;
  mayRepeat?: boolean;
  /** Pictures tell what it holds, and the first name in one line. */
  isShort?: boolean;
};

/** One's own order in a list: what it holds, what to do first, where and until when, what it costs. */
export function OrderCard({
  order,
  heading: Heading,
  className,
  isCompany = false,
  mayRepeat = false,
  isShort = false,
}: OrderCardProps) {
  return (
    <li className={`${className} orow`}>
      <div className="orow__head">
        <div className="row row--wrap orow__title">
          <Heading className="orow__number">
            <Link to={personalOrderUrl(order.id)} className="num link">
              Заказ {order.number}
            </Link>
          </Heading>
          <span className={`badge badge--${order.badge} order__badge`}>{order.state_words}</span>
        </div>
        <p className="soft small num">
          от {order.created_text}
          {order.done_text ? `, ${order.done_text}` : null}
        </p>
      </div>
      <div className="orow__state">
        {order.next ? <p className="b num">{unbroken(order.next)}</p> : null}
        <Where where={order.where} />
        <Whose order={order} isCompany={isCompany} />
      </div>
      <Goods order={order} isShort={isShort && order.images.length > 0} />
      <Money order={order} mayRepeat={mayRepeat} />
    </li>
  );
}

/** Pictures and names of what was ordered. The pictures lead where its number does. */
function Goods({ order, isShort }: Pick<OrderCardProps, 'order'> & { isShort: boolean }) {
  return (
    <div className="orow__goods">
      {order.images.length > 0 ? (
        <Link to={personalOrderUrl(order.id)} className="orow__pics" tabIndex={-1} aria-hidden="true">
          <GoodsPictures images={order.images} more={order.more_images} />
        </Link>
      ) : null}
      {order.warranties.length > 0 ? (
        <ul className="small orow__goods">
          {order.warranties.map(({ position, name, until_words }) => (
            <li key={position}>
              <p>{unbroken(name)}</p>
              <p className="soft num">{until_words}</p>
            </li>
          ))}
        </ul>
      ) : isShort ? (
        <p className="small row orow__first">
          <span>{unbroken(order.goods[0] ?? '')}</span>
          {order.other_goods ? <span className="soft nowrap num">{order.other_goods}</span> : null}
        </p>
      ) : (
        <ul className="small orow__names">
          {order.goods.map((name) => (
            <li key={name} title={name}>
              {unbroken(name)}
            </li>
          ))}
          {order.more_goods ? <li className="soft num">{order.more_goods}</li> : null}
        </ul>
      )}
    </div>
  );
}

/** What the firm calls it, who receives it, who ordered it. */
function Whose({ order, isCompany }: Pick<OrderCardProps, 'order' | 'isCompany'>) {
  return (
    <>
      {order.own_words ? <p className="small orow__own">{unbroken(order.own_words)}</p> : null}
      {order.recipient ? <p className="small soft">Получатель: {order.recipient}</p> : null}
      {isCompany ? <p className="small soft">{orderedWords(order)}</p> : null}
    </>
  );
}

/** Of one firm its name says nothing in each row. */
function orderedWords({ company_name, firm, ordered_by }: OrderRow): string {
  if (company_name === null) return 'Личный заказ';
  return firm ? `${firm}, заказчик: ${ordered_by}` : `Заказчик: ${ordered_by}`;
}

/** The point with its hours of now and the way to it, or the address. */
function Where({ where }: { where: OrderRow['where'] }) {
  return (
    <div className="small soft orow__place">
      <Icon name={where.is_pickup ? 'store' : 'truck'} size="s" />
      <div>
        <p>
          <span className="sr">{where.is_pickup ? 'Пункт выдачи: ' : 'Доставка: '}</span>
          {unbroken(where.words)}
        </p>
        {where.is_pickup && where.day ? <p className="num">{unbroken(`Вы выбрали: ${where.day}`)}</p> : null}
        {where.open || where.route ? (
          <p className="row row--wrap orow__open">
            {where.open ? (
              <span className={`num state state--${where.open.is_open ? 'good' : 'wait'}`}>{where.open.words}</span>
            ) : null}
            <RouteAnchor href={where.route} className="link" size={null} place={where.words} />
          </p>
        ) : null}
      </div>
    </div>
  );
}

type ActProps = { act: NextAct; number: number; kind?: 'primary' | 'line' };

function Act({ act: { words, icon, url, is_file }, number, kind = 'primary' }: ActProps) {
  const look = { className: `btn btn--${kind} btn--sm`, 'aria-label': `${words}, заказ ${number}` };
  const inside = (
    <>
      <Icon name={icon} size="s" />
      {words}
    </>
  );
  return is_file ? (
    <a {...look} href={url} target="_blank" rel="noreferrer">
      {inside}
    </a>
  ) : (
    <Link {...look} to={url}>
      {inside}
    </Link>
  );
}

function Money({ order, mayRepeat }: Pick<OrderCardProps, 'order' | 'mayRepeat'>) {
  const { act, online, payment, state } = order;
  const look = payment?.is_paid ? 'state--good' : payment?.is_due ? 'state--wait' : 'soft';
  return (
    <div className="orow__sum">
      {state === 'cancelled' ? (
        <s className="soft num nowrap">{formatPrice(order.sum)}</s>
      ) : (
        <b className="b num nowrap">{formatPrice(order.sum)}</b>
      )}
      {payment ? <span className={`small ${look}`}>{payment.words}</span> : null}
      <div className="orow__acts">
        {act ? <Act act={act} number={order.number} /> : null}
        {online ? <Act act={online} number={order.number} kind="line" /> : null}
        {order.papers.map((paper) => (
          <Act key={paper.words} act={paper} number={order.number} kind="line" />
        ))}
        {mayRepeat ? <RepeatOrder order={order} /> : null}
        {state === 'completed' ? <Afterwards order={order} /> : null}
      </div>
    </div>
  );
}

/** What is done about goods that were received. A firm's purchases are not reviewed. */
function Afterwards({ order: { id, number, company_name, receipt_url } }: Pick<OrderCardProps, 'order'>) {
  return (
    <ul className="small orow__after">
      {receipt_url ? (
        <li>
          <Link className="link" to={receipt_url} aria-label={`Чек, заказ ${number}`}>
            Чек
          </Link>
        </li>
      ) : null}
      <li>
        <Link className="link" to={`${supportUrl()}?theme=return&order=${id}`} aria-label={`Возврат, заказ ${number}`}>
          Возврат
        </Link>
      </li>
      {company_name === null ? (
        <li>
          <Link className="link" to={orderReviewsUrl(id)} aria-label={`Оставить отзыв о товарах заказа ${number}`}>
            Оставить отзыв
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

import { useEffect } from 'react';
import { Form, Link, useLocation, useNavigation, useRevalidator } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import {
  guestPassUrl,
  guestPaymentUrl,
  guestReceivingUrl,
  homeUrl,
  infoUrl,
  orderDocumentUrl,
  orderPassUrl,
  orderPaymentUrl,
  orderReceivingUrl,
  orderUrl,
  personalDocumentUrl,
  productUrl,
  supportUrl,
  writeReviewUrl,
} from '#shared/urls.ts';
import { formatWeight } from '#shared/vehicle.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { askServerCart } from '#web/parts/visitor/visitor-lists.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { AttachInvitation, AttachOrders } from './attach-orders.tsx';
import { History } from './history.tsx';
import type { OrderPage, OrderPoint } from './read-order-page.ts';
import type { OrderAnswer } from './run-order-action.ts';
import { stateBadges } from './state-badges.ts';

type OrderScreenProps = {
  order: OrderPage;
  answer: OrderAnswer | null;
  /** The reader came by the link of the order's e-mail and may confirm it. */
  mayConfirm?: boolean;
  /** Inside the personal area (S2-18): whose frame shows the way, with the history of changes. */
  isPersonal?: boolean;
};

/** S2-06: thank-you page and status in one. */
export function OrderScreen({ order, answer, mayConfirm = false, isPersonal = false }: OrderScreenProps) {
  const { device } = useShell();
  const token = new URLSearchParams(useLocation().search).get('token');
  const receivingUrl = isPersonal ? orderReceivingUrl(order.id) : guestReceivingUrl(order.id, token);
  const payUrl = isPersonal ? orderPaymentUrl(order.id) : guestPaymentUrl(order.id, token);
  useQuietRefresh(order.is_active);
  // The ordered lines have left the cart.
  useEffect(askServerCart, []);
  return (
    <>
      {isPersonal || device === 'mobile' ? null : (
        <Breadcrumbs crumbs={[{ name: 'Главная', url: homeUrl() }]} here={`Заказ ${order.number}`} device={device} />
      )}
      <div className="order">
        <div>
          <Status order={order} answer={answer} mayConfirm={mayConfirm} payUrl={payUrl} />
          {order.pass ? (
            <Pass order={order} pass={order.pass} isPersonal={isPersonal} receivingUrl={receivingUrl} />
          ) : null}
          {order.pass === null && order.has_acts ? <ActLink order={order} isPersonal={isPersonal} /> : null}
          <Lines order={order} />
          <Documents order={order} isPersonal={isPersonal} />
          {order.take_back ? <TakeBack order={order} until={order.take_back} isPersonal={isPersonal} /> : null}
          {order.attach ? <AttachOrders offer={order.attach} back={orderUrl(order.id)} /> : null}
          {order.is_guest ? <AttachInvitation order_id={order.id} /> : null}
        </div>
        <Facts order={order} receivingUrl={receivingUrl} payUrl={payUrl} isPersonal={isPersonal} />
        {isPersonal || order.is_staff ? <History rows={order.history} /> : null}
      </div>
    </>
  );
}

const refreshMs = 30_000;

/** While the order is under way the page asks for its state every half a minute, only when somebody looks at it. */
function useQuietRefresh(isActive: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) revalidate();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isActive, revalidate]);
}

type StatusProps = { order: OrderPage; answer: OrderAnswer | null; mayConfirm: boolean; payUrl: string };

function Status({ order, answer, mayConfirm, payUrl }: StatusProps) {
  return (
    <section className="sheet">
      <div className="row between order__head">
        <div>
          <h1>
            Заказ <span className="num nowrap">{order.number}</span>
          </h1>
          <p className="soft num">от {order.created_text}</p>
        </div>
        <span className={`badge badge--${order.unconfirmed ? 'warn' : stateBadges[order.state]} order__badge`}>
          {order.state_words}
        </span>
      </div>
      <ol className="line5" aria-label="Состояние заказа">
        {order.steps.map((step) => (
          <li
            key={step.words}
            className={step.look === 'now' ? 'is-now' : step.look === 'todo' ? 'is-todo' : undefined}
            aria-current={step.look === 'now' ? 'step' : undefined}
          >
            <i>{step.look === 'todo' ? null : <Icon name="check" size="s" />}</i>
            <b className="b">{step.words}</b>
            <br />
            <span className="soft num">{step.time}</span>
          </li>
        ))}
      </ol>
      <p className="order__next" role="status">
        {order.next}
      </p>
      {order.payment.is_awaited ? (
        <Link className="btn btn--primary btn--lg order__pay" to={payUrl}>
          {order.payment.is_credit ? 'Заявка на кредит' : `Оплатить ${formatPrice(order.total)}`}
        </Link>
      ) : null}
      {order.unconfirmed && !order.is_staff ? (
        <Confirm email={order.unconfirmed.email} mayConfirm={mayConfirm} />
      ) : null}
      {answer?.error ? (
        <Note kind="err" role="alert" className="co__note">
          {answer.error}
        </Note>
      ) : null}
      {answer?.message ? (
        <Note kind="ok" icon="mail" role="status" className="co__note">
          {answer.message}
        </Note>
      ) : null}
    </section>
  );
}

/** The link in the e-mail leads here and changes nothing by itself: mail programs open links on their own. */
function Confirm({ email, mayConfirm }: { email: string; mayConfirm: boolean }) {
  const isBusy = useNavigation().state !== 'idle';
  if (mayConfirm) {
    return (
      <Form method="post">
        <button
          type="submit"
          className="btn btn--primary btn--lg order__pay"
          name="intent"
          value="confirm"
          disabled={isBusy}
        >
          Подтвердить заказ
        </button>
      </Form>
    );
  }
  return (
    <Note kind="warn" icon="mail" className="co__note">
      <p>
        Откройте письмо на <span className="b">{email}</span> и нажмите в нём «Подтвердить заказ». О нескольких заказах
        подряд приходит одно письмо, в течение 10 минут.
      </p>
      <Form method="post">
        <button type="submit" className="link" name="intent" value="send-link" disabled={isBusy}>
          Прислать письмо ещё раз
        </button>
      </Form>
    </Note>
  );
}

function ActLink({ order, isPersonal }: { order: OrderPage; isPersonal: boolean }) {
  return (
    <p className="sheet">
      <Link className="link" to={usePassUrl(order.id, isPersonal)}>
        Акт выдачи
      </Link>
    </p>
  );
}

/** The pass of the same order, opened the same way: a guest's link carries its token along. */
function usePassUrl(id: string, isPersonal: boolean): string {
  const { search } = useLocation();
  return isPersonal ? orderPassUrl(id) : guestPassUrl(id) + search;
}

type PassProps = {
  order: OrderPage;
  pass: NonNullable<OrderPage['pass']>;
  isPersonal: boolean;
  receivingUrl: string;
};

function Pass({ order, pass, isPersonal, receivingUrl }: PassProps) {
  const { point } = order;
  const passUrl = usePassUrl(order.id, isPersonal);
  const route = point && (point.route_link ?? point.map_link);
  return (
    <section className="pass" data-ground="dark" aria-label="Код получения">
      <div className="pass__qr">
        <QrCode code={pass.qr} label={`QR-код заказа ${order.number}`} />
      </div>
      <div className="pass__body">
        <p className="soft">{pass.title}</p>
        <p className="pass__code">{pass.code}</p>
        {point ? (
          <p className="num pass__where">
            {point.address}
            {point.open_words ? `. ${point.open_words}` : ''}
          </p>
        ) : null}
        {pass.kept_text ? <p className="soft small num">{pass.kept_text}</p> : null}
        <div className="pass__acts">
          {order.may_arrive ? (
            <Form method="post" action={receivingUrl}>
              <button type="submit" className="btn btn--main" name="intent" value="arrive">
                <Icon name="car" />Я подъехал
              </button>
            </Form>
          ) : null}
          <Link className={`btn${order.may_arrive ? '' : ' btn--main'}`} to={passUrl}>
            <Icon name="qr-code" />
            Открыть пропуск
          </Link>
          {route ? (
            <a className="btn" href={route} rel="noreferrer" target="_blank">
              <Icon name="navigation" />
              Маршрут
            </a>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function Lines({ order }: { order: OrderPage }) {
  const token = new URLSearchParams(useLocation().search).get('token');
  return (
    <section className="sheet">
      <h2>Состав</h2>
      <div className="order__lines">
        {order.lines.map((line) => (
          <div className="oline" key={line.product_id}>
            <span className="pic">
              {line.image ? (
                <Picture path={line.image} width={64} height={64} alt="" />
              ) : (
                <Icon name="package" size="l" />
              )}
            </span>
            <div>
              <Link className="cline__name" to={productUrl(line.slug)}>
                {line.name}
              </Link>
              <span className="small soft num">
                {[
                  line.article && `Арт. ${line.article}`,
                  `${formatPrice(line.price)} за ${line.unit}`,
                  line.is_business_price && 'для бизнеса, с НДС',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {order.may_review && !order.is_staff ? (
                <Link
                  className="link small"
                  to={writeReviewUrl(line.slug, { id: order.id, token })}
                  aria-label={`Оставить отзыв: ${line.name}`}
                >
                  Оставить отзыв
                </Link>
              ) : null}
            </div>
            <span className="num soft oline__count">
              {line.count} {line.unit}
            </span>
            <b className="b num nowrap">{formatPrice(line.sum)}</b>
          </div>
        ))}
      </div>
      <div className="order__sums">
        <div className="sumrow">
          <span className="soft">Товары{order.weight_grams > 0 ? `, ${formatWeight(order.weight_grams)}` : ''}</span>
          <span>{formatPrice(order.goods_sum + order.discount)}</span>
        </div>
        {order.discount > 0 ? (
          <div className="sumrow">
            <span className="soft">Купон {order.coupon}</span>
            <span className="sumrow__off">−{formatPrice(order.discount)}</span>
          </div>
        ) : null}
        <div className="sumrow">
          <span className="soft">{order.is_pickup ? 'Самовывоз' : 'Доставка'}</span>
          <span>{order.delivery_price === null ? 'уточнит оператор' : formatPrice(order.delivery_price)}</span>
        </div>
        <div className="sumrow sumrow--total order__total">
          <span>{order.payment.is_paid ? 'Оплачено' : 'К оплате'}</span>
          <span>{formatPrice(order.total)}</span>
        </div>
      </div>
    </section>
  );
}

/** What was not used goes back while the law gives time for it. */
function TakeBack({ order, until, isPersonal }: { order: OrderPage; until: string; isPersonal: boolean }) {
  return (
    <section className="sheet" aria-labelledby="order-take-back">
      <h2 id="order-take-back">Остались лишние упаковки?</h2>
      <p className="order__next">
        Примем обратно до <span className="num">{until}</span> включительно, если сохранены вид и упаковка. Исключение —
        товар, изготовленный или нарезанный по вашему заказу.
      </p>
      <p className="row order__ways">
        {isPersonal ? (
          <Link className="btn btn--line" to={`${supportUrl()}?theme=return&order=${order.id}`}>
            <Icon name="undo-2" />
            Написать о возврате
          </Link>
        ) : null}
        <Link className="link" to={infoUrl('returns')}>
          Правила возврата
        </Link>
      </p>
    </section>
  );
}

/** Papers open beside the page; one that cannot be issued yet says why. */
function Documents({ order, isPersonal }: { order: OrderPage; isPersonal: boolean }) {
  const token = new URLSearchParams(useLocation().search).get('token');
  if (order.documents.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="order-documents">
      <h2 id="order-documents">Документы</h2>
      <ul className="odocs">
        {order.documents.map(({ kind, title, file }) => (
          <li key={kind}>
            <Icon name="file-text" />
            {file ? (
              <a
                className="link"
                href={isPersonal ? personalDocumentUrl(order.id, file) : orderDocumentUrl(order.id, file, token)}
                target="_blank"
                rel="noreferrer"
              >
                {title} <span className="soft small">PDF</span>
              </a>
            ) : (
              <span>
                {title} <span className="soft small">пришлёт филиал: реквизиты магазина ещё не заполнены</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type FactsProps = { order: OrderPage; receivingUrl: string; payUrl: string; isPersonal: boolean };

function Facts({ order, receivingUrl, payUrl, isPersonal }: FactsProps) {
  const { point, recipient, company, receiving_rights: rights } = order;
  return (
    <section className="sheet order__facts">
      <h2 className="sr">Подробности</h2>
      <div>
        <h3>{order.is_pickup ? 'Пункт выдачи' : 'Доставка'}</h3>
        {point ? <Point point={point} /> : <p>{order.address}</p>}
        {order.zone_name ? <p className="soft">Зона: {order.zone_name}</p> : null}
        {order.date_text ? <p className="num">Желаемый день: {order.date_text}</p> : null}
        {order.car_plate ? <p className="num">Автомобиль: {order.car_plate}</p> : null}
        {order.unloading_note ? <p>О разгрузке: {order.unloading_note}</p> : null}
      </div>
      <div>
        <h3>Получатель</h3>
        <p>
          {recipient.name}
          <br />
          <span className="num">{formatPhone(recipient.phone)}</span>
        </p>
        {rights.people ? (
          <Link className="link" to={receivingUrl}>
            Изменить получателя
          </Link>
        ) : null}
        {company ? (
          <p className="num">
            {company.name}, ИНН {company.inn}
            {order.role_words ? <span className="soft">. Вы — {order.role_words}</span> : null}
          </p>
        ) : null}
      </div>
      <div>
        <h3>Оплата</h3>
        <p>{order.payment.method}</p>
        <p className={order.payment.is_paid ? 'stock--now' : 'soft'}>{order.payment.state}</p>
        {order.payment.is_online ? (
          <Link className="link" to={payUrl}>
            Оплата и чеки
          </Link>
        ) : null}
      </div>
      <div>
        <h3>Если чего-то не окажется</h3>
        <p>{order.replacement}</p>
      </div>
      {order.comment ? (
        <div>
          <h3>Комментарий</h3>
          <p>{order.comment}</p>
        </div>
      ) : null}
      {point ? null : (
        <div>
          <h3>Филиал</h3>
          <Point point={order.branch} />
        </div>
      )}
      {order.is_staff ? null : <Actions order={order} receivingUrl={receivingUrl} isPersonal={isPersonal} />}
    </section>
  );
}

function Point({ point }: { point: OrderPoint }) {
  return (
    <>
      <p>
        г. {point.city}, {point.address}
      </p>
      {point.hours.map((line) => (
        <p className="soft num" key={line}>
          {line}
        </p>
      ))}
      {point.phones.map((phone) => (
        <a className="num b order__phone" key={phone} href={phoneHref(phone)}>
          {phone}
        </a>
      ))}
      {point.map_link ? (
        <a className="link" href={point.map_link} rel="noreferrer" target="_blank">
          Показать на карте
        </a>
      ) : null}
    </>
  );
}

/** Repeating is one press; cancelling asks once more, with or without a script. */
function Actions({ order, receivingUrl, isPersonal }: Omit<FactsProps, 'payUrl'>) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className="order__acts">
      {order.receiving_rights.time ? (
        <Link className="btn btn--line btn--wide" to={receivingUrl}>
          <Icon name="calendar-clock" />
          Перенести на другое время
        </Link>
      ) : null}
      {order.may_order ? (
        <Form method="post">
          <button type="submit" className="btn btn--line btn--wide" name="intent" value="repeat" disabled={isBusy}>
            <Icon name="rotate-ccw" />
            Повторить заказ
          </button>
        </Form>
      ) : null}
      {isPersonal ? (
        <Link className="btn btn--line btn--wide" to={`${supportUrl()}?theme=order&order=${order.id}`}>
          <Icon name="message-circle" />
          Написать о заказе
        </Link>
      ) : null}
      {order.can_be_cancelled ? (
        <details className="order__cancel">
          <summary className="btn btn--wide">Отменить заказ</summary>
          <Form method="post">
            <p className="small">Резерв снимется, и товары смогут купить другие. Отменить заказ {order.number}?</p>
            <button type="submit" className="btn btn--danger btn--wide" name="intent" value="cancel" disabled={isBusy}>
              Да, отменить
            </button>
          </Form>
        </details>
      ) : null}
    </div>
  );
}

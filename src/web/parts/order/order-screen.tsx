import { useEffect } from 'react';
import { Form, useLocation, useNavigation } from 'react-router';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  guestPassUrl,
  guestPaymentUrl,
  guestReceivingUrl,
  homeCrumb,
  infoUrl,
  orderDocumentUrl,
  orderPassUrl,
  orderPaymentUrl,
  orderReceivingUrl,
  orderUrl,
  personalDocumentUrl,
  supportUrl,
} from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { askServerCart } from '#web/parts/visitor/visitor-lists.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import { useQuietRefresh } from '#web/ui/use-quiet-refresh.ts';
import { Approve } from './approve.tsx';
import { History } from './history.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderLines } from './order-lines.tsx';
import { AttachInvitation, AttachOrders } from './own-orders.tsx';
import type { OrderPage } from './read-order-page.ts';
import type { OrderActionAnswer } from './run-order-action.ts';
import { stateBadges } from './state-badges.ts';

type OrderScreenProps = {
  order: OrderPage;
  answer: OrderActionAnswer | null;
  /** The reader came by the link of the order's email and may confirm it. */
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
  const documentUrl = useDocumentUrl(order.id, isPersonal);
  useQuietRefresh(order.is_active, refreshMs);
  // The ordered lines have left the cart.
  useEffect(askServerCart, []);
  // At the desk of the point the code is what the phone is taken out for: it stands right under what order it is, and
  // its digits in the first screen.
  const isAtDesk = device === 'mobile' && order.state === 'ready' && order.pass !== null;
  const head = <Head order={order} />;
  const progress = (
    <Progress order={order} answer={answer} mayConfirm={mayConfirm} payUrl={payUrl} isPersonal={isPersonal} />
  );
  const pass = order.pass ? (
    <Pass order={order} pass={order.pass} isPersonal={isPersonal} receivingUrl={receivingUrl} />
  ) : null;
  return (
    <>
      {isPersonal || device === 'mobile' ? null : (
        <Breadcrumbs crumbs={[homeCrumb]} here={`Заказ ${order.number}`} device={device} />
      )}
      <div className="sheets">
        <div>
          {isAtDesk ? (
            <>
              <section className="sheet">{head}</section>
              {pass}
              <section className="sheet">{progress}</section>
            </>
          ) : (
            <>
              <section className="sheet">
                {head}
                {progress}
              </section>
              {pass}
            </>
          )}
          {order.pass === null && order.has_acts ? <ActLink order={order} isPersonal={isPersonal} /> : null}
          <OrderLines order={order} />
          <Documents order={order} isPersonal={isPersonal} />
          {order.take_back ? <TakeBack order={order} until={order.take_back} isPersonal={isPersonal} /> : null}
          {order.attach ? <AttachOrders offer={order.attach} back={orderUrl(order.id)} /> : null}
          {order.is_guest ? <AttachInvitation order_id={order.id} /> : null}
        </div>
        <OrderFacts
          order={order}
          receivingUrl={receivingUrl}
          payUrl={payUrl}
          calendarUrl={order.calendar && documentUrl(order.calendar)}
          isPersonal={isPersonal}
        />
        {isPersonal || order.is_staff ? <History rows={order.history} /> : null}
      </div>
    </>
  );
}

/** While the order is under way. */
const refreshMs = () => 30_000;

type ProgressProps = {
  order: OrderPage;
  answer: OrderActionAnswer | null;
  mayConfirm: boolean;
  payUrl: string;
  isPersonal: boolean;
};

const stepClasses = { done: undefined, now: 'is-now', waits: 'is-now', todo: 'is-todo' };

/** Which order it is and how it stands with it: thanks, number, state, sum and how that is paid. */
function Head({ order }: { order: OrderPage }) {
  const { is_thanked, unconfirmed } = order;
  const money = moneyWords(order);
  const isInTitle = is_thanked && !order.is_waiting;
  const thanks = !is_thanked ? 'Заказ' : unconfirmed ? 'Спасибо, осталось подтвердить заказ' : 'Спасибо, заказ';
  return (
    <>
      <div className="row between order__head">
        <h1>
          {thanks} <span className="num nowrap">{order.number}</span>
          {is_thanked && !unconfirmed ? ' принят' : ''}
        </h1>
        {isInTitle ? null : (
          <span className={`badge badge--${order.is_waiting ? 'warn' : stateBadges[order.state]} order__badge`}>
            {order.state_words}
          </span>
        )}
      </div>
      <p className="soft num">
        от {order.created_text}
        {is_thanked && !unconfirmed ? `. Письма о нём приходят на ${order.contact.email}` : ''}
      </p>
      <p className="num order__sum">
        <b className="b nowrap">{formatPrice(order.total)}</b>
        {money ? <span className="soft">{`\u00a0· ${unbroken(money)}`}</span> : null}
      </p>
    </>
  );
}

/** «при получении», «без доставки, счёт для организации, не оплачен»; '': it was cancelled unpaid. */
function moneyWords({ is_pickup, delivery_price, state: orderState, payment: { method, state } }: OrderPage): string {
  if (orderState === 'cancelled' && state === null) return '';
  const isOpen = !is_pickup && delivery_price === null;
  return [isOpen && 'без доставки', method, state].flatMap((words) => (words ? lowerFirst(words) : [])).join(', ');
}

/** Where the order stands, what comes next and the first thing to do. */
function Progress({ order, answer, mayConfirm, payUrl, isPersonal }: ProgressProps) {
  const { device } = useShell();
  const acts = <FirstActs order={order} payUrl={payUrl} isPersonal={isPersonal} />;
  // Where the shop waits for money, how it is paid stands right under the sum.
  const isMoneyFirst = order.unconfirmed === null && (order.payment.is_awaited || order.invoice_due !== null);
  // A phone has the steps one under another: what can be done stands above them.
  const isAbove = isMoneyFirst || (device === 'mobile' && order.unconfirmed === null && order.is_active);
  return (
    <>
      {order.unconfirmed && !order.is_staff ? <Confirm {...order.unconfirmed} mayConfirm={mayConfirm} /> : null}
      {isAbove ? acts : null}
      <ol className="line5" aria-label="Состояние заказа">
        {order.steps.map((step) => (
          <li
            key={step.words}
            className={stepClasses[step.look]}
            aria-current={step.look === 'now' || step.look === 'waits' ? 'step' : undefined}
          >
            <i>{step.look === 'todo' ? null : <Icon name={step.look === 'waits' ? 'clock' : 'check'} size="s" />}</i>
            <b className="b">{step.words}</b>
            <br />
            <span className="soft num">{step.time}</span>
          </li>
        ))}
      </ol>
      <Next words={order.next} />
      {order.approval ? <Approve order={order} asked_by={order.approval.asked_by} /> : null}
      {isAbove ? null : acts}
      {order.pass_hint ? (
        <p className="soft small order__hint">
          <Icon name="qr-code" size="s" />
          {unbroken(order.pass_hint)}
        </p>
      ) : null}
      {answer?.error ? (
        <Note kind="err" role="alert" className="order__note">
          {answer.error}
        </Note>
      ) : null}
      {answer?.message ? (
        <Note kind="ok" icon="mail" role="status" className="order__note">
          {answer.message}
        </Note>
      ) : null}
    </>
  );
}

/** One sentence, or a list of what happens one after another. */
function Next({ words }: { words: string[] }) {
  if (words.length === 1) {
    return (
      <p className="order__next" role="status">
        {unbroken(words[0] ?? '')}
      </p>
    );
  }
  return (
    <div className="order__next" role="status">
      <h2>Что дальше</h2>
      <ol className="onext num">
        {words.map((sentence) => (
          <li key={sentence}>{unbroken(sentence)}</li>
        ))}
      </ol>
    </div>
  );
}

type ActsProps = { order: OrderPage; payUrl: string; isPersonal: boolean };

/** What the reader can do about the order first: pay it, take its invoice. The way to the point comes with the code. */
function FirstActs({ order, payUrl, isPersonal }: ActsProps) {
  const documentUrl = useDocumentUrl(order.id, isPersonal);
  const { payment, invoice_due } = order;
  const isFirst = order.unconfirmed === null;
  if (!payment.is_awaited && !invoice_due && !payment.may_pay_online) return null;
  return (
    <p className="row order__ways">
      {payment.is_awaited ? (
        <Link className="btn btn--primary btn--lg" to={payUrl}>
          {payment.is_credit ? 'Заявка на кредит' : `Оплатить ${formatPrice(order.total)}`}
        </Link>
      ) : null}
      {invoice_due ? (
        <>
          <a
            className={`btn btn--lg ${isFirst ? 'btn--primary' : 'btn--line'}`}
            href={documentUrl(invoice_due)}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="file-text" />
            Скачать счёт
          </a>
          <Link className="link" to={payUrl}>
            Как оплатить счёт
          </Link>
        </>
      ) : null}
      {payment.may_pay_online ? (
        <Link className="btn btn--line btn--lg" to={payUrl}>
          <Icon name="credit-card" />
          Оплатить онлайн {formatPrice(order.total)}
        </Link>
      ) : null}
    </p>
  );
}

/** Where a paper of the order opens: in the personal area, or by the guest's link with its token. */
function useDocumentUrl(id: string, isPersonal: boolean): (file: string) => string {
  const token = new URLSearchParams(useLocation().search).get('token');
  return (file) => (isPersonal ? personalDocumentUrl(id, file) : orderDocumentUrl(id, file, token));
}

/** The link in the email leads here and changes nothing by itself: mail programs open links on their own. */
function Confirm({ email, until, mayConfirm }: { email: string; until: string; mayConfirm: boolean }) {
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
    <Note kind="warn" icon="mail" className="order__note">
      <p>
        Откройте письмо на <span className="b">{email}</span> и нажмите в нём «Подтвердить заказ» до{' '}
        <b className="b num">{until}</b>. О нескольких заказах подряд приходит одно письмо, в течение 10 минут.
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
  return (
    <section className="pass" data-ground="dark" aria-label="Код получения">
      <div className="pass__qr">
        <QrCode code={pass.qr} label={`QR-код заказа ${order.number}`} />
      </div>
      <div className="pass__body">
        <p className="soft">{pass.title}</p>
        <p className="pass__code">{pass.code}</p>
        {pass.kept_text ? <p className="b num">{pass.kept_text}</p> : null}
        {point ? (
          <p className="num pass__where">
            {point.address}
            {point.open_words ? `. ${point.open_words}` : ''}
          </p>
        ) : null}
        <div className="pass__acts">
          {order.may_arrive ? (
            <Form method="post" action={receivingUrl}>
              <button type="submit" className="btn btn--main" name="intent" value="arrive">
                <Icon name="car" />Я подъехал
              </button>
            </Form>
          ) : null}
          <RouteAnchor href={point?.route_link ?? null} className={order.may_arrive ? 'btn' : 'btn btn--main'} />
          <Link className={order.may_arrive || point?.route_link ? 'btn' : 'btn btn--main'} to={passUrl}>
            <Icon name="qr-code" />
            Открыть пропуск
          </Link>
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
  const documentUrl = useDocumentUrl(order.id, isPersonal);
  if (order.documents.length === 0 && !order.is_upd_awaited) return null;
  return (
    <section className="sheet" aria-labelledby="order-documents">
      <h2 id="order-documents">Документы</h2>
      <ul className="odocs">
        {order.documents.map(({ title, file }) => (
          <li key={title}>
            <Icon name="file-text" />
            {file ? (
              <a className="link" href={documentUrl(file)} target="_blank" rel="noreferrer">
                {title} <span className="soft small">PDF</span>
              </a>
            ) : (
              <span>
                {title} <span className="soft small">пришлёт филиал: реквизиты магазина ещё не заполнены</span>
              </span>
            )}
          </li>
        ))}
        {order.is_upd_awaited ? (
          <li className="soft">
            <Icon name="file-text" />
            УПД{order.documents.some(({ kind }) => kind === 'upd') ? ' на остальное' : ''} — после{' '}
            {order.is_pickup ? 'выдачи' : 'доставки'}
          </li>
        ) : null}
      </ul>
    </section>
  );
}

import './payment.css';
import { useEffect } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { refundArrives } from '#shared/refund-words.ts';
import { unbroken } from '#shared/unbroken.ts';
import { homeCrumb } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { askServerCart } from '#web/parts/visitor/visitor-lists.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { OptionRow } from '#web/ui/choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { useQuietRefresh } from '#web/ui/use-quiet-refresh.ts';
import { PaymentContents } from './payment-contents.tsx';
import type { PaymentPage } from './read-payment-page.ts';
import { WaitingForBank } from './waiting-for-bank.tsx';

type PaymentScreenProps = { page: PaymentPage; order_url: string; error: string | null; isPersonal?: boolean };

/** S2-19: what is due, how to pay it, what became of every attempt. */
export function PaymentScreen({ page, order_url, error, isPersonal = false }: PaymentScreenProps) {
  const { device } = useShell();
  useQuietRefresh(page.is_watched, watchMs);
  useEffect(() => {
    if (page.go) location.replace(page.go);
  }, [page.go]);
  // The ordered lines have left the cart.
  useEffect(askServerCart, []);
  return (
    <>
      {page.go ? <meta httpEquiv="refresh" content={`0;url=${page.go}`} /> : null}
      {isPersonal || device === 'mobile' ? null : (
        <Breadcrumbs
          crumbs={[homeCrumb, { name: `Заказ ${page.number}`, url: order_url }]}
          here="Оплата"
          device={device}
        />
      )}
      <div className="sheets paysheets">
        <div>
          <section className="sheet">
            <h1>
              Оплата заказа <span className="num nowrap">{page.number}</span>
            </h1>
            {hasOwnWayBack(page) || (isPersonal && device === 'mobile') ? null : (
              <Link className="link row pay__back" to={order_url}>
                <Icon name="arrow-left" size="s" />К заказу
              </Link>
            )}
            {error ? (
              <Note kind="err" role="alert" className="pay__note">
                {error}
              </Note>
            ) : null}
            {page.unconfirmed_until ? <Unconfirmed page={page} until={page.unconfirmed_until} /> : null}
            <Due page={page} />
            <Situation page={page} order_url={order_url} />
          </section>
          <Receipts page={page} />
        </div>
        <div>
          <PaymentContents page={page} />
          <Log page={page} />
        </div>
      </div>
    </>
  );
}

/** While something may still happen: every three seconds for two minutes, then more seldom. */
const watchMs = (reads: number) => (reads < 40 ? 3_000 : 10_000);

/** What is over, or is paid elsewhere, ends with a button that leads to the order; the others begin with a link. */
function hasOwnWayBack({ situation, methods, is_by_operator }: PaymentPage): boolean {
  if (situation === 'due') return is_by_operator;
  return situation === 'on_receipt' ? methods.length === 0 : situation !== 'waiting';
}

/** Until somebody stands for the order nobody calls, and its goods are held for a short time. */
function Unconfirmed({ page, until }: { page: PaymentPage; until: string }) {
  return (
    <Note kind="warn" icon="mail" className="pay__note">
      <b className="b">
        Подтвердите заказ до <span className="num">{until}</span>.
      </b>{' '}
      Откройте письмо на {page.email} и нажмите в нём «Подтвердить заказ», иначе заказ отменится и товары смогут купить
      другие.
    </Note>
  );
}

function Due({ page }: { page: PaymentPage }) {
  const isInvoice = isByInvoice(page);
  if (page.sum_due === 0 && !isInvoice) return null;
  return (
    <>
      <div className="sumrow sumrow--total pay__due">
        <span>{page.is_by_operator ? 'Сумма заказа' : 'К оплате'}</span>
        <span className="num">{formatPrice(isInvoice ? page.total : page.sum_due)}</span>
      </div>
      {page.is_delivery_unknown ? (
        <p className="small soft">Это цена товаров. Доставку оператор назовёт отдельно, её оплатите при получении.</p>
      ) : null}
      {page.reserved_text ? (
        <p className="small soft num">Товары зарезервированы до {page.reserved_text}, потом резерв снимется.</p>
      ) : null}
    </>
  );
}

function isByInvoice({ situation, payment_method }: PaymentPage): boolean {
  return situation === 'elsewhere' && payment_method === 'invoice';
}

/** One state of the payment, one thing to do. */
function Situation({ page, order_url }: { page: PaymentPage; order_url: string }) {
  switch (page.situation) {
    case 'due':
      return page.is_by_operator ? <ByOperator page={page} order_url={order_url} /> : <Choice page={page} />;
    case 'on_receipt':
      return <OnReceipt page={page} order_url={order_url} />;
    case 'waiting':
      return <WaitingForBank page={page} />;
    case 'paid':
      return <Paid page={page} order_url={order_url} />;
    case 'partly_refunded':
      return (
        <Result kind="ok" title={`Оплачено ${formatPrice(page.paid)}`} order_url={order_url}>
          Из них возвращено {formatPrice(page.refunded)}.
        </Result>
      );
    case 'refunded':
      return (
        <Result kind="info" title={`Возвращено ${formatPrice(page.refunded)}`} order_url={order_url}>
          Деньги возвращены тем же способом: на карту они приходят обычно за несколько рабочих дней, по СБП — в тот же
          день.
        </Result>
      );
    case 'expired':
      return (
        <Result kind="warn" title="Резерв снят: заказ не оплачен в срок" order_url={order_url} canRepeat>
          Если деньги уже списаны, мы зарезервируем товары снова, а если их не хватит — вернём всё сами.
        </Result>
      );
    case 'cancelled':
      return (
        <Result kind="info" title="Заказ отменён, платить не нужно" order_url={order_url}>
          Если деньги уже списаны, мы вернём их сами и напишем на {page.email}.
        </Result>
      );
    case 'unapproved':
      return (
        <Result kind="info" title="Заказ ждёт согласования, платить пока не нужно" order_url={order_url}>
          Когда владелец организации согласует заказ, здесь появится оплата.
        </Result>
      );
    case 'elsewhere':
      return isByInvoice(page) ? (
        <ByInvoice page={page} order_url={order_url} />
      ) : (
        <Result kind="info" title="Заказ оплачивают на месте" order_url={order_url}>
          Часть заказа уже выдана, поэтому остальное оплатите при получении, картой или наличными.
        </Result>
      );
  }
}

type SituationProps = { page: PaymentPage; order_url: string };

/** Money at the desk as it was agreed, or here and now. */
function OnReceipt({ page, order_url }: SituationProps) {
  const where = page.is_pickup ? 'при получении' : 'водителю';
  if (page.methods.length === 0) {
    return (
      <Result kind="info" title={`Оплатите ${where}`} order_url={order_url}>
        Картой или наличными.
      </Result>
    );
  }
  return (
    <>
      <Note className="pay__note">Можно оплатить и {where}, картой или наличными.</Note>
      <Choice page={page} />
    </>
  );
}

function Paid({ page, order_url }: SituationProps) {
  if (page.paid_by === null) {
    return (
      <Result kind="ok" title={`Оплачено при получении ${formatPrice(page.total)}`} order_url={order_url}>
        Чек выдают на месте.
      </Result>
    );
  }
  return (
    <Result kind="ok" title={`Оплачено ${formatPrice(page.paid - page.refunded)}`} order_url={order_url}>
      {page.paid_text ? <span className="num">{page.paid_text}. </span> : null}
      {page.paid_by === 'transfer' ? 'Деньги поступили на счёт магазина.' : `Кассовый чек придёт на ${page.email}.`}
    </Result>
  );
}

/** An invoice is paid at the bank: the paper itself first, then how. */
function ByInvoice({ page, order_url }: SituationProps) {
  return (
    <>
      <div className="pay__acts">
        {page.invoice ? (
          <a
            className="btn btn--primary btn--lg"
            href={besideOrder(order_url, `documents/${page.invoice}`)}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="file-text" />
            Скачать счёт
          </a>
        ) : null}
        <Link className="btn btn--line btn--lg" to={order_url}>
          К заказу
        </Link>
      </div>
      {page.later_term === null ? null : <p>{unbroken(`Счёт оплатите ${page.later_term}.`)}</p>}
      {page.invoice ? (
        <ol className="pay__steps">
          <li>Скачайте счёт или возьмите его из письма на {page.email}.</li>
          <li>
            Переведите деньги по реквизитам из счёта. В приложении банка можно навести камеру на QR-код: реквизиты,
            сумма и НДС заполнятся сами.
          </li>
          <li>
            Когда деньги поступят на наш счёт, здесь и на странице заказа появится «Оплачен»
            {page.later_term === null ? ', и мы соберём заказ' : ''}.
          </li>
        </ol>
      ) : (
        <Note className="pay__note">Счёт пришлёт сотрудник филиала на {page.email}.</Note>
      )}
    </>
  );
}

/** Beside the order's page, with the token of a guest's link when there is one. */
function besideOrder(order_url: string, path: string): string {
  return order_url.replace(/^[^?]*/, (page) => page + path);
}

function Choice({ page }: { page: PaymentPage }) {
  const isBusy = useNavigation().state !== 'idle';
  if (page.methods.length === 0) {
    return (
      <Note kind="warn" className="pay__note">
        Сейчас оплата не работает. Попробуйте через несколько минут или позвоните в филиал.
      </Note>
    );
  }
  return (
    <Form method="post" className="pay__choice">
      {page.failure ? (
        <Note kind="err" role="status" className="pay__note">
          <b className="b">Платёж не прошёл.</b> {page.failure}. Деньги не списаны, можно попробовать ещё раз.
        </Note>
      ) : null}
      <fieldset>
        <legend className="pay__legend">Как оплатить</legend>
        <div className="opts">
          {page.methods.map(({ method, title, terms }, index) => (
            <OptionRow
              key={method}
              name="method"
              value={method}
              defaultChecked={index === 0}
              title={title}
              terms={terms}
            />
          ))}
        </div>
      </fieldset>
      <button type="submit" className="btn btn--primary btn--lg btn--wide" name="intent" value="pay" disabled={isBusy}>
        {page.payment_method === 'credit' ? 'Заполнить заявку' : `Оплатить ${formatPrice(page.sum_due)}`}
      </button>
      {page.payment_method === 'credit' ? null : (
        <p className="small soft">
          {unbroken(
            `Кассовый чек придёт на ${page.email}. Если заказ отменят или чего-то не хватит, деньги вернутся тем же способом: ${refundArrives}.`,
          )}
        </p>
      )}
      {page.is_demonstration ? <p className="small soft">Это демонстрация: деньги не спишутся.</p> : null}
    </Form>
  );
}

function ByOperator({ page, order_url }: SituationProps) {
  return (
    <>
      <Note className="pay__note">
        <b className="b">Заявка на кредит принята.</b>{' '}
        {page.unconfirmed_until ? 'Когда подтвердите заказ, оператор' : 'Оператор'} позвонит на{' '}
        <span className="num nowrap">{page.phone}</span>, назовёт условия банка и оформит договор. Сейчас платить ничего
        не нужно.
      </Note>
      <div className="pay__acts">
        <Link className="btn btn--line" to={order_url}>
          К заказу
        </Link>
      </div>
    </>
  );
}

type ResultProps = {
  kind: 'ok' | 'info' | 'warn';
  title: string;
  order_url: string;
  canRepeat?: boolean;
  children: React.ReactNode;
};

function Result({ kind, title, order_url, canRepeat = false, children }: ResultProps) {
  return (
    <>
      <Note kind={kind} role="status" className="pay__note">
        <b className="b">{title}</b>
        <br />
        {children}
      </Note>
      <div className="pay__acts">
        {canRepeat ? (
          <Form method="post" action={order_url}>
            <button type="submit" className="btn btn--primary btn--wide" name="intent" value="repeat">
              <Icon name="rotate-ccw" />
              Заказать снова
            </button>
          </Form>
        ) : null}
        <Link className="btn btn--line" to={order_url}>
          К заказу
        </Link>
      </div>
    </>
  );
}

function Receipts({ page }: { page: PaymentPage }) {
  if (page.receipts.length === 0) return null;
  return (
    <section className="sheet">
      <h2>Чеки</h2>
      {page.receipts.map((receipt) => (
        <details className="pay__receipt" key={receipt.id}>
          <summary>
            <span>
              <b className="b">{receipt.title}</b> <span className="soft">{receipt.state}</span>
            </span>
            <b className="b num nowrap">{formatPrice(receipt.sum)}</b>
          </summary>
          <ul>
            {receipt.items.map((item) => (
              <li className="sumrow" key={`${item.name} ${item.price}`}>
                <span>{item.name}</span>
                <span className="num nowrap">{item.words}</span>
              </li>
            ))}
          </ul>
          <p className="small soft num">
            {receipt.time}
            {receipt.fiscal ? `. ${receipt.fiscal}` : ''}
          </p>
        </details>
      ))}
    </section>
  );
}

/** Every time the buyer went to pay, folded: what counts of it stands above; money that goes back is seen at once. */
function Log({ page }: { page: PaymentPage }) {
  return (
    <>
      {page.refunds.length > 0 ? (
        <section className="sheet pay__log">
          <h2>Возвраты</h2>
          <ol>
            {page.refunds.map((refund) => (
              <li key={refund.id}>
                <span className="row between">
                  <b className="b">{refund.words}</b>
                  <span className="num nowrap">{formatPrice(refund.amount)}</span>
                </span>
                <span className="small soft num">{refund.time}</span>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {page.log.length > 0 ? (
        <details className="sheet pay__log">
          <summary className="b">История платежей: {page.log.length}</summary>
          <ol>
            {page.log.map((attempt) => (
              <li key={attempt.id}>
                <span className="row between">
                  <b className="b">{attempt.method}</b>
                  <span className="num nowrap">{formatPrice(attempt.amount)}</span>
                </span>
                <span className="small soft num">{attempt.time}</span>
                <span className={`badge badge--${attempt.look}`}>{attempt.words}</span>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </>
  );
}

import { Form, Link, useNavigation } from 'react-router';
import { plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { attachOrdersUrl, loginUrl, orderUrl, personalOrderUrl, signupUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
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
        {offer.map(({ number, state, is_unconfirmed, state_words, facts, url, pass_url }) => (
          <li key={number} className="row row--wrap">
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
          </li>
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

/** Puts what was ordered into the cart once more. */
export function RepeatOrder({ order }: { order: { id: string; number: number | string } }) {
  return (
    <Form method="post" action={personalOrderUrl(order.id)}>
      <button
        type="submit"
        className="btn btn--line btn--sm"
        name="intent"
        value="repeat"
        aria-label={`Повторить заказ ${order.number}`}
      >
        <Icon name="rotate-ccw" size="s" />
        Повторить
      </button>
    </Form>
  );
}

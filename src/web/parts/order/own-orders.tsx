import { Form, Link, useNavigation } from 'react-router';
import { plural } from '#shared/plurals.ts';
import { attachOrdersUrl, loginUrl, orderUrl, personalOrderUrl, signupUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { AttachOffer } from './read-attach-offer.ts';

/** «Привязать 2 заказа»: what was ordered as a guest goes to the account in one press, and only then. */
export function AttachOrders({ offer, back }: { offer: AttachOffer; back: string }) {
  const isBusy = useNavigation().state !== 'idle';
  const { numbers } = offer;
  const count = numbers.length;
  return (
    <section className="sheet attach" aria-label="Заказы, оформленные без входа">
      <p>
        {count === 1 ? `Заказ ${numbers[0]} оформлен` : `Заказы ${numbers.join(', ')} оформлены`} без входа. Привяжите{' '}
        {count === 1 ? 'его' : 'их'} к кабинету, и {count === 1 ? 'он всегда будет' : 'они всегда будут'} под рукой.
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

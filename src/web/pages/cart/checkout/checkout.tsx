import { useEffect } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { cartUrl, companyUrl, loginUrl } from '#shared/urls.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { useStore } from '#web/ui/store.ts';
import type { SharedCartForm } from '../cart-screen.tsx';
import { Payment } from './payment.tsx';
import { Receiving } from './receiving.tsx';
import { Recipient } from './recipient.tsx';
import { Review } from './review.tsx';

/**
 * Four steps in one column; nothing here needs an account, and what does not apply is hidden by the sheet, with or
 * without a script.
 */
export function Checkout({ shared }: { shared: SharedCartForm }) {
  const state = useStore(shared.store, shared.first);
  useSight('place-order', state.seeForm);
  const { buyer } = state.page;
  if (buyer?.company && !buyer.company.may_order) return <NotForAccountants company={buyer.company} />;
  return (
    <section id="checkout" className="checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">Оформление</h2>
      {buyer ? null : (
        <p className="soft checkout__lead">
          Без регистрации: хватит имени, телефона и почты.{' '}
          <Link className="link" to={loginUrl(cartUrl())}>
            Войдите
          </Link>
          , и мы подставим ваши данные.
        </p>
      )}
      <ErrorSummary
        broken={state.check.broken.map(({ id, label, message }) => ({ id, text: `${label}: ${lowerFirst(message)}` }))}
      />
      <Receiving state={state} />
      <Recipient state={state} />
      <Payment state={state} />
      <Review state={state} />
    </section>
  );
}

/** Tells once that the element came into view. */
function useSight(id: string, onSight: () => void) {
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onSight();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [id, onSight]);
}

/** A bookkeeper pays and reads; the cart itself may be prepared for a colleague. */
function NotForAccountants({ company }: { company: { name: string } }) {
  return (
    <section id="checkout" className="checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">Оформление</h2>
      <Note kind="warn">
        В организации {company.name} вы бухгалтер: заказы оформляют владелец и закупщики.{' '}
        <Link className="link" to={companyUrl()}>
          Купить лично или от имени другой организации
        </Link>
      </Note>
    </section>
  );
}

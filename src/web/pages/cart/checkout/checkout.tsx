import { Link } from 'react-router';
import { lowerFirst } from '#shared/lower-first.ts';
import { companyUrl } from '#shared/urls.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import type { CartFormState } from '../use-cart-form.ts';
import { Payment } from './payment.tsx';
import { Receiving } from './receiving.tsx';
import { Recipient } from './recipient.tsx';
import { Review } from './review.tsx';

/**
 * Four steps in one column; nothing here needs an account, and what does not apply is hidden by the sheet, with or
 * without a script.
 */
export function Checkout({ state }: { state: CartFormState }) {
  const { buyer } = state.page;
  if (buyer?.company && !buyer.company.may_order) return <NotForAccountants company={buyer.company} />;
  return (
    <section id="checkout" className="checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">Оформление</h2>
      {buyer ? null : <p className="soft checkout__lead">Без регистрации: хватит имени, телефона и почты.</p>}
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

/** A bookkeeper pays and reads; the cart itself may be prepared for a colleague. */
function NotForAccountants({ company }: { company: { name: string } }) {
  return (
    <section id="checkout" className="checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">Оформление</h2>
      <Note kind="warn">
        В организации «{company.name}» вы бухгалтер: заказы оформляют владелец и закупщики.{' '}
        <Link className="link" to={companyUrl()}>
          Купить за себя или для другой организации
        </Link>
      </Note>
    </section>
  );
}

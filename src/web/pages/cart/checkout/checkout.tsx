import { useEffect, useLayoutEffect, useRef } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { cartUrl, companyUrl, loginUrl } from '#shared/urls.ts';
import { isTyped, keepDraft, moveDraft, restoreDraft } from '#web/parts/forms/draft.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { pointCookie, readCookie } from '#web/ui/own-cookies.ts';
import { useStore } from '#web/ui/store.ts';
import type { SharedCartForm } from '../cart-screen.tsx';
import { type CheckoutField, checkoutForm } from '../checkout-form.ts';
import type { CartFormState } from '../use-cart-form.ts';
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
  useDraft(state);
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

/** The point has a draft of its own, and each order asks for its own consent. */
const notKept: CheckoutField[] = ['point', 'consent_personal_data', 'consent_advertising'];
const keptFields = Object.keys(checkoutForm).filter((name) => !notKept.includes(name as CheckoutField));
/** Offered only once the server has read the address, or the day. */
const timeFields: CheckoutField[] = ['pickup_date', 'pickup_slot', 'delivery_date', 'delivery_slot'];

/**
 * What was filled in is kept in this tab until it is ordered (send-to-cart.ts) or its owner signs out (auth.ts): a
 * reload, or a look at the goods in between, loses nothing. What a guest filled in goes with whoever signs in. Staff
 * who act for a customer, whose email they are not shown, leave nothing of him behind.
 */
function useDraft(state: CartFormState) {
  const now = useRef(state);
  useLayoutEffect(() => {
    now.current = state;
  });
  useEffect(() => {
    const { page, check, reread } = now.current;
    const { owner, isSent } = now.current.draft;
    const { buyer, prefill, point } = page;
    const form = check.form.ref.current;
    if (!form || (buyer && !prefill.email) || buyer?.company?.may_order === false) return;
    // A point chosen in the header meanwhile is the newer choice.
    const chosen = readCookie(pointCookie);
    const drafts = [
      ['checkout', '', keptFields],
      ['checkout_point', chosen, ['point']],
    ] as const;
    if (buyer) for (const [code, about] of drafts) moveDraft(code, `guest ${about}`, `${owner} ${about}`);
    const isBegun = isTyped(form, [...keptFields, 'point']);
    const given = { ...prefill, point, ...(isBegun || isSent ? {} : textsOf(form)) };
    const keep = () => {
      for (const [code, about, names] of drafts) keepDraft(code, `${owner} ${about}`, form, [...names], given);
    };
    if (isBegun) keep();
    else if (!isSent) {
      const found = drafts.map(([code, about, names]) => restoreDraft(code, `${owner} ${about}`, form, [...names]));
      const kept: Record<string, string> = Object.assign({}, ...found);
      const stands = textsOf(form);
      const times = timeFields.filter((name) => kept[name] && kept[name] !== stands[name]);
      if (found.some(Boolean)) reread(Object.fromEntries(times.map((name) => [name, kept[name] ?? ''])));
    }
    form.addEventListener('input', keep);
    // A choice that sets another field, and a suggestion taken, end with it.
    form.addEventListener('change', keep);
    return () => {
      form.removeEventListener('input', keep);
      form.removeEventListener('change', keep);
    };
  }, []);
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
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

import { useEffect, useLayoutEffect, useRef } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { cartUrl, companyUrl, loginUrl } from '#shared/urls.ts';
import { forgetDraft, isTyped, keepDraft, restoreDraft } from '#web/parts/forms/draft.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { useStore } from '#web/ui/store.ts';
import { isPlacing } from '../cart-form.ts';
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

/**
 * What was filled in is kept in this tab until it is ordered: a reload, or a look at the goods in between, loses
 * nothing. Staff who act for a customer, whose email they are not shown, leave nothing of him behind.
 */
function useDraft(state: CartFormState) {
  const now = useRef(state);
  useLayoutEffect(() => {
    now.current = state;
  });
  const { buyer, prefill, point } = state.page;
  const owner = buyer ? prefill.email : 'guest';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the point that the page came with
  useEffect(() => {
    const form = now.current.check.form.ref.current;
    if (!form || !owner) return;
    // A point chosen in the header meanwhile is the newer choice.
    const drafts = [
      ['checkout', owner, keptFields],
      ['checkout_point', `${owner} ${point}`, ['point']],
    ] as const;
    const isBegun = isTyped(form, [...keptFields, 'point']);
    const given = { ...prefill, point, ...(isBegun ? {} : textsOf(form)) };
    const keep = () => {
      for (const [code, about, names] of drafts) keepDraft(code, about, form, [...names], given);
    };
    const { answer } = now.current;
    if (isBegun) keep();
    else if (!answer || !isPlacing(answer.verb)) {
      const restored = drafts.map(([code, about, names]) => restoreDraft(code, about, form, [...names]));
      if (restored.includes(true)) now.current.reread();
    }
    form.addEventListener('input', keep);
    return () => {
      form.removeEventListener('input', keep);
      if (now.current.isPlacing) for (const [code, about] of drafts) forgetDraft(code, about);
    };
  }, [owner]);
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

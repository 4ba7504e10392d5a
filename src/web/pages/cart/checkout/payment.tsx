import { isPaidByAccount, type PaymentMethod, paymentMethodWords } from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import type { CheckoutValues } from '../checkout-form.ts';
import type { CartPage } from '../read-cart-page.ts';
import type { CartFormState } from '../use-cart-form.ts';
import { StepHead } from './step-head.tsx';

const paymentTerms: Record<PaymentMethod, string> = {
  online: 'Картой или по СБП сразу после заказа',
  on_receipt: 'Картой или наличными, когда получите заказ',
  invoice: 'Нужен ИНН, счёт пришлём на почту',
  credit: 'Условия назовёт банк, заявка после заказа',
};

/** What is ticked: as chosen before, else on receipt, where the buyer is offered that. */
export function chosenMethod(methods: PaymentMethod[], chosen: string | undefined): PaymentMethod {
  const usual = methods.includes('on_receipt') ? 'on_receipt' : methods[0];
  return methods.find((method) => method === chosen) ?? usual ?? 'invoice';
}

/** What the shop takes for this cart from this buyer: a bank lends to people, a firm pays by invoice. */
export function offeredMethods({ payment_methods }: CartPage, values: CheckoutValues): PaymentMethod[] {
  return values.is_company ? payment_methods.filter((method) => method !== 'credit') : payment_methods;
}

/** «24 часов», «30 минут»: in how long a guest has to confirm the order. */
export function confirmationTime(minutes: number): string {
  return minutes % 60 === 0
    ? countOf(minutes / 60, 'часа', 'часов', 'часов')
    : countOf(minutes, 'минуты', 'минут', 'минут');
}

/** What is paid when it is received is confirmed by the link of an email, which is said where it is chosen. */
function termsOf(method: PaymentMethod, { confirmation, buyer }: CartPage): string {
  const later = buyer?.company?.pays_later;
  if (method === 'invoice' && later) return `Счёт пришлём на почту, оплатите его ${later}`;
  const terms = paymentTerms[method];
  return method === 'on_receipt' && confirmation
    ? `${terms}. Заказ нужно подтвердить по письму в течение ${confirmationTime(confirmation.minutes)}`
    : terms;
}

/** Whether the goods wait until the money has come (checkout.css). */
function isMoneyFirst(method: PaymentMethod, { buyer }: CartPage): boolean {
  return isPaidByAccount(method) && !(method === 'invoice' && buyer?.company?.pays_later);
}

/** Step 3: the ways that this shop takes for this cart. */
export function Payment({ state }: { state: CartFormState }) {
  const { values, page } = state;
  const methods = offeredMethods(page, values);
  const chosen = chosenMethod(methods, values.payment);
  return (
    <fieldset className="co">
      <legend className="sr">Оплата</legend>
      <StepHead n={3} title="Оплата" />
      <div className="opts">
        {methods.map((method, index) => (
          <OptionRow
            key={method}
            id={index === 0 ? 'payment' : undefined}
            name="payment"
            value={method}
            defaultChecked={chosen === method}
            title={paymentMethodWords[method]}
            terms={termsOf(method, page)}
            data-money-first={isMoneyFirst(method, page) || undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

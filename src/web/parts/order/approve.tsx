import { Form, useNavigation } from 'react-router';
import { declineForm } from '#shared/company-rules.ts';
import { formatPrice } from '#shared/money.ts';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import type { OrderPage } from './read-order-page.ts';

/** For an owner of the firm: a purchaser's order above the limit goes on, or is cancelled with a word why. */
export function Approve({ order, asked_by }: { order: Pick<OrderPage, 'total'>; asked_by: string }) {
  const isBusy = useNavigation().state !== 'idle';
  const check = useFormCheck(declineForm, null, { prefix: 'decline-' });
  return (
    <div className="order__approval">
      <p>Заказал: {asked_by}</p>
      <Form method="post">
        <input type="hidden" name="total" value={order.total} />
        <button type="submit" className="btn btn--primary btn--lg" name="intent" value="approve" disabled={isBusy}>
          Согласовать {formatPrice(order.total)}
        </button>
      </Form>
      <Form method="post" className="order__decline" {...check.form}>
        <FormField of={check} name="note" />
        <button type="submit" className="btn btn--line" name="intent" value="decline" disabled={isBusy}>
          Отклонить заказ
        </button>
      </Form>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { RefundPlan } from './order-types.ts';
import { PlanOfRefund } from './plan-of-refund.tsx';

const reasons = ['покупатель передумал', 'товара нет в наличии', 'не дозвонились', 'заказ оформлен дважды'];

type Props = { order: { id: string; number: number }; onClose: () => void; onDone: () => void };

/** Cancelling: the reason the buyer reads, and the money that goes back by it. */
export function CancelDialog({ order, onClose, onDone }: Props) {
  const [why, setWhy] = useState('');
  const plan = useQuery({
    // Not under «orders»: what has just been done is not asked about again.
    queryKey: ['cancel-plan', order.id],
    queryFn: ({ signal }) =>
      request<{ refunds: RefundPlan[]; obstacle: string | null }>(`/api/admin/orders/${order.id}/cancel-plan`, {
        signal,
      }).then(({ body }) => body),
    gcTime: 0,
  });
  const cancel = useVerb(() => {
    onDone();
    onClose();
  });
  return (
    <Dialog title={`Отменить заказ ${order.number}`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          cancel.run(`/api/admin/orders/${order.id}/move`, { state: 'cancelled', why });
        }}
      >
        <Field label="Причина, её прочитает покупатель" error={cancel.fields.why}>
          {(given) => (
            <input {...given} type="text" maxLength={500} value={why} onChange={({ target }) => setWhy(target.value)} />
          )}
        </Field>
        <div className="chips">
          {reasons.map((reason) => (
            <button
              key={reason}
              type="button"
              className="chip"
              aria-pressed={why === reason}
              onClick={() => setWhy(reason)}
            >
              {reason}
            </button>
          ))}
        </div>
        {plan.error ? <LoadFailure error={plan.error} retry={() => void plan.refetch()} /> : null}
        {plan.isPending ? <Skeleton rows={2} /> : null}
        {plan.data?.refunds.length === 0 ? (
          <p className="soft">Денег возвращать не нужно: заказ не оплачен. Резерв будет снят.</p>
        ) : null}
        {plan.data?.refunds.map((refund) => (
          <PlanOfRefund key={refund.payment_id} plan={refund} />
        ))}
        <Problem words={cancel.fields.why ? null : (cancel.problem ?? plan.data?.obstacle ?? null)} />
        <div className="form-actions">
          <Button onClick={onClose}>Не отменять</Button>
          <Button
            kind="danger"
            type="submit"
            isBusy={cancel.isBusy}
            disabled={!plan.data || plan.data.obstacle !== null}
          >
            Отменить заказ
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

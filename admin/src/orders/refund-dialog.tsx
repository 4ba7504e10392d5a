import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { RequestError, request } from '../request.ts';
import type { OrderRecord, RefundPlan } from './order-types.ts';
import { PlanOfRefund } from './plan-of-refund.tsx';

type Props = { order: OrderRecord; onClose: () => void; onDone: () => void };

/** Money back by lines and counts, shown before it moves. */
export function RefundDialog({ order, onClose, onDone }: Props) {
  const { refundable } = order.payment;
  const [counts, setCounts] = useState<Record<number, number>>({});
  const [note, setNote] = useState('');
  const lines = refundable
    .map(({ position }) => ({ position, count: counts[position] ?? 0 }))
    .filter(({ count }) => count > 0);
  const asked = lines.map(({ position, count }) => `${position}:${count}`).join(',');
  const plan = useQuery({
    // Not under «orders»: what has just been done is not asked about again.
    queryKey: ['refund-plan', order.id, asked],
    queryFn: ({ signal }) =>
      request<RefundPlan>(`/api/admin/orders/${order.id}/refund-plan?lines=${asked}`, { signal }).then(
        ({ body }) => body,
      ),
    enabled: asked !== '',
    gcTime: 0,
  });
  const refund = useVerb(() => {
    onDone();
    onClose();
  });
  const set = (position: number, count: number) => setCounts((before) => ({ ...before, [position]: count }));
  const refused =
    plan.error instanceof RequestError ? plan.error.message : plan.error ? 'Не удалось посчитать. Повторите' : null;
  return (
    <Dialog title={`Вернуть деньги по заказу ${order.number}`} onClose={onClose} className="dialog-wide">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (plan.data) refund.run(`/api/admin/orders/${order.id}/refunds`, { lines, note, amount: plan.data.amount });
        }}
      >
        <p className="soft">Кому: {order.buyer.company?.name ?? order.buyer.name}</p>
        <table className="lines">
          <thead>
            <tr>
              <th scope="col">Что вернуть</th>
              <th scope="col" className="right">
                Оплачено
              </th>
              <th scope="col" className="right">
                Вернуть
              </th>
            </tr>
          </thead>
          <tbody>
            {refundable.map(({ position, name, left, count, sum }) => (
              <tr key={position}>
                <td>{name}</td>
                <td className="right num">
                  {formatPrice(sum)}
                  <span className="soft small line-off">
                    {left < count ? `осталось ${left} из ${count}` : `${count}`}
                  </span>
                </td>
                <td className="right">
                  <input
                    className="count num"
                    type="number"
                    aria-label={`Сколько вернуть: ${name}`}
                    min={0}
                    max={left}
                    disabled={left === 0}
                    value={counts[position] ?? 0}
                    onChange={({ target }) =>
                      set(position, Math.min(left, Math.max(0, Math.trunc(Number(target.value)))))
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Button
          kind="text"
          size="small"
          onClick={() => setCounts(Object.fromEntries(refundable.map(({ position, left }) => [position, left])))}
        >
          Вернуть всё, что осталось
        </Button>
        <Field label="Причина, её прочитает покупатель" error={refund.fields.note}>
          {(given) => (
            <input
              {...given}
              type="text"
              maxLength={500}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        {plan.data && asked !== '' ? <PlanOfRefund plan={plan.data} /> : null}
        <Problem words={asked === '' ? null : refused} />
        <Problem words={refund.fields.note ? null : refund.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button
            kind="primary"
            type="submit"
            isBusy={refund.isBusy}
            disabled={!plan.data || asked === '' || note.trim() === ''}
          >
            {plan.data && asked !== '' ? `Вернуть ${formatPrice(plan.data.amount)}` : 'Вернуть'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import type { OrderRecord } from './order-types.ts';
import { PlanOfRefund } from './plan-of-refund.tsx';
import { useRefund } from './use-refund.ts';

type Props = { order: OrderRecord; onClose: () => void; onDone: () => void };

/** Money back by lines and counts, shown before it moves. */
export function RefundDialog({ order, onClose, onDone }: Props) {
  const [note, setNote] = useState('');
  const refund = useRefund(order, () => {
    onDone();
    onClose();
  });
  const { plan } = refund;
  return (
    <Dialog title={`Вернуть деньги по заказу ${order.number}`} onClose={onClose} className="dialog-wide">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          refund.run(note);
        }}
      >
        <p className="soft">Кому: {order.buyer.company?.name ?? order.buyer.name}</p>
        <RefundLines lines={order.payment.refundable} counts={refund.counts} set={refund.setCount} />
        <Button kind="text" size="small" onClick={refund.setAll}>
          Вернуть всё, что осталось
        </Button>
        <Field label="Причина, её прочитает покупатель" error={refund.noteError}>
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
        {plan ? <PlanOfRefund plan={plan} /> : null}
        <Problem words={refund.planProblem} />
        <Problem words={refund.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={refund.isBusy} disabled={!plan || note.trim() === ''}>
            {plan ? `Вернуть ${formatPrice(plan.amount)}` : 'Вернуть'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type LinesProps = {
  lines: OrderRecord['payment']['refundable'];
  /** By the position of a line. */
  counts: Record<number, number>;
  set: (position: number, count: number) => void;
};

/** What was paid for, and how much of each goes back. */
function RefundLines({ lines, counts, set }: LinesProps) {
  return (
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
        {lines.map(({ position, name, left, count, sum }) => (
          <tr key={position}>
            <td>{name}</td>
            <td className="right num">
              {formatPrice(sum)}
              <span className="soft small line-off">{left < count ? `осталось ${left} из ${count}` : `${count}`}</span>
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
                onChange={({ target }) => set(position, Math.min(left, Math.max(0, Math.trunc(Number(target.value)))))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

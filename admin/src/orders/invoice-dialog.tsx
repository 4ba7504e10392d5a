import { useState } from 'react';
import { formatPrice, kopecksOf } from '#shared/money.ts';
import { localTime } from '#shared/zoned-time.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

/** `payer`: the firm or the buyer; `time_zone`: of the branch; kopecks. */
type Props = {
  order: { id: string; number: number; total: number; payer: string; time_zone: string };
  onClose: () => void;
  onDone: () => void;
};

/** Money that came to the account: date, number and the sum of the order, or of an invoice that it had before. */
export function InvoiceDialog({ order, onClose, onDone }: Props) {
  const [number, setNumber] = useState('');
  const [date, setDate] = useState(() => localTime(new Date(), order.time_zone).date);
  const [sum, setSum] = useState('');
  const paid = useVerb(() => {
    onDone();
    onClose();
  });
  const amount = kopecksOf(sum);
  return (
    <Dialog title={`Заказ ${order.number}: деньги пришли`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          paid.run(`/api/admin/orders/${order.id}/invoice-paid`, { number, date, amount: amount ?? 0 });
        }}
      >
        <p>
          К оплате <b className="num">{formatPrice(order.total)}</b>, платит {order.payer}
        </p>
        <Field label="Номер платёжного поручения" error={paid.fields.number}>
          {(given) => (
            <input
              {...given}
              data-takes-focus
              type="text"
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
          )}
        </Field>
        <Field label="Дата" error={paid.fields.date}>
          {(given) => <input {...given} type="date" value={date} onChange={({ target }) => setDate(target.value)} />}
        </Field>
        <Field label="Сумма перевода, ₽" error={paid.fields.amount}>
          {(given) => (
            <input
              {...given}
              type="text"
              inputMode="decimal"
              value={sum}
              onChange={({ target }) => setSum(target.value)}
            />
          )}
        </Field>
        {amount !== null && amount > order.total ? (
          <p className="soft">
            Больше, чем стоит заказ. Если столько просил прежний счёт, оплата отметится, а{' '}
            {formatPrice(amount - order.total)} встанут в очередь возвратов переводом.
          </p>
        ) : null}
        <Problem words={Object.keys(paid.fields).length > 0 ? null : paid.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={paid.isBusy} disabled={amount === null || number.trim() === ''}>
            Отметить оплату
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

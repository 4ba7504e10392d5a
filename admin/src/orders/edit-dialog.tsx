import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { EditLine } from './edit-line.tsx';
import { FindGoods } from './find-goods.tsx';
import { OnecNote } from './onec-note.tsx';
import type { OrderRecord, ProposalPlan } from './order-types.ts';
import { Changes, difference } from './proposal-panel.tsx';
import { type OrderChange, useOrderChange, type Wanted } from './use-order-change.ts';

type Props = { order: OrderRecord; onClose: () => void; onDone: () => void };

/** Another composition of the order: counts, replacements, goods that go or come, and what that makes of the sum. */
export function EditDialog({ order, onClose, onDone }: Props) {
  const change = useOrderChange(order);
  const [note, setNote] = useState('');
  /** null: as many as the settings say. */
  const [typedHours, setHours] = useState<number | null>(null);
  const send = useVerb(() => {
    onDone();
    onClose();
  });
  const { wanted, isReady } = change;
  const hours = typedHours ?? change.hours;
  return (
    <Dialog title={`Изменить состав заказа ${order.number}`} onClose={onClose} className="dialog-widest">
      <div className="form">
        <OnecNote order={order} />
        <EditedLines order={order} change={change} />
        {change.plan ? <NewSum plan={change.plan} isPaid={order.payment_state === 'paid'} /> : null}
        <Problem words={change.problem} />
        <Field label="Что написать покупателю" hint="Письмо с этими строками и кнопкой ответа уйдёт ему сразу">
          {(given) => (
            <textarea
              {...given}
              rows={2}
              maxLength={1000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <Field label="Часов работы филиала на ответ">
          {(given) => (
            <input
              {...given}
              className="count"
              type="number"
              min={1}
              max={80}
              value={hours ?? ''}
              onChange={({ target }) => setHours(Math.min(80, Math.max(1, Math.trunc(Number(target.value)) || 1)))}
            />
          )}
        </Field>
        <Problem words={send.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          {change.mayApplyAtOnce ? (
            <Button
              isBusy={send.isBusy}
              disabled={!isReady}
              onClick={() => send.run(`/api/admin/orders/${order.id}/proposals/at-once`, { lines: wanted })}
            >
              Заменить сразу: покупатель разрешил
            </Button>
          ) : null}
          <Button
            kind="primary"
            isBusy={send.isBusy}
            disabled={!isReady}
            onClick={() =>
              send.run(`/api/admin/orders/${order.id}/proposals`, { lines: wanted, note, ...(hours && { hours }) })
            }
          >
            Отправить предложение
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The lines with their changes, and the search for goods that are added or replace others. */
function EditedLines({ order, change }: { order: OrderRecord; change: OrderChange }) {
  const { lines } = change;
  const [adding, setAdding] = useState<{ instead_of: number | null } | null>(null);
  return (
    <>
      <ul className="edit-lines">
        {lines.map((line) => (
          <EditLine
            key={line.product_id}
            line={line}
            ordered={orderedCount(order, line)}
            change={(changes) => change.edit(line.product_id, changes)}
            drop={() => change.drop(line.product_id)}
            replace={() => setAdding({ instead_of: line.product_id })}
          />
        ))}
      </ul>
      {adding ? (
        <FindGoods
          departmentId={order.department_id_1c}
          userId={order.buyer.user_id}
          label={
            adding.instead_of
              ? `Чем заменить «${lines.find(({ product_id }) => product_id === adding.instead_of)?.name}»`
              : 'Что добавить'
          }
          onFound={(goods) => {
            setAdding(null);
            change.add(goods, adding.instead_of);
          }}
        />
      ) : (
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => setAdding({ instead_of: null })}
        >
          Добавить товар
        </Button>
      )}
    </>
  );
}

/** What changes, and the sum before and after. */
function NewSum({ plan, isPaid }: { plan: ProposalPlan; isPaid: boolean }) {
  const { lines, total_before: before, total_after: after } = plan;
  return (
    <div className="plan">
      <Changes lines={lines} />
      <p>
        Итог: <s className="num">{formatPrice(before)}</s> <b className="num">{formatPrice(after)}</b>{' '}
        <span className="num">({difference(after - before)})</span>
        {isPaid && after < before ? ' — разница вернётся покупателю после согласия' : ''}
      </p>
    </div>
  );
}

function orderedCount(order: OrderRecord, { product_id }: Wanted): number {
  return order.lines.find((line) => line.product_id === product_id)?.count ?? 1;
}

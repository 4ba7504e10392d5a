import { useQuery } from '@tanstack/react-query';
import { Minus, Plus, Replace, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { RequestError, request } from '../request.ts';
import { FindGoods } from './find-goods.tsx';
import type { OrderRecord, ProposalPlan } from './order-types.ts';
import { amount } from './order-words.tsx';
import { Changes, difference } from './proposal-panel.tsx';

type Wanted = {
  product_id: number;
  name: string;
  unit: { short: string; parts: number };
  count: number;
  available: number;
  instead_of: number | null;
  keepsPrice: boolean;
  isNew: boolean;
};

type Props = { order: OrderRecord; onClose: () => void; onDone: () => void };

/** Another composition of the order: counts, replacements, goods that go or come, and what that makes of the sum. */
export function EditDialog({ order, onClose, onDone }: Props) {
  const [lines, setLines] = useState<Wanted[]>(() => order.lines.map(asOrdered));
  const [adding, setAdding] = useState<{ instead_of: number | null } | null>(null);
  const [note, setNote] = useState('');
  const [hours, setHours] = useState(4);
  const wanted = lines
    .filter(({ count }) => count > 0)
    .map(({ product_id, count, instead_of, keepsPrice }) => ({ product_id, count, instead_of, keepsPrice }));
  const isChanged = JSON.stringify(lines) !== JSON.stringify(order.lines.map(asOrdered));
  const plan = useQuery({
    // Not under «orders»: what has just been done is not asked about again.
    queryKey: ['change-plan', order.id, wanted],
    queryFn: ({ signal }) =>
      request<ProposalPlan>(`/api/admin/orders/${order.id}/proposals/plan`, {
        ...{ method: 'POST' as const, body: { lines: wanted }, signal },
      }).then(({ body }) => body),
    enabled: isChanged && wanted.length > 0,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  const send = useVerb(() => {
    onDone();
    onClose();
  });
  const edit = (product_id: number, change: Partial<Wanted>) =>
    setLines((before) => before.map((line) => (line.product_id === product_id ? { ...line, ...change } : line)));
  const refused =
    plan.error instanceof RequestError ? plan.error.message : plan.error ? 'Не удалось посчитать. Повторите' : null;
  const isReady = isChanged && plan.data !== undefined && !plan.error && !plan.isPlaceholderData;

  return (
    <Dialog title={`Изменить состав заказа ${order.number}`} onClose={onClose} className="dialog-widest">
      <div className="form">
        <ul className="edit-lines">
          {lines.map((line) => (
            <EditLine
              key={line.product_id}
              line={line}
              ordered={orderedCount(order, line)}
              change={(change) => edit(line.product_id, change)}
              drop={() => setLines((before) => before.filter(({ product_id }) => product_id !== line.product_id))}
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
              if (lines.some(({ product_id }) => product_id === goods.id)) return;
              const replaced = order.lines.find(({ product_id }) => product_id === adding.instead_of);
              const missing = replaced ? Math.max(replaced.reserved - replaced.covered, 1) : 1;
              const { id, name, unit } = goods;
              const added = {
                product_id: id,
                name,
                unit,
                count: missing,
                available: goods.available ?? 0,
                keepsPrice: true,
                isNew: true,
              };
              setLines((before) => [
                ...before.map((line) =>
                  line.product_id === adding.instead_of ? { ...line, count: Math.max(line.count - missing, 0) } : line,
                ),
                { ...added, instead_of: adding.instead_of },
              ]);
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
        {plan.data && isChanged && !plan.error ? (
          <div className="plan">
            <Changes lines={plan.data.lines} />
            <p>
              Итог: <s className="num">{formatPrice(plan.data.total_before)}</s>{' '}
              <b className="num">{formatPrice(plan.data.total_after)}</b>{' '}
              <span className="num">({difference(plan.data.total_after - plan.data.total_before)})</span>
              {order.payment_state === 'paid' && plan.data.total_after < plan.data.total_before
                ? ' — разница вернётся покупателю после согласия'
                : ''}
            </p>
          </div>
        ) : null}
        <Problem words={isChanged ? refused : null} />
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
              value={hours}
              onChange={({ target }) => setHours(Math.min(80, Math.max(1, Math.trunc(Number(target.value)) || 1)))}
            />
          )}
        </Field>
        <Problem words={send.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          {plan.data?.may_apply_at_once ? (
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
            onClick={() => send.run(`/api/admin/orders/${order.id}/proposals`, { lines: wanted, note, hours })}
          >
            Отправить предложение
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type LineProps = {
  line: Wanted;
  /** How many were ordered. */
  ordered: number;
  change: (change: Partial<Wanted>) => void;
  drop: () => void;
  replace: () => void;
};

function EditLine({ line, ordered, change, drop, replace }: LineProps) {
  return (
    <li className={line.count === 0 ? 'gone' : undefined}>
      <span className="edit-name">
        <b>{line.name}</b>
        <span className={line.count > line.available ? 'bad small' : 'soft small'}>
          {line.isNew ? (line.instead_of ? 'замена; ' : 'добавлен; ') : ''}есть {amount(line.available, line.unit)}
        </span>
      </span>
      <Counter line={line} onChange={(count) => change({ count })} />
      {line.isNew && line.instead_of !== null ? (
        <label className="check small">
          <input
            type="checkbox"
            checked={line.keepsPrice}
            onChange={({ target }) => change({ keepsPrice: target.checked })}
          />
          по цене заказа
        </label>
      ) : null}
      {line.isNew ? (
        <Button size="small" icon={<Trash2 size={14} aria-hidden="true" />} onClick={drop}>
          Убрать
        </Button>
      ) : (
        <>
          <Button
            size="small"
            icon={line.count === 0 ? <Undo2 size={14} aria-hidden="true" /> : <Trash2 size={14} aria-hidden="true" />}
            onClick={() => change({ count: line.count === 0 ? ordered : 0 })}
          >
            {line.count === 0 ? 'Вернуть' : 'Убрать'}
          </Button>
          <Button size="small" icon={<Replace size={14} aria-hidden="true" />} onClick={replace}>
            Заменить
          </Button>
        </>
      )}
    </li>
  );
}

function asOrdered({ product_id, name, unit, count, covered, available }: OrderRecord['lines'][number]): Wanted {
  return {
    product_id,
    name,
    unit,
    count,
    available: covered + available,
    instead_of: null,
    keepsPrice: true,
    isNew: false,
  };
}

function orderedCount(order: OrderRecord, { product_id }: Wanted): number {
  return order.lines.find((line) => line.product_id === product_id)?.count ?? 1;
}

function Counter({ line, onChange }: { line: Wanted; onChange: (count: number) => void }) {
  return (
    <span className="stepper">
      <button
        type="button"
        className="icon-button"
        aria-label={`Меньше: ${line.name}`}
        disabled={line.count === 0}
        onClick={() => onChange(line.count - 1)}
      >
        <Minus size={14} aria-hidden="true" />
      </button>
      <input
        className="count num"
        type="number"
        min={0}
        max={99_999}
        aria-label={`Количество: ${line.name}`}
        value={line.count}
        onChange={({ target }) => onChange(Math.min(99_999, Math.max(0, Math.trunc(Number(target.value)) || 0)))}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`Больше: ${line.name}`}
        onClick={() => onChange(line.count + 1)}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

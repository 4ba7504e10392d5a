import { useQuery } from '@tanstack/react-query';
import { Check, Minus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { closeShortWords } from '#shared/close-short-words.ts';
import { formatPrice } from '#shared/money.ts';
import type { paths } from '../api-types.ts';
import { amount } from '../orders/order-words.tsx';
import { PlanOfRefund } from '../orders/plan-of-refund.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Picture } from '../parts/picture.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { RequestError, request } from '../request.ts';
import type { DeskOrder } from './handover.tsx';
import { smallPhoto } from './small-photo.ts';
import { soundOf } from './sound.ts';
import { type Given, type OrderLine, useGiven } from './use-given.ts';

type Props = {
  order: DeskOrder;
  /** What was scanned or typed. */
  scanned: string;
  onCode: (code: string) => void;
  /** Something about it has changed: it is looked for again. */
  onChanged: () => void;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** One order at the counter: who takes it, what is owed, what leaves. */
export function Desk({ order, scanned, onCode, onChanged, onDone, onClose }: Props) {
  const { waiting, given, givenOf, set, full, due, setDue, isUnexplained, isNothing } = useGiven(order);
  const [note, setNote] = useState('');
  const [isClosing, setClosing] = useState(false);
  const give = useVerb<{ is_last: boolean }>(({ is_last: isLast }) => {
    soundOf('given');
    onDone(isLast ? `Заказ ${order.number} выдан` : `Часть заказа ${order.number} выдана, остальное ждёт`);
  });
  const { problem, error } = give;
  useEffect(() => {
    if (problem) soundOf('refused');
  }, [problem]);
  useEffect(() => {
    if (error instanceof RequestError && error.code === 'due_changed') setDue(Number(error.details.due));
  }, [error, setDue]);

  function submit() {
    give.run(`/api/admin/handover/${order.order_id}/give`, {
      key: scanned,
      note,
      due,
      lines: waiting.map(({ order_line_id }) => ({ order_line_id, ...given[order_line_id] })),
    });
  }

  return (
    <section className="panel desk" aria-label={`Заказ ${order.number}`}>
      <OrderHead order={order} due={isNothing ? order.due : due} onClose={onClose} />
      {order.may_pay_here && order.proof ? <PayHere order={order} scanned={scanned} onDone={onChanged} /> : null}
      {order.proof === null && !order.why_not ? <AskCode onCode={onCode} /> : null}
      <ul className="desk-lines">
        {waiting.map((line) => (
          <DeskLine
            key={line.order_line_id}
            line={line}
            one={givenOf(line)}
            set={(change) => set(line.order_line_id, change)}
          />
        ))}
      </ul>
      {waiting.length === 0 ? <p className="soft side-body">Всё уже выдано</p> : null}
      <div className="desk-foot">
        <Field label="Примечание к акту">
          {(given) => (
            <input
              {...given}
              type="text"
              maxLength={1000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <Problem words={give.problem} />
        <div className="form-actions">
          {order.is_partly_given ? <Button onClick={() => setClosing(true)}>Закрыть без недостающего</Button> : null}
          <Button
            kind="primary"
            className="give"
            icon={<Check size={20} aria-hidden="true" />}
            isBusy={give.isBusy}
            disabled={
              order.proof === null || order.why_not !== null || isUnexplained || isNothing || waiting.length === 0
            }
            onClick={submit}
          >
            Выдать {full} из {waiting.length}
          </Button>
        </div>
        {isUnexplained ? <p className="soft small">Выберите, почему выдано меньше</p> : null}
      </div>
      {isClosing ? <CloseDialog order={order} onClose={() => setClosing(false)} onDone={onDone} /> : null}
    </section>
  );
}

/** Which order it is, who takes it, what is to be paid or stands in the way. */
function OrderHead({ order, due, onClose }: { order: DeskOrder; due: number; onClose: () => void }) {
  return (
    <>
      <div className="panel-head desk-head">
        <h2 className="num">{order.number}</h2>
        <Tag tone={order.why_not ? 'bad' : 'good'}>{order.state_words}</Tag>
        <Tag>{order.payment_words}</Tag>
        {order.arrived_at ? <Tag tone="info">{order.car_plate ?? 'подъехал'}</Tag> : null}
        <span className="panel-actions">
          <Button onClick={onClose}>К очереди</Button>
        </span>
      </div>
      <p className="desk-who">
        Получает <b>{order.recipient}</b>
        {order.company ? `, ${order.company}` : ''}
        {order.is_proxy ? ' — проверьте доверенность' : ''}
        <span className="soft small"> {order.place}</span>
      </p>
      {order.comment ? <p className="note">Комментарий: {order.comment}</p> : null}
      {order.why_not ? <Problem words={order.why_not} /> : null}
      {(order.due > 0 || due > 0) && !order.why_not ? (
        <p className="due" aria-live="polite">
          {due > 0 ? 'Примите оплату' : 'Денег не берите:'} <b className="num">{formatPrice(due)}</b>
          {due < order.due ? (
            <span className="soft small"> за то, что выдаёте, из {formatPrice(order.due)}</span>
          ) : null}
          {order.taken > 0 ? <span className="soft small"> Раньше принято {formatPrice(order.taken)}</span> : null}
        </p>
      ) : null}
    </>
  );
}

/** The money was to come through the site: from now on it is taken here, as of an order paid on receipt. */
function PayHere({ order, scanned, onDone }: { order: DeskOrder; scanned: string; onDone: () => void }) {
  const pay = useVerb(onDone);
  return (
    <div className="side-body">
      <Problem words={pay.problem} />
      <Button
        isBusy={pay.isBusy}
        onClick={() => pay.run(`/api/admin/handover/${order.order_id}/pay-here`, { key: scanned })}
      >
        Заплатит здесь: {formatPrice(order.total)}
      </Button>
    </div>
  );
}

type LineProps = { line: OrderLine; one: Given; set: (change: Partial<Given>) => void };

/** A line of the order: how much of it leaves, and why not all. */
function DeskLine({ line, one, set }: LineProps) {
  return (
    <li>
      <Picture image={line.image} />
      <span className="desk-name">
        <b>{line.name}</b>
        <span className="soft small">{line.article ?? ''}</span>
      </span>
      <span className="stepper">
        <button
          type="button"
          className="icon-button"
          aria-label={`Меньше: ${line.name}`}
          disabled={one.given === 0}
          onClick={() => set({ given: one.given - 1 })}
        >
          <Minus size={18} aria-hidden="true" />
        </button>
        <span className="num desk-count" aria-live="polite">
          {amount(one.given, line.unit)} <span className="soft">из {amount(line.waiting, line.unit)}</span>
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={`Больше: ${line.name}`}
          disabled={one.given === line.waiting}
          onClick={() => set({ given: one.given + 1, ...(one.given + 1 === line.waiting && { problem: null }) })}
        >
          <Plus size={18} aria-hidden="true" />
        </button>
      </span>
      {one.given < line.waiting ? <LineProblem name={line.name} one={one} set={set} /> : null}
    </li>
  );
}

function LineProblem({ name, one, set }: { name: string; one: Given; set: (change: Partial<Given>) => void }) {
  return (
    <fieldset className="desk-problem">
      <legend className="hidden-words">Почему выдано меньше: {name}</legend>
      {(['shortage', 'defect'] as const).map((problem) => (
        <button
          key={problem}
          type="button"
          className="chip"
          aria-pressed={one.problem === problem}
          onClick={() => set({ problem })}
        >
          {problem === 'shortage' ? 'Не хватило' : 'Брак'}
        </button>
      ))}
      <input
        type="text"
        aria-label={`Что не так: ${name}`}
        placeholder="Что не так"
        maxLength={500}
        value={one.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      <label className="btn btn-plain btn-small">
        {one.photo ? 'Фото приложено' : 'Фото'}
        <input
          type="file"
          className="hidden-words"
          accept="image/jpeg,image/png"
          capture="environment"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void smallPhoto(file).then((photo) => set({ photo }));
          }}
        />
      </label>
    </fieldset>
  );
}

function AskCode({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const digits = code.replace(/\D/g, '');
  return (
    <form
      className="ask-code"
      onSubmit={(event) => {
        event.preventDefault();
        if (digits.length === 6) onCode(digits);
      }}
    >
      <label htmlFor="pickup-code">Код из шести цифр, который назовёт получатель</label>
      <input
        id="pickup-code"
        className="num"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" disabled={digits.length !== 6}>
        Проверить
      </Button>
    </form>
  );
}

type ClosePlan = paths['/api/admin/handover/{id}/close-plan']['get']['responses'][200]['content']['application/json'];
type CloseProps = { order: DeskOrder; onClose: () => void; onDone: (words: string) => void };

/** What is missing will not come: the money that goes back for it is seen before. */
function CloseDialog({ order, onClose, onDone }: CloseProps) {
  const plan = useQuery({
    queryKey: ['close-plan', order.order_id],
    queryFn: ({ signal }) =>
      request<ClosePlan>(`/api/admin/handover/${order.order_id}/close-plan`, { signal }).then(({ body }) => body),
    gcTime: 0,
  });
  const close = useVerb(() => onDone(`Заказ ${order.number} закрыт без недостающего`));
  const { problem } = close;
  const { refetch } = plan;
  // The sum may have become another one: the new one is shown beside the refusal.
  useEffect(() => {
    if (problem) void refetch();
  }, [problem, refetch]);
  const { data } = plan;
  return (
    <Dialog title={`Закрыть заказ ${order.number} без недостающего`} onClose={onClose}>
      <div className="form">
        <p>Недостающее вернётся на полку.</p>
        {plan.error ? <LoadFailure error={plan.error} retry={() => void refetch()} /> : null}
        {plan.isPending ? <Skeleton rows={2} /> : null}
        {data?.refund ? <PlanOfRefund plan={data.refund} /> : null}
        {data && !data.refund ? <p>{closeShortWords(data.total, data.taken)}</p> : null}
        <Problem words={problem ?? data?.obstacle ?? null} />
        <div className="form-actions">
          <Button onClick={onClose}>Не закрывать</Button>
          <Button
            kind="primary"
            isBusy={close.isBusy}
            disabled={!data || data.obstacle !== null}
            onClick={() =>
              close.run(`/api/admin/handover/${order.order_id}/close`, { amount: data?.refund?.amount ?? 0 })
            }
          >
            Закрыть
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

import '../../../parts/order/pass/pass.css';
import { useState } from 'react';
import { handOverForm } from '#modules/handover/schema.ts';
import { closeShortWords } from '#shared/close-short-words.ts';
import type { FieldValues } from '#shared/form-rules.ts';
import { formatPrice } from '#shared/money.ts';
import { dueForPart } from '#shared/part-sums.ts';
import { unbroken } from '#shared/unbroken.ts';
import { readAmount, shownAmount, typedAmount } from '#shared/unit-words.ts';
import { photoAccept } from '#shared/upload-rules.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { type FieldProps, type FormCheck, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { ActList } from '#web/parts/order/pass/act-list.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { useOnceTrue } from '#web/ui/once-true.ts';
import { Picture } from '#web/ui/picture.tsx';
import type { Desk } from './read-desk.ts';

/**
 * The desk's side: whose order, is it paid, what to give, and one button. A whole document is sent: a phone on 3G needs
 * no script.
 */
export function DeskScreen({ desk, answer }: { desk: Desk; answer: FormAnswer | null }) {
  return (
    <div className="desk">
      <section className="sheet">
        <h1>
          Заказ <span className="num nowrap">{desk.number}</span>
        </h1>
        <p className="soft num">
          от {desk.created_text}. {desk.state_words}
        </p>
        <dl className="desk__facts">
          <dt>Получатель</dt>
          <dd>
            {desk.recipient}
            {desk.is_delegated ? ', по переданному пропуску' : ''}
            {desk.company ? `, ${desk.company}` : ''}
          </dd>
          <dt>Оплата</dt>
          <dd className={desk.is_paid ? 'state--good' : 'b'}>{desk.payment_text}</dd>
          {desk.arrived_text ? (
            <>
              <dt>Подъехал</dt>
              <dd className="num">{desk.arrived_text}</dd>
            </>
          ) : null}
          <dt>Где</dt>
          <dd>{desk.point}</dd>
          {desk.comment ? (
            <>
              <dt>Комментарий</dt>
              <dd>{desk.comment}</dd>
            </>
          ) : null}
        </dl>
        <FormError words={answer?.error} />
      </section>
      <ActList acts={desk.acts} photoUrl={(act, position) => `/qr/acts/${desk.order_id}/${act}/${position}/`} />
      {desk.may_be_given && desk.waiting.length > 0 && desk.pass_state === 'open' ? (
        <HandOverForm desk={desk} answer={answer} />
      ) : (
        <Closed desk={desk} />
      )}
      {desk.closing ? <CloseForm waiting={desk.waiting} closing={desk.closing} /> : null}
      <p className="desk__next">
        <Link className="link" to="/qr/o/">
          Другой заказ
        </Link>
      </p>
    </div>
  );
}

type CloseProps = { waiting: Desk['waiting']; closing: NonNullable<Desk['closing']> };

/** What is missing will not come: the money that goes back for it is seen before. */
function CloseForm({ waiting, closing: { refund, total, taken, obstacle } }: CloseProps) {
  return (
    <details className="sheet">
      <summary>Закрыть заказ без недостающего</summary>
      <form method="post" className="desk__form">
        <input type="hidden" name="back" value={refund?.amount ?? 0} />
        <p>Останется невыданным:</p>
        <ul>
          {waiting.map(({ order_line_id, name, waiting, shown_unit }) => (
            <li key={order_line_id}>
              {unbroken(name)}, <span className="nowrap">{shownAmount(waiting, shown_unit)}</span>
            </li>
          ))}
        </ul>
        {refund ? (
          <p>
            Вернётся покупателю <b className="b num nowrap">{formatPrice(refund.amount)}</b>. {refund.destination}.
          </p>
        ) : null}
        {refund || total === null ? null : <p>{closeShortWords(total, taken)}</p>}
        {obstacle ? (
          <Note kind="warn">{obstacle}.</Note>
        ) : (
          <button type="submit" className="btn btn--danger" name="intent" value="close">
            Закрыть заказ
          </button>
        )}
      </form>
    </details>
  );
}

/** Nothing is left to give out, and why: the last act has said it. */
function Closed({ desk }: { desk: Desk }) {
  if (desk.pass_state === 'open' && desk.waiting.length === 0 && desk.acts.length > 0) return null;
  return <p className="sheet">{closedWords(desk)}</p>;
}

function closedWords(desk: Desk): string {
  if (desk.pass_state === 'used') return 'По этому пропуску заказ уже получали.';
  if (desk.pass_state === 'revoked') return 'Владелец заказа отозвал этот пропуск.';
  if (!desk.is_ready) return notReadyWords(desk);
  if (desk.waiting.length === 0) return 'Всё уже выдано.';
  return 'Заказ не оплачен, выдать его нельзя.';
}

/** Whoever stands at the desk reads what to wait for. */
function notReadyWords({ is_active, state_words, ready_words, is_paid, pays_later, due }: Desk): string {
  if (!is_active) return `Выдать заказ нельзя: он «${state_words}».`;
  const money = is_paid || pays_later || due > 0 ? '' : ' и будет оплачен';
  return `Выдать пока нельзя: заказ сейчас «${state_words}». Код сработает, когда он станет «${ready_words}»${money}; покупателю об этом придёт письмо.`;
}

function HandOverForm({ desk, answer }: { desk: Desk; answer: FormAnswer | null }) {
  const all = desk.waiting.map(({ order_line_id, waiting, shown_unit }) => [
    `given_${order_line_id}`,
    typedAmount(waiting, shown_unit),
  ]);
  const check = useFormCheck(handOverForm(desk.waiting), answer, { values: Object.fromEntries(all) });
  // What is typed is known in the browser; without its script the server answers with the sum first.
  const [typed, setTyped] = useState<Record<string, string>>({});
  const due = dueOf(desk, { ...Object.fromEntries(all), ...answer?.values, ...typed });
  const seen = Object.keys(typed).length > 0 ? due : Number(answer?.values?.due ?? desk.due);
  return (
    <form
      {...check.form}
      onInput={(event) => {
        check.form.onInput(event);
        const { name, value } = event.target as HTMLInputElement;
        if (name.startsWith('given_')) setTyped((before) => ({ ...before, [name]: value }));
      }}
      method="post"
      className="sheet desk__form"
      encType="multipart/form-data"
    >
      <input type="hidden" name="due" value={seen} />
      <h2>Что выдано</h2>
      <ul className="desk__lines">
        {desk.waiting.map((line) => (
          <DeskLine key={line.order_line_id} line={line} check={check} />
        ))}
      </ul>
      <FormField of={check} name="note" />
      {seen > 0 ? (
        <Note kind="warn">
          <b className="b">Примите оплату до выдачи:</b> <span className="num nowrap">{formatPrice(seen)}</span>.
        </Note>
      ) : null}
      <button type="submit" className="btn btn--primary btn--wide" name="intent" value="give">
        Выдать
      </button>
    </form>
  );
}

/** Kopecks for what leaves as it is typed now. */
function dueOf({ due, services, lines }: Desk, typed: FieldValues): number {
  const leaving = lines.map((line) => {
    return {
      ...line,
      now: readAmount(String(typed[`given_${line.order_line_id}`] ?? ''), line.shown_unit)?.count ?? 0,
    };
  });
  return dueForPart(due, services, leaving);
}

function DeskLine({ line, check }: { line: Desk['waiting'][number]; check: FormCheck }) {
  const [given, problem, note, photo] = ['given', 'problem', 'note', 'photo'].map((what) =>
    check.field(`${what}_${line.order_line_id}`),
  ) as [FieldProps, FieldProps, FieldProps, FieldProps];
  const isOpen = useOnceTrue(Boolean(problem.error ?? note.error ?? photo.error ?? problem.defaultValue));
  return (
    <li>
      <div className="desk__line">
        <span className="pic desk__pic">
          {line.image ? <Picture path={line.image} width={64} height={64} alt="" /> : <Icon name="package" />}
        </span>
        <label htmlFor={given.id}>
          {unbroken(line.name)}
          {line.article ? <span className="small soft num nowrap"> Арт. {line.article}</span> : null}
        </label>
        <span className="desk__count num">
          <input
            className={`input${given.error ? ' is-error' : ''}`}
            id={given.id}
            name={given.name}
            inputMode={line.shown_unit.parts > 1 ? 'decimal' : 'numeric'}
            autoComplete="off"
            defaultValue={given.defaultValue}
            aria-invalid={given.error ? true : undefined}
            aria-describedby={given.error ? `${given.id}-error` : undefined}
          />
          из {shownAmount(line.waiting, line.shown_unit, 'genitive')}
        </span>
      </div>
      {given.error ? <FieldError id={`${given.id}-error`}>{given.error}</FieldError> : null}
      <details className="desk__problem" open={isOpen || undefined}>
        <summary>Выдано меньше</summary>
        <FormField of={check} name={problem.name} />
        <FormField of={check} name={note.name} />
        <FileField {...photo} accept={photoAccept} capture="environment" />
      </details>
    </li>
  );
}

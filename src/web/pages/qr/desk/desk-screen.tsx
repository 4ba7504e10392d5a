import '../../../parts/order/pass/pass.css';
import { Link } from 'react-router';
import { ActList } from '#web/parts/order/pass/act-list.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Desk } from './read-desk.ts';
import type { DeskAnswer } from './route.tsx';

/**
 * The desk's side: whose order, is it paid, what to give, and one button. A whole document is sent: a phone on 3G needs
 * no script.
 */
export function DeskScreen({ desk, answer }: { desk: Desk; answer: DeskAnswer | null }) {
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
          <dd className={desk.is_paid ? 'stock--now' : 'b'}>{desk.payment_text}</dd>
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
        {answer?.error ? (
          <Note kind="err" role="alert">
            {answer.error}
          </Note>
        ) : null}
      </section>
      <ActList acts={desk.acts} photoUrl={(act, position) => `/qr/acts/${desk.order_id}/${act}/${position}/`} />
      {desk.may_be_given && desk.waiting.length > 0 && desk.pass_state === 'open' ? (
        <HandOverForm desk={desk} answer={answer} />
      ) : (
        <Closed desk={desk} />
      )}
      {desk.is_partly_given && desk.waiting.length > 0 ? <CloseForm desk={desk} /> : null}
      <p className="desk__next">
        <Link className="link" to="/qr/o/">
          Другой заказ
        </Link>
      </p>
    </div>
  );
}

/** What is missing will not come: asked once more before it is settled. */
function CloseForm({ desk }: { desk: Desk }) {
  return (
    <details className="sheet">
      <summary>Закрыть заказ без недостающего</summary>
      <form method="post" className="desk__form">
        <p>
          {desk.is_paid
            ? 'Деньги за недостающее вернутся покупателю тем же способом, каким он платил.'
            : 'Недостающее уйдёт из суммы заказа.'}{' '}
          Останется невыданным:{' '}
          {desk.waiting.map(({ name, waiting, unit }) => `${name}, ${waiting} ${unit}`).join('; ')}.
        </p>
        <button type="submit" className="btn btn--danger" name="intent" value="close">
          Закрыть заказ
        </button>
      </form>
    </details>
  );
}

/** Nothing is left to give out, and why: all of it given is good news. */
function Closed({ desk }: { desk: Desk }) {
  if (desk.pass_state === 'open' && desk.waiting.length === 0 && desk.acts.length > 0) {
    return (
      <Note kind="ok" role="status">
        Всё выдано.
      </Note>
    );
  }
  return <p className="sheet">{closedWords(desk)}</p>;
}

function closedWords(desk: Desk): string {
  if (desk.pass_state === 'used') return 'По этому пропуску заказ уже получали.';
  if (desk.pass_state === 'revoked') return 'Владелец заказа отозвал этот пропуск.';
  if (!desk.is_ready) return notReadyWords(desk);
  if (desk.waiting.length === 0) return 'Всё уже выдано.';
  return 'Заказ не оплачен, выдать его нельзя.';
}

/** Whoever stands at the desk hears what to wait for. */
function notReadyWords({ is_active, state_words, ready_words, is_paid, due }: Desk): string {
  if (!is_active) return `Выдать заказ нельзя: он «${state_words}».`;
  const money = is_paid || due > 0 ? '' : ' и будет оплачен';
  return `Выдать пока нельзя: заказ сейчас «${state_words}». Код сработает, когда он станет «${ready_words}»${money}; покупателю об этом придёт письмо.`;
}

function HandOverForm({ desk, answer }: { desk: Desk; answer: DeskAnswer | null }) {
  const values = answer?.values ?? {};
  return (
    <form method="post" className="sheet desk__form" encType="multipart/form-data" noValidate>
      <input type="hidden" name="due" value={desk.due} />
      <h2>Что выдано</h2>
      <ul className="desk__lines">
        {desk.waiting.map((line) => {
          const id = line.order_line_id;
          const error = answer?.fields[`problem_${id}`] ?? answer?.fields[`photo_${id}`];
          return (
            <li key={id}>
              <div className="desk__line">
                <label htmlFor={`given_${id}`}>
                  {line.name}
                  {line.article ? <span className="small soft num nowrap"> Арт. {line.article}</span> : null}
                </label>
                <span className="desk__count num">
                  <input
                    className="input"
                    id={`given_${id}`}
                    name={`given_${id}`}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={5}
                    defaultValue={values[`given_${id}`] ?? String(line.waiting)}
                  />
                  из {line.waiting} {line.unit}
                </span>
              </div>
              <details className="desk__problem" open={Boolean(error) || Boolean(values[`problem_${id}`])}>
                <summary>Выдано меньше</summary>
                <div className="field">
                  <label className="field__label" htmlFor={`problem_${id}`}>
                    Почему
                  </label>
                  <select
                    className="input"
                    id={`problem_${id}`}
                    name={`problem_${id}`}
                    defaultValue={values[`problem_${id}`] ?? ''}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `problem_${id}-error` : undefined}
                  >
                    <option value="">Выберите</option>
                    <option value="shortage">Не хватило</option>
                    <option value="defect">Брак</option>
                  </select>
                  {error ? <FieldError id={`problem_${id}-error`}>{error}</FieldError> : null}
                </div>
                <Field
                  name={`note_${id}`}
                  label="Что не так"
                  maxLength={500}
                  autoComplete="off"
                  defaultValue={values[`note_${id}`]}
                />
                <div className="field">
                  <label className="field__label" htmlFor={`photo_${id}`}>
                    Фотография
                  </label>
                  <input
                    type="file"
                    id={`photo_${id}`}
                    name={`photo_${id}`}
                    accept="image/jpeg,image/png"
                    capture="environment"
                  />
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      <TextArea name="note" label="Примечание к акту" maxLength={1_000} defaultValue={values.note} />
      {desk.is_paid ? null : (
        <Note kind="warn">
          <b className="b">{desk.payment_text}.</b> Примите оплату до выдачи.
        </Note>
      )}
      <button type="submit" className="btn btn--primary btn--wide" name="intent" value="give">
        Выдать
      </button>
    </form>
  );
}

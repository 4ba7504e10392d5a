import { Form } from 'react-router';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';

export type CheckAnswer = {
  found: { number: string; lines: string[] } | null;
  error: string | null;
  errors: Record<string, string>;
  /** The number as typed; a code is never sent back. */
  number: string;
};

/** Balance by number and code, for a card that is in no account; tries are limited. */
export function CardCheck({ answer }: { answer: CheckAnswer | null }) {
  return (
    <section className="panel" id="check" aria-labelledby="check-title">
      <h2 id="check-title">Проверить карту</h2>
      <Form method="post" action="#check" className="club__form" noValidate preventScrollReset>
        <Field
          name="number"
          label="Номер карты"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          defaultValue={answer?.number ?? ''}
          error={answer?.errors.number ?? null}
          hint="13 цифр на лицевой стороне"
        />
        <Field
          name="code"
          label="Код карты"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          error={answer?.errors.code ?? null}
          hint="6 цифр, их выдали вместе с картой"
        />
        {answer?.error ? (
          <Note kind="err" role="alert">
            {answer.error}
          </Note>
        ) : null}
        <button type="submit" className="btn btn--quiet">
          Проверить
        </button>
      </Form>
      <div role="status">
        {answer?.found ? (
          <Note kind="ok">
            <b className="b num">{answer.found.number}</b>
            {answer.found.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Note>
        ) : null}
      </div>
    </section>
  );
}

import { Form } from 'react-router';
import { cardFields } from '#modules/loyalty/schema.ts';
import { CardNumberFields } from '#web/parts/forms/card-number-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Note } from '#web/ui/note.tsx';

export type CheckAnswer = FormAnswer & { found: { number: string; lines: string[] } | null };

/** Balance by number and code, for a card that is in no account; tries are limited. */
export function CardCheck({ answer }: { answer: CheckAnswer | null }) {
  const check = useFormCheck(cardFields, answer);
  return (
    <section className="panel" id="check" aria-labelledby="check-title">
      <h2 id="check-title">Проверить карту</h2>
      <Form method="post" action="#check" className="club__form" preventScrollReset {...check.form}>
        <CardNumberFields of={check} />
        <FormError words={answer?.error} />
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

import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { Note } from '#web/ui/note.tsx';

/** What stands on a page of several forms: the name of the form that was accepted, and the answer to the one that was not. */
export type Sent = { done: string | null; answer: FormAnswer | null };

type SectionProps = { id: string; title: string; sent: Sent; words?: Record<string, string>; children: ReactNode };

/** A sheet with its heading; `words` are said when one of its forms was accepted, by the form's name without the row. */
export function Section({ id, title, sent, words = {}, children }: SectionProps) {
  const { done, answer } = sent;
  const said = !answer && done ? words[done.replace(/:[^:]*$/, (row) => (/^:\d+$/.test(row) ? '' : row))] : undefined;
  const refused = answer?.form?.split(':', 1)[0] === id ? answer.error : undefined;
  return (
    <section className="sheet" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div role="status">
        {said ? (
          <Note kind="ok" className="lk__said">
            {said}
          </Note>
        ) : null}
      </div>
      <FormError words={refused} className="lk__said" />
      {children}
    </section>
  );
}

type SmallFormProps = {
  /** The form's name, which is its intent. */
  name: string;
  /** The row it is about. */
  row?: number;
  className?: string;
  children: ReactNode;
};

/** A form of one purpose. */
export function SmallForm({ name, row, className = 'lk__form', children }: SmallFormProps) {
  return (
    <Form method="post" preventScrollReset className={className} noValidate>
      <input type="hidden" name="intent" value={name} />
      {row === undefined ? null : <input type="hidden" name="id" value={row} />}
      {children}
    </Form>
  );
}

/** The answer to this very form, if it was the one that was refused. */
export function answerTo({ answer }: Sent, name: string, row?: number): FormAnswer | null {
  return answer?.form === (row === undefined ? name : `${name}:${row}`) ? answer : null;
}

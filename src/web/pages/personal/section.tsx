import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { type FieldValues, type FormRules, fieldsOf } from '#shared/form-rules.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { type FormCheck, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Note } from '#web/ui/note.tsx';

/**
 * What stands on a page of several forms: the name of the form that was accepted, and the answer to the one that was
 * not.
 */
export type Sent = { done: string | null; answer: FormAnswer | null };

type SectionProps = { id: string; title: string; sent: Sent; words?: Record<string, string>; children: ReactNode };

/**
 * A sheet with its heading; `words` are said when one of its forms was accepted, by the form's name without the row.
 */
export function Section({ id, title, sent, words = {}, children }: SectionProps) {
  const { done, answer } = sent;
  const notice = !answer && done ? words[done.replace(/:[^:]*$/, (row) => (/^:\d+$/.test(row) ? '' : row))] : undefined;
  const refused = answer?.form?.split(':', 1)[0] === id ? answer.error : undefined;
  return (
    <section className="sheet" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div role="status">
        {notice ? (
          <Note kind="ok" className="lk__said">
            {notice}
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
  row?: number | undefined;
  className?: string | undefined;
  /** The kit's checks, where it has fields. */
  check?: FormCheck;
  children: ReactNode;
};

/** A form of one purpose. */
export function SmallForm({ name, row, className = 'form', check, children }: SmallFormProps) {
  return (
    <Form method="post" preventScrollReset className={className} {...check?.form}>
      <input type="hidden" name="intent" value={name} />
      {row === undefined ? null : <input type="hidden" name="id" value={row} />}
      {children}
    </Form>
  );
}

type FieldFormProps<Name extends string> = Omit<SmallFormProps, 'check' | 'children'> & {
  rules: FormRules<Name>;
  answer: FormAnswer | null;
  values?: FieldValues;
  /** Begins the ids of its fields, where two forms have the same name. */
  id?: string;
  /** Draws the fields; without it they stand as the schema lists them. */
  fields?: (check: FormCheck<Name>) => ReactNode;
  /** What stands under the fields. */
  children: ReactNode;
};

/** The same with the fields of a schema. */
export function FieldForm<Name extends string>(props: FieldFormProps<Name>) {
  const { rules, answer, values, name, row, id = name.replace(':', '-'), fields = allFields, children } = props;
  const prefix = row === undefined ? `${id}-` : `${id}-${row}-`;
  const check = useFormCheck(rules, answer, { prefix, values });
  return (
    <SmallForm name={name} row={row} className={props.className} check={check}>
      {fields(check)}
      {children}
    </SmallForm>
  );
}

function allFields<Name extends string>(check: FormCheck<Name>): ReactNode {
  return fieldsOf(check.rules).map(([name]) => <FormField key={name} of={check} name={name} />);
}

/** The answer to this very form, if it was the one that was refused. */
export function answerTo({ answer }: Sent, name: string, row?: number): FormAnswer | null {
  return answer?.form === (row === undefined ? name : `${name}:${row}`) ? answer : null;
}

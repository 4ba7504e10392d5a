import type { ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import type { RecordForm } from '../record/use-record.ts';

type Props = {
  form: RecordForm<unknown>;
  name: string;
  label: string;
  hint?: ReactNode;
  /** Emptied, it is sent as null: nothing is said. */
  isOptional?: boolean;
  rows?: number;
};

/** A text of a record. */
export function TextField({ form: { fields, set, errors }, name, label, hint, isOptional = false, rows }: Props) {
  const value = String(fields[name] ?? '');
  const change = (text: string) => set(name, isOptional && text === '' ? null : text);
  return (
    <Field label={label} hint={hint} error={errors[name]}>
      {(given) =>
        rows ? (
          <textarea {...given} rows={rows} value={value} onChange={({ target }) => change(target.value)} />
        ) : (
          <input {...given} autoComplete="off" value={value} onChange={({ target }) => change(target.value)} />
        )
      }
    </Field>
  );
}

import type { ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import type { RecordForm } from './use-record.ts';

type Props = {
  form: Pick<RecordForm<unknown>, 'fields' | 'set' | 'errors'>;
  name: string;
  label: string;
  hint?: ReactNode;
  /** Characters. */
  most?: number;
  /** Emptied, it is sent as null: nothing is said. */
  isOptional?: boolean;
  rows?: number;
  isReadOnly?: boolean;
};

/** A text of a record. */
export function TextField({ form: { fields, set, errors }, ...props }: Props) {
  const { name, label, hint, most, isOptional = false, rows, isReadOnly = false } = props;
  const shared = { maxLength: most, value: String(fields[name] ?? ''), readOnly: isReadOnly };
  const change = (text: string) => set(name, isOptional && text === '' ? null : text);
  if (!rows) return <LineField label={label} hint={hint} error={errors[name]} {...shared} onChange={change} />;
  return (
    <Field label={label} hint={hint} error={errors[name]}>
      {(given) => <textarea {...given} rows={rows} {...shared} onChange={({ target }) => change(target.value)} />}
    </Field>
  );
}

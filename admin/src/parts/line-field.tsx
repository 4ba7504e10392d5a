import type { InputHTMLAttributes, ReactNode } from 'react';
import { Field } from './field.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  hint?: ReactNode;
};

/** A line of text with its label; the browser offers nothing that was typed elsewhere. */
export function LineField({ label, error, hint, onChange, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(given) => <input {...given} autoComplete="off" {...input} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

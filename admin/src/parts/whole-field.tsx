import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { WholeInput } from './whole-input.tsx';

type Props = {
  label: string;
  /** A whole number, or what was typed and is none; null: none. */
  value: unknown;
  onChange: (value: number | string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
};

/** A whole number with its label; emptied, it is null. */
export function WholeField({ label, error, hint, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(given) => <WholeInput {...given} isOptional {...input} />}
    </Field>
  );
}

import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { MoneyInput } from './money-input.tsx';

type Props = {
  label: string;
  /** Kopecks, or what was typed and is no sum; null: none. */
  value: unknown;
  onChange: (value: number | string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
};

/** A sum in roubles with its label; emptied, it is null. */
export function MoneyField({ label, error, hint, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(given) => <MoneyInput {...given} isOptional {...input} />}
    </Field>
  );
}

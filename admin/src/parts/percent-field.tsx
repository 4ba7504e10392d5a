import type { ReactNode } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Field } from './field.tsx';
import { MoneyInput } from './money-input.tsx';

type Props = {
  label: string;
  /** Hundredths of a percent, or what was typed and is no number; null: none. */
  value: unknown;
  onChange: (value: number | string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
};

/** A percent with its label; emptied, it is null. Its hundredths are typed as kopecks are: «12,9» is 1290. */
export function PercentField({ label, error, hint, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(given) => (
        <MoneyInput {...given} isOptional textOf={(hundredths) => formatCount(hundredths / 100)} {...input} />
      )}
    </Field>
  );
}

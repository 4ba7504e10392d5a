import type { ReactNode } from 'react';
import { Field } from './field.tsx';

type Props = {
  label: string;
  /** A whole number, or what was typed and is none; null: none. */
  value: unknown;
  onChange: (value: number | string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
};

/** A whole number; what is none is passed on as it was typed, and the server names what is wrong with it. */
export function NumberField({ label, value, onChange, error, hint, disabled }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(given) => (
        <input
          {...given}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={value === null || value === undefined ? '' : String(value)}
          onChange={({ target }) => {
            const typed = target.value.trim();
            onChange(typed === '' ? null : /^\d{1,9}$/.test(typed) ? Number(typed) : target.value);
          }}
        />
      )}
    </Field>
  );
}
